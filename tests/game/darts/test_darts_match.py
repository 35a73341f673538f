"""Dart games through the match: turns of play, refusals, times, clocks, legs, and the fold of the entries."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import pytest

from game import match as matches
from game import record
from game.actions import ClockExpired, Concede, PassDarts, Place, SkipPlayback, Throw
from game.catalog import DART_GAMES
from game.draws import commitment
from game.entries import Entry
from game.errors import IllegalAction, Refusal
from game.match import Match, ShotOrder
from game.setup import MatchSetup
from game.shot_facts import HitFacts
from game.view import MatchView, view
from game.vocabulary import Ball, GameKind, OptionValue, Pace, Phase, Seat, Touch
from physics.darts.board import STEEL, Ring, Segment, centre_of
from physics.trajectories import Trace

KEY = bytes(range(32))
T20 = centre_of(STEEL, Segment(Ring.TRIPLE, 20))


class Table:
    """A match with its entries and its time: the shortest way to throw darts in a test."""

    def __init__(self, game: GameKind, sides: int = 2, **settings: object) -> None:
        names = tuple("ABCDEFGH"[:sides])
        setup = MatchSetup("m1", game, KEY, names, touch=Touch.EXACT, pace=Pace.INSTANT)
        self.match: Match = matches.begin(replace(setup, **settings), 1000.0)  # type: ignore[arg-type]
        self.first = self.match
        self.entries: list[Entry] = []
        self.now = 1000.0

    @property
    def seat(self) -> Seat:
        return self.match.play.to_act[0]

    @property
    def view(self) -> MatchView:
        return view(self.match)

    def at(self, now: float) -> Table:
        self.now = now
        return self

    def wait(self) -> Table:
        """Let the time pass that the board asks for."""
        self.now = max(self.now + 0.001, self.match.plays_until or 0.0)
        return self

    def do(self, action: object, seat: Seat | None = None) -> Entry:
        entry = matches.prepare(self.match, self.seat if seat is None else seat, action, self.now)  # type: ignore[arg-type]
        assert isinstance(entry, Entry)
        return self.apply(entry)

    def apply(self, entry: Entry) -> Entry:
        step = matches.apply(self.match, entry)
        self.match, self.ruling = step.match, step.ruling
        self.entries.append(entry)
        return entry

    def throw(self, aim: tuple[float, float] = T20, **more: object) -> HitFacts:
        seen = self.view.darts
        assert seen is not None
        facts = self.do(Throw(seen.dart, aim, **more)).facts  # type: ignore[arg-type]
        assert isinstance(facts, HitFacts)
        return facts

    def hit(self, segment: str) -> None:
        """A dart that is known to have hit this."""
        seen = self.view.darts
        assert seen is not None
        facts = HitFacts(segment, (0.0, 0.0), self.now)
        self.apply(Entry(self.now, self.match.turn, self.seat, Throw(seen.dart, T20), (), facts))

    def details(self) -> Mapping[str, object]:
        seen = self.view.darts
        assert seen is not None
        return seen.details


def test_a_game_of_301_is_won_by_its_own_rule() -> None:
    table = Table(GameKind.X01)
    for segment in ("T20", "T20", "T20", "S1", "S1", "S1", "T20", "S20", "S20"):
        table.hit(segment)
    assert table.view.sides[0].score == 21
    for _ in range(3):
        table.hit("M")
    table.hit("T7")
    result = table.match.result
    assert result is not None
    assert (result.winners, result.scores) == ((0,), (0, 298))
    assert (table.ruling.rules, table.ruling.winner, table.ruling.outcome) == (("darts C.1",), (0,), "win")
    assert table.view.key == KEY.hex()
    assert table.view.phase == Phase.OVER.value


@pytest.mark.parametrize("game", sorted(DART_GAMES))
@pytest.mark.parametrize("sides", [1, 2, 4, 8])
def test_every_game_is_played_to_its_end_and_folds_to_the_same_match(game: GameKind, sides: int) -> None:
    numbers = DART_GAMES[game].sides
    table = Table(game, min(numbers, key=lambda number: abs(number - sides)), touch=Touch.CLUB)
    for number in range(2000):
        if table.match.result is not None:
            break
        table.at(table.now + 0.3).throw(_aim(table, number))
    assert table.match.result is not None
    again = table.first
    for entry in table.entries:
        again = matches.apply(again, entry).match
    assert again == table.match
    with pytest.raises(IllegalAction, match="over"):
        table.do(PassDarts(), Seat(0))


def _aim(table: Table, number: int) -> tuple[float, float]:
    """Where somebody might aim: the number shown, the way to a checkout, else triple twenty now and then."""
    target = table.details().get("target")
    if isinstance(target, int) and target != 25:
        return centre_of(STEEL, Segment(Ring.TRIPLE if number % 3 else Ring.DOUBLE, target))
    return (0.0, 0.0) if target == 25 or number % 4 == 0 else T20


@pytest.mark.parametrize("game", sorted(DART_GAMES))
def test_a_record_folds_to_the_match_and_its_draws_hold(game: GameKind) -> None:
    table = Table(game, 1 if game is GameKind.SOLO else 2, pace=Pace.NORMAL, touch=Touch.PRO)
    line = record.header(table.first.setup, 1000.0)
    lines = [line.text]
    for number in range(30):
        if table.match.result is None:
            table.wait().at(table.now + 0.1)
            table.throw(_aim(table, number), nonce=f"{number:02x}", released=table.now - 0.05)
            line = record.entry_line(line.hash, table.entries[-1], table.ruling)
            lines.append(line.text)
    assert record.fold(lines) == table.match
    assert record.verify(lines, _no_simulation, "") == []
    forged = [text.replace('"T20"', '"T19"') for text in lines]
    assert forged == lines or record.verify(forged, _no_simulation, "")[0].is_fault


def _no_simulation(order: ShotOrder) -> Trace:
    raise AssertionError(f"a dart needs no simulation: {order}")


def test_a_throw_is_refused_where_it_is_none_and_changes_nothing() -> None:
    table = Table(GameKind.X01)
    bad: list[tuple[object, Seat, Refusal, str | None]] = [
        (Throw(1, T20), Seat(1), Refusal.NOT_YOUR_TURN, None),
        (Throw(1, T20), Seat(2), Refusal.NOT_SEATED, None),
        (Throw(2, T20), Seat(0), Refusal.WRONG_DART, "dart"),
        (Throw(1, (200.0, 200.0)), Seat(0), Refusal.BAD_VALUE, "aim"),
        (Throw(1, (math.nan, 0.0)), Seat(0), Refusal.BAD_VALUE, "aim"),
        (Throw(1, T20, 1.1), Seat(0), Refusal.BAD_VALUE, "power"),
        (Throw(1, T20, math.nan), Seat(0), Refusal.BAD_VALUE, "power"),
        (Throw(1, T20, 0.5, "xyz"), Seat(0), Refusal.BAD_VALUE, "nonce"),
        (Throw(1, T20, 0.5, "0" * 65), Seat(0), Refusal.BAD_VALUE, "nonce"),
        (Throw(1, T20, 0.5, "", math.inf), Seat(0), Refusal.BAD_VALUE, "released"),
        (Place(Ball("c"), (0.0, 0.0)), Seat(0), Refusal.NOT_ALLOWED, None),
        (ClockExpired(), Seat(0), Refusal.NOT_ALLOWED, None),
        (SkipPlayback(), Seat(0), Refusal.NOT_ALLOWED, None),
    ]
    for action, seat, code, path in bad:
        with pytest.raises(IllegalAction) as caught:
            table.do(action, seat)
        assert (caught.value.code, caught.value.path) == (code, path)
    assert table.match == table.first


def test_an_exact_touch_hits_what_it_aims_at() -> None:
    facts = Table(GameKind.X01).throw()
    assert (facts.segment, facts.at) == ("T20", (0.0, 103.0))
    assert facts.impact == pytest.approx(1000.327, abs=0.001)


def test_a_nonce_changes_the_draw_and_the_same_throw_gives_the_same_hit() -> None:
    hits = [Table(GameKind.X01, touch=Touch.PRO).throw(nonce=nonce) for nonce in ("", "00", "01", "01")]
    assert len({hit.at for hit in hits}) == 3
    assert hits[2] == hits[3]


def test_the_published_throws_come_out_at_their_spread() -> None:
    # darts B.2: unit normals of g1, spread 16 mm, aim (0, 103)
    table = Table(GameKind.X01, match_id="x", touch=Touch.PRO, options={"noise_mm": 16.0})
    hit = table.throw()
    assert hit.at is not None
    assert math.dist(hit.at, T20) < 80.0
    assert hit.at != T20


@pytest.mark.parametrize(
    ("segment", "score", "marks"),
    [("D20", 40, None), ("S6i", 6, None), ("OB", 25, None), ("IB", 50, None), ("BO", 0, None)],
)
def test_a_dart_counts_what_its_segment_says(segment: str, score: int, marks: None) -> None:
    table = Table(GameKind.HIGH_SCORE)
    table.hit(segment)
    assert table.view.sides[0].score == score
    assert table.ruling.points == score


def test_darts_have_time_to_fly_and_nobody_skips_it() -> None:
    table = Table(GameKind.X01, pace=Pace.NORMAL)
    table.throw()
    assert table.match.plays_until == pytest.approx(1000.4)
    with pytest.raises(IllegalAction) as early:
        table.at(1000.39).throw()
    assert early.value.code is Refusal.BALLS_MOVING
    with pytest.raises(IllegalAction) as skipped:
        table.do(SkipPlayback(), Seat(1))
    assert skipped.value.code is Refusal.NOT_ALLOWED
    with pytest.raises(IllegalAction) as claimed:
        table.at(1000.45).throw(released=1000.3)
    assert claimed.value.code is Refusal.TOO_EARLY
    table.at(1000.45).throw(released=1000.41)
    assert table.match.plays_until == pytest.approx(1000.81)


def test_a_claim_of_an_early_release_is_worth_at_most_the_window() -> None:
    table = Table(GameKind.X01)
    facts = table.at(1005.0).throw(released=1004.0)
    assert facts.impact == pytest.approx(1005.0 - 0.2 + 0.327, abs=0.001)
    late = Table(GameKind.X01).at(1005.0).throw(released=1005.05)
    assert late.impact == pytest.approx(1005.327, abs=0.001)


def test_the_pub_counter_runs_from_time_zero_to_the_impact() -> None:
    table = Table(GameKind.PUB_GAME, pace=Pace.NORMAL, options={"sway_mm": 0.0})
    assert (table.details()["zero"], table.match.plays_until) == (1003.0, 1003.0)
    with pytest.raises(IllegalAction):
        table.at(1002.9).throw((0.0, 0.0))


@pytest.mark.parametrize(
    ("released", "score", "seat"), [(9.8, 0, 1), (0.62, 500, 0)], ids=["NET-06 too late", "NET-07 still at ten"]
)
def test_the_pub_counter_is_read_at_the_impact(released: float, score: int, seat: int) -> None:
    table = Table(GameKind.PUB_GAME, pace=Pace.NORMAL, options={"sway_mm": 0.0})
    facts = table.at(1003.0 + released).throw((0.0, 0.0), window=0.0)
    assert facts.segment == "IB"
    assert (table.view.sides[0].score, table.seat) == (score, seat)
    assert table.ruling.text == ("IB came too late." if score == 0 else "IB counts 500.")


def test_net_10_the_clock_takes_the_darts_left_and_low_score_charges_them() -> None:
    table = Table(GameKind.LOW_SCORE, shot_clock=15.0)
    table.hit("S1")
    entry = matches.expire(table.match, matches.deadline(table.match) or 0.0)
    assert entry is not None
    table.apply(entry)
    assert (table.view.sides[0].score, table.seat) == (121, 1)
    assert [thrown.dart.name for thrown in table.match.play.leg.turns[0].thrown] == ["S1", "NT", "NT"]  # type: ignore[attr-defined]


def test_a_pub_turn_nobody_throws_in_ends_with_its_counter() -> None:
    table = Table(GameKind.PUB_GAME, pace=Pace.NORMAL)
    assert matches.deadline(table.match) == pytest.approx(1013.0)
    assert matches.expire(table.match, 1012.9) is None
    entry = matches.expire(table.match, 1013.0)
    assert entry is not None
    table.apply(entry)
    assert (table.seat, table.view.sides[0].score) == (1, 0)


@pytest.mark.parametrize(("released", "points"), [(0.7, 110), (0.6, 100)], ids=["NET-08", "NET-09"])
def test_the_light_is_read_at_the_impact(released: float, points: int) -> None:
    key = next(key for key in (bytes([n]) * 32 for n in range(256)) if _light_index(key) == 0)
    table = Table(GameKind.SUPER_100, key=key, options={"lit_width": 1})
    table.at(1000.0 + released).throw(centre_of(STEEL, Segment(Ring.OUTER_SINGLE, 1)))
    assert table.view.sides[0].score == points


def _light_index(key: bytes) -> object:
    return Table(GameKind.SUPER_100, key=key).details()["light_index"]


def test_a_turn_taken_by_the_clock_is_not_thrown_and_three_of_them_retire() -> None:
    table = Table(GameKind.LOW_SCORE, 3, shot_clock=15.0)
    table.throw(T20)
    for _ in range(3 * 3):
        due = matches.deadline(table.match)
        assert due is not None
        entry = matches.expire(table.match, due)
        assert entry is not None
        table.at(due).apply(entry)
        if table.match.result is not None:
            break
    scores = [side.score for side in table.view.sides]
    assert scores[0] == 60 + 120 + 180 * 2  # NET-10: one thrown, two not, then whole turns
    assert [side.details.get("retired") for side in table.view.sides] == [None, True, True]
    assert table.match.result is not None
    assert table.match.result.winners == (0,)


def test_darts_given_up_are_not_thrown() -> None:
    table = Table(GameKind.LOW_SCORE)
    table.throw(T20)
    table.do(PassDarts())
    assert (table.seat, table.view.sides[0].score) == (1, 180)
    assert table.ruling.text == "The darts left are not thrown."


def test_a_bust_returns_to_the_turns_start_after_darts_were_given_up() -> None:
    table = Table(GameKind.X01, options={"start": 180})
    for segment in ("T20", "S20", "NT"):
        table.hit(segment)  # 100 left
    for _ in range(3):
        table.hit("M")
    table.hit("S20")
    table.do(PassDarts())
    table.do(PassDarts())
    for segment in ("T20", "T20"):
        table.hit(segment)
    assert table.ruling.bust
    assert table.view.sides[0].score == 80
    assert table.seat == 1


def test_giving_up_loses_against_one_and_leaves_the_others_playing() -> None:
    two = Table(GameKind.X01)
    two.do(Concede(), Seat(0))
    assert two.match.result is not None
    assert (two.match.result.winners, two.match.result.reason) == ((1,), "the others gave up")
    three = Table(GameKind.X01, 3)
    three.do(Concede(), Seat(1))
    assert three.match.result is None
    for _ in range(3):
        three.hit("M")
    assert three.seat == 2
    alone = Table(GameKind.X01, 1)
    alone.do(Concede(), Seat(0))
    assert alone.match.result is not None
    assert (alone.match.result.winners, alone.match.result.reason) == ((), "given up")


def test_legs_are_begun_in_turn_and_the_first_to_win_enough_wins() -> None:
    table = Table(GameKind.X01, options={"start": 180}, race_to=2)
    _win_leg(table, Seat(0))
    assert (table.match.play.game_number, table.seat, table.match.result) == (2, 1, None)
    _win_leg(table, Seat(0))
    result = table.match.result
    assert result is not None
    assert (result.winners, result.scores) == ((0,), (2, 0))


def _win_leg(table: Table, winner: Seat) -> None:
    while table.seat != winner:
        table.hit("M")
    for _ in range(3):
        table.hit("T20")


def test_who_gave_up_is_skipped_in_the_next_leg() -> None:
    table = Table(GameKind.X01, 3, options={"start": 180}, race_to=2)
    table.do(Concede(), Seat(1))
    _win_leg(table, Seat(0))
    assert table.seat == 2, "the second leg would have been the second player's"


def test_a_shared_leg_counts_for_all_and_may_share_the_match() -> None:
    table = Table(GameKind.X01, options={"start": 180, "rounds": 1, "tiebreak": "shared"})
    for _ in range(6):
        table.hit("M")
    assert table.match.result is not None
    assert (table.match.result.winners, table.match.result.reason) == ((0, 1), "shared")
    assert table.ruling.outcome == "draw"


@pytest.mark.parametrize(
    ("game", "sides", "settings", "path"),
    [
        (GameKind.SCRAM, 3, {}, "sides"),
        (GameKind.SOLO, 2, {}, "sides"),
        (GameKind.X01, 2, {"options": {"handicaps": "10"}}, "options.handicaps"),
        (GameKind.X01, 2, {"options": {"handicaps": "10,x"}}, "options.handicaps"),
        (GameKind.X01, 2, {"options": {"handicaps": "10,100"}}, "options.handicaps"),
        (GameKind.X01, 2, {"options": {"start": 302}}, "options.start"),
        (GameKind.X01, 2, {"options": {"throw_speed": 9.0}}, "options.throw_speed"),
        (GameKind.X01, 2, {"preset": "hall_tr"}, "preset"),
        (GameKind.X01, 2, {"sets": 3}, "sets"),
    ],
)
def test_settings_that_do_not_fit_are_refused(
    game: GameKind, sides: int, settings: dict[str, object], path: str
) -> None:
    with pytest.raises(IllegalAction) as caught:
        Table(game, sides, **settings)
    assert caught.value.path == path


def test_handicaps_lower_the_start_of_the_weaker_in_every_leg() -> None:
    options: dict[str, OptionValue] = {"start": 501, "handicaps": "50,38"}
    table = Table(GameKind.X01, options=options, race_to=2)
    assert [side.score for side in table.view.sides] == [501, 441]
    for segment in ("T20", "T20", "T20", "NT", "NT", "NT", "T20", "T20", "T20", "M", "M", "M", "T20", "T20", "T7"):
        table.hit(segment)
    assert table.match.play.game_number == 2
    assert [side.score for side in table.view.sides] == [501, 441]


def test_the_order_may_be_drawn_and_pairs_stay_together() -> None:
    orders = set()
    for number in range(20):
        table = Table(GameKind.SCRAM, 4, key=bytes([number]) * 32, options={"order": "random"})
        order = []
        for _ in range(4):
            order.append(table.seat)
            table.do(PassDarts())
        assert {tuple(order[:2]), tuple(order[2:])} == {(0, 1), (2, 3)}
        orders.add(tuple(order))
    assert len(orders) == 2


def test_an_outage_moves_what_was_still_to_come() -> None:
    table = Table(GameKind.PUB_GAME, pace=Pace.NORMAL)
    table.at(1062.0).apply(matches.resumed(table.match, 60.0, 1062.0, ""))
    assert (table.details()["zero"], table.match.plays_until) == (1063.0, 1063.0)
    assert matches.deadline(table.match) == pytest.approx(1073.0)


def test_the_view_shows_what_a_board_needs_and_no_secret() -> None:
    table = Table(GameKind.X01, pace=Pace.NORMAL, touch=Touch.PRO, options={"start": 180})
    seen = table.view
    assert seen.darts is not None
    assert (seen.darts.round, seen.darts.dart, seen.darts.darts) == (1, 1, ())
    details = table.details()
    assert {"sway_x", "sway_y", "zero", "opens"} <= set(details)
    assert (details["board"], details["bull"], details["noise_mm"], details["sway_mm"]) == ("steel", "split", 9.0, 10.0)
    assert (details["hints"], details["hint"]) == (True, "T20 T20 T20")
    assert (seen.key, seen.commitment) == (None, commitment(KEY))
    assert seen.legal == ("throw_dart", "pass_darts", "concede")
    assert "drawn" not in str(Table(GameKind.ROULETTE).view)


def test_a_hint_follows_the_darts_left() -> None:
    # a hint for three darts with one or two left is a fault of public scoreboards
    table = Table(GameKind.X01, options={"start": 180, "out": "double"})
    for segment in ("T19", "S2", "NT", "M", "M", "M"):
        table.hit(segment)
    assert table.details()["hint"] == "T19 D16 D16"
    table.hit("S20")
    assert table.details()["hint"] == "T17 IB"
    table.hit("M")
    assert table.details()["hint"] is None


def test_a_game_without_hints_says_so() -> None:
    assert Table(GameKind.HIGH_SCORE).details()["hints"] is False
    closed = Table(GameKind.X01, options={"in": "double"}).details()
    assert (closed["hints"], closed["hint"]) == (True, None)


def test_figures_and_places_stand_on_the_scoreboard() -> None:
    table = Table(GameKind.X01, options={"start": 180})
    for segment in ("T20", "T20", "S20", "S1", "S1", "S1", "M", "D20"):
        table.hit(segment)
    first, second = table.view.sides
    assert (first.details["average"], first.details["darts_thrown"], first.details["place"]) == (108.0, 5, 1)
    assert (first.details["best_finish"], first.details["checkout_percent"]) == (40, 33.33)  # 60, 40 and 40 left
    assert (second.score, second.details["place"]) == (177, 2)
    marks = Table(GameKind.CRICKET)
    marks.hit("T20")
    assert marks.ruling.text == "T20 closes the number."
    assert marks.view.sides[0].details["marks"] == "3000000"
    assert marks.view.sides[0].details["marks_per_round"] == 9.0


def bull_off(sides: int = 3, **settings: object) -> Table:
    return Table(GameKind.X01, sides, options={"start": 180, "order": "bull_off"}, **settings)


def near(table: Table, *aims: tuple[float, float]) -> None:
    for aim in aims:
        table.at(table.now + 1.0).throw(aim)


def test_the_nearest_to_the_bull_throws_first_and_the_others_follow_by_distance() -> None:
    table = bull_off(pace=Pace.NORMAL)
    assert (table.view.phase, table.seat, table.view.legal) == ("lag", 0, ("throw_dart", "pass_darts", "concede"))
    near(table, (0.0, 30.0), (0.0, 5.0))
    assert table.ruling.text == "5.0 mm from the bull."
    assert [side.details["bull_off_mm"] for side in table.view.sides] == [30.0, 5.0, None]
    near(table, (0.0, 20.0))
    assert (table.view.phase, table.seat, table.match.play.game_number) == ("play", 1, 1)
    order = [table.seat]
    for _ in range(2):
        table.wait().do(PassDarts())
        order.append(table.seat)
    assert order == [1, 2, 0]


def test_those_level_at_the_bull_throw_again_until_it_is_enough() -> None:
    table = bull_off()
    near(table, (0.0, 5.0), (0.0, 9.0), (5.0, 0.0))
    assert (table.view.phase, table.seat) == ("lag", 0)
    near(table, (0.0, 5.0), (0.0, 5.0), (0.0, 5.0))
    assert table.seat == 2, "the third round is running"
    near(table, (0.0, 4.0))
    assert (table.view.phase, table.seat) == ("play", 2)
    level = bull_off(2)
    near(level, *[(0.0, 0.0)] * 6)
    assert (level.view.phase, level.seat) == ("play", 0)


def test_a_dart_that_was_not_thrown_is_the_farthest() -> None:
    table = bull_off(2, shot_clock=15.0)
    table.do(PassDarts())
    entry = matches.expire(table.match, 2000.0)
    assert entry is not None
    table.at(2000.0).apply(entry)
    assert (table.view.phase, table.seat) == ("play", 0)
    bounced = bull_off(2)
    bounced.hit("BO")
    assert bounced.ruling.text == "The dart bounced out."
    near(bounced, (0.0, 200.0))
    assert bounced.seat == 1


def test_who_gives_up_in_the_bull_off_is_out_of_the_match() -> None:
    table = bull_off()
    near(table, (0.0, 1.0))
    table.do(Concede(), Seat(0))
    near(table, (0.0, 9.0), (0.0, 8.0))
    assert (table.view.phase, table.seat) == ("play", 2)
    for _ in range(2):
        table.do(PassDarts())
    assert table.seat == 2, "the first player is skipped"
    two = bull_off(2)
    two.do(Concede(), Seat(1))
    assert two.match.result is not None
    assert (two.match.result.winners, two.view.phase, two.match.play.to_act) == ((0,), "over", ())


def test_the_bull_off_refuses_what_is_no_dart_and_survives_an_outage() -> None:
    table = bull_off(pace=Pace.NORMAL)
    with pytest.raises(IllegalAction) as wrong:
        table.do(Throw(2, T20))
    assert wrong.value.code is Refusal.WRONG_DART
    with pytest.raises(IllegalAction) as placed:
        table.do(Place(Ball("c"), (0.0, 0.0)))
    assert placed.value.code is Refusal.NOT_ALLOWED
    assert matches.deadline(table.match) is None
    table.at(1030.0).apply(matches.resumed(table.match, 30.0, 1030.0, ""))
    assert table.details()["opens"] == 1030.0
    assert table.view.cue is None


def test_pairs_count_by_their_nearer_dart() -> None:
    table = Table(GameKind.SCRAM, 4, options={"order": "bull_off"})
    near(table, (0.0, 30.0), (0.0, 20.0), (0.0, 99.0), (0.0, 10.0))
    assert table.seat == 2


def test_one_player_alone_needs_no_bull_off() -> None:
    assert bull_off(1).view.phase == "play"


def test_cricket_begins_anew_in_every_leg() -> None:
    # a public caller froze from the second leg on
    table = Table(GameKind.CRICKET, race_to=2, options={"no_score": True})
    for _ in range(2):
        for number in (20, 19, 18, 17, 16, 15):
            while table.seat != 0:
                table.hit("M")
            table.hit(f"T{number}")
        while table.seat != 0:
            table.hit("M")
        for segment in ("IB", "OB"):
            table.hit(segment)
        if table.match.result is None:
            assert [side.details["marks"] for side in table.view.sides] == ["0000000", "0000000"]
    assert table.match.result is not None
    assert (table.match.result.winners, table.match.result.scores) == ((0,), (2, 0))


def test_a_dart_that_closes_and_scores_is_told_so() -> None:
    table = Table(GameKind.CRICKET)
    table.hit("D20")
    table.hit("D20")
    assert table.ruling.text == "D20 closes the number and scores 20."
    assert table.ruling.points == 20


def test_the_spread_of_the_darts_is_shown_over_all_legs() -> None:
    table = Table(GameKind.X01, 1, options={"start": 180, "sway_mm": 0.0}, touch=Touch.PRO, race_to=9)
    assert "spread_mm" not in table.view.sides[0].details
    for _ in range(60):
        table.at(table.now + 1.0).throw((0.0, -190.0))  # mostly outside: the legs take long
    spread = table.view.sides[0].details["spread_mm"]
    assert isinstance(spread, float)
    assert 6.0 < spread < 12.0, "nine is what the touch adds"
