"""X01: count down from 180, 301, 501, 701 or 901 to exactly zero. Source: darts C.1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from game.darts.dart_game import DartGame, Detail, Scored
from game.darts.vocabulary import Bull, Dart, Effect, Landing, Player, Turn, with_item
from game.vocabulary import OptionValue

ROUNDS = {180: 5, 301: 10, 501: 15, 701: 20, 901: 25}
"""Rounds that belong to each start."""


class Condition(StrEnum):
    """What a dart must be to open or close: anything, a double, or a double or triple."""

    OPEN = "open"
    DOUBLE = "double"
    MASTER = "master"

    def met_by(self, dart: Dart, bull: Bull) -> bool:
        """Whether the dart opens or closes under this condition."""
        if self is Condition.OPEN:
            return True
        return bull.is_double(dart) or (self is Condition.MASTER and dart.landing is Landing.TRIPLE)


_STRICTNESS = (Condition.OPEN, Condition.MASTER, Condition.DOUBLE)
_BUTTONS = {
    "seed": {"double_in": ("in", Condition.MASTER), "double_out": ("out", Condition.MASTER)},
    "standard": {"double_in": ("in", Condition.DOUBLE), "double_out": ("out", Condition.DOUBLE)},
}


def conditions(pack: str, options: Mapping[str, OptionValue]) -> tuple[Condition, Condition]:
    """The in and the out condition from both axes and the machine's buttons as a rule pack reads them.

    In the `seed` pack DOUBLE IN and DOUBLE OUT take triples too and MASTER OUT also asks for them at the start; where
    several buttons speak of the same end, the strictest counts.
    """
    asked = {"in": [Condition(str(options["in"]))], "out": [Condition(str(options["out"]))]}
    for button, (end, condition) in _BUTTONS[pack].items():
        if options[button]:
            asked[end].append(condition)
    if options["master_out"]:
        asked["out"].append(Condition.MASTER)
        if pack == "seed":
            asked["in"].append(Condition.MASTER)
    return max(asked["in"], key=_STRICTNESS.index), max(asked["out"], key=_STRICTNESS.index)


@dataclass(frozen=True)
class X01(DartGame):
    """The state of X01.

    remaining  points left, per player
    opened     whether his darts count, per player
    opening    what opens; closing: what may bring him to zero
    equal      the round is completed after a finish
    fallback   remaining and opened at the start of the open turn: a bust returns there
    finished   darts of the turn that brought a player to zero, 0 before
    """

    remaining: tuple[int, ...]
    opened: tuple[bool, ...]
    opening: Condition = Condition.OPEN
    closing: Condition = Condition.OPEN
    equal: bool = False
    fallback: tuple[int, bool] = (0, False)
    finished: tuple[int, ...] = ()

    def score(self, turn: Turn, dart: Dart) -> Scored[Self]:
        """Take the dart off, or bust: below zero, zero with the wrong dart, or one left that no dart can close."""
        player = turn.player
        if not self.opened[player] and not self.opening.met_by(dart, self.bull):
            return Scored(self, effect=Effect.NOT_OPEN if dart.multiplier else Effect.MISSED)
        value = self.bull.value(dart)
        if value == 0:
            return Scored(self)
        left = self.remaining[player] - value
        closes = left == 0 and self.closing.met_by(dart, self.bull)
        if left < 0 or (left == 0 and not closes) or (left == 1 and self.closing is not Condition.OPEN):
            return Scored(self._with(player, *self.fallback), effect=Effect.BUST, ends_turn=True)
        after = self._with(player, left, True)
        if not closes:
            return Scored(after, value, Effect.COUNTED)
        if self.equal:
            after = replace(after, finished=with_item(after.finished, player, turn.dart))
            return Scored(after, value, Effect.FINISHED, ends_turn=True)
        return Scored(after, value, Effect.FINISHED, winners=(player,))

    def score_of(self, player: Player) -> int:
        """Points remaining."""
        return self.remaining[player]

    def rank(self, player: Player) -> tuple[int, ...]:
        """Who finished, with fewest darts in that turn; then least remaining."""
        if self.finished[player]:
            return 1, -self.finished[player]
        return 0, -self.remaining[player]

    def turn_begun(self, turn: Turn) -> Self:
        """Remember where a bust returns to."""
        return replace(self, fallback=(self.remaining[turn.player], self.opened[turn.player]))

    def round_settles(self) -> bool:
        """With `equal`: somebody has finished and all have had as many turns."""
        return any(self.finished)

    def details_of(self, player: Player) -> Mapping[str, Detail]:
        """The `opened` lamp."""
        return {"opened": self.opened[player]}

    def details(self, turn: Turn) -> Mapping[str, Detail]:
        """What opens and what closes."""
        del turn
        return {"in": self.opening.value, "out": self.closing.value}

    def _with(self, player: Player, remaining: int, opened: bool) -> Self:
        return replace(
            self,
            remaining=with_item(self.remaining, player, remaining),
            opened=with_item(self.opened, player, opened),
        )


def fresh(
    players: int,
    bull: Bull,
    starts: tuple[int, ...],
    ends: tuple[Condition, Condition] = (Condition.OPEN, Condition.OPEN),
    equal: bool = False,
) -> X01:
    """A game before its first dart; `starts` per player, `ends` the in and the out condition."""
    opening, closing = ends
    opened = (opening is Condition.OPEN,) * players
    return X01(players, bull, starts, opened, opening, closing, equal, finished=(0,) * players)
