"""One-cushion: a cushion before the second ball, the rest as in libre. Source: carom C.5.1."""

from __future__ import annotations

from functools import partial

from game.carom.common import carom_rules
from game.carom.options import COMMON_OPTIONS, SAFETY_OPTIONS, carom_presets
from game.carom.reading import CaromReading
from game.carom.strokes import Score, judge_stroke
from game.cue_state import CueState
from game.vocabulary import GameKind


def score(state: CueState, reading: CaromReading) -> Score:
    """One point for both balls with a counted cushion before the second."""
    del state
    met = tuple(reading.contact_with(ball) for ball, _ in reading.hits)
    if len(met) < 2:
        return Score(0, "C.5.1", met)
    return Score(1 if reading.hits[1][1] >= 1 else 0, "C.5.1", met[1:])


ONE_CUSHION = carom_rules(
    GameKind.ONE_CUSHION,
    "One-cushion",
    partial(judge_stroke, scoring=score),
    (*COMMON_OPTIONS, *SAFETY_OPTIONS),
    carom_presets({}, {"r_safety_mode": "declared"}, {"target": 40, "restart": True}),
)
