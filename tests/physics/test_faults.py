"""Kinds of faults that public engines had, each provoked here (docs/physics-faults.md)."""

from __future__ import annotations

import math
import random
import re
import resource
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from physics import racks
from physics.balls import BallSpec, constants_for
from physics.errors import BadConstants, BadLayout, BadStroke, BudgetSpent
from physics.simulate import simulate
from physics.tables import TABLES
from physics.trajectories import Ball, Budget, ContactKind, Layout, Mode, Motion, Point, Stroke, Trace
from tests.physics.worlds import CUE, ONE, contacts, layout, play

R = 0.028575
PAGE = Path(__file__).parents[2] / "docs/physics-faults.md"


def broken(seed: int, aim: float, speed: float, spread: float = 2e-5) -> Trace:
    """A jittered eight-ball break."""
    rng = random.Random(seed)
    places = {Ball(str(k + 1)): at for k, at in enumerate(racks.triangle(0.635, R))}
    gaps = [(rng.uniform(-spread, spread), rng.uniform(-spread, spread)) for _ in places]
    places = racks.jittered(places, gaps, Ball("1"))
    return play(Layout({CUE: (-0.635, 0.0), **places}), [Stroke(CUE, aim, speed)], events=2000)


def nearest(trace: Trace, steps: int = 200) -> float:
    """Smallest gap between any two balls on the table at sampled times, m."""
    least = math.inf
    for step in range(steps + 1):
        t = trace.duration * (step / steps) ** 2
        places = [trace.position_at(ball, t) for ball in trace.balls if not gone(trace, ball, t)]
        least = min([least, *(math.dist(a, b) for a, b in combinations(places, 2))])
    return least - 2 * R


def gone(trace: Trace, ball: Ball, t: float) -> bool:
    rows = trace.rows_of(ball)
    return int(rows[int(rows["t"].searchsorted(t, side="right")) - 1]["mode"]) == Mode.GONE


@pytest.mark.parametrize("seed", range(8))
def test_no_ball_passes_through_another_after_a_break(seed: int) -> None:
    assert nearest(broken(seed, math.radians(-8.16532), 3.262213)) > -1e-9


@pytest.mark.parametrize("seed", range(60))
def test_no_break_ends_in_a_storm_of_events(seed: int) -> None:
    rng = random.Random(seed)
    trace = broken(seed, math.radians(rng.uniform(-3, 3)), rng.uniform(2, 12))
    times = trace.contact_rows["t"]
    assert trace.events < 1000
    assert max(int(times.searchsorted(t + 0.001)) - k for k, t in enumerate(times)) < 120


def test_two_thousand_breaks_from_aside_end_without_a_storm() -> None:
    """A cut of 45 degrees leaves slow balls together: once in some hundred breaks, where an engine loops on them."""
    aside = math.asin(2 * R * math.sin(math.radians(45.0)) / 1.27)
    most = max(broken(seed, aside, 3.0 + 0.004 * seed).events for seed in range(2000))
    assert most < 1000


def test_two_slow_touching_balls_settle() -> None:
    for spin in (0.0, 20.0, -60.0):
        motion = {CUE: Motion((0.02, 0.001, 0.0), (1.0, -3.0, spin)), ONE: Motion((-0.01, 0.0, 0.0), (0.0, 2.0, 0.0))}
        trace = play(layout(c=(0.0, 0.0), b1=(2 * R, 0.0)), motions=motion)
        assert trace.events < 600
        assert trace.max_overlap < 1e-9


def test_a_fast_spinning_ball_pressed_on_another_settles() -> None:
    trace = play(layout(c=(0.0, 0.0), b1=(2 * R, 0.0)), motions={CUE: Motion((0.0, 0.0, 0.0), (0.0, 150.0, 40.0))})
    assert trace.events < 3000
    assert trace.rest[ONE][0] > 2 * R


@pytest.mark.parametrize("closing", [1e-8, 1e-9, 9e-11, 1e-11, 9e-13, 1e-15])
def test_what_touches_and_closes_slowly_does_not_sink_in(closing: float) -> None:
    """Two balls side by side, and one along a cushion: in seconds a speed taken for none adds up to a depth."""
    on = Motion((0.45, 0.0, 0.0), (0.0, 0.45 / R, 0.0))
    aside = Motion((0.45, closing, 0.0), (-closing / R, 0.45 / R, 0.0))
    pair = play(layout(c=(-0.6, 0.0), b1=(-0.6, 2 * R)), motions={CUE: aside, ONE: on})
    rail = play(layout(c=(-0.6, 0.71 - 0.03075)), motions={CUE: aside}, table="carom_10ft")
    assert max(pair.max_overlap, rail.max_overlap) < 5e-12


