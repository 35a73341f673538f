"""The store on a real SQLite file and on a real PostgreSQL: durable, one writer, nobody harmed by another's bad row."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, text

from lobby.codes import InviteCode, RoomId
from lobby.people import Person, PersonId
from lobby.stores import MatchId, StoredLine, StoredRoom, StoreFailed
from server.storage.database import Database, open_database
from server.storage.opening import opened
from server.storage.revisions import REVISION, run_migrations
from server.storage.sqlite import SqliteDatabase
from server.storage.store import SqlStore
from server.storage.tables import METADATA
from tests.postgres import PostgresServer

ROOM = StoredRoom(RoomId("room"), InviteCode("invite"), "{}", bytes(32), 1.0)
ADA = Person(PersonId("ada"), "Ada")

OpenAgain = Callable[[], Database]
"""Opens the same database each time, as a restarted hall does."""


@pytest.fixture(params=["sqlite", "postgresql"])
def again(request: pytest.FixtureRequest, tmp_path: Path) -> OpenAgain:
    """Return what opens an empty database of each kind."""
    if request.param == "sqlite":
        return lambda: open_database(tmp_path, None)
    postgres: PostgresServer = request.getfixturevalue("postgres")
    url = postgres.new_database()
    return lambda: open_database(tmp_path, url)


@asynccontextmanager
async def open_store(database: Database) -> AsyncIterator[SqlStore]:
    async with opened(database) as writer:
        task = asyncio.create_task(writer.run())
        try:
            yield SqlStore(database.engine, writer)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def is_refused(database: Database, why: str) -> None:
    with pytest.raises(StoreFailed, match=why):
        async with opened(database):
            pass


async def test_a_commit_is_synced_and_readers_do_not_wait(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path)
    connection = await database.connect_writer()
    assert (await connection.execute(text("PRAGMA journal_mode"))).scalar() == "wal"
    assert (await connection.execute(text("PRAGMA synchronous"))).scalar() == 2
    await connection.close()
    await database.engine.dispose()


@pytest.mark.parametrize("setting", ["fsync", "synchronous_commit"])
async def test_a_server_that_would_lose_commits_is_refused(
    tmp_path: Path, postgres: PostgresServer, setting: str
) -> None:
    database = open_database(tmp_path, postgres.new_database())
    postgres.stop()
    postgres.start(f"{setting}=off")
    try:
        if setting == "synchronous_commit":  # a session of the hall asks for it, whatever the server's default is
            async with open_store(database), database.engine.connect() as connection:
                assert (await connection.exec_driver_sql("SHOW synchronous_commit")).scalar() == "on"
        else:
            await is_refused(database, "fsync=off")
    finally:
        postgres.stop()
        postgres.start()


def differences(connection: Connection) -> list[object]:
    """What the tables of a database have that those of this version have not, and the other way round."""
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    assert context.get_current_revision() == REVISION
    return list(compare_metadata(context, METADATA))


async def test_the_migrations_lead_to_the_tables_of_this_version(again: OpenAgain) -> None:
    for _ in range(2):
        database = again()
        async with open_store(database), database.engine.connect() as connection:
            assert await connection.run_sync(differences) == []


def _opened_copy(folder: Path) -> SqliteDatabase:
    (copy,) = folder.glob("*-0001.db")
    (folder / "old").mkdir()
    copy.rename(folder / "old" / "hall.db")
    return SqliteDatabase(folder / "old")


async def test_tables_of_the_first_version_are_copied_and_then_brought_up_to_date(
    again: OpenAgain, tmp_path: Path
) -> None:
    database = again()
    connection = await database.connect_writer()
    await connection.run_sync(run_migrations, "0001")
    insert = "INSERT INTO people VALUES ('ada', 'Ada', false, false, '0123456789abcdef', 1.0)"
    await connection.exec_driver_sql(insert)
    await connection.commit()
    await connection.close()
    await database.engine.dispose()
    database = again()
    async with open_store(database) as store:
        assert await store.idle_people(2.0, 5) == [ADA.id]
        async with database.engine.connect() as reading:
            assert await reading.run_sync(differences) == []
    old = _opened_copy(tmp_path)
    async with old.engine.connect() as connection:
        assert (await connection.exec_driver_sql("SELECT version_num FROM alembic_version")).scalar() == "0001"
        (row,) = await connection.exec_driver_sql("SELECT id, name, created FROM people")
        assert tuple(row) == ("ada", "Ada", 1.0)
    await old.engine.dispose()


async def test_tables_of_a_version_to_come_are_left_alone(again: OpenAgain) -> None:
    async with open_store(again()):
        pass
    database = again()
    async with database.engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    await is_refused(database, "9999")
    async with database.engine.connect() as connection:
        assert (await connection.exec_driver_sql("SELECT version_num FROM alembic_version")).scalar() == "9999"
    await database.engine.dispose()


async def test_two_halls_never_write_into_one_database(
    postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.storage.postgres.LOCK_SECONDS", 0.3)
    url = postgres.new_database()
    first, second = open_database(tmp_path, url), open_database(tmp_path, url)
    async with open_store(first):
        await is_refused(second, "another hall runs on postgresql://cuehall@")
    async with open_store(second) as store:
        await store.add_person(ADA, b"a" * 32, 1.0)


async def test_a_room_comes_back_with_its_people_and_its_record(again: OpenAgain) -> None:
    async with open_store(again()) as store:
        await store.add_person(ADA, b"a" * 32, 1.0)
        await store.open_room(ROOM)
        await store.seat(ROOM.id, 1, ADA.id)
        await store.begin_match(ROOM.id, MatchId("m"), StoredLine(0, 3, "header"), 2.0)
        await store.append(MatchId("m"), StoredLine(1, 4, "first"))
        await store.raise_notices(ROOM.id, 1000)
    async with open_store(again()) as store:
        (room,) = await store.open_rooms()
        assert (room.id, room.invite, room.people, room.notice_base) == (ROOM.id, ROOM.invite, (None, ADA), 1000)
        assert room.lines == (StoredLine(0, 3, "header"), StoredLine(1, 4, "first"))
        await store.append_last(MatchId("m"), StoredLine(2, 5, "last"), "won", 9.0)
        (match,) = await store.matches()
        assert (match.ended, match.result, match.lines) == (9.0, "won", 3)
        await store.close_room(ROOM.id, "finished", 10.0)
        assert await store.open_rooms() == []
        assert len(await store.lines(MatchId("m"))) == 3


async def test_seats_are_taken_changed_and_freed(again: OpenAgain) -> None:
    bo = Person(PersonId("bo"), "Bo", bot=True)
    async with open_store(again()) as store:
        await store.add_person(ADA, b"a" * 32, 1.0)
        await store.add_person(bo, b"b" * 32, 1.0)
        await store.open_room(ROOM)
        for person in (ADA, bo):
            await store.seat(ROOM.id, 0, person.id)
            assert (await store.open_rooms())[0].people == (person,)
            await store.free_seat(ROOM.id, 0, person.id)
            assert (await store.open_rooms())[0].people == ()


async def test_a_token_is_found_by_its_hash_and_worth_nothing_once_replaced(again: OpenAgain) -> None:
    async with open_store(again()) as store:
        await store.add_person(ADA, b"a" * 32, 1.0)
        assert await store.person_by_token(b"a" * 32) == ADA
        assert await store.person_by_token(b"b" * 32) is None
        await store.replace_token(ADA.id, b"b" * 32)
        assert await store.person_by_token(b"a" * 32) is None
        assert await store.person_by_token(b"b" * 32) == ADA


async def test_a_line_is_never_written_over(again: OpenAgain) -> None:
    async with open_store(again()) as store:
        await store.append(MatchId("m"), StoredLine(1, 1, "first"))
        with pytest.raises(StoreFailed):
            await store.append(MatchId("m"), StoredLine(1, 2, "other"))
        assert await store.lines(MatchId("m")) == [StoredLine(1, 1, "first")]


async def test_one_bad_row_fails_alone_among_many(again: OpenAgain) -> None:
    async with open_store(again()) as store:
        await store.append(MatchId("m"), StoredLine(0, 0, "there"))
        lines = [store.append(MatchId("m"), StoredLine(number, 0, str(number))) for number in range(50)]
        outcomes = await asyncio.gather(*lines, return_exceptions=True)
        assert isinstance(outcomes[0], StoreFailed)
        assert outcomes[1:] == [None] * 49
        assert len(await store.lines(MatchId("m"))) == 50


async def test_what_belongs_together_is_kept_together_or_not_at_all(again: OpenAgain) -> None:
    async with open_store(again()) as store:
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
    database, pages = SqliteDatabase(tmp_path), [100]

    def bound(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages[-1]}")

    event.listen(database.engine.sync_engine, "begin", bound)
    async with open_store(database) as store:
        lines = [store.append(MatchId("m"), StoredLine(number, number, "x" * 4000)) for number in range(100)]
        outcomes = [await outcome_of(line) for line in lines]
        kept = outcomes.count("kept")
        assert all("full" in outcome for outcome in outcomes[kept:])
        assert len(await store.lines(MatchId("m"))) == kept > 0
        pages.append(1000)
        await store.append(MatchId("m"), StoredLine(kept, kept, "again"))
        assert len(await store.lines(MatchId("m"))) == kept + 1


async def test_a_database_that_is_taken_away_keeps_nothing_until_it_is_back(tmp_path: Path) -> None:
    database, away = SqliteDatabase(tmp_path), tmp_path / "away"
    away.mkdir()
    names = ("hall.db", "hall.db-wal", "hall.db-shm")
    async with open_store(database) as store:
        await store.append(MatchId("m"), StoredLine(0, 0, "there"))
        for name in names:
            (tmp_path / name).rename(away / name)
        for _ in range(2):
            assert "hall.db" in await outcome_of(store.append(MatchId("m"), StoredLine(1, 1, "lost")))
        assert not (tmp_path / "hall.db").exists()
        for name in names:
            (away / name).rename(tmp_path / name)
        await store.append(MatchId("m"), StoredLine(1, 1, "back"))
        assert [line.text for line in await store.lines(MatchId("m"))] == ["there", "back"]
    async with open_store(SqliteDatabase(tmp_path)) as store:
        assert [line.text for line in await store.lines(MatchId("m"))] == ["there", "back"]


async def test_a_server_that_goes_away_fails_writes_until_it_is_back(postgres: PostgresServer, tmp_path: Path) -> None:
    async with open_store(open_database(tmp_path, postgres.new_database())) as store:
        await store.append(MatchId("m"), StoredLine(0, 0, "there"))
        postgres.stop()
        for _ in range(2):
            assert await outcome_of(store.append(MatchId("m"), StoredLine(1, 1, "lost"))) != "kept"
        with pytest.raises(StoreFailed):
            await store.lines(MatchId("m"))
        postgres.start()
        await store.append(MatchId("m"), StoredLine(1, 1, "back"))
        assert [line.text for line in await store.lines(MatchId("m"))] == ["there", "back"]


class Forgetful:
    """A database whose commits are kept and then reported as failed, as when the connection ends before the answer."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.engine, self.name, self.reconnects = database.engine, database.name, database.reconnects
        self.connect_writer, self.keep_copy = database.connect_writer, database.keep_copy
        self.copy_out, self.copy_in = database.copy_out, database.copy_in
        self.forgets = False

    def check_kept(self) -> None:
        if self.forgets:
            self.forgets = False
            raise ConnectionResetError("the connection ended before the answer came")
        self._database.check_kept()


