"""Which brain plays which game."""

from __future__ import annotations

from client_protocol.notices import RoomState
from loadtest.players.carom import CaromPlayer
from loadtest.players.darts import DartPlayer
from loadtest.players.decisions import Brain
from loadtest.players.pool import PoolPlayer
from loadtest.players.pyramid import PyramidPlayer


def brain_for(state: RoomState, seed: int, level: str | None = None) -> Brain:
    """A brain for the game of a room whose match has begun; `level`: of a dart player."""
    if state.darts is not None:
        return DartPlayer(seed, level)
    if state.table.startswith("carom"):
        return CaromPlayer(seed)
    if state.table.startswith("pyramid"):
        return PyramidPlayer(seed)
    return PoolPlayer(seed)
