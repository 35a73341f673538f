"""Who has accepted the rules and wants to begin, and until when the others have time."""

from __future__ import annotations

from client_protocol import requests
from client_protocol.refusals import Refusal
from lobby.errors import LobbyError


class Readiness:
    """The ready check of one room; where it asks for none, a full room is ready."""

    def __init__(self, *, asked: bool, rules_hash: str) -> None:
        self.asked = asked
        self._hash = rules_hash
        self._ready: set[int] = set()
        self._accepted: set[int] = set()
        self._full_since: float | None = None

    def answer(self, ask: requests.Ready, seat: int) -> None:
        """Somebody on a seat is ready, or takes it back. Raises LobbyError where he was shown other rules."""
        self.accept(ask.rules, seat, "rules")
        if ask.ready:
            self._ready.add(seat)
        else:
            self._ready.discard(seat)

    def accept(self, rules: str, seat: int | None, path: str) -> None:
        """Somebody accepts these rules by their hash (T58). Raises LobbyError where the room has others."""
        if rules != self._hash:
            raise LobbyError(Refusal.RULES_DIFFER.value, "the room is played by other rules", path)
        if seat is not None:
            self._accepted.add(seat)

    def seated(self, seat: int, *, bot: bool) -> None:
        """Somebody has sat down: bots are ready at once."""
        if bot:
            self._ready.add(seat)
            self._accepted.add(seat)

    def stood_up(self, seat: int) -> None:
        """A seat is free again."""
        self._ready.discard(seat)
        self._accepted.discard(seat)

    def note_seats(self, now: float, *, full: bool) -> None:
        """Time to say ready begins when the last seat is taken."""
        if not full:
            self._full_since = None
        elif self._full_since is None:
            self._full_since = now

    @property
    def accepted(self) -> tuple[int, ...]:
        """Seats whose people accepted the rules by their hash, in order."""
        return tuple(sorted(self._accepted))

    @property
    def ready(self) -> tuple[int, ...]:
        """Seats that are ready, in order; none where nobody is asked."""
        return tuple(sorted(self._ready)) if self.asked else ()

    def is_complete(self, sides: int) -> bool:
        """Whether a room with all seats taken may begin."""
        return not self.asked or len(self._ready) >= sides

    def due(self, seconds: float) -> float | None:
        """When the seats of those who are not ready become free, s."""
        return self._full_since + seconds if self.asked and self._full_since is not None else None