async def test_a_commit_whose_answer_was_lost_is_taken_back_before_anything_else_is_kept(again: OpenAgain) -> None:
    database = Forgetful(again())
    match = MatchId("m")
    async with open_store(database) as store:
        await store.add_person(ADA, b"a" * 32, 1.0)
        await store.open_room(ROOM)
        await store.seat(ROOM.id, 0, ADA.id)
        writes: list[Callable[[], Coroutine[None, None, None]]] = [
            lambda: store.add_person(Person(PersonId("bo"), "Bo"), b"b" * 32, 1.0),
            lambda: store.open_room(StoredRoom(RoomId("other"), InviteCode("other"), "{}", bytes(32), 1.0)),
            lambda: store.seat(ROOM.id, 1, ADA.id),
            lambda: store.free_seat(ROOM.id, 0, ADA.id),
            lambda: store.begin_match(ROOM.id, match, StoredLine(0, 0, "header"), 2.0),
            lambda: store.append(match, StoredLine(1, 1, "first")),
            lambda: store.append_last(match, StoredLine(2, 2, "last"), "won", 3.0),
        ]
        for write in writes:
            database.forgets = True
            assert "before the answer" in await outcome_of(write())
            await write()  # the very same is kept now, as if it had never been tried
        assert [line.text for line in await store.lines(match)] == ["header", "first", "last"]
        assert [stored.result for stored in await store.matches()] == ["won"]
        database.forgets = True
        assert await outcome_of(store.append(match, StoredLine(3, 3, "never told"))) != "kept"
        await store.raise_notices(ROOM.id, 7)
        assert len(await store.lines(match)) == 3


