"""What every pool game does with a finished shot: the table at rest, and rulings with their evidence."""

from __future__ import annotations

from collections.abc import Iterable

from game.cue_state import CueState, PlayedShot, at_rest
from game.findings import Finding, all_evidence, evidence_of, foul_text
from game.pool.common import Reading
from game.rulings import Evidence, Ruling
from game.values import replace
from game.vocabulary import Ball, CueBall, Phase


def after_shot(state: CueState, shot: PlayedShot) -> CueState:
    """The table when all balls are at rest; until ruled otherwise the same side goes on from where they lie (3.14)."""
    return replace(
        at_rest(state, shot.facts), shots=state.shots + 1, phase=Phase.PLAY, cue_ball=CueBall.AS_LIES, offer=None
    )


def foul_ruling(findings: Iterable[Finding], *rules: str) -> Ruling:
    """A ruling on fouls: all are told, one is counted (3.29). `rules`: numbers that come into it besides."""
    findings = tuple(findings)
    fouls = tuple(finding.foul for finding in findings)
    return Ruling(
        rules=tuple(dict.fromkeys((*(finding.rule for finding in findings), *rules))),
        fouls=fouls,
        evidence=all_evidence(findings),
        text=foul_text(fouls),
    )


def shown_of(reading: Reading, *balls: Ball) -> tuple[Evidence, ...]:
    """What a ruling without a foul rests on: the balls made (only these, where any are named), else the contacts."""
    made = evidence_of(event for event in reading.made if not balls or event.ball in balls)
    return made or evidence_of(event for event in (reading.contact, reading.railed) if event is not None)
