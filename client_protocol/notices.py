"""What the server says: replies to requests, and notices of a room, numbered without gaps. One tagged union."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from client_protocol.values import (
    Absence,
    BallName,
    BoardCoordinate,
    BoardEntry,
    BoardInRoom,
    ClockState,
    Count,
    CueTable,
    DartNumber,
    DartsTable,
    EarlierPosition,
    Elevation,
    GameEntry,
    GameName,
    Hash,
    IgnoredReport,
    InviteCode,
    MatchResult,
    Millimetres,
    OfficialAct,
    OptionCode,
    OptionName,
    OptionValue,
    Pace,
    PersonInRoom,
    Phase,
    Point,
    RequestId,
    Role,
    RoomId,
    RoomListing,
    RuleText,
    Ruling,
    Seat,
    Seconds,
    Sequence,
    SessionToken,
    ShotLog,
    SideState,
    Stroke,
    Touch,
    TraceBytes,
    Turn,
    Value,
    Word,
)


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """Anything the server sends."""


class RoomState(Value, frozen=True):
    """Everything a client shows of a room. A snapshot carries it whole, notices carry its changes.

    `to_act` is the side whose clock runs; `waiting` all that may act now, which in a lag are several. `legal` is what
    the side to act may do. `ready` are the seats that have accepted the rules and want to begin, where `ready_check`
    asks for it; who has not by `ready_by` loses the seat. `stopped` says why play stands still ("" where it does not):
    `suspended`, `protest`, `referee_left`, `time_out` or `storage_away` (the hall cannot write: play goes on by itself
    and the clocks get the time back), and `agreed` who would go on without the referee. `entries` counts the entries of
    the record; `officials` are the seats of officials that the room has, `audit` the last acts of anybody there. Where
    a time to start was agreed, `forfeits_at` is when who is not ready has lost.
    Spectators are told everything `delay` s later.
    """

    room: RoomId
    invite: InviteCode
    game: GameName
    preset: Word
    options: dict[OptionName, OptionValue]
    table: Word
    touch: Touch
    pace: Pace
    race_to: Count
    rules_hash: Hash
    commitment: Hash
    people: tuple[PersonInRoom, ...]  # everybody seated, and the first spectators
    sides: tuple[SideState, ...]
    phase: Phase
    turn: Turn
    to_act: Seat | None = None
    waiting: tuple[Seat, ...] = ()
    legal: tuple[Word, ...] = ()
    options_offered: tuple[OptionCode, ...] = ()
    clock: ClockState | None = None
    plays_until: Seconds | None = None
    game_number: Count = 1
    cue: CueTable | None = None
    darts: DartsTable | None = None
    result: MatchResult | None = None
    key: Hash | None = None
    watchers: Count = 0
    ready_check: bool = False
    ready: tuple[Seat, ...] = ()
    ready_by: Seconds | None = None
    absences: tuple[Absence, ...] = ()
    entries: Count = 0
    stopped: Word = ""
    stopped_by: Seat | None = None
    stopped_until: Seconds | None = None
    agreed: tuple[Seat, ...] = ()
    officials: tuple[Role, ...] = ()
    audit: tuple[OfficialAct, ...] = ()
    forfeits_at: Seconds | None = None
    delay: Seconds = 0.0
    boards: tuple[BoardInRoom, ...] = ()  # real boards that seats throw at
    ignored: tuple[IgnoredReport, ...] = ()  # the last reports of theirs that count for nothing


class RoomDelta(Value, frozen=True):
    """The fields of `RoomState` that changed, each whole."""

    people: tuple[PersonInRoom, ...] | UnsetType = UNSET
    sides: tuple[SideState, ...] | UnsetType = UNSET
    phase: Phase | UnsetType = UNSET
    turn: Turn | UnsetType = UNSET
    to_act: Seat | UnsetType | None = UNSET
    waiting: tuple[Seat, ...] | UnsetType = UNSET
    legal: tuple[Word, ...] | UnsetType = UNSET
    options_offered: tuple[OptionCode, ...] | UnsetType = UNSET
    clock: ClockState | UnsetType | None = UNSET
    plays_until: Seconds | UnsetType | None = UNSET
    game_number: Count | UnsetType = UNSET
    cue: CueTable | UnsetType | None = UNSET
    darts: DartsTable | UnsetType | None = UNSET
    result: MatchResult | UnsetType | None = UNSET
    key: Hash | UnsetType | None = UNSET
    watchers: Count | UnsetType = UNSET
    ready: tuple[Seat, ...] | UnsetType = UNSET
    ready_by: Seconds | UnsetType | None = UNSET
    absences: tuple[Absence, ...] | UnsetType = UNSET
    entries: Count | UnsetType = UNSET
    stopped: Word | UnsetType = UNSET
    stopped_by: Seat | UnsetType | None = UNSET
    stopped_until: Seconds | UnsetType | None = UNSET
    agreed: tuple[Seat, ...] | UnsetType = UNSET
    audit: tuple[OfficialAct, ...] | UnsetType = UNSET
    boards: tuple[BoardInRoom, ...] | UnsetType = UNSET
    ignored: tuple[IgnoredReport, ...] | UnsetType = UNSET


class Welcome(Message, frozen=True, tag="welcome"):
    """Answers `hello`. The token resumes this session on another connection."""

    id: RequestId
    protocol: Count
    server: Word
    engine: Word
    person: Word
    name: Word
    token: SessionToken
    time: Seconds
    rooms: tuple[RoomId, ...] = ()


class Pong(Message, frozen=True, tag="pong"):
    """Answers `ping` with the server's time in seconds."""

    id: RequestId
    time: Seconds


