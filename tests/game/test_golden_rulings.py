"""What people are told stays as it was read and kept; a change of it is made on purpose (tests/game/golden_rulings)."""

from __future__ import annotations

import json

import pytest

from tests.game.golden_rulings import GOLDEN, build

KEPT = json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def told() -> dict[str, object]:
    now: dict[str, object] = json.loads(build())
    return now


def test_the_cases_are_those_of_the_golden_file(told: dict[str, object]) -> None:
    assert list(told) == list(KEPT)


@pytest.mark.parametrize("name", KEPT)
def test_people_are_told_the_same(name: str, told: dict[str, object]) -> None:
    assert told[name] == KEPT[name]
