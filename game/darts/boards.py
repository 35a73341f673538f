"""Which seats of a match throw on real boards, and what those are ruled by. Source: darts B.4 to B.6."""

from __future__ import annotations

from dataclasses import dataclass

from game.actions import Action, BoardHit, PassDarts, Throw
from game.darts.notation import BadDart, parse_dart
from game.darts.options import Options, number
from game.darts.vocabulary import Dart
from game.errors import IllegalAction, Refusal
from game.setup import MatchSetup
from game.shot_facts import HitFacts
from game.vocabulary import Pace, Seat

CONFIRM = 5.0
"""s after which the darts of a turn count as accepted by the opponents."""

REFUSE = 10.0
"""s in which an opponent may refuse a correction."""

ALL = "all"


@dataclass(frozen=True)
class BoardRules:
    """What holds for the real boards of a match.

    seats    who throws on one
    rethrow  whether a dart that bounced out without being registered is thrown again
    sensor   s between an impact and its report
    final    s in which the last turn of a leg may be corrected
    waits    whether a dart must not come before its turn has opened
    """

    seats: frozenset[Seat]
    rethrow: bool
    sensor: float
    final: float
    waits: bool = True


def board_rules(setup: MatchSetup) -> BoardRules:
    """The rules of the boards of a match whose setup is settled. Raises IllegalAction where a seat is none of it."""
    options = setup.options
    return BoardRules(
        _seats(options, len(setup.sides)),
        bool(options["rethrow_unregistered"]),
        number(options, "sensor_ms") / 1000.0,
        float(number(options, "final_s")),
        setup.pace is not Pace.INSTANT,
    )


def _seats(options: Options, sides: int) -> frozenset[Seat]:
    text = str(options["board_seats"])
    if text == ALL:
        return frozenset(map(Seat, range(sides)))
    words = [word.strip() for word in text.split(",")] if text else []
    if not all(word.isascii() and word.isdigit() and int(word) < sides for word in words):
        raise IllegalAction(
            Refusal.BAD_VALUE, "options.board_seats", f"`all`, or seats from 0 to {sides - 1} like 0,1, not {text!r}"
        )
    return frozenset(Seat(int(word)) for word in words)


def segment_named(text: str) -> Dart:
    """The dart that somebody says was thrown: a segment, `M`, `BO` or `NT`. Raises IllegalAction."""
    try:
        dart = parse_dart(text)
    except BadDart as error:
        raise IllegalAction(Refusal.BAD_VALUE, "segment", str(error)) from error
    if dart.time:
        raise IllegalAction(Refusal.BAD_VALUE, "segment", "a segment has no time")
    return dart


def hit_reported(hit: BoardHit, at: float, rules: BoardRules, opens: float, dart: int) -> HitFacts:
    """The facts of a report: its time is that of its receipt, less the delay of the sensor (B.4, rule 6).

    opens  when the open dart may first land, s. Raises IllegalAction where it came before.
    """
    reported, received = reported_dart(hit), min(hit.received, at)
    if rules.waits and received < opens:
        raise IllegalAction(Refusal.TOO_EARLY, "received", "the dart is not to be thrown yet")
    impact = max(received - rules.sensor, min(opens, received))
    return HitFacts(reported.name + reported.zone, hit.at, round(impact, 3), dart)


def check_thrower(rules: BoardRules, seat: Seat, action: Action) -> None:
    """Each seat throws where the room says: on its board or on the screen. Raises IllegalAction."""
    on_board = seat in rules.seats
    if isinstance(action, BoardHit) or (isinstance(action, PassDarts) and action.source is not None):
        if not on_board:
            raise IllegalAction(Refusal.NOT_ALLOWED, text="this seat throws on the screen")
    elif isinstance(action, Throw) and on_board:
        raise IllegalAction(Refusal.NOT_ALLOWED, text="this seat throws on a real board")


def reported_dart(hit: BoardHit) -> Dart:
    """The dart that a board reports. Raises IllegalAction where it is none."""
    if hit.zone not in ("", "i", "o"):
        raise IllegalAction(Refusal.BAD_VALUE, "zone", "the zone of a single is i or o")
    dart = segment_named(f"{hit.segment}{hit.zone}")
    if not dart.thrown:
        raise IllegalAction(Refusal.BAD_VALUE, "segment", "a board reports darts that were thrown")
    return dart
