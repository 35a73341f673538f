"""The client library on real sockets: requests, rooms, cuts, gaps, and the commitment."""

import asyncio

import pytest

from client_protocol.client import Hall, socket_url
from client_protocol.client_errors import (
    BrokenCommitmentError,
    ConnectionLostError,
    RefusedError,
    RoomClosedError,
)
from client_protocol.client_room import KEPT_NOTICES, Room
from client_protocol.notices import RoomChanged, RoomDelta, Snapshot
from client_protocol.refusals import Refusal
from client_protocol.requests import Concede, Hello, JoinRoom, PassDarts, ResumeRoom, ShowAim
from client_protocol.room_state import AnyNotice
from client_protocol.values import Phase, Role, Stroke
from client_protocol.version import Encoding
from tests.client_protocol.counting_hall import counting_hall, new_state


async def play(room: Room, acted: list[int]) -> None:
    """Answer every turn of this seat."""
    async for state in room.turns():
        assert state.to_act == room.seat
        acted.append(state.turn)
        await room.pass_darts()


@pytest.mark.parametrize("encoding", list(Encoding))
async def test_two_clients_play_a_match_to_its_end(encoding: Encoding) -> None:
    async with (
        counting_hall(turns=9) as server,
        Hall(server.url, "Ada", encoding=encoding) as ada,
        Hall(server.url, "Bo", encoding=encoding) as bo,
    ):
        room = await ada.create_room("count")
        other = await bo.join_room(room.invite)
        first: list[int] = []
        second: list[int] = []
        await asyncio.gather(play(room, first), play(other, second))
        assert (first, second) == ([1, 3, 5, 7, 9], [2, 4, 6, 8])
        assert room.state == other.state == server.rooms[room.room].state
        assert room.commitment_holds() is True
        assert await ada.ping() >= 0
        assert [entry.game for entry in await ada.list_games()] == ["count"]
        assert [listing.room for listing in await bo.list_rooms()] == [room.room]


async def test_a_client_that_was_cut_comes_back_and_misses_nothing() -> None:
    async with counting_hall(turns=30) as server, Hall(server.url, "Ada") as ada, Hall(server.url, "Bo") as bo:
        room = await ada.create_room("count")
        other = await bo.join_room(room.invite)

        async def cut_often() -> None:
            for turn in range(5, 30, 5):
                await other.wait_until(lambda turn=turn: other.state.turn >= turn)  # type: ignore[misc]
                await server.cut()

        acted: list[int] = []
        await asyncio.gather(play(room, acted), play(other, acted), cut_often())
        assert sorted(acted) == sorted(set(acted))
        assert room.state == other.state == server.rooms[room.room].state
        assert ada.reconnects >= 4
        told = [notice.n for notice in await drain(room)]
        assert told == list(range(told[0], told[0] + len(told)))
        hellos = [request for request in server.requests if isinstance(request, Hello)]
        assert [hello.token for hello in hellos[2:]] == ["t" * 16] * len(hellos[2:])


async def drain(room: Room) -> list[AnyNotice]:
    """The notices kept, once the room is closed."""
    room.close("done")
    return [notice async for notice in room.notices()]


async def test_an_action_whose_reply_was_lost_counts_once() -> None:
    async with (
        counting_hall(turns=6, cut_before_reply_to=PassDarts) as server,
        Hall(server.url, "Ada") as ada,
        Hall(server.url, "Bo") as bo,
    ):
        room = await ada.create_room("count")
        await bo.join_room(room.invite)
        await room.wait_until(lambda: room.is_my_turn)
        await room.pass_darts()
        await room.wait_until(lambda: room.state.turn == 2, 5.0)
        sent = [request for request in server.requests if isinstance(request, PassDarts)]
        assert len(sent) == 2
        assert sent[0] == sent[1]
        assert server.rooms[room.room].state.turn == 2


@pytest.mark.parametrize("keep_history", [True, False])
async def test_a_gap_in_the_notices_is_filled(keep_history: bool) -> None:
    async with (
        counting_hall(turns=8, keep_history=keep_history) as server,
        Hall(server.url, "Ada") as ada,
        Hall(server.url, "Bo") as bo,
    ):
        room = await ada.create_room("count")
        other = await bo.join_room(room.invite)
        await room.wait_until(lambda: room.is_my_turn)
        server.skip_notices = 1
        await ada.ask(PassDarts(id=ada.next_id(), room=room.room, turn=1))
        assert other.state.turn == 1
        await bo.ask(PassDarts(id=bo.next_id(), room=room.room, turn=2))
        await room.wait_until(lambda: room.state.turn == 3, 5.0)
        await other.wait_until(lambda: other.state.turn == 3, 5.0)
        assert room.state == server.rooms[room.room].state
        assert any(isinstance(request, ResumeRoom) for request in server.requests)


async def test_a_refusal_is_raised_with_its_code() -> None:
    async with counting_hall() as server, Hall(server.url, "Ada") as ada:
        room = await ada.create_room("count")
        with pytest.raises(RefusedError, match="stale_turn") as caught:
            await ada.ask(Concede(id=ada.next_id(), room=room.room, turn=77))
        assert caught.value.refused.turn == 0
        with pytest.raises(TypeError):
            await ada.ask(ShowAim(room=room.room, turn=0, ball="c", aim=0.0))
        await room.show_aim(Stroke("c", 0.1, 2.0))
        await room.leave()
        assert room.closed == "left"
        assert room.is_over


