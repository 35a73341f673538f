"""Matches with a referee, a protest, a restored position and a `kill -9`, played by bots to the end."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from client_protocol.client import Hall
from client_protocol.client_room import Room
from client_protocol.values import OptionValue, Pace, Role
from loadtest.bot import BotOptions, end_stops, play_match, run_bot
from loadtest.referee import Referee, Restore, protest_once
from tests.end_to_end.hall_process import HallProcess, hall_process, record_of, run_cuehall

PATIENCE = 60.0


async def officiated_match(data: Path, game: str, options: dict[str, OptionValue], race_to: int) -> list[str]:
    """Play such a match; what kinds of acts its record holds."""
    async with (
        hall_process(data) as hall,
        Hall(hall.url, "Opener", patience=PATIENCE, deadline=PATIENCE) as opener,
        Hall(hall.url, "Ann", patience=PATIENCE, deadline=PATIENCE) as ann,
        Hall(hall.url, "Bo", patience=PATIENCE, deadline=PATIENCE) as bo,
    ):
        room = await opener.create_room(
            game, options=options, race_to=race_to, pace=Pace.INSTANT, seat=None, listed=False, referee=True
        )
        chair = await ann.join_room(room.official_invites[Role.REFEREE], role=Role.REFEREE)
        referee = Referee([Restore(at=6)])
        async with asyncio.TaskGroup() as group:
            serving = group.create_task(referee.serve(chair))
            group.create_task(_kill_once(hall, room))
            ask = BotOptions(hall.url, join=room.invite, seed=5, patience=PATIENCE, name="Cy")
            group.create_task(run_bot(ask))
            player = await bo.join_room(room.invite)
            group.create_task(_play(player))
            group.create_task(protest_once(player, 4))
        assert serving.done()
        await room.wait_until(lambda: room.is_over, PATIENCE)  # who only watches may be told a moment later
        assert await hall.stop() == 0
        status, out, _ = await run_cuehall("replay", "verify", "--data", str(data))
        assert status == 0, out
        lines: list[dict[str, Any]] = record_of(data, f"{room.room}-1")
        return [str(line["action"].get("do", line["action"]["type"])) for line in lines[1:]]


async def _play(room: Room) -> None:
    """Play a seat like a bot."""
    async with asyncio.TaskGroup() as group:
        group.create_task(play_match(room, 6))
        group.create_task(end_stops(room))


async def _kill_once(hall: HallProcess, room: Room) -> None:
    """Kill the hall once a position was restored."""
    await room.wait_until(lambda: room.is_over or any(line.act == "restore" for line in room.state.audit))
    await hall.kill()
    await hall.start()


@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    ("game", "options"), [("eight_ball", {}), ("straight_pool", {"target": 20})], ids=["eight_ball", "straight_pool"]
)
async def test_a_match_with_a_referee_survives_a_kill_and_verifies(
    tmp_path: Path, game: str, options: dict[str, OptionValue]
) -> None:
    acts = await officiated_match(tmp_path / "hall", game, options, 1)
    for act in ("protest", "rule_protest", "suspend", "restore", "resume", "resumed"):
        assert act in acts, acts