@pytest.mark.parametrize("aim", [0.0, 0.3, math.pi / 2, 2.0])
def test_balls_laid_with_the_greatest_overlap_allowed_are_played(aim: float) -> None:
    deep = 9.999e-10
    balls = layout(c=(-0.5, 0.0), b1=(-0.5 + 2 * R - deep, 0.0), b2=(-0.5, 0.635 - R + deep))
    for speed in (0.03, 1.0, 9.0):
        assert play(balls, [Stroke(CUE, aim, speed)]).max_overlap <= 1e-9


@pytest.mark.parametrize("parts", [1, 2, 3])
def test_single_and_resting_balls_are_ordinary(parts: int) -> None:
    balls = Layout({Ball(str(k + 1)): (0.1 * k, 0.0) for k in range(parts)})
    assert play(balls).duration == 0.0
    assert play(balls, [Stroke(ONE, 2.0, 1.0)]).duration > 0.5


def test_a_grazing_contact_is_not_missed() -> None:
    inch = 0.0254
    v, slowing = 10 * inch, 5 * inch
    target = (4.389638900756836 * inch, 2.249999 * inch)
    start = (-0.5, -0.1)
    balls = Layout({CUE: start, ONE: (start[0] + target[0], start[1] + target[1])})
    options = {"ball_radius": 1.125 * inch, "rolling_friction": slowing / 9.81}
    trace = play(balls, motions={CUE: Motion((v, 0.0, 0.0), (0.0, v / (1.125 * inch), 0.0))}, options=options)
    assert [(hit.ball, hit.other) for hit in contacts(trace, ContactKind.BALL)][:1] == [("c", "1")]


@pytest.mark.parametrize("miss", [1e-4, 1e-7, 1e-10, -1e-10, -1e-7])
def test_grazes_are_decided_to_a_tenth_of_a_nanometre(miss: float) -> None:
    balls = layout(c=(-0.3, 0.0), b1=(0.2, 2 * R + miss))
    trace = play(balls, motions={CUE: Motion((1.0, 0.0, 0.0), (0.0, 1.0 / R, 0.0))})
    assert bool(contacts(trace, ContactKind.BALL)) == (miss < 0)


def test_parallel_rolling_and_equal_accelerations_lose_no_contact() -> None:
    """Relative acceleration zero: the quartic's leading coefficients vanish."""
    motion = {CUE: Motion((2.0, 0.0, 0.0), (0.0, 0.0, 0.0)), ONE: Motion((1.0, 0.0, 0.0), (0.0, 0.0, 0.0))}
    trace = play(layout(c=(-0.5, 0.0), b1=(-0.4, 0.0)), motions=motion)
    hit = contacts(trace, ContactKind.BALL)[0]
    assert hit.time == pytest.approx(0.1 - 2 * R, abs=1e-12)
    together = {ball: Motion((1.0, 0.0, 0.0), (0.0, 1.0 / R, 0.0)) for ball in (CUE, ONE)}
    side_by_side = play(layout(c=(-0.5, 0.0), b1=(-0.5, 2 * R)), motions=together)
    assert not [hit for hit in contacts(side_by_side, ContactKind.BALL) if hit.time < 0.5]


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_a_spent_budget_is_a_failure_and_never_a_stop(limit: int) -> None:
    balls, stroke = layout(c=(-0.5, 0.0), b1=(0.3, 0.01)), Stroke(CUE, 0.0, 2.0)
    whole = play(balls, [stroke])
    assert play(balls, [stroke], events=whole.events).events == whole.events
    with pytest.raises(BudgetSpent, match="events"):
        play(balls, [stroke], events=whole.events - limit)


@pytest.mark.parametrize("name", ["sliding_friction", "rolling_friction", "ball_ball_restitution", "cushion_friction"])
@pytest.mark.parametrize("value", [-0.1, math.nan, math.inf, 1e9])
def test_impossible_constants_are_refused_by_name(name: str, value: float) -> None:
    with pytest.raises(BadConstants, match=name):
        constants_for("pool_9ft", {name: value})


