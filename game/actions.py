"""Everything that somebody can do at the table: players, the clock, the referee. Frozen values, one union."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.vocabulary import Ball, Pocket, Point, Seat
from physics.trajectories import Stroke

LONGEST_WINDOW = 0.2
"""s: a false clock gains at most this, and an honest player on a slow line loses nothing up to it (darts B.2)."""


@dataclass(frozen=True)
class Call:
    """Ball and pocket called before the stroke."""

    ball: Ball
    pocket: Pocket


@dataclass(frozen=True)
class Shot:
    """Strike a ball: the stroke as it is meant, and what was declared before it.

    declared  balls that were called frozen before the stroke (option `manual_frozen_call`)
    """

    stroke: Stroke
    call: Call | None = None
    safety: bool = False
    push_out: bool = False
    declared: tuple[Ball, ...] = ()


@dataclass(frozen=True)
class PlayLag:
    """Lag for the break: hidden until everybody has played."""

    stroke: Stroke


@dataclass(frozen=True)
class Place:
    """Lay a ball in hand down (m); it may be moved again until the stroke."""

    ball: Ball
    at: Point


@dataclass(frozen=True)
class Choose:
    """Answer the options that the rules offer."""

    option: str


@dataclass(frozen=True)
class Throw:
    """Let a dart go: which of the visit (1–3), aim (mm, board frame), power 0–1, the client's own nonce for the draw.

    released  when it was let go, as the client says (s, server time)
    window    how much earlier than its arrival that may be, s: what the delay of the connection can explain
    """

    dart: int
    aim: tuple[float, float]
    power: float = 0.5
    nonce: str = ""
    released: float | None = None
    window: float = field(default=LONGEST_WINDOW, compare=False)  # measured anew when a throw is sent again


@dataclass(frozen=True)
class BoardEvent:
    """Where a report of a real board stands: which board, which start of it, which number since then."""

    board: str
    boot: str
    seq: int


@dataclass(frozen=True)
class Visit:
    """A turn of a match at the board: number of the leg, and of the turn in it, both from 1."""

    leg: int
    turn: int


@dataclass(frozen=True)
class BoardHit:
    """A dart that a real board reports: segment (`T20`, `M`, `BO`), when it was received (s, server time).

    at     mm, where the board knows it; zone: of a single, `i` or `o`, "" where the board cannot tell
    visit  the turn that the board was armed for
    """

    source: BoardEvent
    segment: str
    received: float
    at: tuple[float, float] | None = None
    zone: str = ""
    visit: Visit | None = None


@dataclass(frozen=True)
class TakeoutOver:
    """The board of the thrower is free of darts: the time of a turn without a dart starts again, once."""

    source: BoardEvent


@dataclass(frozen=True)
class PassDarts:
    """Give up the darts left in this visit; `source`: a board's button for the next player was pressed."""

    source: BoardEvent | None = None


@dataclass(frozen=True)
class CorrectDart:
    """The reported dart with this number hit something else; `source`: the board says so itself."""

    number: int
    segment: str
    source: BoardEvent | None = None


@dataclass(frozen=True)
class DeleteDart:
    """The reported dart with this number was none."""

    number: int
    source: BoardEvent | None = None


@dataclass(frozen=True)
class InsertDart:
    """A dart was not reported: thrown after the one with this number (0: last in the open turn), or before it."""

    number: int
    segment: str
    before: bool = False
    source: BoardEvent | None = None


@dataclass(frozen=True)
class RefuseCorrection:
    """An opponent does not accept the last correction: it is taken back."""


@dataclass(frozen=True)
class ConfirmDarts:
    """An opponent accepts the darts of the last turn thrown at a board."""


@dataclass(frozen=True)
class FinalStands:
    """The time for corrections of a finished leg is over."""


@dataclass(frozen=True)
class AskExtension:
    """Take the one extension of the shot clock."""


@dataclass(frozen=True)
class SkipPlayback:
    """Say that the shot has been seen."""


@dataclass(frozen=True)
class Concede:
    """Give the match up."""


@dataclass(frozen=True)
class ClockExpired:
    """The clock of the side to act ran out."""


@dataclass(frozen=True)
class Resumed:
    """The hall came back after an outage: what ran then gets the time back, s."""

    away: float


@dataclass(frozen=True)
class Protest:
    """Protest against what followed an action: the turn it answered, and why (2.26, R35)."""

    turn: int
    reason: str = ""


@dataclass(frozen=True)
class TakeTimeOut:
    """Take a time-out (1.13)."""


@dataclass(frozen=True)
class EndTimeOut:
    """Be ready before the time-out is over; also its end by itself."""


@dataclass(frozen=True)
class AgreeToGoOn:
    """Agree to go on with the engine as the referee, where the human one has left (1.16)."""


@dataclass(frozen=True)
class RefereeAct:
    """Something a referee does (pool B.17, carom C.7): the deed, whom or what it concerns, and why.

    entry    number of entries after which the match stood as it shall stand again (`restore`)
    seconds  a limit of the shot clock
    dart     number of the reported dart that is corrected
    by       who acts, as the audit trail names him
    person   id of a spectator who is sent out
    """

    do: str
    player: Seat | None = None
    kind: str = ""
    ball: Ball | None = None
    points: int = 0
    positions: dict[Ball, Point] = field(default_factory=dict)
    reason: str = ""
    entry: int | None = None
    seconds: float | None = None
    by: str = ""
    person: str = ""
    dart: int | None = None


Correction = CorrectDart | DeleteDart | InsertDart
"""Changes of what a real board reported."""

Aside = Correction | RefuseCorrection | ConfirmDarts | TakeoutOver
"""What may be done at any time, whoever is to act."""

Action = (
    Shot
    | PlayLag
    | Place
    | Choose
    | Throw
    | PassDarts
    | BoardHit
    | Aside
    | FinalStands
    | AskExtension
    | SkipPlayback
    | Concede
    | ClockExpired
    | Resumed
    | Protest
    | TakeTimeOut
    | EndTimeOut
    | AgreeToGoOn
    | RefereeAct
)
