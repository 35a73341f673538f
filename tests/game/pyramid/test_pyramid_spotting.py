"""Where pyramid balls come back: always somewhere free, as near to the spot as can be; and its racks."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.cloth import PYRAMID_12FT, Cloth, distance
from game.pyramid.balls import ACE, CLASSIC_RACK, LAST, NUMBERED, WITH_COLOURED, in_order, rack_places, shortened, value
from game.pyramid.spotting import GAP, spot
from game.vocabulary import CUE, Ball, Point

NINE_FOOT = Cloth(2.54, 1.27, 0.034)
SMALL = 1e-7


@st.composite
def tables(draw: st.DrawFn) -> tuple[Cloth, dict[Ball, Point], list[Ball]]:
    """A cloth, balls that lie on it without touching into each other, many of them near the line, and missing ones."""
    cloth = draw(st.sampled_from((PYRAMID_12FT, NINE_FOOT)))
    half_x, half_y = cloth.length / 2 - cloth.radius, cloth.width / 2 - cloth.radius
    near = st.tuples(st.floats(0.0, half_x), st.floats(-0.08, 0.08))
    anywhere = st.tuples(st.floats(-half_x, half_x), st.floats(-half_y, half_y))
    lying: dict[Ball, Point] = {}
    order = draw(st.permutations(WITH_COLOURED))
    for ball, at in zip(order, draw(st.lists(near | anywhere, max_size=15)), strict=False):
        if all(distance(at, other) >= cloth.diameter for other in lying.values()):
            lying[ball] = at
    missing = [ball for ball in order if ball not in lying]
    return cloth, lying, missing[: draw(st.integers(1, len(missing)))]


@given(tables(), st.sampled_from(("line", "cushion")), st.sampled_from(("left", "right")))
def test_a_free_place_is_always_found(table: tuple[Cloth, dict[Ball, Point], list[Ball]], mode: str, side: str) -> None:
    cloth, lying, missing = table
    before = dict(lying)
    spotted = spot(missing, lying, cloth, mode, side)
    assert lying == before
    assert set(spotted) == set(missing)
    assert all(cloth.holds(at) for at in spotted.values())
    pairs = [*combinations(spotted.values(), 2), *((one, two) for one in spotted.values() for two in lying.values())]
    assert all(distance(one, two) >= cloth.diameter - SMALL for one, two in pairs)


@given(tables())
def test_no_place_nearer_to_the_back_spot_was_free(table: tuple[Cloth, dict[Ball, Point], list[Ball]]) -> None:
    cloth, lying, missing = table
    ((_, at),) = spot(missing[:1], lying, cloth).items()
    nearest = cloth.foot_string
    way = 1.0 if at[0] >= nearest else -1.0
    for step in range(1, 200):
        x = nearest + way * (step - 0.5) * 0.005
        if (at[0] - x) * way > 0.001:
            assert any(distance((x, 0.0), other) < cloth.diameter + GAP for other in lying.values())


def near(places: Mapping[Ball, Point], ball: str, at: Point) -> bool:
    return distance(places[Ball(ball)], at) < 1e-6


def test_a_crowded_line_goes_on_before_the_back_spot() -> None:
    lying = {Ball(str(number)): (0.8875 + 0.0685 * number, 0.0) for number in range(13)}
    assert near(spot([Ball("14")], lying, PYRAMID_12FT), "14", (0.8875 - 0.0685, 0.0))


def test_thirteen_balls_fit_on_the_line() -> None:
    spotted = spot(NUMBERED[:13], {}, PYRAMID_12FT)
    assert [round(spotted[ball][0], 4) for ball in NUMBERED[:13]] == [round(0.8875 + 0.068 * k, 4) for k in range(13)]
    assert spot(NUMBERED[:14], {}, PYRAMID_12FT)[Ball("14")][0] < 0.8875


def test_the_side_at_the_foot_cushion_is_an_option() -> None:
    lying = {Ball("1"): (1.741, 0.0)}
    assert near(spot([Ball("2")], lying, PYRAMID_12FT, "cushion", "left"), "2", (1.741, 0.068))
    assert near(spot([Ball("2")], lying, PYRAMID_12FT, "cushion", "right"), "2", (1.741, -0.068))


def test_a_foot_cushion_that_is_full_sends_balls_to_the_line() -> None:
    lying = {Ball(str(k + 20)): (1.741, -0.8535 + 0.1 * k) for k in range(18)}
    assert near(spot([Ball("2")], lying, PYRAMID_12FT, "cushion"), "2", (0.8875, 0.0))


def test_the_coloured_ball_comes_back_last() -> None:
    assert in_order([CUE, Ball("10"), Ball("9")]) == ("9", "10", CUE)


def test_the_classic_rack_has_its_numbers_in_their_places() -> None:
    places = dict(zip(CLASSIC_RACK, (at for row in rack_places(PYRAMID_12FT) for at in row), strict=True))
    assert near(places, "4", (0.8875, 0.0))
    assert near(places, "5", (0.94639, 0.034))
    assert near(places, "10", (1.064169, -0.102))
    assert near(places, "2", (1.123059, 0.136))
    assert sorted(CLASSIC_RACK) == sorted(NUMBERED)


def test_cp_10_all_balls_are_worth_140() -> None:
    assert sum(value(ball) for ball in NUMBERED) + LAST == 140
    assert value(Ball("1")) == ACE == 11


@pytest.mark.parametrize("count", range(1, 16))
def test_a_shortened_pyramid_is_part_of_the_rack(count: int) -> None:
    places = shortened(NUMBERED[:count], PYRAMID_12FT)
    rack = [at for row in rack_places(PYRAMID_12FT) for at in row]
    assert len(set(places.values())) == count
    assert set(places.values()) <= set(rack)
    assert places[Ball("1")] == rack[0]
