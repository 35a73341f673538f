"""Touching balls are solved together: mirrored, relabelled and frozen positions (docs/physics.md#clusters)."""

from __future__ import annotations

import math
import random

import pytest

from physics import racks
from physics.trajectories import Ball, ContactKind, Layout, Motion, Point, Stroke, Trace
from tests.physics.worlds import CUE, after, contacts, play

R = 0.028575
TRIANGLE = racks.triangle(0.635, R)
DIAMOND = racks.diamond(0.635, R)


def break_of(
    rack: tuple[Point, ...], cue: Point = (-0.635, 0.0), aim: float = 0.0, speed: float = 8.0, order: int = 0
) -> Trace:
    """A break with the balls of the layout listed in an order of its own."""
    balls = {CUE: cue, **{Ball(str(k + 1)): place for k, place in enumerate(rack)}}
    names = list(balls)
    random.Random(order).shuffle(names)
    return play(Layout({name: balls[name] for name in names}), [Stroke(CUE, aim, speed, 0.0, (0.0, 0.1))])


def twins(rack: tuple[Point, ...]) -> list[tuple[Ball, Ball]]:
    """Each racked ball with the one mirrored across the long axis."""
    place = {Ball(str(k + 1)): at for k, at in enumerate(rack)}
    return [(a, b) for a, (x, y) in place.items() for b, at in place.items() if at == (x, -y)]


@pytest.mark.parametrize("rack", [TRIANGLE, DIAMOND], ids=["triangle", "diamond"])
@pytest.mark.parametrize("speed", [2.0, 8.0, 13.0])
def test_a_symmetric_break_stays_symmetric(rack: tuple[Point, ...], speed: float) -> None:
    trace = break_of(rack, speed=speed)
    for a, b in twins(rack):
        assert (a in trace.rest) == (b in trace.rest)
        if a in trace.rest:
            (xa, ya), (xb, yb) = trace.rest[a], trace.rest[b]
            assert abs(xa - xb) <= 1e-9
            assert abs(ya + yb) <= 1e-9


@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("rack", [TRIANGLE, DIAMOND], ids=["triangle", "diamond"])
def test_the_order_of_the_balls_changes_nothing(rack: tuple[Point, ...], order: int) -> None:
    one = break_of(rack, (-0.7, 0.31), -0.2316, 9.0)
    two = break_of(rack, (-0.7, 0.31), -0.2316, 9.0, order)
    assert one.rest == two.rest
    assert one.duration == two.duration
    for ball in one.balls:
        for name in ("t", "pos", "vel", "spin"):
            assert one.rows_of(ball)[name].tobytes() == two.rows_of(ball)[name].tobytes()


@pytest.mark.parametrize("flip", [(1, -1), (-1, 1), (-1, -1)])
def test_a_mirrored_shot_gives_the_mirrored_result_bit_for_bit(flip: tuple[int, int]) -> None:
    rng = random.Random(5)
    balls = {CUE: (-0.635, 0.1), **{Ball(str(k + 1)): at for k, at in enumerate(TRIANGLE)}}
    aim = math.atan2(-0.1, 1.27)
    fx, fy = flip
    turned = {ball: (fx * x, fy * y) for ball, (x, y) in balls.items()}
    strokes = (math.cos(aim), math.sin(aim), rng.uniform(5, 9))
    one = play(Layout(balls), motions=thrown(strokes[0] * strokes[2], strokes[1] * strokes[2]))
    two = play(Layout(turned), motions=thrown(fx * strokes[0] * strokes[2], fy * strokes[1] * strokes[2]))
    assert one.duration == two.duration
    assert {ball: (fx * x, fy * y) for ball, (x, y) in one.rest.items()} == two.rest


def thrown(vx: float, vy: float) -> dict[Ball, Motion]:
    return {CUE: Motion((vx, vy, 0.0), (0.0, 0.0, 0.0))}


