"""Pool with every option drawn by chance: what no step may break, and that a broken one is seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import cue_flow, cue_play
from game.cue_state import CueState, Offer, pass_turn, set_at
from game.draws import pick
from game.pool import counting, eight_ball, eight_ball_break, marks, nine_ball, seven_ball, spotting, straight_pool
from game.vocabulary import CueBall, GameKind, Phase, Seat
from tests.game.pool.invariants import POOL, check_pool_match

PLANTED_SEEDS = range(60)


@pytest.mark.parametrize("game", POOL)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10_000_000))
def test_nothing_is_broken_by_any_step_of_pool_under_any_options(game: GameKind, seed: int) -> None:
    check_pool_match(game, seed)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", POOL)
def test_nothing_is_broken_in_very_many_matches_of_pool(game: GameKind) -> None:
    for seed in range(1000):
        check_pool_match(game, seed)


def found(game: GameKind) -> bool:
    """Whether some match of chance shows that something is broken."""
    for seed in PLANTED_SEEDS:
        try:
            check_pool_match(game, seed)
        except AssertionError:
            return True
    return False


honest_count, honest_pass, honest_back = counting.count_foul, pass_turn, spotting.put_back
honest_points, honest_offered, honest_order = straight_pool._with_points, eight_ball_break._offered, pick
honest_ended, honest_slide, honest_game = cue_flow.ended, spotting._slide, cue_flow._after_game


def counted_twice(state: CueState, seat: Seat, at: float) -> Any:
    once, _ = honest_count(state, seat, at)
    return honest_count(once, seat, at)


def goes_on(state: CueState, cue_ball: CueBall = CueBall.AS_LIES) -> CueState:
    return replace(honest_pass(state, cue_ball), shooter=state.shooter)


def never_in_hand(state: CueState, cue_ball: CueBall = CueBall.AS_LIES) -> CueState:
    del cue_ball
    return honest_pass(state)


def one_is_lost(state: CueState, balls: Any, *, cue_stays: bool) -> Any:
    after, spotted = honest_back(state, balls, cue_stays=cue_stays)
    gone = min(spotted, default=None)
    return replace(after, balls=after.balls - {gone}, positions=without(after, gone)), spotted


def without(state: CueState, gone: Any) -> Any:
    return {ball: at for ball, at in state.positions.items() if ball != gone}


def no_nine(state: CueState, *, cue_stays: bool) -> Any:
    del cue_stays
    return state, {}


def never_cleared(state: CueState, seat: Seat) -> CueState:
    del seat
    return state


def a_point_more(state: CueState, seat: Seat, points: int) -> CueState:
    return honest_points(state, seat, points + 1)


def points_of_the_others(state: CueState, seat: Seat, points: int) -> CueState:
    return honest_points(state, Seat((seat + 1) % state.setting.seats), points)


def offered_to_the_offender(state: CueState, to: Seat, *options: str) -> CueState:
    offered = honest_offered(state, to, *options)
    return replace(offered, offer=Offer(Seat((to + 1) % state.setting.seats), options))


def drawn_anew(*told: Any, calls: Any = count()) -> Any:  # noqa: B008 - one count for all calls is the fault
    order = honest_order(*told)
    turn = next(calls) % len(order)
    return (*order[turn:], *order[:turn])


def goes_on_after_the_end(*told: Any) -> CueState:
    return replace(honest_ended(*told), phase=Phase.PLAY)


def not_noted(state: CueState, *, fouls: bool) -> CueState:
    del fouls
    return state


def on_the_spot(start: float, way: float, apart: Any) -> float:
    del way, apart
    return start


def game_of_the_others(rules: Any, state: CueState, ruling: Any) -> CueState:
    other = Seat((ruling.winner[0] + 1) % state.setting.seats)
    return honest_game(rules, state, replace(ruling, winner=(other,)))


def of_one_alone(state: CueState, values: Any, seat: Seat, value: Any) -> Any:
    del state
    return set_at(values, seat, value)


def both_at_once(play: cue_play.CuePlay) -> tuple[Seat, ...]:
    return (Seat(0), Seat(1))


PLANTED: dict[str, tuple[GameKind, object, str, Callable[..., Any] | property]] = {
    "two fouls are counted for one": (GameKind.NINE_BALL, nine_ball, "count_foul", counted_twice),
    "a foul of eight-ball counts for nobody": (GameKind.EIGHT_BALL, eight_ball, "noted", not_noted),
    "the turn does not pass": (GameKind.SEVEN_BALL, seven_ball, "pass_turn", goes_on),
    "a foul gives no ball in hand": (GameKind.NINE_BALL, nine_ball, "pass_turn", never_in_hand),
    "a ball is lost": (GameKind.STRAIGHT_POOL, straight_pool, "put_back", one_is_lost),
    "the nine stays down": (GameKind.NINE_BALL, nine_ball, "_nine_back", no_nine),
    "a legal shot leaves the row": (GameKind.SEVEN_BALL, seven_ball, "clear_fouls", never_cleared),
    "a point too many": (GameKind.STRAIGHT_POOL, straight_pool, "_with_points", a_point_more),
    "points for the others": (GameKind.STRAIGHT_POOL, straight_pool, "_with_points", points_of_the_others),
    "an option for the offender": (GameKind.EIGHT_BALL, eight_ball_break, "_offered", offered_to_the_offender),
    "a rack that no record tells": (GameKind.NINE_BALL, cue_play, "pick", drawn_anew),
    "play goes on after the end": (GameKind.NINE_BALL, cue_flow, "ended", goes_on_after_the_end),
    "a ball is put on another": (GameKind.STRAIGHT_POOL, spotting, "_slide", on_the_spot),
    "the game goes to the others": (GameKind.EIGHT_BALL, cue_flow, "_after_game", game_of_the_others),
    "partners have rows of their own": (GameKind.NINE_BALL, counting, "set_of_team", of_one_alone),
    "partners have marks of their own": (GameKind.STRAIGHT_POOL, marks, "set_of_team", of_one_alone),
    "two sides are next": (GameKind.SEVEN_BALL, cue_play.CuePlay, "to_act", property(both_at_once)),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_of_pool_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, module, attribute, faulty = PLANTED[name]
    monkeypatch.setattr(module, attribute, faulty)
    assert found(game)
