"""The written rule cases of the cue games that can be played here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.catalog import CUE_GAMES
from game.judge import judge_case

FOLDER = Path(__file__).parents[1] / "cases"
CASES = [
    case
    for path in sorted(FOLDER.glob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))
    if case["game"] in set(CUE_GAMES)
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case['game']}-{case['id']}" for case in CASES])
def test_the_rules_answer_as_the_case_says(case: dict[str, object]) -> None:
    answer = judge_case(case)
    assert answer.error is None
    assert answer.differences == {}
