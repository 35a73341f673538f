"""Racks and start positions as exact coordinates, with a jitter made of given numbers. Metres, table frame."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from physics.trajectories import Ball, Point

_TRIANGLE_ROWS = (1, 2, 3, 4, 5)
_DIAMOND_ROWS = (1, 2, 3, 2, 1)


def triangle(apex_x: float, radius: float) -> tuple[Point, ...]:
    """Fifteen touching places: row k (apex first), place i from -y to +y; exactly mirror-symmetric in y (pool 2.7)."""
    return _rows(apex_x, radius, _TRIANGLE_ROWS)


def diamond(apex_x: float, radius: float) -> tuple[Point, ...]:
    """Nine touching places in rows 1-2-3-2-1, apex first (Slovak pool rules 5.3)."""
    return _rows(apex_x, radius, _DIAMOND_ROWS)


def ring(apex_x: float, radius: float) -> tuple[Point, ...]:
    """Seven places of seven-ball: six clockwise seen from above from the foot spot, then the centre (7-ball rules)."""
    step = math.sqrt(3.0) * radius
    centre = apex_x + 2.0 * radius
    near, far = centre - radius, centre + radius
    return (
        (apex_x, 0.0),
        (near, step),
        (far, step),
        (centre + 2.0 * radius, 0.0),
        (far, -step),
        (near, -step),
        (centre, 0.0),
    )


def _rows(apex_x: float, radius: float, counts: Sequence[int]) -> tuple[Point, ...]:
    pitch = math.sqrt(3.0) * radius
    return tuple(
        (apex_x + row * pitch, (2 * place - (count - 1)) * radius)
        for row, count in enumerate(counts)
        for place in range(count)
    )


def jittered(rack: Mapping[Ball, Point], gaps: Sequence[tuple[float, float]], apex: Ball) -> dict[Ball, Point]:
    """The rack of a real triangle: each ball moved by its pair (dx, dy), m, after spreading the rack from its apex so
    that no two balls overlap. `gaps` are given numbers, one pair for each ball in the rack's order."""
    reach = max((math.hypot(dx, dy) for dx, dy in gaps), default=0.0)
    if reach == 0.0:
        return dict(rack)
    from_x, from_y = rack[apex]
    near = _smallest_distance(rack)
    # every pair distance d grows by at least d * 2 reach / near >= 2 reach: what two displacements can take away
    spread = 1.0 + 2.0 * reach / near
    return {
        ball: (from_x + (x - from_x) * spread + dx, from_y + (y - from_y) * spread + dy)
        for (ball, (x, y)), (dx, dy) in zip(rack.items(), gaps, strict=True)
    }


def _smallest_distance(rack: Mapping[Ball, Point]) -> float:
    places = list(rack.values())
    return min(math.dist(a, b) for i, a in enumerate(places) for b in places[:i])
