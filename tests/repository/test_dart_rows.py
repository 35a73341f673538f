"""Every row of the test tables of darts (darts A.3, D.1 to D.14) has a test or a written case that names it."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator

import pytest

from tests.repository.files import ROOT, texts

ROWS = {
    "X01": "01 02 03 04 06 07 08 10 11 12 14 15 17 19 21 23 25 26 28",
    "SOLO": "01 02 03 06 07 09 10",
    "PUB": "01 02 03 04 07",
    "S100": "01 02 04 05 06 08 09 10 13",
    "BASE": "01 02 04 06 08",
    "HIGH": "01 02 04 05 07",
    "LOW": "01 02 03 04",
    "SUPER": "01 03 04 06",
    "CRIC": "01 03 04 07 08 09 11 12 14 15",
    "SCRAM": "01 02 04 06 08",
    "SHAN": "01 03 05 06 07 09 10 12",
    "ROUL": "01 03 05 06 07",
    "NET": "01 02 03 04 05 06 07 08 09 10 11 12",
    "MQT": "01 02 03 04 05 06 07 08",
    "STA": "01 02 03 04 05 06 07 08",
    "G": "01 02 04 05 06 08 09 11 12 14 15 16 17 19 20 21 23 26 29",
}
"""Rows by table: games, throws on the wire, boards over MQTT, statistics, points of the board."""


def rows() -> list[str]:
    """The names of all rows."""
    return [f"{table}{'' if table == 'G' else '-'}{number}" for table, kept in ROWS.items() for number in kept.split()]


def names_of_tests() -> Iterator[str]:
    """Names of test functions and of their parameters, and of written cases."""
    for path, text in texts(".py"):
        if path.parts[0] == "tests" and path.name.startswith("test_") and path.name != "test_dart_rows.py":
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                    yield node.name.upper().replace("_", "-")
                    yield from _parameters(node)
    for path in sorted((ROOT / "tests" / "cases").glob("*.json")):
        yield from (str(case["id"]) for case in json.loads(path.read_text(encoding="utf-8")))


def _parameters(test: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    for decorator in test.decorator_list:
        for keyword in decorator.keywords if isinstance(decorator, ast.Call) else []:
            if keyword.arg == "ids":
                yield from (
                    node.value
                    for node in ast.walk(keyword.value)
                    if isinstance(node, ast.Constant) and isinstance(node.value, str)
                )


NAMES = frozenset(names_of_tests())


@pytest.mark.parametrize("row", rows())
def test_every_row_has_a_test(row: str) -> None:
    named = re.compile(rf"(^|[^A-Za-z0-9]){row}([^0-9]|$)")
    assert [name for name in NAMES if named.search(name)], f"{row} is named by no test and no case"


def test_the_tables_are_whole() -> None:
    counts = {table: len(kept.split()) for table, kept in ROWS.items()}
    assert (counts["NET"], counts["MQT"], counts["STA"]) == (12, 8, 8)
    assert len(rows()) == 133
