"""What touches what on the cloth, and how frozen balls are brought into exact contact (pool B.1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.cloth import EPS_FROZEN, POOL_9FT, distance, frozen_at, with_gaps_closed
from game.vocabulary import Ball, Cushion, Point

D, R = POOL_9FT.diameter, POOL_9FT.radius
ONE, TWO, THREE = Ball("1"), Ball("2"), Ball("3")
WALL = 1.27 / 2.0 - R


def test_a_gap_of_a_twentieth_of_a_millimetre_is_frozen() -> None:
    assert frozen_at(POOL_9FT, {ONE: (0.0, 0.0), TWO: (D + 0.9 * EPS_FROZEN, 0.0)}).to_ball(ONE) == {TWO}
    assert frozen_at(POOL_9FT, {ONE: (0.0, 0.0), TWO: (D + 1.1 * EPS_FROZEN, 0.0)}).to_ball(ONE) == frozenset()
    assert frozen_at(POOL_9FT, {ONE: (0.2, WALL - 0.9 * EPS_FROZEN)}).to_cushion(ONE) == {Cushion.LEFT}
    assert frozen_at(POOL_9FT, {ONE: (0.2, WALL - 1.1 * EPS_FROZEN)}).to_cushion(ONE) == frozenset()


def test_a_ball_in_the_jaws_is_frozen_to_no_cushion() -> None:
    assert frozen_at(POOL_9FT, {ONE: (1.26, 0.625)}).cushions == frozenset()


def test_only_a_ball_that_moved_is_shifted_into_contact() -> None:
    lying = {ONE: (0.0, 0.0), TWO: (D + 0.00003, 0.0)}
    moved_two = with_gaps_closed(POOL_9FT, lying, frozenset({TWO}))
    assert moved_two[ONE] == (0.0, 0.0)
    assert moved_two[TWO] == pytest.approx((D, 0.0), abs=1e-12)
    assert with_gaps_closed(POOL_9FT, lying, frozenset()) == lying


def test_a_cushion_closes_too_and_several_close_nothing() -> None:
    near_wall = (0.2, WALL - 0.00002)
    assert with_gaps_closed(POOL_9FT, {ONE: near_wall}, frozenset({ONE}))[ONE] == pytest.approx((0.2, WALL), abs=1e-12)
    both = {ONE: near_wall, TWO: (0.2 + D + 0.00003, WALL - 0.00002)}
    assert with_gaps_closed(POOL_9FT, both, frozenset({ONE}))[ONE] == near_wall


@given(st.floats(-1e-9, 0.99 * EPS_FROZEN), st.floats(0.0, 6.28))
def test_a_closed_gap_is_exact_contact(gap: float, angle: float) -> None:
    from math import cos, sin

    at: Point = ((D + gap) * cos(angle), (D + gap) * sin(angle))
    closed = with_gaps_closed(POOL_9FT, {ONE: (0.0, 0.0), TWO: at}, frozenset({TWO}))
    assert distance(closed[ONE], closed[TWO]) == pytest.approx(D, abs=1e-12)
    assert distance(closed[TWO], at) <= EPS_FROZEN + 1e-12
