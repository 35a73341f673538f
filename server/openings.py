"""How a room comes into being: who asked for it, whether it may be, and the task that opens it."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, replace

import msgspec

from client_protocol import requests
from client_protocol.refusals import Refusal
from game.errors import IllegalAction
from lobby.codes import ID_BYTES, INVITE_BYTES, RoomId, invite_code, room_id
from lobby.people import Person, PersonId
from lobby.rooms import RoomSettings, settled_settings
from lobby.stores import StoredRoom, StoreFailed
from server import translate
from server.connection import Connection
from server.open_rooms import OpenRooms
from server.room import Room
from server.room_services import RoomServices

KEY_BYTES = 32

LONGEST_AHEAD = 7 * 86400.0
"""s that the start of a match may lie ahead."""


@dataclass(frozen=True)
class Opening:
    """Who asked for a room by which request, and the task that opens it: the same request again means this room."""

    person: PersonId
    ask: requests.CreateRoom
    room: asyncio.Task[Room]


class Openings:
    """Every room that somebody asked for, from the request until it is closed."""

    def __init__(self, rooms: OpenRooms, services: RoomServices) -> None:
        self._rooms = rooms
        self._services = services
        self._openings: dict[RoomId, Opening] = {}

    async def open_room(self, connection: Connection, person: Person, ask: requests.CreateRoom) -> Room | None:
        """The room of this request; None where the refusal is told already. Raises StoreFailed."""
        opening = self._begun_by(person, ask) or self._begin(connection, person, ask)
        return None if opening is None else await asyncio.shield(opening.room)

    def forget(self, number: RoomId) -> None:
        """The room is closed: the same request would open another one."""
        self._openings.pop(number, None)

    def _begun_by(self, person: Person, ask: requests.CreateRoom) -> Opening | None:
        """The opening that this very request began before: its reply was lost, or is not there yet."""
        known = (opening for opening in self._openings.values() if opening.person == person.id and opening.ask == ask)
        return next(known, None)

    def _begin(self, connection: Connection, person: Person, ask: requests.CreateRoom) -> Opening | None:
        """Open another room, if that may be; None where the refusal is told already."""
        mine = sum(opening.person == person.id for opening in self._openings.values())
        rooms = len(self._rooms.numbers | self._openings.keys())
        if rooms >= self._services.settings.max_rooms or mine >= self._services.settings.max_rooms_per_person:
            connection.refuse(ask.id, Refusal.TOO_MANY_ROOMS, "no more rooms can be opened now")
            return None
        if ask.starts_at is not None and ask.starts_at > self._services.clock.now() + LONGEST_AHEAD:
            connection.refuse(ask.id, Refusal.OUT_OF_RANGE, "a start is at most a week ahead", "$.starts_at")
            return None
        try:
            settings = settled_settings(translate.settings_of(ask))
            settings = replace(settings, owner=person.id) if ask.owner else settings
        except IllegalAction as error:
            connection.refuse_as(translate.refused(ask, error))
            return None
        if ask.seat is not None and ask.seat >= ask.sides:
            connection.refuse(ask.id, Refusal.NO_SUCH_SEAT, f"this room has {ask.sides} seats", "$.seat")
            return None
        stored = self._new_room(settings)
        task = asyncio.get_running_loop().create_task(self._open_new(stored, settings))
        opening = self._openings[stored.id] = Opening(person.id, ask, task)
        return opening

    async def _open_new(self, stored: StoredRoom, settings: RoomSettings) -> Room:
        try:
            await self._services.store.open_room(stored)
        except StoreFailed:
            del self._openings[stored.id]
            raise
        room = Room(stored, settings, self._services)
        self._rooms.open(room)
        return room

    def _new_room(self, settings: RoomSettings) -> StoredRoom:
        return StoredRoom(
            id=room_id(secrets.token_bytes(ID_BYTES)),
            invite=invite_code(secrets.token_bytes(INVITE_BYTES)),
            settings=msgspec.json.encode(settings).decode(),
            key=secrets.token_bytes(KEY_BYTES),
            created=self._services.clock.now(),
        )
