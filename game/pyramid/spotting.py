"""Putting balls back: on the long line from the back spot to the foot cushion, or along that cushion. carom C.6.6."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt

from game.cloth import Cloth, distance
from game.cue_state import CueState, with_positions
from game.pyramid.balls import in_order
from game.values import replace
from game.vocabulary import Ball, Point

GAP = 0.0005
"""m to a ball on the table; balls spotted together touch."""

_ROUNDING = 1e-9


def spot(
    balls: Iterable[Ball], positions: Mapping[Ball, Point], cloth: Cloth, mode: str = "line", side: str = "left"
) -> dict[Ball, Point]:
    """Places of the balls that come back, in ascending number, the coloured one last; no ball on the table is moved.

    mode  `line`: the long line behind the back spot; `cushion`: the middle of the foot cushion, then beside it
    side  which side of the foot cushion is taken where both are as near
    """
    placed: dict[Ball, Point] = {}
    missing = in_order(balls)
    for ball in missing:
        lying = {name: at for name, at in positions.items() if name not in missing}
        at = _at_cushion({**lying, **placed}, cloth, 1.0 if side == "left" else -1.0) if mode == "cushion" else None
        placed[ball] = at or _on_line(lying, placed, cloth)
    return placed


def _on_line(lying: Mapping[Ball, Point], placed: Mapping[Ball, Point], cloth: Cloth) -> Point:
    """The free place nearest to the back spot: behind it, else before it."""
    apart = dict.fromkeys(lying.values(), cloth.diameter + GAP)
    apart.update((at, cloth.diameter) for at in placed.values())
    start = cloth.foot_string
    behind = _slide(start, 1.0, apart)
    if behind <= cloth.length / 2.0 - cloth.radius + _ROUNDING:
        return (behind, 0.0)
    return (_slide(start, -1.0, apart), 0.0)


def _slide(start: float, way: float, apart: Mapping[Point, float]) -> float:
    """The first free x on the long line from `start` on, towards the foot (way 1) or the head (way −1)."""
    x = start
    while True:
        blocking = [(at, needed) for at, needed in apart.items() if distance((x, 0.0), at) < needed - _ROUNDING]
        if not blocking:
            return x
        x = way * max(way * at[0] + sqrt(needed * needed - at[1] * at[1]) for at, needed in blocking)


def _at_cushion(lying: Mapping[Ball, Point], cloth: Cloth, side: float) -> Point | None:
    """The free place at the foot cushion nearest to its middle; None where the whole cushion is taken."""
    x = cloth.length / 2.0 - cloth.radius
    places = [0.0]
    for at in lying.values():
        off = abs(at[0] - x)
        if off < cloth.diameter:
            reach = sqrt(cloth.diameter * cloth.diameter - off * off)
            places += [at[1] + reach, at[1] - reach]
    most = cloth.width / 2.0 - cloth.radius
    free = [
        y
        for y in places
        if abs(y) <= most and all(distance((x, y), at) >= cloth.diameter - _ROUNDING for at in lying.values())
    ]
    return min(((x, y) for y in free), key=lambda at: (round(abs(at[1]), 9), -side * at[1]), default=None)


def put_back(state: CueState, balls: Iterable[Ball]) -> tuple[CueState, dict[Ball, Point]]:
    """The state with these balls back on the table, and where."""
    missing = frozenset(balls)
    setting = state.setting
    lying = {ball: at for ball, at in state.positions.items() if ball not in missing}
    spotted = spot(missing, lying, setting.cloth, setting.word("spotting"), setting.word("spot_side"))
    back = replace(state, balls=state.balls | missing)
    return with_positions(back, {**lying, **spotted}, missing), spotted
