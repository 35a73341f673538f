"""What pyramid reads from a stroke: first contact, balls made, safeties. Source: R6, R9, carom C.6.3."""

from __future__ import annotations

from dataclasses import dataclass

from game.cue_state import CueState, PlayedShot
from game.pyramid.balls import is_free
from game.shot_facts import AnyEvent, BallHit, CushionHit, LeftTable, LineCrossed, Potted, TiedHit
from game.vocabulary import CUE, Ball, Line


@dataclass(frozen=True)
class Reading:
    """A stroke as the rules read it.

    struck   the ball struck; contact: its first with another ball, place: its number in the log
    met      the balls that contact met
    potted   every ball that fell, in order; off: those that left the table
    """

    struck: Ball
    contact: AnyEvent | None
    place: int
    met: tuple[Ball, ...]
    potted: tuple[Potted, ...]
    off: tuple[LeftTable, ...]

    @property
    def struck_potted(self) -> Potted | None:
        """The fall of the struck ball, if it fell."""
        return next((event for event in self.potted if event.ball == self.struck), None)

    @property
    def struck_off(self) -> LeftTable | None:
        """The struck ball leaving the table."""
        return next((event for event in self.off if event.ball == self.struck), None)


def read(shot: PlayedShot) -> Reading:
    """What happened, as far as the rules ask."""
    facts = shot.facts
    place, contact, met = len(facts.events), None, tuple[Ball, ...]()
    for index, event in enumerate(facts.events):
        met = met_by(event, facts.struck)
        if met:
            place, contact = index, event
            break
    return Reading(facts.struck, contact, place, met, tuple(facts.of(Potted)), tuple(facts.of(LeftTable)))


def met_by(event: AnyEvent, ball: Ball) -> tuple[Ball, ...]:
    """The balls that a ball meets in an event."""
    if isinstance(event, TiedHit) and event.ball == ball:
        return event.others
    if isinstance(event, BallHit) and ball in (event.ball, event.other):
        return (event.other if event.ball == ball else event.ball,)
    return ()


def objects_of(state: CueState, balls: tuple[Ball, ...]) -> tuple[Ball, ...]:
    """Those of the balls that are spotted when they are gone; outside free pyramid the cue ball is not."""
    return tuple(ball for ball in balls if ball != CUE or is_free(state))


def house_ball_hit(state: CueState, shot: PlayedShot, reading: Reading) -> AnyEvent | None:
    """The contact from hand with a ball that lay in the house: before the cue ball had left it, or any (R6)."""
    cloth = state.setting.cloth
    ever = state.setting.word("house_touch") == "any"
    for event in shot.facts.events:
        if isinstance(event, LineCrossed) and event.ball == reading.struck and event.line is Line.OUT and not ever:
            return None
        for ball in met_by(event, reading.struck):
            at = state.positions.get(ball)
            if at is not None and cloth.is_behind_head_string(at):
                return event
    return None


def is_safe(state: CueState, shot: PlayedShot, reading: Reading) -> bool:
    """Whether a stroke that made nothing passes the safety test of the room (R9, carom C.6.3)."""
    later = shot.facts.events[reading.place + 1 :]
    hits = [event for event in later if isinstance(event, CushionHit) and not event.own]
    crossed = crossing_balls(state, shot, reading)
    match state.setting.word("safety_test"):
        case "one_rail":
            return any(hit.ball in (reading.struck, *reading.met) for hit in hits)
        case "legacy_fast":
            return bool(crossed) or len(hits) >= 2
        case _:
            return len(hits) >= 2 or any(hit.ball in crossed for hit in hits)


def crossing_balls(state: CueState, shot: PlayedShot, reading: Reading) -> frozenset[Ball]:
    """The balls that crossed the centre line after the contact, by the log or by where they lay and lie.

    A struck ball came from where it met another one: what it crossed on the way there does not count.
    """
    later = shot.facts.events[reading.place + 1 :]
    seen = {event.ball for event in later if isinstance(event, LineCrossed) and event.line is Line.MID}
    starts = {ball: at for ball, at in state.positions.items() if ball != reading.struck}
    if reading.met and reading.met[0] in starts:
        starts[reading.struck] = starts[reading.met[0]]
    beyond = {ball for ball, at in shot.facts.rest.items() if ball in starts and starts[ball][0] * at[0] < 0.0}
    return frozenset(seen | beyond)
