"""Where a player cannot reach the cue ball the table says that the bridge is used, where the room wants that (E-28)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.catalog import GAMES
from game.cue_state import needs_bridge
from game.vocabulary import CUE, Ball, GameKind, OptionValue
from tests.game.asking import ask, shot
from tests.game.test_stroke_times import Table

MIDDLE, NEAR_THE_LONG_RAIL, NEAR_THE_HEAD = (0.0, 0.0), (0.0, 0.8), (-1.7, 0.0)


@pytest.mark.parametrize(
    ("reach", "at", "needed"),
    [
        ("bridge", MIDDLE, True),
        ("bridge", NEAR_THE_LONG_RAIL, False),
        ("bridge", NEAR_THE_HEAD, False),
        ("off", MIDDLE, False),
    ],
)
def test_a_ball_in_the_middle_of_a_twelve_foot_table_needs_the_bridge(
    reach: str, at: tuple[float, float], needed: bool
) -> None:
    state = Table(GameKind.COMBINED_PYRAMID, reach_model=reach).state
    assert needs_bridge(replace(state, positions={CUE: at}), CUE) is needed
    assert not needs_bridge(replace(state, positions={}), CUE)


def test_every_ball_of_a_carom_table_is_reached() -> None:
    state = Table(GameKind.LIBRE, reach_model="bridge").state
    assert not needs_bridge(replace(state, positions={Ball("W"): MIDDLE}), Ball("W"))


@pytest.mark.parametrize("told", [True, "on", "bridge", False, "off"])
def test_a_case_can_tell_it_in_any_word(told: OptionValue) -> None:
    assert ask("libre", shot("W>R W>Y"), options={"reach_model": told})["points"] == 1


def test_dynamic_pyramid_is_a_preset_of_the_combined_game() -> None:
    presets = GAMES[GameKind.COMBINED_PYRAMID].presets
    assert presets["dynamic"] == {**presets["pyramid_modern"], "dynamic": True}
    made = ask("combined_pyramid", shot("c>4 c@FL"), {"type": "choose", "option": "5"}, preset="dynamic")
    assert (made["scores"]["A"], made["cue_ball"], made["next"]) == (1, "in_hand", "A")
