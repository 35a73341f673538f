"""Corrections of what a real board reported: the leg is played again from its log, never patched. Source: darts B.6.

A dart keeps the turn it was thrown in. Played again, a leg may end earlier (later darts are void), go on (an open turn
of somebody else is withdrawn), lose a bust, or bring back a player who was out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from game.darts.turns import Leg, pass_turn, retire, throw
from game.darts.vocabulary import Dart, Landing, Player
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
    """A leg as its log says; `void`: numbers of darts that came after their turn had ended."""

    leg: Leg
    void: frozenset[int] = frozenset()


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
    """A dart was not reported; it was thrown after the one with this number, in the same turn."""

    after: int
    dart: Dart


Correction = Correct | Delete | Insert


def replay(log: DartLog) -> Replayed:
    """The leg after everything in the log. Raises IllegalAction where the darts cannot follow each other any more."""
    leg, void, turn = log.opening, frozenset[int](), 1
    for visit in _visits(log.events):
        first = visit[0]
        if isinstance(first, LoggedRetirement):
            leg = retire(leg, first.player)
            continue
        darts = [event for event in visit if isinstance(event, LoggedDart)]
        if first.turn != turn and leg.turn.thrown and leg.thrower is not None:
            leg = pass_turn(leg)  # the turn before was left unfinished by a correction
        leg, late = _replay_visit(leg, darts)
        void, turn = void | late, first.turn
    return Replayed(leg, void)


def logged(log: DartLog, dart: Dart) -> DartLog:
    """The log with one more dart, of whoever is to throw. Raises IllegalAction once the leg is over."""
    leg = replay(log).leg
    throw(leg, dart)  # refuses a dart after the end
    event = LoggedDart(log.next_number, leg.turn.player, _turn_number(log, leg), dart)
    return replace(log, events=(*log.events, event), next_number=log.next_number + 1)


def logged_retirement(log: DartLog, player: Player) -> DartLog:
    """The log with a player who stopped."""
    event = LoggedRetirement(log.next_number, player)
    return replace(log, events=(*log.events, event), next_number=log.next_number + 1)


def corrected(log: DartLog, correction: Correction) -> DartLog:
    """The log with a correction applied. Raises IllegalAction where it names no dart or leads to no possible leg."""
    number = correction.after if isinstance(correction, Insert) else correction.number
    place = next(
        (at for at, event in enumerate(log.events) if event.number == number and isinstance(event, LoggedDart)), None
    )
    if place is None:
        raise IllegalAction(Refusal.WRONG_DART, "number", f"no dart has the number {number}")
    old = log.events[place]
    assert isinstance(old, LoggedDart)
    match correction:
        case Correct():
            changed: tuple[Logged, ...] = (replace(old, dart=correction.dart),)
        case Delete():
            changed = ()
        case _:
            changed = (old, replace(old, number=log.next_number, dart=correction.dart))
    events = (*log.events[:place], *changed, *log.events[place + 1 :])
    after = replace(log, events=events, next_number=log.next_number + isinstance(correction, Insert))
    replay(after)  # refuses what cannot be played
    return after


def still_open(log: DartLog, number: int) -> bool:
    """Whether the thrower himself may still correct this dart: nobody has thrown since its turn."""
    darts = [event for event in log.events if isinstance(event, LoggedDart)]
    turn = next((event.turn for event in darts if event.number == number), None)
    return turn is not None and all(event.turn <= turn for event in darts)


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


def _turn_number(log: DartLog, leg: Leg) -> int:
    """The number of the open turn among those in the log: the last one's while it goes on."""
    darts = [event for event in log.events if isinstance(event, LoggedDart)]
    if not darts:
        return 1
    return darts[-1].turn if leg.turn.thrown and leg.turn.player == darts[-1].player else darts[-1].turn + 1
