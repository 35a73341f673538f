"""The page has words for whatever the rules of a game can offer, and for all that a real board can do wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.boards.effects import Hold, Why
from game.boards.reports import BoardKind, ReportKind
from game.catalog import CUE_GAMES
from game.cue_flow import opening_options
from game.cue_rules import CueRules

LOCALES = sorted((Path(__file__).parents[2] / "webclient" / "locales").glob("*/hall.ftl"))


def ids_of(locale: Path) -> frozenset[str]:
    return frozenset(re.findall(r"^([\w-]+) =", locale.read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("locale", LOCALES, ids=lambda path: path.parent.name)
@pytest.mark.parametrize("rules", CUE_GAMES.values(), ids=lambda rules: rules.kind.value)
def test_every_choice_has_a_name_and_says_what_follows_from_it(rules: CueRules, locale: Path) -> None:
    known = ids_of(locale)
    codes = {re.sub(r"\(.*\)$", "", code) for code in (*rules.option_codes, *opening_options(rules.family))}
    assert codes
    assert {f"option-{code}" for code in codes} - known == set()
    assert {f"option-hint-{code}" for code in codes} - known == set()


@pytest.mark.parametrize("locale", LOCALES, ids=lambda path: path.parent.name)
def test_every_report_of_a_board_and_every_reason_to_ignore_one_has_its_words(locale: Path) -> None:
    named = {"ignored": Why, "report": ReportKind, "board-hold": Hold, "board-kind": BoardKind}
    assert {f"{prefix}-{code.value}" for prefix, codes in named.items() for code in codes} <= ids_of(locale)
