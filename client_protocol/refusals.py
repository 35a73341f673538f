"""Every refusal code with its meaning: what a client can be told instead of `ok`. Codes are never reused."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Refusal(StrEnum):
    """Why a request was not accepted. Nothing changed."""

    # The message itself (codec)
    MALFORMED = "malformed"
    TOO_LARGE = "too_large"
    TOO_DEEP = "too_deep"
    DUPLICATE_KEY = "duplicate_key"
    UNKNOWN_TYPE = "unknown_type"
    UNKNOWN_FIELD = "unknown_field"
    MISSING_FIELD = "missing_field"
    WRONG_TYPE = "wrong_type"
    OUT_OF_RANGE = "out_of_range"
    # The connection
    HELLO_FIRST = "hello_first"
    HELLO_TWICE = "hello_twice"
    UNSUPPORTED_PROTOCOL = "unsupported_protocol"
    UNKNOWN_TOKEN = "unknown_token"
    BAD_NAME = "bad_name"
    TOO_FAST = "too_fast"
    BUSY = "busy"
    DRAINING = "draining"
    INTERNAL = "internal"
    # Rooms and seats
    UNKNOWN_ROOM = "unknown_room"
    UNKNOWN_INVITE = "unknown_invite"
    TOO_MANY_ROOMS = "too_many_rooms"
    SEAT_TAKEN = "seat_taken"
    NO_FREE_SEAT = "no_free_seat"
    NO_SUCH_SEAT = "no_such_seat"
    ALREADY_IN_ROOM = "already_in_room"
    NOT_IN_ROOM = "not_in_room"
    NOT_A_PLAYER = "not_a_player"
    NOT_REFEREE = "not_referee"
    NOT_DIRECTOR = "not_director"
    NO_BOT = "no_bot"
    RULES_DIFFER = "rules_differ"
    PAUSED = "paused"
    NOT_ABSENT = "not_absent"
    ROOM_CLOSED = "room_closed"
    NO_BOARDS = "no_boards"
    UNKNOWN_BOARD = "unknown_board"
    TOO_MANY_BOARDS = "too_many_boards"
    BOARD_IN_USE = "board_in_use"
    STORAGE_AWAY = "storage_away"
    # Settings of a match
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_PRESET = "unknown_preset"
    UNKNOWN_TABLE = "unknown_table"
    UNKNOWN_OPTION = "unknown_option"
    BAD_OPTION = "bad_option"
    BAD_SIDES = "bad_sides"
    # Actions at the table
    STALE_TURN = "stale_turn"
    NOT_STARTED = "not_started"
    MATCH_OVER = "match_over"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_NOW = "not_now"
    BALLS_MOVING = "balls_moving"
    SUSPENDED = "suspended"
    BAD_STROKE = "bad_stroke"
    WRONG_CUE_BALL = "wrong_cue_ball"
    NOT_IN_HAND = "not_in_hand"
    OFF_TABLE = "off_table"
    OVERLAP = "overlap"
    NOT_BEHIND_HEAD_STRING = "not_behind_head_string"
    HOUSE = "house"
    CALL_REQUIRED = "call_required"
    NO_PUSH_OUT = "no_push_out"
    OPTION_NOT_OFFERED = "option_not_offered"
    SIDE_NOT_CHOSEN = "side_not_chosen"
    SIDE_FIXED = "side_fixed"
    DRAW_NOT_ALLOWED = "draw_not_allowed"
    CUE_OBSTRUCTED = "cue_obstructed"
    WRONG_DART = "wrong_dart"
    TOO_LATE = "too_late"
    NO_EXTENSION = "no_extension"
    LIMIT_TOO_LONG = "limit_too_long"
    NO_TIME_OUT = "no_time_out"


R = Refusal

WIRE: Final[Mapping[Refusal, str]] = {
    R.MALFORMED: "The bytes are no message of this encoding: broken, cut short, or followed by more bytes.",
    R.TOO_LARGE: "The message is longer than the limit.",
    R.TOO_DEEP: "Lists or objects are nested too deeply to be read.",
    R.DUPLICATE_KEY: "A key stands twice in one object.",
    R.UNKNOWN_TYPE: "`type` names no message that may be sent in this direction.",
    R.UNKNOWN_FIELD: "A field is not part of this message.",
    R.MISSING_FIELD: "A required field is missing.",
    R.WRONG_TYPE: "A field holds a value of the wrong type or form.",
    R.OUT_OF_RANGE: "A number, text or list is outside its bounds; NaN and infinities always are.",
}
"""What the codec answers: the message could not be read."""

CONNECTION: Final[Mapping[Refusal, str]] = {
    R.HELLO_FIRST: "The first request on a connection is `hello`.",
    R.HELLO_TWICE: "This connection has said `hello` already.",
    R.UNSUPPORTED_PROTOCOL: "The client speaks a version that this server does not.",
    R.UNKNOWN_TOKEN: "The token is unknown, or was replaced: say `hello` with a name; a room is in use elsewhere.",
    R.BAD_NAME: "The name is missing or may not be used.",
    R.TOO_FAST: "Too many requests of this kind in a short time; repeat it later.",
    R.BUSY: "The room has more requests waiting than it takes; repeat it later.",
    R.DRAINING: "The server is about to stop and opens nothing new.",
    R.INTERNAL: "The server made a mistake; it is logged, and the room is closed.",
}
"""What the connection answers."""

ROOMS: Final[Mapping[Refusal, str]] = {
    R.UNKNOWN_ROOM: "There is no such room, or it is not listed and needs its invitation.",
    R.UNKNOWN_INVITE: "No room has this invitation.",
    R.TOO_MANY_ROOMS: "The hall, or this person, has as many rooms as it may have.",
    R.SEAT_TAKEN: "Somebody sits there.",
    R.NO_FREE_SEAT: "All seats are taken; watching is possible.",
    R.NO_SUCH_SEAT: "The room has no seat of this number.",
    R.ALREADY_IN_ROOM: "You are in this room in another role or on another seat.",
    R.NOT_IN_ROOM: "You are not in this room: join or resume it first.",
    R.NOT_A_PLAYER: "Only a seated player may do this.",
    R.NOT_REFEREE: "Only the referee or the director of this room may do this.",
    R.NOT_DIRECTOR: "Only the director of this room may do this.",
    R.NO_BOT: "No bot of the house is to be had for this room.",
    R.RULES_DIFFER: "The room is played by other rules than those of this hash.",
    R.PAUSED: "You left several matches before they had begun: sit down again after a pause.",
    R.NOT_ABSENT: "This player is here, or has not been away long enough yet.",
    R.ROOM_CLOSED: "The room is closed.",
    R.NO_BOARDS: "This hall takes no real boards, or the game is none of darts.",
    R.UNKNOWN_BOARD: "No board of this name is yours, or of anybody who sits in this room.",
    R.TOO_MANY_BOARDS: "So many boards are yours, or wait to be paired, as one may have.",
    R.BOARD_IN_USE: "Somebody throws at this board in another room.",
    R.STORAGE_AWAY: "The records cannot be written just now; play pauses until they can.",
    R.UNKNOWN_GAME: "No game of this name is played here.",
    R.UNKNOWN_PRESET: "The game has no preset of this name.",
    R.UNKNOWN_TABLE: "The game is not played on a table of this name.",
    R.UNKNOWN_OPTION: "The game has no option of this name.",
    R.BAD_OPTION: "The option may not have this value.",
    R.BAD_SIDES: "The game is not played by so many sides.",
}
"""What the lobby answers about rooms, seats and settings."""

TABLE: Final[Mapping[Refusal, str]] = {
    R.STALE_TURN: "The action answers an earlier turn (or a later one): it was late, repeated or sent again. "
    "`turn` holds the current one.",
    R.NOT_STARTED: "The match has not begun: seats are free.",
    R.MATCH_OVER: "The match is over.",
    R.NOT_YOUR_TURN: "Another side is to act.",
    R.NOT_NOW: "The match waits for another kind of action; `legal` lists those it takes.",
    R.BALLS_MOVING: "The last shot is still being shown; play goes on at `plays_until`.",
    R.SUSPENDED: "The match is suspended.",
    R.BAD_STROKE: "The stroke cannot be played: its field `path` is physically impossible.",
    R.WRONG_CUE_BALL: "This ball may not be struck now; `strikes` lists those that may.",
    R.NOT_IN_HAND: "The ball is not in hand and may not be placed.",
    R.OFF_TABLE: "The place is not on the bed of the table.",
    R.OVERLAP: "Another ball is in the way of the place.",
    R.NOT_BEHIND_HEAD_STRING: "The ball must lie behind the head string (pool 3.9).",
    R.HOUSE: "The ball must lie in the house (pyramid R10).",
    R.CALL_REQUIRED: "The game, or the opponent, asks for a call before this stroke.",
    R.NO_PUSH_OUT: "A push-out is allowed only directly after the break (pool 5.4).",
    R.OPTION_NOT_OFFERED: "The option is not among those offered.",
    R.SIDE_NOT_CHOSEN: "Choose a side of the table first (seven-ball).",
    R.SIDE_FIXED: "The side is chosen and stays (seven-ball).",
    R.DRAW_NOT_ALLOWED: "A draw may not be offered now.",
    R.CUE_OBSTRUCTED: "A ball (pool B.8) or a cushion is in the way of the cue; "
    "`least` is the elevation from which it is free.",
    R.WRONG_DART: "The dart is not the one to be thrown next, or no dart has this number.",
    R.TOO_LATE: "The time for this is over: a protest comes before the next stroke, "
    "a correction before the next player's dart.",
    R.NO_EXTENSION: "No extension of the shot clock is left, or no clock runs.",
    R.LIMIT_TOO_LONG: "The shot clock may not be that long.",
    R.NO_TIME_OUT: "No time-out is left.",
}
"""What the rules answer to an action at the table."""

MEANINGS: Final[Mapping[Refusal, str]] = {**WIRE, **CONNECTION, **ROOMS, **TABLE}
"""Code to the sentence a person can read."""
