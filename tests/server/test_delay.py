"""Spectators of a room with a delay: everything comes later, in order and without gaps; players hear it at once."""

from __future__ import annotations

from pathlib import Path

from client_protocol import notices, requests
from client_protocol.room_state import AnyNotice, follow
from client_protocol.values import Role
from tests.server.halls import begin_match, dial, guest, let_pass, open_hall

DELAY = 300.0


async def test_spectators_are_told_later_and_players_at_once(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app, delay=DELAY)
        async with await guest(app) as watcher, await guest(app) as late:
            await watcher.join(match.invite, role=Role.SPECTATOR)
            first = await watcher.notice(notices.Snapshot)
            assert first.state.delay == DELAY
            assert first.state.sides[1].name == "", "the match has not begun yet for who watches"
            shot = match.shot(match.to_act)
            await match.to_act.expect(notices.Done, shot)
            told = await match.waiting.notice(notices.ShotPlayed)
            players = await match.refresh()
            again = await watcher.resume(match.room, first.n)
            shown = await watcher.notice(notices.Snapshot, watcher.heard.index(again))
            assert (shown.n, shown.state) == (first.n, first.state)
            assert not [one for one in watcher.heard if isinstance(one, notices.ShotPlayed)]
            let_pass(app, DELAY + 1.0)
            assert await watcher.notice(notices.ShotPlayed) == told
            numbers = [one.n for one in watcher.notices_of(match.room) if not isinstance(one, notices.Snapshot)]
            assert numbers == list(range(first.n + 1, numbers[-1] + 1))
            await late.join(match.invite, role=Role.SPECTATOR)
            fresh = await late.notice(notices.Snapshot)
            assert (fresh.state.turn, fresh.state.cue) == (players.turn, players.cue)
            state: notices.RoomState | None = None
            for one in watcher.notices_of(match.room):
                assert isinstance(one, AnyNotice)
                state = follow(state, one)
            assert state is not None
            assert (state.turn, state.cue, state.sides) == (players.turn, players.cue, players.sides)


async def test_who_sits_down_and_who_officiates_sees_everything_at_once(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app) as first, await guest(app) as second:
        joined = await first.create(delay=DELAY, referee=True)
        await second.join(joined.invite, role=Role.SPECTATOR)
        await second.join(joined.invite)
        async with await guest(app) as referee:
            await referee.join(joined.referee_invite or "", role=Role.REFEREE)
            for wire in (second, referee):
                back = await wire.resume(joined.room)
                state = (await wire.notice(notices.Snapshot, wire.heard.index(back))).state
                assert all(side.name for side in state.sides)


async def test_the_end_of_the_room_comes_after_everything_that_waited(tmp_path: Path) -> None:
    async with open_hall(tmp_path, linger_seconds=1.0) as app:
        match = await begin_match(app, delay=DELAY)
        async with await guest(app) as watcher:
            await watcher.join(match.invite, role=Role.SPECTATOR)
            await watcher.notice(notices.Snapshot)
            wire = match.to_act
            await wire.expect(notices.Done, requests.Concede(id=wire.next_id(), room=match.room, turn=match.state.turn))
            let_pass(app, 2.0)
            await watcher.notice(notices.RoomClosed)
            told = watcher.notices_of(match.room)
            assert isinstance(told[-1], notices.RoomClosed)
            assert any(isinstance(one, notices.RoomChanged) and one.cause == "conceded" for one in told)


async def test_the_delay_holds_after_a_restart(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app, delay=DELAY)
        tokens = [wire.token for wire in match.players]
    async with open_hall(tmp_path) as app, await guest(app) as watcher:
        players = [await dial(app) for _ in tokens]
        for wire, token in zip(players, tokens, strict=True):
            await wire.hello(token=token)
            await wire.resume(match.room)
        await watcher.join(match.invite, role=Role.SPECTATOR)
        before = (await watcher.notice(notices.Snapshot)).state
        match.players = (players[0], players[1])
        await match.refresh()
        await match.to_act.expect(notices.Done, match.shot(match.to_act))
        back = await watcher.resume(match.room)
        assert (await watcher.notice(notices.Snapshot, watcher.heard.index(back))).state.turn == before.turn
