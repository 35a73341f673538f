"""Who may change what a real board reported, and which change a request means. Source: darts B.6."""

from __future__ import annotations

from dataclasses import dataclass

from game.actions import CorrectDart, Correction, DeleteDart, InsertDart, RefereeAct
from game.darts import correction as fixes
from game.darts.boards import segment_named
from game.darts.correction import DartLog, LoggedDart, dart_numbered, still_open
from game.darts.turns import Leg
from game.darts.vocabulary import Player
from game.errors import IllegalAction, Refusal
from game.vocabulary import Seat

Seats = tuple[Seat, ...]
"""The seat at each place of the throwing order."""


@dataclass(frozen=True)
class Change:
    """A correction: whose dart it is about, in which turn of the log, and what is said of it."""

    correction: fixes.Correction
    player: Player
    turn: int
    text: str


def correction_meant(action: Correction) -> fixes.Correction:
    """What a player's request does to the log. Raises IllegalAction where its segment is none."""
    match action:
        case CorrectDart(number=number, segment=segment):
            return fixes.Correct(number, segment_named(segment))
        case DeleteDart(number=number):
            return fixes.Delete(number)
        case InsertDart(number=number, segment=segment, before=before):
            return fixes.Insert(number, segment_named(segment), before)


def referee_meant(act: RefereeAct) -> fixes.Correction:
    """What an act of the referee does to the log: `dart` is the number, `kind` the segment. Raises IllegalAction."""
    if act.dart is None:
        raise IllegalAction(Refusal.BAD_VALUE, "dart", f"{act.do} needs the number of a dart")
    if act.do == "delete_dart":
        return fixes.Delete(act.dart)
    dart = segment_named(act.kind)
    if act.do == "correct_dart":
        return fixes.Correct(act.dart, dart)
    return fixes.Insert(act.dart, dart, before=act.do == "insert_dart_before")


def change_in(log: DartLog, leg: Leg, correction: fixes.Correction) -> Change:
    """Which dart of a log a correction is about. Raises IllegalAction where it names none, or a turn nobody has."""
    if isinstance(correction, fixes.Insert) and correction.number == 0:
        if leg.thrower is None:
            raise IllegalAction(Refusal.TOO_LATE, "number", "no turn is open")
        return Change(correction, leg.thrower, fixes.turn_number(log, leg), f"{correction.dart.name} is added.")
    dart = dart_numbered(log, correction.number)
    match correction:
        case fixes.Correct():
            text = f"{dart.dart.name} is corrected to {correction.dart.name}."
        case fixes.Delete():
            text = f"{dart.dart.name} is taken out."
        case fixes.Insert():
            text = f"{correction.dart.name} is added."
    return Change(correction, dart.player, dart.turn, text)


def check_owner(change: Change, log: DartLog, seats: Seats, seat: Seat) -> None:
    """Only the thrower may correct his darts, and only until the next player throws. Raises IllegalAction."""
    if seats[change.player] != seat:
        raise IllegalAction(Refusal.NOT_ALLOWED, "number", "that dart is not yours")
    number = change.correction.number
    if number and not still_open(log, number):
        raise IllegalAction(Refusal.TOO_LATE, "number", "the next player has thrown: only the referee can correct it")


def check_on_board(change: Change, seats: Seats, on_boards: frozenset[Seat]) -> None:
    """Darts thrown on the screen are final. Raises IllegalAction."""
    if seats[change.player] not in on_boards:
        raise IllegalAction(Refusal.NOT_ALLOWED, "number", "darts thrown on the screen are final")


def has_dart(log: DartLog, number: int) -> bool:
    """Whether a log has a dart of this number."""
    return any(isinstance(event, LoggedDart) and event.number == number for event in log.events)
