"""People who leave matches before these have really begun: after several of them, a pause. A value; `now` is told."""

from __future__ import annotations

from lobby.people import PersonId

REMEMBERED = 3600.0
"""s that a match left early counts."""

ALLOWED = 2
"""Matches that may be left early within that time without anything following."""

PAUSE = 300.0
"""s after the last one in which somebody who left more may not sit down."""


class Leavings:
    """Who left early when. It holds only what still counts, so it is bounded by what happens in an hour."""

    def __init__(self) -> None:
        self._left: dict[PersonId, tuple[float, ...]] = {}

    def note(self, person: PersonId, now: float) -> None:
        """Somebody left a match before each side had its first shot."""
        fresh = {who: tuple(at for at in times if at > now - REMEMBERED) for who, times in self._left.items()}
        self._left = {who: times for who, times in fresh.items() if times}
        self._left[person] = (*self._left.get(person, ()), now)

    def paused_until(self, person: PersonId, now: float) -> float | None:
        """Until when somebody may not sit down, s; None where he may."""
        times = [at for at in self._left.get(person, ()) if at > now - REMEMBERED]
        if len(times) <= ALLOWED or now >= times[-1] + PAUSE:
            return None
        return times[-1] + PAUSE
