"""What rooms are told of their boards: what counted for nothing and why, and whether play waits for one of them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping

import structlog

from client_protocol.values import IgnoredReport
from game.boards.effects import ALARMING, SENTENCES, Ignored
from lobby.boards import BoardId
from lobby.codes import RoomId
from server import metrics
from server.boards.seats import BoardRoom
from server.clock import Clock
from server.inbox import BoardNews

log = structlog.get_logger()

SHOWN_IGNORED = 12
"""Ignored reports that a room's state holds."""

NEWS_SECONDS = 0.2
"""s within which several pieces of news are told as one change of a room."""


class RoomNews:
    """News for rooms, posted into their inboxes. `rooms`: those that are open."""

    def __init__(self, clock: Clock, rooms: Mapping[RoomId, BoardRoom]) -> None:
        self._clock = clock
        self._rooms = rooms
        self._ignored: dict[RoomId, deque[IgnoredReport]] = {}
        self._timers: dict[RoomId, asyncio.TimerHandle] = {}
        self._holds: dict[RoomId, str] = {}

    def ignored_in(self, room: RoomId) -> tuple[IgnoredReport, ...]:
        """The last reports of a room's boards that count for nothing."""
        return tuple(self._ignored.get(room, ()))

    def note_ignored(self, board: BoardId, effect: Ignored, rooms: tuple[RoomId, ...]) -> None:
        """Log why something counts for nothing, and show it in the rooms of its board."""
        report, is_alarm = effect.report, effect.why in ALARMING
        metrics.BOARD_REPORTS.labels(effect.why.value).inc()
        said = {} if report is None else {"kind": report.kind.value, "segment": report.segment, "seq": report.seq}
        tell = log.warning if is_alarm else log.info
        tell("report ignored", board=board, why=effect.why.value, detail=effect.detail, **said)
        shown = IgnoredReport(
            at=self._clock.now(),
            board=board,
            why=effect.why.value,
            text=f"{SENTENCES[effect.why]} {effect.detail}".strip()[:400],
            kind="" if report is None else report.kind.value,
            segment="" if report is None else report.segment,
            alarm=is_alarm,
        )
        for room in rooms:
            self._ignored.setdefault(room, deque(maxlen=SHOWN_IGNORED)).append(shown)
            self.tell_soon(room)

    def note_hold(self, room: RoomId, hold: str, *, begins: bool) -> None:
        """Tell a room at once that play waits for a board (`begins`), or that it does not any more."""
        if hold != self._holds.get(room, "") and bool(hold) is begins and room in self._rooms:
            self._holds[room] = hold
            self._rooms[room].post(BoardNews(hold))

    def tell_soon(self, room: RoomId) -> None:
        """Have a room told what is new about its boards."""
        if room in self._rooms and room not in self._timers:
            self._timers[room] = asyncio.get_running_loop().call_later(NEWS_SECONDS, self._post, room)

    def closed(self, room: RoomId) -> None:
        """A room is gone."""
        self._ignored.pop(room, None)
        self._holds.pop(room, None)
        timer = self._timers.pop(room, None)
        if timer is not None:
            timer.cancel()

    def _post(self, room: RoomId) -> None:
        del self._timers[room]
        if room in self._rooms:
            self._rooms[room].post(BoardNews(self._holds.get(room, "")))
