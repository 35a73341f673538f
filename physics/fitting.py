"""Constants of a table from recorded shots: one set for all, a stroke for each. Metres, seconds.

A stroke is found by drawing batches of strokes around the best so far, narrower each time; the constants by walking a
simplex over the shots' errors. All draws come from a generator that the caller gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from physics.balls import Constants, RestitutionLaw
from physics.errors import BadInput
from physics.kernels.event_loop import run_sampled
from physics.tables import TableSpec
from physics.trajectories import Ball, Budget, Layout, Point

Array = npt.NDArray[np.float64]
BUDGET = Budget(events=3_000, time=60.0)
GROSS = 1.0
"""m: an error counts at most this much, so that one lost shot does not bend the constants."""

FITTED = (
    "sliding_friction",
    "rolling_friction",
    "spin_deceleration",
    "ball_ball_restitution",
    "cushion_friction",
    "cushion_height",
    "high",
    "slope",
    "compliance",
)
"""What is fitted: constants by name, and three numbers of the rubber's law."""


@dataclass(frozen=True)
class Recording:
    """One recorded shot: where the balls lay, and the path of the one that was struck."""

    name: str
    starts: Mapping[Ball, Point]
    struck: Ball
    times: Array
    path: Array

    @property
    def layout(self) -> Layout:
        """The balls as the shot found them."""
        return Layout(self.starts)


@dataclass(frozen=True)
class Fit:
    """A set of constants with the strokes and path errors (root mean square, m) it leaves, in the recordings' order."""

    constants: Constants
    strokes: Array
    errors: Array

    def quantile(self, share: float) -> float:
        """The error that this share of the shots stays below, m."""
        return float(np.quantile(self.errors, share))


def read_recordings(document: object, scale: float, table: TableSpec, radius: float) -> list[Recording]:
    """Recordings out of `[{"id", "balls": {name: {"t", "x", "y"}}}]`, places times `scale`, pulled inside the table.

    Raises BadInput with the place in the document for anything else, or for no shots at all.
    """
    if not isinstance(document, list) or not document:
        raise BadInput("shots", "must be a list of at least one shot")
    return [_recording(shot, f"shots[{k}]", scale, table, radius) for k, shot in enumerate(document)]


def _recording(shot: object, field: str, scale: float, table: TableSpec, radius: float) -> Recording:
    if not isinstance(shot, Mapping) or not {"id", "balls"} <= shot.keys():
        raise BadInput(field, "must have id and balls")
    tracks = shot["balls"]
    if not isinstance(tracks, Mapping) or not tracks:
        raise BadInput(f"{field}.balls", "must have the track of each ball by its name")
    half = np.array([table.length / 2 - radius, table.width / 2 - radius])
    paths = {}
    for name, track in tracks.items():
        times, path = _track(track, f"{field}.balls.{name}")
        paths[Ball(str(name))] = (times, np.clip(scale * path, -half, half))
    struck = min(paths, key=lambda name: paths[name][0][1])
    times, path = paths[struck]
    starts = _apart({name: track[0].copy() for name, (_, track) in paths.items()}, 2.0 * radius)
    path = path + (np.array(starts[struck]) - path[0]) * (np.arange(len(path)) == 0)[:, None]
    return Recording(str(shot["id"]), starts, struck, times, path)


