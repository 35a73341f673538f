"""Laying the cue ball down by hand: where it may lie, and where it lies until somebody moves it.

Sources: Slovak pool rules 3.9, 3.15, 3.21, 5.9; carom C.6.2 (house).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from game.actions import Place
from game.cloth import EPS_FROZEN, EPS_LINE, Cloth, distance
from game.cue_state import CueState, Ruled, with_positions
from game.errors import IllegalAction, Refusal
from game.rulings import Ruling
from game.values import replace
from game.vocabulary import CUE, Ball, CueBall, Family, Point

IN_HAND = frozenset({CueBall.IN_HAND, CueBall.IN_HAND_KITCHEN})

EPS_OVERLAP = 1e-6
"""m: more than simulated balls that touch come closer than they are wide."""


def check_place(state: CueState, place: Place) -> None:
    """Refuse a placing that is not to be had; in strict mode a wrong one stands and makes the next stroke a foul."""
    if place.ball != state.hand_ball or state.cue_ball not in IN_HAND:
        raise IllegalAction(Refusal.NOT_IN_HAND, "ball", f"ball {place.ball} is not in hand")
    if not state.setting.cloth.holds(place.at):
        raise IllegalAction(Refusal.OUTSIDE, "at", "the ball would not lie on the table")
    fault = _fault(state, place.at)
    if fault is not None and not _is_strict(state):
        raise IllegalAction(fault, "at", _WORDS[fault])


def check_lag_place(state: CueState, place: Place) -> None:
    """Before he lags in pool, each lays his ball down behind the head string in his own half (3.5, pool B.13)."""
    cloth, at = state.setting.cloth, place.at
    if state.setting.family is not Family.POOL or place.ball not in {CUE, *state.positions}:
        raise IllegalAction(Refusal.NOT_IN_HAND, "ball", f"ball {place.ball} is not in hand")
    if not cloth.holds(at) or cloth.is_in_mouth(at):
        raise IllegalAction(Refusal.OUTSIDE, "at", "the ball would not lie on the table")
    if not cloth.is_behind_head_string(at):
        raise IllegalAction(Refusal.NOT_BEHIND_HEAD_STRING, "at", "the ball must lie behind the head string")
    if not (at[1] < 0.0 if place.ball == CUE else at[1] > 0.0):
        raise IllegalAction(Refusal.OUTSIDE, "at", "the ball must lie in your own half")
    others = (other for ball, other in state.positions.items() if ball != place.ball)
    if any(distance(at, other) <= cloth.diameter + EPS_FROZEN for other in others):
        raise IllegalAction(Refusal.OVERLAP, "at", "the ball must not touch the other one")


_WORDS = {
    Refusal.NOT_BEHIND_HEAD_STRING: "the cue ball must lie behind the head string",
    Refusal.HOUSE: "the cue ball must lie in the house",
    Refusal.OVERLAP: "the cue ball must not touch another ball",
    Refusal.OUTSIDE: "the cue ball must not lie in the mouth of a pocket",
}


def _is_strict(state: CueState) -> bool:
    name = "house_strict" if state.setting.family is Family.PYRAMID else "strict_placement"
    return state.setting.flag(name)


def _fault(state: CueState, at: Point) -> Refusal | None:
    if state.cue_ball is CueBall.IN_HAND_KITCHEN and state.setting.family is Family.PYRAMID:
        return None if _is_in_house(state, at) and _is_free(state, at) else Refusal.HOUSE
    if state.cue_ball is CueBall.IN_HAND_KITCHEN and not state.setting.cloth.is_behind_head_string(at):
        return Refusal.NOT_BEHIND_HEAD_STRING
    if state.setting.cloth.is_in_mouth(at):
        return Refusal.OUTSIDE
    return None if _is_free(state, at) else Refusal.OVERLAP


def _is_in_house(state: CueState, at: Point) -> bool:
    """Whether a centre lies in the house, or in the temporary one behind the line of the back spot (C.6.2)."""
    cloth = state.setting.cloth
    if is_temporary_house(state):
        return at[0] > cloth.foot_string + EPS_LINE
    return cloth.is_behind_head_string(at)


def is_temporary_house(state: CueState) -> bool:
    """Whether pyramid is played from the other end, because every object ball is known to lie in the house (C.6.2)."""
    places = [state.positions.get(ball) for ball in state.balls if ball != state.hand_ball]
    cloth = state.setting.cloth
    is_pyramid = state.setting.family is Family.PYRAMID
    return is_pyramid and bool(places) and all(at is not None and cloth.is_behind_head_string(at) for at in places)


def is_house_foul(state: CueState, place: Place) -> bool:
    """Whether a placing is a foul at once: in pyramid's strict mode an illegal one is (R10)."""
    return state.setting.family is Family.PYRAMID and _fault(state, place.at) is not None