@pytest.mark.parametrize(
    ("stroke", "field"),
    [
        (Stroke(CUE, math.nan, 1.0), "stroke.aim"),
        (Stroke(CUE, math.inf, 1.0), "stroke.aim"),
        (Stroke(CUE, 0.0, -1.0), "stroke.speed"),
        (Stroke(CUE, 0.0, math.nan), "stroke.speed"),
        (Stroke(CUE, 0.0, 1.0, -0.1), "stroke.elevation"),
        (Stroke(CUE, 0.0, 1.0, math.nan), "stroke.elevation"),
        (Stroke(CUE, 0.0, 1.0, 0.0, (0.8, 0.8)), "stroke.tip"),
        (Stroke(CUE, 0.0, 1.0, 0.0, (math.nan, 0.0)), "stroke.tip"),
        (Stroke(Ball("7"), 0.0, 1.0), "stroke.ball"),
    ],
)
def test_impossible_strokes_are_refused_by_field(stroke: Stroke, field: str) -> None:
    with pytest.raises(BadStroke) as refused:
        play(layout(c=(0.0, 0.0)), [stroke])
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        ((0.0, 2 * R - 1e-6), "overlaps"),
        ((1.3, 0.0), "outside"),
        ((math.nan, 0.0), "place"),
        ((0.0, math.inf), "place"),
    ],
)
def test_impossible_layouts_are_refused_by_ball(one: Point, reason: str) -> None:
    with pytest.raises(BadLayout, match=reason) as refused:
        play(layout(c=(0.0, 0.0), b1=one))
    assert refused.value.field == "balls.1"


def test_a_refused_shot_leaves_nothing_behind() -> None:
    before = play(layout(c=(0.0, 0.0)), [Stroke(CUE, 0.3, 2.0)])
    with pytest.raises(BadStroke):
        play(layout(c=(0.0, 0.0), b1=(0.2, 0.0)), [Stroke(CUE, 0.3, -2.0)])
    assert play(layout(c=(0.0, 0.0)), [Stroke(CUE, 0.3, 2.0)]).segments.tobytes() == before.segments.tobytes()


@pytest.mark.parametrize("place", [(1.241425, 0.2), (1.22, 0.606425), (1.2, 0.58), (0.0, 0.6)])
@pytest.mark.parametrize("rise", [0.5, 2.0, 4.0])
def test_balls_dropped_on_noses_jaws_and_balls_stay_numbers(place: Point, rise: float) -> None:
    balls = layout(c=place, b1=(0.0, 0.0), b2=(2 * R, 0.0))
    motion = {CUE: Motion((0.1, 0.2, rise), (0.0, 0.0, 0.0)), ONE: Motion((0.0, 0.0, rise), (0.0, 0.0, 0.0))}
    trace = play(balls, motions=motion)
    assert trace.max_overlap < 1e-9
    for ball in trace.balls:
        rows = trace.rows_of(ball)
        assert bool((rows["pos"] == rows["pos"]).all())


def test_a_ball_that_clears_the_rail_is_off_the_table_and_not_pocketed() -> None:
    trace = play(layout(c=(1.0, 0.2)), motions={CUE: Motion((4.0, 0.0, 2.2), (0.0, 0.0, 0.0))})
    assert CUE not in trace.rest
    kinds = [contact.kind for contact in trace.contacts]
    assert kinds == [ContactKind.OFF_TABLE]
    assert trace.position_at(CUE, trace.duration)[0] == pytest.approx(1.27 + 0.125, abs=1e-9)


def test_a_low_flying_ball_hits_the_cushion() -> None:
    trace = play(layout(c=(1.0, 0.2)), motions={CUE: Motion((4.0, 0.0, 0.3), (0.0, 0.0, 0.0))})
    assert trace.contacts[0].kind is ContactKind.CUSHION
    assert CUE in trace.rest


def test_a_ball_can_come_to_rest_on_the_rail() -> None:
    trace = play(layout(c=(1.1, 0.2)), motions={CUE: Motion((0.8, 0.0, 1.9), (0.0, 0.0, 0.0))})
    assert ContactKind.RAIL in {contact.kind for contact in trace.contacts}


def test_memory_stays_flat_over_many_shots() -> None:
    balls = layout(c=(-0.5, 0.0), b1=(0.3, 0.01), b2=(0.5, -0.2))
    for _ in range(500):
        play(balls, [Stroke(CUE, 0.0, 4.0)])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(4000):
        play(balls, [Stroke(CUE, 0.0, 4.0)])
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4096


def test_the_same_shot_gives_the_same_bits_again() -> None:
    first = broken(3, 0.01, 9.0)
    assert all(broken(3, 0.01, 9.0).segments.tobytes() == first.segments.tobytes() for _ in range(3))


