"""The trace of a shot as bytes: about 20 bytes a segment, exact to 1e-5 m at every moment.

Inside a segment a ball's position is a quadratic in time. Three points fix it: the start, the end (which is the start
of the ball's next segment), and the middle. So a row of the trace carries a start and how far the middle of the path
lies from the middle of its chord (the *bend*); velocity and acceleration follow, and from them a rolling ball's spin.
All numbers are little-endian. A three-byte integer (`i24`) travels as three planes: the low bytes of the whole column,
then the middle bytes, then the high bytes.

Header, then balls, then columns, one after another without gaps:

1. **header**: `u8` format = 1, `u8` balls (at most 32), `u32` duration in ticks of 2⁻²³ s, `u16` spin deceleration in
   1/256 rad/s², `u16` contacts;
2. **each ball**: `u16` radius in µm, `u16` rows, `u8` length of its name, the name in ASCII;
3. **flags**, `u8` a row: bits 0–2 the motion (0 rest, 1 spinning in place, 2 rolling, 3 sliding, 4 airborne, 5 gone),
   8 height, 16 planar spin, 32 vertical spin, 64 bridge, 128 closing;
4. **time**, `u32` a row, in ticks;
5. **x**, then **y**, `i24` a row, in units of 2⁻¹⁸ m;
6. **bend x**, then **bend y**, `i24`, for rows that move: rolling, sliding or airborne, neither bridge nor closing;
7. **z**, then **bend z**, `i24`, for rows with the height flag; the others lie on the bed: z = radius;
8. **spin x**, then **spin y**, `i16` in 1/16 rad/s, for rows with the planar flag;
9. **spin z**, `i16` in 1/16 rad/s, for rows with the vertical flag;
10. **contacts**, four columns: `u32` time in ticks; `u8` ball + 32 × kind (0 ball, 1 cushion, 2 pocket, 3 bed, 4 rail,
    5 off the table); `u8` the other (index of a ball, of a cushion in `H F L R`, of a pocket in `HL HR SL SR FL FR`);
    `u16` impulse in 0.1 mN·s.

Rows stand ball by ball, in order of time. A row that moves is followed by another row of its ball. For a row from
(t₀, p₀) whose next row is at (t₁, p₁), with T = t₁ − t₀ and bend b: acceleration a = −8 b / T², velocity
v = (p₁ − p₀ + 4 b) / T, position p₀ + v τ + a τ² / 2 at t₀ + τ. A row without the height flag keeps its z. Rows that do
not move keep their place; a row with T = 0 counts for nothing. A *bridge* ends the row before it where the ball's
place then jumps; a *closing* row ends a ball that still moves when the trace ends; neither is a segment.

Without the planar flag a rolling ball spins by (−v_y, v_x) / radius and any other has no planar spin. While a ball
slides its planar spin changes by (a_y, −a_x) · 5 / (2 radius) a second; vertical spin falls by the spin deceleration
until it is 0. That is good enough to draw, and the next row says it anew.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FORMAT: Final = 1
TICK: Final = 2.0**-23
"""Unit of time, s: 1.2e-7."""
UNIT: Final = 2.0**-18
"""Unit of length, m: 3.8e-6."""
SPIN_UNIT: Final = 1.0 / 16.0
"""Unit of spin, rad/s."""
IMPULSE_UNIT: Final = 1e-4
"""Unit of impulse, N s."""
MAX_BALLS: Final = 32

CUSHIONS: Final = ("H", "F", "L", "R")
POCKETS: Final = ("HL", "HR", "SL", "SR", "FL", "FR")

HEIGHT: Final = 8
PLANAR: Final = 16
VERTICAL: Final = 32
BRIDGE: Final = 64
CLOSING: Final = 128
HEADER: Final = struct.Struct("<BBIHH")
BALL: Final = struct.Struct("<HHB")

Vector = tuple[float, float, float]


class Motion(IntEnum):
    """How a ball moves during a segment."""

    REST = 0
    SPINNING = 1
    ROLLING = 2
    SLIDING = 3
    AIRBORNE = 4
    GONE = 5


class Touched(IntEnum):
    """What a ball touched."""

    BALL = 0
    CUSHION = 1
    POCKET = 2
    BED = 3
    RAIL = 4
    OFF_TABLE = 5


MOVING: Final = frozenset({Motion.ROLLING, Motion.SLIDING, Motion.AIRBORNE})


class BadTraceError(ValueError):
    """Bytes that are no trace."""


class Columns(NamedTuple):
    """Segments as columns of an array each (u1, u1, f8, then 3 x f8), ordered by ball index, then time. SI units."""

    ball: npt.NDArray[np.uint8]
    mode: npt.NDArray[np.uint8]
    t: npt.NDArray[np.float64]
    pos: npt.NDArray[np.float64]
    vel: npt.NDArray[np.float64]
    spin: npt.NDArray[np.float64]
    acc: npt.NDArray[np.float64]


class ContactColumns(NamedTuple):
    """Contacts as columns (f8, u1, u1, u1, f8): s, kind, ball's index, the other by its code, N s."""

    time: npt.NDArray[np.float64]
    kind: npt.NDArray[np.uint8]
    ball: npt.NDArray[np.uint8]
    other: npt.NDArray[np.uint8]
    impulse: npt.NDArray[np.float64]


class TracedContact(NamedTuple):
    """A contact to show or to sound: time (s), what kind, which ball, the other's name, total impulse (N s)."""

    time: float
    kind: Touched
    ball: str
    other: str
    impulse: float


@dataclass(frozen=True)
class TracedSegment:
    """Motion from `time` on: position, velocity, spin at its start, and acceleration. SI units, table frame."""

    time: float
    motion: Motion
    pos: Vector
    vel: Vector
    spin: Vector
    acc: Vector


@dataclass(frozen=True)
class TracedBall:
    """One ball's name, radius (m) and segments in order of time."""

    name: str
    radius: float
    segments: tuple[TracedSegment, ...]

    def position_at(self, time: float) -> Vector:
        """Centre of the ball at a time in s; before the first segment its start."""
        index = max(0, bisect_right(self.segments, time, key=lambda segment: segment.time) - 1)
        part = self.segments[index]
        since = max(0.0, time - part.time)
        x, y, z = (p + since * (v + 0.5 * since * a) for p, v, a in zip(part.pos, part.vel, part.acc, strict=True))
        return (x, y, z)


@dataclass(frozen=True)
class DrawnTrace:
    """What a trace's bytes say: enough to draw any moment of the shot."""

    balls: tuple[TracedBall, ...]
    duration: float
    spin_deceleration: float
    contacts: tuple[TracedContact, ...]


def others(kind: Touched, names: Sequence[str]) -> Sequence[str]:
    """Names that the other side of a contact may have, by their code."""
    match kind:
        case Touched.BALL:
            return names
        case Touched.CUSHION:
            return CUSHIONS
        case Touched.POCKET:
            return POCKETS
        case Touched.BED:
            return ("bed",)
        case Touched.RAIL:
            return ("rail",)
        case Touched.OFF_TABLE:
            return ("floor",)
