"""A hall, a broker, a board and two players: Ada throws at her board, Bob on the screen."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import aiomqtt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from client_protocol import notices, requests
from client_protocol.notices import AnyMessage, RoomState
from client_protocol.room_state import follow
from client_protocol.values import BoardKind
from game.boards.reports import Report, ReportKind
from game.boards.sightings import Sighting
from physics.darts.board import STEEL, Ring, Segment, centre_of
from server.app import App
from server.boards.device import Device, DeviceSettings
from tests.server import halls
from tests.server.boards.brokers import Broker
from tests.server.halls import Wire

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
RINGS = {"S": Ring.OUTER_SINGLE, "D": Ring.DOUBLE, "T": Ring.TRIPLE}


class BoardClock:
    """The clock of a board whose player throws faster than anybody can: it runs ahead a little with every dart."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


class Table:
    """Everything that an evening needs. `states` are what Ada was told of the room, oldest first."""

    def __init__(self, data: Path, broker: Broker, settings: dict[str, object]) -> None:
        self.data, self.broker, self.settings = data, broker, settings
        self.hall = AsyncExitStack()
        self.app: App
        self.ada: Wire
        self.bob: Wire
        self.room = ""
        self.invite = ""
        self.clock = BoardClock()
        self.device: Device
        self.task: asyncio.Task[None]

    async def close_hall(self) -> None:
        """The hall stops; everybody's connection ends."""
        await self.hall.aclose()

    async def open_hall(self) -> None:
        """The hall is open again, and both players are back."""
        self.hall = AsyncExitStack()
        self.app = await self.hall.enter_async_context(halls.open_hall(self.data, **self.settings))
        for name in ("ada", "bob"):
            wire = await halls.dial(self.app)
            await wire.hello(token=getattr(self, name).token)
            await wire.resume(self.room)
            setattr(self, name, wire)

    # --- what is known -------------------------------------------------------------------------------------------

    @property
    def states(self) -> list[RoomState]:
        """The state of the room after every notice that Ada heard."""
        state: RoomState | None = None
        told: list[RoomState] = []
        for notice in self.ada.notices_of(self.room):
            state = follow(state, notice)  # type: ignore[arg-type]
            if state is not None:
                told.append(state)
        return told

    @property
    def state(self) -> RoomState:
        """The room as Ada knows it."""
        return self.states[-1]

    async def until(self, holds: Callable[[RoomState], bool]) -> RoomState:
        """Wait for news of the room until something holds."""
        found: list[RoomState] = []

        def fits(_: AnyMessage) -> bool:
            states = self.states
            if states and holds(states[-1]):
                found.append(states[-1])
            return bool(found)

        await self.ada.until(fits)
        return found[-1]

    async def until_armed(self, seat: int = 0) -> RoomState:
        """Wait until the board knows that a dart of this seat counts next."""
        await self.until(lambda state: any(board.armed and board.seat == seat for board in state.boards))
        await self.device.until(lambda: bool(self.device.armed))
        return self.state

    async def until_ignored(self, why: str) -> RoomState:
        """Wait until the room shows that something counted for nothing, and why."""
        return await self.until(lambda state: any(one.why == why for one in state.ignored))

    def scores(self) -> tuple[int, ...]:
        """Scores in seat order."""
        return tuple(side.score for side in self.state.sides)

    # --- what is done --------------------------------------------------------------------------------------------

    async def say(self, kind: ReportKind, segment: str = "", ref: int = 0) -> Report:
        """The board reports something."""
        self.clock.ahead += 0.35
        return await self.device.say(Sighting(kind, segment, ref=ref))

    async def throw(self, *segments: str) -> list[Report]:
        """Ada's darts, each counted before the next flies."""
        made = []
        for segment in segments:
            before = len(self.darts())
            made.append(await self.say(ReportKind.THROW, segment))
            await self.until(lambda _, before=before: len(self.darts()) > before)  # type: ignore[misc]
        return made

    async def take_out(self) -> None:
        """Ada fetches her darts."""
        await self.say(ReportKind.TAKEOUT_START)
        await self.say(ReportKind.TAKEOUT_END)

    async def throw_on_screen(self, *segments: str) -> None:
        """Bob's darts; none shakes, so each hits what it is aimed at."""
        for segment in segments:
            state = await self.until(lambda state: state.to_act == 1 and not state.stopped)
            assert state.darts is not None
            aim = centre_of(STEEL, Segment(RINGS[segment[0]], int(segment[1:])))
            ask = requests.ThrowDart(
                id=self.bob.next_id(), room=self.room, turn=state.turn, dart=state.darts.dart, aim=aim
            )
            before = len(self.darts())
            await self.bob.expect(notices.Done, ask)
            await self.until(lambda _, before=before: len(self.darts()) > before)  # type: ignore[misc]

    def darts(self) -> list[tuple[int, str]]:
        """Every dart that was told, with the seat it belongs to."""
        heard = self.ada.notices_of(self.room)
        return [(one.seat, one.segment.rstrip("io")) for one in heard if isinstance(one, notices.DartThrown)]

    async def restart_board(self) -> None:
        """The board loses its power, and starts again with nothing but its key."""
        await self.stop_board()
        self.device = Device(self.device.settings, self.clock)
        self.task = asyncio.create_task(self.device.run())

    async def stop_board(self) -> None:
        """The board is unplugged."""
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)

    def forged(self, report: Report, key: Ed25519PrivateKey, **changes: object) -> bytes:
        """A report that another key signs, or that was changed."""
        other = Device(replace(self.device.settings, key=key), self.clock, boot=self.device.boot)
        return other.signed(replace(report, **changes))  # type: ignore[arg-type]


