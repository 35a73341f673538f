"""Which seats of a match throw on real boards, and what those are ruled by. Source: darts B.4 to B.6."""

from __future__ import annotations

from dataclasses import dataclass

from game.actions import BoardHit
from game.darts.notation import BadDart, parse_dart
from game.darts.options import Options, number
from game.darts.vocabulary import Dart
from game.errors import IllegalAction, Refusal
from game.setup import MatchSetup
from game.vocabulary import Seat

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
    """

    seats: frozenset[Seat]
    rethrow: bool
    sensor: float
    final: float


def board_rules(setup: MatchSetup) -> BoardRules:
    """The rules of the boards of a match whose setup is settled. Raises IllegalAction where a seat is none of it."""
    options = setup.options
    return BoardRules(
        _seats(options, len(setup.sides)),
        bool(options["rethrow_unregistered"]),
        number(options, "sensor_ms") / 1000.0,
        float(number(options, "final_s")),
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


def reported_dart(hit: BoardHit) -> Dart:
    """The dart that a board reports. Raises IllegalAction where it is none."""
    if hit.zone not in ("", "i", "o"):
        raise IllegalAction(Refusal.BAD_VALUE, "zone", "the zone of a single is i or o")
    dart = segment_named(f"{hit.segment}{hit.zone}")
    if not dart.thrown:
        raise IllegalAction(Refusal.BAD_VALUE, "segment", "a board reports darts that were thrown")
    return dart
