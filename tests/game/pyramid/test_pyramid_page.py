"""The pyramid page: it names every rule and option, and only modules and tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

from game.catalog import CUE_GAMES
from game.vocabulary import Family

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "rules-pyramid.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?P<rule>[^|]+) \| [^|]+ \| `(?P<module>[^`|]+)` \| `(?P<file>[^`|]+)` (?P<test>\S+) \|$")
TABLE = [line for line in PAGE[PAGE.index("## Where each rule lives") :].splitlines() if line.startswith("| ")][1:]
GAMES = [rules for rules in CUE_GAMES.values() if rules.family is Family.PYRAMID]


def test_every_statement_of_the_source_has_its_row() -> None:
    named = {rule for line in TABLE for rule in re.findall(r"\bR\d+\b", line.split("|")[1])}
    assert named == {f"R{number}" for number in range(1, 40)}


def test_every_row_names_a_module_and_a_test_that_exist() -> None:
    rows = [ROW.match(line) for line in TABLE if "| — |" not in line]
    wrong = []
    for row in rows:
        assert row is not None, TABLE
        test = ROOT / "tests" / "game" / row["file"]
        text = test.read_text(encoding="utf-8")
        is_there = f'"{row["test"]}"' in text or f"def {row['test']}(" in text
        wrong += [] if is_there and (ROOT / "game" / row["module"]).is_file() else [row.group()]
    assert wrong == []


def test_every_option_is_told_with_its_presets() -> None:
    lines = [line for line in PAGE.splitlines() if re.match(r"^\| `\w+` \| (all|free|combined|classic)", line)]
    told = {line.split("`")[1] for line in lines}
    assert told == {spec.name for rules in GAMES for spec in rules.options}


def test_every_code_is_told() -> None:
    codes = {code for rules in GAMES for code in rules.option_codes if not code.isdigit()}
    assert all(f"`{code}`" in PAGE for code in codes)
