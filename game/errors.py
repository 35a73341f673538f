"""What can go wrong when somebody acts or a log is read."""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    """Why an action is not accepted; the state stays as it was."""

    NOT_YOUR_TURN = "not_your_turn"
    NOT_SEATED = "not_seated"
    NOT_ALLOWED = "not_allowed"
    NOT_OFFERED = "not_offered"
    CHOOSE_FIRST = "choose_first"
    MATCH_OVER = "match_over"
    BALLS_MOVING = "balls_moving"
    TIME_EXPIRED = "time_expired"
    TOO_LATE = "too_late"
    TOO_EARLY = "too_early"
    NO_EXTENSION = "no_extension"
    NO_TIME_OUT = "no_time_out"
    LIMIT_TOO_LONG = "limit_too_long"
    SUSPENDED = "suspended"
    NOT_IN_HAND = "not_in_hand"
    NOT_BEHIND_HEAD_STRING = "not_behind_head_string"
    OVERLAP = "overlap"
    OUTSIDE = "outside"
    HOUSE = "house"
    NO_PUSH_OUT = "no_push_out"
    CALL_REQUIRED = "call_required"
    DRAW_NOT_ALLOWED = "draw_not_allowed"
    SIDE_NOT_CHOSEN = "side_not_chosen"
    SIDE_FIXED = "side_fixed"
    WRONG_BALL = "wrong_ball"
    CUE_OBSTRUCTED = "cue_obstructed"
    WRONG_DART = "wrong_dart"
    BAD_VALUE = "bad_value"
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_OPTION = "unknown_option"


class IllegalAction(Exception):
    """The player may not do this now. `code` goes to him, with the field it is about and a sentence.

    `least` is the least value of that field that would be accepted, where a greater one would.
    """

    def __init__(self, code: Refusal, path: str | None = None, text: str = "", least: float | None = None) -> None:
        super().__init__(text or code.value)
        self.code = code
        self.path = path
        self.least = least
        self.text = text or code.value.replace("_", " ")


class BadCase(ValueError):
    """A written case that cannot be read: the path of the field and what is wrong with it."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class BadLog(ValueError):
    """A shot log that cannot be read: which token, and what is wrong with it."""

    def __init__(self, position: int, token: str, reason: str) -> None:
        super().__init__(f"token {position + 1} ({token!r}): {reason}")
        self.position = position
        self.token = token
        self.reason = reason
