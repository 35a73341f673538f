"""Words that every dart game shares: players, darts, what a dart is worth, what it did."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NewType, TypeVar

from physics.darts.board import BULL, Ring, Segment

Player = NewType("Player", int)
"""Place in the throwing order of a leg, 0 = throws first."""

DARTS = 3
"""Darts of a turn."""


class Landing(StrEnum):
    """How a dart ended. `NOT_THROWN` used up its place in the turn; a miss or bounce-out was thrown."""

    SINGLE = "S"
    DOUBLE = "D"
    TRIPLE = "T"
    OUTER_BULL = "OB"
    INNER_BULL = "IB"
    MISS = "M"
    BOUNCE_OUT = "BO"
    NOT_THROWN = "NT"


MULTIPLIERS = {
    Landing.SINGLE: 1,
    Landing.DOUBLE: 2,
    Landing.TRIPLE: 3,
    Landing.OUTER_BULL: 1,
    Landing.INNER_BULL: 2,
}


@dataclass(frozen=True)
class Dart:
    """One dart: how it ended, its number (25 in the bull, 0 where it hit none), and its impact, ms after the turn's
    time zero. `zone` tells the inner (`i`) from the outer (`o`) single and never changes a score."""

    landing: Landing
    number: int = 0
    time: int = 0
    zone: str = ""

    @property
    def name(self) -> str:
        """`T20`, `S6`, `OB`, `M`, `NT`."""
        return f"{self.landing}{self.number}" if 0 < self.number < BULL else str(self.landing)

    @property
    def multiplier(self) -> int:
        """Single 1, double 2, triple 3, outer bull 1, inner bull 2, else 0. Marks follow it in every bull mode."""
        return MULTIPLIERS.get(self.landing, 0)

    @property
    def thrown(self) -> bool:
        """Whether a dart left the hand."""
        return self.landing is not Landing.NOT_THROWN


NOT_THROWN = Dart(Landing.NOT_THROWN)
MISS = Dart(Landing.MISS)

_LANDINGS = {
    Ring.INNER_BULL: Landing.INNER_BULL,
    Ring.OUTER_BULL: Landing.OUTER_BULL,
    Ring.INNER_SINGLE: Landing.SINGLE,
    Ring.OUTER_SINGLE: Landing.SINGLE,
    Ring.TRIPLE: Landing.TRIPLE,
    Ring.DOUBLE: Landing.DOUBLE,
    Ring.OUTSIDE: Landing.MISS,
}


def dart_in(segment: Segment, time: int = 0) -> Dart:
    """The dart that hit a segment of the board."""
    zone = segment.ring.value if segment.ring in (Ring.INNER_SINGLE, Ring.OUTER_SINGLE) else ""
    return Dart(_LANDINGS[segment.ring], segment.number, time, zone)


@dataclass(frozen=True)
class Bull:
    """What the bull is worth: a split one 25 and 50, a fat one 50 all over. Source: darts A.4.

    `outer_is_double`: in a fat bull, whether its outer part opens and closes like a double.
    """

    fat: bool = False
    outer_is_double: bool = True

    def value(self, dart: Dart) -> int:
        """Points of a dart: number × multiplier."""
        if self.fat and dart.landing is Landing.OUTER_BULL:
            return 2 * BULL
        return dart.number * dart.multiplier

    def is_double(self, dart: Dart) -> bool:
        """Whether the dart counts as a double for opening, closing and SUPER SCORE."""
        if dart.landing is Landing.OUTER_BULL:
            return self.fat and self.outer_is_double
        return dart.landing in (Landing.DOUBLE, Landing.INNER_BULL)


class Effect(StrEnum):
    """What a dart did in its game."""

    COUNTED = "counted"
    MISSED = "missed"
    NOT_THROWN = "not_thrown"
    NOT_OPEN = "not_open"
    BUST = "bust"
    FINISHED = "finished"
    PENALTY = "penalty"
    IGNORED = "ignored"
    LIT = "lit"
    VOID = "void"
    MARKED = "marked"
    CLOSED = "closed"
    SCORED = "scored"
    DEAD = "dead"
    STOPPED = "stopped"
    SHANGHAI = "shanghai"
    TIE_BREAK = "tie_break"


@dataclass(frozen=True)
class Thrown:
    """A dart with what came of it.

    points  added to the thrower's score (taken off in X01; 0 in a bust)
    effect  what it did
    marks   marks that closed or scored (cricket), runs, hits on the target
    before  the thrower's main number before it
    """

    dart: Dart
    points: int = 0
    effect: Effect = Effect.MISSED
    marks: int = 0
    before: int = 0


@dataclass(frozen=True)
class Turn:
    """A visit to the board: whose, in which round, its number in the leg (from 1), and its darts so far.

    `tie_break`: number of the tie-break turn it belongs to, 0 in the game itself.
    """

    player: Player
    round: int = 1
    number: int = 1
    thrown: tuple[Thrown, ...] = ()
    tie_break: int = 0

    @property
    def dart(self) -> int:
        """Number of the next dart, from 1."""
        return len(self.thrown) + 1

    @property
    def points(self) -> int:
        """Points of the turn; a bust has none."""
        return 0 if self.bust else sum(thrown.points for thrown in self.thrown)

    @property
    def bust(self) -> bool:
        """Whether the turn ended in a bust."""
        return any(thrown.effect is Effect.BUST for thrown in self.thrown)

    def with_dart(self, thrown: Thrown) -> Turn:
        """The turn with one more dart."""
        return replace(self, thrown=(*self.thrown, thrown))


Item = TypeVar("Item")


def with_item(items: tuple[Item, ...], player: Player, item: Item) -> tuple[Item, ...]:
    """One value per player, with the value of this player changed."""
    return (*items[:player], item, *items[player + 1 :])
