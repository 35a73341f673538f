"""What people are told stays as it was read and kept; a change of it is made on purpose (tests/game/golden_rulings)."""

from __future__ import annotations

import json

import pytest

from tests.game.golden_rulings import GOLDEN, cases, told

KEPT = json.loads(GOLDEN.read_text(encoding="utf-8"))
CASES = cases()


def test_the_cases_are_those_of_the_golden_file() -> None:
    assert list(CASES) == list(KEPT)


@pytest.mark.parametrize("name", KEPT)
def test_people_are_told_the_same(name: str) -> None:
    assert json.loads(json.dumps(told(CASES[name]))) == KEPT[name]
