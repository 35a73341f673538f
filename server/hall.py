"""The hall: what everybody may ask who is in no room, each thing answered by the part that it is about."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from client_protocol import requests
from client_protocol.notices import Done, Games, Pong, Rooms
from client_protocol.refusals import Refusal
from client_protocol.values import Role
from lobby.codes import TOKEN_BYTES, RoomId, session_token, token_hash
from lobby.leavings import Leavings
from lobby.people import PersonId
from lobby.stores import Store
from lobby.whereabouts import Whereabouts
from server import translate
from server.boards.commands import Commands
from server.boards.desk import BoardDesk
from server.boards.office import BoardOffice
from server.boards.outbox import Outbox
from server.clock import Clock
from server.config import Settings
from server.connection import Connection
from server.house_bots import HouseBots, NoBot
from server.inbox import Ask, Enter, ForRoom
from server.officials import OFFICIAL_SEATS
from server.open_rooms import OpenRooms
from server.openings import Openings
from server.reception import Reception
from server.room import Room
from server.room_services import RoomServices

ForBoards = requests.PairBoard | requests.ListBoards | requests.RevokeBoard | requests.UseBoard
"""What is about real boards."""


class Hall:
    """Everything that is in no room. Its methods answer the requests of one connection each."""

    def __init__(self, store: Store, clock: Clock, settings: Settings, engine: str, version: str) -> None:
        self._store = store
        self._clock = clock
        self.settings = self._settings = settings
        self.letters = Outbox()
        self.desk = BoardDesk(store.boards, clock, self.letters, settings.mqtt_scoreboards)
        self.office = BoardOffice(
            store.boards, clock, self.desk, Commands(self.letters), is_open=settings.mqtt_url is not None
        )
        self._services = RoomServices(
            store, clock, settings, engine, Whereabouts(), self._forget, Leavings(), self.desk
        )
        self._rooms = OpenRooms(self._services)
        self._openings = Openings(self._rooms, self._services)
        self._reception = Reception(self._services, version)
        self._games = translate.game_entries()
        self.bots = HouseBots(settings)
        self.draining = False

    def __len__(self) -> int:
        return len(self._rooms)

    def present(self) -> set[PersonId]:
        """Everybody who is connected."""
        return self._reception.present()

    # --- the lobby -----------------------------------------------------------------------------------------------

    async def hello(self, connection: Connection, ask: requests.Hello) -> None:
        """Somebody says who he is."""
        await self._reception.hello(connection, ask)

    def ping(self, connection: Connection, ask: requests.Ping) -> None:
        """The server's time."""
        connection.reply(Pong(id=ask.id, time=self._clock.now()))

    def list_games(self, connection: Connection, ask: requests.ListGames) -> None:
        """Which games can be played here."""
        connection.reply(Games(id=ask.id, games=self._games))

    def list_rooms(self, connection: Connection, ask: requests.ListRooms) -> None:
        """The newest listed rooms."""
        connection.reply(Rooms(id=ask.id, rooms=self._rooms.listed()))

    async def create_room(self, connection: Connection, ask: requests.CreateRoom) -> None:
        """Open a room and let whoever asks sit down in it."""
        person = connection.person
        assert person is not None
        if self.draining:
            connection.refuse(ask.id, Refusal.DRAINING, "the hall is about to restart")
            return
        if ask.seat is not None and self._refuse_paused(connection, ask.id):
            return
        room = await self._openings.open_room(connection, person, ask)
        if room is None:
            return
        role = Role.SPECTATOR if ask.seat is None else Role.PLAYER
        self._hand_in(room, Enter(connection, ask.id, role, ask.seat, room.rules_hash, is_opener=True), ask.id)

    def join_room(self, connection: Connection, ask: requests.JoinRoom) -> None:
        """Enter a room by its invitation, or a listed one by its id."""
        room = self._room_to_join(connection, ask)
        if room is None:
            return
        person = connection.person
        assert person is not None
        if ask.role is Role.PLAYER and room.seat_of(person.id) is None and self._refuse_paused(connection, ask.id):
            return
        self._hand_in(room, Enter(connection, ask.id, ask.role, ask.seat, ask.rules), ask.id)

    def _room_to_join(self, connection: Connection, ask: requests.JoinRoom) -> Room | None:
        """The room that somebody means and may enter; None where the refusal is told already."""
        if ask.role in OFFICIAL_SEATS or ask.invite is not None:
            room = self._rooms.find_invited(ask.invite or "", ask.role)
            if room is not None and (ask.role in OFFICIAL_SEATS or ask.room in (None, room.id)):
                return room
            whom = f" for a {ask.role.value}" if ask.role in OFFICIAL_SEATS else ""
            connection.refuse(ask.id, Refusal.UNKNOWN_INVITE, f"no room has this invitation{whom}", "$.invite")
            return None
        room, known = self._rooms.find(ask.room or ""), connection.person
        if room is None or known is None or not (room.settings.listed or room.holds(known.id)):
            connection.refuse(ask.id, Refusal.UNKNOWN_ROOM, "there is no such room in the list", "$.room")
            return None
        return room

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
        room = self._rooms.find(ask.room)
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
        room, person = self._rooms.find(ask.room), connection.person
        if room is None:
            connection.refuse(ask.id, Refusal.UNKNOWN_ROOM, "there is no such room", "$.room")
            return
        if person is None or room.seat_of(person.id) is None:
            connection.refuse(ask.id, Refusal.NOT_A_PLAYER, "only who sits in this room may do that", "$.room")
            return
        try:
            self.bots.seat_for(room, ask.seat)
            _, token = await self._reception.add_person("Bot", bot=True, house=True)
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
                await self.office.use(connection, ask, self._rooms.find(ask.room))

    # --- rooms ---------------------------------------------------------------------------------------------------

    def rooms(self) -> Iterator[Room]:
        """Every open room."""
        return iter(self._rooms)

    async def reopen(self, down_since: float) -> int:
        """Take up every room that was open before a restart, its clocks credited; how many there are."""
        await self.desk.open()
        await self._rooms.reopen(down_since)
        return len(self)

    async def drain(self, seconds: float) -> None:
        """Stop every room after what it is doing now, and send the bots of the house away."""
        self.draining = True
        await self._rooms.stop(seconds)
        await self.bots.stop()

    def _forget(self, number: RoomId) -> None:
        """Nobody finds the room from now on."""
        room = self._rooms.forget(number)
        self._services.whereabouts.close(number)
        self.desk.closed(number)
        self.bots.forget(room)
        self._openings.forget(number)

    def _hand_in(self, room: Room, item: Enter | Ask, request: int) -> None:
        if self.draining:
            item.connection.refuse(request, Refusal.DRAINING, "the hall restarts; your room goes on then")
        elif not room.post_request(item):
            item.connection.refuse(request, Refusal.BUSY, "too much waits in this room; repeat it later")
