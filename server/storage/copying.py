"""Copies of the hall: always one SQLite file, whatever database it comes from or goes into."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import (
    Column,
    Connection,
    Float,
    MetaData,
    Select,
    Table,
    create_engine,
    event,
    func,
    insert,
    inspect,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from game.record import Difference
from lobby.stores import StoreFailed
from server.storage.failures import told_as_failure
from server.storage.files import copy_file, new_file
from server.storage.revisions import REVISION, found_revision, run_migrations
from server.storage.tables import LINES, MATCHES, METADATA, PEOPLE, ROOMS

AT_ONCE = 1000
"""Rows read and written at a time."""

ENDED_BY_RULES = "{"
"""How the result of a match begins that its rules ended; others were broken off, and end anywhere in their record."""

Tell = Callable[[str, int, int], None]
"""Is told how far something is: what is done, how much of it, of how much."""

Check = Callable[[Sequence[str], bool], Sequence[Difference]]
"""What is wrong with the record of a match, which has ended or goes on."""

_NOTE = Table("copy_note", MetaData(), Column("alive", Float(53), nullable=False))
"""In a copy only: server time, s, when the hall that was copied last ran."""


@dataclass(frozen=True)
class Contents:
    """What a copy holds: how much of each, when its hall last ran (0 = not known), and what is wrong with records."""

    revision: str
    rows: Mapping[str, int]
    alive: float
    differences: Mapping[str, Sequence[Difference]]

    @property
    def broken(self) -> list[str]:
        """The matches whose records do not hold."""
        return [match for match, found in self.differences.items() if any(one.is_fault for one in found)]


def say_nothing(what: str, done: int, total: int) -> None:
    """Where nobody watches."""


async def copy_rows_out(engine: AsyncEngine, target: Path, tell: Tell = say_nothing) -> None:
    """All rows of a database as they are at one moment, in a new SQLite file with tables of the same version; synced,
    and whole or not there. Raises SQLAlchemyError, OSError or StoreFailed."""
    with new_file(target) as part:
        async with engine.connect() as connection:
            there = await connection.execution_options(isolation_level="REPEATABLE READ")
            revision = await there.run_sync(found_revision)
            if revision is None:
                raise StoreFailed("there is no hall in it yet")
            tables = MetaData()
            await there.run_sync(tables.reflect)
            with _opened(part) as here:
                run_migrations(here, revision)
                await _fill(there, here, tables, tell)
                here.commit()


async def _fill(there: AsyncConnection, here: Connection, tables: MetaData, tell: Tell) -> None:
    own = MetaData()
    own.reflect(here)
    known = [table for table in tables.sorted_tables if table.name in own.tables and table.name != "alembic_version"]
    total = sum([await there.scalar(_counting(table)) or 0 for table in known])
    done = 0
    for table in known:
        async with there.stream(select(table)) as rows:
            async for some in rows.partitions(AT_ONCE):
                here.execute(insert(own.tables[table.name]), [dict(row._mapping) for row in some])
                done += len(some)
                tell("rows copied", done, total)
    if done != total:
        raise StoreFailed(f"only {done} of {total} rows could be copied")


async def copy_rows_in(source: Path, target: AsyncConnection, tell: Tell = say_nothing) -> None:
    """Put the rows of a copy, brought to this version, in the place of all that is in a database; all or nothing.

    Raises SQLAlchemyError, OSError or StoreFailed.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        copy_file(source, copy)
        with _opened(copy) as here:
            run_migrations(here)
            here.commit()
            for table in reversed(METADATA.sorted_tables):
                await target.execute(table.delete())
            total = sum(_count(here, table) for table in METADATA.sorted_tables)
            done = 0
            for table in METADATA.sorted_tables:
                for some in here.execute(select(table)).partitions(AT_ONCE):
                    await target.execute(insert(table), [dict(row._mapping) for row in some])
                    done += len(some)
                    tell("rows restored", done, total)
            if await count_rows(target) != total:
                raise StoreFailed(f"not all of {total} rows could be restored")
            await target.commit()


async def count_rows(connection: AsyncConnection) -> int:
    """Rows of all tables of the hall together."""
    return sum([await connection.scalar(_counting(table)) or 0 for table in METADATA.sorted_tables])


def note_alive(copy: Path, alive: float) -> None:
    """Leave in a copy when its hall last ran, s; a hall that goes on from it gives the clocks the time since then."""
    with _opened(copy) as here:
        _NOTE.drop(here, checkfirst=True)
        _NOTE.create(here)
        here.execute(insert(_NOTE), {"alive": alive})
        here.commit()


def drop_note(database: Path) -> None:
    """A copy that becomes the database of a hall needs its note no more."""
    with _opened(database) as here:
        _NOTE.drop(here, checkfirst=True)
        here.commit()


def read_contents(source: Path, check: Check, tell: Tell = say_nothing) -> Contents:
    """What a copy holds, after a look at every page and every record of it. Raises StoreFailed where it is no copy."""
    revision = _read_revision(source)
    if revision > REVISION:
        raise StoreFailed(f"{source} was made by a newer version (its tables are {revision}, these are {REVISION})")
    with told_as_failure(), _opened(source) as here:
        rows = {table.name: _count(here, table) for table in (PEOPLE, ROOMS, MATCHES, LINES)}
        alive = here.scalar(select(_NOTE.c.alive)) if inspect(here).has_table(_NOTE.name) else None
        differences: dict[str, Sequence[Difference]] = {}
        for match, result in here.execute(select(MATCHES.c.id, MATCHES.c.result).order_by(MATCHES.c.id)).all():
            lines = here.scalars(select(LINES.c.text).where(LINES.c.match == match).order_by(LINES.c.number)).all()
            texts = [line if isinstance(line, str) else "" for line in lines]  # a spoiled file may hold anything
            differences[match] = check(texts, str(result).startswith(ENDED_BY_RULES))
            tell("matches checked", len(differences), rows[MATCHES.name])
        return Contents(revision, rows, alive or 0.0, differences)


def _read_revision(source: Path) -> str:
    """The version of the tables of a copy without a flaw in its pages and references. Raises StoreFailed."""
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as found:
            verdict = found.execute("PRAGMA integrity_check").fetchone()[0]
            if verdict != "ok":
                raise StoreFailed(f"{source} is damaged: {verdict}")
            lost = found.execute("PRAGMA foreign_key_check").fetchone()
            if lost is not None:
                raise StoreFailed(
                    f"{source} is not whole: a row of {lost[0]} belongs to one of {lost[2]} that is missing"
                )
            return str(found.execute("SELECT version_num FROM alembic_version").fetchone()[0])
    except (sqlite3.Error, TypeError) as error:
        raise StoreFailed(f"{source} is no copy of a hall: {error}") from error


def _counting(table: Table) -> Select[int]:
    return select(func.count()).select_from(table)


def _count(here: Connection, table: Table) -> int:
    return here.scalar(_counting(table)) or 0


@contextmanager
def _opened(file: Path) -> Iterator[Connection]:
    engine = create_engine(f"sqlite:///{file}", hide_parameters=True)  # records hold keys: never in a message
    event.listen(engine, "connect", _read_any_text)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def _read_any_text(connection: sqlite3.Connection, _: object) -> None:
    """Bytes that are no text spoil the record that they stand in, and no other."""
    connection.text_factory = lambda data: data.decode(errors="replace")
