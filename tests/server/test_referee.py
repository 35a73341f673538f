"""Referee and director over real sockets: their seats, what they may do, protests, restored positions, departures."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from client_protocol import notices, requests
from client_protocol.client import Hall
from client_protocol.values import Role
from lobby.stores import MatchId, StoredLine
from server.app import App
from server.doors import MANY_WATCHERS
from server.storage.store import SqlStore
from tests.server.halls import Match, Wire, begin_match, dial, guest, open_hall

NOT_RESTORED = {"turn", "entries", "audit", "clock", "people", "watchers"}


@dataclass
class Officiated:
    """A match with a referee and, in another seat, a director."""

    app: App
    match: Match
    referee: Wire
    director: Wire

    def ask(self, wire: Wire, do: str, **fields: object) -> requests.Officiate:
        """An act in this state."""
        given: dict[str, object] = {"turn": self.match.state.turn, **fields}
        return requests.Officiate(id=wire.next_id(), room=self.match.room, do=do, **given)  # type: ignore[arg-type]

    async def act(self, do: str, **fields: object) -> notices.RoomState:
        """The referee acts; the state afterwards."""
        await self.referee.expect(notices.Done, self.ask(self.referee, do, **fields))
        return await self.match.refresh()

    async def positions(self, before: int | None = None) -> notices.Positions:
        """What the referee sees of earlier positions."""
        ask = requests.ListPositions(id=self.referee.next_id(), room=self.match.room, before=before)
        return await self.referee.expect(notices.Positions, ask)

    async def protest(self, wire: Wire) -> requests.Protest:
        """Protest against the last action."""
        state = self.match.state
        ask = requests.Protest(
            id=wire.next_id(), room=self.match.room, turn=state.turn, against=max(0, state.turn - 1), reason="A foul."
        )
        await wire.expect(notices.Done, ask)
        return ask

    async def shoot(self) -> None:
        """A shot of whoever is to act, after the options that come first."""
        while self.match.state.options_offered and "take_shot" not in self.match.state.legal:
            await self.match.choose()
        await self.match.to_act.expect(notices.Done, self.match.shot(self.match.to_act))
        await self.match.refresh()


@asynccontextmanager
async def officiated(data: Path, **settings: object) -> AsyncIterator[Officiated]:
    """A hall with such a match."""
    async with open_hall(data, **settings) as app:
        match = await begin_match(app, referee=True, director=True)
        joined = next(message for message in match.players[0].heard if isinstance(message, notices.Joined))
        assert joined.referee_invite is not None
        assert joined.director_invite is not None
        referee, director = await guest(app, "Ann"), await guest(app, "Dee")
        assert (await referee.join(joined.referee_invite, role=Role.REFEREE)).role is Role.REFEREE
        assert (await director.join(joined.director_invite, role=Role.DIRECTOR)).role is Role.DIRECTOR
        await match.refresh()
        yield Officiated(app, match, referee, director)


async def test_only_the_opener_learns_the_invitations_of_officials(tmp_path: Path) -> None:
    async with officiated(tmp_path) as room:
        other = next(message for message in room.match.players[1].heard if isinstance(message, notices.Joined))
        assert (other.referee_invite, other.director_invite) == (None, None)
        assert room.match.state.officials == (Role.REFEREE, Role.DIRECTOR)
        roles = [person.role for person in room.match.state.people]
        assert roles == [Role.PLAYER, Role.PLAYER, Role.REFEREE, Role.DIRECTOR]


async def test_the_list_of_rooms_names_the_seats_of_officials_that_are_free(tmp_path: Path) -> None:
    async with officiated(tmp_path) as room, await guest(room.app) as stranger:

        async def free() -> tuple[Role, ...]:
            (listed,) = (await stranger.expect(notices.Rooms, requests.ListRooms(id=stranger.next_id()))).rooms
            return listed.officials

        assert await free() == ()
        leave = requests.LeaveRoom(id=room.director.next_id(), room=room.match.room)
        await room.director.expect(notices.Done, leave)
        assert await free() == (Role.DIRECTOR,)


async def test_nobody_takes_an_office_without_its_invitation_or_while_it_is_taken(tmp_path: Path) -> None:
    async with officiated(tmp_path) as room:
        joined = next(message for message in room.match.players[0].heard if isinstance(message, notices.Joined))
        async with await guest(room.app) as stranger:
            ask = requests.JoinRoom(id=stranger.next_id(), invite=room.match.invite, role=Role.REFEREE)
            assert (await stranger.refused(ask, "unknown_invite")).path == "$.invite"
            ask = requests.JoinRoom(id=stranger.next_id(), invite=joined.director_invite, role=Role.REFEREE)
            await stranger.refused(ask, "unknown_invite")
            ask = requests.JoinRoom(id=stranger.next_id(), invite=joined.referee_invite, role=Role.REFEREE)
            await stranger.refused(ask, "seat_taken")
        player = room.match.players[0]
        ask = requests.JoinRoom(id=player.next_id(), invite=joined.referee_invite, role=Role.REFEREE)
        await player.refused(ask, "already_in_room")


async def test_an_act_of_who_is_no_official_is_refused_by_field(tmp_path: Path) -> None:
    async with officiated(tmp_path) as room, await guest(room.app) as watcher:
        await watcher.join(room.match.invite, role=Role.SPECTATOR)
        await room.match.refresh()
        before = room.match.state
        for wire in (*room.match.players, watcher):
            assert (await wire.refused(room.ask(wire, "suspend"), "not_referee")).path == "$.do"
        async with await guest(room.app) as stranger:
            await stranger.refused(room.ask(stranger, "suspend"), "not_in_room")
        refused = await room.referee.refused(room.ask(room.referee, "lose_match", player=0), "not_director")
        assert refused.path == "$.do"
        assert (await room.referee.refused(room.ask(room.referee, "warn", player=7), "no_such_seat")).path == "$.player"
        restore = room.ask(room.referee, "restore", entry=9999)
        assert (await room.referee.refused(restore, "out_of_range")).path == "$.entry"
        assert await room.match.refresh() == before


async def test_a_protest_stops_play_until_the_referee_has_ruled(tmp_path: Path) -> None:
    async with officiated(tmp_path) as room:
        await room.shoot()
        await room.protest(room.match.waiting)
        state = await room.match.refresh()
        assert (state.stopped, state.stopped_by) == ("protest", room.match.players.index(room.match.waiting))
        await room.match.to_act.refused(room.match.shot(room.match.to_act), "suspended")
        state = await room.act("rule_protest", reason="No foul.")
        assert state.stopped == ""
        trail = [(line.by, line.act, line.reason, line.rules) for line in state.audit[-2:]]
        assert trail[0][1:] == ("protest", "A foul.", ("2.26",))
        assert trail[1] == ("Ann (referee)", "rule_protest", "No foul.", ("2.26",))
        told = await room.director.notice(notices.RoomChanged, cause="referee")
        assert told.ruling is not None
        assert told.ruling.rules == ("2.26",)


async def test_without_a_referee_the_hall_rules_at_once(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        room = Officiated(app, match, match.players[0], match.players[1])
        await room.shoot()
        await room.protest(match.waiting)
        told = await match.players[0].notice(notices.RoomChanged, cause="referee")
        assert told.delta.stopped == ""
        state = await match.refresh()
        assert [(line.by, line.act) for line in state.audit][-1] == ("Cuehall", "rule_protest")


async def test_an_earlier_position_is_restored_exactly(tmp_path: Path) -> None:
    async with officiated(tmp_path) as room:
        await room.shoot()
        wanted = room.match.state
        await room.shoot()
        assert room.match.state.cue != wanted.cue
        state = await room.act("restore", entry=wanted.entries, reason="A ball was moved.")
        for name in set(notices.RoomState.__struct_fields__) - NOT_RESTORED:
            assert getattr(state, name) == getattr(wanted, name), name
        assert state.turn > wanted.turn
        assert state.audit[-1].rules == ("2.17",)


async def test_earlier_positions_are_listed_as_they_were_and_each_can_be_restored(tmp_path: Path) -> None:
    async with officiated(tmp_path) as room:
        seen = [room.match.state]
        for _ in range(3):
            await room.shoot()
            seen.append(room.match.state)
        await room.act("warn", player=1, kind="slow_play")
        positions = (await room.positions()).positions
        assert [position.entry for position in positions] == sorted((one.entry for one in positions), reverse=True)
        listed = {position.entry: position for position in positions}
        for state in seen:
            position = listed[state.entries]
            assert state.cue is not None
            assert (position.balls, position.to_act, position.phase) == (state.cue.balls, state.to_act, state.phase)
            assert position.games == tuple(side.games for side in state.sides)
        assert listed[seen[-1].entries].cause == "shot_played"
        assert (positions[-1].entry, positions[-1].cause) == (0, "begun")
        state = await room.act("restore", entry=positions[1].entry)
        assert state.cue is not None
        assert state.cue.balls == positions[1].balls
        older = await room.positions(before=positions[1].entry)
        assert older.positions == positions[2:]


async def test_a_long_list_of_earlier_positions_comes_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.officiating.MOST_POSITIONS", 2)
    async with officiated(tmp_path) as room:
        for _ in range(2):
            await room.shoot()
        got, before = [], None
        while before is None or before > 0:
            part = await room.positions(before=before)
            assert part.more == (part.positions[-1].entry > 0)
            assert 0 < len(part.positions) <= 2
            got += [position.entry for position in part.positions]
            before = got[-1]
        assert got == sorted(set(got), reverse=True)


async def test_only_officials_look_back_at_earlier_positions(tmp_path: Path) -> None:
    async with officiated(tmp_path) as room:
        for wire in room.match.players:
            ask = requests.ListPositions(id=wire.next_id(), room=room.match.room)
            assert (await wire.refused(ask, "not_referee")).path == "$.room"
        async with await guest(room.app) as stranger:
            ask = requests.ListPositions(id=stranger.next_id(), room=room.match.room)
            await stranger.refused(ask, "not_in_room")


async def test_what_referees_did_stands_after_a_restart(tmp_path: Path) -> None:
    async with officiated(tmp_path) as room:
        await room.shoot()
        entry = room.match.state.entries
        await room.shoot()
        await room.act("restore", entry=entry)
        state = await room.act("suspend", reason="A lamp fell.")
        token, number = room.referee.token, room.match.room
    async with open_hall(tmp_path) as app, await _back(app, token) as again:
        assert (await again.resume(number)).role is Role.REFEREE
        after = (await again.notice(notices.Snapshot)).state
        assert (after.stopped, after.cue, after.audit) == ("suspended", state.cue, state.audit)
        ask = requests.Officiate(id=again.next_id(), room=number, turn=after.turn, do="resume")
        await again.expect(notices.Done, ask)


async def _back(app: App, token: str) -> Wire:
    wire = await dial(app)
    await wire.hello(token=token)
    return wire


async def test_play_stops_when_the_referee_is_away_and_goes_on_when_he_is_back(tmp_path: Path) -> None:
    async with officiated(tmp_path, referee_seconds=0.001) as room:
        leave = requests.LeaveRoom(id=room.director.next_id(), room=room.match.room)
        await room.director.expect(notices.Done, leave)
        token = room.referee.token
        await room.referee.cut()
        player = room.match.players[0]
        stopped = await player.notice(notices.RoomChanged, cause="referee")
        assert stopped.delta.stopped == "referee_left"
        async with await _back(room.app, token) as again:
            await again.resume(room.match.room)
            await player.notice(notices.RoomChanged, player.heard.index(stopped) + 1, cause="referee")
            assert (await room.match.refresh()).stopped == ""


async def test_all_players_may_agree_to_go_on_without_the_referee_who_left(tmp_path: Path) -> None:
    async with officiated(tmp_path) as room:
        for wire in (room.director, room.referee):
            await wire.expect(notices.Done, requests.LeaveRoom(id=wire.next_id(), room=room.match.room))
        assert (await room.match.refresh()).stopped == "referee_left"
        for wire in room.match.players:
            turn = room.match.state.turn
            await wire.expect(notices.Done, requests.AgreeToGoOn(id=wire.next_id(), room=room.match.room, turn=turn))
            await room.match.refresh()
        assert room.match.state.stopped == ""
        await room.shoot()


async def test_one_of_two_acts_at_the_same_turn_counts_and_all_are_told_the_same(tmp_path: Path) -> None:
    async with officiated(tmp_path) as room:
        await room.shoot()
        player, turn = room.match.to_act, room.match.state.turn
        shot = room.match.shot(player)
        restore = room.ask(room.referee, "replay_shot")
        await player.send(shot)
        await room.referee.send(restore)
        replies = [await player.reply(shot.id), await room.referee.reply(restore.id)]
        assert sum(isinstance(reply, notices.Done) for reply in replies) == 1
        late = next(reply for reply in replies if not isinstance(reply, notices.Done))
        assert isinstance(late, notices.Refused)
        assert (late.code, late.turn) == ("stale_turn", turn + 1)
        state = await room.match.refresh()
        assert state.turn == turn + 1
        joined = await room.director.resume(room.match.room)
        snapshot = await room.director.notice(notices.Snapshot, room.director.heard.index(joined))
        assert snapshot.state == state


async def test_an_act_that_is_sent_again_is_done_once(tmp_path: Path) -> None:
    async with officiated(tmp_path) as room:
        ask = room.ask(room.referee, "warn", player=1, kind="slow_play")
        first = await room.referee.expect(notices.Done, ask)
        assert (await room.referee.expect(notices.Done, ask)).n == first.n
        assert len((await room.match.refresh()).audit) == 1


async def test_a_time_out_stops_play_until_its_taker_is_ready(tmp_path: Path) -> None:
    async with officiated(tmp_path) as room:
        player, other = room.match.to_act, room.match.waiting

        def of(wire: Wire, kind: type[requests.Action]) -> requests.Action:
            return kind(id=wire.next_id(), room=room.match.room, turn=room.match.state.turn)

        await other.refused(of(other, requests.TakeTimeOut), "no_time_out")
        await player.expect(notices.Done, of(player, requests.TakeTimeOut))
        state = await room.match.refresh()
        assert state.stopped == "time_out"
        assert state.stopped_until is not None
        await other.refused(of(other, requests.EndTimeOut), "no_time_out")
        await player.expect(notices.Done, of(player, requests.EndTimeOut))
        assert (await room.match.refresh()).stopped == ""
        await player.refused(of(player, requests.TakeTimeOut), "no_time_out")


async def test_a_spectator_who_is_sent_out_does_not_come_in_again(tmp_path: Path) -> None:
    async with officiated(tmp_path) as room, await guest(room.app, "Loud") as watcher:
        await watcher.join(room.match.invite, role=Role.SPECTATOR)
        await room.match.refresh()
        assert (await room.act("remove_spectator", kind="Loud")).watchers == 0
        assert (await watcher.notice(notices.RoomClosed)).reason == "sent_out"
        ask = requests.JoinRoom(id=watcher.next_id(), invite=room.match.invite, role=Role.SPECTATOR)
        await watcher.refused(ask, "not_in_room")


@pytest.mark.parametrize(
    "do", ["declare_frozen", "award_foul", "restore_positions", "set_ball", "lose_game", "nonsense"]
)
async def test_no_act_with_odd_fields_ends_the_room(tmp_path: Path, do: str) -> None:
    async with officiated(tmp_path) as room:
        for fields in (
            {},
            {"player": 1, "kind": "nonsense"},
            {"ball": "ZZ", "kind": "foot"},
            {"positions": {"ZZ": (0.0, 0.0)}},
        ):
            reply = await room.referee.ask(room.ask(room.referee, do, **fields))
            assert isinstance(reply, notices.Done | notices.Refused)
            assert getattr(reply, "code", "") != "internal"
            await room.match.refresh()


async def test_one_side_goes_on_without_the_referee_where_the_other_stays_away(tmp_path: Path) -> None:
    async with open_hall(tmp_path, grace_seconds=0.3, referee_seconds=0.001) as app:
        match = await begin_match(app, game="three_cushion", referee=True)
        joined = next(message for message in match.players[0].heard if isinstance(message, notices.Joined))
        assert joined.referee_invite is not None
        referee = await guest(app, "Ann")
        await referee.join(joined.referee_invite, role=Role.REFEREE)
        stays, leaves = match.players
        await referee.cut()
        await stays.notice(notices.RoomChanged, cause="referee")
        await leaves.cut()
        await stays.notice(notices.RoomChanged, cause="away", seat=1)
        state = await match.refresh()
        assert state.absences[0].seat == 1
        await stays.expect(
            notices.Done, requests.AgreeToGoOn(id=stays.next_id(), room=match.room, turn=match.state.turn)
        )
        agreed = await stays.notice(notices.RoomChanged, cause="agreed")
        going_on = await stays.notice(notices.RoomChanged, stays.heard.index(agreed), cause="referee")
        assert going_on.delta.stopped == ""
        assert going_on.time >= state.absences[0].claim_at
        state = await match.refresh()
        assert (state.stopped, [person.role for person in state.people]) == ("", [Role.PLAYER, Role.PLAYER])
        claim = requests.ClaimForfeit(id=stays.next_id(), room=match.room, seat=1)
        await stays.expect(notices.Done, claim)


async def test_every_act_that_is_sent_again_is_done_once_whatever_it_was_and_when(tmp_path: Path) -> None:
    async with officiated(tmp_path) as room, await guest(room.app, "Loud") as watcher:
        await watcher.join(room.match.invite, role=Role.SPECTATOR)
        await room.match.refresh()
        asks = [
            (room.director, room.ask(room.director, "suspend", reason="A lamp fell.", turn=0)),
            (room.referee, room.ask(room.referee, "remove_spectator", kind="Loud", turn=room.match.state.turn + 1)),
            (room.referee, room.ask(room.referee, "resume", turn=room.match.state.turn + 2)),
            (room.director, room.ask(room.director, "forfeit", player=1, turn=room.match.state.turn + 3)),
        ]
        for wire, ask in asks:
            first = await wire.expect(notices.Done, ask)
            assert (await wire.expect(notices.Done, ask)).n == first.n
        assert len((await room.match.refresh()).audit) == len(asks)
        for wire, ask in asks:
            await wire.expect(notices.Done, ask)


@pytest.mark.parametrize("watchers", [2, MANY_WATCHERS + 2])
async def test_who_is_sent_out_is_told_however_many_watch(tmp_path: Path, watchers: int) -> None:
    async with officiated(tmp_path) as room, Hall(f"http://127.0.0.1:{room.app.port}", "Loud") as loud:
        crowd = [await guest(room.app) for _ in range(watchers - 1)]
        for wire in crowd:
            await wire.join(room.match.invite, role=Role.SPECTATOR)
        seen = await loud.join_room(room.match.invite, role=Role.SPECTATOR)
        await seen.wait_until(lambda: seen.is_known)
        await room.match.refresh()
        await room.act("remove_spectator", kind="Loud")
        await seen.wait_until(lambda: seen.closed is not None)
        assert seen.closed == "sent_out"
        for wire in crowd:
            await wire.close()


async def test_of_two_spectators_of_one_name_only_the_one_meant_is_sent_out(tmp_path: Path) -> None:
    async with (
        officiated(tmp_path) as room,
        await guest(room.app, "Loud") as first,
        await guest(room.app, "Loud") as second,
    ):
        for wire in (first, second):
            await wire.join(room.match.invite, role=Role.SPECTATOR)
        names = [person.name for person in (await room.match.refresh()).people if person.role is Role.SPECTATOR]
        assert names == ["Loud", "Loud (2)"]
        await room.act("remove_spectator", kind="Loud (2)")
        assert (await second.notice(notices.RoomClosed)).reason == "sent_out"
        assert (await first.resume(room.match.room)).role is Role.SPECTATOR


async def test_who_was_sent_out_stays_out_after_a_restart(tmp_path: Path) -> None:
    async with officiated(tmp_path) as room:
        async with await guest(room.app, "Loud") as watcher:
            await watcher.join(room.match.invite, role=Role.SPECTATOR)
            await room.match.refresh()
            await room.act("remove_spectator", kind="Loud")
        token, invite = watcher.token, room.match.invite
    async with open_hall(tmp_path) as app, await _back(app, token) as again:
        ask = requests.JoinRoom(id=again.next_id(), invite=invite, role=Role.SPECTATOR)
        await again.refused(ask, "not_in_room")


async def test_a_bot_as_the_referee_comes_back_to_a_room_that_can_be_read(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app) as opener, await dial(app) as bot:
        joined = await opener.create(ready_check=True, referee=True)
        await bot.hello("Robot", bot=True)
        await bot.join(joined.referee_invite or "", role=Role.REFEREE)
        token = opener.token
    async with open_hall(tmp_path) as app, await _back(app, token) as again:
        await again.resume(joined.room)
        assert (await again.notice(notices.Snapshot)).state.ready == ()


async def test_acts_come_no_faster_than_the_hall_allows(tmp_path: Path) -> None:
    async with officiated(tmp_path, officiate_rate=1.0) as room:
        codes = set()
        for _ in range(6):
            answer = await room.referee.ask(room.ask(room.referee, "restore", entry=0))
            codes.add(getattr(answer, "code", "ok"))
        assert "too_fast" in codes


@pytest.mark.parametrize("do", ["lose_match", "award_match", "suspend"])
async def test_no_record_is_read_for_an_act_that_would_be_refused(
    tmp_path: Path, do: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with officiated(tmp_path) as room:
        read: list[str] = []
        lines = SqlStore.lines

        async def noted(store: SqlStore, match: MatchId) -> Sequence[StoredLine]:
            read.append(match)
            return await lines(store, match)

        monkeypatch.setattr(SqlStore, "lines", noted)
        answer = await room.referee.ask(room.ask(room.referee, do, player=0, entry=0))
        assert isinstance(answer, notices.Refused)
        assert read == []
