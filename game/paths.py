"""The way of one ball through a shot, read from its exact segments. SI units, table frame."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, sqrt

from game.cloth import Cloth
from game.shot_facts import Reach
from game.vocabulary import Ball, Cushion, Point
from physics.trajectories import Trace

Segment = tuple[float, Point, Point, Point]
"""Start (s), position, velocity, acceleration in the table plane."""

_TINY = 1e-12


@dataclass(frozen=True)
class Path:
    """The segments of a ball, in order of time; the last one stands until the end."""

    starts: tuple[float, ...]
    segments: tuple[Segment, ...]

    def at(self, time: float) -> Point:
        """Centre at a time, m."""
        start, (x, y), (vx, vy), (ax, ay) = self.segments[max(0, bisect_right(self.starts, time) - 1)]
        dt = max(0.0, time - start)
        return (x + vx * dt + 0.5 * ax * dt * dt, y + vy * dt + 0.5 * ay * dt * dt)

    def velocity_before(self, time: float) -> Point:
        """Velocity just before a time (at the start: of the start), m/s."""
        index = max(0, bisect_right(self.starts, time - _TINY) - 1)
        start, _, (vx, vy), (ax, ay) = self.segments[index]
        dt = max(0.0, time - start)
        return (vx + ax * dt, vy + ay * dt)

    def speed_before(self, time: float) -> float:
        """Speed just before a time, m/s."""
        return hypot(*self.velocity_before(time))

    def between(self, since: float, until: float) -> Iterator[float]:
        """Times at which something is looked for, the likeliest first: middle, bends, quarters, ends, s."""
        span = until - since
        yield since + span / 2.0
        yield from (start for start in self.starts if since < start < until)
        yield from (since + span / 4.0, until - span / 4.0, since, until)

    def parts_from(self, other: Path, since: float, until: float, distance: float) -> bool:
        """Whether two centres are this far apart at some time between two contacts, m, s."""
        for time in (*self.between(since, until), *other.between(since, until)):
            a, b = self.at(time), other.at(time)
            if hypot(a[0] - b[0], a[1] - b[1]) >= distance:
                return True
        return False

    def leaves(self, cushion: Cushion, cloth: Cloth, since: float, until: float, distance: float) -> bool:
        """Whether the ball's surface is this far off a cushion's nose line at some time between two contacts, m, s."""
        return any(abs(_gap(self.at(time), cushion, cloth)) >= distance for time in self.between(since, until))

    def reach(self) -> Reach:
        """How far the centre came, on its whole way."""
        return Reach(*(self._extent(weights) for weights in ((1.0, 0.0), (0.0, 1.0), (1.0, 2.0), (1.0, -2.0))))

    def _extent(self, weights: Point) -> tuple[float, float]:
        """Least and most of a weighted sum of x and y, m."""
        wx, wy = weights
        found: list[float] = []
        ends = (*self.starts[1:], None)
        for (start, (x, y), (vx, vy), (ax, ay)), end in zip(self.segments, ends, strict=True):
            s, v, a = wx * x + wy * y, wx * vx + wy * vy, wx * ax + wy * ay
            found.append(s)
            turn = -v / a if abs(a) > _TINY else 0.0
            if end is not None and 0.0 < turn < end - start:
                found.append(s + 0.5 * v * turn)
        return min(found), max(found)

    def nearest_to_nose(self, cushion: Cushion, cloth: Cloth, since: float) -> tuple[float, float]:
        """When the ball's surface came nearest to a nose line from a time on, and how near, s, m."""
        axis, ends = (0 if cushion in (Cushion.HEAD, Cushion.FOOT) else 1), (*self.starts[1:], None)
        times = [since]
        for (start, _, velocity, acceleration), end in zip(self.segments, ends, strict=True):
            times.append(start)
            turn = start - velocity[axis] / acceleration[axis] if abs(acceleration[axis]) > _TINY else start
            times += [turn] if end is not None and start < turn < end else []
        return min(((time, _gap(self.at(time), cushion, cloth)) for time in times if time >= since), key=lambda m: m[1])

    def nearest_to(self, other: Path, within: float, since: float = 0.0) -> tuple[float, float] | None:
        """When two centres came nearest from a time on, and how near, s, m; None where they stayed farther apart."""
        bends = sorted({since, *(start for start in (*self.starts, *other.starts) if start > since)})
        times = [bends[0]]
        for one, two in pairwise(bends):
            if self._may_come_near(other, one, two, within):
                times += [one + (two - one) * part / 16.0 for part in range(17)]
        if len(times) == 1 and self._apart(other, bends[0]) > within:
            return None
        best = min(range(len(times)), key=lambda place: self._apart(other, times[place]))
        low, high = times[max(0, best - 1)], times[min(len(times) - 1, best + 1)]
        for _ in range(40):
            third = (high - low) / 3.0
            if self._apart(other, low + third) < self._apart(other, high - third):
                high -= third
            else:
                low += third
        time = (low + high) / 2.0
        apart = self._apart(other, time)
        return (time, apart) if apart <= within else None

    def _may_come_near(self, other: Path, since: float, until: float, distance: float) -> bool:
        """Whether two centres can be this near at a time between two bends, m, s: by place and greatest speed."""
        middle, half = (since + until) / 2.0, (until - since) / 2.0
        speed = max(self._speed_at(middle, half), self._speed_at(middle, -half))
        speed += max(other._speed_at(middle, half), other._speed_at(middle, -half))
        return self._apart(other, middle) - speed * half <= distance

    def _speed_at(self, inside: float, beside: float) -> float:
        """Speed of the segment that holds a time, so much later in it, m/s, s."""
        start, _, (vx, vy), (ax, ay) = self.segments[max(0, bisect_right(self.starts, inside) - 1)]
        dt = max(0.0, inside - start) + beside
        return hypot(vx + ax * dt, vy + ay * dt)

    def _apart(self, other: Path, time: float) -> float:
        a, b = self.at(time), other.at(time)
        return hypot(a[0] - b[0], a[1] - b[1])

    def overlap_at(self, other: Path, time: float, diameter: float) -> float:
        """How full this ball runs into the other at a contact: 0 for a graze, a diameter for a full hit, m."""
        (x, y), (px, py) = self.at(time), other.at(time)
        (vx, vy), (wx, wy) = self.velocity_before(time), other.velocity_before(time)
        speed = hypot(vx - wx, vy - wy)
        if speed <= _TINY:
            return diameter
        aside = abs((px - x) * (vy - wy) - (py - y) * (vx - wx)) / speed
        return max(0.0, diameter - aside)

    def crossings(self, axis: int, line: float) -> tuple[float, ...]:
        """The times at which the centre passes x = line (axis 0) or y = line (axis 1), s; a touch is no passing."""
        times: list[float] = []
        ends = (*self.starts[1:], float("inf"))
        for (start, place, velocity, acceleration), end in zip(self.segments, ends, strict=True):
            offset, v, a = place[axis] - line, velocity[axis], acceleration[axis]
            met = [start + dt for dt in _passings(offset, v, a) if dt < end - start]
            times += [time for time in met if self._passes(time, axis, line)]
        return tuple(times)

    def _passes(self, time: float, axis: int, line: float) -> bool:
        """Whether the side of the line changes here; a start on the line counts once the ball has left it."""
        before = self.velocity_before(time)[axis] if time > self.starts[0] else 0.0
        after = self.at(time + 1e-6)[axis] - line
        return before * after > 0.0


