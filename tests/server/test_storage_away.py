"""A database that goes away under a running hall: play pauses with a notice, tells only what is kept, and goes on."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from client_protocol import notices, requests
from client_protocol.client import Hall
from client_protocol.values import Pace, Touch
from loadtest.bot import BotOptions, run_bot
from lobby.stores import MatchId
from server.cli import app as cli
from server.storage.reading import reader
from tests.end_to_end.hall_process import hall_process, run_cuehall
from tests.postgres import PostgresServer
from tests.server.halls import Match, begin_match, guest, open_hall

RUNNER = CliRunner()


@dataclass(frozen=True)
class Place:
    """Where a hall is kept, and how that goes away and comes back."""

    url: str | None
    take_away: Callable[[], None]
    bring_back: Callable[[], None]

    @property
    def settings(self) -> dict[str, object]:
        """What a hall there is opened with."""
        return {} if self.url is None else {"database": self.url}


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Return a place of each kind."""
    if request.param == "postgresql":
        postgres: PostgresServer = request.getfixturevalue("postgres")
        return Place(postgres.new_database(), postgres.stop, postgres.start)
    here, there = tmp_path, tmp_path / "away"
    there.mkdir()

    def move(source: Path, target: Path) -> None:
        for name in ("hall.db", "hall.db-wal", "hall.db-shm"):
            (source / name).rename(target / name)

    return Place(None, lambda: move(here, there), lambda: move(there, here))


async def shots_told(match: Match) -> int:
    """How many shots the players have heard of."""
    return sum(isinstance(told, notices.ShotPlayed) for told in match.waiting.heard)


async def test_play_pauses_with_a_notice_and_goes_on_with_the_clock_as_it_was(tmp_path: Path, place: Place) -> None:
    async with open_hall(tmp_path, **place.settings) as app:
        match = await begin_match(app, shot_clock=30.0)
        before = await match.refresh()
        assert before.clock is not None
        assert before.clock.ends_at is not None
        place.take_away()
        shot = match.shot(match.to_act)
        await match.to_act.refused(shot, "storage_away")
        for wire in match.players:
            told = await wire.notice(notices.RoomChanged, cause="storage_away")
            assert told.delta.stopped == "storage_away"
        paused_at = told.time
        await match.to_act.refused(match.shot(match.to_act), "storage_away")
        await match.waiting.expect(notices.Rooms, requests.ListRooms(id=match.waiting.next_id()))
        assert (await match.refresh()).stopped == "storage_away"
        assert await shots_told(match) == 0
        place.bring_back()
        back = await match.waiting.notice(notices.RoomChanged, cause="resumed")
        assert back.delta.stopped == ""
        after = await match.refresh()
        assert after.clock is not None
        assert after.clock.ends_at is not None
        given = after.clock.ends_at - before.clock.ends_at
        assert 0.0 <= given - (back.time - paused_at) <= 1.0
        assert (after.turn, after.cue) == (before.turn, before.cue)
        await match.to_act.expect(notices.Done, shot)
        await match.waiting.notice(notices.ShotPlayed)
    async with reader(tmp_path, place.url) as store:
        lines = [line.text for line in await store.lines(MatchId(f"{match.room}-1"))]
    assert sum('"type":"shot"' in line for line in lines) == 1
    where = ["--data", str(tmp_path), *(["--database", place.url] if place.url else [])]
    verified = await asyncio.to_thread(RUNNER.invoke, cli, ["replay", "verify", *where])
    assert (verified.exit_code, "agrees" in verified.output) == (0, True), verified.output


async def test_a_room_without_a_match_pauses_too(tmp_path: Path, place: Place) -> None:
    async with open_hall(tmp_path, **place.settings) as app, await guest(app) as host, await guest(app) as second:
        joined = await host.create()
        place.take_away()
        await second.refused(requests.JoinRoom(id=second.next_id(), invite=joined.invite), "storage_away")
        await host.notice(notices.RoomChanged, cause="storage_away")
        place.bring_back()
        assert (await host.notice(notices.RoomChanged, cause="storage_back")).delta.stopped == ""
        assert (await second.join(joined.invite)).seat == 1


async def test_bots_play_a_match_to_its_end_through_a_full_disk(tmp_path: Path) -> None:
    async with (
        hall_process(tmp_path / "hall") as hall,
        Hall(hall.url, "Observer", patience=60.0, deadline=60.0) as client,
    ):
        room = await client.create_room(
            "x01", options={"start": 301}, touch=Touch.EXACT, pace=Pace.INSTANT, seat=None, listed=False
        )
        seen: list[notices.Notice] = []
        room.listener = seen.append
        asks = [BotOptions(hall.url, join=room.invite, seed=seed, patience=60.0, name=f"Bot {seed}") for seed in (1, 2)]
        playing = asyncio.gather(*(run_bot(ask) for ask in asks))
        await room.wait_until(lambda: any(isinstance(told, notices.DartThrown) for told in seen))
        # No file of the hall may grow any more, as on a disk without room. Its limit can be raised again from here.
        resource.prlimit(hall.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        await room.wait_until(lambda: room.state.stopped == "storage_away")
        told = sum(isinstance(notice, notices.DartThrown) for notice in seen)
        resource.prlimit(hall.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        results = await playing
        assert {str(result["reason"]) for result in results} == {"won"}
        assert sum(isinstance(notice, notices.DartThrown) for notice in seen) > told
        assert await hall.stop() == 0
        status, out, _ = await run_cuehall("replay", "verify", "--data", str(hall.data))
        assert (status, out.count(": agrees")) == (0, 1), out
