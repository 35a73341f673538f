"""Tables: dimensions nose to nose, cushion height, pockets. SI units, table frame.

Sources: WPA/BCA equipment rules (pool), UMB (carom), makers' figures for Russian pyramid; docs/physics.md#tables.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

CUSHIONS = ("H", "F", "L", "R")
"""Head (-x), foot (+x), left (+y), right (-y); the index is the code used in traces."""

POCKETS = ("HL", "HR", "SL", "SR", "FL", "FR")
"""The six pockets; the index is the code used in traces."""


@dataclass(frozen=True)
class PocketSpec:
    """One kind of pocket.

    mouth         m    between the two points where the cushion noses end
    throat        m    between the facings where they end
    facing_angle  rad  of each facing against the pocket's axis (the corner rule's 142 degrees = 7, the side's 104 = 14)
    shelf         m    from the mouth line to the slate's edge, along the axis
    drop_radius   m    of the hole in the slate
    depth         m    from the mouth line to the back of the pocket, along the axis
    liner_restitution  of the round back: leather or rubber without a spring; assumed, no measurement was found
    """

    mouth: float
    throat: float
    facing_angle: float
    shelf: float
    drop_radius: float
    depth: float
    liner_restitution: float = 0.4


@dataclass(frozen=True)
class TableSpec:
    """One table: playing field nose to nose (m), cushion nose height (m), pockets, width of the rail tops (m)."""

    name: str
    length: float
    width: float
    cushion_height: float
    corner: PocketSpec | None = None
    side: PocketSpec | None = None
    rail_width: float = 0.125

    @property
    def has_pockets(self) -> bool:
        """Whether balls can be pocketed here."""
        return self.corner is not None or self.side is not None


def _pocket(mouth: float, facing_degrees: float, facing_depth: float, shelf: float, drop_radius: float) -> PocketSpec:
    """A pocket whose throat follows from the facing's angle and its depth along the axis."""
    angle = math.radians(facing_degrees)
    throat = mouth - 2.0 * facing_depth * math.tan(angle)
    return PocketSpec(mouth, throat, angle, shelf, drop_radius, shelf + 2.0 * drop_radius)


POOL_CORNER = _pocket(0.1160, 7.0, 0.062, 0.0381, 0.06985)
POOL_SIDE = _pocket(0.1286, 14.0, 0.045, 0.004763, 0.0762)
PYRAMID_CORNER = _pocket(0.0725, 3.0, 0.030, 0.030, 0.050)
PYRAMID_SIDE = _pocket(0.0825, 7.0, 0.050, 0.010, 0.055)

POOL_HEIGHT = 0.635 * 0.05715
CAROM_HEIGHT = 0.037
PYRAMID_HEIGHT = 0.0425


def _tables() -> dict[str, TableSpec]:
    tables = (
        TableSpec("pool_9ft", 2.54, 1.27, POOL_HEIGHT, POOL_CORNER, POOL_SIDE),
        TableSpec("pool_8ft", 2.34, 1.17, POOL_HEIGHT, POOL_CORNER, POOL_SIDE),
        TableSpec("pool_7ft", 1.98, 0.99, POOL_HEIGHT, POOL_CORNER, POOL_SIDE),
        TableSpec("carom_10ft", 2.84, 1.42, CAROM_HEIGHT),
        TableSpec("carom_9ft", 2.54, 1.27, CAROM_HEIGHT),
        TableSpec("carom_8ft", 2.30, 1.15, CAROM_HEIGHT),
        TableSpec("pyramid_12ft", 3.55, 1.775, PYRAMID_HEIGHT, PYRAMID_CORNER, PYRAMID_SIDE),
        TableSpec("pyramid_9ft", 2.54, 1.27, PYRAMID_HEIGHT, PYRAMID_CORNER, PYRAMID_SIDE),
    )
    return {table.name: table for table in tables}


TABLES: Mapping[str, TableSpec] = MappingProxyType(_tables())
"""Every table by name."""
