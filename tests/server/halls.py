"""A hall on a real port with a real database, and a bare client that can say anything."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self, TypeVar
from weakref import WeakKeyDictionary

from msgspec import structs
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from client_protocol import notices, requests
from client_protocol.codec import Unreadable, decode_message, encode
from client_protocol.notices import AnyMessage
from client_protocol.values import Pace, Stroke, Touch
from client_protocol.version import PROTOCOL, Encoding
from game.execution import UNASKED
from physics import trajectories
from physics.balls import constants_for
from physics.clearance import least_elevation
from physics.tables import TABLES
from physics.trajectories import Ball
from server.app import App, running
from server.clock import SystemClock
from server.config import Settings
from server.data_folder import locked
from server.inbox import Look

Answer = TypeVar("Answer", bound=notices.Message)
_names = itertools.count(1)
_dialled: WeakKeyDictionary[App, list[Wire]] = WeakKeyDictionary()
"""Who was connected to each hall that runs."""


@asynccontextmanager
async def open_hall(data: Path, **settings: object) -> AsyncIterator[App]:
    """A running hall on a free port; the same folder opened again is the same hall after a restart."""
    checked = Settings.model_validate({"data": data, "port": 0, "static": data / "no-page", **settings})
    dialled: list[Wire] = []
    with locked(data):
        try:
            async with running(checked) as app:
                _dialled[app] = dialled
                yield app
        finally:  # nobody's socket outlives the loop, however the test ended
            for wire in dialled:
                await wire.cut()


class Wire:
    """A bare client: sends what it is told, keeps everything it hears in order."""

    def __init__(self, socket: ClientConnection, encoding: Encoding) -> None:
        self.socket = socket
        self.encoding = encoding
        self.heard: list[AnyMessage] = []
        self.person = ""
        self.token = ""
        self._ids = itertools.count(1)
        self._news = asyncio.Condition()
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for frame in self.socket:
                message = decode_message(frame, self.encoding)
                assert not isinstance(message, Unreadable), message
                async with self._news:
                    self.heard.append(message)
                    self._news.notify_all()
        except ConnectionClosed:  # tests read how it ended from `closed`
            pass
        finally:
            async with self._news:
                self._news.notify_all()

    @property
    def closed(self) -> tuple[int | None, str | None]:
        """Code and reason of the close, once there is one."""
        return self.socket.close_code, self.socket.close_reason

    def next_id(self) -> int:
        """A fresh request id."""
        return next(self._ids)

    async def send(self, message: requests.AnyRequest) -> None:
        """Send a request and wait for nothing."""
        await self.send_raw(encode(message, self.encoding))

    async def send_raw(self, data: bytes) -> None:
        """Send any bytes in a frame of this encoding."""
        await self.socket.send(data, text=self.encoding is Encoding.JSON)

    async def until(self, holds: Callable[[AnyMessage], bool], start: int = 0) -> AnyMessage:
        """The first message heard from `start` on for which something holds; fails if the connection ends before."""
        place = start
        async with self._news:
            while True:
                for message in self.heard[place:]:
                    if holds(message):
                        return message
                place = len(self.heard)
                assert not self._reader.done(), f"closed with {self.closed} before it came; heard {self.heard[-5:]}"
                await self._news.wait()

    async def until_closed(self) -> tuple[int | None, str | None]:
        """How the server closed the connection."""
        await self.socket.wait_closed()
        await self._reader
        return self.closed

    async def ask(self, request: requests.Request) -> AnyMessage:
        """The one reply to a request, also to one that was sent before under the same number."""
        start = len(self.heard)
        await self.send(request)  # type: ignore[arg-type]
        return await self.reply(request.id, start)

    async def reply(self, number: int, start: int = 0) -> AnyMessage:
        """The reply that carries this id, heard from `start` on."""
        return await self.until(
            lambda message: not isinstance(message, notices.Notice) and _id_of(message) == number, start
        )

    async def expect(self, kind: type[Answer], request: requests.Request) -> Answer:
        """The reply to a request, which must be of this kind."""
        answer = await self.ask(request)
        assert isinstance(answer, kind), answer
        return answer

    async def notice(self, kind: type[Answer], start: int = 0, **fields: object) -> Answer:
        """The first notice of this kind from `start` on with these fields."""
        found = await self.until(
            lambda message: (
                isinstance(message, kind) and all(getattr(message, name) == value for name, value in fields.items())
            ),
            start,
        )
        assert isinstance(found, kind)
        return found

    async def refused(self, request: requests.Request, code: str) -> notices.Refused:
        """The refusal of a request, which must have this code."""
        answer = await self.expect(notices.Refused, request)
        assert answer.code == code, answer
        return answer

    async def hello(self, name: str | None = None, token: str | None = None, bot: bool = False) -> notices.Welcome:
        """Say hello, by name or token."""
        name = name if name is not None or token is not None else f"Guest {next(_names)}"
        hello = requests.Hello(id=self.next_id(), protocol=PROTOCOL, name=name, token=token, bot=bot)
        welcome = await self.expect(notices.Welcome, hello)
        self.person, self.token = welcome.person, welcome.token
        return welcome

    async def create(self, **settings: object) -> notices.Joined:
        """Open a room for exact, instant nine-ball, or as told."""
        fields: dict[str, object] = {"game": "nine_ball", "touch": Touch.EXACT, "pace": Pace.INSTANT, **settings}
        return await self.expect(notices.Joined, requests.CreateRoom(id=self.next_id(), **fields))  # type: ignore[arg-type]

    async def join(self, invite: str, **how: object) -> notices.Joined:
        """Enter a room by its invitation."""
        return await self.expect(
            notices.Joined,
            requests.JoinRoom(id=self.next_id(), invite=invite, **how),  # type: ignore[arg-type]
        )

    async def resume(self, room: str, seen: int | None = None) -> notices.Joined:
        """Come back to a room."""
        return await self.expect(notices.Joined, requests.ResumeRoom(id=self.next_id(), room=room, seen=seen))

    def notices_of(self, room: str) -> list[notices.Notice]:
        """Every notice of a room heard so far."""
        return [message for message in self.heard if isinstance(message, notices.Notice) and message.room == room]

    async def close(self) -> None:
        """Go away politely."""
        await self.socket.close()
        await self._reader

    async def cut(self) -> None:
        """Go away like a phone in a tunnel."""
        self.socket.transport.abort()
        await self.socket.wait_closed()
        await self._reader

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.socket.transport.abort()
        await self._reader


def _id_of(message: AnyMessage) -> int | None:
    number: int | None = getattr(message, "id", None)
    return number


async def dial(app: App, encoding: Encoding = Encoding.MSGPACK) -> Wire:
    """A connection that has said nothing yet."""
    socket = await connect(
        f"ws://127.0.0.1:{app.port}/ws",
        subprotocols=[Subprotocol(encoding.value)],
        compression=None,
        proxy=None,
        max_size=None,
        close_timeout=0.5,
    )
    wire = Wire(socket, encoding)
    _dialled[app].append(wire)
    return wire


async def guest(app: App, name: str | None = None, encoding: Encoding = Encoding.MSGPACK) -> Wire:
    """A connection of a new guest."""
    wire = await dial(app, encoding)
    await wire.hello(name)
    return wire


class Match:
    """Two players and their room, far enough into nine-ball that the side to act may shoot."""

    def __init__(self, room: str, invite: str, players: tuple[Wire, Wire]) -> None:
        self.room = room
        self.invite = invite
        self.players = players
        self.state: notices.RoomState

    async def refresh(self) -> notices.RoomState:
        """The state as a fresh snapshot tells it, and the players told everything up to it."""
        wire = self.players[0]
        joined = await wire.resume(self.room)
        self.state = (await wire.notice(notices.Snapshot, wire.heard.index(joined))).state
        return self.state

    @property
    def to_act(self) -> Wire:
        """The player whose turn it is."""
        assert self.state.to_act is not None
        return self.players[self.state.to_act]

    @property
    def waiting(self) -> Wire:
        """The other one."""
        assert self.state.to_act is not None
        return self.players[1 - self.state.to_act]

    def shot(self, wire: Wire, **changes: object) -> requests.TakeShot:
        """A legal stroke in this state, or one with something wrong in it."""
        fields: dict[str, object] = {
            "id": wire.next_id(),
            "room": self.room,
            "turn": self.state.turn,
            "stroke": self.over_what_lies_behind(Stroke(ball="c", aim=0.1, speed=1.0)),
            **changes,
        }
        return requests.TakeShot(**fields)  # type: ignore[arg-type]

    def over_what_lies_behind(self, stroke: Stroke) -> Stroke:
        """The stroke, the cue raised over whatever ball or cushion is in its way (pool B.8)."""
        cue = self.state.cue
        if cue is None or stroke.ball not in cue.balls:
            return stroke
        lying = trajectories.Layout({Ball(ball): (at[0], at[1]) for ball, at in cue.balls.items()})
        level = trajectories.Stroke(Ball(stroke.ball), stroke.aim, stroke.speed)
        over_balls, over_all = (
            least_elevation(table, constants_for(self.state.table, {}), lying, level) or 0.0
            for table in (None, TABLES[self.state.table])
        )
        return structs.replace(stroke, elevation=over_all if over_all > UNASKED else over_balls)

    async def choose(self) -> None:
        """Answer what is offered with the default."""
        ask = requests.ChooseOption(
            id=self.to_act.next_id(), room=self.room, turn=self.state.turn, option=self.state.options_offered[0]
        )
        await self.to_act.expect(notices.Done, ask)
        await self.refresh()

    async def let_all_play(self) -> None:
        """Go on until each side has had a shot: from then on, whoever goes has lost."""
        shot: set[Wire] = set()
        while len(shot) < len(self.players):
            while self.state.options_offered:
                await self.choose()
            shot.add(self.to_act)
            assert self.state.cue is not None
            stroke = self.over_what_lies_behind(Stroke(ball=self.state.cue.strikes[0], aim=0.1, speed=1.0))
            await self.to_act.expect(notices.Done, self.shot(self.to_act, stroke=stroke))
            await self.refresh()


def let_pass(app: App, seconds: float) -> None:
    """So much time passes at once: the hall's clock goes on, and every room looks at it."""
    clock = app.hall._clock
    assert isinstance(clock, SystemClock)
    clock._offset += seconds
    for room in app.hall.rooms():
        room.post(Look())


async def begin_match(app: App, **settings: object) -> Match:
    """A nine-ball match whose breaker may shoot."""
    first, second = await guest(app), await guest(app)
    joined = await first.create(**settings)
    await second.join(joined.invite)
    match = Match(joined.room, joined.invite, (first, second))
    await match.refresh()
    while match.state.options_offered:
        await match.choose()
    return match
