"""Libre in its Turkish, Russian and UMB readings, clause by clause (T12–T20, R40–R79, C.1, C.2)."""

from __future__ import annotations

from typing import Any

import pytest

from game.actions import Choose, RefereeAct
from game.carom.turns import CaromOwn
from game.cue_play import CuePlay
from game.entries import Entry
from game.errors import IllegalAction
from game.match import apply, begin
from game.setup import MatchSetup
from game.shot_facts import Attempt
from game.vocabulary import Foul, GameKind, Seat
from physics.balls import constants_for
from physics.simulate import simulate
from physics.tables import TABLES
from physics.trajectories import Ball, Layout, Stroke
from tests.game.asking import ask, choose, referee, shot
from tests.game.carom.playing import Playing
from tests.game.carom.test_three_cushion import kept

HEAD, CENTRE, FOOT = [-0.71, 0.0], [0.0, 0.0], [0.71, 0.0]
POINT, MISS = "W>R W>Y", "W>R W#L"

CLAUSES: dict[str, tuple[str, dict[str, Any], dict[str, object], dict[str, object]]] = {
    "T16-one-ball-only": ("hall_tr", {}, shot("W>R W#L W>R"), {"points": 0, "fouls": [], "next": "B"}),
    "T13-no-cushion-is-asked-for": ("hall_tr", {}, shot("W>R W>Y"), {"points": 1, "rules": ["T14"]}),
    "T18-nothing-is-declared-in-the-hall": ("hall_tr", {}, shot("W>R", safety=True), {"fouls": [], "next": "B"}),
    "TL-10": ("hall_tr", {"moving": True}, shot(POINT), {"refused": "balls_moving", "next": "A"}),
    "TL-11": ("hall_tr", {}, shot("Y>R Y>W", by="B"), {"refused": "not_your_turn", "next": "A"}),
    "R42-sixty-points-by-default": ("carom_ru", {"scores": {"A": 59, "B": 0}}, shot(POINT), {"winner": "A"}),
    "R44-one-ball-only": ("carom_ru", {}, shot("W>R"), {"points": 0, "fouls": [], "rules": ["R44"]}),
    "R59-cushion-before-the-contact-does-not-do": (
        "carom_ru",
        {},
        shot("W#L W>R", safety=True),
        {"fouls": ["safety_rail"]},
    ),
    "R59-the-other-object-ball-does-not-do": (
        "carom_ru",
        {},
        shot("W>R R>Y Y#L", safety=True),
        {"fouls": ["safety_rail"]},
    ),
    "R59-the-cushion-it-was-frozen-to-does-not-do": (
        "carom_ru",
        {"frozen": [["R", "#F"]]},
        shot("W>R R#F*", safety=True),
        {"fouls": ["safety_rail"]},
    ),
    "R61-two-in-a-row-and-no-cushion": (
        "carom_ru",
        {"last_was_safety": {"A": True}},
        shot("W>R", safety=True),
        {"fouls": ["safety_rail", "safety_twice"], "last_was_safety": {"A": True, "B": False}},
    ),
    "R61-a-safety-of-the-other-side-is-none-of-mine": (
        "carom_ru",
        {"last_was_safety": {"B": True}},
        shot("W>R W#L", safety=True),
        {"fouls": [], "last_was_safety": {"A": True, "B": True}},
    ),
    "R63-a-safety-that-scores-counts-and-is-none": (
        "carom_ru",
        {"last_was_safety": {"A": True}},
        shot(POINT, safety=True),
        {"fouls": [], "points": 1, "last_was_safety": {"A": False, "B": False}},
    ),
    "R63-a-foul-makes-no-legal-safety": (
        "carom_ru",
        {},
        shot("W>R W#L", safety=True, cue=["double_hit"]),
        {"fouls": ["double_hit"], "last_was_safety": {"A": False, "B": False}},
    ),
    "RL-25": (
        "carom_ru",
        {"last_was_safety": {"A": True}},
        shot("W>R W#L"),
        {"fouls": [], "next": "B", "last_was_safety": {"A": False, "B": False}},
    ),
    "RL-37": ("carom_ru", {"shooter": "B"}, choose("place"), {"refused": "not_offered", "next": "B"}),
    "R66-the-wood-is-no-foul": ("carom_ru", {}, shot("W>R W^wood W>Y"), {"fouls": [], "points": 1}),
    "R73-all-three-off": (
        "carom_ru",
        {},
        shot("W>R R^off Y^off W^off"),
        {"fouls": ["off_table"], "next": "B", "spotted": {"R": FOOT, "W": HEAD, "Y": [-0.71, 0.15]}, "phase": "play"},
    ),
}


