"""Traces survive their bytes: exact to 1e-5 m at every moment, small, and safe to read whatever the bytes."""

import math
import random
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client_protocol.trace_layout import (
    BadTraceError,
    Motion,
    Touched,
    TracedBall,
    TracedContact,
)
from client_protocol.traces import unpack
from tests.packed_traces import packed

RADIUS = 0.028575
EXACT = 1e-5
MOVING = (Motion.ROLLING, Motion.SLIDING, Motion.AIRBORNE)


class Rows(NamedTuple):
    """The columns of a trace while a test writes them."""

    ball: list[int]
    mode: list[int]
    t: list[float]
    pos: list[list[float]]
    vel: list[list[float]]
    spin: list[list[float]]
    acc: list[list[float]]


def columns() -> Rows:
    return Rows([], [], [], [], [], [], [])


def add_segment(
    into: Rows, ball: int, mode: Motion, t: float, pos: list[float], vel: list[float], acc: list[float]
) -> None:
    """Append one segment with the spin that such a motion has."""
    spin = [-vel[1] / RADIUS, vel[0] / RADIUS, 3.0] if mode is Motion.ROLLING else [20.0, -7.0, 1.0]
    if mode not in MOVING:
        spin = [0.0, 0.0, 4.0 if mode is Motion.SPINNING else 0.0]
    row = (ball, int(mode), t, list(pos), list(vel), spin, list(acc))
    for column, value in zip(into, row, strict=True):
        column.append(value)  # type: ignore[attr-defined]


def where(into: Rows, ball: int, time: float) -> list[float]:
    """The true place of a ball."""
    k = max(k for k in range(len(into.t)) if into.ball[k] == ball and into.t[k] <= time)
    tau = time - into.t[k] if into.mode[k] in MOVING else 0.0
    return [p + tau * (v + 0.5 * tau * a) for p, v, a in zip(into.pos[k], into.vel[k], into.acc[k], strict=True)]


def walk(seed: int, n_balls: int, n_segments: int, duration: float) -> Rows:
    """Balls that roll, slide, jump and rest at random: continuous paths inside 3 m."""
    chance = random.Random(seed)
    made = columns()
    for ball in range(n_balls):
        pos = [chance.uniform(-1.3, 1.3), chance.uniform(-0.6, 0.6), RADIUS]
        times = [0.0, *sorted(chance.uniform(0, duration) for _ in range(n_segments - 1))]
        for k, t in enumerate(times):
            length = (times[k + 1] if k + 1 < len(times) else duration) - t
            mode = chance.choice(list(Motion)) if k + 1 < len(times) else Motion.REST
            if mode is Motion.AIRBORNE and length > 2.0:
                mode = Motion.SLIDING
            vel = acc = [0.0, 0.0, 0.0]
            if mode in MOVING:
                target = [chance.uniform(-1.3, 1.3), chance.uniform(-0.6, 0.6)]
                most = min(2.0, 4.0 / max(length, 0.1) ** 2)
                acc = [*(chance.uniform(-most, most) for _ in range(2)), 0.0]
                vel = [(target[i] - pos[i]) / max(length, 0.02) - acc[i] * length / 2 for i in range(2)]
                vel = [max(-16.0, min(16.0, v)) for v in vel] + [0.0]
            if mode is Motion.AIRBORNE:
                acc = [0.0, 0.0, -9.81]
                vel = [vel[0], vel[1], 9.81 * length / 2]
            add_segment(made, ball, mode, t, pos, vel, acc)
            pos = [p + length * (v + 0.5 * length * a) for p, v, a in zip(pos, vel, acc, strict=True)]
    return made


@given(st.integers(0, 2**32), st.integers(1, 16), st.integers(1, 12), st.floats(0.01, 30.0))
def test_every_moment_is_drawn_within_a_hundredth_of_a_millimetre(
    seed: int, n_balls: int, n_segments: int, duration: float
) -> None:
    made = walk(seed, n_balls, n_segments, duration)
    drawn = unpack(packed([(str(k), RADIUS) for k in range(n_balls)], made, duration))
    chance = random.Random(seed)
    moments = [*(chance.uniform(0, duration) for _ in range(20)), *made.t, duration]
    for ball in range(n_balls):
        for time in moments:
            assert math.dist(drawn.balls[ball].position_at(time), where(made, ball, time)) < EXACT
    assert drawn.duration == pytest.approx(duration, abs=1e-7)
    assert [b.name for b in drawn.balls] == [str(k) for k in range(n_balls)]


