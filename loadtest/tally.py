"""What was seen of a match, counted from the notices of its room."""

from __future__ import annotations

from dataclasses import dataclass, field

from client_protocol.notices import DartThrown, LagPlayed, RoomChanged, RoomClosed, ShotPlayed, Snapshot
from client_protocol.room_state import AnyNotice
from client_protocol.values import Phase


@dataclass
class Tally:
    """Counts by seat, and whether the match has ended."""

    shots: dict[int, int] = field(default_factory=dict)
    darts: dict[int, int] = field(default_factory=dict)
    points: dict[int, int] = field(default_factory=dict)
    fouls: dict[int, int] = field(default_factory=dict)
    pots: dict[int, int] = field(default_factory=dict)
    snapshots: int = 0
    last_n: int | None = None
    gaps: int = 0
    is_over: bool = False

    def add(self, notice: AnyNotice) -> None:
        """Count one notice."""
        match notice:
            case Snapshot():
                self.snapshots += 1
                self.is_over = notice.state.phase is Phase.OVER
            case ShotPlayed():
                self._add_ruling(notice, self.shots)
                _count(self.pots, notice.seat, notice.log.count("@"))
            case DartThrown():
                self._add_ruling(notice, self.darts)
            case RoomChanged() | LagPlayed():
                self.is_over = self.is_over or notice.delta.phase is Phase.OVER
            case RoomClosed():
                self.is_over = True
        if not isinstance(notice, Snapshot) and self.last_n is not None and notice.n != self.last_n + 1:
            self.gaps += 1
        self.last_n = notice.n

    def _add_ruling(self, notice: ShotPlayed | DartThrown, kind: dict[int, int]) -> None:
        _count(kind, notice.seat, 1)
        _count(self.points, notice.seat, notice.ruling.points)
        _count(self.fouls, notice.seat, len(notice.ruling.fouls))
        self.is_over = self.is_over or notice.delta.phase is Phase.OVER

    def summary(self) -> dict[str, object]:
        """The totals, and per seat what is not 0."""
        return {
            "shots": sum(self.shots.values()),
            "darts": sum(self.darts.values()),
            "by_seat": {
                str(seat): {
                    "shots": self.shots.get(seat, 0),
                    "darts": self.darts.get(seat, 0),
                    "points": self.points.get(seat, 0),
                    "pots": self.pots.get(seat, 0),
                    "fouls": self.fouls.get(seat, 0),
                }
                for seat in sorted({*self.shots, *self.darts})
            },
            "gaps": self.gaps,
        }


def _count(counts: dict[int, int], seat: int, more: int) -> None:
    counts[seat] = counts.get(seat, 0) + more