def test_a_cradle_of_six_frozen_balls() -> None:
    balls = {CUE: (-0.6, 0.0), **{Ball(str(k + 1)): (2 * R * k, 0.0) for k in range(6)}}
    trace = play(Layout(balls), [Stroke(CUE, 0.0, 2.0)])
    hits = contacts(trace, ContactKind.BALL)
    first = hits[0].time
    assert len([hit for hit in hits if hit.time <= first + 0.010]) <= 50
    assert trace.max_overlap <= 1e-9
    assert trace.events < 300
    speeds = [float(trace.rows_of(Ball(str(k)))[1]["vel"][0]) for k in range(1, 7)]
    assert speeds[-1] > 0.75 * float(trace.rows_of(CUE)[1]["vel"][0])


def test_a_frozen_pair_in_line_passes_most_of_the_blow_on() -> None:
    trace = play(Layout({CUE: (-0.5, 0.0), Ball("1"): (0.0, 0.0), Ball("2"): (2 * R, 0.0)}), [Stroke(CUE, 0.0, 2.0)])
    time = trace.contacts[0].time
    speeds = [
        float(trace.rows_of(ball)[int(trace.rows_of(ball)["t"].searchsorted(time, side="right")) - 1]["vel"][0])
        for ball in (CUE, Ball("1"), Ball("2"))
    ]
    before = 2.0 * 1.75 / (1 + 0.170097 / 0.5386)
    assert speeds[0] < speeds[1] < speeds[2]
    assert 0.8 * before < speeds[2] < before
    assert [(hit.ball, hit.other) for hit in contacts(trace, ContactKind.BALL)[:2]] == [("c", "1"), ("1", "2")]


def test_two_object_balls_hit_at_once_part_alike() -> None:
    reach = 2 * R
    balls = {
        CUE: (-0.5, 0.0),
        Ball("1"): (reach * math.cos(0.6), reach * math.sin(0.6)),
        Ball("2"): (reach * math.cos(0.6), -reach * math.sin(0.6)),
    }
    trace = play(Layout(balls), [Stroke(CUE, 0.0, 2.0)])
    (x1, y1), (x2, y2) = trace.rest[Ball("1")], trace.rest[Ball("2")]
    assert (x1, y1) == (x2, -y2)
    hits = contacts(trace, ContactKind.BALL)
    assert hits[0].time == hits[1].time


def test_a_blow_on_two_balls_agrees_with_the_closed_form_for_one() -> None:
    """A far third ball beside the struck one draws the springs in; with no friction they must give the closed form."""
    alone = play(
        Layout({CUE: (-0.3, 0.0), Ball("1"): (0.0, 0.01)}), [Stroke(CUE, 0.0, 3.0)], options={"ball_ball_friction": 0.0}
    )
    beside = {CUE: (-0.3, 0.0), Ball("1"): (0.0, 0.01), Ball("2"): (0.01, 0.01 + math.sqrt(4 * R * R - 1e-4) + 5e-6)}
    both = play(Layout(beside), [Stroke(CUE, 0.0, 3.0)], options={"ball_ball_friction": 0.0})
    time = alone.contacts[0].time

    for got, want in zip(after(both, CUE, time)[0], after(alone, CUE, time)[0], strict=True):
        assert got == pytest.approx(want, abs=0.02)


def test_a_ball_frozen_to_a_cushion_is_hit_full_and_squeezed() -> None:
    trace = play(Layout({CUE: (-0.2, 0.3), Ball("1"): (-0.2, 0.635 - R)}), [Stroke(CUE, math.pi / 2, 4.0)])
    kinds = [(hit.kind, hit.ball) for hit in trace.contacts[:2]]
    assert kinds == [(ContactKind.BALL, CUE), (ContactKind.CUSHION, Ball("1"))]
    assert trace.max_overlap < 1e-9


def test_playing_away_from_a_frozen_ball_is_no_contact() -> None:
    trace = play(Layout({CUE: (0.0, 0.0), Ball("1"): (2 * R, 0.0)}), [Stroke(CUE, math.pi, 0.4)])
    assert not contacts(trace, ContactKind.BALL)
