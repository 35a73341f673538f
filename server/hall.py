"""The hall: who is here, which rooms there are, and how a room comes into being and goes."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from weakref import WeakSet

import msgspec
import structlog

from client_protocol import requests
from client_protocol.notices import Done, Games, Pong, Rooms, Welcome
from client_protocol.refusals import Refusal
from client_protocol.values import Role
from client_protocol.version import PROTOCOL, is_accepted
from game.errors import IllegalAction
from lobby.codes import (
    ID_BYTES,
    INVITE_BYTES,
    TOKEN_BYTES,
    InviteCode,
    RoomId,
    invite_code,
    room_id,
    session_token,
    token_hash,
)
from lobby.errors import LobbyError
from lobby.leavings import Leavings
from lobby.people import Person, PersonId, clean_name
from lobby.rooms import RoomSettings, settled_settings
from lobby.stores import Store, StoredRoom, StoreFailed
from lobby.whereabouts import Whereabouts
from server import metrics, translate
from server.boards.commands import Commands
from server.boards.desk import BoardDesk
from server.boards.office import BoardOffice
from server.boards.outbox import Outbox
from server.clock import Clock
from server.config import Settings
from server.connection import Connection
from server.house_bots import HouseBots, NoBot
from server.inbox import Ask, Enter, ForRoom, Stop
from server.officials import OFFICIAL_SEATS
from server.room import Room
from server.room_services import RoomServices

log = structlog.get_logger()

NOTICES_PER_RUN = 1_000_000
"""How far the numbers of a room's notices jump at a restart: those told but not kept are never told again."""

KEY_BYTES = 32

LONGEST_AHEAD = 7 * 86400.0
"""s that the start of a match may lie ahead."""

MAX_LISTED = 200
"""Rooms in one answer."""


ForBoards = requests.PairBoard | requests.ListBoards | requests.RevokeBoard | requests.UseBoard
"""What is about real boards."""


@dataclass(frozen=True)
class Opening:
    """Who asked for a room by which request, and the task that opens it: the same request again means this room."""

    person: PersonId
    ask: requests.CreateRoom
    room: asyncio.Task[Room]