@given(st.integers(0, 2**32))
def test_motion_and_spin_come_back_near_enough_to_draw(seed: int) -> None:
    made = walk(seed, 3, 6, 5.0)
    drawn = unpack(packed([("c", RADIUS), ("1", RADIUS), ("2", RADIUS)], made, 5.0))
    segments = [segment for ball in drawn.balls for segment in ball.segments]
    assert [segment.motion for segment in segments] == made.mode
    for k, segment in enumerate(segments):
        assert segment.spin[2] == pytest.approx(made.spin[k][2], abs=0.04)
        long = k + 1 < len(segments) and made.t[k + 1] - made.t[k] > 0.05
        if made.mode[k] != Motion.ROLLING or long:
            assert segment.spin[:2] == pytest.approx(made.spin[k][:2], abs=0.6)


def test_a_rolling_ball_with_a_spin_of_its_own_keeps_it() -> None:
    made = columns()
    add_segment(made, 0, Motion.ROLLING, 0.0, [0, 0, RADIUS], [1, 0, 0], [0, 0, 0])
    made.spin[0] = [5.0, -6.0, 0.0]
    drawn = unpack(packed([("c", RADIUS)], made, 1.0))
    assert drawn.balls[0].segments[0].spin == (5.0, -6.0, 0.0)


def test_a_ball_that_jumps_from_one_place_to_another_is_exact_on_both_sides() -> None:
    made = columns()
    add_segment(made, 0, Motion.ROLLING, 0.0, [0, 0, RADIUS], [1, 0.5, 0], [-0.1, 0, 0])
    add_segment(made, 0, Motion.GONE, 0.5, [-1.0, -0.5, -0.1], [0, 0, 0], [0, 0, 0])
    add_segment(made, 0, Motion.REST, 0.75, [0.3, 0.5, RADIUS], [0, 0, 0], [0, 0, 0])
    ball = unpack(packed([("9", RADIUS)], made, 1.0)).balls[0]
    assert [segment.motion for segment in ball.segments] == [Motion.ROLLING, Motion.GONE, Motion.REST]
    for time in (0.0, 0.25, 0.4999, 0.5, 0.6, 0.75, 1.0):
        assert math.dist(ball.position_at(time), where(made, 0, time)) < EXACT


def test_a_ball_that_still_moves_at_the_end_is_drawn_to_the_end() -> None:
    made = columns()
    add_segment(made, 0, Motion.AIRBORNE, 0.0, [0, 0, 0.5], [2, 1, 1], [0, 0, -9.81])
    ball = unpack(packed([("c", RADIUS)], made, 0.25)).balls[0]
    assert math.dist(ball.position_at(0.25), where(made, 0, 0.25)) < EXACT
    assert len(ball.segments) == 1


def test_a_shot_without_length_is_a_trace_too() -> None:
    made = columns()
    add_segment(made, 0, Motion.SLIDING, 0.0, [0.1, 0.2, RADIUS], [3, 0, 0], [0, 0, 0])
    ball = unpack(packed([("c", RADIUS)], made, 0.0)).balls[0]
    assert math.dist(ball.position_at(0.0), (0.1, 0.2, RADIUS)) < EXACT


def test_balls_of_different_size_lie_on_the_bed() -> None:
    made = columns()
    for index, radius in enumerate((0.034, 0.0238)):
        add_segment(made, index, Motion.REST, 0.0, [0, 0, radius], [0, 0, 0], [0, 0, 0])
    drawn = unpack(packed([("c", 0.034), ("1", 0.0238)], made, 1.0))
    assert [ball.position_at(1.0)[2] for ball in drawn.balls] == pytest.approx([0.034, 0.0238])


