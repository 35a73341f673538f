"""The owner of a room is its referee while nobody has that seat, where that was agreed on opening it (T57); and a quiet
room tells who watches with the next stroke (T48)."""

from __future__ import annotations

from pathlib import Path

import pytest

from client_protocol import notices, requests
from client_protocol.values import Pace, Role, Touch
from server.app import App
from tests.server.halls import Match, Wire, begin_match, dial, guest, open_hall

LIBRE = {"game": "libre", "options": {"first_shot": "fixed"}, "touch": Touch.EXACT, "pace": Pace.INSTANT}


def act(match: Match, wire: Wire, do: str, **fields: object) -> requests.Officiate:
    return requests.Officiate(id=wire.next_id(), room=match.room, turn=match.state.turn, do=do, **fields)  # type: ignore[arg-type]


async def watched_by_its_owner(app: App, **settings: object) -> tuple[Match, Wire]:
    """A match of two guests in a room that a third one has opened, who watches."""
    owner, first, second = await guest(app), await guest(app), await guest(app)
    joined = await owner.create(**{**LIBRE, "owner": True, "seat": None, **settings})
    await first.join(joined.invite, role=Role.PLAYER)
    await second.join(joined.invite, role=Role.PLAYER)
    match = Match(joined.room, joined.invite, (first, second))
    await match.refresh()
    while match.state.options_offered:
        await match.choose()
    return match, owner


async def test_t57_the_owner_who_watches_is_referee_and_director(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match, owner = await watched_by_its_owner(app)
        (shown,) = [person for person in match.state.people if person.owner]
        assert (shown.role, shown.seat) == (Role.SPECTATOR, None)
        await owner.expect(notices.Done, act(match, owner, "warn_slow", player=0))
        await match.refresh()
        assert match.state.sides[0].details["slow_turns"] == 3
        assert match.state.clock is not None
        assert (match.state.clock.limit, match.state.clock.extension_left) == (60.0, False)
        assert match.state.audit[-1].by == f"{shown.name} (owner)"
        await owner.expect(notices.Done, act(match, owner, "award_match", player=1, reason="conduct"))
        await match.refresh()
        assert match.state.result is not None
        assert match.state.result.winners == (1,)


async def test_t57_a_protest_waits_for_the_owner_who_watches_and_the_hall_rules_when_he_has_left(
    tmp_path: Path,
) -> None:
    async with open_hall(tmp_path) as app:
        match, owner = await watched_by_its_owner(app)
        await match.let_all_play()
        protest = requests.Protest(
            id=match.waiting.next_id(), room=match.room, turn=match.state.turn, against=match.state.turn - 1
        )
        await match.waiting.expect(notices.Done, protest)
        await match.refresh()
        assert match.state.stopped == "protest"
        await owner.expect(notices.Done, requests.LeaveRoom(id=owner.next_id(), room=match.room))
        await match.refresh()
        await match.players[0].notice(notices.RoomChanged, cause="referee")
        await match.refresh()
        assert match.state.stopped == ""
        assert match.state.audit[-1].by == "Cuehall"


async def test_t57_the_owner_who_plays_is_referee_but_rules_on_no_protest_and_names_no_winner(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app, **LIBRE, owner=True)
        owner, other = match.players
        assert [person.seat for person in match.state.people if person.owner] == [0]
        await match.let_all_play()
        await owner.refused(act(match, owner, "award_match", player=0), "not_director")
        await owner.expect(notices.Done, act(match, owner, "reprimand", player=1))
        await match.refresh()
        await other.refused(act(match, other, "reprimand", player=0), "not_referee")
        protest = requests.Protest(
            id=other.next_id(), room=match.room, turn=match.state.turn, against=match.state.turn - 1
        )
        await other.expect(notices.Done, protest)
        await other.notice(notices.RoomChanged, cause="referee", seat=None)
        await match.refresh()
        assert (match.state.stopped, match.state.audit[-1].by) == ("", "Cuehall")


@pytest.mark.parametrize("owner", [False, True])
async def test_t57_nobody_else_and_no_owner_who_was_not_agreed_on(tmp_path: Path, owner: bool) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app, **LIBRE, owner=owner)
        other = match.players[1] if owner else match.players[0]
        await other.refused(act(match, other, "reprimand", player=0), "not_referee")
        assert any(person.owner for person in match.state.people) is owner


async def test_t57_a_referee_in_his_seat_comes_before_the_owner(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match, owner = await watched_by_its_owner(app, referee=True)
        joined = next(message for message in owner.heard if isinstance(message, notices.Joined))
        assert joined.referee_invite is not None
        referee = await guest(app)
        await referee.join(joined.referee_invite, role=Role.REFEREE)
        await match.refresh()
        await owner.refused(act(match, owner, "reprimand", player=0), "not_referee")
        await referee.expect(notices.Done, act(match, referee, "reprimand", player=0))


async def test_t57_the_owner_is_known_after_a_restart(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app, **LIBRE, owner=True)
        room = match.room
        tokens = [
            message.token for wire in match.players for message in wire.heard if isinstance(message, notices.Welcome)
        ]
    async with open_hall(tmp_path) as app:
        players = (await dial(app), await dial(app))
        for wire, token in zip(players, tokens, strict=True):
            await wire.hello(token=token)
        again = Match(room, match.invite, players)
        await players[1].resume(room)
        await again.refresh()
        await players[0].expect(notices.Done, act(again, players[0], "reprimand", player=1))


@pytest.mark.parametrize("silence", [False, True])
async def test_t48_who_comes_to_watch_is_told_with_the_next_stroke_in_a_quiet_room(
    tmp_path: Path, silence: bool
) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app, **{**LIBRE, "options": {"first_shot": "fixed", "silence": silence}})
        watcher = await guest(app)
        before = len(match.players[0].heard)
        await watcher.join(match.invite, role=Role.SPECTATOR)
        await match.refresh()
        heard = [told.cause for told in match.players[0].heard[before:] if isinstance(told, notices.RoomChanged)]
        assert (("joined" in heard), match.state.watchers) == ((not silence), 0 if silence else 1)
        await match.let_all_play()
        assert match.state.watchers == 1
        assert watcher.heard
