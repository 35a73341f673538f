"""Real dart boards of the hall's people: whose they are, the key each speaks with, and where they are in use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NewType, Protocol

from lobby.codes import RoomId, readable_code
from lobby.people import PersonId

BoardId = NewType("BoardId", str)

PAIRING_BYTES = 16
PAIRING_SECONDS = 600.0
"""How long a pairing code can be used."""

MOST_BOARDS = 20
"""Boards of one person."""


@dataclass(frozen=True)
class Board:
    """A paired board: its owner, its public Ed25519 key (32 bytes), and what sees its darts (`machine`, `camera`).

    boot, last  the start and the number of the last report taken from it; newest: when that was made, s
    """

    id: BoardId
    owner: PersonId
    name: str
    kind: str
    key: bytes
    boot: str = ""
    last: int = 0
    newest: float = 0.0


@dataclass(frozen=True)
class BoardUse:
    """A seat of a room that throws at a board."""

    room: RoomId
    seat: int
    board: BoardId


@dataclass(frozen=True)
class Pairing:
    """A code that somebody was given for a board of his, and until when it holds, s."""

    code: str
    owner: PersonId
    until: float


def pairing_code(random: bytes) -> str:
    """A code of ten characters, typed in at the board: 49 bits."""
    return readable_code(random, 10)


class BoardStore(Protocol):
    """Keeps boards. Every method returns only when what it was given is on disk, or raises StoreFailed."""

    async def boards(self) -> Sequence[Board]:
        """Every paired board."""

    async def pair(self, board: Board, now: float) -> None:
        """Keep a board, with its key; one that its owner pairs again gets the new key."""

    async def revoke(self, board: BoardId) -> None:
        """Forget a board and its key, and that anybody throws at it."""

    async def note_report(self, board: BoardId, boot: str, last: int, newest: float) -> None:
        """Keep which report was taken last."""

    async def use(self, room: RoomId, seat: int, board: BoardId | None) -> None:
        """Keep which board a seat throws at; None: at none."""

    async def uses(self) -> Sequence[BoardUse]:
        """Every seat of an open room that throws at a board."""
