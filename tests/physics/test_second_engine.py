"""The kernel against the second implementation, and its cushions against many small steps."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from physics.balls import Constants, PlainRestitution, constants_for
from physics.tables import TABLES, TableSpec
from physics.trajectories import Ball, ContactKind, Layout, Motion, Trace
from tests.physics.second_engine import Piece, SecondEngine
from tests.physics.worlds import after, contacts, play

TABLE = TABLES["carom_10ft"]
R = 0.03075
NAMES = ("W", "Y", "R")


def plain(mu: float = 0.15) -> Constants:
    constants = constants_for("carom_10ft", {"cushion_height": R, "cushion_friction": mu, "rolling_friction": 0.02})
    return replace(constants, cushion_restitution=PlainRestitution(0.8))


def both(
    places: list[tuple[float, float]], v: tuple[float, float], w: tuple[float, float, float]
) -> tuple[Trace, SecondEngine]:
    """The same start played by both."""
    constants = plain()
    balls = Layout({Ball(name): place for name, place in zip(NAMES, places, strict=False)})
    ours = play(balls, table=TABLE, motions={Ball("W"): Motion((*v, 0.0), w)}, constants=constants)
    pieces = {str(name): Piece(np.array([*at, R]), np.zeros(3), np.zeros(3)) for name, at in balls.positions.items()}
    pieces["W"].v, pieces["W"].w = np.array([*v, 0.0]), np.array(w)
    second = SecondEngine(TABLE, constants, pieces)
    second.play()
    return ours, second


@pytest.mark.parametrize("seed", range(12))
def test_up_to_three_balls_end_where_the_second_engine_ends_them(seed: int) -> None:
    rng = np.random.default_rng(seed)
    places: list[tuple[float, float]] = []
    while len(places) < 1 + seed % 3:
        place = (float(rng.uniform(-1.3, 1.3)), float(rng.uniform(-0.6, 0.6)))
        if all(math.dist(place, other) > 0.1 for other in places):
            places.append(place)
    way = rng.uniform(0, 2 * math.pi)
    speed = rng.uniform(0.5, 2.0)
    v = (speed * math.cos(way), speed * math.sin(way))
    ours, second = both(places, v, tuple(rng.uniform(-40, 40, 3).tolist()))
    hits = [c for c in ours.contacts if c.kind in (ContactKind.BALL, ContactKind.CUSHION)]
    assert [time for time, *_ in second.hits] == pytest.approx([hit.time for hit in hits], abs=1e-7)
    for name, piece in second.balls.items():
        assert ours.rest[Ball(name)] == pytest.approx(piece.p[:2], abs=1e-6)


def stepped(
    v: list[float], w: list[float], e: float, mu: float, mu_bed: float, height: float
) -> tuple[list[float], list[float]]:
    """Mathavan's equations in many small impulse steps: ball moving to +y into a cushion, R = m = 1."""
    s = height - 1.0
    c = math.sqrt(1 - s * s)
    velocity, spin = np.array(v), np.array(w)
    into, up = np.array([0.0, c, s]), np.array([0.0, 0.0, 1.0])
    step = 1e-3 * abs(velocity @ into)
    work, phase, done = 0.0, 0, 0.0
    while True:
        speed = float(velocity @ into)
        if phase == 0 and speed <= 0:
            phase, done = 1, e * e * work
        if phase == 1:
            done += min(speed, 0.0) * step
            if done <= 0:
                return velocity.tolist(), spin.tolist()
        work += max(speed, 0.0) * step
        u = velocity - speed * into + np.cross(spin, into)
        size = float(np.linalg.norm(u))
        f = -min(mu * step, 2 / 7 * size) * u / size if size > 0 else np.zeros(3)
        velocity = velocity - step * into + f
        spin = spin + 2.5 * np.cross(into, f)
        pressed = max(0.0, -float(velocity[2]))
        velocity[2] = max(0.0, velocity[2])
        u = velocity + np.cross(spin, -up)
        u[2] = 0.0
        size = float(np.linalg.norm(u))
        if pressed > 0 and size > 0:
            f = -min(mu_bed * pressed, 2 / 7 * size) * u / size
            velocity = velocity + f
            spin = spin + 2.5 * np.cross(-up, f)


