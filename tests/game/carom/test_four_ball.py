"""Four-ball, clause by clause (T38–T44, C.4), and its options (E-1 to E-8, E-22, E-23)."""

from __future__ import annotations

from typing import Any

import pytest

from game.catalog import CUE_GAMES
from game.judge import judge_case
from game.vocabulary import GameKind
from tests.game.asking import ask, choose, referee, shot
from tests.game.carom.test_three_cushion import kept

HEAD, CENTRE, FOOT, RESERVE = [-0.71, 0.0], [0.0, 0.0], [0.71, 0.0], [0.355, 0.0]
BEFORE: dict[str, Any] = {"scores": {"A": 40, "B": 15}, "run": 26}
BLANK = "W#L W#F"
LINE: dict[str, Any] = {"phase": "break"}

STROKES: dict[str, tuple[dict[str, object], str, dict[str, object]]] = {
    "T39-mixed-pair": ({}, "W>R W>Y", {"points": 1, "rules": ["T39"]}),
    "T40-coloured-pair": ({}, "W>B W>R", {"points": 5, "rules": ["T40"]}),
    "T41-three-balls": ({}, "W>B W>Y W>R", {"points": 25, "rules": ["T41"]}),
    "T42-cushion-first": ({}, "W#L W>B W>Y W>R", {"points": 50, "rules": ["T42"]}),
    "T42-a-cushion-later-does-not-do": ({}, "W>R W#L W>B W>Y", {"points": 25}),
    "E-6-cushion-first-adds-nothing-to-two": ({}, "W#L W>B W>R", {"points": 5}),
    "T16-one-ball": ({}, "W>B", {"points": 0, "next": "B", "scores": {"A": 40, "B": 15}, "erased": False}),
    "T43-blank": ({}, BLANK, {"scores": {"A": 14, "B": 15}, "erased": True, "next": "B", "run": 0, "rules": ["T43"]}),
    "T43-blank-off-the-table": (
        {},
        "W#L W^off",
        {"scores": {"A": 14, "B": 15}, "erased": True, "fouls": ["off_table"], "next": "B"},
    ),
    "T44-off-the-table-keeps-the-run": (
        {},
        "W>R W>B R^off",
        {"points": 0, "scores": {"A": 40, "B": 15}, "erased": False, "fouls": ["off_table"]},
    ),
    "T6-a-wrong-ball-erases-nothing": ({}, "Y#L", {"erased": False, "fouls": ["wrong_cue_ball"]}),
    "E-1-total": ({"fb_erase": "total"}, BLANK, {"scores": {"A": 0, "B": 15}, "erased": True}),
    "E-1-none": ({"fb_erase": "none"}, BLANK, {"scores": {"A": 40, "B": 15}, "erased": False, "next": "B"}),
    "E-2-touching-the-other-cue-ball": ({"fb_one": "cue_contact"}, "W>Y", {"points": 1, "continues": True}),
    "E-2-touching-another-ball": ({"fb_one": "cue_contact"}, "W>R", {"points": 0}),
    "E-3-driven-into-the-other": ({"fb_five": "object_combo"}, "W>R R>B", {"points": 5}),
    "E-3-the-cue-pair-is-nothing-then": ({"fb_five": "object_combo"}, "W>R W>B", {"points": 0}),
    "E-3-the-other-cue-ball-first": ({"fb_five": "object_combo"}, "W>Y R>B", {"points": 0}),
    "E-4-added": ({"fb_stack": "add"}, "W#L W>R W>B W>Y", {"points": 56}),
    "E-4-added-nothing": ({"fb_stack": "add"}, "W>R", {"points": 0}),
    "E-5-any-cushion": ({"fb_fifty": "any_cushion"}, "W>R W>B W#L W>Y", {"points": 50}),
    "E-5-before-the-third": ({"fb_fifty": "before_third"}, "W>R W>B W>Y W#L", {"points": 25}),
    "E-7-saves-the-run": (
        {"fb_offtable_saves_run": True},
        "W#L W^off",
        {"erased": False, "scores": {"A": 40, "B": 15}},
    ),
    "E-8-the-stroke-counts": (
        {"fb_offtable_stroke_counts": True},
        "W>R W>B R^off",
        {"points": 5, "scores": {"A": 45, "B": 15}, "fouls": ["off_table"], "continues": False, "next": "B"},
    ),
    "E-8-but-no-other-foul": ({"fb_offtable_stroke_counts": True}, "Y>R Y>B R^off", {"points": 0}),
}


@pytest.mark.parametrize("name", STROKES)
def test_stroke(name: str) -> None:
    options, events, expected = STROKES[name]
    strike = {"strike": events[0]}
    kept(ask("four_ball", shot(events, **strike), options=options, **BEFORE), expected)


def test_e_8_the_stroke_that_counts_can_win() -> None:
    won = ask(
        "four_ball", shot("W>R W>B R^off"), options={"fb_offtable_stroke_counts": True}, scores={"A": 196}, target=200
    )
    kept(won, {"winner": "A", "scores": {"A": 201, "B": 0}})


def test_t43_in_a_tie_break_only_the_run_is_lost() -> None:
    kept(ask("four_ball", shot(BLANK), phase="tie_break", **BEFORE), {"scores": {"A": 40, "B": 15}, "erased": True})


@pytest.mark.parametrize(
    ("duty", "first", "fouls"),
    [
        ("none", "Y", []),
        ("red", "Y", ["opening"]),
        ("red", "B", ["opening"]),
        ("red", "R", []),
        ("coloured", "B", []),
        ("coloured", "Y", ["opening"]),
    ],
)
def test_e_23_the_opening_duty(duty: str, first: str, fouls: list[str]) -> None:
    kept(ask("four_ball", shot(f"W>{first}"), options={"fb_opening": duty}, **LINE), {"fouls": fouls})


