"""What a brain may decide, and what a brain is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from client_protocol.notices import RoomState
from client_protocol.values import Call, Stroke


@dataclass(frozen=True)
class Shoot:
    """Strike a ball."""

    stroke: Stroke
    call: Call | None = None
    safety: bool = False
    push_out: bool = False


@dataclass(frozen=True)
class Lag:
    """Lag for the break."""

    stroke: Stroke


@dataclass(frozen=True)
class LayDown:
    """Place the ball in hand, m."""

    ball: str
    at: tuple[float, float]


@dataclass(frozen=True)
class Choose:
    """Answer the options offered."""

    option: str


@dataclass(frozen=True)
class Throw:
    """Let a dart go, aimed at a point in mm."""

    aim: tuple[float, float]


@dataclass(frozen=True)
class PassDarts:
    """Give up the darts left."""


@dataclass(frozen=True)
class Concede:
    """Give the match up: only where nothing else is accepted."""


Decision = Shoot | Lag | LayDown | Choose | Throw | PassDarts | Concede


class Brain(Protocol):
    """Chooses what to do. It may remember what it did before; `refused` tells it that a decision was not accepted."""

    def decide(self, state: RoomState, seat: int) -> Decision:
        """What this seat does now; `state` says that it is to act."""

    def refused(self, decision: Decision, code: str) -> None:
        """The decision was refused with this code; the next one should differ."""
