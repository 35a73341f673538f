"""How bots choose: one file per kind of game, each a function of the state that the wire shows."""
