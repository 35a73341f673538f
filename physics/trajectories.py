"""Values that go into a shot and come out of it: layouts, strokes, contacts and exact traces. SI units, table frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NewType

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Ball = NewType("Ball", str)
"""Name of a ball: `c` the cue ball of pool and pyramid, `1` to `15`, carom `W Y R B`."""

Point = tuple[float, float]
"""Centre of a ball on the table plane, m, table frame (origin in the centre, +x to the foot, +y breaker's left)."""


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
    """What the cue does: struck ball, aim (rad from +x, counter-clockwise), speed at impact (m/s), elevation (rad, butt
    up), tip = (side, up) offset from the ball's centre as seen along the cue, in ball radii, right and up positive."""

    ball: Ball
    aim: float
    speed: float
    elevation: float = 0.0
    tip: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Contact:
    """One contact: time (s), kind, ball, other ball / cushion / pocket, centre of `ball` (m), total impulse (N s)."""

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


@dataclass(frozen=True)
class Motion:
    """A starting motion given directly instead of a stroke: velocity (m/s) and angular velocity (rad/s)."""

    velocity: tuple[float, float, float]
    spin: tuple[float, float, float]


@dataclass(frozen=True)
class Budget:
    """How much a shot may use before `BudgetSpent`: events, simulated seconds, seconds on the wall (0 = no limit)."""

    events: int = 20_000
    time: float = 600.0
    wall: float = 0.0


DEFAULT_BUDGET = Budget()


SEGMENT_FIELDS = (
    ("ball", "u1", ()),
    ("mode", "u1", ()),
    ("t", "f8", ()),
    ("pos", "f8", (3,)),
    ("vel", "f8", (3,)),
    ("spin", "f8", (3,)),
    ("acc", "f8", (3,)),
)
"""Columns of `Trace.segments`: index into `Trace.balls`, `Mode`, start (s), m, m/s, rad/s, m/s^2. Aligned."""

CONTACT_FIELDS = (
    ("t", "f8", ()),
    ("at", "f8", (3,)),
    ("impulse", "f8", ()),
    ("kind", "u1", ()),
    ("ball", "u1", ()),
    ("other", "u1", ()),
)
"""Columns of the contact buffer: `other` is a ball's index, or the index into `CUSHIONS` or `POCKETS` of its kind."""

_OTHERS: Mapping[ContactKind, tuple[str, ...]] = {
    ContactKind.CUSHION: ("H", "F", "L", "R"),
    ContactKind.POCKET: ("HL", "HR", "SL", "SR", "FL", "FR"),
    ContactKind.BED: ("bed",),
    ContactKind.RAIL: ("rail",),
    ContactKind.OFF_TABLE: ("floor",),
}


def _rows(buffer: bytes, columns: tuple[tuple[str, str, tuple[int, ...]], ...]) -> npt.NDArray[Any]:
    """A view of packed rows with aligned columns."""
    import numpy as np

    return np.frombuffer(buffer, _dtype(columns))


@cache
def _dtype(columns: tuple[tuple[str, str, tuple[int, ...]], ...]) -> np.dtype[Any]:
    import numpy as np

    return np.dtype(list(columns), align=True)


class Trace:
    """What a shot did: exact quadratic segments of every ball and the ordered contacts, views on flat buffers.

    Inside a segment `pos + vel dt + acc dt^2 / 2` is exact; every ball has a segment at t = 0.
    """

    def __init__(
        self,
        balls: tuple[Ball, ...],
        segment_bytes: bytes,
        contact_bytes: bytes,
        duration: float,
        energy: tuple[float, float],
        max_overlap: float,
        events: int,
        cue: tuple[CueFact, ...] = (),
    ) -> None:
        self.balls = balls
        self.segment_bytes = segment_bytes
        self.contact_bytes = contact_bytes
        self.duration = duration
        self.energy = energy
        self.max_overlap = max_overlap
        self.events = events
        self.cue = cue

    @cached_property
    def segments(self) -> npt.NDArray[Any]:
        """Every segment, a read-only structured array (`SEGMENT_FIELDS`), by ball, then time."""
        return _rows(self.segment_bytes, SEGMENT_FIELDS)

    @cached_property
    def contact_rows(self) -> npt.NDArray[Any]:
        """Every contact, a read-only structured array (`CONTACT_FIELDS`), in order of time."""
        return _rows(self.contact_bytes, CONTACT_FIELDS)

    @cached_property
    def contacts(self) -> tuple[Contact, ...]:
        """Every contact with impulse, in order of time."""
        columns = (self.contact_rows[name].tolist() for name, _, _ in CONTACT_FIELDS)
        return tuple(
            Contact(
                time=time,
                kind=ContactKind(kind),
                ball=self.balls[ball],
                other=self.balls[other] if kind == ContactKind.BALL else _OTHERS[ContactKind(kind)][other],
                at=(at[0], at[1], at[2]),
                impulse=impulse,
            )
            for time, at, impulse, kind, ball, other in zip(*columns, strict=True)
        )

    @cached_property
    def _bounds(self) -> tuple[int, ...]:
        """Where each ball's rows start, and the end."""

        column = self.segments["ball"]
        return tuple(column.searchsorted(list(range(len(self.balls) + 1))).tolist())

    def rows_of(self, ball: Ball) -> np.ndarray[Any, Any]:
        """The segments of one ball, in order of time."""
        index = self.balls.index(ball)
        return self.segments[self._bounds[index] : self._bounds[index + 1]]

    @cached_property
    def rest(self) -> Mapping[Ball, Point]:
        """Where each ball lies that is still on the table: neither pocketed nor off it, nor on a rail top."""
        bounds, places = self._bounds, self.segments["pos"]
        ends = [bound - 1 for bound in bounds[1:]]
        firsts, lasts, modes = places[list(bounds[:-1])], places[ends], self.segments["mode"][ends]
        return {
            ball: (x, y)
            for ball, (_, _, start), (x, y, z), mode in zip(
                self.balls, firsts.tolist(), lasts.tolist(), modes.tolist(), strict=True
            )
            if mode != Mode.GONE and z == start
        }

    def position_at(self, ball: Ball, t: float) -> tuple[float, float, float]:
        """Centre of a ball at time `t` (s from the strike), m; before the start and after the end it stays."""
        rows = self.rows_of(ball)
        row = rows[max(0, int(rows["t"].searchsorted(t, side="right")) - 1)]
        dt = max(0.0, t - float(row["t"]))
        place = row["pos"] + row["vel"] * dt + row["acc"] * (0.5 * dt * dt)
        return (float(place[0]), float(place[1]), float(place[2]))
