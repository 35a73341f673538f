"""Safeties of Russian carom: what a legal one is, not two in a row, the clear attempt.

Sources: R59–R65, carom C.2.3, C.2.4.
"""

from __future__ import annotations

from game.actions import RefereeAct, Shot
from game.carom.reading import CaromReading
from game.carom.turns import CaromOwn, LastStroke
from game.cue_state import CueState, PlayedShot, Ruled, set_at
from game.errors import IllegalAction, Refusal
from game.findings import Finding, all_evidence, foul_text
from game.rulings import Ruling
from game.shot_facts import CushionHit
from game.values import replace
from game.vocabulary import Foul, Seat


def mode_of(state: CueState) -> str:
    """Which strokes are judged as safeties: `declared`, `all_nonscoring`, `off`."""
    return str(state.setting.options.get("r_safety_mode", "off"))


def safety_fouls(state: CueState, shot: PlayedShot, reading: CaromReading) -> list[Finding]:
    """What is wrong with a stroke that did not score, as a safety (R59 to R62) or as an attempt after one (R64)."""
    mode, after_safety = mode_of(state), state.own_as(CaromOwn).last_was_safety[state.shooter]
    declared = shot.action.safety and mode != "off"
    found = what_lacks(state, shot, reading) if declared or mode == "all_nonscoring" else []
    if after_safety and (declared or _is_no_attempt(shot)):
        found.append(Finding(Foul.SAFETY_TWICE, "R61" if declared else "R64"))
    return found


def what_lacks(state: CueState, shot: PlayedShot, reading: CaromReading) -> list[Finding]:
    """A cushion for the cue ball, or for the ball it met first, after they met (R59)."""
    first = next((contact for contact in reading.contacts if contact.ball is not None), None)
    if first is None:
        return [Finding(Foul.NO_HIT, "R59")]
    events = shot.facts.events
    later = events[events.index(first.event) + 1 :]
    balls = {reading.struck, first.ball}
    if state.setting.options.get("r_safety_any_object") is True:
        balls |= state.balls
    if any(isinstance(event, CushionHit) and not event.own and event.ball in balls for event in later):
        return []
    return [Finding(Foul.SAFETY_RAIL, "R59", (first.event,))]


def _is_no_attempt(shot: PlayedShot) -> bool:
    """Whether the replays of a stroke show that it could not score (C.2.4); without replays nobody knows."""
    attempt = shot.facts.attempt
    return attempt is not None and not attempt.is_clear


def asks_attempt(state: CueState, shot: Shot) -> bool:
    """Whether replays shall tell if this stroke is played to score: after a safety, where they decide (R64)."""
    is_after_safety = mode_of(state) != "off" and state.own_as(CaromOwn).last_was_safety[state.shooter]
    return is_after_safety and not shot.safety and state.setting.word("r_clear_attempt") == "replays"


def noted(before: CueState, after: CueState, shot: PlayedShot, reading: CaromReading, ruling: Ruling) -> CueState:
    """The state that remembers what the stroke was: a legal safety holds for its player's next turn (R63)."""
    if mode_of(before) == "off":
        return after
    seat, own = before.shooter, after.own_as(CaromOwn)
    flag = own.last_was_safety[seat]
    missed = ruling.points <= 0
    last = LastStroke(seat, flag, tuple(what_lacks(before, shot, reading))) if missed else None
    is_safety = missed and (shot.action.safety or Foul.SAFETY_TWICE in ruling.fouls)
    now = is_safety and (flag or not ruling.fouls)
    return replace(after, own=replace(own, last_was_safety=set_at(own.last_was_safety, seat, now), last_stroke=last))


def undeclared_safety(state: CueState, act: RefereeAct) -> tuple[Seat, tuple[Finding, ...]]:
    """Whose last stroke the referee calls a safety, and what is wrong with it (C.2.4). Raises IllegalAction."""
    own = state.own_as(CaromOwn)
    last = own.last_stroke
    if last is None and mode_of(state) != "off" and own.last_was_safety[state.shooter]:
        last = LastStroke(state.shooter, True, ())
    if last is None or (act.player is not None and act.player != last.seat):
        raise IllegalAction(Refusal.NOT_ALLOWED, "do", "there is no stroke that could be called a safety")
    return last.seat, (Finding(Foul.SAFETY_TWICE, "R65"),) if last.was_after_safety else last.lacks


def called_safety(state: CueState, seat: Seat, findings: tuple[Finding, ...]) -> Ruled:
    """The last stroke as the safety that the referee saw in it; the turn has passed already."""
    own = state.own_as(CaromOwn)
    fouls = tuple(item.foul for item in findings)
    now = not fouls or Foul.SAFETY_TWICE in fouls
    after = replace(state, own=replace(own, last_was_safety=set_at(own.last_was_safety, seat, now), last_stroke=None))
    return Ruled(
        after,
        Ruling(
            rules=tuple(dict.fromkeys(item.rule for item in findings)) or ("R63",),
            fouls=fouls,
            evidence=all_evidence(findings),
            text=foul_text(fouls) if fouls else "The stroke was a safety.",
        ),
    )
