"""The one look at the rack that whoever breaks may ask for, and what it finds. Source: Slovak pool rules 2.7."""

from __future__ import annotations

from game.cloth import distance
from game.cue_rules import CueRules
from game.cue_state import CueState, Ruled
from game.errors import IllegalAction, Refusal
from game.rulings import Ruling
from game.values import replace
from game.vocabulary import Family, Phase, Point

CHECK_RACK = "CHECK_RACK"
LOOSE = 0.002
"""m that a racked ball may lie from its exact place: more than the gaps of a real triangle come to."""


def may_check(state: CueState) -> bool:
    """Whether the rack may still be checked: before the break of pool, once for each rack."""
    is_due = state.setting.family is Family.POOL and state.phase is Phase.BREAK
    return is_due and state.checked_rack < max(1, state.racks)


def refuse_late_check(state: CueState) -> None:
    """Refuse a check when it is not to be had any more. Raises IllegalAction."""
    if not may_check(state):
        raise IllegalAction(Refusal.NOT_OFFERED, "option", "a rack is checked once, before the break")


def checked(rules: CueRules, state: CueState) -> Ruled:
    """The rack as it is, or where it has a clear fault racked again for the same breaker (2.7)."""
    wrong = rack_fault(rules, state)
    if wrong is None:
        seen = replace(state, checked_rack=max(1, state.racks))
        return Ruled(seen, Ruling(rules=("2.7",), text="The rack is checked: it stands as it must."))
    due = rules.set_up(state)
    again = replace(due, checked_rack=state.racks + 1)
    return Ruled(again, Ruling(rules=("2.7",), text=f"The rack is checked: {wrong}. It is racked again."))


def rack_fault(rules: CueRules, state: CueState) -> str | None:
    """What is clearly wrong with a rack, if anything is: a ball out of the triangle, or one that has a place of its
    own in another one."""
    due = rules.set_up(state)
    half = len(rules.balls) // 2
    one, other = (rules.racked(due, (*rules.balls[by:], *rules.balls[:by])) for by in (0, half))
    lying = {ball: at for ball, at in state.positions.items() if ball in rules.balls}
    for ball, at in sorted(lying.items(), key=lambda item: int(item[0])):
        own = one[ball] if one[ball] == other[ball] else None
        if not _stands(at, own, tuple(one.values())):
            return f"ball {ball} is not in its place"
    return None


def _stands(at: Point, own: Point | None, places: tuple[Point, ...]) -> bool:
    return any(distance(at, place) <= LOOSE for place in (places if own is None else (own,)))
