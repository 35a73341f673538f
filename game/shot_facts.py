"""What the rules know of a shot: what happened, in order, and where the balls came to rest. No mechanics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from game.vocabulary import Ball, Cushion, Line, Pocket, Point, Seat


@dataclass(frozen=True)
class ShotEvent:
    """One thing that happened: when (s; in a written log the token's place), and how clear it was (mm, ms)."""

    time: float
    ball: Ball
    margin_mm: float | None = field(default=None, kw_only=True)
    margin_ms: float | None = field(default=None, kw_only=True)


@dataclass(frozen=True)
class BallHit(ShotEvent):
    """`ball` and `other` touched, the mover first."""

    other: Ball


@dataclass(frozen=True)
class TiedHit(ShotEvent):
    """`ball` met several others within the tie window (pool B.10)."""

    others: tuple[Ball, ...]


@dataclass(frozen=True)
class CushionHit(ShotEvent):
    """`ball` touched a cushion; `own`: the one it was frozen to, before it ever left it."""

    cushion: Cushion
    own: bool = False


@dataclass(frozen=True)
class Potted(ShotEvent):
    """`ball` fell in a pocket and stayed there."""

    pocket: Pocket


@dataclass(frozen=True)
class LeftTable(ShotEvent):
    """`ball` left the table for good, or touched something that is no part of it."""


@dataclass(frozen=True)
class TouchedWood(ShotEvent):
    """`ball` touched the wooden rail and came back."""


@dataclass(frozen=True)
class LineCrossed(ShotEvent):
    """The centre of `ball` crossed a line."""

    line: Line


AnyEvent = BallHit | TiedHit | CushionHit | Potted | LeftTable | TouchedWood | LineCrossed
Event = TypeVar("Event", bound=ShotEvent)


@dataclass(frozen=True)
class TipFact:
    """What the tip did besides a clean hit: `double_hit push scoop miscue ferrule press touch`, with its margin."""

    kind: str
    ball: Ball | None = None
    margin_mm: float | None = None
    margin_ms: float | None = None


@dataclass(frozen=True)
class Reach:
    """How far a ball's centre came: least and most of x, y, x + 2 y and x − 2 y, m; an octagon around its way."""

    x: tuple[float, float]
    y: tuple[float, float]
    rising: tuple[float, float]
    falling: tuple[float, float]

    @property
    def bounds(self) -> tuple[tuple[float, float], ...]:
        """All four, in this order."""
        return (self.x, self.y, self.rising, self.falling)

    @classmethod
    def around(cls, *places: Point) -> Reach:
        """Of a ball that was nowhere else."""
        x, y = [place[0] for place in places], [place[1] for place in places]
        rising, falling = [px + 2.0 * py for px, py in places], [px - 2.0 * py for px, py in places]
        return cls(_ends(x), _ends(y), _ends(rising), _ends(falling))


def _ends(values: list[float]) -> tuple[float, float]:
    return min(values), max(values)


NEAR_ENOUGH = 0.25
"""m: a struck ball that came this near to the second ball was played to score (C.2.4)."""


@dataclass(frozen=True)
class Attempt:
    """Whether a stroke that did not score could have: replays of it with small changes that did, up to the first one,
    and how near the struck ball came to the second ball after its first contact (m, between the centres; None: there
    was no first contact). Where it came near enough no replay is made."""

    scored: int
    nearest: float | None = None

    @property
    def is_clear(self) -> bool:
        """Whether it was played to score (R64)."""
        return self.scored > 0 or (self.nearest is not None and self.nearest <= NEAR_ENOUGH)


@dataclass(frozen=True)
class ShotFacts:
    """A finished shot as the rules see it.

    struck    the ball the tip met
    events    oldest first; a frozen pair counts only where impulse passed
    rest      centres of the balls on the table at rest, m; a ball not named keeps its place (written cases)
    tip       facts of the cue
    near      contacts that were missed, where one of them would have made a difference; margin_mm: by how much
    duration  s, until the last ball rested
    reach     how far the balls that were not struck came, on tables without pockets
    attempt   what replays of the stroke say of it, where they were asked for
    """

    struck: Ball
    events: tuple[AnyEvent, ...] = ()
    rest: Mapping[Ball, Point] = field(default_factory=dict)
    tip: tuple[TipFact, ...] = ()
    duration: float = 0.0
    near: tuple[AnyEvent, ...] = ()
    reach: Mapping[Ball, Reach] = field(default_factory=dict)
    attempt: Attempt | None = None

    def of(self, kind: type[Event]) -> Iterator[Event]:
        """The events of one kind, oldest first."""
        return (event for event in self.events if isinstance(event, kind))


@dataclass(frozen=True)
class LagBall:
    """One ball of a lag: its contacts, where it stopped (None: not on the table), whether it entered the other half,
    when it did (s), and when it first met another ball (s)."""

    seat: Seat
    ball: Ball
    events: tuple[AnyEvent, ...]
    rest: Point | None
    crossed: bool = False
    crossed_at: float | None = None
    met_at: float | None = None


@dataclass(frozen=True)
class LagFacts:
    """A lag as the rules see it: every side's ball, out of one world."""

    balls: tuple[LagBall, ...]
    duration: float = 0.0


@dataclass(frozen=True)
class HitFacts:
    """A dart as the rules see it: segment (`T20` `S6` `OB` `IB` `M` `BO` `NT`), point (mm), time of impact (s).

    dart  which of the turn, where the action does not say it: a real board does not count
    """

    segment: str
    at: tuple[float, float] | None = None
    impact: float | None = None
    dart: int | None = None


Facts = ShotFacts | LagFacts | HitFacts
