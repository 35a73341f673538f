"""The noise of throws over many of them: its distribution, and that nothing public tells it before the release."""

from __future__ import annotations

import hashlib
import math

import numpy as np
import pytest

from game import draws
from game.actions import Throw
from game.darts.options import specs_of
from game.darts.throwing import land, model_of, sway_phases
from game.vocabulary import GameKind, OptionValue, Pace, Touch

THROWS = 100_000
KEY = hashlib.sha256(b"a match").digest()
AIM = (0.0, 103.0)


def label(number: int) -> str:
    """The label of one dart of a long match."""
    turn, dart = divmod(number, 3)
    return f"m1/g{turn // 500 + 1}/throw/t{turn % 500 + 1}/d{dart + 1}"


@pytest.fixture(scope="module")
def points() -> np.ndarray:
    """Where 100,000 throws at one aim hit, mm from where a perfect hand would have hit."""
    options: dict[str, OptionValue] = {spec.name: spec.default for spec in specs_of(GameKind.X01)} | {"sway_mm": 0.0}
    model = model_of(options, Touch.PRO, Pace.NORMAL)
    exact = land(model_of(options, Touch.EXACT, Pace.NORMAL), KEY, "m1", Throw(1, AIM), 0.0).point
    hits = [land(model, KEY, label(number), Throw(1, AIM, nonce="ab"), 0.0).point for number in range(THROWS)]
    apart: np.ndarray = np.array(hits) - np.array(exact)
    return apart


def test_the_spread_is_that_of_the_touch_and_leans_nowhere(points: np.ndarray) -> None:
    error = 9.0 / math.sqrt(THROWS)
    assert np.abs(points.mean(axis=0)).max() < 4.0 * error + 0.05  # a point is rounded to a tenth
    assert points.std(axis=0) == pytest.approx([9.0, 9.0], abs=4.0 * error / math.sqrt(2.0))


def test_each_axis_is_normal_by_the_distance_of_kolmogorov_and_smirnov(points: np.ndarray) -> None:
    for axis in (0, 1):
        ordered = np.sort(points[:, axis]) / 9.0
        normal = np.array([0.5 * (1.0 + math.erf(value / math.sqrt(2.0))) for value in ordered])
        steps = np.arange(1, THROWS + 1) / THROWS
        rounding = 0.05 / 9.0 * 0.4
        assert np.abs(normal - steps).max() < 1.95 / math.sqrt(THROWS) + rounding  # 0.1 % of true ones are beyond it


def test_the_distance_has_the_share_of_a_two_dimensional_normal_inside_each_ring(points: np.ndarray) -> None:
    distance = np.hypot(points[:, 0], points[:, 1])
    for radius in (4.0, 6.35, 9.0, 15.9, 20.0, 30.0):
        share = 1.0 - math.exp(-(radius**2) / (2.0 * 81.0))
        error = 4.0 * math.sqrt(share * (1.0 - share) / THROWS)
        assert np.mean(distance <= radius) == pytest.approx(share, abs=error + 0.001)


def test_nothing_known_before_the_release_tells_the_noise(points: np.ndarray) -> None:
    phases = np.array([sway_phases(KEY, label(number)) for number in range(0, THROWS, 5)])
    some = points[::5]
    known = [np.sin(phases[:, 0]), np.cos(phases[:, 1]), np.arange(len(some)) % 3, np.roll(some[:, 0], 1), some[:, 1]]
    limit = 4.5 / math.sqrt(len(some))
    for axis in (0, 1):
        for other in known[: 5 - axis]:
            assert abs(np.corrcoef(some[:, axis], other)[0, 1]) < limit


def test_another_key_another_nonce_or_another_dart_is_another_noise() -> None:
    one = draws.gaussian_pair(KEY, "m1/g1/throw/t1/d1/nab")
    others = [
        draws.gaussian_pair(bytes(32), "m1/g1/throw/t1/d1/nab"),
        draws.gaussian_pair(KEY, "m1/g1/throw/t1/d1/nac"),
        draws.gaussian_pair(KEY, "m1/g1/throw/t1/d1"),
        draws.gaussian_pair(KEY, "m1/g1/throw/t1/d2/nab"),
        draws.gaussian_pair(hashlib.sha256(KEY).digest(), "m1/g1/throw/t1/d1/nab"),  # the commitment is no key
    ]
    assert len({one, *others}) == 6
