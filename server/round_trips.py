"""How long messages take on a connection, from the last few round trips of its pings."""

from __future__ import annotations

from collections import deque
from statistics import median

from game.darts.release import window

MEASURED = 8
"""Round trips that count: the last ones."""


class RoundTrips:
    """The last round trips of one connection, s."""

    def __init__(self) -> None:
        self._measured: deque[float] = deque(maxlen=MEASURED)

    def note(self, round_trip: float) -> None:
        """One more measurement."""
        self._measured.append(round_trip)

    @property
    def release_window(self) -> float:
        """How much earlier than its arrival a throw may be let go, s (darts B.2): half the median round trip, three
        times the jitter (the median distance from it), and a little."""
        usual = median(self._measured) if self._measured else 0.0
        jitter = median(abs(one - usual) for one in self._measured) if self._measured else 0.0
        return window(usual, jitter)
