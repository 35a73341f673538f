"""How high the butt must be raised so that the cue touches neither a rail nor another ball (Slovak pool rules 3.20)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

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
    is_free_at = _freedom(table, constants, layout, stroke)
    low = -STEP
    while low < math.pi / 2:
        high = min(low + STEP, math.pi / 2)
        if is_free_at(max(0.0, high)):
            break
        low = high
    else:
        return None
    if high <= 0.0:
        return 0.0
    while high - low > 1e-7:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if is_free_at(middle) else (middle, high)
    return high


def is_free(table: TableSpec | None, constants: Constants, layout: Layout, stroke: Stroke, elevation: float) -> bool:
    """Whether the cue at this elevation clears the rails behind it, if a table is given, and every other ball."""
    return _freedom(table, constants, layout, stroke)(elevation)


def _freedom(table: TableSpec | None, constants: Constants, layout: Layout, stroke: Stroke) -> Callable[[float], bool]:
    """Whether the cue is free, by its elevation: asked dozens of times a stroke, so what stays the same is worked out
    before."""
    axis_at = _axis(constants, layout, stroke)
    others = [(*at, constants.ball(ball).radius) for ball, at in layout.positions.items() if ball != stroke.ball]

    def is_free_at(elevation: float) -> bool:
        tip, back = axis_at(elevation)
        if table is not None and not _clears_rails(table, constants, tip, back):
            return False
        return _clears_balls(others, tip, back)

    return is_free_at


def _axis(constants: Constants, layout: Layout, stroke: Stroke) -> Callable[[float], tuple[Vector, Vector]]:
    """Where the tip meets the ball, and the direction from there to the butt, by the elevation."""
    x, y = layout.positions[stroke.ball]
    radius = constants.ball(stroke.ball).radius
    ca, sa = math.cos(stroke.aim), math.sin(stroke.aim)
    side, up = stroke.tip
    root = math.sqrt(max(0.0, 1.0 - side * side - up * up))

    def axis_at(elevation: float) -> tuple[Vector, Vector]:
        ce, se = math.cos(elevation), math.sin(elevation)
        back = (-ca * ce, -sa * ce, se)
        tip = (
            x + radius * (side * sa + up * (ca * se) + root * back[0]),
            y + radius * (side * -ca + up * (sa * se) + root * back[1]),
            radius + radius * (up * ce + root * se),
        )
        return tip, back

    return axis_at


def _radius_at(along: float) -> float:
    return TIP_RADIUS + (BUTT_RADIUS - TIP_RADIUS) * along / CUE_LENGTH


def _clears_rails(table: TableSpec, constants: Constants, tip: Vector, back: Vector) -> bool:
    """The cue's lower side over the rail tops, from where it crosses the nose to the rail's outer edge."""
    level = math.hypot(back[0], back[1])
    if level < 1e-9:
        return True
    half_x, half_y = table.length / 2, table.width / 2
    for along in (
        _leaves(half_x, half_y, tip, back),
        _leaves(half_x + table.rail_width, half_y + table.rail_width, tip, back),
    ):
        if along <= CUE_LENGTH:
            lower = tip[2] + along * back[2] - _radius_at(along) / level
            if lower < constants.cushion_height - 1e-12:
                return False
    return True


def _leaves(half_x: float, half_y: float, tip: Vector, back: Vector) -> float:
    """How far along the cue its axis leaves a rectangle, m."""
    x, y = back[0], back[1]
    along_x = ((half_x if x > 0.0 else -half_x) - tip[0]) / x if abs(x) > 1e-12 else math.inf
    along_y = ((half_y if y > 0.0 else -half_y) - tip[1]) / y if abs(y) > 1e-12 else math.inf
    return max(0.0, min(along_x, along_y))


def _clears_balls(others: Sequence[tuple[float, float, float]], tip: Vector, back: Vector) -> bool:
    for x, y, radius in others:
        to_ball = (x - tip[0], y - tip[1], radius - tip[2])
        along = to_ball[0] * back[0] + to_ball[1] * back[1] + to_ball[2] * back[2]
        along = max(0.0, min(CUE_LENGTH, along))
        away = math.dist(to_ball, (along * back[0], along * back[1], along * back[2]))
        if away < radius + _radius_at(along) - 1e-12:
            return False
    return True
