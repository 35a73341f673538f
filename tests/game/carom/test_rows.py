"""Rows of the rule page that written cases cannot tell: contacts at one instant, clocks, statistics."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from game.carom.turns import CaromOwn, statistics
from game.case_fields import Field
from game.judge import judge_case
from game.notation import parse_log
from game.record_values import facts_json, read_facts
from game.shot_facts import AnyEvent, Attempt, BallHit, CushionHit, Reach, ShotFacts
from game.vocabulary import Ball, Cushion, Seat
from tests.game.asking import ask
from tests.game.carom.playing import Playing

A = Seat(0)
W, Y, R = Ball("W"), Ball("Y"), Ball("R")


def tied(gap: float) -> tuple[AnyEvent, ...]:
    """`R cp cf`, then the yellow ball and the third cushion `gap` s after it."""
    return (
        BallHit(0.1, W, R),
        CushionHit(0.2, W, Cushion.LEFT),
        CushionHit(0.3, W, Cushion.FOOT),
        BallHit(0.4, W, Y),
        CushionHit(0.4 + gap, W, Cushion.RIGHT),
    )


@pytest.mark.parametrize(
    ("favours", "gap", "points"), [("ball", 0.0, 0), ("cushion", 0.0, 1), ("cushion", 1e-6, 1), ("cushion", 1e-3, 0)]
)
def test_3x_01_a_ball_and_the_third_cushion_at_once(favours: str, gap: float, points: int) -> None:
    assert Playing("three_cushion", {"tie_favours": favours}).shot(tied(gap)).points == points


def test_e_39_a_cushion_comes_before_both_of_two_tied_balls() -> None:
    both = (BallHit(0.4, W, R), BallHit(0.4, W, Y), CushionHit(0.4, W, Cushion.RIGHT), CushionHit(0.4, W, Cushion.FOOT))
    assert Playing("one_cushion", {"tie_favours": "cushion"}).shot(both).points == 1
    assert Playing("one_cushion").shot(both).points == 0
    alone = (CushionHit(0.4, W, Cushion.FOOT), BallHit(0.4, W, R), BallHit(0.5, W, Y))
    assert Playing("one_cushion", {"tie_favours": "cushion"}).shot(alone).points == 1


def test_3x_20_the_last_second_without_a_time_out() -> None:
    result = ask("three_cushion", {"type": "clock_expired"}, preset="umb", time_outs={"A": 0})
    assert (result["fouls"], result["next"]) == (["time"], "B")
    assert result["positions"] == {"R": [0.71, 0.0], "W": [-0.71, 0.0], "Y": [-0.71, 0.1825]}


def test_3x_21_an_automatic_time_out_is_taken_first() -> None:
    playing = Playing("three_cushion", preset="umb")
    assert playing.state.own_as(CaromOwn).time_outs == (4, 4)
    result = ask("three_cushion", {"type": "clock_expired"}, preset="umb", time_outs={"A": 2})
    assert (result["fouls"], result["next"]) == ([], "A")


@pytest.mark.parametrize("game", ["libre", "three_cushion", "four_ball", "one_cushion", "balkline"])
def test_3x_22_and_3x_23_average_and_high_run(game: str) -> None:
    played = replace(Playing(game).state, scores=(24, 0), innings=(17, 0))
    assert statistics(played, A)["average"] == 1.411
    runs = replace(played, own=CaromOwn(runs=((0, 3, 1, 7, 0), ())), scores=(11, 0), innings=(5, 0), shooter=Seat(1))
    assert (statistics(runs, A)["high_run"], statistics(runs, A)["average"]) == (7, 2.2)


def test_no_rack_is_ever_due_in_carom() -> None:
    playing = Playing("libre")
    with pytest.raises(AssertionError):
        playing.rules.racked(playing.state, ())


def test_a_target_of_nothing_is_no_case() -> None:
    action = {"type": "shot", "events": "W>R"}
    answer = judge_case({"id": "x", "game": "libre", "state": {"target": 0}, "action": action})
    assert answer.error is not None
    assert "state.target" in answer.error


def test_ways_and_replays_of_a_stroke_are_kept_exactly() -> None:
    reach = {R: Reach.around((0.1, 1 / 3), (-0.7, 0.2))}
    for attempt in (Attempt(0, None), Attempt(3, 0.1 + 0.2), None):
        facts = ShotFacts(W, parse_log("W>R"), {R: (0.1, 0.2)}, reach=reach, attempt=attempt)
        text = json.dumps(facts_json(facts))
        assert read_facts(Field(json.loads(text), "facts")) == facts
