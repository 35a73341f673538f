"""The written rule cases of the dart games (darts D.1 to D.12, A.3), and what an unreadable case is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.darts.cases import judge_case, judges
from game.errors import BadCase

FOLDER = Path(__file__).parents[2] / "cases"
CASES = [
    case
    for path in sorted(FOLDER.glob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))
    if judges(case["game"])
]
SETS = {"out", "stopped"}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_rules_answer_as_the_case_says(case: dict[str, object]) -> None:
    result = judge_case(case)
    expected = case["expect"]
    assert isinstance(expected, dict)
    got = {name: result.get(name) for name in expected}
    assert _comparable(got) == _comparable(expected)


def _comparable(values: dict[str, object]) -> dict[str, object]:
    """Lists that stand for sets, in one order."""
    return {
        name: sorted(value) if name in SETS and isinstance(value, list) else value for name, value in values.items()
    }


def test_all_given_cases_are_there() -> None:
    assert len(CASES) >= 124


BAD_CASES = [
    ({"game": "x01"}, "action"),
    ({"game": "x01", "actions": []}, "actions"),
    ({"game": "x01", "action": {"type": "shot"}}, "action.type"),
    (
        {"game": "x01", "actions": [{"type": "darts", "darts": "A: T20"}, {"type": "darts", "darts": "T21"}]},
        "actions[1].darts",
    ),
    ({"game": "x01", "preset": "hall_tr", "action": {"type": "darts", "darts": "T20"}}, "preset"),
    ({"game": "x01", "options": {"speed": 3}, "action": {"type": "darts", "darts": "T20"}}, "options.speed"),
    ({"game": "x01", "options": {"start": 302}, "action": {"type": "darts", "darts": "T20"}}, "options.start"),
    ({"game": "x01", "options": {"rounds": 0.5}, "action": {"type": "darts", "darts": "T20"}}, "options.rounds"),
    ({"game": "x01", "options": {"start": None}, "action": {"type": "darts", "darts": "T20"}}, "options.start"),
    ({"game": "x01", "options": {"handicaps": "1"}, "action": {"type": "darts", "darts": "T20"}}, "options.handicaps"),
    ({"game": "x01", "players": ["A", "A"], "action": {"type": "darts", "darts": "T20"}}, "players"),
    ({"game": "x01", "players": "AB", "action": {"type": "darts", "darts": "T20"}}, "players"),
    ({"game": "solo", "players": ["A", "B"], "action": {"type": "darts", "darts": "T20"}}, "players"),
    ({"game": "scram", "players": ["A", "B", "C"], "action": {"type": "darts", "darts": "T20"}}, "players"),
    ({"game": "x01", "state": [], "action": {"type": "darts", "darts": "T20"}}, "state"),
    ({"game": "x01", "state": {"round": 0}, "action": {"type": "darts", "darts": "T20"}}, "state.round"),
    (
        {"game": "x01", "state": {"remaining": {"C": 1}}, "action": {"type": "darts", "darts": "T20"}},
        "state.remaining.C",
    ),
    (
        {"game": "x01", "state": {"remaining": {"A": "1"}}, "action": {"type": "darts", "darts": "T20"}},
        "state.remaining.A",
    ),
    ({"game": "cricket", "state": {"marks": {"A": "4"}}, "action": {"type": "darts", "darts": "T20"}}, "state.marks"),
    ({"game": "roulette", "state": {"drawn": "7"}, "action": {"type": "darts", "darts": "T20"}}, "state.drawn"),
    ({"game": "super_100", "state": {"out": ["C"]}, "action": {"type": "darts", "darts": "T20"}}, "state.out"),
    (
        {"game": "super_100", "state": {"light_index": 20}, "action": {"type": "darts", "darts": "M"}},
        "state.light_index",
    ),
    ({"game": "board", "action": {"type": "hit", "profile": "cork", "xy": [0, 0]}}, "action"),
    ({"game": "board", "action": {"type": "hit", "xy": [0]}}, "action.xy"),
    ({"game": "board", "action": {"type": "hit", "xy": [0, 1e400]}}, "action.xy"),
]


@pytest.mark.parametrize(("case", "path"), BAD_CASES)
def test_a_case_that_cannot_be_read_is_told_where(case: dict[str, object], path: str) -> None:
    with pytest.raises(BadCase) as caught:
        judge_case(case)
    assert caught.value.path == path
    assert path in str(caught.value)


def test_a_dart_out_of_turn_is_refused_and_changes_nothing() -> None:
    darts = {"type": "darts", "darts": "A: T20 T20 T20 / A: T20"}
    result = judge_case({"game": "x01", "action": darts})
    assert (result["refused"], result["remaining"], result["to_throw"]) == ("not_your_turn", {"A": 301, "B": 301}, "A")


def test_a_dart_after_the_end_is_refused() -> None:
    state = {"remaining": {"A": 20, "B": 20}}
    result = judge_case({"game": "x01", "state": state, "action": {"type": "darts", "darts": "A: S20 S1"}})
    assert result["refused"] == "match_over"


def test_several_actions_are_applied_in_order() -> None:
    actions = [{"type": "darts", "darts": "T20 T20 T20", "by": "A"}, {"type": "darts", "darts": "S1", "by": "B"}]
    result = judge_case({"game": "x01", "actions": actions})
    assert (result["remaining"], result["to_throw"], result["dart"]) == ({"A": 121, "B": 300}, "B", 2)


def test_a_slash_gives_up_the_darts_left() -> None:
    result = judge_case({"game": "low_score", "action": {"type": "darts", "darts": "A: S1 / B: S2"}})
    assert (result["scores"], result["to_throw"], result["dart"]) == ({"A": 121, "B": 2}, "B", 2)


def test_numbers_that_the_case_does_not_name_are_drawn() -> None:
    result = judge_case({"game": "roulette", "action": {"type": "darts", "darts": "A: M"}})
    drawn = result["drawn"]
    assert isinstance(drawn, list)
    assert len(set(drawn)) == 7


def test_the_state_of_super_100_may_name_who_is_out() -> None:
    state = {"scores": {"A": 90, "B": 100, "C": 110}, "out": ["B"], "light_index": 0, "round": 2}
    darts = {"type": "darts", "darts": "A: S20@0 M M / C: M"}
    result = judge_case({"game": "super_100", "players": ["A", "B", "C"], "state": state, "action": darts})
    assert (result["scores"], result["out"], result["pot"]) == ({"A": 100, "B": 100, "C": 100}, ["B"], 100)
    assert (result["to_throw"], result["dart"]) == ("C", 2)
