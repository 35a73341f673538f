"""When a match stands still: suspension, protest, time-out. A value beside the game; `now` is told.

Sources: Slovak pool rules 1.12, 1.13, 1.16, 2.26, 2.27; R35 to R37.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum

from game.errors import IllegalAction, Refusal
from game.values import replace
from game.vocabulary import Seat

TIME_OUT = 300.0
"""s of a time-out (1.13)."""


class Stop(StrEnum):
    """Why a match stands still."""

    NOTHING = ""
    SUSPENDED = "suspended"
    PROTEST = "protest"
    REFEREE_LEFT = "referee_left"
    TIME_OUT = "time_out"
    BOARD = "board"


@dataclass(frozen=True)
class Stops:
    """Whether and why a match stands still, and what was used up.

    since, by, until  when it stopped (s), who protests or has the time-out, when that one ends (s)
    used, used_deciding  sides that had their time-out of the match, and the one of the deciding set
    agreed            sides that agree to go on with the engine as the referee
    last_shot         turn of the last shot; is_final: the last ruling cannot be protested any more
    broken_into       s that are left of the time-out of `resting`, which something else has stopped
    noted             acts since the last shot that only stand in the record
    """

    reason: Stop = Stop.NOTHING
    since: float = 0.0
    by: Seat | None = None
    until: float | None = None
    used: frozenset[Seat] = frozenset()
    used_deciding: frozenset[Seat] = frozenset()
    agreed: frozenset[Seat] = frozenset()
    last_shot: int = -1
    is_final: bool = False
    resting: Seat | None = None
    broken_into: float | None = None
    noted: int = 0


class InSets(ABC):
    """A play in which time-outs can be had."""

    @property
    @abstractmethod
    def allows_time_out(self) -> bool:
        """Whether its rules know time-outs that players ask for."""

    @abstractmethod
    def side_of(self, seat: Seat) -> Seat:
        """The seat by which a side is counted: of a team, that of its first player."""

    @property
    @abstractmethod
    def is_between_sets(self) -> bool:
        """Whether one set has ended and the next not begun."""

    @property
    @abstractmethod
    def is_deciding_set(self) -> bool:
        """Whether the running set is the last one there can be, in a match of several."""


def stopped(stops: Stops, reason: Stop, now: float, by: Seat | None = None, until: float | None = None) -> Stops:
    """The match stands still from now on; a time-out that is broken into keeps its rest."""
    after = replace(stops, reason=reason, since=now, by=by, until=until, agreed=frozenset())
    if stops.reason is not Stop.TIME_OUT or stops.until is None:
        return after
    return replace(after, since=stops.since, resting=stops.by, broken_into=max(0.0, stops.until - now))


def going_on(stops: Stops, now: float = 0.0, *, is_final: bool = False) -> Stops:
    """Play goes on, after the rest of a time-out that was broken into."""
    is_final = stops.is_final or is_final
    after = replace(stops, by=None, until=None, agreed=frozenset(), is_final=is_final, resting=None, broken_into=None)
    if stops.broken_into is None:
        return replace(after, reason=Stop.NOTHING)
    return replace(after, reason=Stop.TIME_OUT, by=stops.resting, until=now + stops.broken_into)


def after_outage(stops: Stops, away: float) -> Stops:
    """The end of a time-out comes as much later; everything else counts from when play stopped."""
    return stops if stops.until is None else replace(stops, until=stops.until + away)


def after_shot(stops: Stops, turn: int) -> Stops:
    """A shot was played: what came before it cannot be protested any more (2.26, R35)."""
    return replace(stops, last_shot=turn, is_final=False, noted=0)


def check_protest(stops: Stops, turn: int, reason: str) -> None:
    """Refuse a protest that comes after the next stroke, or against a final ruling (1.1, 2.26, R35, R37)."""
    if stops.reason is not Stop.NOTHING:
        why = stops.reason.value.replace("_", " ")
        raise IllegalAction(Refusal.SUSPENDED, text=f"play is stopped ({why}); protest when it goes on")
    if turn < stops.last_shot:
        raise IllegalAction(Refusal.TOO_LATE, "turn", "a protest must come before the next stroke")
    if stops.is_final:
        raise IllegalAction(Refusal.NOT_ALLOWED, text="that ruling is final")
    if reason == "not_informed":
        raise IllegalAction(Refusal.NOT_ALLOWED, "reason", "knowing the rules is the player's own duty")


def check_time_out(stops: Stops, play: object, seat: Seat, *, is_at_table: bool) -> None:
    """Refuse a time-out that is not to be had: at one's own turn or between sets, once in a match (1.13)."""
    if not isinstance(play, InSets) or not play.allows_time_out:
        raise IllegalAction(Refusal.NO_TIME_OUT, text="this game has no time-outs")
    if not is_at_table and not play.is_between_sets:
        raise IllegalAction(Refusal.NO_TIME_OUT, text="a time-out is taken at one's own turn or between sets")
    if not has_time_out(stops, play, seat):
        raise IllegalAction(Refusal.NO_TIME_OUT, text="your time-out is used up")


def has_time_out(stops: Stops, play: object, seat: Seat) -> bool:
    """Whether a side has a time-out left: one in a match, and one more in the deciding set (1.13)."""
    if not isinstance(play, InSets) or not play.allows_time_out:
        return False
    side = play.side_of(seat)
    return side not in stops.used or (play.is_deciding_set and side not in stops.used_deciding)


def with_time_out(stops: Stops, play: object, seat: Seat, now: float) -> Stops:
    """The time-out running; in the deciding set the one of that set is taken first (1.13)."""
    resting = stopped(stops, Stop.TIME_OUT, now, seat, now + TIME_OUT)
    if not isinstance(play, InSets):
        return resting
    side = play.side_of(seat)
    if play.is_deciding_set and side not in stops.used_deciding:
        return replace(resting, used_deciding=stops.used_deciding | {side})
    return replace(resting, used=stops.used | {side})
