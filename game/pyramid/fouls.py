"""Every foul of a pyramid stroke. Source: R1 to R12, carom C.6.4."""

from __future__ import annotations

from game.cue_state import CueState, PlayedShot
from game.findings import Finding
from game.placing import is_temporary_house
from game.pyramid.balls import is_classic, is_free
from game.pyramid.books import own_of
from game.pyramid.cue_contact import cue_fouls
from game.pyramid.reading import Reading, house_ball_hit, is_safe
from game.shot_facts import AnyEvent
from game.vocabulary import CUE, CueBall, Foul, Phase

RULES = {
    Foul.NO_HIT: "C.6.4",
    Foul.TOUCH: "C.6.4",
    Foul.STROKE: "R2",
    Foul.PUSH: "R3",
    Foul.DOUBLE_HIT: "R4",
    Foul.PRESS: "R5",
    Foul.HOUSE_BALL: "R6",
    Foul.WRONG_CUE_BALL: "R7",
    Foul.CUE_BALL_POTTED: "R8",
    Foul.BAD_SAFETY: "R9",
    Foul.HOUSE: "R10",
    Foul.CUE_BALL_OFF: "C.6.1",
    Foul.BALL_OFF: "C.6.1",
    Foul.TIME: "R34",
    Foul.DISTURB: "R13",
    Foul.CONDUCT: "R13",
}
"""The rule behind each foul; only these exist here."""


def find_fouls(state: CueState, shot: PlayedShot, reading: Reading) -> tuple[Finding, ...]:
    """Every foul that happened; the safety is tested only where there is no other one (C.6.3)."""
    found = [*_strike_fouls(state, shot, reading), *cue_fouls(state, shot, reading), *_lost_balls(state, reading)]
    if not found and not reading.potted and _tests_safety(state) and not is_safe(state, shot, reading):
        assert reading.contact is not None
        found.append(_found(Foul.BAD_SAFETY, reading.contact, *shot.facts.near))
    return tuple(found)


def _found(foul: Foul, *events: AnyEvent) -> Finding:
    return Finding(foul, RULES[foul], events)


def _strike_fouls(state: CueState, shot: PlayedShot, reading: Reading) -> list[Finding]:
    found = []
    if not is_free(state) and reading.struck != CUE:
        found.append(_found(Foul.WRONG_CUE_BALL, *shot.facts.events[:1]))
    if reading.contact is None:
        found.append(_found(Foul.NO_HIT, *shot.facts.near))
    if state.cue_ball is CueBall.IN_HAND_KITCHEN and not is_temporary_house(state):
        hit = house_ball_hit(state, shot, reading)
        found += [] if hit is None else [_found(Foul.HOUSE_BALL, hit)]
    return found


def _lost_balls(state: CueState, reading: Reading) -> list[Finding]:
    """The struck ball in a pocket where that is a foul, and balls off the table."""
    found = []
    fallen = reading.struck_potted
    if fallen is not None and (is_classic(state) or own_of(state).bars_cue):
        found.append(_found(Foul.CUE_BALL_POTTED, fallen))
    struck_off = reading.struck_off
    if struck_off is not None:
        found.append(_found(Foul.CUE_BALL_OFF, struck_off))
    others = tuple(event for event in reading.off if event is not struck_off)
    if others and state.setting.flag("jump_foul"):
        found.append(_found(Foul.BALL_OFF, *others))
    return found


def _tests_safety(state: CueState) -> bool:
    """Whether a stroke without a ball is tested: never the opening, which has demands of its own (C.6.2, R9)."""
    games = state.setting.word("safety_games")
    return state.phase is not Phase.BREAK and (games == "all" or (games == "amerikanka" and is_free(state)))
