"""The turn machine: order of play, ends of turns and legs, tie-breaks, retirements, places (darts B.1, B.7)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.darts import turns as machine
from game.darts.count_up import HighScore, LowScore, fresh
from game.darts.cricket import Cricket
from game.darts.legs import begin_leg
from game.darts.notation import parse_dart
from game.darts.scram import Scram
from game.darts.shanghai import Shanghai
from game.darts.super_100 import Super100
from game.darts.turns import Leg, Stage, TieRule, pass_turn, places, retire, throw
from game.darts.vocabulary import Bull, Effect, Player, Turn
from game.darts.x01 import X01
from game.errors import IllegalAction, Refusal
from game.vocabulary import GameKind
from tests.game.darts.strategies import any_dart, any_leg, plan_for


def played(leg: Leg, darts: str) -> Leg:
    """The leg after darts in writing; `/` gives up the rest of a turn."""
    for word in darts.split():
        leg = pass_turn(leg) if word == "/" else throw(leg, parse_dart(word))
    return leg


def high(players: int = 2, rounds: int = 7, tie_rule: TieRule = TieRule.SUDDEN_DEATH) -> Leg:
    return machine.begin(fresh(HighScore, players, Bull()), rounds, tie_rule)


def run(leg: Leg, darts: list[str]) -> list[Leg]:
    """Every state on the way."""
    states = [leg]
    for name in darts:
        if states[-1].stage is Stage.DONE:
            break
        states.append(throw(states[-1], parse_dart(name)))
    return states


@given(any_leg(), st.lists(any_dart, max_size=60))
def test_players_throw_in_order_and_at_most_three_darts(leg: Leg, darts: list[str]) -> None:
    for before, after in zip(states := run(leg, darts), states[1:], strict=False):
        assert 1 <= before.turn.dart <= 3
        same = after.turn.number == before.turn.number
        assert same or after.turn.number == before.turn.number + 1
        if after.stage is Stage.PLAY and not same:
            assert _place(after) > _place(before) or after.turn.round == before.turn.round + 1
            assert after.turn.player not in after.retired
            assert after.game.plays(after.turn.player)


def _place(leg: Leg) -> tuple[int, int]:
    return leg.turn.round, leg.game.order(leg.turn.round).index(leg.turn.player)


@given(any_leg(), st.lists(any_dart, max_size=60))
def test_turns_in_the_list_are_the_darts_that_were_thrown(leg: Leg, darts: list[str]) -> None:
    states = run(leg, darts)
    end = states[-1]
    shown = end.turns if end.stage is Stage.DONE else (*end.turns, end.turn)
    names = [thrown.dart.name for turn in shown for thrown in turn.thrown]
    assert names == [parse_dart(name).name for name in darts[: len(states) - 1]]
    assert [turn.number for turn in shown] == list(range(1, len(shown) + 1))


@given(any_leg(), st.lists(any_dart, max_size=60))
def test_scores_are_the_sums_of_the_turns(leg: Leg, darts: list[str]) -> None:
    for state in run(leg, darts):
        for player in map(Player, range(leg.game.players)):
            gained = sum(turn.points for turn in _shown(state) if turn.player == player and not turn.tie_break)
            change = state.game.score_of(player) - leg.game.score_of(player)
            match state.game:
                case X01():
                    assert change == -gained
                case HighScore() | Shanghai() | Scram():
                    assert change == gained


def _shown(leg: Leg) -> tuple[Turn, ...]:
    return leg.turns if leg.stage is Stage.DONE else (*leg.turns, leg.turn)


@given(any_leg((GameKind.X01,)), st.lists(any_dart, max_size=60))
def test_a_bust_restores_points_and_opening_of_the_turns_start(leg: Leg, darts: list[str]) -> None:
    start = leg
    for before, after in zip(states := run(leg, darts), states[1:], strict=False):
        if before.turn.dart == 1:
            start = before
        if after.last is not None and after.last.effect is Effect.BUST:
            assert isinstance(after.game, X01)
            assert isinstance(start.game, X01)
            assert after.game.remaining == start.game.remaining
            assert after.game.opened == start.game.opened
            assert after.turn.number != before.turn.number


@given(any_leg((GameKind.SUPER_100,)), st.lists(any_dart, max_size=60))
def test_super_100_never_makes_or_loses_a_point(leg: Leg, darts: list[str]) -> None:
    for state in run(leg, darts):
        game = state.game
        assert isinstance(game, Super100)
        paid = game.pot if state.winners else 0
        if game.players > 1:
            assert sum(game.points) == 100 * game.players + paid
        assert all(points >= 0 and points % 10 == 0 for points in game.points)
        if game.players > 1 or state.stage is not Stage.DONE:
            assert any(not fall for fall in game.fell)


@given(any_leg((GameKind.CRICKET,)), st.lists(any_dart, max_size=60))
def test_cricket_marks_never_shrink_and_never_pass_three(leg: Leg, darts: list[str]) -> None:
    for before, after in zip(states := run(leg, darts), states[1:], strict=False):
        assert isinstance(before.game, Cricket)
        assert isinstance(after.game, Cricket)
        for old, new in zip(before.game.marks, after.game.marks, strict=True):
            assert all(0 <= less <= more <= 3 for less, more in zip(old, new, strict=True))


@given(any_leg(), st.data())
def test_every_leg_ends_and_nothing_is_thrown_after_it(leg: Leg, data: st.DataObject) -> None:
    for _ in range(3000):
        if leg.stage is Stage.DONE:
            break
        leg = pass_turn(leg) if data.draw(st.booleans()) else throw(leg, parse_dart("T20"))
    assert leg.stage is Stage.DONE
    assert leg.winners
    assert leg.thrower is None
    with pytest.raises(IllegalAction) as caught:
        throw(leg, parse_dart(data.draw(any_dart)))
    assert caught.value.code is Refusal.MATCH_OVER


@pytest.mark.parametrize("darts", ["T20", "S1 T20", "S1 S1 T20"], ids=["first", "second", "third"])
def test_a_bust_closes_the_turn_with_whichever_dart_it_comes(darts: str) -> None:
    leg = begin_leg(plan_for(GameKind.X01, 2))
    assert isinstance(leg.game, X01)
    leg = machine.begin(replace(leg.game, remaining=(20, 20)), 10)
    after = played(leg, darts)
    assert (after.turn.player, after.turn.dart, after.turns[-1].bust) == (1, 1, True)
    assert after.last is not None
    assert after.last.effect is Effect.BUST


def test_three_misses_are_a_turn_of_zero_and_no_bust() -> None:
    leg = played(high(), "M M M")
    assert (leg.turns[0].points, leg.turns[0].bust) == (0, False)


def test_a_missed_dart_and_one_not_thrown_are_told_apart() -> None:
    leg = played(high(), "M NT BO")
    effects = [thrown.effect for thrown in leg.turns[0].thrown]
    assert effects == [Effect.MISSED, Effect.NOT_THROWN, Effect.MISSED]


def test_the_last_dart_is_found_over_the_end_of_a_turn() -> None:
    assert high().last is None
    for darts in ("T20", "M M T20"):
        last = played(high(), darts).last
        assert last is not None
        assert last.dart.name == "T20"


def test_one_player_steps_up_again_and_again() -> None:
    leg = played(high(1, 2), "T20 T20 T20 M M M")
    assert (leg.stage, leg.winners) == (Stage.DONE, (0,))


TIE = "S20 / S20 / S20 /"


def test_the_tied_throw_in_the_order_of_the_list_and_the_best_turn_wins() -> None:
    leg = played(high(3, 1), "S20 / S5 / S20 /")
    assert (leg.stage, leg.turn.player, leg.turn.tie_break) == (Stage.TIE_BREAK, 0, 1)
    leg = played(leg, "S1 / S2")
    assert leg.turn.player == 2, "the second player is not in the tie-break"
    leg = pass_turn(leg)
    assert (leg.winners, [leg.game.score_of(Player(place)) for place in range(3)]) == ((2,), [20, 5, 20])
    assert places(leg) == ((2,), (0,), (1,))


def test_only_those_still_level_for_the_lead_throw_again() -> None:
    leg = played(high(3, 1), TIE + " S9 / S1 / S9 /")
    assert leg.tie is not None
    assert (leg.tie.players, leg.tie.number) == ((0, 2), 2)


def test_after_three_level_turns_the_win_is_shared() -> None:
    leg = played(high(3, 1), TIE + " S9 / S1 / S9 / S3 / S3 / / /")
    assert (leg.stage, leg.winners) == (Stage.DONE, (0, 2))
    assert places(leg) == ((0, 2), (1,))


@pytest.mark.parametrize(
    ("rule", "winners"), [(TieRule.SHARED, (0, 2)), (TieRule.FIRST_THROWER, (0,))], ids=["shared", "first"]
)
def test_other_rules_decide_a_tie_at_once(rule: TieRule, winners: tuple[int, ...]) -> None:
    assert played(high(3, 1, rule), "S20 / S5 / S20 /").winners == winners


def test_low_score_breaks_ties_by_its_own_values() -> None:
    leg = machine.begin(LowScore(2, Bull(), (0, 0), 60), 1)
    leg = played(leg, "S1 S1 S1 S1 S1 S1 S1 S1 M S1 S1 S20")
    assert leg.winners == (1,), "a miss costs sixty in the tie-break too"


def test_scram_breaks_ties_in_the_order_of_the_list_without_stops() -> None:
    leg = begin_leg(plan_for(GameKind.SCRAM, 2, rounds=2))
    leg = played(leg, "S20 / / / /")
    assert (leg.stage, leg.turn.player) == (Stage.TIE_BREAK, 0)
    leg = played(leg, "S20 / /")
    assert leg.winners == (0,)


def test_who_retires_is_skipped_and_the_last_one_wins() -> None:
    leg = retire(high(3), Player(0))
    assert leg.turn.player == 1
    leg = played(leg, "S1 /")
    assert leg.turn.player == 2
    leg = played(leg, "/ S5")
    assert (leg.turn.player, leg.turn.round) == (1, 2)
    assert retire(leg, Player(0)) == leg
    leg = retire(leg, Player(1))
    assert (leg.stage, leg.winners) == (Stage.DONE, (2,))
    assert retire(leg, Player(2)) == leg


def test_who_retires_cannot_win_and_is_placed_last() -> None:
    leg = played(high(3, 1), "T20 / S1 /")
    leg = retire(leg, Player(0))
    leg = played(leg, "S2 /")
    assert (leg.winners, places(leg)) == ((2,), ((2,), (1,), (0,)))


def test_one_player_who_retires_ends_the_leg_without_a_winner() -> None:
    leg = retire(high(1), Player(0))
    assert (leg.stage, leg.winners, places(leg)) == (Stage.DONE, (), ((0,),))


def test_who_retires_from_a_tie_break_leaves_it() -> None:
    leg = played(high(4, 1), "S20 / S20 / S20 / S1 /")
    assert retire(leg, Player(3)).tie == leg.tie, "he was not in it"
    leg = played(leg, "S9 / S1")
    left = retire(leg, Player(1))
    assert left.tie is not None
    assert (left.turn.player, left.tie.players, left.tie.totals) == (2, (0, 2), (9,))
    waiting = retire(leg, Player(0))
    assert waiting.tie is not None
    assert (waiting.turn.player, waiting.tie.players, waiting.tie.totals) == (1, (1, 2), ())
    assert played(waiting, "/ S5 /").winners == (2,)
    assert retire(left, Player(0)).winners == (2,)
    last = played(leg, "/ S5")
    assert retire(last, Player(2)).winners == (0,)


def test_in_super_100_who_stays_away_is_out_with_his_points_frozen() -> None:
    leg = retire(begin_leg(plan_for(GameKind.SUPER_100, 3)), Player(1))
    assert isinstance(leg.game, Super100)
    assert (leg.game.pot, leg.game.fell) == (100, (0, 1, 0))
    leg = retire(leg, Player(0))
    assert (leg.winners, leg.game.score_of(Player(2))) == ((2,), 300)


@pytest.mark.parametrize(
    ("game", "darts", "order"),
    [
        (GameKind.HIGH_SCORE, "S1 / S20 / S5 /", ((1,), (2,), (0,))),
        (GameKind.LOW_SCORE, "S1 S1 S1 S20 S20 S20 S5 S5 S5", ((0,), (2,), (1,))),
        (GameKind.X01, "S1 / S20 / S20 /", ((1,), (2,), (0,))),
        (GameKind.SHANGHAI, "S1 / S1 S2 S3 S1 S2 /", ((1,), (2,), (0,))),
        (GameKind.CRICKET, "S20 / T20 S20 / S20 S19 /", ((1,), (2,), (0,))),
    ],
)
def test_places_follow_the_direction_of_the_game(
    game: GameKind, darts: str, order: tuple[tuple[int, ...], ...]
) -> None:
    # a public scorer ranked Shanghai the wrong way round
    leg = played(begin_leg(plan_for(game, 3, rounds=1, tiebreak="first_thrower")), darts)
    assert leg.stage is Stage.DONE
    assert places(leg) == order
