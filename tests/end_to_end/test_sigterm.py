"""`SIGTERM` in the middle of play: the hall ends soon with status 0, what it told is kept, and play goes on later."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from client_protocol.client import Hall
from client_protocol.client_errors import RefusedError
from client_protocol.client_room import Room
from client_protocol.notices import Done
from client_protocol.requests import TakeShot
from client_protocol.values import Pace, Stroke, Touch
from tests.end_to_end.hall_process import hall_process, record_of, run_cuehall

PATIENCE = 60.0


class Told:
    """Turn and aim of every shot that the hall said was played; `until` waits for so many."""

    def __init__(self) -> None:
        self.shots: list[tuple[int, float]] = []
        self._news = asyncio.Condition()

    async def note(self, turn: int, aim: float) -> None:
        """One more."""
        async with self._news:
            self.shots.append((turn, aim))
            self._news.notify_all()

    async def until(self, count: int) -> None:
        """Wait until there are so many."""
        async with self._news:
            await self._news.wait_for(lambda: len(self.shots) >= count)


async def play_seat(room: Room, told: Told, chance: random.Random) -> None:
    """Shoot whenever it is this seat's turn, without end."""
    async for state in room.turns():
        try:
            if state.options_offered:
                await room.choose(state.options_offered[0])
            elif state.cue is not None:
                aim, ball = chance.uniform(-3.1, 3.1), state.cue.strikes[0]
                stroke = Stroke(ball=ball, aim=aim, speed=1.5, elevation=0.6)  # over whatever lies behind
                ask = TakeShot(id=room.hall.next_id(), room=room.room, turn=state.turn, stroke=stroke)
                reply = await room.hall.ask(ask)
                assert isinstance(reply, Done)
                if reply.n is not None:
                    await told.note(state.turn, aim)
        except RefusedError as error:
            if error.refused.code not in ("draining", "stale_turn", "room_closed"):
                raise


async def test_sigterm_ends_the_hall_with_all_on_disk_and_play_goes_on_after_it(tmp_path: Path) -> None:
    told, chance = Told(), random.Random(11)
    async with (
        hall_process(tmp_path / "hall") as hall,
        Hall(hall.url, "Ada", patience=PATIENCE, deadline=PATIENCE) as ada,
        Hall(hall.url, "Bo", patience=PATIENCE, deadline=PATIENCE) as bo,
    ):
        room = await ada.create_room(
            "three_cushion", options={"target": 100}, touch=Touch.EXACT, pace=Pace.INSTANT, listed=False
        )
        other = await bo.join_room(room.invite)
        async with asyncio.TaskGroup() as group:
            seats = [group.create_task(play_seat(one, told, chance)) for one in (room, other)]
            for count in (10, 20):
                await told.until(count)
                async with asyncio.timeout(15.0):
                    assert await hall.stop() == 0
                known = list(told.shots)
                record = record_of(hall.data, f"{room.room}-1")
                shots = [
                    (line["turn"], line["strokes"][0]["aim"])  # type: ignore[index]
                    for line in record[1:]
                    if line["action"]["type"] == "shot"  # type: ignore[index]
                ]
                assert set(known) <= set(shots)
                assert len(set(shots)) == len(shots)
                status, out, err = await run_cuehall("replay", "verify", "--data", str(hall.data))
                assert (status, err) == (0, "")
                assert f"{room.room}-1: agrees, {len(record)} lines" in out
                await hall.start()
            await told.until(len(told.shots) + 4)
            for seat in seats:
                seat.cancel()
        assert (room.differences, other.differences) == (0, 0)
        assert await hall.stop() == 0
