"""Where the segments of a dart board are: aims in mm from its centre, x right, y up."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

Aim = tuple[float, float]

CLOCKWISE: Final = (20, 1, 18, 4, 13, 6, 10, 15, 2, 17, 3, 19, 7, 16, 8, 11, 14, 9, 12, 5)
"""Sectors clockwise from the top."""


@dataclass(frozen=True)
class Rings:
    """Radii of the middles of the rings, mm."""

    single: float
    triple: float
    outer: float
    double: float
    bull: float


BOARDS: Final[Mapping[str, Rings]] = {
    "steel": Rings(57.0, 103.0, 134.5, 166.0, 11.0),
    "soft155": Rings(68.0, 119.25, 155.75, 192.2, 15.0),
}


def aim_at(segment: str, board: str) -> Aim:
    """The middle of a segment by its name: `T20`, `D16`, `S5` (its outer part), `S5i`, `OB`, `IB`."""
    rings = BOARDS.get(board, BOARDS["steel"])
    if segment == "IB":
        return (0.0, 0.0)
    if segment == "OB":
        return (0.0, rings.bull)
    ring, number = segment[0], int(segment[1:].rstrip("io"))
    radius = {"T": rings.triple, "D": rings.double}.get(ring, rings.single if segment.endswith("i") else rings.outer)
    turn = math.radians(18 * CLOCKWISE.index(number))
    return (round(radius * math.sin(turn), 1), round(radius * math.cos(turn), 1))
