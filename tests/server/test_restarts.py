"""A hall that stops and starts again: rooms, seats, turns, clocks and numbers go on."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from client_protocol import notices, requests
from client_protocol.values import Phase, Role, Stroke
from server.app import running_beside
from server.data_folder import SignOfLife
from tests.server.halls import begin_match, dial, guest, open_hall


async def test_a_match_goes_on_after_a_restart_with_the_same_seats_and_invitation(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        await match.to_act.expect(notices.Done, match.shot(match.to_act))
        before = await match.refresh()
        tokens = [wire.token for wire in match.players]
        last = match.players[0].notices_of(match.room)[-1].n
    async with (
        open_hall(tmp_path) as app,
        await dial(app) as first,
        await dial(app) as second,
        await guest(app) as watcher,
    ):
        assert (await first.hello(token=tokens[0])).rooms == (match.room,)
        await second.hello(token=tokens[1])
        assert (await first.resume(match.room, last)).seat == 0
        assert (await second.join(match.invite)).seat == 1
        snapshot = await first.notice(notices.Snapshot)
        assert snapshot.n > last + 1000
        assert snapshot.state.turn == before.turn
        assert snapshot.state.cue == before.cue
        assert snapshot.state.commitment == before.commitment
        assert (await watcher.join(match.invite, role=Role.SPECTATOR)).room == match.room
        numbers = [told.n for told in first.notices_of(match.room)]
        assert numbers == list(range(snapshot.n, snapshot.n + len(numbers)))


async def test_an_action_told_before_the_restart_is_recognised_after_it(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        shooter, shot = match.to_act, match.shot(match.to_act)
        done = await shooter.expect(notices.Done, shot)
    async with open_hall(tmp_path) as app, await dial(app) as back:
        await back.hello(token=shooter.token)
        await back.resume(match.room)
        assert (await back.expect(notices.Done, shot)).n == done.n
        other = match.shot(back, turn=shot.turn, stroke=Stroke(ball="c", aim=3.0, speed=1.0))
        assert (await back.refused(other, "stale_turn")).turn == shot.turn + 1


async def test_a_room_that_still_waits_is_there_after_a_restart(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app, "Ada") as host:
        joined = await host.create(options={"break_order": "alternate"}, race_to=3)
    async with open_hall(tmp_path) as app, await guest(app, "Bo") as other:
        assert (await other.join(joined.invite)).seat == 1
        state = (await other.notice(notices.Snapshot)).state
        assert (state.race_to, state.options["break_order"]) == (3, "alternate")
        begun = await other.notice(notices.RoomChanged, cause="begun")
        assert isinstance(begun.delta.sides, tuple)
        assert [side.name for side in begun.delta.sides] == ["Ada", "Bo"]


async def test_a_finished_room_lingers_over_a_restart(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        ask = requests.Concede(id=match.to_act.next_id(), room=match.room, turn=match.state.turn)
        await match.to_act.expect(notices.Done, ask)
        other = match.waiting
    async with open_hall(tmp_path) as app, await dial(app) as back:
        await back.hello(token=other.token)
        await back.resume(match.room)
        state = (await back.notice(notices.Snapshot)).state
        assert state.phase is Phase.OVER
        assert state.result is not None
        assert state.result.winners == (1 - (match.state.to_act or 0),)


async def test_the_clock_gets_back_the_time_of_the_outage(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app, shot_clock=30.0)
        before = (await match.refresh()).clock
    assert before is not None
    assert before.ends_at is not None
    # As if the hall had been away for an hour: the sign of life is older by that.
    sign = SignOfLife(tmp_path)
    sign.write(sign.last - 3600.0)
    async with open_hall(tmp_path) as app, await dial(app) as back:
        await back.hello(token=match.players[0].token)
        await back.resume(match.room)
        snapshot = await back.notice(notices.Snapshot)
        assert snapshot.state.clock is not None
        assert snapshot.state.clock.ends_at is not None
        left = snapshot.state.clock.ends_at - snapshot.time
        assert 25.0 < left <= 31.0


async def test_numbers_of_notices_never_come_twice_however_often_the_hall_restarts(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        token, last = match.players[0].token, match.players[0].notices_of(match.room)[-1].n
    for _ in range(3):
        async with open_hall(tmp_path) as app, await dial(app) as back:
            await back.hello(token=token)
            await back.resume(match.room, last)
            first = (await back.notice(notices.Snapshot)).n
            assert first > last
            last = back.notices_of(match.room)[-1].n


SPOILED = {
    "no-json": "UPDATE lines SET text = 'x' WHERE match = :match",
    "no-text": "UPDATE lines SET text = CAST(x'fffe7b' AS TEXT) WHERE match = :match",
    "bytes": "UPDATE lines SET text = x'00ff' WHERE match = :match",
    "notice-is-a-word": "UPDATE lines SET notice = 'x' WHERE match = :match",
    "no-header": "DELETE FROM lines WHERE match = :match AND number = 0",
    "line-is-gone": "DELETE FROM lines WHERE match = :match AND number = 1",
    "settings": "UPDATE rooms SET settings = '{' WHERE id || '-1' = :match",
}


@pytest.mark.parametrize("kind", SPOILED)
async def test_a_record_that_cannot_be_read_keeps_its_own_room_closed_only(tmp_path: Path, kind: str) -> None:
    async with open_hall(tmp_path) as app:
        broken, whole = await begin_match(app), await begin_match(app)
        await broken.to_act.expect(notices.Done, broken.shot(broken.to_act))
        token = whole.players[0].token
    with closing(sqlite3.connect(tmp_path / "hall.db")) as database, database:
        database.execute(SPOILED[kind], {"match": f"{broken.room}-1"})
    async with open_hall(tmp_path) as app, await dial(app) as back:
        assert (await back.hello(token=token)).rooms == (whole.room,)
        await back.resume(whole.room)
        ask = requests.JoinRoom(id=back.next_id(), invite=broken.invite)
        await back.refused(ask, "unknown_invite")


async def test_people_who_come_to_a_draining_hall_are_told_so(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        await app.hall.drain(5.0)
        wire = match.players[0]
        await wire.refused(requests.CreateRoom(id=wire.next_id(), game="nine_ball"), "draining")
        await wire.refused(match.shot(wire), "draining")


@pytest.mark.parametrize("encoded", ["", "not a number", "-", "nan", "inf", "-1", "1e300"])
def test_a_sign_of_life_that_cannot_be_read_counts_as_none(tmp_path: Path, encoded: str) -> None:
    (tmp_path / "alive").write_text(encoded)
    assert SignOfLife(tmp_path).last == 0.0


def test_a_sign_of_life_is_whole_or_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SignOfLife(tmp_path).write(1000.0)
    monkeypatch.setattr(Path, "replace", lambda *_: None)  # killed between the two
    SignOfLife(tmp_path).write(2000.0)
    assert SignOfLife(tmp_path).last == 1000.0


async def test_a_hall_whose_inner_part_fails_ends_and_says_why() -> None:
    async def break_down() -> None:
        await asyncio.sleep(0)
        raise RuntimeError("a fault of ours")

    with pytest.raises(RuntimeError, match="a fault of ours"):
        async with running_beside(break_down()):
            await asyncio.Event().wait()
    me = asyncio.current_task()
    assert me is not None
    assert me.cancelling() == 0


def test_a_sign_of_life_that_could_not_be_written_leaves_the_one_before(tmp_path: Path) -> None:
    alive = SignOfLife(tmp_path)
    alive.write(1234.5)
    (tmp_path / "alive.new").mkdir()
    with pytest.raises(IsADirectoryError):
        alive.write(1300.0)
    assert SignOfLife(tmp_path).last == 1234.5


async def test_a_hall_that_cannot_leave_a_sign_of_life_plays_on(tmp_path: Path) -> None:
    (tmp_path / "alive.new").mkdir()
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        (tmp_path / "alive.new").rmdir()
        while not (tmp_path / "alive").exists():  # noqa: ASYNC110 — nothing tells of it
            await asyncio.sleep(0)
        await match.to_act.expect(notices.Done, match.shot(match.to_act))


async def test_a_bot_of_the_house_goes_back_to_its_seat_after_a_restart(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app, "Ada") as ada:
        joined = await ada.create(game="x01")
        await ada.expect(notices.Done, requests.InviteBot(id=ada.next_id(), room=joined.room))
        await ada.notice(notices.RoomChanged, cause="begun")
        token = ada.token
    async with open_hall(tmp_path) as app, await dial(app) as back:
        await back.hello(token=token)
        await back.resume(joined.room)
        people = (await back.notice(notices.Snapshot)).state.people
        assert [person.bot for person in people] == [False, True]
        await back.until(
            lambda told: isinstance(told, notices.Snapshot | notices.RoomChanged) and _everybody_is_here(told)
        )


def _everybody_is_here(told: notices.Snapshot | notices.RoomChanged) -> bool:
    people = told.state.people if isinstance(told, notices.Snapshot) else told.delta.people
    return isinstance(people, tuple) and all(person.connected for person in people)
