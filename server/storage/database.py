"""Where the hall is kept: an SQLite file in the data folder, or a PostgreSQL database by its URL."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from server.storage.postgres import PostgresDatabase
from server.storage.sqlite import SqliteDatabase


class Database(Protocol):
    """A database whose commits mean "on disk". What fails in it is an SQLAlchemyError, an OSError or StoreFailed.

    engine      reads, each on a connection of its own
    name        what it is called in messages: no password stands in it
    reconnects  whether a connection that failed is replaced by another one
    """

    engine: AsyncEngine
    name: str
    reconnects: bool

    async def connect_writer(self) -> AsyncConnection:
        """The one connection that writes; nobody else has one while it lives."""

    def check_kept(self) -> None:
        """Raise OSError where what was committed can no longer be found."""

    async def keep_copy(self, revision: str) -> Path | None:
        """Copy the database into the data folder before its tables change; where the copy is."""


def open_database(data: Path, url: str | None) -> Database:
    """The database of a hall: by its URL, or else in its data folder. Nothing is connected yet."""
    return SqliteDatabase(data) if url is None else PostgresDatabase(url, data)
