"""Things that happen to one seat in the same moment: exactly one outcome, and no ghost on a seat."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec import structs

from client_protocol import notices, requests
from client_protocol.values import Role
from tests.server.halls import Wire, dial, guest, let_pass, open_hall

FAST: dict[str, object] = {
    "create_rate": 1e6, "lobby_rate": 1e6, "max_rooms_per_person": 1_000_000, "max_rooms": 1_000_000,
    "waiting_seconds": 30.0,
}  # fmt: skip
ROUNDS = [
    pytest.param(30, id="some"),
    pytest.param(10_000, id="many", marks=[pytest.mark.slow, pytest.mark.timeout(7200)]),
]


class People:
    """Who opens a room, another connection of his, and two others; in every round they meet in a room of its own."""

    def __init__(self, host: Wire, again: Wire, rivals: tuple[Wire, Wire]) -> None:
        self.host = host
        self.again = again
        self.rivals = rivals
        self.chance = random.Random(3)

    async def at_once(self, *asks: tuple[Wire, requests.Request]) -> list[notices.AnyMessage]:
        """The replies to requests that were all sent before any was answered, in any order."""
        mixed = list(asks)
        self.chance.shuffle(mixed)
        for wire, ask in mixed:
            await wire.send(ask)  # type: ignore[arg-type]
        return [await wire.reply(ask.id) for wire, ask in asks]

    async def look(self, wire: Wire, invite: str) -> notices.RoomState:
        """The room as somebody sees it who comes in to watch, or is in it."""
        watch = requests.JoinRoom(id=wire.next_id(), invite=invite, role=Role.SPECTATOR)
        seen = await wire.expect(notices.Joined, watch)
        return (await wire.notice(notices.Snapshot, wire.heard.index(seen))).state

    async def go(self, room: str) -> None:
        """Everybody leaves, and forgets what he heard."""
        for wire in (self.host, *self.rivals):
            await wire.ask(requests.LeaveRoom(id=wire.next_id(), room=room))
        for wire in (self.host, self.again, *self.rivals):
            wire.heard.clear()


def seated(state: notices.RoomState) -> list[int | None]:
    """The seats that somebody sits on, once for each who does."""
    return [person.seat for person in state.people if person.role is Role.PLAYER]


async def leave_and_join(people: People) -> None:
    """One leaves a seat, another one asks for it."""
    host, rival = people.host, people.rivals[0]
    joined = await host.create(game="x01", sides=3, listed=False)
    leave = requests.LeaveRoom(id=host.next_id(), room=joined.room)
    join = requests.JoinRoom(id=rival.next_id(), invite=joined.invite, seat=0)
    left, came = await people.at_once((host, leave), (rival, join))
    assert isinstance(left, notices.Done)
    is_in = isinstance(came, notices.Joined)
    assert is_in or (isinstance(came, notices.Refused) and came.code == "seat_taken")
    state = await people.look(host, joined.invite)
    assert seated(state) == ([0] if is_in else [])
    assert [bool(side.name) for side in state.sides] == [is_in, False, False]
    await people.go(joined.room)


async def last_seat(people: People) -> None:
    """Two ask for the last seat."""
    joined = await people.host.create(game="x01", listed=False, ready_check=True)
    joins = [(one, requests.JoinRoom(id=one.next_id(), invite=joined.invite)) for one in people.rivals]
    answers = await people.at_once(*joins)
    winners = [answer for answer in answers if isinstance(answer, notices.Joined)]
    losers = [answer for answer in answers if isinstance(answer, notices.Refused)]
    assert ([one.seat for one in winners], [one.code for one in losers]) == ([1], ["no_free_seat"])
    loser = people.rivals[answers.index(losers[0])]
    assert seated(await people.look(loser, joined.invite)) == [0, 1]
    await people.go(joined.room)


async def wrong_token(people: People) -> None:
    """One comes back with the right token, and another window of his with a wrong one."""
    host, rival = people.host, people.rivals[0]
    joined = await host.create(game="x01", listed=False, ready_check=True)
    assert joined.resume is not None
    right = requests.ResumeRoom(id=host.next_id(), room=joined.room, token=joined.resume)
    made_up = joined.resume[:-1] + ("a" if joined.resume[-1] != "a" else "b")
    wrong = structs.replace(right, id=people.again.next_id(), token=made_up)
    back, refused = await people.at_once((host, right), (people.again, wrong))
    assert isinstance(back, notices.Joined)
    assert back.seat == 0
    assert isinstance(refused, notices.Refused)
    assert refused.code == "unknown_token"
    await rival.join(joined.invite)
    await host.notice(notices.RoomChanged, cause="joined", room=joined.room)
    assert not people.again.notices_of(joined.room)
    assert seated(await people.look(people.rivals[1], joined.invite)) == [0, 1]
    await people.go(joined.room)


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("race", [leave_and_join, last_seat, wrong_token])
async def test_one_seat_has_one_outcome(tmp_path: Path, race: Callable[[People], Awaitable[None]], rounds: int) -> None:
    async with open_hall(tmp_path, **FAST) as app, await guest(app) as host, await dial(app) as again:
        await again.hello(token=host.token)
        async with await guest(app) as first, await guest(app) as second:
            people = People(host, again, (first, second))
            for _ in range(rounds):
                await race(people)
        let_pass(app, 31.0)
        while len(app.hall):  # noqa: ASYNC110 — nothing tells of it
            await asyncio.sleep(0)
