"""What a room costs the server: a shot to its last spectator, CPU a shot and a message, CPU and memory a connection.

The server runs in a process of its own with records synced to disk, real physics and rules; the clients run here.
CPU is the server's alone, so "a core" means a core of the server.
"""

import asyncio
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from benchmarks.figures import Figure
from client_protocol.client import Hall
from client_protocol.client_room import Room
from client_protocol.codec import encode
from client_protocol.notices import RoomState
from client_protocol.requests import Hello, JoinRoom
from client_protocol.values import Pace, Role, Stroke, Touch
from client_protocol.version import PROTOCOL, Encoding

SPECTATORS = 4
ROOMS_UNDER_LOAD = 20
SHOTS_ALONE = 200
SHOTS_UNDER_LOAD = 100
WATCHERS = 600
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = resource.getpagesize()


class _Peek(msgspec.Struct):
    """What is read of a message by a spectator here: enough to know a shot."""

    type: str
    n: int | None = None


_PEEK = msgspec.msgpack.Decoder(_Peek)


@dataclass
class Server:
    """A running hall and what it has used so far."""

    pid: int
    url: str

    @property
    def cpu(self) -> float:
        """CPU seconds of the process."""
        parts = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / TICKS

    @property
    def memory(self) -> int:
        """Resident bytes of the process."""
        return int(Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1]) * PAGE


@contextmanager
def serving() -> Iterator[Server]:
    """A hall on a free port with an empty folder and limits out of the way."""
    with tempfile.TemporaryDirectory() as data:
        limits = {"ACTION_RATE": "100000", "LOBBY_RATE": "100000", "CREATE_RATE": "100000", "LOG_LEVEL": "warning"}
        limits |= {"MAX_ROOMS_PER_PERSON": "5000"}
        process = subprocess.Popen(
            [sys.executable, "-m", "server", "serve", "--port", "0", "--data", data],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **{f"CUEHALL_{name}": value for name, value in limits.items()}},
        )
        try:
            assert process.stdout is not None
            port = process.stdout.readline().rpartition("127.0.0.1:")[2].split()[0]
            yield Server(process.pid, f"ws://127.0.0.1:{port}/ws")
        finally:
            process.terminate()
            process.wait(30)


@dataclass
class Watcher:
    """A spectator that notes when each shot reached it."""

    socket: ClientConnection
    arrived: dict[int, float] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self) -> None:
        """Read until closed."""
        try:
            async for frame in self.socket:
                assert isinstance(frame, bytes)
                seen = _PEEK.decode(frame)
                if seen.type == "shot_played" and seen.n is not None:
                    self.arrived[seen.n] = time.perf_counter()
                    self.news.set()
        except ConnectionClosed:
            pass

    async def until(self, n: int) -> float:
        """When the shot of this number came."""
        while n not in self.arrived:
            self.news.clear()
            await self.news.wait()
        return self.arrived.pop(n)


async def watch(server: Server, invite: str) -> Watcher:
    """A spectator that has joined."""
    socket = await connect(
        server.url, subprotocols=[Subprotocol(Encoding.MSGPACK.value)], compression=None, proxy=None, ping_interval=None
    )
    await socket.send(encode(Hello(id=1, protocol=PROTOCOL, name="Watcher")))
    await socket.recv()
    await socket.send(encode(JoinRoom(id=2, invite=invite, role=Role.SPECTATOR)))
    while _PEEK.decode(await socket.recv(decode=False)).type != "snapshot":  # pragma: no branch
        pass
    return Watcher(socket)


@dataclass
class Table:
    """A room with two players and some spectators."""

    players: tuple[Room, Room]
    watchers: list[Watcher]
    readers: list[asyncio.Task[None]]
    chance: random.Random

    async def play_one(self) -> float:
        """Play one shot; seconds from sending it until the last spectator had it."""
        state = self.players[0].state
        while state.options_offered:
            await self._acting().choose(state.options_offered[0])
            state = await self._same_turn()
        shooter, n = self._acting(), self.players[0].seen
        assert n is not None
        assert state.cue is not None
        aim, speed = self.chance.uniform(-3.1, 3.1), self.chance.uniform(1.5, 4.0)
        stroke = Stroke(ball=state.cue.strikes[0], aim=aim, speed=speed)
        start = time.perf_counter()
        await shooter.shoot(stroke)
        took = max([await watcher.until(n + 1) for watcher in self.watchers], default=time.perf_counter()) - start
        await self._same_turn()
        return took

    def _acting(self) -> Room:
        to_act = self.players[0].state.to_act
        assert to_act is not None
        return self.players[to_act]

    async def _same_turn(self) -> RoomState:
        first, second = self.players
        await first.wait_until(lambda: first.state.turn >= second.state.turn)
        await second.wait_until(lambda: second.state.turn >= first.state.turn)
        return first.state


