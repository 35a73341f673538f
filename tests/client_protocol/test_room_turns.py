"""When a room's turns are offered: playback is skipped once, and waited for where the others still watch."""

import asyncio

import pytest
from msgspec import structs

from client_protocol.client_errors import RefusedError
from client_protocol.client_room import Reply, Room
from client_protocol.notices import Done, Refused, RoomChanged, RoomDelta, RoomState, Snapshot
from client_protocol.requests import AnyRequest, ShowAim, SkipPlayback
from client_protocol.values import Phase
from tests.client_protocol.counting_hall import new_state


class Session:
    """A session without a socket: keeps what is asked, its clock is set by the test."""

    def __init__(self, refuses: bool = False) -> None:
        self.asked: list[AnyRequest] = []
        self.time = 100.0
        self.refuses = refuses
        self.was_asked = asyncio.Event()

    def check(self) -> None:
        """The session never ends."""

    def now(self) -> float:
        """The time that the test set."""
        return self.time

    def next_id(self) -> int:
        """The number of requests so far."""
        return len(self.asked)

    async def ask(self, request: AnyRequest, deadline: float | None = None) -> Reply:
        """Keep the request."""
        del deadline
        self.asked.append(request)
        self.was_asked.set()
        if self.refuses:
            raise RefusedError(Refused(code="not_now", text="nothing to skip"))
        return Done(id=0)

    async def send(self, aim: ShowAim) -> None:
        """Aims are lost."""

    async def resume(self, room: Room, *, whole: bool = False) -> None:
        """Nothing is ever missed."""


def a_room(session: Session, seat: int, plays_until: float | None) -> Room:
    """A room in which seat 0 is to act after a shot that is shown until then."""
    room = Room(session, "room01")
    room.seat = seat
    state = structs.replace(new_state("room01", bytes(32)), phase=Phase.PLAY, turn=3, to_act=0, plays_until=plays_until)
    assert room.take(Snapshot("room01", 5, state, 100.0))
    return room


async def first_turn(room: Room) -> RoomState:
    """The next turn that is offered."""
    async for state in room.turns():
        return state
    raise AssertionError("the match ended")


@pytest.mark.parametrize("refuses", [False, True])
async def test_playback_is_skipped_once_and_its_end_waited_for(refuses: bool) -> None:
    session = Session(refuses)
    room = a_room(session, 0, plays_until=100.03)
    state = await asyncio.wait_for(first_turn(room), 5.0)
    assert state.turn == 3
    assert [type(request) for request in session.asked] == [SkipPlayback]


async def test_a_side_that_is_not_to_act_skips_too() -> None:
    session = Session()
    room = a_room(session, 1, plays_until=1e6)
    waiting = asyncio.create_task(first_turn(room))
    await session.was_asked.wait()
    assert [type(request) for request in session.asked] == [SkipPlayback]
    session.time = 2e6
    assert room.take(RoomChanged("room01", 6, "acted", RoomDelta(turn=4, to_act=1), 100.0))
    assert (await asyncio.wait_for(waiting, 5.0)).turn == 4
    assert len(session.asked) == 1


async def test_a_turn_that_goes_by_during_playback_is_not_offered() -> None:
    session = Session()
    room = a_room(session, 0, plays_until=1e6)
    waiting = asyncio.create_task(first_turn(room))
    await session.was_asked.wait()
    assert room.take(RoomChanged("room01", 6, "clock_expired", RoomDelta(turn=4, to_act=1, plays_until=None), 100.0))
    assert room.take(RoomChanged("room01", 7, "acted", RoomDelta(turn=5, to_act=0), 100.0))
    assert (await asyncio.wait_for(waiting, 5.0)).turn == 5


async def test_nothing_is_offered_after_the_end() -> None:
    room = a_room(Session(), 0, plays_until=None)
    assert room.take(RoomChanged("room01", 6, "won", RoomDelta(phase=Phase.OVER, to_act=None), 100.0))
    assert [state async for state in room.turns()] == []
