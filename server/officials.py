"""The referee and the director of a room: whether they are there, and what the hall does in their place.

The hall is the referee where nobody has that seat. Sources: Slovak pool rules 1.16, 2.1, 2.26; pool B.17.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from client_protocol.values import MAX_SIDES, Role
from game.actions import RefereeAct
from game.match import Match
from game.play import Correctable
from game.stops import Stop
from game.vocabulary import Seat
from lobby.codes import InviteCode
from server.aside import HALL
from server.audience import Member

OFFICIAL_SEATS: Final = {Role.REFEREE: MAX_SIDES, Role.DIRECTOR: MAX_SIDES + 1}
"""The numbers of their seats in the store, behind those of the sides."""


class Chair(StrEnum):
    """Whether a room's officials are there; any of them stands in for the others. Where nobody has such a seat, the
    owner of the room may be the referee: one who watches, or one who plays himself (T57)."""

    NOBODY = "nobody"
    OWNER = "owner"
    OWNER_PLAYS = "owner_plays"
    HERE = "here"
    EXPECTED = "expected"
    AWAY = "away"


def official_invite(key: bytes, role: Role) -> InviteCode:
    """The invitation of an official, which only who has the secret key of the room can make: 96 bits."""
    digest = hmac.digest(key, f"seat of the {role.value}".encode(), "sha256")
    return InviteCode(base64.urlsafe_b64encode(digest[:12]).decode())


def chair_of(officials: Iterable[Member], owner: Member | None, now: float, grace: float) -> tuple[Chair, float | None]:
    """Whether the officials are there, and when they will count as away (s) if they do not come back."""
    members = list(officials)
    if not members and owner is not None:
        return Chair.OWNER if owner.seat is None else Chair.OWNER_PLAYS, None
    if not members:
        return Chair.NOBODY, None
    left = [member.away_since for member in members]
    if None in left:
        return Chair.HERE, None
    due = max(since for since in left if since is not None) + grace
    return (Chair.AWAY, None) if now >= due else (Chair.EXPECTED, due)


def may_go_on(match: Match, absent: frozenset[Seat], now: float, patience: float) -> bool:
    """Whether play goes on without the referee who left: somebody agreed, and all for whom play would wait (1.16).

    absent    sides that stay away too long: nobody waits for their word
    patience  s for a substitute to come; after it one side's word is enough
    """
    stops = match.stops
    if stops.reason is not Stop.REFEREE_LEFT or not stops.agreed:
        return False
    return stops.agreed.issuperset(set(match.playing) - absent) or now >= stops.since + patience


def act_of_the_hall(match: Match, chair: Chair, *, goes_on: bool = False) -> RefereeAct | None:
    """What the hall does now as the referee, or because the referee has left; None where there is nothing to do.

    goes_on  what `may_go_on` says
    """
    if match.result is not None:
        return None
    reason = match.stops.reason
    nobody_rules = chair in (Chair.NOBODY, Chair.AWAY, Chair.OWNER_PLAYS)  # nobody rules on his own match
    if reason is Stop.PROTEST and nobody_rules:
        seen = "the board reported" if isinstance(match.play, Correctable) else "was measured in the shot"
        why = f"The ruling stands: it follows from what {seen}."
        return RefereeAct("rule_protest", match.stops.by, reason=why, by=HALL)
    if chair in (Chair.NOBODY, Chair.AWAY) and reason is Stop.SUSPENDED:
        return RefereeAct("resume", reason="Who stopped play has left.", by=HALL)
    if chair is Chair.AWAY and reason is Stop.NOTHING:
        why = "The referee has left. Play waits for a substitute, or until all agree to go on."
        return RefereeAct("suspend", kind=Stop.REFEREE_LEFT.value, reason=why, by=HALL)
    if goes_on and chair is not Chair.HERE:
        return RefereeAct("resume", reason="Play goes on with the engine as the referee.", by=HALL)
    if chair is Chair.HERE and reason is Stop.REFEREE_LEFT:
        return RefereeAct("resume", reason="The referee is back.", by=HALL)
    return None