LAG = {
    "type": "lag",
    "results": {"A": {"rest": [-1.3, -0.41], "events": "W#F"}, "B": {"rest": [-1.2, 0.41], "events": "Y#F"}},
}


def test_e_22_the_opening_positions() -> None:
    opened = ask("four_ball", LAG, choose("start"))
    kept(opened, {"positions": {"R": FOOT, "Y": HEAD, "W": [-0.71, 0.1825], "B": CENTRE}, "options": ["left", "right"]})
    line = ask("four_ball", LAG, choose("hand_over"), options={"fb_layout": "line4"})
    kept(line, {"positions": {"R": FOOT, "B": HEAD, "Y": [1.065, 0.0], "W": [-1.065, 0.0]}, "options": []})


@pytest.mark.parametrize(
    ("frozen", "options"),
    [
        ([["W", "R"]], ["brikol", "other_ball", "separate"]),
        ([["W", "R"], ["W", "B"]], ["brikol", "other_ball", "separate"]),
        ([["W", "R"], ["W", "B"], ["W", "Y"]], ["brikol", "separate"]),
    ],
)
def test_t28_the_other_ball_is_an_option_while_one_is_free(frozen: list[list[str]], options: list[str]) -> None:
    kept(ask("four_ball", referee("warn", player="A"), frozen=frozen), {"options": options})


@pytest.mark.parametrize(
    ("frozen", "lying", "spotted"),
    [
        ([["W", "B"]], {"Y": RESERVE}, {"W": HEAD, "B": CENTRE}),
        ([["W", "B"]], {"Y": HEAD, "R": CENTRE}, {"W": FOOT, "B": RESERVE}),
        ([["W", "R"]], {"Y": FOOT, "B": RESERVE}, {"W": HEAD, "R": CENTRE}),
        ([["W", "Y"], ["W", "R"], ["W", "B"]], {}, {"W": HEAD, "Y": CENTRE, "R": FOOT, "B": RESERVE}),
    ],
)
def test_t33_where_separated_balls_go(
    frozen: list[list[str]], lying: dict[str, list[float]], spotted: dict[str, list[float]]
) -> None:
    kept(ask("four_ball", {"type": "separate"}, frozen=frozen, positions=lying), {"spotted": spotted})


def test_e_22_the_reserve_spot_can_be_moved() -> None:
    moved = ask("four_ball", shot("W>B B^off"), options={"s_q": 0.15})
    assert moved["spotted"] == {"B": [pytest.approx(0.426), 0.0]}


def test_the_russian_ways_of_placing_know_the_burgundy_too() -> None:
    russian = {"frozen_options": "ru", "off_table": "ru"}
    off = ask("four_ball", shot("W>R W>B B^off R^off"), options=russian)
    kept(off, {"fouls": [], "points": 5, "spotted": {"B": RESERVE, "R": FOOT}})
    apart = ask("four_ball", {"type": "separate"}, options=russian, frozen=[["W", "B"]], positions={"Y": HEAD})
    kept(apart, {"spotted": {"B": RESERVE, "W": FOOT}})
    everything = ask("four_ball", shot("W>R W^off R^off Y^off B^off"), options=russian)
    kept(everything, {"spotted": {"R": FOOT, "W": HEAD, "Y": [-0.71, 0.1825], "B": CENTRE}})


def variant(preset: str, events: str, **state: Any) -> dict[str, Any]:
    return ask("four_ball", shot(events), preset=preset, **state)


@pytest.mark.parametrize(
    ("preset", "events", "points", "following"),
    [
        ("sagu", "W>R W>B", 1, "A"),
        ("sagu", "W>R", 0, "B"),
        ("sagu", "W>R W>Y", -1, "B"),
        ("sagu", "W#L", -1, "B"),
        ("yotsudama", "W>Y W>B", 1, "A"),
        ("yotsudama", "W>Y W>B W>R", 1, "A"),
        ("yotsudama", "", 0, "B"),
        ("western", "W>Y W>B", 1, "A"),
        ("western", "W>Y W>B W>R", 2, "A"),
        ("western", "W>Y", 0, "B"),
        ("western", "", 0, "B"),
    ],
)
def test_c_4_other_four_ball_games(preset: str, events: str, points: int, following: str) -> None:
    played = variant(preset, events, scores={"A": 5, "B": 2}, run=1)
    kept(played, {"points": points, "next": following, "scores": {"A": 5 + points, "B": 2}, "erased": False})


def test_c_4_the_last_point_of_sagu_needs_three_cushions() -> None:
    kept(variant("sagu", "W>R W>B", scores={"A": 14}), {"points": 0, "next": "B"})
    kept(variant("sagu", "W>R W#L W#F W#R W>B", scores={"A": 14}), {"winner": "A"})
    kept(variant("sagu", "W>R W>B", scores={"A": 14}, phase="tie_break"), {"points": 1, "next": "A"})


def test_a_foul_in_sagu_costs_only_what_the_option_says() -> None:
    kept(variant("sagu", "W>R W>B R^off", scores={"A": 5}), {"points": 0, "scores": {"A": 5, "B": 0}})


def test_a_case_of_a_ball_that_is_not_there_is_no_case() -> None:
    wrong = {"id": "x", "game": "libre", "action": {"type": "shot", "events": "W>B"}}
    assert judge_case(wrong).error is not None
    assert "B" in CUE_GAMES[GameKind.FOUR_BALL].balls
