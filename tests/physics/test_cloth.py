"""Sliding, rolling, spinning and flying against their closed forms (docs/physics.md#cloth)."""

from __future__ import annotations

import math

import pytest

from physics.trajectories import Ball, ContactKind, Mode, Motion, Stroke
from tests.physics.worlds import CUE, after, contacts, first_rolling, layout, play

G, R = 9.81, 0.028575
BIG = "carom_10ft"
POOL_BALL = {"ball_radius": R, "gravity": G, "spin_deceleration": 8.0}


def slide(speed: float, spin: float, friction: float = 0.2) -> tuple[float, float, float]:
    """Time, distance and speed at which a ball started with (speed, R spin) rolls."""
    motion = {CUE: Motion((speed, 0.0, 0.0), (0.0, spin / R, 0.0))}
    trace = play(layout(c=(-1.3, 0.0)), motions=motion, table=BIG, options={**POOL_BALL, "sliding_friction": friction})
    time, velocity = first_rolling(trace, CUE, 0.0)
    return time, trace.position_at(CUE, time)[0] + 1.3, velocity[0]


@pytest.mark.parametrize(
    ("speed", "time", "distance"), [(1.0, 0.1456, 0.1248), (2.0, 0.2912, 0.4993), (4.0, 0.5825, 1.9971)]
)
def test_a_stun_ball_rolls_after_the_published_time_and_distance(speed: float, time: float, distance: float) -> None:
    got = slide(speed, 0.0)
    assert got[0] == pytest.approx(time, abs=5e-5)
    assert got[1] == pytest.approx(distance, abs=5e-5)
    assert got[1] == pytest.approx(12 * speed**2 / (49 * 0.2 * G), abs=1e-9)
    assert got[2] == pytest.approx(5 / 7 * speed, abs=1e-12)


@pytest.mark.parametrize("spin", [-2.0, -0.5, 0.7, 3.0])
def test_slide_ends_at_five_sevenths_of_speed_and_two_sevenths_of_spin(spin: float) -> None:
    time, _, speed = slide(2.0, spin)
    assert speed == pytest.approx(5 / 7 * 2.0 + 2 / 7 * spin, abs=1e-12)
    assert time == pytest.approx(2 * abs(2.0 - spin) / (7 * 0.2 * G), abs=1e-12)


def test_backspin_is_dragged_to_stun_on_the_published_way() -> None:
    trace = play(
        layout(c=(-1.3, 0.0)),
        motions={CUE: Motion((3.0, 0.0, 0.0), (0.0, -1.0 / R, 0.0))},
        table=BIG,
        options={**POOL_BALL, "sliding_friction": 0.2},
    )
    time = 2 * 1.0 / (5 * 0.2 * G)
    way = trace.position_at(CUE, time)[0] + 1.3
    assert way == pytest.approx(2 * 1.0 / (5 * 0.2 * G) * (3.0 - 1.0 / 5), abs=1e-9)


@pytest.mark.parametrize(("friction", "way"), [(0.01, 5.10), (0.0075, 6.80), (0.005, 10.19)])
def test_rolling_comes_to_rest_after_v_squared_over_two_mu_g(friction: float, way: float) -> None:
    assert 1 / (2 * friction * G) == pytest.approx(way, abs=0.005)
    motion = {CUE: Motion((0.6, 0.0, 0.0), (0.0, 0.6 / R, 0.0))}
    trace = play(
        layout(c=(-1.3, 0.0)), motions=motion, table=BIG, options={**POOL_BALL, "rolling_friction": friction * 2}
    )
    assert trace.rest[CUE][0] + 1.3 == pytest.approx(0.6**2 / (4 * friction * G), abs=1e-9)


