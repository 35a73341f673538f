"""What a load run measures: latencies, counts, and whether every shot reached everybody once."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

KEPT = 50_000
"""Latencies kept of one kind; beyond that a fair sample of all of them."""
SHARES = (0.5, 0.9, 0.99, 0.999)
MOST_NOTES = 20
"""Violations that are told in words."""


@dataclass
class Latencies:
    """Latencies of one kind, s."""

    count: int = 0
    worst: float = 0.0
    kept: list[float] = field(default_factory=list)
    _chance: random.Random = field(default_factory=lambda: random.Random(1))

    def add(self, seconds: float) -> None:
        """Count one."""
        self.count += 1
        self.worst = max(self.worst, seconds)
        if len(self.kept) < KEPT:
            self.kept.append(seconds)
        elif (place := self._chance.randrange(self.count)) < KEPT:
            self.kept[place] = seconds

    def percentile(self, share: float) -> float:
        """The latency that this share of all did not exceed, s; 0 where there are none."""
        if not self.kept:
            return 0.0
        ordered = sorted(self.kept)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def summary(self) -> dict[str, float]:
        """Count and percentiles in ms."""
        named = {f"p{100 * share:g}": round(1000 * self.percentile(share), 2) for share in SHARES}
        return {"count": self.count, **named, "max": round(1000 * self.worst, 2)}


@dataclass
class _Flight:
    """A shot that is on its way to everybody in its room."""

    sent: float
    expected: frozenset[int]
    seen: set[int] = field(default_factory=set)


@dataclass
class Measures:
    """Everything measured in one run. Members are known by numbers; a room and its turn name a shot."""

    latencies: dict[str, Latencies] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)
    violation_count: int = 0
    _flights: dict[tuple[str, int], _Flight] = field(default_factory=dict)
    _last_seen: dict[tuple[str, int], int] = field(default_factory=dict)

    def time(self, kind: str, seconds: float) -> None:
        """A latency of one kind."""
        self.latencies.setdefault(kind, Latencies()).add(seconds)

    def violate(self, what: str) -> None:
        """Something that must never happen has happened."""
        self.violation_count += 1
        if len(self.violations) < MOST_NOTES:
            self.violations.append(what)

    def sent(self, room: str, turn: int, now: float, members: frozenset[int]) -> None:
        """A shot answers this turn; everybody named should see it."""
        self._flights[room, turn] = _Flight(now, members)

    def withdrawn(self, room: str, turn: int) -> None:
        """The shot was refused: nobody will see it."""
        self._flights.pop((room, turn), None)

    def seen(self, room: str, turn: int, member: int, now: float) -> None:
        """A member was told the shot that answered this turn."""
        self.counts["shots received"] += 1
        if turn <= self._last_seen.get((room, member), -1):
            self.violate(f"{room}: shot of turn {turn} came twice to one member")
        self._last_seen[room, member] = turn
        flight = self._flights.get((room, turn))
        if flight is None:
            return
        flight.seen.add(member)
        if flight.expected <= flight.seen:
            self.time("shot to last receiver", now - flight.sent)
            self.counts["shots seen by all"] += 1
            del self._flights[room, turn]

    def left(self, room: str) -> None:
        """The room is left: nothing more comes from it."""
        self._last_seen = {key: turn for key, turn in self._last_seen.items() if key[0] != room}

    def skipped(self, room: str, member: int) -> None:
        """A member came back by a snapshot: shots before it are in its state, not told one by one."""
        for (name, _), flight in self._flights.items():
            if name == room:
                flight.expected -= {member}

    def finish(self) -> None:
        """Shots that did not reach everybody by now never will."""
        for (room, turn), flight in self._flights.items():
            missing = len(flight.expected - flight.seen)
            if missing:
                self.violate(f"{room}: shot of turn {turn} was not seen by {missing} members")
        self._flights.clear()
