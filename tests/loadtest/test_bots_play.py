"""Bots against a real hall: each game to its end by its own rule, watched by a third; and the example of the docs."""

import asyncio
import json
import re
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from client_protocol.client import Hall
from client_protocol.notices import DartThrown, ShotPlayed
from client_protocol.values import OptionValue, Pace, Role, Touch
from client_protocol.version import Encoding
from loadtest.bot import BotOptions, play_match, run_bot
from loadtest.tally import Tally
from server.app import App
from tests.server.halls import open_hall

ROOT = Path(__file__).parents[2]


def address(app: App) -> str:
    """Where the hall's socket is."""
    return f"ws://127.0.0.1:{app.port}/ws"


async def play(app: App, game: str, watch: Tally, **settings: Any) -> tuple[Any, list[Any]]:
    """Two bots play a match that a third one watches; the final state and every notice the watcher saw."""
    url = address(app)
    async with Hall(url, "Ann", bot=True) as ann, Hall(url, "Bob", bot=True) as bob, Hall(url, "Eve") as eve:
        room = await ann.create_room(game, **{"pace": Pace.INSTANT, **settings})
        watched = await eve.join_room(room.invite, role=Role.SPECTATOR)
        other = await bob.join_room(room.invite)
        seen: list[Any] = []

        async def look() -> None:
            async for notice in watched.notices():
                seen.append(notice)
                watch.add(notice)
                if watch.is_over:
                    return

        async with asyncio.TaskGroup() as group:
            group.create_task(look())
            group.create_task(play_match(room, 11))
            group.create_task(play_match(other, 12))
        assert room.state == other.state == watched.state
        assert room.commitment_holds()
        return room.state, seen


@pytest.mark.parametrize("touch", list(Touch))
async def test_nine_ball_is_won_by_the_nine(tmp_path: Path, touch: Touch) -> None:
    watch = Tally()
    async with open_hall(tmp_path) as app:
        state, seen = await play(app, "nine_ball", watch, touch=touch, race_to=2)
    assert state.result.reason == "won"
    winner = state.result.winners[0]
    assert state.sides[winner].games == 2
    shots = [notice for notice in seen if isinstance(notice, ShotPlayed)]
    assert watch.gaps == 0
    if shots[-1].ruling.outcome == "win":
        assert shots[-1].seat == winner
        assert "9@" in shots[-1].log
    else:  # lost by the third foul in a row
        assert shots[-1].seat != winner
        assert "5.12" in shots[-1].ruling.rules
    wins = [shot for shot in shots if shot.ruling.winner == (winner,)]
    assert len(wins) == 2


async def test_bots_do_not_wait_for_shots_that_all_have_skipped(tmp_path: Path) -> None:
    watch = Tally()
    loop = asyncio.get_running_loop()
    async with open_hall(tmp_path) as app:
        start = loop.time()
        _, seen = await play(app, "nine_ball", watch, pace=Pace.NORMAL, touch=Touch.EXACT)
    shown = sum(notice.duration for notice in seen if isinstance(notice, ShotPlayed))
    assert loop.time() - start < max(10.0, shown)


async def test_three_cushion_is_won_by_its_points(tmp_path: Path) -> None:
    watch = Tally()
    async with open_hall(tmp_path) as app:
        options: dict[str, OptionValue] = {"target": 2}
        state, _ = await play(app, "three_cushion", watch, touch=Touch.EXACT, options=options)
    winner = state.result.winners[0]
    assert state.result.reason == "won"
    assert state.sides[winner].score == watch.points[winner] == 2


