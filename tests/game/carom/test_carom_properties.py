"""What holds in every carom match, whatever happens at the table (besides what holds in every cue game)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.actions import RefereeAct
from game.carom.spots import BURGUNDY, RED, WHITE, YELLOW, Roles, is_free, jumped_back, placed_apart, respotted
from game.carom.turns import CaromOwn, own_ball
from game.catalog import CUE_GAMES
from game.cloth import CAROM_10FT, Cloth
from game.cue_play import CuePlay
from game.match import Match
from game.record import entry_line, fold, header, last_hash
from game.setup import MatchSetup
from game.shot_facts import ShotFacts, TouchedWood
from game.vocabulary import Ball, Family, GameKind, Pace, Phase, Point
from tests.game.random_play import RandomPlay

CAROM = sorted(kind for kind, rules in CUE_GAMES.items() if rules.family is Family.CAROM)
SEEDS = st.integers(0, 10_000_000)


def setup_of(game: GameKind, seed: int) -> MatchSetup:
    """A match with many options, of three sides now and then."""
    rules = CUE_GAMES[game]
    preset = sorted(rules.presets)[seed % len(rules.presets)]
    sides = ("A", "B", "C") if game is GameKind.LIBRE and preset == "carom_ru" and seed % 2 else ("A", "B")
    known = {spec.name for spec in rules.options}
    wanted: dict[str, Any] = {
        "target": 1 + seed % 7,
        "innings_limit": (6, 9, 12)[seed % 3],
        "tie": "tie_break" if seed % 5 == 0 else "draw",
        "ranking": "all" if seed % 3 else "first_only",
        "r_foul_points": -(seed % 2),
        "r_restart_red_first": seed % 4 == 0,
        "fb_stack": ("max", "add")[seed % 2],
        "fb_erase": ("run", "total", "none")[seed % 3],
        "balk_game": ("47/2", "47/1", "71/2")[seed % 3],
        "first_shot": "lag" if seed % 2 and len(sides) == 2 else "coin",
    }
    options = {name: value for name, value in wanted.items() if name in known}
    key = seed.to_bytes(32, "big")
    return MatchSetup("m1", game, key, sides, preset, options, pace=Pace.INSTANT, shot_clock=40.0)


def play_of(match: Match) -> CuePlay:
    assert isinstance(match.play, CuePlay)
    return match.play


@pytest.mark.parametrize("game", CAROM)
@settings(max_examples=20, deadline=None)
@given(seed=SEEDS)
def test_matches_end_and_fold_with_every_preset_and_number_of_sides(game: GameKind, seed: int) -> None:
    play = RandomPlay(setup_of(game, seed), seed)
    lines = [header(play.match.setup, play.now).text]
    for _ in play.steps():
        lines.append(entry_line(last_hash(lines), play.entries[-1], play.rulings[-1]).text)
    assert fold(lines) == play.match


@pytest.mark.parametrize("game", CAROM)
@settings(max_examples=20, deadline=None)
@given(seed=SEEDS)
def test_totals_are_the_sums_of_strokes_less_what_was_erased(game: GameKind, seed: int) -> None:
    play = RandomPlay(setup_of(game, seed), seed)
    for before, entry, after in play.steps():
        old, new, ruling = play_of(before).state, play_of(after).state, play.rulings[-1]
        if new.game_number != old.game_number or old.phase is Phase.OPTION or isinstance(entry.action, RefereeAct):
            continue
        gained = ruling.points if old.phase is not Phase.TIE_BREAK else 0
        if ruling.erased and old.phase is not Phase.TIE_BREAK:
            way = old.setting.word("fb_erase")
            gained = -(old.run if way == "run" else old.scores[old.shooter])
        assert sum(new.scores) - sum(old.scores) == gained
        others = [seat for seat in range(len(old.scores)) if seat != old.shooter]
        assert all(new.scores[seat] == old.scores[seat] for seat in others)


@pytest.mark.parametrize("game", CAROM)
@settings(max_examples=20, deadline=None)
@given(seed=SEEDS)
def test_no_ball_that_stayed_is_moved_and_none_lies_in_another(game: GameKind, seed: int) -> None:
    play = RandomPlay(setup_of(game, seed), seed)
    for before, entry, after in play.steps():
        if not isinstance(entry.facts, ShotFacts) or after.result is not None:
            continue
        old, new, ruling = play_of(before).state, play_of(after).state, play.rulings[-1]
        is_opened = new.game_number != old.game_number or new.phase in (Phase.EXTRA, Phase.TIE_BREAK, Phase.OPTION)
        if is_opened or old.setting.options.get("restart") is True:
            continue
        wood = {event.ball for event in entry.facts.of(TouchedWood)}
        for ball, at in entry.facts.rest.items():
            if ball not in ruling.spotted and ball not in wood:
                assert new.positions[ball] == pytest.approx(at, abs=1e-4)
        assert set(new.positions) == set(CUE_GAMES[game].balls)


@pytest.mark.parametrize("game", CAROM)
@settings(max_examples=20, deadline=None)
@given(seed=SEEDS)
def test_the_one_at_the_table_always_has_a_ball_to_strike(game: GameKind, seed: int) -> None:
    for _, _, after in RandomPlay(setup_of(game, seed), seed).steps():
        state = play_of(after).state
        if state.phase in (Phase.PLAY, Phase.BREAK, Phase.EXTRA):
            assert play_of(after).rules.strikes(state) == (own_ball(state, state.shooter),)
            assert state.shooter not in state.own_as(CaromOwn).ranked


PLACES = st.tuples(st.floats(-1.38, 1.38), st.floats(-0.67, 0.67))
FOUR = (WHITE, YELLOW, RED, BURGUNDY)


@settings(max_examples=300, deadline=None)
@given(
    gone=st.sets(st.sampled_from(FOUR), min_size=1),
    spots=st.dictionaries(st.sampled_from(FOUR), st.integers(0, 5)),
    anywhere=st.lists(PLACES, min_size=4, max_size=4),
    small=st.booleans(),
)
def test_a_free_spot_is_always_found(
    gone: set[Ball], spots: dict[Ball, int], anywhere: list[Point], small: bool
) -> None:
    cloth = Cloth(2.30, 1.15, 0.03075) if small else CAROM_10FT
    roles = Roles(WHITE, YELLOW)
    named: list[Point] = [cloth.head_spot, (0.0, 0.0), cloth.foot_spot, (cloth.length / 8.0, 0.0)]
    lying: dict[Ball, Point] = {}
    for place, ball in enumerate(FOUR):
        at = ([*named, *anywhere[:2]])[spots.get(ball, 5)] if place < 3 else anywhere[place]
        if ball not in gone and is_free(at, lying, cloth):
            lying[ball] = at
    missing = frozenset(set(FOUR) - set(lying))
    if not missing:
        return
    for placed in (
        *(respotted(missing, lying, roles, cloth, way) for way in ("by_ball", "first_free", "reserved")),
        jumped_back(missing, lying, WHITE, roles, cloth),
        *(placed_apart(missing, lying, roles, cloth, way) for way in ("free_first", "by_order")),
    ):
        for ball, at in placed.items():
            others = {name: there for name, there in {**lying, **placed}.items() if name not in (ball, WHITE)}
            assert ball == WHITE or is_free(at, others, cloth)
        assert set(placed) >= missing
