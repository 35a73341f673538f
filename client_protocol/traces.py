"""Traces to bytes and back, in the layout that `trace_layout` describes."""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
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
    Columns,
    DrawnTrace,
    Motion,
    Touched,
    TracedBall,
    TracedContact,
    TracedSegment,
    Vector,
    others,
)

TICKS = 1.0 / TICK
UNITS = 1.0 / UNIT
"""Ticks a second and units a metre: powers of two, so that no digit is lost."""
_JUMP = 1.5e-6
"""A gap between the end of one segment and the start of the next that is longer, in m, is bridged."""


@dataclass
class _Rows:
    """The columns of the trace while they are being written."""

    flags: bytearray
    time: list[int]
    place: tuple[list[int], list[int]]
    bend: tuple[list[int], list[int]]
    height: tuple[list[int], list[int]]
    planar: tuple[list[int], list[int]]
    vertical: list[int]


def pack(
    balls: Sequence[tuple[str, float]],
    segments: Columns,
    duration: float,
    contacts: Sequence[TracedContact] = (),
    spin_deceleration: float = 10.0,
) -> bytes:
    """The bytes of a trace. `balls` are (name, radius in m) by index; every ball has a segment at time 0.

    Raises ValueError for what the layout cannot hold: more than 32 balls, 512 s, 32 m, or numbers that are none.
    """
    if len(balls) > MAX_BALLS:
        raise ValueError(f"{len(balls)} balls in one trace")
    try:
        rows, counts = _write_rows(balls, segments, duration)
        head = HEADER.pack(FORMAT, len(balls), round(duration * TICKS), round(spin_deceleration * 256), len(contacts))
        names = b"".join(
            BALL.pack(round(radius * 1e6), count, len(name)) + name.encode("ascii")
            for (name, radius), count in zip(balls, counts, strict=True)
        )
        return head + names + _join(rows) + _pack_contacts([name for name, _ in balls], contacts)
    except (struct.error, OverflowError) as error:
        raise ValueError(f"a number does not fit the trace: {error}") from error


def _write_rows(balls: Sequence[tuple[str, float]], segments: Columns, duration: float) -> tuple[_Rows, list[int]]:
    """The rows of all balls, and how many each ball has."""
    rows = _Rows(bytearray(), [], ([], []), ([], []), ([], []), ([], []), [])
    counts = []
    start = 0
    for index, (_, radius) in enumerate(balls):
        stop = bisect_right(segments.ball, index, start)
        before = len(rows.flags)
        _write_ball(rows, _part(segments, start, stop), radius, duration)
        counts.append(len(rows.flags) - before)
        start = stop
    if start != len(segments.ball) or any(later < ball for ball, later in pairwise(segments.ball)):
        raise ValueError("segments are not in order of the balls")
    return rows, counts


def _part(whole: Columns, start: int, stop: int) -> Columns:
    """Some of the rows."""
    own = slice(start, stop)
    return Columns(
        whole.ball[own], whole.mode[own], whole.t[own], whole.pos[own], whole.vel[own], whole.spin[own], whole.acc[own]
    )


def _write_ball(rows: _Rows, own: Columns, radius: float, duration: float) -> None:
    """Write the rows of one ball: each segment, and the bridges and the closing row between and after them."""
    last = len(own.t) - 1
    for k, (_, mode, t, pos, vel, spin, acc) in enumerate(zip(*own, strict=True)):
        moves = mode in MOVING
        if k < last:
            end_time, meets = own.t[k + 1], own.pos[k + 1]
        else:
            end_time, meets = max(duration, t), pos
        end: Sequence[float] = pos
        if moves:
            length = end_time - t
            half = 0.5 * length
            end = (
                pos[0] + length * (vel[0] + half * acc[0]),
                pos[1] + length * (vel[1] + half * acc[1]),
                pos[2] + length * (vel[2] + half * acc[2]),
            )
        jumps = k < last and not (
            -_JUMP < end[0] - meets[0] < _JUMP
            and -_JUMP < end[1] - meets[1] < _JUMP
            and -_JUMP < end[2] - meets[2] < _JUMP
        )
        lifted = mode == Motion.AIRBORNE or abs(pos[2] - radius) > 1e-6 or abs(end[2] - radius) > 1e-6
        _write_row(rows, mode | _write_spin(rows, mode, vel, spin, radius) | (HEIGHT if lifted else 0), t, pos)
        if moves:
            _write_bend(rows, lifted, (t, pos, vel, acc), (end_time, end if jumps or k == last else meets))
        elif lifted:
            rows.height[1].append(0)
        if jumps or (moves and k == last):
            end_lifted = abs(end[2] - radius) > 1e-6
            _write_row(rows, (BRIDGE if jumps else CLOSING) | (HEIGHT if end_lifted else 0), end_time, end)
            if end_lifted:
                rows.height[1].append(0)


