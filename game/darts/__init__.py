"""The games of the dart machine: one turn machine, and one small module per game on it."""
