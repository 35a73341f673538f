from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

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
def run_batch(
    table: TableSpec,
    constants: Constants,
    layout: Layout,
    struck: int,
    strokes: npt.NDArray[np.float64],
    stop: int,
    watched: int,
    budget: Budget,
    places: npt.NDArray[np.float64],
    fates: npt.NDArray[np.int8],
    facts: npt.NDArray[np.float64],
) -> None: ...
def run_sampled(
    table: TableSpec,
    constants: Constants,
    layout: Layout,
    struck: int,
    strokes: npt.NDArray[np.float64],
    budget: Budget,
    times: npt.NDArray[np.float64],
    paths: npt.NDArray[np.float64],
) -> None: ...
