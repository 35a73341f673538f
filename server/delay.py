"""What spectators are told later than players: notices wait, and the state shown meanwhile is the one told last."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from client_protocol.notices import RoomState
from server.frames import Outgoing

MOST_WAITING = 2000
"""Notices that wait; where more come the oldest are dropped, and who misses them asks for the state as it is shown."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A notice on its way: when it is told (s), and the state after it."""

    due: float
    n: int
    outgoing: Outgoing
    state: RoomState


class Delay:
    """The delay of one room for its spectators, s. `n` and `state` are what they know."""

    def __init__(self, seconds: float, n: int, state: RoomState) -> None:
        self.seconds = seconds
        self.n = n
        self.state = state
        self._waiting: deque[Waiting] = deque(maxlen=MOST_WAITING)

    @property
    def due(self) -> float | None:
        """When the next notice is told to spectators, s."""
        return self._waiting[0].due if self._waiting else None

    def add(self, now: float, n: int, outgoing: Outgoing, state: RoomState) -> None:
        """A notice was told to the players now."""
        self._waiting.append(Waiting(now + self.seconds, n, outgoing, state))

    def release(self, now: float) -> list[Outgoing]:
        """Notices whose time has come, in order."""
        told = []
        while self._waiting and self._waiting[0].due <= now:
            one = self._waiting.popleft()
            self.n, self.state = one.n, one.state
            told.append(one.outgoing)
        return told
