"""Who is there: late starts and players who lose their connection. Sources: Slovak pool rules 1.7, 2.22, pool B.16."""

from __future__ import annotations

from enum import StrEnum

LATE_START = 900.0
"""s after the scheduled or announced time, whichever is later, at which an absent side loses without play (1.7)."""

GRACE = 120.0
"""s that a player may be away without anything following (pool B.16)."""


class Absence(StrEnum):
    """What follows from somebody being away."""

    GRACE = "grace"
    TIME_OUT = "time_out"
    FORFEIT = "forfeit"


def forfeits_at(scheduled: float, announced: float) -> float:
    """When a side that is not ready has lost, server time, s."""
    return max(scheduled, announced) + LATE_START


def is_late(scheduled: float, announced: float, now: float) -> bool:
    """Whether a side that is not ready by now has lost."""
    return now >= forfeits_at(scheduled, announced)


def absence(away_since: float, now: float, time_out: float) -> Absence:
    """What follows at this moment; time_out: s of a time-out that is still to be had, 0 where none is."""
    away = now - away_since
    if away < GRACE:
        return Absence.GRACE
    return Absence.TIME_OUT if away < GRACE + time_out else Absence.FORFEIT


def next_change(away_since: float, now: float, time_out: float) -> float | None:
    """When the next thing follows, server time, s; None once everything has."""
    changes = [away_since + GRACE, away_since + GRACE + time_out]
    return next((change for change in changes if change > now), None)
