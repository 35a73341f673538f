"""The database engine: where it is, how durable it is, and that its tables are of this version."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Connection as SqliteConnection

from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from lobby.stores import StoreFailed

REVISION = "0001"
"""The newest migration. Kept here so that a start with tables of this version need not import Alembic."""

DATABASE_NAME = "hall.db"
BUSY_MS = 10_000


def sqlite_url(data: Path) -> str:
    """The URL of the embedded database of a data folder."""
    return f"sqlite+aiosqlite:///{(data / DATABASE_NAME).absolute()}"


def _make_durable(connection: SqliteConnection, _: object) -> None:
    """Readers beside the writer (WAL), and a commit that returns only when it is synced (FULL)."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_MS}", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _read_any_text(connection: AsyncAdapt_aiosqlite_connection, _: object) -> None:
    """Bytes that are no text must spoil their own row only: what reads it then finds no record in it."""
    connection.driver_connection.text_factory = lambda data: data.decode(errors="replace")


def open_engine(url: str) -> AsyncEngine:
    """An engine whose commits mean "on disk"."""
    engine = create_async_engine(url, hide_parameters=True)  # records hold keys: never in a log
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _make_durable)
        event.listen(engine.sync_engine, "connect", _read_any_text)
    return engine


@contextmanager
def told_as_failure() -> Iterator[None]:
    """What goes wrong in the database, as one sentence of StoreFailed."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        raise StoreFailed(str(getattr(error, "orig", None) or error)) from error


async def migrate(engine: AsyncEngine) -> None:
    """Bring the tables to this version; does nothing where they are. Raises StoreFailed."""
    with told_as_failure():
        async with engine.begin() as connection:
            await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    known = inspect(connection).has_table("alembic_version")
    if known and connection.scalar(text("SELECT version_num FROM alembic_version")) == REVISION:
        return
    from alembic import command  # only where there is something to do: importing it takes a while
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
