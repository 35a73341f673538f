"""Copies of the hall: always one SQLite file, whatever database it comes from or goes into."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, MetaData, Table, create_engine, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from game.record import BrokenRecord, fold
from lobby.stores import StoreFailed
from server.storage.failures import told_as_failure
from server.storage.revisions import REVISION, run_migrations
from server.storage.sqlite import sync
from server.storage.tables import LINES, MATCHES, METADATA, PEOPLE, ROOMS

AT_ONCE = 1000
"""Rows read and written at a time."""


@dataclass(frozen=True)
class Contents:
    """What a copy holds: how much of each, and the matches whose records cannot be read."""

    revision: str
    people: int
    rooms: int
    matches: int
    lines: int
    broken: tuple[str, ...]


async def copy_rows_out(engine: AsyncEngine, target: Path) -> None:
    """All rows of a database as they are at one moment, in a new SQLite file with tables of the same version; synced,
    and whole or not there. Raises SQLAlchemyError, OSError or StoreFailed."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        async with engine.connect() as connection:
            there = await connection.execution_options(isolation_level="REPEATABLE READ")
            revision = str(await there.scalar(text("SELECT version_num FROM alembic_version")))
            tables = MetaData()
            await there.run_sync(tables.reflect)
            with _opened(part) as here:
                run_migrations(here, revision)
                await _fill(there, here, tables)
                here.commit()
        sync(part)
        part.replace(target)
        sync(target.parent)
    finally:
        part.unlink(missing_ok=True)


async def _fill(there: AsyncConnection, here: Connection, tables: MetaData) -> None:
    own = MetaData()
    own.reflect(here)
    for table in tables.sorted_tables:
        if table.name not in own.tables or table.name == "alembic_version":
            continue
        async with there.stream(select(table)) as rows:
            async for some in rows.partitions(AT_ONCE):
                here.execute(insert(own.tables[table.name]), [dict(row._mapping) for row in some])


async def copy_rows_in(source: Path, target: AsyncConnection) -> None:
    """Put the rows of a copy, brought to this version, in the place of all that is in a database; all or nothing.

    Raises SQLAlchemyError, OSError or StoreFailed.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        shutil.copyfile(source, copy)
        with _opened(copy) as here:
            run_migrations(here)
            here.commit()
            for table in reversed(METADATA.sorted_tables):
                await target.execute(table.delete())
            for table in METADATA.sorted_tables:
                for some in here.execute(select(table)).partitions(AT_ONCE):
                    await target.execute(insert(table), [dict(row._mapping) for row in some])
            await target.commit()


def read_contents(source: Path) -> Contents:
    """What a copy holds, after a look at every page and every record of it. Raises StoreFailed where it is no copy."""
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as found:
            verdict = found.execute("PRAGMA integrity_check").fetchone()[0]
            if verdict != "ok":
                raise StoreFailed(f"{source} is damaged: {verdict}")
            revision = str(found.execute("SELECT version_num FROM alembic_version").fetchone()[0])
    except (sqlite3.Error, TypeError) as error:
        raise StoreFailed(f"{source} is no copy of a hall: {error}") from error
    if revision > REVISION:
        raise StoreFailed(f"{source} was made by a newer version (its tables are {revision}, these are {REVISION})")
    with told_as_failure(), _opened(source) as here:
        people, rooms, matches, lines = (_count(here, table) for table in (PEOPLE, ROOMS, MATCHES, LINES))
        return Contents(revision, people, rooms, matches, lines, tuple(_broken_records(here)))


def _count(here: Connection, table: Table) -> int:
    return here.scalar(select(func.count()).select_from(table)) or 0


def _broken_records(here: Connection) -> Iterator[str]:
    for match in here.scalars(select(MATCHES.c.id).order_by(MATCHES.c.id)).all():
        lines = here.scalars(select(LINES.c.text).where(LINES.c.match == match).order_by(LINES.c.number)).all()
        try:
            fold(lines)
        except BrokenRecord:
            yield match


@contextmanager
def _opened(file: Path) -> Iterator[Connection]:
    engine = create_engine(f"sqlite:///{file}")
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()
