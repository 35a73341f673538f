"""A database opened for its hall: nobody else writes into it, and its tables are of this version."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from server.storage.database import Database
from server.storage.upgrade import upgrade
from server.storage.writer import Writer


@asynccontextmanager
async def opened(database: Database) -> AsyncIterator[Writer]:
    """The writer of a database; somebody must run it. Raises StoreFailed."""
    writer = Writer(database)
    try:
        await upgrade(database, await writer.open())
        yield writer
    finally:
        await writer.disconnect()
        await database.engine.dispose()
