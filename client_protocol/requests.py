"""What a client may say. One tagged union; each request is answered by exactly one reply with its `id`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from client_protocol.values import (
    ActName,
    Angle,
    BallName,
    BoardCoordinate,
    BoardId,
    BoardKind,
    Call,
    Coordinate,
    Count,
    DartNumber,
    Elevation,
    Fraction,
    Hash,
    InviteCode,
    Offset,
    OptionCode,
    OptionName,
    OptionValue,
    Pace,
    PersonName,
    Reason,
    RequestId,
    Role,
    RoomId,
    Score,
    Seat,
    Seconds,
    SegmentName,
    Sequence,
    SessionToken,
    Speed,
    Stroke,
    Touch,
    Turn,
    Word,
)


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """A request. `id` is the client's own number for it; the reply carries it back."""

    id: RequestId


class Hello(Request, frozen=True, tag="hello"):
    """Say who you are: a name for a new guest, or the token of an earlier session. First on every connection."""

    protocol: Annotated[int, Meta(ge=1, le=1000)]
    name: PersonName | None = None
    token: SessionToken | None = None
    bot: bool = False


class Ping(Request, frozen=True, tag="ping"):
    """Ask for the server's time."""


class ListGames(Request, frozen=True, tag="list_games"):
    """Ask which games can be played here, with their options."""


class ListRooms(Request, frozen=True, tag="list_rooms"):
    """Ask for the listed rooms."""


class CreateRoom(Request, frozen=True, tag="create_room"):
    """Open a room and take its first seat (or another one).

    `referee` and `director` add a seat for that official; `joined` holds the invitation of each. With `owner` who opens
    the room is its referee while nobody has a seat of an official; who does not play is its director, too. A match with
    a time to start begins as soon as all are ready; who is not fifteen minutes after `starts_at`, or after the room was
    opened, whichever is later, has lost without play. Spectators see and hear everything `delay` s after the players.
    """

    game: OptionName
    preset: OptionName | None = None
    options: Annotated[dict[OptionName, OptionValue], Meta(max_length=40)] = {}
    table: OptionName | None = None
    sides: Annotated[int, Meta(ge=1, le=8)] = 2
    race_to: Annotated[int, Meta(ge=1, le=100)] = 1
    shot_clock: Annotated[float, Meta(ge=5.0, le=3600.0, description="s")] | None = None
    touch: Touch = Touch.CLUB
    pace: Pace = Pace.NORMAL
    listed: bool = True
    seat: Seat | None = 0
    ready_check: bool = False
    referee: bool = False
    director: bool = False
    owner: bool = False
    starts_at: Seconds | None = None
    delay: Annotated[float, Meta(ge=0.0, le=600.0, description="s")] = 0.0


class JoinRoom(Request, frozen=True, tag="join_room"):
    """Enter a room by its invitation (or a listed one by its id), as player on a free seat or as spectator.

    Who sits down accepts the room's rules. `rules` is the hash of those that were shown to him: where the room has
    others, nothing happens.
    A referee or director comes by the invitation of that seat, which the opener of the room was given.
    """

    room: RoomId | None = None
    invite: InviteCode | None = None
    role: Role = Role.PLAYER
    seat: Seat | None = None
    rules: Hash | None = None


class ResumeRoom(Request, frozen=True, tag="resume_room"):
    """Come back to a room: the notices after `seen` follow, or a snapshot where they are gone.

    `token` is what the last `joined` of this room gave. It changes with every return: where a newer one was used
    meanwhile, by another window or device, nothing happens and the connection in use is left alone.
    """

    room: RoomId
    seen: Sequence | None = None
    token: SessionToken | None = None


class LeaveRoom(Request, frozen=True, tag="leave_room"):
    """Leave a room for good; a player who leaves a running match concedes it."""

    room: RoomId


class Ready(Request, frozen=True, tag="ready"):
    """Accept the rules of the room by their hash and say that you want to begin; or take that back."""

    room: RoomId
    rules: Hash
    ready: bool = True


class ClaimForfeit(Request, frozen=True, tag="claim_forfeit"):
    """Claim the match of a player who stays away, once the time for it has come."""

    room: RoomId
    seat: Seat


class ListPositions(Request, frozen=True, tag="list_positions"):
    """Ask, as an official, for the last positions before entry `before`: what a `restore` can bring back."""

    room: RoomId
    before: Count | None = None


class InviteBot(Request, frozen=True, tag="invite_bot"):
    """Put a bot of the house on a free seat."""

    room: RoomId
    seat: Seat | None = None


class PairBoard(Request, frozen=True, tag="pair_board"):
    """Ask for a code by which a real dart board becomes one's own."""

    name: PersonName
    kind: BoardKind = BoardKind.MACHINE


class ListBoards(Request, frozen=True, tag="list_boards"):
    """Ask for one's own boards."""


class RevokeBoard(Request, frozen=True, tag="revoke_board"):
    """Give a board of one's own up: its key is worth nothing from now on."""

    board: BoardId


class UseBoard(Request, frozen=True, tag="use_board"):
    """Throw at a real board from now on, at one's own or that of somebody who sits in this room; None: at none."""

    room: RoomId
    board: BoardId | None = None


class Action(Request, frozen=True):
    """Something done at the table. `turn` is the turn it answers: a late or repeated one never counts twice."""

    room: RoomId
    turn: Turn


