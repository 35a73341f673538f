"""A dart player: takes the checkout that the board shows, else scores where its spread allows, game by game."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping

from client_protocol.notices import RoomState
from client_protocol.values import DartsTable, SideState
from loadtest.players.board import CLOCKWISE, Aim, aim_at
from loadtest.players.decisions import Choose, Decision, PassDarts, Throw

BULL = 25
CRICKET_ORDER = (20, 19, 18, 17, 16, 15, BULL)
GOOD_LEAVES = (32, 40, 36, 24, 20, 16, 8, 4, 2)
"""What is best left for a double, best first."""
TRIPLE_TWENTY_UP_TO = 16.4
"""Spread (mm) up to which the triple 20 scores most (darts B.3); then the 19, then the middle."""
TRIPLE_NINETEEN_UP_TO = 28.0


REACH = 249.9
"""mm from the centre within which an aim may lie."""

SWAY_PERIODS = (1.7, 2.3)
"""s, sideways and up and down (docs/darts.md)."""

LEVELS: Mapping[str, float] = {
    "elite": 7.0,
    "professional": 8.5,
    "very_good": 12.0,
    "league": 16.0,
    "pub": 25.0,
    "beginner": 40.0,
    "first_evening": 60.0,
}
"""Spread (mm per axis) of a player of each level (darts B.3)."""


class DartPlayer:
    """Chooses the segment. The spread is the server's; a player of a level adds his own to it, up to that level's."""

    def __init__(self, seed: int = 0, level: str | None = None) -> None:
        self._chance = random.Random(seed)
        self._refusals = 0
        self._spread = 0.0 if level is None else LEVELS[level]

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
        floor = _measure(table, "noise_mm")
        segment = choose_segment(state, table, seat, max(self._spread, floor))
        own = math.sqrt(max(0.0, self._spread**2 - floor**2))
        return Throw(self._shaken(aim_at(segment, board), own))

    def _shaken(self, aim: Aim, spread: float) -> Aim:
        """The aim with what this player's hand adds."""
        if not spread:
            return aim
        return within_reach((self._chance.gauss(aim[0], spread), self._chance.gauss(aim[1], spread)))

    def refused(self, decision: Decision, code: str) -> None:
        """After some refusals the darts left are given up."""
        del decision, code
        self._refusals += 1


def steadied(aim: Aim, table: DartsTable, now: float) -> Aim:
    """The aim that hits this point although the hand sways, let go at `now`: bots have no error of their own there."""
    amplitude, held = _measure(table, "sway_mm"), max(0.0, now - _measure(table, "opens"))
    if not amplitude:
        return aim
    across, up = (
        amplitude * math.sin(2.0 * math.pi * held / period + _measure(table, phase))
        for period, phase in zip(SWAY_PERIODS, ("sway_x", "sway_y"), strict=True)
    )
    return within_reach((aim[0] - across, aim[1] - up))


def within_reach(aim: Aim) -> Aim:
    """The aim, drawn in to where the board ends."""
    distance = math.hypot(*aim)
    return aim if distance <= REACH else (aim[0] * REACH / distance, aim[1] * REACH / distance)


def _measure(table: DartsTable, name: str) -> float:
    """A number that the board shows; 0 where it shows none."""
    value = table.details.get(name)
    return float(value) if isinstance(value, int | float) else 0.0


def choose_segment(state: RoomState, table: DartsTable, seat: int, spread: float | None = None) -> str:
    """The segment to aim at; `spread` of the player, else that of the board."""
    spread = _measure(table, "noise_mm") if spread is None else spread
    side = state.sides[seat]
    target = table.details.get("target")
    if state.phase in ("lag", "tie_break"):
        return _outside_the_game(state, table, spread)
    match state.game:
        case "x01" | "solo" if "out" in table.details:
            return _count_down(side, table, spread)
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
            return _scoring(table, spread)


def _outside_the_game(state: RoomState, table: DartsTable, spread: float) -> str:
    """In the bull-off the bull; in a tie-break what counts there."""
    if state.phase == "lag":
        return "IB"
    return {"baseball": "IB", "low_score": "S1"}.get(state.game) or _scoring(table, spread)


def _scoring(table: DartsTable, spread: float) -> str:
    """Where most points are to be had with this spread."""
    if table.details.get("bull") == "fat":
        return "IB"
    if spread <= TRIPLE_TWENTY_UP_TO:
        return "T20"
    return "T19" if spread <= TRIPLE_NINETEEN_UP_TO else "S11i"


def _count_down(side: SideState, table: DartsTable, spread: float) -> str:
    """The checkout shown, or the way to one."""
    if side.details.get("opened") is False:
        return {"double": "D20", "master": "T20"}.get(str(table.details.get("in")), "T20")
    hint = table.details.get("hint")
    if isinstance(hint, str) and hint:
        return hint.split()[0]
    left = side.score
    if left > 110:
        return _scoring(table, spread)
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
