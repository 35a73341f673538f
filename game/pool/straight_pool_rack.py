"""Re-racking in straight pool: what the last ball and the cue ball do when they are in the way.

Source: Slovak pool rules 6.4, 6.7.3, 6.7.6, and the published BCA/WPA chart of the same cases.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot, sqrt

from game.cloth import Cloth, distance
from game.cue_state import CueState, with_positions
from game.values import replace
from game.vocabulary import CUE, Ball, CueBall, Phase, Point, Seat
from physics.racks import triangle

BALLS = tuple(Ball(str(number)) for number in range(1, 16))
OPENING, FIFTEEN, FOURTEEN = "opening", "fifteen", "fourteen"
CORNERS = {14: Ball("1"), 10: Ball("5")}
"""The racker stands at the foot end: the one in his right rear corner, the five in his left one (6.4)."""


@dataclass(frozen=True)
class Rerack:
    """What is racked and where the two loose balls go.

    full  fifteen balls are racked; else fourteen, the apex free
    ball  where the fifteenth ball is put; None: it stays, or is racked
    cue   where the next stroke comes from; rule: the row of the table that says so
    """

    rule: str
    full: bool = False
    ball: Point | None = None
    cue: CueBall = CueBall.AS_LIES


def rerack_of(cloth: Cloth, *, pocketed: bool, ball: Point | None, cue: Point | None) -> Rerack:
    """The row of the table that fits. ball, cue: where they lie, None: unknown, and then in nobody's way."""
    ball_blocks = ball is not None and interferes(cloth, ball)
    cue_blocks = cue is not None and interferes(cloth, cue)
    if pocketed or (ball_blocks and cue_blocks):
        rule = "6.7.6(1)" if pocketed else "6.7.6(4)"
        return Rerack(rule, full=True, cue=CueBall.IN_HAND_KITCHEN if cue_blocks else CueBall.AS_LIES)
    if ball_blocks:
        if cue is not None and _blocks(cloth, cue, cloth.head_spot):
            return Rerack("6.7.6(3)", ball=(0.0, 0.0))
        return Rerack("6.7.6(2)", ball=cloth.head_spot)
    if not cue_blocks:
        return Rerack("6.7.3")
    if ball is not None and _blocks(cloth, ball, cloth.head_spot):
        return Rerack("6.7.6(7)", cue=CueBall.CENTRE_SPOT)
    if ball is not None and cloth.is_behind_head_string(ball):
        return Rerack("6.7.6(6)", cue=CueBall.HEAD_SPOT)
    return Rerack("6.7.6(5)", cue=CueBall.IN_HAND_KITCHEN)


def interferes(cloth: Cloth, at: Point) -> bool:
    """Whether a ball here is in the way of a rack: nearer than a diameter to the triangle of its centres."""
    left = cloth.foot_string
    right = left + 4.0 * sqrt(3.0) * cloth.radius
    apex, one, two = (left, 0.0), (right, 4.0 * cloth.radius), (right, -4.0 * cloth.radius)
    x, y = at
    inside = left <= x <= right and abs(y) * sqrt(3.0) <= x - left
    near = min(_to_segment(at, apex, one), _to_segment(at, apex, two), _to_segment(at, one, two))
    return inside or near < cloth.diameter


def _to_segment(at: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    part = ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / (dx * dx + dy * dy)
    part = min(1.0, max(0.0, part))
    return hypot(at[0] - start[0] - part * dx, at[1] - start[1] - part * dy)


def _blocks(cloth: Cloth, at: Point, spot: Point) -> bool:
    return distance(at, spot) < cloth.diameter


def racked_if_due(state: CueState) -> tuple[CueState, str]:
    """After a counted shot that left one ball or none: the others come back, play goes on; and the rule, "" if none."""
    if len(state.balls) > 1:
        return state, ""
    last = next(iter(state.balls), None)
    due = rerack_of(
        state.setting.cloth,
        pocketed=last is None,
        ball=None if last is None else state.positions.get(last),
        cue=state.positions.get(CUE),
    )
    cloth, positions = state.setting.cloth, dict(state.positions)
    if last is not None and due.full:
        positions.pop(last, None)
    if last is not None and due.ball is not None:
        positions[last] = due.ball
    if due.cue is CueBall.IN_HAND_KITCHEN:
        positions.pop(CUE, None)
    elif due.cue is not CueBall.AS_LIES:
        positions[CUE] = cloth.head_spot if due.cue is CueBall.HEAD_SPOT else (0.0, 0.0)
    moved = frozenset({CUE, *BALLS})
    after = replace(state, balls=frozenset(BALLS), cue_ball=due.cue, rack_due=FIFTEEN if due.full else FOURTEEN)
    return with_positions(after, positions, moved), due.rule


def opened_by(state: CueState, breaker: Seat) -> CueState:
    """A full rack to be opened like the first one (6.6, 6.7.5, 6.12); scores stay."""
    return replace(
        state,
        balls=frozenset(BALLS),
        positions={},
        phase=Phase.BREAK,
        breaker=breaker,
        shooter=breaker,
        run=0,
        offer=None,
        cue_ball=CueBall.IN_HAND_KITCHEN,
        rack_due=OPENING,
    )


def racked(state: CueState, order: tuple[Ball, ...]) -> Mapping[Ball, Point]:
    """The balls of the rack that is due: of the first one two corners are fixed (6.4); of fourteen the apex is free."""
    cloth = state.setting.cloth
    places = triangle(cloth.foot_string, cloth.radius)
    if state.rack_due == OPENING:
        free = iter(ball for ball in order if ball not in CORNERS.values())
        return {CORNERS[place] if place in CORNERS else next(free): at for place, at in enumerate(places)}
    if state.rack_due == FIFTEEN:
        return dict(zip(order, places, strict=True))
    return dict(zip((ball for ball in order if ball not in state.positions), places[1:], strict=True))
