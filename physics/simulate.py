"""The front door: `simulate(table, constants, layout, strokes)` gives the exact trace of a shot.

Packs the values into the compiled kernel, calls it without the GIL, unpacks its buffers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np  # noqa: F401  traces are read with it: the first shot shall not wait for its import

from physics.balls import Constants
from physics.kernels.event_loop import run_shot
from physics.tables import TableSpec
from physics.trajectories import DEFAULT_BUDGET, Ball, Budget, Layout, Motion, Stroke, Trace


def simulate(
    table: TableSpec,
    constants: Constants,
    layout: Layout,
    strokes: Sequence[Stroke],
    *,
    motions: Mapping[Ball, Motion] | None = None,
    budget: Budget = DEFAULT_BUDGET,
) -> Trace:
    """What the balls of `layout` do after `strokes` (all at t = 0 in one world) or from given `motions`.

    Raises `BadLayout`, `BadStroke`, `BadConstants` (naming the field), `BudgetSpent`, `BrokenPhysics`.
    """
    return run_shot(table, constants, layout, strokes, motions, budget)
