"""The compiled event loop and its mathematics (Cython)."""
