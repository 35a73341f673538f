"""Balls that hang over a pocket and fall by themselves, where the room wants that (`hang_model`).

When one falls is a draw under the match's key, told to nobody before. Source: R18 to R23, carom C.6.8.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log

from game.draws import uniform
from game.setup import Moment
from game.shot_facts import BallHit, CushionHit, ShotFacts, TiedHit
from game.vocabulary import Ball, Pocket, Point
from physics.placement import hanging_over
from physics.tables import TABLES

HANG_ZONE = 0.001
"""m: a centre this near to the edge of the slate may yet go over it."""

MEAN = 5.0
"""s a hanging ball stays on average."""

LONGEST = 60.0
"""s after which a ball that still hangs stays there."""


@dataclass(frozen=True)
class Hanging:
    """A ball that hangs: over which pocket, where, and when it falls after the end of the stroke, s (None: never)."""

    ball: Ball
    pocket: Pocket
    at: Point
    seconds: float | None


def hanging_balls(positions: Mapping[Ball, Point], moment: Moment, game_number: int) -> tuple[Hanging, ...]:
    """The balls that hang now that a stroke has ended, each with the draw of when it falls."""
    table = TABLES[moment.setup.table]
    found = []
    for ball, at in sorted(positions.items()):
        pocket = hanging_over(at, table, HANG_ZONE)
        if pocket is not None:
            part = uniform(moment.setup.key, moment.label(game_number, f"hang/{moment.turn}/{ball}"))
            seconds = -MEAN * log(1.0 - part)
            found.append(Hanging(ball, Pocket(pocket), at, seconds if seconds <= LONGEST else None))
    return tuple(found)


def next_to_fall(hanging: tuple[Hanging, ...]) -> Hanging | None:
    """The hanging ball that falls first; None where all stay."""
    return min((one for one in hanging if one.seconds is not None), key=lambda one: one.seconds or 0.0, default=None)


def still_hanging(hanging: tuple[Hanging, ...], positions: Mapping[Ball, Point]) -> tuple[Hanging, ...]:
    """Those that nothing has moved."""
    return tuple(one for one in hanging if positions.get(one.ball) == one.at)


def spoils(hanging: Hanging, facts: ShotFacts, moment: Moment) -> bool:
    """Whether a ball that hung falls in a stroke before anything has reached it (R22)."""
    assert hanging.seconds is not None
    falls_at = moment.opened + hanging.seconds - moment.at
    if falls_at > facts.duration:
        return False
    contacts = (event for event in facts.events if isinstance(event, BallHit | TiedHit | CushionHit))
    touched = min((event.time for event in contacts if hanging.ball in _balls_of(event)), default=facts.duration)
    return hanging.ball != facts.struck and touched >= max(0.0, falls_at)


def _balls_of(event: BallHit | TiedHit | CushionHit) -> tuple[Ball, ...]:
    if isinstance(event, TiedHit):
        return (event.ball, *event.others)
    return (event.ball, event.other) if isinstance(event, BallHit) else (event.ball,)
