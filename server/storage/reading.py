"""The store for who only reads it, beside a hall that may be running."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from server.storage.database import open_database
from server.storage.store import SqlStore
from server.storage.writer import Writer


@asynccontextmanager
async def reader(data: Path, url: str | None = None) -> AsyncIterator[SqlStore]:
    """The store of a data folder or a database by URL; nothing can be written, because nobody runs its writer."""
    database = open_database(data, url)
    try:
        yield SqlStore(database.engine, Writer(database))
    finally:
        await database.engine.dispose()
