"""What bots of the house print: kept in the data folder, the newest part of it."""

from __future__ import annotations

from pathlib import Path

import structlog

log = structlog.get_logger()

LIMIT = 512 * 1024
"""Bytes of the file; the one before it is kept as `bots.log.1`, so twice as much in all."""


class BotLog:
    """A file that bots' lines are added to. A full disk is no end of a bot: the lines are lost then."""

    def __init__(self, data: Path) -> None:
        self._path = data / "bots.log"

    def add(self, room: str, text: bytes) -> None:
        """Keep what a bot in this room printed."""
        head = f"{room} ".encode()
        lines = b"".join(head + line + b"\n" for line in text.splitlines() if line)
        try:
            if self._path.exists() and self._path.stat().st_size + len(lines) > LIMIT:
                self._path.replace(self._path.with_suffix(".log.1"))
            with self._path.open("ab") as file:
                file.write(lines)
        except OSError as error:
            log.warning("what a bot said could not be kept", room=room, error=str(error))
