"""`python -m server`: the same as `cuehall`."""

from server.cli import main

main()
