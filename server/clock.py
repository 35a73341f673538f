"""The only clock of the hall. Everything below the server is told the time."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Server time in seconds since 1970; it never runs backwards."""

    def now(self) -> float:
        """The time now, s."""


class SystemClock:
    """Starts at the machine's time (or at `not_before`, if that is later) and goes on by its steady counter."""

    def __init__(self, not_before: float = 0.0) -> None:
        self._offset = max(time.time(), not_before) - time.monotonic()

    def now(self) -> float:
        """Server time, s."""
        return self._offset + time.monotonic()
