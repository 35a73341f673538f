"""What officials do in a room, from the request to the record: the part of a room that acts for the referee's seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import structlog

from client_protocol import requests
from client_protocol.notices import Done, Positions, RoomClosed
from client_protocol.refusals import Refusal
from client_protocol.values import Role
from game.actions import RefereeAct
from game.errors import IllegalAction
from game.errors import Refusal as GameRefusal
from game.officials import DIRECTOR_ACTS, REMOVING, STOPPING
from game.stops import Stop as PlayStop
from game.vocabulary import Ball, Seat
from server import translate
from server.audience import Audience, Member
from server.connection import Connection
from server.doors import Doors
from server.earlier import earlier_positions
from server.live_match import LiveMatch, Played
from server.officials import Chair, act_of_the_hall, chair_of, may_go_on
from server.room_services import RoomServices
from server.teller import Teller

log = structlog.get_logger()

MOST_POSITIONS = 24
"""Positions that one answer holds."""

MOST_ACTS = 4
"""Acts that can follow from one departure: a protest ruled or a stop lifted, then play stopped."""


class NotOfficial(Exception):
    """Somebody acts who may not: the code, and the field that asks for it."""

    def __init__(self, code: Refusal, text: str, path: str = "$.do") -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.path = path


class Officiating:
    """The officials of one room. Only the room's task calls it."""

    def __init__(
        self,
        audience: Audience,
        doors: Doors,
        services: RoomServices,
        teller: Teller,
        tell: Callable[[Played], None],
        in_default: Callable[[], frozenset[Seat]],
    ) -> None:
        self._audience = audience
        self._doors = doors
        self._services = services
        self._teller = teller
        self._tell = tell
        self._in_default = in_default

    def chair(self) -> tuple[Chair, float | None]:
        """Whether the officials are there, and when that may change by itself (s)."""
        grace = self._services.settings.referee_seconds
        return chair_of(self._audience.officials(), self._audience.owner(), self._services.clock.now(), grace)

    @property
    def is_refereed(self) -> bool:
        """Whether a human referee sees what is played; where none is there, the hall has to look itself."""
        return self.chair()[0] in (Chair.HERE, Chair.OWNER)

    def _ranks(self, member: Member) -> tuple[bool, bool]:
        """Whether somebody is the referee, and whether the director; the owner where nobody else is (T57)."""
        if member.role in (Role.REFEREE, Role.DIRECTOR):
            return True, member.role is Role.DIRECTOR
        chair = self.chair()[0]
        is_owner = member is self._audience.owner() and chair in (Chair.OWNER, Chair.OWNER_PLAYS)
        return is_owner, is_owner and chair is Chair.OWNER

    def due(self, live: LiveMatch | None) -> float | None:
        """When the hall has something to do in the place of the officials, s."""
        if live is None:
            return None
        chair, at = self.chair()
        if self._next_act(live, chair) is not None:
            return self._services.clock.now()
        stops = live.match.stops
        if stops.reason is not PlayStop.REFEREE_LEFT or not stops.agreed:
            return at
        patience = stops.since + self._services.settings.substitute_seconds
        return patience if at is None else min(at, patience)

    def _next_act(self, live: LiveMatch, chair: Chair) -> RefereeAct | None:
        now, patience = self._services.clock.now(), self._services.settings.substitute_seconds
        goes_on = may_go_on(live.match, self._in_default(), now, patience)
        return act_of_the_hall(live.match, chair, goes_on=goes_on)

    async def answer(self, live: LiveMatch | None, connection: Connection, ask: requests.Officiate) -> None:
        """An act of the referee or director, from the request to the notice. Raises StoreFailed."""
        member = self._audience.of(connection)
        if member is None:
            connection.refuse(ask.id, Refusal.NOT_IN_ROOM, "you are not in this room", "$.room")
            return
        if live is None:
            connection.refuse(ask.id, Refusal.NOT_STARTED, "the match has not begun: seats are free")
            return
        try:
            act = act_of(ask, f"{member.shown} ({_rank_of(member)})")
            notice = live.notice_of(None, ask.turn, act)
            if notice is None:
                target = self._check(live, member, ask)
                if ask.turn != live.match.turn and ask.do not in STOPPING:
                    self._teller.refuse_stale(connection, ask, live.match.turn)
                    return
                notice = await self._act(live, member, act, ask.turn, target)
        except NotOfficial as error:
            connection.refuse(ask.id, error.code, error.text, error.path)
        except IllegalAction as error:
            connection.refuse_as(translate.refused(ask, error))
        else:
            connection.reply(Done(id=ask.id, n=notice))

    async def list_positions(self, live: LiveMatch | None, connection: Connection, ask: requests.ListPositions) -> None:
        """The last positions of the match, for an official. Raises StoreFailed."""
        member = self._audience.of(connection)
        if member is None:
            connection.refuse(ask.id, Refusal.NOT_IN_ROOM, "you are not in this room", "$.room")
        elif not self._ranks(member)[0]:
            connection.refuse(ask.id, Refusal.NOT_REFEREE, "only the referee or the director may do that", "$.room")
        elif live is None:
            connection.refuse(ask.id, Refusal.NOT_STARTED, "the match has not begun: seats are free")
        else:
            found = earlier_positions(await live.lines(), ask.before)
            shown = tuple(found[:MOST_POSITIONS])
            connection.reply(Positions(id=ask.id, positions=shown, more=len(found) > len(shown)))

    def _check(self, live: LiveMatch, member: Member, ask: requests.Officiate) -> Member | None:
        """Whom an act sends out, if anybody. Raises NotOfficial for what this member may not ask for."""
        is_referee, is_director = self._ranks(member)
        if not is_referee:
            raise NotOfficial(Refusal.NOT_REFEREE, "only the referee or the director may do that")
        if ask.do in DIRECTOR_ACTS and not is_director:
            raise NotOfficial(Refusal.NOT_DIRECTOR, f"{ask.do} is for the director")
        if ask.player is not None and ask.player >= len(live.match.setup.sides):
            raise NotOfficial(Refusal.NO_SUCH_SEAT, f"no side {ask.player} plays here", "$.player")
        target = self._audience.spectator(ask.kind) if ask.do in REMOVING else None
        if ask.do in REMOVING and target is None:
            raise NotOfficial(Refusal.NOT_IN_ROOM, "nobody of this name watches", "$.kind")
        return target

    async def _act(self, live: LiveMatch, member: Member, act: RefereeAct, turn: int, target: Member | None) -> int:
        """Carry an act out and tell everybody; the number of its notice. Raises IllegalAction, StoreFailed."""
        notice, is_director = self._teller.next_notice, self._ranks(member)[1]
        if target is not None:
            act = replace(act, person=target.person.id)
        now = self._services.clock.now()
        self._tell(await live.officiate(act, now, notice, is_director=is_director, asked=turn))
        log.info("officiated", act=act.do, by=act.by, reason=act.reason)
        if target is not None:
            self._send_out(target)
        return notice

    async def keep_order(self, live: LiveMatch, chair: Chair | None = None) -> None:
        """Do what the hall has to do in the place of the officials. Raises StoreFailed."""
        chair = self.chair()[0] if chair is None else chair
        for _ in range(MOST_ACTS):
            act = self._next_act(live, chair)
            if act is None:
                return
            now, notice, reason = self._services.clock.now(), self._teller.next_notice, live.match.stops.reason
            self._tell(await live.officiate(act, now, notice, is_director=False))
            if reason is PlayStop.REFEREE_LEFT and chair is not Chair.HERE:
                await self.after_agreement(live)
                chair = self.chair()[0]

    async def leaves(self, live: LiveMatch | None, member: Member) -> None:
        """An official leaves for good: play stops unless another one is there (1.16). Raises StoreFailed."""
        others = [other for other in self._audience.officials() if other is not member and other.away_since is None]
        if live is not None and not others:
            await self.keep_order(live, Chair.AWAY)
        await self._doors.give_up_office(member)

    async def after_agreement(self, live: LiveMatch) -> None:
        """All agreed to go on with the hall as the referee: the seats of who is away are free. Raises StoreFailed."""
        if live.match.stops.reason:
            return
        for member in [official for official in self._audience.officials() if official.away_since is not None]:
            await self._doors.give_up_office(member)
            self._doors.dismiss(member, self._teller)

    def _send_out(self, member: Member) -> None:
        """The room ends for somebody, with the notice that would be the next one he hears; he is not let in again."""
        connection, n = member.connection, self._teller.next_notice
        self._doors.bar(member, self._teller)
        if connection is not None:
            connection.rooms.pop(self._doors.room, None)
            connection.reply(RoomClosed(room=self._doors.room, n=n, reason="sent_out"))


def _rank_of(member: Member) -> str:
    """What the audit trail calls who acts: an official by his seat, anybody else is the owner of the room."""
    return member.role.value if member.role in (Role.REFEREE, Role.DIRECTOR) else "owner"


def act_of(ask: requests.Officiate, by: str) -> RefereeAct:
    """An act as the rules know it. Raises IllegalAction for a restore that says nothing to restore."""
    if ask.do == "restore" and ask.entry is None and not ask.positions:
        raise IllegalAction(GameRefusal.BAD_VALUE, "entry", "say which position is restored")
    return RefereeAct(
        do=ask.do,
        player=None if ask.player is None else Seat(ask.player),
        kind=ask.kind,
        ball=None if ask.ball is None else Ball(ask.ball),
        points=ask.points,
        positions={Ball(ball): at for ball, at in ask.positions.items()},
        reason=ask.reason,
        entry=ask.entry,
        seconds=ask.seconds,
        by=by,
        dart=ask.dart,
    )
