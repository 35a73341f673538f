"""A match with a time to start: who is not ready fifteen minutes after it has lost without play (pool 1.7, B.16)."""

from __future__ import annotations

from pathlib import Path

import pytest

from client_protocol import notices, requests
from client_protocol.values import Phase
from game.presence import LATE_START
from server.openings import LONGEST_AHEAD
from tests.server.halls import dial, guest, let_pass, open_hall


@pytest.mark.parametrize("game", ["nine_ball", "three_cushion", "x01"])
@pytest.mark.parametrize("other", ["never came", "is away", "is not ready"])
async def test_who_is_not_ready_in_time_has_lost_without_play(tmp_path: Path, game: str, other: str) -> None:
    async with open_hall(tmp_path) as app, await guest(app) as first:
        starts_at = app.hall._clock.now() + 3600.0
        joined = await first.create(game=game, starts_at=starts_at, ready_check=True)
        state = (await first.notice(notices.Snapshot)).state
        assert state.forfeits_at == starts_at + LATE_START
        if other != "never came":
            second = await guest(app)
            await second.join(joined.invite)
            if other == "is away":
                await second.cut()
                await first.notice(notices.RoomChanged, cause="away")
        let_pass(app, LATE_START + 3595.0)
        ready = requests.Ready(id=first.next_id(), room=joined.room, rules=state.rules_hash)
        await first.expect(notices.Done, ready)
        let_pass(app, 5.1)
        end = await first.notice(notices.RoomChanged, cause="referee")
        assert end.ruling is not None
        assert (end.ruling.rules, end.delta.phase) == (("1.7",), Phase.OVER)
        assert getattr(end.delta.result, "winners", ()) == (0,)


async def test_where_nobody_is_ready_nobody_wins(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app) as first, await guest(app) as second:
        joined = await first.create(starts_at=app.hall._clock.now(), ready_check=True)
        await second.join(joined.invite)
        let_pass(app, LATE_START + 1.0)
        for wire in (first, second):
            assert (await wire.notice(notices.RoomClosed)).reason == "no_result"


async def test_who_is_ready_a_second_before_plays(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app) as first, await guest(app) as second:
        joined = await first.create(starts_at=app.hall._clock.now() - 60.0)
        state = (await first.notice(notices.Snapshot)).state
        assert state.forfeits_at is not None
        assert state.forfeits_at > app.hall._clock.now() + LATE_START - 60.0, "fifteen minutes from the later time"
        let_pass(app, state.forfeits_at - app.hall._clock.now() - 1.0)
        await second.join(joined.invite)
        await first.notice(notices.RoomChanged, cause="begun")
        let_pass(app, 30.0)
        assert (await first.resume(joined.room)).seat == 0


async def test_a_scheduled_room_waits_for_its_people_over_a_restart_and_not_for_ever(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app) as first:
        joined = await first.create(starts_at=app.hall._clock.now() + 86400.0)
        token = first.token
    async with open_hall(tmp_path) as app:
        let_pass(app, 86400.0)
        async with await dial(app) as back:
            await back.hello(token=token)
            assert (await back.resume(joined.room)).seat == 0
            let_pass(app, LATE_START + 1.0)
            end = await back.notice(notices.RoomChanged, cause="referee")
            assert end.delta.phase is Phase.OVER


async def test_a_start_is_at_most_a_week_ahead(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app) as first:
        late = app.hall._clock.now() + LONGEST_AHEAD + 60.0
        ask = requests.CreateRoom(id=first.next_id(), game="nine_ball", starts_at=late)
        assert (await first.refused(ask, "out_of_range")).path == "$.starts_at"
