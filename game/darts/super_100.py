"""SUPER 100: hit the running light and take ten points from everybody else. Source: darts C.4."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from game import draws
from game.darts.dart_game import DartGame, Detail, Ended, Scored
from game.darts.vocabulary import Bull, Dart, Effect, Player, Turn, with_item
from physics.darts.board import SECTORS

START = 100
PRIZE = 10


def light_starts(key: bytes, game_id: str, rounds: int, players: int) -> tuple[tuple[int, ...], ...]:
    """Where the light starts, as a place in the clockwise order, for each round and player."""
    return tuple(
        tuple(draws.below(key, f"{game_id}/s100/idx/r{number}/p{player}", len(SECTORS)) for player in range(players))
        for number in range(1, rounds + 1)
    )


@dataclass(frozen=True)
class Light:
    """The running light: one step clockwise every `step` ms; `width` numbers are lit, the head and those behind it."""

    step: int = 1000
    width: int = 3

    def lit(self, start: int, time: int) -> tuple[int, ...]:
        """The lit numbers `time` ms after the turn's time zero, head first."""
        head = start + max(0, time) // self.step
        return tuple(SECTORS[(head - behind) % len(SECTORS)] for behind in range(self.width))


@dataclass(frozen=True)
class Super100(DartGame):
    """The state of SUPER 100.

    points  per player; their sum never changes until the pot is paid (except in practice)
    starts  where the light starts, per round and player
    fell    per player 0 while he is in, else the how-manieth fall put him out
    frozen  points that nobody can take any more, per player
    """

    points: tuple[int, ...]
    starts: tuple[tuple[int, ...], ...]
    light: Light = Light()
    fell: tuple[int, ...] = ()
    frozen: tuple[int, ...] = ()

    def score(self, turn: Turn, dart: Dart) -> Scored[Self]:
        """A dart on a lit number takes up to ten points from every opponent who is in; one at zero is out."""
        if dart.number not in self.light.lit(self.starts[turn.round - 1][turn.player], dart.time):
            return Scored(self, effect=Effect.IGNORED if dart.multiplier else Effect.MISSED)
        if self.players == 1:
            return Scored(replace(self, points=(self.points[0] + PRIZE,)), PRIZE, Effect.LIT, 1)
        after, taken = self._take(turn.player)
        winners = (turn.player,) if after._in() == (turn.player,) else ()
        return Scored(after, taken, Effect.LIT, 1, winners=winners)

    def score_of(self, player: Player) -> int:
        """Points of the player; frozen ones too."""
        return self.points[player]

    def rank(self, player: Player) -> tuple[int, ...]:
        """Those still in by points, then the others, the last to fall first."""
        return (0, self.fell[player]) if self.fell[player] else (1, self.points[player])

    def plays(self, player: Player) -> bool:
        """Whether he is still in."""
        return not self.fell[player]

    def turn_ended(self, turn: Turn) -> Ended[Self]:
        """Three darts that did not hit the light put the thrower out, and his points are frozen."""
        if any(thrown.effect is Effect.LIT for thrown in turn.thrown):
            return Ended(self)
        return self.without(turn.player)

    def without(self, player: Player) -> Ended[Self]:
        """The player out with his points frozen; the last one in has won. In practice the game ends."""
        if self.fell[player]:
            return Ended(self)
        fell = with_item(self.fell, player, max(self.fell) + 1)
        after = replace(self, fell=fell, frozen=with_item(self.frozen, player, self.points[player]))
        left = after._in()
        return Ended(after, left if len(left) == 1 else () if left else (player,))

    @property
    def pot(self) -> int:
        """The frozen points; the amount stays after it is paid. In practice nobody could take them."""
        return sum(self.frozen) if self.players > 1 else 0

    def settled(self, winners: tuple[Player, ...]) -> Self:
        """The pot paid to the winner; several share it ten by ten in the order of the list."""
        points = list(self.points)
        for portion in range(self.pot // PRIZE if winners else 0):
            points[winners[portion % len(winners)]] += PRIZE
        return replace(self, points=tuple(points))

    def details_of(self, player: Player) -> Mapping[str, Detail]:
        """Whether the player is in, out or frozen."""
        status = "in" if not self.fell[player] else "frozen" if self.frozen[player] else "out"
        return {"status": status}

    def details(self, turn: Turn) -> Mapping[str, Detail]:
        """What a client needs to draw the light from the turn's time zero, and the pot."""
        if turn.tie_break:
            return {"pot": self.pot}
        start = self.starts[turn.round - 1][turn.player]
        lamp: dict[str, Detail] = {"lights": "s100", "light_index": start}
        return lamp | {"step_ms": self.light.step, "lit_width": self.light.width, "pot": self.pot}

    def _in(self) -> tuple[Player, ...]:
        return tuple(Player(place) for place, fall in enumerate(self.fell) if not fall)

    def _take(self, taker: Player) -> tuple[Self, int]:
        """Ten points from each opponent still in; those who lose their last fall together."""
        points, fell, fall = list(self.points), list(self.fell), max(self.fell) + 1
        for player in self._in():
            if player != taker:
                lost = min(PRIZE, points[player])
                points[player] -= lost
                points[taker] += lost
                fell[player] = 0 if points[player] else fall
        taken = points[taker] - self.points[taker]
        return replace(self, points=tuple(points), fell=tuple(fell)), taken


def fresh(players: int, bull: Bull, starts: tuple[tuple[int, ...], ...], light: Light) -> Super100:
    """SUPER 100 before its first dart."""
    return Super100(players, bull, (START,) * players, starts, light, (0,) * players, (0,) * players)
