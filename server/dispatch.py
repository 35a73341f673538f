"""From a socket to the hall: reads requests one by one and hands each to where it belongs."""

from __future__ import annotations

import asyncio

import structlog

from client_protocol import requests
from client_protocol.codec import decode_request
from client_protocol.notices import Refused
from client_protocol.refusals import Refusal
from client_protocol.requests import AnyRequest
from client_protocol.version import Encoding
from lobby.stores import StoreFailed
from server import metrics
from server.config import Settings
from server.connection import Connection, Cut, Kind
from server.hall import Hall
from server.sockets import Link

log = structlog.get_logger()


class Dispatch:
    """Serves connections: `serve` is the life of one of them."""

    def __init__(self, hall: Hall, settings: Settings) -> None:
        self._hall = hall
        self._settings = settings

    async def serve(self, link: Link) -> None:
        """Read until the connection ends; then tell every room it was in."""
        connection = Connection(link, self._settings)
        is_binary = connection.encoding is Encoding.MSGPACK
        metrics.CONNECTIONS.inc()
        hello_due = asyncio.get_running_loop().call_later(self._settings.hello_seconds, _expect_hello, connection)
        try:
            while True:
                data = await link.recv(decode=None if is_binary else False)
                if isinstance(data, str):
                    text = f"{Encoding.MSGPACK} takes binary frames; text is for {Encoding.JSON}"
                    connection.fault(Refused(code=Refusal.MALFORMED.value, text=text))
                else:
                    await self._read(connection, data)
        finally:
            hello_due.cancel()
            metrics.CONNECTIONS.dec()
            for room in tuple(connection.rooms.values()):
                room.lost(connection)
            connection.rooms.clear()

    async def _read(self, connection: Connection, data: bytes) -> None:
        request = decode_request(data, connection.encoding)
        if isinstance(request, Refused):
            connection.fault(request)
            return
        metrics.REQUESTS.labels(request.__struct_config__.tag).inc()
        if isinstance(request, requests.ShowAim):
            if connection.person is not None and connection.allows(Kind.AIM):
                self._hall.show_aim(connection, request)
            return
        if not connection.allows(_kind_of(request)):
            text = "too many requests of this kind; repeat it later"
            connection.fault(Refused(code=Refusal.TOO_FAST.value, text=text, id=request.id))
            return
        if connection.person is None and not isinstance(request, requests.Hello):
            connection.refuse(request.id, Refusal.HELLO_FIRST, "the first request is hello")
            return
        try:
            await self._hand_on(connection, request)
        except StoreFailed as error:
            log.error("the store failed", error=str(error))
            connection.refuse(request.id, Refusal.STORAGE_AWAY, "the records cannot be written just now")

    async def _hand_on(self, connection: Connection, request: AnyRequest) -> None:
        match request:
            case requests.Action() | requests.LeaveRoom() | requests.ResumeRoom():
                self._hall.ask_room(connection, request)
            case requests.Ready() | requests.ClaimForfeit() | requests.ListPositions():
                self._hall.ask_room(connection, request)
            case requests.Hello():
                await self._hall.hello(connection, request)
            case requests.Ping():
                self._hall.ping(connection, request)
            case requests.ListGames():
                self._hall.list_games(connection, request)
            case requests.ListRooms():
                self._hall.list_rooms(connection, request)
            case requests.CreateRoom():
                await self._hall.create_room(connection, request)
            case requests.JoinRoom():
                self._hall.join_room(connection, request)
            case requests.InviteBot():
                await self._hall.invite_bot(connection, request)
            case requests.PairBoard() | requests.ListBoards() | requests.RevokeBoard() | requests.UseBoard():
                await self._hall.ask_boards(connection, request)
            case _:
                raise AssertionError(f"nobody answers {type(request).__name__}")


def _kind_of(request: AnyRequest) -> Kind:
    if isinstance(request, requests.Officiate):
        return Kind.OFFICIATE
    if isinstance(request, requests.Action):
        return Kind.ACTION
    if isinstance(request, requests.CreateRoom | requests.InviteBot | requests.PairBoard | requests.Hello):
        return Kind.CREATE
    return Kind.LOBBY


def _expect_hello(connection: Connection) -> None:
    if connection.person is None:
        connection.cut(Cut.NO_HELLO)
