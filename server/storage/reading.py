"""The store for who only reads it, beside a hall that may be running."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from server.storage.engine import open_engine, sqlite_url
from server.storage.store import SqlStore
from server.storage.writer import Writer


@asynccontextmanager
async def reader(data: Path) -> AsyncIterator[SqlStore]:
    """The store of a data folder; nothing can be written, because nobody runs its writer."""
    engine = open_engine(sqlite_url(data))
    try:
        yield SqlStore(engine, Writer(engine))
    finally:
        await engine.dispose()
