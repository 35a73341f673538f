"""Bytes back to traces, in the layout that `trace_layout` describes; `packing` makes them."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from client_protocol.trace_layout import (
    BALL,
    BRIDGE,
    CLOSING,
    FORMAT,
    HEADER,
    HEIGHT,
    IMPULSE_UNIT,
    MAX_BALLS,
    MOVING,
    PLANAR,
    SPIN_UNIT,
    TICK,
    UNIT,
    VERTICAL,
    BadTraceError,
    DrawnTrace,
    Motion,
    Touched,
    TracedBall,
    TracedContact,
    TracedSegment,
    Vector,
    others,
)


class _Reader:
    """Takes columns from the bytes of a trace."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, size: int) -> bytes:
        """The next `size` bytes."""
        part = self._data[self._at : self._at + size]
        if len(part) != size:
            raise BadTraceError("the trace is cut short")
        self._at += size
        return part

    def numbers(self, code: str, count: int) -> tuple[int, ...]:
        """A column of numbers by their struct code."""
        return struct.unpack(f"<{count}{code}", self.take(count * struct.calcsize(f"<{code}")))

    def planes(self, count: int) -> list[float]:
        """A column of lengths, m."""
        low, middle, high = self.take(count), self.take(count), self.take(count)
        return [
            ((a | b << 8 | c << 16) - (0x1000000 if c & 0x80 else 0)) * UNIT
            for a, b, c in zip(low, middle, high, strict=True)
        ]

    def finish(self) -> None:
        """Nothing may be left."""
        if self._at != len(self._data):
            raise BadTraceError("bytes after the trace")


class _Row(NamedTuple):
    """One row with its columns gathered: ticks, flags, place, bend, and the spin that was written."""

    ticks: int
    flags: int
    place: Vector
    bend: Vector
    planar: tuple[float, float] | None
    vertical: float


def unpack(data: bytes) -> DrawnTrace:
    """What a trace's bytes say. Raises BadTraceError, and nothing else, for bytes that are none."""
    reader = _Reader(data)
    form, n_balls, duration, deceleration, n_contacts = HEADER.unpack(reader.take(HEADER.size))
    if form != FORMAT or n_balls > MAX_BALLS:
        raise BadTraceError(f"format {form} with {n_balls} balls")
    heads: list[tuple[str, float, int]] = []
    for _ in range(n_balls):
        radius, count, length = BALL.unpack(reader.take(BALL.size))
        name = reader.take(length)
        if not name.isascii() or radius == 0 or count == 0:
            raise BadTraceError("a ball without name, radius or rows")
        heads.append((name.decode(), radius * 1e-6, count))
    rows = _read_rows(reader, [(radius, count) for _, radius, count in heads])
    balls = []
    start = 0
    for ball, radius, count in heads:
        balls.append(TracedBall(ball, radius, _read_segments(rows[start : start + count], radius)))
        start += count
    contacts = _read_contacts(reader, [name for name, _, _ in heads], n_contacts)
    reader.finish()
    return DrawnTrace(tuple(balls), duration * TICK, deceleration / 256, contacts)


def _moves(flags: int) -> bool:
    return flags & 7 in MOVING and not flags & (BRIDGE | CLOSING)


def _read_rows(reader: _Reader, balls: Sequence[tuple[float, int]]) -> list[_Row]:
    """All rows, from their columns."""
    radii = [radius for radius, count in balls for _ in range(count)]
    n = len(radii)
    flags = reader.take(n)
    if any(flag & 7 > Motion.GONE for flag in flags):
        raise BadTraceError("a motion that is none")
    ticks = reader.numbers("I", n)
    x, y = reader.planes(n), reader.planes(n)
    n_moving = sum(map(_moves, flags))
    bend_x, bend_y = iter(reader.planes(n_moving)), iter(reader.planes(n_moving))
    n_high = sum(1 for flag in flags if flag & HEIGHT)
    z, bend_z = iter(reader.planes(n_high)), iter(reader.planes(n_high))
    n_planar = sum(1 for flag in flags if flag & PLANAR)
    spin_x, spin_y = iter(reader.numbers("h", n_planar)), iter(reader.numbers("h", n_planar))
    spin_z = iter(reader.numbers("h", sum(1 for flag in flags if flag & VERTICAL)))
    rows = []
    for k, flag in enumerate(flags):
        bent = (next(bend_x), next(bend_y)) if _moves(flag) else (0.0, 0.0)
        high = (next(z), next(bend_z)) if flag & HEIGHT else (radii[k], 0.0)
        planar = (next(spin_x) * SPIN_UNIT, next(spin_y) * SPIN_UNIT) if flag & PLANAR else None
        vertical = next(spin_z) * SPIN_UNIT if flag & VERTICAL else 0.0
        rows.append(_Row(ticks[k], flag, (x[k], y[k], high[0]), (*bent, high[1]), planar, vertical))
    return rows


def _read_segments(rows: Sequence[_Row], radius: float) -> tuple[TracedSegment, ...]:
    """The segments of one ball."""
    if any(later.ticks < row.ticks for row, later in pairwise(rows)):
        raise BadTraceError("rows out of order")
    segments = []
    for k, row in enumerate(rows):
        if row.flags & (BRIDGE | CLOSING):
            continue
        motion = Motion(row.flags & 7)
        vel = acc = (0.0, 0.0, 0.0)
        if motion in MOVING:
            if k + 1 == len(rows):
                raise BadTraceError("a ball that moves without end")
            span = (rows[k + 1].ticks - row.ticks) * TICK
            ends = rows[k + 1].place if row.flags & HEIGHT else (*rows[k + 1].place[:2], row.place[2])
            if span > 0:
                vel, acc = _solve(row, ends, span)
        planar = row.planar or ((-vel[1] / radius, vel[0] / radius) if motion is Motion.ROLLING else (0.0, 0.0))
        segments.append(TracedSegment(row.ticks * TICK, motion, row.place, vel, (*planar, row.vertical), acc))
    if not segments:
        raise BadTraceError("a ball without segments")
    return tuple(segments)


def _solve(row: _Row, end: Vector, span: float) -> tuple[Vector, Vector]:
    """Velocity and acceleration of the quadratic through start, bent middle and end, `span` seconds apart."""
    (x, y, z), (bx, by, bz), (ex, ey, ez) = row.place, row.bend, end
    vel = ((ex - x + 4 * bx) / span, (ey - y + 4 * by) / span, (ez - z + 4 * bz) / span)
    scale = -8.0 / (span * span)
    return vel, (scale * bx, scale * by, scale * bz)


def _read_contacts(reader: _Reader, names: Sequence[str], count: int) -> tuple[TracedContact, ...]:
    ticks = reader.numbers("I", count)
    who, other, impulse = reader.take(count), reader.take(count), reader.numbers("H", count)
    contacts = []
    for k in range(count):
        ball, kind = who[k] & 31, who[k] >> 5
        if ball >= len(names) or kind > Touched.OFF_TABLE or other[k] >= len(others(Touched(kind), names)):
            raise BadTraceError("a contact of nothing")
        touched = Touched(kind)
        contacts.append(
            TracedContact(
                ticks[k] * TICK, touched, names[ball], others(touched, names)[other[k]], impulse[k] * IMPULSE_UNIT
            )
        )
    return tuple(contacts)
