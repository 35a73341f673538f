"""May a ball lie here? Overlaps, the playing field and gaps, for ball in hand, spotting and frozen balls. Metres."""

from __future__ import annotations

import math
from collections.abc import Mapping

from physics.tables import CUSHIONS, TableSpec
from physics.trajectories import Ball, Point

FROZEN_GAP = 5e-5
"""Balls, or ball and cushion, at rest with a gap up to this are frozen (Slovak pool rules 2.16, carom.md B.2)."""

ROUNDING = 1e-9
"""Touching balls may overlap by this through rounding of decimals."""


def gap(a: Point, b: Point, radii: float) -> float:
    """Distance between two balls' surfaces; `radii` is the sum of both radii."""
    return math.dist(a, b) - radii


def overlaps(place: Point, others: Mapping[Ball, Point], radius: float) -> tuple[Ball, ...]:
    """The balls that a ball at `place` would overlap, all of one radius; touching is not overlapping."""
    return tuple(ball for ball, at in others.items() if gap(place, at, 2.0 * radius) < -ROUNDING)


def on_table(place: Point, table: TableSpec, radius: float) -> bool:
    """Whether a ball's whole disc lies between the cushion noses."""
    x, y = place
    return abs(x) <= table.length / 2 - radius + ROUNDING and abs(y) <= table.width / 2 - radius + ROUNDING


def cushion_gaps(place: Point, table: TableSpec, radius: float) -> dict[str, float]:
    """Distance of a ball's surface from each cushion nose, by cushion."""
    x, y = place
    gaps = (
        x + table.length / 2 - radius,
        table.length / 2 - x - radius,
        table.width / 2 - y - radius,
        y + table.width / 2 - radius,
    )
    return dict(zip(CUSHIONS, gaps, strict=True))


def frozen_pairs(positions: Mapping[Ball, Point], radius: float) -> tuple[tuple[Ball, Ball], ...]:
    """Every pair of balls at rest that touch."""
    balls = list(positions)
    return tuple(
        (a, b)
        for i, a in enumerate(balls)
        for b in balls[i + 1 :]
        if gap(positions[a], positions[b], 2.0 * radius) <= FROZEN_GAP
    )


def frozen_cushions(place: Point, table: TableSpec, radius: float) -> tuple[str, ...]:
    """The cushions a ball at rest touches."""
    return tuple(name for name, distance in cushion_gaps(place, table, radius).items() if distance <= FROZEN_GAP)


def pocket_holes(table: TableSpec) -> dict[str, tuple[Point, float]]:
    """Every hole in the slate by its pocket: centre, m, and radius, m."""
    holes: dict[str, tuple[Point, float]] = {}
    half_length, half_width = table.length / 2.0, table.width / 2.0
    for end, x in (("H", -1.0), ("S", 0.0), ("F", 1.0)):
        spec = table.side if x == 0.0 else table.corner
        if spec is None:
            continue
        rim, back = spec.shelf + spec.drop_radius, 0.0 if x == 0.0 else spec.mouth / math.sqrt(8.0)
        ahead = rim if x == 0.0 else rim / math.sqrt(2.0)
        for side, y in (("L", 1.0), ("R", -1.0)):
            place = (x * (half_length - back + ahead), y * (half_width - back + ahead))
            holes[end + side] = (place, spec.drop_radius)
    return holes


def lies_in_mouth(place: Point, table: TableSpec, radius: float) -> bool:
    """Whether a ball beyond the line of the noses can rest in the mouth of a pocket: clear of the nose's ends, facings
    and cushions, its centre on the slate."""
    x, y = abs(place[0]), abs(place[1])  # all four corners are alike, and both sides
    half_length, half_width = table.length / 2.0, table.width / 2.0
    if (
        table.corner is None
        or table.side is None
        or any(math.dist(place, hole) <= size for hole, size in pocket_holes(table).values())
    ):
        return False
    corner_cut, side_cut = table.corner.mouth / math.sqrt(2.0), table.side.mouth / 2.0
    before_long = side_cut <= x <= half_length - corner_cut
    if (before_long and y > half_width - radius + ROUNDING) or (
        y <= half_width - corner_cut and x > half_length - radius + ROUNDING
    ):
        return False
    root = math.sqrt(0.5)
    is_side = x < side_cut
    pocket, axis, ends = (
        (table.side, (0.0, 1.0), ((side_cut, half_width), (-side_cut, half_width)))
        if is_side
        else (
            table.corner,
            (root, root),
            ((half_length, half_width - corner_cut), (half_length - corner_cut, half_width)),
        )
    )
    across = (axis[1], -axis[0])  # from the middle of the mouth to its first end
    sine, cosine = math.sin(pocket.facing_angle), math.cos(pocket.facing_angle)
    for sign, (end_x, end_y) in zip((1.0, -1.0), ends, strict=True):
        dx, dy = x - end_x, y - end_y
        along = tuple(axis[k] * cosine - sign * across[k] * sine for k in (0, 1))
        inward = tuple(-sign * across[k] * cosine - axis[k] * sine for k in (0, 1))
        if math.hypot(dx, dy) < radius - ROUNDING:
            return False
        if dx * along[0] + dy * along[1] >= 0.0 and dx * inward[0] + dy * inward[1] < radius - ROUNDING:
            return False
    return y - half_width <= radius and x - half_length <= radius


def hanging_over(place: Point, table: TableSpec, slack: float) -> str | None:
    """The pocket over whose edge a ball at rest nearly has its centre, by `slack` at most (m); None: over none."""
    holes = pocket_holes(table).items()
    return next((name for name, (at, radius) in holes if math.dist(place, at) <= radius + slack), None)
