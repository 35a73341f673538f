"""The compiled part of physics: everything that runs inside one shot."""
