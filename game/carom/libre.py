"""Libre: both balls, no cushion asked for. Sources: T12–T20, R40–R79, UMB corner zones; carom C.1, C.2, C.5.3."""

from __future__ import annotations

from functools import partial

from game.carom.common import carom_rules
from game.carom.options import BALK_LINE, BALK_RETURN, COMMON_OPTIONS, SAFETY_OPTIONS, carom_presets
from game.carom.reading import CaromReading
from game.carom.strokes import Score, judge_stroke
from game.cue_state import CueState
from game.options import OptionSpec
from game.vocabulary import GameKind

LIBRE_OPTIONS = (
    *COMMON_OPTIONS,
    *SAFETY_OPTIONS,
    OptionSpec("libre_corners", False, "both balls may not stay in a corner (UMB)"),
    BALK_LINE,
    BALK_RETURN,
    OptionSpec("max_players", 2, "most sides; three pass the cue balls on from turn to turn (R52)", (2, 3)),
    OptionSpec("ranking", "first_only", "whether three play on for the places", ("first_only", "all")),
)


def score(state: CueState, reading: CaromReading) -> Score:
    """One point for both balls (T12 to T14, R43, R44)."""
    is_russian = state.setting.word("off_table") == "ru"
    met = [reading.contact_with(ball) for ball, _ in reading.hits]
    if len(met) < 2:
        return Score(0, "R44" if is_russian else "T16", tuple(met))
    return Score(1, "R43" if is_russian else "T14", tuple(met[1:]))


LIBRE = carom_rules(
    GameKind.LIBRE,
    "Libre",
    partial(judge_stroke, scoring=score),
    LIBRE_OPTIONS,
    carom_presets(
        {},
        {"target": 60, "r_safety_mode": "declared", "max_players": 3},
        {"libre_corners": True, "restart": True},
    ),
    sides=(2, 3, 4),
)
