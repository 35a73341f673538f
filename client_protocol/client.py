"""A client for bots and tools: connects, says hello, comes back by itself after a cut, and keeps its rooms' state."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from client_protocol.client_errors import ConnectionLostError, RefusedError
from client_protocol.client_room import Reply, Room
from client_protocol.close_codes import STAY_AWAY
from client_protocol.codec import MAX_MESSAGE_BYTES, Unreadable, decode_message, encode
from client_protocol.notices import (
    AimShown,
    AnyMessage,
    Boards,
    Done,
    Games,
    Joined,
    Notice,
    PairingCode,
    Refused,
    Rooms,
    Welcome,
)
from client_protocol.refusals import Refusal
from client_protocol.requests import (
    Action,
    AnyRequest,
    CreateRoom,
    Hello,
    JoinRoom,
    ListBoards,
    ListGames,
    ListRooms,
    PairBoard,
    Ping,
    ResumeRoom,
    RevokeBoard,
    ShowAim,
)
from client_protocol.values import BoardEntry, BoardKind, GameEntry, OptionValue, Pace, Role, RoomListing, Touch
from client_protocol.version import PROTOCOL, Encoding

FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 2.0
"""Pauses between attempts to connect, s: they double, and each is drawn between half and the whole."""

PASSING: Final = frozenset({Refusal.BUSY, Refusal.TOO_FAST, Refusal.DRAINING, Refusal.STORAGE_AWAY})
"""Refusals of `hello` after which another attempt makes sense."""


def socket_url(address: str) -> str:
    """The socket of a hall from any way to write its address: `ws://…/ws`, `http://…` or `host:port`."""
    url = address if "://" in address else f"ws://{address}"
    url = url.replace("http", "ws", 1) if url.startswith("http") else url
    return url if url.rstrip("/").count("/") > 2 else url.rstrip("/") + "/ws"


@dataclass
class _Pending:
    """A request that waits for its reply; it is sent again after a cut."""

    request: AnyRequest
    reply: asyncio.Future[Reply]
    times_sent: int = 0


class Hall:
    """A session with a server, as an async context manager.

    ```python
    async with Hall("ws://127.0.0.1:8800/ws", name="Ada", bot=True) as hall:
        room = await hall.create_room("nine_ball")
    ```
    After a cut it connects again, resumes its rooms and repeats what was not answered, for up to `patience` seconds.
    """

    def __init__(
        self,
        url: str,
        name: str | None = None,
        *,
        token: str | None = None,
        bot: bool = False,
        encoding: Encoding = Encoding.MSGPACK,
        patience: float = 30.0,
        deadline: float = 15.0,
    ) -> None:
        self.url = socket_url(url)
        self.name = name
        self.token = token
        self.person: str | None = None
        self.welcome: Welcome | None = None
        self.rooms: dict[str, Room] = {}
        self.reconnects = 0
        self._bot = bot
        self._encoding = encoding
        self._patience = patience
        self._deadline = deadline
        self._last_id = 0 if token is None else time.time_ns() // 1_000_000  # above those of the session so far
        self._clock_offset = 0.0
        self._pending: dict[int, _Pending] = {}
        self._socket: ClientConnection | None = None
        self._ready = asyncio.Event()
        self._connected = asyncio.Event()
        self._failure: BaseException | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run(), name=f"connection of {self.name}")
        self._task.add_done_callback(self._end)
        try:
            await self._ready.wait()
            self.check()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the session's connection; the seats stay taken until the server gives them up."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    def cut(self) -> None:
        """Lose the connection at once, as by a failing network; the session comes back by itself."""
        if self._socket is not None:
            self._connected.clear()
            self._socket.transport.abort()

    async def connected(self, deadline: float | None = None) -> None:
        """Wait until the session has a connection. Raises TimeoutError, or what ended the session."""
        async with asyncio.timeout(deadline):
            await self._connected.wait()
        self.check()

    @property
    def is_connected(self) -> bool:
        """Whether the session has a connection just now."""
        return self._socket is not None

    def check(self) -> None:
        """Raise what ended the session, if it has ended."""
        if self._failure is not None:
            raise self._failure

    def now(self) -> float:
        """The server's time in s, by the offset seen at the last `hello`."""
        return asyncio.get_running_loop().time() + self._clock_offset

    def next_id(self) -> int:
        """A fresh number for a request; it is never used again in this session."""
        self._last_id += 1
        return self._last_id

    async def ask(self, request: AnyRequest, deadline: float | None = None) -> Reply:
        """The reply to a request. Raises RefusedError, TimeoutError after `deadline` s, or what ended the session."""
        if isinstance(request, ShowAim):
            raise TypeError("show_aim is never answered: use send")
        self.check()
        pending = _Pending(request, asyncio.get_running_loop().create_future())
        self._pending[request.id] = pending
        try:
            async with asyncio.timeout(self._deadline if deadline is None else deadline):
                await self._send_pending(pending)
                return await pending.reply
        finally:
            del self._pending[request.id]

    async def send(self, aim: ShowAim) -> None:
        """Show where one aims; lost without notice while the connection is cut."""
        await self._put(encode(aim, self._encoding))

    async def ping(self) -> float:
        """Round trip in s."""
        start = asyncio.get_running_loop().time()
        await self.ask(Ping(id=self.next_id()))
        return asyncio.get_running_loop().time() - start

    async def list_games(self) -> tuple[GameEntry, ...]:
        """The games that can be played here."""
        reply = await self.ask(ListGames(id=self.next_id()))
        assert isinstance(reply, Games)
        return reply.games

    async def list_rooms(self) -> tuple[RoomListing, ...]:
        """The listed rooms."""
        reply = await self.ask(ListRooms(id=self.next_id()))
        assert isinstance(reply, Rooms)
        return reply.rooms

    async def pair_board(self, name: str, kind: BoardKind = BoardKind.MACHINE) -> str:
        """A code to be typed in at a real dart board, by which it becomes one's own."""
        reply = await self.ask(PairBoard(id=self.next_id(), name=name, kind=kind))
        assert isinstance(reply, PairingCode)
        return reply.code

    async def list_boards(self) -> tuple[BoardEntry, ...]:
        """One's own boards."""
        reply = await self.ask(ListBoards(id=self.next_id()))
        assert isinstance(reply, Boards)
        return reply.boards

    async def revoke_board(self, board: str) -> None:
        """Give a board up: its key is worth nothing from now on."""
        await self.ask(RevokeBoard(id=self.next_id(), board=board))

    async def create_room(
        self,
        game: str,
        *,
        options: dict[str, OptionValue] | None = None,
        race_to: int = 1,
        touch: Touch = Touch.CLUB,
        pace: Pace = Pace.NORMAL,
        **settings: object,
    ) -> Room:
        """Open a room and sit down; further settings are the fields of `CreateRoom`."""
        fields: dict[str, object] = {"options": options or {}, "race_to": race_to, "touch": touch, "pace": pace}
        request = CreateRoom(id=self.next_id(), game=game, **{**fields, **settings})  # type: ignore[arg-type]
        return await self._enter(request)

    async def join_room(
        self,
        invite: str | None = None,
        *,
        room: str | None = None,
        role: Role = Role.PLAYER,
        seat: int | None = None,
    ) -> Room:
        """Enter a room by its invitation, or a listed one by its id."""
        return await self._enter(JoinRoom(id=self.next_id(), room=room, invite=invite, role=role, seat=seat))

    async def _enter(self, request: CreateRoom | JoinRoom) -> Room:
        joined = await self.ask(request)
        assert isinstance(joined, Joined)
        room = self._find_room(joined.room)
        room.seat, room.role = joined.seat, joined.role
        invites = {Role.REFEREE: joined.referee_invite, Role.DIRECTOR: joined.director_invite}
        room.official_invites |= {role: code for role, code in invites.items() if code is not None}
        await room.wait_until(lambda: room.is_known or room.closed is not None, self._deadline)
        return room

    def _find_room(self, name: str) -> Room:
        if name not in self.rooms:
            self.rooms[name] = Room(self, name)
        return self.rooms[name]

    async def _send_pending(self, pending: _Pending) -> None:
        """Send a request; what is meant for a room that is not back after a cut goes out when it is."""
        room = None if isinstance(pending.request, JoinRoom) else getattr(pending.request, "room", None)
        if room in self.rooms and self.rooms[room].is_away:
            return
        if await self._put(encode(pending.request, self._encoding)):
            pending.times_sent += 1

    async def _put(self, data: bytes) -> bool:
        """Send bytes, if there is a connection; whether they were taken."""
        if self._socket is None:
            return False
        try:
            await self._socket.send(data, text=self._encoding is Encoding.JSON)
        except (OSError, WebSocketException):
            return False
        return True

    async def _run(self) -> None:
        """Stay connected until cancelled or out of patience."""
        loop = asyncio.get_running_loop()
        pause, last_seen = FIRST_PAUSE, loop.time()
        while True:
            greeted, reason = False, "it takes no sessions"
            try:
                async with connect(
                    self.url,
                    subprotocols=[Subprotocol(self._encoding.value)],
                    max_size=MAX_MESSAGE_BYTES,
                    compression=None,
                    proxy=None,
                ) as socket:
                    greeted = await self._greet(socket)
                    if greeted:
                        try:
                            await self._listen(socket)
                        finally:
                            _stay_away_if_told(socket)
            except (OSError, WebSocketException, TimeoutError) as error:
                reason = str(error)
            self._socket = None
            self._connected.clear()
            if greeted:
                pause, last_seen = FIRST_PAUSE, loop.time()
            elif loop.time() - last_seen > self._patience:
                raise ConnectionLostError(f"no session with {self.url}: {reason}")
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(2 * pause, LONGEST_PAUSE)

    def _end(self, task: asyncio.Task[None]) -> None:
        """When the connection's task has ended, tell everybody who waits why."""
        error = None if task.cancelled() else task.exception()
        self._failure = error if error is not None else ConnectionLostError("the session was closed")
        self._ready.set()
        self._connected.set()
        for pending in self._pending.values():
            if not pending.reply.done():
                pending.reply.set_exception(self._failure)
        for room in self.rooms.values():
            room.wake()

    async def _greet(self, socket: ClientConnection) -> bool:
        """Say hello; false where it is worth another attempt, RefusedError where it is not."""
        hello = Hello(
            id=self.next_id(),
            protocol=PROTOCOL,
            name=None if self.token else self.name,
            token=self.token,
            bot=self._bot,
        )
        async with asyncio.timeout(self._deadline):
            await socket.send(encode(hello, self._encoding), text=self._encoding is Encoding.JSON)
            message = decode_message(await socket.recv(), self._encoding)
        if isinstance(message, Refused):
            if message.code in PASSING:
                return False
            raise RefusedError(message)
        if not isinstance(message, Welcome):
            raise ConnectionLostError(f"hello was answered by {type(message).__name__}")
        self.reconnects += self.welcome is not None
        self.welcome, self.token, self.name = message, message.token, message.name
        self.person = message.person
        self._clock_offset = message.time - asyncio.get_running_loop().time()
        return True

    async def _listen(self, socket: ClientConnection) -> None:
        """Come back to rooms and open requests, then take what the server says until the connection ends."""
        self._socket = socket
        for room in self.rooms.values():
            if room.closed is None:
                room.is_away = True
                await self.resume(room)
        for pending in list(self._pending.values()):
            await self._send_pending(pending)
        self._ready.set()
        self._connected.set()
        async for frame in socket:
            message = decode_message(frame, self._encoding)
            if isinstance(message, Unreadable):
                raise ConnectionLostError(f"the server's message cannot be read: {message.text} ({message.path})")
            await self._take(message)

    async def resume(self, room: Room, *, whole: bool = False) -> None:
        """Ask for a room's notices after the last one seen, or for a whole snapshot; they come as notices."""
        room.resume_id = self.next_id()
        seen = None if whole else room.seen
        await self._put(
            encode(ResumeRoom(id=room.resume_id, room=room.room, seen=seen, token=room.resume_token), self._encoding)
        )

    async def _take(self, message: AnyMessage) -> None:
        """Give a message to whom it belongs."""
        if isinstance(message, Notice):
            room = self._find_room(message.room)
            if not room.take(message):
                await self.resume(room)
        elif isinstance(message, AimShown):
            self._find_room(message.room).aim = message
        elif isinstance(message, Refused):
            await self._refuse(message)
        else:
            if isinstance(message, Joined):
                room = self._find_room(message.room)
                room.resume_token = message.resume
                await self._is_back(room)
            pending = self._pending.get(message.id)
            if pending is not None and not pending.reply.done():
                pending.reply.set_result(message)

    async def _is_back(self, room: Room) -> None:
        """What waited for the room goes out."""
        if not room.is_away:
            return
        room.is_away = False
        for pending in list(self._pending.values()):
            if getattr(pending.request, "room", None) == room.room and not isinstance(pending.request, JoinRoom):
                await self._send_pending(pending)

    async def _refuse(self, refused: Refused) -> None:
        """Tell the sender; a resent action that is late was very likely taken the first time."""
        for room in self.rooms.values():
            if refused.id is not None and refused.id == room.resume_id:
                await self._come_back(room, refused)
        pending = None if refused.id is None else self._pending.get(refused.id)
        if pending is None or pending.reply.done():
            return
        is_action = isinstance(pending.request, Action)
        if is_action and pending.times_sent > 1 and refused.code == Refusal.STALE_TURN:
            pending.reply.set_result(Done(id=refused.id or 0))
        else:
            pending.reply.set_exception(RefusedError(refused))

    async def _come_back(self, room: Room, refused: Refused) -> None:
        """A room cannot be resumed: who only watched comes in again by its invitation; for others it is closed."""
        if refused.code == Refusal.NOT_IN_ROOM and room.is_watching and room.is_known:
            room.resume_id = self.next_id()
            request = JoinRoom(id=room.resume_id, invite=room.invite, role=Role.SPECTATOR)
            await self._put(encode(request, self._encoding))
        elif refused.code in PASSING:
            await asyncio.sleep(LONGEST_PAUSE / 10)
            await self.resume(room)
        else:
            room.close(refused.code)
            await self._is_back(room)


def _stay_away_if_told(socket: ClientConnection) -> None:
    """Raise ConnectionLostError where the server closed for good: coming back would close another connection."""
    if socket.close_code in STAY_AWAY:
        raise ConnectionLostError(f"the server closed the session: {socket.close_reason}")
