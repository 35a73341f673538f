"""What pool games read from a shot: contact, balls made, fouls. Source: Slovak pool rules 3.x, BCA/WPA readings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import radians

from game.actions import Shot
from game.cue_state import CueState, PlayedShot, Setting
from game.errors import IllegalAction, Refusal
from game.findings import Finding
from game.shot_facts import (
    AnyEvent,
    BallHit,
    CushionHit,
    LeftTable,
    LineCrossed,
    Potted,
    TiedHit,
    TipFact,
)
from game.vocabulary import CUE, Ball, CueBall, Foul, Line

JUMP_ELEVATION = radians(20.0)
"""From this elevation on a stroke is a jump, and any slip of the tip a foul (3.26; value by the house)."""

RULES = {
    Foul.NO_HIT: "3.18",
    Foul.WRONG_BALL: "3.17",
    Foul.NO_RAIL: "3.18",
    Foul.SCRATCH: "3.19",
    Foul.CUE_BALL_OFF: "3.27",
    Foul.BALL_OFF: "3.27",
    Foul.DOUBLE_HIT: "3.22",
    Foul.PUSH: "3.23",
    Foul.SCOOP: "3.25",
    Foul.MISCUE_JUMP: "3.26",
    Foul.TOUCH: "3.20",
    Foul.FERRULE: "3.3",
    Foul.PLACEMENT: "3.9",
    Foul.KITCHEN: "3.38",
    Foul.TIME: "1.11",
    Foul.DISTURB: "3.40",
    Foul.CONDUCT: "2.28",
}
"""The general rule behind each foul; games name their own where they have one."""


@dataclass(frozen=True)
class Reading:
    """A pool shot as the rules read it.

    first    the ball that counts as hit first, and the event that shows it
    made     object balls that were pocketed, in order; off: those that left the table
    railed   what satisfied the demand for a cushion after the contact, if anything did
    """

    first: Ball | None
    contact: AnyEvent | None
    made: tuple[Potted, ...]
    off: tuple[LeftTable, ...]
    scratch: Potted | None
    cue_off: LeftTable | None
    railed: AnyEvent | None

    @property
    def balls_made(self) -> tuple[Ball, ...]:
        """Names of the balls made, in order."""
        return tuple(event.ball for event in self.made)

    @property
    def balls_off(self) -> tuple[Ball, ...]:
        """Names of the object balls that left the table."""
        return tuple(event.ball for event in self.off)

    @property
    def cue_is_gone(self) -> bool:
        """Whether the cue ball is off the bed."""
        return self.scratch is not None or self.cue_off is not None


def read(state: CueState, shot: PlayedShot, targets: frozenset[Ball] | None = None) -> Reading:
    """What happened, as far as the rules ask. `targets`: legal first balls (None: any), for ties (2.10)."""
    facts = shot.facts
    place, contact = _first_contact(facts.events)
    return Reading(
        first=None if contact is None else _ball_met(contact, targets),
        contact=contact,
        made=tuple(event for event in facts.of(Potted) if event.ball != CUE),
        off=tuple(event for event in facts.of(LeftTable) if event.ball != CUE),
        scratch=next((event for event in facts.of(Potted) if event.ball == CUE), None),
        cue_off=next((event for event in facts.of(LeftTable) if event.ball == CUE), None),
        railed=None if contact is None else _railed(state, shot, place),
    )


def _first_contact(events: tuple[AnyEvent, ...]) -> tuple[int, BallHit | TiedHit | None]:
    for place, event in enumerate(events):
        if isinstance(event, BallHit) and CUE in (event.ball, event.other):
            return place, event
        if isinstance(event, TiedHit) and event.ball == CUE:
            return place, event
    return len(events), None


def _ball_met(contact: BallHit | TiedHit, targets: frozenset[Ball] | None) -> Ball:
    """The ball hit first; of several at once a legal one (2.10)."""
    if isinstance(contact, BallHit):
        return contact.other if contact.ball == CUE else contact.ball
    legal = [ball for ball in contact.others if targets is None or ball in targets]
    return (legal or list(contact.others))[0]


def _railed(state: CueState, shot: PlayedShot, place: int) -> AnyEvent | None:
    """The first event after the contact that makes the shot legal: a ball made, or a cushion that counts (3.37)."""
    for index, event in enumerate(shot.facts.events):
        if isinstance(event, Potted) and event.ball != CUE:
            return event
        if index > place and isinstance(event, CushionHit) and _counts(state, shot, index, event):
            return event
    return None


def _counts(state: CueState, shot: PlayedShot, index: int, hit: CushionHit) -> bool:
    """Whether a cushion contact counts: never with the cushion a ball was frozen to, until it has left it (3.37).

    An object ball must have met another object ball in between; the cue ball need only have left the cushion.
    """
    is_frozen = hit.own or hit.cushion in state.frozen.to_cushion(hit.ball)
    if not is_frozen or not _was_declared(state, shot, hit.ball):
        return True
    if hit.own:
        return False
    return hit.ball == CUE or any(_met_object_ball(event, hit.ball) for event in shot.facts.events[:index])


def _was_declared(state: CueState, shot: PlayedShot, ball: Ball) -> bool:
    """Whether a frozen ball counts as frozen: where the server publishes it, or once it is called (2.16)."""
    return not state.setting.flag("manual_frozen_call") or ball in shot.action.declared


def _met_object_ball(event: AnyEvent, ball: Ball) -> bool:
    return isinstance(event, BallHit) and ball in (event.ball, event.other) and CUE not in (event.ball, event.other)


def check_cue(state: CueState, shot: Shot) -> None:
    """Where the room has no jump shots, a raised cue is refused (3.26). Raises IllegalAction."""
    if shot.stroke.elevation >= JUMP_ELEVATION and state.setting.options.get("jump_cue", "any") == "none":
        raise IllegalAction(Refusal.NOT_ALLOWED, "stroke.elevation", "jump shots are not played in this room")


def find_fouls(
    state: CueState,
    shot: PlayedShot,
    reading: Reading,
    targets: frozenset[Ball] | None,
    *,
    rules: Mapping[Foul, str] = RULES,
    waived: frozenset[Foul] = frozenset(),
) -> tuple[Finding, ...]:
    """Every foul of a shot. `rules`: the game's own numbers; `waived`: what a push-out excuses (5.5)."""
    found = [
        *_placement_fouls(state, shot, reading),
        *_contact_fouls(reading, targets, shot.facts.near),
        *_lost_balls(reading),
        *_cue_fouls(state, shot, reading),
    ]
    numbers = {**RULES, **rules}
    return tuple(
        Finding(item.foul, numbers[item.foul], item.events, item.tip) for item in found if item.foul not in waived
    )


