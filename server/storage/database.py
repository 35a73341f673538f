"""Where the hall is kept: an SQLite file in the data folder, or a PostgreSQL database by its URL."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from server.storage.copying import Tell, say_nothing
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

    async def keep_copy(self, mark: str) -> Path:
        """Copy the database into the data folder, with a mark in its name; where the copy is."""

    async def copy_out(self, target: Path, tell: Tell = say_nothing) -> None:
        """Copy the database as it is at one moment into a new SQLite file, while a hall may run on it."""

    async def copy_in(self, source: Path, mark: str | None, tell: Tell = say_nothing) -> Path | None:
        """Put a copy in the place of the database, all or nothing. What was there is kept with the mark in its name,
        and where it is returned; without a mark a database that holds anything is StoreFailed."""


def open_database(data: Path, url: str | None) -> Database:
    """The database of a hall: by its URL, or else in its data folder. Nothing is connected yet."""
    return SqliteDatabase(data) if url is None else PostgresDatabase(url, data)
