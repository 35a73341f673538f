"""Ways of a cue ball by cushions to a ball that cannot be hit straight: a fan of aims, followed in the plane."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from loadtest.players.plane import Cloth, Point, minus, plus, unit

FAN: Final = 1440
"""Aims that are tried."""
LONGEST: Final = 6.0
"""Ways longer than this are not followed, m."""

_FLATTER: Final = ((0.0, 0.0), (15.0, 15.9), (30.0, 34.0), (45.0, 50.0), (60.0, 66.0), (75.0, 79.0), (90.0, 90.0))
"""Angle to the cushion before and after, degrees, for a rolling ball."""


def rebound(angle: float) -> float:
    """Angle to the cushion after it, rad, of a rolling ball that came at `angle`."""
    degrees = math.degrees(angle)
    for (low, after_low), (high, after_high) in pairwise(_FLATTER):
        if degrees <= high:
            return math.radians(after_low + (after_high - after_low) * (degrees - low) / (high - low))
    return angle


def find_kicks(cloth: Cloth, balls: Mapping[str, Point], cue: Point, target: str, rails: int = 3) -> list[float]:
    """Aims (rad) that reach the target first, by at least one cushion: the middle of each run of aims, widest first."""
    hits = []
    for step in range(FAN):
        aim = 2 * math.pi * step / FAN
        if first_hit(cloth, balls, cue, aim, rails) == (target, True):
            hits.append(step)
    runs: list[list[int]] = []
    for step in hits:
        if runs and runs[-1][-1] == step - 1:
            runs[-1].append(step)
        else:
            runs.append([step])
    runs.sort(key=len, reverse=True)
    return [2 * math.pi * (run[0] + run[-1]) / 2 / FAN for run in runs]


def first_hit(cloth: Cloth, balls: Mapping[str, Point], cue: Point, aim: float, rails: int) -> tuple[str | None, bool]:
    """The first ball on the way of an aim, and whether a cushion came before it."""
    at, way, left = cue, (math.cos(aim), math.sin(aim)), LONGEST
    for bounce in range(rails + 1):
        stop, axis = to_cushion(cloth, at, way)
        ball, distance = _first_on(balls, at, way, stop, 2 * cloth.radius)
        if ball is not None:
            return (ball, bounce > 0) if distance <= left else (None, False)
        left -= stop
        if left < 0 or _near_pocket(cloth, plus(at, way, stop)):
            break
        at = plus(at, way, stop)
        way = bounce_off(way, axis)
    return None, False


def to_cushion(cloth: Cloth, at: Point, way: Point) -> tuple[float, int]:
    """How far the centre may go before a cushion, and across which axis that cushion lies."""
    reach = []
    for axis in (0, 1):
        if abs(way[axis]) < 1e-12:
            reach.append(math.inf)
        else:
            reach.append(max(0.0, (math.copysign(cloth.half[axis], way[axis]) - at[axis]) / way[axis]))
    axis = 0 if reach[0] < reach[1] else 1
    return reach[axis], axis


def bounce_off(way: Point, axis: int) -> Point:
    """The way after a cushion across an axis."""
    across, along = abs(way[axis]), abs(way[1 - axis])
    after = rebound(math.atan2(across, along))
    normal = -math.copysign(math.sin(after), way[axis])
    beside = math.copysign(math.cos(after), way[1 - axis])
    return (normal, beside) if axis == 0 else (beside, normal)


def _first_on(balls: Mapping[str, Point], at: Point, way: Point, stop: float, reach: float) -> tuple[str | None, float]:
    """The first ball that a centre meets within `stop`, and after which way."""
    best: tuple[str | None, float] = (None, math.inf)
    for name, place in balls.items():
        gap = minus(place, at)
        along = gap[0] * way[0] + gap[1] * way[1]
        square = gap[0] ** 2 + gap[1] ** 2 - along**2
        if along <= 0 or square >= reach**2:
            continue
        distance = along - math.sqrt(reach**2 - square)
        if -1e-6 < distance < min(stop, best[1]):
            best = (name, distance)
    return best


def _near_pocket(cloth: Cloth, at: Point) -> bool:
    """Whether a place at the cushion lies in a pocket's mouth."""
    if cloth.corner_mouth == 0:
        return False
    x, y = cloth.length / 2 - abs(at[0]), cloth.width / 2 - abs(at[1])
    leg = cloth.corner_mouth / math.sqrt(2)
    return (x < leg and y < leg) or (abs(at[0]) < cloth.side_mouth / 2 and y < 2 * cloth.radius)


def towards(cue: Point, place: Point) -> float:
    """The aim straight at a place, rad."""
    way = unit(minus(place, cue))
    return math.atan2(way[1], way[0])
