"""What the dart player aims at."""

import math
from typing import Any

import pytest

from client_protocol.values import Phase, SideState
from loadtest.players.board import aim_at
from loadtest.players.darts import DartPlayer, choose_segment
from loadtest.players.decisions import Choose, PassDarts, Throw
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
