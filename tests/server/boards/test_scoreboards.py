"""Scoreboards: JSON of every game from the room's state alone, retained, with wills. Sources: darts C.13, B.1."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from client_protocol import notices
from game.catalog import GAMES
from server.boards.scoreboard import darts_message, lights, scoreboard
from server.boards.topics import HALL_STATUS, scoreboard_topic
from tests.server.boards.brokers import Broker
from tests.server.boards.tables import hear, table
from tests.server.halls import guest, open_hall


async def test_every_game_of_the_hall_has_a_scoreboard(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        for kind, game in GAMES.items():
            async with await guest(app, "Ada") as ada, await guest(app, "Bob") as bob:
                sides = 2 if 2 in game.sides else game.sides[0]
                joined = await ada.create(game=kind.value, sides=sides)
                if sides > 1:
                    await bob.join(joined.invite)
                joined = await ada.resume(joined.room)
                state = (await ada.notice(notices.Snapshot, ada.heard.index(joined))).state
                shown = json.loads(json.dumps(scoreboard(state, 5, 1.5)))
                assert (shown["game"], shown["family"], shown["n"]) == (kind.value, game.family.value, 5)
                assert shown["sides"][0]["name"] == "Ada"


@pytest.mark.parametrize("game", ["nine_ball", "libre", "free_pyramid"])
async def test_the_scoreboard_of_a_cue_game_tells_balls_and_turn(tmp_path: Path, game: str) -> None:
    async with open_hall(tmp_path) as app, await guest(app, "Ada") as ada, await guest(app, "Bob") as bob:
        joined = await ada.create(game=game)
        await bob.join(joined.invite)
        joined = await ada.resume(joined.room)
        state = (await ada.notice(notices.Snapshot, ada.heard.index(joined))).state
        shown = scoreboard(state, 1, 0.0)
        assert "table" in shown
        assert "darts" not in shown
        assert shown["phase"] == state.phase.value


async def test_the_state_message_of_a_dart_game_has_what_c_13_asks_for(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker) as one:
        await one.throw("T20", "S5")
        message = darts_message(one.state, 311)
        assert message["kind"] == "x01"
        assert (message["phase"], message["dart"], message["cur"], message["turn"]) == ("DART_OPEN", 3, 0, 1)
        assert message["turn_darts"] == [{"seg": "T20", "value": 60}, {"seg": "S5", "value": 5}]
        assert message["seq"] == 311
        assert isinstance(message["t0"], int)
        assert one.state.darts is not None
        assert lights(one.state.darts)["fn"] == "static"
        await one.throw("M")
        assert darts_message(one.state, 312)["cur"] == 1


async def test_a_late_screen_hears_the_retained_score_and_that_the_hall_is_there(
    tmp_path: Path, broker: Broker
) -> None:
    async with table(tmp_path, broker) as one:
        await one.throw("T20")
        heard = hear(broker, HALL_STATUS, scoreboard_topic(one.room))
        found: dict[str, dict[str, object]] = {}
        async with asyncio.timeout(15):
            async for topic, body, retained in heard:
                found[topic] = body
                if len(found) == 2 and body.get("darts") and body["sides"][0]["score"] == 241:  # type: ignore[index]
                    assert retained or body["n"]
                    break
        await heard.aclose()  # type: ignore[attr-defined]
        assert found[HALL_STATUS]["state"] == "online"


async def test_a_broker_that_comes_back_is_told_the_present_state(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker) as one:
        await one.throw("S1", "S1", "S1")
        await broker.kill()
        await one.throw_on_screen("T20", "T20", "T20")
        await broker.start()
        heard = hear(broker, scoreboard_topic(one.room))
        async with asyncio.timeout(15):
            async for _, body, _retained in heard:
                scores = [side["score"] for side in body["sides"]]  # type: ignore[attr-defined]
                assert scores == [298, 121]
                break
        await heard.aclose()  # type: ignore[attr-defined]


async def test_the_hall_says_goodbye_when_it_closes(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker) as one:
        await one.close_hall()
        heard = hear(broker, HALL_STATUS)
        async with asyncio.timeout(15):
            async for _, body, retained in heard:
                assert (body["state"], retained) == ("offline", True)
                break
        await heard.aclose()  # type: ignore[attr-defined]
