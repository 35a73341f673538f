"""uvicorn as a part of the hall: started, known to listen, and stopped from here."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from starlette.types import ASGIApp

from server.sockets import Sockets

BACKLOG = 4096
"""Connections that may wait to be accepted."""


class Listener(uvicorn.Server):
    """uvicorn as a part of the hall: it says when it listens, and leaves the signals to us."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are the hall's."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then say so."""
        await super().startup(sockets)
        self.listening.set()


@asynccontextmanager
async def listening(
    app: ASGIApp, host: str, port: int, trusted_proxies: Sequence[str] = (), sockets: Sockets | None = None
) -> AsyncIterator[int]:
    """Serve an app, and sockets where given, until the block ends; gives the port. Raises OSError where it is taken."""
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        ws=sockets.factory if sockets is not None else "none",  # type: ignore[arg-type]
        http="httptools",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        backlog=BACKLOG,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=list(trusted_proxies),
        timeout_graceful_shutdown=5,
    )
    listener = Listener(config)
    server_socket = _bind(host, port)
    serving = asyncio.get_running_loop().create_task(listener.serve([server_socket]))
    try:
        await _until_it_listens(listener, serving)
        yield server_socket.getsockname()[1]
    finally:
        listener.should_exit = True
        if not serving.done():
            await serving
        server_socket.close()


async def _until_it_listens(listener: Listener, serving: asyncio.Task[None]) -> None:
    """Wait until it listens, or has ended before it could. Raises what it failed with."""
    waiting = asyncio.get_running_loop().create_task(listener.listening.wait())
    try:
        await asyncio.wait((waiting, serving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
    if not listener.listening.is_set():
        await serving
        raise OSError("the listener ended before it listened")


def _bind(host: str, port: int) -> socket.socket:
    """A listening socket. Bound here, because uvicorn leaves the process when it cannot listen."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise OSError(f"cannot listen on {host} port {port}: {error.strerror or error}") from error
