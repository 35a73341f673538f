"""A referee that follows a script: rules on every protest, and does at given turns what it was told."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import partial

from client_protocol.client_errors import RefusedError
from client_protocol.client_room import Room
from client_protocol.refusals import Refusal

AGAIN = frozenset({Refusal.STALE_TURN, Refusal.BUSY, Refusal.TOO_FAST, Refusal.STORAGE_AWAY})
"""Refusals after which the same act is right a moment later."""


@dataclass(frozen=True)
class Restore:
    """From turn `at` on: stop play, put the position of `back` entries ago up again, and let play go on."""

    at: int
    back: int = 3


@dataclass
class Referee:
    """What a referee has still to do, what it did, in order, and whether the first position is up but play stopped."""

    restores: list[Restore] = field(default_factory=list)
    did: list[str] = field(default_factory=list)
    is_restored: bool = False

    async def serve(self, room: Room) -> None:
        """Act until the match is over."""
        while True:
            await room.wait_until(lambda: room.is_over or room.state.stopped == "protest" or self._is_due(room))
            if room.is_over:
                return
            if room.state.stopped == "protest":
                await self._act(room, "rule_protest", reason="The ruling stands.")
            else:
                await self._restore(room, self.restores[0])

    def _is_due(self, room: Room) -> bool:
        state = room.state
        due = bool(self.restores) and state.turn >= self.restores[0].at and state.stopped in ("", "suspended")
        return due and state.entries >= self.restores[0].back

    async def _restore(self, room: Room, what: Restore) -> None:
        """The next step of a restored position; each is repeated where play or an outage came between."""
        if self.is_restored and not room.state.stopped:
            self._finish()
        elif self.is_restored:
            if await self._act(room, "resume", reason="Play goes on."):
                self._finish()
        elif not room.state.stopped:
            await self._act(room, "suspend", reason="A ball was moved.")
        else:
            entry = max(0, room.state.entries - what.back)
            self.is_restored = await self._act(room, "restore", entry=entry, reason="The balls lie as they lay.")

    def _finish(self) -> None:
        """Play goes on after a restored position: the next one may follow."""
        self.restores.pop(0)
        self.is_restored = False

    async def _act(self, room: Room, do: str, **fields: object) -> bool:
        try:
            await room.officiate(do, **fields)
        except RefusedError as error:
            if error.refused.code in AGAIN:
                await asyncio.sleep(0.05)
            return False
        self.did.append(do)
        return True


async def protest_once(room: Room, turn: int) -> None:
    """Protest once against the last action, from this turn on as soon as that is possible."""
    await room.wait_until(lambda: room.is_over or room.state.turn >= turn)
    while not room.is_over:
        seen = room.state.turn
        try:
            await room.protest(max(0, seen - 1), "That was a foul.")
        except RefusedError:  # too late or not allowed now: again at the next turn, before the next stroke
            await room.wait_until(partial(_has_moved_on, room, seen))
        else:
            return


def _has_moved_on(room: Room, turn: int) -> bool:
    return room.is_over or room.state.turn != turn
