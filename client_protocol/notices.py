"""What the server says: replies to requests, and notices of a room, numbered without gaps. One tagged union."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from client_protocol.values import (
    ClockState,
    CueTable,
    DartsTable,
    GameEntry,
    MatchResult,
    OptionValue,
    Pace,
    PersonInRoom,
    Phase,
    Role,
    RoomListing,
    Ruling,
    Seat,
    SideState,
    Stroke,
    Touch,
    Value,
)


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """Anything the server sends."""


class RoomState(Value, frozen=True):
    """Everything a client shows of a room. A snapshot carries it whole, notices carry its changes."""

    room: str
    invite: str
    game: str
    preset: str
    options: dict[str, OptionValue]
    table: str
    touch: Touch
    pace: Pace
    race_to: int
    rules_hash: str
    commitment: str
    people: tuple[PersonInRoom, ...]
    sides: tuple[SideState, ...]
    phase: Phase
    turn: int
    to_act: Seat | None = None
    legal: tuple[str, ...] = ()
    options_offered: tuple[str, ...] = ()
    clock: ClockState | None = None
    plays_until: float | None = None
    game_number: int = 1
    cue: CueTable | None = None
    darts: DartsTable | None = None
    result: MatchResult | None = None
    key: str | None = None


class RoomDelta(Value, frozen=True):
    """The fields of `RoomState` that changed, each whole."""

    people: tuple[PersonInRoom, ...] | UnsetType = UNSET
    sides: tuple[SideState, ...] | UnsetType = UNSET
    phase: Phase | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    to_act: Seat | None | UnsetType = UNSET
    legal: tuple[str, ...] | UnsetType = UNSET
    options_offered: tuple[str, ...] | UnsetType = UNSET
    clock: ClockState | None | UnsetType = UNSET
    plays_until: float | None | UnsetType = UNSET
    game_number: int | UnsetType = UNSET
    cue: CueTable | None | UnsetType = UNSET
    darts: DartsTable | None | UnsetType = UNSET
    result: MatchResult | None | UnsetType = UNSET
    key: str | None | UnsetType = UNSET


class Welcome(Message, frozen=True, tag="welcome"):
    """Answers `hello`. The token resumes this session on another connection."""

    id: int
    protocol: int
    server: str
    engine: str
    person: str
    name: str
    token: str
    time: float
    rooms: tuple[str, ...] = ()


class Pong(Message, frozen=True, tag="pong"):
    """Answers `ping` with the server's time in seconds."""

    id: int
    time: float


class Games(Message, frozen=True, tag="games"):
    """Answers `list_games`."""

    id: int
    games: tuple[GameEntry, ...]


class Rooms(Message, frozen=True, tag="rooms"):
    """Answers `list_rooms`."""

    id: int
    rooms: tuple[RoomListing, ...]


class Joined(Message, frozen=True, tag="joined"):
    """Answers `create_room`, `join_room` and `resume_room`. A snapshot or the missed notices follow."""

    id: int
    room: str
    invite: str
    role: Role
    seat: Seat | None = None


class Done(Message, frozen=True, tag="ok"):
    """Answers every other request that was accepted; `n` is the notice that tells what came of it."""

    id: int
    n: int | None = None


class Refused(Message, frozen=True, tag="refused"):
    """A request that was not accepted: nothing changed. `id` is missing where it could not be read."""

    code: str
    text: str
    id: int | None = None
    path: str | None = None
    turn: int | None = None


class Notice(Message, frozen=True):
    """Something that happened in a room; `n` grows by one from notice to notice."""

    room: str
    n: int


class Snapshot(Notice, frozen=True, tag="snapshot"):
    """The whole room as it is after notice `n`."""

    state: RoomState
    time: float


class ShotPlayed(Notice, frozen=True, tag="shot_played"):
    """A shot: what was meant, what was struck, what the balls did, what the rules say, what changed."""

    seat: Seat
    intent: Stroke
    stroke: Stroke
    trace: bytes
    rest: dict[str, tuple[float, float]]
    log: str
    ruling: Ruling
    delta: RoomDelta
    time: float
    duration: float


class DartThrown(Notice, frozen=True, tag="dart_thrown"):
    """A dart in the board: where it was aimed, where it hit, what the rules say, what changed."""

    seat: Seat
    dart: int
    aim: tuple[float, float]
    hit: tuple[float, float] | None
    segment: str
    value: int
    ruling: Ruling
    delta: RoomDelta
    time: float


class RoomChanged(Notice, frozen=True, tag="room_changed"):
    """Anything else that changed: a seat taken, an option chosen, a ball placed, the clock, the end."""

    cause: str
    delta: RoomDelta
    time: float
    ruling: Ruling | None = None
    seat: Seat | None = None


class RoomClosed(Notice, frozen=True, tag="room_closed"):
    """The room is gone; nothing follows."""

    reason: str


class AimShown(Message, frozen=True, tag="aim_shown"):
    """Where the side at the table aims just now. Not numbered: the next one replaces it."""

    room: str
    turn: int
    seat: Seat
    stroke: Stroke


AnyMessage = (
    Welcome
    | Pong
    | Games
    | Rooms
    | Joined
    | Done
    | Refused
    | Snapshot
    | ShotPlayed
    | DartThrown
    | RoomChanged
    | RoomClosed
    | AimShown
)
