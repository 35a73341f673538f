"""Shots over bad lines to a hall that is killed again and again: `python -m benchmarks.exactly_once [--seconds N] …`.

Real rooms, physics and records. Of what each player sends a part is cut off, sent twice, sent late or sent again after
later ones; every so many seconds the hall gets a `kill -9`; strangers try to come in with wrong tokens all the while.
At the end the database is held against what the players were told: every shot acknowledged or shown is on disk once, as
it was told, no turn is played twice, no clock is charged for an outage, and at most a second is given. Exit status 1
otherwise. Bounded by its seconds; only a hall of its own on the loopback address is touched.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from client_protocol.client import Hall
from client_protocol.client_errors import ClientError, RefusedError
from client_protocol.client_room import Room
from client_protocol.notices import Done, ShotPlayed
from client_protocol.refusals import Refusal
from client_protocol.requests import TakeShot
from client_protocol.room_state import AnyNotice
from client_protocol.values import Pace, Stroke, Touch
from lobby.stores import MatchId
from server.storage.reading import reader
from tests.end_to_end.hall_process import HallProcess

PATIENCE = 90.0
"""s within which everybody must have come back after a kill: less than the hall's grace."""

SHOTS_A_MATCH = 150
"""Then a player concedes and the next match begins: a restart folds short records."""

MOST_GIVEN = 1.0
"""s that a clock may gain by an outage."""

LIMITS = {"ACTION_RATE": "100000", "LOBBY_RATE": "100000", "CREATE_RATE": "100000", "MAX_ROOMS_PER_PERSON": "100"}
SETTINGS = {**LIMITS, "LINGER_SECONDS": "2", "LOG_LEVEL": "error"}


@dataclass(frozen=True)
class Faults:
    """Shares of the messages that are cut off, sent twice, held back, or followed by an old one."""

    cut: float = 0.05
    twice: float = 0.05
    late: float = 0.05
    old: float = 0.05


@dataclass(frozen=True)
class Shot:
    """A shot as somebody knows it; the aim is drawn at random, so no two are alike."""

    match: str
    turn: int
    seat: int
    aim: float


