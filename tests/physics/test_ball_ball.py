"""Two balls: throw, spin transfer, rules of thumb and published rows (docs/physics.md#ball-ball)."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from physics.balls import BallSpec, Constants, constants_for
from physics.simulate import simulate
from physics.tables import TABLES
from physics.trajectories import Ball, Layout, Motion, Trace
from tests.physics.worlds import after, first_rolling, play

W, Y = Ball("W"), Ball("Y")
R, M = 0.028575, 0.170097
CUTS = (5, 10, 15, 20, 25, 30, 35, 40, 45, 60, 80)
THROW = {
    ("stun", 0.447): (0.72, 1.44, 2.19, 2.98, 3.81, 4.72, 5.24, 5.08, 4.95, 4.62, 4.40),
    ("stun", 1.341): (0.72, 1.44, 2.19, 2.98, 3.81, 3.55, 3.25, 2.99, 2.77, 2.32, 2.04),
    ("stun", 3.129): (0.72, 1.44, 2.19, 2.50, 2.04, 1.70, 1.45, 1.26, 1.13, 0.90, 0.79),
    ("roll", 0.447): (0.38, 0.76, 1.13, 1.50, 1.85, 2.19, 2.51, 2.81, 3.09, 3.78, 4.30),
    ("roll", 1.341): (0.18, 0.35, 0.52, 0.69, 0.85, 1.00, 1.15, 1.29, 1.42, 1.74, 1.98),
    ("roll", 3.129): (0.07, 0.14, 0.20, 0.27, 0.33, 0.39, 0.45, 0.50, 0.55, 0.67, 0.76),
}
SPIN_THROW = {
    0.447: (2.05, 4.09, 4.86, 4.37, 3.93),
    1.341: (2.05, 3.55, 2.64, 2.01, 1.57),
    3.129: (2.05, 1.70, 1.05, 0.78, 0.66),
}


def strike(speed: float, cut: float, spin: tuple[float, float, float] | str = "stun", **options: float) -> Trace:
    """White meets yellow at once, line of centres along +x, coming in at `cut` degrees to it; spins in R omega, m/s."""
    c = math.radians(cut)
    v = (speed * math.cos(c), speed * math.sin(c), 0.0)
    radius = options.get("ball_radius", R)
    w = {"stun": (0.0, 0.0, 0.0), "roll": (-v[1], v[0], 0.0)}[spin] if isinstance(spin, str) else spin
    motion = Motion(v, (w[0] / radius, w[1] / radius, w[2] / radius))
    balls = Layout({W: (-2 * radius, 0.0), Y: (0.0, 0.0)})
    chosen = {"ball_radius": R, "ball_mass": M, "sliding_friction": 0.2, **options}
    return play(balls, table="carom_10ft", motions={W: motion}, options=chosen)


def angle(vector: list[float]) -> float:
    return math.degrees(math.atan2(vector[1], vector[0]))


@pytest.mark.parametrize("way", ["stun", "roll"])
@pytest.mark.parametrize("speed", [0.447, 1.341, 3.129])
def test_throw_follows_the_published_table(way: str, speed: float) -> None:
    for cut, want in zip(CUTS, THROW[way, speed], strict=True):
        trace = strike(speed, cut, way, ball_ball_restitution=1.0)
        assert angle(after(trace, Y, 0.0)[0]) == pytest.approx(want, abs=0.011), cut


@pytest.mark.parametrize("speed", [0.447, 1.341, 3.129])
def test_side_spin_throws_a_straight_shot_by_the_published_table(speed: float) -> None:
    for factor, want in zip((0.25, 0.5, 0.75, 1.0, 1.25), SPIN_THROW[speed], strict=True):
        trace = strike(speed, 0.0, (0.0, 0.0, factor * speed), ball_ball_restitution=1.0)
        assert abs(angle(after(trace, Y, 0.0)[0])) == pytest.approx(want, abs=0.011), factor


@pytest.mark.parametrize(("speed", "where", "most"), [(0.447, 33.0, 5.30), (1.341, 25.5, 3.87), (3.129, 18.25, 2.70)])
def test_throw_is_greatest_where_published(speed: float, where: float, most: float) -> None:
    cuts = [where + step for step in (-2.0, 0.0, 2.0)]
    low, top, high = (angle(after(strike(speed, cut, ball_ball_restitution=1.0), Y, 0.0)[0]) for cut in cuts)
    assert top == pytest.approx(most, abs=0.02)
    assert top > max(low, high)


@pytest.mark.parametrize("cut", [10, 30, 55])
def test_gearing_side_spin_throws_nothing(cut: float) -> None:
    trace = strike(1.5, cut, (0.0, 0.0, -1.5 * math.sin(math.radians(cut))))
    assert angle(after(trace, Y, 0.0)[0]) == pytest.approx(0.0, abs=1e-9)


def test_at_most_five_fourteenths_of_side_spin_is_passed_on() -> None:
    trace = strike(1.0, 0.0, (0.0, 0.0, 1e-3), ball_ball_restitution=1.0)
    given = after(trace, Y, 0.0)[1][2] * R
    assert abs(given) / 1e-3 == pytest.approx(5 / 14, abs=1e-9)


@pytest.mark.parametrize(("e", "mu", "want"), [(0.94, 0.0, 87.025), (1.0, 0.06, 86.566), (0.94, 0.06, 83.259)])
def test_the_ninety_degree_rule(e: float, mu: float, want: float) -> None:
    trace = strike(1.0, 30, ball_ball_restitution=e, ball_ball_friction=mu)
    assert angle(after(trace, W, 0.0)[0]) - angle(after(trace, Y, 0.0)[0]) == pytest.approx(want, abs=0.001)


@pytest.mark.parametrize(
    ("e", "fraction", "want"),
    [
        *((1.0, 0.25, 27.27), (1.0, 0.4, 32.28), (1.0, 0.5, 33.67)),
        *((1.0, 0.6, 33.21), (1.0, 0.75, 27.63), (1.0, 0.529, 33.749)),
        *((0.95, 0.25, 26.42), (0.95, 0.5, 32.27), (0.95, 0.75, 25.91)),
    ],
)
def test_the_thirty_degree_rule(e: float, fraction: float, want: float) -> None:
    cut = math.degrees(math.asin(1 - fraction))
    trace = strike(1.0, cut, "roll", ball_ball_restitution=e, ball_ball_friction=0.0)
    assert angle(first_rolling(trace, W, 0.0)[1]) - cut == pytest.approx(want, abs=0.006)


MATHAVAN = [
    (1.539, 58.63, 33.83, 0.914, 0.831, 31.93, 32.20),
    (1.032, 39.31, 26.36, 0.520, 0.599, 32.45, 25.07),
    (1.364, 51.96, 40.52, 0.917, 0.676, 29.91, 38.62),
    (1.731, 65.94, 46.50, 1.280, 0.780, 27.32, 44.38),
    (0.942, 35.89, 18.05, 0.383, 0.579, 29.47, 17.15),
]
SNOOKER = {"ball_radius": 0.02625, "ball_mass": 0.1406, "ball_ball_restitution": 0.89, "ball_ball_friction": 0.05}


@pytest.mark.parametrize("row", MATHAVAN)
def test_measured_rows_of_mathavan_2014(row: tuple[float, ...]) -> None:
    speed, spin, cut, cue_speed, object_speed, cue_way, object_way = row
    turn = spin * 0.02625
    c = math.radians(cut)
    way = (-turn * math.sin(c), turn * math.cos(c), 0.0)
    trace = strike(speed, cut, way, sliding_friction=0.21, **SNOOKER)
    for ball, want_speed, want_way in ((W, cue_speed, cue_way), (Y, object_speed, object_way)):
        _, v = first_rolling(trace, ball, 0.0)
        assert math.hypot(v[0], v[1]) == pytest.approx(want_speed, rel=0.015)
        assert abs(angle(v) - cut) == pytest.approx(want_way, rel=0.015)


def test_a_stun_shot_hardly_creeps() -> None:
    v = after(strike(1.0, 0.0), W, 0.0)[0]
    assert 0.0 < v[0] <= 0.03


def test_a_rolling_straight_shot_sends_the_object_ball_seven_times_as_far() -> None:
    trace = strike(0.5, 0.0, "roll", ball_ball_restitution=0.98)
    ratio = (trace.rest[Y][0]) / (trace.rest[W][0] + 2 * R)
    assert 5.0 < ratio < 9.0


def spins_and_speeds(trace: Trace) -> list[list[float]]:
    return [part for ball in (W, Y) for part in after(trace, ball, 0.0)]


@pytest.mark.parametrize("spin", ["stun", "roll"])
@pytest.mark.parametrize("cut", [0, 17, 44, 71])
def test_momentum_restitution_and_equal_spin_changes(cut: float, spin: str) -> None:
    trace = strike(2.0, cut, spin, ball_ball_restitution=0.9, sliding_friction=1e-3)
    close = 1e-9 if spin == "stun" else 2e-4  # the cloth's friction while the blow presses a ball down
    c = math.radians(cut)
    v_w, w_w, v_y, w_y = spins_and_speeds(trace)
    assert v_w[0] + v_y[0] == pytest.approx(2.0 * math.cos(c), abs=close)
    assert v_w[1] + v_y[1] == pytest.approx(2.0 * math.sin(c), abs=close)
    assert v_y[0] - v_w[0] == pytest.approx(0.9 * 2.0 * math.cos(c), abs=close)
    before = (0.0, 0.0) if spin == "stun" else (-2.0 * math.sin(c) / R, 2.0 * math.cos(c) / R)
    assert w_w[2] == pytest.approx(w_y[2], abs=1e-9)
    assert (w_w[1] - before[1]) * R == pytest.approx(w_y[1] * R, abs=5 * close)


def test_object_ball_spin_is_continuous_in_the_cut() -> None:
    turns = [after(strike(1.0, step / 4), Y, 0.0)[1][2] * R for step in range(360)]
    assert max(abs(b - a) for a, b in pairwise(turns)) < 0.006


def with_balls(constants: Constants, **specs: BallSpec) -> Constants:
    return replace(constants, balls={Ball(name): spec for name, spec in specs.items()})


def test_unequal_code_with_equal_balls_gives_equal_results() -> None:
    plain = constants_for("carom_10ft", {"ball_radius": R, "ball_mass": M})
    named = with_balls(constants_for("carom_10ft", {}), W=BallSpec(M, R), Y=BallSpec(M, R))
    motion = {W: Motion((2.0, 0.5, 0.0), (3.0, 20.0, 30.0))}
    balls = Layout({W: (-0.3, 0.0), Y: (0.0, 0.05)})
    one = play(balls, table="carom_10ft", motions=motion, constants=plain)
    two = play(balls, table="carom_10ft", motions=motion, constants=named)
    assert one.segments.tobytes() == two.segments.tobytes()


def test_a_heavier_ball_goes_through_a_lighter_one() -> None:
    constants = with_balls(constants_for("pool_7ft", {}), c=BallSpec(0.2, R))
    v = collide_head_on(constants)
    mass = 0.2 / (0.2 + constants.ball_mass)
    assert v[0] == pytest.approx(1.0 - (1 - mass) * 1.95, abs=1e-9)
    assert v[1] == pytest.approx(mass * 1.95, abs=1e-9)


def collide_head_on(constants: Constants) -> tuple[float, float]:
    cue, one = Ball("c"), Ball("1")
    gap = constants.ball(cue).radius + constants.ball(one).radius
    trace = simulate(
        TABLES["pool_7ft"],
        constants,
        Layout({cue: (-gap, 0.0), one: (0.0, 0.0)}),
        [],
        motions={cue: Motion((1.0, 0.0, 0.0), (0.0, 0.0, 0.0))},
    )
    return after(trace, cue, 0.0)[0][0], after(trace, one, 0.0)[0][0]


def test_balls_of_unequal_size_touch_where_their_surfaces_do() -> None:
    constants = with_balls(
        constants_for("pool_7ft", {}), **{"c": BallSpec(0.094, 0.0238), "1": BallSpec(0.116, 0.0254)}
    )
    trace: Any = simulate(
        TABLES["pool_7ft"],
        constants,
        Layout({Ball("c"): (-0.3, 0.0), Ball("1"): (0.2, 0.0)}),
        [],
        motions={Ball("c"): Motion((2.0, 0.0, 0.0), (0.0, 0.0, 0.0))},
    )
    first = trace.contacts[0]
    reach = math.sqrt((0.0238 + 0.0254) ** 2 - (0.0254 - 0.0238) ** 2)
    assert first.at[0] == pytest.approx(0.2 - reach, abs=1e-12)