def test_the_bytes_between_the_fields_of_a_trace_are_zero() -> None:
    """A long shot first, whose buffers the next ones use again: what lies between the fields must not be memory's."""
    for trace in (broken(3, 0.01, 9.0), play(layout(c=(0.0, 0.0)), [Stroke(CUE, 0.3, 2.0)])):
        for rows in (trace.segments, trace.contact_rows):
            fields = rows.dtype.fields
            assert fields is not None
            taken = {span[1] + k for span in fields.values() for k in range(span[0].itemsize)}
            loose = [k for k in range(rows.dtype.itemsize) if k not in taken]
            assert loose
            assert not any(rows.tobytes()[k :: rows.dtype.itemsize].strip(b"\0") for k in loose)


def test_a_pocketed_ball_does_not_turn() -> None:
    trace = play(
        layout(c=(0.5, 0.3)),
        [Stroke(CUE, math.atan2(0.335, 0.77), 2.0, 0.0, (0.4, 0.0))],
        options={"end_mass_ratio": 1e9},
    )
    last = trace.rows_of(CUE)[-1]
    assert int(last["mode"]) == Mode.GONE
    assert not last["spin"].any()
    assert not last["vel"].any()


def test_a_break_at_the_greatest_speed_keeps_every_ball_apart() -> None:
    assert nearest(broken(1, 0.0, 12.5)) > -1e-9


def test_bar_box_balls_of_unequal_size_break() -> None:
    constants = constants_for("pool_7ft", {"ball_radius": 0.0254, "ball_mass": 0.116})
    constants = replace(constants, balls={CUE: BallSpec(0.094, 0.0238)})
    rack = {Ball(str(k + 1)): at for k, at in enumerate(racks.triangle(0.495, 0.0254))}
    trace = play(Layout({CUE: (-0.495, 0.0), **rack}), [Stroke(CUE, 0.0, 8.0)], table="pool_7ft", constants=constants)
    assert trace.max_overlap < 1e-9


def test_a_flying_ball_is_not_wedged_between_narrowing_facings() -> None:
    start = (1.27 - 0.034, 0.635 - 0.034)
    for rise in (0.2, 0.5, 0.9, 1.3):
        motion = {CUE: Motion((0.6, 0.61, rise), (0.0, 0.0, 0.0))}
        trace = play(layout(c=start), motions=motion, table="pyramid_9ft", events=400)
        assert trace.max_overlap < 1e-9


@pytest.mark.parametrize(
    ("start", "v", "w"),
    [((1.32, 0.6), (0.55, 0.55, 1.6), (120.0, -120.0, 0.0)), ((1.3, 0.62), (0.6, 0.35, 1.7), (100.0, -140.0, 0.0))],
)
def test_a_ball_comes_back_from_the_rail_over_the_corner_of_two_noses(
    start: Point, v: tuple[float, float, float], w: tuple[float, float, float]
) -> None:
    white = Ball("W")
    trace = play(Layout({white: start}), motions={white: Motion(v, w)}, table="carom_10ft", events=200)
    kinds = [contact.kind for contact in trace.contacts]
    assert kinds.index(ContactKind.RAIL) < kinds.index(ContactKind.BED)
    assert white in trace.rest


def test_noses_below_the_centre_or_over_the_top_of_a_ball_are_refused() -> None:
    for height in (0.02, 0.06):
        with pytest.raises(BadConstants, match="cushion_height"):
            play(layout(c=(0.0, 0.0)), options={"cushion_height": height})


@pytest.mark.parametrize(("budget", "what"), [(Budget(time=0.5), "time"), (Budget(wall=1e-9), "wall")])
def test_time_and_wall_budgets_are_named(budget: Budget, what: str) -> None:
    constants = constants_for("pool_9ft", {})
    with pytest.raises(BudgetSpent) as spent:
        simulate(TABLES["pool_9ft"], constants, layout(c=(-0.5, 0.1)), [Stroke(CUE, 0.3, 3.0)], budget=budget)
    assert spent.value.what == what


def test_a_ball_at_rest_on_a_rail_top_is_off_the_table() -> None:
    white = Ball("W")
    for speed in (0.30, 0.35, 0.40, 0.45):
        motion = {white: Motion((speed, 0.0, 1.3), (0.0, 0.0, 0.0))}
        trace = play(layout(W=(1.37, 0.0)), motions=motion, table="carom_10ft", options={"rolling_friction": 0.5})
        last = trace.rows_of(white)[-1]
        if last["mode"] == Mode.REST and last["pos"][2] > 0.06:
            assert white not in trace.rest
            return
    raise AssertionError("no ball came to rest on the rail")


def test_every_test_that_the_page_of_faults_names_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE.read_text(encoding="utf-8")))
    sources = "".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py"))
    assert len(named) > 50
    assert [name for name in sorted(named) if f"def {name}(" not in sources] == []
