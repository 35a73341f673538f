"""The clear attempt in a room: replays decide where the hall is the referee, a human referee by his act (R64)."""

from __future__ import annotations

import asyncio
from math import atan2
from pathlib import Path

import pytest
from typer.testing import CliRunner

from client_protocol import notices, requests
from client_protocol.values import Pace, Role, Stroke, Touch
from server.app import App
from server.cli import app as console
from tests.server.halls import Match, Wire, begin_match, guest, open_hall

LIBRE = {
    "game": "libre",
    "preset": "carom_ru",
    "options": {"first_shot": "fixed"},
    "touch": Touch.EXACT,
    "pace": Pace.INSTANT,
}


async def shoot_at_the_red(match: Match, speed: float, *, safety: bool = False) -> notices.ShotPlayed:
    """A stroke straight at the red ball by whoever is to act."""
    table, wire = match.state.cue, match.to_act
    assert table is not None
    own = table.strikes[0]
    (x, y), (tx, ty) = table.balls[own], table.balls["R"]
    stroke = Stroke(ball=own, aim=atan2(ty - y, tx - x), speed=speed)
    start = len(wire.heard)
    await wire.expect(notices.Done, match.shot(wire, stroke=stroke, safety=safety))
    told = await wire.notice(notices.ShotPlayed, start)
    await match.refresh()
    return told


async def second_safety(match: Match) -> notices.ShotPlayed:
    """A safety, a miss of the other side, and a stroke of the first one that cannot score."""
    assert (await shoot_at_the_red(match, 2.0, safety=True)).ruling.fouls == ()
    await shoot_at_the_red(match, 1.0)
    return await shoot_at_the_red(match, 0.6)


async def with_a_referee(hall: App) -> tuple[Match, Wire]:
    match = await begin_match(hall, **LIBRE, referee=True)
    joined = next(message for message in match.players[0].heard if isinstance(message, notices.Joined))
    assert joined.referee_invite is not None
    referee = await guest(hall, "Ann")
    await referee.join(joined.referee_invite, role=Role.REFEREE)
    await match.refresh()
    return match, referee


async def play(data: Path, refereed: bool) -> None:
    async with open_hall(data) as hall:
        if not refereed:
            match = await begin_match(hall, **LIBRE)
            ruling = (await second_safety(match)).ruling
            assert (ruling.fouls, ruling.rules) == (("safety_twice",), ("R64",))
        else:
            match, referee = await with_a_referee(hall)
            assert (await second_safety(match)).ruling.fouls == ()
            act = requests.Officiate(
                id=referee.next_id(), room=match.room, turn=match.state.turn, do="undeclared_safety"
            )
            await referee.expect(notices.Done, act)
            await match.refresh()
        assert match.state.sides[0].details["fouls"] == "safety_twice:1"
        assert match.state.to_act == 1


@pytest.mark.parametrize("refereed", [False, True])
def test_replays_rule_in_the_place_of_a_referee_and_not_beside_him(tmp_path: Path, refereed: bool) -> None:
    asyncio.run(play(tmp_path, refereed))
    verified = CliRunner().invoke(console, ["replay", "verify", "--data", str(tmp_path)])
    assert verified.exit_code == 0, verified.output
