"""When a room ends, and when a player who stays away has lost. Pure: a room's presence, the settings, and the time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from server.config import Settings


class Ending(StrEnum):
    """Why a room is closed."""

    EMPTY = "empty"
    ABANDONED = "abandoned"
    FINISHED = "finished"
    FAULT = "fault"
    NO_RESULT = "no_result"


@dataclass(frozen=True)
class Presence:
    """Who has been where since when (s): `begun` a match was, `over_since` it is over, `empty_since` nobody is
    connected, `away` seats of players who are not, `here` of those who are, `members` how many people belong to the
    room."""

    begun: bool
    over_since: float | None
    empty_since: float | None
    away: Mapping[int, float]
    here: frozenset[int]
    members: int


def ending_at(presence: Presence, settings: Settings) -> tuple[float, Ending] | None:
    """When the room will be closed if nothing changes, and why."""
    if presence.over_since is not None:
        at = presence.over_since + (settings.linger_seconds if presence.members else 0.0)
        return at, Ending.FINISHED
    if presence.empty_since is None:
        return None
    if presence.begun:
        return presence.empty_since + settings.abandoned_seconds, Ending.ABANDONED
    return presence.empty_since + settings.waiting_seconds, Ending.EMPTY
