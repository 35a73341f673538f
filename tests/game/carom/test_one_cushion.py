"""One-cushion: a cushion before the second ball (C.5.1)."""

from __future__ import annotations

import pytest

from tests.game.asking import ask, shot
from tests.game.carom.test_three_cushion import kept


@pytest.mark.parametrize(
    ("events", "points"),
    [("W>R W#L W>Y", 1), ("W#L W>R W>Y", 1), ("W>R W>Y W#L", 0), ("W#L W>R", 0), ("W#L* W>R W>Y", 0), ("", 0)],
)
def test_c_5_1_points(events: str, points: int) -> None:
    kept(ask("one_cushion", shot(events)), {"points": points, "next": "A" if points else "B", "fouls": []})


def test_c_5_1_the_rest_is_as_in_libre() -> None:
    kept(ask("one_cushion", shot("W>R", safety=True), preset="carom_ru"), {"fouls": ["safety_rail"]})
    off = ask("one_cushion", shot("W>R R^off", rest={"W": [0.1, 0.1], "Y": [0.3, 0.3]}), preset="umb")
    assert off["spotted"] == {"R": [0.71, 0.0], "W": [-0.71, 0.0], "Y": [-0.71, 0.1825]}
    kept(ask("one_cushion", shot("W>R W#L W>Y"), preset="umb", scores={"A": 39}), {"phase": "extra", "next": "B"})
