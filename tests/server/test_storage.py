"""The store on a real SQLite file: durable, one writer, nobody harmed by another's bad row."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, text
from sqlalchemy.ext.asyncio import AsyncEngine

from lobby.codes import InviteCode, RoomId
from lobby.people import Person, PersonId
from lobby.stores import MatchId, StoredLine, StoredRoom, StoreFailed
from server.storage.engine import REVISION, migrate, open_engine, sqlite_url
from server.storage.store import SqlStore
from server.storage.tables import METADATA
from server.storage.writer import Writer

ROOM = StoredRoom(RoomId("room"), InviteCode("invite"), "{}", bytes(32), 1.0)
ADA = Person(PersonId("ada"), "Ada")


@asynccontextmanager
async def open_store(data: Path, engine: AsyncEngine | None = None) -> AsyncIterator[SqlStore]:
    engine = engine or open_engine(sqlite_url(data))
    await migrate(engine)
    writer = Writer(engine)
    task = asyncio.create_task(writer.run())
    try:
        yield SqlStore(engine, writer)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await engine.dispose()


async def test_commits_are_synced_and_readers_do_not_wait(tmp_path: Path) -> None:
    engine = open_engine(sqlite_url(tmp_path))
    async with engine.connect() as connection:
        assert (await connection.execute(text("PRAGMA journal_mode"))).scalar() == "wal"
        assert (await connection.execute(text("PRAGMA synchronous"))).scalar() == 2
    await engine.dispose()


async def test_the_migrations_lead_to_the_tables_of_this_version(tmp_path: Path) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert context.get_current_revision() == REVISION
        return list(compare_metadata(context, METADATA))

    engine = open_engine(sqlite_url(tmp_path))
    await migrate(engine)
    await migrate(engine)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_a_room_comes_back_with_its_people_and_its_record(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.add_person(ADA, b"a" * 32, 1.0)
        await store.open_room(ROOM)
        await store.seat(ROOM.id, 1, ADA.id)
        await store.begin_match(ROOM.id, MatchId("m"), StoredLine(0, 3, "header"), 2.0)
        await store.append(MatchId("m"), StoredLine(1, 4, "first"))
        await store.raise_notices(ROOM.id, 1000)
    async with open_store(tmp_path) as store:
        (room,) = await store.open_rooms()
        assert (room.id, room.invite, room.people, room.notice_base) == (ROOM.id, ROOM.invite, (None, ADA), 1000)
        assert room.lines == (StoredLine(0, 3, "header"), StoredLine(1, 4, "first"))
        await store.append_last(MatchId("m"), StoredLine(2, 5, "last"), "won", 9.0)
        (match,) = await store.matches()
        assert (match.ended, match.result, match.lines) == (9.0, "won", 3)
        await store.close_room(ROOM.id, "finished", 10.0)
        assert await store.open_rooms() == []
        assert len(await store.lines(MatchId("m"))) == 3


async def test_seats_are_taken_changed_and_freed(tmp_path: Path) -> None:
    bo = Person(PersonId("bo"), "Bo", bot=True)
    async with open_store(tmp_path) as store:
        await store.add_person(ADA, b"a" * 32, 1.0)
        await store.add_person(bo, b"b" * 32, 1.0)
        await store.open_room(ROOM)
        for person, people in ((ADA.id, (ADA,)), (bo.id, (bo,)), (None, ())):
            await store.seat(ROOM.id, 0, person)
            assert (await store.open_rooms())[0].people == people


async def test_a_token_is_found_by_its_hash_and_worth_nothing_once_replaced(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.add_person(ADA, b"a" * 32, 1.0)
        assert await store.person_by_token(b"a" * 32) == ADA
        assert await store.person_by_token(b"b" * 32) is None
        await store.replace_token(ADA.id, b"b" * 32)
        assert await store.person_by_token(b"a" * 32) is None
        assert await store.person_by_token(b"b" * 32) == ADA


async def test_a_line_is_never_written_over(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.append(MatchId("m"), StoredLine(1, 1, "first"))
        with pytest.raises(StoreFailed):
            await store.append(MatchId("m"), StoredLine(1, 2, "other"))
        assert await store.lines(MatchId("m")) == [StoredLine(1, 1, "first")]


async def test_one_bad_row_fails_alone_among_many(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.append(MatchId("m"), StoredLine(0, 0, "there"))
        lines = [store.append(MatchId("m"), StoredLine(number, 0, str(number))) for number in range(50)]
        outcomes = await asyncio.gather(*lines, return_exceptions=True)
        assert isinstance(outcomes[0], StoreFailed)
        assert outcomes[1:] == [None] * 49
        assert len(await store.lines(MatchId("m"))) == 50


async def test_what_belongs_together_is_kept_together_or_not_at_all(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.open_room(ROOM)
        await store.append(MatchId("m"), StoredLine(0, 0, "in the way"))
        with pytest.raises(StoreFailed):
            await store.begin_match(ROOM.id, MatchId("m"), StoredLine(0, 1, "header"), 2.0)
        assert await store.matches() == []


async def outcome_of(write: Coroutine[None, None, None]) -> str:
    try:
        await write
    except StoreFailed as error:
        return str(error)
    return "kept"


async def test_a_full_disk_fails_writes_and_nothing_else_and_they_go_on_once_there_is_room(tmp_path: Path) -> None:
    engine, pages = open_engine(sqlite_url(tmp_path)), [60]

    def bound(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages[-1]}")

    event.listen(engine.sync_engine, "begin", bound)
    async with open_store(tmp_path, engine) as store:
        lines = [store.append(MatchId("m"), StoredLine(number, number, "x" * 4000)) for number in range(100)]
        outcomes = [await outcome_of(line) for line in lines]
        kept = outcomes.count("kept")
        assert all("full" in outcome for outcome in outcomes[kept:])
        assert len(await store.lines(MatchId("m"))) == kept > 0
        pages.append(1000)
        await store.append(MatchId("m"), StoredLine(kept, kept, "again"))
        assert len(await store.lines(MatchId("m"))) == kept + 1


async def test_who_writes_when_the_writer_has_failed_is_told_and_does_not_wait(tmp_path: Path) -> None:
    engine = open_engine(sqlite_url(tmp_path))
    await migrate(engine)
    writer = Writer(engine)
    store = SqlStore(engine, writer)

    def break_down(_: Connection) -> None:
        raise RuntimeError("a fault of ours")

    event.listen(engine.sync_engine, "begin", break_down)
    task = asyncio.create_task(writer.run())
    for number in range(2):
        with pytest.raises(StoreFailed, match="closed"):
            await store.append(MatchId("m"), StoredLine(number, number, "x"))
    with pytest.raises(RuntimeError):
        await task
    await engine.dispose()


async def test_who_waits_when_the_store_closes_is_told(tmp_path: Path) -> None:
    engine = open_engine(sqlite_url(tmp_path))
    await migrate(engine)
    writer = Writer(engine)
    store = SqlStore(engine, writer)
    waiting = asyncio.create_task(store.append(MatchId("m"), StoredLine(0, 0, "x")))
    await asyncio.sleep(0)
    task = asyncio.create_task(writer.run())
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    writer.close()
    with pytest.raises(StoreFailed):
        await waiting
    await engine.dispose()