async def set_table(server: Server, ada: Hall, bo: Hall, spectators: int, seed: int) -> Table:
    """A three-cushion match that will not end for a while, with spectators."""
    room = await ada.create_room(
        "three_cushion", options={"target": 500}, touch=Touch.EXACT, pace=Pace.INSTANT, listed=False
    )
    other = await bo.join_room(room.invite)
    await room.wait_until(lambda: room.state.phase != "waiting")
    await other.wait_until(lambda: other.state.phase != "waiting")
    watchers = [await watch(server, room.invite) for _ in range(spectators)]
    readers = [asyncio.create_task(watcher.read()) for watcher in watchers]
    return Table((room, other), watchers, readers, random.Random(seed))


async def clear_table(table: Table) -> None:
    """Everybody leaves."""
    for watcher in table.watchers:
        await watcher.socket.close()
    await asyncio.gather(*table.readers)
    await table.players[0].concede()


async def measure_on(server: Server) -> list[Figure]:
    """Every figure, one after the other on one server."""
    async with Hall(server.url, "Ada") as ada, Hall(server.url, "Bo") as bo:
        figures = await _round_trip(server, ada, bo)
        figures += await _under_load(server, ada, bo)
        figures += await _connections(server, ada, bo)
        return figures


async def _round_trip(server: Server, ada: Hall, bo: Hall) -> list[Figure]:
    table = await set_table(server, ada, bo, SPECTATORS, 1)
    times = sorted([await table.play_one() for _ in range(SHOTS_ALONE)])
    await clear_table(table)
    return [
        Figure("shot to last of 4 spectators, median", 1e3 * statistics.median(times), "ms"),
        Figure("shot to last of 4 spectators, 99 %", 1e3 * times[int(0.99 * len(times))], "ms", 100.0, "limit"),
    ]


async def _under_load(server: Server, ada: Hall, bo: Hall) -> list[Figure]:
    tables = [await set_table(server, ada, bo, SPECTATORS, seed) for seed in range(ROOMS_UNDER_LOAD)]

    async def play(table: Table) -> list[float]:
        return [await table.play_one() for _ in range(SHOTS_UNDER_LOAD)]

    cpu, start = server.cpu, time.perf_counter()
    times = sorted(took for played in await asyncio.gather(*map(play, tables)) for took in played)
    cpu, wall = server.cpu - cpu, time.perf_counter() - start
    for table in tables:
        await clear_table(table)
    shots, members = len(times), 2 + SPECTATORS
    return [
        Figure(f"{ROOMS_UNDER_LOAD} rooms: server CPU a durable shot", 1e6 * cpu / shots, "µs"),
        Figure(
            f"{ROOMS_UNDER_LOAD} rooms: durable shots a core", shots / cpu, "1/s", 1000.0, "goal", more_is_better=True
        ),
        Figure(
            f"{ROOMS_UNDER_LOAD} rooms: shot notices told a core", shots * members / cpu, "1/s", more_is_better=True
        ),
        Figure(f"{ROOMS_UNDER_LOAD} rooms: shots played", shots / wall, "1/s", more_is_better=True),
        Figure(f"{ROOMS_UNDER_LOAD} rooms: shot to last spectator, 99 %", 1e3 * times[int(0.99 * shots)], "ms"),
    ]


async def _connections(server: Server, ada: Hall, bo: Hall) -> list[Figure]:
    tables = [await set_table(server, ada, bo, 0, seed) for seed in range(WATCHERS // 6)]
    memory, cpu = server.memory, server.cpu
    watchers = [await watch(server, tables[number % len(tables)].players[0].invite) for number in range(WATCHERS)]
    memory, cpu = server.memory - memory, server.cpu - cpu
    for watcher in watchers:
        await watcher.socket.close()
    return [
        Figure("memory a spectator", memory / WATCHERS / 1024, "KiB", 20.0, "goal"),
        Figure("server CPU a join (handshake, guest on disk, snapshot)", 1e3 * cpu / WATCHERS, "ms", 1.0, "goal"),
    ]


def measure() -> Iterator[Figure]:
    """Yield round trip, throughput and cost of a connection."""
    with serving() as server:
        yield from asyncio.run(measure_on(server))
