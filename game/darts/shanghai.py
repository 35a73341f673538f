"""SHANGHAI: the numbers in order, then the bull; single, double and triple in a turn win. Source: darts C.11."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from game.darts.dart_game import DartGame, Detail, Scored
from game.darts.vocabulary import DARTS, Bull, Dart, Effect, Player, Turn, with_item
from physics.darts.board import BULL

LADDER = (*range(1, 21), BULL)


class ShanghaiMode(StrEnum):
    """Whether everybody climbs the numbers at his own pace, or the round's number counts for all."""

    PROGRESS = "progress"
    ROUNDS = "rounds"


@dataclass(frozen=True)
class Shanghai(DartGame):
    """The state of SHANGHAI. `steps`: place on the ladder per player, from 1; beyond the last he has completed it."""

    scores: tuple[int, ...]
    steps: tuple[int, ...]
    mode: ShanghaiMode = ShanghaiMode.PROGRESS

    def step(self, turn: Turn) -> int:
        """The place on the ladder that counts for the thrower now, from 1."""
        return self.steps[turn.player] if self.mode is ShanghaiMode.PROGRESS else turn.round

    def score(self, turn: Turn, dart: Dart) -> Scored[Self]:
        """A dart on the target scores number × multiplier (bull 25 and 50 always) and, in `progress`, moves it on."""
        step = self.step(turn)
        if step > len(LADDER) or dart.number != LADDER[step - 1] or not dart.multiplier:
            return Scored(self, effect=Effect.IGNORED if dart.multiplier else Effect.MISSED)
        value = dart.number * dart.multiplier
        after = replace(self, scores=with_item(self.scores, turn.player, self.scores[turn.player] + value))
        if self.mode is ShanghaiMode.PROGRESS:
            after = replace(after, steps=with_item(self.steps, turn.player, step + 1))
        if _is_shanghai(turn, dart):
            return Scored(after, value, Effect.SHANGHAI, 1, winners=(turn.player,))
        return Scored(after, value, Effect.COUNTED, 1)

    def score_of(self, player: Player) -> int:
        """Points so far."""
        return self.scores[player]

    def round_settles(self) -> bool:
        """In `progress` the game ends with the round in which somebody completes the ladder."""
        return self.mode is ShanghaiMode.PROGRESS and max(self.steps) > len(LADDER)

    def details_of(self, player: Player) -> Mapping[str, Detail]:
        """The place on the ladder."""
        return {"target": self.steps[player]} if self.mode is ShanghaiMode.PROGRESS else {}

    def details(self, turn: Turn) -> Mapping[str, Detail]:
        """The target, the kinds collected in this turn, and whether the third dart can make a SHANGHAI."""
        step = self.step(turn)
        if turn.tie_break or step > len(LADDER):
            return {}
        kinds = _kinds(turn)
        chance = turn.dart == DARTS and len(kinds) == DARTS - 1
        return {
            "target": LADDER[step - 1],
            "kinds": "".join("SDT"[kind - 1] for kind in sorted(kinds)),
            "chance": chance,
        }


def _kinds(turn: Turn) -> frozenset[int]:
    """Kinds hit on target in the turn: 1 single, 2 double, 3 triple."""
    return frozenset(thrown.dart.multiplier for thrown in turn.thrown if thrown.effect is Effect.COUNTED)


def _is_shanghai(turn: Turn, dart: Dart) -> bool:
    return turn.dart == DARTS and len(_kinds(turn) | {dart.multiplier}) == DARTS


def fresh(players: int, bull: Bull, mode: ShanghaiMode) -> Shanghai:
    """SHANGHAI before its first dart."""
    return Shanghai(players, bull, (0,) * players, (1,) * players, mode)
