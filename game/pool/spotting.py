"""Spotting balls on the long string, step by step. Source: Slovak pool rules 3.31, BCA/WPA where these are silent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt

from game.cloth import Cloth, distance
from game.cue_state import CueState, with_positions
from game.values import replace
from game.vocabulary import CUE, Ball, Point

GAP = 0.0005
"""m to the cue ball and between balls spotted together: they must not touch."""

_ROUNDING = 1e-9


def spot(
    balls: Iterable[Ball], positions: Mapping[Ball, Point], cloth: Cloth, mode: str = "slide"
) -> dict[Ball, Point]:
    """Places of the balls to be spotted, lowest number first; balls on the table are never moved.

    positions  the balls on the table, m (the cue ball only where it stays there)
    mode       `slide`: behind the foot spot first; `extension`: before it as soon as anything is in the way
    """
    placed: dict[Ball, Point] = {}
    for ball in sorted(balls, key=int):
        lying = {**{name: at for name, at in positions.items() if name != ball}, **placed}
        apart = {at: cloth.diameter + (GAP if name == CUE or name in placed else 0.0) for name, at in lying.items()}
        placed[ball] = _place(apart, cloth, mode)
    return placed


def _place(apart: Mapping[Point, float], cloth: Cloth, mode: str) -> Point:
    """The free place nearest to the foot spot: behind it, else before it. `apart`: distance needed from each ball."""
    foot = cloth.foot_string
    behind = _slide(foot, 1.0, apart)
    is_behind_allowed = mode == "slide" or behind == foot
    if is_behind_allowed and behind <= cloth.length / 2.0 - cloth.radius + _ROUNDING:
        return (behind, 0.0)
    return (_slide(foot, -1.0, apart), 0.0)


def _slide(start: float, way: float, apart: Mapping[Point, float]) -> float:
    """The first free x on the long string from `start` on, towards the foot (way 1) or the head (way −1)."""
    x = start
    while True:
        blocking = [(at, needed) for at, needed in apart.items() if distance((x, 0.0), at) < needed - _ROUNDING]
        if not blocking:
            return x
        x = max((way * at[0] + sqrt(needed * needed - at[1] * at[1]) for at, needed in blocking)) * way


def put_back(state: CueState, balls: Iterable[Ball], *, cue_stays: bool) -> tuple[CueState, dict[Ball, Point]]:
    """The state with these balls on their spots, and where (3.31); a cue ball in hand is in nobody's way."""
    missing = frozenset(balls)
    lying = {ball: at for ball, at in state.positions.items() if cue_stays or ball != CUE}
    spotted = spot(missing, lying, state.setting.cloth, state.setting.word("spot_mode"))
    back = replace(state, balls=state.balls | missing)
    return with_positions(back, {**state.positions, **spotted}, missing), spotted
