"""Two bots play each pyramid game to its end on a real hall, in both presets and the dynamic form."""

from pathlib import Path

import pytest

from client_protocol.notices import ShotPlayed
from client_protocol.values import OptionValue, Touch
from loadtest.tally import Tally
from tests.loadtest.test_bots_play import play
from tests.server.halls import open_hall

MATCHES: dict[str, tuple[str, str, dict[str, OptionValue]]] = {
    "free": ("free_pyramid", "pyramid_seed", {}),
    "free-modern": ("free_pyramid", "pyramid_modern", {"target": 3, "first_shot": "lag"}),
    "combined": ("combined_pyramid", "pyramid_seed", {"target": 3}),
    "dynamic": ("combined_pyramid", "pyramid_modern", {"target": 3, "dynamic": True}),
    "classic": ("classic_pyramid", "pyramid_seed", {}),
    "classic-modern": ("classic_pyramid", "pyramid_modern", {"target": 20, "classic_penalty": "both"}),
}


@pytest.mark.parametrize("name", MATCHES)
async def test_a_pyramid_game_is_played_to_its_end(tmp_path: Path, name: str) -> None:
    game, preset, options = MATCHES[name]
    watch = Tally()
    async with open_hall(tmp_path) as app:
        state, seen = await play(app, game, watch, touch=Touch.PRO, preset=preset, options=options)
    assert state.result.reason == "won"
    assert watch.gaps == 0
    (winner,) = state.result.winners
    least = {"free_pyramid": 8, "combined_pyramid": 8, "classic_pyramid": 71}[game]
    assert state.sides[winner].score >= int(options.get("target", least))
    shots = [notice for notice in seen if isinstance(notice, ShotPlayed)]
    assert sum(shot.ruling.points for shot in shots) > 0
    assert all(shot.ruling.points == 0 for shot in shots if shot.ruling.fouls)
