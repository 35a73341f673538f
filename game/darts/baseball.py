"""BASEBALL: in every inning the sector of its number counts runs; extra innings at the bull. Source: darts C.5."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from game.darts.dart_game import DartGame, Detail, Scored
from game.darts.vocabulary import Bull, Dart, Effect, Player, Turn, with_item
from physics.darts.board import BULL


@dataclass(frozen=True)
class Baseball(DartGame):
    """The state of BASEBALL: runs per player."""

    runs: tuple[int, ...]

    def score(self, turn: Turn, dart: Dart) -> Scored[Self]:
        """Single, double, triple of the inning's number: one, two, three runs."""
        if dart.number != turn.round or not dart.multiplier:
            return Scored(self, effect=Effect.IGNORED if dart.multiplier else Effect.MISSED)
        return Scored(self._with_runs(turn.player, dart), dart.multiplier, Effect.COUNTED, marks=dart.multiplier)

    def score_of(self, player: Player) -> int:
        """Runs so far."""
        return self.runs[player]

    def tie_dart(self, player: Player, dart: Dart) -> tuple[Self, int]:
        """An extra inning aims at the bull: outer one run, inner two, and they are added to the score."""
        if dart.number != BULL:
            return self, 0
        return self._with_runs(player, dart), dart.multiplier

    def details(self, turn: Turn) -> Mapping[str, Detail]:
        """The number that counts."""
        return {"target": BULL if turn.tie_break else turn.round}

    def _with_runs(self, player: Player, dart: Dart) -> Self:
        return replace(self, runs=with_item(self.runs, player, self.runs[player] + dart.multiplier))


def fresh(players: int, bull: Bull) -> Baseball:
    """BASEBALL before its first dart."""
    return Baseball(players, bull, (0,) * players)
