"""Bots of the house: processes of their own that come in through the front door, like everybody else."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from client_protocol.refusals import Refusal
from lobby.codes import RoomId
from server.bot_log import BotLog
from server.config import Settings

if TYPE_CHECKING:
    from server.room import Room

log = structlog.get_logger()

ROOT = Path(__file__).resolve().parent.parent
"""Where the packages lie, so that the bot's process finds them whatever its working folder is."""

STOP_SECONDS = 3.0

PIECE = 4096
"""Bytes that are read from a bot at once."""


class NoBot(Exception):
    """No bot can be sent: the code, a sentence and the field."""

    def __init__(self, code: Refusal, text: str, path: str | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.path = path


class HouseBots:
    """The bots that were sent into rooms, each a task that runs a process; none outlives its room or the hall."""

    def __init__(self, settings: Settings) -> None:
        self._limit = settings.max_bots
        self._url = f"ws://{_own_address(settings.host)}:{settings.port}/ws"
        self._running: dict[RoomId, dict[asyncio.Task[None], int | None]] = {}
        self._log = BotLog(settings.data)

    def listen_at(self, host: str, port: int) -> None:
        """Where the hall is to be found, now that it listens."""
        self._url = f"ws://{_own_address(host)}:{port}/ws"

    @property
    def count(self) -> int:
        """Bots that run just now."""
        return sum(map(len, self._running.values()))

    def seat_for(self, room: Room, wish: int | None) -> int:
        """The seat that a bot may be sent to: free, and promised to no other bot that is on its way. Raises NoBot."""
        promised = self._running.get(room.id, {}).values()
        free = [seat for seat in room.free_seats() if seat not in promised]
        if wish is not None and wish not in free:
            raise NoBot(Refusal.SEAT_TAKEN, f"seat {wish} is not free", "$.seat")
        if not free:
            raise NoBot(Refusal.NO_FREE_SEAT, "no seat is free for a bot")
        if self.count >= self._limit:
            raise NoBot(Refusal.NO_BOT, "all bots of the house play already")
        return free[0] if wish is None else wish

    def send(self, room: Room, seat: int | None, token: str) -> None:
        """Start the bot whose session this token opens; it takes this seat, or the one it has."""
        bot = asyncio.get_running_loop().create_task(self._run(room.id, _command(self._url, room, seat), token))
        self._running.setdefault(room.id, {})[bot] = seat
        bot.add_done_callback(lambda _: self._ended(room.id, bot))

    def forget(self, room: Room) -> None:
        """The room is gone: its bots have been told so, and are stopped in case they did not hear it."""
        for bot in self._running.get(room.id, ()):
            bot.cancel()

    async def stop(self) -> None:
        """Stop every bot and wait until it has ended."""
        bots = [bot for bots in self._running.values() for bot in bots]
        for bot in bots:
            bot.cancel()
        await asyncio.gather(*bots, return_exceptions=True)

    def _ended(self, room: RoomId, bot: asyncio.Task[None]) -> None:
        bots = self._running[room]
        del bots[bot]
        if not bots:
            del self._running[room]

    async def _run(self, room: RoomId, command: Sequence[str], token: str) -> None:
        """Run a bot's process to its end, whoever ends it."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("CUEHALL_")}
        environment |= {"CUEHALL_BOT_TOKEN": token}
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, env=environment
            )
        except OSError as error:
            log.error("a bot could not be started", room=room, error=str(error))
            return
        try:
            assert process.stdout is not None
            while said := await process.stdout.read(PIECE):
                self._log.add(room, said)
            log.info("bot ended", room=room, status=await process.wait())
        finally:
            await _end(process)


def _command(url: str, room: Room, seat: int | None) -> tuple[str, ...]:
    wish = () if seat is None else ("--seat", str(seat))
    game = room.settings.game.value
    return (sys.executable, "-m", "loadtest.bot", url, "--game", game, "--join", room.invite, *wish)


async def _end(process: Process) -> None:
    """Leave no process behind: asked first, then killed."""
    if process.returncode is not None:
        return
    process.terminate()
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


def _own_address(host: str) -> str:
    """How the hall reaches itself."""
    if host in ("", "0.0.0.0"):
        return "127.0.0.1"
    if host == "::":
        return "[::1]"
    return f"[{host}]" if ":" in host else host
