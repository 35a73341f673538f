"""Four-ball: 1, 5, 25 and 50 points, and the turn erased by a blank stroke. Sources: T38–T44; carom C.4, E-1 to E-8."""

from __future__ import annotations

from game.carom.common import THREE_BALLS, carom_rules
from game.carom.options import COMMON_OPTIONS
from game.carom.reading import CaromReading, read
from game.carom.spots import BURGUNDY, RED
from game.carom.strokes import NO_SCORE, Score, Weighed, carried_out, find_fouls
from game.carom.turns import roles_of
from game.cue_state import CueState, PlayedShot, Ruled
from game.options import OptionSpec
from game.shot_facts import AnyEvent, BallHit
from game.vocabulary import Ball, Foul, GameKind, Phase

COLOURED = frozenset({RED, BURGUNDY})

FOUR_BALL_OPTIONS = (
    *(spec for spec in COMMON_OPTIONS if spec.name not in ("opening_red", "opening_direct", "restart")),
    OptionSpec(
        "fb_scoring",
        "turkish",
        "what strokes are worth (C.4)",
        ("turkish", "sagu", "yotsudama", "western"),
    ),
    OptionSpec("fb_layout", "tr_open", "opening position", ("tr_open", "line4")),
    OptionSpec("s_q", 0.125, "where the burgundy comes back: table lengths from the centre", least=0.0625, most=0.1875),
    OptionSpec("fb_opening", "none", "what the opening stroke must meet first", ("none", "red", "coloured")),
    OptionSpec("fb_erase", "run", "what a stroke that meets no ball takes back (T43)", ("run", "total", "none")),
    OptionSpec("fb_one", "mixed_carom", "what is worth 1 (T39)", ("mixed_carom", "cue_contact")),
    OptionSpec("fb_five", "cue_pair", "what is worth 5 (T40)", ("cue_pair", "object_combo")),
    OptionSpec("fb_stack", "max", "the highest value counts, or all are added", ("max", "add")),
    OptionSpec(
        "fb_fifty",
        "before_first",
        "before which ball the cushion for 50 must come (T42); both others: the third",
        ("before_first", "any_cushion", "before_third"),
    ),
    OptionSpec("fb_offtable_saves_run", False, "a blank stroke with a ball off the table erases nothing"),
    OptionSpec("fb_offtable_stroke_counts", False, "points of a stroke stay when a ball leaves the table"),
)


def judge(state: CueState, shot: PlayedShot) -> Ruled:
    """Rule on one stroke: a blank one erases the turn, unless another foul than a ball off the table voids it."""
    reading = read(state, shot)
    findings = find_fouls(state, shot, reading)
    score = NO_SCORE if findings else scored(state, shot, reading)
    if all(finding.foul is Foul.OFF_TABLE for finding in findings):
        if _erases(state, reading, is_off=bool(findings)):
            score = Score(0, "T43", tuple(contact.event for contact in reading.contacts), _taken_back(state))
        elif findings and state.setting.flag("fb_offtable_stroke_counts"):
            score = scored(state, shot, reading)
    return carried_out(state, shot, Weighed(reading, findings, score))


def _erases(state: CueState, reading: CaromReading, *, is_off: bool) -> bool:
    setting = state.setting
    if reading.hits or setting.word("fb_scoring") != "turkish" or setting.word("fb_erase") == "none":
        return False
    return not (is_off and setting.flag("fb_offtable_saves_run"))


def _taken_back(state: CueState) -> int:
    return state.run if state.setting.word("fb_erase") == "run" else state.scores[state.shooter]


def scored(state: CueState, shot: PlayedShot, reading: CaromReading) -> Score:
    """What a stroke without a foul is worth, by the scale of the game."""
    match state.setting.word("fb_scoring"):
        case "sagu":
            return _sagu(state, reading)
        case "yotsudama":
            return Score(1 if len(reading.hits) >= 2 else 0, "C.4", _met(reading))
        case "western":
            return Score(max(0, len(reading.hits) - 1), "C.4", _met(reading))
        case _:
            return _turkish(state, shot, reading)


def _met(reading: CaromReading) -> tuple[AnyEvent, ...]:
    return tuple(reading.contact_with(ball) for ball, _ in reading.hits)


def _sagu(state: CueState, reading: CaromReading) -> Score:
    """Korean: both coloured balls 1, by three cushions for the last point; the other cue ball or nothing costs one."""
    balls = {ball for ball, _ in reading.hits}
    if not balls or roles_of(state, state.shooter).other in balls:
        return Score(-1, "C.4", _met(reading))
    is_last = state.phase is not Phase.TIE_BREAK and state.scores[state.shooter] == state.target - 1
    is_carom = len(balls) == 2 and (not is_last or reading.hits[1][1] >= 3)
    return Score(1 if is_carom else 0, "C.4", _met(reading))


def _turkish(state: CueState, shot: PlayedShot, reading: CaromReading) -> Score:
    """1, 5, 25 and 50 (T39 to T42): the highest, or all of them together."""
    ways = _ways(state, shot, reading)
    if not ways:
        return Score(0, "T16", _met(reading))
    best = max(ways, key=lambda way: way[0])
    if state.setting.word("fb_stack") == "max":
        return Score(best[0], best[1], _met(reading))
    return Score(sum(points for points, _ in ways), best[1], _met(reading))


def _ways(state: CueState, shot: PlayedShot, reading: CaromReading) -> list[tuple[int, str]]:
    """Everything that the stroke was worth, with the rule."""
    setting, balls = state.setting, [ball for ball, _ in reading.hits]
    ways: list[tuple[int, str]] = []
    if _is_five(setting.word("fb_five"), shot, reading, balls):
        ways.append((5, "T40"))
    if len(balls) == 3:
        decisive = 0 if setting.word("fb_fifty") == "before_first" else 2
        ways.append((50, "T42") if reading.hits[decisive][1] >= 1 else (25, "T41"))
    least = 1 if setting.word("fb_one") == "cue_contact" else 2
    if roles_of(state, state.shooter).other in balls and len(balls) >= least:
        ways.append((1, "T39"))
    return ways


def _is_five(way: str, shot: PlayedShot, reading: CaromReading, balls: list[Ball]) -> bool:
    """The cue ball's first two balls are the coloured ones; or it drives one of them into the other (E-3)."""
    if way == "cue_pair":
        return frozenset(balls[:2]) == COLOURED
    if reading.first not in COLOURED:
        return False
    since = reading.contact_with(balls[0]).time
    hits = (hit for hit in shot.facts.of(BallHit) if hit.time >= since)
    return any({hit.ball, hit.other} == COLOURED for hit in hits)


FOUR_BALL = carom_rules(
    GameKind.FOUR_BALL,
    "Four-ball",
    judge,
    FOUR_BALL_OPTIONS,
    {
        "hall_tr": {"target": 200},
        "sagu": {"target": 15, "fb_scoring": "sagu", "fb_layout": "line4"},
        "yotsudama": {"target": 50, "fb_scoring": "yotsudama", "fb_layout": "line4"},
        "western": {"target": 50, "fb_scoring": "western", "fb_layout": "line4"},
    },
    balls=(*THREE_BALLS, BURGUNDY),
)
