"""What players do together in tests of the page: whose turn it is, one act at the pool table, a dart that counts."""

from __future__ import annotations

import math

from tests.browser.pots import plan_shot
from tests.browser.visitor import Seen, Visitor

CLOCKWISE = (20, 1, 18, 4, 13, 6, 10, 15, 2, 17, 3, 19, 7, 16, 8, 11, 14, 9, 12, 5)
SINGLE, TRIPLE = 134.5, 103.0
SAME = 1e-9


def by_seat(*visitors: Visitor) -> dict[int, Visitor]:
    """Visitors by the seat that their page shows, once the match has begun."""
    for visitor in visitors:
        visitor.wait_for_start()
    seats = {visitor.see().seat: visitor for visitor in visitors}
    return {seat: visitor for seat, visitor in seats.items() if seat is not None}


def act_pool(visitor: Visitor) -> None:
    """One act of a pool match by the side whose turn it is: an option, or a shot."""
    seen = visitor.see()
    if seen.options:
        visitor.choose_first()
        return
    if seen.phase == "break":
        visitor.aim(towards(seen, "c", "1"), tenths=9)
    else:
        plan = plan_shot(seen.balls, in_hand=seen.cue_ball == "in_hand")
        if plan.place is not None:
            visitor.lay(plan.place)
        visitor.aim(plan.degrees, plan.tenths)
    visitor.shoot()


def towards(seen: Seen, ball: str, other: str) -> float:
    """Direction from one ball to another, degrees."""
    (x, y), (u, v) = seen.balls[ball], seen.balls[other]
    return math.degrees(math.atan2(v - y, u - x)) % 360


def settle(actor: Visitor, *others: Visitor) -> Seen:
    """All have what the actor did, and have seen the balls rest; what the page then shows."""
    turn = actor.see().turn
    for visitor in others:
        visitor.wait_for(turn=turn)
    for visitor in (actor, *others):
        visitor.skip()
    return actor.see()


def aim_for(left: int) -> tuple[float, float]:
    """The middle of the segment that takes most off what is left without going below zero, mm."""
    singles = [(number, SINGLE) for number in CLOCKWISE]
    triples = [(number, TRIPLE) for number in CLOCKWISE]
    worth = {place: place[0] * (3 if place[1] == TRIPLE else 1) for place in singles + triples}
    number, radius = max((place for place in worth if worth[place] <= left), key=worth.__getitem__)
    angle = CLOCKWISE.index(number) * math.pi / 10
    return radius * math.sin(angle), radius * math.cos(angle)


def assert_same_balls(*visitors: Visitor) -> None:
    """All pages show the same balls at the same places."""
    first, *others = (visitor.see().balls for visitor in visitors)
    for other in others:
        assert other.keys() == first.keys()
        for ball, at in other.items():
            assert math.dist(at, first[ball]) < SAME, ball


def actor_of(seats: dict[int, Visitor]) -> tuple[Visitor, Visitor]:
    """The side at the table, ready to act, and the other one."""
    to_act = seats[0].see().to_act
    assert to_act is not None
    seats[to_act].wait_for(my_turn=True)
    return seats[to_act], seats[1 - to_act]