@pytest.mark.parametrize("loss", [5.0, 15.0])
def test_spin_in_place_stops_at_omega_over_loss(loss: float) -> None:
    trace = play(
        layout(c=(0.0, 0.0)),
        motions={CUE: Motion((0.0, 0.0, 0.0), (0.0, 0.0, 100.0))},
        options={"spin_deceleration": loss},
    )
    assert trace.duration == pytest.approx(100.0 / loss, abs=1e-12)
    assert trace.rest[CUE] == (0.0, 0.0)


def test_side_spin_survives_the_end_of_the_slide() -> None:
    motion = {CUE: Motion((1.0, 0.0, 0.0), (0.0, 0.0, 60.0))}
    trace = play(layout(c=(-1.0, 0.0)), motions=motion, table=BIG, options=POOL_BALL)
    time, _ = first_rolling(trace, CUE, 0.0)
    assert after(trace, CUE, time)[1][2] == pytest.approx(60.0 - 8.0 * time, abs=1e-9)


def test_a_rolling_ball_keeps_a_straight_line() -> None:
    motion = {CUE: Motion((0.5, 0.3, 0.0), (-0.3 / R, 0.5 / R, 0.0))}
    trace = play(layout(c=(-1.0, -0.5)), motions=motion, table=BIG, options={**POOL_BALL, "rolling_friction": 0.05})
    x, y = trace.rest[CUE]
    assert (y + 0.5) / (x + 1.0) == pytest.approx(0.6, abs=1e-12)
    assert {int(row["mode"]) for row in trace.rows_of(CUE)} == {Mode.ROLLING, Mode.REST}


def test_a_thrown_ball_flies_and_bounces_by_the_closed_forms() -> None:
    motion = {CUE: Motion((1.0, 0.0, 2.0), (0.0, 0.0, 0.0))}
    trace = play(layout(c=(-1.0, 0.0)), motions=motion, table=BIG, options={**POOL_BALL, "bed_restitution": 0.5})
    lands = contacts(trace, ContactKind.BED)
    assert lands[0].time == pytest.approx(2 * 2.0 / G, abs=1e-12)
    assert trace.position_at(CUE, 2.0 / G)[2] - R == pytest.approx(2.0**2 / (2 * G), abs=1e-12)
    assert lands[0].at[0] == pytest.approx(-1.0 + 2 * 2.0 / G, abs=1e-12)
    assert after(trace, CUE, lands[0].time)[0][2] == pytest.approx(1.0, abs=1e-12)
    assert lands[1].time - lands[0].time == pytest.approx(2 * 1.0 / G, abs=1e-12)


def test_splitting_a_motion_changes_nothing() -> None:
    whole = play(
        layout(c=(-1.2, -0.5)), [Stroke(CUE, 0.7, 3.0, 0.0, (0.3, -0.2))], table=BIG, options={"spin_deceleration": 8.0}
    )
    t = 0.21
    rows = whole.rows_of(CUE)
    row = rows[int(rows["t"].searchsorted(t, side="right")) - 1]
    assert row["mode"] == Mode.SLIDING
    dt = t - row["t"]
    v = row["vel"] + row["acc"] * dt
    turn = 2.5 / 0.03075
    x, y, z = row["spin"].tolist()
    w = (x + dt * turn * row["acc"][1], y - dt * turn * row["acc"][0], math.copysign(abs(z) - 8.0 * dt, z))
    place = whole.position_at(CUE, t)[:2]
    rest = play(
        layout(c=place), motions={CUE: Motion((v[0], v[1], 0.0), w)}, table=BIG, options={"spin_deceleration": 8.0}
    )
    assert rest.rest[CUE] == pytest.approx(whole.rest[CUE], abs=1e-11)
    assert rest.duration == pytest.approx(whole.duration - t, abs=1e-11)


def test_nothing_moves_without_a_stroke() -> None:
    trace = play(layout(c=(0.0, 0.0), b1=(0.3, 0.1)))
    assert trace.duration == 0.0
    assert trace.rest == {CUE: (0.0, 0.0), Ball("1"): (0.3, 0.1)}