def test_contacts_come_back() -> None:
    made = walk(1, 2, 3, 2.0)
    contacts = (
        TracedContact(0.25, Touched.BALL, "c", "9", 0.5123),
        TracedContact(0.5, Touched.CUSHION, "9", "L", 0.04),
        TracedContact(0.75, Touched.POCKET, "9", "FR", 0.0),
        TracedContact(1.0, Touched.BED, "c", "bed", 0.01),
        TracedContact(1.25, Touched.RAIL, "c", "rail", 0.02),
        TracedContact(1.5, Touched.OFF_TABLE, "c", "floor", 9.9),
    )
    drawn = unpack(packed([("c", RADIUS), ("9", RADIUS)], made, 2.0, contacts))
    assert [c[:4] for c in drawn.contacts] == [c[:4] for c in contacts]
    assert [c.impulse for c in drawn.contacts] == pytest.approx([0.5123, 0.04, 0.0, 0.01, 0.02, 6.5535])


def test_a_break_and_a_common_shot_are_small() -> None:
    def size(n_balls: int, n_segments: int, n_contacts: int) -> int:
        made = walk(5, n_balls, n_segments, 9.0)
        contacts = [TracedContact(0.01 * k, Touched.CUSHION, "0", "H", 0.1) for k in range(n_contacts)]
        return len(packed([(str(k), RADIUS) for k in range(n_balls)], made, 9.0, contacts))

    assert size(16, 22, 120) <= 10_000  # an eight-ball break: 352 segments
    assert size(10, 8, 20) <= 2_000  # a shot in the middle of a game


@pytest.mark.parametrize("bad", [math.nan, math.inf, 40.0])
def test_a_place_that_does_not_fit_is_refused(bad: float) -> None:
    made = columns()
    add_segment(made, 0, Motion.REST, 0.0, [bad, 0, RADIUS], [0, 0, 0], [0, 0, 0])
    with pytest.raises(ValueError, match=r"trace|NaN|infinity"):
        packed([("c", RADIUS)], made, 1.0)


def test_what_the_layout_cannot_hold_is_refused() -> None:
    made = walk(1, 1, 3, 2.0)
    with pytest.raises(ValueError, match="33 balls"):
        packed([(str(k), RADIUS) for k in range(33)], made, 1.0)
    with pytest.raises(ValueError, match="order"):
        packed([("c", RADIUS)], walk(1, 2, 3, 2.0), 2.0)
    with pytest.raises(ValueError, match="fit"):
        packed([("c", RADIUS)], made, 600.0)


def draw_all(balls: tuple[TracedBall, ...], duration: float) -> None:
    for ball in balls:
        assert all(a.time <= b.time for a, b in pairwise(ball.segments))
        for step in range(11):
            assert all(map(math.isfinite, ball.position_at(duration * step / 10)))


@given(st.binary(max_size=300))
def test_any_bytes_are_a_trace_or_refused_as_none(data: bytes) -> None:
    try:
        drawn = unpack(data)
    except BadTraceError:
        return
    draw_all(drawn.balls, drawn.duration)


@given(st.integers(0, 1000), st.data())
def test_changed_bytes_are_a_trace_or_refused_as_none(seed: int, data: st.DataObject) -> None:
    good = bytearray(packed([("c", RADIUS), ("1", RADIUS)], walk(seed, 2, 4, 3.0), 3.0))
    for _ in range(data.draw(st.integers(1, 4))):
        good[data.draw(st.integers(0, len(good) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, 3))
    try:
        drawn = unpack(bytes(good[: len(good) - cut]))
    except BadTraceError:
        return
    draw_all(drawn.balls, drawn.duration)


def test_bytes_after_the_trace_are_refused() -> None:
    good = packed([("c", RADIUS)], walk(1, 1, 3, 2.0), 2.0)
    with pytest.raises(BadTraceError, match="after"):
        unpack(good + b"\x00")
    with pytest.raises(BadTraceError, match="short"):
        unpack(good[:-1])
    with pytest.raises(BadTraceError, match="format"):
        unpack(b"\x02" + good[1:])