async def test_hello_is_repeated_where_the_hall_is_busy_and_not_where_it_refuses() -> None:
    async with counting_hall(refuse_hello=[Refusal.BUSY, Refusal.TOO_FAST]) as server:
        async with Hall(server.url, "Ada") as ada:
            assert ada.welcome is not None
            assert not server.refuse_hello
        server.refuse_hello = [Refusal.BAD_NAME]
        with pytest.raises(RefusedError, match="bad_name"):
            async with Hall(server.url, "Ada"):
                pass


async def test_no_server_is_told_after_the_patience() -> None:
    async with counting_hall() as server:
        url = server.url
    with pytest.raises(ConnectionLostError, match="no session"):
        async with Hall(url, "Ada", patience=0.05):
            pass


async def test_everybody_who_waits_is_told_when_the_server_is_gone() -> None:
    async with counting_hall() as server:
        hall = Hall(server.url, "Ada", patience=0.1)
        await hall.__aenter__()
        room = await hall.create_room("count")
    with pytest.raises(ConnectionLostError):
        await room.wait_until(lambda: False, 5.0)
    with pytest.raises(ConnectionLostError):
        await hall.ping()
    await hall.close()


async def test_a_room_that_is_gone_after_a_cut_is_closed() -> None:
    async with counting_hall() as server, Hall(server.url, "Ada") as ada:
        room = await ada.create_room("count")
        server.rooms.clear()
        await server.cut()
        await room.wait_until(lambda: room.closed is not None, 5.0)
        assert room.closed == "unknown_room"
        assert [type(notice) for notice in [n async for n in room.notices()]] == [Snapshot, RoomChanged]


async def test_who_watched_a_room_that_forgot_him_comes_in_again() -> None:
    async with counting_hall() as server, Hall(server.url, "Ada") as ada:
        room = await ada.create_room("count")
        async with Hall(server.url, "Eve") as eve:
            watched = await eve.join_room(room.invite, role=Role.SPECTATOR)
            await ada.close()
            server.refuse_resume = [Refusal.BUSY, Refusal.NOT_IN_ROOM]
            await server.cut()
            await eve.ping()
            await watched.wait_until(lambda: bool(server.rooms[room.room].listeners), 5.0)
            assert watched.closed is None
            joins = [request for request in server.requests if isinstance(request, JoinRoom)]
            assert [join.role for join in joins] == [Role.SPECTATOR] * 2


async def test_a_player_whose_seat_is_lost_is_told() -> None:
    async with counting_hall() as server, Hall(server.url, "Ada") as ada:
        room = await ada.create_room("count")
        server.refuse_resume = [Refusal.NOT_IN_ROOM]
        await server.cut()
        await room.wait_until(lambda: room.closed is not None, 5.0)
        assert room.closed == "not_in_room"


async def test_a_key_that_was_not_committed_to_is_told() -> None:
    async with (
        counting_hall(turns=1, key=b"another key".ljust(32)) as server,
        Hall(server.url, "Ada") as ada,
        Hall(server.url, "Bo") as bo,
    ):
        room = await ada.create_room("count")
        await bo.join_room(room.invite)
        with pytest.raises(BrokenCommitmentError):
            await play(room, [])


async def test_a_server_that_speaks_nonsense_ends_the_session() -> None:
    async with counting_hall() as server, Hall(server.url, "Ada") as ada:
        room = await ada.create_room("count")
        await next(iter(server.connections)).send(b"\xc1")
        with pytest.raises(ConnectionLostError, match="cannot be read"):
            await room.wait_until(lambda: False, 5.0)


def test_a_reader_who_is_behind_loses_the_oldest_notices_but_no_state() -> None:
    room = Room(Hall("ws://127.0.0.1:1/ws"), "room0001")
    with pytest.raises(RoomClosedError):
        _ = room.state
    state = new_state("room0001", bytes(32))
    assert room.take(Snapshot("room0001", 7, state, 0.0))
    for turn in range(1, KEPT_NOTICES + 3):
        assert room.take(RoomChanged("room0001", 7 + turn, "acted", RoomDelta(turn=turn), 0.0))
    assert room.state.turn == KEPT_NOTICES + 2
    assert room.dropped == 3
    assert room.take(RoomChanged("room0001", 8, "acted", RoomDelta(turn=1), 0.0))
    assert room.state.turn == KEPT_NOTICES + 2
    assert not room.take(RoomChanged("room0001", 7 + KEPT_NOTICES + 5, "acted", RoomDelta(phase=Phase.OVER), 0.0))
    assert room.commitment_holds() is None


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("ws://127.0.0.1:8800/ws", "ws://127.0.0.1:8800/ws"),
        ("http://127.0.0.1:8800", "ws://127.0.0.1:8800/ws"),
        ("https://hall.example/", "wss://hall.example/ws"),
        ("127.0.0.1:8800", "ws://127.0.0.1:8800/ws"),
        ("ws://hall.example/club/ws", "ws://hall.example/club/ws"),
    ],
)
def test_a_hall_is_found_however_its_address_is_written(address: str, url: str) -> None:
    assert socket_url(address) == url


def test_a_session_taken_up_again_numbers_its_requests_above_those_before() -> None:
    before = Hall("ws://127.0.0.1:1/ws", name="Ada")
    earlier = [before.next_id() for _ in range(1000)]
    assert Hall("ws://127.0.0.1:1/ws", token="t" * 24).next_id() > max(earlier)
