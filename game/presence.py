"""Who is there: late starts and players who lose their connection. Sources: Slovak pool rules 1.7, 2.22, pool B.16."""

from __future__ import annotations

from dataclasses import dataclass

from game.actions import TakeTimeOut
from game.errors import IllegalAction
from game.match_state import Match
from game.match_stops import check_stopping
from game.play import CueFamily
from game.stops import TIME_OUT, Stop, has_time_out
from game.vocabulary import Seat

LATE_START = 900.0
"""s after the scheduled or announced time, whichever is later, at which an absent side loses without play (1.7)."""

GRACE = 120.0
"""s that a player may be away without anything following (pool B.16)."""

DART_GRACE = 60.0
"""The same at darts, s (darts C)."""

DARTS_LOST = 9
"""Darts of three turns: so many are not thrown before an absent player is out (darts C)."""

CASUAL_DART = 25.0
"""s for a dart where no clock runs."""


@dataclass(frozen=True)
class Graces:
    """How long somebody may be away without anything following, s: at cue games, and at darts."""

    cue: float = GRACE
    darts: float = DART_GRACE


def forfeits_at(scheduled: float, announced: float) -> float:
    """When a side that is not ready has lost, server time, s."""
    return max(scheduled, announced) + LATE_START


def is_late(scheduled: float, announced: float, now: float) -> bool:
    """Whether a side that is not ready by now has lost."""
    return now >= forfeits_at(scheduled, announced)


def claimable_at(match: Match, seat: Seat, away_since: float, graces: Graces) -> float | None:
    """From when the others may claim the match of somebody who is away, s; None while that is not to be had.

    At cue games his time-out is used first, where the game has time-outs and he has one left; at darts he loses three
    turns. Nobody is in default while an official or a protest stops play, or once he is out of the match; where the
    referee has left, who stays away keeps the others from going on, and is.
    """
    if match.result is not None or seat in match.play.gone:
        return None
    if match.stops.reason in (Stop.SUSPENDED, Stop.PROTEST):
        return None
    if not isinstance(match.play, CueFamily):
        return away_since + graces.darts + DARTS_LOST * (match.setup.shot_clock or CASUAL_DART)
    if match.stops.reason is Stop.TIME_OUT and match.stops.by == seat and match.stops.until is not None:
        return max(away_since + graces.cue, match.stops.until)
    return away_since + graces.cue + time_out_left(match, seat)


def time_out_left(match: Match, seat: Seat) -> float:
    """s of a time-out that a side still has (1.13); 0 where there is none."""
    return TIME_OUT if has_time_out(match.stops, match.play, seat) else 0.0


def uses_time_out(match: Match, seat: Seat, away_since: float, now: float, graces: Graces) -> bool:
    """Whether the time-out of somebody who is away begins now: his grace is over, and he could ask for it (B.16)."""
    if not isinstance(match.play, CueFamily) or now < away_since + graces.cue or match.result is not None:
        return False
    try:
        check_stopping(match, seat, TakeTimeOut(), now)
    except IllegalAction:
        return False
    return True
