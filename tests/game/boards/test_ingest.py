"""The ingest rules of real boards, one test a rule. Sources: darts B.4, D.13 (MQT-01 to MQT-05), F 15, 18, 19, 20."""

from __future__ import annotations

import pytest

from game.boards.effects import Arm, BoardFree, Disarm, Hold, NextPlayer, SayHello, SecondThought, SendAgain, Why
from game.boards.ingest import Ingest, armed, disarmed, due, ingest, reconnected, tick
from game.boards.reports import ReportKind
from tests.game.boards.boards import NOON, fresh, hits, incoming, reasons, report, tell

TAKEOUT_START, TAKEOUT_END, BUTTON = ReportKind.TAKEOUT_START, ReportKind.TAKEOUT_END, ReportKind.BUTTON_NEXT


def test_mqt_01_a_retained_throw_is_dropped() -> None:
    state, effects = ingest(fresh(), incoming(report(1, "T20"), retained=True), NOON)
    assert (hits(effects), reasons(effects), state.last) == ([], [Why.RETAINED], 0)


def test_mqt_02_a_report_delivered_twice_is_one_dart() -> None:
    _, effects = tell(fresh(), report(1, "T20"), report(1, "T20"))
    assert (hits(effects), reasons(effects)) == (["T20"], [Why.REPEATED])


def test_another_body_under_a_number_that_was_used_is_an_alarm_and_no_dart() -> None:
    _, effects = tell(fresh(), report(1, "T20"), report(1, "T19"))
    assert (hits(effects), reasons(effects)) == (["T20"], [Why.NUMBER_REUSED])


def test_another_body_under_a_number_that_waits_is_an_alarm_and_no_dart() -> None:
    _, effects = tell(fresh(), report(2, "T20", at=1.0), report(2, "T19", at=1.0), report(1, "S1", at=0.5))
    assert (hits(effects), reasons(effects)) == (["S1", "T20"], [Why.NUMBER_REUSED])


def test_mqt_03_a_gap_holds_play_up_and_both_darts_count_in_order_once_it_is_filled() -> None:
    state, effects = tell(fresh(last=9), report(10, "S1"), report(12, "S3", at=2.0))
    assert hits(effects) == ["S1"]
    assert state.hold is Hold.REPORTS
    assert SendAgain("aa", 11) in effects
    state, more = ingest(state, incoming(report(11, "S2", at=1.0)), NOON + 2.5)
    assert hits(more) == ["S2", "S3"]
    assert state.hold is None


def test_mqt_04_a_fourth_hit_before_the_takeout_is_ignored_and_the_next_turn_has_three_darts() -> None:
    darts = [report(number, "S1", at=number) for number in (1, 2, 3, 4)]
    state, effects = tell(fresh(), *darts)
    assert (hits(effects), reasons(effects)) == (["S1"] * 3, [Why.TAKEOUT])
    assert Disarm() in effects
    state, waits = armed(state, "t2")
    assert waits == ()
    state, more = tell(state, report(5, "S5", at=5.0, arm="t2"), report(6, kind=TAKEOUT_END, at=6.0, arm=""))
    assert (hits(more), reasons(more)) == ([], [Why.TAKEOUT])
    assert Arm("t2") in more
    assert state.turn.left == 3


def test_mqt_05_a_hit_with_the_nonce_of_the_previous_turn_is_ignored() -> None:
    state, _ = armed(disarmed(fresh())[0], "t2")
    _, effects = tell(state, report(1, "T20"))
    assert (hits(effects), reasons(effects)) == ([], [Why.OTHER_TURN])


def test_a_hit_in_the_turn_of_another_player_is_ignored() -> None:
    _, effects = tell(disarmed(fresh())[0], report(1, "T20"))
    assert (hits(effects), reasons(effects)) == ([], [Why.NOT_ARMED])


