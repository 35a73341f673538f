from collections.abc import Mapping, Sequence

from physics.balls import Constants
from physics.tables import TableSpec
from physics.trajectories import Ball, Budget, Layout, Motion, Stroke, Trace

def run_shot(
    table: TableSpec,
    constants: Constants,
    layout: Layout,
    strokes: Sequence[Stroke],
    motions: Mapping[Ball, Motion] | None,
    budget: Budget,
) -> Trace: ...
