"""Clauses as tables: a state, what happens, and what must hold after it, in the words of the written cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from game.cue_cases import differing
from tests.game.asking import ask


@dataclass(frozen=True)
class Clause:
    """One clause of the rules: the actions of a game in a state, and what they lead to."""

    actions: tuple[Mapping[str, object], ...]
    expect: Mapping[str, object]
    state: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, object] | None = None


def clause(
    *actions: Mapping[str, object],
    expect: Mapping[str, object],
    options: Mapping[str, object] | None = None,
    **state: Any,
) -> Clause:
    return Clause(actions, expect, state, options)


def hold(game: str, told: Clause) -> None:
    """Fail with what differs."""
    result = ask(game, *told.actions, options=told.options, **told.state)
    assert {key: result.get(key) for key in differing(told.expect, result)} == {}
