"""What the dart player aims at."""

import math
from typing import Any

import pytest

from client_protocol.values import Phase, SideState
from game.darts.throwing import sway_at
from game.darts.vocabulary import Bull, dart_in
from loadtest.bot import BotOptions
from loadtest.players.board import aim_at
from loadtest.players.darts import LEVELS, DartPlayer, choose_segment, steadied
from loadtest.players.decisions import Choose, PassDarts, Throw
from physics.darts.board import STEEL, rounded, segment_at
from tests.loadtest.states import a_board, a_room


def segment(game: str, score: int = 0, side: dict[str, Any] | None = None, **details: Any) -> str:
    """What is aimed at in a game."""
    board = a_board(**details)
    sides = (SideState("A", score=score, details=side or {}), SideState("B"))
    return choose_segment(a_room(game=game, darts=board, sides=sides), board, 0)


@pytest.mark.parametrize(
    ("score", "details", "expected"),
    [
        (301, {"out": "open"}, "T20"),
        (301, {"out": "open", "noise_mm": 20.0}, "T19"),
        (301, {"out": "open", "noise_mm": 40.0}, "S11i"),
        (301, {"out": "open", "bull": "fat"}, "IB"),
        (170, {"out": "double", "hint": "T20 T20 IB"}, "T20"),
        (40, {"out": "double", "hint": "D20"}, "D20"),
        (7, {"out": "open", "hint": "S7"}, "S7"),
        (61, {"out": "open", "hint": None}, "T20"),
        (59, {"out": "open", "hint": None}, "S20"),
        (1, {"out": "open", "hint": None}, "S1"),
        (45, {"out": "double", "hint": None}, "S13"),
        (100, {"out": "double", "hint": None}, "T20"),
        (65, {"out": "double", "hint": None}, "S20"),
    ],
)
def test_x01(score: int, details: dict[str, Any], expected: str) -> None:
    assert segment("x01", score, **{"in": "open", **details}) == expected


def test_x01_is_opened_first() -> None:
    closed = {"opened": False}
    assert segment("x01", 301, closed, **{"in": "double", "out": "double"}) == "D20"
    assert segment("x01", 301, closed, **{"in": "master", "out": "double"}) == "T20"


@pytest.mark.parametrize(
    ("game", "side", "details", "expected"),
    [
        ("shanghai", {}, {"target": 7}, "T7"),
        ("baseball", {}, {"target": 25}, "IB"),
        ("low_score", {}, {}, "S1"),
        ("high_score", {}, {}, "T20"),
        ("pub_game", {}, {"target": "bull"}, "IB"),
        ("pub_game", {}, {"target": "any"}, "T20"),
        ("super_100", {}, {"light_index": 3}, "S4i"),
        ("super_100", {}, {}, "T20"),
        ("scram", {}, {"role": "stopper", "stopped": "20 19"}, "S18"),
        ("scram", {}, {"role": "scorer", "stopped": "20"}, "T19"),
        ("scram", {}, {"role": "scorer", "stopped": " ".join(map(str, range(1, 21)))}, "IB"),
        ("cricket", {"marks": "3100000"}, {"dead": "", "scoring": "20"}, "T19"),
        ("cricket", {"marks": "3333330"}, {"dead": "", "scoring": "20"}, "IB"),
        ("cricket", {"marks": "3333333"}, {"dead": "20", "scoring": "19"}, "T19"),
        ("cricket", {"marks": "3333333"}, {"dead": "", "scoring": "25"}, "IB"),
        ("cricket", {"marks": "3333333"}, {"dead": "", "scoring": ""}, "T20"),
    ],
)
def test_other_games(game: str, side: dict[str, Any], details: dict[str, Any], expected: str) -> None:
    assert segment(game, 0, side, **details) == expected


