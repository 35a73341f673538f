"""WebSockets on uvicorn's port: uvicorn hands an upgraded connection over, the websockets library runs it.

uvicorn's `ws=` takes a factory of protocols; ours returns websockets' own `ServerConnection`, so that a connection
costs what websockets costs and nothing passes through ASGI. This leans on inner parts of both libraries, which are
pinned and held by `tests/server/test_sockets.py`. Rooms see only the few methods of `Link`, so that something else can
stand behind them.
"""

from __future__ import annotations

import asyncio
import logging
import struct
from collections.abc import Awaitable, Callable, Iterator, Sequence
from http import HTTPStatus
from typing import Any, Final

from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.asyncio.server import Server, ServerConnection
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed, NegotiationError
from websockets.frames import CloseCode
from websockets.http11 import Request, Response
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from client_protocol.version import SUBPROTOCOLS, Encoding
from server.origins import Admission, Refusal
from server.round_trips import RoundTrips

FRAME_LIMIT: Final = 256 * 1024
"""Bytes of a message above which a connection is closed at once; the codec refuses far shorter ones politely."""

OPEN_SECONDS: Final = 10.0
CLOSE_SECONDS: Final = 3.0
PINGS_AT_ONCE: Final = 200


def _no_listener() -> Any:
    raise AssertionError("uvicorn listens, not websockets")


