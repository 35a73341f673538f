"""What a match is made of: its entries, each an accepted action with everything that came of it."""

from __future__ import annotations

from dataclasses import dataclass

from game.actions import Action
from game.shot_facts import Facts
from game.vocabulary import Seat
from physics.trajectories import Stroke


@dataclass(frozen=True)
class Entry:
    """One accepted action.

    at       server time, s
    turn     the turn it answered
    seat     who acted; None: the referee
    strokes  as executed
    facts    what was observed or drawn; None where nothing was to be found out
    engine   version of the physics behind the facts of a shot
    """

    at: float
    turn: int
    seat: Seat | None
    action: Action
    strokes: tuple[Stroke, ...] = ()
    facts: Facts | None = None
    engine: str | None = None
