"""Time for a stroke by the rules: a minute after a warning for delay (R34), UMB's time-outs (C.0.7), what was used."""

from __future__ import annotations

import pytest

from game.actions import Action, Choose, RefereeAct, Shot
from game.carom.turns import CaromOwn
from game.cue_play import CuePlay
from game.cue_state import CueState
from game.entries import Entry
from game.match import Match, apply, begin, deadline, expire, prepare
from game.notation import parse_log
from game.record import entry_line, fold, header, last_hash
from game.setup import MatchSetup
from game.shot_facts import ShotFacts
from game.view import view
from game.vocabulary import Ball, GameKind, OptionValue, Pace, Seat
from physics.trajectories import Stroke

MISS = "W>R"
CREDIT = 0.5


class Table:
    """A match with its record, whose first side has opened."""

    def __init__(self, game: GameKind, preset: str = "", clock: float | None = None, **options: OptionValue) -> None:
        setup = MatchSetup(
            "m",
            game,
            bytes(32),
            preset=preset,
            options={"first_shot": "fixed", **options},
            pace=Pace.INSTANT,
            shot_clock=clock,
            race_to=2,
        )
        self.match: Match = begin(setup, 0.0)
        self.lines = [header(self.match.setup, 0.0).text]
        while self.match.play.offered:
            self.do(Choose(self.match.play.offered[0]), 0.0)

    @property
    def state(self) -> CueState:
        assert isinstance(self.match.play, CuePlay)
        return self.match.play.state

    @property
    def seat(self) -> Seat:
        return self.state.shooter

    def keep(self, entry: Entry) -> None:
        step = apply(self.match, entry)
        self.lines.append(entry_line(last_hash(self.lines), entry, step.ruling).text)
        self.match = step.match
        assert fold(self.lines) == self.match

    def do(self, action: Action, at: float) -> None:
        entry = prepare(self.match, self.match.play.to_act[0], action, at)
        assert isinstance(entry, Entry)
        self.keep(entry)

    def referee(self, do: str, at: float, player: int | None = None) -> None:
        seat = None if player is None else Seat(player)
        self.keep(Entry(at, self.match.turn, None, RefereeAct(do, seat)))

    def shoot(self, at: float, log: str = MISS) -> None:
        """A stroke that leaves every ball where it lay."""
        own = self.state.own_as(CaromOwn).cue_balls[self.seat] if "W" in self.state.balls else Ball("c")
        log = log.replace("W", "x").replace("Y", "W").replace("x", "Y") if own == "Y" else log
        stroke = Stroke(own, 0.0, 1.0)
        facts = ShotFacts(own, parse_log(log), dict(self.state.positions))
        self.keep(Entry(at, self.match.turn, self.seat, Shot(stroke), (stroke,), facts))

    def limit(self) -> float | None:
        clock = view(self.match).clock
        return None if clock is None else clock.limit


@pytest.mark.parametrize("game", [GameKind.LIBRE, GameKind.FREE_PYRAMID])
def test_r34_a_side_warned_for_delay_has_a_minute_a_stroke_for_three_turns(game: GameKind) -> None:
    table = Table(game)
    miss = MISS if game is GameKind.LIBRE else "c|out c>4 4#F 4#L"
    assert (table.limit(), deadline(table.match)) == (None, None)
    table.referee("warn_slow", 100.0)
    limits = [table.limit()]
    assert deadline(table.match) == 160.0 + CREDIT
    for turn in range(7):
        table.shoot(110.0 + turn, miss)
        limits.append(table.limit())
    assert limits == [60.0, None, 60.0, None, 60.0, None, None, None]


def test_r34_it_can_be_the_seated_side_and_as_many_turns_as_the_room_says() -> None:
    table = Table(GameKind.LIBRE, slow_limit_turns=1)
    table.referee("warn_slow", 1.0, player=1)
    assert table.limit() is None
    assert view(table.match).sides[1].details["slow_turns"] == 1
    table.shoot(2.0)
    assert table.limit() == 60.0
    table.shoot(3.0)
    table.shoot(4.0)
    assert table.limit() is None
    only_warned = Table(GameKind.LIBRE, slow_limit_turns=0)
    only_warned.referee("warn_slow", 1.0)
    assert only_warned.limit() is None