def test_a_turn_that_ends_early_waits_for_the_takeout_too() -> None:
    state, _ = tell(fresh(), report(1, "T20"))
    state, _ = disarmed(state)
    state, _ = armed(state, "t2")
    _, effects = tell(state, report(2, "T20", at=1.0, arm="t2"))
    assert reasons(effects) == [Why.TAKEOUT]


def test_a_turn_that_ends_without_a_dart_waits_for_nothing() -> None:
    state, _ = disarmed(fresh())
    assert armed(state, "t2")[1] == (Arm("t2"),)


def test_the_button_for_the_next_player_ends_a_turn() -> None:
    state, effects = tell(fresh(), report(1, "S1"), report(2, kind=BUTTON, at=1.0))
    assert [type(effect) for effect in effects[1:]] == [NextPlayer, Disarm]
    assert armed(state, "t2")[1] == (Arm("t2"),)


def test_the_button_after_a_turn_frees_the_board_and_passes_nobody() -> None:
    state, _ = tell(fresh(), *(report(number, "S1", at=number) for number in (1, 2, 3)))
    state, _ = armed(state, "t2")
    state, effects = tell(state, report(4, kind=BUTTON, at=4.0, arm=""))
    assert [type(effect) for effect in effects] == [BoardFree, Arm]


def test_a_takeout_that_was_none_leaves_the_dart_open() -> None:
    state, effects = tell(fresh(), report(1, kind=TAKEOUT_START), report(2, "T20", at=0.5))
    assert reasons(effects) == [Why.TAKEOUT]
    state, effects = tell(state, report(3, kind=TAKEOUT_END, at=1.0), report(4, "T20", at=2.0))
    assert hits(effects) == ["T20"]
    assert Arm("t1") in effects


@pytest.mark.parametrize("seconds", [3.0, -3.0, 3600.0])
def test_a_report_whose_time_is_off_is_believed_only_when_it_is_said_again(seconds: float) -> None:
    off = report(1, "T20", at=seconds)
    state, effects = ingest(fresh(), incoming(off), NOON)
    assert hits(effects) == []
    assert effects == (SendAgain("aa", 1),)
    state, effects = ingest(state, incoming(off), NOON + 0.1)
    assert hits(effects) == ["T20"]
    assert state.hold is None


def test_a_report_whose_time_is_off_and_that_is_not_said_again_is_dropped_with_its_reason() -> None:
    state, _ = ingest(fresh(), incoming(report(1, "T20", at=-5.0)), NOON)
    state, effects = tick(state, NOON + 10.0)
    assert (hits(effects), reasons(effects), state.hold) == ([], [Why.LATE], None)


def test_the_answer_to_an_arming_shows_by_how_much_a_boards_clock_is_off() -> None:
    state, _ = ingest(fresh(), incoming(report(0, at=-500.0)), NOON)
    _, effects = ingest(state, incoming(report(1, "T20", at=-499.0)), NOON + 1.0)
    assert hits(effects) == ["T20"]


def test_a_status_that_the_broker_kept_shows_no_clock() -> None:
    state, _ = ingest(fresh(), incoming(report(0, at=-500.0), retained=True), NOON)
    assert state.offset == 0.0


def test_two_hits_within_three_tenths_of_a_second_are_one_dart() -> None:
    _, effects = tell(fresh(), report(1, "T20"), report(2, "T5", at=0.299), report(3, "S1", at=0.3))
    assert (hits(effects), reasons(effects)) == (["T20", "S1"], [Why.TOO_SOON])


def test_the_same_segment_at_once_is_a_stuck_switch_and_holds_play_up() -> None:
    darts = [report(number, "T20", at=0.1 * number) for number in (1, 2, 3, 4)]
    state, effects = tell(fresh(), *darts)
    assert (hits(effects), reasons(effects)) == (["T20"], [Why.STUCK] * 3)
    assert state.hold is Hold.STUCK
    quiet = due(state)
    assert quiet == pytest.approx(NOON + 2.4)
    assert tick(state, NOON + 2.5)[0].hold is None


