"""Rule options of carom, by the names that cases and rooms use, and the presets over them."""

from __future__ import annotations

from collections.abc import Mapping

from game.cue_referee import SLOW_LIMIT_TURNS
from game.cue_state import REACH_MODEL
from game.options import OptionSpec
from game.vocabulary import OptionValue

CAROM_TABLES = ("carom_10ft", "carom_9ft", "carom_8ft")

COMMON_OPTIONS = (
    OptionSpec(
        "first_shot",
        "coin",
        "who opens: the winner of a draw, or of the lag (R48), or the first side",
        ("coin", "lag", "fixed"),
    ),
    OptionSpec(
        "break_order", "alternate", "who opens the next game", ("alternate", "winner", "loser", "leader", "trailer")
    ),
    OptionSpec("teams", False, "two teams of two, whose players take turns with one cue ball (four sides)"),
    OptionSpec("target", 30, "points that win", least=1, most=1000),
    OptionSpec("equalizing", False, "the second player has one turn more when the opener is there first"),
    OptionSpec("innings_limit", 0, "turns of each player after which the game ends, 0: none", least=0, most=200),
    OptionSpec("tie", "draw", "what a tie is", ("draw", "tie_break")),
    OptionSpec("opening_red", True, "the opening stroke must meet the red ball first (R56)"),
    OptionSpec("opening_direct", False, "and no cushion before it (UMB)"),
    OptionSpec("frozen_cushion_counts", False, "a contact with the cushion the ball was frozen to counts (R81)"),
    OptionSpec("frozen_options", "tr", "what is offered when the cue ball is frozen", ("tr", "ru", "off")),
    OptionSpec("respot_table", "tr", "where separated balls go when a spot is taken (T33)", ("tr", "umb")),
    OptionSpec("separate_all", False, "separating puts all balls on their spots, not only the frozen ones"),
    OptionSpec(
        "t_offtable", "by_ball", "where a ball that left the table comes back", ("by_ball", "first_free", "reserved")
    ),
    OptionSpec("off_table", "tr", "a ball off the table: a foul (T5), or only the cue ball's (R74)", ("tr", "ru")),
    OptionSpec("r_cueball_jump_foul", True, "a cue ball off the table is a foul in Russian carom"),
    OptionSpec("wood_is_off", True, "a ball that touched the wood has left the table (T9)"),
    OptionSpec("r_restart_red_first", False, "after all balls jumped the red must be met first again"),
    OptionSpec("r_foul_points", 0, "points of a foul", (0, -1)),
    OptionSpec("r11_alt", "free_first", "order of placing touching balls (R77)", ("free_first", "by_order")),
    OptionSpec(
        "tie_favours", "ball", "what counts first when a ball and a cushion are met at once", ("ball", "cushion")
    ),
    OptionSpec("restart", False, "separated or jumped balls restore the whole opening position (UMB)"),
    OptionSpec("cue_fouls", "model", "double hit and push by the model of the cue, or never", ("model", "off")),
    OptionSpec("start_offset", 0.1825, "m of the opening cue ball from the middle point", least=0.07, most=0.5),
    OptionSpec("choose_ball", False, "the opener picks his cue ball (R50)"),
    OptionSpec(
        "shot_clock",
        0.0,
        "s for a stroke where the room itself names none; 0: no clock (C.0.7)",
        least=0.0,
        most=3600.0,
    ),
    SLOW_LIMIT_TURNS,
    REACH_MODEL,
    OptionSpec("silence", False, "spectators who come or go are told with the next stroke, not before it (T48)"),
    OptionSpec(
        "time_outs",
        0,
        "automatic time-outs of each player; -1: as many as UMB has for the distance, 3 or from 40 points on 4",
        least=-1,
        most=10,
    ),
    OptionSpec("time_restart", False, "after a time foul play starts from the opening position (UMB)"),
)
"""Options of every carom game."""

HALL_TR: Mapping[str, OptionValue] = {}
CAROM_RU: Mapping[str, OptionValue] = {
    "frozen_options": "ru",
    "off_table": "ru",
    "wood_is_off": False,
    "start_offset": 0.150,
    "choose_ball": True,
}
UMB: Mapping[str, OptionValue] = {
    "opening_direct": True,
    "equalizing": True,
    "respot_table": "umb",
    "t_offtable": "reserved",
    "shot_clock": 30.0,
    "time_outs": -1,
    "time_restart": True,
}


SAFETY_OPTIONS = (
    OptionSpec(
        "r_safety_mode",
        "off",
        "which strokes are judged as safeties (R59 to R65)",
        ("off", "declared", "all_nonscoring"),
    ),
    OptionSpec(
        "r_clear_attempt",
        "replays",
        "who tells whether a stroke after a safety is played to score (R64): replays of it where the hall is the"
        " referee, or a human referee alone",
        ("replays", "referee"),
    ),
    OptionSpec("r_safety_any_object", False, "any object ball may reach the cushion that a safety needs"),
)
"""Options of the games that know safeties."""

BALK_LINE = OptionSpec("balk_line", 0.0005, "m: a centre this near to a line lies in both zones", least=0.0, most=0.01)
BALK_RETURN = OptionSpec("balk_return_resets", True, "a ball that left a zone and came back has entered it anew (UMB)")


def carom_presets(
    hall: Mapping[str, OptionValue], russian: Mapping[str, OptionValue], umb: Mapping[str, OptionValue]
) -> dict[str, Mapping[str, OptionValue]]:
    """The three presets with what a game adds to each."""
    return {
        "hall_tr": {**HALL_TR, **hall},
        "carom_ru": {**CAROM_RU, **russian},
        "umb": {**UMB, **umb},
    }