async def test_three_bots_play_russian_libre_with_two_cue_balls(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, AsyncExitStack() as clients:
        halls = [
            await clients.enter_async_context(Hall(address(app), name, bot=True)) for name in ("Ann", "Bob", "Cid")
        ]
        room = await halls[0].create_room(
            "libre", preset="carom_ru", sides=3, options={"target": 1}, pace=Pace.INSTANT, touch=Touch.EXACT
        )
        others = [await hall.join_room(room.invite) for hall in halls[1:]]
        seats = [room, *others]
        await asyncio.wait_for(asyncio.gather(*(play_match(seat, 21 + place) for place, seat in enumerate(seats))), 120)
        assert all(seat.state == room.state for seat in others)
        assert room.commitment_holds()
    assert room.state.result is not None
    assert room.state.sides[room.state.result.winners[0]].score == 1


CAROM: dict[str, tuple[str, dict[str, Any]]] = {
    "libre": ("libre", {"target": 2}),
    "libre-carom_ru": ("libre", {"target": 3, "preset": "carom_ru"}),
    "libre-umb": ("libre", {"target": 2, "preset": "umb"}),
    "four_ball": ("four_ball", {"target": 6}),
    "four_ball-sagu": ("four_ball", {"target": 1, "preset": "sagu", "innings_limit": 20}),
    "one_cushion": ("one_cushion", {"target": 2}),
    "balkline": ("balkline", {"target": 3}),
}


@pytest.mark.parametrize("name", CAROM)
async def test_carom_games_are_won_by_their_points(tmp_path: Path, name: str) -> None:
    game, chosen = CAROM[name]
    options: dict[str, OptionValue] = {key: value for key, value in chosen.items() if key != "preset"}
    watch = Tally()
    async with open_hall(tmp_path) as app:
        state, _ = await play(
            app, game, watch, touch=Touch.EXACT, options=options, preset=str(chosen.get("preset", "hall_tr"))
        )
    assert state.result.reason in ("won", "draw")
    for seat, side in enumerate(state.sides):
        assert side.score <= watch.points.get(seat, 0)
    if state.result.reason == "won":
        assert state.sides[state.result.winners[0]].score == max(side.score for side in state.sides)


@pytest.mark.parametrize("options", [{}, {"start": 180, "out": "double"}])
async def test_x01_is_won_at_zero_or_by_least_at_the_last_round(
    tmp_path: Path, options: dict[str, OptionValue]
) -> None:
    watch = Tally()
    async with open_hall(tmp_path) as app:
        state, seen = await play(app, "x01", watch, touch=Touch.PRO, options=options)
    scores = [side.score for side in state.sides]
    assert scores[state.result.winners[0]] == min(scores)
    darts = [notice for notice in seen if isinstance(notice, DartThrown)]
    assert watch.gaps == 0
    assert len(darts) == sum(watch.darts.values())
    start = int(str(state.options["start"]))
    for seat, score in enumerate(scores):
        assert start - score == watch.points[seat]


async def test_bots_play_on_after_the_hall_was_restarted(tmp_path: Path) -> None:
    async with AsyncExitStack() as clients:
        async with open_hall(tmp_path, drain_seconds=0.5) as app:
            port = app.port
            ann = await clients.enter_async_context(Hall(address(app), "Ann", bot=True))
            bob = await clients.enter_async_context(Hall(address(app), "Bob", bot=True, encoding=Encoding.JSON))
            room = await ann.create_room("x01", options={"start": 301}, race_to=3, pace=Pace.INSTANT)
            other = await bob.join_room(room.invite)
            players = asyncio.gather(play_match(room, 1), play_match(other, 2))
            await room.wait_until(lambda: room.state.turn >= 20, 30.0)
        before = room.state
        async with open_hall(tmp_path, port=port):
            await asyncio.wait_for(players, 60)
    assert before.result is None
    assert max(side.games for side in room.state.sides) == 3
    assert room.state == other.state
    assert ann.reconnects >= 1
    assert bob.reconnects >= 1


async def test_the_bot_prints_what_scripts_read(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        first = await start("-m", "loadtest.bot", address(app), "--game", "x01", "--pace", "instant", "--seed", "1")
        assert first.stdout is not None
        opened = json.loads(await first.stdout.readline())
        assert set(opened) == {"invite", "room", "seat"}
        second = await start("-m", "server", "bot", address(app), "--join", opened["invite"], "--name", "Bob")
        results = [json.loads(text.splitlines()[-1]) for text in await read(first, second)]
    assert results[0]["winner"] == results[1]["winner"]
    assert results[0]["scores"] == results[1]["scores"]
    assert results[0]["commitment_holds"] is True
    assert [result["seat"] for result in results] == [0, 1]


async def test_a_refused_room_is_told_in_the_exit_status(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        bot = await start("-m", "loadtest.bot", address(app), "--game", "chess")
        _, errors = await asyncio.wait_for(bot.communicate(), 30)
    assert bot.returncode == 1
    assert b"unknown_game" in errors


async def test_a_bot_may_open_a_room_and_only_watch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with open_hall(tmp_path) as app:
        watcher = await start("-m", "loadtest.bot", address(app), "--game", "x01", "--spectate", "--pace", "instant")
        assert watcher.stdout is not None
        invite = json.loads(await watcher.stdout.readline())["invite"]
        joins = [BotOptions(address(app), join=invite, name=name) for name in ("Ann", "Bob")]
        first, second = await asyncio.gather(*map(run_bot, joins))
        (output,) = await read(watcher)
    seen = json.loads(output.splitlines()[-1])
    assert seen["seat"] is None
    assert seen["darts"] == first["darts"] == second["darts"]
    assert seen["winner"] == first["winner"] == second["winner"]
    assert capsys.readouterr().out.count("invite") == 2


async def start(*arguments: str) -> asyncio.subprocess.Process:
    """A Python process in the repository."""
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(sys.executable, *arguments, cwd=ROOT, stdout=pipe, stderr=pipe)


async def read(*processes: asyncio.subprocess.Process) -> list[str]:
    """What processes print until they end well."""
    outputs = []
    for process in processes:
        output, errors = await asyncio.wait_for(process.communicate(), 60)
        assert process.returncode == 0, errors.decode()
        outputs.append(output.decode())
    return outputs


async def test_the_example_of_the_docs_plays_a_match(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    example = re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0]
    body = example[example.index("async def") : example.index("asyncio.run")]
    assert len([line for line in body.splitlines() if line.strip()]) <= 30
    script = tmp_path / "thirty.py"
    script.write_text(f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{example}", encoding="utf-8")
    async with open_hall(tmp_path / "hall") as app:
        first = await start(str(script), address(app))
        assert first.stdout is not None
        invite = (await first.stdout.readline()).decode().strip()
        second = await start(str(script), address(app), invite)
        outputs = await read(first, second)
    assert all("MatchResult" in output and output.strip().endswith("True") for output in outputs)
