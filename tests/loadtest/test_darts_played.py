"""Eight bots play every dart game to its end on a real hall."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from client_protocol.client import Hall
from client_protocol.notices import DartThrown
from client_protocol.values import OptionValue, Pace, Role, Touch
from game.catalog import DART_GAMES
from game.vocabulary import GameKind
from loadtest.bot import play_match
from server.app import App
from tests.server.halls import open_hall

OPTIONS: dict[GameKind, dict[str, OptionValue]] = {
    GameKind.X01: {"start": 301, "order": "bull_off"},  # 180 can be won before all have thrown
    GameKind.CRICKET: {"rounds": 5},
    GameKind.SCRAM: {"rounds": 2},
}


async def play(app: App, game: GameKind, players: int) -> tuple[Any, list[DartThrown]]:
    """A match of that many bots; its final state, and every dart a watcher saw."""
    url = f"ws://127.0.0.1:{app.port}/ws"
    async with AsyncExitStack() as clients:
        halls = [await clients.enter_async_context(Hall(url, f"Bot {seat}", bot=True)) for seat in range(players)]
        eve = await clients.enter_async_context(Hall(url, "Eve"))
        host = await halls[0].create_room(
            game, options=OPTIONS.get(game, {}), sides=players, pace=Pace.INSTANT, touch=Touch.PRO
        )
        watched = await eve.join_room(host.invite, role=Role.SPECTATOR)
        rooms = [host, *[await hall.join_room(host.invite) for hall in halls[1:]]]
        darts: list[DartThrown] = []

        async def watch() -> None:
            async for notice in watched.notices():
                if isinstance(notice, DartThrown):
                    darts.append(notice)
                if watched.state.result is not None:
                    return

        async with asyncio.TaskGroup() as group:
            group.create_task(watch())
            for seed, room in enumerate(rooms):
                group.create_task(play_match(room, seed))
        assert all(room.state == watched.state for room in rooms)
        assert host.commitment_holds()
        return watched.state, darts


@pytest.mark.parametrize("game", list(DART_GAMES))
async def test_eight_bots_play_a_dart_game_to_its_end(tmp_path: Path, game: GameKind) -> None:
    players = DART_GAMES[game].sides[-1]
    async with open_hall(tmp_path) as app:
        state, darts = await play(app, game, players)
    assert state.result.reason in ("won", "shared")
    assert state.result.winners
    threw = {seat for seat, side in enumerate(state.sides) if side.details["darts_thrown"]}
    assert {dart.seat for dart in darts} == threw
    if game is not GameKind.SUPER_100:  # there the last ones may be out before their first turn
        assert threw == set(range(players))
    assert all(1 <= dart.dart <= 3 for dart in darts)
    places = [side.details["place"] for side in state.sides]
    assert min(places) == 1
    assert all(places[winner] == 1 for winner in state.result.winners)