def _found(foul: Foul, *events: AnyEvent | None, tip: TipFact | None = None) -> Finding:
    return Finding(foul, "", tuple(event for event in events if event is not None), tip)


def _contact_fouls(reading: Reading, targets: frozenset[Ball] | None, near: tuple[AnyEvent, ...]) -> list[Finding]:
    if reading.first is None:
        return [_found(Foul.NO_HIT, *near)]
    found = []
    if targets is not None and reading.first not in targets:
        found.append(_found(Foul.WRONG_BALL, reading.contact))
    if reading.railed is None:
        found.append(_found(Foul.NO_RAIL, reading.contact, *near))
    return found


def _lost_balls(reading: Reading) -> list[Finding]:
    found = [_found(Foul.SCRATCH, reading.scratch)] if reading.scratch is not None else []
    if reading.cue_off is not None:
        found.append(_found(Foul.CUE_BALL_OFF, reading.cue_off))
    if reading.off:
        found.append(_found(Foul.BALL_OFF, *reading.off))
    return found


_TIP_FOULS = {
    "double_hit": Foul.DOUBLE_HIT,
    "push": Foul.PUSH,
    "scoop": Foul.SCOOP,
    "ferrule": Foul.FERRULE,
    "touch": Foul.TOUCH,
}


def _cue_fouls(state: CueState, shot: PlayedShot, reading: Reading) -> list[Finding]:
    """What the tip did wrong (3.3, 3.20, 3.22–3.26), each foul once."""
    found: dict[Foul, Finding] = {}
    for fact in shot.facts.tip:
        if fact.kind in _TIP_FOULS:
            foul = _TIP_FOULS[fact.kind]
            found.setdefault(foul, _found(foul, tip=fact))
        if fact.kind == "miscue" and shot.action.stroke.elevation >= JUMP_ELEVATION:
            found.setdefault(Foul.MISCUE_JUMP, _found(Foul.MISCUE_JUMP, tip=fact))
    contact = reading.contact
    if isinstance(contact, TiedHit) and len(state.frozen.to_ball(CUE) & set(contact.others)) > 1:
        found.setdefault(Foul.DOUBLE_HIT, _found(Foul.DOUBLE_HIT, contact))
    return list(found.values())


def _placement_fouls(state: CueState, shot: PlayedShot, reading: Reading) -> list[Finding]:
    """Wrong placing (3.9, 3.21), and playing out of the kitchen against K1 to K3 (3.9, 3.38)."""
    found = [_found(Foul.PLACEMENT)] if state.misplaced else []
    if state.cue_ball is CueBall.IN_HAND_KITCHEN:
        wrong = _kitchen_violation(state, shot, reading)
        found += [_found(Foul.KITCHEN, wrong)] if wrong is not None else []
    return found


def _kitchen_violation(state: CueState, shot: PlayedShot, reading: Reading) -> AnyEvent | None:
    """The event that breaks the kitchen's conditions: a cushion before the ball is out, or a ball behind the line."""
    for event in shot.facts.events:
        if isinstance(event, LineCrossed) and event.ball == CUE and event.line is Line.OUT:
            return None
        if isinstance(event, CushionHit) and event.ball == CUE:
            return event
        if event is reading.contact:
            assert reading.first is not None
            at = state.positions.get(reading.first)
            behind = at is not None and state.setting.cloth.is_behind_head_string(at)
            return event if behind else None
    return None


def cushioned_balls(shot: PlayedShot) -> frozenset[Ball]:
    """Object balls that reached a cushion."""
    return frozenset(event.ball for event in shot.facts.of(CushionHit) if event.ball != CUE and not event.own)


def only_the_cue_ball(state: CueState) -> tuple[Ball, ...]:
    """Only the cue ball may be struck."""
    del state
    return (CUE,)


def no_unoffered_option(state: CueState, option: str) -> bool:
    """Only what is offered can be chosen."""
    del state, option
    return False


def nothing_owed(state: CueState) -> CueState:
    """The turn begins as it is."""
    return state


def no_target(setting: Setting) -> int:
    """Points do not decide."""
    del setting
    return 0
