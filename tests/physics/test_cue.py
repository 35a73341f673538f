"""The cue: speed, spin, squirt, miscue, jumps, massé, and what the tip did besides (docs/physics.md#cue)."""

from __future__ import annotations

import math

import pytest

from physics.trajectories import Ball, ContactKind, CueFact, Layout, Mode, Motion, Stroke, Trace
from tests.physics.worlds import CUE, ONE, after, contacts, first_rolling, layout, play

R, M, G = 0.028575, 0.170097, 9.81
PUBLISHED = {"cue_mass": M * 19 / 6, "tip_restitution": 1.0, "end_mass_ratio": 1e9}


def shot(side: float = 0.0, up: float = 0.0, elevation: float = 0.0, speed: float = 1.0, **options: float) -> Trace:
    """One ball in the middle struck towards +x; elevation in degrees."""
    stroke = Stroke(CUE, 0.0, speed, math.radians(elevation), (side, up))
    return play(layout(c=(0.0, 0.0)), [stroke], options=options)


@pytest.mark.parametrize(("offset", "ratio"), [(0.0, 1.52), (0.25, 1.359), (0.4, 1.166), (0.5, 1.031)])
def test_ball_speed_over_cue_speed(offset: float, ratio: float) -> None:
    for side, up in ((offset, 0.0), (0.0, offset), (0.0, -offset)):
        v = after(shot(side, up, **PUBLISHED), CUE, 0.0)[0]
        assert math.hypot(v[0], v[1]) == pytest.approx(ratio, abs=5e-4)
        assert v[0] == pytest.approx(2 / (1 + 6 / 19 + 2.5 * offset**2), abs=1e-9)


def test_a_real_tip_gives_about_one_and_a_third_of_the_cue_speed() -> None:
    assert after(shot(), CUE, 0.0)[0][0] == pytest.approx(1.33, abs=0.01)


@pytest.mark.parametrize("scale", [0.5, 1.0, 3.0])
def test_only_the_ratio_of_masses_counts(scale: float) -> None:
    trace = shot(ball_mass=M * scale, cue_mass=0.5386 * scale)
    assert after(trace, CUE, 0.0)[0][0] == pytest.approx(after(shot(), CUE, 0.0)[0][0], abs=1e-12)


def test_four_tenths_above_centre_rolls_at_once() -> None:
    trace = shot(up=0.4)
    assert int(trace.rows_of(CUE)[0]["mode"]) == Mode.ROLLING


@pytest.mark.parametrize("up", [-0.45, -0.2, 0.3, 0.5])
def test_spin_is_five_halves_of_the_offset(up: float) -> None:
    v, w = after(shot(up=up), CUE, 0.0)
    assert R * w[1] / v[0] == pytest.approx(2.5 * up, abs=1e-12)


@pytest.mark.parametrize(("ratio", "degrees"), [(15, 3.47), (20, 2.71), (30, 1.89), (40, 1.45), (60, 0.99)])
def test_squirt_by_the_mass_of_the_shafts_end(ratio: float, degrees: float) -> None:
    for side in (0.5, -0.5):
        v = after(shot(side=side, end_mass_ratio=ratio), CUE, 0.0)[0]
        assert math.degrees(math.atan2(v[1], v[0])) == pytest.approx(math.copysign(degrees, side), abs=0.02)


def test_squirt_goes_with_right_english_to_the_left() -> None:
    v, w = after(shot(side=0.3), CUE, 0.0)
    assert v[1] > 0.0
    assert w[2] > 0.0


@pytest.mark.parametrize(("inches", "degrees", "ratio"), [(0.51, 2.5, 20.15), (0.51, 1.8, 29.2), (0.30, 2.4, 12.0)])
def test_measured_shafts(inches: float, degrees: float, ratio: float) -> None:
    v = after(shot(side=inches / 1.125, end_mass_ratio=ratio), CUE, 0.0)[0]
    assert math.degrees(math.atan2(v[1], v[0])) == pytest.approx(degrees, abs=0.08)


@pytest.mark.parametrize(("offset", "friction"), [(0.4, 0.436), (0.5, 0.577), (0.55, 0.659)])
def test_a_tip_slips_beyond_its_friction_cone(offset: float, friction: float) -> None:
    holds = shot(up=offset, tip_friction=friction + 0.002)
    slips = shot(up=offset, tip_friction=friction - 0.002)
    assert holds.cue == ()
    assert [fact.kind for fact in slips.cue] == ["miscue"]
    assert after(slips, CUE, 0.0)[0][0] == pytest.approx(after(holds, CUE, 0.0)[0][0], abs=0.01)


def test_a_miscue_is_weak_and_goes_aside() -> None:
    good, bad = shot(side=0.5), shot(side=0.7)
    v = after(bad, CUE, 0.0)[0]
    assert math.hypot(v[0], v[1]) < math.hypot(*after(good, CUE, 0.0)[0][:2])
    assert math.degrees(math.atan2(v[1], v[0])) > 5.0
    assert bad.cue[0].margin_mm == pytest.approx((0.7 - 0.6 / math.sqrt(1.36)) * R * 1000)


