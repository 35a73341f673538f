"""Bots of the house: processes of their own that come in through the front door, like everybody else."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, Process
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from client_protocol.refusals import Refusal
from lobby.codes import RoomId
from server.config import Settings

if TYPE_CHECKING:
    from server.room import Room

log = structlog.get_logger()

ROOT = Path(__file__).resolve().parent.parent
"""Where the packages lie, so that the bot's process finds them whatever its working folder is."""

STOP_SECONDS = 3.0


class NoBot(Exception):
    """No bot can be sent: the code, a sentence and the field."""

    def __init__(self, code: Refusal, text: str, path: str | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.path = path


class HouseBots:
    """The bots that were sent into rooms. Each is waited for by a task; none outlives its room for long."""

    def __init__(self, settings: Settings) -> None:
        self._limit = settings.max_bots
        self._url = f"ws://{_own_address(settings.host)}:{settings.port}/ws"
        self._running: dict[RoomId, dict[Process, asyncio.Task[None]]] = {}

    def listen_at(self, host: str, port: int) -> None:
        """Where the hall is to be found, now that it listens."""
        self._url = f"ws://{_own_address(host)}:{port}/ws"

    @property
    def count(self) -> int:
        """Bots that run just now."""
        return sum(map(len, self._running.values()))

    async def send(self, room: Room, seat: int | None) -> None:
        """Start a bot that takes a free seat of this room. Raises NoBot."""
        free = len(room.free_seats()) - self._on_the_way(room)
        if seat is not None and seat not in room.free_seats():
            raise NoBot(Refusal.SEAT_TAKEN, f"seat {seat} is not free", "$.seat")
        if free <= 0:
            raise NoBot(Refusal.NO_FREE_SEAT, "no seat is free for a bot")
        if self.count >= self._limit:
            raise NoBot(Refusal.NO_BOT, "all bots of the house play already")
        wish = [] if seat is None else ["--seat", str(seat)]
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "loadtest.bot",
                self._url,
                "--game",
                room.settings.game.value,
                "--join",
                room.invite,
                *wish,
                stdin=DEVNULL,
                stdout=DEVNULL,
                stderr=DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])},
            )
        except OSError as error:
            log.error("a bot could not be started", error=str(error))
            raise NoBot(Refusal.NO_BOT, "a bot could not be started") from error
        reaper = asyncio.get_running_loop().create_task(self._reap(room.id, process))
        self._running.setdefault(room.id, {})[process] = reaper

    def forget(self, room: Room) -> None:
        """The room is gone: its bots have been told so, and are stopped if they did not hear it."""
        for process in self._running.get(room.id, {}):
            _terminate(process)

    async def stop(self) -> None:
        """Stop every bot and wait for it."""
        reapers = [reaper for bots in self._running.values() for reaper in bots.values()]
        for process in [process for bots in self._running.values() for process in bots]:
            _terminate(process)
        if reapers:
            _, late = await asyncio.wait(reapers, timeout=STOP_SECONDS)
            for reaper in late:
                reaper.cancel()

    def _on_the_way(self, room: Room) -> int:
        """Bots sent into the room that do not sit there yet."""
        return max(0, len(self._running.get(room.id, {})) - room.seated_bots)

    async def _reap(self, room: RoomId, process: Process) -> None:
        try:
            status = await process.wait()
            log.info("bot ended", room=room, status=status)
        finally:
            if process.returncode is None:
                process.kill()
            bots = self._running.get(room, {})
            bots.pop(process, None)
            if not bots:
                self._running.pop(room, None)


def _terminate(process: Process) -> None:
    if process.returncode is None:
        process.terminate()


def _own_address(host: str) -> str:
    """How the hall reaches itself."""
    if host in ("", "0.0.0.0"):
        return "127.0.0.1"
    if host == "::":
        return "[::1]"
    return f"[{host}]" if ":" in host else host
