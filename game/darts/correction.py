"""Corrections of what a real board reported: the leg is played again from its log, never patched. Source: darts B.6.

A dart keeps the turn it was thrown in. Played again, a leg may end earlier (later darts are void), go on (an open turn
of somebody else is withdrawn), lose a bust, or bring back a player who was out. Darts that were not thrown stand in the
log too: each of them may turn out to be one that the board did not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby

from game.darts.turns import Leg, pass_turn, retire, throw
from game.darts.vocabulary import Dart, Landing, Player, Turn
from game.errors import IllegalAction, Refusal
from physics.darts.board import BULL, SECTORS


@dataclass(frozen=True)
class LoggedDart:
    """A dart as it was reported: number in the log, whose, in which turn of the leg as it stood then."""

    number: int
    player: Player
    turn: int
    dart: Dart


@dataclass(frozen=True)
class LoggedRetirement:
    """A player who stopped, with the number in the log."""

    number: int
    player: Player


Logged = LoggedDart | LoggedRetirement


@dataclass(frozen=True)
class DartLog:
    """A leg before its first dart, and everything that happened since, oldest first, corrections applied."""

    opening: Leg
    events: tuple[Logged, ...] = ()
    next_number: int = 1


@dataclass(frozen=True)
class Replayed:
    """A leg as its log says.

    void   numbers of darts that came after their turn had ended
    turns  turn in the log to number of the turn in the leg
    """

    leg: Leg
    void: frozenset[int] = frozenset()
    turns: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Correct:
    """The dart with this number hit something else."""

    number: int
    dart: Dart


@dataclass(frozen=True)
class Delete:
    """The dart with this number was none."""

    number: int


@dataclass(frozen=True)
class Insert:
    """A dart was not reported; it was thrown in the turn of the one with this number, after or before it.

    Number 0: it is the last dart of the open turn so far.
    """

    number: int
    dart: Dart
    before: bool = False


Correction = Correct | Delete | Insert


@dataclass(frozen=True)
class Undo:
    """What takes a correction back: the number it is about, the dart as it was (None: it was not there), and the
    number of the event before it in the log (0: it is the first)."""

    number: int
    was: LoggedDart | None
    behind: int


def replay(log: DartLog) -> Replayed:
    """The leg after everything in the log. Raises IllegalAction where the darts cannot follow each other any more."""
    leg, void, turn = log.opening, frozenset[int](), 1
    turns: dict[int, int] = {}
    for visit in _visits(log.events):
        first = visit[0]
        if isinstance(first, LoggedRetirement):
            leg = retire(leg, first.player)
            continue
        darts = [event for event in visit if isinstance(event, LoggedDart)]
        if first.turn != turn and leg.turn.thrown and leg.thrower is not None:
            leg = pass_turn(leg)  # the turn before was left unfinished by a correction
        number = leg.turn.number
        leg, late = _replay_visit(leg, darts)
        void, turn = void | late, first.turn
        if len(late) < len(darts):
            turns[turn] = number
    return Replayed(leg, void, turns)


def follow(log: DartLog, before: Leg, after: Leg) -> DartLog:
    """The log with everything that led from one state of its leg to a later one: darts of one turn, retirements."""
    darts = tuple(thrown.dart for turn in _all_turns(after) for thrown in turn.thrown)
    new = darts[sum(len(turn.thrown) for turn in _all_turns(before)) :]
    log = logged(log, before, *new) if new else log
    for player in sorted(after.retired - before.retired):
        log = logged_retirement(log, player)
    return log


def logged(log: DartLog, leg: Leg, *darts: Dart) -> DartLog:
    """The log with more darts of one turn, of whoever was to throw in this leg before them."""
    turn = turn_number(log, leg)
    events = (LoggedDart(log.next_number + place, leg.turn.player, turn, dart) for place, dart in enumerate(darts))
    return replace(log, events=(*log.events, *events), next_number=log.next_number + len(darts))


def logged_retirement(log: DartLog, player: Player) -> DartLog:
    """The log with a player who stopped."""
    event = LoggedRetirement(log.next_number, player)
    return replace(log, events=(*log.events, event), next_number=log.next_number + 1)


def dart_numbered(log: DartLog, number: int) -> LoggedDart:
    """The dart with this number. Raises IllegalAction."""
    found = next((event for event in log.events if isinstance(event, LoggedDart) and event.number == number), None)
    if found is None:
        raise IllegalAction(Refusal.WRONG_DART, "number", f"no dart has the number {number}")
    return found


def corrected(log: DartLog, leg: Leg, correction: Correction) -> tuple[DartLog, Undo]:
    """The log with a correction applied, and what takes it back; `leg`: as the log leads to it.

    Raises IllegalAction where it names no dart or leads to no possible leg.
    """
    if isinstance(correction, Insert) and correction.number == 0:
        if leg.thrower is None:
            raise IllegalAction(Refusal.TOO_LATE, "number", "no turn is open")
        after = logged(log, leg, correction.dart)
        undo = Undo(log.next_number, None, 0)
    else:
        old = dart_numbered(log, correction.number)
        place = log.events.index(old)
        behind = log.events[place - 1].number if place else 0
        match correction:
            case Correct(dart=dart):
                new = replace(old, dart=replace(dart, time=_time_at(log, place)))
                after, undo = _with_events(log, place, new), Undo(old.number, old, behind)
            case Delete():
                after, undo = _with_events(log, place), Undo(old.number, old, behind)
            case Insert(dart=dart, before=before):
                new = replace(old, number=log.next_number, dart=replace(dart, time=old.dart.time))
                after = _with_events(log, place, *((new, old) if before else (old, new)))
                after, undo = replace(after, next_number=log.next_number + 1), Undo(new.number, None, 0)
    replay(after)  # refuses what cannot be played
    return after, undo


def undone(log: DartLog, undo: Undo) -> DartLog:
    """The log without a correction; what was logged since stays. Raises IllegalAction where that cannot be played."""
    events = [event for event in log.events if event.number != undo.number]
    if undo.was is not None:
        numbers = [event.number for event in events]
        events.insert(numbers.index(undo.behind) + 1 if undo.behind in numbers else 0, undo.was)
    before = replace(log, events=tuple(events))
    replay(before)
    return before


def still_open(log: DartLog, number: int) -> bool:
    """Whether the thrower himself may still correct this dart: nobody has thrown since its turn."""
    darts = [event for event in log.events if isinstance(event, LoggedDart)]
    turn = next((event.turn for event in darts if event.number == number), None)
    return turn is not None and all(event.turn <= turn for event in darts)


def _time_at(log: DartLog, place: int) -> int:
    """Time of the dart at this place, ms; of one that was not seen, of the dart before it in its turn."""
    dart = log.events[place]
    assert isinstance(dart, LoggedDart)
    if dart.dart.thrown or dart.dart.time:
        return dart.dart.time
    before = (event for event in log.events[:place] if isinstance(event, LoggedDart) and event.turn == dart.turn)
    return max((event.dart.time for event in before), default=0)


def _with_events(log: DartLog, place: int, *events: Logged) -> DartLog:
    """The log with other events instead of the one at this place."""
    return replace(log, events=(*log.events[:place], *events, *log.events[place + 1 :]))


def likely_corrections(landing: Landing, number: int) -> tuple[Dart, ...]:
    """What a camera may have missed, likeliest first: a miss beside a number was its double or single."""
    if landing is Landing.MISS and number in SECTORS:
        return Dart(Landing.DOUBLE, number), Dart(Landing.SINGLE, number)
    if number == BULL or number not in SECTORS:
        return Dart(Landing.INNER_BULL, BULL), Dart(Landing.OUTER_BULL, BULL)
    place = SECTORS.index(number)
    rings = [ring for ring in (Landing.SINGLE, Landing.TRIPLE, Landing.DOUBLE) if ring is not landing]
    beside = (SECTORS[place - 1], SECTORS[(place + 1) % len(SECTORS)])
    return *(Dart(ring, number) for ring in rings), *(Dart(landing, other) for other in beside)


def _visits(events: tuple[Logged, ...]) -> Iterator[list[Logged]]:
    """The events turn by turn; a retirement stands alone."""
    for _, visit in groupby(events, key=lambda event: event.turn if isinstance(event, LoggedDart) else -event.number):
        yield list(visit)


def _replay_visit(leg: Leg, darts: list[LoggedDart]) -> tuple[Leg, frozenset[int]]:
    """The leg after the darts of one turn, and those that came after it had ended."""
    player, number = darts[0].player, leg.turn.number
    if leg.thrower is None or player in leg.retired or not leg.game.plays(player):
        return leg, frozenset(event.number for event in darts)
    if leg.turn.player != player:
        raise IllegalAction(Refusal.TOO_LATE, "number", "the darts thrown since do not fit any more")
    for place, event in enumerate(darts):
        leg = throw(leg, event.dart)
        if leg.thrower is None or leg.turn.number != number:
            return leg, frozenset(late.number for late in darts[place + 1 :])
    return leg, frozenset()


def _all_turns(leg: Leg) -> tuple[Turn, ...]:
    """Closed turns and the open one; the last turn of a leg that is over stands among the closed ones already."""
    is_closed = bool(leg.turns) and leg.turns[-1].number == leg.turn.number
    return leg.turns if is_closed else (*leg.turns, leg.turn)


def turn_number(log: DartLog, leg: Leg) -> int:
    """The number of the open turn among those in the log: the last one's while it goes on."""
    darts = [event for event in log.events if isinstance(event, LoggedDart)]
    if not darts:
        return 1
    return darts[-1].turn if leg.turn.thrown and leg.turn.player == darts[-1].player else darts[-1].turn + 1
