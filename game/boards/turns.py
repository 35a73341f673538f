"""Which hits of a board count in the open turn. Source: darts B.4, rules 4, 5 and 7, and the bounce-out rule."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.boards.effects import (
    Arm,
    BoardFree,
    Disarm,
    Effect,
    Hit,
    Ignored,
    NextPlayer,
    SecondThought,
    Why,
)
from game.boards.reports import Report, ReportKind

DARTS = 3

BETWEEN_HITS = 300
"""ms that lie between two darts at least (rule 7)."""

STUCK_WITHIN = 150
"""ms within which the same segment again is a stuck switch (rule 7)."""


@dataclass(frozen=True)
class Turn:
    """The open turn as its board sees it.

    nonce        of the turn that is open ("" = none); `left`: darts that it still has
    inside       whether a dart has hit since the board was last free; `takeout`: a turn is over and its darts are still
                 in the board: no hit counts until they are out
    hands        darts are being taken out in the middle of a turn
    last_hit     segment and board's clock (ms) of the last hit
    stuck_since  since when a segment repeats itself, s
    """

    nonce: str = ""
    left: int = 0
    inside: bool = False
    takeout: bool = False
    hands: bool = False
    last_hit: tuple[str, int] | None = None
    stuck_since: float | None = None


Acted = tuple[Turn, tuple[Effect, ...]]


def act(turn: Turn, report: Report, received: float, *, rethrow: bool) -> Acted:
    """The turn after a report in its order, received at `received` (s)."""
    match report.kind:
        case ReportKind.THROW | ReportKind.BOUNCE_OUT:
            return _hit(turn, report, received, rethrow=rethrow)
        case ReportKind.TAKEOUT_START:
            return replace(turn, hands=True), ()
        case ReportKind.TAKEOUT_END:
            return _freed(turn, report)
        case ReportKind.BUTTON_NEXT:
            return _button(turn, report)
        case ReportKind.STUCK_SEGMENT:
            return replace(turn, stuck_since=received), ()
        case _:
            return turn, (SecondThought(report),)


def _hit(turn: Turn, report: Report, received: float, *, rethrow: bool) -> Acted:
    why = _why_not(turn, report)
    if why is not None:
        return turn, (Ignored(why, report),)
    if report.kind is ReportKind.BOUNCE_OUT:
        # Where it is thrown again, the match says so and the turn has as many darts left as before.
        return (turn, (Hit(report, received, True),)) if rethrow else _counted(turn, report, received, bounced=True)
    since = None if turn.last_hit is None else report.ts - turn.last_hit[1]
    if turn.last_hit is not None and since is not None and 0 <= since < BETWEEN_HITS:
        if since < STUCK_WITHIN and report.segment == turn.last_hit[0]:
            again = replace(turn, last_hit=(report.segment, report.ts), stuck_since=received)
            return again, (Ignored(Why.STUCK, report),)
        return turn, (Ignored(Why.TOO_SOON, report),)
    turn = replace(turn, last_hit=(report.segment, report.ts), stuck_since=None)
    return _counted(turn, report, received, bounced=False)


def _why_not(turn: Turn, report: Report) -> Why | None:
    if turn.takeout:
        return Why.TAKEOUT
    if not turn.nonce:
        return Why.NOT_ARMED
    if report.arm != turn.nonce:
        return Why.OTHER_TURN
    return Why.TAKEOUT if turn.hands else None


def _counted(turn: Turn, report: Report, received: float, *, bounced: bool) -> Acted:
    turn = replace(turn, left=turn.left - 1, inside=True)
    hit = Hit(report, received, bounced)
    if turn.left > 0:
        return turn, (hit,)
    return replace(turn, nonce="", left=0, takeout=True), (hit, Disarm())


def _freed(turn: Turn, report: Report) -> Acted:
    """The darts are out: a turn that waited for it begins; one that goes on, goes on."""
    turn = replace(turn, hands=False, takeout=False, inside=False, stuck_since=None, last_hit=None)
    free = BoardFree(report)
    return turn, (free, Arm(turn.nonce)) if turn.nonce else (free,)


def _button(turn: Turn, report: Report) -> Acted:
    """Darts left are not thrown; where the turn is over already, the board is free."""
    if turn.takeout or not turn.nonce:
        return _freed(turn, report)
    if report.arm != turn.nonce:
        return turn, (Ignored(Why.OTHER_TURN, report),)
    turn, _ = _freed(replace(turn, nonce="", left=0), report)
    return turn, (NextPlayer(report), Disarm())
