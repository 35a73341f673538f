"""What the rules read from real traces: order, separation, frozen balls, ties, lines, margins."""

from __future__ import annotations

import pytest

from game.actions import Choose, PlayLag, Shot
from game.match import ShotOrder, apply, begin, prepare, shot_entry
from game.notation import format_log
from game.observe import observe, observe_lag
from game.setup import MatchSetup
from game.shot_facts import BallHit, CushionHit, LeftTable, LineCrossed, Potted, ShotFacts, TiedHit, TouchedWood
from game.vocabulary import CUE, Ball, Cushion, GameKind, Line, Pace, Pocket, Point, Seat, Touch
from physics.balls import constants_for
from physics.simulate import simulate
from physics.tables import TABLES
from physics.trajectories import Layout, Stroke

R_POOL, R_CAROM = 0.028575, 0.03075


def seen(table: str, balls: dict[str, Point], stroke: Stroke) -> ShotFacts:
    spec, constants = TABLES[table], constants_for(table, {})
    layout = Layout({Ball(name): at for name, at in balls.items()})
    return observe(simulate(spec, constants, layout, [stroke]), spec, constants, layout, stroke.ball)


def hit(ball: str, aim: float, speed: float, tip: tuple[float, float] = (0.0, 0.0), elevation: float = 0.0) -> Stroke:
    return Stroke(Ball(ball), aim, speed, elevation, tip)


def test_a_straight_hit_is_read_in_order_with_its_fullness() -> None:
    facts = seen("pool_9ft", {"c": (-0.6, 0.0), "1": (0.2, 0.0)}, hit("c", 0.0, 2.0))
    first = facts.events[0]
    assert isinstance(first, BallHit)
    assert (first.ball, first.other) == (CUE, "1")
    assert first.margin_mm == pytest.approx(2000.0 * R_POOL, abs=0.1)
    assert [event.time for event in facts.events] == sorted(event.time for event in facts.events)
    assert set(facts.rest) == {"c", "1"}


def test_a_thin_hit_has_a_thin_margin() -> None:
    offset = 2 * R_POOL - 0.0002
    facts = seen("pool_9ft", {"c": (-0.3, 0.0), "1": (0.0, offset)}, hit("c", 0.0, 3.0))
    first = next(facts.of(BallHit))
    assert first.margin_mm is not None
    assert 0.0 < first.margin_mm < 1.0


def test_a_pot_a_scratch_and_their_pockets() -> None:
    facts = seen("pool_9ft", {"c": (0.0, 0.3), "1": (0.0, 0.5)}, hit("c", 1.5707963, 2.5))
    made = next(facts.of(Potted))
    assert (made.ball, made.pocket) == ("1", Pocket.SL)
    assert "1" not in facts.rest


def test_a_ball_rolling_along_its_cushion_touches_it_once_and_as_its_own() -> None:
    at_cushion = 0.71 - R_CAROM
    facts = seen("carom_10ft", {"W": (-1.0, at_cushion), "Y": (0.5, -0.3), "R": (0.6, 0.0)}, hit("W", 0.02, 2.0))
    own = [event for event in facts.of(CushionHit) if event.cushion is Cushion.LEFT and event.ball == "W"]
    assert [event.own for event in own][:1] == [True]
    assert sum(event.own for event in own) == 1


def test_a_ball_that_left_its_cushion_touches_it_anew() -> None:
    at_cushion = 0.71 - R_CAROM
    facts = seen("carom_10ft", {"W": (0.0, at_cushion), "Y": (1.2, -0.3), "R": (1.2, 0.0)}, hit("W", -1.5707963, 4.0))
    touches = [(event.cushion, event.own) for event in facts.of(CushionHit)]
    assert touches[:2] == [(Cushion.RIGHT, False), (Cushion.LEFT, False)]


