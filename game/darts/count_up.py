"""HIGH SCORE, LOW SCORE and SUPER SCORE: add up darts over the rounds. Source: darts C.6, C.7, C.8."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from game.darts.dart_game import DartGame, Scored
from game.darts.vocabulary import Bull, Dart, Effect, Landing, Player, Turn, with_item


@dataclass(frozen=True)
class HighScore(DartGame):
    """Every dart adds its value; most points win."""

    scores: tuple[int, ...]

    def score(self, turn: Turn, dart: Dart) -> Scored[Self]:
        """Add the dart."""
        value = self._worth(dart)
        if value == 0:
            return Scored(self, effect=Effect.IGNORED if dart.multiplier else Effect.MISSED)
        scores = with_item(self.scores, turn.player, self.scores[turn.player] + value)
        return Scored(replace(self, scores=scores), value, Effect.COUNTED if dart.multiplier else Effect.PENALTY)

    def score_of(self, player: Player) -> int:
        """Points so far."""
        return self.scores[player]

    def _worth(self, dart: Dart) -> int:
        return self.bull.value(dart)


@dataclass(frozen=True)
class LowScore(HighScore):
    """Every dart adds its value, one outside the scoring area or not thrown the penalty; fewest points win."""

    penalty: int = 60

    def rank(self, player: Player) -> tuple[int, ...]:
        """Fewer points stand better."""
        return (-self.scores[player],)

    def tie_dart(self, player: Player, dart: Dart) -> tuple[Self, int]:
        """Its own values, and lower wins."""
        del player
        return self, -self._worth(dart)

    def _worth(self, dart: Dart) -> int:
        return self.bull.value(dart) if dart.multiplier else self.penalty


@dataclass(frozen=True)
class SuperScore(HighScore):
    """Only doubles and triples add their value, the inner bull as a double; most points win."""

    def _worth(self, dart: Dart) -> int:
        wide = dart.landing is Landing.TRIPLE or self.bull.is_double(dart)
        return self.bull.value(dart) if wide else 0


def fresh(kind: type[HighScore], players: int, bull: Bull) -> HighScore:
    """HIGH SCORE or SUPER SCORE before its first dart."""
    return kind(players, bull, (0,) * players)
