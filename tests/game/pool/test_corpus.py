"""The corpus of pool matches counts every code there is, and says when one comes up too seldom."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks import corpus
from game.vocabulary import Foul

POOL = Path(__file__).parents[3] / "game" / "pool"


def test_every_foul_that_pool_can_tell_is_counted() -> None:
    named = {Foul[name] for path in POOL.glob("*.py") for name in re.findall(r"\bFoul\.([A-Z_]+)", path.read_text())}
    assert named == set(corpus.FOULS)


def test_every_option_of_the_docs_is_counted() -> None:
    page = (POOL.parents[1] / "docs" / "rules-pool.md").read_text(encoding="utf-8")
    table = page[page.index("## What the games offer") : page.index("## What the wire shows")]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    codes = {code.split("(")[0] for row in rows for code in re.findall(r"`([A-Z_8]+(?:\(\d+\))?)`", row)}
    assert codes == set(corpus.option_codes())


def test_a_short_corpus_is_counted_and_a_rare_code_fails_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["corpus", "--matches", "2", "--least", "0"])
    assert corpus.main() == 0
    assert "12 matches" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["corpus", "--matches", "1", "--least", "100000"])
    assert corpus.main() == 1
    assert "under 100000: no_hit" in capsys.readouterr().out
