"""Cushions: published rebounds, frozen balls, corners, symmetry, energy (docs/physics.md#cushions)."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from physics.balls import PlainRestitution, RestitutionLaw, constants_for
from physics.tables import TableSpec
from physics.trajectories import Ball, ContactKind, Layout, Mode, Motion, Stroke, Trace
from tests.physics.worlds import CUE, after, contacts, layout, play

R = 0.02625
SNOOKER = {
    "ball_radius": R,
    "ball_mass": 0.1406,
    "cushion_restitution": 0.98,
    "cushion_friction": 0.14,
    "sliding_friction": 0.212,
    "cushion_height": 1.4 * R,
}
HALL = TableSpec("square", 3.0, 3.0, 1.4 * R)
W = Ball("W")


def rebound(angle: float, side: float = 0.0, roll: float = 1.0, speed: float = 1.0) -> tuple[float, float]:
    """Speed ratio and angle to the cushion after Mathavan's snooker cushion; side = R omega_z / V, + = running."""
    a = math.radians(angle)
    v = (speed * math.cos(a), speed * math.sin(a), 0.0)
    w = (-v[1] / R * roll, v[0] / R * roll, side * speed / R)
    trace = play(Layout({W: (0.0, 1.5 - R)}), table=HALL, motions={W: Motion(v, w)}, options=SNOOKER)
    out = after(trace, W, 0.0)[0]
    return math.hypot(out[0], out[1]) / speed, math.degrees(math.atan2(-out[1], out[0]))


@pytest.mark.parametrize("speed", [0.3, 1.0, 2.4])
@pytest.mark.parametrize(
    ("angle", "ratio", "out"),
    [(15, 0.918, 15.9), (30, 0.861, 34.0), (45, 0.848, 52.7), (60, 0.867, 68.8), (75, 0.898, 80.0), (90, 0.911, 90.0)],
)
def test_rolling_rebounds_of_mathavan_2010(angle: float, ratio: float, out: float, speed: float) -> None:
    got = rebound(angle, speed=speed)
    assert got[0] == pytest.approx(ratio, abs=0.0015)
    assert got[1] == pytest.approx(out, abs=0.1)


def test_a_ball_without_spin_comes_off_slower() -> None:
    assert rebound(90, roll=0.0)[0] == pytest.approx(0.837, abs=0.0015)


@pytest.mark.parametrize(
    ("side", "out", "ratio"),
    [(-2, 54.9, 0.838), (-1, 54.3, 0.840), (0, 52.7, 0.848), (1, 43.2, 0.941), (2, 37.0, 1.116)],
)
def test_side_spin_at_half_angle(side: float, out: float, ratio: float) -> None:
    got = rebound(45, side)
    assert got[0] == pytest.approx(ratio, abs=0.0015)
    assert got[1] == pytest.approx(out, abs=0.1)


@pytest.mark.parametrize(("side", "off"), [(1, 13.9), (-1, 13.9), (2, 16.9), (-2, 16.9)])
def test_side_spin_straight_into_the_cushion(side: float, off: float) -> None:
    assert abs(rebound(90, side)[1] - 90.0) == pytest.approx(off, abs=0.1)


@pytest.mark.parametrize("e", [0.0, 0.5, 0.7, 0.95, 1.0])
def test_a_smooth_cushion_at_centre_height_returns_e_times_the_speed(e: float) -> None:
    options = {"cushion_restitution": e, "cushion_friction": 0.0, "cushion_height": 0.03075, "rolling_friction": 0.01}
    trace = play(
        layout(W=(1.0, 0.0)),
        table="carom_10ft",
        motions={W: Motion((2.0, 0.0, 0.0), (0.0, 2.0 / 0.03075, 0.0))},
        options=options,
    )
    hit = contacts(trace, ContactKind.CUSHION)[0]
    before = 2.0 - 0.01 * 9.81 * hit.time
    assert -after(trace, W, hit.time)[0][0] == pytest.approx(max(e * before, 1e-3), abs=1e-9)


def test_a_rolling_ball_leaves_near_stun() -> None:
    trace = play(layout(c=(1.0, 0.0)), motions={CUE: Motion((1.5, 0.0, 0.0), (0.0, 1.5 / 0.028575, 0.0))})
    hit = contacts(trace, ContactKind.CUSHION)[0]
    v, w = after(trace, CUE, hit.time)
    assert abs(w[1] * 0.028575 / v[0]) < 0.35


