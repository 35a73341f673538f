"""What a room has told: the last state everybody knows, and the notices that change it."""

from __future__ import annotations

import math
from collections.abc import Callable

from client_protocol.notices import Refused, RoomChanged, RoomClosed, RoomState, Snapshot
from client_protocol.refusals import Refusal
from client_protocol.requests import Action
from client_protocol.room_state import find_delta
from client_protocol.values import Role
from server import translate_play
from server.audience import Audience
from server.clock import Clock
from server.connection import Connection
from server.delay import Delay
from server.frames import Outgoing
from server.live_match import Played


class Teller:
    """Tells a room's audience. `state` is what was told last: a snapshot is that and nothing newer.

    told  called after everybody was told something
    """

    def __init__(
        self, room: str, audience: Audience, clock: Clock, read_state: Callable[[], RoomState], told: Callable[[], None]
    ) -> None:
        self._room = room
        self._audience = audience
        self._clock = clock
        self._read_state = read_state
        self._told = told
        self.state = read_state()
        self.delay: Delay | None = None

    @property
    def next_notice(self) -> int:
        """Number of the notice that is told next."""
        return self._audience.history.last + 1

    def delay_spectators(self, seconds: float) -> None:
        """From now on spectators are told everything so much later, s; 0: at once."""
        self.delay = Delay(seconds, self._audience.history.last, self.state) if seconds > 0.0 else None
        self._audience.is_delayed = self.delay is not None

    def tell_due(self, now: float) -> None:
        """Tell spectators what they were to hear by now."""
        for outgoing in [] if self.delay is None else self.delay.release(now):
            self._audience.tell_spectators(outgoing)

    def _tell(self, outgoing: Outgoing, but: Connection | None = None) -> None:
        n = self.next_notice
        self._audience.tell(outgoing, but, is_delayed=self.delay is not None)
        if self.delay is not None:
            self.delay.add(self._clock.now(), n, outgoing, self.state)

    def snapshot(self, role: Role = Role.PLAYER) -> Snapshot:
        """The whole room as everybody of this role knows it."""
        if self.delay is not None and role is Role.SPECTATOR:
            return Snapshot(room=self._room, n=self.delay.n, state=self.delay.state, time=self._clock.now())
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
        self._tell(Outgoing(notice), but)
        self._told()

    def tell_played(self, played: Played) -> None:
        """Tell everybody an entry that is on disk: one notice, encoded once."""
        before, self.state = self.state, self._read_state()
        delta = find_delta(before, self.state)
        happening = translate_play.Happening(self._room, self.next_notice, played.entry, played.ruling, delta)
        self._tell(Outgoing(translate_play.notice_of(happening, played.simulated)))
        self._told()

    def tell_end(self, reason: str) -> None:
        """Tell everybody that the room is gone; spectators hear the rest before."""
        self.tell_due(math.inf)
        self._audience.tell(Outgoing(RoomClosed(room=self._room, n=self.next_notice, reason=reason)))
