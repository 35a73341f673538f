"""Whatever a case holds, it gets an answer or an error with the path of the field: never another exception."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path

import pytest

from game.judge import judge_case

FOLDER = Path(__file__).parents[1] / "cases"
CASES = [case for path in sorted(FOLDER.glob("*.json")) for case in json.loads(path.read_text(encoding="utf-8"))]
WRONG: list[object] = [None, True, -1, 0, 1, 2.5, 1e308, 10**400, "", "A", "x", "c", "9", "c>1", [], [[]], {}, {"A": 1}]


def places(value: object) -> list[tuple[object, object]]:
    """Every place in a case at which something stands: its holder and its key."""
    found: list[tuple[object, object]] = []
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in pairs:
        found += [(value, key), *places(member)]
    return found


def spoiled(seed: int) -> dict[str, object]:
    """A given case with one to three of its values taken out or replaced."""
    chance = random.Random(seed)
    case: dict[str, object] = copy.deepcopy(chance.choice(CASES))
    for _ in range(chance.randint(1, 3)):
        holder, key = chance.choice(places(case))
        if isinstance(holder, dict) and key in holder:
            if chance.random() < 0.3:
                del holder[key]
            else:
                holder[key] = copy.deepcopy(chance.choice(WRONG))
        elif isinstance(holder, list) and isinstance(key, int) and key < len(holder):
            holder[key] = copy.deepcopy(chance.choice(WRONG))
        if not places(case):
            return case
    return case


@pytest.mark.parametrize("block", range(20))
def test_spoiled_cases_get_an_answer_or_an_error(block: int) -> None:
    for seed in range(block * 100, block * 100 + 100):
        answer = judge_case(spoiled(seed))
        assert (answer.result is None) != (answer.error is None)
        assert answer.error is None or ": " in answer.error
