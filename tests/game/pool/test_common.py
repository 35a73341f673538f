"""The general rules of pool, asked through nine-ball (Slovak pool rules 3.x); the clause stands in the id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.game.asking import ask, shot

FROZEN_L: dict[str, object] = {"frozen": [["1", "L"]]}
KITCHEN: dict[str, object] = {"cue_ball": "in_hand_kitchen", "positions": {"c": [-0.9, 0.2]}}


def at(ball: str, x: float, y: float = 0.2) -> dict[str, object]:
    return {"cue_ball": "in_hand_kitchen", "positions": {"c": [-0.9, y], ball: [x, y]}}


FOULS: dict[str, tuple[Mapping[str, Any], dict[str, object], list[str]]] = {
    "3.18-no-contact-is-no-hit-alone": ({}, shot("c#L c#F"), ["no_hit"]),
    "3.18-cue-ball-to-a-cushion-after-the-contact": ({}, shot("c>1 c#H"), []),
    "3.18-object-ball-to-a-cushion-after-the-contact": ({}, shot("c>1 1>6 6#H"), []),
    "3.18-cushions-before-the-contact-do-not-count": ({}, shot("c#H 6#F c>1"), ["no_rail"]),
    "3.18-a-ball-made-is-enough": ({}, shot("c>1 1>6 6@SL"), []),
    "3.18-the-cue-ball-made-is-not-enough": ({}, shot("c>1 c@SL"), ["no_rail", "scratch"]),
    "3.17-wrong-ball-and-no-cushion-are-two": ({}, shot("c>6"), ["wrong_ball", "no_rail"]),
    "3.17-an-object-ball-that-runs-into-the-cue-ball-is-a-hit": ({}, shot("1>c 1#F"), []),
    "2.10-a-tie-favours-the-shooter": ({}, shot("c=6,1 6#F"), []),
    "2.10-a-tie-of-two-wrong-balls-is-wrong": ({}, shot("c=6,7 6#F"), ["wrong_ball"]),
    "3.22-shot-into-two-frozen-balls": ({"frozen": [["c", "1"], ["c", "6"]]}, shot("c=1,6 6#F"), ["double_hit"]),
    "3.22-a-tie-with-one-of-them-frozen-is-none": ({"frozen": [["c", "1"]]}, shot("c=1,6 6#F"), []),
    "3.22-one-of-two-frozen-balls-from-the-side": ({"frozen": [["c", "1"], ["c", "6"]]}, shot("c>1 1#F"), []),
    "3.22-double-hit-and-the-tie-are-one-foul": (
        {"frozen": [["c", "1"], ["c", "6"]]},
        shot("c=1,6 6#F", cue=["double_hit"]),
        ["double_hit"],
    ),
    "3.17-playing-away-from-a-frozen-ball-is-no-hit": ({"frozen": [["c", "1"]]}, shot("c#F"), ["no_hit"]),
    "3.19-cue-ball-pocketed": ({}, shot("c>1 1#F c@FR"), ["scratch"]),
    "3.27-cue-ball-off": ({}, shot("c>1 1#F c^off"), ["cue_ball_off"]),
    "3.27-object-ball-off": ({}, shot("c>1 1#F 4^off 5^off"), ["ball_off"]),
    "3.27-back-from-the-wood-is-not-off": ({}, shot("c>1 1#F c^wood 1^wood"), []),
    "3.23-push": ({}, shot("c>1 1#F", cue=["push"]), ["push"]),
    "3.25-scoop": ({}, shot("c>1 1#F", cue=["scoop", "scoop"]), ["scoop"]),
    "3.26-slip-on-a-jump": ({}, shot("c>1 1#F", cue=["miscue"]), ["miscue_jump"]),
    "3.26-slip-on-a-level-stroke-is-none": ({}, shot("c>1 1#F", cue=["miscue"], elevation=5), []),
    "3.3-ferrule": ({}, shot("c>1 1#F", cue=["ferrule"]), ["ferrule"]),
    "3.20-ball-touched": ({}, shot("c>1 1#F", cue=["touch:4"]), ["touch"]),
    "3.37-own-cushion-does-not-count": (FROZEN_L, shot("c>1 1#L*"), ["no_rail"]),
    "3.37-own-cushion-after-leaving-it-does-not-count": (FROZEN_L, shot("c>1 1#L"), ["no_rail"]),
    "3.37-own-cushion-after-another-object-ball-counts": (FROZEN_L, shot("c>1 1>5 1#L"), []),
    "3.37-the-cue-ball-is-no-such-ball": (FROZEN_L, shot("c>1 c>1 1#L"), ["no_rail"]),
    "3.37-another-cushion-counts": (FROZEN_L, shot("c>1 1#L* 1#H"), []),
    "3.37-another-ball-to-that-cushion-counts": (FROZEN_L, shot("c>1 1>5 5#L"), []),
    "3.37-a-frozen-ball-that-was-not-hit-is-bound-too": ({"frozen": [["5", "F"]]}, shot("c>1 1>5 5#F*"), ["no_rail"]),
    "3.37-cue-ball-frozen-own-cushion-unless-it-left": ({"frozen": [["c", "R"]]}, shot("c>1 c#R*"), ["no_rail"]),
    "3.37-cue-ball-back-at-its-cushion-counts": ({"frozen": [["c", "R"]]}, shot("c>1 c#R"), []),
    "3.9-kitchen-ball-on-the-line-may-be-hit": (at("1", -0.635), shot("c>1 1#F"), []),
    "3.9-kitchen-ball-behind-the-line-may-not": (at("1", -0.6351), shot("c>1 1#F"), ["kitchen"]),
    "3.9-kitchen-ball-after-coming-back-may": (at("1", -0.7), shot("c|out c#F c|in c>1 1#H"), []),
    "3.9-kitchen-wrong-ball-behind-the-line-is-both": (at("6", -0.7), shot("c>6 6#F"), ["kitchen", "wrong_ball"]),
    "3.38-cushion-before-leaving-the-kitchen": (KITCHEN, shot("c#L c|out c>1 1#F"), ["kitchen"]),
    "3.38-cushion-after-a-playable-ball-is-free": (KITCHEN, shot("c>1 c#L"), []),
    "3.38-staying-in-the-kitchen-is-no-hit": (KITCHEN, shot(""), ["no_hit"]),
    "3.38-cushion-and-nothing-else": (KITCHEN, shot("c#H"), ["no_hit", "kitchen"]),
    "3.38-only-from-the-kitchen": ({"cue_ball": "in_hand"}, shot("c#L c>1 1#F"), []),
}


@pytest.mark.parametrize("name", FOULS)
def test_fouls(name: str) -> None:
    state, action, fouls = FOULS[name]
    result = ask("nine_ball", action, **state)
    assert sorted(result["fouls"]) == sorted(fouls)


@pytest.mark.parametrize(
    ("declared", "fouls"), [({}, []), ({"declared": ["1"]}, ["no_rail"]), ({"declared": [["1", "L"]]}, ["no_rail"])]
)
def test_2_16_a_ball_counts_as_frozen_only_once_it_is_called(declared: dict[str, object], fouls: list[str]) -> None:
    result = ask("nine_ball", shot("c>1 1#L*", **declared), options={"manual_frozen_call": True}, frozen=[["1", "L"]])
    assert result["fouls"] == fouls


def test_every_foul_names_its_rule_and_what_shows_it() -> None:
    from game.actions import Shot
    from game.case_fields import Field
    from game.cue_cases import _opened
    from game.cue_state import PlayedShot
    from game.notation import parse_log
    from game.pool.nine_ball import NINE_BALL
    from game.shot_facts import ShotFacts
    from game.vocabulary import CUE
    from physics.trajectories import Stroke

    state = _opened(NINE_BALL, Field({})).state
    facts = ShotFacts(CUE, parse_log("c>4 c@FR"))
    ruling = NINE_BALL.judge(state, PlayedShot(Shot(Stroke(CUE, 0.0, 1.0)), facts)).ruling
    assert ruling.rules == ("5.7", "5.8", "3.19", "5.6")
    assert [item.token for item in ruling.evidence] == ["c>4", "c@FR"]
    assert ruling.text.startswith("Foul: a wrong ball was hit first;")


def test_3_36_a_frozen_pair_that_did_not_move_stays_frozen() -> None:
    result = ask("nine_ball", shot("c>2 2#F"), shot("c>1 1#L*"), frozen=[["1", "L"]])
    assert result["fouls"] == ["no_rail"]
    moved = ask("nine_ball", shot("c>1 1#F"), shot("c>1 1#L"), frozen=[["1", "L"]])
    assert moved["fouls"] == []


def test_rest_decides_what_is_frozen_next() -> None:
    at_cushion = {"1": [0.2, 0.635 - 0.028575]}
    result = ask("nine_ball", shot("c>1 1#L", rest=at_cushion), shot("c>1 1#L"))
    assert result["fouls"] == ["no_rail"]
    clear = {"1": [0.2, 0.635 - 0.028575 - 0.0002]}
    assert ask("nine_ball", shot("c>1 1#L", rest=clear), shot("c>1 1#L"))["fouls"] == []
