"""Named draws against the published vectors of darts B.2, and their distribution."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game import draws

KEY = bytes(range(32))
TARGETS = (*range(1, 21), 25)


def test_the_commitment_is_the_published_one() -> None:
    assert draws.commitment(KEY) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_the_roulette_draw_is_the_published_one() -> None:
    assert draws.pick(KEY, "g1/roulette/draw", TARGETS, 7) == (10, 16, 4, 25, 6, 12, 2)


@pytest.mark.parametrize(
    ("round_number", "player", "expected"), [(1, 0, 16), (1, 1, 4), (1, 2, 10), (2, 0, 10), (2, 1, 5), (2, 2, 2)]
)
def test_the_start_of_the_running_light_is_the_published_one(round_number: int, player: int, expected: int) -> None:
    assert draws.below(KEY, f"g1/s100/idx/r{round_number}/p{player}", 20) == expected


@pytest.mark.parametrize(
    ("dart", "expected"), [(1, (0.051819, -0.727331)), (2, (-0.212075, -0.224996)), (3, (-0.635910, -0.831165))]
)
def test_the_noise_of_a_throw_is_the_published_one(dart: int, expected: tuple[float, float]) -> None:
    assert draws.gaussian_pair(KEY, f"g1/throw/t1/d{dart}") == pytest.approx(expected, abs=5e-7)


def test_a_number_that_would_favour_small_values_is_drawn_again() -> None:
    label, limit = "g1/refused/1", 2**63 + 1  # nearly every second number is refused
    first = next(counter for counter in range(64) if draws.block(KEY, label, counter) < limit)
    assert first > 0, "the label was chosen so that the first number is refused"
    assert draws.below(KEY, label, limit) == draws.block(KEY, label, first)
    assert draws.numbers_below(KEY, label, (limit, 10))[1] == draws.block(KEY, label, first + 1) % 10


@pytest.mark.parametrize("limit", [0, -1, 2**64 + 1])
def test_no_number_lies_below_a_bad_limit(limit: int) -> None:
    with pytest.raises(ValueError, match="no number"):
        draws.below(KEY, "g1/x", limit)


def test_a_key_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        draws.commitment(b"short")


@pytest.mark.parametrize("count", [-1, 4])
def test_more_than_all_cannot_be_picked(count: int) -> None:
    with pytest.raises(ValueError, match="cannot pick"):
        draws.pick(KEY, "g1/x", "abc", count)


@given(st.binary(min_size=32, max_size=32), st.text(max_size=20), st.integers(0, 12))
def test_picked_items_are_different_and_belong_to_the_set(key: bytes, label: str, count: int) -> None:
    picked = draws.pick(key, label, range(12), count)
    assert len(set(picked)) == count
    assert set(picked) <= set(range(12))


@given(st.binary(min_size=32, max_size=32), st.text(max_size=20))
def test_uniforms_and_normals_are_finite_and_in_range(key: bytes, label: str) -> None:
    assert 0.0 <= draws.uniform(key, label) < 1.0
    assert all(math.isfinite(value) for value in draws.gaussians(key, label, 5))
    assert draws.gaussians(key, label, 5)[:2] == draws.gaussian_pair(key, label)


def test_a_label_is_not_shifted_by_another() -> None:
    assert draws.block(KEY, "g1/a", 0) != draws.block(KEY, "g1/b", 0)
    assert draws.gaussian_pair(KEY, "g1/throw/t1/d1/n00") != draws.gaussian_pair(KEY, "g1/throw/t1/d1/n01")


def test_normals_have_mean_zero_and_variance_one() -> None:
    sample = [value for turn in range(10_000) for value in draws.gaussian_pair(KEY, f"g1/throw/t{turn}/d1")]
    mean = sum(sample) / len(sample)
    variance = sum(value * value for value in sample) / len(sample)
    inside = sum(abs(value) < 1.0 for value in sample) / len(sample)
    assert abs(mean) < 4.0 / math.sqrt(len(sample))
    assert abs(variance - 1.0) < 4.0 * math.sqrt(2.0 / len(sample))
    assert abs(inside - 0.682689) < 4.0 * math.sqrt(0.2166 / len(sample))
