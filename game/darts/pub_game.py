"""PUB GAME: one turn against a counter that runs down from 10; the bull counts times the counter. Source: darts C.3."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from game.darts.dart_game import DartGame, Detail, Scored
from game.darts.vocabulary import Bull, Dart, Effect, Player, Turn, with_item
from physics.darts.board import BULL

COUNTER = 10
COUNTDOWN = 3.0
"""s shown before the counter starts."""


class PubTarget(StrEnum):
    """What counts: the bull alone, or every segment."""

    BULL = "bull"
    ANY = "any"


def counter_at(time: int, step: int) -> int:
    """The counter `time` ms after the turn's time zero, one step down every `step` ms."""
    return max(0, COUNTER - max(0, time) // step)


@dataclass(frozen=True)
class PubGame(DartGame):
    """The state of PUB GAME. `step`: ms between two counts."""

    scores: tuple[int, ...]
    step: int = 1000
    target: PubTarget = PubTarget.BULL

    def score(self, turn: Turn, dart: Dart) -> Scored[Self]:
        """Count the dart at its impact; one that lands when the counter is down is void and ends the turn."""
        factor = counter_at(dart.time, self.step)
        if factor == 0:
            return Scored(self, effect=Effect.VOID, ends_turn=True)
        if not dart.multiplier:
            return Scored(self)
        if self.target is PubTarget.BULL and dart.number != BULL:
            return Scored(self, effect=Effect.IGNORED)
        value = self.bull.value(dart) * factor
        scores = with_item(self.scores, turn.player, self.scores[turn.player] + value)
        return Scored(replace(self, scores=scores), value, Effect.COUNTED, marks=1)

    def score_of(self, player: Player) -> int:
        """Points so far."""
        return self.scores[player]

    def lead_in(self, turn: Turn, new_round: bool) -> float:
        """Three, two, one."""
        del turn, new_round
        return COUNTDOWN

    def runs_out(self) -> float | None:
        """When the counter is down."""
        return COUNTER * self.step / 1000.0

    def details(self, turn: Turn) -> Mapping[str, Detail]:
        """What a client needs to draw the counter from the turn's time zero."""
        del turn
        return {"lights": "pub", "step_ms": self.step, "target": self.target.value}


def fresh(players: int, bull: Bull, step: int, target: PubTarget) -> PubGame:
    """PUB GAME before its first dart."""
    return PubGame(players, bull, (0,) * players, step, target)