def test_playing_away_from_a_frozen_ball_is_no_hit_and_into_it_is_one() -> None:
    balls = {"c": (0.0, 0.0), "1": (2 * R_POOL, 0.0), "2": (1.0, 0.5)}
    away = seen("pool_9ft", balls, hit("c", 3.1415926, 1.0))
    into = seen("pool_9ft", balls, hit("c", 0.0, 1.0))
    assert not any({event.ball, event.other} == {"c", "1"} for event in away.of(BallHit) if event.time < 0.3)
    assert format_log(into.events).startswith("c>1")
    assert next(into.of(BallHit)).time == 0.0


def test_two_frozen_balls_struck_at_once_are_a_tie() -> None:
    x, y = 2 * R_POOL * 0.8660254037844386, R_POOL
    facts = seen("pool_9ft", {"c": (0.0, 0.0), "1": (x, y), "2": (x, -y)}, hit("c", 0.0, 1.0))
    tie = next(facts.of(TiedHit))
    assert (tie.ball, set(tie.others)) == (CUE, {"1", "2"})
    assert not [event for event in facts.of(BallHit) if event.time == tie.time and event.ball == CUE]


def test_two_balls_met_one_after_the_other_are_no_tie() -> None:
    facts = seen("pool_9ft", {"c": (-0.5, 0.0), "1": (0.0, 0.04), "2": (0.0, -0.0405)}, hit("c", 0.0, 1.0))
    assert not list(facts.of(TiedHit))
    assert format_log(facts.events).startswith("c>1 c>2")


def test_leaving_the_kitchen_and_coming_back_are_seen() -> None:
    facts = seen("pool_9ft", {"c": (-1.0, 0.3), "1": (1.0, -0.5)}, hit("c", 0.0, 4.0))
    assert [event.line for event in facts.of(LineCrossed)][:2] == [Line.OUT, Line.IN]
    assert all(event.ball == CUE for event in facts.of(LineCrossed))


def test_the_centre_line_is_seen_on_pyramid_tables_only() -> None:
    stroke = hit("c", 0.0, 3.0)
    pyramid = seen("pyramid_12ft", {"c": (-0.5, 0.2), "1": (1.5, -0.5)}, stroke)
    pool = seen("pool_9ft", {"c": (-0.5, 0.2), "1": (1.0, -0.5)}, stroke)
    assert any(event.line is Line.MID for event in pyramid.of(LineCrossed))
    assert not any(event.line is Line.MID for event in pool.of(LineCrossed))


def test_a_ball_that_flies_off_is_gone() -> None:
    stroke = hit("W", 0.0, 15.0, elevation=0.9)
    facts = seen("carom_10ft", {"W": (-0.2, 0.0), "Y": (1.0, -0.5), "R": (1.0, 0.5)}, stroke)
    gone = list(facts.of(LeftTable)) + list(facts.of(TouchedWood))
    assert gone
    assert all(event.ball == "W" for event in gone)


def test_the_order_of_the_struck_ball_has_a_margin_in_time() -> None:
    facts = seen("carom_10ft", {"W": (-0.71, 0.18), "Y": (-0.71, 0.0), "R": (0.71, 0.0)}, hit("W", -0.12, 4.0))
    own = [event for event in facts.events if "W" in (event.ball, getattr(event, "other", None))]
    assert len(own) > 1
    gap = 1000.0 * (own[1].time - own[0].time)
    assert own[0].margin_ms == pytest.approx(gap)


def test_a_ball_that_is_missed_by_a_hair_is_a_near_miss() -> None:
    gap = 0.00008
    balls = {"c": (-0.5, 0.0), "1": (0.3, 2 * R_POOL + gap), "2": (1.0, -0.5)}
    facts = seen("pool_9ft", balls, hit("c", 0.0, 0.9))
    assert not list(facts.of(BallHit))
    (near,) = facts.near
    assert isinstance(near, BallHit)
    assert near.other == "1"
    assert near.margin_mm == pytest.approx(1000.0 * gap, abs=0.002)


