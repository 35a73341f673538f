"""Where a player of a given spread should aim, and how often he hits: what a bot of a level goes by. Source: darts B.3.

A dart scatters as an isotropic Gaussian about its aim. Sums over equally likely points stand in for the integrals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from game.darts.vocabulary import Bull, Dart, dart_in
from physics.darts.board import BULL, SECTORS, BoardProfile, Point, Ring, Segment, centre_of, segment_at

LEVELS: Mapping[str, float] = MappingProxyType(
    {
        "elite": 7.0,
        "professional": 8.5,
        "very_good_league": 12.0,
        "league": 16.0,
        "pub_regular": 25.0,
        "beginner": 40.0,
        "first_evening": 60.0,
    }
)
"""Spread per axis, mm, of each level of play."""

SEEDS = 2000
"""Points of the sums."""

_FIRST_STEP, _LAST_STEP = 16.0, 1.0
"""mm: how far the search for an aim looks around, and when it stops."""


@dataclass(frozen=True)
class Aim:
    """Where to aim (mm) and the points a dart brings on average there."""

    point: Point
    points: float


def expected_points(profile: BoardProfile, bull: Bull, aim: Point, spread: float) -> float:
    """Points that a dart with this aim and spread (mm) brings on average."""
    return _average(profile, aim, spread, lambda dart: float(bull.value(dart)))


def hit_chance(profile: BoardProfile, aim: Point, spread: float, wanted: Callable[[Dart], bool]) -> float:
    """How likely a dart with this aim and spread is one of those wanted."""
    return _average(profile, aim, spread, lambda dart: float(wanted(dart)))


@lru_cache(maxsize=64)
def best_aim(profile: BoardProfile, bull: Bull, spread: float) -> Aim:
    """The aim that brings most points: the best of all triples and the bull, then uphill from there."""
    segments = [*(Segment(Ring.TRIPLE, number) for number in SECTORS), Segment(Ring.INNER_BULL, BULL)]
    best = max(
        (_aim_at(profile, bull, centre_of(profile, one), spread) for one in segments), key=lambda aim: aim.points
    )
    step = _FIRST_STEP
    while step >= _LAST_STEP:
        around = (_aim_at(profile, bull, point, spread) for point in _around(best.point, step))
        better = max(around, key=lambda aim: aim.points)
        if better.points > best.points:
            best = better
        else:
            step /= 2
    return best


def _aim_at(profile: BoardProfile, bull: Bull, point: Point, spread: float) -> Aim:
    return Aim(point, expected_points(profile, bull, point, spread))


def _around(point: Point, step: float) -> Iterator[Point]:
    for across, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        yield point[0] + across * step, point[1] + up * step


def _average(profile: BoardProfile, aim: Point, spread: float, worth: Callable[[Dart], float]) -> float:
    offsets = _offsets()
    total = sum(
        worth(dart_in(segment_at(profile, (aim[0] + spread * across, aim[1] + spread * up)))) for across, up in offsets
    )
    return total / len(offsets)


@lru_cache(maxsize=1)
def _offsets() -> tuple[Point, ...]:
    """Equally likely points of a unit Gaussian, laid out as a sunflower's seeds."""
    points = []
    for seed in range(SEEDS):
        radius = math.sqrt(-2.0 * math.log(1.0 - (seed + 0.5) / SEEDS))
        angle = math.pi * (3.0 - math.sqrt(5.0)) * seed
        points.append((radius * math.cos(angle), radius * math.sin(angle)))
    return tuple(points)