@pytest.mark.parametrize("name", CLAUSES)
def test_clause(name: str) -> None:
    preset, state, action, expected = CLAUSES[name]
    kept(ask("libre", action, preset=preset, **state), expected)


def test_tr_16_the_referee_restores_the_positions() -> None:
    before = {"W": [0.1, 0.1], "Y": [0.2, 0.3], "R": [-0.4, 0.2]}
    off = shot("W>R R^off", rest={"W": [0.3, 0.3], "Y": [0.2, 0.3]})
    result = ask("libre", off, referee("restore_positions", positions=before), positions=before)
    assert result["positions"] == before


def test_tl_14_a_close_ball_cut_thinly_is_no_cue_foul() -> None:
    spec, constants = TABLES["carom_10ft"], constants_for("carom_10ft", {})
    apart = 2 * constants.ball_radius + 0.004
    layout = Layout({Ball("W"): (0.0, 0.0), Ball("R"): (apart, 0.0), Ball("Y"): (-1.0, 0.5)})
    thin = simulate(spec, constants, layout, [Stroke(Ball("W"), 1.2217 - 0.17, 0.8)])
    assert [fact.kind for fact in thin.cue] == []


def test_r_64_a_stroke_after_a_safety_that_could_not_score_is_a_second_safety() -> None:
    def missed(attempt: Attempt | None, after_safety: bool = True) -> Playing:
        game = Playing("libre", preset="carom_ru")
        own = CaromOwn(last_was_safety=(after_safety, False))
        game = Playing("libre", preset="carom_ru", own=own)
        game.shot("W>R", attempt=attempt)
        return game

    assert missed(Attempt(0, 0.9)).ruling.fouls == (Foul.SAFETY_TWICE,)  # RL-26
    assert missed(Attempt(0, None)).ruling.fouls == (Foul.SAFETY_TWICE,)
    assert missed(Attempt(0, 0.9)).state.own_as(CaromOwn).last_was_safety == (True, False)
    assert missed(Attempt(0, 0.10)).ruling.fouls == ()  # RL-25
    assert missed(Attempt(1, 0.9)).ruling.fouls == ()
    assert missed(None).ruling.fouls == ()
    assert missed(Attempt(0, 0.9), after_safety=False).ruling.fouls == ()


def test_r_64_the_referee_calls_an_undeclared_safety() -> None:
    call = referee("undeclared_safety")
    after = {"A": True}
    second = ask("libre", shot("W>R"), call, preset="carom_ru", last_was_safety=after)
    kept(second, {"fouls": ["safety_twice"], "next": "B", "last_was_safety": {"A": True, "B": False}})
    first = ask("libre", shot("W>R W#L"), call, preset="carom_ru")
    kept(first, {"fouls": [], "next": "B", "last_was_safety": {"A": True, "B": False}})
    weak = ask("libre", shot("W>R"), referee("undeclared_safety", player="A"), preset="carom_ru")
    kept(weak, {"fouls": ["safety_rail"], "next": "B", "last_was_safety": {"A": False, "B": False}})
    not_played = ask("libre", call, preset="carom_ru", last_was_safety=after)
    kept(not_played, {"fouls": ["safety_twice"], "next": "B"})
    for refused in (
        ask("libre", shot(POINT), call, preset="carom_ru"),
        ask("libre", shot("W>R"), shot("Y>R Y#L"), referee("undeclared_safety", player="A"), preset="carom_ru"),
        ask("libre", shot("W>R"), call, call, preset="carom_ru"),
        ask("libre", call, last_was_safety=after),
        ask("libre", shot("W>R"), call),
    ):
        assert refused["refused"] == "not_allowed"


def test_e_24_and_e_25_what_may_reach_the_cushion_and_which_strokes_are_judged() -> None:
    far = shot("W>R R>Y Y#L", safety=True)
    kept(ask("libre", far, preset="carom_ru", options={"r_safety_any_object": True}), {"fouls": []})
    every = {"r_safety_mode": "all_nonscoring"}
    kept(ask("libre", shot("W>R"), options=every), {"fouls": ["safety_rail"]})
    kept(ask("libre", shot("W#L"), options=every), {"fouls": ["no_hit"]})
    kept(ask("libre", shot(POINT), options=every), {"fouls": [], "points": 1})
    kept(ask("libre", shot("W#F", safety=True), preset="carom_ru", options={"r_safety_mode": "off"}), {"fouls": []})