def _track(track: object, field: str) -> tuple[Array, Array]:
    """Times (n,) and places (n, 2) of one ball."""
    if not isinstance(track, Mapping) or not {"t", "x", "y"} <= track.keys():
        raise BadInput(field, "must have t, x and y")
    columns = []
    for name in ("t", "x", "y"):
        try:
            column = np.array(track[name], dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise BadInput(f"{field}.{name}", "must be a list of numbers") from error
        if column.ndim != 1 or len(column) < 2 or not np.isfinite(column).all():
            raise BadInput(f"{field}.{name}", "must be a list of at least two finite numbers")
        columns.append(column)
    times, x, y = columns
    if not len(times) == len(x) == len(y):
        raise BadInput(field, f"has {len(times)} times, {len(x)} x and {len(y)} y")
    if (np.diff(times) < 0.0).any():
        raise BadInput(f"{field}.t", "must not go back")
    return times, np.column_stack([x, y])


def _apart(places: dict[Ball, Array], reach: float) -> dict[Ball, Point]:
    """Recorded places of balls that touch, moved apart to just touching."""
    names = list(places)
    for _ in range(20):
        for k, a in enumerate(names):
            for b in names[:k]:
                line = places[a] - places[b]
                far = float(np.hypot(*line))
                if far < reach:
                    step = 0.5 * (reach * (1 + 1e-12) - far) * line / far
                    places[a] = places[a] + step
                    places[b] = places[b] - step
    return {name: (float(place[0]), float(place[1])) for name, place in places.items()}


def path_errors(table: TableSpec, constants: Constants, shot: Recording, strokes: Array) -> Array:
    """Root-mean-square distance, m, between the recorded path and each stroke's, over all recorded times."""
    rows = np.ascontiguousarray(strokes)
    paths = np.empty((len(rows), len(shot.times), 2))
    struck = list(shot.starts).index(shot.struck)
    run_sampled(table, constants, shot.layout, struck, rows, BUDGET, shot.times, paths)
    off: Array = np.sqrt(((paths - shot.path) ** 2).sum(axis=2).mean(axis=1))
    return np.where(np.isfinite(off), off, 10.0)


def first_guess(shot: Recording, constants: Constants) -> Array:
    """A plain stroke along the first recorded steps: aim, cue speed, elevation, side, up."""
    early = max(2, int(np.searchsorted(shot.times, 0.12)))
    step = shot.path[early] - shot.path[0]
    speed = float(np.hypot(*step)) / float(shot.times[early] - shot.times[0])
    passed_on = (1.0 + constants.tip_restitution) / (1.0 + constants.ball_mass / constants.cue_mass)
    return np.array([np.arctan2(step[1], step[0]), 1.1 * speed / passed_on, 0.0, 0.0, 0.1])


def fit_stroke(
    table: TableSpec,
    constants: Constants,
    shot: Recording,
    start: Array,
    spread: Array,
    rounds: int,
    draws: int,
    chance: np.random.Generator,
) -> tuple[Array, float]:
    """The best stroke found around `start`, and its path error."""
    best, error = start, float(path_errors(table, constants, shot, start[None])[0])
    centre, width = start.copy(), spread.copy()
    for _ in range(rounds):
        rows = centre + width * chance.standard_normal((draws, 5))
        rows[:, 1] = np.clip(rows[:, 1], 0.05, 12.0)
        rows[:, 2] = 0.0
        offset = np.hypot(rows[:, 3], rows[:, 4])
        rows[:, 3:] *= np.minimum(1.0, 0.5 / np.maximum(offset, 1e-9))[:, None]
        errors = path_errors(table, constants, shot, rows)
        order = np.argsort(errors, kind="stable")
        if errors[order[0]] < error:
            best, error = rows[order[0]], float(errors[order[0]])
        few = rows[order[: max(4, draws // 12)]]
        centre = 0.5 * (few.mean(axis=0) + best)
        width = np.maximum(0.6 * few.std(axis=0) + 0.2 * width, spread * 1e-4)
    return best, error


WIDE = np.array([0.04, 0.25, 0.0, 0.3, 0.25])
NARROW = np.array([0.006, 0.04, 0.0, 0.05, 0.05])


def fit_strokes(
    table: TableSpec,
    constants: Constants,
    shots: Sequence[Recording],
    chance: np.random.Generator,
    starts: Array | None = None,
    *,
    rounds: int = 14,
    draws: int = 220,
) -> Fit:
    """A stroke for every shot: from scratch, or narrowly around known ones."""
    strokes, errors = [], []
    for index, shot in enumerate(shots):
        if starts is None:
            start, spread = first_guess(shot, constants), WIDE
        else:
            start, spread = starts[index], NARROW
        stroke, error = fit_stroke(table, constants, shot, start, spread, rounds, draws, chance)
        strokes.append(stroke)
        errors.append(error)
    return Fit(constants, np.array(strokes), np.array(errors))


def with_values(constants: Constants, values: Mapping[str, float]) -> Constants:
    """Constants with the fitted numbers in their places."""
    law = constants.cushion_restitution
    assert isinstance(law, RestitutionLaw)
    law = replace(law, **{name: values[name] for name in ("high", "slope", "compliance") if name in values})
    plain = {name: value for name, value in values.items() if name not in {"high", "slope", "compliance"}}
    return replace(constants, cushion_restitution=law, **plain)  # type: ignore[arg-type]


def simplex(cost: Callable[[Array], float], start: Array, step: Array, rounds: int) -> Array:
    """Nelder and Mead's walk downhill; the best point it saw."""
    points = [start, *(start + step * row for row in np.eye(len(start)))]
    costs = [cost(point) for point in points]
    for _ in range(rounds):
        order = np.argsort(costs, kind="stable")
        points = [points[k] for k in order]
        costs = [costs[k] for k in order]
        middle = np.mean(points[:-1], axis=0)
        mirrored = middle + (middle - points[-1])
        value = cost(mirrored)
        if value < costs[0]:
            far = middle + 2.0 * (middle - points[-1])
            far_value = cost(far)
            points[-1], costs[-1] = (far, far_value) if far_value < value else (mirrored, value)
        elif value < costs[-2]:
            points[-1], costs[-1] = mirrored, value
        else:
            near = middle + 0.5 * (points[-1] - middle)
            near_value = cost(near)
            if near_value < costs[-1]:
                points[-1], costs[-1] = near, near_value
            else:
                points = [points[0], *(points[0] + 0.5 * (point - points[0]) for point in points[1:])]
                costs = [costs[0], *(cost(point) for point in points[1:])]
    return points[int(np.argmin(costs))]


def fit_all(
    table: TableSpec, constants: Constants, shots: Sequence[Recording], rounds: int, chance: np.random.Generator
) -> Fit:
    """Constants and strokes: strokes first, then the constants on every second well-read shot, then strokes anew.

    The search draws the same numbers at every step, so that two sets of constants are compared on equal terms.
    """
    best = fit_strokes(table, constants, shots, chance)
    if rounds > 0:
        clear = [index for index in np.argsort(best.errors, kind="stable") if best.errors[index] < 0.5 * GROSS][::2]
        constants = _fit_constants(table, constants, [shots[k] for k in clear], best.strokes[clear], rounds, chance)
        best = fit_strokes(table, constants, shots, chance)
    return fit_strokes(table, constants, shots, chance, best.strokes)


def _fit_constants(
    table: TableSpec,
    constants: Constants,
    shots: Sequence[Recording],
    strokes: Array,
    rounds: int,
    chance: np.random.Generator,
) -> Constants:
    names = tuple(name for name in FITTED if name != "cushion_height")  # a matter of the table, not of the recording
    law = constants.cushion_restitution
    assert isinstance(law, RestitutionLaw)
    start = np.array([getattr(law if hasattr(law, name) else constants, name) for name in names])
    seed = int(chance.integers(2**32))
    known_strokes, known_cost = strokes, np.inf

    def cost(point: Array) -> float:
        nonlocal known_strokes, known_cost
        outside = np.abs(point / start - 1.0) - 0.6
        if outside.max() > 0.0 or point[names.index("ball_ball_restitution")] > 1.0:
            return GROSS * (2.0 + float(np.clip(outside, 0.0, None).sum()))
        trial = with_values(constants, dict(zip(names, point, strict=True)))
        draws = np.random.default_rng(seed)
        found = fit_strokes(table, trial, shots, draws, known_strokes, rounds=5, draws=70)
        value = float(np.minimum(found.errors, 0.6 * GROSS).mean())
        if value < known_cost:
            known_strokes, known_cost = found.strokes, value
        return value

    point = simplex(cost, start, 0.12 * start * np.where(np.array(names) == "ball_ball_restitution", -0.2, 1.0), rounds)
    return with_values(constants, dict(zip(names, point.tolist(), strict=True)))
