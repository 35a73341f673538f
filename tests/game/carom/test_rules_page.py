"""The table of the carom page: every module and every test it names is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
ROW = re.compile(r"^\| (?P<rule>[^|]+) \| [^|]+ \| `(?P<module>[^`|]+)` \| `(?P<file>[^`|]+)` (?P<test>\S+) \|$")


def rows(page: str) -> list[re.Match[str]]:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    table = text[text.index("## Where each rule lives") :]
    lines = [line for line in table.splitlines() if line.startswith("| ") and "| — |" not in line]
    found = [ROW.match(line) for line in lines[1:]]
    assert all(found), [line for line, row in zip(lines[1:], found, strict=True) if row is None]
    return [row for row in found if row is not None]


def named(cell: str) -> set[str]:
    """The statements that a cell names, ranges written out."""
    found = set(re.findall(r"\b[TR]\d+\b", cell))
    for kind, first, last in re.findall(r"\b([TR])(\d+)–[TR]?(\d+)", cell):
        found |= {f"{kind}{number}" for number in range(int(first), int(last) + 1)}
    return found


def test_every_statement_of_both_sources_has_its_row() -> None:
    text = (ROOT / "docs" / "rules-carom.md").read_text(encoding="utf-8")
    table = text[text.index("## Where each rule lives") :]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| ")]
    wanted = {f"T{number}" for number in range(1, 59)} | {f"R{number}" for number in range(38, 84)}
    assert wanted - set().union(*map(named, cells)) == set()


def test_every_row_names_a_module_and_a_test_that_exist() -> None:
    page = "rules-carom.md"
    missing = []
    for row in rows(page):
        test = ROOT / "tests" / "game" / row["file"]
        if not (ROOT / "game" / row["module"]).is_file() or not test.is_file():
            missing.append(row.group())
        elif f"{row['test']}(" not in test.read_text(encoding="utf-8"):
            name = f'"{row["test"]}":'
            missing += [] if name in test.read_text(encoding="utf-8") else [row.group()]
    assert missing == []
    assert len(rows(page)) > 20
