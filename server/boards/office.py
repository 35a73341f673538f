"""What people ask about boards: to pair one, which they have, to give one up, to throw at one."""

from __future__ import annotations

import secrets
from dataclasses import replace

import structlog

from client_protocol import requests
from client_protocol.notices import Boards, Done, PairingCode
from client_protocol.refusals import Refusal
from client_protocol.values import BoardEntry, BoardKind
from game.boards.reports import BadReport
from game.boards.signing import Forged
from lobby.boards import (
    MOST_BOARDS,
    PAIRING_BYTES,
    PAIRING_SECONDS,
    Board,
    BoardId,
    BoardStore,
    BoardUse,
    Pairing,
    pairing_code,
)
from lobby.codes import RoomId
from lobby.errors import LobbyError
from lobby.people import PersonId, clean_name
from lobby.stores import StoreFailed
from server.boards.commands import Commands
from server.boards.desk import BoardDesk
from server.boards.pairing import Claim, pairing_for, read_claim
from server.boards.seats import BoardRoom
from server.clock import Clock
from server.connection import Connection
from server.limits import full_bucket

log = structlog.get_logger()

CLAIMS_PER_SECOND = 2.0
"""Boards that may ask to be paired, in the whole hall: a code cannot be guessed in its ten minutes."""

MOST_PAIRINGS = 500


