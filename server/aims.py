"""Where the player at the table aims, shown live to the others: the latest only, a few times a second."""

from __future__ import annotations

import asyncio

from client_protocol.notices import AimShown
from client_protocol.requests import ShowAim
from client_protocol.values import Stroke
from server.audience import Audience
from server.connection import Connection
from server.frames import Outgoing

SECONDS_BETWEEN = 0.1


class Aims:
    """Lets at most ten aims a second through; one that is overtaken before its time is never sent."""

    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._next_at = 0.0
        self._latest: tuple[AimShown, Connection] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def show(self, ask: ShowAim, seat: int, connection: Connection) -> None:
        """Show this aim now or, if one was shown just before, in a moment."""
        stroke = Stroke(ask.ball, ask.aim, ask.speed, ask.elevation, ask.tip)
        self._latest = (AimShown(room=ask.room, turn=ask.turn, seat=seat, stroke=stroke), connection)
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_at(max(loop.time(), self._next_at), self._flush)

    def forget(self) -> None:
        """Nobody aims any more."""
        self._latest = None

    def stop(self) -> None:
        """The room is gone."""
        self._latest = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _flush(self) -> None:
        self._timer = None
        self._next_at = asyncio.get_running_loop().time() + SECONDS_BETWEEN
        if self._latest is not None:
            aim, connection = self._latest
            self._latest = None
            self._audience.show(Outgoing(aim), but=connection)
