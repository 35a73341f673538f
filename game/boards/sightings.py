"""What an adapter makes of a maker's event stream: what happened at the board, before it has a number and a time."""

from __future__ import annotations

from dataclasses import dataclass

from game.boards.reports import ReportKind


@dataclass(frozen=True)
class Sighting:
    """Something that happened at the board.

    segment, zone, at  of a throw or correction, as in `Report`
    ref                for a correction: which of the sightings that the adapter has made, from 1
    before             s between this and the last one of the same moment: several darts can come in one message
    """

    kind: ReportKind
    segment: str = ""
    zone: str = ""
    at: tuple[float, float] | None = None
    ref: int = 0
    before: float = 0.0
