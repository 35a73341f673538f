"""Spotting step by step (Slovak pool rules 3.31)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.cloth import POOL_9FT, distance
from game.pool.spotting import GAP, spot
from game.vocabulary import CUE, Ball, Point

D = POOL_9FT.diameter
FOOT = POOL_9FT.foot_string
END = POOL_9FT.length / 2.0 - POOL_9FT.radius
NINE = Ball("9")


def places(positions: dict[str, Point], *balls: str, mode: str = "slide") -> dict[str, Point]:
    lying = {Ball(name): at for name, at in positions.items()}
    return {str(name): at for name, at in spot([Ball(ball) for ball in balls], lying, POOL_9FT, mode).items()}


def test_step_2_a_free_foot_spot_is_taken() -> None:
    assert places({}, "9") == {"9": (FOOT, 0.0)}


def test_step_1_an_object_ball_may_be_touched() -> None:
    assert places({"5": (FOOT, 0.0)}, "9")["9"] == pytest.approx((FOOT + D, 0.0))


def test_step_1_the_cue_ball_may_not_be_touched() -> None:
    assert places({"c": (FOOT, 0.0)}, "9")["9"] == pytest.approx((FOOT + D + GAP, 0.0))


def test_step_1_balls_spotted_together_lie_apart_lowest_first() -> None:
    found = places({}, "10", "3", "7")
    assert found["3"] == (FOOT, 0.0)
    assert found["7"][0] == pytest.approx(FOOT + D + GAP)
    assert found["10"][0] == pytest.approx(FOOT + 2 * (D + GAP))


def test_step_2_a_ball_beside_the_line_pushes_only_as_far_as_it_must() -> None:
    aside = D / 2.0
    found = places({"5": (FOOT, aside)}, "9")["9"]
    assert found[0] == pytest.approx(FOOT + (D * D - aside * aside) ** 0.5)
    assert distance(found, (FOOT, aside)) == pytest.approx(D)


def test_step_2_one_blocker_leads_to_the_next() -> None:
    assert places({"5": (FOOT, 0.0), "6": (FOOT + D + 0.01, 0.0)}, "9")["9"][0] == pytest.approx(FOOT + 2 * D + 0.01)


def full_line() -> dict[str, Point]:
    count = int((END - FOOT) / D) + 1
    return {str(number + 1): (FOOT + number * D, 0.0) for number in range(count)}


def test_step_3_no_room_behind_goes_before_the_foot_spot() -> None:
    lying = full_line()
    assert places(lying, "15")["15"] == pytest.approx((FOOT - D, 0.0))


def test_step_4_no_room_up_to_the_centre_goes_on_to_the_head_cushion() -> None:
    lying = full_line()
    lying |= {f"x{number}": (FOOT - number * D, 0.0) for number in range(1, 13)}
    x = places(lying, "15")["15"][0]
    assert x == pytest.approx(FOOT - 13 * D)
    assert x < 0.0


def test_mode_extension_goes_before_the_spot_as_soon_as_it_is_taken() -> None:
    assert places({"5": (FOOT, 0.01)}, "9", mode="extension")["9"][0] < FOOT
    assert places({"5": (FOOT + D, 0.0)}, "9", mode="extension") == {"9": (FOOT, 0.0)}


def test_a_ball_to_be_spotted_does_not_block_itself() -> None:
    assert places({"9": (FOOT, 0.0)}, "9") == {"9": (FOOT, 0.0)}


coordinates = st.tuples(st.floats(-END, END), st.floats(-0.6, 0.6))


@given(st.lists(coordinates, max_size=6), st.integers(1, 6))
def test_no_spotted_ball_overlaps_and_none_is_moved(lying: list[Point], count: int) -> None:
    positions = {Ball(f"t{number}"): at for number, at in enumerate(lying)} | {CUE: (FOOT, 0.03)}
    found = spot([Ball(str(number)) for number in range(1, count + 1)], positions, POOL_9FT)
    for number, (ball, at) in enumerate(found.items()):
        assert at[1] == 0.0
        assert all(distance(at, other) >= D - 1e-8 for other in positions.values())
        assert distance(at, positions[CUE]) >= D + GAP - 1e-8
        assert all(distance(at, other) >= D + GAP - 1e-8 for other in list(found.values())[:number])
        assert ball not in positions
