"""What a single dart game tells the turn machine: how a dart scores, who may throw, who stands best."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Self, TypeVar

from game.darts.vocabulary import Bull, Dart, Effect, Player, Turn

Detail = bool | int | float | str | None
"""A value that a scoreboard shows beside the score."""

Own_co = TypeVar("Own_co", bound="DartGame", covariant=True)


@dataclass(frozen=True)
class Scored(Generic[Own_co]):
    """What a dart did: the game after it, points for the thrower's statistics, marks, and what follows.

    ends_turn  the rest of the turn is not thrown
    winners    the game is over at once; empty: it goes on
    """

    game: Own_co
    points: int = 0
    effect: Effect = Effect.MISSED
    marks: int = 0
    ends_turn: bool = False
    winners: tuple[Player, ...] = ()


@dataclass(frozen=True)
class Ended(Generic[Own_co]):
    """The game after a turn; winners where the end of the turn decided it."""

    game: Own_co
    winners: tuple[Player, ...] = ()


@dataclass(frozen=True)
class DartGame(ABC):
    """The state of one dart game. Frozen: every method returns the next state.

    players  how many, 1 to 8, named by their place in the throwing order
    bull     what the bull is worth
    """

    players: int
    bull: Bull

    @abstractmethod
    def score(self, turn: Turn, dart: Dart) -> Scored[Self]:
        """The game after one more dart of the open turn."""

    @abstractmethod
    def score_of(self, player: Player) -> int:
        """The main number of a player: points, or points remaining."""

    def rank(self, player: Player) -> tuple[int, ...]:
        """How well a player stands: the largest leads. Also the order of places below the first."""
        return (self.score_of(player),)

    def order(self, round_number: int) -> tuple[Player, ...]:
        """Who throws in a round, in order."""
        del round_number
        return tuple(Player(place) for place in range(self.players))

    def plays(self, player: Player) -> bool:
        """Whether a player still throws in this round."""
        del player
        return True

    def lead_in(self, turn: Turn, new_round: bool) -> float:
        """Time (s) between the opening of a turn and its time zero: a countdown, a spinning light."""
        del turn, new_round
        return 0.0

    def runs_out(self) -> float | None:
        """Time (s) after a turn's time zero when nothing can be scored any more; None: never."""
        return None

    def turn_begun(self, turn: Turn) -> Self:
        """The game when a player steps up."""
        del turn
        return self

    def turn_ended(self, turn: Turn) -> Ended[Self]:
        """The game after a whole turn."""
        del turn
        return Ended(self)

    def round_ended(self) -> Self:
        """The game between two rounds."""
        return self

    def round_settles(self) -> bool:
        """Whether the game ends with the round that was just completed, before its last one."""
        return False

    def tie_dart(self, player: Player, dart: Dart) -> tuple[Self, int]:
        """A dart of a tie-break: the game after it and what it is worth there, more is better.

        Source: darts B.7, `sudden_death`: values as in HIGH SCORE, the main score stays.
        """
        del player
        return self, self.bull.value(dart)

    def settled(self, winners: tuple[Player, ...]) -> Self:
        """The game when its winners stand."""
        del winners
        return self

    def without(self, player: Player) -> Ended[Self]:
        """The game when a player gave up or stayed away."""
        del player
        return Ended(self)

    def details_of(self, player: Player) -> Mapping[str, Detail]:
        """What a scoreboard shows of a player beside the score."""
        del player
        return {}

    def details(self, turn: Turn) -> Mapping[str, Detail]:
        """What a board shows of the open turn: targets, lights, roles."""
        del turn
        return {}
