"""From a throw to a hit: the published draws, sway, power, spread, bounces, and the time of the release (darts B.2)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.actions import Throw
from game.darts.options import specs_of
from game.darts.release import release_time, window
from game.darts.throwing import ThrowModel, land, model_of, sway_at, sway_phases
from game.darts.vocabulary import Landing
from game.vocabulary import GameKind, OptionValue, Pace, Touch
from physics.darts.board import SOFT155, STEEL, near_wire
from physics.darts.flight import Thrower

KEY = bytes(range(32))
STILL = ThrowModel(STEEL, Thrower(STEEL.oche), noise=0.0, sway=0.0, bounce=0.0)
T20 = (0.0, 103.0)


def model(noise: float = 0.0, sway: float = 0.0, bounce: float = 0.0) -> ThrowModel:
    return ThrowModel(STEEL, Thrower(STEEL.oche), noise, sway, bounce)


@pytest.mark.parametrize(
    ("dart", "point", "segment"), [(1, (0.8, 91.4), "S20i"), (2, (-3.4, 99.4), "T20"), (3, (-10.2, 89.7), "S20i")]
)
def test_the_published_throws_come_out(dart: int, point: tuple[float, float], segment: str) -> None:
    landed = land(model(noise=16.0), KEY, f"g1/throw/t1/d{dart}", Throw(dart, T20), 0.0)
    assert landed.point == point
    assert landed.dart.name + landed.dart.zone == segment


@given(st.floats(-170, 170), st.floats(-170, 170))
def test_without_noise_a_dart_lands_where_it_was_aimed(x: float, y: float) -> None:
    landed = land(STILL, KEY, "g1/throw/t1/d1", Throw(1, (x, y)), 0.0)
    assert math.dist(landed.point, (x, y)) < 0.0708 + 1e-9
    assert 0.25 < landed.flight < 0.45


def test_power_off_the_middle_lands_high_or_low() -> None:
    heights = [land(STILL, KEY, "x", Throw(1, T20, power), 0.0).point[1] for power in (0.3, 0.5, 0.7)]
    assert heights[1] == 103.0
    assert heights[2] - heights[1] == pytest.approx(10.3, abs=0.1)  # one per cent of speed, published table
    assert heights[1] - heights[0] == pytest.approx(10.6, abs=0.2)


def test_the_aim_sways_with_known_phases_and_the_right_moment_removes_it() -> None:
    phases = sway_phases(KEY, "g1/throw/t1/d1")
    assert all(0.0 <= phase < 2.0 * math.pi for phase in phases)
    assert phases != sway_phases(KEY, "g1/throw/t1/d2")
    rest = (2.0 * math.pi - phases[0]) / (2.0 * math.pi) * 1.7
    assert sway_at(10.0, phases, rest)[0] == pytest.approx(0.0, abs=1e-9)
    landed = land(model(sway=10.0), KEY, "g1/throw/t1/d1", Throw(1, T20), rest)
    assert landed.point[0] == 0.0


@given(st.floats(0, 1000), st.floats(0, 50))
def test_the_sway_stays_within_its_amplitude(held: float, amplitude: float) -> None:
    across, up = sway_at(amplitude, sway_phases(KEY, "x"), held)
    assert max(abs(across), abs(up)) <= amplitude + 1e-9


def test_ignoring_the_sway_adds_seven_millimetres_per_axis() -> None:
    sways = [sway_at(10.0, sway_phases(KEY, f"t{turn}"), 0.37 * turn)[0] for turn in range(4000)]
    assert math.sqrt(sum(sway * sway for sway in sways) / len(sways)) == pytest.approx(7.07, abs=0.2)


def test_a_hundred_thousand_throws_follow_their_distribution() -> None:
    spread, count = 9.0, 100_000
    points = [
        land(model(noise=spread), KEY, f"g1/throw/t{turn}/d1", Throw(1, (0.0, 0.0)), 0.0).point for turn in range(count)
    ]
    for axis in range(2):
        mean = sum(point[axis] for point in points) / count
        variance = sum(point[axis] ** 2 for point in points) / count
        assert abs(mean) < 4.0 * spread / math.sqrt(count)
        assert abs(variance / spread**2 - 1.0) < 4.0 * math.sqrt(2.0 / count)
    covariance = sum(x * y for x, y in points) / count
    assert abs(covariance) < 4.0 * spread**2 / math.sqrt(count)
    for share in (0.1, 0.5, 0.9):
        radius = spread * math.sqrt(-2.0 * math.log(1.0 - share))
        inside = sum(math.hypot(*point) <= radius for point in points) / count
        assert abs(inside - share) < 4.0 * math.sqrt(share * (1.0 - share) / count) + 0.001


def test_a_dart_beside_a_wire_may_bounce_and_one_in_the_open_never() -> None:
    always = model(bounce=1.0)
    on_wire = land(always, KEY, "x", Throw(1, (0.0, 106.5)), 0.0)
    assert (on_wire.dart.landing, on_wire.point) == (Landing.BOUNCE_OUT, (0.0, 106.5))
    assert land(always, KEY, "x", Throw(1, T20), 0.0).dart.name == "T20"
    assert land(model(), KEY, "x", Throw(1, (0.0, 106.5)), 0.0).dart.name == "T20"
    share = sum(
        land(model(bounce=0.3), KEY, f"t{n}", Throw(1, (0.0, 106.5)), 0.0).dart.landing is Landing.BOUNCE_OUT
        for n in range(2000)
    )
    assert share / 2000 == pytest.approx(0.3, abs=0.05)


@pytest.mark.parametrize(
    ("point", "near"),
    [
        ((0.0, 106.1), True),
        ((0.0, 105.9), False),
        ((15.0, 0.0), True),
        ((8.0, 50.5), True),
        ((0.0, 60.0), False),
        ((0.0, 10.0), False),
        ((40.0, 240.0), False),
    ],
)
def test_a_wire_is_a_ring_or_a_sector_line(point: tuple[float, float], near: bool) -> None:
    assert near_wire(STEEL, point, 1.0) is near


def resolved(**changed: OptionValue) -> dict[str, OptionValue]:
    return {spec.name: spec.default for spec in specs_of(GameKind.X01)} | changed


@pytest.mark.parametrize(
    ("touch", "pace", "changed", "noise", "sway"),
    [
        (Touch.EXACT, Pace.NORMAL, {"noise_mm": 30.0}, 0.0, 0.0),
        (Touch.PRO, Pace.NORMAL, {}, 9.0, 10.0),
        (Touch.CLUB, Pace.NORMAL, {}, 12.0, 10.0),
        (Touch.PRO, Pace.INSTANT, {}, 9.0, 0.0),
        (Touch.PRO, Pace.NORMAL, {"noise_mm": 25.0, "sway_mm": 5.0}, 25.0, 5.0),
    ],
)
def test_touch_and_options_say_how_far_darts_spread(
    touch: Touch, pace: Pace, changed: dict[str, OptionValue], noise: float, sway: float
) -> None:
    made = model_of(resolved(**changed), touch, pace)
    assert (made.noise, made.sway) == (noise, sway)


def test_the_oche_goes_with_the_board_unless_it_is_set() -> None:
    distances = [
        model_of(resolved(**changed), Touch.PRO, Pace.NORMAL).thrower.oche
        for changed in ({}, {"board_profile": SOFT155.name}, {"oche_mm": 2440})
    ]
    assert distances == [2.37, 2.44, 2.44]


@pytest.mark.parametrize(
    ("claimed", "received", "allowed", "counts"),
    [
        (None, 10.0, 0.12, 10.0),
        (9.1, 10.0, 0.12, 9.88),
        (10.05, 10.0, 0.12, 10.0),
        (9.95, 10.0, 0.12, 9.95),
        (9.95, 10.0, 0.0, 10.0),
    ],
    ids=["no claim", "NET-04", "NET-05", "honest", "ranked"],
)
def test_a_release_counts_inside_its_window(
    claimed: float | None, received: float, allowed: float, counts: float
) -> None:
    assert release_time(claimed, received, allowed) == pytest.approx(counts)


@pytest.mark.parametrize(("round_trip", "jitter", "allowed"), [(0.0, 0.0, 0.02), (0.1, 0.01, 0.1), (2.0, 0.5, 0.2)])
def test_the_window_follows_the_connection_up_to_its_limit(round_trip: float, jitter: float, allowed: float) -> None:
    assert window(round_trip, jitter) == pytest.approx(allowed)
