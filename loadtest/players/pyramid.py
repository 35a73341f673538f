"""A pyramid player: as in pool where there is a cue ball; in free pyramid the ball to strike is chosen by its pot."""

from __future__ import annotations

import math

from client_protocol.notices import RoomState
from client_protocol.values import Stroke
from loadtest.players.decisions import Decision, LayDown, Shoot
from loadtest.players.plane import CLOTHS, Cloth, clearance
from loadtest.players.pool import IN_HAND, PoolPlayer
from loadtest.players.pots import TIP_UP, Balls, Pot, find_pots
from loadtest.players.rails import towards

MOST_STRUCK = 6
"""Balls that are looked at as the one to strike."""

SAFE_SPEED = 3.2
"""m/s of a stroke without a pot: enough for two cushions."""


class PyramidPlayer(PoolPlayer):
    """Strikes the coloured ball, and in free pyramid any ball."""

    def decide(self, state: RoomState, seat: int) -> Decision:
        """As in pool, but for the ball to strike where every one may be struck."""
        table = state.cue
        assert table is not None
        if state.game != "free_pyramid" or "take_shot" not in state.legal:
            return super().decide(state, seat)
        if table.cue_ball in IN_HAND:
            decision = super().decide(state, seat)
            return decision if isinstance(decision, LayDown) else self._opening(state, decision)
        return self._free_shot(CLOTHS[state.table], table.balls)

    def _opening(self, state: RoomState, decision: Decision) -> Decision:
        """From hand the ball in hand is struck, whichever it is."""
        assert state.cue is not None
        if not isinstance(decision, Shoot) or not state.cue.strikes:
            return decision
        return Shoot(_with(decision.stroke, state.cue.strikes[0]))

    def _free_shot(self, cloth: Cloth, balls: Balls) -> Shoot:
        """The most forgiving pot of a few balls to strike; without any a hard stroke at the nearest ball."""
        struck = self._chance.sample(sorted(balls), min(MOST_STRUCK, len(balls)))
        found = [(ball, pot) for ball in struck for pot in _pots(cloth, balls, ball)]
        if found:
            ball, best = max(found, key=lambda item: item[1].tolerance)
            return Shoot(_with(best.stroke, ball))
        own = struck[0]
        others = {name: at for name, at in balls.items() if name != own}
        seen = {name: at for name, at in others.items() if _is_seen(cloth, balls, own, name)} or others
        nearest = min(seen, key=lambda name: math.dist(balls[own], seen[name]))
        aim = towards(balls[own], seen[nearest])
        return Shoot(Stroke(ball=own, aim=aim, speed=SAFE_SPEED, tip=(0.0, TIP_UP)))


def _pots(cloth: Cloth, balls: Balls, struck: str) -> list[Pot]:
    """The direct pots of a ball to strike, the best for each ball it can hit."""
    others = {name: at for name, at in balls.items() if name != struck}
    return [pot for first in others for pot in find_pots(cloth, others, balls[struck], first, combinations=False)[:1]]


def _is_seen(cloth: Cloth, balls: Balls, own: str, name: str) -> bool:
    others = [at for other, at in balls.items() if other not in (own, name)]
    return clearance(balls[own], balls[name], others) > 2 * cloth.radius


def _with(stroke: Stroke, ball: str) -> Stroke:
    """The same stroke at another ball."""
    return Stroke(ball=ball, aim=stroke.aim, speed=stroke.speed, tip=stroke.tip)
