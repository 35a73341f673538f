"""Earlier positions of a match, out of its record, for an official who looks for the one to be restored."""

from __future__ import annotations

from collections.abc import Sequence

from client_protocol.values import EarlierPosition, Phase
from game import record
from game.notation import format_log
from game.record import RecordStep
from game.shot_facts import ShotFacts
from game.view import view
from server.translate_play import cause_of, ruling_of


def earlier_positions(lines: Sequence[str], before: int | None = None) -> list[EarlierPosition]:
    """The positions before that entry, the last one first; entries that left the match as it was are passed over."""
    told = list(record.steps(lines))
    changed = [step for step in told if step.before is None or step.after.play != step.before.play]
    return [_position(step) for step in reversed(changed) if before is None or step.after.entries < before]


def _position(step: RecordStep) -> EarlierPosition:
    seen, entry = view(step.after), None if step.recorded is None else step.recorded.entry
    return EarlierPosition(
        entry=step.after.entries,
        at=step.after.setup.began if entry is None else entry.at,
        cause="begun" if entry is None else cause_of(entry.action),
        phase=Phase(seen.phase),
        game_number=seen.game_number,
        turn=0 if entry is None else entry.turn,
        seat=None if entry is None else entry.seat,
        to_act=seen.to_act,
        log=format_log(entry.facts.events) if entry is not None and isinstance(entry.facts, ShotFacts) else "",
        ruling=None if entry is None else ruling_of(step.ruling),
        games=tuple(side.games for side in seen.sides),
        scores=tuple(side.score for side in seen.sides),
        balls={} if seen.cue is None else {str(ball): at for ball, at in seen.cue.balls.items()},
    )
