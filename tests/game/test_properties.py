"""What holds in every match of every cue game, whatever happens at the table."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.actions import Choose, Place, Shot
from game.catalog import CUE_GAMES
from game.cue_play import CuePlay
from game.cue_state import CueState
from game.errors import IllegalAction
from game.match import Match, begin, prepare
from game.pyramid.books import Pyramid
from game.record import entry_line, fold, header, last_hash
from game.setup import MatchSetup
from game.shot_facts import LeftTable, Potted, ShotFacts
from game.view import view
from game.vocabulary import CUE, Ball, Family, GameKind, Pace, Phase, Seat, Touch
from physics.trajectories import Stroke
from tests.game.random_play import RandomPlay

SEEDS = st.integers(0, 10_000_000)


def options_of(game: str, seed: int) -> dict[str, object]:
    if CUE_GAMES[GameKind(game)].family is Family.PYRAMID:
        return pyramid_options_of(game, seed)
    if CUE_GAMES[GameKind(game)].family is Family.POOL:
        order = ("winner", "alternate", "loser", "leader", "trailer")[seed % 5]
        return {"break_order": order, **pool_options_of(game, seed)}
    return {
        "target": 1 + seed % 3,
        "equalizing": seed % 4 < 2,
        "innings_limit": (0, 3, 8)[seed % 3],
        "tie": "draw" if seed % 5 else "tie_break",
        "frozen_options": ("tr", "ru", "off")[seed % 3],
        "off_table": "ru" if seed % 7 < 3 else "tr",
        "choose_ball": seed % 6 == 0,
    }


def pool_options_of(game: str, seed: int) -> dict[str, object]:
    match game:
        case GameKind.SEVEN_BALL:
            mode = ("independent", "opposite")[seed % 2]
            return {"side_mode": mode, "bca_open_break": seed % 3 == 0, "auto_warn": seed % 4 > 0}
        case GameKind.EIGHT_BALL:
            return {"call_mode": ("obvious", "strict")[seed % 2]}
        case GameKind.STRAIGHT_POOL:
            return {"target": 1 + seed % 12, "third_foul_extra": 15 + seed % 2}
        case _:
            return {"strict_placement": seed % 3 == 0}


def pyramid_options_of(game: str, seed: int) -> dict[str, object]:
    options: dict[str, object] = {
        "opening": ("far_corners", "three_cushions", "free")[seed % 3],
        "safety_games": ("amerikanka", "all", "off")[seed % 3],
        "safety_test": ("two_rails", "legacy_fast", "one_rail")[seed % 3],
        "jump_foul": seed % 4 == 0,
        "spotting": "cushion" if seed % 5 < 2 else "line",
        "house_strict": seed % 7 == 0,
        "time_foul_penalty": seed % 2 == 0,
        "dead_safeties": 3 + seed % 10,
        "target": 1 + seed % 8 if game != GameKind.CLASSIC_PYRAMID else 5 + seed % 67,
    }
    if game == GameKind.CLASSIC_PYRAMID:
        return {**options, "classic_penalty": ("deduct5", "add5", "both")[seed % 3]}
    options["penalty"] = "return_own" if seed % 2 else "award_opponent"
    if game == GameKind.FREE_PYRAMID:
        return options
    return {**options, "removal": "scorer" if seed % 3 else "opponent", "dynamic": seed % 4 == 0}


def setup_of(game: str, seed: int, **changes: object) -> MatchSetup:
    values: dict[str, object] = {
        "match_id": "m1",
        "game": game,
        "key": seed.to_bytes(32, "big"),
        "race_to": 1 if game == GameKind.STRAIGHT_POOL else 1 + seed % 3,
        "shot_clock": 35.0 if seed % 2 else None,
        "touch": Touch.CLUB,
        "pace": Pace.NORMAL if seed % 3 else Pace.INSTANT,
        "options": {"first_shot": "lag" if seed % 2 else "coin", **options_of(game, seed)},
    }
    return MatchSetup(**{**values, **changes})  # type: ignore[arg-type]


def state_of(match: Match) -> CueState:
    assert isinstance(match.play, CuePlay)
    return match.play.state


@pytest.fixture(params=sorted(CUE_GAMES))
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("game", sorted(CUE_GAMES))
@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_every_match_ends_and_folds_from_its_record(game: str, seed: int) -> None:
    play = RandomPlay(setup_of(game, seed), seed)
    lines = [header(play.match.setup, play.now).text]
    for _ in play.steps():
        lines.append(entry_line(last_hash(lines), play.entries[-1], play.rulings[-1]).text)
    assert fold(lines) == play.match
    assert play.match.result is not None


@pytest.mark.parametrize("game", sorted(CUE_GAMES))
@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_exactly_one_side_is_next_and_options_are_only_its_own(game: str, seed: int) -> None:
    for _, _, after in RandomPlay(setup_of(game, seed), seed).steps():
        state = state_of(after)
        if state.phase is Phase.LAG:
            continue
        assert len(after.play.to_act) == (0 if after.result is not None else 1)
        if state.offer is not None:
            assert (state.offer.to,) == after.play.to_act
            assert state.offer.options
        assert (state.phase is Phase.OPTION) == (state.offer is not None and state.offer.blocking)
        shown = view(after)
        assert (shown.to_act is None) == (after.result is not None)


def shelved(state: CueState) -> frozenset[Ball]:
    """Balls that a foul may bring back."""
    books = state.own.books if isinstance(state.own, Pyramid) else ()
    return frozenset(ball for book in books for ball in book.shelf)


@pytest.mark.parametrize("game", sorted(CUE_GAMES))
@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_no_ball_is_lost_or_made_twice(game: str, seed: int) -> None:
    for before, entry, after in RandomPlay(setup_of(game, seed), seed).steps():
        if not isinstance(entry.facts, ShotFacts):
            continue
        old, new = state_of(before), state_of(after)
        if new.game_number != old.game_number or after.result is not None:
            continue
        gone = {event.ball for event in entry.facts.events if isinstance(event, Potted | LeftTable)}
        returned = old.balls | gone | shelved(old)
        assert new.balls >= old.balls - gone
        assert new.balls <= returned or new.balls == frozenset(CUE_GAMES[GameKind(game)].balls)
        assert set(new.positions) - {CUE} == set(new.balls) - {CUE}


@pytest.mark.parametrize("game", sorted(CUE_GAMES))
@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_one_foul_is_counted_for_a_shot(game: str, seed: int) -> None:
    play = RandomPlay(setup_of(game, seed), seed)
    for before, entry, after in play.steps():
        old, new = state_of(before), state_of(after)
        is_over = new.game_number != old.game_number or after.result is not None
        if is_over or not isinstance(entry.action, Shot):
            continue
        ruling = play.rulings[-1]
        rose = [now - then for now, then in zip(new.fouls_in_row, old.fouls_in_row, strict=True)]
        assert rose[old.shooter] <= 1
        if ruling.fouls and game == GameKind.NINE_BALL:
            counts = (old.fouls_in_row[old.shooter], new.fouls_in_row[old.shooter])
            assert rose[old.shooter] == 1 or counts == (2, 2)
        assert rose[1 - old.shooter] == 0
        assert not (ruling.fouls and ruling.points > 0)


@pytest.mark.parametrize("game", sorted(CUE_GAMES))
@settings(max_examples=10, deadline=None)
@given(seed=SEEDS)
def test_nothing_is_accepted_after_the_end_or_from_the_other_side(game: str, seed: int) -> None:
    play = RandomPlay(setup_of(game, seed), seed)
    for before, _, _ in play.steps():
        for seat in {Seat(0), Seat(1)} - set(before.play.to_act):
            for action in (Shot(Stroke(CUE, 0.0, 1.0)), Choose("PLAY"), Place(CUE, (0.0, 0.0))):
                with pytest.raises(IllegalAction):
                    prepare(before, seat, action, play.now)
    for seat in (Seat(0), Seat(1)):
        with pytest.raises(IllegalAction, match="over"):
            prepare(play.match, seat, Shot(Stroke(CUE, 0.0, 1.0)), play.now)


@pytest.mark.parametrize("game", sorted(CUE_GAMES))
def test_a_match_is_the_same_whenever_it_is_begun_from_the_same_key(game: str) -> None:
    assert begin(setup_of(game, 7), 1.0) == begin(setup_of(game, 7), 1.0)
    assert begin(setup_of(game, 7), 1.0) != begin(setup_of(game, 8), 1.0)
