"""Racks as exact coordinates, their gaps, and where a ball may lie."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from physics import racks
from physics.placement import cushion_gaps, frozen_cushions, frozen_pairs, gap, on_table, overlaps
from physics.tables import CUSHIONS, TABLES
from physics.trajectories import Ball, Point

Rack = Callable[[float, float], tuple[Point, ...]]
R = 0.028575
FOOT = 0.635


def touching(places: tuple[Point, ...]) -> int:
    """Number of touching pairs; none may overlap."""
    gaps = [gap(a, b, 2 * R) for a, b in combinations(places, 2)]
    assert min(gaps) > -1e-12
    return sum(distance < 1e-12 for distance in gaps)


@pytest.mark.parametrize(
    ("make", "balls", "pairs"), [(racks.triangle, 15, 30), (racks.diamond, 9, 16), (racks.ring, 7, 12)]
)
def test_racked_balls_touch_and_start_on_the_foot_spot(make: Rack, balls: int, pairs: int) -> None:
    places = make(FOOT, R)
    assert len(places) == balls
    assert places[0] == (FOOT, 0.0)
    assert touching(places) == pairs


@pytest.mark.parametrize("make", [racks.triangle, racks.diamond])
def test_racks_mirror_across_the_long_axis_bit_for_bit(make: Rack) -> None:
    places = set(make(FOOT, R))
    assert {(x, -y) for x, y in places} == places


def test_the_middle_of_the_diamond_is_the_fifth_place() -> None:
    assert racks.diamond(FOOT, R)[4] == pytest.approx((FOOT + 2 * math.sqrt(3) * R, 0.0))


def test_the_ring_runs_clockwise_seen_from_above() -> None:
    (cx, cy), *around = (racks.ring(FOOT, R)[6], *racks.ring(FOOT, R)[:6])
    turns = [math.atan2(y - cy, x - cx) for x, y in around]
    steps = [(a - b) % (2 * math.pi) for a, b in zip(turns, [*turns[1:], turns[0]], strict=True)]
    assert steps == pytest.approx([math.pi / 3] * 6)


@given(st.lists(st.tuples(st.floats(-1e-4, 1e-4), st.floats(-1e-4, 1e-4)), min_size=15, max_size=15))
def test_a_jittered_rack_never_overlaps(gaps: list[Point]) -> None:
    rack = {Ball(str(k + 1)): place for k, place in enumerate(racks.triangle(FOOT, R))}
    real = racks.jittered(rack, gaps, Ball("1"))
    assert list(real) == list(rack)
    assert min(gap(a, b, 2 * R) for a, b in combinations(real.values(), 2)) > -1e-12
    assert max(math.dist(real[ball], rack[ball]) for ball in rack) < 2e-3


def test_no_jitter_leaves_a_rack_as_it_is() -> None:
    rack = {Ball(str(k + 1)): place for k, place in enumerate(racks.diamond(FOOT, R))}
    assert racks.jittered(rack, [(0.0, 0.0)] * 9, Ball("1")) == rack


def test_a_ball_overlaps_only_what_it_would_cut() -> None:
    others = {Ball("1"): (0.0, 0.0), Ball("2"): (0.2, 0.0)}
    assert overlaps((0.05, 0.0), others, R) == ("1",)
    assert overlaps((2 * R, 0.0), others, R) == ()
    assert overlaps((0.1, 0.0), others, 0.06) == ("1", "2")


@pytest.mark.parametrize("name", TABLES)
def test_the_field_ends_where_a_ball_touches_the_nose(name: str) -> None:
    table = TABLES[name]
    x, y = table.length / 2 - R, table.width / 2 - R
    assert on_table((x, -y), table, R)
    assert not on_table((x + 1e-6, 0.0), table, R)
    assert not on_table((0.0, -y - 1e-6), table, R)
    assert frozen_cushions((x, -y), table, R) == ("F", "R")
    assert frozen_cushions((-x + 4e-5, y - 6e-5), table, R) == ("H",)
    assert list(cushion_gaps((0.0, 0.0), table, R)) == list(CUSHIONS)


def test_frozen_pairs_are_those_within_five_hundredths_of_a_millimetre() -> None:
    balls = {Ball("c"): (0.0, 0.0), Ball("1"): (2 * R + 4e-5, 0.0), Ball("2"): (0.0, 2 * R + 6e-5)}
    assert frozen_pairs(balls, R) == (("c", "1"),)