def test_the_default_rubber_gives_back_less_at_speed() -> None:
    ratios = []
    for speed in (0.5, 1.5, 3.0, 6.0):
        trace = play(layout(c=(1.24, 0.0)), motions={CUE: Motion((speed, 0.0, 0.0), (0.0, speed / 0.028575, 0.0))})
        ratios.append(-after(trace, CUE, contacts(trace, ContactKind.CUSHION)[0].time)[0][0] / speed)
    assert ratios == sorted(ratios, reverse=True)
    assert 0.6 < ratios[-1] < ratios[0] < 0.95


@pytest.mark.parametrize("soft", [True, False])
def test_only_rubber_that_gives_turns_side_spin_round(soft: bool) -> None:
    """Banking across and back again needs the nose to throw the slip back (twice across)."""
    constants = replace(
        constants_for("carom_10ft", {**SNOOKER, "cushion_friction": 0.6}),
        cushion_restitution=RestitutionLaw(0.9, 0.0, 0.9, 1.1) if soft else 0.9,
    )
    motion = Motion((0.0, 1.0, 0.0), (0.0, 0.0, 0.6 / R))
    trace = play(Layout({W: (0.0, 1.5 - R)}), table=HALL, motions={W: motion}, constants=constants)
    v, w = after(trace, W, 0.0)
    c = math.sqrt(1 - 0.4**2)
    slip = v[0] - R * (w[2] * c - w[1] * 0.4)
    assert (slip > 0.05) if soft else (abs(slip) < 0.02)


def test_a_ball_with_reverse_side_goes_across_twice() -> None:
    """Forward, back off the first long cushion, forward again off the second."""
    a, v = math.radians(75.0), 4.0
    motion = Motion((v * math.cos(a), v * math.sin(a), 0.0), (0.0, 0.0, -v / 0.03075))
    trace = play(layout(W=(0.0, -0.3)), table="carom_10ft", motions={W: motion})
    hits = contacts(trace, ContactKind.CUSHION)[:2]
    assert [hit.other for hit in hits] == ["L", "R"]
    there, back = (after(trace, W, hit.time)[0][0] for hit in hits)
    assert there < -0.2
    assert back > 0.05


FROZEN = [math.radians(degrees) for degrees in (0, 1e-7, 1e-3, 1, 5, 20, 45, 70, 89, 90)]


@pytest.mark.parametrize("table", ["pool_9ft", "carom_10ft"])
@pytest.mark.parametrize("angle", FROZEN)
def test_a_ball_frozen_to_a_cushion_and_shot_into_it_stays_on_the_table(angle: float, table: str) -> None:
    radius, length, width = (0.028575, 2.54, 1.27) if table == "pool_9ft" else (0.03075, 2.84, 1.42)
    ball = CUE if table == "pool_9ft" else W
    y = width / 2 - radius
    trace = play(Layout({ball: (0.3, y)}), [Stroke(ball, angle, 2.0)], table=table)
    outside_mouths = [row for row in trace.rows_of(ball) if table == "carom_10ft" or abs(row["pos"][0]) < 1.15]
    assert all(abs(row["pos"][1]) <= y + 1e-9 for row in outside_mouths if row["mode"] != Mode.GONE)
    assert all(abs(row["pos"][0]) <= length / 2 + 0.1 for row in trace.rows_of(ball))
    if angle > 1e-6:
        first = contacts(trace, ContactKind.CUSHION)[0]
        assert (first.other, first.time) == ("L", 0.0)


@pytest.mark.parametrize("gap", [0.0, 1e-12, 1e-9, 1e-6])
def test_a_ball_runs_into_a_corner_and_out_again(gap: float) -> None:
    half = 1.5 - R
    balls = Layout({W: (half - 0.5, half - 0.5 + gap)})
    trace = play(balls, [Stroke(W, math.pi / 4, 3.0)], table=HALL, options=SNOOKER)
    hits = contacts(trace, ContactKind.CUSHION)[:2]
    assert {hit.other for hit in hits} == {"F", "L"}
    assert hits[1].time - hits[0].time < 1e-5
    v = after(trace, W, hits[1].time)[0]
    assert v[0] < 0.0
    assert v[1] < 0.0


def test_a_ball_lying_in_a_corner_can_be_shot_into_it() -> None:
    half = 1.5 - R
    trace = play(Layout({W: (half, half)}), [Stroke(W, math.pi / 4, 1.0)], table=HALL, options=SNOOKER)
    assert abs(trace.rest[W][0] - trace.rest[W][1]) < 1e-9
    assert trace.rest[W][0] < half


