"""Rule options of pool, by the names that cases and rooms use."""

from __future__ import annotations

from game.options import OptionSpec

POOL_TABLES = ("pool_9ft", "pool_8ft", "pool_7ft")

COMMON_OPTIONS = (
    OptionSpec("first_shot", "coin", "who breaks first: the winner of a draw, or of the lag (3.5)", ("coin", "lag")),
    OptionSpec(
        "break_order",
        "winner",
        "who may break the next game (3.35)",
        ("winner", "alternate", "loser", "leader", "trailer"),
    ),
    OptionSpec("teams", False, "two teams of two, whose players take turns at the table (four sides)"),
    OptionSpec("manual_frozen_call", False, "a ball counts as frozen only once it is called (2.16)"),
    OptionSpec("strict_placement", False, "a wrong placing is a foul instead of being refused (3.9, 3.21)"),
    OptionSpec("strict_suspend", False, "a shot during a suspension loses the game (1.12)"),
    OptionSpec(
        "jump_cue",
        "any",
        "none: no stroke raised by 20 degrees or more; else any cue may jump, its length is not simulated (3.26)",
        ("any", "none", "full", "min1m"),
    ),
    OptionSpec("spot_mode", "slide", "where a ball is spotted whose spot is taken (3.31)", ("slide", "extension")),
)
"""Options of every pool game."""