@dataclass
class Seen:
    """What all players together did and were told."""

    acknowledged: list[Shot] = field(default_factory=list)
    shown: dict[tuple[str, int], tuple[int, float]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def note(self, notice: AnyNotice) -> None:
        """Keep a shot that was shown; two under one number must be the same."""
        if isinstance(notice, ShotPlayed):
            told = (notice.seat, notice.stroke.aim)
            if self.shown.setdefault((notice.room, notice.n), told) != told:
                self.faults.append(f"two shots were told under number {notice.n} of {notice.room}")


class BadLine(Hall):
    """A client whose line is bad."""

    def __init__(self, url: str, name: str, chance: random.Random, faults: Faults, counts: Counter[str]) -> None:
        super().__init__(url, name, patience=PATIENCE, deadline=PATIENCE)
        self._chance, self._faults, self._counts = chance, faults, counts
        self._sent: list[bytes] = []
        self._held: list[asyncio.Task[None]] = []
        self._line: object = None

    async def _put(self, data: bytes) -> bool:
        if self._line is not self._socket:  # what was on its way on a line that was cut never comes on another one
            self._line, self._sent = self._socket, []
        self._sent = [*self._sent[-5:], data]
        if self._meets("late", self._faults.late):
            self._held = [task for task in self._held if not task.done()]
            self._held.append(asyncio.create_task(self._put_later(data, self._socket)))
            return True
        if self._meets("cut before", self._faults.cut / 2):
            self.cut()
            return False
        taken = await super()._put(data)
        if self._meets("twice", self._faults.twice):
            await super()._put(data)
        if self._meets("old", self._faults.old):
            await super()._put(self._chance.choice(self._sent))
        if self._meets("cut after", self._faults.cut / 2):
            self.cut()
        return taken

    async def _put_later(self, data: bytes, line: object) -> None:
        await asyncio.sleep(self._chance.uniform(0.0, 0.03))
        if line is self._socket and not await super()._put(data):
            self.cut()  # nobody would send it again: a new connection does

    def _meets(self, what: str, share: float) -> bool:
        happens = self._chance.random() < share
        self._counts[what] += happens
        return happens


@dataclass(frozen=True)
class Plan:
    """How long, how many rooms, how often it is killed, by which chance."""

    seconds: float
    rooms: int
    kill_every: float
    seed: int
    faults: Faults = Faults()
    most_shots: int = 1_000_000


@dataclass
class Run:
    """One run: its plan, the hall, what was seen, when the hall was killed (machine time, before and after)."""

    plan: Plan
    hall: HallProcess
    seen: Seen = field(default_factory=Seen)
    kills: list[tuple[float, float]] = field(default_factory=list)
    ends: float = 0.0

    @property
    def is_over(self) -> bool:
        """Whether no further shot is to be played."""
        return time.monotonic() > self.ends or len(self.seen.acknowledged) >= self.plan.most_shots

    async def play(self, slot: int) -> None:
        """Two players, one match after the other."""
        chance = random.Random(f"{self.plan.seed}/{slot}")
        async with (
            BadLine(self.hall.url, f"A {slot}", chance, self.plan.faults, self.seen.counts) as ada,
            BadLine(self.hall.url, f"B {slot}", chance, self.plan.faults, self.seen.counts) as bo,
        ):
            while not self.is_over:
                room = await ada.create_room(
                    "three_cushion", options={"target": 500}, touch=Touch.EXACT, pace=Pace.INSTANT, listed=False,
                    shot_clock=40.0,
                )  # fmt: skip
                other = await bo.join_room(room.invite)
                room.listener = other.listener = self.seen.note
                await asyncio.gather(self._play_seat(room, chance), self._play_seat(other, chance))
                self.seen.counts["matches"] += 1
                self.seen.counts["states that differed"] += room.differences + other.differences

    async def _play_seat(self, room: Room, chance: random.Random) -> None:
        async for state in room.turns():
            try:
                if state.options_offered:
                    await room.choose(state.options_offered[0])
                elif self.is_over or state.entries > SHOTS_A_MATCH:
                    await room.concede()
                elif state.cue is not None:
                    await self._shoot(room, state.turn, state.cue.strikes[0], chance)
            except RefusedError as error:  # it was overtaken by itself, or the hall is just coming up
                self.seen.counts[f"refused {error.refused.code}"] += 1

    async def _shoot(self, room: Room, turn: int, ball: str, chance: random.Random) -> None:
        stroke = Stroke(ball=ball, aim=chance.uniform(-3.1, 3.1), speed=chance.uniform(1.0, 3.0))
        reply = await room.hall.ask(TakeShot(id=room.hall.next_id(), room=room.room, turn=turn, stroke=stroke))
        assert isinstance(reply, Done)
        if reply.n is None:
            self.seen.counts["overtaken"] += 1
            return
        assert room.seat is not None
        self.seen.acknowledged.append(Shot(f"{room.room}-1", turn, room.seat, stroke.aim))
        n = reply.n
        await room.wait_until(lambda: room.is_over or (room.seen is not None and room.seen >= n), PATIENCE)

    async def kill(self) -> None:
        """Kill the hall again and again, and start it again."""
        while not self.is_over:
            await asyncio.sleep(self.plan.kill_every)
            if self.is_over:
                return
            before = time.time()
            await self.hall.kill()
            self.kills.append((before, time.time()))
            await self.hall.start()

    async def intrude(self) -> None:
        """Try wrong tokens."""
        chance = random.Random(self.plan.seed)
        while not self.is_over:
            token = "".join(chance.choices("abcdefghijklmnopqrstuvwxyz234567", k=43))
            try:
                async with Hall(self.hall.url, token=token, patience=PATIENCE, deadline=PATIENCE):
                    self.seen.faults.append("a wrong token was let in")
            except RefusedError as error:
                self.seen.counts["wrong tokens refused"] += error.refused.code == Refusal.UNKNOWN_TOKEN
            except (ClientError, TimeoutError, OSError):
                self.seen.counts["wrong tokens cut off"] += 1
            await asyncio.sleep(0.2)

    async def show(self) -> None:
        """Tell how far it is."""
        while not self.is_over:
            await asyncio.sleep(10.0)
            left = max(0.0, self.ends - time.monotonic())
            print(f"{len(self.seen.acknowledged)} shots, {len(self.kills)} kills, {left:.0f} s left", file=sys.stderr)


async def play_through(plan: Plan, data: Path) -> Run:
    """Play by a plan in a data folder; the hall is stopped at the end."""
    hall = HallProcess(data)
    run = Run(plan, hall)
    await hall.start()
    run.ends = time.monotonic() + plan.seconds
    shown = asyncio.create_task(run.show())
    try:
        async with asyncio.TaskGroup() as group:
            for slot in range(plan.rooms):
                group.create_task(run.play(slot))
            group.create_task(run.kill())
            group.create_task(run.intrude())
        await hall.stop()
    finally:
        shown.cancel()
        with suppress(asyncio.CancelledError):
            await shown
        await hall.close()
    return run


async def check(run: Run, data: Path) -> list[str]:
    """Everything that is wrong: the records held against what the players were told."""
    faults = list(run.seen.faults)
    stored: Counter[Shot] = Counter()
    shown: dict[tuple[str, int], tuple[int, float]] = {}
    given: list[float] = []
    async with reader(data) as store:
        for match in await store.matches():
            turns: Counter[int] = Counter()
            for line in await store.lines(MatchId(match.id)):
                entry = json.loads(line.text)
                action = entry.get("action", {"type": "header"})
                if action["type"] == "shot":
                    shot = Shot(match.id, entry["turn"], entry["seat"], entry["strokes"][0]["aim"])
                    stored[shot] += 1
                    turns[shot.turn] += 1
                    shown[match.room, line.notice] = (shot.seat, shot.aim)
                elif action["type"] == "resumed":
                    faults += list(_unfair(run, entry["at"], action["away"], given))
            faults += [
                f"turn {turn} of {match.id} was played {count} times" for turn, count in turns.items() if count > 1
            ]
    acknowledged = Counter(run.seen.acknowledged)
    faults += [f"acknowledged and not on disk: {shot}" for shot in acknowledged if shot not in stored]
    faults += [f"acknowledged twice: {shot}" for shot, count in acknowledged.items() if count > 1]
    faults += [
        f"shown and not on disk as shown: {key}" for key, told in run.seen.shown.items() if shown.get(key) != told
    ]
    run.seen.counts["on disk"] = stored.total()
    run.seen.counts["on disk, not acknowledged"] = sum(shot not in acknowledged for shot in stored)
    if run.seen.counts["on disk, not acknowledged"] > run.seen.counts["overtaken"]:
        faults.append("shots are on disk that nobody asked for to the end")
    run.seen.counts["clocks credited"] = len(given)
    if given:
        print(f"given beyond the outage: {1e3 * min(given):.0f} to {1e3 * max(given):.0f} ms", file=sys.stderr)
    return faults


def _unfair(run: Run, back_at: float, away: float, given: list[float]) -> Iterator[str]:
    """What is wrong with the credit of a clock: charged for an outage, or given more than a second."""
    before, after = max((kill for kill in run.kills if kill[0] < back_at), default=(back_at, back_at))
    given.append(away - (back_at - before))
    if away < back_at - after - 0.001:
        yield f"a clock was charged {back_at - after - away:.3f} s of an outage"
    if given[-1] > MOST_GIVEN:
        yield f"a clock was given {given[-1]:.3f} s"


def main() -> int:
    """Run, check, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.exactly_once", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rooms", type=int, default=12)
    parser.add_argument("--kill-every", type=float, default=30.0, help="s between kills")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shots", type=int, default=1_000_000, help="stop after so many")
    chosen = parser.parse_args()
    os.environ.update({f"CUEHALL_{name}": value for name, value in SETTINGS.items()})
    plan = Plan(chosen.seconds, chosen.rooms, chosen.kill_every, chosen.seed, most_shots=chosen.shots)
    with tempfile.TemporaryDirectory(prefix="cuehall-once-") as folder:
        data = Path(folder) / "hall"
        run = asyncio.run(play_through(plan, data))
        faults = asyncio.run(check(run, data))
    print(f"{len(run.seen.acknowledged)} shots acknowledged, {len(run.seen.shown)} shown, {len(run.kills)} kills")
    for name, count in sorted(run.seen.counts.items()):
        print(f"  {name:28s} {count}")
    for fault in faults[:20]:
        print(f"FAULT {fault}")
    print(f"{len(faults)} faults")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
