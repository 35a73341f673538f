"""A dart player: takes the checkout that the board shows, else scores where its spread allows, game by game."""

from __future__ import annotations

import math
import random

from client_protocol.notices import RoomState
from client_protocol.values import DartsTable, SideState
from loadtest.players.board import CLOCKWISE, aim_at
from loadtest.players.decisions import Choose, Decision, PassDarts, Throw

BULL = 25
CRICKET_ORDER = (20, 19, 18, 17, 16, 15, BULL)
GOOD_LEAVES = (32, 40, 36, 24, 20, 16, 8, 4, 2)
"""What is best left for a double, best first."""
TRIPLE_TWENTY_UP_TO = 16.4
"""Spread (mm) up to which the triple 20 scores most (darts B.3); then the 19, then the middle."""
TRIPLE_NINETEEN_UP_TO = 28.0


class DartPlayer:
    """Chooses the segment; the spread is the server's."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = random.Random(seed)
        self._refusals = 0

    def decide(self, state: RoomState, seat: int) -> Decision:
        """Aim at what the game asks for."""
        table = state.darts
        assert table is not None
        if state.options_offered:
            return Choose(state.options_offered[0])
        if self._refusals > 2:
            self._refusals = 0
            return PassDarts()
        board = str(table.details.get("board", "steel"))
        return Throw(aim_at(choose_segment(state, table, seat), board))

    def refused(self, decision: Decision, code: str) -> None:
        """After some refusals the darts left are given up."""
        del decision, code
        self._refusals += 1


def choose_segment(state: RoomState, table: DartsTable, seat: int) -> str:
    """The segment to aim at."""
    side = state.sides[seat]
    target = table.details.get("target")
    if state.phase in ("lag", "tie_break"):
        return _outside_the_game(state, table)
    match state.game:
        case "x01" | "solo" if "out" in table.details:
            return _count_down(side, table)
        case "cricket":
            return _cricket(side, table)
        case "scram":
            return _scram(table)
        case "low_score":
            return "S1"
        case "pub_game" if target == "bull":
            return "IB"
        case "super_100":
            return _lit(table)
        case _ if isinstance(target, int) and not isinstance(target, bool):
            return "IB" if target == BULL else f"T{target}"
        case _:
            return _scoring(table)


def _outside_the_game(state: RoomState, table: DartsTable) -> str:
    """In the bull-off the bull; in a tie-break what counts there."""
    if state.phase == "lag":
        return "IB"
    return {"baseball": "IB", "low_score": "S1"}.get(state.game) or _scoring(table)


def _scoring(table: DartsTable) -> str:
    """Where most points are to be had with this spread."""
    spread = table.details.get("noise_mm", 0.0)
    if table.details.get("bull") == "fat":
        return "IB"
    if not isinstance(spread, int | float) or spread <= TRIPLE_TWENTY_UP_TO:
        return "T20"
    return "T19" if spread <= TRIPLE_NINETEEN_UP_TO else "S11i"


def _count_down(side: SideState, table: DartsTable) -> str:
    """The checkout shown, or the way to one."""
    if side.details.get("opened") is False:
        return {"double": "D20", "master": "T20"}.get(str(table.details.get("in")), "T20")
    hint = table.details.get("hint")
    if isinstance(hint, str) and hint:
        return hint.split()[0]
    left = side.score
    if left > 110:
        return _scoring(table)
    if table.details.get("out") == "open":
        return "T20" if left > 60 else f"S{min(20, max(1, left))}"
    return _leave_a_double(left)


def _leave_a_double(left: int) -> str:
    """A single after which a good double is left; the triple 20 while that is far."""
    for leave in GOOD_LEAVES:
        if 1 <= left - leave <= 20:
            return f"S{left - leave}"
    return "T20" if left > 80 else f"S{max(1, min(20, left - 2))}"


def _cricket(side: SideState, table: DartsTable) -> str:
    """Open the highest number that is not closed, then score on what is open to one alone."""
    marks = str(side.details.get("marks", ""))
    count = [math.floor(float(mark)) if mark.isdigit() else 0 for mark in marks.replace("-", "")]
    dead = str(table.details.get("dead", "")).split()
    for number, done in zip(CRICKET_ORDER, count or [0] * 7, strict=False):
        if done < 3 and str(number) not in dead:
            return "IB" if number == BULL else f"T{number}"
    scoring = str(table.details.get("scoring", "")).split()
    if scoring and scoring[0].isdigit():
        return "IB" if int(scoring[0]) == BULL else f"T{scoring[0]}"
    return "T20"


def _lit(table: DartsTable) -> str:
    """Where the light starts: a dart thrown at once lands before it has run on."""
    start = table.details.get("light_index")
    return f"S{CLOCKWISE[start]}i" if isinstance(start, int) and 0 <= start < len(CLOCKWISE) else "T20"


def _scram(table: DartsTable) -> str:
    """The highest number that is not stopped; stopping needs a single only."""
    stopped = set(str(table.details.get("stopped", "")).split())
    for number in range(20, 0, -1):
        if str(number) not in stopped:
            return f"T{number}" if table.details.get("role") == "scorer" else f"S{number}"
    return "IB"
