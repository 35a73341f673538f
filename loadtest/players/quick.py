"""A player for load: a legal action at once, without any thought for winning."""

from __future__ import annotations

import math
import random

from client_protocol.notices import RoomState
from client_protocol.values import Stroke
from loadtest.players.darts import DartPlayer
from loadtest.players.decisions import Choose, Decision, LayDown, Shoot
from loadtest.players.plane import CLOTHS
from loadtest.players.rails import towards


class QuickPlayer:
    """Shoots at the ball on (or any other), somewhere near its middle, with a common speed."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = random.Random(seed)
        self._darts = DartPlayer(seed)
        self._placed_for = -1
        self._tries = 0

    def decide(self, state: RoomState, seat: int) -> Decision:
        """The first thing that may be done."""
        if state.options_offered and "take_shot" not in state.legal:
            return Choose(state.options_offered[0])
        table = state.cue
        if table is None:
            return self._darts.decide(state, seat)
        own = table.strikes[0] if table.strikes else "c"
        is_in_hand = "place_ball" in state.legal and "play_lag" not in state.legal
        if is_in_hand and self._placed_for != state.turn and self._tries < 20:
            return LayDown(own, self._place(state))
        others = {name: at for name, at in table.balls.items() if name != own}
        target = str(table.details.get("ball_on", "R"))
        mark = others.get(target) or next(iter(others.values()), (0.0, 0.0))
        aim = towards(table.balls.get(own, (0.0, 0.0)), mark) + self._chance.gauss(0.0, 0.01)
        self._tries = 0
        speed = 7.0 if state.phase == "break" and own == "c" else self._chance.uniform(1.5, 3.5)
        return Shoot(Stroke(ball=own, aim=math.remainder(aim, 2 * math.pi), speed=speed, tip=(0.0, 0.1)))

    def _place(self, state: RoomState) -> tuple[float, float]:
        """Somewhere behind the head string; the next turn is for the stroke."""
        self._placed_for = state.turn + 1
        self._tries += 1
        cloth = CLOTHS.get(state.table, CLOTHS["pool_9ft"])
        x, y = cloth.half
        return (-self._chance.uniform(0.53, 0.9) * x, self._chance.uniform(-0.8, 0.8) * y)

    def refused(self, decision: Decision, code: str) -> None:
        """Place it elsewhere, or shoot."""
        self._darts.refused(decision, code)
        self._placed_for = -1
