"""People and where they play: guests, rooms to choose from, invitations. Decisions over values, no sockets."""
