"""A hall copied while it plays, checked, and brought back, on both databases and from each into the other."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from client_protocol import notices
from server.cli import app
from server.data_folder import SignOfLife, locked
from server.storage.database import open_database
from server.storage.opening import opened
from server.storage.reading import reader
from tests.postgres import PostgresServer
from tests.server.halls import Match, begin_match, dial, open_hall
from tests.server.test_restarts import SPOILED

RUNNER = CliRunner()


@dataclass(frozen=True)
class Place:
    """Where a hall is, for the hall and for commands."""

    data: Path
    database: str | None = None

    @property
    def settings(self) -> dict[str, object]:
        return {} if self.database is None else {"database": self.database}

    @property
    def words(self) -> list[str]:
        return ["--data", str(self.data), *([] if self.database is None else ["--database", self.database])]

    async def lines(self) -> dict[str, list[str]]:
        """Every record of the hall."""
        async with reader(self.data, self.database) as store:
            return {match.id: [line.text for line in await store.lines(match.id)] for match in await store.matches()}


NewPlace = Callable[[str], Place]


def _maker(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> NewPlace:
    if kind == "sqlite":
        return lambda name: Place(tmp_path / name)
    postgres: PostgresServer = request.getfixturevalue("postgres")
    return lambda name: Place(tmp_path / name, postgres.new_database())


@pytest.fixture(params=["sqlite", "postgresql"])
def new_place(request: pytest.FixtureRequest, tmp_path: Path) -> NewPlace:
    """Return what makes an empty place for a hall."""
    return _maker(request.param, tmp_path, request)


@pytest.fixture(params=["sqlite", "postgresql"])
def other_place(request: pytest.FixtureRequest, tmp_path: Path) -> NewPlace:
    """Return the same once more, so that copies go from each kind into each."""
    return _maker(request.param, tmp_path, request)


def backup(place: Place, copy: Path, *words: str) -> Result:
    return RUNNER.invoke(app, ["backup", str(copy), *place.words, *words])


def restore(place: Place, copy: Path, *words: str) -> Result:
    return RUNNER.invoke(app, ["restore", str(copy), *place.words, *words])


def change(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        for statement in statements:
            database.execute(statement)


async def shoot(match: Match) -> None:
    """One shot, whoever may; choices that come first are answered."""
    await match.refresh()
    while match.state.options_offered:
        await match.choose()
    assert match.state.cue is not None
    stroke = match.shot(match.to_act).stroke
    ball = match.state.cue.strikes[0]
    await match.to_act.expect(notices.Done, match.shot(match.to_act, stroke=type(stroke)(ball, stroke.aim, 1.0)))


async def leave_a_hall(place: Place) -> str:
    """A hall that has stopped in the middle of a match; the token of its first player."""
    async with open_hall(place.data, **place.settings) as hall:
        match = await begin_match(hall)
        await shoot(match)
        return match.players[0].token


async def test_a_hall_is_copied_while_it_plays_and_goes_on_from_the_copy(
    new_place: NewPlace, other_place: NewPlace, tmp_path: Path
) -> None:
    place, copy = new_place("hall"), tmp_path / "copy.db"
    async with open_hall(place.data, **place.settings) as hall:
        match = await begin_match(hall, race_to=99)
        await shoot(match)
        token, before = match.players[0].token, await place.lines()
        copying = asyncio.create_task(asyncio.to_thread(backup, place, copy))
        shots = 0
        while not copying.done():  # the hall writes from the first moment of the copy to the last
            await shoot(match)
            shots += 1
        copied = copying.result()
        assert copied.exit_code == 0, copied.output
        assert "1 of 1 matches verify" in copied.output
        assert shots > 0
        after = await place.lines()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    back = other_place("back")
    restored = await asyncio.to_thread(restore, back, copy)
    assert restored.exit_code == 0, restored.output
    ((which, kept),) = (await back.lines()).items()
    assert kept == after[which][: len(kept)]
    assert len(before[which]) <= len(kept) <= len(after[which])
    async with open_hall(back.data, **back.settings) as hall, await dial(hall) as wire:
        welcome = await wire.hello(token=token)
        assert welcome.rooms == (match.room,)
        await wire.resume(match.room)


async def test_clocks_get_back_the_time_since_the_copied_hall_last_ran(new_place: NewPlace, tmp_path: Path) -> None:
    place, copy = new_place("hall"), tmp_path / "copy.db"
    async with open_hall(place.data, **place.settings) as hall:
        match = await begin_match(hall, shot_clock=45.0)
        token = match.players[0].token
    SignOfLife(place.data).write(SignOfLife(place.data).last + 10.0)  # it ran ten seconds longer than it did
    last = SignOfLife(place.data).last
    assert (await asyncio.to_thread(backup, place, copy)).exit_code == 0
    back = new_place("back")
    assert (await asyncio.to_thread(restore, back, copy)).exit_code == 0
    assert SignOfLife(back.data).last == last
    async with open_hall(back.data, **back.settings) as hall, await dial(hall) as wire:
        await wire.hello(token=token)
        await wire.resume(match.room)
        snapshot = await wire.notice(notices.Snapshot)
        clock = snapshot.state.clock
        assert clock is not None
        assert clock.ends_at is not None
        assert 30.0 < clock.ends_at - snapshot.time < 36.0


async def test_a_file_that_is_there_is_not_touched(new_place: NewPlace, tmp_path: Path) -> None:
    place, copy = new_place("hall"), tmp_path / "copy.db"
    await leave_a_hall(place)
    copy.write_text("dear")
    result = await asyncio.to_thread(backup, place, copy)
    assert (result.exit_code, result.stderr) == (2, f"cuehall backup: {copy} is there already\n")
    assert copy.read_text() == "dear"


async def test_a_place_that_holds_a_hall_is_refused_and_replaced_when_told_so(
    new_place: NewPlace, tmp_path: Path
) -> None:
    first, second, copy = new_place("first"), new_place("second"), tmp_path / "copy.db"
    await leave_a_hall(first)
    await leave_a_hall(second)
    wanted, replaced = await first.lines(), await second.lines()
    assert (await asyncio.to_thread(backup, first, copy)).exit_code == 0
    refused = await asyncio.to_thread(restore, second, copy)
    assert refused.exit_code == 1
    assert "already (--replace" in refused.stderr
    assert await second.lines() == replaced
    done = await asyncio.to_thread(restore, second, copy, "--replace")
    assert done.exit_code == 0, done.output
    assert await second.lines() == wanted
    (aside,) = second.data.glob("*-replaced-*.db")
    assert str(aside) in done.output
    third = new_place("third")
    assert (await asyncio.to_thread(restore, third, aside)).exit_code == 0
    assert await third.lines() == replaced


async def test_nothing_is_restored_beside_a_hall_that_runs(new_place: NewPlace, tmp_path: Path) -> None:
    place, copy = new_place("hall"), tmp_path / "copy.db"
    await leave_a_hall(place)
    assert (await asyncio.to_thread(backup, place, copy)).exit_code == 0
    before = await place.lines()
    with locked(place.data):
        result = await asyncio.to_thread(restore, place, copy, "--replace")
    assert (result.exit_code, "another hall runs on" in result.stderr) == (2, True)
    if place.database is not None:  # a hall with another data folder holds the lock of the database
        async with opened(open_database(place.data, place.database)):
            result = await asyncio.to_thread(restore, place, copy, "--replace")
        assert (result.exit_code, "another hall runs on" in result.stderr) == (1, True)
    assert await place.lines() == before


@pytest.mark.parametrize("kind", [kind for kind in SPOILED if kind not in ("settings", "notice-is-a-word")])
@pytest.mark.parametrize("quick", [[], ["--quick"]])
async def test_a_match_that_does_not_verify_is_named_and_restored_only_when_accepted(
    tmp_path: Path, kind: str, quick: list[str]
) -> None:
    place, back, copy = Place(tmp_path / "hall"), Place(tmp_path / "back"), tmp_path / "copy.db"
    await leave_a_hall(place)
    (match,) = await place.lines()
    change(place.data / "hall.db", SPOILED[kind].replace(":match", f"'{match}'"))
    copied = await asyncio.to_thread(backup, place, copy, *quick)
    assert copied.exit_code == 1
    assert f"{match}: line " in copied.stderr
    assert "0 of 1 matches verify" in copied.stdout
    refused = await asyncio.to_thread(restore, back, copy, *quick)
    assert (refused.exit_code, back.data.exists()) == (1, False)
    assert (await asyncio.to_thread(restore, back, copy, "--accept-broken", *quick)).exit_code == 0
    assert await back.lines() == await place.lines()


def make_another_database(copy: Path) -> None:
    copy.unlink()
    change(copy, "CREATE TABLE people (id)")


DAMAGED: dict[str, Callable[[Path], object]] = {
    "no database": lambda copy: copy.write_bytes(b"no database" * 1000),
    "empty": lambda copy: copy.write_bytes(b""),
    "half": lambda copy: copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 8192 * 4096]),
    "another database": make_another_database,
    "newer": lambda copy: change(copy, "UPDATE alembic_version SET version_num = '9999'"),
    "a seat of nobody": lambda copy: change(copy, "DELETE FROM people"),
}


@pytest.mark.parametrize("kind", DAMAGED)
async def test_what_is_no_whole_copy_is_refused_and_nothing_touched(tmp_path: Path, kind: str) -> None:
    place, copy = Place(tmp_path / "hall"), tmp_path / "copy.db"
    await leave_a_hall(place)
    before = await place.lines()
    assert (await asyncio.to_thread(backup, place, copy, "--quick")).exit_code == 0
    DAMAGED[kind](copy)
    result = await asyncio.to_thread(restore, place, copy, "--replace", "--accept-broken")
    assert result.exit_code == 1, result.output
    assert result.stderr.startswith(f"cuehall restore: {copy} ")
    assert result.stderr.count("\n") == 1
    assert await place.lines() == before


def test_a_place_without_a_hall_cannot_be_copied(new_place: NewPlace, tmp_path: Path) -> None:
    place, copy = new_place("nothing"), tmp_path / "copy.db"
    result = backup(place, copy)
    assert result.exit_code == 1
    assert "there is no" in result.stderr
    assert not copy.exists()
    assert not place.data.exists()


def test_a_copy_that_is_not_there_and_a_url_that_is_none_are_named(tmp_path: Path) -> None:
    missing = restore(Place(tmp_path / "hall"), tmp_path / "copy.db")
    assert (missing.exit_code, missing.stderr) == (2, f"cuehall restore: there is no copy {tmp_path / 'copy.db'}\n")
    wrong = backup(Place(tmp_path, "mysql://x/y"), tmp_path / "copy.db")
    assert (wrong.exit_code, wrong.stderr) == (2, "cuehall backup: --database: it must begin with postgresql://\n")


async def test_a_copy_that_cannot_be_finished_leaves_nothing(new_place: NewPlace, tmp_path: Path) -> None:
    place = new_place("hall")
    await leave_a_hall(place)
    result = await asyncio.to_thread(backup, place, tmp_path / "no" / "copy.db")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    (tmp_path / "full.db.part").mkdir()
    assert (await asyncio.to_thread(backup, place, tmp_path / "full.db")).exit_code == 1
    assert not (tmp_path / "full.db").exists()


async def test_a_copy_with_tables_of_the_first_version_is_restored(new_place: NewPlace, tmp_path: Path) -> None:
    old, back, copy = Place(tmp_path / "old"), new_place("back"), tmp_path / "copy.db"
    token = await leave_a_hall(old)
    change(
        old.data / "hall.db",
        "DROP TABLE board_uses",
        "DROP TABLE boards",
        "DROP INDEX ix_people_created",
        "UPDATE alembic_version SET version_num = '0001'",
    )
    assert (await asyncio.to_thread(backup, old, copy)).exit_code == 0
    assert (await asyncio.to_thread(restore, back, copy)).exit_code == 0
    async with open_hall(back.data, **back.settings) as hall, await dial(hall) as wire:
        assert len((await wire.hello(token=token)).rooms) == 1