async def pair(wire: Wire, broker: Broker, clock: Callable[[], float], board: str = "b1") -> Device:
    """A board that has just become this player's; its task is still to be run."""
    answer = await wire.expect(notices.PairingCode, requests.PairBoard(id=wire.next_id(), name=f"Board {board}"))
    return Device(DeviceSettings(broker.url, board, KEY, code=answer.code), clock)


@asynccontextmanager
async def table(data: Path, broker: Broker, *, begin: bool = True, **room: object) -> AsyncIterator[Table]:
    """An evening of 301 whose first seat throws at a real board, up to Ada's first dart."""
    one = Table(data, broker, {"mqtt_url": broker.url, "mqtt_retry_seconds": 0.5})
    async with one.hall:
        one.app = await one.hall.enter_async_context(halls.open_hall(data, **one.settings))
        one.ada, one.bob = await halls.guest(one.app, "Ada"), await halls.guest(one.app, "Bob")
        one.device = await pair(one.ada, broker, one.clock)
        one.task = asyncio.create_task(one.device.run())
        try:
            await one.device.until(lambda: bool(one.device.pairing))
            assert one.device.pairing == "paired"
            options = {"board_seats": "0", "final_s": 0, **room.pop("options", {})}  # type: ignore[dict-item]
            joined = await one.ada.create(**{"game": "x01", "options": options, **room})
            one.room, one.invite = joined.room, joined.invite
            await one.ada.expect(notices.Done, requests.UseBoard(id=one.ada.next_id(), room=one.room, board="b1"))
            if begin:
                await one.bob.join(joined.invite)
                await one.until_armed()
            yield one
        finally:
            await one.stop_board()
            await one.ada.close()
            await one.bob.close()
            await one.close_hall()


async def hear(broker: Broker, *topics: str) -> AsyncIterator[tuple[str, dict[str, object], bool]]:
    """Messages under some topics as a club's screen hears them: topic, JSON, and whether the broker had kept it."""
    async with aiomqtt.Client("127.0.0.1", broker.port) as client:
        for topic in topics:
            await client.subscribe(topic)
        async for message in client.messages:
            payload = bytes(message.payload or b"")
            yield str(message.topic), json.loads(payload) if payload else {}, bool(message.retain)


async def publish(broker: Broker, topic: str, payload: bytes, *, retain: bool = False) -> None:
    """Somebody publishes something."""
    async with aiomqtt.Client("127.0.0.1", broker.port) as client:
        await client.publish(topic, payload, qos=1, retain=retain)


__all__ = ["KEY", "BoardKind", "Table", "hear", "pair", "publish", "table"]
