"""A hall in a process of its own, that can be killed and started again on the same port and folder."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class HallProcess:
    """`cuehall serve` on a data folder. `start` returns when it listens."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self.starts = 0
        self._process: Process | None = None

    @property
    def url(self) -> str:
        """Where its sockets are."""
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def pid(self) -> int:
        """The process that runs now."""
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Start, and wait for the line that says it is open."""
        log = (self.data.parent / f"{self.data.name}.log").open("ab")
        with log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "server", "serve", "--port", str(self.port), "--data", str(self.data),
                stdin=DEVNULL, stdout=PIPE, stderr=log, cwd=ROOT,
            )  # fmt: skip
        assert self._process.stdout is not None
        line = (await self._process.stdout.readline()).decode()
        assert "Cuehall is open at http://127.0.0.1:" in line, line
        self.port = int(line.split("127.0.0.1:")[1].split()[0])
        self.starts += 1

    async def kill(self) -> None:
        """`kill -9`: nothing is finished, nothing is said."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Ask it to stop, and wait until it has; its exit status."""
        return await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        process, self._process = self._process, None
        if process.returncode is None:
            process.send_signal(how)
        return await process.wait()

    async def close(self) -> None:
        """Leave nothing running."""
        if self._process is not None:
            await self.kill()


@asynccontextmanager
async def hall_process(data: Path) -> AsyncIterator[HallProcess]:
    """A hall that listens until the block ends."""
    hall = HallProcess(data)
    try:
        await hall.start()
        yield hall
    finally:
        await hall.close()


async def run_cuehall(*arguments: str) -> tuple[int, str, str]:
    """Run a command to its end: exit status, output, errors."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "server", *arguments, stdin=DEVNULL, stdout=PIPE, stderr=PIPE, cwd=ROOT
    )
    out, err = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


def record_of(data: Path, match: str) -> list[dict[str, object]]:
    """The lines of a stored match, read from the database by hand."""
    import sqlite3

    with sqlite3.connect(f"file:{data / 'hall.db'}?mode=ro", uri=True) as database:
        rows = database.execute("SELECT text FROM lines WHERE match = ? ORDER BY number", (match,)).fetchall()
    database.close()
    return [json.loads(text) for (text,) in rows]
