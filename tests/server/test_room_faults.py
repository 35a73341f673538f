"""Faults that rooms of this kind have had elsewhere: each is provoked here, and must stay inside what it is about."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from client_protocol import notices, requests
from client_protocol.codec import encode
from client_protocol.values import Phase, Role, Stroke
from client_protocol.version import Encoding
from lobby.codes import RoomId
from lobby.stores import MatchId, StoredLine, StoreFailed
from server import live_match
from server.app import App
from server.hall import Hall
from server.sockets import Link, frame_of
from server.storage.reading import reader
from server.storage.store import SqlStore
from tests.server.halls import Match, Wire, begin_match, dial, guest, let_pass, open_hall

PADDING = 200 * frame_of(encode(notices.Refused(code="busy", text="x" * 300)), Encoding.MSGPACK)
"""Frames that a client reads and ignores, to fill what waits for it."""

WAITING = 10 * len(PADDING)
"""Bytes that wait for a client who does not read: more than its outbox, and than the system still takes."""


def link_of(app: App, wire: Wire) -> Link:
    """The server's end of a client's connection."""
    return next(link for link in app.sockets.links() if link.remote_address == wire.socket.local_address)


async def stop_reading(app: App, wire: Wire) -> Link:
    """A client reads no more, and far more waits at the server than the system can still take.

    The system's buffer is given a size, because one without grows, and takes more after it was full: nothing would
    wait for a moment, and the client would seem to read again.
    """
    link = link_of(app, wire)
    wire.socket.transport.pause_reading()
    link.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 64 * 1024)
    while link.buffered < WAITING:
        link.send_frame(PADDING)
        await asyncio.sleep(0)
    return link


async def until_rooms(hall: Hall, count: int) -> None:
    """Let the loop run until so many rooms are open; the test's own timeout bounds it."""
    while len(hall) != count:  # noqa: ASYNC110 — nothing tells of it
        await asyncio.sleep(0)


async def plays_on(match: Match) -> None:
    """A shot is played and told as if nothing had happened."""
    await match.refresh()
    start = len(match.waiting.heard)
    await match.to_act.expect(notices.Done, match.shot(match.to_act))
    await match.waiting.notice(notices.ShotPlayed, start)


async def test_a_fault_in_one_room_ends_that_room_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_hall(tmp_path) as app:
        broken, neighbour = await begin_match(app), await begin_match(app)
        token, real = broken.players[0].token, live_match.run_shot
        with monkeypatch.context() as patched:
            patched.setattr(live_match, "run_shot", lambda _: 1 / 0)
            await broken.to_act.send(broken.shot(broken.to_act))
            for wire in broken.players:
                assert (await wire.notice(notices.RoomClosed)).reason == "fault"
        assert live_match.run_shot is real
        await broken.players[0].refused(broken.shot(broken.players[0]), "unknown_room")
        assert (await broken.players[0].create()).seat == 0
        await plays_on(neighbour)
    async with reader(tmp_path) as store:
        assert len(await store.lines(MatchId(f"{broken.room}-1"))) > 0
        results = {stored.room: stored.result for stored in await store.matches()}
        assert (results[RoomId(broken.room)], results[RoomId(neighbour.room)]) == ("fault", None)
    async with open_hall(tmp_path) as app, await dial(app) as back:
        assert broken.room not in (await back.hello(token=token)).rooms


async def test_a_fault_answers_who_met_it_and_those_who_still_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        monkeypatch.setattr(live_match, "run_shot", lambda _: 1 / 0)
        shots = [match.shot(match.to_act) for _ in range(5)]
        for shot in shots:
            await match.to_act.send(shot)
        met = await match.to_act.reply(shots[0].id)
        assert isinstance(met, notices.Refused)
        assert met.code == "internal"
        for shot in shots[1:]:
            answer = await match.to_act.reply(shot.id)
            assert isinstance(answer, notices.Refused)
            assert answer.code in ("room_closed", "unknown_room")