def test_c_2_4_a_foul_can_cost_a_point() -> None:
    costs = {"r_foul_points": -1}
    fouled = ask("libre", shot("W>R", safety=True), preset="carom_ru", options=costs, scores={"A": 3})
    kept(fouled, {"points": -1, "scores": {"A": 2, "B": 0}, "next": "B"})
    called = ask("libre", shot("W>R"), referee("undeclared_safety"), preset="carom_ru", options=costs)
    kept(called, {"points": -1, "scores": {"A": -1, "B": 0}})
    seated = ask("libre", referee("call_foul", kind="disturb", player="B"), options=costs)
    kept(seated, {"scores": {"A": 0, "B": -1}, "next": "A"})
    tied: dict[str, Any] = {"phase": "tie_break", "options": costs}
    kept(ask("libre", shot(POINT, cue=["push"]), **tied), {"scores": {"A": 0, "B": 0}, "fouls": ["push"]})
    kept(ask("libre", referee("call_foul", kind="push"), **tied), {"scores": {"A": 0, "B": 0}})


def test_e_10_after_all_balls_jumped_the_red_is_owed_again_only_by_option() -> None:
    off = shot("W>R R^off Y^off W^off")
    again = ask("libre", off, shot("Y>W Y>R"), preset="carom_ru", options={"r_restart_red_first": True})
    assert again["fouls"] == ["opening"]
    assert ask("libre", off, shot("Y>W Y>R"), preset="carom_ru")["points"] == 1
    extra = ask("libre", off, preset="carom_ru", options={"r_restart_red_first": True}, phase="tie_break")
    assert extra["phase"] == "tie_break"


def test_r_70_the_struck_ball_comes_back_first() -> None:
    both = shot("W>R W^off Y^off", rest={"R": HEAD})
    assert ask("libre", both, preset="carom_ru")["spotted"] == {"W": FOOT, "Y": CENTRE}


@pytest.mark.parametrize("way", ["free_first", "by_order"])
def test_e_27_touching_balls_are_placed_by_option(way: str) -> None:
    frozen, third = [["W", "R"]], {"Y": HEAD}
    result = ask("libre", choose("place"), preset="carom_ru", options={"r11_alt": way}, frozen=frozen, positions=third)
    placed = {"R": FOOT, "W": CENTRE} if way == "free_first" else {"W": FOOT, "R": CENTRE}
    assert result["spotted"] == placed


def test_umb_restores_the_whole_opening_position() -> None:
    apart = ask("libre", {"type": "separate"}, preset="umb", frozen=[["W", "R"]], positions={"Y": [0.3, 0.3]})
    assert apart["spotted"] == {"R": FOOT, "Y": HEAD, "W": [-0.71, 0.1825]}
    off = ask("libre", shot("W>R R^off", rest={"W": [0.1, 0.1], "Y": [0.3, 0.3]}), preset="umb")
    kept(off, {"fouls": ["off_table"], "spotted": {"R": FOOT, "W": HEAD, "Y": [-0.71, 0.1825]}, "next": "B"})


def test_c_5_3_two_strokes_in_a_corner_under_umb() -> None:
    corner = {"R": (1.35, 0.6), "Y": (1.28, 0.65), "W": (1.2, 0.5)}
    other = {"R": (-1.35, -0.6), "Y": (-1.28, -0.65), "W": (-1.2, -0.5)}
    for places in (corner, other):
        game = Playing("libre", preset="umb", positions=places)
        assert game.shot(POINT, rest=places).points == 1
        assert game.shot(POINT, rest=places).fouls == (Foul.ZONE,)
        free = Playing("libre", positions=places)
        assert [free.shot(POINT, rest=places).points for _ in range(3)] == [1, 1, 1]
    on_the_edge = {"R": (1.42 - 0.8, 0.7), "Y": (1.35, 0.6), "W": (1.0, 0.3)}
    game = Playing("libre", preset="umb", positions=on_the_edge)
    assert [game.shot(POINT, rest=on_the_edge).points for _ in range(3)] == [1, 1, 1]


THREE = ["A", "B", "C"]


def test_r_52_with_three_players_the_ball_passes_on() -> None:
    from game.judge import judge_case

    def struck_in(state: dict[str, object], events: str) -> object:
        action = {"type": "shot", "events": events, "strike": events[0]}
        case = {"id": "x", "game": "libre", "preset": "carom_ru", "players": THREE, "state": state, "action": action}
        result = judge_case(case).result
        assert result is not None
        return result["fouls"]

    assert struck_in({"shooter": "B", "innings": {"A": 2, "B": 1, "C": 1}}, "W>R W#L") == []
    assert struck_in({"shooter": "B", "inning": 2}, "W>R W#L") == []
    assert struck_in({"shooter": "B"}, "Y>R Y#L") == []
    assert struck_in({"shooter": "B"}, "W>R W#L") == ["wrong_cue_ball"]


