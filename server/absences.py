"""Players who stay away while somebody waits for them: from when their match may be claimed, and when it is lost.

Pure: a room's presence, its match, the settings. Policy: `game/presence.py`.
"""

from __future__ import annotations

from client_protocol.values import Absence
from game.match import Match
from game.presence import Graces, claimable_at, uses_time_out
from game.vocabulary import Seat
from server.config import Settings
from server.room_life import Presence


def graces_of(settings: Settings) -> Graces:
    """How long players may be away in this hall."""
    return Graces(settings.grace_seconds, settings.dart_grace_seconds)


def absences(match: Match, presence: Presence, settings: Settings) -> tuple[Absence, ...]:
    """Who is waited for, in seat order: nobody, unless somebody is here who still plays."""
    if match.result is not None or presence.here.isdisjoint(match.playing):
        return ()
    found = []
    for seat, since in sorted(presence.away.items()):
        claim_at = claimable_at(match, Seat(seat), since, graces_of(settings))
        if claim_at is not None:
            found.append(Absence(seat, since, claim_at, max(claim_at, since + settings.absence_seconds)))
    return tuple(found)


def in_default(found: tuple[Absence, ...], now: float) -> frozenset[Seat]:
    """Sides whose match may be claimed by now: play waits for none of them."""
    return frozenset(Seat(one.seat) for one in found if now >= one.claim_at)


def next_step(found: tuple[Absence, ...], match: Match | None, now: float, settings: Settings) -> float | None:
    """When something follows for one of them, s: the end of his grace, a time-out that begins, or the loss."""
    graces, due = graces_of(settings), [one.lost_at for one in found]
    for one in found:
        if match is not None and uses_time_out(match, Seat(one.seat), one.since, now, graces):
            return now
        later = [one.since + graces.cue, *([] if match is None or match.plays_until is None else [match.plays_until])]
        due += [at for at in (*later, one.claim_at) if at > now]
    return min(due, default=None)
