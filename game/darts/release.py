"""When a dart was let go: a client's claim, held to what its delay can explain. Source: darts B.2, step 2."""

from __future__ import annotations

from game.actions import LONGEST_WINDOW

ALLOWANCE = 0.02
"""s that every connection is allowed."""

BETWEEN_DARTS = 0.4
"""s between two releases at least."""


def window(round_trip: float, jitter: float) -> float:
    """How far before its arrival a release may be claimed, s, from the connection's median round trip and jitter, s."""
    return min(LONGEST_WINDOW, round_trip / 2.0 + 3.0 * jitter + ALLOWANCE)


def release_time(claimed: float | None, received: float, allowed: float) -> float:
    """The time that counts, s: the claim inside [received − allowed, received]; without one, the arrival."""
    if claimed is None:
        return received
    return min(max(claimed, received - allowed), received)
