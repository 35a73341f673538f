"""What people are told stays as it was read and kept; a change of it is made on purpose (tests/game/golden_rulings)."""

from __future__ import annotations

import json

import pytest

from tests.game.golden_rulings import FILES, GOLDEN, cases, told

FILE_KEPT = {stem: json.loads((GOLDEN / f"{stem}.json").read_text(encoding="utf-8")) for stem in FILES}
KEPT = {name: lines for kept in FILE_KEPT.values() for name, lines in kept.items()}
CASES = {name: case for families in FILES.values() for name, case in cases(families).items()}


@pytest.mark.parametrize("stem", FILES)
def test_the_cases_are_those_of_the_golden_file(stem: str) -> None:
    assert list(cases(FILES[stem])) == list(FILE_KEPT[stem])


@pytest.mark.parametrize("name", KEPT)
def test_people_are_told_the_same(name: str) -> None:
    assert json.loads(json.dumps(told(CASES[name]))) == KEPT[name]
