"""The darts of a match with real boards as people see them: the last ones, with what may still be corrected."""

from __future__ import annotations

from game.darts.correction import DartLog, LoggedDart, replay
from game.play import ReportedDart
from game.vocabulary import Seat

SHOWN = 24
"""Reported darts that a view holds."""


def reported_darts(log: DartLog, seats: tuple[Seat, ...], on_boards: frozenset[Seat]) -> tuple[ReportedDart, ...]:
    """The last darts of a log, oldest first; those of the last turn may be corrected by who threw them."""
    darts = [event for event in log.events if isinstance(event, LoggedDart)]
    if not darts:
        return ()
    void, last = replay(log).void, max(dart.turn for dart in darts)
    return tuple(
        ReportedDart(
            dart.number,
            seats[dart.player],
            dart.turn,
            dart.dart.name + dart.dart.zone,
            is_void=dart.number in void,
            is_open=dart.turn == last and seats[dart.player] in on_boards,
        )
        for dart in darts[-SHOWN:]
    )
