"""What single dart games do beyond their written cases: options, limits, draws (darts C)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.darts import turns as machine
from game.darts.cricket import Cricket, Variant
from game.darts.dart_game import DartGame
from game.darts.handicap import handicap_finished, handicap_scored, suggested_starts
from game.darts.legs import begin_leg
from game.darts.notation import parse_dart
from game.darts.pub_game import counter_at
from game.darts.roulette import TARGETS, Roulette
from game.darts.scram import Role, Scram
from game.darts.shanghai import Shanghai
from game.darts.solo import Solo
from game.darts.super_100 import Light, Super100
from game.darts.turns import Leg, Stage
from game.darts.vocabulary import Bull, Effect, Player
from game.darts.x01 import ROUNDS, X01, Condition
from game.vocabulary import GameKind, OptionValue
from tests.game.darts.strategies import plan_for
from tests.game.darts.test_turns import played

A, B, C = Player(0), Player(1), Player(2)
KEY = bytes(range(32))


def leg_of(kind: GameKind, players: int = 2, pack: str = "seed", **options: OptionValue) -> Leg:
    return leg_with(kind, options, players, pack)


def leg_with(kind: GameKind, options: dict[str, OptionValue], players: int = 2, pack: str = "seed") -> Leg:
    return begin_leg(plan_for(kind, players, KEY, pack, **options))


def effects(leg: Leg) -> list[Effect]:
    return [thrown.effect for turn in (*leg.turns, leg.turn) for thrown in turn.thrown]


def scores(leg: Leg) -> list[int]:
    return [leg.game.score_of(Player(place)) for place in range(leg.game.players)]


# X01


@pytest.mark.parametrize(
    ("pack", "button", "ends"),
    [
        ("seed", "double_in", ("master", "open")),
        ("seed", "double_out", ("open", "master")),
        ("seed", "master_out", ("master", "master")),
        ("standard", "double_in", ("double", "open")),
        ("standard", "double_out", ("open", "double")),
        ("standard", "master_out", ("open", "master")),
    ],
)
def test_a_rule_pack_says_what_the_buttons_mean(pack: str, button: str, ends: tuple[str, str]) -> None:
    game = leg_with(GameKind.X01, {button: True}, pack=pack).game
    assert isinstance(game, X01)
    assert (game.opening, game.closing) == ends


def test_buttons_combine_and_the_strictest_counts() -> None:
    seed = leg_of(GameKind.X01, double_in=True, double_out=True).game
    same = leg_of(GameKind.X01, master_out=True).game
    assert seed == same, "in the seed's words these are one game"
    standard = leg_of(GameKind.X01, pack="standard", double_in=True, double_out=True, master_out=True).game
    assert isinstance(standard, X01)
    assert (standard.opening, standard.closing) == (Condition.DOUBLE, Condition.DOUBLE)
    axis = leg_of(GameKind.X01, out="double", double_out=True).game
    assert isinstance(axis, X01)
    assert axis.closing is Condition.DOUBLE


@pytest.mark.parametrize("start", list(ROUNDS))
def test_each_start_has_its_rounds(start: int) -> None:
    leg = leg_of(GameKind.X01, start=start)
    assert (leg.rounds, scores(leg)) == (ROUNDS[start], [start, start])


@pytest.mark.parametrize(
    ("start", "ends", "darts"),
    [
        (180, {}, 3),
        (180, {"out": "double"}, 4),
        (180, {"in": "double"}, 4),
        (301, {"in": "double", "out": "double"}, 6),
        (501, {}, 9),
        (501, {"in": "double", "out": "double"}, 9),
        (701, {"out": "double"}, 12),
        (701, {"in": "double", "out": "double"}, 13),
        (901, {"in": "double", "out": "double"}, 16),
    ],
)
def test_a_game_takes_as_few_darts_as_can_be(start: int, ends: dict[str, OptionValue], darts: int) -> None:
    game = leg_with(GameKind.X01, {"start": start, **ends}, 1).game
    assert isinstance(game, X01)
    assert _fewest_darts(game, start) == darts


def _fewest_darts(game: X01, start: int) -> int:
    """Breadth first over (remaining, opened) with every dart of the board."""
    bull = game.bull
    names = [f"{ring}{number}" for ring in "SDT" for number in range(1, 21)] + ["OB", "IB"]
    board = [parse_dart(name) for name in names]
    reached, darts = {(start, game.opened[0])}, 0
    while True:
        darts += 1
        after = set()
        for left, opened in reached:
            for dart in board:
                if opened or game.opening.met_by(dart, bull):
                    rest = left - bull.value(dart)
                    if rest == 0 and game.closing.met_by(dart, bull):
                        return darts
                    if rest > 0:
                        after.add((rest, True))
        reached = after


def test_a_fat_bull_may_be_told_not_to_close() -> None:
    game = leg_of(GameKind.X01, out="double", bull_mode="fat", fat_outer_is_double=False).game
    assert isinstance(game, X01)
    leg = machine.begin(replace(game, remaining=(50, 50)), 10)
    assert played(leg, "OB").turns[0].bust
    assert played(leg, "IB").winners == (A,)


@pytest.mark.parametrize(("board", "value"), [("steel", 25), ("soft155", 50)])
def test_the_board_says_what_the_bull_is_worth(board: str, value: int) -> None:
    assert scores(played(leg_of(GameKind.HIGH_SCORE, board_profile=board), "OB")) == [value, 0]


def test_a_dart_that_does_not_open_is_told_from_a_miss() -> None:
    leg = played(leg_with(GameKind.X01, {"in": "double"}), "T20 M D5")
    assert effects(leg) == [Effect.NOT_OPEN, Effect.MISSED, Effect.COUNTED]


def test_with_equal_everybody_has_as_many_turns_and_fewest_darts_win() -> None:
    game = leg_of(GameKind.X01, 3, equal=True).game
    assert isinstance(game, X01)
    leg = machine.begin(replace(game, remaining=(10, 20, 20)), 10)
    leg = played(leg, "M S10 S1 S1 S1")
    assert leg.turn.player == 2, "the finish of the first ended only his turn"
    assert played(leg, "D10").winners == (C,)
    level = played(leg, "M D10")
    assert (level.stage, level.turn.player) == (Stage.TIE_BREAK, 0)
    assert played(leg, "M M D10").winners == (A,)


# SOLO and handicap numbers


@pytest.mark.parametrize(
    ("darts", "number"),
    [
        (6, 99),
        (7, 99),
        (8, 94),
        (9, 83),
        (10, 75),
        (12, 62),
        (15, 50),
        (18, 41),
        (21, 35),
        (24, 31),
        (27, 27),
        (30, 25),
    ],
)
def test_the_number_of_a_finished_301(darts: int, number: int) -> None:
    assert handicap_finished(301, darts) == number


@given(st.integers(0, 1800), st.integers(0, 1800))
def test_more_points_never_lower_the_number(one: int, other: int) -> None:
    assert (handicap_scored(one) <= handicap_scored(other)) == (one <= other) or handicap_scored(
        one
    ) == handicap_scored(other)
    assert 0 <= handicap_scored(one) <= 99


def test_a_finisher_is_never_below_one_who_did_not() -> None:
    assert min(handicap_finished(301, darts) for darts in range(6, 31)) >= handicap_scored(300)


def test_skipping_darts_does_not_raise_the_number() -> None:
    thrown = played(leg_of(GameKind.SOLO, 1, mode="301"), "T20 T20 T20 S20 S20 S20 S20 S20 S20 S1")
    skipped = played(leg_of(GameKind.SOLO, 1, mode="301"), "T20 T20 T20 S20 S20 NT S20 S20 NT S20 S20 S1")
    assert isinstance(thrown.game, Solo)
    assert isinstance(skipped.game, Solo)
    assert (thrown.game.handicap, skipped.game.handicap) == (75, 62)
    assert skipped.game.details_of(A) == {"handicap": 62}


def test_a_solo_that_was_given_up_has_no_number() -> None:
    leg = machine.retire(leg_of(GameKind.SOLO, 1), A)
    assert isinstance(leg.game, Solo)
    assert leg.game.handicap is None
    assert leg.game.details_of(A) == {}


def test_handicaps_suggest_starts_in_tens() -> None:
    assert suggested_starts(501, [50, 38]) == (501, 441)
    assert suggested_starts(301, [25, 50, 0]) == (221, 301, 151)
    assert suggested_starts(301, [0, 0]) == (301, 301)
    assert suggested_starts(301, []) == ()


# PUB GAME and SUPER 100


def test_the_counter_steps_down_with_the_time() -> None:
    assert [counter_at(time, 1000) for time in (-5, 0, 999, 1000, 9999, 10_000, 99_999)] == [10, 10, 10, 9, 1, 0, 0]
    assert counter_at(9800 + 327, 1000) == 0


def test_a_dart_at_zero_is_void_and_ends_the_turn() -> None:
    leg = played(leg_of(GameKind.PUB_GAME), "IB@9999 IB@10000")
    assert (scores(leg), leg.turn.player) == ([50, 0], 1)
    assert effects(leg) == [Effect.COUNTED, Effect.VOID]


def test_the_light_runs_clockwise_with_its_tail_behind() -> None:
    light = Light()
    assert light.lit(0, 100) == (20, 5, 12)
    assert light.lit(0, 1000) == (1, 20, 5)
    assert light.lit(19, 1999) == (20, 5, 12)
    assert Light(500, 1).lit(0, 1027) == (18,)


def test_the_start_of_the_light_is_drawn_by_name() -> None:
    game = leg_of(GameKind.SUPER_100, 3).game
    assert isinstance(game, Super100)
    assert (game.starts[0], game.starts[1]) == ((16, 4, 10), (10, 5, 2))  # published vectors of g1


def test_the_bull_is_never_lit_and_every_ring_counts() -> None:
    leg = leg_of(GameKind.SUPER_100)
    assert isinstance(leg.game, Super100)
    lit = leg.game.light.lit(leg.game.starts[0][0], 0)[0]
    assert effects(played(leg, f"IB D{lit} T{lit}")) == [Effect.IGNORED, Effect.LIT, Effect.LIT]


def test_what_was_taken_stands_with_the_dart() -> None:
    leg = leg_of(GameKind.SUPER_100, 3)
    assert isinstance(leg.game, Super100)
    game = replace(leg.game, points=(100, 100, 5), starts=((0,) * 3,) * 7)
    leg = played(machine.begin(game, 7), "S20 S20")
    assert [thrown.points for thrown in leg.turn.thrown] == [15, 10]


def test_who_fell_last_stands_better() -> None:
    leg = leg_of(GameKind.SUPER_100, 4)
    assert isinstance(leg.game, Super100)
    game = replace(leg.game, points=(100, 10, 100, 100), starts=((0,) * 4,) * 7)
    leg = played(machine.begin(game, 7), "S20 M M M M M M M M")
    assert leg.winners == (A,)
    assert isinstance(leg.game, Super100)
    assert leg.game.fell == (0, 1, 2, 3)
    assert machine.places(leg) == ((0,), (3,), (2,), (1,))
    assert scores(leg) == [310, 0, 90, 90]
    assert [leg.game.details_of(Player(place))["status"] for place in range(4)] == ["in", "out", "frozen", "frozen"]


def test_who_is_out_can_give_up_without_harm() -> None:
    leg = played(leg_of(GameKind.SUPER_100, 4), "M M M")
    after = machine.retire(leg, A)
    assert (after.stage, after.game) == (Stage.PLAY, leg.game)


def test_a_tie_break_has_no_light() -> None:
    leg = played(machine.begin(leg_of(GameKind.SUPER_100).game, 1), _lit_turn(A) + _lit_turn(B))
    assert (leg.stage, leg.game.details(leg.turn)) == (Stage.TIE_BREAK, {"pot": 0})


def _lit_turn(player: Player) -> str:
    game = leg_of(GameKind.SUPER_100).game
    assert isinstance(game, Super100)
    return f"S{game.light.lit(game.starts[0][player], 0)[0]} M M "


def test_a_shared_pot_is_paid_ten_by_ten() -> None:
    game = leg_of(GameKind.SUPER_100, 3).game
    assert isinstance(game, Super100)
    game = replace(game, frozen=(0, 0, 50), fell=(0, 0, 1))
    assert game.settled((A, B)).points == (130, 120, 100)
    assert game.settled(()).points == game.points


# BASEBALL and ROULETTE


def test_an_extra_inning_is_thrown_by_the_tied_alone() -> None:
    leg = machine.begin(leg_of(GameKind.BASEBALL, 3).game, 1)
    leg = played(leg, "S1 / / S1 /")
    assert leg.game.details(leg.turn) == {"target": 25}
    leg = played(leg, "IB / OB D1 T20")
    assert (leg.winners, scores(leg)) == ((A,), [3, 0, 2])


def test_the_drawn_numbers_are_the_published_ones() -> None:
    game = leg_of(GameKind.ROULETTE).game
    assert isinstance(game, Roulette)
    assert [row[0] for row in game.targets] == [10, 16, 4, 25, 6, 12, 2]
    assert all(len(set(row)) == 1 for row in game.targets)


def test_a_number_may_be_drawn_for_each_turn() -> None:
    game = leg_of(GameKind.ROULETTE, 4, spin_each_turn=True).game
    assert isinstance(game, Roulette)
    assert any(len(set(row)) > 1 for row in game.targets)
    assert {number for row in game.targets for number in row} <= set(TARGETS)
    leg = machine.begin(game, 7)
    assert game.lead_in(leg.turn, new_round=False) == 3.0
    assert leg_of(GameKind.ROULETTE).game.lead_in(leg.turn, new_round=False) == 0.0


def test_a_round_hides_the_numbers_to_come() -> None:
    leg = leg_of(GameKind.ROULETTE)
    assert leg.game.details(leg.turn) == {"target": 10, "lights": "spin"}


# CRICKET


def cricket(players: int, variant: Variant) -> Leg:
    return machine.begin(Cricket(players, Bull(), (0,) * players, ((0,) * 7,) * players, variant), 20)


def test_in_cut_throat_points_go_to_those_who_have_it_open_and_few_win() -> None:
    leg = played(cricket(3, Variant(cut_throat=True)), "T20 S20 M T20 / / S20 M M")
    assert scores(leg) == [0, 20, 40]
    assert isinstance(leg.game, Cricket)
    game = replace(leg.game, marks=((3, 3, 3, 3, 3, 3, 2), (3,) * 7, (0,) * 7), points=(10, 20, 10))
    done = played(machine.begin(game, 20), "OB")
    assert done.winners == (A,), "the fewest points and all closed"
    behind = replace(game, points=(30, 20, 10))
    assert played(machine.begin(behind, 20), "OB").stage is Stage.PLAY


def test_without_points_closing_alone_decides() -> None:
    leg = played(cricket(2, Variant(no_score=True)), "T20 T20 T20")
    assert scores(leg) == [0, 0]
    assert effects(leg) == [Effect.CLOSED, Effect.DEAD, Effect.DEAD]
    assert leg.game.details(leg.turns[0])["scoring"] == ""


def test_a_lead_may_be_capped() -> None:
    leg = played(cricket(2, Variant(spread_cap=200)), "T20 T20 T20 / T20 T20 T20")
    assert scores(leg) == [200, 0]


def test_the_lead_is_measured_against_the_best_opponent() -> None:
    game = cricket(3, Variant(spread_cap=200)).game
    assert isinstance(game, Cricket)
    game = replace(game, points=(230, 40, 60), marks=((3,) * 7, (0,) * 7, (0,) * 7))
    leg = played(machine.begin(replace(game, marks=((3, 0, 0, 0, 0, 0, 0), (0,) * 7, (0,) * 7)), 20), "T20")
    assert scores(leg) == [260, 40, 60], "two hundred ahead of the second"


def test_a_dart_may_close_with_one_mark_and_score_with_the_other() -> None:
    leg = played(cricket(2, Variant()), "D20 D20")
    assert (effects(leg), scores(leg)) == ([Effect.MARKED, Effect.CLOSED], [20, 0])
    assert [thrown.marks for thrown in leg.turn.thrown] == [2, 2]


def test_what_a_cricket_dart_did_is_named() -> None:
    leg = played(cricket(2, Variant()), "S20 D20 S20 T1 M T20 S20")
    marked = [Effect.MARKED, Effect.CLOSED, Effect.SCORED, Effect.IGNORED, Effect.MISSED, Effect.CLOSED, Effect.DEAD]
    assert effects(leg) == marked
    assert leg.game.details(leg.turn) == {"dead": "20", "scoring": ""}


def test_a_number_scores_until_all_others_have_closed_it() -> None:
    leg = played(cricket(3, Variant()), "T20 / T20 / / S20 /")
    assert scores(leg) == [20, 0, 0]
    leg = played(leg, "/ T20 / S20")
    assert scores(leg) == [20, 0, 0]


def test_one_player_who_closes_everything_is_done() -> None:
    leg = played(cricket(1, Variant()), "T20 T19 T18 T17 T16 T15 IB OB")
    assert leg.winners == (A,)


def test_marks_decide_at_the_limit_where_points_do_not() -> None:
    leg = machine.begin(cricket(2, Variant()).game, 1)
    assert played(leg, "S20 S19 M S20 S19 S18").winners == (B,)


# SCRAM


def scram(players: int = 2, **options: OptionValue) -> Leg:
    return leg_with(GameKind.SCRAM, options, players)


def role(leg: Leg) -> Role:
    assert isinstance(leg.game, Scram)
    return leg.game.role(leg.turn.player, leg.turn.round)


def test_pairs_throw_in_order_and_swap_every_round() -> None:
    leg, order = scram(4), []
    for _ in range(8):
        order.append((leg.turn.player, role(leg).value))
        leg = machine.pass_turn(leg)
    first = [(0, "stopper"), (1, "scorer"), (2, "stopper"), (3, "scorer")]
    second = [(1, "stopper"), (0, "scorer"), (3, "stopper"), (2, "scorer")]
    assert order == first + second


def test_stops_of_a_stopper_who_is_gone_do_not_stay() -> None:
    leg = played(scram(), "T20 / /")
    leg = machine.pass_turn(leg)
    assert played(leg, "T20").game.score_of(A) == 60


def test_seven_rounds_as_on_the_machine() -> None:
    assert scram(legacy7=True).rounds == 7


def test_the_bull_is_stopped_as_a_whole() -> None:
    leg = played(scram(), "OB / IB OB S1")
    assert effects(leg) == [
        Effect.STOPPED,
        Effect.NOT_THROWN,
        Effect.NOT_THROWN,
        Effect.DEAD,
        Effect.DEAD,
        Effect.COUNTED,
    ]


def test_in_classic_scram_stops_stay_until_all_are_closed_then_the_pair_swaps_once() -> None:
    leg = scram(classic=True)
    numbers = [*range(1, 21), 25]
    leg = _close_all(leg, numbers)
    assert (leg.turn.player, role(leg), leg.game.score_of(B)) == (1, Role.STOPPER, 6 * 60)
    assert isinstance(leg.game, Scram)
    assert leg.game.stopped == (frozenset(),)
    leg = _close_all(leg, numbers)
    assert (leg.stage, scores(leg)) == (Stage.TIE_BREAK, [360, 360])


def _close_all(leg: Leg, numbers: list[int]) -> Leg:
    """The stopper closes three numbers a turn, the scorer throws one triple twenty; the last turn ends everything."""
    numbers = [number for number in numbers if number != 20] + [20]
    for place in range(0, 21, 3):
        stops = " ".join("OB" if number == 25 else f"S{number}" for number in numbers[place : place + 3])
        leg = played(leg, stops if place == 18 else f"{stops} T20 /")
    return leg


def test_a_number_that_is_stopped_twice_is_dead() -> None:
    assert effects(played(scram(classic=True), "S20 D20"))[1] is Effect.DEAD


def test_classic_pairs_that_are_done_throw_no_more() -> None:
    leg = scram(4, classic=True)
    assert isinstance(leg.game, Scram)
    full = frozenset((*range(1, 21), 25))
    game = replace(leg.game, stopped=(full - {20}, frozenset()), halves=(1, 0), swapped=(1, 0))
    leg = played(machine.begin(game, 60), "S20")
    assert leg.turn.player == 2
    leg = played(leg, "/ / ")
    assert (leg.turn.player, leg.turn.round) == (2, 2)


def test_scram_needs_pairs() -> None:
    from game.darts.scram import fresh

    with pytest.raises(ValueError, match="pairs"):
        fresh(3, Bull(), classic=False)


# SHANGHAI


def shanghai(**options: OptionValue) -> Leg:
    return leg_with(GameKind.SHANGHAI, options)


def test_the_top_of_the_ladder_has_its_shanghai_too() -> None:
    game = shanghai().game
    assert isinstance(game, Shanghai)
    leg = machine.begin(replace(game, steps=(19, 1)), 7)
    assert played(leg, "T19 S20 IB").winners == (A,)
    completed = played(leg, "S19 S20 OB")
    assert (completed.stage, completed.turn.player) == (Stage.PLAY, 1)
    assert played(leg, "S19 S20 OB S1 /").stage is Stage.DONE


def test_the_game_goes_on_while_the_bull_is_still_to_be_hit() -> None:
    game = shanghai().game
    assert isinstance(game, Shanghai)
    leg = played(machine.begin(replace(game, steps=(20, 1)), 7), "S20 / /")
    assert (leg.stage, leg.turn.round) == (Stage.PLAY, 2)
    assert leg.game.details(leg.turn)["target"] == 25
    assert leg.game.details_of(A) == {"target": 21}
    assert shanghai(mode="rounds").game.details_of(A) == {}


def test_darts_after_the_ladder_do_not_count() -> None:
    game = shanghai().game
    assert isinstance(game, Shanghai)
    leg = played(machine.begin(replace(game, steps=(21, 1)), 7), "IB IB")
    assert (effects(leg), scores(leg)) == ([Effect.COUNTED, Effect.IGNORED], [50, 0])
    assert leg.game.details(leg.turn) == {}


@pytest.mark.parametrize(
    ("mode", "rounds", "last"), [("progress", 0, 7), ("rounds", 0, 21), ("rounds", 30, 21), ("progress", 30, 30)]
)
def test_each_mode_has_its_rounds(mode: str, rounds: int, last: int) -> None:
    assert shanghai(mode=mode, rounds=rounds).rounds == last


def test_the_first_target_is_shown_before_the_first_dart() -> None:
    # a public scorer showed the second target with the first dart
    leg = shanghai()
    assert (leg.turn.dart, leg.game.details(leg.turn)["target"]) == (1, 1)
    leg = played(leg, "M")
    assert (leg.turn.dart, leg.game.details(leg.turn)["target"]) == (2, 1)
    leg = played(leg, "S1")
    assert leg.game.details(leg.turn) == {"target": 2, "kinds": "S", "chance": False}
    assert played(shanghai(), "T1 D2").game.details(played(shanghai(), "T1 D2").turn)["chance"] is True


def test_no_shanghai_in_the_bull_round_and_none_with_two_darts() -> None:
    leg = machine.begin(shanghai(mode="rounds").game, 21, round_number=21)
    assert played(leg, "OB IB OB").stage is Stage.PLAY
    assert played(shanghai(mode="rounds"), "S1 D1").stage is Stage.PLAY


# all of them


@pytest.mark.parametrize(
    ("kind", "score"),
    [(GameKind.HIGH_SCORE, 1260), (GameKind.SUPER_SCORE, 1260), (GameKind.LOW_SCORE, 1260)],
)
def test_the_most_that_seven_rounds_can_bring(kind: GameKind, score: int) -> None:
    assert scores(played(leg_of(kind, 1), "T20 " * 21)) == [score]


def test_a_baseball_game_brings_at_most_eighty_one() -> None:
    darts = " ".join(f"T{number}" for number in range(1, 10) for _ in range(3))
    assert scores(played(leg_of(GameKind.BASEBALL, 1), darts)) == [81]


def test_a_game_is_never_changed_by_what_follows() -> None:
    leg = leg_of(GameKind.X01)
    before: DartGame = leg.game
    played(leg, "T20 T20 T20")
    assert leg.game == before
    assert scores(leg) == [301, 301]
