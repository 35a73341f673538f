"""CRICKET: close 15 to 20 and the bull with three marks each, and score on what others left open. Source: darts C.9."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from game.darts.dart_game import DartGame, Detail, Scored
from game.darts.vocabulary import Bull, Dart, Effect, Player, Turn, with_item
from physics.darts.board import BULL

TARGETS = (20, 19, 18, 17, 16, 15, BULL)
"""In the order of the marks strings."""

TO_CLOSE = 3


@dataclass(frozen=True)
class Variant:
    """Options of CRICKET: points to the others, no points at all, the lead beyond which none are added (0: any)."""

    cut_throat: bool = False
    no_score: bool = False
    spread_cap: int = 0


@dataclass(frozen=True)
class Cricket(DartGame):
    """The state of CRICKET: points and, per player, marks in the order of `TARGETS`."""

    points: tuple[int, ...]
    marks: tuple[tuple[int, ...], ...]
    variant: Variant = Variant()

    def score(self, turn: Turn, dart: Dart) -> Scored[Self]:
        """Add the marks; those beyond three score while another player has the number open."""
        if dart.number not in TARGETS or not dart.multiplier:
            return self._ruled(turn.player, Effect.IGNORED if dart.multiplier else Effect.MISSED)
        target = TARGETS.index(dart.number)
        own = self.marks[turn.player][target]
        closing = min(dart.multiplier, TO_CLOSE - own)
        beyond = dart.multiplier - closing
        marks = with_item(self.marks[turn.player], Player(target), own + closing)
        after = replace(self, marks=with_item(self.marks, turn.player, marks))
        scoring = 0 if self.variant.no_score or not self._open_to(turn.player, target) else beyond
        after, points = after._with_points(turn.player, target, scoring * dart.number)
        if closing + scoring == 0:
            return after._ruled(turn.player, Effect.DEAD)
        closed = closing and own + closing == TO_CLOSE
        effect = Effect.CLOSED if closed else Effect.MARKED if closing else Effect.SCORED
        return after._ruled(turn.player, effect, points, closing + scoring)

    def score_of(self, player: Player) -> int:
        """Points so far."""
        return self.points[player]

    def rank(self, player: Player) -> tuple[int, ...]:
        """At the limit: points (in cut-throat few are good), then number of marks."""
        points = self.points[player]
        return (-points if self.variant.cut_throat else points), sum(self.marks[player])

    def marks_text(self, player: Player) -> str:
        """Marks as a string in the order 20-19-18-17-16-15-bull."""
        return "".join(str(marks) for marks in self.marks[player])

    def details_of(self, player: Player) -> Mapping[str, Detail]:
        """The marks."""
        return {"marks": self.marks_text(player)}

    def details(self, turn: Turn) -> Mapping[str, Detail]:
        """Numbers that everybody closed, and those worth points to the thrower now."""
        closed = [all(marks[place] == TO_CLOSE for marks in self.marks) for place in range(len(TARGETS))]
        own = self.marks[turn.player]
        worth = [own[place] == TO_CLOSE and not closed[place] for place in range(len(TARGETS))]
        return {"dead": _numbers(closed), "scoring": "" if self.variant.no_score else _numbers(worth)}

    def _others(self, player: Player) -> list[Player]:
        return [Player(place) for place in range(self.players) if place != player]

    def _open_to(self, player: Player, target: int) -> bool:
        """Whether some other player has not closed the number."""
        return any(self.marks[other][target] < TO_CLOSE for other in self._others(player))

    def _with_points(self, player: Player, target: int, points: int) -> tuple[Self, int]:
        """The points given to the thrower, or in cut-throat to everybody who has the number open."""
        if self.variant.cut_throat:
            charged = [other for other in self._others(player) if self.marks[other][target] < TO_CLOSE]
            totals = tuple(own + (points if place in charged else 0) for place, own in enumerate(self.points))
            return replace(self, points=totals), points
        if self.variant.spread_cap and points:
            lead = self.points[player] - max(self.points[other] for other in self._others(player))
            points = min(points, max(0, self.variant.spread_cap - lead))
        return replace(self, points=with_item(self.points, player, self.points[player] + points)), points

    def _ruled(self, player: Player, effect: Effect, points: int = 0, marks: int = 0) -> Scored[Self]:
        """The dart with its win: all closed and no opponent with more points (in cut-throat: fewer)."""
        closed = all(own == TO_CLOSE for own in self.marks[player])
        sign = -1 if self.variant.cut_throat else 1
        ahead = all(sign * self.points[player] >= sign * self.points[other] for other in self._others(player))
        return Scored(self, points, effect, marks, winners=(player,) if closed and ahead else ())


def _numbers(chosen: list[bool]) -> str:
    return " ".join(str(number) for number, yes in zip(TARGETS, chosen, strict=True) if yes)


def fresh(players: int, bull: Bull, variant: Variant) -> Cricket:
    """CRICKET before its first dart."""
    return Cricket(players, bull, (0,) * players, ((0,) * len(TARGETS),) * players, variant)