def test_a_board_that_says_itself_that_a_segment_is_stuck_holds_play_up() -> None:
    state, effects = tell(fresh(), report(1, kind=ReportKind.STUCK_SEGMENT))
    assert (state.hold, effects) == (Hold.STUCK, [])


def test_a_bounce_out_uses_up_a_dart() -> None:
    state, effects = tell(fresh(), report(1, kind=ReportKind.BOUNCE_OUT))
    assert (hits(effects), state.turn.left) == (["BO"], 2)


def test_a_bounce_out_that_is_thrown_again_leaves_the_turn_its_darts() -> None:
    state, effects = tell(fresh(rethrow=True), report(1, kind=ReportKind.BOUNCE_OUT))
    assert (hits(effects), state.turn.left) == (["BO"], 3)


def test_a_board_that_starts_again_is_armed_again_and_its_old_reports_count_for_nothing() -> None:
    state, effects = tell(fresh(), report(1, "S1"), report(0, boot="bb", at=5.0, arm=""))
    assert Arm("t1") in effects
    state, effects = tell(state, report(2, "S2", at=1.0), report(1, "S3", boot="bb", at=6.0))
    assert (hits(effects), reasons(effects)) == (["S3"], [Why.OLD_BOOT])
    assert state.turn.left == 1


def test_a_status_of_long_ago_that_is_sent_again_turns_nothing_back() -> None:
    state, _ = tell(fresh(), report(1, "S1"))
    state, effects = ingest(state, incoming(report(7, boot="old", at=-3600.0)), NOON + 1.0)
    assert (state.boot, reasons(effects)) == ("aa", [Why.OLD_BOOT])


def test_a_hall_that_knows_nothing_yet_asks_for_the_status_first() -> None:
    state, _ = armed(Ingest(), "t1")
    state, effects = ingest(state, incoming(report(7, "T20")), NOON)
    assert (hits(effects), effects) == ([], (Arm("t1"), SayHello()))
    _, effects = ingest(state, incoming(report(7)), NOON + 0.1)
    assert hits(effects) == ["T20"]


def test_reports_that_never_come_are_shown_as_lost_and_play_goes_on() -> None:
    state, _ = tell(fresh(), report(2, "T20"))
    state, effects = tick(state, NOON + 2.0)
    assert effects == (SendAgain("aa", 1),)
    state, effects = tick(state, NOON + 10.0)
    assert (hits(effects), reasons(effects), state.hold) == (["T20"], [Why.LOST], None)


def test_a_status_shows_that_the_last_reports_were_lost() -> None:
    state, effects = tell(fresh(), report(2))
    assert effects == [SendAgain("aa", 1)]
    state, effects = tell(state, report(1, "S1"), report(2, "S2", at=1.0))
    assert (hits(effects), state.hold) == (["S1", "S2"], None)


def test_a_broker_that_is_back_brings_what_the_board_said_meanwhile() -> None:
    state, _ = tell(fresh(), report(1, "S1"))
    state, effects = reconnected(state, NOON + 20.0)
    assert effects == (SendAgain("aa", 2), Arm("t1"))
    _, more = ingest(state, incoming(report(2, "S2", at=5.0)), NOON + 20.1)
    assert hits(more) == ["S2"]


def test_a_flood_of_reports_behind_a_gap_has_a_bound() -> None:
    _, effects = tell(fresh(), *(report(number, "S1", at=number / 1000.0) for number in range(2, 80)))
    assert reasons(effects).count(Why.TOO_MANY_WAIT) == 78 - 64


def test_a_board_that_changes_its_mind_says_about_which_throw() -> None:
    _, effects = tell(fresh(), report(1, "S20"), report(2, "T20", kind=ReportKind.CORRECT, ref=1, at=1.0))
    assert [type(effect) for effect in effects][1:] == [SecondThought]
