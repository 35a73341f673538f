"""One task writes: it drains what rooms hand in, commits it together, and only then lets them go on."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

import structlog
from sqlalchemy import Executable
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from lobby.stores import StoreFailed
from server import metrics

log = structlog.get_logger()

Parameters = Mapping[str, object]
Part = tuple[Executable, Parameters]

MAX_WAITING = 4096
"""Writes that may wait; a room that finds the queue full waits with its shot."""

MAX_BATCH = 512
"""Writes in one commit."""


@dataclass(frozen=True, eq=False)
class Write:
    """Statements with their parameters that belong together, and the future of whoever waits until they are on disk."""

    parts: tuple[Part, ...]
    done: asyncio.Future[None]


class Writer:
    """The only writer of a database. `run` is its task; `write` may be called from any other."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._queue: asyncio.Queue[Write] = asyncio.Queue(MAX_WAITING)
        self._closed = False

    async def write(self, *parts: Part) -> None:
        """Keep these rows, all or none; returns when they are synced. Raises StoreFailed."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._queue.put(Write(parts, done))
        if self._closed:
            self.close()
        await done

    async def run(self) -> None:
        """Write until cancelled. Whoever waits then, or comes later, is told that the store is closed."""
        batch: list[Write] = []
        try:
            async with self._engine.connect() as connection:
                while True:
                    batch = [await self._queue.get()]
                    await self._commit_batch(connection, batch)
        finally:
            _settle(batch, StoreFailed("the store is closed"))
            self.close()

    async def _commit_batch(self, connection: AsyncConnection, batch: list[Write]) -> None:
        while len(batch) < MAX_BATCH and not self._queue.empty():
            batch.append(self._queue.get_nowait())
        began = perf_counter()
        try:
            await self._commit(connection, batch)
        except (SQLAlchemyError, OSError) as error:
            await self._commit_one_by_one(connection, batch, error)
        else:
            _settle(batch, None)
        metrics.COMMIT_SECONDS.observe(perf_counter() - began)
        metrics.COMMIT_ROWS.observe(len(batch))

    async def _commit(self, connection: AsyncConnection, batch: Sequence[Write]) -> None:
        # Grouped by statement: rows of one batch belong to different rooms, for each waits until its write is done.
        rows: dict[int, tuple[Executable, list[Parameters]]] = {}
        for statement, parameters in (part for write in batch for part in write.parts):
            rows.setdefault(id(statement), (statement, []))[1].append(parameters)
        async with connection.begin():
            for statement, many in rows.values():
                await connection.execute(statement, many)

    async def _commit_one_by_one(self, connection: AsyncConnection, batch: Sequence[Write], error: Exception) -> None:
        """One bad row must not fail its neighbours: each gets a commit of its own."""
        if len(batch) == 1:
            log.error("write failed", error=str(error))
            _settle(batch, error)
            return
        for write in batch:
            try:
                await self._commit(connection, [write])
            except (SQLAlchemyError, OSError) as own_error:
                log.error("write failed", error=str(own_error))
                _settle([write], own_error)
            else:
                _settle([write], None)

    def close(self) -> None:
        """Tell whoever still waits that nothing is written any more."""
        self._closed = True
        while not self._queue.empty():
            _settle([self._queue.get_nowait()], StoreFailed("the store is closed"))


def _settle(batch: Sequence[Write], error: Exception | None) -> None:
    for write in batch:
        if write.done.done():  # whoever waited was cancelled
            continue
        if error is None:
            write.done.set_result(None)
        else:
            failure = StoreFailed(str(error))
            failure.__cause__ = error
            write.done.set_exception(failure)
