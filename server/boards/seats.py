"""A board at the desk: what is known of it, and the turn it is armed for. Belongs to `server/boards/desk.py`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from client_protocol.notices import RoomState
from client_protocol.values import BoardInRoom
from game.actions import Visit
from game.boards.ingest import Ingest
from lobby.boards import Board, BoardId
from lobby.codes import RoomId
from lobby.people import PersonId
from server.inbox import Item
from server.limits import Bucket

REMEMBERED_DARTS = 64
"""Throws of a board of which the number in the match is known, for when the board corrects itself."""


class BoardRoom(Protocol):
    """A room as the desk knows it."""

    id: RoomId

    @property
    def is_listed(self) -> bool:
        """Whether the lobby may show it."""

    def post(self, item: Item) -> None:
        """Hand something in that must not be lost."""

    def arm_nonce(self, board: str, visit: Visit) -> str:
        """The nonce of a turn at a board: the same after a restart, known to nobody else."""

    def heard_of(self, board: str) -> dict[str, int]:
        """Number of the last report of a board that counts in the record, by its start."""

    def seat_of(self, person: PersonId) -> int | None:
        """Where somebody sits."""

    def takes_board(self, seat: int) -> bool:
        """Whether the settings let a seat throw at a real board."""


@dataclass(frozen=True)
class OpenTurn:
    """A turn that is open at a board: where, whose, which, and how many darts it has left."""

    room: RoomId
    seat: int
    visit: Visit
    left: int
    name: str = ""


@dataclass
class BoardSeat:
    """One board. `pending`: hits that its room has not answered yet; `numbers`: number of a dart in its match, by that
    of its report; `noted`: the cursor that is on disk."""

    board: Board
    ingest: Ingest
    bucket: Bucket
    online: bool = False
    open: OpenTurn | None = None
    turn: OpenTurn | None = None
    pending: int = 0
    numbers: dict[int, int] = field(default_factory=dict)
    noted: tuple[str, int] = ("", 0)

    def shown(self, seat: int) -> BoardInRoom:
        """The board as its room shows it."""
        turn = self.ingest.turn
        is_his = self.open is not None and self.open.seat == seat
        return BoardInRoom(
            seat=seat,
            board=self.board.id,
            name=self.board.name,
            online=self.online,
            armed=is_his and bool(turn.nonce) and not turn.takeout,
            takeout=turn.takeout,
            hold="" if self.ingest.hold is None else self.ingest.hold.value,
        )


def open_turn(state: RoomState, seats: dict[int, BoardId], board: BoardId) -> OpenTurn | None:
    """The turn of a room that is thrown at this board now; None where nobody throws at it."""
    table, seat = state.darts, state.to_act
    if table is None or seat is None or seats.get(seat) != board or state.result is not None:
        return None
    visit = table.details.get("visit")
    if state.phase.value not in ("play", "tie_break") or not isinstance(visit, int):
        return None
    left = 3 - len(table.darts)
    name = state.sides[seat].name
    return OpenTurn(RoomId(state.room), seat, Visit(state.game_number, visit), left, name) if left > 0 else None
