"""`kill -9` of the hall, twenty times, while bots play: what a client was told stays, nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from client_protocol.client import Hall
from client_protocol.client_room import Room
from client_protocol.notices import DartThrown, Notice, ShotPlayed
from client_protocol.values import OptionValue, Pace
from loadtest.bot import BotOptions, run_bot
from tests.end_to_end.hall_process import HallProcess, hall_process, record_of, run_cuehall

KILLS = 20
PATIENCE = 60.0
GAMES: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("nine_ball", {}),
    ("x01", {"start": 501}),
    ("three_cushion", {"target": 2}),
)


@dataclass
class Observer:
    """Sees every notice of some rooms, over all restarts, and can wait until it has seen enough."""

    seen: dict[str, list[Notice]] = field(default_factory=dict)
    count: int = 0
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def watch(self, room: Room) -> None:
        """Keep what a room tells until its match is over."""
        kept = self.seen.setdefault(room.room, [])
        async for notice in room.notices():
            kept.append(notice)
            async with self._news:
                self.count += 1
                self._news.notify_all()
            if room.is_over:
                return

    async def until(self, count: int) -> None:
        """Wait until so many notices were seen."""
        async with self._news:
            await self._news.wait_for(lambda: self.count >= count)


async def play_matches(
    hall: HallProcess, client: Hall, observer: Observer, slot: int, enough: asyncio.Event
) -> list[dict[str, Any]]:
    """Let bots play one match after the other until enough is killed; the last one is played to its end."""
    results: list[dict[str, Any]] = []
    game, options = GAMES[slot % len(GAMES)]
    while not enough.is_set():
        room = await client.create_room(game, options=options, pace=Pace.INSTANT, seat=None, listed=False)
        watching = asyncio.create_task(observer.watch(room))
        seed = 100 * slot + len(results)
        asks = [
            BotOptions(hall.url, join=room.invite, seed=seed + side, patience=PATIENCE, name=f"Bot {side}")
            for side in (0, 1)
        ]
        first, second = await asyncio.gather(*(run_bot(ask) for ask in asks))
        await watching
        assert first["winner_seats"] == second["winner_seats"]
        results.append(first)
    return results


@pytest.mark.timeout(480)
async def test_nothing_told_is_lost_and_nothing_is_done_twice(tmp_path: Path) -> None:
    chance, observer, enough = random.Random(9), Observer(), asyncio.Event()
    async with (
        hall_process(tmp_path / "hall") as hall,
        Hall(hall.url, "Observer", patience=PATIENCE, deadline=PATIENCE) as client,
    ):
        async with asyncio.TaskGroup() as group:
            matches = [group.create_task(play_matches(hall, client, observer, slot, enough)) for slot in range(3)]
            for _ in range(KILLS):
                await observer.until(observer.count + chance.randrange(1, 30))
                await hall.kill()
                await hall.start()
            enough.set()
        results = [result for match in matches for result in match.result()]
        assert hall.starts == KILLS + 1
        assert await hall.stop() == 0
        assert all(result["reason"] == "won" for result in results)
        told = sum(_check_match(hall.data, result["room"], observer.seen[result["room"]]) for result in results)
        assert told > KILLS
        status, out, _ = await run_cuehall("replay", "verify", "--data", str(hall.data))
        assert status == 0, out
        assert out.count(": agrees") == len(results)


def _check_match(data: Path, room: str, seen: list[Notice]) -> int:
    """Every shot and dart that was told stands in the record once, as it was told; how many there were."""
    record: list[dict[str, Any]] = record_of(data, f"{room}-1")
    with sqlite3.connect(f"file:{data / 'hall.db'}?mode=ro", uri=True) as database:
        rows = database.execute("SELECT notice, number FROM lines WHERE match = ?", (f"{room}-1",)).fetchall()
    database.close()
    line_of = dict(rows)
    assert len(line_of) == len(rows), "two lines under one notice"
    turns = [line["turn"] for line in record[1:] if line["action"]["type"] in ("shot", "throw")]
    assert turns == sorted(set(turns)), "a turn was played twice"
    told = [notice for notice in seen if isinstance(notice, ShotPlayed | DartThrown)]
    assert len({notice.n for notice in told}) == len(told)
    for notice in told:
        line = record[line_of[notice.n]]
        assert line["seat"] == notice.seat
        if isinstance(notice, ShotPlayed):
            stroke = line["strokes"][0]
            assert (stroke["aim"], stroke["speed"]) == (notice.stroke.aim, notice.stroke.speed)
            assert {ball: tuple(at) for ball, at in line["facts"]["rest"].items()} == notice.rest
        else:
            assert line["facts"]["segment"] == notice.segment
    return len(told)
