"""What follows from a report of a board: acts for the match, commands for the board, or why nothing follows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from game.boards.reports import Report


class Why(StrEnum):
    """Why a report counts for nothing."""

    UNREADABLE = "unreadable"
    UNKNOWN_BOARD = "unknown_board"
    FORGED = "forged"
    TOO_FAST = "too_fast"
    RETAINED = "retained"
    REPEATED = "repeated"
    NUMBER_REUSED = "number_reused"
    OLD_BOOT = "old_boot"
    TOO_MANY_WAIT = "too_many_wait"
    NOT_ARMED = "not_armed"
    OTHER_TURN = "other_turn"
    TAKEOUT = "takeout"
    TOO_SOON = "too_soon"
    STUCK = "stuck"
    LATE = "late"
    LOST = "lost"
    REFUSED = "refused"


SENTENCES = {
    Why.UNREADABLE: "It cannot be read.",
    Why.UNKNOWN_BOARD: "No board of this name is paired.",
    Why.FORGED: "It is not signed with the key of this board.",
    Why.TOO_FAST: "The board says too much at once.",
    Why.RETAINED: "The broker had kept it from before.",
    Why.REPEATED: "It came before.",
    Why.NUMBER_REUSED: "Another report came under this number before.",
    Why.OLD_BOOT: "It is from before the board's last start, or the clock of the board is behind.",
    Why.TOO_MANY_WAIT: "Too much waits for reports that are missing.",
    Why.NOT_ARMED: "No dart of this board is expected now.",
    Why.OTHER_TURN: "It belongs to another turn.",
    Why.TAKEOUT: "The darts of the last turn are still to be taken out.",
    Why.TOO_SOON: "It came within 0.3 s of the dart before.",
    Why.STUCK: "The segment is stuck.",
    Why.LATE: "Its time is more than 2 s off, and the board has not said it again.",
    Why.LOST: "Reports are missing, and the board has not sent them again.",
    Why.REFUSED: "The rules do not accept it.",
}
"""Reason to the sentence a person can read."""

ALARMING = frozenset({Why.FORGED, Why.NUMBER_REUSED})
"""Reasons that somebody should look into: they do not happen by themselves."""


class Hold(StrEnum):
    """Why play waits for a board."""

    REPORTS = "reports"
    STUCK = "stuck"


@dataclass(frozen=True)
class Hit:
    """A dart that counts, received at `received` (s); `bounced`: the board saw it fall."""

    report: Report
    received: float
    bounced: bool = False


@dataclass(frozen=True)
class NextPlayer:
    """The button for the next player was pressed: darts left in the turn are not thrown."""

    report: Report


@dataclass(frozen=True)
class BoardFree:
    """No dart sticks in the board any more."""

    report: Report


@dataclass(frozen=True)
class SecondThought:
    """The board says that an earlier throw was another one, or none."""

    report: Report


@dataclass(frozen=True)
class Ignored:
    """Something that counts for nothing, and why."""

    why: Why
    report: Report | None = None
    detail: str = ""


@dataclass(frozen=True)
class SendAgain:
    """Ask the board for its reports of a start from a number on."""

    boot: str
    first: int


@dataclass(frozen=True)
class SayHello:
    """Ask the board for its status: which start, which number."""


@dataclass(frozen=True)
class Arm:
    """Tell the board that darts of this turn count from now on."""

    nonce: str


@dataclass(frozen=True)
class Disarm:
    """Tell the board that no dart counts from now on."""


Effect = Hit | NextPlayer | BoardFree | SecondThought | Ignored | SendAgain | SayHello | Arm | Disarm
