"""A small server on real sockets for tests of the client: one room per request, an action adds one to the turn."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import msgspec
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from client_protocol.codec import decode_request, encode
from client_protocol.notices import (
    AnyMessage,
    Done,
    Games,
    Joined,
    Pong,
    Refused,
    RoomChanged,
    RoomClosed,
    RoomDelta,
    Rooms,
    RoomState,
    Snapshot,
    Welcome,
)
from client_protocol.refusals import Refusal
from client_protocol.requests import (
    Action,
    AnyRequest,
    CreateRoom,
    Hello,
    JoinRoom,
    LeaveRoom,
    ListGames,
    ListRooms,
    Ping,
    ResumeRoom,
    ShowAim,
)
from client_protocol.room_state import AnyNotice, apply_delta
from client_protocol.values import (
    GameEntry,
    MatchResult,
    Pace,
    PersonInRoom,
    Phase,
    Role,
    RoomListing,
    SideState,
    Touch,
)
from client_protocol.version import SUBPROTOCOLS, Encoding

KEY = bytes(range(32))


@dataclass
class CountingRoom:
    """A room: its state, all its notices, and who listens."""

    state: RoomState
    n: int = 0
    history: list[AnyNotice] = field(default_factory=list)
    listeners: set[ServerConnection] = field(default_factory=set)


@dataclass
class CountingHall:
    """Seats alternate; the match is over after `turns` actions. What goes wrong is set by the test."""

    turns: int = 4
    key: bytes = KEY
    keep_history: bool = True
    url: str = ""
    rooms: dict[str, CountingRoom] = field(default_factory=dict)
    requests: list[AnyRequest | Refused] = field(default_factory=list)
    connections: set[ServerConnection] = field(default_factory=set)
    cut_before_reply_to: type | None = None
    refuse_hello: list[Refusal] = field(default_factory=list)
    skip_notices: int = 0
    refuse_resume: list[Refusal] = field(default_factory=list)

    async def serve_one(self, socket: ServerConnection) -> None:
        """One connection, until it ends."""
        self.connections.add(socket)
        encoding = Encoding(socket.subprotocol or SUBPROTOCOLS[0])
        try:
            async for frame in socket:
                request = decode_request(frame, encoding)
                self.requests.append(request)
                await self.answer(socket, request)
        finally:
            self.connections.discard(socket)
            for room in self.rooms.values():
                room.listeners.discard(socket)

    async def say(self, socket: ServerConnection, message: AnyMessage) -> None:
        """Send one message in the connection's encoding."""
        encoding = Encoding(socket.subprotocol or SUBPROTOCOLS[0])
        await socket.send(encode(message, encoding), text=encoding is Encoding.JSON)

    async def answer(self, socket: ServerConnection, request: AnyRequest | Refused) -> None:
        """Do what a request asks."""
        match request:
            case Refused():
                await self.say(socket, request)
            case Hello():
                await self.greet(socket, request)
            case Ping():
                await self.say(socket, Pong(id=request.id, time=0.0))
            case ListGames():
                entry = GameEntry("count", "Counting", "none", ("only",), ("none",), (2,))
                await self.say(socket, Games(id=request.id, games=(entry,)))
            case ListRooms():
                await self.say(socket, Rooms(id=request.id, rooms=tuple(map(self.listing, self.rooms.values()))))
            case CreateRoom() | JoinRoom():
                await self.enter(socket, request)
            case ResumeRoom():
                await self.resume(socket, request)
            case LeaveRoom():
                await self.say(socket, Done(id=request.id))
                await self.tell(self.rooms[request.room], None, "left")
            case Action():
                await self.act(socket, request)
            case ShowAim():
                pass

    async def greet(self, socket: ServerConnection, hello: Hello) -> None:
        if self.refuse_hello:
            await self.say(socket, Refused(code=self.refuse_hello.pop(0), text="no", id=hello.id))
            return
        name = hello.name or "again"
        await self.say(
            socket,
            Welcome(hello.id, protocol=1, server="t", engine="t", person="p", name=name, token="t" * 16, time=100.0),
        )

    def listing(self, room: CountingRoom) -> RoomListing:
        state = room.state
        return RoomListing(state.room, state.game, state.preset, state.touch, state.pace, ("A", None), 0, state.phase)

    async def enter(self, socket: ServerConnection, request: CreateRoom | JoinRoom) -> None:
        if isinstance(request, CreateRoom):
            room = CountingRoom(new_state(f"room{len(self.rooms):04}", self.key))
            self.rooms[room.state.room] = room
        else:
            room = next(room for room in self.rooms.values() if room.state.invite == request.invite)
        seat = None
        if request.seat is not None or (isinstance(request, JoinRoom) and request.role is Role.PLAYER):
            seat = sum(person.seat is not None for person in room.state.people)
        joined = Joined(request.id, room.state.room, room.state.invite, Role.PLAYER, seat)
        await self.say(socket, joined)
        await self.say(socket, Snapshot(room.state.room, room.n, room.state, 0.0))
        room.listeners.add(socket)
        if seat is not None:
            person = PersonInRoom(f"P{seat}", Role.PLAYER, seat)
            delta = RoomDelta(people=(*room.state.people, person))
            if seat == 1:
                delta = msgspec.structs.replace(delta, phase=Phase.PLAY, to_act=0, turn=1)
            await self.tell(room, delta, "joined")

    async def resume(self, socket: ServerConnection, request: ResumeRoom) -> None:
        room = self.rooms.get(request.room)
        if room is None or self.refuse_resume:
            code = self.refuse_resume.pop(0) if self.refuse_resume else Refusal.UNKNOWN_ROOM
            await self.say(socket, Refused(code=code, text="no", id=request.id))
            return
        await self.say(socket, Joined(request.id, room.state.room, room.state.invite, Role.PLAYER, None))
        room.listeners.add(socket)
        if request.seen is None or not self.keep_history:
            await self.say(socket, Snapshot(room.state.room, room.n, room.state, 0.0))
            return
        for notice in room.history:
            if notice.n > request.seen:
                await self.say(socket, notice)

    async def act(self, socket: ServerConnection, request: Action) -> None:
        room = self.rooms[request.room]
        if request.turn != room.state.turn:
            await self.say(socket, Refused(code=Refusal.STALE_TURN, text="late", id=request.id, turn=room.state.turn))
            return
        turn = room.state.turn + 1
        delta = RoomDelta(turn=turn, to_act=(turn - 1) % 2)
        if turn > self.turns:
            result = MatchResult((0,), "race", {"A": 1, "B": 0})
            delta = RoomDelta(turn=turn, to_act=None, phase=Phase.OVER, result=result, key=KEY.hex())
        n = room.n + 1
        await self.tell(room, delta, "acted")
        if self.cut_before_reply_to is type(request):
            self.cut_before_reply_to = None
            await socket.close()
            return
        await self.say(socket, Done(request.id, n))

    async def tell(self, room: CountingRoom, delta: RoomDelta | None, cause: str) -> None:
        """Tell everybody in the room, except where the test loses notices."""
        room.n += 1
        notice: AnyNotice
        if delta is None:
            notice = RoomClosed(room.state.room, room.n, cause)
        else:
            room.state = apply_delta(room.state, delta)
            notice = RoomChanged(room.state.room, room.n, cause, delta, 0.0)
        room.history.append(notice)
        if self.skip_notices:
            self.skip_notices -= 1
            return
        for socket in list(room.listeners):
            await self.say(socket, notice)

    async def cut(self) -> None:
        """End every connection."""
        await asyncio.gather(*(socket.close(1012) for socket in list(self.connections)))


def new_state(room: str, key: bytes) -> RoomState:
    """A room in which nobody sits yet."""
    return RoomState(
        room=room,
        invite=f"invite-{room}",
        game="count",
        preset="only",
        options={},
        table="none",
        touch=Touch.EXACT,
        pace=Pace.INSTANT,
        race_to=1,
        rules_hash="",
        commitment=hashlib.sha256(key).hexdigest(),
        people=(),
        sides=(SideState("A"), SideState("B")),
        phase=Phase.WAITING,
        turn=0,
    )


@asynccontextmanager
async def counting_hall(turns: int = 4, **settings: object) -> AsyncIterator[CountingHall]:
    """A hall on a free port of the loopback interface."""
    hall = CountingHall(turns=turns, **settings)  # type: ignore[arg-type]
    subprotocols = [Subprotocol(name) for name in SUBPROTOCOLS]
    async with serve(hall.serve_one, "127.0.0.1", 0, subprotocols=subprotocols) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        hall.url = f"ws://127.0.0.1:{port}/ws"
        yield hall
