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
