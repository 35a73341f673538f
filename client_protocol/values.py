"""Numbers, names and small values that messages are made of. Every number carries its bounds and its unit."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

MAX_SIDES = 8
"""Sides of a match: two in cue games (three in Russian libre), up to eight at the dart board (darts.md C)."""

RoomId = Annotated[str, Meta(min_length=6, max_length=24, pattern="^[A-Za-z0-9_-]+$(?!\\n)", description="room")]
InviteCode = Annotated[
    str, Meta(min_length=6, max_length=24, pattern="^[A-Za-z0-9_-]+$(?!\\n)", description="invitation")
]
SessionToken = Annotated[
    str, Meta(min_length=16, max_length=128, pattern="^[A-Za-z0-9_-]+$(?!\\n)", description="session token")
]
PersonName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=24,
        pattern="^(?! )[^\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f"
        "\\u2028-\\u202e\\u2060-\\u206f\\ufeff]+(?<! )$(?!\\n)",
        description="shown name, without control characters and outer spaces",
    ),
]
Seat = Annotated[int, Meta(ge=0, lt=MAX_SIDES, description="side of the match, 0 = first")]
Turn = Annotated[int, Meta(ge=0, le=2**53, description="number of the turn an action answers")]
Sequence = Annotated[int, Meta(ge=0, le=2**53, description="number of a notice in its room, without gaps")]
RequestId = Annotated[int, Meta(ge=0, le=2**53, description="chosen by the client, answered by one reply")]
BallName = Annotated[
    str, Meta(min_length=1, max_length=3, pattern="^[a-zA-Z0-9]+$(?!\\n)", description="c, 1 to 15, W, Y, R, B")
]
OptionCode = Annotated[
    str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_():]+$(?!\\n)", description="option")
]
Pocket = Annotated[str, Meta(pattern="^(HL|HR|SL|SR|FL|FR)$(?!\\n)", description="pocket")]
Coordinate = Annotated[float, Meta(ge=-3.0, le=3.0, description="m, table frame")]
Angle = Annotated[float, Meta(ge=-7.0, le=7.0, description="rad from +x, counter-clockwise")]
Speed = Annotated[float, Meta(ge=0.0, le=16.0, description="m/s, cue at impact")]
Elevation = Annotated[float, Meta(ge=0.0, le=1.5708, description="rad, butt up")]
Offset = Annotated[float, Meta(ge=-1.0, le=1.0, description="ball radii")]
BoardCoordinate = Annotated[float, Meta(ge=-250.0, le=250.0, description="mm, board frame")]
Fraction = Annotated[float, Meta(ge=0.0, le=1.0)]
Seconds = Annotated[float, Meta(ge=0.0, le=1e11, description="s")]
OptionValue = (
    bool
    | Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
    | Annotated[float, Meta(ge=-1e6, le=1e6)]
    | Annotated[str, Meta(max_length=40)]
)
OptionName = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9_]+$(?!\\n)")]

GameName = OptionName
TraceBytes = Annotated[bytes, Meta(max_length=128 * 1024, description="trace of a shot, see `traces`")]
ShotLog = Annotated[str, Meta(max_length=32 * 1024, description="tokens of the shot log, oldest first")]
RuleText = Annotated[str, Meta(max_length=400, description="a sentence for people")]
Word = Annotated[str, Meta(max_length=64, description="a name or code")]
Reason = Annotated[
    str,
    Meta(
        max_length=160,
        pattern="^[^\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]*$(?!\\n)",
        description="why, in plain words",
    ),
]
ActName = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9_]+$(?!\\n)", description="an act")]
Hash = Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]*$(?!\\n)", description="hexadecimal")]
Count = Annotated[int, Meta(ge=0, le=2**31)]
Score = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
DartNumber = Annotated[int, Meta(ge=0, le=2**31, description="number of a reported dart in its match, from 1")]
SegmentName = Annotated[
    str, Meta(pattern="^(([SDT])([1-9]|1[0-9]|20)|IB|OB|M|BO|NT)$(?!\\n)", description="T20, S6, OB, IB, M, BO, NT")
]
Millimetres = Annotated[float, Meta(ge=-1e4, le=1e4, description="mm")]
Milliseconds = Annotated[float, Meta(ge=-1e6, le=1e6, description="ms")]
Point = tuple[Coordinate, Coordinate]
"""Centre of a ball on the table plane, m."""
Detail = (
    bool
    | Annotated[int, Meta(ge=-(2**53), le=2**53)]
    | Annotated[float, Meta(ge=-1e15, le=1e15)]
    | Annotated[str, Meta(max_length=200)]
    | None
)
"""A value of a game's own fields (`details`), as docs/protocol.md lists them."""


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A value inside a message. Unknown fields are refused; a field that was added later has a default."""


class Touch(StrEnum):
    """How finely an intent becomes the executed stroke: exactly, or with a club player's or professional's spread."""

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
    REFEREE = "referee"
    DIRECTOR = "director"


class Phase(StrEnum):
    """Where a match stands."""

    WAITING = "waiting"
    LAG = "lag"
    BREAK = "break"
    PLAY = "play"
    OPTION = "option"
    EXTRA = "extra"
    TIE_BREAK = "tie_break"
    FINAL_PENDING = "final_pending"
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

    token: Word
    time: Seconds
    margin_mm: Millimetres | None = None
    margin_ms: Milliseconds | None = None


class Ruling(Value, frozen=True):
    """What the rules answered, each point with the rule's number."""

    rules: tuple[Word, ...] = ()
    fouls: tuple[Word, ...] = ()
    points: Score = 0
    continues: bool = False
    outcome: Word | None = None
    winner: tuple[Seat, ...] = ()
    spotted: dict[BallName, Point] = {}
    evidence: tuple[Evidence, ...] = ()
    close: bool = False
    text: RuleText = ""
    bust: bool = False


