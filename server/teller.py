"""What a room has told: the last state everybody knows, and the notices that change it."""

from __future__ import annotations

from collections.abc import Callable

from client_protocol.notices import Refused, RoomChanged, RoomClosed, RoomState, Snapshot
from client_protocol.refusals import Refusal
from client_protocol.requests import Action
from client_protocol.room_state import find_delta
from server import translate_play
from server.audience import Audience
from server.clock import Clock
from server.connection import Connection
from server.frames import Outgoing
from server.live_match import Played


class Teller:
    """Tells a room's audience. `state` is what was told last: a snapshot is that and nothing newer."""

    def __init__(self, room: str, audience: Audience, clock: Clock, read_state: Callable[[], RoomState]) -> None:
        self._room = room
        self._audience = audience
        self._clock = clock
        self._read_state = read_state
        self.state = read_state()

    @property
    def next_notice(self) -> int:
        """Number of the notice that is told next."""
        return self._audience.history.last + 1

    def snapshot(self) -> Snapshot:
        """The whole room as everybody knows it."""
        return Snapshot(room=self._room, n=self._audience.history.last, state=self.state, time=self._clock.now())

    def refuse_stale(self, connection: Connection, ask: Action, turn: int) -> None:
        """Who answers another turn has missed something: he gets the state as it is."""
        text = f"this answers turn {ask.turn}; it is turn {turn}"
        connection.refuse_as(Refused(code=Refusal.STALE_TURN.value, text=text, id=ask.id, path="$.turn", turn=turn))
        connection.reply(self.snapshot())

    def tell_change(self, cause: str, seat: int | None, but: Connection | None = None) -> None:
        """Tell everybody what is different now; who comes just now is told by other means."""
        before, self.state = self.state, self._read_state()
        delta, now = find_delta(before, self.state), self._clock.now()
        notice = RoomChanged(room=self._room, n=self.next_notice, cause=cause, delta=delta, time=now, seat=seat)
        self._audience.tell(Outgoing(notice), but)

    def tell_played(self, played: Played) -> None:
        """Tell everybody an entry that is on disk: one notice, encoded once."""
        before, self.state = self.state, self._read_state()
        delta = find_delta(before, self.state)
        happening = translate_play.Happening(self._room, self.next_notice, played.entry, played.ruling, delta)
        self._audience.tell(Outgoing(translate_play.notice_of(happening, played.simulated)))

    def tell_end(self, reason: str) -> None:
        """Tell everybody that the room is gone."""
        self._audience.tell(Outgoing(RoomClosed(room=self._room, n=self.next_notice, reason=reason)))
