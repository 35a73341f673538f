"""SCRAM: in each pair one stops numbers and the other scores on what is left, then they swap. Source: darts C.10."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from game.darts.dart_game import DartGame, Detail, Scored
from game.darts.vocabulary import Bull, Dart, Effect, Player, Turn, with_item
from physics.darts.board import BULL

TARGETS = frozenset((*range(1, 21), BULL))
PAIR = 2
SWAPS = 2
"""Halves of the classic game: each of a pair scores in one."""


class Role(StrEnum):
    """What a player of a pair does in a round."""

    STOPPER = "stopper"
    SCORER = "scorer"


@dataclass(frozen=True)
class Scram(DartGame):
    """The state of SCRAM.

    scores   per player
    stopped  the stopped numbers, per pair
    classic  stops stay until all are closed, then the pair swaps once
    halves   finished halves of the classic game, per pair
    swapped  the same at the start of the round: roles never change inside a round
    """

    scores: tuple[int, ...]
    stopped: tuple[frozenset[int], ...]
    classic: bool = False
    halves: tuple[int, ...] = ()
    swapped: tuple[int, ...] = ()

    def role(self, player: Player, round_number: int) -> Role:
        """The first of a pair stops first; roles swap every round, in the classic game after all are closed."""
        turned = self.swapped[player // PAIR] if self.classic else round_number - 1
        return Role.STOPPER if (player + turned) % PAIR == 0 else Role.SCORER

    def score(self, turn: Turn, dart: Dart) -> Scored[Self]:
        """The stopper closes the number he hits in any ring; the scorer's value counts unless it is closed."""
        pair = turn.player // PAIR
        if not dart.multiplier:
            return Scored(self)
        if self.role(turn.player, turn.round) is Role.STOPPER:
            return self._stop(pair, dart)
        if dart.number in self.stopped[pair]:
            return Scored(self, effect=Effect.DEAD)
        value = self.bull.value(dart)
        scores = with_item(self.scores, turn.player, self.scores[turn.player] + value)
        return Scored(replace(self, scores=scores), value, Effect.COUNTED)

    def score_of(self, player: Player) -> int:
        """Points so far."""
        return self.scores[player]

    def order(self, round_number: int) -> tuple[Player, ...]:
        """Pair after pair, each stopper before his scorer."""
        order: list[Player] = []
        for first in range(0, self.players, PAIR):
            pair = (Player(first), Player(first + 1))
            order += pair if self.role(pair[0], round_number) is Role.STOPPER else pair[::-1]
        return tuple(order)

    def plays(self, player: Player) -> bool:
        """In the classic game a scorer whose numbers are all closed throws no more in this half."""
        pair = player // PAIR
        return not self.classic or self.halves[pair] == self.swapped[pair] < SWAPS

    def turn_begun(self, turn: Turn) -> Self:
        """Stops live for one round: a stopper who steps up has none. In the classic game they stay."""
        pair = Player(turn.player // PAIR)
        if self.classic or self.role(turn.player, turn.round) is Role.SCORER:
            return self
        return replace(self, stopped=with_item(self.stopped, pair, frozenset()))

    def round_ended(self) -> Self:
        """In the classic game the pairs that closed everything swap between two rounds."""
        stopped = tuple(
            frozenset() if half > before else numbers
            for numbers, half, before in zip(self.stopped, self.halves, self.swapped, strict=True)
        )
        return replace(self, stopped=stopped, swapped=self.halves)

    def details_of(self, player: Player) -> Mapping[str, Detail]:
        """The pair a player belongs to, from 1."""
        return {"pair": player // PAIR + 1}

    def details(self, turn: Turn) -> Mapping[str, Detail]:
        """The thrower's role and the numbers stopped for the scorer."""
        if turn.tie_break:
            return {}
        stopped = " ".join(str(number) for number in sorted(self.stopped[turn.player // PAIR]))
        return {"role": self.role(turn.player, turn.round).value, "stopped": stopped}

    def _stop(self, pair: int, dart: Dart) -> Scored[Self]:
        if dart.number in self.stopped[pair]:
            return Scored(self, effect=Effect.DEAD)
        numbers = self.stopped[pair] | {dart.number}
        after = replace(self, stopped=with_item(self.stopped, Player(pair), numbers))
        if not self.classic or numbers != TARGETS:
            return Scored(after, effect=Effect.STOPPED, marks=1)
        halves = with_item(self.halves, Player(pair), self.halves[pair] + 1)
        return Scored(replace(after, halves=halves), effect=Effect.STOPPED, marks=1, ends_turn=True)


def fresh(players: int, bull: Bull, classic: bool) -> Scram:
    """SCRAM before its first dart. Raises ValueError for an odd number of players."""
    if players % PAIR:
        raise ValueError(f"pairs are needed, not {players} players")
    pairs = players // PAIR
    return Scram(players, bull, (0,) * players, (frozenset(),) * pairs, classic, (0,) * pairs, (0,) * pairs)
