"""What the rules answer to an action: the ruling, and the evidence it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from game.vocabulary import Ball, Foul, Outcome, Point, Seat

CLOSE_MM = 0.1
"""A margin up to this makes a ruling a near call."""

CLOSE_MS = 0.2
"""Likewise in time: the tie window (pool B.10)."""


@dataclass(frozen=True)
class Evidence:
    """A contact that a ruling rests on: its token in the log, when (s), by how much it was clear."""

    token: str
    time: float
    margin_mm: float | None = None
    margin_ms: float | None = None

    @property
    def close(self) -> bool:
        """Whether it could nearly have been seen the other way."""
        near = self.margin_mm is not None and abs(self.margin_mm) <= CLOSE_MM
        return near or (self.margin_ms is not None and abs(self.margin_ms) <= CLOSE_MS)


@dataclass(frozen=True)
class Ruling:
    """What the rules answered, each point with the rule's number.

    rules      numbers of the rules applied ("5.6", "T25", "darts C.1")
    fouls      every foul that happened; one is counted
    points     won or lost by the one who acted
    continues  he stays at the table
    outcome    how a game ended or why it starts again; winner: of the game, several share it
    games      how many games the outcome is worth: two after unsporting conduct at the end of one (2.28)
    spotted    balls put back: name to place, m
    evidence   the contacts it rests on
    text       one plain sentence
    erased     the run was erased (four-ball T43)
    bust       the visit was a bust (darts C.1)
    corrected  whose turn was recalculated, and its number in the leg; `points` is what it is worth now (darts B.6)
    """

    rules: tuple[str, ...] = ()
    fouls: tuple[Foul, ...] = ()
    points: int = 0
    continues: bool = False
    outcome: Outcome | None = None
    winner: tuple[Seat, ...] = ()
    games: int = 1
    spotted: Mapping[Ball, Point] = field(default_factory=dict)
    evidence: tuple[Evidence, ...] = ()
    text: str = ""
    erased: bool = False
    bust: bool = False
    corrected: tuple[Seat, int] | None = None

    @property
    def close(self) -> bool:
        """Whether the referee should look at it."""
        return any(item.close for item in self.evidence)
