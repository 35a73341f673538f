"""What builds, tests and checks the project: the build backend, and the steps behind `dev.py`."""
