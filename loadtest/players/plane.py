"""Plane geometry of a table: vectors, free corridors, pockets. Metres, the frame of the table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

Point = tuple[float, float]


@dataclass(frozen=True)
class Cloth:
    """What a brain knows of a table: playing field, ball radius, mouths of the corner and side pockets (m; 0: none)."""

    length: float
    width: float
    radius: float
    corner_mouth: float = 0.0
    side_mouth: float = 0.0

    @property
    def half(self) -> Point:
        """Where the centre of a ball that touches the foot and the left cushion is."""
        return (self.length / 2 - self.radius, self.width / 2 - self.radius)


CLOTHS: Final[Mapping[str, Cloth]] = {
    "pool_9ft": Cloth(2.54, 1.27, 0.028575, 0.116, 0.1286),
    "pool_8ft": Cloth(2.34, 1.17, 0.028575, 0.116, 0.1286),
    "pool_7ft": Cloth(1.98, 0.99, 0.028575, 0.116, 0.1286),
    "carom_10ft": Cloth(2.84, 1.42, 0.03075),
    "carom_9ft": Cloth(2.54, 1.27, 0.03075),
    "carom_8ft": Cloth(2.30, 1.15, 0.03075),
    "pyramid_12ft": Cloth(3.55, 1.775, 0.034, 0.0725, 0.0825),
    "pyramid_9ft": Cloth(2.54, 1.27, 0.034, 0.0725, 0.0825),
}


def minus(a: Point, b: Point) -> Point:
    """Vector from `b` to `a`."""
    return (a[0] - b[0], a[1] - b[1])


def plus(a: Point, b: Point, times: float = 1.0) -> Point:
    """`a` and `times` times `b`."""
    return (a[0] + times * b[0], a[1] + times * b[1])


def dot(a: Point, b: Point) -> float:
    """Inner product."""
    return a[0] * b[0] + a[1] * b[1]


def cross(a: Point, b: Point) -> float:
    """Positive where `b` points to the left of `a`."""
    return a[0] * b[1] - a[1] * b[0]


def unit(a: Point) -> Point:
    """The direction of a vector; the x axis for one without length."""
    size = math.hypot(*a)
    return (a[0] / size, a[1] / size) if size > 0 else (1.0, 0.0)


def turn_by(a: Point, angle: float) -> Point:
    """A vector turned counter-clockwise, rad."""
    c, s = math.cos(angle), math.sin(angle)
    return (c * a[0] - s * a[1], s * a[0] + c * a[1])


def angle_of(a: Point) -> float:
    """Direction of a vector, rad from +x."""
    return math.atan2(a[1], a[0])


def clearance(start: Point, end: Point, others: Iterable[Point]) -> float:
    """Least distance of other points from the way of a ball's centre; infinite where there are none."""
    along = minus(end, start)
    square = dot(along, along)
    least = math.inf
    for other in others:
        part = 0.0 if square == 0 else max(0.0, min(1.0, dot(minus(other, start), along) / square))
        least = min(least, math.dist(other, plus(start, along, part)))
    return least


@dataclass(frozen=True)
class Mouth:
    """A pocket: its name, where to aim, into which direction it opens for a ball, half its width (m)."""

    name: str
    at: Point
    inward: Point
    half_width: float


def mouths(cloth: Cloth) -> tuple[Mouth, ...]:
    """The six pockets of a table; none on a carom table."""
    if cloth.corner_mouth == 0:
        return ()
    x, y = cloth.length / 2, cloth.width / 2
    back = cloth.corner_mouth / math.sqrt(8)
    found = []
    for end, sign in (("H", -1.0), ("F", 1.0)):
        for side, lean in (("L", 1.0), ("R", -1.0)):
            at = (sign * (x - back), lean * (y - back))
            found.append(Mouth(end + side, at, unit((sign, lean)), cloth.corner_mouth / 2))
    found.append(Mouth("SL", (0.0, y), (0.0, 1.0), cloth.side_mouth / 2))
    found.append(Mouth("SR", (0.0, -y), (0.0, -1.0), cloth.side_mouth / 2))
    return tuple(found)
