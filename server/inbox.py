"""What may lie in a room's inbox."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from client_protocol import requests
from client_protocol.refusals import Refusal
from client_protocol.values import Role
from game.actions import BoardHit, Correction, PassDarts, TakeoutOver
from game.errors import IllegalAction
from game.errors import Refusal as GameRefusal
from game.vocabulary import Seat
from server.connection import Connection


@dataclass(frozen=True, slots=True)
class Enter:
    """Somebody joins over a connection, by the number of the request that asks for it; `rules`: hash
    of those that were shown to him; `is_opener`: he opened the room."""

    connection: Connection
    request: int
    role: Role
    seat: int | None
    rules: str | None = None
    is_opener: bool = False


ForRoom = (
    requests.Action
    | requests.LeaveRoom
    | requests.ResumeRoom
    | requests.Ready
    | requests.ClaimForfeit
    | requests.ListPositions
)
"""What a room answers."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A request of somebody who is in the room, or says so."""

    connection: Connection
    request: ForRoom


@dataclass(frozen=True, slots=True)
class Reported:
    """Something that the board of a seat reports; `answer` is told why it does not count, None where it does."""

    seat: Seat
    action: BoardHit | PassDarts | TakeoutOver | Correction
    answer: Callable[[IllegalAction | None], None]


@dataclass(frozen=True, slots=True)
class Gone:
    """A connection is closed."""

    connection: Connection


@dataclass(frozen=True, slots=True)
class CatchUp:
    """The network has taken what waited for a connection that had fallen behind."""

    connection: Connection


@dataclass(frozen=True, slots=True)
class Look:
    """Time to look at the clocks."""


@dataclass(frozen=True, slots=True)
class BoardNews:
    """Something is new about the real boards of the room; `hold`: why play waits for one of them ("" = it does not)."""

    hold: str


@dataclass(frozen=True, slots=True)
class Stop:
    """The hall stops; the room goes on after the restart."""


Item = Enter | Ask | Reported | Gone | CatchUp | Look | BoardNews | Stop


def is_read_only(item: Item) -> bool:
    """Whether it can be done while nothing can be kept."""
    return isinstance(item, Gone | CatchUp) or (isinstance(item, Ask) and isinstance(item.request, requests.ResumeRoom))


def refuse_item(item: Item | None, code: Refusal, text: str) -> None:
    """Answer what will not be done; what asks for nothing is only dropped."""
    if isinstance(item, Enter):
        item.connection.refuse(item.request, code, text)
    elif isinstance(item, Ask):
        item.connection.refuse(item.request.id, code, text)
    elif isinstance(item, Reported):
        item.answer(IllegalAction(GameRefusal.NOT_ALLOWED, text=text))