class TakeShot(Action, frozen=True, tag="take_shot"):
    """Strike a ball. Everybody in the room gets `shot_played`."""

    stroke: Stroke
    call: Call | None = None
    safety: bool = False
    push_out: bool = False
    declared: Annotated[tuple[BallName, ...], Meta(max_length=22, description="balls called frozen before")] = ()


class PlayLag(Action, frozen=True, tag="play_lag"):
    """Lag for the break. The stroke stays hidden until every side has played; then all get `lag_played`."""

    stroke: Stroke


class PlaceBall(Action, frozen=True, tag="place_ball"):
    """Lay the cue ball in hand down; it may be moved again until the stroke."""

    ball: BallName
    at: tuple[Coordinate, Coordinate]


class ChooseOption(Action, frozen=True, tag="choose_option"):
    """Answer the options that the rules offer."""

    option: OptionCode


class ThrowDart(Action, frozen=True, tag="throw_dart"):
    """Let a dart go: where it was aimed and with how much power. The hit is the server's.

    `released`: when it was let go, server time. It counts as far as the measured delay of the connection explains it.
    `nonce`: a number of one's own in the label of the draw, so that nobody chose the key to suit the hall.
    """

    dart: Annotated[int, Meta(ge=1, le=3)]
    aim: tuple[BoardCoordinate, BoardCoordinate]
    power: Fraction = 0.5
    nonce: Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]*$")] = ""
    released: Seconds | None = None


class PassDarts(Action, frozen=True, tag="pass_darts"):
    """Give up the darts left in this visit."""


class CorrectDart(Action, frozen=True, tag="correct_dart"):
    """Correct what a real board reported of one's own dart: everybody gets `turn_recalculated`."""

    number: DartNumber
    segment: SegmentName


class DeleteDart(Action, frozen=True, tag="delete_dart"):
    """Take a dart out that a real board reported and nobody threw."""

    number: DartNumber


class InsertDart(Action, frozen=True, tag="insert_dart"):
    """Add a dart that a real board did not report: after the one with this number, or before it; 0: the last one so far
    of one's open turn."""

    number: DartNumber
    segment: SegmentName
    before: bool = False


class RefuseCorrection(Action, frozen=True, tag="refuse_correction"):
    """Refuse the last correction of an opponent, within its time: it is taken back."""


class ConfirmDarts(Action, frozen=True, tag="confirm_darts"):
    """Accept the last turn that an opponent threw at a real board; after some seconds it counts as accepted."""


class AskExtension(Action, frozen=True, tag="ask_extension"):
    """Take the one extension of the shot clock."""


class Concede(Action, frozen=True, tag="concede"):
    """Give the match up."""


class Protest(Action, frozen=True, tag="protest"):
    """Protest against what followed the action of turn `against`, before the next stroke: play stops until ruled."""

    against: Turn
    reason: Reason = ""


class TakeTimeOut(Action, frozen=True, tag="take_time_out"):
    """Take a time-out, at one's own turn or between sets."""


class EndTimeOut(Action, frozen=True, tag="end_time_out"):
    """Be ready before one's time-out is over."""


class AgreeToGoOn(Action, frozen=True, tag="agree_to_go_on"):
    """Agree to go on without the referee who left; once all sides have, the hall is the referee."""


class Officiate(Action, frozen=True, tag="officiate"):
    """An act of the referee or the director. `do` names it; which of the other fields it needs depends on that.

    `entry` says how many entries of the record a `restore` keeps, `seconds` is a limit of the shot clock, `kind` a
    foul, warning or cushion, the name of a spectator to be sent out, or the segment of a corrected dart, whose number
    is `dart`.
    """

    do: ActName
    player: Seat | None = None
    kind: Word = ""
    ball: BallName | None = None
    points: Score = 0
    positions: Annotated[dict[BallName, tuple[Coordinate, Coordinate]], Meta(max_length=22)] = {}
    reason: Reason = ""
    entry: Count | None = None
    seconds: Seconds | None = None
    dart: DartNumber | None = None


class SkipPlayback(Action, frozen=True, tag="skip_playback"):
    """Say that you have seen the shot; when all seated have, play goes on."""


class ShowAim(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", tag="show_aim"
):
    """Show the others where you aim. Never answered, and dropped first under load."""

    room: RoomId
    turn: Turn
    ball: BallName
    aim: Angle
    speed: Speed = 0.0
    elevation: Elevation = 0.0
    tip: tuple[Offset, Offset] = (0.0, 0.0)


AnyRequest = (
    Hello
    | Ping
    | ListGames
    | ListRooms
    | CreateRoom
    | JoinRoom
    | ResumeRoom
    | LeaveRoom
    | Ready
    | ClaimForfeit
    | ListPositions
    | InviteBot
    | PairBoard
    | ListBoards
    | RevokeBoard
    | UseBoard
    | TakeShot
    | PlayLag
    | PlaceBall
    | ChooseOption
    | ThrowDart
    | PassDarts
    | CorrectDart
    | DeleteDart
    | InsertDart
    | RefuseCorrection
    | ConfirmDarts
    | AskExtension
    | Concede
    | Protest
    | TakeTimeOut
    | EndTimeOut
    | AgreeToGoOn
    | Officiate
    | SkipPlayback
    | ShowAim
)
