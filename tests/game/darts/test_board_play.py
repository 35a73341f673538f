"""Matches with real boards: reports, corrections, confirmation, the pending end of a leg (darts B.4 to B.6)."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game import match as matches
from game import record
from game.actions import (
    Action,
    BoardEvent,
    BoardHit,
    ConfirmDarts,
    CorrectDart,
    DeleteDart,
    FinalStands,
    InsertDart,
    PassDarts,
    Protest,
    RefereeAct,
    RefuseCorrection,
    TakeoutOver,
    Throw,
    Visit,
)
from game.catalog import DART_GAMES
from game.darts.board_play import BoardPlay
from game.darts.bull_off_play import distance_from_bull
from game.darts.correction import replay
from game.entries import Entry
from game.errors import IllegalAction, Refusal
from game.match import Match, ShotOrder
from game.setup import MatchSetup
from game.shot_facts import HitFacts
from game.view import view
from game.vocabulary import GameKind, OptionValue, Pace, Seat, Touch
from physics.darts.board import SECTORS, STEEL
from physics.trajectories import Trace

KEY = bytes(range(32))
A, B = Seat(0), Seat(1)


def refuse_to_simulate(order: ShotOrder) -> Trace:
    raise AssertionError(f"darts are never simulated: {order}")


class BoardTable:
    """A match with real boards, its record and its time."""

    def __init__(self, game: GameKind = GameKind.X01, sides: int = 2, race_to: int = 1, **options: OptionValue) -> None:
        given: dict[str, OptionValue] = {"board_seats": "all", **options}
        names = tuple("ABCDEFGH"[:sides])
        setup = MatchSetup("m1", game, KEY, names, options=given, touch=Touch.EXACT, pace=Pace.INSTANT)
        setup = replace(setup, race_to=race_to, shot_clock=25.0)
        self.now = 1000.0
        self.seq = 0
        self.match: Match = matches.begin(setup, self.now)
        self.lines = [record.header(self.match.setup, self.now)]

    @property
    def play(self) -> BoardPlay:
        assert isinstance(self.match.play, BoardPlay)
        return self.match.play

    @property
    def thrower(self) -> Seat:
        return self.match.play.to_act[0]

    @property
    def scores(self) -> list[int]:
        return [side.score for side in self.match.play.sides()]

    def keep(self, entry: Entry) -> Entry:
        step = matches.apply(self.match, entry)
        self.match, self.ruling = step.match, step.ruling
        self.lines.append(record.entry_line(self.lines[-1].hash, entry, step.ruling))
        return entry

    def do(self, seat: Seat, action: Action, after: float = 0.5) -> Entry:
        self.now += after
        entry = matches.prepare(self.match, seat, action, self.now)
        assert isinstance(entry, Entry)
        return self.keep(entry)

    def event(self) -> BoardEvent:
        self.seq += 1
        return BoardEvent("b1", "boot", self.seq)

    def hit(self, *segments: str) -> None:
        for segment in segments:
            self.do(self.thrower, BoardHit(self.event(), segment, self.now + 0.5))

    def referee(self, do: str, **fields: object) -> None:
        act = RefereeAct(do, by="R", **fields)  # type: ignore[arg-type]
        self.keep(matches.prepare_act(self.match, act, self.now))

    def expire(self) -> None:
        due = matches.deadline(self.match)
        assert due is not None
        self.now = max(self.now, due)
        entry = matches.expire(self.match, self.now)
        assert entry is not None
        self.keep(entry)

    def refused(self, seat: Seat, action: Action) -> Refusal:
        before = self.match
        with pytest.raises(IllegalAction) as caught:
            self.do(seat, action)
        assert self.match is before
        return caught.value.code

    def holds(self) -> None:
        """Its record folds to the same match, and is found without fault."""
        texts = [line.text for line in self.lines]
        assert record.fold(texts) == self.match
        assert record.verify(texts, refuse_to_simulate, "") == []


def test_a_board_reports_darts_that_are_ruled_like_any_other() -> None:
    table = BoardTable()
    table.hit("T20", "S20", "OB")
    assert (table.scores, table.thrower) == ([301 - 60 - 20 - 25, 301], B)
    entry = table.do(B, BoardHit(table.event(), "S6", table.now, at=(57.0, 1.0), zone="i"))
    assert entry.facts == HitFacts("S6i", (57.0, 1.0), table.now - 0.5, 1)
    assert [dart.segment for dart in table.play.darts_table().reported] == ["T20", "S20", "OB", "S6i"]  # type: ignore[union-attr]
    table.holds()


def test_a_hit_of_the_other_seat_or_another_turn_is_refused() -> None:
    table = BoardTable()
    assert table.refused(B, BoardHit(table.event(), "T20", table.now)) is Refusal.NOT_YOUR_TURN
    table.hit("S1", "S1", "S1")
    assert table.refused(A, BoardHit(table.event(), "T20", table.now)) is Refusal.NOT_YOUR_TURN
    late = BoardHit(table.event(), "T20", table.now, visit=Visit(1, 1))
    assert table.refused(B, late) is Refusal.TOO_LATE
    table.do(B, BoardHit(table.event(), "T20", table.now, visit=Visit(1, 2)))
    assert table.scores == [298, 241]


@pytest.mark.parametrize("segment", ["T21", "S0", "25", "", "NT", "T20@300", "D20i"])
def test_a_segment_that_is_none_is_refused_by_its_field(segment: str) -> None:
    table = BoardTable()
    assert table.refused(A, BoardHit(table.event(), segment, table.now)) is Refusal.BAD_VALUE
    table.hit("S1")
    if segment != "NT":
        assert table.refused(A, CorrectDart(1, segment)) is Refusal.BAD_VALUE


def test_a_screen_player_and_a_board_player_each_keep_to_their_own() -> None:
    table = BoardTable(board_seats="1")
    assert table.refused(A, BoardHit(table.event(), "T20", table.now)) is Refusal.NOT_ALLOWED
    assert table.refused(A, PassDarts(table.event())) is Refusal.NOT_ALLOWED
    for dart in (1, 2, 3):
        table.do(A, Throw(dart, (0.0, 103.0)))
    assert table.refused(B, Throw(1, (0.0, 103.0))) is Refusal.NOT_ALLOWED
    assert [kind.value for kind in table.play.legal(B)] == ["pass_darts"]
    table.hit("T20")
    assert table.scores == [301 - 180, 241]
    assert table.refused(A, CorrectDart(1, "S1")) is Refusal.NOT_ALLOWED  # the screen's darts are final
    table.holds()


@pytest.mark.parametrize("seats", ["2", "a", "0,9", "-1"])
def test_seats_that_are_none_are_refused_before_the_match(seats: str) -> None:
    with pytest.raises(IllegalAction, match="seats from 0 to 1"):
        BoardTable(board_seats=seats)


def test_the_time_of_a_hit_is_that_of_its_receipt_less_the_delay_of_the_sensor() -> None:
    table = BoardTable(GameKind.PUB_GAME, sensor_ms=100)
    table.hit("IB")  # at 0.5 s after T0
    entry = table.do(A, BoardHit(table.event(), "IB", table.now + 0.55), after=0.6)
    assert entry.facts == HitFacts("IB", None, round(1001.05 - 0.1, 3), 2)  # 0.95 s: still the tenth
    entry = table.do(A, BoardHit(table.event(), "IB", table.now + 99.0), after=0.1)  # no board knows the future
    assert entry.facts == HitFacts("IB", None, round(table.now - 0.1, 3), 3)
    assert table.scores == [500 + 500 + 450, 0]


def test_an_unregistered_bounce_out_is_a_miss_or_thrown_again() -> None:
    table = BoardTable(GameKind.LOW_SCORE)
    table.hit("BO")
    assert (table.scores[0], table.play.leg.turn.dart) == (60, 2)
    friendly = BoardTable(GameKind.LOW_SCORE, rethrow_unregistered=True)
    friendly.hit("BO", "BO", "S1")
    assert (friendly.scores[0], friendly.play.leg.turn.dart) == (1, 2)
    assert "thrown again" not in friendly.ruling.text
    friendly.holds()


def test_the_button_books_the_darts_left_as_not_thrown_and_each_can_turn_out_to_be_one() -> None:
    table = BoardTable(GameKind.LOW_SCORE)
    table.hit("S1", "S2")
    table.do(A, PassDarts(table.event()))
    assert (table.scores[0], table.thrower) == (63, B)
    assert table.play.sides()[0].details["darts_thrown"] == 2
    table.do(A, CorrectDart(3, "S5"))
    assert (table.scores[0], table.ruling.points) == (8, 8)
    table.holds()


def test_mqt_06_a_bust_corrected_to_the_finish_withdraws_the_open_turn_and_wins() -> None:
    table = BoardTable(out="double", start=180)
    table.hit("T20", "T20", "S20")  # 40 left
    table.hit("S1", "S1", "S1", "S8", "S16", "S16")  # 32, then a bust on the third dart
    assert table.scores[0] == 40
    table.do(A, CorrectDart(9, "D8"))
    assert (table.scores[0], table.match.result) == (0, None)
    assert table.play.phase.value == "final_pending"
    assert (table.match.play.to_act, table.ruling.points) == ((), 40)
    assert table.ruling.corrected == (A, 3)
    table.expire()
    result = table.match.result
    assert result is not None
    assert result.winners == (A,)
    table.holds()


def test_mqt_07_a_win_corrected_in_its_time_opens_the_leg_again() -> None:
    table = BoardTable(start=180)
    table.hit("T20", "T20", "S20", "M", "M", "M", "D20")
    assert (table.play.phase.value, view(table.match).clock.ends_at) == ("final_pending", None)  # type: ignore[union-attr]
    table.do(A, CorrectDart(7, "S20"))
    assert (table.scores[0], table.thrower, table.play.leg.turn.dart) == (20, A, 2)
    table.hit("S20")
    table.expire()
    assert table.match.result is not None
    table.holds()


def test_mqt_08_an_eliminated_player_returns_with_what_he_took() -> None:
    table = BoardTable(GameKind.SUPER_100, sides=3)
    table.hit("M", "M", "M")
    game = table.play.leg.game
    assert (table.scores, getattr(game, "pot", None)) == ([100, 100, 100], 100)
    lit = table.play.leg.game.details(table.play.leg.turns[0])["light_index"]
    assert isinstance(lit, int)
    table.do(A, CorrectDart(3, f"S{SECTORS[(lit + 1) % 20]}"))  # one step after 1.5 s: the head is one further
    assert (table.scores, getattr(table.play.leg.game, "pot", None)) == ([120, 90, 90], 0)
    table.holds()


def test_a_corrected_dart_keeps_the_time_of_its_impact() -> None:
    table = BoardTable(GameKind.PUB_GAME)
    table.hit("M", "M")  # at 0.5 and 1.0 s, less the sensor
    table.do(A, PassDarts(table.event()), after=3.0)
    table.do(A, CorrectDart(2, "IB"))
    assert table.scores[0] == 500
    table.do(A, CorrectDart(3, "IB"))  # a dart the board did not see came no earlier than the one before it
    assert table.scores[0] == 1000
    table.hit("M")
    table.do(B, InsertDart(0, "OB"), after=2.0)  # now: 3.5 s after the turn opened
    assert table.scores[1] == 7 * 25
    table.do(B, InsertDart(5, "OB", before=True))
    assert table.scores[1] == 2 * 7 * 25
    table.holds()


def test_the_thrower_may_correct_until_the_next_player_has_thrown_and_the_referee_always() -> None:
    table = BoardTable()
    table.hit("T20", "T20", "T20")
    assert table.refused(B, CorrectDart(1, "S20")) is Refusal.NOT_ALLOWED
    table.do(A, CorrectDart(1, "S20"))
    table.hit("S1")
    assert table.refused(A, CorrectDart(2, "S20")) is Refusal.TOO_LATE
    table.referee("correct_dart", dart=2, kind="S20")
    assert table.scores == [201, 300]
    assert table.ruling.corrected == (A, 1)
    assert table.refused(A, CorrectDart(99, "S20")) is Refusal.WRONG_DART
    for do, more in (("correct_dart", {"dart": 1, "kind": "T25"}), ("delete_dart", {}), ("insert_dart", {"dart": 1})):
        with pytest.raises(IllegalAction):
            table.referee(do, **more)
    table.referee("delete_dart", dart=4)
    table.referee("insert_dart_before", dart=3, kind="M")
    assert table.scores == [261, 301]
    table.holds()


def test_the_referee_corrects_the_leg_before_too() -> None:
    table = BoardTable(start=180, race_to=2)
    table.hit("T20", "T20", "S20", "M", "M", "M", "D20")
    table.expire()
    assert (table.play.game_number, table.thrower) == (2, B)
    table.hit("T20")
    table.referee("correct_dart", dart=2, kind="T19")  # then the D20 leaves three
    assert (table.play.game_number, table.scores, table.thrower) == (1, [3, 180], A)
    table.hit("M", "M", "M", "M", "M", "S3")
    table.expire()
    assert (table.play.game_number, [side.games for side in table.play.sides()]) == (2, [1, 0])
    table.referee("correct_dart", dart=1, kind="T20")  # changes nothing of who won
    assert (table.play.game_number, table.thrower) == (2, B)
    table.holds()


def test_an_opponent_may_refuse_a_correction_within_its_time() -> None:
    table = BoardTable(out="double", start=180)
    table.hit("T20", "T20", "S20")
    table.do(A, CorrectDart(3, "S5"))
    assert table.refused(A, RefuseCorrection()) is Refusal.NOT_ALLOWED
    table.do(B, RefuseCorrection(), after=9.0)
    assert table.scores[0] == 40
    assert table.refused(B, RefuseCorrection()) is Refusal.TOO_LATE
    table.do(A, DeleteDart(2))
    assert (table.scores[0], table.thrower) == (100, A)
    table.do(B, RefuseCorrection())
    assert (table.scores[0], table.thrower) == (40, B)
    table.do(A, InsertDart(1, "D1", before=True))
    assert table.scores[0] == 180 - 2 - 120
    table.now += 10.0
    assert table.refused(B, RefuseCorrection()) is Refusal.TOO_LATE
    table.holds()


def test_a_correction_near_the_end_keeps_the_end_open_until_it_cannot_be_refused() -> None:
    table = BoardTable(start=180)
    table.hit("T20", "T20", "S20", "M", "M", "M", "D20")
    table.do(A, CorrectDart(7, "S20"), after=15.0)
    table.do(A, CorrectDart(7, "D20"), after=1.0)
    assert matches.deadline(table.match) == table.now + 20.0
    table.do(A, CorrectDart(7, "T20"), after=15.0)  # a bust: the leg goes on
    assert table.thrower == B
    table.do(B, RefuseCorrection())
    assert table.play.phase.value == "final_pending"
    table.expire()
    assert table.match.result is not None


def test_opponents_confirm_a_turn_and_so_end_the_wait() -> None:
    table = BoardTable(start=180, sides=3)
    table.hit("T20", "T20", "S20")
    assert table.refused(A, ConfirmDarts()) is Refusal.NOT_ALLOWED
    turn = table.match.turn
    table.do(B, ConfirmDarts())
    assert table.match.turn == turn, "a confirmation makes nobody's throw late"
    assert table.refused(B, ConfirmDarts()) is Refusal.NOT_ALLOWED
    table.hit("M", "M", "M", "M", "M", "M")
    table.do(A, ConfirmDarts())
    table.hit("D20")
    table.do(B, ConfirmDarts())
    assert table.match.result is None
    table.do(Seat(2), ConfirmDarts())
    assert table.match.result is not None
    assert table.match.result.winners == (A,)
    table.holds()


def test_a_turn_counts_as_confirmed_after_five_seconds() -> None:
    table = BoardTable()
    table.hit("S1", "S1", "S1")
    assert table.play.darts_table().details["confirm_by"] == table.now + 5.0  # type: ignore[union-attr]
    table.now += 5.0
    assert table.refused(B, ConfirmDarts()) is Refusal.NOT_ALLOWED


def test_a_free_board_starts_the_time_of_a_turn_once() -> None:
    table = BoardTable()
    table.hit("S1", "S1", "S1")
    table.do(B, TakeoutOver(table.event()), after=8.0)
    clock = table.match.clock
    assert clock.ends_at == table.now + 25.0
    assert table.refused(B, TakeoutOver(table.event())) is Refusal.NOT_ALLOWED
    assert table.refused(A, TakeoutOver(table.event())) is Refusal.NOT_ALLOWED
    table.hit("S1")
    assert table.refused(B, TakeoutOver(table.event())) is Refusal.NOT_ALLOWED
    table.holds()


def test_a_correction_of_a_closed_turn_leaves_the_open_dart_its_time() -> None:
    table = BoardTable()
    table.hit("T20", "T20", "T20")
    ends = table.match.clock.ends_at
    table.do(A, CorrectDart(1, "S20"), after=3.0)
    assert table.match.clock.ends_at == ends
    table.do(A, DeleteDart(1), after=3.0)  # the turn is his again
    assert (table.thrower, table.match.clock.ends_at) == (A, table.now + 25.0)


def test_a_protest_stops_play_and_the_thrower_can_put_it_right() -> None:
    table = BoardTable()
    table.hit("T20", "T20", "T20")
    table.do(B, Protest(table.match.turn - 1, "That was a single."))
    assert table.refused(B, BoardHit(table.event(), "S1", table.now)) is Refusal.SUSPENDED
    table.do(A, CorrectDart(3, "S20"))
    assert (table.scores[0], table.match.clock.ends_at) == (301 - 140, None)
    table.referee("rule_protest", reason="corrected")
    table.hit("S1")
    table.holds()


def test_after_a_correction_screen_darts_are_drawn_anew() -> None:
    table = BoardTable(board_seats="0")
    table.hit("S1", "S1", "S1")
    assert table.play.label() == "m1/g1/throw/t2/d1"
    table.do(A, CorrectDart(3, "S2"))
    assert table.play.label() == "m1/g1/throw/t2/d1/c1"


def test_an_outage_moves_every_time_of_corrections() -> None:
    table = BoardTable(start=180)
    table.hit("T20", "T20", "S20", "M", "M", "M", "D10")
    table.do(A, CorrectDart(7, "D20"))
    later = table.play.delayed(100.0)
    assert later.final_until == (table.play.final_until or 0.0) + 100.0
    assert later.refusable is not None
    assert table.play.refusable is not None
    assert later.refusable.until == table.play.refusable.until + 100.0


def test_a_bull_off_is_thrown_on_boards_and_the_same_ring_is_thrown_again() -> None:
    table = BoardTable(order="bull_off")
    assert table.refused(A, Throw(1, (0.0, 0.0))) is Refusal.NOT_ALLOWED
    table.hit("OB", "OB")
    assert table.thrower == A, "level: again"
    table.hit("S6i", "OB")
    assert (table.play.seats, table.thrower) == ((B, A), B)
    table.hit("T20")
    assert table.scores == [301, 241]
    table.holds()


def test_a_board_that_knows_the_point_is_measured_by_it() -> None:
    table = BoardTable(order="bull_off", board_seats="1")
    table.do(A, Throw(1, (0.0, 12.0)))
    table.do(B, BoardHit(table.event(), "OB", table.now, at=(9.0, 0.0)))
    assert table.play.seats == (B, A)
    table.holds()


@pytest.mark.parametrize(
    ("segment", "distance"),
    [("IB", 0.0), ("OB", 11.125), ("S6i", 57.45), ("T6", 103.0), ("S6", 134.5), ("D6", 166.0), ("M", 170.0)],
)
def test_a_board_that_knows_no_point_is_measured_by_its_rings(segment: str, distance: float) -> None:
    assert distance_from_bull(HitFacts(segment), STEEL) == pytest.approx(distance)


def test_no_cue_match_knows_corrections() -> None:
    match = matches.begin(MatchSetup("m1", GameKind.NINE_BALL, KEY), 0.0)
    for action in (CorrectDart(1, "S1"), DeleteDart(1), InsertDart(1, "S1"), RefuseCorrection(), ConfirmDarts()):
        with pytest.raises(IllegalAction, match="from outside"):
            matches.prepare(match, A, action, 1.0)


def test_players_cannot_end_the_time_for_corrections() -> None:
    table = BoardTable(start=180)
    table.hit("T20", "T20", "S20", "M", "M", "M", "D20")
    assert table.refused(A, FinalStands()) is Refusal.NOT_ALLOWED
    assert table.refused(A, BoardHit(table.event(), "S1", table.now)) is Refusal.NOT_YOUR_TURN


SEGMENTS = [f"{ring}{number}" for ring in "SDT" for number in range(1, 21)] + ["IB", "OB"]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["hit", "hit", "hit", "hit", "pass", "clock", "correct", "delete", "insert", "refuse"]),
        st.integers(0, 61),
    ),
    max_size=60,
)


def take_step(table: BoardTable, what: str, number: int) -> None:
    """Something that may happen: by a player, the clock or the referee."""
    dart, segment = number % table.play.dart_log.next_number, SEGMENTS[number]
    seat = Seat(number % len(table.match.setup.sides))
    match what:
        case "hit" if table.play.to_act:
            table.hit(segment)
        case "pass" if table.play.to_act:
            table.do(table.thrower, PassDarts())
        case "clock":
            table.expire()
        case "correct":
            table.do(seat, CorrectDart(dart, segment))
        case "delete":
            table.referee("delete_dart", dart=dart)
        case "insert":
            table.referee("insert_dart", dart=dart, kind=segment)
        case "refuse":
            table.do(seat, RefuseCorrection())


@given(st.sampled_from(sorted(DART_GAMES)), STEPS)
def test_the_leg_always_is_what_its_log_says(game: GameKind, steps: list[tuple[str, int]]) -> None:
    table = BoardTable(game, sides=max(number for number in DART_GAMES[game].sides if number <= 4))
    for what, number in steps:
        if table.match.result is None:
            with suppress(IllegalAction):
                take_step(table, what, number)
            assert replay(table.play.dart_log).leg == table.play.leg
    table.holds()
