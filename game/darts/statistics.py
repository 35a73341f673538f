"""Figures of players: averages, marks per round, checkouts; exact whole numbers until shown. Source: darts E.2."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from game.darts.checkouts import can_close
from game.darts.solo import Solo
from game.darts.turns import Leg
from game.darts.vocabulary import DARTS, Effect, Player, Thrown, Turn
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


def figures(leg: Leg, player: Player) -> Figures:
    """The figures of one player in a leg, its open turn included; darts at a finish in X01 only."""
    turns = leg.turns if leg.turns and leg.turns[-1].number == leg.turn.number else (*leg.turns, leg.turn)
    own = [turn for turn in turns if turn.player == player and not turn.tie_break and turn.thrown]
    counted = reduce(_with_turn, own, Figures())
    game = leg.game.inner if isinstance(leg.game, Solo) else leg.game
    return _with_finishes(counted, own, game) if isinstance(game, X01) else counted


def _with_turn(so_far: Figures, turn: Turn) -> Figures:
    thrown = [one for one in turn.thrown if one.dart.thrown]
    points = turn.points
    early = thrown[: max(0, FIRST_DARTS - so_far.first[1])]
    early_points = 0 if turn.bust else sum(one.points for one in early)
    return Figures(
        points=so_far.points + points,
        darts=so_far.darts + len(thrown),
        slots=so_far.slots + (DARTS if turn.bust else len(thrown)),
        turns=so_far.turns + 1,
        busts=so_far.busts + turn.bust,
        marks=so_far.marks + sum(one.marks for one in thrown),
        hits=so_far.hits + sum(one.marks > 0 for one in thrown),
        first=(so_far.first[0] + early_points, so_far.first[1] + len(early)),
        best_turn=max(so_far.best_turn, points),
        high_turns=tuple(count + (points >= least) for count, least in zip(so_far.high_turns, HIGH_TURNS, strict=True)),
    )


def _with_finishes(counted: Figures, turns: Sequence[Turn], game: X01) -> Figures:
    """Darts at a finish: what remained could be closed by that single dart under the out rule."""
    opened, attempts, finishes, best = game.opening is Condition.OPEN, 0, 0, 0
    for turn in turns:
        for place, thrown in enumerate(turn.thrown):
            opens = opened or any(one.points for one in turn.thrown[:place])
            finished = thrown.effect is Effect.FINISHED
            attempts += finished or (opens and _at_a_finish(thrown, place + 1, game))
            finishes += finished
            best = turn.thrown[0].before if finished else best
        opened = opened or turn.points > 0
    return replace(counted, attempts=attempts, finishes=finishes, best_finish=best)


def _at_a_finish(thrown: Thrown, place: int, game: X01) -> bool:
    """50 in double out counts only with the turn's last dart, or when the bull was hit: before that one sets up."""
    if not thrown.dart.thrown or not can_close(thrown.before, game.closing, game.bull):
        return False
    setting_up = game.closing is Condition.DOUBLE and thrown.before == 2 * BULL and place < DARTS
    return not setting_up or thrown.dart.number == BULL


def spread(aims: Iterable[Point], hits: Iterable[Point]) -> float | None:
    """Spread per axis (mm) about the aim, from darts whose aim was sent; None without any."""
    squares = [math.dist(aim, hit) ** 2 for aim, hit in zip(aims, hits, strict=True)]
    return math.sqrt(sum(squares) / (2 * len(squares))) if squares else None
