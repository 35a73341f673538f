"""Three-cushion: three cushions before the second ball. Sources: T21–T25, R80–R83, UMB options; carom C.3."""

from __future__ import annotations

from game.carom import common
from game.carom.options import CAROM_TABLES, COMMON_OPTIONS, carom_presets
from game.carom.reading import CaromReading
from game.carom.turns import statistics
from game.cue_rules import CueRules
from game.cue_state import CueState, PlayedShot, Ruled
from game.shot_facts import AnyEvent
from game.vocabulary import Family, GameKind


def score(state: CueState, reading: CaromReading) -> common.Score:
    """One point for both balls with three counted cushions before the second (T21), in any order (T22 to T24)."""
    del state
    if len(reading.hits) < 2:
        return common.Score(0, "T25", tuple(contact.event for contact in reading.contacts))
    second, cushions = reading.hits[1]
    shown = _deciding_contacts(reading, reading.contact_with(second))
    return common.Score(1, "T21", shown) if cushions >= 3 else common.Score(0, "T25", shown)


def _deciding_contacts(reading: CaromReading, second: AnyEvent) -> tuple[AnyEvent, ...]:
    """The third counted cushion (the last one, where it did not come) and the second ball."""
    counted = [contact.event for contact in reading.contacts if contact.ball is None and contact.counts]
    return (*counted[2:3], second) if len(counted) >= 3 else (*counted[-1:], second)


def judge(state: CueState, shot: PlayedShot) -> Ruled:
    """Rule on one stroke."""
    return common.judge_stroke(state, shot, score)


THREE_CUSHION = CueRules(
    kind=GameKind.THREE_CUSHION,
    family=Family.CAROM,
    title="Three-cushion",
    balls=common.THREE_BALLS,
    sides=(2, 2),
    tables=CAROM_TABLES,
    options=COMMON_OPTIONS,
    presets=carom_presets({}, {}, {"target": 40, "time_outs": 4}),
    option_codes=common.CAROM_OPTIONS,
    scores_games=False,
    fresh=common.fresh,
    set_up=common.set_up,
    racked=common.racked,
    check=common.check,
    judge=judge,
    choose=common.choose,
    penalise=common.penalise,
    referee=common.referee,
    read_own=common.read_own,
    show_own=common.show_own,
    details=statistics,
    table_details=common.table_details,
    strikes=common.strikes,
    strikable=common.strikable,
    accepts_option=common.accepts_option,
    at_turn=common.at_turn,
    target_of=common.target_of,
)
