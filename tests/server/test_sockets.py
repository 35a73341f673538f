"""The contract between uvicorn and websockets that `server.sockets` leans on, over real sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin, Subprotocol

from client_protocol.version import Encoding
from server.listener import listening
from server.origins import Admission, Refusal, client_address
from server.sockets import FRAME_LIMIT, Link, Sockets, frame_of

BOTH = [Subprotocol(Encoding.JSON.value), Subprotocol(Encoding.MSGPACK.value)]


@dataclass
class Echo:
    """Says back what it hears, and remembers every link it served."""

    links: list[Link] = field(default_factory=list)
    ended: asyncio.Queue[Link] = field(default_factory=asyncio.Queue)

    async def __call__(self, link: Link) -> None:
        self.links.append(link)
        try:
            while True:
                data = await link.recv(decode=False)
                if data == b"fail":
                    raise RuntimeError("asked to")
                if data == b"done":
                    return
                link.send_frame(frame_of(data, link.encoding))
        finally:
            self.ended.put_nowait(link)


@dataclass
class Served:
    port: int
    sockets: Sockets
    echo: Echo

    def connect(
        self,
        path: str = "/ws",
        subprotocols: list[Subprotocol] | None = None,
        headers: dict[str, str] | None = None,
        origin: str | None = None,
    ) -> connect:
        url = f"ws://127.0.0.1:{self.port}{path}"
        return connect(
            url,
            subprotocols=subprotocols,
            additional_headers=headers,
            origin=None if origin is None else Origin(origin),
            compression=None,
            proxy=None,
            close_timeout=0.2,
        )


async def _where(request: Request) -> JSONResponse:
    return JSONResponse({"client": request.client.host if request.client else None, "scheme": request.url.scheme})


@asynccontextmanager
async def echo_server(
    total: int = 100, origins: tuple[str, ...] = (), proxies: tuple[str, ...] = ()
) -> AsyncIterator[Served]:
    echo = Echo()
    sockets = Sockets(echo, Admission(total, 100, origins, proxies), outbox=256 * 1024)
    app = Starlette(routes=[Route("/where", _where)])
    async with listening(app, "127.0.0.1", 0, proxies, sockets) as port:
        try:
            yield Served(port, sockets, echo)
        finally:
            await sockets.stop()


async def get(port: int, path: str, headers: str = "") -> tuple[int, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n{headers}\r\n".encode())
    answer = await reader.read()
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), body


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
@pytest.mark.parametrize("name", BOTH)
async def test_a_frame_comes_back_as_it_was_sent(size: int, name: Subprotocol) -> None:
    async with echo_server() as served, served.connect(subprotocols=[name]) as client:
        await client.send("x" * size if str(name) == Encoding.JSON else b"x" * size)
        assert await client.recv() == ("x" * size if str(name) == Encoding.JSON else b"x" * size)


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        ([Encoding.JSON], Encoding.JSON),
        ([Encoding.MSGPACK], Encoding.MSGPACK),
        (["other", Encoding.JSON, Encoding.MSGPACK], Encoding.JSON),
        (None, None),
    ],
)
async def test_the_clients_first_subprotocol_that_we_speak_is_chosen(
    offered: list[str] | None, chosen: str | None
) -> None:
    names = None if offered is None else [Subprotocol(name) for name in offered]
    async with echo_server() as served, served.connect(subprotocols=names) as client:
        await client.send(b"hi")
        await client.recv()
        assert client.subprotocol == chosen
        assert served.echo.links[0].encoding == (chosen or Encoding.MSGPACK)


async def refused_status(served: Served, **how: object) -> int:
    with pytest.raises(InvalidStatus) as refused:
        async with served.connect(**how):  # type: ignore[arg-type]
            pass
    return refused.value.response.status_code


async def test_an_unknown_subprotocol_another_path_or_a_foreign_page_is_turned_away() -> None:
    async with echo_server(origins=("https://friends.example",)) as served:
        assert await refused_status(served, subprotocols=[Subprotocol("cuehall.v9.msgpack")]) == 400
        assert await refused_status(served, path="/other") == 404
        assert await refused_status(served, origin="https://evil.example") == 403
        assert await refused_status(served, origin=f"http://127.0.0.1:{served.port}.evil.example") == 403
        assert served.echo.links == []
        async with served.connect(origin=f"http://127.0.0.1:{served.port}"):
            pass
        async with served.connect(origin="https://friends.example"):
            pass


async def test_a_full_hall_turns_away_and_has_room_again_afterwards() -> None:
    async with echo_server(total=1) as served:
        async with served.connect() as client:
            assert await refused_status(served) == 503
            await client.close()
        await served.echo.ended.get()
        async with served.connect() as client:
            await client.send(b"again")
            assert await client.recv() == b"again"


async def test_http_and_sockets_share_the_port() -> None:
    async with echo_server() as served, served.connect() as client:
        status, body = await get(served.port, "/where")
        assert (status, json.loads(body)["client"]) == (200, "127.0.0.1")
        await client.send(b"still here")
        assert await client.recv() == b"still here"


async def test_the_client_may_close_and_the_server_may_close() -> None:
    async with echo_server() as served:
        async with served.connect() as client:
            await client.send(b"done")
            with pytest.raises(ConnectionClosed):
                await client.recv()
            assert client.close_code == 1000
        async with served.connect() as client:
            await client.close(1000, "bye")
        async with served.connect() as client:
            await client.send(b"fail")
            with pytest.raises(ConnectionClosed):
                await client.recv()
            assert client.close_code == 1011
        for _ in range(3):
            await served.echo.ended.get()
        await until(lambda: not list(served.sockets.links()))


async def test_a_message_beyond_the_frame_limit_closes_the_connection_and_no_other() -> None:
    async with echo_server() as served, served.connect() as neighbour, served.connect() as client:
        await client.send(b"x" * (FRAME_LIMIT + 1))
        with pytest.raises(ConnectionClosed):
            await client.recv()
        assert client.close_code == 1009
        await neighbour.send(b"hi")
        assert await neighbour.recv() == b"hi"


async def test_stopping_closes_everybody_with_a_reason_and_lets_nobody_in() -> None:
    async with echo_server() as served, served.connect() as first, served.connect() as second:
        await first.send(b"x")
        await first.recv()
        await second.send(b"x")
        await second.recv()
        await served.sockets.stop()
        for client in (first, second):
            await client.wait_closed()
            assert (client.close_code, client.close_reason) == (1012, "the hall restarts")
        assert await refused_status(served) == 503


async def test_a_dead_peer_does_not_keep_the_server_from_stopping() -> None:
    async with echo_server() as served:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(
            b"GET /ws HTTP/1.1\r\nHost: hall\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        assert b"101" in await reader.readuntil(b"\r\n\r\n")
        async with asyncio.timeout(20.0):
            await served.sockets.stop()
        writer.close()


async def test_proxy_headers_are_believed_from_a_proxy_only() -> None:
    forwarded = {"X-Forwarded-For": "203.0.113.7, 198.51.100.1", "X-Forwarded-Proto": "https"}
    async with echo_server(proxies=("127.0.0.1",)) as served, served.connect(headers=forwarded) as client:
        await client.send(b"x")
        await client.recv()
        assert served.echo.links[0].address == "198.51.100.1"
        _, body = await get(served.port, "/where", "X-Forwarded-For: 203.0.113.7\r\nX-Forwarded-Proto: https\r\n")
        assert json.loads(body) == {"client": "203.0.113.7", "scheme": "https"}
    async with echo_server() as served, served.connect(headers=forwarded) as client:
        await client.send(b"x")
        await client.recv()
        assert served.echo.links[0].address == "127.0.0.1"


def test_the_nearest_address_that_is_no_proxy_counts() -> None:
    trusted = frozenset({"10.0.0.1", "10.0.0.2"})
    assert client_address("10.0.0.1", "203.0.113.7, 198.51.100.1, 10.0.0.2", trusted) == "198.51.100.1"
    assert client_address("10.0.0.1", " , 10.0.0.2", trusted) == "10.0.0.1"
    assert client_address("10.0.0.1", None, trusted) == "10.0.0.1"


@pytest.mark.parametrize(
    ("path", "origin", "status"),
    [("/ws", "http://[", 403), ("/ws", "null", 403), ("//[", "http://here", 404), ("/wsx", "http://here", 404)],
)
def test_an_address_that_is_none_is_turned_away(path: str, origin: str, status: int) -> None:
    admission = Admission(10, 10, (), ())
    with pytest.raises(Refusal) as refusal:
        admission.enter(path, "127.0.0.1", {"Origin": origin, "Host": "here"}.get)
    assert refusal.value.status == status
    assert admission.enter("/ws?from=page", "127.0.0.1", {"Origin": "http://HERE", "Host": "here"}.get) == "127.0.0.1"


async def test_the_pinger_measures_who_answers_and_drops_who_is_silent() -> None:
    async with echo_server() as served, served.connect() as client:
        await client.send(b"x")
        await client.recv()
        link = served.echo.links[0]
        pinger = asyncio.create_task(served.sockets.ping_all(0.01, 30.0))
        await until(lambda: link.latency > 0.0)
        pinger.cancel()
        link.heard -= 60.0
        client.transport.pause_reading()
        pinger = asyncio.create_task(served.sockets.ping_all(0.01, 30.0))
        assert await served.echo.ended.get() is link
        pinger.cancel()


async def test_what_the_network_does_not_take_is_counted_and_its_taking_is_told() -> None:
    async with echo_server() as served, served.connect() as client:
        await client.send(b"x")
        await client.recv()
        link = served.echo.links[0]
        drained = asyncio.Event()
        link.on_drained = drained.set
        client.transport.pause_reading()
        while link.buffered < 128 * 1024:
            link.send_frame(frame_of(bytes(64 * 1024), link.encoding))
            await asyncio.sleep(0)
        assert not drained.is_set()
        client.transport.resume_reading()
        reader = asyncio.create_task(_read_all(client))
        await drained.wait()
        assert link.buffered <= 16 * 1024
        reader.cancel()


async def _read_all(client: ClientConnection) -> None:
    async for _ in client:
        pass


async def test_nothing_is_sent_after_the_close() -> None:
    async with echo_server() as served, served.connect() as client:
        await client.send(b"x")
        await client.recv()
        link = served.echo.links[0]
        await link.close(4003, "enough")
        link.send_frame(frame_of(b"late", link.encoding))
        with pytest.raises(ConnectionClosed):
            await client.recv()
        assert (client.close_code, client.close_reason) == (4003, "enough")


async def until(holds: Callable[[], bool]) -> None:
    """Let the loop run until something holds; the test's own timeout bounds it."""
    while not holds():  # noqa: ASYNC110 — nothing tells of it
        await asyncio.sleep(0)


async def test_a_taken_port_is_said_plainly() -> None:
    async with echo_server() as served:
        with pytest.raises(OSError, match=f"cannot listen on 127.0.0.1 port {served.port}"):
            async with listening(Starlette(), "127.0.0.1", served.port):
                pass
