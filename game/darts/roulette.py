"""ROULETTE: a number is drawn for every round, and only darts on it count. Source: darts C.12."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from game import draws
from game.darts.dart_game import DartGame, Detail, Scored
from game.darts.vocabulary import Bull, Dart, Effect, Player, Turn, with_item
from physics.darts.board import BULL

SPIN = 3.0
"""s that the light spins."""

TARGETS = (*range(1, 21), BULL)


def drawn_targets(key: bytes, game_id: str, rounds: int) -> tuple[int, ...]:
    """A different number for each round, the same for all players. Raises ValueError beyond 21 rounds."""
    return draws.pick(key, f"{game_id}/roulette/draw", TARGETS, rounds)


def spun_targets(key: bytes, game_id: str, rounds: int, players: int) -> tuple[tuple[int, ...], ...]:
    """Option `spin_each_turn`: a number for each round and player."""
    return tuple(
        tuple(
            TARGETS[draws.below(key, f"{game_id}/roulette/r{number}/p{player}", len(TARGETS))]
            for player in range(players)
        )
        for number in range(1, rounds + 1)
    )


@dataclass(frozen=True)
class Roulette(DartGame):
    """The state of ROULETTE: points, and the target of every round and player; it is told when its round comes.

    `each_turn`: a new number was drawn for each player.
    """

    scores: tuple[int, ...]
    targets: tuple[tuple[int, ...], ...]
    each_turn: bool = False

    def target(self, turn: Turn) -> int:
        """The number that counts in this turn."""
        return self.targets[turn.round - 1][turn.player]

    def score(self, turn: Turn, dart: Dart) -> Scored[Self]:
        """Single, double, triple of the drawn number 1, 2, 3; outer bull 1, inner bull 2, in every bull mode."""
        if dart.number != self.target(turn) or not dart.multiplier:
            return Scored(self, effect=Effect.IGNORED if dart.multiplier else Effect.MISSED)
        scores = with_item(self.scores, turn.player, self.scores[turn.player] + dart.multiplier)
        return Scored(replace(self, scores=scores), dart.multiplier, Effect.COUNTED, marks=dart.multiplier)

    def score_of(self, player: Player) -> int:
        """Points so far."""
        return self.scores[player]

    def lead_in(self, turn: Turn, new_round: bool) -> float:
        """The light spins before a round, with `spin_each_turn` before every turn."""
        del turn
        return SPIN if new_round or self.each_turn else 0.0

    def details(self, turn: Turn) -> Mapping[str, Detail]:
        """The number of the round; those to come stay hidden."""
        return {} if turn.tie_break else {"target": self.target(turn), "lights": "spin"}


def fresh(players: int, bull: Bull, targets: tuple[tuple[int, ...], ...], each_turn: bool = False) -> Roulette:
    """ROULETTE before its first dart."""
    return Roulette(players, bull, (0,) * players, targets, each_turn)