def _write_row(rows: _Rows, flags: int, time: float, pos: Sequence[float]) -> None:
    rows.flags.append(flags)
    rows.time.append(round(time * TICKS))
    rows.place[0].append(round(pos[0] * UNITS))
    rows.place[1].append(round(pos[1] * UNITS))
    if flags & HEIGHT:
        rows.height[0].append(round(pos[2] * UNITS))


def _write_spin(rows: _Rows, mode: int, vel: Sequence[float], spin: Sequence[float], radius: float) -> int:
    """Write what of the spin does not follow from the motion; gives the flags that say so."""
    x, y, z = spin
    flags = 0
    if mode == Motion.ROLLING:
        planar = abs(x + vel[1] / radius) > 0.5 or abs(y - vel[0] / radius) > 0.5
    else:
        planar = abs(x) > 0.5 or abs(y) > 0.5
    if planar:
        flags = PLANAR
        rows.planar[0].append(_spin_code(x))
        rows.planar[1].append(_spin_code(y))
    vertical = _spin_code(z) if z else 0
    if vertical:
        flags |= VERTICAL
        rows.vertical.append(vertical)
    return flags


def _spin_code(spin: float) -> int:
    """Spin in its unit, at most what 16 bits hold (2,047 rad/s)."""
    return max(-32767, min(32767, round(spin / SPIN_UNIT)))


def _write_bend(
    rows: _Rows,
    lifted: bool,
    motion: tuple[float, Sequence[float], Sequence[float], Sequence[float]],
    end: tuple[float, Sequence[float]],
) -> None:
    """Write how far the middle of the path lies from the middle of the chord between the coded ends."""
    t, pos, vel, acc = motion
    end_time, meets = end
    half = (rows.time[-1] + round(end_time * TICKS)) * 0.5 * TICK - t
    for axis in (0, 1, 2) if lifted else (0, 1):
        middle = pos[axis] + half * (vel[axis] + 0.5 * half * acc[axis])
        chord = (round(pos[axis] * UNITS) + round(meets[axis] * UNITS)) * 0.5
        (rows.height[1] if axis == 2 else rows.bend[axis]).append(round(middle * UNITS - chord))


def _join(rows: _Rows) -> bytes:
    return b"".join(
        (
            rows.flags,
            struct.pack(f"<{len(rows.time)}I", *rows.time),
            *(_planes(column) for column in (*rows.place, *rows.bend, *rows.height)),
            *(struct.pack(f"<{len(column)}h", *column) for column in (*rows.planar, rows.vertical)),
        )
    )


def _planes(numbers: Sequence[int]) -> bytes:
    """Three bytes each, as three planes. Raises struct.error beyond 24 bits."""
    if numbers and not -0x800000 <= min(numbers) <= max(numbers) < 0x800000:
        raise struct.error("a length beyond 32 m")
    wide = struct.pack(f"<{len(numbers)}i", *numbers)
    return wide[0::4] + wide[1::4] + wide[2::4]


def _pack_contacts(names: Sequence[str], contacts: Sequence[TracedContact]) -> bytes:
    n = len(contacts)
    index = {name: code for code, name in enumerate(names)}
    codes = {kind: {name: code for code, name in enumerate(others(kind, names))} for kind in {c.kind for c in contacts}}
    return b"".join(
        (
            struct.pack(f"<{n}I", *(round(contact.time * TICKS) for contact in contacts)),
            bytes(index[contact.ball] | contact.kind << 5 for contact in contacts),
            bytes(codes[contact.kind][contact.other] for contact in contacts),
            struct.pack(f"<{n}H", *(min(0xFFFF, round(contact.impulse / IMPULSE_UNIT)) for contact in contacts)),
        )
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
