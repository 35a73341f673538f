"""What a family of games (cue games, darts) brings to a match: a frozen value that rules, and knows no clock."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from game.actions import Action, Aside
from game.hanging import Hanging
from game.rulings import Ruling
from game.setup import Moment
from game.shot_facts import Facts
from game.vocabulary import ActionKind, Ball, Family, OptionValue, Phase, Point, Seat
from physics.trajectories import Layout, Stroke

Detail = OptionValue | None
"""A value in the free part of a view."""


@dataclass(frozen=True)
class SideView:
    """One side as the scoreboard shows it."""

    name: str
    games: int = 0
    score: int = 0
    details: Mapping[str, Detail] = field(default_factory=dict)


@dataclass(frozen=True)
class CueTableView:
    """The table of a cue game between shots. `cue_ball`: where it comes from; `strikes`: balls that may be struck."""

    balls: Mapping[Ball, Point]
    cue_ball: str
    strikes: tuple[Ball, ...]
    frozen: tuple[tuple[str, str], ...] = ()
    details: Mapping[str, Detail] = field(default_factory=dict)


@dataclass(frozen=True)
class ReportedDart:
    """A dart of a match with real boards: its number, whose it is, the turn it was thrown in, what it hit.

    is_void     it came after its turn had ended
    is_open     its thrower may still correct it
    """

    number: int
    seat: Seat
    turn: int
    segment: str
    is_void: bool = False
    is_open: bool = False


@dataclass(frozen=True)
class DartsTableView:
    """The board between darts: round and dart from 1, segments hit in this visit, the last darts that were reported."""

    round: int
    dart: int
    darts: tuple[str, ...] = ()
    details: Mapping[str, Detail] = field(default_factory=dict)
    reported: tuple[ReportedDart, ...] = ()


@dataclass(frozen=True)
class MatchResult:
    """How a match ended: several winners share it, none is a draw or no result. Scores in seat order."""

    winners: tuple[Seat, ...]
    reason: str
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Simulation:
    """Strokes to be simulated in one world before the rules can speak: table, constants, layout, executed strokes.

    asks_attempt  the rules want to know whether the stroke was played to score
    """

    table_name: str
    overrides: Mapping[str, float]
    layout: Layout
    strokes: tuple[Stroke, ...]
    asks_attempt: bool = False


Plan = Simulation | Facts | None
"""What an accepted action leads to: a simulation, facts that are known at once (a dart), or nothing to be found out."""


class Play(Protocol):
    """The state of one match inside its family. Every value is frozen; `judge` returns the next one."""

    @property
    def phase(self) -> Phase:
        """Where the match stands."""

    @property
    def game_number(self) -> int:
        """Number of the running game (rack, leg), from 1."""

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Who may act now, the one the clock runs for first; empty once it is over."""

    @property
    def offered(self) -> tuple[str, ...]:
        """Options offered to the one to act, default first."""

    @property
    def result(self) -> MatchResult | None:
        """How it ended, once it has."""

    @property
    def gone(self) -> frozenset[Seat]:
        """Sides that are out of the match while the others play on."""

    def legal(self, seat: Seat) -> tuple[ActionKind, ...]:
        """What this side may do now, as far as the family decides it."""

    def plan(self, seat: Seat, action: Action, moment: Moment) -> Plan:
        """Check an action of a player and draw what chance decides. Raises IllegalAction, changes nothing."""

    def judge(self, seat: Seat | None, action: Action, facts: Facts | None, moment: Moment) -> Judged:
        """Rule on an accepted action and return the next state. Seat None: the referee.

        `ClockExpired` and `Concede` come here too. Pure: the same arguments always give the same answer.
        """

    def sides(self) -> tuple[SideView, ...]:
        """The scoreboard, in seat order."""

    def cue_table(self) -> CueTableView | None:
        """The table, where there is one."""

    def darts_table(self) -> DartsTableView | None:
        """The dart board, where there is one."""


class Timed(ABC):
    """A play with times of its own beside the shot clock: countdowns, running lights, the flight of a dart."""

    @property
    @abstractmethod
    def opens_at(self) -> float | None:
        """When the next decision can be taken, server time, s; None: at once."""

    @property
    @abstractmethod
    def ends_at(self) -> float | None:
        """When the open turn is over by itself, server time, s; None: never."""

    @abstractmethod
    def delayed(self, by: float) -> Play:
        """The play after an outage: what was still to come comes `by` s later."""


class Correctable(ABC):
    """A play whose facts are reported from outside and can be corrected. Source: darts B.6."""

    @abstractmethod
    def check_aside(self, seat: Seat, action: Aside, moment: Moment) -> None:
        """Refuse a correction, refusal or confirmation that cannot be had now. Raises IllegalAction."""


class CueFamily(ABC):
    """A play on a table with a cue."""

    @property
    @abstractmethod
    def family(self) -> Family:
        """Pool, carom or pyramid."""

    @property
    @abstractmethod
    def time_limit(self) -> float | None:
        """What the open decision may take at most by the rules, s; None: as long as any other one."""

    @property
    @abstractmethod
    def fall(self) -> Hanging | None:
        """The hanging ball that falls next by itself, so many s after the decision at hand is open."""

    @property
    @abstractmethod
    def racks(self) -> int:
        """Racks of this match where a game has many (straight pool); else 0."""


@dataclass(frozen=True)
class Judged:
    """What followed an action: the next state, and the ruling that everybody is told."""

    play: Play
    ruling: Ruling
