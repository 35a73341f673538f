"""Carom and pyramid with every option drawn by chance: what no step may break, and that a broken one is seen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.carom import spots, strokes, turns
from game.catalog import CUE_GAMES
from game.cue_state import CueState
from game.pyramid import books, penalties, spotting
from game.pyramid import strokes as pyramid_strokes
from game.vocabulary import Family, GameKind, Seat
from tests.game.invariants import check_match

GAMES = sorted(kind for kind, rules in CUE_GAMES.items() if rules.family in (Family.CAROM, Family.PYRAMID))
PLANTED_SEEDS = range(200)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10_000_000))
def test_nothing_is_broken_by_any_step_under_any_options(game: GameKind, seed: int) -> None:
    check_match(game, seed)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_broken_in_very_many_matches(game: GameKind) -> None:
    for seed in range(1000):
        check_match(game, seed)


def found(game: GameKind) -> bool:
    """Whether some match of chance shows that something is broken."""
    for seed in PLANTED_SEEDS:
        try:
            check_match(game, seed)
        except AssertionError:
            return True
    return False


def one_too_many(state: CueState, points: int) -> CueState:
    return honest_scored(state, points + 1 if points else 0)


def no_run_noted(state: CueState) -> CueState:
    after = honest_turn_over(state)
    own = after.own_as(turns.CaromOwn)
    return replace(after, own=replace(own, runs=((),) * after.setting.seats))


def all_moved(state: CueState, reading: Any) -> Any:
    after, spotted = honest_balls_back(state, reading)
    shifted = {ball: (at[0] * 0.9, at[1] * 0.9) for ball, at in after.positions.items()}
    return replace(after, positions=shifted), spotted


def gift(state: CueState, seat: Seat, points: int) -> CueState:
    return honest_points(state, Seat(1 - seat), points)


def ball_lost(book: books.Book, balls: Any) -> books.Book:
    return honest_shelved(book, balls[1:])


def never_owed(state: CueState, seat: Seat) -> Any:
    after, returned = honest_returned(state, seat)
    return books.with_book(after, seat, replace(books.book_of(after, seat), debt=0)), returned


def on_the_spot(start: float, way: float, apart: Any) -> float:
    del way, apart
    return start


def same_spot(at: Any, lying: Any, cloth: Any) -> bool:
    del at, lying, cloth
    return True


honest_scored, honest_turn_over, honest_balls_back = turns.scored, turns.turn_over, strokes._balls_back
honest_points, honest_shelved, honest_returned = books.with_points, books.shelved, books.with_ball_returned

PLANTED = {
    "a point too many": (GameKind.LIBRE, strokes, "scored", one_too_many),
    "no run noted": (GameKind.THREE_CUSHION, strokes, "turn_over", no_run_noted),
    "balls that stayed are moved": (GameKind.FOUR_BALL, strokes, "_balls_back", all_moved),
    "a taken spot is used": (GameKind.FOUR_BALL, spots, "is_free", same_spot),
    "points for the other side": (GameKind.CLASSIC_PYRAMID, pyramid_strokes, "with_points", gift),
    "a ball is lost": (GameKind.COMBINED_PYRAMID, pyramid_strokes, "shelved", ball_lost),
    "a debt is not noted": (GameKind.FREE_PYRAMID, penalties, "with_ball_returned", never_owed),
    "a ball is put on another": (GameKind.FREE_PYRAMID, spotting, "_slide", on_the_spot),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, module, attribute, faulty = PLANTED[name]
    monkeypatch.setattr(module, attribute, faulty)
    assert found(game)