@pytest.mark.parametrize(
    ("game", "phase", "expected"),
    [
        ("baseball", Phase.TIE_BREAK, "IB"),
        ("low_score", Phase.TIE_BREAK, "S1"),
        ("cricket", Phase.TIE_BREAK, "T20"),
        ("x01", Phase.LAG, "IB"),
    ],
)
def test_a_tie_break_and_a_bull_off_have_their_own_aims(game: str, phase: Phase, expected: str) -> None:
    board = a_board()
    assert choose_segment(a_room(game=game, darts=board, phase=phase), board, 0) == expected


def test_a_tie_break_is_for_points() -> None:
    board = a_board(target=3)
    state = a_room(game="shanghai", darts=board, phase=Phase.TIE_BREAK)
    assert choose_segment(state, board, 0) == "T20"


def test_the_player_throws_answers_options_and_gives_up_what_is_refused() -> None:
    player = DartPlayer()
    state = a_room(game="high_score", darts=a_board())
    throw = player.decide(state, 0)
    assert throw == Throw(aim_at("T20", "steel"))
    for _ in range(3):
        player.refused(throw, "wrong_dart")
    assert player.decide(state, 0) == PassDarts()
    assert player.decide(a_room(darts=a_board(), options_offered=("a", "b")), 0) == Choose("a")


def test_aims_are_the_middles_of_segments() -> None:
    assert aim_at("T19", "steel") == pytest.approx((-31.8, -98.0), abs=0.05)
    assert aim_at("D16", "steel") == pytest.approx((-134.3, -97.6), abs=0.05)
    assert aim_at("IB", "steel") == (0.0, 0.0)
    assert math.hypot(*aim_at("S5i", "steel")) == pytest.approx(57.0, abs=0.1)
    assert math.hypot(*aim_at("S5", "soft155")) == pytest.approx(155.75, abs=0.1)
    assert math.hypot(*aim_at("OB", "unknown board")) == pytest.approx(11.0)


BEST_MEANS = {
    "elite": 36.6,
    "professional": 33.2,
    "very_good": 25.8,
    "league": 20.6,
    "pub": 15.8,
    "beginner": 13.6,
    "first_evening": 12.4,
}
"""Points per dart of each level at its best aim (darts B.3), steel board."""
DARTS = 12_000


@pytest.mark.parametrize("level", list(LEVELS))
def test_a_player_of_a_level_scores_what_its_spread_allows(level: str) -> None:
    player, state = DartPlayer(5, level), a_room(game="high_score", darts=a_board(noise_mm=0.0))
    points = 0
    for _ in range(DARTS):
        throw = player.decide(state, 0)
        assert isinstance(throw, Throw)
        points += Bull().value(dart_in(segment_at(STEEL, rounded(throw.aim))))
    assert points / DARTS == pytest.approx(BEST_MEANS[level], rel=0.05)


def test_the_floor_of_the_room_is_part_of_a_levels_spread() -> None:
    player, board = DartPlayer(1, "league"), a_board(noise_mm=9.0)
    state = a_room(game="high_score", darts=board)
    aims = [player.decide(state, 0) for _ in range(4000)]
    middle = aim_at("T20", "steel")
    off = [throw.aim[0] - middle[0] for throw in aims if isinstance(throw, Throw)]
    assert math.sqrt(sum(one * one for one in off) / len(off)) == pytest.approx(math.sqrt(16.0**2 - 9.0**2), rel=0.05)
    elite = DartPlayer(1, "elite").decide(state, 0)
    assert elite == Throw(middle)  # nobody is better than the floor


def test_bots_hold_against_the_sway() -> None:
    board = a_board(sway_mm=10.0, sway_x=0.5, sway_y=1.5, opens=100.0)
    aim = steadied((0.0, 103.0), board, 100.8)
    swayed = sway_at(10.0, (0.5, 1.5), 0.8)
    assert (aim[0] + swayed[0], aim[1] + swayed[1]) == pytest.approx((0.0, 103.0))
    assert steadied((0.0, 103.0), a_board(sway_mm=0.0), 5.0) == (0.0, 103.0)
    assert math.hypot(*steadied((0.0, 249.9), board, 101.0)) <= 249.9


def test_a_level_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="level: one of elite"):
        BotOptions(url="ws://x", level="god")
