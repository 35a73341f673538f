"""Two bots play seven-ball, eight-ball and straight pool to the end on a real hall; four of them in two teams."""

import asyncio
from contextlib import AsyncExitStack
from itertools import groupby, pairwise
from pathlib import Path

import pytest

from client_protocol.client import Hall
from client_protocol.notices import ShotPlayed
from client_protocol.values import OptionValue, Pace, Touch
from loadtest.bot import play_match
from loadtest.tally import Tally
from tests.loadtest.test_bots_play import address, play
from tests.server.halls import open_hall

OPTIONS: dict[str, dict[str, OptionValue]] = {
    "seven_ball": {"bca_open_break": True},
    "eight_ball": {},
    "straight_pool": {"target": 20},
}


@pytest.mark.parametrize("game", OPTIONS)
async def test_a_pool_game_is_played_to_its_end(tmp_path: Path, game: str) -> None:
    watch = Tally()
    async with open_hall(tmp_path) as app:
        state, seen = await play(app, game, watch, touch=Touch.PRO, options=OPTIONS[game])
    assert state.result.reason == "won"
    assert watch.gaps == 0
    shots = [notice for notice in seen if isinstance(notice, ShotPlayed)]
    last = shots[-1].ruling
    assert (last.winner, last.outcome in ("win", "loss")) == (tuple(state.result.winners), True)
    if game == "straight_pool":
        assert max(side.score for side in state.sides) >= 20
        assert sum(shot.ruling.points for shot in shots) == sum(side.score for side in state.sides)


@pytest.mark.parametrize("game", ["nine_ball", "eight_ball"])
async def test_two_teams_play_and_partners_take_turns(tmp_path: Path, game: str) -> None:
    async with open_hall(tmp_path) as app, AsyncExitStack() as clients:
        names = ("Ann", "Bob", "Cid", "Dan")
        halls = [await clients.enter_async_context(Hall(address(app), name, bot=True)) for name in names]
        room = await halls[0].create_room(
            game, sides=4, options={"teams": True}, pace=Pace.INSTANT, touch=Touch.PRO, listed=False
        )
        told: list[object] = []
        room.listener = told.append
        seats = [room, *[await hall.join_room(room.invite) for hall in halls[1:]]]
        await asyncio.wait_for(asyncio.gather(*(play_match(seat, 31 + place) for place, seat in enumerate(seats))), 100)
        assert all(seat.state == room.state for seat in seats)
    assert room.state.result is not None
    assert len(room.state.result.winners) == 2
    assert room.state.result.winners[1] - room.state.result.winners[0] == 2
    innings = [seat for seat, _ in groupby(shot.seat for shot in told if isinstance(shot, ShotPlayed))]
    for team in (0, 1):
        ours = [seat for seat in innings if seat % 2 == team]
        assert all(one != next_one for one, next_one in pairwise(ours)), innings
