"""What people are told in every written case of carom and pyramid: rule, sentence, evidence, options, scoreboards.

`python -m tests.game.golden_rulings` writes the golden file anew; what changes in it is to be read.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from game.case_actions import read_action
from game.case_fields import Field
from game.catalog import CUE_GAMES
from game.cue_cases import _opened, shown
from game.errors import IllegalAction
from game.rulings import Ruling
from game.vocabulary import Family, GameKind, Seat

CASES = Path(__file__).parents[1] / "cases"
GOLDEN = Path(__file__).parents[1] / "golden" / "rulings.json"
FAMILIES = (Family.CAROM, Family.PYRAMID)
SHOWN = ("rules", "text", "evidence", "options", "runs", "shelves", "debts", "zones", "last_was_safety", "outcome")


def told(case: dict[str, Any]) -> list[list[Any]]:
    """For each action of a case what was told, and after the last one what the scoreboard and the table show."""
    rules = CUE_GAMES[GameKind(case["game"])]
    running = _opened(rules, Field(case))
    lines: list[list[Any]] = []
    for action in case.get("actions", [case.get("action")]):
        told_action = read_action(rules, running.state, running.players, Field(action))
        try:
            running, ruling = running.after(told_action)
        except IllegalAction as refusal:
            lines.append([refusal.code.value, refusal.path, refusal.text])
            ruling = Ruling()
            continue
        result = shown(running, ruling)
        lines.append([result[name] for name in SHOWN if result.get(name)])
    state = running.state
    seats = [Seat(seat) for seat in range(state.setting.seats)]
    lines.append([dict(rules.details(state, seat)) for seat in seats])
    lines.append([dict(rules.table_details(state)), list(rules.strikes(state)), len(rules.strikable(state))])
    return lines


def cases() -> dict[str, dict[str, Any]]:
    """Every case of carom and pyramid by its file and name."""
    found = {}
    for path in sorted(CASES.glob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")):
            kind = case["game"]
            if kind in CUE_GAMES and CUE_GAMES[GameKind(kind)].family in FAMILIES:
                found[f"{path.stem} {case['id']}"] = case
    return found


def build() -> str:
    """The golden file: a line for each case."""
    lines = [
        f"{json.dumps(name)}: {json.dumps(told(case), ensure_ascii=False, sort_keys=True)}"
        for name, case in cases().items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    GOLDEN.write_text(build(), encoding="utf-8")
