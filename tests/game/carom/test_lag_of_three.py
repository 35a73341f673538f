"""Three sides lag one after another with the white ball, and play in the order of the distances (carom B.6, R48)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.actions import Choose, PlayLag
from game.cue_play import CuePlay
from game.entries import Entry
from game.errors import IllegalAction
from game.match import Match, ShotOrder, apply, begin, expire, prepare, shot_entry
from game.record import entry_line, fold, header, last_hash, verify
from game.setup import MatchSetup
from game.shot_facts import LagFacts
from game.vocabulary import Ball, GameKind, Pace, Seat, Touch
from physics.simulate import simulate
from physics.trajectories import Stroke, Trace

SPEEDS = (1.02, 0.96, 1.06)
"""m/s: the second side comes nearest to the head cushion, the first one next."""


def setup_of(sides: int = 3) -> MatchSetup:
    return MatchSetup(
        "m",
        GameKind.LIBRE,
        bytes(32),
        preset="carom_ru",
        options={"first_shot": "lag"},
        sides=("Ann", "Bob", "Cid")[:sides],
        touch=Touch.EXACT,
        pace=Pace.INSTANT,
        shot_clock=30.0,
    )


def run(order: ShotOrder) -> Trace:
    return simulate(order.table, order.constants, order.layout, order.strokes)


def lagged(match: Match, seat: Seat, speed: float, aim: float = 0.0) -> tuple[Match, Entry]:
    order = prepare(match, seat, PlayLag(Stroke(Ball("W"), aim, speed, tip=(0.0, 0.2))), match.turn + 1.0)
    assert isinstance(order, ShotOrder)
    trace = run(order)
    assert set(trace.balls) == {"W", "R"}
    entry = shot_entry(match, order, trace, match.turn + 1.5)
    return apply(match, entry).match, entry


def all_lagged(match: Match, speeds: tuple[float, ...]) -> tuple[Match, list[Entry]]:
    entries = []
    for place, speed in enumerate(speeds):
        assert match.play.to_act == (Seat(place),)
        match, entry = lagged(match, Seat(place), speed)
        entries.append(entry)
    return match, entries


def distances(entries: list[Entry]) -> list[float]:
    facts = [entry.facts for entry in entries]
    balls = [one.balls for one in facts if isinstance(one, LagFacts)]
    assert [ball.seat for (ball,) in balls] == [0, 1, 2]
    return [ball.rest[0] for (ball,) in balls if ball.rest is not None]


def order_of(match: Match) -> tuple[Seat, ...]:
    assert isinstance(match.play, CuePlay)
    return match.play.state.order


def test_the_nearest_chooses_and_all_play_in_the_order_of_the_distances() -> None:
    match, entries = all_lagged(begin(setup_of(), 0.0), SPEEDS)
    places = distances(entries)
    nearest = sorted(range(3), key=lambda seat: places[seat])
    assert order_of(match) == tuple(nearest)
    assert nearest != [0, 1, 2]
    assert match.play.to_act == (nearest[0],)
    assert match.play.offered == ("start", "hand_over")
    handed = apply(match, prepare_entry(match, Seat(nearest[0]), "hand_over")).match
    assert handed.play.to_act == (nearest[1],)


def prepare_entry(match: Match, seat: Seat, option: str) -> Entry:
    entry = prepare(match, seat, Choose(option), match.turn + 1.0)
    assert isinstance(entry, Entry)
    return entry


def test_nobody_lags_out_of_his_turn() -> None:
    match = begin(setup_of(), 0.0)
    with pytest.raises(IllegalAction, match="not your turn"):
        prepare(match, Seat(1), PlayLag(Stroke(Ball("W"), 0.0, 1.0)), 1.0)
    with pytest.raises(IllegalAction, match="your own ball"):
        prepare(match, Seat(0), PlayLag(Stroke(Ball("R"), 0.0, 1.0)), 1.0)


def test_two_level_at_the_head_cushion_lag_again_with_the_third() -> None:
    match, _ = all_lagged(begin(setup_of(), 0.0), (0.96, 0.96, 1.02))
    assert (match.play.to_act, order_of(match)) == ((0,), ())
    match, _ = all_lagged(match, SPEEDS)
    assert match.play.offered == ("start", "hand_over")


def test_who_does_not_lag_in_time_comes_last() -> None:
    match, _ = lagged(begin(setup_of(), 0.0), Seat(0), 1.0)
    late = expire(match, 1_000.0)
    assert late is not None
    match = apply(match, late).match
    match, _ = lagged(replace(match, clock=replace(match.clock, ends_at=None)), Seat(2), 0.96)
    assert order_of(match) == (2, 0, 1)


def test_touching_the_red_comes_last() -> None:
    match, first = lagged(begin(setup_of(), 0.0), Seat(0), 2.0, aim=0.281)
    assert isinstance(first.facts, LagFacts)
    assert any(getattr(event, "other", None) == "R" for event in first.facts.balls[0].events)
    match, _ = lagged(match, Seat(1), 1.02)
    match, _ = lagged(match, Seat(2), 0.96)
    assert order_of(match) == (2, 1, 0)


def test_of_two_both_still_lag_at_once() -> None:
    assert begin(setup_of(2), 0.0).play.to_act == (0, 1)


def test_the_record_of_such_a_lag_folds_and_verifies() -> None:
    match = begin(setup_of(), 0.0)
    lines = [header(match.setup, 0.0).text]
    for place, speed in enumerate(SPEEDS):
        _, entry = lagged(match, Seat(place), speed)
        step = apply(match, entry)
        lines.append(entry_line(last_hash(lines), entry, step.ruling).text)
        match = step.match
    assert fold(lines) == match
    assert verify(lines, run, match.setup.engine) == []
