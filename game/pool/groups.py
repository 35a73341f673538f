"""The two groups of eight-ball and who plays which. Source: Slovak pool rules 4.1, 4.10, 4.11, 4.14, 4.21."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from game.cue_state import CueState, Own
from game.vocabulary import Ball, Seat

EIGHT = Ball("8")
BALLS = tuple(Ball(str(number)) for number in range(1, 16))


class Group(StrEnum):
    """Seven balls of one kind."""

    SOLIDS = "solids"
    STRIPES = "stripes"

    @property
    def other(self) -> Group:
        """The other kind."""
        return Group.STRIPES if self is Group.SOLIDS else Group.SOLIDS


MEMBERS = {Group.SOLIDS: frozenset(BALLS[:7]), Group.STRIPES: frozenset(BALLS[8:])}


@dataclass(frozen=True)
class EightBall(Own):
    """What eight-ball keeps besides.

    groups      of each side, None while the table is open
    call_owed   the other side asked for the call of the next shot (4.2)
    idle        shots in a row in which nobody tried to make a ball (4.21)
    offered_by  who offered a draw that waits for its answer; refused: one was refused since the last shot
    """

    groups: tuple[Group | None, ...] = (None, None)
    call_owed: bool = False
    idle: int = 0
    offered_by: Seat | None = None
    refused: bool = False


def group_of(ball: Ball) -> Group | None:
    """The group of a ball; the eight has none."""
    return next((group for group, balls in MEMBERS.items() if ball in balls), None)


def is_open(state: CueState) -> bool:
    """Whether no groups are set yet (4.10)."""
    return None in state.own_as(EightBall).groups


def own_balls(state: CueState, seat: Seat) -> frozenset[Ball]:
    """The balls of a side's group that are on the table; on an open table those of both groups."""
    group = state.own_as(EightBall).groups[seat]
    return state.balls - {EIGHT} if group is None else state.balls & MEMBERS[group]


def is_on_eight(state: CueState, seat: Seat) -> bool:
    """Whether a side's group is gone, whoever made it (4.14)."""
    return not is_open(state) and not own_balls(state, seat)


def is_barren(state: CueState) -> bool:
    """Whether a whole group went down while nobody had one: neither side can win it any more (4.10)."""
    return is_open(state) and any(not state.balls & balls for balls in MEMBERS.values())


def may_be_stalemate(state: CueState) -> bool:
    """Whether so few balls are left that a stalemate can be: at most two besides the eight (4.21)."""
    return EIGHT in state.balls and len(state.balls) <= 3
