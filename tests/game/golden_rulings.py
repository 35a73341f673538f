"""What people are told in every written case of a cue game: rule, sentence, evidence, options, scoreboards.

`python -m tests.game.golden_rulings` writes the golden files anew; what changes in them is to be read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from game.carom.turns import CaromOwn
from game.case_actions import read_action
from game.case_fields import Field
from game.catalog import CUE_GAMES
from game.cue_cases import _opened, shown
from game.cue_game import SHOOTING
from game.cue_state import CueState
from game.errors import IllegalAction
from game.pyramid.books import Pyramid
from game.rulings import Ruling
from game.vocabulary import Family, GameKind, Seat

CASES = Path(__file__).parents[1] / "cases"
GOLDEN = Path(__file__).parents[1] / "golden"
FILES = {"rulings": (Family.CAROM, Family.PYRAMID), "rulings_pool": (Family.POOL,)}
"""The golden files, and the families of games in each."""

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
        lines.append([ruling.points, ruling.continues, list(ruling.winner), rounded(ruling.spotted)])
    state = running.state
    seats = [Seat(seat) for seat in range(state.setting.seats)]
    lines.append([set_ones(rules.details(state, seat)) for seat in seats])
    is_told = state.phase in SHOOTING or state.setting.family is not Family.POOL  # an empty pool table has no ball on
    table = set_ones(rules.table_details(state)) if is_told else {}
    lines.append([table, list(rules.strikes(state)), len(rules.strikable(state))])
    lines.append([set_ones(kept(state)), rounded(state.positions)])
    return lines


def rounded(places: Mapping[Any, tuple[float, float]]) -> dict[str, list[float]]:
    """Places to a micrometre."""
    return {ball: [round(x, 6), round(y, 6)] for ball, (x, y) in sorted(places.items())}


def set_ones(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that say something; nought, no and nothing are left out."""
    return {name: value for name, value in values.items() if value or value is None}


def kept(state: CueState) -> dict[str, Any]:
    """What the state remembers and nobody is told at once."""
    told: dict[str, Any] = {"phase": state.phase.value, "breaker": state.breaker, "hand": state.hand_ball}
    told |= {"cue_ball": state.cue_ball.value, "run": state.run, "innings": state.innings, "shots": state.shots}
    if state.offer is not None:
        told["offer"] = [state.offer.to, state.offer.blocking, state.offer.seconds]
    told["frozen"] = sorted(sorted(pair) for pair in state.frozen.balls)
    own = state.own
    if state.setting.family is Family.POOL:
        told |= {field.name: str(getattr(own, field.name)) for field in fields(own)}
        told |= {"warned": state.warned_at, "rack_due": state.rack_due, "resumed": state.resumed}
    if isinstance(own, CaromOwn):
        told |= {"left": own.time_outs, "tie_runs": own.tie_runs, "turn": own.first_turn, "inside": sorted(own.inside)}
        told |= {"ranked": own.ranked, "closed": own.closed, "last": own.last_stroke is not None}
    if isinstance(own, Pyramid):
        told |= {"safeties": own.safeties, "asked": own.asked, "proposer": own.proposer, "opener": own.opener}
        told |= {"bars": own.bars_cue, "closed": own.closed, "last": own.last is not None}
        told["pending"] = None if own.pending is None else [own.pending.taker, own.pending.is_penalty]
    return told


def cases(families: tuple[Family, ...]) -> dict[str, dict[str, Any]]:
    """Every case of some families of games by its file and name."""
    found = {}
    for path in sorted(CASES.glob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")):
            kind = case["game"]
            if kind in CUE_GAMES and CUE_GAMES[GameKind(kind)].family in families:
                found[f"{path.stem} {case['id']}"] = case
    return found


def build(families: tuple[Family, ...]) -> str:
    """A golden file: a line for each case."""
    lines = [
        f"{json.dumps(name)}: {json.dumps(told(case), ensure_ascii=False, sort_keys=True)}"
        for name, case in cases(families).items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    for stem, played in FILES.items():
        (GOLDEN / f"{stem}.json").write_text(build(played), encoding="utf-8")
