"""Real dart boards: what they report, whether it is theirs, and which of it counts."""
