"""A match of a board and a screen: played, corrected, protested, and verified from its record. Source: darts B.6."""

from __future__ import annotations

import asyncio
from pathlib import Path

from typer.testing import CliRunner

from client_protocol import notices, requests
from server.commands.replay import app as replay
from tests.server.boards.brokers import Broker
from tests.server.boards.tables import table

OPTIONS = {"start": 180, "rounds": 10, "out": "double"}


async def test_a_match_of_board_and_screen_is_played_corrected_protested_and_verified(
    tmp_path: Path, broker: Broker
) -> None:
    async with table(tmp_path / "hall", broker, options=OPTIONS) as one:
        await one.throw("T20", "T20", "S20")
        await one.take_out()
        await one.throw_on_screen("T20", "T20", "S20")
        await one.until_armed()
        await one.throw("S20", "S20")  # zero with a single: a bust
        state = await one.until(lambda state: state.to_act == 1)
        assert one.scores() == (40, 40)
        assert state.darts is not None
        last = state.darts.reported[-1]
        fix = requests.CorrectDart(
            id=one.ada.next_id(), room=one.room, turn=state.turn, number=last.number, segment="S8"
        )
        await one.ada.expect(notices.Done, fix)
        state = await one.until(lambda state: state.to_act == 0)
        assert one.scores() == (12, 40)
        protest = requests.Protest(id=one.bob.next_id(), room=one.room, turn=state.turn, against=state.turn - 1)
        await one.bob.expect(notices.Done, protest)
        await one.until(lambda state: not state.stopped and len(state.audit) >= 2)
        await one.until_armed()
        await one.throw("D6")
        state = await one.until(lambda state: state.result is not None)
        assert state.result is not None
        assert state.result.winners == (0,)
        match = f"{one.room}-1"
    words = ["verify", match, "--data", str(tmp_path / "hall")]
    verified = await asyncio.to_thread(CliRunner().invoke, replay, words)
    assert verified.exit_code == 0, verified.output