class ClockState(Value, frozen=True):
    """The shot clock of the side to act; times are server time in seconds."""

    limit: Seconds
    ends_at: Seconds | None = None
    warn_at: Seconds | None = None
    extension_left: bool = False


class PersonInRoom(Value, frozen=True):
    """Somebody in a room. `owner`: he opened it, and is its referee while nobody has a seat of an official."""

    name: Word
    role: Role
    seat: Seat | None = None
    connected: bool = True
    bot: bool = False
    owner: bool = False


class Absence(Value, frozen=True):
    """A player who is away while somebody waits for him: since when, from when the others may claim the match, and
    when it is lost without a claim (server time, s). While play is stopped, or all are away, nobody is in default."""

    seat: Seat
    since: Seconds
    claim_at: Seconds
    lost_at: Seconds


class SideState(Value, frozen=True):
    """One side of the match as the scoreboard shows it."""

    name: Word
    games: Count = 0
    score: Score = 0
    details: dict[OptionName, Detail] = {}


BoardId = Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9_-]{0,31}$(?!\\n)", description="id of a real board")]


class BoardKind(StrEnum):
    """What sees the darts of a real board: switches behind its segments, or cameras."""

    MACHINE = "machine"
    CAMERA = "camera"


class BoardEntry(Value, frozen=True):
    """A real board of one's own: whether it is there, and in which room somebody throws at it."""

    board: BoardId
    name: Word
    kind: BoardKind
    online: bool = False
    rooms: tuple[RoomId, ...] = ()


class BoardInRoom(Value, frozen=True):
    """The real board that a seat throws at. `armed`: its next dart counts. `takeout`: the darts of the last turn are to
    be taken out first. `hold`: why play waits for it, `reports` that are missing or a `stuck` segment."""

    seat: Seat
    board: BoardId
    name: Word = ""
    online: bool = False
    armed: bool = False
    takeout: bool = False
    hold: Word = ""


