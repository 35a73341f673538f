"""People at the table: ready or not, away, claimed, gone before it began; whose rules were accepted."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from client_protocol import notices, requests
from client_protocol.values import Phase
from lobby.leavings import ALLOWED, PAUSE, REMEMBERED, Leavings
from lobby.people import PersonId
from lobby.stores import StoreFailed
from tests.server.halls import Match, Wire, begin_match, dial, guest, open_hall


async def state_of(wire: Wire, room: str) -> notices.RoomState:
    """The room as a fresh snapshot tells it."""
    joined = await wire.resume(room)
    return (await wire.notice(notices.Snapshot, wire.heard.index(joined))).state


def ready(wire: Wire, state: notices.RoomState, **changes: object) -> requests.Ready:
    fields: dict[str, object] = {"id": wire.next_id(), "room": state.room, "rules": state.rules_hash, **changes}
    return requests.Ready(**fields)  # type: ignore[arg-type]


def claim(wire: Wire, match: Match, seat: int) -> requests.ClaimForfeit:
    return requests.ClaimForfeit(id=wire.next_id(), room=match.room, seat=seat)


async def test_a_match_begins_when_all_are_ready_and_the_record_says_who_accepted(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app) as first, await guest(app) as second:
        joined = await first.create(ready_check=True)
        await second.join(joined.invite)
        state = await state_of(first, joined.room)
        assert (state.phase, state.ready_check, state.ready) == (Phase.WAITING, True, ())
        assert state.ready_by is not None
        await first.expect(notices.Done, ready(first, state))
        await first.expect(notices.Done, ready(first, state, ready=False))
        await second.expect(notices.Done, ready(second, state))
        assert (await state_of(first, joined.room)).ready == (1,)
        await second.refused(ready(second, state, rules="ab12"), "rules_differ")
        await first.expect(notices.Done, ready(first, state))
        await second.notice(notices.RoomChanged, cause="begun")
        await first.refused(ready(first, state), "not_now")
        match = (await app.hall._store.matches())[0]
        header = json.loads((await app.hall._store.lines(match.id))[0].text)
        assert header["setup"]["accepted"] == [0, 1]
        assert header["setup"]["rules_hash"] == state.rules_hash


async def test_a_bot_is_ready_at_once(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app) as first, await dial(app) as bot:
        joined = await first.create(ready_check=True)
        await bot.hello("Robot", bot=True)
        await bot.join(joined.invite)
        state = await state_of(first, joined.room)
        assert state.ready == (1,)
        await first.expect(notices.Done, ready(first, state))
        await bot.notice(notices.RoomChanged, cause="begun")


async def test_who_does_not_get_ready_loses_the_seat_and_may_watch(tmp_path: Path) -> None:
    async with (
        open_hall(tmp_path, ready_seconds=0.3) as app,
        await guest(app) as first,
        await guest(app) as second,
        await guest(app) as third,
    ):
        joined = await first.create(ready_check=True)
        await second.join(joined.invite)
        state = await state_of(first, joined.room)
        await first.expect(notices.Done, ready(first, state))
        freed = await first.notice(notices.RoomChanged, cause="seat_freed")
        assert freed.seat == 1
        assert (await third.join(joined.invite)).seat == 1
        await third.expect(notices.Done, ready(third, state))
        await second.notice(notices.RoomChanged, cause="begun")


async def test_who_is_away_before_the_match_keeps_the_seat_for_a_while_only(tmp_path: Path) -> None:
    async with (
        open_hall(tmp_path, reservation_seconds=0.2) as app,
        await guest(app) as first,
        await guest(app) as second,
        await guest(app) as third,
    ):
        joined = await first.create(sides=3, game="x01")
        await second.join(joined.invite)
        await second.cut()
        freed = await first.notice(notices.RoomChanged, cause="seat_freed")
        assert freed.seat == 1
        assert (await third.join(joined.invite)).seat == 1


async def test_joining_with_other_rules_in_mind_is_refused(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app) as first, await guest(app) as second:
        joined = await first.create()
        state = await state_of(first, joined.room)
        ask = requests.JoinRoom(id=second.next_id(), invite=joined.invite, rules="ab12")
        assert (await second.refused(ask, "rules_differ")).path == "$.rules"
        assert (await second.join(joined.invite, rules=state.rules_hash)).seat == 1
        await first.notice(notices.RoomChanged, cause="begun")


async def test_a_match_is_claimed_after_the_grace_and_never_before(tmp_path: Path) -> None:
    async with open_hall(tmp_path, grace_seconds=0.4, lobby_rate=1e5) as app:
        match = await begin_match(app, game="three_cushion")
        await match.let_all_play()
        away, stays = match.to_act, match.waiting
        seat = match.players.index(away)
        await stays.refused(claim(stays, match, seat), "not_absent")
        await away.cut()
        told = await stays.notice(notices.RoomChanged, cause="away")
        assert isinstance(told.delta.absences, tuple)
        absence = told.delta.absences[0]
        assert (absence.seat, round(absence.claim_at - absence.since, 3)) == (seat, 0.4)
        answer = await stays.ask(claim(stays, match, seat))
        while isinstance(answer, notices.Refused):
            assert answer.code == "not_absent"
            answer = await stays.ask(claim(stays, match, seat))
        end = await stays.notice(notices.RoomChanged, cause="referee")
        assert end.time >= absence.claim_at
        assert end.ruling is not None
        assert end.ruling.rules == ("1.7",)
        assert end.delta.phase is Phase.OVER


async def test_at_pool_the_time_out_of_the_absent_is_used_first_and_ends_when_he_is_back(tmp_path: Path) -> None:
    async with open_hall(tmp_path, grace_seconds=0.2) as app:
        match = await begin_match(app)
        away, stays = match.to_act, match.waiting
        await away.cut()
        taken = await stays.notice(notices.RoomChanged, cause="time_out")
        assert isinstance(taken.delta.absences, tuple)
        assert taken.delta.absences[0].claim_at == taken.time + 300.0
        await stays.refused(claim(stays, match, taken.delta.absences[0].seat), "not_absent")
        async with await dial(app) as back:
            await back.hello(token=away.token)
            await back.resume(match.room)
            await stays.notice(notices.RoomChanged, cause="time_out_over")


async def test_a_match_left_before_each_side_has_shot_is_no_result_and_a_serial_leaver_pauses(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app) as leaver, await guest(app) as stays:
        for _ in range(ALLOWED + 1):
            joined = await leaver.create()
            await stays.join(joined.invite)
            await stays.notice(notices.RoomChanged, cause="begun", room=joined.room)
            await leaver.expect(notices.Done, requests.LeaveRoom(id=leaver.next_id(), room=joined.room))
            assert (await stays.notice(notices.RoomClosed, room=joined.room)).reason == "no_result"
        assert {match.result for match in await app.hall._store.matches()} == {"no_result"}
        await leaver.refused(requests.CreateRoom(id=leaver.next_id(), game="nine_ball"), "paused")
        again = await stays.create()
        await leaver.refused(requests.JoinRoom(id=leaver.next_id(), invite=again.invite), "paused")


def test_early_leavings_count_for_an_hour_and_pause_for_five_minutes() -> None:
    leavings, ada, bo = Leavings(), PersonId("ada"), PersonId("bo")
    for at in range(ALLOWED + 1):
        assert leavings.paused_until(ada, float(at)) is None
        leavings.note(ada, float(at))
    assert leavings.paused_until(ada, 10.0) == ALLOWED + PAUSE
    assert leavings.paused_until(bo, 10.0) is None
    assert leavings.paused_until(ada, ALLOWED + PAUSE) is None
    leavings.note(bo, 3 * REMEMBERED)
    leavings.note(ada, 3 * REMEMBERED + 1)
    assert leavings.paused_until(ada, 3 * REMEMBERED + 2) is None


async def test_conceding_in_the_time_out_of_the_absent_ends_the_match_and_he_may_come_back(tmp_path: Path) -> None:
    async with open_hall(tmp_path, grace_seconds=0.1) as app:
        match = await begin_match(app)
        away, stays = match.to_act, match.waiting
        await away.cut()
        await stays.notice(notices.RoomChanged, cause="time_out")
        turn = (await state_of(stays, match.room)).turn
        await stays.expect(notices.Done, requests.Concede(id=stays.next_id(), room=match.room, turn=turn))
        async with await dial(app) as back:
            await back.hello(token=away.token)
            await back.resume(match.room)
            await stays.notice(notices.RoomChanged, cause="returned")
            state = await state_of(back, match.room)
            assert (state.phase, state.absences) == (Phase.OVER, ())
            await back.expect(notices.Done, requests.LeaveRoom(id=back.next_id(), room=match.room))


async def test_who_gave_a_dart_match_up_may_leave_and_the_others_play_on(tmp_path: Path) -> None:
    async with (
        open_hall(tmp_path, dart_grace_seconds=0.001) as app,
        await guest(app) as first,
        await guest(app) as second,
        await guest(app) as third,
    ):
        joined = await first.create(game="x01", sides=3)
        for wire in (second, third):
            await wire.join(joined.invite)
        await third.notice(notices.RoomChanged, cause="begun")
        give_up = requests.Concede(id=second.next_id(), room=joined.room, turn=0)
        await second.expect(notices.Done, give_up)
        protest = requests.Protest(id=second.next_id(), room=joined.room, turn=1, against=0)
        await second.refused(protest, "not_a_player")
        token = second.token
        await second.cut()
        await first.notice(notices.RoomChanged, cause="away", seat=1)
        assert (await state_of(first, joined.room)).absences == ()
        ask = requests.ClaimForfeit(id=first.next_id(), room=joined.room, seat=1)
        await first.refused(ask, "not_absent")
        async with await dial(app) as back:
            await back.hello(token=token)
            await back.resume(joined.room)
            await back.expect(notices.Done, requests.LeaveRoom(id=back.next_id(), room=joined.room))
        state = await state_of(first, joined.room)
        throw = requests.ThrowDart(id=first.next_id(), room=joined.room, turn=state.turn, dart=1, aim=(0.0, 0.0))
        await first.expect(notices.Done, throw)
        await third.cut()
        await first.notice(notices.RoomChanged, cause="away", seat=2)
        assert [one.seat for one in (await state_of(first, joined.room)).absences] == [2]


@pytest.mark.parametrize("way", ["leave", "late"])
async def test_a_seat_that_could_not_be_freed_on_disk_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    ready_seconds = 600.0 if way == "leave" else 0.3
    async with open_hall(tmp_path, ready_seconds=ready_seconds) as app, await guest(app) as first:
        second = await guest(app)
        joined = await first.create(ready_check=True)
        await second.join(joined.invite)
        state = await state_of(first, joined.room)
        store = app.hall._store
        failed = asyncio.Event()

        async def fail(*_: object) -> None:
            failed.set()
            raise StoreFailed("disk full")

        with monkeypatch.context() as patched:
            patched.setattr(store, "free_seat", fail)
            if way == "leave":
                await second.expect(notices.Done, ready(second, state))
                leave = requests.LeaveRoom(id=second.next_id(), room=joined.room)
                await second.refused(leave, "storage_away")
                assert (await state_of(first, joined.room)).ready == (1,)
            else:
                await failed.wait()
            assert (await state_of(first, joined.room)).ready_by == state.ready_by
        if way == "leave":
            await first.expect(notices.Done, ready(first, state))
            await second.notice(notices.RoomChanged, cause="begun")
        else:
            await first.notice(notices.RoomChanged, cause="seat_freed")