def paths_of(trace: Trace) -> dict[Ball, Path]:
    """The paths of all balls of a trace."""
    found: dict[Ball, list[Segment]] = {ball: [] for ball in trace.balls}
    columns = (trace.segments[name].tolist() for name in ("ball", "t", "pos", "vel", "acc"))
    for index, time, pos, vel, acc in zip(*columns, strict=True):
        found[trace.balls[index]].append((time, (pos[0], pos[1]), (vel[0], vel[1]), (acc[0], acc[1])))
    return {ball: Path(tuple(row[0] for row in rows), tuple(rows)) for ball, rows in found.items()}


def _gap(at: Point, cushion: Cushion, cloth: Cloth) -> float:
    match cushion:
        case Cushion.HEAD:
            return at[0] + cloth.length / 2.0 - cloth.radius
        case Cushion.FOOT:
            return cloth.length / 2.0 - at[0] - cloth.radius
        case Cushion.RIGHT:
            return at[1] + cloth.width / 2.0 - cloth.radius
        case Cushion.LEFT:
            return cloth.width / 2.0 - at[1] - cloth.radius


def _passings(offset: float, v: float, a: float) -> tuple[float, ...]:
    """The times from 0 on at which offset + v t + a t²/2 is 0, ascending."""
    if abs(a) <= _TINY:
        roots = [] if abs(v) <= _TINY else [-offset / v]
    else:
        inside = v * v - 2.0 * a * offset
        if inside < 0.0:
            return ()
        root = sqrt(inside)
        roots = sorted(((-v - root) / a, (-v + root) / a))
    return tuple(dt for dt in roots if dt >= 0.0)
