"""Records held against what physics and rules say now: the whole way, or only their chain."""

from __future__ import annotations

from collections.abc import Sequence

from game.record import BrokenRecord, Difference, DifferenceKind, fold, verify
from physics.version import ENGINE_VERSION
from server.live_match import run_shot


def play_again(lines: Sequence[str], has_ended: bool) -> list[Difference]:
    """Every difference between a record and the same match played again; `has_ended` as the hall has noted it."""
    found = verify(lines, run_shot, ENGINE_VERSION)
    if has_ended and not any(difference.is_fault for difference in found) and fold(lines).result is None:
        found.append(_lost_end(lines))
    return found


def check_chain(lines: Sequence[str], has_ended: bool) -> list[Difference]:
    """The same without physics: whether every line follows from the one before, and the end is there."""
    try:
        match = fold(lines)
    except BrokenRecord as broken:
        return [Difference(broken.line, DifferenceKind.BROKEN, broken.reason)]
    return [_lost_end(lines)] if has_ended and match.result is None else []


def _lost_end(lines: Sequence[str]) -> Difference:
    return Difference(len(lines), DifferenceKind.BROKEN, "the match has ended, but not in its record")
