"""The shot clock as a value: limit, TIME at ten seconds, one extension per game. Source: Slovak pool rules 1.11."""

from __future__ import annotations

from dataclasses import dataclass

from game.errors import IllegalAction, Refusal
from game.values import replace
from game.vocabulary import Seat

WARN_BEFORE = 10.0
"""s left when TIME is called."""

MAX_CREDIT = 0.5
"""s of latency that a player may be credited with at most."""

LONGEST_POOL_LIMIT = 45.0
"""s: a referee cannot set more in pool (1.11)."""


@dataclass(frozen=True)
class Clock:
    """The clock of the side to act; times are the server's, s. `limit` None: there is no clock.

    ends_at   when the time is up, None while it stands still
    left      s left while it is held (time-out, protest, suspension)
    total     s that the open decision has by itself, without an extension; None: it has no time limit
    is_fixed  the open decision has a time of its own, which nobody can extend
    extended  who has used the extension of this game
    """

    limit: float | None = None
    extension: float = 25.0
    ends_at: float | None = None
    left: float | None = None
    total: float | None = None
    is_fixed: bool = False
    extended: frozenset[Seat] = frozenset()

    @property
    def warn_at(self) -> float | None:
        """When TIME is called."""
        return None if self.ends_at is None else self.ends_at - WARN_BEFORE

    @property
    def deadline(self) -> float | None:
        """When the clock speaks: the end of time and of every credit."""
        return None if self.ends_at is None else self.ends_at + MAX_CREDIT


def started(clock: Clock, at: float, most: float | None = None) -> Clock:
    """The full time, running from `at`; `most`: s that this decision may take, clock or not."""
    total = min((limit for limit in (clock.limit, most) if limit is not None), default=None)
    if total is None:
        return stopped(clock)
    return replace(clock, ends_at=at + total, left=None, total=total, is_fixed=most is not None)


def stopped(clock: Clock) -> Clock:
    """No time runs."""
    return replace(clock, ends_at=None, left=None, total=None, is_fixed=False)


def held(clock: Clock, now: float) -> Clock:
    """The time left is kept until `released`."""
    if clock.ends_at is None:
        return clock
    return replace(clock, ends_at=None, left=max(0.0, clock.ends_at - now))


def released(clock: Clock, now: float) -> Clock:
    """The kept time runs on."""
    if clock.left is None:
        return clock
    return replace(clock, ends_at=now + clock.left, left=None)


def in_new_game(clock: Clock, limit: float | None) -> Clock:
    """The clock of the next game: everybody has his extension again."""
    return replace(stopped(clock), limit=limit, extended=frozenset())


def has_expired(clock: Clock, now: float, credit: float = 0.0) -> bool:
    """Whether an action that arrives now is too late, with at most half a second of latency credited."""
    return clock.ends_at is not None and now - min(max(credit, 0.0), MAX_CREDIT) > clock.ends_at


def has_extension(clock: Clock, seat: Seat) -> bool:
    """Whether this side can have more time for the open decision: once per game, and not for a choice."""
    return clock.extension > 0.0 and not clock.is_fixed and seat not in clock.extended


def can_extend(clock: Clock, seat: Seat, now: float) -> bool:
    """Whether this side may ask for more time now: after TIME, once per game."""
    return has_extension(clock, seat) and clock.warn_at is not None and now >= clock.warn_at


def extended(clock: Clock, seat: Seat, now: float) -> Clock:
    """The extension added. Raises IllegalAction where there is none to be had."""
    if clock.ends_at is None or not can_extend(clock, seat, now):
        raise IllegalAction(Refusal.NO_EXTENSION, text="no extension can be had now")
    return replace(clock, ends_at=clock.ends_at + clock.extension, extended=clock.extended | {seat})
