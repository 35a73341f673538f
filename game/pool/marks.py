"""The row of fouls and roll-ups of straight pool, the third of which costs fifteen (Slovak pool rules 6.7.2, 6.12)."""

from __future__ import annotations

from dataclasses import dataclass

from game.cloth import EPS_FROZEN, Frozen
from game.cue_state import CueState, Own, PlayedShot, cushion_hits, set_of_team
from game.pool.common import Reading
from game.pool.counting import is_warned
from game.shot_facts import CushionHit
from game.values import replace
from game.vocabulary import CUE, Ball, Cushion, Seat

LIMIT = 3


@dataclass(frozen=True)
class Mark:
    """One shot of the row: a foul, or a roll-up of a ball to a cushion."""

    roll: tuple[Ball, Cushion] | None = None

    def __str__(self) -> str:
        return "foul" if self.roll is None else f"roll:{self.roll[0]}:{self.roll[1].value}"


FOUL = Mark()


@dataclass(frozen=True)
class StraightPool(Own):
    """The marks of each side for its consecutive shots."""

    marks: tuple[tuple[Mark, ...], ...] = ((), ())


def marks_of(state: CueState, seat: Seat) -> tuple[Mark, ...]:
    """The row of a side."""
    return state.own_as(StraightPool).marks[seat]


def add_mark(state: CueState, seat: Seat, mark: Mark, at: float) -> tuple[CueState, bool]:
    """A mark more; whether it is the third after a valid warning, which ends the row (2.16, 6.12).

    A roll-up drops those of another ball or cushion (6.7.2). Without a valid warning the third counts as the second.
    """
    kept = marks_of(state, seat)
    if mark.roll is not None:
        kept = tuple(other for other in kept if other.roll in (None, mark.roll))
    row = (*kept, mark)
    if len(row) >= LIMIT:
        if is_warned(state, seat, at):
            return with_marks(state, seat, (), None), True
        row = row[1 - LIMIT :]
    return with_marks(state, seat, row, at if len(row) == LIMIT - 1 else None), False


def with_marks(state: CueState, seat: Seat, row: tuple[Mark, ...], warned_at: float | None = None) -> CueState:
    """The state with this row of a side, and when it was warned of the third."""
    own = state.own_as(StraightPool)
    return replace(
        state,
        own=replace(own, marks=set_of_team(state, own.marks, seat, row)),
        fouls_in_row=set_of_team(state, state.fouls_in_row, seat, len(row)),
        warned_at=set_of_team(state, state.warned_at, seat, warned_at),
    )


def roll_up(state: CueState, shot: PlayedShot, reading: Reading) -> Mark | None:
    """The roll-up that a shot without a foul was, if it was one (6.7.2).

    A ball less than its diameter from a cushion, but not frozen to it, was hit first and came off that cushion by at
    most as much; the cue ball touched no cushion, and no other ball one that it was not frozen to.
    """
    ball = reading.first
    before = None if ball is None else state.positions.get(ball)
    after = None if ball is None else shot.facts.rest.get(ball)
    if ball is None or before is None or after is None or reading.made:
        return None
    touched = {hit.cushion for hit in cushion_hits(shot.facts, ball)}
    near = [cushion for cushion in touched if _is_near(state, ball, cushion)]
    if len(touched) != 1 or not near or _others_driven(state, shot, ball):
        return None
    cloth = state.setting.cloth
    return Mark((ball, near[0])) if cloth.gap_to(near[0], after) <= cloth.diameter else None


def _is_near(state: CueState, ball: Ball, cushion: Cushion) -> bool:
    """Whether a ball lies in the band along a cushion, less than its diameter from it and not frozen to it."""
    at, cloth = state.positions.get(ball), state.setting.cloth
    return at is not None and EPS_FROZEN < cloth.gap_to(cushion, at) < cloth.diameter


def _others_driven(state: CueState, shot: PlayedShot, ball: Ball) -> bool:
    """Whether the cue ball touched a cushion at all, or another ball one that it was not frozen to."""
    return any(
        hit.ball == CUE or (hit.ball != ball and not hit.own and hit.cushion not in state.frozen.to_cushion(hit.ball))
        for hit in shot.facts.of(CushionHit)
    )


def as_frozen(state: CueState, shot: PlayedShot, first: Ball | None) -> tuple[CueState, PlayedShot]:
    """State and shot as they are judged: after two roll-ups in a row the ball counts as frozen to its cushion (6.7.2).

    It does where the side was warned in time (2.16), for a shot that meets it first while it lies near that cushion.
    """
    row = marks_of(state, state.shooter)
    if len(row) != LIMIT - 1 or row[0] != row[1] or row[0].roll is None or not is_warned(state, state.shooter, shot.at):
        return state, shot
    ball, cushion = row[0].roll
    if ball != first or not _is_near(state, ball, cushion):
        return state, shot
    frozen = state.frozen.also(Frozen(cushions=frozenset({(ball, cushion)})))
    action = replace(shot.action, declared=(*shot.action.declared, ball))
    return replace(state, frozen=frozen), replace(shot, action=action)
