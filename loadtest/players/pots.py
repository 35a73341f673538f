"""Shots that pocket a ball: ghost-ball geometry on the balls as they lie, with throw taken off the aim."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from client_protocol.values import Stroke
from loadtest.players.plane import (
    Cloth,
    Mouth,
    Point,
    angle_of,
    clearance,
    cross,
    dot,
    minus,
    mouths,
    plus,
    turn_by,
    unit,
)

Balls = Mapping[str, Point]

STEEPEST = math.radians(78)
"""Thinner cuts are not tried."""
TIP_UP = 0.2
"""Tip offset that gives half of natural roll at once, and with it little throw."""
BALL_PER_CUE = 1.236
"""Speed of the cue ball per speed of the cue at that offset."""
ROLLING = 0.0981 * 2
"""Loss of squared speed of a rolling ball per metre, m/s²: twice rolling friction times gravity."""
SLOWEST, FASTEST = 1.1, 5.0
"""Cue speeds of a pot, m/s."""


@dataclass(frozen=True)
class Pot:
    """A shot at `first` that should send `last` into a pocket. `tolerance`: by how much the aim may be off, rad."""

    stroke: Stroke
    first: str
    last: str
    pocket: str
    tolerance: float


@dataclass(frozen=True)
class _Goal:
    """Where a ball has to go: a point, half the width that takes it (m), and the way still to go from there."""

    at: Point
    half: float
    beyond: float


def find_pots(cloth: Cloth, balls: Balls, cue: Point, first: str, *, combinations: bool = True) -> list[Pot]:
    """Every pot that hits `first` first, direct or by one other ball, the most forgiving one first."""
    found = [pot for pot in _direct(cloth, balls, cue, first) if pot.tolerance > 0]
    if combinations:
        found += [pot for pot in _combinations(cloth, balls, cue, first) if pot.tolerance > 0]
    return sorted(found, key=lambda pot: -pot.tolerance)


def _direct(cloth: Cloth, balls: Balls, cue: Point, first: str) -> Iterator[Pot]:
    others = {name: at for name, at in balls.items() if name != first}
    for mouth in mouths(cloth):
        goal = _goal_of(mouth, balls[first], cloth)
        pot = goal and _aim(cloth, (cue, balls[first]), goal, list(others.values()))
        if pot:
            stroke, tolerance = pot
            yield Pot(stroke, first, first, mouth.name, tolerance)


def _combinations(cloth: Cloth, balls: Balls, cue: Point, first: str) -> Iterator[Pot]:
    for last, place in balls.items():
        if last == first:
            continue
        others = [at for name, at in balls.items() if name not in (first, last)]
        for mouth in mouths(cloth):
            goal = _goal_of(mouth, place, cloth)
            if goal is None or clearance(place, goal.at, [*others, balls[first]]) < 2 * cloth.radius:
                continue
            way = unit(minus(goal.at, place))
            ghost = plus(place, way, -2 * cloth.radius)
            arrival = unit(minus(ghost, balls[first]))
            if dot(arrival, way) < math.cos(math.radians(55)):
                continue
            half = goal.half / max(math.dist(place, goal.at), 0.05) * 2 * cloth.radius * dot(arrival, way)
            onward = goal.beyond + math.dist(place, goal.at) * 2
            pot = _aim(cloth, (cue, balls[first]), _Goal(ghost, half, onward), others)
            if pot:
                stroke, tolerance = pot
                yield Pot(stroke, first, last, mouth.name, 0.8 * tolerance)


def _goal_of(mouth: Mouth, ball: Point, cloth: Cloth) -> _Goal | None:
    """The part of a pocket that takes a ball from here; None where it comes in too flat."""
    way = unit(minus(mouth.at, ball))
    facing = dot(way, mouth.inward)
    flattest = 0.62 if mouth.name.startswith("S") else 0.7
    half = mouth.half_width * facing - 0.85 * cloth.radius
    return _Goal(mouth.at, half, 0.1) if facing > flattest and half > 0 else None


def _aim(cloth: Cloth, pair: tuple[Point, Point], goal: _Goal, others: Sequence[Point]) -> tuple[Stroke, float] | None:
    """The stroke from the cue ball's place at the ball's that sends it to the goal, and how far the aim may be off."""
    cue, ball = pair
    way = unit(minus(goal.at, ball))
    travel = math.dist(goal.at, ball)
    ghost = plus(ball, way, -2 * cloth.radius)
    approach = minus(ghost, cue)
    cut = math.acos(max(-1.0, min(1.0, dot(unit(approach), way))))
    if cut > STEEPEST or clearance(ball, goal.at, others) < 2 * cloth.radius:
        return None
    speed = _speed_for(travel + goal.beyond, math.hypot(*approach), cut)
    thrown = math.copysign(throw_of(speed, cut), cross(way, unit(approach)))
    ghost = plus(ball, turn_by(way, -thrown), -2 * cloth.radius)
    approach = minus(ghost, cue)
    if clearance(cue, ghost, others) < 2 * cloth.radius + 1e-4:
        return None
    off_line = goal.half / max(travel, 0.05)
    tolerance = off_line * 2 * cloth.radius * math.cos(cut) / max(math.hypot(*approach), 0.05)
    if _scratches(cloth, cue, ghost, way):
        tolerance *= 0.4
    return Stroke(ball="c", aim=angle_of(approach), speed=speed, tip=(0.0, TIP_UP)), tolerance


def _speed_for(travel: float, approach: float, cut: float) -> float:
    """Cue speed, m/s, that brings the object ball this far with something to spare."""
    ball = math.sqrt(ROLLING * (travel + 1.0) + 0.5)
    arriving = ball / (0.97 * max(math.cos(cut), 0.15))
    leaving = math.sqrt(arriving**2 + ROLLING * approach) / 0.88
    return max(SLOWEST, min(FASTEST, leaving / BALL_PER_CUE))


def throw_of(speed: float, cut: float) -> float:
    """By how much friction throws the object ball, rad, for a half-rolling cue ball (tried at three speeds)."""
    most = 2.6 - 1.4 * max(0.0, speed - 1.0) if speed < 2.0 else max(0.5, 1.2 - 0.3 * (speed - 2.0))
    return math.radians(most) * math.sin(cut)


def _scratches(cloth: Cloth, cue: Point, ghost: Point, way: Point) -> bool:
    """Whether the cue ball runs straight into a pocket after the hit."""
    came = unit(minus(ghost, cue))
    along = plus(came, way, -dot(came, way))
    onward = unit(plus((along[0] * 5 / 7, along[1] * 5 / 7), came, 0.5 * 2 / 7))
    for mouth in mouths(cloth):
        to_mouth = minus(mouth.at, ghost)
        if dot(to_mouth, onward) > 0 and abs(cross(onward, to_mouth)) < mouth.half_width:
            return True
    return False
