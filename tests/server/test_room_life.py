"""When rooms end: the pure rules behind the timers."""

from __future__ import annotations

import pytest

from server.config import Settings
from server.room_life import Ending, Presence, ending_at

SETTINGS = Settings.model_validate(
    {"waiting_seconds": 10, "abandoned_seconds": 20, "linger_seconds": 30, "absence_seconds": 5}
)


def presence(
    begun: bool = True,
    over_since: float | None = None,
    empty_since: float | None = None,
    away: dict[int, float] | None = None,
    members: int = 2,
) -> Presence:
    return Presence(begun, over_since, empty_since, away or {}, frozenset(), members)


@pytest.mark.parametrize(
    ("room", "ending"),
    [
        (presence(), None),
        (presence(begun=False), None),
        (presence(begun=False, empty_since=100.0), (110.0, Ending.EMPTY)),
        (presence(empty_since=100.0), (120.0, Ending.ABANDONED)),
        (presence(over_since=100.0), (130.0, Ending.FINISHED)),
        (presence(over_since=100.0, empty_since=105.0), (130.0, Ending.FINISHED)),
        (presence(over_since=100.0, members=0), (100.0, Ending.FINISHED)),
    ],
)
def test_a_room_ends_when_nobody_needs_it(room: Presence, ending: tuple[float, Ending] | None) -> None:
    assert ending_at(room, SETTINGS) == ending
