"""Rule options of pyramid, by the names that cases and rooms use, and the presets over them. Source: carom C.6.1, E."""

from __future__ import annotations

from collections.abc import Mapping

from game.cue_referee import SLOW_LIMIT_TURNS
from game.cue_state import REACH_MODEL
from game.options import OptionSpec
from game.vocabulary import OptionValue

PYRAMID_TABLES = ("pyramid_12ft", "pyramid_9ft")
SEED, MODERN, DYNAMIC = "pyramid_seed", "pyramid_modern", "dynamic"

COMMON_OPTIONS = (
    OptionSpec(
        "first_shot",
        "coin",
        "who opens: the winner of a draw, or of the lag (R25), or the first side",
        ("coin", "lag", "fixed"),
    ),
    OptionSpec(
        "break_order", "alternate", "who opens the next game", ("alternate", "winner", "loser", "leader", "trailer")
    ),
    OptionSpec(
        "opening",
        "far_corners",
        "the opening: balls count if one fell in a foot corner, or it must drive balls to cushions, or neither",
        ("far_corners", "three_cushions", "free"),
    ),
    OptionSpec("safety_games", "amerikanka", "games whose safeties are tested (R9)", ("amerikanka", "all", "off")),
    OptionSpec(
        "safety_test", "two_rails", "what a safety must do after the contact", ("two_rails", "legacy_fast", "one_rail")
    ),
    OptionSpec("jump_foul", False, "an object ball off the table is a foul"),
    OptionSpec("spotting", "line", "balls come back behind the back spot, or at the foot cushion", ("line", "cushion")),
    OptionSpec("spot_side", "left", "the side taken at the foot cushion where both are free", ("left", "right")),
    OptionSpec("house_strict", False, "a wrong placing is a foul instead of being refused (R10)"),
    OptionSpec(
        "house_touch",
        "direct",
        "from hand no ball of the house may be met on the way out, or ever",
        ("direct", "any"),
    ),
    OptionSpec(
        "cue_fouls",
        "geometric",
        "double hit, push and press by the half-radius and 45 degree rule, by the model of the cue, or never",
        ("geometric", "model", "off"),
    ),
    OptionSpec(
        "hang_model",
        "off",
        "balls that hang within a millimetre of a pocket's edge stay there, or fall by themselves, as drawn (R18)",
        ("off", "random"),
    ),
    OptionSpec("hang_limit", 5.0, "s after which a hanging ball is put back (R18, R21)", least=0.0, most=60.0),
    OptionSpec("award_on_foul", False, "a ball awarded by the referee counts though the stroke was a foul (R33)"),
    OptionSpec("dead_safeties", 12, "safeties in a row that propose a dead position (R27)", least=2, most=100),
    SLOW_LIMIT_TURNS,
    REACH_MODEL,
    OptionSpec("balls", "standard", "the balls weigh 285 g, or 255 g as newer ones do", ("standard", "light")),
    OptionSpec("time_foul_penalty", False, "running out of time costs the penalty too, not only the turn (R34)"),
)
"""Options of every pyramid game."""

EIGHT_BALLS = OptionSpec("target", 8, "balls that win", least=1, most=8)
PENALTY = OptionSpec(
    "penalty",
    "return_own",
    "a foul: a ball of the offender comes back, or the opponent takes one of his choice",
    ("return_own", "award_opponent"),
)


def pyramid_presets(
    seed: Mapping[str, OptionValue], modern: Mapping[str, OptionValue]
) -> dict[str, Mapping[str, OptionValue]]:
    """The two presets with what a game adds to each."""
    return {
        SEED: dict(seed),
        MODERN: {"opening": "three_cushions", "safety_games": "all", **modern},
    }
