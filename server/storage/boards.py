"""Boards on SQLAlchemy: fulfils `lobby.boards.BoardStore` beside the rest of the store."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from lobby.boards import Board, BoardId, BoardUse
from lobby.codes import RoomId
from lobby.people import PersonId
from server.storage.tables import BOARD_USES, BOARDS, ROOMS

_ADD = insert(BOARDS)
_FORGET = delete(BOARDS).where(BOARDS.c.id == bindparam("which"))
_NOTE = (
    update(BOARDS)
    .where(BOARDS.c.id == bindparam("which"))
    .values(boot=bindparam("start"), last=bindparam("number"), newest=bindparam("made"))
)
_USE = insert(BOARD_USES)
_UNUSE = delete(BOARD_USES).where(BOARD_USES.c.room == bindparam("which_room"), BOARD_USES.c.seat == bindparam("which"))
_FORGET_USES = delete(BOARD_USES).where(BOARD_USES.c.board == bindparam("which"))


class SqlBoards:
    """Reads with `reading`, writes through the one writer."""

    def __init__(
        self,
        reading: Callable[[], AbstractAsyncContextManager[AsyncConnection]],
        write: Callable[..., Awaitable[None]],
    ) -> None:
        self._reading = reading
        self._write = write

    async def boards(self) -> Sequence[Board]:
        """Every paired board."""
        async with self._reading() as connection:
            return [
                Board(BoardId(row.id), PersonId(row.owner), row.name, row.kind, row.key, row.boot, row.last, row.newest)
                for row in await connection.execute(select(BOARDS).order_by(BOARDS.c.id))
            ]

    async def pair(self, board: Board, now: float) -> None:
        """Keep a board, with its key; one that its owner pairs again gets the new key."""
        row = {
            "id": board.id, "owner": board.owner, "name": board.name, "kind": board.kind, "key": board.key,
            "paired": now, "boot": board.boot, "last": board.last, "newest": board.newest,
        }  # fmt: skip
        which = {"which": board.id}
        await self._write((_FORGET_USES, which), (_FORGET, which), (_ADD, row))

    async def revoke(self, board: BoardId) -> None:
        """Forget a board and its key, and that anybody throws at it."""
        which = {"which": board}
        await self._write((_FORGET_USES, which), (_FORGET, which))

    async def note_report(self, board: BoardId, boot: str, last: int, newest: float) -> None:
        """Keep which report was taken last."""
        await self._write((_NOTE, {"which": board, "start": boot, "number": last, "made": newest}))

    async def use(self, room: RoomId, seat: int, board: BoardId | None) -> None:
        """Keep which board a seat throws at; None: at none."""
        freed = (_UNUSE, {"which_room": room, "which": seat})
        if board is None:
            await self._write(freed)
        else:
            await self._write(freed, (_USE, {"room": room, "seat": seat, "board": board}))

    async def uses(self) -> Sequence[BoardUse]:
        """Every seat of an open room that throws at a board."""
        query = select(BOARD_USES).join(ROOMS, ROOMS.c.id == BOARD_USES.c.room).where(ROOMS.c.closed.is_(None))
        async with self._reading() as connection:
            return [BoardUse(RoomId(row.room), row.seat, BoardId(row.board)) for row in await connection.execute(query)]
