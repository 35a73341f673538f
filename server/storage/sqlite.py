"""The embedded database: one file with its write-ahead log, synced at every commit."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from sqlite3 import Connection as SqliteConnection

from sqlalchemy import event
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

DATABASE_NAME = "hall.db"
BUSY_MS = 10_000


class SqliteDatabase:
    """`hall.db` in a data folder. Fulfils `server.storage.database.Database`.

    Its writer stays connected whatever happens: the open file is the same one when the disk has room again.
    """

    reconnects = False

    def __init__(self, data: Path) -> None:
        self.path = (data / DATABASE_NAME).absolute()
        self.name = str(self.path)
        self.engine = _open_engine(self.path)
        self._files: dict[Path, tuple[int, int]] = {}

    async def connect_writer(self) -> AsyncConnection:
        """The connection that writes; the lock of the data folder keeps every other hall away."""
        self.path.touch(mode=0o600)  # connections open what is there and make nothing: see `check_kept`
        connection = await self.engine.connect()
        await connection.exec_driver_sql("SELECT count(*) FROM sqlite_master")  # now its log is there too
        await connection.rollback()
        self._files = {path: _identity(path) for path in (self.path, _log_of(self.path))}
        return connection

    def check_kept(self) -> None:
        """A file that was removed or replaced goes on taking commits that nobody will ever read: OSError."""
        for path, known in self._files.items():
            if _identity(path) != known:
                raise FileNotFoundError(f"{path} was replaced while the hall ran")

    async def keep_copy(self, revision: str) -> Path:
        """A copy beside the database, named after the version of its tables."""
        copy = self.path.with_name(f"hall-{revision}.db")
        copy_file(self.path, copy)
        return copy


def copy_file(source: Path, target: Path) -> None:
    """A consistent copy of a database, which may be in use; synced, and whole or not there. Raises OSError."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as there,
            closing(sqlite3.connect(part)) as here,
        ):
            there.backup(here)
            here.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
    except sqlite3.Error as error:
        part.unlink(missing_ok=True)
        raise OSError(f"{source} cannot be copied: {error}") from error
    sync(part)
    part.replace(target)
    sync(target.parent)


def sync(path: Path) -> None:
    """Let the disk keep a file, or the names in a folder."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def _open_engine(path: Path) -> AsyncEngine:
    url = f"sqlite+aiosqlite:///{path.as_uri()}?mode=rw&uri=true"
    engine = create_async_engine(url, hide_parameters=True)  # records hold keys: never in a log
    event.listen(engine.sync_engine, "connect", _make_durable)
    event.listen(engine.sync_engine, "connect", _read_any_text)
    return engine


def _make_durable(connection: SqliteConnection, _: object) -> None:
    """Readers beside the writer (WAL), and a commit that returns only when it is synced (FULL)."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_MS}", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _read_any_text(connection: AsyncAdapt_aiosqlite_connection, _: object) -> None:
    """Bytes that are no text must spoil their own row only: what reads it then finds no record in it."""
    connection.driver_connection.text_factory = lambda data: data.decode(errors="replace")