@pytest.mark.parametrize("height", [1.2, 1.27, 1.4])
@pytest.mark.parametrize("spin", [(0.0, 0.0, 0.0), (-1.0, 0.5, 0.0), (-0.7, 0.7, 1.0), (0.5, 0.2, -2.0)])
def test_the_rigid_cushion_agrees_with_many_small_steps(spin: tuple[float, float, float], height: float) -> None:
    ball, hall = Ball("W"), TableSpec("square", 3.0, 3.0, height * R)
    options = {
        "cushion_restitution": 0.9,
        "cushion_friction": 0.2,
        "sliding_friction": 0.2,
        "cushion_height": height * R,
    }
    motion = Motion((0.6, 0.8, 0.0), (spin[0] / R, spin[1] / R, spin[2] / R))
    trace = play(Layout({ball: (0.0, 1.5 - R)}), table=hall, motions={ball: motion}, options=options)
    assert contacts(trace, ContactKind.CUSHION)[0].time == 0.0
    v, w = after(trace, ball, 0.0)
    want_v, want_w = stepped([0.6, 0.8, 0.0], list(spin), 0.9, 0.2, 0.2, height)
    if want_v[2] < 0.05:  # slower rises are held down
        want_v[2] = 0.0
    assert v == pytest.approx(want_v, abs=4e-3)
    assert [R * part for part in w] == pytest.approx(want_w, abs=1e-2)


@given(
    v=st.tuples(st.floats(-4, 4), st.floats(-4, 4), st.floats(-0.5, 3.0)),
    w=st.tuples(*[st.floats(-150, 150)] * 3),
    other=st.tuples(st.floats(-1.3, 1.3), st.floats(-0.65, 0.65)),
    e=st.floats(0.0, 1.0),
    mu=st.floats(0.0, 1.0),
)
def test_no_shot_makes_energy_or_overlaps(
    v: tuple[float, float, float], w: tuple[float, float, float], other: tuple[float, float], e: float, mu: float
) -> None:
    assume(min(math.dist(other, (-0.4, 0.1)), math.dist(other, (0.9, -0.3))) > 2.1 * R)
    balls = Layout({Ball("W"): (-0.4, 0.1), Ball("Y"): other, Ball("R"): (0.9, -0.3)})
    options = {"ball_ball_restitution": e, "ball_ball_friction": mu, "cushion_friction": mu, "bed_restitution": 0.9 * e}
    trace = play(balls, table=TABLE, motions={Ball("W"): Motion(v, w)}, options=options)
    assert trace.max_overlap < 1e-9
    levels = [trace.energy[0], *energies(trace)]
    assert all(later <= earlier + 1e-8 for earlier, later in pairwise(levels))


def energies(trace: Trace) -> list[float]:
    """Total energy of the balls still on the table right after every time something changed, J."""
    total = []
    for t in sorted({float(row["t"]) for row in trace.segments}):
        energy = 0.0
        for ball in trace.balls:
            rows = trace.rows_of(ball)
            row = rows[int(rows["t"].searchsorted(t, side="right")) - 1]
            if row["mode"] == 5:
                continue
            dt = t - float(row["t"])
            speed, w = row["vel"] + dt * row["acc"], spin_at(row, dt)
            height = trace.position_at(ball, t)[2] - R
            energy += 0.21 * (0.5 * float(speed @ speed) + 0.2 * R * R * float(w @ w) + 9.81 * height)
        total.append(energy)
    return total


def spin_at(row: np.void, dt: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Angular velocity inside a segment, from its mode (docs/physics.md#cloth)."""
    w = np.array(row["spin"], dtype=np.float64)
    if row["mode"] in (0, 4, 5):
        return w
    if row["mode"] == 3:
        w[0] += dt * 2.5 / R * row["acc"][1]
        w[1] -= dt * 2.5 / R * row["acc"][0]
    elif row["mode"] == 2:
        v = row["vel"] + dt * row["acc"]
        w[0], w[1] = -v[1] / R, v[0] / R
    w[2] = math.copysign(max(0.0, abs(w[2]) - 4.5 * dt), w[2])
    return w
