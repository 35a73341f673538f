"""Who comes into the hall: a new guest by name, or a known one by token."""

from __future__ import annotations

import secrets
from weakref import WeakSet

from client_protocol import requests
from client_protocol.notices import Welcome
from client_protocol.refusals import Refusal
from client_protocol.version import PROTOCOL, is_accepted
from lobby.codes import ID_BYTES, TOKEN_BYTES, room_id, session_token, token_hash
from lobby.errors import LobbyError
from lobby.people import Person, PersonId, clean_name
from server.connection import Connection
from server.room_services import RoomServices


class Reception:
    """Answers `hello`, and knows everybody who is connected. `version`: what the server calls itself."""

    def __init__(self, services: RoomServices, version: str) -> None:
        self._services = services
        self._version = version
        self._connections: WeakSet[Connection] = WeakSet()

    def present(self) -> set[PersonId]:
        """Everybody who is connected."""
        people = (connection.person for connection in self._connections if connection.is_open)
        return {person.id for person in people if person is not None}

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
        person = await self._services.store.person_by_token(token_hash(token))
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
        person, token = await self.add_person(name, bot=ask.bot)
        self._welcome(connection, ask, person, token)

    def _welcome(self, connection: Connection, ask: requests.Hello, person: Person, token: str) -> None:
        connection.person = person
        self._connections.add(connection)
        connection.reply(
            Welcome(
                id=ask.id,
                protocol=PROTOCOL,
                server=self._version,
                engine=self._services.engine,
                person=person.id,
                name=person.name,
                token=token,
                time=self._services.clock.now(),
                rooms=self._services.whereabouts.rooms_of(person.id),
            )
        )

    async def add_person(self, name: str, *, bot: bool, house: bool = False) -> tuple[Person, str]:
        """Somebody new, and the token of his session. Raises StoreFailed."""
        person = Person(PersonId(room_id(secrets.token_bytes(ID_BYTES))), name, bot, house)
        token = session_token(secrets.token_bytes(TOKEN_BYTES))
        await self._services.store.add_person(person, token_hash(token), self._services.clock.now())
        return person, token