class Games(Message, frozen=True, tag="games"):
    """Answers `list_games`."""

    id: RequestId
    games: tuple[GameEntry, ...]


class Rooms(Message, frozen=True, tag="rooms"):
    """Answers `list_rooms`."""

    id: RequestId
    rooms: tuple[RoomListing, ...]


class Positions(Message, frozen=True, tag="positions"):
    """Answers `list_positions`: the last ones first; `more` says whether there are older ones than these."""

    id: RequestId
    positions: tuple[EarlierPosition, ...]
    more: bool = False


class PairingCode(Message, frozen=True, tag="pairing_code"):
    """Answers `pair_board`: to be typed in at the board before that time, once."""

    id: RequestId
    code: Word
    until: Seconds


class Boards(Message, frozen=True, tag="boards"):
    """Answers `list_boards`."""

    id: RequestId
    boards: tuple[BoardEntry, ...]


class Joined(Message, frozen=True, tag="joined"):
    """Answers `create_room`, `join_room` and `resume_room`. A snapshot or the missed notices follow."""

    id: RequestId
    room: RoomId
    invite: InviteCode
    role: Role
    seat: Seat | None = None
    referee_invite: InviteCode | None = None  # told to who opened the room, and to nobody else
    director_invite: InviteCode | None = None
    resume: SessionToken | None = None  # for `resume_room`; a new one each time


class Done(Message, frozen=True, tag="ok"):
    """Answers every other request that was accepted; `n` is the notice that tells what came of it."""

    id: RequestId
    n: Sequence | None = None


class Refused(Message, frozen=True, tag="refused"):
    """A request that was not accepted: nothing changed. `id` is missing where it could not be read.

    `least` is the least elevation of a stroke whose cue would pass through a ball or a cushion.
    """

    code: Word
    text: RuleText
    id: RequestId | None = None
    path: RuleText | None = None
    turn: Turn | None = None
    least: Elevation | None = None


class Notice(Message, frozen=True):
    """Something that happened in a room; `n` grows by one from notice to notice."""

    room: RoomId
    n: Sequence


class Snapshot(Notice, frozen=True, tag="snapshot"):
    """The whole room as it is after notice `n`."""

    state: RoomState
    time: Seconds


class ShotPlayed(Notice, frozen=True, tag="shot_played"):
    """A shot: what was meant, what was struck, what the balls did, what the rules say, what changed."""

    seat: Seat
    intent: Stroke
    stroke: Stroke
    trace: TraceBytes
    rest: dict[BallName, Point]
    log: ShotLog
    ruling: Ruling
    delta: RoomDelta
    time: Seconds
    duration: Seconds


class LagPlayed(Notice, frozen=True, tag="lag_played"):
    """A lag, once every side has played: strokes and logs in seat order, all out of one world. Three sides lag alone:
    each of theirs comes by itself, with one stroke and one log."""

    strokes: tuple[Stroke, ...]
    trace: TraceBytes
    rest: dict[BallName, Point]
    logs: tuple[ShotLog, ...]
    ruling: Ruling
    delta: RoomDelta
    time: Seconds
    duration: Seconds


class DartThrown(Notice, frozen=True, tag="dart_thrown"):
    """A dart in the board: where it was aimed, where it hit, what the rules say, what changed.

    `board`: the real board that reported it; then nobody knows the aim, and only some boards know where it hit.
    """

    seat: Seat
    dart: Annotated[int, Meta(ge=1, le=3)]
    aim: tuple[BoardCoordinate, BoardCoordinate] | None
    hit: tuple[Millimetres, Millimetres] | None
    segment: Word
    value: Count
    ruling: Ruling
    delta: RoomDelta
    time: Seconds
    board: Word = ""


class TurnRecalculated(Notice, frozen=True, tag="turn_recalculated"):
    """A correction of what a real board reported: the leg was played again. One notice, with the total as it is now.

    `change`: `corrected`, `deleted`, `inserted` or `refused`, of the dart with this number; `by`: the seat that did it,
    nobody where the referee did. `seat`: whose turn is worth `points` now; `visit`: its number in the leg.
    """

    change: Word
    seat: Seat
    visit: Count
    points: Count
    ruling: Ruling
    delta: RoomDelta
    time: Seconds
    number: DartNumber | None = None
    by: Seat | None = None


class RoomChanged(Notice, frozen=True, tag="room_changed"):
    """Anything else that changed: a seat taken, an option chosen, a ball placed, the clock, the end."""

    cause: Word
    delta: RoomDelta
    time: Seconds
    ruling: Ruling | None = None
    seat: Seat | None = None


class RoomClosed(Notice, frozen=True, tag="room_closed"):
    """The room is gone; nothing follows."""

    reason: Word


class AimShown(Message, frozen=True, tag="aim_shown"):
    """Where the side at the table aims just now. Not numbered: the next one replaces it."""

    room: RoomId
    turn: Turn
    seat: Seat
    stroke: Stroke


AnyMessage = (
    Welcome
    | Pong
    | Games
    | Rooms
    | PairingCode
    | Boards
    | Positions
    | Joined
    | Done
    | Refused
    | Snapshot
    | ShotPlayed
    | LagPlayed
    | DartThrown
    | TurnRecalculated
    | RoomChanged
    | RoomClosed
    | AimShown
)
