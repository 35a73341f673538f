"""Shots at pool by plain geometry, for tests that have to play a rack to its end."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

Point = tuple[float, float]

LENGTH, WIDTH, RADIUS = 2.54, 1.27, 0.028575
_X, _Y = LENGTH / 2, WIDTH / 2
POCKETS: tuple[Point, ...] = (
    (-_X + 0.01, _Y - 0.01),
    (-_X + 0.01, -_Y + 0.01),
    (_X - 0.01, _Y - 0.01),
    (_X - 0.01, -_Y + 0.01),
    (0.0, _Y + 0.01),
    (0.0, -_Y - 0.01),
)
STEEPEST = math.cos(math.radians(55))
SIDE_STEEPEST = math.cos(math.radians(45))


@dataclass(frozen=True)
class Plan:
    """Where to lay a ball in hand (None: it stays), where to aim (degrees), and how hard (tenths of full power)."""

    place: Point | None
    degrees: float
    tenths: int


@dataclass(frozen=True)
class _Pot:
    ghost: Point
    pocket: Point
    distance: float


def plan_shot(balls: Mapping[str, Point], in_hand: bool) -> Plan:
    """A pot of the lowest ball where there is one, else a full hit on it."""
    cue = balls["c"]
    lowest = str(min(int(name) for name in balls if name != "c"))
    target = balls[lowest]
    others = [at for name, at in balls.items() if name not in ("c", lowest)]
    pots = sorted(_open_pots(target, others), key=lambda pot: pot.distance)
    if in_hand:
        for pot in pots:
            for far in (0.25, 0.15, 0.4, 0.08):
                place = _behind(pot, target, far)
                if _may_lie(place, [*others, target]) and _clear(place, pot.ghost, others):
                    return Plan(place, _degrees(place, pot.ghost), _strength(far, pot.distance, 1.0))
    best: tuple[float, Plan] | None = None
    for pot in pots:
        fullness = _fullness(cue, pot, target)
        way = math.dist(cue, pot.ghost)
        if fullness < STEEPEST or not _clear(cue, pot.ghost, others):
            continue
        worth = fullness / (0.3 + pot.distance + 0.5 * way)
        if best is None or worth > best[0]:
            best = worth, Plan(None, _degrees(cue, pot.ghost), _strength(way, pot.distance, fullness))
    return best[1] if best else Plan(None, _degrees(cue, target), 6)


def _open_pots(target: Point, others: Iterable[Point]) -> Iterator[_Pot]:
    others = list(others)
    for pocket in POCKETS:
        distance = math.dist(target, pocket)
        ux, uy = (pocket[0] - target[0]) / distance, (pocket[1] - target[1]) / distance
        if pocket[0] == 0.0 and abs(uy) < SIDE_STEEPEST:
            continue
        ghost = (target[0] - 2 * RADIUS * ux, target[1] - 2 * RADIUS * uy)
        if _clear(target, pocket, others) and _on_table(ghost):
            yield _Pot(ghost, pocket, distance)


def _behind(pot: _Pot, target: Point, far: float) -> Point:
    ux, uy = (pot.ghost[0] - target[0]) / (2 * RADIUS), (pot.ghost[1] - target[1]) / (2 * RADIUS)
    return pot.ghost[0] + far * ux, pot.ghost[1] + far * uy


def _fullness(cue: Point, pot: _Pot, target: Point) -> float:
    """Cosine of the cut."""
    way = math.dist(cue, pot.ghost)
    ax, ay = (pot.ghost[0] - cue[0]) / way, (pot.ghost[1] - cue[1]) / way
    return (ax * (target[0] - pot.ghost[0]) + ay * (target[1] - pot.ghost[1])) / (2 * RADIUS)


def _strength(way: float, distance: float, fullness: float) -> int:
    """Tenths of full power that carry the ball a good bit past the pocket's lip."""
    return min(3 + round(1.2 * (way + distance) / max(fullness, 0.4)), 7)


def _degrees(start: Point, end: Point) -> float:
    return math.degrees(math.atan2(end[1] - start[1], end[0] - start[0])) % 360


def _on_table(at: Point) -> bool:
    return abs(at[0]) < _X - RADIUS and abs(at[1]) < _Y - RADIUS


def _may_lie(at: Point, others: Iterable[Point]) -> bool:
    return _on_table(at) and all(math.dist(at, other) > 2 * RADIUS + 0.004 for other in others)


def _clear(start: Point, end: Point, others: Iterable[Point]) -> bool:
    """Whether a ball can go straight from start to end past the others."""
    length = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    for x, y in others:
        along = min(max((x - start[0]) * ux + (y - start[1]) * uy, 0.0), length)
        if math.dist((x, y), (start[0] + along * ux, start[1] + along * uy)) < 2 * RADIUS + 0.001:
            return False
    return True
