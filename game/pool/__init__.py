"""The pool games, and what they share. Source: the Slovak rules of SBiZ, by their numbers."""