async def test_a_statement_that_fails_takes_nothing_back(again: OpenAgain) -> None:
    async with open_store(again()) as store:
        await store.append(MatchId("m"), StoredLine(0, 0, "first"))
        for _ in range(2):
            assert await outcome_of(store.append(MatchId("m"), StoredLine(0, 0, "other"))) != "kept"
        assert [line.text for line in await store.lines(MatchId("m"))] == ["first"]


async def test_who_writes_when_the_writer_has_failed_is_told_and_does_not_wait(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path)

    def break_down(_: Connection) -> None:
        raise RuntimeError("a fault of ours")

    async with opened(database) as writer:
        store = SqlStore(database.engine, writer)
        event.listen(database.engine.sync_engine, "begin", break_down)
        task = asyncio.create_task(writer.run())
        for number in range(2):
            with pytest.raises(StoreFailed, match="closed"):
                await store.append(MatchId("m"), StoredLine(number, number, "x"))
        with pytest.raises(RuntimeError):
            await task


async def test_who_waits_when_the_store_closes_is_told(again: OpenAgain) -> None:
    database = again()
    async with opened(database) as writer:
        store = SqlStore(database.engine, writer)
        waiting = asyncio.create_task(store.append(MatchId("m"), StoredLine(0, 0, "x")))
        await asyncio.sleep(0)
        task = asyncio.create_task(writer.run())
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        writer.close()
        with pytest.raises(StoreFailed):
            await waiting