class Hall:
    """Everything that is in no room. Its methods answer the requests of one connection each."""

    def __init__(self, store: Store, clock: Clock, settings: Settings, engine: str, version: str) -> None:
        self._store = store
        self._clock = clock
        self.settings = self._settings = settings
        self._engine = engine
        self._version = version
        self._whereabouts = Whereabouts()
        self.letters = Outbox()
        self.desk = BoardDesk(store.boards, clock, self.letters, settings.mqtt_scoreboards)
        self.office = BoardOffice(
            store.boards, clock, self.desk, Commands(self.letters), is_open=settings.mqtt_url is not None
        )
        self._services = RoomServices(
            store, clock, settings, engine, self._whereabouts, self._forget, Leavings(), self.desk
        )
        self._rooms: dict[RoomId, Room] = {}
        self._invites: dict[InviteCode, Room] = {}
        self._offices: dict[InviteCode, Room] = {}
        self._tasks: dict[RoomId, asyncio.Task[None]] = {}
        self._openings: dict[RoomId, Opening] = {}
        self._games = translate.game_entries()
        self.bots = HouseBots(settings)
        self.draining = False
        self._connections: WeakSet[Connection] = WeakSet()

    def __len__(self) -> int:
        return len(self._rooms)

    def present(self) -> set[PersonId]:
        """Everybody who is connected."""
        people = (connection.person for connection in self._connections if connection.is_open)
        return {person.id for person in people if person is not None}

    # --- people --------------------------------------------------------------------------------------------------

    async def hello(self, connection: Connection, ask: requests.Hello) -> None:
        """Somebody says who he is: a new guest by name, or a known one by token."""
        if connection.person is not None:
            connection.refuse(ask.id, Refusal.HELLO_TWICE, "this connection has said hello already")
        elif not is_accepted(ask.protocol):
            text = f"this hall speaks version {PROTOCOL}, not {ask.protocol}"
            connection.refuse(ask.id, Refusal.UNSUPPORTED_PROTOCOL, text, "$.protocol")
        elif ask.token is not None:
            await self._resume_session(connection, ask, ask.token)
        else:
            await self._new_guest(connection, ask)

    async def _resume_session(self, connection: Connection, ask: requests.Hello, token: str) -> None:
        person = await self._store.person_by_token(token_hash(token))
        if person is None:
            connection.refuse(ask.id, Refusal.UNKNOWN_TOKEN, "no session has this token", "$.token")
            return
        self._welcome(connection, ask, person, token)

    async def _new_guest(self, connection: Connection, ask: requests.Hello) -> None:
        try:
            name = clean_name(ask.name or "")
        except LobbyError as error:
            connection.refuse(ask.id, Refusal.BAD_NAME, error.text, "$.name")
            return
        person, token = self._new_person(name, bot=ask.bot)
        await self._store.add_person(person, token_hash(token), self._clock.now())
        self._welcome(connection, ask, person, token)

    def _welcome(self, connection: Connection, ask: requests.Hello, person: Person, token: str) -> None:
        connection.person = person
        self._connections.add(connection)
        connection.reply(
            Welcome(
                id=ask.id,
                protocol=PROTOCOL,
                server=self._version,
                engine=self._engine,
                person=person.id,
                name=person.name,
                token=token,
                time=self._clock.now(),
                rooms=self._whereabouts.rooms_of(person.id),
            )
        )

    # --- the lobby -----------------------------------------------------------------------------------------------

    def ping(self, connection: Connection, ask: requests.Ping) -> None:
        """The server's time."""
        connection.reply(Pong(id=ask.id, time=self._clock.now()))

    def list_games(self, connection: Connection, ask: requests.ListGames) -> None:
        """Which games can be played here."""
        connection.reply(Games(id=ask.id, games=self._games))

    def list_rooms(self, connection: Connection, ask: requests.ListRooms) -> None:
        """The newest listed rooms."""
        shown = [room for room in reversed(self._rooms.values()) if room.is_shown][:MAX_LISTED]
        connection.reply(Rooms(id=ask.id, rooms=tuple(room.listing() for room in shown)))

    async def create_room(self, connection: Connection, ask: requests.CreateRoom) -> None:
        """Open a room and let whoever asks sit down in it."""
        person = connection.person
        assert person is not None
        if self.draining:
            connection.refuse(ask.id, Refusal.DRAINING, "the hall is about to restart")
            return
        if ask.seat is not None and self._refuse_paused(connection, ask.id):
            return
        opening = self._opening_of(person, ask) or self._begin_opening(connection, person, ask)
        if opening is None:
            return
        room = await asyncio.shield(opening.room)
        role = Role.SPECTATOR if ask.seat is None else Role.PLAYER
        self._hand_in(room, Enter(connection, ask.id, role, ask.seat, room.rules_hash, is_opener=True), ask.id)

    def _opening_of(self, person: Person, ask: requests.CreateRoom) -> Opening | None:
        """The opening that this very request began before: its reply was lost, or is not there yet."""
        known = (opening for opening in self._openings.values() if opening.person == person.id and opening.ask == ask)
        return next(known, None)

    def _begin_opening(self, connection: Connection, person: Person, ask: requests.CreateRoom) -> Opening | None:
        """Open another room, if that may be; None where the refusal is told already."""
        mine = sum(opening.person == person.id for opening in self._openings.values())
        rooms = len(self._rooms.keys() | self._openings.keys())
        if rooms >= self._settings.max_rooms or mine >= self._settings.max_rooms_per_person:
            connection.refuse(ask.id, Refusal.TOO_MANY_ROOMS, "no more rooms can be opened now")
            return None
        if ask.starts_at is not None and ask.starts_at > self._clock.now() + LONGEST_AHEAD:
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
            await self._store.open_room(stored)
        except StoreFailed:
            del self._openings[stored.id]
            raise
        room = Room(stored, settings, self._services)
        self._open(room)
        return room

    def join_room(self, connection: Connection, ask: requests.JoinRoom) -> None:
        """Enter a room by its invitation, or a listed one by its id."""
        if ask.role in OFFICIAL_SEATS:
            room = self._offices.get(InviteCode(ask.invite or ""))
            if room is None or room.official_invites.get(ask.role) != ask.invite:
                text = f"no room has this invitation for a {ask.role.value}"
                connection.refuse(ask.id, Refusal.UNKNOWN_INVITE, text, "$.invite")
                return
        elif ask.invite is not None:
            room = self._invites.get(InviteCode(ask.invite))
            if room is None or (ask.room is not None and room.id != ask.room):
                connection.refuse(ask.id, Refusal.UNKNOWN_INVITE, "no room has this invitation", "$.invite")
                return
        else:
            room = self._rooms.get(RoomId(ask.room or ""))
            known = connection.person
            if room is None or known is None or not (room.settings.listed or room.holds(known.id)):
                connection.refuse(ask.id, Refusal.UNKNOWN_ROOM, "there is no such room in the list", "$.room")
                return
        person = connection.person
        assert person is not None
        if ask.role is Role.PLAYER and room.seat_of(person.id) is None and self._refuse_paused(connection, ask.id):
            return
        self._hand_in(room, Enter(connection, ask.id, ask.role, ask.seat, ask.rules), ask.id)

    def _refuse_paused(self, connection: Connection, request: int) -> bool:
        """Whether somebody may not sit down just now, because he left several matches; he is told so."""
        now = self._clock.now()
        assert connection.person is not None
        until = self._services.leavings.paused_until(connection.person.id, now)
        if until is None:
            return False
        text = f"you left several matches before they had begun; sit down again in {until - now:.0f} s"
        connection.refuse(request, Refusal.PAUSED, text)
        return True

    def ask_room(self, connection: Connection, ask: ForRoom) -> None:
        """Hand something to the room it is for."""
        room = self._rooms.get(RoomId(ask.room))
        if room is None:
            connection.refuse(ask.id, Refusal.UNKNOWN_ROOM, "there is no such room", "$.room")
            return
        self._hand_in(room, Ask(connection, ask), ask.id)

    def show_aim(self, connection: Connection, ask: requests.ShowAim) -> None:
        """Show an aim in its room."""
        room = connection.rooms.get(ask.room)
        if room is not None:
            room.show_aim(ask, connection)

    async def invite_bot(self, connection: Connection, ask: requests.InviteBot) -> None:
        """Put a bot of the house on a free seat, as somebody who sits in the room wishes."""
        room, person = self._rooms.get(RoomId(ask.room)), connection.person
        if room is None:
            connection.refuse(ask.id, Refusal.UNKNOWN_ROOM, "there is no such room", "$.room")
            return
        if person is None or room.seat_of(person.id) is None:
            connection.refuse(ask.id, Refusal.NOT_A_PLAYER, "only who sits in this room may do that", "$.room")
            return
        try:
            self.bots.seat_for(room, ask.seat)
            bot, token = self._new_person("Bot", bot=True, house=True)
            await self._store.add_person(bot, token_hash(token), self._clock.now())
            seat = self.bots.seat_for(room, ask.seat)
        except NoBot as error:
            connection.refuse(ask.id, error.code, error.text, error.path)
            return
        self.bots.send(room, seat, token)
        connection.reply(Done(id=ask.id))

    async def send_bots_back(self) -> None:
        """After a restart: the bots of the house go back to their seats. An orphan of the last run is locked out."""
        for room in self.rooms():
            for bot in room.house_bots():
                token = session_token(secrets.token_bytes(TOKEN_BYTES))
                await self._store.replace_token(bot, token_hash(token))
                self.bots.send(room, None, token)

    async def ask_boards(self, connection: Connection, ask: ForBoards) -> None:
        """Hand a request about real boards on. Raises StoreFailed."""
        match ask:
            case requests.PairBoard():
                self.office.begin_pairing(connection, ask)
            case requests.ListBoards():
                self.office.list_boards(connection, ask)
            case requests.RevokeBoard():
                await self.office.revoke(connection, ask)
            case requests.UseBoard():
                await self.office.use(connection, ask, self._rooms.get(RoomId(ask.room)))

    # --- rooms ---------------------------------------------------------------------------------------------------

    def rooms(self) -> Iterator[Room]:
        """Every open room."""
        return iter(tuple(self._rooms.values()))

    async def reopen(self, down_since: float) -> int:
        """Take up every room that was open before a restart, its clocks credited; how many there are."""
        await self.desk.open()
        for stored in await self._store.open_rooms():
            try:
                base = max([stored.notice_base, *(line.notice for line in stored.lines)]) + NOTICES_PER_RUN
                settings = msgspec.json.decode(stored.settings, type=RoomSettings)
                await self._store.raise_notices(stored.id, base)
                room = Room(replace(stored, notice_base=base), settings, self._services)
                await room.restore(stored, down_since)
            except StoreFailed:
                raise  # no fault of this room: without its store the hall does not open
            except Exception:
                # One record that cannot be read must not keep the hall closed; it stays on disk as it is.
                log.exception("room could not be reopened", room=stored.id)
                metrics.ROOM_FAULTS.inc()
                self._whereabouts.close(stored.id)
                continue
            self._open(room)
        return len(self)

    async def drain(self, seconds: float) -> None:
        """Stop every room after what it is doing now; each goes on after the restart."""
        self.draining = True
        for room in self.rooms():
            room.post(Stop())
        tasks = list(self._tasks.values())
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for task in late:
                task.cancel()
        await self.bots.stop()

    def _new_person(self, name: str, bot: bool, house: bool = False) -> tuple[Person, str]:
        person = Person(PersonId(room_id(secrets.token_bytes(ID_BYTES))), name, bot, house)
        return person, session_token(secrets.token_bytes(TOKEN_BYTES))

    def _new_room(self, settings: RoomSettings) -> StoredRoom:
        return StoredRoom(
            id=room_id(secrets.token_bytes(ID_BYTES)),
            invite=invite_code(secrets.token_bytes(INVITE_BYTES)),
            settings=msgspec.json.encode(settings).decode(),
            key=secrets.token_bytes(KEY_BYTES),
            created=self._clock.now(),
        )

    def _open(self, room: Room) -> None:
        self._rooms[room.id] = room
        self._invites[room.invite] = room
        self._offices |= dict.fromkeys(room.official_invites.values(), room)
        room.tell_boards()
        metrics.ROOMS.set(len(self))
        task = asyncio.get_running_loop().create_task(room.run(), name=f"room {room.id}")
        self._tasks[room.id] = task
        task.add_done_callback(lambda _: self._tasks.pop(room.id, None))

    def _forget(self, number: RoomId) -> None:
        """Nobody finds the room from now on."""
        room = self._rooms.pop(number)
        self._invites.pop(room.invite, None)
        for code in room.official_invites.values():
            self._offices.pop(code, None)
        self._whereabouts.close(number)
        self.desk.closed(number)
        self.bots.forget(room)
        self._openings.pop(number, None)
        metrics.ROOMS.set(len(self))

    def _hand_in(self, room: Room, item: Enter | Ask, request: int) -> None:
        if self.draining:
            item.connection.refuse(request, Refusal.DRAINING, "the hall restarts; your room goes on then")
        elif not room.post_request(item):
            item.connection.refuse(request, Refusal.BUSY, "too much waits in this room; repeat it later")
