"""SOLO: one player, ten rounds of HIGH SCORE or 301, and a handicap number at the end. Source: darts C.2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from game.darts.count_up import HighScore
from game.darts.dart_game import DartGame, Detail, Scored
from game.darts.handicap import handicap_finished, handicap_scored
from game.darts.vocabulary import DARTS, Bull, Dart, Effect, Player, Turn
from game.darts.x01 import X01
from game.darts.x01 import fresh as fresh_x01

ROUNDS = 10
START = 301


class SoloMode(StrEnum):
    """What is played for the number."""

    HI_SCORE = "hi_score"
    DOWN_FROM_301 = "301"


@dataclass(frozen=True)
class Solo(DartGame):
    """A game of one player inside SOLO, and its number once it is over.

    slots     place of the finishing dart among all darts that could have been thrown, 0 before
    complete  the rounds are over
    """

    inner: HighScore | X01
    slots: int = 0
    complete: bool = False

    def score(self, turn: Turn, dart: Dart) -> Scored[Self]:
        """As in the inner game; skipped darts keep their place, so skipping never helps."""
        scored: Scored[HighScore] | Scored[X01] = self.inner.score(turn, dart)
        finished = scored.effect is Effect.FINISHED
        slots = DARTS * (turn.round - 1) + turn.dart if finished else 0
        after = replace(self, inner=scored.game, slots=slots)
        return Scored(after, scored.points, scored.effect, scored.marks, scored.ends_turn, scored.winners)

    def score_of(self, player: Player) -> int:
        """Points, or points remaining."""
        return self.inner.score_of(player)

    def turn_begun(self, turn: Turn) -> Self:
        """As in the inner game."""
        return replace(self, inner=self.inner.turn_begun(turn))

    def settled(self, winners: tuple[Player, ...]) -> Self:
        """The number stands from now on; who gave up has none."""
        return replace(self, complete=bool(winners))

    @property
    def handicap(self) -> int | None:
        """The handicap number, 0 to 99; None before the end."""
        if not self.complete:
            return None
        if self.slots:
            return handicap_finished(START, self.slots)
        total = self.inner.score_of(Player(0))
        return handicap_scored(START - total if isinstance(self.inner, X01) else total)

    def details_of(self, player: Player) -> Mapping[str, Detail]:
        """The number, shown with two digits after the end."""
        del player
        return {} if self.handicap is None else {"handicap": self.handicap}


def fresh(bull: Bull, mode: SoloMode) -> Solo:
    """SOLO before its first dart."""
    inner = HighScore(1, bull, (0,)) if mode is SoloMode.HI_SCORE else fresh_x01(1, bull, (START,))
    return Solo(1, bull, inner)
