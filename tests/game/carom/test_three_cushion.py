"""Three-cushion and what carom games share, clause by clause (T1–T37, R48–R83, UMB options)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.game.asking import ask, choose, referee, shot

POINT = "W>R W#L W#F W#R W>Y"
MISS = "W>R W#L"


def kept(result: dict[str, object], expected: dict[str, object]) -> None:
    for key, value in expected.items():
        got = result[key]
        if isinstance(value, dict) and key != "spotted":
            assert isinstance(got, dict)
            got = {part: got[part] for part in value}
        assert got == value, key


SEQUENCES = {
    "T22-three-cushions-then-both": ("W#L W#F W#R W>R W>Y", 1),
    "T23-ball-three-cushions-ball": (POINT, 1),
    "T24-cushion-ball-two-cushions-ball": ("W#L W>R W#F W#R W>Y", 1),
    "T21-two-and-one": ("W#L W#F W>R W#R W>Y", 1),
    "T25-two-cushions": ("W>R W#L W#F W>Y", 0),
    "T25-third-cushion-after-the-second-ball": ("W>R W#L W#F W>Y W#R", 0),
    "T25-one-ball-only": ("W#L W#F W#R W>R W#H", 0),
    "T25-nothing": ("", 0),
    "T21-a-kiss-by-the-other-ball-counts": ("W>R W#L W#F W#R Y>W", 1),
    "T21-cushions-of-other-balls-do-not-count": ("W>R R#L R#F R#R W>Y", 0),
    "T21-hits-of-other-balls-do-not-count": ("W>R W#L W#F W#R R>Y", 0),
    "T21-a-tie-counts-both-balls": ("W#L W#F W#R W=R,Y", 1),
    "T21-a-tie-before-the-cushions-does-not-score": ("W=R,Y W#L W#F W#R", 0),
}


@pytest.mark.parametrize("name", SEQUENCES)
def test_points(name: str) -> None:
    events, points = SEQUENCES[name]
    result = ask("three_cushion", shot(events))
    kept(result, {"points": points, "continues": points == 1, "next": "A" if points else "B", "fouls": []})
    assert result["scores"] == {"A": points, "B": 0}
    assert result["run"] == points
    assert result["innings"] == {"A": 1 - points, "B": 0}


CLAUSES: dict[str, tuple[dict[str, Any], dict[str, object], dict[str, object]]] = {
    "T3-double-hit": ({}, shot(POINT, cue=["double_hit"]), {"fouls": ["double_hit"], "points": 0, "next": "B"}),
    "R3-push": ({}, shot(POINT, cue=["push"]), {"fouls": ["push"], "points": 0}),
    "T6-the-other-ball-struck": (
        {},
        shot("Y>R Y#L Y#F Y#R Y>W", strike="Y"),
        {"fouls": ["wrong_cue_ball"], "points": 0, "next": "B"},
    ),
    "T5-ball-off-the-table": ({}, shot(POINT + " R^off"), {"fouls": ["off_table"], "points": 0, "next": "B"}),
    "T9-the-wood-counts-as-off": ({}, shot("W>R W#L R^wood W#F W#R W>Y"), {"fouls": ["off_table"], "points": 0}),
    "T7-a-foul-gives-the-other-nothing": ({}, shot("R^off"), {"scores": {"A": 0, "B": 0}, "next": "B"}),
    "T27-frozen-ball-played-at": ({"frozen": [["W", "R"]]}, shot("W>R W#L W#F W#R W>Y"), {"fouls": ["frozen_ball"]}),
    "T27-cushion-first": ({"frozen": [["W", "R"]]}, shot("W#L W#F W#R W>R W>Y"), {"fouls": [], "points": 1}),
    "T28-the-other-ball-first": ({"frozen": [["W", "R"]]}, shot("W>Y W#L W#F W#R W>R"), {"fouls": [], "points": 1}),
    "T27-two-frozen-balls": (
        {"frozen": [["W", "R"], ["W", "Y"]]},
        shot("W>Y W#L W#F W#R W>R"),
        {"fouls": ["frozen_ball"]},
    ),
    "R81-own-cushion-ignored": ({"frozen": [["W", "#R"]]}, shot("W#R* W#F W#L W>R W>Y"), {"points": 0}),
    "R82-second-contact-counts": ({"frozen": [["W", "#R"]]}, shot("W#R* W#F W#R W#L W>R W>Y"), {"points": 1}),
    "R56-opening-must-meet-the-red-first": ({"phase": "break"}, shot("W>Y W#L W#F W#R W>R"), {"fouls": ["opening"]}),
    "R56-opening-that-meets-nothing": ({"phase": "break"}, shot("W#L W#F"), {"fouls": ["opening"], "next": "B"}),
    "R56-opening-over-a-cushion": ({"phase": "break"}, shot("W#L W>R W#F W#R W>Y"), {"fouls": [], "points": 1}),
    "R57-later-strokes-are-free": ({}, shot("W>Y W#L W#F W#R W>R"), {"fouls": [], "points": 1}),
    "1.11-time": ({}, {"type": "clock_expired"}, {"fouls": ["time"], "next": "B", "points": 0}),
    "C.0.7-time-before-the-opening-leaves-the-opening": (
        {"phase": "break"},
        {"type": "clock_expired"},
        {"fouls": ["time"], "next": "B", "phase": "break"},
    ),
    "C.7-a-called-foul-passes-the-turn": (
        {},
        referee("call_foul", kind="double_hit"),
        {"fouls": ["double_hit"], "next": "B"},
    ),
    "R14-a-foul-of-the-seated-one-changes-nothing": (
        {},
        referee("call_foul", kind="disturb", player="B"),
        {"fouls": ["disturb"], "next": "A"},
    ),
    "C.7-points-awarded": ({}, referee("award_point", player="B", points=2), {"scores": {"A": 0, "B": 2}, "next": "A"}),
    "C.0.8-the-target-wins-at-once": (
        {"scores": {"A": 29, "B": 5}},
        shot(POINT),
        {"winner": "A", "outcome": "win", "next": None, "scores": {"A": 30, "B": 5}},
    ),
}


@pytest.mark.parametrize("name", CLAUSES)
def test_clause(name: str) -> None:
    state, action, expected = CLAUSES[name]
    kept(ask("three_cushion", action, **state), expected)


def test_umb_the_opening_must_meet_the_red_directly() -> None:
    over_cushion = shot("W#L W>R W#F W#R W>Y")
    assert ask("three_cushion", over_cushion, preset="umb", phase="break")["fouls"] == ["opening"]
    assert ask("three_cushion", shot(POINT), preset="umb", phase="break")["points"] == 1


@pytest.mark.parametrize(
    ("touching", "options"),
    [
        ([["W", "R"]], ["brikol", "other_ball", "separate"]),
        ([["W", "R"], ["W", "Y"]], ["brikol", "separate"]),
        ([["R", "Y"]], []),
    ],
)
def test_t26_options_of_a_frozen_cue_ball(touching: list[list[str]], options: list[str]) -> None:
    result = ask("three_cushion", referee("warn", player="A"), frozen=touching)
    assert result["options"] == options
    assert result["cue_ball"] == "as_lies"


def test_t26_rest_decides_which_options_are_offered() -> None:
    at_rest = {"Y": [0.0, 0.0], "R": [0.0615, 0.0], "W": [0.5, 0.5]}
    assert ask("three_cushion", shot(MISS, rest=at_rest))["options"] == ["brikol", "other_ball", "separate"]
    assert ask("three_cushion", shot(MISS, rest=at_rest), options={"frozen_options": "off"})["options"] == []
    assert ask("three_cushion", shot(MISS, rest=at_rest), preset="carom_ru")["options"] == ["play_away", "place"]
    apart = {**at_rest, "R": [0.0617, 0.0]}
    assert ask("three_cushion", shot(MISS, rest=apart))["options"] == []


def test_t27_an_option_that_was_answered_is_gone_and_does_not_bind() -> None:
    frozen = [["W", "R"]]
    assert ask("three_cushion", choose("brikol"), frozen=frozen)["options"] == []
    assert ask("three_cushion", choose("brikol"), shot("W>Y W#L W#F W#R W>R"), frozen=frozen)["points"] == 1


SEPARATE = {"type": "separate"}
HEAD, CENTRE, FOOT = [-0.71, 0.0], [0.0, 0.0], [0.71, 0.0]


@pytest.mark.parametrize(
    ("frozen", "third", "spotted"),
    [
        ([["W", "Y"]], {}, {"W": HEAD, "Y": CENTRE}),
        ([["W", "Y"]], {"R": HEAD}, {"W": FOOT, "Y": CENTRE}),
        ([["W", "Y"]], {"R": CENTRE}, {"W": HEAD, "Y": FOOT}),
        ([["W", "Y"]], {"R": FOOT}, {"W": HEAD, "Y": CENTRE}),
        ([["W", "R"]], {}, {"W": HEAD, "R": FOOT}),
        ([["W", "R"]], {"Y": HEAD}, {"W": FOOT, "R": CENTRE}),
        ([["W", "R"]], {"Y": CENTRE}, {"W": HEAD, "R": FOOT}),
        ([["W", "R"]], {"Y": FOOT}, {"W": HEAD, "R": CENTRE}),
        ([["W", "R"], ["W", "Y"]], {}, {"W": HEAD, "Y": CENTRE, "R": FOOT}),
    ],
)
def test_t33_where_separated_balls_go(
    frozen: list[list[str]], third: dict[str, list[float]], spotted: dict[str, list[float]]
) -> None:
    result = ask("three_cushion", SEPARATE, frozen=frozen, positions=third)
    kept(result, {"spotted": spotted, "next": "A", "options": []})
    positions = result["positions"]
    assert isinstance(positions, dict)
    assert {**third, **spotted} == positions


def test_t33_umb_differs_in_one_cell_and_separate_all_puts_every_ball_on_its_spot() -> None:
    umb = ask("three_cushion", SEPARATE, preset="umb", frozen=[["W", "R"]], positions={"Y": HEAD})
    assert umb["spotted"] == {"W": CENTRE, "R": FOOT}
    every = ask("three_cushion", SEPARATE, options={"separate_all": True}, frozen=[["W", "R"]], positions={"Y": HEAD})
    assert every["spotted"] == {"W": HEAD, "Y": CENTRE, "R": FOOT}


def test_t29_nothing_is_separated_that_is_not_frozen() -> None:
    assert ask("three_cushion", SEPARATE)["refused"] == "not_offered"
    assert ask("three_cushion", SEPARATE, frozen=[["R", "Y"]])["refused"] == "not_offered"


OFF = "W>R W#L W#F W#R W>Y"


@pytest.mark.parametrize(
    ("gone", "rest", "spotted"),
    [
        ("R", {"W": [0.5, 0.5], "Y": [0.5, -0.5]}, {"R": FOOT}),
        ("W", {"R": [0.5, 0.5], "Y": [0.5, -0.5]}, {"W": CENTRE}),
        ("Y", {"R": [0.5, 0.5], "W": [0.5, -0.5]}, {"Y": HEAD}),
        ("R", {"W": FOOT, "Y": [0.5, -0.5]}, {"R": HEAD}),
        ("R", {"W": FOOT, "Y": HEAD}, {"R": CENTRE}),
        ("Y", {"W": [-0.71, 0.0615], "R": [0.5, 0.5]}, {"Y": CENTRE}),
        ("Y", {"W": [-0.71, 0.0617], "R": [0.5, 0.5]}, {"Y": HEAD}),
    ],
)
def test_t34_where_a_ball_that_left_the_table_comes_back(
    gone: str, rest: dict[str, list[float]], spotted: dict[str, list[float]]
) -> None:
    result = ask("three_cushion", shot(f"{OFF} {gone}^off", rest=rest))
    kept(result, {"spotted": spotted, "balls": ["R", "W", "Y"]})


def test_t34_several_balls_come_back_in_order_and_first_free_takes_the_first_spot() -> None:
    all_off = shot("W>R R^off W^off Y^off")
    assert ask("three_cushion", all_off)["spotted"] == {"Y": HEAD, "W": CENTRE, "R": FOOT}
    first_free = ask(
        "three_cushion", shot("R^off", rest={"W": [0.5, 0.5], "Y": [0.5, -0.5]}), options={"t_offtable": "first_free"}
    )
    assert first_free["spotted"] == {"R": HEAD}


def test_umb_a_blocked_spot_gives_the_spot_of_the_ball_in_the_way() -> None:
    blocked = shot("W>R R^off", rest={"W": FOOT, "Y": [0.5, -0.5]})
    assert ask("three_cushion", blocked, preset="umb")["spotted"] == {"R": CENTRE}
    by_other = shot("W>R R^off", rest={"Y": FOOT, "W": [0.5, -0.5]})
    assert ask("three_cushion", by_other, preset="umb")["spotted"] == {"R": HEAD}


def test_r74_in_russian_carom_only_the_cue_ball_off_is_a_foul() -> None:
    object_off = shot(OFF + " R^off", rest={"W": [0.5, 0.5], "Y": [0.4, -0.5]})
    result = ask("three_cushion", object_off, preset="carom_ru")
    kept(result, {"fouls": [], "points": 1, "continues": True, "spotted": {"R": FOOT}})
    cue_off = shot(OFF + " W^off", rest={"R": [0.5, 0.5], "Y": [0.4, -0.5]})
    kept(ask("three_cushion", cue_off, preset="carom_ru"), {"fouls": ["off_table"], "spotted": {"W": HEAD}})
    lenient = ask("three_cushion", cue_off, preset="carom_ru", options={"r_cueball_jump_foul": False})
    kept(lenient, {"fouls": [], "points": 1})
    assert ask("three_cushion", shot(OFF + " R^wood"), preset="carom_ru")["points"] == 1


def test_r72_r73_the_russian_order_of_balls_that_jumped() -> None:
    both = shot("W>R W^off R^off", rest={"Y": HEAD})
    assert ask("three_cushion", both, preset="carom_ru")["spotted"] == {"W": FOOT, "R": CENTRE}
    objects = shot("W>R R^off Y^off", rest={"W": FOOT})
    assert ask("three_cushion", objects, preset="carom_ru")["spotted"] == {"Y": HEAD, "R": CENTRE}
    everything = ask("three_cushion", shot("W>R W^off R^off Y^off"), preset="carom_ru")
    assert everything["spotted"] == {"R": FOOT, "W": HEAD, "Y": [-0.71, 0.15]}


def test_r77_the_russian_placing_of_touching_balls() -> None:
    place = choose("place")
    clear = ask("three_cushion", place, preset="carom_ru", frozen=[["W", "R"]], positions={"Y": [0.3, 0.3]})
    assert clear["spotted"] == {"W": HEAD, "R": FOOT}
    blocked = ask("three_cushion", place, preset="carom_ru", frozen=[["W", "Y"]], positions={"R": HEAD})
    assert blocked["spotted"] == {"Y": CENTRE, "W": FOOT}
    assert ask("three_cushion", choose("play_away"), preset="carom_ru", frozen=[["W", "R"]])["options"] == []


def test_c_0_8_the_equalizing_inning_and_its_ends() -> None:
    options = {"equalizing": True}
    near = {"A": 29, "B": 28}
    opened = ask("three_cushion", shot(POINT), options=options, scores=near)
    kept(opened, {"phase": "extra", "next": "B", "winner": None, "continues": False, "options": ["left", "right"]})
    assert opened["positions"] == {"R": FOOT, "W": HEAD, "Y": [-0.71, 0.1825]}
    right = ask("three_cushion", shot(POINT), choose("right"), options=options, scores=near)
    kept(right, {"positions": {"Y": [-0.71, -0.1825]}, "phase": "extra", "options": []})
    mine = shot("Y>R Y#L Y#F Y#R Y>W")
    drawn = ask("three_cushion", shot(POINT), mine, mine, options=options, scores=near)
    kept(drawn, {"winner": ["A", "B"], "outcome": "draw", "next": None, "scores": {"A": 30, "B": 30}})
    lost = ask("three_cushion", shot(POINT), mine, shot("Y>R"), options=options, scores=near)
    kept(lost, {"winner": "A", "outcome": "loss", "scores": {"A": 30, "B": 29}})
    second_first = ask("three_cushion", mine, options=options, scores={"A": 3, "B": 29}, shooter="B")
    kept(second_first, {"winner": "B", "outcome": "win"})


def test_c_0_8_the_innings_limit() -> None:
    options = {"innings_limit": 2}
    innings = {"A": 1, "B": 1}
    first = ask("three_cushion", shot(MISS), options=options, innings=innings, scores={"A": 3, "B": 3})
    kept(first, {"winner": None, "next": "B"})
    last = shot("Y>R")
    drawn = ask("three_cushion", shot(MISS), last, options=options, innings=innings, scores={"A": 3, "B": 3})
    kept(drawn, {"winner": ["A", "B"], "outcome": "draw"})
    won = ask("three_cushion", shot(MISS), last, options=options, innings=innings, scores={"A": 3, "B": 4})
    kept(won, {"winner": "B", "outcome": "win"})


def test_c_0_8_a_tie_can_be_played_out_until_the_runs_differ() -> None:
    options = {"innings_limit": 1, "tie": "tie_break"}
    mine, theirs = shot(MISS), shot("Y>R")
    tied = ask("three_cushion", mine, theirs, options=options)
    kept(tied, {"phase": "tie_break", "next": "A", "winner": None})
    again = ask("three_cushion", mine, theirs, mine, theirs, options=options)
    kept(again, {"phase": "tie_break", "next": "A"})
    decided = ask("three_cushion", mine, theirs, shot(POINT), mine, theirs, options=options)
    kept(decided, {"winner": "A", "scores": {"A": 0, "B": 0}})


def test_c_0_7_umb_time_outs_come_first_then_the_start_position() -> None:
    expired = {"type": "clock_expired"}
    kept(ask("three_cushion", expired, preset="umb", time_outs={"A": 1}), {"fouls": [], "next": "A"})
    none_left = ask("three_cushion", expired, expired, preset="umb", time_outs={"A": 1})
    kept(none_left, {"fouls": ["time"], "next": "B"})
    assert none_left["positions"] == {"R": FOOT, "W": HEAD, "Y": [-0.71, 0.1825]}


def test_r50_the_russian_opener_picks_his_ball_and_keeps_it() -> None:
    lag = {
        "type": "lag",
        "results": {"A": {"rest": [-1.2, -0.4], "events": "W#F"}, "B": {"rest": [-1.3, 0.4], "events": "Y#F"}},
    }
    asked = ask("three_cushion", lag, choose("start"), preset="carom_ru")
    kept(asked, {"next": "B", "options": ["W", "Y"]})
    yellow = ask("three_cushion", lag, choose("start"), choose("Y"), preset="carom_ru")
    assert yellow["positions"] == {"R": FOOT, "W": HEAD, "Y": [-0.71, 0.15]}
    white = ask("three_cushion", lag, choose("hand_over"), choose("Y"), choose("right"), preset="carom_ru")
    kept(white, {"next": "A", "positions": {"R": FOOT, "W": HEAD, "Y": [-0.71, -0.15]}})
    struck = ask("three_cushion", lag, choose("start"), choose("Y"), shot("Y>R", strike="Y"), preset="carom_ru")
    kept(struck, {"fouls": [], "next": "A"})


def test_c_7_a_called_time_foul_takes_no_time_out_and_leaves_those_of_both() -> None:
    called = ask("three_cushion", referee("call_foul", kind="time"), preset="umb", time_outs={"A": 2, "B": 1})
    kept(called, {"fouls": ["time"], "next": "B"})
    expired = {"type": "clock_expired"}
    back = ask("three_cushion", referee("call_foul", kind="time"), expired, preset="umb", time_outs={"A": 2, "B": 1})
    kept(back, {"fouls": [], "next": "B"})


def test_c_7_awarded_points_can_win() -> None:
    awarded = referee("award_point", player="B", points=3)
    kept(ask("three_cushion", awarded, scores={"A": 0, "B": 27}), {"winner": "B", "outcome": "loss"})
    kept(ask("three_cushion", awarded, scores={"A": 0, "B": 26}), {"winner": None, "scores": {"A": 0, "B": 29}})
    assert ask("three_cushion", referee("award_point", player="B"))["refused"] == "bad_value"
    assert ask("three_cushion", referee("call_foul", kind="dance"))["refused"] == "bad_value"
    assert ask("three_cushion", referee("dance"))["refused"] == "not_allowed"


def test_options_that_switch_a_duty_off() -> None:
    free = ask("three_cushion", shot("W>Y W#L W#F W#R W>R"), options={"opening_red": False}, phase="break")
    kept(free, {"fouls": [], "points": 1})
    double = ask("three_cushion", shot(POINT, cue=["double_hit"]), options={"cue_fouls": "off"})
    kept(double, {"fouls": [], "points": 1})


def test_no_push_out_in_carom() -> None:
    assert ask("three_cushion", shot(POINT, push_out=True))["refused"] == "no_push_out"
