"""Balkline: libre in which both balls may not stay in a zone between the lines. Source: carom C.5.2."""

from __future__ import annotations

from functools import partial

from game.carom.common import carom_rules
from game.carom.options import BALK_LINE, BALK_RETURN, COMMON_OPTIONS, carom_presets
from game.carom.reading import CaromReading
from game.carom.strokes import Score, judge_stroke
from game.cue_state import CueState
from game.options import OptionSpec
from game.vocabulary import GameKind


def score(state: CueState, reading: CaromReading) -> Score:
    """One point for both balls; the zones are judged before it."""
    del state
    met = tuple(reading.contact_with(ball) for ball, _ in reading.hits)
    return Score(1 if len(met) >= 2 else 0, "C.5.2", met[-1:])


BALKLINE = carom_rules(
    GameKind.BALKLINE,
    "Balkline",
    partial(judge_stroke, scoring=score),
    (
        *COMMON_OPTIONS,
        OptionSpec("balk_game", "47/2", "distance of the lines (cm) and strokes in a zone", ("47/2", "47/1", "71/2")),
        BALK_LINE,
        BALK_RETURN,
    ),
    carom_presets({"target": 200}, {"target": 200}, {"target": 200, "restart": True}),
)