def _is_free(state: CueState, at: Point) -> bool:
    reach = state.setting.cloth.diameter + EPS_FROZEN
    return all(distance(at, other) > reach for ball, other in state.positions.items() if ball != state.hand_ball)


def placed(state: CueState, place: Place) -> Ruled:
    """The cue ball where it was laid down."""
    fault = _fault(state, place.at)
    moved = with_positions(state, {**state.positions, place.ball: place.at}, frozenset({place.ball}))
    rule = "C.6.2" if state.setting.family is Family.PYRAMID else "3.39"
    return Ruled(replace(moved, misplaced=fault is not None), Ruling(rules=(rule,), text="The cue ball is placed."))


def lies_on_a_ball(state: CueState) -> bool:
    """Whether a cue ball that was laid down wrongly overlaps another ball."""
    return state.misplaced and _overlaps_a_ball(state)


def with_fault_forgotten(before: CueState, after: CueState) -> CueState:
    """What follows a cue ball that was laid down against the rules: it is its player's fault alone, and where it is in
    another ball it does not stay (3.21)."""
    if not before.misplaced or (after.misplaced and after.shooter == before.shooter):
        return after
    return with_cue_ball_lifted(replace(after, misplaced=False))


def with_cue_ball_lifted(state: CueState) -> CueState:
    """The state without a cue ball that was played from inside another ball: there it cannot stay (3.21)."""
    if not _overlaps_a_ball(state):
        return state
    others = {ball: at for ball, at in state.positions.items() if ball != CUE}
    return with_positions(state, others, frozenset({CUE}))


def _overlaps_a_ball(state: CueState) -> bool:
    at = state.positions.get(CUE)
    if at is None:
        return False
    others = (other for ball, other in state.positions.items() if ball != CUE)
    return any(_overlap(state.setting.cloth, at, other) for other in others)


def overlaps(state: CueState) -> list[tuple[Ball, Ball]]:
    """Pairs of balls of which one is where the other is; a ball in hand is nowhere yet."""
    in_hand = state.hand_ball if state.cue_ball in IN_HAND else None
    lying = [(ball, at) for ball, at in state.positions.items() if ball != in_hand]
    pairs = combinations(lying, 2)
    return [(one, two) for (one, here), (two, there) in pairs if _overlap(state.setting.cloth, here, there)]


def _overlap(cloth: Cloth, here: Point, there: Point) -> bool:
    return distance(here, there) < cloth.diameter - EPS_OVERLAP


def with_cue_ball_down(state: CueState) -> CueState:
    """The state with a cue ball in hand lying somewhere legal, so that nobody has to move it before he plays."""
    if state.cue_ball not in IN_HAND or state.misplaced:
        return state
    ball = state.hand_ball
    lying = state.positions.get(ball)
    if lying is not None and state.setting.cloth.holds(lying) and _fault(state, lying) is None:
        return state
    at = next(point for point in _places(state.setting.cloth) if _fault(state, point) is None)
    return with_positions(state, {**state.positions, ball: at}, frozenset({ball}))


def _places(cloth: Cloth) -> Iterator[Point]:
    """Places behind the head string, from its middle outward and backward; then those at the other end."""
    step = cloth.diameter
    for way in (1.0, -1.0):
        for row in range(1, 9):
            for column in (0, 1, -1, 2, -2, 3, -3, 4, -4):
                yield (way * (cloth.head_string - row * step), column * step)
