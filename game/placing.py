"""Laying the cue ball down by hand: where it may lie, and where it lies until somebody moves it.

Sources: Slovak pool rules 3.9, 3.15, 3.21, 5.9; carom C.6.2 (house).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from game.actions import Place
from game.cloth import EPS_FROZEN, Cloth, distance
from game.cue_state import CueState, Ruled, with_positions
from game.errors import IllegalAction, Refusal
from game.rulings import Ruling
from game.vocabulary import CUE, Ball, CueBall, Family, Point

IN_HAND = frozenset({CueBall.IN_HAND, CueBall.IN_HAND_KITCHEN})


def check_place(state: CueState, place: Place) -> None:
    """Refuse a placing that is not to be had; in strict mode a wrong one stands and makes the next stroke a foul."""
    if place.ball != CUE or state.cue_ball not in IN_HAND:
        raise IllegalAction(Refusal.NOT_IN_HAND, "ball", f"ball {place.ball} is not in hand")
    if not state.setting.cloth.holds(place.at):
        raise IllegalAction(Refusal.OUTSIDE, "at", "the ball would not lie on the table")
    fault = _fault(state, place.at)
    if fault is not None and not _is_strict(state):
        raise IllegalAction(fault, "at", _WORDS[fault])


_WORDS = {
    Refusal.NOT_BEHIND_HEAD_STRING: "the cue ball must lie behind the head string",
    Refusal.HOUSE: "the cue ball must lie in the house",
    Refusal.OVERLAP: "the cue ball must not touch another ball",
}


def _is_strict(state: CueState) -> bool:
    name = "house_strict" if state.setting.family is Family.PYRAMID else "strict_placement"
    return state.setting.flag(name)


def _fault(state: CueState, at: Point) -> Refusal | None:
    if state.cue_ball is CueBall.IN_HAND_KITCHEN and not state.setting.cloth.is_behind_head_string(at):
        return Refusal.HOUSE if state.setting.family is Family.PYRAMID else Refusal.NOT_BEHIND_HEAD_STRING
    if not _is_free(at, state.positions, state.setting.cloth):
        return Refusal.OVERLAP
    return None


def _is_free(at: Point, positions: Mapping[Ball, Point], cloth: Cloth) -> bool:
    reach = cloth.diameter + EPS_FROZEN
    return all(distance(at, other) > reach for ball, other in positions.items() if ball != CUE)


def placed(state: CueState, place: Place) -> Ruled:
    """The cue ball where it was laid down."""
    fault = _fault(state, place.at)
    moved = with_positions(state, {**state.positions, CUE: place.at}, frozenset({CUE}))
    return Ruled(replace(moved, misplaced=fault is not None), Ruling(rules=("3.39",), text="The cue ball is placed."))


def lies_on_a_ball(state: CueState) -> bool:
    """Whether a cue ball that was laid down wrongly overlaps another ball."""
    at = state.positions.get(CUE)
    if not state.misplaced or at is None:
        return False
    others = (other for ball, other in state.positions.items() if ball != CUE)
    return any(distance(at, other) < state.setting.cloth.diameter for other in others)


def with_cue_ball_down(state: CueState) -> CueState:
    """The state with a cue ball in hand lying somewhere legal, so that nobody has to move it before he plays."""
    if state.cue_ball not in IN_HAND or state.misplaced:
        return state
    lying = state.positions.get(CUE)
    if lying is not None and state.setting.cloth.holds(lying) and _fault(state, lying) is None:
        return state
    at = next(point for point in _places(state.setting.cloth) if _fault(state, point) is None)
    return with_positions(state, {**state.positions, CUE: at}, frozenset({CUE}))


def _places(cloth: Cloth) -> Iterator[Point]:
    """Places behind the head string, from its middle outward and backward."""
    step = cloth.diameter
    for row in range(1, 9):
        for column in (0, 1, -1, 2, -2, 3, -3, 4, -4):
            yield (cloth.head_string - row * step, column * step)
