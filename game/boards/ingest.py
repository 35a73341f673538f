"""The ingest rules: which reports of one board count, in which order, each exactly once. Source: darts B.4, rules 1–7.

Pure: `ingest(state, incoming, now)` gives the next state and what follows. Reports are numbered without gaps from 1 at
every start of a board; one that comes too early waits, one that is missing is asked for again. So however often, late
or mixed up reports arrive, they count once and in the order in which they were made.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from game.boards.effects import (
    Arm,
    Disarm,
    Effect,
    Hold,
    Ignored,
    SayHello,
    SendAgain,
    Why,
)
from game.boards.reports import Report, ReportKind
from game.boards.turns import DARTS, Turn, act

CLOCK_LIMIT = 2.0
"""s that a report's clock may differ from the hall's (rule 6); beyond that the board is asked to say it again."""

ASK_EVERY = 2.0
"""s between two requests for reports that are missing."""

PATIENCE = 10.0
"""s that play waits for missing reports; then it goes on without them, and they are shown as lost."""

STUCK_QUIET = 2.0
"""s without another hit of a stuck segment until it is taken to be free."""

MOST_HELD = 64
"""Reports that may wait for others."""

REMEMBERED = 256
"""Reports whose body is known, to tell a repeated one from another one under the same number."""

STARTS = 8
"""Earlier starts of a board that are known as such."""


@dataclass(frozen=True)
class Incoming:
    """A report as it arrived, its signature good: digest of its body, and whether the broker had kept it."""

    report: Report
    digest: str
    retained: bool = False


@dataclass(frozen=True)
class Waiting:
    """A report that waits for others, or to be said again, and when it first came, s."""

    incoming: Incoming
    since: float


@dataclass(frozen=True)
class Ingest:
    """What is known of one board.

    rethrow      whether a dart that bounced out is thrown again in this match
    boot, last   its present start, and the number of the last report taken; last None: not known yet
    digests      of the last reports taken, by number
    newest       when the newest report was made, s by the hall's clock
    offset       hall's clock − board's clock, s, as its answer to the last arming showed it
    held         reports that wait, by number
    asked_from   number from which the board was asked to say its reports again, at `asked_at` (s)
    gap_since    since when play waits for reports, s
    turn         what of the hits counts
    """

    rethrow: bool = False
    boot: str = ""
    last: int | None = None
    digests: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    starts: tuple[str, ...] = ()
    newest: float = 0.0
    offset: float = 0.0
    held: Mapping[int, Waiting] = field(default_factory=lambda: MappingProxyType({}))
    asked_from: int = 0
    asked_at: float = -math.inf
    gap_since: float | None = None
    turn: Turn = field(default_factory=Turn)

    @property
    def hold(self) -> Hold | None:
        """Why play waits for this board; None where it does not."""
        if self.gap_since is not None:
            return Hold.REPORTS
        return None if self.turn.stuck_since is None else Hold.STUCK


Told = tuple[Ingest, tuple[Effect, ...]]


def ingest(state: Ingest, incoming: Incoming, now: float) -> Told:
    """The board after a report, received at `now` (s), and what follows from it."""
    report = incoming.report
    is_status = report.kind is ReportKind.STATUS
    if incoming.retained and not is_status:
        return state, (Ignored(Why.RETAINED, report),)
    if _is_old(state, report):
        return state, (Ignored(Why.OLD_BOOT, report),)
    if is_status:
        return _status(state, incoming, now)
    state, effects = _started(state, report.boot, 0 if state.boot else None)
    why = _why_not_held(state, incoming)
    if why is not None:
        return state, (*effects, Ignored(why, report))
    held = {report.seq: Waiting(incoming, now), **state.held}
    state, more = _flow(replace(state, held=held), now)
    return state, effects + more


def armed(state: Ingest, nonce: str, left: int = DARTS, *, again: bool = False) -> Told:
    """The board once a turn with `left` darts is open; it is told when no dart of an earlier one sticks in it.

    again  whether the turn was open before: then the darts in the board are its own
    """
    takeout = state.turn.takeout and not again
    turn = replace(state.turn, nonce=nonce, left=left, hands=False, takeout=takeout, inside=left < DARTS or takeout)
    return replace(state, turn=turn), () if turn.takeout else (Arm(nonce),)


def disarmed(state: Ingest) -> Told:
    """The board once its turn is over: until the darts are taken out no other one begins (rule 5)."""
    if not state.turn.nonce:
        return state, ()
    turn = replace(state.turn, nonce="", left=0, takeout=state.turn.takeout or state.turn.inside)
    return replace(state, turn=turn), (Disarm(),)


def resting(state: Ingest) -> Told:
    """The board while its turn is interrupted: no dart counts, and those that stick in it may stay."""
    if not state.turn.nonce:
        return state, ()
    return replace(state, turn=replace(state.turn, nonce="")), (Disarm(),)


def reconnected(state: Ingest, now: float) -> Told:
    """The board when the broker is back: it is asked for everything that may have been lost, and told what is open."""
    in_force = state.turn.nonce and not state.turn.takeout
    order = Arm(state.turn.nonce) if in_force else Disarm()
    if state.last is None:
        return state, (SayHello(), order)
    state, question = _asked(state, now)
    return state, (*question, order)


def tick(state: Ingest, now: float) -> Told:
    """What time alone brings: missing reports asked for again or given up, a stuck segment that is quiet."""
    if state.turn.stuck_since is not None and now >= state.turn.stuck_since + STUCK_QUIET:
        state = replace(state, turn=replace(state.turn, stuck_since=None))
    if state.gap_since is None:
        return state, ()
    if now >= state.gap_since + PATIENCE:
        return _give_up(state, now)
    return _asked(state, now) if now >= state.asked_at + ASK_EVERY else (state, ())


def due(state: Ingest) -> float | None:
    """When `tick` has something to do, s; None while nothing is waited for."""
    times = []
    if state.turn.stuck_since is not None:
        times.append(state.turn.stuck_since + STUCK_QUIET)
    if state.gap_since is not None:
        times += [state.gap_since + PATIENCE, state.asked_at + ASK_EVERY]
    return min(times, default=None)


def _is_old(state: Ingest, report: Report) -> bool:
    """Whether it comes from an earlier start: one that is known as such, or that was before what was heard last."""
    if report.boot == state.boot or not state.boot:
        return False
    return report.boot in state.starts or report.ts / 1000.0 < state.newest - CLOCK_LIMIT


def _why_not_held(state: Ingest, incoming: Incoming) -> Why | None:
    """Why a report is not taken up at all."""
    number = incoming.report.seq
    if state.last is not None and number <= state.last:
        known = state.digests.get(number)
        return Why.REPEATED if known in (None, incoming.digest) else Why.NUMBER_REUSED
    waiting = state.held.get(number)
    if waiting is None:
        return Why.TOO_MANY_WAIT if len(state.held) >= MOST_HELD else None
    if waiting.incoming.digest != incoming.digest:
        return Why.NUMBER_REUSED
    return None if number == _next(state) else Why.REPEATED


def _status(state: Ingest, incoming: Incoming, now: float) -> Told:
    """A status tells the start of the board; one that answers the open turn is fresh, and shows its clock too."""
    report = incoming.report
    if not report.online:
        return state, ()
    state, effects = _started(state, report.boot, 0 if state.boot else report.seq)
    if state.last is None:
        # The reports that wait came before this status: they are counted in its number.
        state = replace(state, last=min(state.held, default=report.seq + 1) - 1)
    if report.arm and report.arm == state.turn.nonce and not incoming.retained:
        state = replace(state, offset=now - report.ts / 1000.0)
    state, more = _flow(state, now, reported=report.seq)
    return state, effects + more


def _started(state: Ingest, boot: str, last: int | None) -> Told:
    """The board after a start, if it is another one: numbers begin anew, and it has forgotten which turn is open."""
    if boot == state.boot:
        return state, ()
    starts = (*state.starts, state.boot)[-STARTS:] if state.boot else state.starts
    turn = replace(state.turn, last_hit=None, stuck_since=None, hands=False)
    fresh = Ingest(state.rethrow, boot, last, starts=starts, newest=state.newest, turn=turn)
    return fresh, (Arm(turn.nonce),) if turn.nonce and not turn.takeout else ()


def _next(state: Ingest) -> int | None:
    return None if state.last is None else state.last + 1


def _flow(state: Ingest, now: float, reported: int = 0) -> Told:
    """Take every report that waits and whose turn it is; begin or end the wait for what is missing.

    reported  number of the last report, as a status of the board tells it
    """
    effects: list[Effect] = []
    while (number := _next(state)) is not None and number in state.held:
        if not _is_believed(state, state.held[number], now):
            break
        state, more = _take(state, state.held[number])
        effects += more
    if not state.held and (number is None or reported < number):
        return replace(state, gap_since=None), tuple(effects)
    if state.gap_since is None:
        state, question = _asked(replace(state, gap_since=now), now)
        effects += question
    return state, tuple(effects)


def _is_believed(state: Ingest, waiting: Waiting, now: float) -> bool:
    """Whether it was made when it arrived (rule 6), or the board was asked for it since."""
    report = waiting.incoming.report
    made = report.ts / 1000.0 + state.offset
    asked = report.seq >= state.asked_from and state.asked_at <= now <= state.asked_at + PATIENCE
    return asked or abs(made - waiting.since) <= CLOCK_LIMIT


def _asked(state: Ingest, now: float) -> Told:
    if state.last is None:
        return replace(state, asked_at=now, asked_from=1), (SayHello(),)
    return replace(state, asked_at=now, asked_from=state.last + 1), (SendAgain(state.boot, state.last + 1),)


def _take(state: Ingest, waiting: Waiting) -> Told:
    """One report in its order."""
    report = waiting.incoming.report
    state = _passed(state, report.seq, waiting.incoming.digest)
    turn, effects = act(state.turn, report, waiting.since, rethrow=state.rethrow)
    newest = max(state.newest, min(waiting.since, report.ts / 1000.0 + state.offset))
    return replace(state, newest=newest, turn=turn), effects


def _passed(state: Ingest, number: int, digest: str) -> Ingest:
    """The board once this number is behind it."""
    digests = {**state.digests, number: digest}
    digests.pop(number - REMEMBERED, None)
    held = {other: one for other, one in state.held.items() if other > number}
    return replace(state, last=number, digests=digests, held=held)


def _give_up(state: Ingest, now: float) -> Told:
    """Go on without reports that do not come, and without one whose time is wrong and that was not said again."""
    number = _next(state)
    late = None if number is None else state.held.get(number)
    if late is not None:
        report = late.incoming.report
        state, lost = _passed(state, report.seq, late.incoming.digest), Ignored(Why.LATE, report)
    else:
        lost = Ignored(Why.LOST, detail="" if number is None else f"from number {number} on")
        state = replace(state, last=min(state.held) - 1 if state.held else state.last)
    state, more = _flow(replace(state, gap_since=None), now)
    return state, (lost, *more)
