"""Figures of players: averages, marks per round, checkouts; exact whole numbers until shown. Source: darts E.2."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import reduce

from game.darts.checkouts import can_close
from game.darts.dart_game import DartGame
from game.darts.solo import Solo
from game.darts.turns import Leg
from game.darts.vocabulary import DARTS, Effect, Player, Thrown, Turn, with_item
from game.darts.x01 import X01, Condition
from physics.darts.board import BULL, Point

FIRST_DARTS = 9
HIGH_TURNS = (100, 140, 180)


@dataclass(frozen=True)
class Ratio:
    """A quotient that stays exact until it is shown, so that two pages never round it differently."""

    numerator: int
    denominator: int

    @property
    def hundredths(self) -> int:
        """The quotient in hundredths, rounded half up; 0 where nothing was counted yet."""
        if self.denominator == 0:
            return 0
        return (200 * self.numerator + self.denominator) // (2 * self.denominator)

    @property
    def text(self) -> str:
        """The quotient with two decimals."""
        whole, rest = divmod(self.hundredths, 100)
        return f"{whole}.{rest:02}"

    @property
    def value(self) -> float:
        """The number that `text` shows."""
        return self.hundredths / 100


@dataclass(frozen=True)
class Figures:
    """What a player did in the turns counted, tie-breaks left out. Sums of several legs add field by field.

    darts       darts thrown; one that was not thrown is none
    slots       the same with three for every bust, as leagues book it
    marks       marks that closed or scored; in other games hits on the target, runs
    first       points and darts of the first nine darts
    attempts    darts at a finish; finishes: those that did
    best_finish remaining at the start of the winning turn
    high_turns  turns of at least 100, 140 and 180 points
    """

    points: int = 0
    darts: int = 0
    slots: int = 0
    turns: int = 0
    busts: int = 0
    marks: int = 0
    hits: int = 0
    first: tuple[int, int] = (0, 0)
    attempts: int = 0
    finishes: int = 0
    best_finish: int = 0
    best_turn: int = 0
    high_turns: tuple[int, ...] = (0,) * len(HIGH_TURNS)

    @property
    def per_dart(self) -> Ratio:
        """Points per dart (PPD)."""
        return Ratio(self.points, self.darts)

    def average(self, *, bust_counts_three: bool = False) -> Ratio:
        """Three-dart average."""
        return Ratio(DARTS * self.points, self.slots if bust_counts_three else self.darts)

    @property
    def first_nine(self) -> Ratio:
        """Three-dart average of the first nine darts."""
        return Ratio(DARTS * self.first[0], self.first[1])

    @property
    def marks_per_round(self) -> Ratio:
        """Marks per three darts thrown (MPR by darts)."""
        return Ratio(DARTS * self.marks, self.darts)

    @property
    def checkouts(self) -> Ratio:
        """Finishes per dart at a finish, per cent."""
        return Ratio(100 * self.finishes, self.attempts)

    @property
    def hits_per_dart(self) -> Ratio:
        """Darts on the active target per dart."""
        return Ratio(self.hits, self.darts)

    @property
    def per_turn(self) -> Ratio:
        """Points per turn; runs per inning in BASEBALL."""
        return Ratio(self.points, self.turns)


Tally = tuple[Figures, ...]
"""The figures of everybody in a leg, by place in the throwing order."""


def figures(leg: Leg, player: Player) -> Figures:
    """The figures of one player in a leg, its open turn included."""
    return with_open_turn(tallied((Figures(),) * leg.game.players, leg, 0), leg)[player]


def tallied(tally: Tally, leg: Leg, known: int) -> Tally:
    """The tally with the turns of the leg after the first `known` ones."""
    return reduce(lambda so_far, turn: _with_turn(so_far, turn, leg.game), leg.turns[known:], tally)


def with_open_turn(tally: Tally, leg: Leg) -> Tally:
    """The tally of the closed turns with the darts of the open one; points that a bust may still take are in it."""
    return tally if leg.thrower is None else _with_turn(tally, leg.turn, leg.game)


def _with_turn(tally: Tally, turn: Turn, game: DartGame) -> Tally:
    if turn.tie_break or not turn.thrown:
        return tally
    return with_item(tally, turn.player, _counted(tally[turn.player], turn, game))


def _counted(so_far: Figures, turn: Turn, game: DartGame) -> Figures:
    thrown = [one for one in turn.thrown if one.dart.thrown]
    points, bust = turn.points, turn.bust
    early = thrown[: max(0, FIRST_DARTS - so_far.first[1])]
    early_points = 0 if bust else sum(one.points for one in early)
    attempts, finished = _finishing(so_far, turn, game.inner if isinstance(game, Solo) else game)
    return Figures(
        points=so_far.points + points,
        darts=so_far.darts + len(thrown),
        slots=so_far.slots + (DARTS if bust else len(thrown)),
        turns=so_far.turns + 1,
        busts=so_far.busts + bust,
        marks=so_far.marks + sum(one.marks for one in thrown),
        hits=so_far.hits + sum(one.marks > 0 for one in thrown),
        first=(so_far.first[0] + early_points, so_far.first[1] + len(early)),
        attempts=so_far.attempts + attempts,
        finishes=so_far.finishes + finished,
        best_finish=max(so_far.best_finish, turn.thrown[0].before if finished else 0),
        best_turn=max(so_far.best_turn, points),
        high_turns=tuple(count + (points >= least) for count, least in zip(so_far.high_turns, HIGH_TURNS, strict=True)),
    )


def _finishing(so_far: Figures, turn: Turn, game: DartGame) -> tuple[int, bool]:
    """Darts of an X01 turn at a finish, and whether it finished. Who has scored has opened."""
    if not isinstance(game, X01):
        return 0, False
    opened = game.opening is Condition.OPEN or so_far.points > 0
    attempts, finished = 0, False
    for place, thrown in enumerate(turn.thrown, start=1):
        finished = thrown.effect is Effect.FINISHED
        attempts += finished or (opened and _at_a_finish(thrown, place, game))
        opened = opened or thrown.points > 0
    return attempts, finished


def _at_a_finish(thrown: Thrown, place: int, game: X01) -> bool:
    """50 in double out counts only with the turn's last dart, or when the bull was hit: before that one sets up."""
    if not thrown.dart.thrown or not can_close(thrown.before, game.closing, game.bull):
        return False
    setting_up = game.closing is Condition.DOUBLE and thrown.before == 2 * BULL and place < DARTS
    return not setting_up or thrown.dart.number == BULL


@dataclass(frozen=True)
class Spread:
    """How far darts land from where they were aimed: their number, and the sum of squared distances in hundredths of
    mm², a whole number, so that it is the same on every machine."""

    darts: int = 0
    squares: int = 0

    def noted(self, aim: Point, hit: Point) -> Spread:
        """With one more dart whose aim was sent."""
        return Spread(self.darts + 1, self.squares + round(100.0 * math.dist(aim, hit) ** 2))

    @property
    def millimetres(self) -> float | None:
        """Spread per axis, mm, to a hundredth; None without a dart."""
        return round(math.sqrt(self.squares / (200 * self.darts)), 2) if self.darts else None
