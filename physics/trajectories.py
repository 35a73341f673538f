"""Values that go into a shot and come out of it: layouts, strokes, contacts and exact traces. SI units, table frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import NewType

Ball = NewType("Ball", str)
"""Name of a ball: `c` the cue ball of pool and pyramid, `1` to `15`, carom `W Y R B`."""

Point = tuple[float, float]
"""Centre of a ball on the table plane, m, table frame (origin in the centre, +x to the foot, +y to the breaker's left)."""


class Mode(IntEnum):
    """How a ball moves during a segment."""

    REST = 0
    SPINNING = 1
    ROLLING = 2
    SLIDING = 3
    AIRBORNE = 4
    GONE = 5


class ContactKind(IntEnum):
    """What a ball touched."""

    BALL = 0
    CUSHION = 1
    POCKET = 2
    BED = 3
    RAIL = 4
    OFF_TABLE = 5


@dataclass(frozen=True)
class Layout:
    """Balls at rest on the table: name to centre, m."""

    positions: Mapping[Ball, Point]


@dataclass(frozen=True)
class Stroke:
    """What the cue does: struck ball, aim (rad from +x, counter-clockwise), speed at impact (m/s), elevation (rad, butt up),
    tip = (side, up) offset from the ball's centre as seen along the cue, in ball radii, right and up positive."""

    ball: Ball
    aim: float
    speed: float
    elevation: float = 0.0
    tip: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Contact:
    """One contact: time (s), kind, ball, the other ball / cushion / pocket, centre of `ball` (m), total impulse (N s)."""

    time: float
    kind: ContactKind
    ball: Ball
    other: str
    at: tuple[float, float, float]
    impulse: float


@dataclass(frozen=True)
class CueFact:
    """What the tip did besides a clean hit (`double_hit push scoop miscue ferrule`), with its margin (mm, ms)."""

    kind: str
    margin_mm: float | None = None
    margin_ms: float | None = None
