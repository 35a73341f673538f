"""The page about darts names every game, option, figure and label that there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.darts.options import OWN, specs_of
from game.darts.play import DartsPlay
from game.draws import commitment
from game.vocabulary import GameKind
from tests.game.darts.test_darts_match import Table

PAGE = (Path(__file__).parents[3] / "docs" / "darts.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", list(OWN))
def test_every_game_and_its_options_are_told(kind: GameKind) -> None:
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{kind}` |"))
    own = [spec.name for spec in OWN[kind]]
    assert [name for name in own if f"`{name}`" not in row] == []
    assert [spec.name for spec in specs_of(kind) if f"`{spec.name}`" not in PAGE] == []


@pytest.mark.parametrize("kind", list(OWN))
def test_everything_the_wire_shows_is_told(kind: GameKind) -> None:
    table = Table(kind, 1 if kind is GameKind.SOLO else 2)
    assert isinstance(table.match.play, DartsPlay)
    for segment in ("T20", "M", "M"):
        table.hit(segment)
    shown = {*table.details(), *(name for side in table.view.sides for name in side.details)}
    assert [name for name in sorted(shown) if f"`{name}`" not in PAGE] == []


def test_the_vector_on_the_page_is_the_published_one() -> None:
    assert commitment(bytes(range(32))) in PAGE
