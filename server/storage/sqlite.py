"""The embedded database: one file with its write-ahead log, synced at every commit."""

from __future__ import annotations

from pathlib import Path
from sqlite3 import Connection as SqliteConnection

from sqlalchemy import event
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from lobby.stores import StoreFailed
from server.storage.copying import Tell, drop_note, say_nothing
from server.storage.files import copy_file, new_file

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

    async def keep_copy(self, mark: str) -> Path:
        """A copy beside the database, with a mark in its name."""
        copy = self.path.with_name(f"hall-{mark}.db")
        copy_file(self.path, copy)
        return copy

    async def copy_out(self, target: Path, tell: Tell = say_nothing) -> None:
        """Page by page, whatever the hall writes meanwhile."""
        if not self.path.is_file():
            raise StoreFailed(f"there is no database {self.path}")
        copy_file(self.path, target, lambda done, total: tell("pages copied", done, total))

    async def copy_in(self, source: Path, mark: str | None, tell: Tell = say_nothing) -> Path | None:
        """The file of the copy becomes the database; what was there goes aside with its log."""
        if mark is None and self.path.exists():
            raise StoreFailed(f"{self.name} is there already (--replace keeps it aside)")
        with new_file(self.path) as part:
            copy_file(source, part, lambda done, total: tell("pages restored", done, total))
            drop_note(part)
            return self._put_aside(f"hall-{mark}.db")

    def _put_aside(self, name: str) -> Path | None:
        """Where the database is now, if there was one. A log of the old must never be taken for one of the new."""
        aside, log = self.path.with_name(name), _log_of(self.path)
        was_there = self.path.exists()
        if was_there:
            self.path.rename(aside)
        if log.exists():
            log.rename(_log_of(aside))
        self.path.with_name(f"{self.path.name}-shm").unlink(missing_ok=True)
        return aside if was_there else None


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