def test_a_cushion_that_is_missed_by_a_hair_is_a_near_miss() -> None:
    speeds = [0.18 + 0.0005 * step for step in range(500)]
    near = None
    for speed in speeds:
        facts = seen("pool_9ft", {"c": (0.8, 0.1), "1": (1.0, 0.1)}, hit("c", 0.0, speed))
        if facts.near:
            near = facts.near[0]
    assert isinstance(near, CushionHit)
    assert (near.ball, near.cushion) == ("1", Cushion.FOOT)
    assert near.margin_mm is not None
    assert 0.0 <= near.margin_mm <= 2.0


def test_nothing_is_near_where_no_contact_was_wanting() -> None:
    assert seen("pool_9ft", {"c": (-0.6, 0.0), "1": (0.2, 0.0)}, hit("c", 0.0, 2.0)).near == ()


def lagged(*strokes: Stroke) -> tuple[bool, ...]:
    spec, constants = TABLES["pool_9ft"], constants_for("pool_9ft", {})
    layout = Layout({Ball("c"): (-0.7, -0.3), Ball("1"): (-0.7, 0.3)})
    facts = observe_lag(simulate(spec, constants, layout, strokes), spec, constants, layout, strokes)
    assert [ball.seat for ball in facts.balls] == [Seat(0), Seat(1)]
    for ball in facts.balls:
        assert all(ball.ball in (event.ball, getattr(event, "other", None)) for event in ball.events)
    return tuple(ball.crossed for ball in facts.balls)


def test_a_lag_sees_who_entered_the_other_half() -> None:
    assert lagged(hit("c", 0.0, 1.5), hit("1", 0.0, 1.5)) == (False, False)
    assert lagged(hit("c", 0.5, 3.0), hit("1", 0.0, 1.5))[0]


def test_a_match_takes_a_shot_through_the_physics() -> None:
    setup = MatchSetup("m", GameKind.NINE_BALL, bytes(32), touch=Touch.EXACT, pace=Pace.NORMAL, engine="e1")
    match = begin(setup, 0.0)
    seat = match.play.to_act[0]
    chosen = prepare(match, seat, Choose("BREAK"), 1.0)
    assert not isinstance(chosen, ShotOrder)
    match = apply(match, chosen).match
    order = prepare(match, seat, Shot(hit("c", 0.0, 8.0)), 2.0)
    assert isinstance(order, ShotOrder)
    trace = simulate(order.table, order.constants, order.layout, order.strokes)
    entry = shot_entry(match, order, trace, 2.5)
    step = apply(match, entry)
    assert isinstance(entry.facts, ShotFacts)
    assert entry.facts.rest == dict(trace.rest)
    assert step.match.plays_until == 2.5 + trace.duration
    assert step.match.turn == match.turn + 1


def test_a_lag_in_a_match_is_hidden_until_both_have_played() -> None:
    options = {"first_shot": "lag"}
    setup = MatchSetup("m", GameKind.THREE_CUSHION, bytes(32), options=options, touch=Touch.EXACT, pace=Pace.INSTANT)
    match = begin(setup, 0.0)
    assert match.play.to_act == (0, 1)
    first = prepare(match, Seat(1), PlayLag(hit("Y", 0.0, 2.7)), 1.0)
    assert not isinstance(first, ShotOrder)
    after = apply(match, first).match
    assert (after.play.to_act, after.turn) == ((0,), match.turn)
    order = prepare(after, Seat(0), PlayLag(hit("W", 0.0, 2.6)), 2.0)
    assert isinstance(order, ShotOrder)
    assert [stroke.ball for stroke in order.strokes] == ["W", "Y"]
    trace = simulate(order.table, order.constants, order.layout, order.strokes)
    done = apply(after, shot_entry(after, order, trace, 3.0)).match
    assert done.play.offered == ("start", "hand_over")
    assert done.turn == match.turn + 1
