"""Corrections of a real board: the leg is played again from its log (darts B.6, D.13)."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.darts import super_100, x01
from game.darts.correction import (
    Correct,
    Correction,
    DartLog,
    Delete,
    Insert,
    corrected,
    follow,
    likely_corrections,
    logged_retirement,
    replay,
    still_open,
)
from game.darts.notation import parse_dart
from game.darts.super_100 import Light
from game.darts.turns import Leg, Stage, begin, throw
from game.darts.vocabulary import Bull, Effect, Landing, Player
from game.darts.x01 import X01, Condition
from game.errors import IllegalAction, Refusal
from tests.game.darts.strategies import any_dart, any_leg

SPLIT = Bull()


def x01_log(*remaining: int, closing: Condition = Condition.DOUBLE) -> DartLog:
    game = x01.fresh(len(remaining), SPLIT, remaining, (Condition.OPEN, closing))
    return DartLog(begin(game, 10))


def threw(log: DartLog, darts: str) -> DartLog:
    for name in darts.split():
        leg, dart = replay(log).leg, parse_dart(name)
        log = follow(log, leg, throw(leg, dart))
    return log


def fixed(log: DartLog, correction: Correction) -> DartLog:
    return corrected(log, replay(log).leg, correction)[0]


def remaining(log: DartLog) -> tuple[int, ...]:
    game = replay(log).leg.game
    assert isinstance(game, X01)
    return game.remaining


def test_mqt_06_a_bust_becomes_a_win_and_the_open_turn_is_withdrawn() -> None:
    log = threw(x01_log(32, 100), "S16 S16")
    assert replay(log).leg.thrower == 1
    log = fixed(log, Correct(2, parse_dart("D8")))
    leg = replay(log).leg
    assert (leg.winners, remaining(log)) == ((0,), (0, 100))


def test_mqt_07_a_win_becomes_a_leg_that_goes_on() -> None:
    log = threw(x01_log(40, 100), "D20")
    assert replay(log).leg.stage is Stage.DONE
    leg = replay(fixed(log, Correct(1, parse_dart("S20")))).leg
    assert (leg.stage, leg.thrower, leg.turn.dart) == (Stage.PLAY, 0, 2)
    assert leg.game.score_of(Player(0)) == 20


def test_mqt_08_a_third_miss_becomes_a_hit_and_the_player_is_back() -> None:
    starts = ((0, 0, 0),) * 7
    log = threw(DartLog(begin(super_100.fresh(3, SPLIT, starts, Light()), 7)), "M M M")
    before = replay(log).leg.game
    assert isinstance(before, super_100.Super100)
    assert (before.pot, before.fell) == (100, (1, 0, 0))
    after = replay(fixed(log, Correct(3, parse_dart("S20")))).leg.game
    assert isinstance(after, super_100.Super100)
    assert (after.pot, after.fell, after.points) == (0, (0, 0, 0), (120, 90, 90))


def test_a_bust_corrected_to_leave_one_is_a_bust_again() -> None:
    # a public scorer kept a separate way back for corrections, which let one point remain
    log = threw(x01_log(40, 100), "T20")
    log = fixed(log, Correct(1, parse_dart("T13")))
    leg = replay(log).leg
    assert (leg.turns[0].bust, remaining(log), leg.thrower) == (True, (40, 100), 1)


def test_a_bust_that_was_none_gives_the_turn_back() -> None:
    log = fixed(threw(x01_log(60, 100), "S20 T20"), Correct(2, parse_dart("S18")))
    leg = replay(log).leg
    assert (leg.thrower, leg.turn.dart, remaining(log)) == (0, 3, (22, 100))
    log = threw(log, "D11")
    assert replay(log).leg.winners == (0,)


def test_darts_after_an_earlier_end_are_void() -> None:
    log = fixed(threw(x01_log(40, 100), "S20 S5 S5"), Correct(1, parse_dart("D20")))
    again = replay(log)
    assert again.leg.winners == (0,)
    assert sorted(again.void) == [2, 3]


def test_a_later_turn_stands_when_an_earlier_one_was_corrected() -> None:
    log = threw(x01_log(301, 301), "T20 T20 T20 S1 S1 S1")
    log = fixed(log, Correct(3, parse_dart("S20")))
    assert remaining(log) == (161, 298)
    assert replay(log).leg.thrower == 0


def test_a_turn_left_short_by_a_correction_is_filled_when_others_threw_since() -> None:
    log = threw(x01_log(60, 100), "S20 T20 S1")
    log = fixed(log, Correct(2, parse_dart("S10")))
    leg = replay(log).leg
    assert [thrown.effect for thrown in leg.turns[0].thrown][2] is Effect.NOT_THROWN
    assert (remaining(log), leg.thrower, leg.turn.dart) == ((30, 99), 1, 2)


def test_a_dart_may_be_taken_out_or_put_in() -> None:
    log = threw(x01_log(301, 301), "T20 T20")
    log = fixed(log, Delete(1))
    assert (remaining(log), replay(log).leg.turn.dart) == ((241, 301), 2)
    log = fixed(log, Insert(2, parse_dart("S1")))
    assert (remaining(log), replay(log).leg.turn.dart) == ((240, 301), 3)
    log = threw(log, "S2 S3")
    assert remaining(log) == (238, 298)


def test_a_fourth_dart_put_into_a_turn_is_void() -> None:
    log = fixed(threw(x01_log(301, 301), "S1 S1 S1 S5"), Insert(1, parse_dart("T20")))
    again = replay(log)
    assert sorted(again.void) == [3]
    assert remaining(log) == (239, 296)


def test_an_eliminated_players_later_darts_are_void() -> None:
    starts = ((0, 0, 0),) * 7
    log = threw(DartLog(begin(super_100.fresh(3, SPLIT, starts, Light()), 7)), "S20 M M S20 M M S20 M M S20")
    again = replay(fixed(log, Correct(1, parse_dart("M"))))
    assert sorted(again.void) == [10]
    assert again.leg.thrower == 1


def test_a_correction_that_cannot_be_played_is_refused() -> None:
    starts = ((0, 0, 0),) * 7
    log = threw(DartLog(begin(super_100.fresh(3, SPLIT, starts, Light()), 7)), "M M M S20 M M S20 M M S20")
    with pytest.raises(IllegalAction) as caught:
        fixed(log, Correct(3, parse_dart("S20")))  # a turn of the second round is missing now
    assert caught.value.code is Refusal.TOO_LATE


def test_a_dart_that_was_never_thrown_cannot_be_corrected() -> None:
    for correction in (Correct(2, parse_dart("M")), Delete(9), Insert(9, parse_dart("M"))):
        with pytest.raises(IllegalAction) as caught:
            fixed(threw(x01_log(301, 301), "T20"), correction)
        assert caught.value.code is Refusal.WRONG_DART


def test_the_thrower_may_correct_until_somebody_else_throws() -> None:
    log = threw(x01_log(301, 301), "T20 T20 T20")
    assert still_open(log, 1)
    assert still_open(log, 3)
    log = threw(log, "S1")
    assert not still_open(log, 3)
    assert still_open(log, 4)
    assert not still_open(log, 5)


def test_a_retirement_stands_in_the_log() -> None:
    log = threw(x01_log(301, 301, 301), "T20 S1")
    log = threw(logged_retirement(log, Player(1)), "S1 S5")
    leg = replay(log).leg
    assert (leg.game.score_of(Player(0)), leg.thrower, leg.turn.dart) == (239, 2, 2)
    assert replay(fixed(log, Correct(1, parse_dart("S20")))).leg.game.score_of(Player(0)) == 279
    with pytest.raises(IllegalAction):
        fixed(log, Delete(3))


def test_nothing_is_logged_after_the_end() -> None:
    with pytest.raises(IllegalAction):
        threw(x01_log(40, 100), "D20 S1")


def test_turns_of_one_player_alone_are_kept_apart() -> None:
    log = threw(x01_log(100), "T20 T20 S5")  # the second dart busts, the third opens the next turn
    assert remaining(log) == (95,)
    log = fixed(log, Correct(2, parse_dart("S1")))
    turns = replay(log).leg.turns
    assert [[thrown.dart.name for thrown in turn.thrown] for turn in turns] == [["T20", "S1", "NT"]]
    assert remaining(log) == (34,)


@pytest.mark.parametrize(
    ("landing", "number", "first"),
    [
        (Landing.MISS, 18, "D18 S18"),
        (Landing.MISS, 0, "IB OB"),
        (Landing.SINGLE, 20, "T20 D20 S5 S1"),
        (Landing.SINGLE, 5, "T5 D5 S12 S20"),
        (Landing.OUTER_BULL, 25, "IB OB"),
    ],
)
def test_what_a_camera_may_have_missed_is_offered(landing: Landing, number: int, first: str) -> None:
    # a public tool could not turn "M18", a miss beside 18, into a double 18
    assert " ".join(dart.name for dart in likely_corrections(landing, number)) == first


@given(any_leg(), st.lists(any_dart, max_size=40))
def test_a_leg_played_again_is_the_leg_that_was_played(leg: Leg, darts: list[str]) -> None:
    log = DartLog(leg)
    for name in darts:
        if leg.stage is Stage.DONE:
            break
        dart = parse_dart(name)
        log, leg = follow(log, leg, throw(leg, dart)), throw(leg, dart)
        assert (replay(log).leg, replay(log).void) == (leg, frozenset())


@given(any_leg(), st.lists(any_dart, min_size=1, max_size=25), st.data())
def test_a_dart_corrected_and_corrected_back_changes_nothing(leg: Leg, darts: list[str], data: st.DataObject) -> None:
    log, thrown = DartLog(leg), []
    darts = [name.partition("@")[0] for name in darts]  # a correction says what was hit, not when
    for name in darts:
        if replay(log).leg.stage is not Stage.DONE:
            log = threw(log, name)
            thrown.append(name)
    number = data.draw(st.integers(1, len(thrown)))
    correction = Correct(number, parse_dart(data.draw(any_dart)))
    with suppress(IllegalAction):  # one that does not fit the darts thrown since is refused
        changed = fixed(log, correction)
        assert fixed(changed, Correct(number, parse_dart(thrown[number - 1]))) == log
