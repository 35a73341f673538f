"""Bots and load scenarios that see only the wire."""
