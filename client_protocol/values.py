"""Numbers, names and small values that messages are made of. Every number carries its bounds and its unit."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

MAX_SIDES = 8
"""Sides of a match: two in cue games (three in Russian libre), up to eight at the dart board (darts.md C)."""

RoomId = Annotated[str, Meta(min_length=6, max_length=24, pattern="^[A-Za-z0-9_-]+$", description="room")]
InviteCode = Annotated[str, Meta(min_length=6, max_length=24, pattern="^[A-Za-z0-9_-]+$", description="invitation")]
SessionToken = Annotated[str, Meta(min_length=16, max_length=128, pattern="^[A-Za-z0-9_-]+$", description="session token")]
PersonName = Annotated[str, Meta(min_length=1, max_length=24, description="shown name")]
Seat = Annotated[int, Meta(ge=0, lt=MAX_SIDES, description="side of the match, 0 = first")]
Turn = Annotated[int, Meta(ge=0, le=2**53, description="number of the turn an action answers")]
Sequence = Annotated[int, Meta(ge=0, le=2**53, description="number of a notice in its room, without gaps")]
RequestId = Annotated[int, Meta(ge=0, le=2**53, description="chosen by the client, answered by one reply")]
BallName = Annotated[str, Meta(min_length=1, max_length=3, pattern="^[a-zA-Z0-9]+$", description="c, 1 to 15, W, Y, R, B")]
OptionCode = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_():]+$", description="option")]
Pocket = Annotated[str, Meta(pattern="^(HL|HR|SL|SR|FL|FR)$", description="pocket")]
Coordinate = Annotated[float, Meta(ge=-3.0, le=3.0, description="m, table frame")]
Angle = Annotated[float, Meta(ge=-7.0, le=7.0, description="rad from +x, counter-clockwise")]
Speed = Annotated[float, Meta(ge=0.0, le=16.0, description="m/s, cue at impact")]
Elevation = Annotated[float, Meta(ge=0.0, le=1.5708, description="rad, butt up")]
Offset = Annotated[float, Meta(ge=-1.0, le=1.0, description="ball radii")]
BoardCoordinate = Annotated[float, Meta(ge=-250.0, le=250.0, description="mm, board frame")]
Fraction = Annotated[float, Meta(ge=0.0, le=1.0)]
Seconds = Annotated[float, Meta(ge=0.0, le=1e11, description="s")]
OptionValue = bool | Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | Annotated[float, Meta(ge=-1e6, le=1e6)] | Annotated[str, Meta(max_length=40)]
OptionName = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9_]+$")]


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A value inside a message. Unknown fields are refused; a field that was added later has a default."""


class Touch(StrEnum):
    """How finely a player's intent becomes the executed stroke (design: intent and execution)."""

    EXACT = "exact"
    CLUB = "club"
    PRO = "pro"


class Pace(StrEnum):
    """Whether the next stroke waits until people have seen the last one."""

    NORMAL = "normal"
    INSTANT = "instant"


class Role(StrEnum):
    """What somebody does in a room."""

    PLAYER = "player"
    SPECTATOR = "spectator"


class Phase(StrEnum):
    """Where a match stands."""

    WAITING = "waiting"
    LAG = "lag"
    BREAK = "break"
    PLAY = "play"
    OPTION = "option"
    TIE_BREAK = "tie_break"
    OVER = "over"


class Stroke(Value, frozen=True):
    """A stroke: which ball, where the cue points, how fast, how steep, and where the tip meets the ball."""

    ball: BallName
    aim: Angle
    speed: Speed
    elevation: Elevation = 0.0
    tip: tuple[Offset, Offset] = (0.0, 0.0)


class Call(Value, frozen=True):
    """Ball and pocket called before the stroke."""

    ball: BallName
    pocket: Pocket


class Evidence(Value, frozen=True):
    """A contact that a ruling rests on: its token in the log, when, and by how much it was clear."""

    token: str
    time: float
    margin_mm: float | None = None
    margin_ms: float | None = None


class Ruling(Value, frozen=True):
    """What the rules answered, each point with the rule's number."""

    rules: tuple[str, ...] = ()
    fouls: tuple[str, ...] = ()
    points: int = 0
    continues: bool = False
    outcome: str | None = None
    winner: tuple[Seat, ...] = ()
    spotted: dict[str, tuple[float, float]] = {}
    evidence: tuple[Evidence, ...] = ()
    close: bool = False
    text: str = ""


class ClockState(Value, frozen=True):
    """The shot clock of the side to act; times are server time in seconds."""

    limit: float
    ends_at: float | None = None
    warn_at: float | None = None
    extension_left: bool = False


class PersonInRoom(Value, frozen=True):
    """Somebody in a room."""

    name: str
    role: Role
    seat: Seat | None = None
    connected: bool = True
    bot: bool = False


class SideState(Value, frozen=True):
    """One side of the match as the scoreboard shows it."""

    name: str
    games: int = 0
    score: int = 0
    details: dict[str, int | float | str | bool | None] = {}


class CueTable(Value, frozen=True):
    """The table of a cue game between shots."""

    balls: dict[str, tuple[float, float]]
    cue_ball: str
    strikes: tuple[str, ...]
    frozen: tuple[tuple[str, str], ...] = ()
    details: dict[str, int | float | str | bool | None] = {}


class DartsTable(Value, frozen=True):
    """The dart board between throws."""

    round: int
    dart: int
    darts: tuple[str, ...] = ()
    details: dict[str, int | float | str | bool | None] = {}


class MatchResult(Value, frozen=True):
    """How a match ended. Several winners share a win; none is a draw or no result."""

    winners: tuple[Seat, ...]
    reason: str
    scores: dict[str, int]


class RoomListing(Value, frozen=True):
    """A room as the lobby lists it."""

    room: str
    game: str
    preset: str
    touch: Touch
    pace: Pace
    sides: tuple[str | None, ...]
    watchers: int
    phase: Phase


class GameOption(Value, frozen=True):
    """An option of a game: its name, what it may be, and what it does."""

    name: str
    default: OptionValue | None
    choices: tuple[OptionValue, ...] = ()
    text: str = ""


class GameEntry(Value, frozen=True):
    """A game that can be played here."""

    game: str
    title: str
    family: str
    presets: tuple[str, ...]
    tables: tuple[str, ...]
    sides: tuple[int, int]
    options: tuple[GameOption, ...] = ()
