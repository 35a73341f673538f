"""The lag: what bots play, and that a hall tells it to everybody once all have played."""

import random
from pathlib import Path
from typing import Any

import pytest

from client_protocol.client import Hall
from client_protocol.client_errors import RefusedError
from client_protocol.client_room import Room
from client_protocol.notices import LagPlayed, RoomChanged
from client_protocol.traces import unpack
from client_protocol.values import Pace, Phase, Stroke
from loadtest.bot import think
from loadtest.players.decisions import Lag
from loadtest.players.lag import lag_stroke
from loadtest.players.pool import PoolPlayer
from tests.loadtest.states import a_room, a_table
from tests.server.halls import open_hall


@pytest.mark.parametrize(
    ("table", "balls", "names"),
    [
        ("pool_9ft", {"c": (-0.69, -0.3175), "1": (-0.69, 0.3175)}, ("c", "1")),
        ("carom_10ft", {"W": (-0.71, -0.41), "Y": (-0.71, 0.41), "R": (0.71, 0.0)}, ("W", "Y")),
    ],
)
def test_each_side_lags_with_its_own_ball(
    table: str, balls: dict[str, tuple[float, float]], names: tuple[str, str]
) -> None:
    state = a_room(table=table, cue=a_table(balls), phase=Phase.LAG, waiting=(0, 1))
    for seat, name in enumerate(names):
        lag = think(PoolPlayer(1), state, seat, random.Random(seat))
        assert isinstance(lag, Lag)
        assert lag.stroke.ball == name
        assert lag.stroke.aim == 0.0
        assert 0.8 < lag.stroke.speed < 1.5


@pytest.mark.parametrize("game", ["nine_ball", "three_cushion"])
async def test_a_lag_is_hidden_until_all_have_played_and_then_told_at_once(tmp_path: Path, game: str) -> None:
    async with (
        open_hall(tmp_path) as app,
        Hall(f"127.0.0.1:{app.port}", "Ann") as ann,
        Hall(f"127.0.0.1:{app.port}", "Bob") as bob,
    ):
        room = await ann.create_room(game, pace=Pace.INSTANT, options={"first_shot": "lag"})
        other = await bob.join_room(room.invite)
        await room.wait_until(lambda: room.state.phase is Phase.LAG, 10.0)
        await other.wait_until(lambda: other.is_my_turn, 10.0)
        assert room.state.waiting == (0, 1)
        assert room.is_my_turn
        chance = random.Random(5)
        second, first = (lag_stroke(room.state, seat, chance).stroke for seat in (1, 0))
        await other.play_lag(second)
        assert other.state.waiting == (0,)
        assert not other.is_my_turn
        await other.play_lag(second)  # said again: answered as the first time
        with pytest.raises(RefusedError, match="not_your_turn"):
            await other.play_lag(Stroke(second.ball, 0.0, 1.0))
        with pytest.raises(RefusedError, match="wrong_cue_ball"):
            await room.play_lag(Stroke(second.ball, 0.0, 1.0))
        await room.play_lag(first)
        await other.wait_until(lambda: other.state.phase is not Phase.LAG or other.state.waiting == (0, 1), 10.0)
        seen = await _notices(other)
    lags = [notice for notice in seen if isinstance(notice, LagPlayed)]
    assert len(lags) == 1
    assert [stroke.ball for stroke in lags[0].strokes] == [first.ball, second.ball]
    assert all("#F" in log for log in lags[0].logs)
    assert {ball.name for ball in unpack(lags[0].trace).balls} >= {first.ball, second.ball}
    hidden = [notice for notice in seen if isinstance(notice, RoomChanged) and notice.cause == "lag_played"]
    assert len(hidden) == 1
    assert hidden[0].seat == 1


async def _notices(room: Room) -> list[Any]:
    """What was told so far."""
    room.close("seen enough")
    return [notice async for notice in room.notices()]
