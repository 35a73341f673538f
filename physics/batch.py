"""Many strokes on one layout in one call, for bots and studies: arrays in, arrays out, early stop, no lock held.

The call runs on one core and holds no lock, so threads of the caller may share out a batch: each takes a slice.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from physics.balls import Constants
from physics.errors import BadLayout, BadStroke
from physics.kernels.event_loop import run_batch
from physics.tables import TableSpec
from physics.trajectories import DEFAULT_BUDGET, Ball, Budget, Layout

ON_TABLE, OFF_TABLE = -1, 6
"""Values of `Outcomes.fates` besides the index of a pocket."""

EDGE = 0.999
"""Ball radii: no scattered tip meets the ball beyond its edge."""

COLUMNS = ("aim", "speed", "elevation", "side", "up")
"""Columns of a batch's strokes: rad, m/s, rad, radii, radii."""


class Until(IntEnum):
    """What ends a shot early."""

    REST = 0
    FIRST_BALL = 1
    """The struck ball has met another one."""
    DECIDED = 2
    """The watched ball has left the table (or everything rests)."""


@dataclass(frozen=True)
class Outcomes:
    """How n shots with b balls ended.

    balls     the layout's, in the order of the columns
    places    (n, b, 3)  m, where each ball is at the end
    fates     (n, b)     ON_TABLE, the index of a pocket, or OFF_TABLE (also on a rail top)
    times     (n,)       s, when the shot ended or was stopped
    events    (n,)       contacts and changes of motion
    first     (n,)       index of the first ball that the struck ball met, -1 for none
    failures  (n,)       0, or why the shot could not be played to its end
    """

    balls: tuple[Ball, ...]
    places: npt.NDArray[np.float64]
    fates: npt.NDArray[np.int8]
    times: npt.NDArray[np.float64]
    events: npt.NDArray[np.int64]
    first: npt.NDArray[np.int64]
    failures: npt.NDArray[np.int64]


def simulate_many(
    table: TableSpec,
    constants: Constants,
    layout: Layout,
    struck: Ball,
    strokes: npt.NDArray[np.float64],
    *,
    until: Until = Until.REST,
    watched: Ball | None = None,
    budget: Budget = DEFAULT_BUDGET,
) -> Outcomes:
    """The outcomes of every row (`COLUMNS`) of `strokes` played on the same layout with the same ball.

    Raises `BadLayout` and `BadStroke` as `simulate` does; a shot that spends its budget is a failure of its row.
    """
    balls = tuple(layout.positions)
    rows = np.ascontiguousarray(strokes, dtype=np.float64)
    _check(rows)
    index = _index(balls, struck)
    decisive = _index(balls, watched) if until is Until.DECIDED and watched is not None else index
    count = len(rows)
    places = np.empty((count, len(balls), 3))
    fates = np.empty((count, len(balls)), np.int8)
    facts = np.empty((count, 4))
    if count:
        run_batch(table, constants, layout, index, rows, int(until), decisive, budget, places, fates, facts)
    events, first, failures = (facts[:, column].astype(np.int64) for column in (1, 2, 3))
    return Outcomes(balls, places, fates, facts[:, 0].copy(), events, first, failures)


def scattered(
    stroke: npt.NDArray[np.float64], spread: npt.NDArray[np.float64], count: int, seed: int | np.random.Generator
) -> npt.NDArray[np.float64]:
    """Rows for `simulate_many`: one stroke (`COLUMNS`) as somebody with this spread executes it, `count` times.

    spread  (5,)  standard deviations of the columns
    seed    the same one gives the same rows; a generator goes on from where it is
    What no cue can do is brought in: speeds not below a tenth of what is meant, elevations turned up, tips on the ball.
    """
    meant = np.asarray(stroke, dtype=np.float64)
    rows = meant + np.random.default_rng(seed).standard_normal((count, len(COLUMNS))) * np.asarray(spread)
    rows[:, 1] = np.maximum(rows[:, 1], 0.1 * meant[1])
    rows[:, 2] = np.minimum(np.abs(rows[:, 2]), np.pi / 2)
    off_centre = np.hypot(rows[:, 3], rows[:, 4])
    rows[:, 3:] *= np.where(off_centre > EDGE, EDGE / np.maximum(off_centre, EDGE), 1.0)[:, None]
    return rows


def _index(balls: tuple[Ball, ...], ball: Ball) -> int:
    if ball not in balls:
        raise BadLayout(f"balls.{ball}", "not on the table")
    return balls.index(ball)


def _check(rows: npt.NDArray[np.float64]) -> None:
    """Every stroke within what a cue can do; raises `BadStroke` naming the first column at fault."""
    if rows.ndim != 2 or rows.shape[1] != len(COLUMNS):
        raise BadStroke("strokes", f"must have the columns {', '.join(COLUMNS)}")
    aim, speed, elevation, side, up = rows.T
    good = {
        "aim": np.abs(aim) < 1e5,
        "speed": (speed >= 0.0) & (speed <= 1e3),
        "elevation": (elevation >= 0.0) & (elevation <= np.pi / 2),
        "tip": side * side + up * up <= 1.0,
    }
    for name, fine in good.items():
        if not fine.all():
            raise BadStroke(f"strokes.{name}", f"row {int(np.argmin(fine))} is out of range")


def sensitivities(
    table: TableSpec,
    constants: Constants,
    layout: Layout,
    struck: Ball,
    stroke: npt.NDArray[np.float64],
    step: float = 1e-6,
) -> npt.NDArray[np.float64]:
    """How the end places move with the stroke: (5, balls, 2), m for each unit of a column, by central differences.

    Where a tiny change of the stroke changes the order of contacts the figures are large and mean: chaotic here.
    """
    moves = np.concatenate([np.eye(len(COLUMNS)) * step, -np.eye(len(COLUMNS)) * step])
    rows = np.asarray(stroke, dtype=np.float64) + moves
    rows[:, 2] = np.abs(rows[:, 2])
    ends = simulate_many(table, constants, layout, struck, rows).places[:, :, :2]
    span = rows[: len(COLUMNS)] - rows[len(COLUMNS) :]
    widths = np.where(np.diagonal(span) == 0.0, step, np.diagonal(span))
    slopes: npt.NDArray[np.float64] = (ends[: len(COLUMNS)] - ends[len(COLUMNS) :]) / widths[:, None, None]
    return slopes
