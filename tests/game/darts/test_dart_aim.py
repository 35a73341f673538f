"""Aims and chances of a level of play against the published table (darts B.3)."""

from __future__ import annotations

import math

import pytest

from game.darts.aim import LEVELS, best_aim, expected_points, hit_chance
from game.darts.vocabulary import Bull, Dart
from physics.darts.board import BULL, SOFT155, STEEL, Ring, Segment, centre_of

SPLIT, FAT = Bull(), Bull(fat=True)
T20, T19, D20 = (
    centre_of(STEEL, Segment(ring, n)) for ring, n in ((Ring.TRIPLE, 20), (Ring.TRIPLE, 19), (Ring.DOUBLE, 20))
)
CENTRE = (0.0, 0.0)


@pytest.mark.parametrize(
    ("spread", "triple", "double", "bull", "inner"),
    [
        (7, 0.42, 0.43, 0.92, 0.34),
        (12, 0.21, 0.25, 0.58, 0.13),
        (16, 0.14, 0.18, 0.39, 0.08),
        (25, 0.06, 0.09, 0.18, 0.03),
    ],
)
def test_chances_of_a_level_are_the_published_ones(
    spread: float, triple: float, double: float, bull: float, inner: float
) -> None:
    def chance(aim: tuple[float, float], *names: str) -> float:
        def wanted(dart: Dart) -> bool:
            return dart.name in names

        return hit_chance(STEEL, aim, spread, wanted)

    found = chance(T20, "T20"), chance(D20, "D20"), chance(CENTRE, "OB", "IB"), chance(CENTRE, "IB")
    assert found == pytest.approx((triple, double, bull, inner), abs=0.011)


def test_the_chance_of_the_bull_is_the_closed_form() -> None:
    chance = hit_chance(STEEL, CENTRE, 20.0, lambda dart: dart.number == BULL)
    assert chance == pytest.approx(1.0 - math.exp(-(15.9**2) / (2 * 20.0**2)), abs=0.001)


@pytest.mark.parametrize(("level", "points"), [("elite", 36.6), ("league", 20.6), ("beginner", 13.6)])
def test_the_best_aim_brings_the_published_average(level: str, points: float) -> None:
    best = best_aim(STEEL, SPLIT, LEVELS[level])
    assert best.points == pytest.approx(points, abs=0.25)
    assert best.points >= expected_points(STEEL, SPLIT, T20, LEVELS[level])


def test_the_best_aim_leaves_the_twenty_for_the_nineteen_as_darts_spread() -> None:
    assert expected_points(STEEL, SPLIT, T20, 15.0) > expected_points(STEEL, SPLIT, T19, 15.0)
    assert expected_points(STEEL, SPLIT, T20, 18.0) < expected_points(STEEL, SPLIT, T19, 18.0)


@pytest.mark.parametrize("spread", sorted(LEVELS.values()))
def test_a_fat_bull_on_the_soft_board_beats_the_triple_at_every_level(spread: float) -> None:
    triple = centre_of(SOFT155, Segment(Ring.TRIPLE, 20))
    assert expected_points(SOFT155, FAT, CENTRE, spread) > expected_points(SOFT155, FAT, triple, spread)


def test_the_published_figures_of_the_fat_bull_come_out() -> None:
    triple = centre_of(SOFT155, Segment(Ring.TRIPLE, 20))
    at_bull = [expected_points(SOFT155, FAT, CENTRE, spread) for spread in (7.0, 40.0)]
    at_triple = [expected_points(SOFT155, FAT, triple, spread) for spread in (7.0, 40.0)]
    assert at_bull == pytest.approx([49.7, 16.2], abs=0.3)
    assert at_triple == pytest.approx([39.2, 13.0], abs=0.8)
