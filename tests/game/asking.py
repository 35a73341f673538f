"""The shortest way to ask the rules something: a state and what happens, in the words of the written cases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.judge import judge_case


def shot(events: str, **more: object) -> dict[str, object]:
    return {"type": "shot", "events": events, **more}


def choose(option: str, **more: object) -> dict[str, object]:
    return {"type": "choose", "option": option, **more}


def referee(do: str, **more: object) -> dict[str, object]:
    return {"type": "referee", "do": do, **more}


def ask(
    game: str, *actions: Mapping[str, object], options: object = None, preset: str | None = None, **state: Any
) -> dict[str, Any]:
    """What the rules answer to the last action."""
    case: dict[str, object] = {
        "id": "asked",
        "game": game,
        "state": state,
        "actions": [dict(action) for action in actions],
    }
    if options is not None:
        case["options"] = options
    if preset is not None:
        case["preset"] = preset
    answer = judge_case(case)
    assert answer.error is None, answer.error
    assert answer.result is not None
    return answer.result
