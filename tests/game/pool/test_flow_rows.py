"""Flow, clock and referee around pool games: the rows X.. of the rule page that are no written cases, by their ids."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.actions import AskExtension, Choose, Concede, Protest, Shot, TakeTimeOut
from game.errors import Refusal
from game.match import expire, prepare
from game.presence import is_late
from game.stops import Stop
from game.vocabulary import CUE, Foul, GameKind, Outcome, Pace, Phase, Seat
from physics.trajectories import Stroke
from tests.game.asking import choose, referee, shot
from tests.game.pool.clauses import clause, hold
from tests.game.test_officials import Hall, broken

STROKE = Shot(Stroke(CUE, 0.0, 3.0))
STARTED = 18 * 3600.0
OPEN = "c|out c>1 1#L 2#R 3#F 4#F"


def eight_ball(**changes: object) -> Hall:
    hall = Hall(GameKind.EIGHT_BALL, **changes)
    hall.do(Choose("BREAK"))
    hall.shoot(OPEN)
    return hall


def straight_pool(**changes: object) -> Hall:
    hall = Hall(GameKind.STRAIGHT_POOL, **changes)
    hall.do(Choose("BREAK"))
    hall.do(replace(STROKE, safety=True), log="c|out c>3 3>2 2#L 3#R c#F")
    return hall


def test_x01_x02_fifteen_minutes_from_the_later_of_the_times() -> None:
    announced = STARTED + 600.0
    assert not is_late(STARTED, announced, announced + 14 * 60.0 + 59.0)
    assert is_late(STARTED, announced, announced + 15 * 60.0 + 1.0)


def test_x03_a_stroke_within_the_limit_is_in_time() -> None:
    hall = eight_ball()
    hall.now += 33.8
    assert hall.shoot("c>1 1#F").ruling.fouls == ()


def test_x04_time_is_called_with_ten_seconds_left() -> None:
    hall = eight_ball()
    assert hall.match.clock.warn_at == hall.now + 25.0


def test_x05_x06_one_extension_in_a_game() -> None:
    hall = eight_ball()
    started = hall.now
    hall.now += 27.0
    hall.do(AskExtension())
    assert hall.now == started + 28.0
    assert hall.ends_at() == hall.now + 32.0
    assert hall.refuses(AskExtension(), hall.match.play.to_act[0]) is Refusal.NO_EXTENSION


def test_1_11_in_straight_pool_the_extension_comes_back_with_the_next_rack() -> None:
    hall = straight_pool()
    asker = hall.match.play.to_act[0]
    hall.now += 26.0
    hall.do(AskExtension())
    assert hall.match.clock.extended == {asker}
    hall.shoot("c>1 1#F")
    assert hall.match.clock.extended == {asker}
    hall.order("award_foul", player=asker, kind="catch")
    hall.do(Choose("RERACK_OTHER"))
    assert hall.match.clock.extended == frozenset()


def test_x09_after_a_foul_the_clock_starts_when_the_balls_have_been_seen_to_rest() -> None:
    hall = eight_ball(pace=Pace.NORMAL)
    hall.now += 10.0
    hall.shoot("c>1 c@HL")
    assert hall.ends_at() == hall.now + 4.0 + 35.0


def test_x11_a_clock_asked_for_in_the_middle_of_a_rack_starts_with_the_next_game() -> None:
    hall = eight_ball(race_to=2, shot_clock=None)
    hall.order("set_clock", seconds=35.0)
    assert hall.match.clock.limit is None
    hall.order("lose_game", player=Seat(0))
    assert hall.match.clock.limit == 35.0


def test_x11_in_straight_pool_with_the_next_rack() -> None:
    hall = straight_pool(shot_clock=None)
    hall.order("set_clock", seconds=35.0)
    assert hall.match.clock.limit is None
    hall.order("award_foul", player=hall.match.play.to_act[0], kind="catch")
    hall.do(Choose("RERACK_OTHER"))
    assert hall.match.clock.limit == 35.0


def test_x12_latency_credit_covers_a_stroke_just_after_the_end() -> None:
    hall = eight_ball()
    ends = hall.ends_at()
    assert ends is not None
    shooter = hall.match.play.to_act[0]
    assert prepare(hall.match, shooter, STROKE, ends + 0.3, credit=0.4) is not None
    entry = expire(hall.match, ends + 0.6)
    assert entry is not None
    assert hall.take(entry).ruling.fouls == (Foul.TIME,)


def test_x13_x14_a_time_out_is_for_the_one_at_the_table_and_holds_the_clock() -> None:
    hall = eight_ball()
    caller = hall.match.play.to_act[0]
    assert hall.refuses(TakeTimeOut(), Seat(1 - caller)) is Refusal.NO_TIME_OUT
    hall.do(TakeTimeOut())
    assert hall.ends_at() is None
    entry = expire(hall.match, hall.now + 300.0)
    assert entry is not None
    hall.take(entry)
    assert hall.refuses(TakeTimeOut(), caller) is Refusal.NO_TIME_OUT


def test_x16_conceding_at_three_to_six_loses_the_match() -> None:
    told = clause({"type": "concede"}, expect={"winner": "B", "next": None}, games={"A": 3, "B": 6})
    hold("eight_ball", told)
    hall = eight_ball(race_to=7)
    assert hall.do(Concede(), Seat(0)).ruling.winner == (Seat(1),)


@pytest.mark.parametrize("is_strict", [False, True])
def test_x17_a_shot_into_a_suspension(is_strict: bool) -> None:
    hall = broken(options={"strict_suspend": is_strict}, race_to=2)
    shooter = hall.match.play.to_act[0]
    hall.order("suspend")
    if not is_strict:
        assert hall.refuses(STROKE, shooter) is Refusal.SUSPENDED
        return
    step = hall.shoot("c>1 1#F")
    assert (step.ruling.outcome, step.ruling.winner) == (Outcome.LOSS, (Seat(1 - shooter),))


def test_x18_x19_a_protest_comes_before_the_next_stroke() -> None:
    hall = eight_ball()
    turn, other = hall.match.turn - 1, Seat(1 - hall.match.play.to_act[0])
    hall.do(Protest(turn), other)
    assert hall.stop() is Stop.PROTEST
    hall.order("rule_protest", kind="rejected")
    hall.shoot("c>1 1#F")
    assert hall.refuses(Protest(turn), other) is Refusal.TOO_LATE


def test_x20_a_disturbed_shot_is_replayed_and_nothing_is_counted() -> None:
    hall = straight_pool()
    before = hall.state
    hall.shoot("c>1")
    assert hall.state.scores != before.scores
    hall.order("replay_shot")
    assert hall.state == before


def test_x21_a_game_whose_positions_are_lost_is_played_again_by_the_same_breaker() -> None:
    hall = eight_ball()
    breaker = hall.state.breaker
    hall.order("replay_game")
    assert (hall.state.phase, hall.state.shooter, hall.state.breaker) == (Phase.BREAK, breaker, breaker)


def test_x29_the_leader_breaks() -> None:
    won = shot("c>8 8@SL", call={"ball": "8", "pocket": "SL"})
    told = clause(
        won,
        expect={"games": {"A": 2, "B": 3}, "next": "B", "options": ["BREAK", "PASS"]},
        options={"break_order": "leader", "race_to": 9},
        balls=["8", "12"],
        groups={"A": "solids", "B": "stripes"},
        games={"A": 1, "B": 3},
    )
    hold("eight_ball", told)


def test_x30_a_practice_stroke_before_the_break_gives_the_break_away() -> None:
    hall = Hall(GameKind.EIGHT_BALL)
    due = hall.match.play.to_act[0]
    assert hall.refuses(STROKE, due) is not None
    hall.order("award_foul", player=due, kind="practice")
    assert hall.match.play.to_act == (Seat(1 - due),)
    assert hall.match.play.offered == ("BREAK", "PASS")
    racked = clause(
        referee("award_foul", player="A", kind="practice"),
        expect={"next": "B", "phase": "break", "cue_ball": "in_hand_kitchen"},
        phase="break",
    )
    hold("seven_ball", racked)


def test_x30_in_the_lag_too() -> None:
    told = clause(
        *(referee("award_foul", player="A", kind="practice"), choose("PASS")),
        expect={"next": "A", "phase": "break"},
        phase="lag",
    )
    hold("nine_ball", told)


def test_x31_without_its_referee_play_stands_still() -> None:
    hall = eight_ball()
    hall.order("suspend", kind="referee_left")
    assert hall.stop() is Stop.REFEREE_LEFT
    assert hall.refuses(STROKE, hall.match.play.to_act[0]) is Refusal.SUSPENDED
