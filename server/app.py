"""Builds every part of the hall, starts them in order, and stops them in the opposite one."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version

import structlog

from physics.version import ENGINE_VERSION
from server.clock import SystemClock
from server.config import Settings
from server.data_folder import SignOfLife
from server.dispatch import Dispatch
from server.guest_sweep import keep_sweeping
from server.hall import Hall
from server.http import build_app, build_metrics_app, has_page
from server.listener import listening
from server.origins import Admission
from server.sockets import Sockets
from server.storage.database import open_database
from server.storage.opening import opened
from server.storage.store import SqlStore

log = structlog.get_logger()

ALIVE_SECONDS = 0.25


class App:
    """A running hall: `port` is where it listens."""

    def __init__(self, hall: Hall, sockets: Sockets, port: int) -> None:
        self.hall = hall
        self.sockets = sockets
        self.port = port


def installed_version() -> str:
    """Version of the installed package."""
    try:
        return version("cuehall")
    except PackageNotFoundError:
        return "source"


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[App]:
    """A hall that serves until the block ends; then all it told is on disk. The data folder is locked already."""
    alive = SignOfLife(settings.data)
    clock = SystemClock(not_before=alive.last)
    async with _store(settings) as store:
        hall = Hall(store, clock, settings, ENGINE_VERSION, f"cuehall {installed_version()}")
        await hall.reopen(alive.last)
        admission = Admission(
            settings.max_connections, settings.max_connections_per_address, settings.origins, settings.trusted_proxies
        )
        sockets = Sockets(Dispatch(hall, settings).serve, admission, settings.outbox)

        def health() -> dict[str, object]:
            return {"ready": not hall.draining, "rooms": len(hall), "engine": ENGINE_VERSION}

        page = build_app(settings, health)
        pinging = sockets.ping_all(settings.ping_seconds, settings.silence_seconds)
        sweeping = keep_sweeping(store, clock, settings.guest_seconds, hall.present)
        async with (
            running_beside(_beat(alive, clock), pinging, sweeping, hall.desk.run(), hall.office.run(), *_links(hall)),
            listening(page, settings.host, settings.port, settings.trusted_proxies, sockets) as port,
            _metrics_listening(settings),
        ):
            hall.bots.listen_at(settings.host, port)
            await hall.send_bots_back()
            try:
                yield App(hall, sockets, port)
            finally:
                await hall.drain(settings.drain_seconds)
                await sockets.stop()
        _leave_sign(alive, clock)


def _links(hall: Hall) -> list[Coroutine[None, None, None]]:
    """The link to the broker, where one is set."""
    if hall.settings.mqtt_url is None:
        return []
    from server.boards.bridge import Bridge  # only where there is a broker: it brings a library of its own

    return [Bridge(hall.settings, hall.desk, hall.letters, installed_version()).run()]


@asynccontextmanager
async def _store(settings: Settings) -> AsyncIterator[SqlStore]:
    database = open_database(settings.data, settings.database_url)
    async with opened(database) as writer, running_beside(writer.run()):
        yield SqlStore(database.engine, writer)


@asynccontextmanager
async def running_beside(*endless: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Run something for as long as the block takes. A fault in it ends the block and is raised there: a hall without
    its writer would only seem to be open."""
    owner, failed = asyncio.current_task(), list[BaseException]()
    assert owner is not None

    def end_block(task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.critical("a part of the hall failed", part=str(task.get_coro()), exc_info=error)
            failed.append(error)
            owner.cancel()

    tasks = [asyncio.get_running_loop().create_task(work) for work in endless]
    for task in tasks:
        task.add_done_callback(end_block)
    try:
        yield
    except asyncio.CancelledError:
        if not failed:
            raise
        owner.uncancel()
    finally:
        for task in tasks:
            task.remove_done_callback(end_block)
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, Exception):
            raise outcome


@asynccontextmanager
async def _metrics_listening(settings: Settings) -> AsyncIterator[None]:
    if settings.metrics_port is None:
        yield
        return
    async with listening(build_metrics_app(), settings.metrics_host, settings.metrics_port):
        yield


async def _beat(alive: SignOfLife, clock: SystemClock) -> None:
    """Leave a sign of life, so that a restart knows how long the hall was away. A full disk is no end of the hall."""
    was_left = True
    while True:
        was_left = _leave_sign(alive, clock, is_news=was_left)
        await asyncio.sleep(ALIVE_SECONDS)


def _leave_sign(alive: SignOfLife, clock: SystemClock, *, is_news: bool = True) -> bool:
    """Whether it could be written; why not is logged where that is news."""
    try:
        alive.write(clock.now())
    except OSError as error:
        if is_news:
            log.error("no sign of life can be left", error=str(error))
        return False
    return True


async def serve_until_stopped(settings: Settings) -> None:
    """Serve until SIGINT or SIGTERM."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with running(settings) as app:
        url = settings.public_url or settings.model_copy(update={"port": app.port}).url
        print(f"Cuehall is open at {url} (Ctrl-C closes it)", flush=True)
        if not has_page(settings.static):
            log.warning("the page is not built: only sockets are served", build="python3 dev.py serve")
        await stop.wait()
        log.info("closing")
