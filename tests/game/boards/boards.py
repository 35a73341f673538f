"""A board on paper: reports as it would send them, and what the ingest rules make of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.boards.effects import Effect, Hit, Ignored, Why
from game.boards.ingest import Incoming, Ingest, armed, ingest
from game.boards.reports import Report, ReportKind

NOON = 1_796_083_200.0
"""The hall's clock at the beginning, s."""


def report(seq: int, segment: str = "", at: float = 0.0, **more: object) -> Report:
    """A throw (or what `kind` says) of board b1, made `at` s after noon, for the turn `t1`."""
    kind = ReportKind.THROW if segment else ReportKind.STATUS
    fields: dict[str, object] = {"board": "b1", "boot": "aa", "seq": seq, "kind": kind, "arm": "t1", **more}
    return Report(ts=round((NOON + at) * 1000), segment=segment, **fields)  # type: ignore[arg-type]


def incoming(one: Report, retained: bool = False) -> Incoming:
    """The report as it arrives; its own text stands for the digest of its body."""
    return Incoming(one, repr(one), retained)


def fresh(last: int = 0, **more: object) -> Ingest:
    """A board that is armed for the turn `t1`, its last report known."""
    state = Ingest(boot="aa", last=last, newest=NOON - 60.0, **more)  # type: ignore[arg-type]
    return armed(state, "t1")[0]


def tell(state: Ingest, *reports: Report) -> tuple[Ingest, list[Effect]]:
    """The board after reports that arrive when they are made, and all that followed."""
    effects: list[Effect] = []
    for one in reports:
        state, more = ingest(state, incoming(one), one.ts / 1000.0)
        effects += more
    return state, effects


def hits(effects: Sequence[Effect]) -> list[str]:
    """The segments of the darts that count."""
    return ["BO" if effect.bounced else effect.report.segment for effect in effects if isinstance(effect, Hit)]


def reasons(effects: Sequence[Effect]) -> list[Why]:
    """Why other reports count for nothing."""
    return [effect.why for effect in effects if isinstance(effect, Ignored)]


def later(one: Report, by: float) -> Report:
    """The same, made later."""
    return replace(one, ts=one.ts + round(by * 1000))
