"""The load scenarios: each opens its crowd, plays for a set time, and checks what must hold."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from client_protocol.client import Hall, socket_url
from client_protocol.client_errors import ClientError, RefusedError
from client_protocol.values import Pace, Role
from loadtest.crowd import Crowd, Table
from loadtest.measures import Measures

MOST_ROOMS = 5_000
MOST_CLIENTS = 20_000
LONGEST = 3_600.0
GAMES = ("nine_ball", "three_cushion", "x01")
"""What is played where nothing is asked for."""


@dataclass(frozen=True)
class Load:
    """What is asked of a run.

    rooms, watchers  tables with two players each, and watchers at each of them (one table: `full_room`)
    seconds, rate    how long is played, and shots a second at each table
    games            played in turn, table by table
    storm_every      s between two cuts of all connections (`storm`)
    patience         s that clients try to reach a hall that is away
    """

    url: str
    scenario: str = "steady"
    rooms: int = 10
    watchers: int = 1
    seconds: float = 20.0
    rate: float = 1.0
    games: tuple[str, ...] = GAMES
    storm_every: float = 5.0
    seed: int = 1
    patience: float = 60.0

    def check(self) -> None:
        """Raise ValueError for what must not be run: another machine as target, or no bounds."""
        if self.scenario not in SCENARIOS:
            raise ValueError(f"unknown scenario {self.scenario}: {', '.join(SCENARIOS)}")
        host = urlsplit(socket_url(self.url)).hostname or ""
        if host != "localhost" and not (_is_address(host) and ip_address(host).is_loopback):
            raise ValueError(f"{host} is not this machine: load is for the loopback interface only")
        if not 1 <= self.rooms <= MOST_ROOMS or not 0 <= self.watchers <= MOST_CLIENTS:
            raise ValueError(f"1 to {MOST_ROOMS} rooms, 0 to {MOST_CLIENTS} watchers")
        if self.rooms * (2 + self.watchers) > MOST_CLIENTS:
            raise ValueError(f"at most {MOST_CLIENTS} clients")
        if not 0 < self.seconds <= LONGEST or not 0 < self.rate <= 1_000:
            raise ValueError(f"0 to {LONGEST:g} seconds, 0 to 1000 shots a second")
        if not self.games or self.storm_every <= 0:
            raise ValueError("a game and a time between storms are needed")


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


async def run_steady(load: Load, crowd: Crowd) -> None:
    """All tables play at the same rate."""
    tables = await _open(load, crowd, load.rooms, load.watchers)
    await _play(load, crowd, tables)
    await _settle(crowd)


async def run_ramp(load: Load, crowd: Crowd) -> None:
    """Tables come one after another over the first half of the time and play to the end."""
    start = asyncio.get_running_loop().time()
    until = start + load.seconds
    pause = load.seconds / 2 / load.rooms
    async with asyncio.TaskGroup() as group:
        for index in range(load.rooms):
            table = await crowd.open_table(load.games[index % len(load.games)], load.watchers)
            group.create_task(crowd.play(table, load.rate, until))
            await asyncio.sleep(max(0.0, start + (index + 1) * pause - asyncio.get_running_loop().time()))
    await _settle(crowd)


async def run_storm(load: Load, crowd: Crowd) -> None:
    """All connections are cut at once, again and again, while everybody plays."""
    tables = await _open(load, crowd, load.rooms, load.watchers)
    async with asyncio.TaskGroup() as group:
        playing = group.create_task(_play(load, crowd, tables))
        while not playing.done():
            await asyncio.wait({playing}, timeout=load.storm_every)
            if not playing.done():
                await _cut_everybody(crowd)
    await _settle(crowd)


async def _cut_everybody(crowd: Crowd) -> None:
    """Cut every connection and measure how long it takes until each is back."""
    loop = asyncio.get_running_loop()
    start = loop.time()
    for member in crowd.members:
        member.hall.cut()

    async def come_back(hall: Hall) -> None:
        try:
            await hall.connected(30.0)
        except (ClientError, TimeoutError) as error:
            crowd.measures.violate(f"{hall.name} did not come back after a storm: {error!r}")
        crowd.measures.time("back after a storm", loop.time() - start)

    await asyncio.gather(*(come_back(member.hall) for member in crowd.members))
    crowd.measures.counts["storms"] += 1


async def run_full_room(load: Load, crowd: Crowd) -> None:
    """One table with all the watchers."""
    tables = await _open(load, crowd, 1, load.watchers)
    await _play(load, crowd, tables)
    await _settle(crowd)


async def run_churn(load: Load, crowd: Crowd) -> None:
    """People list, open, watch and leave rooms without ever playing; at the end no room of theirs is left."""
    until = asyncio.get_running_loop().time() + load.seconds
    async with asyncio.TaskGroup() as group:
        for index in range(load.rooms):
            group.create_task(_churn(load, crowd, index, until))


async def _churn(load: Load, crowd: Crowd, index: int, until: float) -> None:
    loop = asyncio.get_running_loop()
    chance = random.Random(load.seed * 100_003 + index)
    host, guest = await crowd.enter(), await crowd.enter()
    while loop.time() < until:
        try:
            start = loop.time()
            room = await host.hall.create_room(chance.choice(load.games), pace=Pace.INSTANT)
            crowd.measures.time("open", loop.time() - start)
            start = loop.time()
            await guest.hall.list_rooms()
            crowd.measures.time("list", loop.time() - start)
            start = loop.time()
            joined = await guest.hall.join_room(room.invite, role=Role.SPECTATOR)
            crowd.measures.time("join", loop.time() - start)
            for leaver in chance.sample([room, joined], 2):
                await leaver.leave()
            crowd.measures.counts["rooms opened and left"] += 1
        except RefusedError as error:
            crowd.measures.refusals[error.refused.code] += 1
            await asyncio.sleep(0.1)
        await asyncio.sleep(1 / load.rate)


async def _open(load: Load, crowd: Crowd, rooms: int, watchers: int) -> list[Table]:
    """Open tables, many at a time; the games in turn."""
    return list(
        await asyncio.gather(
            *(crowd.open_table(load.games[index % len(load.games)], watchers) for index in range(rooms))
        )
    )


async def _play(load: Load, crowd: Crowd, tables: list[Table]) -> None:
    until = asyncio.get_running_loop().time() + load.seconds
    async with asyncio.TaskGroup() as group:
        for table in tables:
            group.create_task(crowd.play(table, load.rate, until))


async def _settle(crowd: Crowd) -> None:
    """Everything sent has arrived, and every state equals the server's."""
    await asyncio.gather(*(_catch_up(member.hall.ping()) for member in crowd.members))
    await crowd.compare_states()
    crowd.measures.finish()


async def _catch_up(ping: Awaitable[float]) -> None:
    """A reply after everything sent before it."""
    try:
        await ping
    except (ClientError, TimeoutError):
        return


SCENARIOS: Mapping[str, Callable[[Load, Crowd], Awaitable[None]]] = {
    "steady": run_steady,
    "ramp": run_ramp,
    "storm": run_storm,
    "full_room": run_full_room,
    "churn": run_churn,
}


async def run_load(load: Load, measures: Measures, watch: Callable[[Crowd], Awaitable[None]] | None = None) -> Crowd:
    """Run one scenario into `measures`; `watch` runs beside it until it ends. Raises ValueError for bad bounds."""
    load.check()
    async with Crowd(load.url, measures, load.seed, load.patience) as crowd:
        watching = asyncio.ensure_future(watch(crowd)) if watch is not None else None
        try:
            await SCENARIOS[load.scenario](load, crowd)
        finally:
            if watching is not None:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
        measures.counts["clients"] = len(crowd.members)
        measures.counts["reconnects"] = crowd.reconnects
        return crowd