class Link(ServerConnection):
    """One open socket as connections of the hall use it: send a frame, how much waits, close."""

    protocol: ServerProtocol

    def __init__(self, protocol: ServerProtocol, sockets: Sockets, uvicorn_state: ServerState, outbox: int) -> None:
        super().__init__(
            protocol,
            sockets,
            ping_interval=None,
            close_timeout=CLOSE_SECONDS,
            max_queue=32,
            write_limit=(outbox // 4, outbox // 16),
        )
        self._uvicorn_state = uvicorn_state
        self.round_trips = RoundTrips()
        self.heard = self.loop.time()
        self.address = ""
        self.on_drained: Callable[[], None] | None = None

    @property
    def encoding(self) -> Encoding:
        """How messages are written on this socket; MessagePack where the client did not say."""
        return Encoding(self.subprotocol) if self.subprotocol is not None else Encoding.MSGPACK

    @property
    def is_open(self) -> bool:
        """Whether a frame may still be sent."""
        return self.protocol.state is OPEN

    @property
    def buffered(self) -> int:
        """Bytes that the network has not taken yet."""
        return self.transport.get_write_buffer_size()

    def send_frame(self, frame: bytes) -> None:
        """Send a whole frame made by `frame_of`. The same bytes serve every socket: servers do not mask."""
        if self.protocol.state is OPEN:
            self.transport.write(frame)

    def ping_now(self) -> None:
        """Ask for a sign of life; the time travels in the ping, and comes back in the pong."""
        if self.protocol.state is OPEN:
            self.protocol.send_ping(struct.pack("!d", self.loop.time()))
            self.send_data()

    def acknowledge_pings(self, data: bytes) -> None:
        """Measure the round trip from the time in the pong."""
        if len(data) == 8:
            round_trip: float = self.loop.time() - struct.unpack("!d", data)[0]
            if 0.0 <= round_trip < 3600.0:
                self.latency = round_trip
                self.round_trips.note(round_trip)

    def data_received(self, data: bytes) -> None:
        """Note the sign of life, then read."""
        self.heard = self.loop.time()
        super().data_received(data)

    def resume_writing(self) -> None:
        """The network has taken what was waiting."""
        super().resume_writing()
        if self.on_drained is not None:
            self.on_drained()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """uvicorn counts this connection among its own, so that a stop waits for it."""
        self._uvicorn_state.connections.add(self)  # type: ignore[arg-type]
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        self._uvicorn_state.connections.discard(self)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """uvicorn stops: what is still open then goes at once."""
        self.transport.abort()


class Sockets(Server):
    """Every socket of the hall: the handshake, the pings, the end. `factory` goes to uvicorn as `ws=`."""

    def __init__(self, serve: Callable[[Link], Awaitable[None]], admission: Admission, outbox: int) -> None:
        super().__init__(_no_listener, self._hold, logging.getLogger("websockets.server"))
        self._serve = serve
        self._admission = admission
        self._outbox = outbox
        self._serving = True

    def factory(
        self,
        config: Config,  # noqa: ARG002
        server_state: ServerState,
        app_state: dict[str, Any],  # noqa: ARG002
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> Link:
        """A connection for a request that asks to be upgraded."""
        protocol = ServerProtocol(
            subprotocols=[Subprotocol(name) for name in SUBPROTOCOLS],
            select_subprotocol=_choose_subprotocol,
            max_size=FRAME_LIMIT,
            logger=self.logger,
        )
        return Link(protocol, self, server_state, self._outbox)

    def is_serving(self) -> bool:
        """Whether new connections are let in."""
        return self._serving

    async def stop(self, code: int = CloseCode.SERVICE_RESTART, reason: str = "the hall restarts") -> None:
        """Let nobody in any more, close everything with a reason, and wait until it is closed."""
        self._serving = False
        closing = [asyncio.create_task(link.close(code, reason)) for link in self.links()]
        if closing:
            await asyncio.wait(closing)
        if self.handler_tasks:
            await asyncio.wait(self.handler_tasks)

    def links(self) -> Iterator[Link]:
        """Every socket that is open."""
        for connection in tuple(self.all_connections):
            assert isinstance(connection, Link)
            yield connection

    async def ping_all(self, interval: float, silence: float) -> None:
        """The one pinger: asks everybody once an interval, and gives up who was silent for too long."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(interval)
            for number, link in enumerate(self.links()):
                if loop.time() - link.heard > silence:
                    link.transport.abort()
                else:
                    link.ping_now()
                if number % PINGS_AT_ONCE == PINGS_AT_ONCE - 1:
                    await asyncio.sleep(0)

    async def _hold(self, connection: ServerConnection) -> None:
        """The life of one connection: handshake, service, closing handshake."""
        assert isinstance(connection, Link)
        try:
            try:
                async with asyncio.timeout(OPEN_SECONDS):
                    await connection.handshake(self._check, None, None)
            except TimeoutError:
                connection.transport.abort()
                return
            if connection.protocol.state is not OPEN:
                connection.transport.close()
                return
            self.all_connections.add(connection)
            connection.ping_now()
            try:
                await self._serve(connection)
            except ConnectionClosed:
                pass
            except Exception:
                self.logger.exception("connection failed")
                await connection.close(CloseCode.INTERNAL_ERROR)
            else:
                await connection.close()
        finally:
            self.all_connections.discard(connection)
            self._admission.leave(connection.address)
            task = asyncio.current_task()
            assert task is not None
            self.handler_tasks.discard(task)

    def _check(self, connection: ServerConnection, request: Request) -> Response | None:
        """Who may connect: right path, an origin that is ours, room for one more."""
        assert isinstance(connection, Link)
        peer = connection.remote_address
        try:
            connection.address = self._admission.enter(
                path=request.path,
                peer=str(peer[0]) if isinstance(peer, tuple) else "unknown",
                header=lambda name: _one_header(request.headers, name),
            )
        except Refusal as refusal:
            response = connection.respond(HTTPStatus(refusal.status), refusal.text + "\n")
            response.headers["Cache-Control"] = "no-store"
            return response
        return None


def _one_header(headers: Headers, name: str) -> str | None:
    values = headers.get_all(name)
    return ", ".join(values) if values else None


def _choose_subprotocol(_: ServerProtocol, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    """The client's first choice that we speak; a client that names none gets MessagePack."""
    if not offered:
        return None
    for name in offered:
        if name in SUBPROTOCOLS:
            return name
    raise NegotiationError(f"this server speaks {' and '.join(SUBPROTOCOLS)}")


def frame_of(payload: bytes, encoding: Encoding) -> bytes:
    """A complete, unmasked, final frame (RFC 6455 5.2): text for JSON, binary for MessagePack."""
    opcode = 0x81 if encoding is Encoding.JSON else 0x82
    length = len(payload)
    if length < 126:
        return bytes((opcode, length)) + payload
    if length < 65536:
        return struct.pack("!BBH", opcode, 126, length) + payload
    return struct.pack("!BBQ", opcode, 127, length) + payload