def test_a_squeezed_ball_comes_free() -> None:
    y = 1.42 / 2 - 0.03075
    balls = layout(W=(0.0, y - 0.0615), Y=(0.0, y))
    trace = play(balls, [Stroke(W, math.pi / 2, 3.0)], table="carom_10ft")
    assert trace.max_overlap < 1e-9
    assert trace.events < 400
    assert trace.rest[Ball("Y")][1] <= y + 1e-9


@pytest.mark.parametrize("speed", [1.0, 10.0, 100.0, 1000.0])
def test_no_speed_drives_a_ball_into_the_cushion(speed: float) -> None:
    trace = play(
        layout(W=(0.0, 0.0)), table="carom_10ft", motions={W: Motion((speed, 0.1 * speed, 0.0), (0.0, 0.0, 0.0))}
    )
    assert trace.max_overlap < 1e-9
    assert all(abs(row["pos"][0]) <= 1.42 - 0.03075 + 1e-9 for row in trace.rows_of(W))


@given(
    angle=st.floats(1.0, 90.0),
    speed=st.floats(0.05, 10.0),
    spin=st.tuples(*[st.floats(-3.0, 3.0)] * 3),
    e=st.floats(0.0, 1.0),
    mu=st.floats(0.0, 1.0),
    height=st.floats(1.0, 1.5),
)
def test_no_rebound_makes_energy(
    angle: float, speed: float, spin: tuple[float, float, float], e: float, mu: float, height: float
) -> None:
    a = math.radians(angle)
    motion = Motion(
        (speed * math.cos(a), speed * math.sin(a), 0.0), (spin[0] * speed / R, spin[1] * speed / R, spin[2] * speed / R)
    )
    options = {**SNOOKER, "cushion_restitution": e, "cushion_friction": mu, "cushion_height": height * R}
    plain = constants_for("carom_10ft", options)
    rubber = replace(plain, cushion_restitution=RestitutionLaw(e, 0.02, 0.5 * e, 1.8))
    for constants in (plain, rubber):
        trace = play(Layout({W: (0.0, 1.5 - R)}), table=HALL, motions={W: motion}, constants=constants)
        assert energy(trace) <= kinetic(motion) * (1 + 1e-12)


def kinetic(motion: Motion) -> float:
    v, w = motion.velocity, motion.spin
    return 0.1406 * (0.5 * sum(x * x for x in v) + 0.2 * R * R * sum(x * x for x in w))


def energy(trace: Trace) -> float:
    """Energy right after the first contact, which happens at t = 0."""
    v, w = after(trace, W, 0.0)
    return 0.1406 * (0.5 * sum(x * x for x in v) + 0.2 * R * R * sum(x * x for x in w))


def test_rebound_angle_is_continuous_in_side_spin() -> None:
    angles = [rebound(45, side / 20)[1] for side in range(-40, 41)]
    assert max(abs(b - a) for a, b in pairwise(angles)) < 1.2


@pytest.mark.parametrize("height", [0.036, 0.038])
def test_a_millimetre_of_cushion_height_is_felt_at_the_sixth_cushion(height: float) -> None:
    def sixth(at: float) -> tuple[float, float]:
        stroke = Stroke(W, math.radians(38), 5.5, 0.0, (-0.3, 0.2))
        trace = play(layout(W=(-1.2, -0.5)), [stroke], table="carom_10ft", options={"cushion_height": at})
        place = contacts(trace, ContactKind.CUSHION)[5].at
        return place[0], place[1]

    assert 0.002 < math.dist(sixth(0.037), sixth(height)) < 0.6


@given(
    st.floats(0.3, 5.0),
    st.floats(-1.2, 1.2),
    st.floats(-60.0, 60.0),
    st.floats(-15.0, 15.0),
    st.sampled_from([0.5, 0.9, 1.0]),
    st.sampled_from([0.0, 0.2]),
)
def test_the_plain_cushion_makes_no_energy_whatever_spin_meets_it(
    speed: float, angle: float, side: float, roll: float, restitution: float, friction: float
) -> None:
    """Its level push spins a ball up; a ball that spins that way already would leave with more than it brought."""
    constants = replace(constants_for("pool_9ft", {}), cushion_restitution=PlainRestitution(restitution))
    constants = replace(constants, cushion_friction=friction)
    radius = constants.ball_radius
    v = (speed * math.sin(angle), speed * math.cos(angle), 0.0)
    w = (-roll * v[1] / radius, roll * v[0] / radius, side)
    trace = play(Layout({CUE: (0.4, 0.635 - radius)}), motions={CUE: Motion(v, w)}, constants=constants)
    assert trace.energy[1] <= trace.energy[0]
    assert contacts(trace, ContactKind.CUSHION)
