"""Shortest ways to shots for the tests of the physics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from physics.balls import Constants, constants_for
from physics.simulate import simulate
from physics.tables import TABLES, TableSpec
from physics.trajectories import Ball, Budget, Contact, ContactKind, Layout, Mode, Motion, Point, Stroke, Trace

CUE = Ball("c")
ONE = Ball("1")


def layout(**balls: Point) -> Layout:
    """A layout by ball names; digits as `b1`."""
    return Layout({Ball(name.removeprefix("b")): place for name, place in balls.items()})


def play(
    balls: Layout,
    strokes: Sequence[Stroke] = (),
    *,
    table: str | TableSpec = "pool_9ft",
    motions: Mapping[Ball, Motion] | None = None,
    constants: Constants | None = None,
    events: int = 20_000,
    options: Mapping[str, float] | None = None,
) -> Trace:
    """Simulate on a table by name or in full, with constants overridden by name."""
    spec = TABLES[table] if isinstance(table, str) else table
    preset = spec.name if spec.name in TABLES else "carom_10ft"
    chosen = constants or constants_for(preset, options or {})
    return simulate(spec, chosen, balls, strokes, motions=motions, budget=Budget(events=events))


def contacts(trace: Trace, kind: ContactKind) -> list[Contact]:
    """The contacts of one kind."""
    return [contact for contact in trace.contacts if contact.kind is kind]


def after(trace: Trace, ball: Ball, time: float) -> tuple[list[float], list[float]]:
    """Velocity and spin of a ball right after a contact at `time`."""
    rows = trace.rows_of(ball)
    row = rows[int(rows["t"].searchsorted(time, side="right")) - 1]
    return row["vel"].tolist(), row["spin"].tolist()


def first_rolling(trace: Trace, ball: Ball, time: float) -> tuple[float, list[float]]:
    """Start and velocity of a ball's first rolling segment after `time`."""
    for row in trace.rows_of(ball):
        if row["t"] > time and row["mode"] == Mode.ROLLING:
            return float(row["t"]), row["vel"].tolist()
    raise AssertionError(f"{ball} never rolls after {time}")
