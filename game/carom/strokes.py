"""One stroke of carom from facts to ruling; games add only how a stroke scores.

Sources: T1–T37, R40–R83, carom C.0.4, C.1.2, C.2.2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from game.carom.reading import CaromReading, cue_fouls, direct_frozen, read
from game.carom.safeties import noted, safety_fouls
from game.carom.spots import BURGUNDY, RED, jumped_back, respotted
from game.carom.turns import (
    CaromOwn,
    after_turn,
    at_start,
    at_target,
    has_reached_target,
    own_ball,
    roles_of,
    scored,
    turn_over,
    with_figures,
)
from game.carom.zones import after_scoring, zone_fouls
from game.cue_state import CueState, LastShot, PlayedShot, Ruled, at_rest, credited, with_positions
from game.findings import Finding, all_evidence, evidence_of, foul_text
from game.rulings import Ruling
from game.shot_facts import AnyEvent, LeftTable
from game.values import replace
from game.vocabulary import Ball, Foul, Phase, Point


@dataclass(frozen=True)
class Score:
    """What a stroke is worth: points (some games take one off), the rule, the contacts it rests on.

    erases  points of the running turn that the stroke takes back (T43)
    """

    points: int
    rule: str
    events: tuple[AnyEvent, ...]
    erases: int | None = None


@dataclass(frozen=True)
class Weighed:
    """A stroke that has been looked at: what happened, what was wrong, what it is worth all the same."""

    reading: CaromReading
    findings: tuple[Finding, ...]
    score: Score


Scoring = Callable[[CueState, CaromReading], Score]

NO_SCORE = Score(0, "", ())


def judge_stroke(state: CueState, shot: PlayedShot, scoring: Scoring) -> Ruled:
    """Rule on one stroke (C.0.4): fouls first, then points, the turn, the balls that come back, the end."""
    reading = read(state, shot)
    findings = find_fouls(state, shot, reading)
    score = NO_SCORE if findings else scoring(state, reading)
    return carried_out(state, shot, Weighed(reading, findings, score))


def carried_out(state: CueState, shot: PlayedShot, weighed: Weighed) -> Ruled:
    """What a weighed stroke leads to."""
    reading, score, findings = weighed.reading, weighed.score, weighed.findings
    if score.points <= 0 and not shot.is_cleared:
        findings = (*findings, *safety_fouls(state, shot, reading))
    fouls = tuple(finding.foul for finding in findings)
    points = score.points + (state.setting.number("r_foul_points") if fouls else 0)
    ruling = Ruling(
        rules=tuple(dict.fromkeys(finding.rule for finding in findings)) or (score.rule,),
        fouls=fouls,
        points=points,
        continues=points > 0 and not fouls,
        evidence=all_evidence(findings) or evidence_of(score.events),
        text=_text(fouls, points, score.erases),
        erased=score.erases is not None,
    )
    table = at_rest(replace(state, offer=None, shots=state.shots + 1), shot.facts, state.setting.flag("wood_is_off"))
    table = _erased(replace(table, balls=state.balls), score)
    ruled = _after_stroke(table, state, reading, ruling)
    after = noted(state, ruled.state, shot, reading, ruling)
    after = with_figures(after, state.shooter, fouls, is_safety=shot.action.safety)
    before = replace(state, own=replace(state.own_as(CaromOwn), last=None))
    after = replace(after, own=replace(after.own_as(CaromOwn), last=LastShot(before, shot)))
    if ruling.continues and after.shooter == state.shooter:
        after = after_scoring(state, after, shot)
    return replace(ruled, state=after)


def _text(fouls: tuple[Foul, ...], points: int, erases: int | None) -> str:
    if erases is not None:
        lost = "No ball was met: the points of the turn are erased."
        return f"{foul_text(fouls)} {lost}" if fouls else lost
    if fouls:
        return foul_text(fouls)
    if points == 0:
        return "No point: the turn passes."
    if abs(points) == 1:
        return "One point." if points == 1 else "One point is lost: the turn passes."
    return f"{points} points."


def _erased(table: CueState, score: Score) -> CueState:
    """The points that a blank stroke takes back (T43)."""
    if score.erases is None:
        return table
    seat = table.shooter
    if table.phase is Phase.TIE_BREAK:
        return replace(table, run=0)
    return replace(table, run=0, scores=credited(table, seat, -score.erases))


def _after_stroke(table: CueState, before: CueState, reading: CaromReading, ruling: Ruling) -> Ruled:
    counted = scored(table, ruling.points)
    if ruling.points > 0 and has_reached_target(counted):
        ruled = at_target(counted, ruling)
        if ruled.ruling.winner or ruled.state.phase is Phase.EXTRA:
            return ruled
        after, spotted = _balls_back(ruled.state, reading)
        return Ruled(after, replace(ruled.ruling, spotted=spotted))
    if not ruling.continues:
        after, spotted = _balls_back(turn_over(counted), reading)
        return after_turn(before, after, replace(ruling, spotted=spotted))
    after, spotted = _balls_back(replace(counted, phase=_going_on(before.phase)), reading)
    return Ruled(after, replace(ruling, spotted=spotted))


def _going_on(phase: Phase) -> Phase:
    return Phase.PLAY if phase is Phase.BREAK else phase


def find_fouls(state: CueState, shot: PlayedShot, reading: CaromReading) -> tuple[Finding, ...]:
    """Every foul of a stroke, the first one counts (C.0.4); none where a referee has taken them back."""
    if shot.is_cleared:
        return ()
    found: list[Finding] = []
    if reading.struck != own_ball(state, state.shooter):
        found.append(Finding(Foul.WRONG_CUE_BALL, "T6", shot.facts.events[:1]))
    found += cue_fouls(state, shot)
    frozen = direct_frozen(state, reading)
    if frozen is not None:
        found.append(Finding(Foul.FROZEN_BALL, _by_source(state, "T27", "R79"), (frozen,)))
    if state.phase is Phase.BREAK and not _opens(state, reading):
        shown = tuple(contact.event for contact in reading.contacts[:1])
        found.append(Finding(Foul.OPENING, "R56", shown))
    off = _off_that_is_a_foul(state, reading)
    if off:
        found.append(Finding(Foul.OFF_TABLE, _off_rule(state, off), off))
    return (*found, *zone_fouls(state, shot, reading))


def _by_source(state: CueState, hall: str, russian: str) -> str:
    return russian if state.setting.word("frozen_options") == "ru" else hall


def _opens(state: CueState, reading: CaromReading) -> bool:
    """Whether the opening stroke met the red ball first, and directly where that is asked for."""
    duty = state.setting.options.get("fb_opening")
    if duty == "coloured":
        return reading.first in (RED, BURGUNDY)
    if duty == "none" or (duty is None and not state.setting.flag("opening_red")):
        return True
    if reading.first != RED:
        return False
    return state.setting.options.get("opening_direct") is not True or reading.contacts[0].ball == RED


def _off_that_is_a_foul(state: CueState, reading: CaromReading) -> tuple[AnyEvent, ...]:
    """Any ball in the hall (T5, T9); in Russian carom only the cue ball, where the option says so (R74)."""
    if state.setting.word("off_table") == "tr":
        return reading.off
    if not state.setting.flag("r_cueball_jump_foul"):
        return ()
    return tuple(event for event in reading.off if event.ball == reading.struck)


def _off_rule(state: CueState, off: tuple[AnyEvent, ...]) -> str:
    if state.setting.word("off_table") == "ru":
        return "R66"
    return "T5" if any(isinstance(event, LeftTable) for event in off) else "T9"


def _balls_back(state: CueState, reading: CaromReading) -> tuple[CueState, Mapping[Ball, Point]]:
    """Balls off the table put back for the one who plays next (T34 to T37, R58, R66 to R73)."""
    gone = reading.balls_off
    if not gone:
        return state, {}
    lying = {ball: at for ball, at in state.positions.items() if ball not in gone}
    roles, cloth = roles_of(state, state.shooter), state.setting.cloth
    is_russian = state.setting.word("off_table") == "ru"
    if state.setting.options.get("restart") is True or (is_russian and gone >= state.balls):
        return _restarted(state)
    if is_russian:
        spotted = jumped_back(gone, lying, reading.struck, roles, cloth)
    else:
        spotted = respotted(gone, lying, roles, cloth, state.setting.word("t_offtable"))
    return with_positions(state, {**lying, **spotted}, gone), spotted


def _restarted(state: CueState) -> tuple[CueState, Mapping[Ball, Point]]:
    """The opening position for the one who plays next; the duty to meet the red first is renewed only by option."""
    restarted = at_start(state)
    if state.setting.flag("r_restart_red_first") and state.phase is Phase.PLAY:
        restarted = replace(restarted, phase=Phase.BREAK)
    return restarted, {ball: restarted.positions[ball] for ball in sorted(state.balls)}