@pytest.mark.parametrize("penalty", [False, True])
def test_r34_the_minute_that_runs_out_costs_the_turn_and_in_pyramid_the_penalty_by_option(penalty: bool) -> None:
    table = Table(GameKind.FREE_PYRAMID, preset="pyramid_modern", time_foul_penalty=penalty)
    table.shoot(1.0, "c|out c>4 4#F 4#L 5#F 6#F")
    table.referee("warn_slow", 10.0)
    slow = table.seat
    entry = expire(table.match, 70.0 + CREDIT)
    assert entry is not None
    table.keep(entry)
    assert table.seat != slow
    assert (table.match.play.phase == "option") is penalty


def test_the_shorter_one_of_the_rooms_clock_and_the_minute_runs() -> None:
    table = Table(GameKind.LIBRE, clock=30.0)
    table.referee("warn_slow", 1.0)
    assert (table.limit(), deadline(table.match)) == (30.0, 31.0 + CREDIT)
    assert Table(GameKind.LIBRE, clock=90.0).limit() == 90.0


def test_c_0_7_umb_brings_its_clock_and_the_room_can_have_another_or_none() -> None:
    assert Table(GameKind.THREE_CUSHION, preset="umb").limit() == 30.0
    assert Table(GameKind.THREE_CUSHION, preset="umb", clock=40.0).limit() == 40.0
    assert Table(GameKind.THREE_CUSHION, preset="umb", shot_clock=0.0).limit() is None
    assert Table(GameKind.THREE_CUSHION).limit() is None


@pytest.mark.parametrize(("target", "count"), [(25, 3), (30, 3), (35, 3), (40, 4), (50, 4)])
def test_c_0_7_umb_has_as_many_time_outs_as_the_distance_asks_for(target: int, count: int) -> None:
    table = Table(GameKind.THREE_CUSHION, preset="umb", target=target)
    assert [side.details["time_outs"] for side in view(table.match).sides] == [count, count]
    told = Table(GameKind.THREE_CUSHION, preset="umb", target=target, time_outs=1)
    assert view(told.match).sides[0].details["time_outs"] == 1


@pytest.mark.parametrize("clock", [None, 40.0])
def test_c_0_7_an_automatic_time_out_adds_half_a_minute_to_that_stroke_alone(clock: float | None) -> None:
    table = Table(GameKind.THREE_CUSHION, preset="umb", clock=clock)
    seat, first = table.seat, 30.0 if clock is None else clock
    entry = expire(table.match, first + CREDIT)
    assert entry is not None
    table.keep(entry)
    assert (table.seat, deadline(table.match)) == (seat, first + 2 * CREDIT + 30.0)
    assert view(table.match).sides[seat].details["time_outs"] == 3
    table.shoot(first + 10.0)
    assert table.limit() == first


def test_c_0_5_the_time_of_a_stroke_is_that_of_its_decision_and_not_of_a_pause() -> None:
    table = Table(GameKind.LIBRE)
    table.shoot(10.0, "W>R W>Y")
    table.referee("pause", 12.0)
    table.referee("resume", 112.0)
    table.shoot(114.0)
    assert view(table.match).sides[0].details["stroke_seconds"] == 7.0
    assert view(table.match).sides[1].details["stroke_seconds"] == 0.0


def test_c_0_5_the_best_game_of_a_match_is_the_one_with_the_best_average() -> None:
    table = Table(GameKind.LIBRE, target=2, break_order="winner")
    assert [side.details["best_game"] for side in view(table.match).sides] == [None, None]
    for log in (MISS, MISS, "W>R W>Y", "W>R W>Y"):
        table.shoot(20.0, log)
    assert [side.details["best_game"] for side in view(table.match).sides] == [1.0, 0.0]
    while table.match.play.offered:
        table.do(Choose(table.match.play.offered[0]), 30.0)
    for log in ("W>R W>Y", "W>R W>Y"):
        table.shoot(40.0, log)
    assert table.match.result is not None
    assert [side.details["best_game"] for side in view(table.match).sides] == [2.0, 0.0]
