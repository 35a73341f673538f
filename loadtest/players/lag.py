"""The lag: to the foot cushion and back, as near to the head cushion as the table lets it."""

from __future__ import annotations

import math
import random

from client_protocol.notices import RoomState
from client_protocol.values import Stroke
from loadtest.players.decisions import Lag
from loadtest.players.plane import CLOTHS

SPEED = {"pool": 0.735, "carom": 0.615, "pyramid": 0.735}
"""Cue speed (m/s) that brings a ball back to the head cushion, over the root of the table's length (m)."""


def lag_stroke(state: RoomState, seat: int, chance: random.Random) -> Lag:
    """The first side plays in the half y < 0, the second in the other; nobody is quite sure of the speed."""
    assert state.cue is not None
    balls = state.cue.balls
    half = -1.0 if seat == 0 else 1.0
    own = max((name for name in balls if name != "R"), key=lambda name: half * balls[name][1])
    cloth = CLOTHS.get(state.table, CLOTHS["pool_9ft"])
    speed = SPEED.get(state.table.partition("_")[0], 0.7) * math.sqrt(cloth.length) * chance.gauss(1.0, 0.01)
    return Lag(Stroke(ball=own, aim=0.0, speed=speed, tip=(0.0, 0.2)))
