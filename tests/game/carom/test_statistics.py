"""Averages and runs of carom (carom C.0.5)."""

from __future__ import annotations

from dataclasses import replace

from game.actions import RefereeAct
from game.carom.three_cushion import THREE_CUSHION
from game.carom.turns import LONGEST_LINE, CaromOwn, general_average, listed, statistics
from game.cloth import CAROM_10FT
from game.cue_play import blank_state
from game.cue_state import CueState, Setting
from game.options import resolve_options
from game.shot_facts import TipFact
from game.vocabulary import Family, GameKind, Phase, Seat
from tests.game.carom.playing import Playing

A, B = Seat(0), Seat(1)


def state() -> CueState:
    options = resolve_options(THREE_CUSHION.options, {}, {})
    return blank_state(THREE_CUSHION, Setting(GameKind.THREE_CUSHION, Family.CAROM, CAROM_10FT, options))


def test_the_average_is_cut_not_rounded() -> None:
    played = replace(state(), scores=(24, 0), innings=(17, 0))
    assert statistics(played, A)["average"] == 1.411


def test_the_high_run_is_the_best_of_all_runs_and_the_one_that_runs() -> None:
    own = CaromOwn(runs=((0, 3, 1, 7, 0), ()))
    played = replace(state(), own=own, scores=(11, 0), innings=(5, 5), shooter=B)
    assert (statistics(played, A)["high_run"], statistics(played, A)["average"]) == (7, 2.2)
    running = replace(played, shooter=A, run=9)
    assert (statistics(running, A)["high_run"], statistics(running, A)["run"]) == (9, 9)
    assert statistics(running, B)["high_run"] == 0


def test_nothing_played_yet_has_no_average() -> None:
    assert statistics(state(), A)["average"] == 0.0


def test_negative_points_are_cut_towards_zero() -> None:
    played = replace(state(), scores=(-2, 0), innings=(3, 0))
    assert statistics(played, A)["average"] == -0.666


def test_the_runs_are_listed_and_of_very_many_the_latest() -> None:
    assert listed((0, 3, 12)) == "0 3 12"
    assert listed(()) == ""
    line = listed(tuple(range(200)))
    assert line.startswith("… ")
    assert line.endswith(" 198 199")
    assert LONGEST_LINE - 4 < len(line) <= LONGEST_LINE


def test_the_turn_that_wins_is_an_inning_once() -> None:
    game = Playing("three_cushion", scores=(28, 3), innings=(9, 9), options={"target": 30})
    game.shot("W>R W#L W#F W#R W>Y")
    assert statistics(game.state, A)["innings"] == 9
    assert statistics(game.state, A)["average"] == 2.9
    game.shot("W>R W#L W#F W#R W>Y")
    shown = statistics(game.state, A)
    assert (shown["innings"], shown["average"], shown["runs"], shown["high_run"]) == (10, 3.0, "2", 2)


def test_fouls_and_safeties_are_counted_for_their_side() -> None:
    game = Playing("libre", preset="carom_ru")
    game.shot("W>R W#L", safety=True)
    game.shot("Y>R", struck="Y", tip=(TipFact("push"),))
    game.shot("W>R W>Y", struck="Y")
    shown = [statistics(game.state, seat) for seat in (A, B)]
    assert [side["safeties"] for side in shown] == [1, 0]
    assert [side["fouls"] for side in shown] == ["wrong_cue_ball:1", "push:1"]
    game.do(RefereeAct("call_foul", B, kind="push"))
    assert statistics(game.state, B)["fouls"] == "push:2"


def test_the_general_average_is_that_of_all_sides() -> None:
    game = Playing("libre", scores=(10, 4), innings=(3, 3), run=2)
    assert general_average(game.state) == 2.0
    teams = Playing("libre", options={"teams": True}, seats=4, scores=(10, 4, 10, 4), innings=(2, 2, 1, 1))
    assert general_average(teams.state) == 2.333


def test_a_turn_of_a_tie_break_is_in_no_figure() -> None:
    level = replace(state(), scores=(10, 10), innings=(5, 5), own=CaromOwn(runs=((2,) * 5, (2,) * 5)))
    playing = Playing("three_cushion", {"tie": "tie_break"})
    playing.state = replace(playing.state, scores=level.scores, innings=level.innings, own=level.own)
    playing.state = replace(playing.state, phase=Phase.TIE_BREAK)
    before = [statistics(playing.state, seat) for seat in (A, B)], general_average(playing.state)
    three = "W>R W#F W#L W#F W>Y"
    assert playing.shot(three).points == 1
    assert (general_average(playing.state), statistics(playing.state, A)["average"]) == (2.0, 2.0)
    playing.shot("W>R")
    assert playing.state.own_as(CaromOwn).tie_runs == (1,)
    after = [statistics(playing.state, seat) for seat in (A, B)], general_average(playing.state)
    for name in ("innings", "average", "runs", "high_run", "run"):
        assert [side[name] for side in after[0]] == [side[name] for side in before[0]]
    assert after[1] == before[1]
