"""Measurements: each module of this package yields figures beside a limit or a peer. Run: python3 dev.py bench."""
