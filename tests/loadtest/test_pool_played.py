"""Two bots play seven-ball, eight-ball and straight pool to the end on a real hall."""

from pathlib import Path

import pytest

from client_protocol.notices import ShotPlayed
from client_protocol.values import OptionValue, Touch
from loadtest.tally import Tally
from tests.loadtest.test_bots_play import play
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