def test_a_scoop_lifts_the_ball_from_below() -> None:
    trace = shot(up=-0.75, speed=3.0)
    assert [fact.kind for fact in trace.cue] == ["miscue", "scoop"]
    assert trace.position_at(CUE, 0.03)[2] > R + 0.005


def test_a_level_draw_shot_is_no_scoop() -> None:
    assert shot(up=-0.45, speed=3.0).cue == ()


@pytest.mark.parametrize("elevation", [30.0, 45.0, 60.0])
def test_a_jump_flies_by_the_closed_form(elevation: float) -> None:
    trace = shot(elevation=elevation, speed=4.0, bed_restitution=0.6)
    blow = 4.0 * 1.75 / (1 + M / 0.5386)
    down = blow * math.sin(math.radians(elevation))
    up = 0.6 * down
    landing = contacts(trace, ContactKind.BED)[1]
    assert landing.time == pytest.approx(2 * up / G, abs=1e-12)
    assert trace.position_at(CUE, up / G)[2] - R == pytest.approx(up * up / (2 * G), abs=1e-12)
    along = blow * math.cos(math.radians(elevation))
    slowed = along - min(0.2 * 1.6 * down, 2 / 7 * along)
    assert landing.at[0] == pytest.approx(slowed * landing.time, abs=1e-9)


def test_a_centre_ball_jump_has_no_backspin() -> None:
    w = after(shot(elevation=45.0, speed=4.0), CUE, 0.0)[1]
    assert w[1] >= 0.0


def test_a_ball_can_be_jumped_over_another() -> None:
    balls = layout(c=(-0.3, 0.0), b1=(0.0, 0.0))
    trace = play(balls, [Stroke(CUE, 0.0, 5.0, math.radians(45))])
    assert not contacts(trace, ContactKind.BALL)
    assert trace.rest[ONE] == (0.0, 0.0)


@pytest.mark.parametrize(("side", "up", "elevation"), [(0.4, 0.1, 60.0), (-0.3, 0.3, 75.0), (0.35, -0.3, 40.0)])
def test_masse_ends_in_the_direction_the_cue_points_at(side: float, up: float, elevation: float) -> None:
    """Coriolis: from where the ball rests on the cloth to where the cue's line meets it."""
    trace = shot(side, up, elevation, 2.0, end_mass_ratio=1e9, bed_restitution=0.0)
    _, v = first_rolling(trace, CUE, 0.0)
    c = (math.cos(math.radians(elevation)), 0.0, -math.sin(math.radians(elevation)))
    right, above = (0.0, -1.0, 0.0), (-c[2], 0.0, c[0])
    root = math.sqrt(1 - side**2 - up**2)
    point = [side * right[k] + up * above[k] - root * c[k] for k in range(3)]
    reach = (point[2] + 1.0) / -c[2]
    aim = (point[0] + reach * c[0], point[1] + reach * c[1])
    assert math.atan2(v[1], v[0]) == pytest.approx(math.atan2(aim[1], aim[0]), abs=1e-8)


def double(gap: float, cut: float, table: str = "pool_9ft") -> tuple[CueFact, ...]:
    cue, one = (CUE, ONE) if table == "pool_9ft" else (Ball("W"), Ball("R"))
    radius = R if table == "pool_9ft" else 0.03075
    a = math.radians(cut)
    reach = 2 * radius + gap
    balls = Layout({cue: (0.0, 0.0), one: (reach * math.cos(a), reach * math.sin(a))})
    return play(balls, [Stroke(cue, 0.0, 2.0)], table=table).cue


@pytest.mark.parametrize(
    ("gap", "cut", "kinds"),
    [(0.005, 0, ["double_hit"]), (0.005, 45, []), (0.015, 0, []), (0.03, 0, []), (0.002, 85, []), (0.0, 0, [])],
)
def test_a_ball_close_ahead_brings_the_tip_back(gap: float, cut: float, kinds: list[str]) -> None:
    assert [fact.kind for fact in double(gap, cut)] == kinds


def test_the_margin_of_a_double_hit_shrinks_with_the_gap() -> None:
    margins = [double(gap, 0)[0].margin_mm for gap in (0.001, 0.004, 0.008)]
    assert all(margin is not None for margin in margins)
    assert margins == sorted(margins, key=lambda margin: -(margin or 0.0))


def test_a_frozen_ball_is_pushed_on_a_carom_table_only_inside_the_cone() -> None:
    assert [fact.kind for fact in double(0.0, 20, "carom_10ft")] == ["push"]
    assert double(0.0, 60, "carom_10ft") == ()


def test_two_frozen_balls_at_once_are_a_double_hit_in_pool() -> None:
    a = math.radians(30)
    place = (2 * R * math.cos(a), 2 * R * math.sin(a))
    trace = play(layout(c=(0.0, 0.0), b1=place, b2=(place[0], -place[1])), [Stroke(CUE, 0.0, 2.0)])
    assert [fact.kind for fact in trace.cue] == ["double_hit"]


def test_a_motion_has_no_tip() -> None:
    trace = play(layout(c=(0.0, 0.0)), motions={CUE: Motion((1.0, 0.0, 0.0), (0.0, 0.0, 0.0))})
    assert trace.cue == ()
