"""Rooms over real sockets: coming, going, watching, resuming, and the path of a shot."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from client_protocol import notices, requests
from client_protocol.client import Hall
from client_protocol.client_errors import ConnectionLostError
from client_protocol.room_state import follow
from client_protocol.values import Pace, Phase, Role, Stroke
from client_protocol.version import Encoding
from lobby.stores import StoredRoom, StoreFailed
from server.storage.store import SqlStore
from tests.server.halls import Match, begin_match, dial, guest, open_hall


async def test_two_guests_meet_by_an_invitation_and_the_match_begins(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        first, second = await guest(app, "Ada"), await guest(app, "Bo")
        joined = await first.create()
        assert (joined.role, joined.seat) == (Role.PLAYER, 0)
        before = (await first.notice(notices.Snapshot)).state
        assert (before.phase, [side.name for side in before.sides]) == (Phase.WAITING, ["Ada", ""])
        assert (await second.join(joined.invite)).seat == 1
        begun = await second.notice(notices.RoomChanged, cause="begun")
        assert begun.delta.phase in (Phase.OPTION, Phase.BREAK, Phase.LAG)
        assert isinstance(begun.delta.sides, tuple)
        assert [side.name for side in begun.delta.sides] == ["Ada", "Bo"]


async def test_a_shot_is_told_to_everybody_in_one_notice(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        async with await guest(app, encoding=Encoding.JSON) as watcher:
            assert (await watcher.join(match.invite, role=Role.SPECTATOR)).seat is None
            ask = match.shot(match.to_act)
            done = await match.to_act.expect(notices.Done, ask)
            told = [await wire.notice(notices.ShotPlayed) for wire in (*match.players, watcher)]
            assert told[0] == told[1] == told[2]
            assert told[0].n == done.n
            assert told[0].intent == Stroke(ball="c", aim=0.1, speed=1.0)
            assert told[0].trace
            assert told[0].delta.turn == match.state.turn + 1


async def test_what_a_client_holds_equals_the_snapshot(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        for _ in range(3):
            await match.refresh()
            if match.state.options_offered:
                await match.choose()
                continue
            await match.to_act.expect(notices.Done, await _placed_shot(match))
        for wire in match.players:
            start = len(wire.heard)
            await wire.resume(match.room)
            snapshot = await wire.notice(notices.Snapshot, start)
            state: notices.RoomState | None = None
            for told in wire.notices_of(match.room)[:-1]:
                state = follow(state, told)  # type: ignore[arg-type]
            assert state == snapshot.state


async def _placed_shot(match: Match) -> requests.TakeShot:
    """Lay the cue ball down where it is in hand, then a soft stroke."""
    cue = match.state.cue
    assert cue is not None
    if "in_hand" in cue.cue_ball:
        place = requests.PlaceBall(
            id=match.to_act.next_id(), room=match.room, turn=match.state.turn, ball="c", at=(-0.8, 0.05)
        )
        await match.to_act.expect(notices.Done, place)
        await match.refresh()
    return match.shot(match.to_act)


async def test_notices_are_numbered_without_gaps(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        await match.to_act.expect(notices.Done, match.shot(match.to_act))
        async with await guest(app) as watcher:
            await watcher.join(match.invite, role=Role.SPECTATOR)
            await watcher.cut()
        await match.players[1].notice(notices.RoomChanged, cause="left")
        heard = [told for told in match.players[1].notices_of(match.room) if not isinstance(told, notices.Snapshot)]
        numbers = [told.n for told in heard]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


async def test_a_late_joiner_gets_the_whole_state_first(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        shot = match.shot(match.to_act)
        watchers = [await guest(app) for _ in range(5)]
        await match.to_act.send(shot)
        for watcher in watchers:
            ask = requests.JoinRoom(id=watcher.next_id(), invite=match.invite, role=Role.SPECTATOR)
            await watcher.send(ask)
        for watcher in watchers:
            snapshot = await watcher.notice(notices.Snapshot)
            first = watcher.notices_of(match.room)[0]
            assert first == snapshot
            numbers = [told.n for told in watcher.notices_of(match.room)]
            assert numbers == list(range(snapshot.n, snapshot.n + len(numbers)))
            await watcher.close()


async def test_an_action_sent_again_is_done_once_and_answered_twice(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        shooter = match.to_act
        shot = match.shot(shooter)
        first = await shooter.expect(notices.Done, shot)
        again = await shooter.expect(notices.Done, match.shot(shooter))
        assert again.n == first.n
        await match.refresh()
        shots = [told for told in shooter.notices_of(match.room) if isinstance(told, notices.ShotPlayed)]
        assert len(shots) == 1


async def test_an_action_is_recognised_on_another_connection_too(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        shooter, shot = match.to_act, match.shot(match.to_act)
        await shooter.send(shot)
        await match.waiting.notice(notices.ShotPlayed)
        await shooter.cut()
        async with await dial(app) as again:
            await again.hello(token=shooter.token)
            await again.resume(match.room)
            done = await again.expect(notices.Done, shot)
            assert done.n == (await match.waiting.notice(notices.ShotPlayed)).n


async def test_an_action_for_another_turn_is_refused_and_the_state_follows(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        shooter = match.to_act
        await shooter.expect(notices.Done, match.shot(shooter))
        start = len(shooter.heard)
        late = match.shot(shooter, stroke=Stroke(ball="c", aim=2.0, speed=2.0))
        refused = await shooter.refused(late, "stale_turn")
        assert (refused.turn, refused.path) == (match.state.turn + 1, "$.turn")
        assert (await shooter.notice(notices.Snapshot, start)).state.turn == match.state.turn + 1


async def test_only_the_side_to_act_may_act_and_only_players(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        await match.waiting.refused(match.shot(match.waiting), "not_your_turn")
        async with await guest(app) as stranger:
            await stranger.refused(match.shot(stranger), "not_in_room")
            await stranger.refused(requests.ResumeRoom(id=stranger.next_id(), room=match.room), "not_in_room")
            await stranger.join(match.invite, role=Role.SPECTATOR)
            await stranger.refused(match.shot(stranger), "not_a_player")
            await stranger.refused(requests.InviteBot(id=stranger.next_id(), room=match.room), "not_a_player")
        before = match.state
        assert (await match.refresh()).turn == before.turn


async def test_who_comes_back_gets_exactly_what_was_missed(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        away = match.waiting
        seen = away.notices_of(match.room)[-1].n
        await away.cut()
        await match.to_act.expect(notices.Done, match.shot(match.to_act))
        async with await dial(app) as back:
            welcome = await back.hello(token=away.token)
            assert welcome.rooms == (match.room,)
            await back.resume(match.room, seen)
            await back.notice(notices.ShotPlayed)
            await back.notice(notices.RoomChanged, cause="returned")
            numbers = [told.n for told in back.notices_of(match.room)]
            assert numbers == list(range(seen + 1, seen + 1 + len(numbers)))
            assert not any(isinstance(told, notices.Snapshot) for told in back.heard)


async def test_who_missed_more_than_the_history_holds_gets_a_snapshot(tmp_path: Path) -> None:
    async with open_hall(tmp_path, history=0) as app:
        match = await begin_match(app)
        away, seen = match.waiting, match.waiting.notices_of(match.room)[-1].n
        await away.cut()
        async with await dial(app, Encoding.JSON) as back:
            await back.hello(token=away.token)
            await back.resume(match.room, seen)
            await back.notice(notices.Snapshot)
        async with await dial(app) as back:
            await back.hello(token=away.token)
            await back.resume(match.room, seen + 1_000_000)
            await back.notice(notices.Snapshot)


async def test_a_gap_is_told_in_the_encoding_of_the_connection(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        away, seen = match.waiting, match.waiting.notices_of(match.room)[-1].n
        await away.cut()
        await match.to_act.expect(notices.Done, match.shot(match.to_act))
        told = await match.to_act.notice(notices.ShotPlayed)
        async with await dial(app, Encoding.JSON) as back:
            await back.hello(token=away.token)
            await back.resume(match.room, seen)
            assert await back.notice(notices.ShotPlayed) == told


async def test_a_newer_connection_takes_the_room_over(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        old = match.to_act
        async with await dial(app) as new:
            await new.hello(token=old.token)
            await new.resume(match.room)
            assert (await old.until_closed())[0] == 4001
            await new.notice(notices.Snapshot)
            await new.expect(notices.Done, match.shot(new))
        people = (await match.waiting.notice(notices.ShotPlayed)).delta.people
        assert not isinstance(people, tuple)


async def test_joining_twice_gives_the_full_state_twice(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        wire = match.players[0]
        start = len(wire.heard)
        assert (await wire.join(match.invite)).seat == 0
        assert (await wire.notice(notices.Snapshot, start)).state.turn == match.state.turn
        assert (await match.refresh()).people == match.state.people


async def test_a_player_away_keeps_the_seat_and_a_spectator_away_is_gone(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        watcher = await guest(app, "Cem")
        await watcher.join(match.invite, role=Role.SPECTATOR)
        await watcher.cut()
        await match.to_act.notice(notices.RoomChanged, cause="left")
        await match.waiting.cut()
        away = await match.to_act.notice(notices.RoomChanged, cause="away")
        people = away.delta.people
        assert isinstance(people, tuple)
        assert sorted(person.connected for person in people) == [False, True]
        async with await guest(app) as intruder:
            ask = requests.JoinRoom(id=intruder.next_id(), invite=match.invite)
            await intruder.refused(ask, "no_free_seat")


async def test_who_leaves_before_the_match_frees_the_seat(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app) as first, await guest(app) as second:
        joined = await first.create(sides=2)
        await first.expect(notices.Done, requests.LeaveRoom(id=first.next_id(), room=joined.room))
        assert (await second.join(joined.invite)).seat == 0
        await first.refused(requests.ResumeRoom(id=first.next_id(), room=joined.room), "not_in_room")
        assert (await first.join(joined.invite)).seat == 1


async def test_who_leaves_a_running_match_has_lost_and_the_room_stays_a_while(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        await match.let_all_play()
        leaver, other = match.to_act, match.waiting
        await leaver.expect(notices.Done, requests.LeaveRoom(id=leaver.next_id(), room=match.room))
        end = await other.notice(notices.RoomChanged, cause="conceded")
        assert isinstance(end.delta.result, object)
        await other.cut()
        async with await dial(app) as back:
            await back.hello(token=other.token)
            await back.resume(match.room)
            state = (await back.notice(notices.Snapshot)).state
            assert state.phase is Phase.OVER
            assert state.result is not None
            assert state.key is not None
            await back.refused(match.shot(back, turn=state.turn), "match_over")


async def test_listed_rooms_are_found_and_private_ones_are_not(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app, "Ada") as host, await guest(app) as other:
        listed, private = await host.create(), await host.create(listed=False)
        rooms = (await other.expect(notices.Rooms, requests.ListRooms(id=other.next_id()))).rooms
        assert [room.room for room in rooms] == [listed.room]
        assert rooms[0].sides == ("Ada", None)
        by_id = requests.JoinRoom(id=other.next_id(), room=private.room)
        await other.refused(by_id, "unknown_room")
        await other.expect(notices.Joined, requests.JoinRoom(id=other.next_id(), room=listed.room, role=Role.SPECTATOR))
        rooms = (await other.expect(notices.Rooms, requests.ListRooms(id=other.next_id()))).rooms
        assert rooms[0].watchers == 1
        assert (await other.join(private.invite)).seat == 1


async def test_the_count_of_watchers_is_the_truth_after_many_reconnects(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        watcher = await guest(app)
        await watcher.join(match.invite, role=Role.SPECTATOR)
        for _ in range(10):
            await watcher.cut()
            token, watcher = watcher.token, await dial(app)
            await watcher.hello(token=token)
            await watcher.resume(match.room)
        assert (await match.refresh()).watchers == 1
        await watcher.close()
        start = len(match.players[0].heard)
        await match.players[0].until(
            lambda told: isinstance(told, notices.RoomChanged) and told.cause == "left" and told.delta.watchers == 0
        )
        assert start <= len(match.players[0].heard)
        assert (await match.refresh()).watchers == 0


async def test_aims_are_shown_to_the_others_at_most_ten_a_second(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        for number in range(30):
            aim = requests.ShowAim(room=match.room, turn=match.state.turn, ball="c", aim=0.01 * number)
            await match.to_act.send(aim)
        last = await match.waiting.until(
            lambda told: isinstance(told, notices.AimShown) and told.stroke.aim == pytest.approx(0.29)
        )
        assert isinstance(last, notices.AimShown)
        shown = [told for told in match.waiting.heard if isinstance(told, notices.AimShown)]
        assert len(shown) <= 3
        await match.refresh()
        assert not any(isinstance(told, notices.AimShown) for told in match.to_act.heard)


async def test_an_aim_out_of_turn_is_not_shown(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        await match.waiting.send(requests.ShowAim(room=match.room, turn=match.state.turn, ball="c", aim=1.0))
        await match.waiting.expect(notices.Pong, requests.Ping(id=match.waiting.next_id()))
        await match.to_act.send(requests.ShowAim(room=match.room, turn=match.state.turn, ball="c", aim=2.0))
        shown = await match.waiting.until(lambda told: isinstance(told, notices.AimShown))
        assert isinstance(shown, notices.AimShown)
        assert shown.stroke.aim == 2.0
        assert not any(isinstance(told, notices.AimShown) for told in match.to_act.heard)


async def test_playback_holds_the_next_stroke_until_both_have_seen_it(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app, pace=Pace.NORMAL)
        await match.to_act.expect(notices.Done, match.shot(match.to_act))
        played = await match.players[0].notice(notices.ShotPlayed)
        await match.refresh()
        assert match.state.plays_until == pytest.approx(played.time + played.duration)
        early = await match.to_act.ask(match.shot(match.to_act, turn=match.state.turn))
        assert isinstance(early, notices.Refused)
        assert early.code in ("balls_moving", "not_now")
        for wire in match.players:
            skip = requests.SkipPlayback(id=wire.next_id(), room=match.room, turn=match.state.turn)
            await wire.expect(notices.Done, skip)
        await match.refresh()
        assert match.state.plays_until is not None
        assert match.state.plays_until < played.time + played.duration


async def test_two_joins_for_the_last_seat_have_one_winner(tmp_path: Path) -> None:
    async with open_hall(tmp_path, create_rate=1000, lobby_rate=1000) as app, await guest(app) as host:
        rivals = [await guest(app) for _ in range(4)]
        for _ in range(10):
            joined = await host.create(listed=False)
            asks = [requests.JoinRoom(id=rival.next_id(), invite=joined.invite) for rival in rivals]
            answers = await asyncio.gather(*(rival.ask(ask) for rival, ask in zip(rivals, asks, strict=True)))
            seated = [answer for answer in answers if isinstance(answer, notices.Joined)]
            assert len(seated) == 1
            assert {answer.code for answer in answers if isinstance(answer, notices.Refused)} == {"no_free_seat"}


async def test_two_programs_of_one_person_do_not_fight_for_a_room(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        url = f"ws://127.0.0.1:{app.port}/ws"
        async with Hall(url, "Ada") as first:
            room = await first.create_room("nine_ball")
            async with Hall(url, token=first.token) as second:
                again = await second.join_room(room.invite)
                with pytest.raises(ConnectionLostError, match="another connection of yours took over"):
                    await room.wait_until(lambda: False)
                assert again.seat == 0
                assert second.reconnects == 0
                assert await second.ping() > 0.0


async def test_a_room_is_opened_once_however_often_the_request_is_sent(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app) as first:
        ask = requests.CreateRoom(id=first.next_id(), game="nine_ball")
        await first.send(ask)
        await first.cut()
        async with await dial(app) as second:
            await second.hello(token=first.token)
            await second.send(ask)
            await second.send(ask)
            await second.until(lambda _: sum(isinstance(told, notices.Joined) for told in second.heard) == 2)
            (room,) = {told.room for told in second.heard if isinstance(told, notices.Joined)}
            assert len(app.hall) == 1
            other = await second.expect(notices.Joined, msgspec.structs.replace(ask, id=ask.id + 100))
            assert other.room != room
            async with await guest(app) as stranger:
                assert (await stranger.expect(notices.Joined, ask)).room not in (room, other.room)


async def test_a_room_that_could_not_be_opened_may_be_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(store: SqlStore, room: StoredRoom) -> None:
        raise StoreFailed("disk full")

    async with open_hall(tmp_path, max_rooms_per_person=1) as app, await guest(app) as wire:
        ask = requests.CreateRoom(id=wire.next_id(), game="nine_ball")
        with monkeypatch.context() as patched:
            patched.setattr(SqlStore, "open_room", fail)
            await wire.refused(ask, "storage_away")
        await wire.send(ask)
        await wire.until(lambda told: isinstance(told, notices.Joined))
        assert len(app.hall) == 1
