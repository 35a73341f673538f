"""The open rooms: how one is found, lives, is taken up after a restart, and is found no more."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Set
from dataclasses import replace

import msgspec
import structlog

from client_protocol.values import Role, RoomListing
from lobby.codes import InviteCode, RoomId
from lobby.rooms import RoomSettings
from lobby.stores import StoreFailed
from server import metrics
from server.inbox import Stop
from server.officials import OFFICIAL_SEATS
from server.room import Room
from server.room_services import RoomServices

log = structlog.get_logger()

NOTICES_PER_RUN = 1_000_000
"""How far the numbers of a room's notices jump at a restart: those told but not kept are never told again."""

MAX_LISTED = 200
"""Rooms in one answer."""


class OpenRooms:
    """Every open room and its task, by number and by invitation."""

    def __init__(self, services: RoomServices) -> None:
        self._services = services
        self._rooms: dict[RoomId, Room] = {}
        self._invites: dict[InviteCode, Room] = {}
        self._offices: dict[InviteCode, Room] = {}
        self._tasks: dict[RoomId, asyncio.Task[None]] = {}
        metrics.ROOMS.set(0)  # the number may still be that of a hall which this process had before

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[Room]:
        return iter(tuple(self._rooms.values()))

    @property
    def numbers(self) -> Set[RoomId]:
        """The numbers of all."""
        return self._rooms.keys()

    def find(self, number: str) -> Room | None:
        """The room of this number."""
        return self._rooms.get(RoomId(number))

    def find_invited(self, invite: str, role: Role) -> Room | None:
        """The room that this code invites to, in this role."""
        if role not in OFFICIAL_SEATS:
            return self._invites.get(InviteCode(invite))
        room = self._offices.get(InviteCode(invite))
        return room if room is not None and room.official_invites.get(role) == invite else None

    def listed(self) -> tuple[RoomListing, ...]:
        """The newest rooms that want to be seen."""
        shown = [room for room in reversed(self._rooms.values()) if room.is_shown][:MAX_LISTED]
        return tuple(room.listing() for room in shown)

    def open(self, room: Room) -> None:
        """From now on the room lives and is found."""
        self._rooms[room.id] = room
        self._invites[room.invite] = room
        self._offices |= dict.fromkeys(room.official_invites.values(), room)
        room.tell_boards()
        metrics.ROOMS.set(len(self))
        task = asyncio.get_running_loop().create_task(room.run(), name=f"room {room.id}")
        self._tasks[room.id] = task
        task.add_done_callback(lambda _: self._tasks.pop(room.id, None))

    def forget(self, number: RoomId) -> Room:
        """Nobody finds the room from now on."""
        room = self._rooms.pop(number)
        self._invites.pop(room.invite, None)
        for code in room.official_invites.values():
            self._offices.pop(code, None)
        metrics.ROOMS.set(len(self))
        return room

    async def reopen(self, down_since: float) -> None:
        """Take up every room that was open before a restart, its clocks credited. Raises StoreFailed."""
        for stored in await self._services.store.open_rooms():
            try:
                base = max([stored.notice_base, *(line.notice for line in stored.lines)]) + NOTICES_PER_RUN
                settings = msgspec.json.decode(stored.settings, type=RoomSettings)
                await self._services.store.raise_notices(stored.id, base)
                room = Room(replace(stored, notice_base=base), settings, self._services)
                await room.restore(stored, down_since)
            except StoreFailed:
                raise  # no fault of this room: without its store the hall does not open
            except Exception:
                # One record that cannot be read must not keep the hall closed; it stays on disk as it is.
                log.exception("room could not be reopened", room=stored.id)
                metrics.ROOM_FAULTS.inc()
                self._services.whereabouts.close(stored.id)
                continue
            self.open(room)

    async def stop(self, seconds: float) -> None:
        """Stop every room after what it is doing now; each goes on after the restart."""
        for room in self:
            room.post(Stop())
        tasks = list(self._tasks.values())
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for task in late:
                task.cancel()
