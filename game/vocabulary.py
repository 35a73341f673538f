"""Words that every game shares: seats, games, phases, fouls, outcomes, places the cue ball comes from."""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import NewType

from physics.trajectories import Ball, Point

__all__ = [
    "CUE",
    "ActionKind",
    "Ball",
    "CueBall",
    "Cushion",
    "Family",
    "Foul",
    "GameKind",
    "Line",
    "OptionValue",
    "Outcome",
    "Pace",
    "Phase",
    "Pocket",
    "Point",
    "Seat",
    "Touch",
]

Seat = NewType("Seat", int)
"""A side of a match, 0 = the first; a team is one side."""

OptionValue = bool | int | float | str
"""What a rule option may be set to."""

CUE = Ball("c")
"""The cue ball of pool and pyramid."""


class Family(StrEnum):
    """What a game is played on."""

    POOL = "pool"
    CAROM = "carom"
    PYRAMID = "pyramid"
    DARTS = "darts"


class GameKind(StrEnum):
    """Every game of the house; one that can be played stands in the catalogue."""

    SEVEN_BALL = "seven_ball"
    EIGHT_BALL = "eight_ball"
    NINE_BALL = "nine_ball"
    STRAIGHT_POOL = "straight_pool"
    LIBRE = "libre"
    THREE_CUSHION = "three_cushion"
    FOUR_BALL = "four_ball"
    ONE_CUSHION = "one_cushion"
    BALKLINE = "balkline"
    FREE_PYRAMID = "free_pyramid"
    COMBINED_PYRAMID = "combined_pyramid"
    CLASSIC_PYRAMID = "classic_pyramid"
    X01 = "x01"
    SOLO = "solo"
    PUB_GAME = "pub_game"
    SUPER_100 = "super_100"
    BASEBALL = "baseball"
    CRICKET = "cricket"
    HIGH_SCORE = "high_score"
    LOW_SCORE = "low_score"
    SUPER_SCORE = "super_score"
    SCRAM = "scram"
    SHANGHAI = "shanghai"
    ROULETTE = "roulette"


class Phase(StrEnum):
    """Where a match stands."""

    LAG = "lag"
    BREAK = "break"
    PLAY = "play"
    OPTION = "option"
    EXTRA = "extra"
    TIE_BREAK = "tie_break"
    FINAL_PENDING = "final_pending"
    OVER = "over"


class Touch(StrEnum):
    """How finely a player's intent becomes the executed stroke."""

    EXACT = "exact"
    CLUB = "club"
    PRO = "pro"


class Pace(StrEnum):
    """Whether the next stroke waits until people have seen the last one."""

    NORMAL = "normal"
    INSTANT = "instant"


class ActionKind(StrEnum):
    """What somebody may do, by the word that the wire has for it."""

    TAKE_SHOT = "take_shot"
    PLAY_LAG = "play_lag"
    PLACE_BALL = "place_ball"
    CHOOSE_OPTION = "choose_option"
    THROW_DART = "throw_dart"
    PASS_DARTS = "pass_darts"
    ASK_EXTENSION = "ask_extension"
    SKIP_PLAYBACK = "skip_playback"
    CONCEDE = "concede"


class Cushion(Enum):
    """The four cushions: head, foot, left (+y), right (−y). No str, because `R` is also the red ball."""

    HEAD = "H"
    FOOT = "F"
    LEFT = "L"
    RIGHT = "R"


class Pocket(StrEnum):
    """The six pockets: head, side, foot; left and right as the breaker sees them."""

    HL = "HL"
    HR = "HR"
    SL = "SL"
    SR = "SR"
    FL = "FL"
    FR = "FR"


class Line(StrEnum):
    """A line whose crossing the rules ask for: out of the kitchen or house, back in, the centre line."""

    OUT = "out"
    IN = "in"
    MID = "mid"


class CueBall(StrEnum):
    """Where the cue ball of the next stroke comes from."""

    AS_LIES = "as_lies"
    IN_HAND = "in_hand"
    IN_HAND_KITCHEN = "in_hand_kitchen"
    HEAD_SPOT = "head_spot"
    CENTRE_SPOT = "centre_spot"


class Foul(StrEnum):
    """Every foul of the cue games."""

    NO_HIT = "no_hit"
    WRONG_BALL = "wrong_ball"
    NO_RAIL = "no_rail"
    SCRATCH = "scratch"
    CUE_BALL_OFF = "cue_ball_off"
    BALL_OFF = "ball_off"
    OFF_TABLE = "off_table"
    DOUBLE_HIT = "double_hit"
    PUSH = "push"
    PRESS = "press"
    SCOOP = "scoop"
    MISCUE_JUMP = "miscue_jump"
    TOUCH = "touch"
    PLACEMENT = "placement"
    KITCHEN = "kitchen"
    HOUSE = "house"
    HOUSE_BALL = "house_ball"
    TIME = "time"
    ILLEGAL_BREAK = "illegal_break"
    FERRULE = "ferrule"
    DISTURB = "disturb"
    CATCH = "catch"
    CONDUCT = "conduct"
    WRONG_CUE_BALL = "wrong_cue_ball"
    FROZEN_BALL = "frozen_ball"
    OPENING = "opening"
    ZONE = "zone"
    SAFETY_RAIL = "safety_rail"
    SAFETY_TWICE = "safety_twice"
    BAD_SAFETY = "bad_safety"
    CUE_BALL_POTTED = "cue_ball_potted"
    STROKE = "stroke"


class Outcome(StrEnum):
    """How a game ended, seen from the one who acted, or why it starts again."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    STALEMATE = "stalemate"
    REPLAY = "replay"
    RERACK = "rerack"
