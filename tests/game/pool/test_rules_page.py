"""The table of rules in the docs: it names every number, and only files and tests that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "rules-pool.md"
ROW = re.compile(
    r"^\| (?P<rule>[1-7]\.[\w.]+) \| (?P<short>[^|]+) \|(?P<where>[^|]*)\| (?P<test>[^|]+) \|$", re.MULTILINE
)
SOURCE = ROOT / "game"
STANDS_ALONE = re.compile(r"cannot arise|nothing to keep|of no effect|as 1\.\d+$")

NUMBERS = [
    *(f"1.{number}" for number in range(1, 17)),
    *(f"1.16.{number}" for number in range(1, 7)),
    *(f"2.{number}" for number in range(1, 29)),
    *(f"3.{number}" for number in range(1, 43)),
    *(f"7.{name}" for name in ("intro", "players", "balls", "rack", *range(1, 7), "L1", "L2", "L3", "L4")),
    *(f"4.{number}" for number in range(1, 22)),
    *(f"5.{number}" for number in range(1, 14)),
    *(f"6.{number}" for number in range(1, 7)),
    *(f"6.7.{number}" for number in range(1, 8)),
    *(f"6.{number}" for number in range(8, 14)),
]
ROWS = list(ROW.finditer(PAGE.read_text(encoding="utf-8")))


def test_every_number_stands_there_once() -> None:
    assert sorted(row["rule"] for row in ROWS) == sorted(NUMBERS)


@pytest.mark.parametrize("row", ROWS, ids=[row["rule"] for row in ROWS])
def test_its_modules_are_there(row: re.Match[str]) -> None:
    for name in re.findall(r"`([^`]+)`", row["where"]):
        base = ROOT if name.startswith("physics/") else SOURCE
        assert list(base.glob(name)), name


@pytest.mark.parametrize("row", ROWS, ids=[row["rule"] for row in ROWS])
def test_its_tests_are_there(row: re.Match[str]) -> None:
    named = re.split(r"`((?:test_\w+\.py|\w+\.json))`", row["test"])
    for name, words in zip(named[1::2], named[2::2], strict=True):
        found = [path for folder in ("game", "cases", "server") for path in (ROOT / "tests" / folder).rglob(name)]
        assert len(found) == 1, name
        text = found[0].read_text(encoding="utf-8")
        ids = [
            word
            for word in re.split(r"[\s,;:]+", words)
            if re.fullmatch(r"test_\w+|[3-7][\w.()-]*-[\w-]+|[A-Z]\d\d\w?|1\.\d+-\S+|2\.\d+-\S+", word)
        ]
        assert ids, (name, words)
        for one in ids:
            assert one in text, (name, one)
    assert named[1::2] or STANDS_ALONE.search(row["test"].strip()) or row["where"].strip(), row["rule"]