class BoardOffice:
    """Answers requests of people, and claims of boards."""

    def __init__(self, store: BoardStore, clock: Clock, desk: BoardDesk, commands: Commands, *, is_open: bool) -> None:
        self._store = store
        self._clock = clock
        self._desk = desk
        self._commands = commands
        self._is_open = is_open
        self._pairings: dict[str, tuple[Pairing, str, BoardKind]] = {}
        self._bucket = full_bucket(CLAIMS_PER_SECOND, clock.now())

    # --- people --------------------------------------------------------------------------------------------------

    def begin_pairing(self, connection: Connection, ask: requests.PairBoard) -> None:
        """Give somebody a code for a board of his."""
        if self._refuse_closed(connection, ask.id):
            return
        assert connection.person is not None
        owner, now = connection.person.id, self._clock.now()
        self._pairings = {code: one for code, one in self._pairings.items() if one[0].until > now}
        waiting = sum(one.owner == owner for one, _, _ in self._pairings.values())
        if waiting + len(self._of(owner)) >= MOST_BOARDS or len(self._pairings) >= MOST_PAIRINGS:
            connection.refuse(ask.id, Refusal.TOO_MANY_BOARDS, f"one has {MOST_BOARDS} boards at most")
            return
        try:
            name = clean_name(ask.name)
        except LobbyError as error:
            connection.refuse(ask.id, Refusal.BAD_NAME, error.text, "$.name")
            return
        code = pairing_code(secrets.token_bytes(PAIRING_BYTES))
        pairing = Pairing(code, owner, now + PAIRING_SECONDS)
        self._pairings[code] = pairing, name, ask.kind
        connection.reply(PairingCode(id=ask.id, code=code, until=pairing.until))

    def list_boards(self, connection: Connection, ask: requests.ListBoards) -> None:
        """Somebody's boards."""
        assert connection.person is not None
        mine = self._of(connection.person.id)
        connection.reply(Boards(id=ask.id, boards=tuple(self._entry(board) for board in mine)))

    async def revoke(self, connection: Connection, ask: requests.RevokeBoard) -> None:
        """Forget a board and its key. Raises StoreFailed."""
        assert connection.person is not None
        board = self._known(ask.board, connection.person.id)
        if board is None:
            connection.refuse(ask.id, Refusal.UNKNOWN_BOARD, "you have no board of this name", "$.board")
            return
        await self._store.revoke(board.id)
        self._desk.forget(board.id)
        log.info("board revoked", board=board.id)
        connection.reply(Done(id=ask.id))

    async def use(self, connection: Connection, ask: requests.UseBoard, room: BoardRoom | None) -> None:
        """Throw at a board from now on, or at none. Raises StoreFailed."""
        person = connection.person
        assert person is not None
        seat = None if room is None else room.seat_of(person.id)
        if room is None or seat is None:
            code = Refusal.UNKNOWN_ROOM if room is None else Refusal.NOT_A_PLAYER
            connection.refuse(ask.id, code, "only who sits in this room may do that", "$.room")
            return
        if ask.board is None:
            await self._store.use(room.id, seat, None)
            self._desk.used_no_more(room.id, seat)
            connection.reply(Done(id=ask.id))
            return
        if self._refuse_closed(connection, ask.id) or self._refuse_game(connection, ask.id, room, seat):
            return
        board = self._seated(ask.board, room)
        if board is None:
            connection.refuse(ask.id, Refusal.UNKNOWN_BOARD, "nobody in this room has a board of this name", "$.board")
        elif set(self._desk.rooms_of(board.id)) - {room.id}:
            connection.refuse(ask.id, Refusal.BOARD_IN_USE, "this board is thrown at in another room", "$.board")
        else:
            await self._store.use(room.id, seat, board.id)
            self._desk.used_from(BoardUse(room.id, seat, board.id))
            connection.reply(Done(id=ask.id))

    # --- boards --------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Answer boards that ask to be paired, until cancelled."""
        while True:
            board, payload = await self._desk.on_claim.get()
            if not self._bucket.take(self._clock.now()):
                log.warning("too many boards ask to be paired", board=board)
                continue
            try:
                await self._answer(read_claim(payload, board))
            except (BadReport, Forged) as error:
                log.info("a claim of a board was refused", board=board, reason=str(error))
                self._commands.refused(board, str(error))
            except StoreFailed as error:
                log.error("a board could not be kept", board=board, error=str(error))
                self._commands.refused(board, "the hall cannot write just now; try again")

    async def _answer(self, claim: Claim) -> None:
        now = self._clock.now()
        pairing = pairing_for(claim, (one for one, _, _ in self._pairings.values()), now)
        known = self._desk.find(claim.board)
        if pairing is None and known is not None and known.board.key == claim.key:
            self._commands.paired(claim.board, known.board.name)  # it asked again before the answer came
            return
        if pairing is None:
            log.info("a board knows no code", board=claim.board)
            self._commands.refused(claim.board, "this code holds no more, or is none")
            return
        if known is not None and known.board.owner != pairing.owner:
            log.warning("a board of somebody else asks to be paired", board=claim.board)
            self._commands.refused(claim.board, "a board of this name belongs to somebody else")
            return
        _, name, kind = self._pairings.pop(pairing.code)
        board = Board(claim.board, pairing.owner, name, kind.value, claim.key)
        if known is not None:  # the same board with a new key: what came under the old one is past
            board = replace(board, newest=known.ingest.newest)
        await self._store.pair(board, now)
        self._desk.forget(claim.board)
        self._desk.add(board)
        log.info("board paired", board=board.id)
        self._commands.paired(board.id, name)
        self._commands.hello(board.id)

    # --- inside --------------------------------------------------------------------------------------------------

    def _of(self, owner: PersonId) -> list[Board]:
        return [seat.board for seat in self._desk.boards() if seat.board.owner == owner]

    def _known(self, board: str, owner: PersonId) -> Board | None:
        seat = self._desk.find(BoardId(board))
        return None if seat is None or seat.board.owner != owner else seat.board

    def _seated(self, board: str, room: BoardRoom) -> Board | None:
        """A board whose owner sits in the room."""
        seat = self._desk.find(BoardId(board))
        return None if seat is None or room.seat_of(seat.board.owner) is None else seat.board

    def _entry(self, board: Board) -> BoardEntry:
        seat = self._desk.find(board.id)
        rooms = tuple(RoomId(room) for room in self._desk.rooms_of(board.id))
        is_online = seat is not None and seat.online
        return BoardEntry(board=board.id, name=board.name, kind=BoardKind(board.kind), online=is_online, rooms=rooms)

    def _refuse_closed(self, connection: Connection, request: int) -> bool:
        if not self._is_open:
            connection.refuse(request, Refusal.NO_BOARDS, "this hall takes no real boards")
        return not self._is_open

    def _refuse_game(self, connection: Connection, request: int, room: BoardRoom, seat: int) -> bool:
        """Whether the room is no dart game, or its settings do not let this seat throw at a board."""
        if not room.takes_board(seat):
            text = "in this room your seat throws on the screen (option board_seats)"
            connection.refuse(request, Refusal.NO_BOARDS, text, "$.room")
            return True
        return False
