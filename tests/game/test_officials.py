"""Referee, director, protests, time-outs (Slovak pool rules 1.7, 1.11–1.16, 2.17, 2.18, 2.26, pool B.15–B.17)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.actions import (
    Action,
    AgreeToGoOn,
    Choose,
    Concede,
    EndTimeOut,
    Protest,
    RefereeAct,
    Shot,
    TakeTimeOut,
    Throw,
)
from game.cue_play import CuePlay
from game.cue_state import CueState
from game.darts.play import DartsPlay
from game.entries import Entry
from game.errors import IllegalAction, Refusal
from game.match import Match, ShotOrder, Step, apply, begin, deadline, expire, legal, prepare, prepare_act, resumed
from game.notation import parse_log
from game.officials import DIRECTOR_ACTS, MOST_NOTED, NOTED, check_act
from game.presence import forfeits_at, is_late
from game.record import entry_line, fold, header, last_hash, match_at
from game.setup import MatchSetup
from game.shot_facts import ShotFacts
from game.stops import Stop
from game.view import view
from game.vocabulary import CUE, Ball, CueBall, GameKind, Outcome, Pace, Phase, Seat, Touch
from physics.trajectories import Stroke

A, B = Seat(0), Seat(1)
OPEN = "c|out c>1 1#L 2#R 3#F 4#F"


class Hall:
    """A match with its record, played by hand: every step is one second after the last."""

    def __init__(self, game: GameKind = GameKind.NINE_BALL, **changes: object) -> None:
        values = {"match_id": "m", "game": game, "key": bytes(32), "touch": Touch.EXACT, "pace": Pace.INSTANT}
        setup = MatchSetup(**{"shot_clock": 35.0, **values, **changes})  # type: ignore[arg-type]
        self.now = 100.0
        self.match = begin(setup, self.now)
        self.lines = [header(self.match.setup, self.now).text]

    def take(self, entry: Entry, earlier: Match | None = None) -> Step:
        step = apply(self.match, entry, earlier)
        self.lines.append(entry_line(last_hash(self.lines), entry, step.ruling).text)
        self.match = step.match
        assert fold(self.lines) == self.match
        return step

    def do(self, action: Action, seat: Seat | None = None, log: str = "") -> Step:
        self.now += 1.0
        seat = self.match.play.to_act[0] if seat is None else seat
        plan = prepare(self.match, seat, action, self.now)
        if isinstance(plan, ShotOrder):
            rest = {ball: at for ball, at in plan.layout.positions.items() if f"{ball}@" not in log}
            facts = ShotFacts(plan.strokes[0].ball, parse_log(log), rest, (), 4.0)
            plan = Entry(self.now, self.match.turn, seat, action, plan.strokes, facts, "e")
        return self.take(plan)

    def shoot(self, log: str) -> Step:
        ball = self.match.play.cue_table().strikes[0]  # type: ignore[union-attr]
        return self.do(Shot(Stroke(ball, 0.0, 3.0)), log=log)

    def order(self, do: str, *, is_director: bool = False, **more: object) -> Step:
        self.now += 1.0
        act = RefereeAct(do, **more)  # type: ignore[arg-type]
        earlier = None if act.entry is None else match_at(self.lines, act.entry)
        return self.take(prepare_act(self.match, act, self.now, is_director=is_director, earlier=earlier), earlier)

    def refuses(self, action: Action, seat: Seat) -> Refusal:
        with pytest.raises(IllegalAction) as refusal:
            prepare(self.match, seat, action, self.now + 1.0)
        return refusal.value.code

    def refuses_order(self, do: str, *, is_director: bool = False, **more: object) -> Refusal:
        with pytest.raises(IllegalAction) as refusal:
            self.order(do, is_director=is_director, **more)
        return refusal.value.code

    def stop(self) -> Stop:
        return self.match.stops.reason

    def ends_at(self) -> float | None:
        return self.match.clock.ends_at

    @property
    def state(self) -> CueState:
        assert isinstance(self.match.play, CuePlay)
        return self.match.play.state


def broken(**changes: object) -> Hall:
    hall = Hall(**changes)  # type: ignore[arg-type]
    hall.do(Choose(hall.match.play.offered[0]))
    hall.shoot(OPEN if hall.state.setting.game is GameKind.NINE_BALL else "W>R W#L")
    return hall


def test_2_27_a_suspension_holds_the_clock_and_every_action() -> None:
    hall = broken()
    at_table = hall.match.play.to_act[0]
    left = hall.ends_at()
    assert left is not None
    stopped_at = hall.now + 1.0
    hall.order("suspend", reason="A lamp fell.")
    assert hall.stop() is Stop.SUSPENDED
    assert (hall.ends_at(), hall.match.clock.left) == (None, left - stopped_at)
    assert deadline(hall.match) is None
    assert hall.refuses(Shot(Stroke(CUE, 0.0, 3.0)), at_table) is Refusal.SUSPENDED
    assert hall.refuses_order("suspend") is Refusal.SUSPENDED
    assert legal(hall.match, at_table) == ("concede",)
    hall.now += 500.0
    hall.order("resume")
    assert hall.stop() is Stop.NOTHING
    assert hall.ends_at() == hall.now + left - stopped_at
    assert hall.refuses_order("resume") is Refusal.NOT_ALLOWED


def test_1_12_strict_suspension_costs_the_game_of_who_shoots_into_it() -> None:
    hall = broken(options={"strict_suspend": True})
    at_table = hall.match.play.to_act[0]
    hall.order("suspend")
    step = hall.shoot("c>1 1#F")
    assert step.ruling.outcome is Outcome.LOSS
    assert step.match.result is not None
    assert step.match.result.winners == (1 - at_table,)


def test_2_26_a_protest_stops_play_until_it_is_ruled_on_and_the_ruling_is_final() -> None:
    hall = broken()
    turn = hall.match.turn - 1
    protesting = Seat(1 - hall.match.play.to_act[0])
    assert hall.do(Protest(turn, "The 2 was hit first."), protesting).ruling.rules == ("2.26",)
    assert (hall.stop(), hall.match.stops.by) == (Stop.PROTEST, protesting)
    assert hall.refuses(Shot(Stroke(CUE, 0.0, 3.0)), hall.match.play.to_act[0]) is Refusal.SUSPENDED
    assert hall.refuses(Protest(turn), protesting) is Refusal.SUSPENDED
    hall.order("rule_protest", kind="rejected", reason="The 1 was hit first.")
    assert hall.stop() is Stop.NOTHING
    assert hall.refuses(Protest(turn), protesting) is Refusal.NOT_ALLOWED
    assert hall.refuses_order("rule_protest") is Refusal.NOT_ALLOWED
    hall.shoot("c>1 1#F")
    hall.do(Protest(hall.match.turn - 1), protesting)
    assert hall.stop() is Stop.PROTEST


def test_2_26_a_protest_after_the_next_stroke_is_too_late() -> None:
    hall = broken()
    turn = hall.match.turn - 1
    hall.shoot("c>1 1#F")
    assert hall.refuses(Protest(turn), B) is Refusal.TOO_LATE
    assert hall.refuses(Protest(hall.match.turn - 1, "not_informed"), B) is Refusal.NOT_ALLOWED


def test_2_26_the_director_can_overrule_without_a_protest() -> None:
    hall = broken()
    assert hall.refuses_order("overrule") is Refusal.NOT_ALLOWED
    hall.order("overrule", is_director=True)
    assert hall.match.stops.is_final


def test_1_13_a_time_out_at_ones_own_turn_once_in_a_match() -> None:
    hall = broken()
    caller = hall.match.play.to_act[0]
    other = Seat(1 - caller)
    assert hall.refuses(TakeTimeOut(), other) is Refusal.NO_TIME_OUT
    left = hall.ends_at()
    assert left is not None
    hall.do(TakeTimeOut())
    taken = hall.now
    assert deadline(hall.match) == taken + 300.0
    assert legal(hall.match, caller) == ("end_time_out", "concede")
    assert hall.refuses(EndTimeOut(), other) is Refusal.NO_TIME_OUT
    assert hall.refuses(TakeTimeOut(), caller) is Refusal.SUSPENDED
    assert expire(hall.match, taken + 299.0) is None
    entry = expire(hall.match, taken + 300.0)
    assert entry is not None
    hall.take(entry)
    assert hall.ends_at() == left + 300.0
    assert hall.match.play.to_act == (caller,)
    assert hall.refuses(TakeTimeOut(), caller) is Refusal.NO_TIME_OUT


def test_1_13_a_time_out_ends_when_the_caller_is_ready() -> None:
    hall = broken()
    hall.do(TakeTimeOut())
    over = hall.do(EndTimeOut()).ruling
    assert (over.rules, over.text) == (("1.13",), "The time-out is over.")
    assert hall.stop() is Stop.NOTHING
    hall.shoot("c>1 1#F")


def test_1_13_no_time_out_while_the_balls_move_or_where_the_game_has_none() -> None:
    hall = broken(pace=Pace.NORMAL)
    assert hall.refuses(TakeTimeOut(), hall.match.play.to_act[0]) is Refusal.BALLS_MOVING
    carom = broken(game=GameKind.THREE_CUSHION)
    assert carom.refuses(TakeTimeOut(), carom.match.play.to_act[0]) is Refusal.NO_TIME_OUT
    darts = Hall(GameKind.X01)
    assert darts.refuses(TakeTimeOut(), darts.match.play.to_act[0]) is Refusal.NO_TIME_OUT


WIN = "c>1 1>9 9@FL"


def test_1_13_one_more_in_the_deciding_set_and_between_sets_for_both() -> None:
    hall = broken(sets=3)
    first = hall.match.play.to_act[0]
    hall.do(TakeTimeOut())
    hall.do(EndTimeOut())
    hall.shoot(WIN)
    assert hall.state.sets == tuple(1 if seat == first else 0 for seat in (A, B))
    other = Seat(1 - first)
    assert hall.refuses(TakeTimeOut(), first) is Refusal.NO_TIME_OUT
    hall.do(TakeTimeOut(), other)
    hall.do(EndTimeOut(), other)
    hall.do(Choose("PASS"))
    hall.shoot("c|out c>1 9@FL")
    assert hall.state.sets == (1, 1)
    for seat in (first, other):
        hall.do(TakeTimeOut(), seat)
        hall.do(EndTimeOut(), seat)
        assert hall.refuses(TakeTimeOut(), seat) is Refusal.NO_TIME_OUT


def test_2_18_a_replayed_shot_has_everything_as_it_was() -> None:
    hall = broken()
    hall.shoot("c#F")
    before = hall.state
    hall.shoot("c>1 c@HL")
    assert hall.state.fouls_in_row != before.fouls_in_row
    step = hall.order("replay_shot", reason="A lamp fell.")
    assert hall.state == before
    assert step.ruling.outcome is Outcome.REPLAY
    assert hall.ends_at() == hall.now + 35.0
    assert hall.refuses_order("replay_shot") is Refusal.NOT_ALLOWED


def test_2_17_any_earlier_position_can_be_restored_exactly() -> None:
    hall = broken()
    kept, entries = hall.state, hall.match.entries
    hall.shoot("c>1 1#F")
    hall.shoot("c>1 1@SL")
    hall.shoot("c>2 c@SL")
    assert hall.state != kept
    hall.order("restore", entry=entries)
    assert hall.state == kept
    assert hall.match.entries == entries + 4
    hall.shoot("c>1 1@FR")
    with pytest.raises(IllegalAction):
        prepare_act(hall.match, RefereeAct("restore", entry=2), hall.now)
    with pytest.raises(IllegalAction):
        prepare_act(hall.match, RefereeAct("restore", entry=2), hall.now, earlier=match_at(hall.lines, 1))


def test_2_17_single_balls_can_be_put_back() -> None:
    hall = broken()
    hall.order("restore", positions={Ball("3"): (0.1, 0.2), CUE: (-0.5, 0.0)})
    assert (hall.state.positions[Ball("3")], hall.state.positions[CUE]) == ((0.1, 0.2), (-0.5, 0.0))
    assert hall.refuses_order("restore", positions={Ball("3"): (5.0, 0.0)}) is Refusal.OUTSIDE
    assert hall.refuses_order("restore") is Refusal.BAD_VALUE


@pytest.mark.parametrize("do", ["restore", "set_ball"])
@pytest.mark.parametrize(
    ("positions", "field"),
    [
        ({Ball("3"): (0.3, 0.1), Ball("4"): (0.31, 0.1)}, {"positions.3", "positions.4"}),
        ({Ball("9"): (9.0, 0.0)}, {"positions.9"}),
        ({}, {"positions"}),
    ],
)
def test_2_17_a_ball_is_put_on_the_table_and_into_no_other_one(
    do: str, positions: dict[Ball, tuple[float, float]], field: set[str]
) -> None:
    hall = broken()
    before = hall.match
    with pytest.raises(IllegalAction) as refused:
        hall.order(do, positions=positions)
    assert refused.value.path in field
    assert hall.match == before


def test_2_17_a_ball_is_not_put_into_one_that_lies_there_but_touches_it_where_it_was_frozen() -> None:
    hall = broken()
    hall.order("restore", positions={Ball("3"): (0.3, 0.1), CUE: (-0.5, 0.0)})
    wide = hall.state.setting.cloth.diameter
    assert hall.refuses_order("restore", positions={Ball("4"): (0.3 + 0.9 * wide, 0.1)}) is Refusal.OVERLAP
    hall.order("restore", positions={Ball("4"): (0.3 + wide, 0.1)})
    assert hall.state.frozen.balls == frozenset({frozenset({Ball("3"), Ball("4")})})
    hall.order("restore", positions={Ball("4"): (0.3 + wide + 0.01, 0.1)})
    assert hall.state.frozen.balls == frozenset()


def test_2_17_a_ball_may_be_put_where_the_cue_ball_in_hand_was_shown() -> None:
    hall = broken()
    hall.shoot("c>1 1#F c@FL")
    assert hall.state.cue_ball is CueBall.IN_HAND
    shown = hall.state.positions[CUE]
    hall.order("restore", positions={Ball("3"): shown})
    assert hall.state.positions[Ball("3")] == shown
    assert hall.state.positions[CUE] != shown


@pytest.mark.parametrize(
    ("do", "given"), [("lose_game", {}), ("award_foul", {"kind": "intentional_touch"}), ("award_match", {})]
)
def test_an_act_that_concerns_a_side_names_the_field_where_it_lacks_one(do: str, given: dict[str, Any]) -> None:
    with pytest.raises(IllegalAction) as refused:
        broken().order(do, is_director=True, **given)
    assert (refused.value.code, refused.value.path) == (Refusal.BAD_VALUE, "player")


@pytest.mark.parametrize("given", [{"kind": "H"}, {"ball": Ball("3"), "kind": "up"}])
def test_a_frozen_call_names_a_ball_and_a_cushion(given: dict[str, Any]) -> None:
    with pytest.raises(IllegalAction) as refused:
        broken().order("declare_frozen", **given)
    assert (refused.value.path, "declare_frozen needs" in str(refused.value)) == ("ball", True)


def test_1_15_an_interrupted_match_can_be_adjudicated() -> None:
    hall = broken()
    hall.order("adjudicate_interrupted", is_director=True, player=Seat(1))
    assert hall.match.result is not None
    assert hall.match.result.winners == (Seat(1),)


def test_2_18_a_replayed_game_has_the_same_breaker() -> None:
    hall = broken()
    breaker, number = hall.state.breaker, hall.state.game_number
    hall.order("replay_game")
    assert hall.state.game_number == number + 1
    assert (hall.state.phase, hall.state.breaker, hall.state.shooter) == (Phase.BREAK, breaker, breaker)
    assert len(hall.state.positions) == 10


def test_1_11_a_limit_set_in_a_game_holds_from_the_next_one_and_is_at_most_45_s() -> None:
    hall = broken(race_to=2, shot_clock=None)
    assert hall.refuses_order("set_clock", seconds=50.0) is Refusal.LIMIT_TOO_LONG
    assert hall.refuses_order("set_clock") is Refusal.BAD_VALUE
    assert hall.refuses_order("set_clock", seconds=float("nan")) is Refusal.BAD_VALUE
    assert hall.refuses_order("set_clock", seconds=4.999) is Refusal.BAD_VALUE
    hall.order("set_clock", seconds=5.0)
    hall.order("set_clock", seconds=40.0)
    assert hall.match.clock.limit is None
    hall.shoot(WIN)
    assert hall.match.clock.limit == 40.0
    hall.do(Choose("BREAK"))
    hall.order("set_clock", seconds=35.0)
    assert hall.match.clock == replace(hall.match.clock, limit=35.0, ends_at=hall.now + 35.0)


def test_r34_in_carom_a_limit_holds_at_once() -> None:
    hall = broken(game=GameKind.THREE_CUSHION, shot_clock=None)
    hall.order("set_shot_clock", seconds=60.0)
    assert hall.ends_at() == hall.now + 60.0


def test_1_16_play_waits_for_a_referee_who_left_until_both_agree_to_the_engine() -> None:
    hall = broken()
    hall.order("suspend", kind="referee_left")
    assert legal(hall.match, A) == ("agree_to_go_on", "concede")
    hall.do(AgreeToGoOn(), A)
    assert hall.stop() is Stop.REFEREE_LEFT
    assert hall.refuses(AgreeToGoOn(), A) is Refusal.NOT_ALLOWED
    hall.do(AgreeToGoOn(), B)
    assert hall.stop() is Stop.NOTHING
    assert hall.refuses(AgreeToGoOn(), A) is Refusal.NOT_ALLOWED


@pytest.mark.parametrize("do", ["lose_match", "disqualify", "award_match", "end_match", "forfeit"])
def test_2_28_what_ends_the_match_is_for_the_director(do: str) -> None:
    hall = broken()
    assert hall.refuses_order(do, player=A) is Refusal.NOT_ALLOWED
    hall.order(do, player=A, is_director=True)
    assert hall.match.result is not None
    losers = {"award_match": (A,), "end_match": (A,)}
    assert hall.match.result.winners == losers.get(do, (B,))
    assert hall.refuses_order("resume") is Refusal.MATCH_OVER


def test_a_dart_game_knows_what_concerns_the_match_and_nothing_else() -> None:
    hall = Hall(GameKind.X01)
    hall.order("warn", player=A, kind="slow")
    assert hall.refuses_order("award_foul", player=A, kind="time") is Refusal.NOT_ALLOWED
    assert hall.refuses_order("lose_match", is_director=True) is Refusal.BAD_VALUE
    hall.order("lose_match", player=A, is_director=True)
    assert hall.match.result is not None
    assert hall.match.result.winners == (B,)


def test_t51_all_can_be_disqualified() -> None:
    hall = broken()
    hall.order("disqualify", is_director=True)
    assert hall.match.result is not None
    assert hall.match.result.winners == ()


def test_acts_that_only_stand_in_the_record_change_nothing_at_the_table() -> None:
    hall = broken()
    before = hall.state
    step = hall.order("mute", kind="spectator", reason="shouting", by="Referee Novak")
    assert step.ruling.text == "Mute: spectator shouting."
    assert hall.state == before
    assert '"by":"Referee Novak"' in hall.lines[-1]
    assert hall.order("eject_spectator", kind="Bo").ruling.text == "Eject spectator: Bo."


def test_an_act_that_no_rule_knows_is_refused() -> None:
    assert broken().refuses_order("dance") is Refusal.NOT_ALLOWED
    assert broken().refuses_order("lose_game") is Refusal.BAD_VALUE
    assert broken().refuses_order("award_foul", player=A, kind="dance") is Refusal.BAD_VALUE


def test_2_16_declared_frozen_by_the_referee() -> None:
    hall = broken()
    hall.order("declare_frozen", ball=Ball("1"), kind="L")
    step = hall.shoot("c>1 1#L")
    assert step.ruling.fouls == ("no_rail",)
    assert hall.refuses_order("declare_frozen", ball=Ball("1"), kind="Q") is Refusal.BAD_VALUE


def test_a_protest_in_the_middle_of_playback_gives_the_rest_of_it_back() -> None:
    hall = broken(pace=Pace.NORMAL)
    until = hall.match.plays_until
    assert until is not None
    hall.do(Protest(hall.match.turn - 1), A)
    began = hall.now
    hall.now += 60.0
    hall.order("rule_protest", kind="rejected")
    assert hall.match.plays_until == until + hall.now - began


def test_conceding_is_possible_in_every_stop() -> None:
    hall = broken()
    hall.order("suspend")
    hall.do(Concede(), A)
    assert hall.match.result is not None
    assert hall.match.result.winners == (B,)


def test_a_stop_holds_the_times_of_a_dart_game_too() -> None:
    hall = Hall(GameKind.PUB_GAME, pace=Pace.NORMAL, shot_clock=None)
    before = deadline(hall.match)
    assert before is not None
    hall.order("suspend")
    began = hall.now
    assert deadline(hall.match) is None
    hall.now += 60.0
    hall.order("resume")
    assert deadline(hall.match) == pytest.approx(before + hall.now - began)


def test_the_view_tells_why_play_is_stopped() -> None:
    hall = broken()
    assert (view(hall.match).stopped, view(hall.match).stopped_until) == ("", None)
    hall.do(TakeTimeOut())
    shown = view(hall.match)
    assert (shown.stopped, shown.stopped_until) == ("time_out", hall.now + 300.0)


def test_1_7_a_late_side_has_fifteen_minutes_from_the_later_time() -> None:
    scheduled, announced = 18 * 3600.0, 18 * 3600.0 + 600.0
    assert forfeits_at(scheduled, announced) == announced + 900.0
    assert not is_late(scheduled, announced, announced + 899.0)
    assert is_late(scheduled, announced, announced + 901.0)


def test_a_protest_waits_until_play_goes_on_whatever_stopped_it() -> None:
    for stop in (Stop.TIME_OUT, Stop.SUSPENDED, Stop.REFEREE_LEFT, Stop.PROTEST):
        hall = broken()
        turn, at_table = hall.match.turn - 1, hall.match.play.to_act[0]
        if stop is Stop.TIME_OUT:
            hall.do(TakeTimeOut())
        elif stop is Stop.PROTEST:
            hall.do(Protest(turn), at_table)
        else:
            hall.order("suspend", kind=stop.value)
        before = hall.match
        with pytest.raises(IllegalAction) as refusal:
            prepare(hall.match, Seat(1 - at_table), Protest(turn), hall.now)
        assert refusal.value.code is Refusal.SUSPENDED
        assert stop.value.replace("_", " ") in refusal.value.text
        assert hall.match == before
        if stop is Stop.TIME_OUT:
            hall.do(EndTimeOut())
            hall.do(Protest(turn), Seat(1 - at_table))


@pytest.mark.parametrize("do", ["suspend", "overrule"])
def test_no_act_of_an_official_uses_a_time_out_up(do: str) -> None:
    hall = broken()
    caller, left = hall.match.play.to_act[0], hall.ends_at()
    assert left is not None
    hall.do(TakeTimeOut())
    taken = hall.now
    hall.now += 50.0
    hall.order(do, is_director=True)
    stopped_at = hall.now
    if do == "suspend":
        assert hall.stop() is Stop.SUSPENDED
        hall.now += 1000.0
        hall.order("resume")
    assert (hall.stop(), hall.match.stops.by) == (Stop.TIME_OUT, caller)
    assert deadline(hall.match) == taken + 300.0 + (hall.now - stopped_at)
    hall.do(EndTimeOut())
    assert hall.ends_at() == left + hall.now - taken


def test_overruling_lifts_no_stop_but_a_protest() -> None:
    hall = broken()
    hall.order("suspend")
    hall.order("overrule", is_director=True)
    assert hall.stop() is Stop.SUSPENDED
    assert hall.match.stops.is_final


def thrown(hall: Hall, x: float = 0.0) -> Step:
    """The next dart of whoever throws, as soon as it may be let go."""
    play = hall.match.play
    assert isinstance(play, DartsPlay)
    hall.now = max(hall.now, play.opens)
    return hall.do(Throw(play.leg.turn.dart, (x, 0.0), nonce="00", released=hall.now + 1.0))


@pytest.mark.parametrize("stop", [None, "", "referee_left"])
@pytest.mark.parametrize("do", ["restore", "replay_shot"])
def test_2_17_a_restored_dart_game_has_the_times_it_had_then(do: str, stop: str | None) -> None:
    hall = Hall(GameKind.ROULETTE, pace=Pace.NORMAL, shot_clock=None)
    thrown(hall)
    kept, stood_since, entries = hall.match.play, hall.match.at, hall.match.entries
    assert isinstance(kept, DartsPlay)
    thrown(hall, 30.0)
    hall.now += 500.0
    if stop is not None:
        hall.order("suspend", kind=stop)
        hall.now += 70.0
    hall.order(do, entry=entries if do == "restore" else None)
    if stop is not None:
        hall.now += 40.0
        hall.order("resume")
    later = hall.now - stood_since
    after = hall.match.play
    assert isinstance(after, DartsPlay)
    assert (after.leg, after.won) == (kept.leg, kept.won)
    assert after.zero == pytest.approx(kept.zero + later)
    assert after.opens == pytest.approx(kept.opens + later)
    assert hall.match.plays_until == after.opens_at
    assert deadline(hall.match) is None or after.ends_at is not None
    thrown(hall)


def test_2_26_every_dart_may_be_protested_as_every_shot() -> None:
    hall = Hall(GameKind.X01)
    for _ in range(2):
        thrown(hall)
        turn = hall.match.turn - 1
        hall.do(Protest(turn), Seat(1 - hall.match.play.to_act[0]))
        hall.order("rule_protest", kind="rejected")
        assert hall.refuses(Protest(turn), B) is Refusal.NOT_ALLOWED
        thrown(hall)
        assert hall.refuses(Protest(turn), B) is Refusal.TOO_LATE


def outage(hall: Hall, away: float) -> None:
    hall.now += away
    hall.take(resumed(hall.match, away, hall.now, "e"))


@pytest.mark.parametrize("away", [5.0, 900.0])
@pytest.mark.parametrize("stop", ["suspend", "protest", "time_out"])
def test_an_outage_in_a_stop_costs_nobody_any_time(stop: str, away: float) -> None:
    hall = broken(pace=Pace.NORMAL)
    until, left = hall.match.plays_until, hall.ends_at()
    assert until is not None
    assert left is not None
    if stop == "time_out":
        hall.now = until
        hall.do(TakeTimeOut())
    elif stop == "protest":
        hall.do(Protest(hall.match.turn - 1), A)
    else:
        hall.order("suspend")
    began, ends = hall.now, deadline(hall.match)
    hall.now += 20.0
    outage(hall, away)
    assert deadline(hall.match) == (None if ends is None else ends + away)
    hall.now += 7.0
    if stop == "time_out":
        hall.do(EndTimeOut())
    else:
        hall.order("resume" if stop == "suspend" else "rule_protest")
    stood = hall.now - began
    assert hall.match.plays_until == (until if stop == "time_out" else pytest.approx(until + stood))
    assert hall.ends_at() == pytest.approx(left + stood)


def test_an_outage_in_a_stop_of_a_dart_game_moves_its_times_once() -> None:
    hall = Hall(GameKind.PUB_GAME, pace=Pace.NORMAL, shot_clock=None)
    before = deadline(hall.match)
    assert before is not None
    hall.order("suspend")
    began = hall.now
    outage(hall, 300.0)
    hall.now += 5.0
    hall.order("resume")
    assert deadline(hall.match) == pytest.approx(before + hall.now - began)


def test_acts_that_are_only_noted_are_bounded_until_the_next_shot() -> None:
    hall = broken(shot_clock=None)
    for _ in range(MOST_NOTED):
        hall.order("call_time")
    for do in sorted(NOTED):
        assert hall.refuses_order(do) is Refusal.NOT_ALLOWED
    hall.order("suspend")
    hall.order("resume")
    hall.shoot("c>1 1#F")
    hall.order("call_time")


def test_rank_and_fields_are_checked_before_an_earlier_position_is_asked_for() -> None:
    for do in sorted(DIRECTOR_ACTS):
        with pytest.raises(IllegalAction):
            check_act(RefereeAct(do, entry=0), is_director=False)
    for do in ("suspend", "lose_match"):
        with pytest.raises(IllegalAction) as refusal:
            check_act(RefereeAct(do, entry=0), is_director=True)
        assert (refusal.value.code, refusal.value.path) == (Refusal.BAD_VALUE, "entry")
    check_act(RefereeAct("restore", entry=0), is_director=False)


def test_a_time_out_is_named_among_what_is_legal_exactly_when_it_may_be_taken() -> None:
    hall = broken()
    at_table = hall.match.play.to_act[0]
    assert "take_time_out" in legal(hall.match, at_table)
    assert "take_time_out" not in legal(hall.match, Seat(1 - at_table))
    hall.do(TakeTimeOut())
    assert "take_time_out" not in legal(hall.match, at_table)
    hall.do(EndTimeOut())
    assert "take_time_out" not in legal(hall.match, at_table)
    for game in (GameKind.THREE_CUSHION, GameKind.FREE_PYRAMID, GameKind.X01):
        other = Hall(game)
        assert "take_time_out" not in legal(other.match, other.match.play.to_act[0])
