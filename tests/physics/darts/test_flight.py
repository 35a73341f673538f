"""The flight of a dart against the table of darts B.2 and its own laws."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from physics.darts.flight import BULL_HEIGHT, GRAVITY, Thrower, fly, launch_angle

T20 = (0.0, 103.0)
TABLE = [
    (2.37, 5.5, 24.9, 0.405, 1.71, 15.8),
    (2.37, 6.5, 18.0, 0.327, 1.89, 10.3),
    (2.37, 7.0, 15.9, 0.300, 1.93, 8.7),
    (2.44, 6.5, 18.4, 0.339, 1.95, 11.1),
]


@pytest.mark.parametrize(("oche", "speed", "degrees", "seconds", "per_mrad", "per_percent"), TABLE)
def test_the_flight_table_comes_out(
    oche: float, speed: float, degrees: float, seconds: float, per_mrad: float, per_percent: float
) -> None:
    thrower = Thrower(oche, speed=speed)
    flight = fly(thrower, T20)
    assert math.degrees(flight.angle) == pytest.approx(degrees, abs=0.051)
    assert flight.duration == pytest.approx(seconds, abs=0.00051)
    assert _rise(thrower, flight.angle + 5e-4) - _rise(thrower, flight.angle - 5e-4) == pytest.approx(
        per_mrad, abs=0.0051
    )
    assert fly(thrower, T20, speed_factor=1.01).impact[1] - 103.0 == pytest.approx(per_percent, abs=0.051)


def _rise(thrower: Thrower, angle: float) -> float:
    """Height gained at the board, mm, at nominal speed."""
    time = thrower.distance / (thrower.speed * math.cos(angle))
    return 1000.0 * (thrower.distance * math.tan(angle) - GRAVITY * time**2 / 2)


targets = st.tuples(st.floats(-250, 250), st.floats(-250, 250))


@given(targets, st.floats(5.5, 7.5), st.floats(1.5, 1.95), st.sampled_from([2.37, 2.44]))
def test_a_dart_of_nominal_speed_arrives_where_it_was_launched_to(
    target: tuple[float, float], speed: float, height: float, oche: float
) -> None:
    flight = fly(Thrower(oche, speed=speed, height=height), target)
    assert flight.impact == pytest.approx(target, abs=1e-6)
    assert 0.2 < flight.duration < 0.6


@given(targets, st.floats(0.975, 0.999), st.floats(1.001, 1.025))
def test_a_faster_dart_arrives_higher_and_sooner(target: tuple[float, float], slow: float, fast: float) -> None:
    thrower = Thrower(2.37)
    slower, faster = fly(thrower, target, speed_factor=slow), fly(thrower, target, speed_factor=fast)
    assert slower.impact[1] < target[1] < faster.impact[1]
    assert slower.duration > faster.duration
    assert slower.impact[0] == faster.impact[0] == target[0]


def test_the_flatter_of_two_angles_is_taken() -> None:
    assert launch_angle(2.0, 6.5, 0.1) < math.pi / 4


def test_a_dart_that_is_too_slow_is_refused() -> None:
    with pytest.raises(ValueError, match="does not rise"):
        launch_angle(2.0, 3.0, BULL_HEIGHT)
