"""Many clients in one process: tables with two players and watchers, played at a set rate."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import count

from client_protocol.client import Hall
from client_protocol.client_errors import ClientError, RefusedError
from client_protocol.client_room import Room
from client_protocol.notices import DartThrown, ShotPlayed, Snapshot
from client_protocol.room_state import AnyNotice
from client_protocol.values import Pace, Role, Touch
from loadtest.bot import COME_BACK, OVERTAKEN, perform, think
from loadtest.measures import Measures
from loadtest.players.decisions import Concede, Shoot, Throw
from loadtest.players.quick import QuickPlayer

AT_ONCE = 40
"""Clients that connect at the same time."""
MOST_REFUSALS = 30
"""Refused decisions of one turn after which the match is conceded."""


@dataclass
class Member:
    """A client in a room: its number in this run, its session, and the room as it sees it."""

    number: int
    hall: Hall
    room: Room | None = None


@dataclass
class Table:
    """A room of the run: its players in seat order, and who watches."""

    game: str
    players: list[Member]
    watchers: list[Member] = field(default_factory=list)

    @property
    def everybody(self) -> list[Member]:
        """Players, then watchers."""
        return [*self.players, *self.watchers]


class Crowd:
    """Opens sessions and tables, and plays on them until told to stop."""

    def __init__(self, url: str, measures: Measures, seed: int, patience: float = 60.0) -> None:
        self.url = url
        self.patience = patience
        self.measures = measures
        self.members: list[Member] = []
        self.tables: list[Table] = []
        self._chance = random.Random(seed)
        self._numbers = count(1)
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._sessions = AsyncExitStack()

    async def __aenter__(self) -> Crowd:
        await self._sessions.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await asyncio.gather(*(member.hall.close() for member in self.members))
        await self._sessions.aclose()

    @property
    def connected(self) -> int:
        """Sessions that have a connection just now."""
        return sum(member.hall.is_connected for member in self.members)

    @property
    def reconnects(self) -> int:
        """How often sessions came back."""
        return sum(member.hall.reconnects for member in self.members)

    async def enter(self) -> Member:
        """One more session."""
        number = next(self._numbers)
        async with self._gate:
            start = _now()
            hall = await Hall(self.url, f"Load {number}", bot=True, patience=self.patience, deadline=30.0).__aenter__()
            self.measures.time("connect and hello", _now() - start)
        member = Member(number, hall)
        self.members.append(member)
        return member

    async def open_table(self, game: str, watchers: int = 0) -> Table:
        """Two players sit down at a new room; watchers come in."""
        players = [await self.enter(), await self.enter()]
        table = Table(game, players)
        self.tables.append(table)
        await self._begin(table)
        await asyncio.gather(*(self._watch(table) for _ in range(watchers)))
        return table

    async def _begin(self, table: Table) -> None:
        """Open the room of a table and let everybody in who is at it."""
        first, second = table.players
        start = _now()
        room = await first.hall.create_room(table.game, touch=Touch.CLUB, pace=Pace.INSTANT, listed=False)
        self._attach(first, room)
        for member, role in [(second, Role.PLAYER), *((watcher, Role.SPECTATOR) for watcher in table.watchers)]:
            self._attach(member, await member.hall.join_room(room.invite, role=role))
        self.measures.time("open and join", _now() - start)
        self.measures.counts["matches begun"] += 1

    async def _watch(self, table: Table) -> None:
        member = await self.enter()
        first = table.players[0].room
        assert first is not None
        self._attach(member, await member.hall.join_room(first.invite, role=Role.SPECTATOR))
        table.watchers.append(member)

    def _attach(self, member: Member, room: Room) -> None:
        """Follow a room's notices for one member."""
        member.room = room
        room.listener = lambda notice: self._take(member, notice)

    def _take(self, member: Member, notice: AnyNotice) -> None:
        self.measures.counts["notices"] += 1
        if isinstance(notice, Snapshot):
            self.measures.skipped(notice.room, member.number)
        elif isinstance(notice, ShotPlayed | DartThrown):
            assert isinstance(notice.delta.turn, int)
            self.measures.seen(notice.room, notice.delta.turn - 1, member.number, _now())

    async def play(self, table: Table, rate: float, until: float) -> None:
        """Play at a table, `rate` shots a second, until a moment; a match that is over is followed by a new one."""
        brains = [QuickPlayer(self._chance.randrange(2**32)) for _ in table.players]
        due = _now() + self._chance.random() / rate
        turn, refusals = -1, 0
        while _now() < until:
            room = table.players[0].room
            assert room is not None
            if room.is_over:
                await self._follow_up(table)
                continue
            state = room.state
            if state.to_act is None:
                await self._wait(room, until)
                continue
            if state.turn != turn:
                turn, refusals = state.turn, 0
            decision = think(brains[state.to_act], state, state.to_act, self._chance)
            if refusals > MOST_REFUSALS:
                decision = Concede()
            if isinstance(decision, Shoot | Throw):
                await asyncio.sleep(max(0.0, min(due, until) - _now()))
                due = max(due + 1 / rate, _now())
            if not await self._act(table, state.to_act, decision, state.turn):
                brains[state.to_act].refused(decision, "refused")
                refusals += 1

    async def _wait(self, room: Room, until: float) -> None:
        """Nobody is to act: wait for the next notice."""
        seen = room.seen
        try:
            await room.wait_until(lambda: room.seen != seen or room.closed is not None, max(0.0, until - _now()))
        except TimeoutError:
            return

    async def _act(self, table: Table, seat: int, decision: object, turn: int) -> bool:
        """Send a decision and measure it; whether it was accepted (or the match has gone on)."""
        member = table.players[seat]
        room = member.room
        assert room is not None
        is_shot = isinstance(decision, Shoot | Throw)
        start = _now()
        if is_shot:
            self.measures.sent(room.room, turn, start, frozenset(one.number for one in table.everybody))
        try:
            await room.wait_until(lambda: room.is_over or room.state.turn >= turn, 30.0)
            await perform(room, decision)  # type: ignore[arg-type]
        except RefusedError as error:
            self.measures.withdrawn(room.room, turn)
            self.measures.refusals[error.refused.code] += 1
            if error.refused.code in COME_BACK:
                await asyncio.sleep(0.05)
            return error.refused.code in COME_BACK or error.refused.code in OVERTAKEN
        if is_shot:
            self.measures.time("shot to its own reply", _now() - start)
            self.measures.counts["shots sent"] += 1
        return True

    async def _follow_up(self, table: Table) -> None:
        """Leave a finished room and open the next one."""
        for member in table.everybody:
            room = member.room
            if room is not None and room.closed is None:
                try:
                    await room.leave()
                except (ClientError, TimeoutError):
                    self.measures.counts["leaves that failed"] += 1
        finished = table.players[0].room
        assert finished is not None
        self.measures.left(finished.room)
        await self._begin(table)

    async def compare_states(self, tables: Sequence[Table] | None = None) -> None:
        """Every member asks for a snapshot; what it holds must equal it."""
        members = [member for table in (self.tables if tables is None else tables) for member in table.everybody]
        await asyncio.gather(*(self._compare(member) for member in members))

    async def _compare(self, member: Member) -> None:
        room = member.room
        if room is None or room.closed is not None:
            return
        async with self._gate:
            try:
                await room.compare()
            except (ClientError, TimeoutError) as error:
                self.measures.violate(f"{room.room}: no snapshot came: {error!r}")
        self.measures.counts["states compared"] += 1
        if room.differences:
            self.measures.violate(f"{room.room}: the state held differs from the snapshot")


def _now() -> float:
    return asyncio.get_running_loop().time()