async def test_a_match_begins_as_soon_as_its_header_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed, real = asyncio.Event(), SqlStore.begin_match

    async def fail_once(store: SqlStore, room: RoomId, match: MatchId, header: StoredLine, now: float) -> None:
        if not failed.is_set():
            failed.set()
            raise StoreFailed("disk full")
        await real(store, room, match, header, now)

    monkeypatch.setattr(SqlStore, "begin_match", fail_once)
    async with open_hall(tmp_path) as app, await guest(app) as first, await guest(app) as second:
        joined = await first.create()
        await second.join(joined.invite)
        await failed.wait()
        await second.notice(notices.RoomChanged, cause="begun")
        assert not any(isinstance(told, notices.Refused) for told in (*first.heard, *second.heard))


async def test_who_joins_while_a_room_is_being_disposed_of_gets_an_answer_and_no_zombie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closing, go_on, real = asyncio.Event(), asyncio.Event(), SqlStore.close_room

    async def slow(store: SqlStore, room: RoomId, reason: str, now: float) -> None:
        closing.set()
        await go_on.wait()
        await real(store, room, reason, now)

    monkeypatch.setattr(SqlStore, "close_room", slow)
    async with open_hall(tmp_path, waiting_seconds=0.02) as app, await guest(app) as late:
        host = await guest(app)
        joined = await host.create()
        await host.cut()
        await closing.wait()
        await late.refused(requests.JoinRoom(id=late.next_id(), invite=joined.invite), "unknown_invite")
        go_on.set()
        assert len(app.hall) == 0
        await late.refused(requests.JoinRoom(id=late.next_id(), invite=joined.invite), "unknown_invite")


async def test_a_join_that_came_before_the_disposal_keeps_the_room(tmp_path: Path) -> None:
    async with open_hall(tmp_path, waiting_seconds=0.3) as app, await guest(app) as second:
        host = await guest(app)
        joined = await host.create()
        await host.cut()
        assert (await second.join(joined.invite)).seat == 1
        await second.notice(notices.RoomChanged, cause="begun")
        assert len(app.hall) == 1


async def test_rooms_that_nobody_comes_to_are_disposed_of(tmp_path: Path) -> None:
    async with open_hall(tmp_path, waiting_seconds=0.05, create_rate=1000) as app:
        for _ in range(20):
            wire = await dial(app)
            await wire.hello()
            await wire.send(requests.CreateRoom(id=wire.next_id(), game="nine_ball"))
            await wire.cut()
        await until_rooms(app.hall, 0)


