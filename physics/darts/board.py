"""The dart board: which segment a point belongs to, and where a segment's centre lies.

Frame: origin in the centre of the board, x to the right and y up as the thrower sees it, millimetres. Source: darts A.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

SECTORS = (20, 1, 18, 4, 13, 6, 10, 15, 2, 17, 3, 19, 7, 16, 8, 11, 14, 9, 12, 5)
"""Numbers clockwise from the top."""

BULL = 25
SECTOR_DEGREES = 18.0

Point = tuple[float, float]
"""A point of the board, mm."""


class Ring(StrEnum):
    """Rings from the centre outwards; the two single rings score alike and are told apart in records only."""

    INNER_BULL = "IB"
    OUTER_BULL = "OB"
    INNER_SINGLE = "i"
    TRIPLE = "T"
    OUTER_SINGLE = "o"
    DOUBLE = "D"
    OUTSIDE = "M"


@dataclass(frozen=True)
class Segment:
    """One scoring area: its ring and its number (25 in the bull, 0 outside)."""

    ring: Ring
    number: int

    @property
    def name(self) -> str:
        """`T20`, `S6i`, `OB`, `M`: the name used in cases and records."""
        if self.ring in (Ring.INNER_SINGLE, Ring.OUTER_SINGLE):
            return f"S{self.number}{self.ring}"
        return f"{self.ring}{self.number}" if self.ring in (Ring.TRIPLE, Ring.DOUBLE) else str(self.ring)


@dataclass(frozen=True)
class BoardProfile:
    """Radii of one make of board, mm, and the distance of the throw line (oche) from its face, m.

    A game stores `name` and `version`, so that a corrected measurement never changes an old result.
    """

    name: str
    version: int
    inner_bull: float
    outer_bull: float
    triple: tuple[float, float]
    double: tuple[float, float]
    inner_single_aim: float
    oche: float


STEEL = BoardProfile("steel", 1, 6.35, 15.9, (99.0, 107.0), (162.0, 170.0), 57.0, 2.37)
"""The bristle board of the World Darts Federation."""

SOFT155 = BoardProfile("soft155", 1, 8.5, 22.0, (114.5, 124.0), (187.5, 196.85), 68.0, 2.44)
"""A 15.5 inch soft-tip board. Only the outer edge is a published measure; makers differ in the other rings."""

PROFILES: Mapping[str, BoardProfile] = MappingProxyType({profile.name: profile for profile in (STEEL, SOFT155)})


def segment_at(profile: BoardProfile, point: Point) -> Segment:
    """The segment a point belongs to. Raises ValueError for a point that is not finite.

    An exact radius belongs to the inner side, an exact sector line to the clockwise neighbour. Source: darts A.3.
    """
    if not (math.isfinite(point[0]) and math.isfinite(point[1])):
        raise ValueError(f"not a point of the board: {point}")
    ring = _ring(profile, math.hypot(*point))
    if ring is Ring.OUTSIDE:
        return Segment(ring, 0)
    if ring in (Ring.INNER_BULL, Ring.OUTER_BULL):
        return Segment(ring, BULL)
    clockwise = math.degrees(math.atan2(*point)) % 360.0
    return Segment(ring, SECTORS[int((clockwise + SECTOR_DEGREES / 2) % 360.0 // SECTOR_DEGREES)])


def _ring(profile: BoardProfile, radius: float) -> Ring:
    edges = (
        (profile.inner_bull, Ring.INNER_BULL),
        (profile.outer_bull, Ring.OUTER_BULL),
        (profile.triple[0], Ring.INNER_SINGLE),
        (profile.triple[1], Ring.TRIPLE),
        (profile.double[0], Ring.OUTER_SINGLE),
        (profile.double[1], Ring.DOUBLE),
    )
    return next((ring for edge, ring in edges if radius <= edge), Ring.OUTSIDE)


def centre_of(profile: BoardProfile, segment: Segment) -> Point:
    """Where to aim for a segment, mm: the middle of its ring on the middle of its sector. Source: darts A.3.

    Raises ValueError for the outside, which has no centre.
    """
    if segment.number == BULL:
        return 0.0, 0.0
    radii = {
        Ring.INNER_SINGLE: profile.inner_single_aim,
        Ring.TRIPLE: sum(profile.triple) / 2,
        Ring.OUTER_SINGLE: (profile.triple[1] + profile.double[0]) / 2,
        Ring.DOUBLE: sum(profile.double) / 2,
    }
    if segment.ring not in radii or segment.number not in SECTORS:
        raise ValueError(f"{segment.name} has no centre")
    angle = math.radians(SECTOR_DEGREES * SECTORS.index(segment.number))
    return radii[segment.ring] * math.sin(angle), radii[segment.ring] * math.cos(angle)


def near_wire(profile: BoardProfile, point: Point, distance: float) -> bool:
    """Whether a point of the board lies within `distance` (mm) of a ring or sector line."""
    radius = math.hypot(*point)
    rings = (profile.inner_bull, profile.outer_bull, *profile.triple, *profile.double)
    if any(abs(radius - ring) <= distance for ring in rings):
        return True
    if not profile.outer_bull < radius < profile.double[1]:
        return False
    off_line = math.degrees(math.atan2(*point)) % SECTOR_DEGREES - SECTOR_DEGREES / 2
    return radius * math.sin(math.radians(abs(off_line))) <= distance


def rounded(point: Point) -> Point:
    """The point as records store it: to 0.1 mm, without a negative zero. Segments are read off this value."""
    return round(point[0], 1) + 0.0, round(point[1], 1) + 0.0
