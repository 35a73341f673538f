"""Clauses of pyramid as tables: a game, what happens, what must hold after it, in the words of the written cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from game.cue_cases import differing
from tests.game.asking import ask

FREE, COMBINED, CLASSIC = "free_pyramid", "combined_pyramid", "classic_pyramid"
SEED, MODERN = "pyramid_seed", "pyramid_modern"


@dataclass(frozen=True)
class Clause:
    """One clause: the game and preset, the actions in a state, and what they lead to."""

    game: str
    preset: str
    actions: tuple[Mapping[str, object], ...]
    expect: Mapping[str, object]
    state: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, object] | None = None


def clause(
    game: str,
    *actions: Mapping[str, object],
    expect: Mapping[str, object],
    preset: str = SEED,
    options: Mapping[str, object] | None = None,
    **state: Any,
) -> Clause:
    return Clause(game, preset, actions, expect, state, options)


def hold(told: Clause) -> None:
    """Fail with what differs."""
    result = ask(told.game, *told.actions, options=told.options, preset=told.preset, **told.state)
    assert {key: (told.expect[key], result.get(key)) for key in differing(told.expect, result)} == {}
