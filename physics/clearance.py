"""How high the butt must be raised so that the cue touches neither a rail nor another ball (Slovak pool rules 3.20)."""

from __future__ import annotations

import math

from physics.balls import Constants
from physics.tables import TableSpec
from physics.trajectories import Layout, Stroke

TIP_RADIUS, BUTT_RADIUS, CUE_LENGTH = 0.0065, 0.0148, 1.47
"""m: a playing cue, a cone from tip to butt."""

STEP = math.radians(0.25)

Vector = tuple[float, float, float]


def least_elevation(table: TableSpec | None, constants: Constants, layout: Layout, stroke: Stroke) -> float | None:
    """The least elevation, rad, at which a stroke with this aim and tip is free; None if none is.

    Without a table only the other balls are in the way. The stroke's own elevation is not looked at. The answer is good
    to 1e-6 rad and itself free.
    """
    low = -STEP
    while low < math.pi / 2:
        high = min(low + STEP, math.pi / 2)
        if is_free(table, constants, layout, stroke, max(0.0, high)):
            break
        low = high
    else:
        return None
    if high <= 0.0:
        return 0.0
    while high - low > 1e-7:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if is_free(table, constants, layout, stroke, middle) else (middle, high)
    return high


def is_free(table: TableSpec | None, constants: Constants, layout: Layout, stroke: Stroke, elevation: float) -> bool:
    """Whether the cue at this elevation clears the rails behind it, if a table is given, and every other ball."""
    tip, back = _axis(constants, layout, stroke, elevation)
    if table is not None and not _clears_rails(table, constants, tip, back):
        return False
    return _clears_balls(constants, layout, stroke, tip, back)


def _axis(constants: Constants, layout: Layout, stroke: Stroke, elevation: float) -> tuple[Vector, Vector]:
    """Where the tip meets the ball, and the direction from there to the butt."""
    x, y = layout.positions[stroke.ball]
    radius = constants.ball(stroke.ball).radius
    ca, sa, ce, se = math.cos(stroke.aim), math.sin(stroke.aim), math.cos(elevation), math.sin(elevation)
    side, up = stroke.tip
    root = math.sqrt(max(0.0, 1.0 - side * side - up * up))
    back = (-ca * ce, -sa * ce, se)
    right, above = (sa, -ca, 0.0), (ca * se, sa * se, ce)
    tip = tuple(
        centre + radius * (side * right[k] + up * above[k] + root * back[k]) for k, centre in enumerate((x, y, radius))
    )
    return (tip[0], tip[1], tip[2]), back


def _radius_at(along: float) -> float:
    return TIP_RADIUS + (BUTT_RADIUS - TIP_RADIUS) * along / CUE_LENGTH


def _clears_rails(table: TableSpec, constants: Constants, tip: Vector, back: Vector) -> bool:
    """The cue's lower side over the rail tops, from where it crosses the nose to the rail's outer edge."""
    level = math.hypot(back[0], back[1])
    if level < 1e-9:
        return True
    nose = _leaves(table.length / 2, table.width / 2, tip, back)
    edge = _leaves(table.length / 2 + table.rail_width, table.width / 2 + table.rail_width, tip, back)
    for along in (nose, edge):
        if 0.0 <= along <= CUE_LENGTH:
            lower = tip[2] + along * back[2] - _radius_at(along) / level
            if lower < constants.cushion_height - 1e-12:
                return False
    return True


def _leaves(half_x: float, half_y: float, tip: Vector, back: Vector) -> float:
    """How far along the cue its axis leaves a rectangle, m."""
    ways = [
        (math.copysign(half, way) - start) / way
        for half, start, way in ((half_x, tip[0], back[0]), (half_y, tip[1], back[1]))
        if abs(way) > 1e-12
    ]
    return max(0.0, min(ways))


def _clears_balls(constants: Constants, layout: Layout, stroke: Stroke, tip: Vector, back: Vector) -> bool:
    for ball, (x, y) in layout.positions.items():
        if ball == stroke.ball:
            continue
        radius = constants.ball(ball).radius
        to_ball = (x - tip[0], y - tip[1], radius - tip[2])
        along = max(0.0, min(CUE_LENGTH, sum(a * b for a, b in zip(to_ball, back, strict=True))))
        away = math.dist(to_ball, (along * back[0], along * back[1], along * back[2]))
        if away < radius + _radius_at(along) - 1e-12:
            return False
    return True
