"""Every row of the rules' table of tests (carom D.1 to D.10) is held by a written case or a test, and those are there.

`rule_rows.json` names for each row the case file and case, or the test file and the function or clause.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from game.judge import judge_case

TESTS = Path(__file__).parents[1]
ROWS: dict[str, list[str]] = json.loads((TESTS / "game" / "rule_rows.json").read_text(encoding="utf-8"))
KINDS = {
    "LG": 5,
    "TL": 9,
    "TR": 11,
    "RL": 26,
    "3C": 22,
    "3X": 18,
    "4B": 15,
    "4X": 12,
    "OC": 3,
    "BK": 9,
    "FP": 17,
    "MP": 13,
    "CP": 10,
    "GP": 12,
}
"""How many rows each part of the table has."""


def cases_of(file: str) -> dict[str, dict[str, object]]:
    return {case["id"]: case for case in json.loads((TESTS / "cases" / file).read_text(encoding="utf-8"))}


def test_all_rows_are_there() -> None:
    counts: dict[str, int] = {}
    for row in ROWS:
        kind = row.partition("-")[0]
        counts[kind] = counts.get(kind, 0) + 1
    assert counts == KINDS
    assert all(ROWS.values())


@pytest.mark.parametrize("row", ROWS)
def test_a_row_is_held_by_what_the_table_names(row: str) -> None:
    for place in ROWS[row]:
        file, _, name = place.partition(" ")
        if file.endswith(".json"):
            case = cases_of(file)[name]
            assert "expect" in case
            assert judge_case(case).error is None
        else:
            text = (TESTS / file).read_text(encoding="utf-8")
            assert f"def {name}(" in text or f'"{name}":' in text


def test_no_case_of_a_row_is_left_out_of_the_table() -> None:
    row = re.compile(r"^((?:LG|TL|TR|RL|3C|3X|4B|4X|OC|BK|FP|MP|CP|GP)-\d+)[a-z]?$")
    named = {place.partition(" ")[2] for places in ROWS.values() for place in places}
    ids = {name for file in (TESTS / "cases").glob("*.json") for name in cases_of(file.name) if row.match(name)}
    assert {name for name in ids if row.match(name).group(1) in ROWS} <= named  # type: ignore[union-attr]
