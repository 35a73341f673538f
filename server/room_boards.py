"""The real boards of a room: what its desk asks of it, and what they report. The third part of a room, beside its play
(`server/room.py`) and its people (`server/room_people.py`).
"""

from __future__ import annotations

import base64
import hmac

import msgspec

from client_protocol.notices import RoomState
from game.actions import BoardHit, RefereeAct, Visit
from game.catalog import GAMES
from game.darts.boards import board_rules
from game.errors import IllegalAction
from game.errors import Refusal as GameRefusal
from game.stops import Stop
from game.vocabulary import Family, Seat
from lobby.codes import RoomId
from server.aside import HALL
from server.inbox import Reported
from server.room_people import RoomPeople

NONCE_BYTES = 9
REASONS = {
    "reports": "Reports of a real board are missing; it is asked for them.",
    "stuck": "A segment of a real board is stuck.",
}
"""Why play waits for a board, as people are told."""


class RoomBoards(RoomPeople):
    """The boards of one room. Only the room's task changes anything."""

    id: RoomId
    closed: bool
    _key: bytes

    @property
    def is_listed(self) -> bool:
        """Whether the lobby may show the room."""
        return self.settings.listed

    def takes_board(self, seat: int) -> bool:
        """Whether the settings let a seat throw at a real board."""
        is_darts = GAMES[self.settings.game].family is Family.DARTS
        return is_darts and Seat(seat) in board_rules(self._facts.setup).seats

    def arm_nonce(self, board: str, visit: Visit) -> str:
        """The nonce of a turn at a board. It follows from the room's secret key, so it is the same after a restart."""
        label = f"arm/{board}/{visit.leg}/{visit.turn}"
        return base64.urlsafe_b64encode(hmac.digest(self._key, label.encode(), "sha256")[:NONCE_BYTES]).decode()

    def heard_of(self, board: str) -> dict[str, int]:
        """Number of the last report of a board that stands in the record, by its start."""
        heard = {} if self._live is None else self._live.heard
        return {boot: last for (name, boot), last in heard.items() if name == board}

    def tell_boards(self) -> None:
        """Tell the desk what everybody in the room knows now."""
        if not self.closed:
            self._services.boards.told(self, self._teller.state, self._teller.next_notice - 1)

    def _with_boards(self, state: RoomState) -> RoomState:
        """The state with the boards that seats throw at, and what of their reports counts for nothing."""
        desk = self._services.boards
        return msgspec.structs.replace(state, boards=desk.seats_in(self.id), ignored=desk.ignored_in(self.id))

    async def _report(self, item: Reported) -> None:
        """Something that a real board reports, from the edge to the notice. Raises StoreFailed."""
        if self._live is None:
            item.answer(IllegalAction(GameRefusal.NOT_ALLOWED, text="the match has not begun: seats are free"))
            return
        now, notice = self._services.clock.now(), self._teller.next_notice
        waited = now - item.action.received if isinstance(item.action, BoardHit) else 0.0
        try:
            played = await self._live.act(item.seat, item.action, now, waited, notice)
        except IllegalAction as error:
            item.answer(error)
            return
        self._tell_played(played)
        item.answer(None)

    async def _heed_boards(self, hold: str) -> None:
        """Stop play while a board holds it up, and go on after it; tell what is new. Raises StoreFailed."""
        live = self._live
        if live is not None and self._over_since is None:
            reason = live.match.stops.reason
            if hold and reason is Stop.NOTHING:
                await self._officiate(RefereeAct("suspend", kind=Stop.BOARD.value, reason=REASONS[hold], by=HALL))
            elif not hold and reason is Stop.BOARD:
                await self._officiate(RefereeAct("resume", reason="The real board is itself again.", by=HALL))
        self._tell_news()

    async def _officiate(self, act: RefereeAct) -> None:
        assert self._live is not None
        try:
            played = await self._live.officiate(
                act, self._services.clock.now(), self._teller.next_notice, is_director=False
            )
        except IllegalAction:  # the match stopped or ended meanwhile for another reason
            return
        self._tell_played(played)

    def _tell_news(self) -> None:
        known, desk = self._teller.state, self._services.boards
        if (known.boards, known.ignored) != (desk.seats_in(self.id), desk.ignored_in(self.id)):
            self._teller.tell_change("board", None)