class IgnoredReport(Value, frozen=True):
    """Something that a real board said and that counts for nothing: when, what, why, and whether that is an alarm."""

    at: Seconds
    board: BoardId
    why: Word
    text: RuleText
    kind: Word = ""
    segment: Word = ""
    alarm: bool = False


class CueTable(Value, frozen=True):
    """The table of a cue game between shots."""

    balls: dict[BallName, Point]
    cue_ball: Word
    strikes: tuple[BallName, ...]
    frozen: tuple[tuple[Word, Word], ...] = ()
    details: dict[OptionName, Detail] = {}


class ReportedDart(Value, frozen=True):
    """A dart of a match with real boards: its number for corrections, whose it is, its turn, what it hit.

    `is_void`: it came after its turn had ended. `is_open`: its thrower may still correct it.
    """

    number: DartNumber
    seat: Seat
    turn: Count
    segment: Word
    is_void: bool = False
    is_open: bool = False


class DartsTable(Value, frozen=True):
    """The dart board between throws; `reported`: the last darts of a match with real boards."""

    round: Count
    dart: Annotated[int, Meta(ge=1, le=3)]
    darts: tuple[Word, ...] = ()
    details: dict[OptionName, Detail] = {}
    reported: tuple[ReportedDart, ...] = ()


class MatchResult(Value, frozen=True):
    """How a match ended. Several winners share a win; none is a draw or no result."""

    winners: tuple[Seat, ...]
    reason: Word
    scores: dict[Word, Score]


class OfficialAct(Value, frozen=True):
    """A line of the audit trail: who did what, to which side, why, by which rule, and what the rules made of it.

    `entry` counts the entries of the record up to this one; `by` names who acted (`Cuehall` is the hall's own referee).
    """

    entry: Count
    at: Seconds
    by: Word
    act: Word
    player: Seat | None = None
    kind: Word = ""
    reason: RuleText = ""
    rules: tuple[Word, ...] = ()
    text: RuleText = ""


class EarlierPosition(Value, frozen=True):
    """How a match stood after so many entries of its record, and what led there.

    `entry` is what a `restore` takes. `cause` is `begun`, `shot_played`, `dart_thrown`, or that of `room_changed`;
    `seat` and `turn` are whose act and the turn it answered; `log` and `ruling` what came of it. `games` and `scores`
    are those of the sides.
    """

    entry: Count
    at: Seconds
    cause: Word
    phase: Phase
    game_number: Count
    turn: Turn = 0
    seat: Seat | None = None
    to_act: Seat | None = None
    log: ShotLog = ""
    ruling: Ruling | None = None
    games: tuple[Count, ...] = ()
    scores: tuple[Score, ...] = ()
    balls: dict[BallName, Point] = {}


class RoomListing(Value, frozen=True):
    """A room as the lobby lists it. `officials` are its seats of officials that nobody holds."""

    room: RoomId
    game: GameName
    preset: Word
    touch: Touch
    pace: Pace
    sides: tuple[Word | None, ...]
    watchers: Count
    phase: Phase
    officials: tuple[Role, ...] = ()


class GameOption(Value, frozen=True):
    """An option of a game: its name, what it may be, and what it does."""

    name: OptionName
    default: OptionValue | None
    choices: tuple[OptionValue, ...] = ()
    text: RuleText = ""


class GameEntry(Value, frozen=True):
    """A game that can be played here.

    `sides`: how many sides can play it, in rising order; some of them only by an option. `preset_options`: what each
    preset sets differently from the defaults of the options.
    """

    game: GameName
    title: Word
    family: Word
    presets: tuple[Word, ...]
    tables: tuple[Word, ...]
    sides: tuple[Annotated[int, Meta(ge=1, le=MAX_SIDES)], ...]
    options: tuple[GameOption, ...] = ()
    preset_options: dict[OptionName, dict[OptionName, OptionValue]] = {}
