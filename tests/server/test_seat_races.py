"""Things that happen to one seat in the same moment: exactly one outcome, and no ghost on a seat."""

from __future__ import annotations

import asyncio
from pathlib import Path

from client_protocol import notices, requests
from client_protocol.values import Role
from tests.server.halls import guest, open_hall

ROUNDS = 100
FAST: dict[str, object] = {"create_rate": 1e5, "lobby_rate": 1e5, "max_rooms_per_person": 1000}


async def test_who_leaves_and_who_joins_never_share_the_seat(tmp_path: Path) -> None:
    async with open_hall(tmp_path, **FAST) as app, await guest(app) as host, await guest(app) as rival:
        for _ in range(ROUNDS):
            joined = await host.create(game="x01", sides=3, listed=False)
            leave = requests.LeaveRoom(id=host.next_id(), room=joined.room)
            join = requests.JoinRoom(id=rival.next_id(), invite=joined.invite, seat=0)
            left, came = await asyncio.gather(host.ask(leave), rival.ask(join))
            assert isinstance(left, notices.Done)
            assert isinstance(came, notices.Joined) or (isinstance(came, notices.Refused) and came.code == "seat_taken")
            watch = requests.JoinRoom(id=host.next_id(), invite=joined.invite, role=Role.SPECTATOR)
            seen = await host.expect(notices.Joined, watch)
            state = (await host.notice(notices.Snapshot, host.heard.index(seen))).state
            seated = [person.seat for person in state.people if person.role is Role.PLAYER]
            assert seated == ([0] if isinstance(came, notices.Joined) else [])
            assert [bool(side.name) for side in state.sides] == [isinstance(came, notices.Joined), False, False]
