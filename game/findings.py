"""A foul with its rule and the contacts that show it, and rulings made of such findings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from game.notation import token
from game.rulings import Evidence
from game.shot_facts import AnyEvent, TipFact
from game.vocabulary import Foul


@dataclass(frozen=True)
class Finding:
    """A foul that happened: which, by which rule, and what shows it."""

    foul: Foul
    rule: str
    events: tuple[AnyEvent, ...] = ()
    tip: TipFact | None = None

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """What shows it, as it is told."""
        shown = evidence_of(self.events)
        if self.tip is None:
            return shown
        return (*shown, Evidence(self.tip.kind, 0.0, self.tip.margin_mm, self.tip.margin_ms))


def evidence_of(events: Iterable[AnyEvent]) -> tuple[Evidence, ...]:
    """Events as evidence."""
    return tuple(Evidence(token(event), event.time, event.margin_mm, event.margin_ms) for event in events)


def all_evidence(findings: Iterable[Finding]) -> tuple[Evidence, ...]:
    """The evidence of several findings, each contact once."""
    return tuple(dict.fromkeys(item for finding in findings for item in finding.evidence))


FOUL_WORDS = {
    Foul.NO_HIT: "no ball was hit",
    Foul.WRONG_BALL: "a wrong ball was hit first",
    Foul.NO_RAIL: "no ball was pocketed and none reached a cushion after the contact",
    Foul.SCRATCH: "the cue ball was pocketed",
    Foul.CUE_BALL_OFF: "the cue ball left the table",
    Foul.BALL_OFF: "a ball left the table",
    Foul.OFF_TABLE: "a ball left the table",
    Foul.DOUBLE_HIT: "the cue ball was struck twice",
    Foul.PUSH: "the cue ball was pushed",
    Foul.PRESS: "a ball was pressed against the cushion",
    Foul.SCOOP: "the cue ball was scooped",
    Foul.MISCUE_JUMP: "the tip slipped on a jump",
    Foul.TOUCH: "a ball was touched by the cue",
    Foul.PLACEMENT: "the cue ball was placed where it may not lie",
    Foul.KITCHEN: "the cue ball was not played out of the kitchen as it must be",
    Foul.HOUSE: "the cue ball was not placed in the house",
    Foul.HOUSE_BALL: "a ball in the house was hit from hand",
    Foul.TIME: "the time ran out",
    Foul.ILLEGAL_BREAK: "the break was not legal",
    Foul.FERRULE: "the ferrule touched the cue ball",
    Foul.DISTURB: "the shooter was disturbed",
    Foul.CATCH: "a moving ball was stopped",
    Foul.CONDUCT: "unsporting conduct",
    Foul.WRONG_CUE_BALL: "the wrong cue ball was struck",
    Foul.FROZEN_BALL: "the ball frozen to the cue ball was played at directly",
    Foul.OPENING: "the opening stroke did not meet the red ball as it must",
    Foul.ZONE: "too many points in one zone",
    Foul.SAFETY_RAIL: "no cushion was reached on the safety",
    Foul.SAFETY_TWICE: "two safeties in a row",
    Foul.BAD_SAFETY: "the safety was not legal",
    Foul.CUE_BALL_POTTED: "the cue ball was pocketed",
    Foul.STROKE: "the stroke was not a proper one",
}


def foul_text(fouls: Iterable[Foul]) -> str:
    """The fouls as one sentence."""
    words = "; ".join(FOUL_WORDS[foul] for foul in fouls)
    return f"Foul: {words}."
