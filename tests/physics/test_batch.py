"""Batches agree with single shots, stop early, and refuse by column."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt
import pytest

from physics.balls import PRESETS
from physics.batch import EDGE, OFF_TABLE, ON_TABLE, Until, scattered, sensitivities, simulate_many
from physics.errors import BadLayout, BadStroke
from physics.simulate import simulate
from physics.tables import POCKETS, TABLES
from physics.trajectories import Ball, Budget, ContactKind, Stroke
from tests.physics.worlds import CUE, ONE, layout

TABLE, CONSTANTS = TABLES["pool_9ft"], PRESETS["pool_9ft"]
BALLS = layout(c=(-0.4, 0.1), b1=(0.5, 0.3), b2=(0.9, -0.4), b3=(0.2, -0.2))


def strokes(count: int, seed: int = 1) -> npt.NDArray[np.float64]:
    rng = np.random.default_rng(seed)
    low, high = (0.0, 0.3, 0.0, -0.5, -0.4), (6.28, 6.0, 0.8, 0.5, 0.4)
    return rng.uniform(low, high, (count, 5))


def test_a_batch_gives_what_single_shots_give() -> None:
    rows = strokes(300)
    many = simulate_many(TABLE, CONSTANTS, BALLS, CUE, rows)
    for k, (aim, speed, elevation, side, up) in enumerate(rows):
        trace = simulate(TABLE, CONSTANTS, BALLS, [Stroke(CUE, aim, speed, elevation, (side, up))])
        assert many.times[k] == trace.duration
        assert many.events[k] == trace.events
        for index, ball in enumerate(many.balls):
            if ball in trace.rest:
                assert tuple(many.places[k, index, :2]) == trace.rest[ball]
                assert many.fates[k, index] == ON_TABLE
            else:
                last = [contact for contact in trace.contacts if contact.ball == ball][-1]
                off = last.kind is ContactKind.OFF_TABLE
                assert many.fates[k, index] == (OFF_TABLE if off else POCKETS.index(last.other))
        hits = [c for c in trace.contacts if c.kind is ContactKind.BALL and CUE in (c.ball, c.other)]
        met = None if not hits else (hits[0].other if hits[0].ball == CUE else hits[0].ball)
        assert many.first[k] == (-1 if met is None else many.balls.index(Ball(met)))


def test_a_shot_can_stop_at_its_first_contact() -> None:
    rows = strokes(200)
    whole, first = (
        simulate_many(TABLE, CONSTANTS, BALLS, CUE, rows, until=until) for until in (Until.REST, Until.FIRST_BALL)
    )
    assert (first.first == whole.first).all()
    met = whole.first >= 0
    assert (first.times[met] < whole.times[met]).all()


def test_a_shot_can_stop_once_its_ball_is_decided() -> None:
    rows = strokes(2000, 3)
    whole, decided = (
        simulate_many(TABLE, CONSTANTS, BALLS, CUE, rows, until=until, watched=ONE)
        for until in (Until.REST, Until.DECIDED)
    )
    assert (decided.fates[:, 1] == whole.fates[:, 1]).all()
    assert (decided.events <= whole.events).all()
    assert decided.events.sum() < whole.events.sum()


def test_threads_share_a_batch_and_agree_with_one() -> None:
    rows = strokes(400)
    parts = np.array_split(rows, 4)
    with ThreadPoolExecutor(2) as pool:
        shared = list(pool.map(lambda part: simulate_many(TABLE, CONSTANTS, BALLS, CUE, part).places, parts))
    assert np.array_equal(np.concatenate(shared), simulate_many(TABLE, CONSTANTS, BALLS, CUE, rows).places)


def test_the_lock_is_free_while_a_batch_runs() -> None:
    rows = strokes(6000)
    done = threading.Event()

    def work() -> None:
        simulate_many(TABLE, CONSTANTS, BALLS, CUE, rows)
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    steps = 0
    while not done.is_set():
        steps += 1
    worker.join()
    assert steps > 1000


def test_a_spent_budget_marks_its_row() -> None:
    many = simulate_many(TABLE, CONSTANTS, BALLS, CUE, strokes(50), budget=Budget(events=0))
    assert (many.failures > 0).all()


@pytest.mark.parametrize(
    ("column", "value", "field"), [(0, np.nan, "aim"), (1, -1.0, "speed"), (2, 2.0, "elevation"), (3, 1.1, "tip")]
)
def test_bad_rows_are_refused_by_column(column: int, value: float, field: str) -> None:
    rows = strokes(5)
    rows[3, column] = value
    with pytest.raises(BadStroke, match=f"strokes.{field}: row 3"):
        simulate_many(TABLE, CONSTANTS, BALLS, CUE, rows)
    with pytest.raises(BadStroke):
        simulate_many(TABLE, CONSTANTS, BALLS, CUE, rows[:, :4])
    with pytest.raises(BadLayout):
        simulate_many(TABLE, CONSTANTS, BALLS, Ball("9"), strokes(1))


def test_no_strokes_are_no_outcomes() -> None:
    assert simulate_many(TABLE, CONSTANTS, BALLS, CUE, np.empty((0, 5))).places.shape == (0, 4, 3)


def test_sensitivity_to_speed_is_the_slope_of_the_end_place() -> None:
    stroke = np.array([0.0, 1.0, 0.0, 0.0, 0.0])
    slopes = sensitivities(TABLE, CONSTANTS, layout(c=(-0.4, 0.0)), CUE, stroke)
    ends = simulate_many(
        TABLE, CONSTANTS, layout(c=(-0.4, 0.0)), CUE, np.array([stroke, stroke + np.eye(5)[1] * 1e-4])
    ).places
    assert slopes[1, 0, 0] == pytest.approx((ends[1, 0, 0] - ends[0, 0, 0]) / 1e-4, rel=1e-2)


MEANT, SPREAD = np.array((0.4, 2.0, 0.05, 0.3, -0.2)), np.array((0.002, 0.05, 0.01, 0.02, 0.02))


def test_scattered_strokes_follow_their_seed_and_spread() -> None:
    rows = scattered(MEANT, SPREAD, 20_000, 7)
    assert (rows == scattered(MEANT, SPREAD, 20_000, 7)).all()
    assert (rows != scattered(MEANT, SPREAD, 20_000, 8)).any()
    assert rows.mean(axis=0) == pytest.approx(MEANT, abs=0.002)
    assert rows.std(axis=0) == pytest.approx(SPREAD, rel=0.03)
    assert scattered(MEANT, np.zeros(5), 3, 1).tolist() == [MEANT.tolist()] * 3


def test_whatever_the_spread_scattered_strokes_can_be_played() -> None:
    rows = scattered(np.array((0.4, 0.5, 1.5, 0.9, 0.3)), np.array((1.0, 2.0, 0.5, 0.5, 0.5)), 2000, 3)
    assert np.min(rows[:, 1]) == 0.05
    assert float(np.hypot(rows[:, 3], rows[:, 4]).max()) == pytest.approx(EDGE)
    assert not simulate_many(TABLE, CONSTANTS, BALLS, CUE, rows, until=Until.FIRST_BALL).failures.any()