async def test_who_vanishes_while_joining_leaves_no_ghost(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        for _ in range(30):
            wire = await guest(app)
            await wire.send(requests.JoinRoom(id=wire.next_id(), invite=match.invite, role=Role.SPECTATOR))
            await wire.cut()
        async with await guest(app) as watcher:
            await watcher.join(match.invite, role=Role.SPECTATOR)
            await match.players[0].until(
                lambda told: isinstance(told, notices.RoomChanged) and told.delta.watchers == 1,
                len(match.players[0].heard) - 1,
            )
            state = await match.refresh()
            assert state.watchers == 1
            assert len(state.people) == 3


async def test_leaving_and_joining_at_once_is_one_move(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app) as host, await guest(app) as mover:
        first, second = await host.create(), await host.create()
        joined = await mover.join(first.invite, role=Role.SPECTATOR)
        await mover.send(requests.LeaveRoom(id=mover.next_id(), room=joined.room))
        assert (await mover.join(second.invite)).seat == 1
        await mover.send(requests.LeaveRoom(id=900, room=second.room))
        assert isinstance(await mover.reply(900), notices.Done)
        assert (await mover.join(first.invite)).seat == 1


async def test_a_crowd_may_come_at_once(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        crowd = [await guest(app) for _ in range(60)]
        for wire in crowd:
            await wire.send(requests.JoinRoom(id=77, invite=match.invite, role=Role.SPECTATOR))
        for wire in crowd:
            assert isinstance(await wire.reply(77), notices.Joined)
            assert isinstance((await wire.until(lambda told: isinstance(told, notices.Notice))), notices.Snapshot)
        await match.players[0].until(lambda told: isinstance(told, notices.RoomChanged) and told.delta.watchers == 60)
        assert len((await match.refresh()).people) == 2 + 30
        await plays_on(match)
        for wire in crowd:
            await wire.notice(notices.ShotPlayed)
            await wire.cut()


async def test_a_spectator_who_does_not_read_skips_to_the_latest_state_and_costs_nobody_anything(
    tmp_path: Path,
) -> None:
    async with open_hall(tmp_path, outbox=16 * 1024, history=0) as app:
        match = await begin_match(app)
        async with await guest(app) as slow:
            await slow.join(match.invite, role=Role.SPECTATOR)
            await slow.notice(notices.Snapshot)
            link = await stop_reading(app, slow)
            waiting = link.buffered
            await plays_on(match)
            await plays_on(match)
            assert link.buffered - waiting <= 16 * 1024
            slow.socket.transport.resume_reading()
            caught_up = await slow.until(
                lambda told: isinstance(told, notices.Snapshot) and told.state.turn == match.state.turn + 1
            )
            assert isinstance(caught_up, notices.Snapshot)
            await plays_on(match)
            assert (await slow.notice(notices.ShotPlayed)).n == caught_up.n + 1


async def test_a_player_who_does_not_read_is_cut_with_a_reason_and_may_come_back(tmp_path: Path) -> None:
    async with open_hall(tmp_path, outbox=16 * 1024) as app:
        match = await begin_match(app)
        slow = match.waiting
        await stop_reading(app, slow)
        await match.to_act.expect(notices.Done, match.shot(match.to_act))
        await match.to_act.notice(notices.ShotPlayed)
        slow.socket.transport.resume_reading()
        assert (await slow.until_closed())[0] == 4002
        async with await dial(app) as back:
            await back.hello(token=slow.token)
            await back.resume(match.room)
            assert (await back.notice(notices.Snapshot)).state.turn == match.state.turn + 1


async def test_requests_beyond_the_inbox_are_answered_too(tmp_path: Path) -> None:
    async with open_hall(tmp_path, inbox=8, action_rate=1e5) as app:
        match = await begin_match(app)
        shots = [
            match.shot(match.to_act, stroke=Stroke(ball="c", aim=0.001 * number, speed=1.0)) for number in range(300)
        ]
        for shot in shots:
            await match.to_act.send(shot)
        answers = [await match.to_act.reply(shot.id) for shot in shots]
        accepted = [answer for answer in answers if isinstance(answer, notices.Done)]
        codes = {answer.code for answer in answers if isinstance(answer, notices.Refused)}
        assert len(accepted) == 1
        assert "stale_turn" in codes
        assert codes <= {"stale_turn", "busy"}


async def test_who_stays_away_loses_after_the_time_and_not_before(tmp_path: Path) -> None:
    async with open_hall(tmp_path, absence_seconds=0.4, grace_seconds=0.1) as app:
        match = await begin_match(app, game="three_cushion")
        await match.let_all_play()
        loop = asyncio.get_running_loop()
        away, stays = match.to_act, match.waiting
        left_at = loop.time()
        await away.cut()
        end = await stays.notice(notices.RoomChanged, cause="referee")
        assert loop.time() - left_at >= 0.4
        assert isinstance(end.delta.phase, Phase)
        assert end.delta.phase is Phase.OVER


async def test_who_comes_back_in_time_has_lost_nothing(tmp_path: Path) -> None:
    async with open_hall(tmp_path, absence_seconds=0.5, abandoned_seconds=30) as app:
        match = await begin_match(app)
        away = match.to_act
        await away.cut()
        async with await dial(app) as back:
            await back.hello(token=away.token)
            await back.resume(match.room)
            other = match.waiting
            await other.cut()
            async with await dial(app) as other_back:
                await other_back.hello(token=other.token)
                await other_back.resume(match.room)
                assert (await other_back.notice(notices.Snapshot)).state.result is None
                await back.expect(notices.Done, match.shot(back))


async def test_a_match_left_by_both_is_broken_off_without_a_result(tmp_path: Path) -> None:
    async with open_hall(tmp_path, abandoned_seconds=0.1) as app:
        match = await begin_match(app)
        for wire in match.players:
            await wire.cut()
        await until_rooms(app.hall, 0)
    async with reader(tmp_path) as store:
        stored = (await store.matches())[0]
        assert stored.result == "abandoned"
        assert stored.ended is not None


async def test_a_finished_room_lingers_and_is_then_closed_with_a_notice(tmp_path: Path) -> None:
    async with open_hall(tmp_path, linger_seconds=0.1) as app:
        match = await begin_match(app)
        ask = requests.Concede(id=match.to_act.next_id(), room=match.room, turn=match.state.turn)
        await match.to_act.expect(notices.Done, ask)
        for wire in match.players:
            assert (await wire.notice(notices.RoomClosed)).reason == "finished"
        await match.players[0].refused(
            requests.ResumeRoom(id=match.players[0].next_id(), room=match.room), "unknown_room"
        )


async def test_a_clock_that_runs_out_is_told(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app, shot_clock=5.0)
        let_pass(app, 5.0)
        told = await match.waiting.notice(notices.RoomChanged, cause="clock_expired")
        assert told.seat == match.state.to_act
        assert told.ruling is not None
        assert "time" in told.ruling.fouls


async def test_a_person_may_not_fill_the_hall_alone(tmp_path: Path) -> None:
    async with (
        open_hall(tmp_path, max_rooms_per_person=2, max_rooms=3) as app,
        await guest(app) as first,
        await guest(app) as second,
    ):
        await first.create()
        await first.create()
        await first.refused(requests.CreateRoom(id=first.next_id(), game="nine_ball"), "too_many_rooms")
        await second.create()
        await second.refused(requests.CreateRoom(id=second.next_id(), game="nine_ball"), "too_many_rooms")


async def test_a_bot_of_the_house_comes_plays_and_goes(tmp_path: Path) -> None:
    async with open_hall(tmp_path, max_bots=1) as app, await guest(app, "Ada") as ada:
        joined = await ada.create(game="x01", options={"start": 301})
        await ada.refused(requests.InviteBot(id=ada.next_id(), room=joined.room, seat=0), "seat_taken")
        await ada.expect(notices.Done, requests.InviteBot(id=ada.next_id(), room=joined.room))
        await ada.refused(requests.InviteBot(id=ada.next_id(), room=joined.room), "no_free_seat")
        other = await ada.create(game="x01")
        await ada.refused(requests.InviteBot(id=ada.next_id(), room=other.room), "no_bot")
        begun = await ada.notice(notices.RoomChanged, cause="begun")
        assert begun.room == joined.room
        await ada.resume(joined.room)
        state = (await ada.until(lambda told: _is_snapshot_of(told, joined.room))).state  # type: ignore[union-attr]
        assert [person.bot for person in state.people] == [False, True]
        await ada.expect(notices.Done, requests.LeaveRoom(id=ada.next_id(), room=joined.room))
        while app.hall.bots.count:  # noqa: ASYNC110 — nothing tells of it
            await asyncio.sleep(0)


def _is_snapshot_of(told: object, room: str) -> bool:
    return isinstance(told, notices.Snapshot) and told.room == room and told.state.phase is not Phase.WAITING


async def test_a_person_may_be_in_many_rooms_over_one_connection(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app) as both:
        others: list[Wire] = [await guest(app), await guest(app)]
        rooms = []
        for other in others:
            joined = await both.create()
            await other.join(joined.invite)
            rooms.append(joined.room)
        await both.cut()
        for other, room in zip(others, rooms, strict=True):
            assert (await other.notice(notices.RoomChanged, cause="away")).room == room
