"""One task writes: it drains what rooms hand in, commits it together, and only then lets them go on."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter

import structlog
from sqlalchemy import Executable, text
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from lobby.stores import StoreFailed
from server import metrics
from server.storage.database import Database
from server.storage.failures import sentence

log = structlog.get_logger()

Parameters = Mapping[str, object]
Part = tuple[Executable, Parameters]

MAX_WAITING = 4096
"""Writes that may wait; a room that finds the queue full waits with its shot."""

MAX_BATCH = 512
"""Writes in one commit."""

PROBE_SECONDS = 1.0
"""s between attempts to find out whether a database that was away is back, where nobody writes anyway."""

FAILURES = (SQLAlchemyError, OSError, StoreFailed)

_PROBE = text("UPDATE alembic_version SET version_num = version_num")


@dataclass(frozen=True, eq=False)
class Write:
    """Statements with their parameters that belong together, and the future of whoever waits until they are on disk.

    `undo` takes them back, where a commit failed without saying whether it is on disk.
    """

    parts: tuple[Part, ...]
    undo: tuple[Part, ...]
    done: asyncio.Future[None]


class Unsure(Exception):
    """A commit failed in a way that leaves open whether it is on disk."""


class Writer:
    """The only writer of a database: `open` first, then `run` is its task; `write` may be called from any other."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: asyncio.Queue[Write] = asyncio.Queue(MAX_WAITING)
        self._connection: AsyncConnection | None = None
        self._unsure: list[Part] = []
        self._closed = False
        self.is_away = False

    @property
    def waiting(self) -> int:
        """Writes that wait for a commit."""
        return self._queue.qsize()

    async def open(self) -> AsyncConnection:
        """Connect; what the database needs first can be done on the connection. Raises StoreFailed."""
        try:
            self._connection = await self._database.connect_writer()
        except FAILURES as error:
            raise StoreFailed(sentence(error)) from error
        return self._connection

    async def write(self, *parts: Part, undo: Sequence[Part] = ()) -> None:
        """Keep these rows, all or none; returns when they are synced. Raises StoreFailed."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._queue.put(Write(parts, tuple(undo), done))
        if self._closed:
            self.close()
        await done

    async def run(self) -> None:
        """Write until cancelled. Whoever waits then, or comes later, is told that the store is closed."""
        batch: list[Write] = []
        try:
            while True:
                batch = await self._next_batch()
                await self._keep(batch)
        finally:
            _settle(batch, StoreFailed("the store is closed"))
            self.close()
            await self.disconnect()

    async def disconnect(self) -> None:
        """Let go of the database."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def _next_batch(self) -> list[Write]:
        """Whatever waits; while the database is away a probe, where nothing does."""
        try:
            async with asyncio.timeout(PROBE_SECONDS if self.is_away else None):
                batch = [await self._queue.get()]
        except TimeoutError:
            return [Write(((_PROBE, {}),), (), asyncio.get_running_loop().create_future())]
        while len(batch) < MAX_BATCH and not self._queue.empty():
            batch.append(self._queue.get_nowait())
        return batch

    async def _keep(self, batch: list[Write]) -> None:
        """Commit a batch and tell whoever waits for it how that went."""
        began = perf_counter()
        try:
            connection = await self._ready_connection()
            await self._commit(connection, [part for write in batch for part in write.parts])
        except Unsure as error:
            self._unsure += [part for write in batch for part in write.undo]
            await self._fail(batch, error)
        except FAILURES as error:
            if len(batch) == 1 or self._is_lost(error):
                await self._fail(batch, error)
            else:  # it may be one bad row that failed them all: each gets a commit of its own
                for write in batch:
                    await self._keep([write])
                return
        else:
            self._succeed(batch)
        metrics.COMMIT_SECONDS.observe(perf_counter() - began)
        metrics.COMMIT_ROWS.observe(len(batch))

    async def _ready_connection(self) -> AsyncConnection:
        """A connection on which nothing is in doubt any more."""
        connection = self._connection or await self.open()
        if self._unsure:
            # In reverse: what was kept last goes first. None of it was told to anybody.
            try:
                await self._commit(connection, self._unsure[::-1])
            except Unsure as error:  # what waits now is not in doubt: it was not even begun
                raise ConnectionError(str(error)) from error
            log.warning("writes in doubt were taken back", rows=len(self._unsure))
            self._unsure = []
        return connection

    async def _commit(self, connection: AsyncConnection, parts: Sequence[Part]) -> None:
        # Grouped by statement: rows of one batch belong to different rooms, for each waits until its write is done.
        rows: dict[int, tuple[Executable, list[Parameters]]] = {}
        for statement, parameters in parts:
            rows.setdefault(id(statement), (statement, []))[1].append(parameters)
        try:
            for statement, many in rows.values():
                await connection.execute(statement, many)
        except BaseException:
            with suppress(*FAILURES):
                await connection.rollback()
            raise
        try:
            await connection.commit()
            self._database.check_kept()
        except FAILURES as error:
            raise Unsure(sentence(error)) from error

    def _is_lost(self, error: Exception) -> bool:
        """Whether the connection is of no more use after this error."""
        if self._connection is None:
            return True
        broken = self._connection.invalidated or self._connection.closed or isinstance(error, Unsure | OSError)
        return self._database.reconnects and broken

    async def _fail(self, batch: Sequence[Write], error: Exception) -> None:
        """Tell whoever waits that nothing was kept, and let go of a connection that is of no more use."""
        log.error("write failed", error=sentence(error), writes=len(batch))
        metrics.FAILED_COMMITS.inc()
        self.is_away = self.is_away or not isinstance(error, IntegrityError | DataError)
        _settle(batch, error)
        if self._connection is not None and self._is_lost(error):
            connection, self._connection = self._connection, None
            await _drop(connection)

    def _succeed(self, batch: Sequence[Write]) -> None:
        if self.is_away:
            log.info("the database keeps writes again")
        self.is_away = False
        _settle(batch, None)

    def close(self) -> None:
        """Tell whoever still waits that nothing is written any more."""
        self._closed = True
        while not self._queue.empty():
            _settle([self._queue.get_nowait()], StoreFailed("the store is closed"))


async def _drop(connection: AsyncConnection) -> None:
    try:
        await connection.invalidate()
        await connection.close()
    except FAILURES as error:
        log.warning("a lost connection could not be closed", error=sentence(error))


def _settle(batch: Sequence[Write], error: Exception | None) -> None:
    for write in batch:
        if write.done.done():  # whoever waited was cancelled
            continue
        if error is None:
            write.done.set_result(None)
        else:
            failure = StoreFailed(sentence(error))
            failure.__cause__ = error
            write.done.set_exception(failure)
