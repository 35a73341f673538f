"""Averages and runs of carom (carom C.0.5)."""

from __future__ import annotations

from dataclasses import replace

from game.carom.three_cushion import THREE_CUSHION
from game.carom.turns import CaromOwn, statistics
from game.cloth import CAROM_10FT
from game.cue_play import blank_state
from game.cue_state import CueState, Setting
from game.options import resolve_options
from game.vocabulary import Family, GameKind, Seat

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
