"""Who comes into a room and goes: the doors with the connections, seats and tokens that they are for. A part of a room,
beside its play (`server/room.py`) and what the absent lose (`server/room_people.py`).
"""

from __future__ import annotations

from abc import abstractmethod

from client_protocol import requests
from client_protocol.notices import Done
from client_protocol.refusals import Refusal
from client_protocol.values import Role
from game.actions import Concede
from game.vocabulary import Seat
from lobby.codes import InviteCode
from lobby.errors import LobbyError
from server.connection import Connection
from server.inbox import CatchUp, Enter, Gone, Look
from server.officiating import Officiating
from server.room_people import RoomPeople


class RoomEntrance(RoomPeople):
    """The coming and going in one room. Only the room's task calls it, but for `lost` and `drained`."""

    official_invites: dict[Role, InviteCode]
    _officiating: Officiating

    @abstractmethod
    def show_aim(self, ask: requests.ShowAim, connection: Connection) -> None:
        """Show where somebody aims."""

    def lost(self, connection: Connection) -> None:
        """A connection of a member is gone."""
        self.post(Gone(connection))

    def drained(self, connection: Connection) -> None:
        """The network has taken everything: a spectator who fell behind may catch up."""
        member = self._audience.of(connection)
        if member is not None and member.behind:
            self.post(CatchUp(connection))

    async def _enter(self, item: Enter) -> None:
        connection = item.connection
        if connection.person is None or not connection.is_open:
            return
        try:
            if item.rules is not None:
                self._readiness.accept(item.rules, None, "rules")
            member = await self._doors.admit(connection.person, item.role, item.seat)
        except LobbyError as error:
            path = None if error.path is None else f"$.{error.path}"
            connection.refuse(item.request, Refusal(error.code), error.text, path)
            return
        if member.seat is not None and self._live is None:
            self._note_seated(member.seat, item)
        self._attach(connection)
        invites = self.official_invites if item.is_opener else {}
        self._doors.attach(member, connection, self._teller, item.request, seen=None, invites=invites)
        self._note_return(member)
        if self._may_begin:
            self.post(Look())

    def _resume(self, connection: Connection, ask: requests.ResumeRoom) -> None:
        try:
            member = None if connection.person is None else self._doors.welcome_back(connection.person, ask.token)
        except LobbyError as error:
            connection.refuse(ask.id, Refusal(error.code), error.text, f"$.{error.path}")
            return
        if member is None:
            connection.refuse(ask.id, Refusal.NOT_IN_ROOM, "join this room first", "$.room")
            return
        self._attach(connection)
        self._doors.attach(member, connection, self._teller, ask.id, ask.seen)
        self._note_return(member)

    def _attach(self, connection: Connection) -> None:
        """From now on the end of this connection is told to the room, even if it is gone already."""
        connection.rooms[self.id] = self
        if not connection.is_open:
            self.post(Gone(connection))

    async def _leave(self, connection: Connection, ask: requests.LeaveRoom) -> None:
        """Somebody leaves for good; a player concedes a running match by it."""
        member = self._audience.of(connection)
        if member is None:
            connection.refuse(ask.id, Refusal.NOT_IN_ROOM, "you are not in this room", "$.room")
            return
        if member.seat is not None and self._live is None:
            await self._doors.stand_up(member)
            self._stood_up(member.seat)
        elif member.seat is not None and self._plays(member):
            if await self._broken_off(member.seat):
                connection.reply(Done(id=ask.id))
                return
            await self._do(Seat(member.seat), Concede())
        elif member.role in self.official_invites:
            await self._officiating.leaves(self._live if self._over_since is None else None, member)
        connection.rooms.pop(self.id, None)
        self._doors.dismiss(member, self._teller)
        connection.reply(Done(id=ask.id, n=self._audience.history.last))

    def _catch_up(self, connection: Connection) -> None:
        member = self._audience.of(connection)
        if member is not None and member.behind:
            member.behind = False
            connection.reply(self._teller.snapshot(member.role))
