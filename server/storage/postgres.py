"""A PostgreSQL database: committed means flushed, one hall at a time, and a lost connection is known as one."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from lobby.stores import StoreFailed
from server.storage.copying import Tell, copy_rows_in, copy_rows_out, count_rows, say_nothing
from server.storage.failures import told_as_failure
from server.storage.revisions import run_migrations

CONNECT_SECONDS = 5.0
"""s until a database that does not answer counts as away."""

COMMAND_SECONDS = 15.0
"""s until a statement or commit that is not answered counts as failed."""

LOCK_SECONDS = 5.0
"""s that a hall waits for what is left of the one before, killed a moment ago."""

LOCK_KEY = 0x43554548414C4C
"""The advisory lock of the hall that writes ("CUEHALL")."""

SESSION = {
    "application_name": "cuehall",
    "synchronous_commit": "on",
    # A network that has gone away silently must let go of the lock of the connection that is no more.
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "idle_in_transaction_session_timeout": "60s",
}


class BadUrl(ValueError):
    """A URL that names no PostgreSQL database."""


def read_url(text: str) -> URL:
    """The URL for SQLAlchemy out of one that everybody writes; `sslmode` is understood. Raises BadUrl."""
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise BadUrl("it cannot be read as a URL") from error
    if url.drivername not in ("postgresql", "postgres", "postgresql+asyncpg"):
        raise BadUrl("it must begin with postgresql://")
    if not url.database:
        raise BadUrl("it must name a database: postgresql://user@host/database")
    query = dict(url.query)
    if "sslmode" in query:
        query["ssl"] = query.pop("sslmode")
    return url.set(drivername="postgresql+asyncpg", query=query)


class PostgresDatabase:
    """A database by URL. Fulfils `server.storage.database.Database`."""

    reconnects = True

    def __init__(self, url: str, data: Path) -> None:
        read = read_url(url)
        self.name = read.set(drivername="postgresql").render_as_string(hide_password=True)
        self._data = data
        self.engine = create_async_engine(
            read,
            hide_parameters=True,  # records hold keys: never in a log
            pool_pre_ping=True,  # a read after an outage gets a fresh connection
            connect_args={"timeout": CONNECT_SECONDS, "command_timeout": COMMAND_SECONDS, "server_settings": SESSION},
        )

    async def connect_writer(self) -> AsyncConnection:
        """The connection that writes. It holds a lock of the database, so nobody else writes, and whatever the
        connection before it had under way has ended when this one is there."""
        connection = await self.engine.connect()
        try:
            with told_as_failure():
                await self._take_lock(connection)
                await _check_durable(connection)
                await connection.commit()
        except BaseException:
            await connection.invalidate()
            await connection.close()
            raise
        return connection

    async def _take_lock(self, connection: AsyncConnection) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + LOCK_SECONDS
        while True:
            answer = await connection.exec_driver_sql(f"SELECT pg_try_advisory_lock({LOCK_KEY})")
            if answer.scalar_one():
                return
            if loop.time() > until:
                raise StoreFailed(f"another hall runs on {self.name}")
            await asyncio.sleep(0.1)

    def check_kept(self) -> None:
        """Nothing: the server answers for its disk."""

    async def keep_copy(self, mark: str) -> Path:
        """The rows of every table, as an SQLite file in the data folder."""
        copy = self._data / f"postgresql-{mark}.db"
        await copy_rows_out(self.engine, copy)
        return copy

    async def copy_out(self, target: Path, tell: Tell = say_nothing) -> None:
        """The rows of every table as they are at one moment, whatever the hall writes meanwhile."""
        await copy_rows_out(self.engine, target, tell)

    async def copy_in(self, source: Path, mark: str | None, tell: Tell = say_nothing) -> Path | None:
        """One transaction: tables of this version with the rows of the copy, or all as it was."""
        connection = await self.connect_writer()
        try:
            await connection.run_sync(run_migrations)
            aside = None
            if await count_rows(connection):
                await connection.rollback()
                if mark is None:
                    raise StoreFailed(f"{self.name} holds a hall already (--replace keeps it aside)")
                aside = await self.keep_copy(mark)
                await connection.run_sync(run_migrations)
            await copy_rows_in(source, connection, tell)
            return aside
        finally:
            await connection.close()


async def _check_durable(connection: AsyncConnection) -> None:
    """Raise StoreFailed where a commit would not be on disk."""
    for setting in ("fsync", "synchronous_commit"):
        value = (await connection.exec_driver_sql(f"SHOW {setting}")).scalar_one()
        if value == "off":
            raise StoreFailed(f"the database runs with {setting}=off: it would lose what it says it has kept")