@pytest.mark.parametrize("picked", ["W", "Y"])
@pytest.mark.parametrize("opener", [0, 1, 2])
def test_r_50_r_52_the_opener_of_three_picks_the_ball_that_is_passed_on(picked: str, opener: int) -> None:
    seat = Seat(opener)
    game = Playing("libre", preset="carom_ru", seats=3)
    game.state = game.rules.set_up(_opened(game, seat))
    game.choose(picked)
    other = "Y" if picked == "W" else "W"
    order = [picked, other, picked, other]
    for ball in order:
        assert game.rules.strikes(game.state) == (ball,)
        assert game.shot(f"{ball}>R {ball}#L", struck=ball).fouls == ()


def _opened(game: Playing, seat: Seat) -> Any:
    from dataclasses import replace

    return replace(game.state, breaker=seat, shooter=seat)


def test_c_2_6_three_can_play_on_for_the_places() -> None:
    game = Playing("libre", {"ranking": "all", "target": 2}, preset="carom_ru", seats=3)
    game.shot("W>R W>Y")
    passed = game.shot("W>R W>Y R^off", rest={"W": (0.1, 0.1), "Y": (0.3, 0.3)})
    assert (passed.outcome, passed.spotted, game.state.shooter) == (None, {Ball("R"): (0.71, 0.0)}, 1)
    for ball, seat in (("Y", 2), ("W", 1), ("Y", 2)):
        game.shot(f"{ball}>R", struck=ball)
        assert game.state.shooter == seat
    game.shot("W>R W>Y")
    last = game.shot("W>R W>Y")
    assert last.winner == (0,)
    assert game.state.result is not None
    limited = Playing("libre", {"ranking": "all", "target": 1, "innings_limit": 1}, preset="carom_ru", seats=3)
    limited.shot("W>R W>Y")
    limited.shot("Y>R", struck="Y")
    assert limited.shot("W>R").winner == (0,)


def test_c_2_6_first_of_three_wins_at_once_by_default() -> None:
    game = Playing("libre", {"target": 1}, preset="carom_ru", seats=3)
    assert game.shot("W>R W>Y").winner == (0,)


def test_e_42_three_sides_play_only_where_the_rules_know_them() -> None:
    def setup(sides: tuple[str, ...], **more: Any) -> MatchSetup:
        return MatchSetup(match_id="m", game=more.pop("game", "libre"), key=bytes(32), sides=sides, **more)

    assert len(begin(setup(("A", "B", "C"), preset="carom_ru"), 0.0).play.sides()) == 3
    assert len(begin(setup(("A", "B", "C"), options={"max_players": 3}), 0.0).play.sides()) == 3
    assert begin(setup(("A", "B", "C"), preset="carom_ru", options={"first_shot": "lag"}), 0.0).play.to_act == (0,)
    for wrong in (
        setup(("A", "B", "C")),
        setup(("A", "B", "C"), preset="carom_ru", options={"max_players": 2}),
        setup(("A", "B", "C"), game=GameKind.THREE_CUSHION),
        setup(("A",), preset="carom_ru"),
    ):
        with pytest.raises(IllegalAction):
            begin(wrong, 0.0)


def test_the_scoreboard_shows_who_is_after_a_safety_and_the_zones() -> None:
    game = Playing("libre", preset="carom_ru")
    game.shot("W>R W#L", safety=True)
    assert game.rules.details(game.state, Seat(0))["after_safety"] is True
    assert "zones" not in game.rules.table_details(game.state)
    assert game.do(RefereeAct("undeclared_safety")).fouls == ()


def test_b_3_whichever_team_opens_plays_with_white() -> None:
    openers = set()
    for number in range(12):
        setup = MatchSetup(
            "m", GameKind.LIBRE, number.to_bytes(32, "big"), ("A", "B", "C", "D"), options={"teams": True}
        )
        play = begin(setup, 0.0).play
        (seat,) = play.to_act
        started = apply(begin(setup, 0.0), Entry(1.0, 0, seat, Choose("start"))).match.play
        assert isinstance(started, CuePlay)
        assert started.cue_table().strikes == ("W",)
        openers.add(seat)
    assert openers == {0, 1, 2, 3}


def test_r_50_whichever_team_opens_picks_its_ball() -> None:
    for number in range(12):
        key, teams = number.to_bytes(32, "big"), {"teams": True}
        match = begin(MatchSetup("m", GameKind.LIBRE, key, ("A", "B", "C", "D"), "carom_ru", teams), 0.0)
        (seat,) = match.play.to_act
        for option in ("start", "Y", "left"):
            match = apply(match, Entry(1.0, match.turn, seat, Choose(option))).match
        assert isinstance(match.play, CuePlay)
        assert match.play.cue_table().strikes == ("Y",)
