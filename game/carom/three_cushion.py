"""Three-cushion: three cushions before the second ball. Sources: T21–T25, R80–R83, UMB options; carom C.3."""

from __future__ import annotations

from functools import partial

from game.carom.common import carom_rules
from game.carom.options import COMMON_OPTIONS, carom_presets
from game.carom.reading import CaromReading
from game.carom.strokes import Score, judge_stroke
from game.cue_state import CueState
from game.shot_facts import AnyEvent
from game.vocabulary import GameKind


def score(state: CueState, reading: CaromReading) -> Score:
    """One point for both balls with three counted cushions before the second (T21), in any order (T22 to T24)."""
    del state
    if len(reading.hits) < 2:
        return Score(0, "T25", tuple(contact.event for contact in reading.contacts))
    second, cushions = reading.hits[1]
    shown = _deciding_contacts(reading, reading.contact_with(second))
    return Score(1, "T21", shown) if cushions >= 3 else Score(0, "T25", shown)


def _deciding_contacts(reading: CaromReading, second: AnyEvent) -> tuple[AnyEvent, ...]:
    """The third counted cushion (the last one, where it did not come) and the second ball."""
    counted = [contact.event for contact in reading.contacts if contact.ball is None and contact.counts]
    return (*counted[2:3], second) if len(counted) >= 3 else (*counted[-1:], second)


THREE_CUSHION = carom_rules(
    GameKind.THREE_CUSHION,
    "Three-cushion",
    partial(judge_stroke, scoring=score),
    COMMON_OPTIONS,
    carom_presets({}, {}, {"target": 40}),
)
