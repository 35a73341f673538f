"""A nine-ball player for studies: tries pots in the engine, keeps the surest that leaves the next ball easy.

It knows the physics exactly and plans with the spread of its own touch; pots only, level cue, one ball ahead.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.breaks import CONSTANTS, CUE, TABLE
from game.execution import SPREADS, difficulty
from game.vocabulary import Touch
from physics.batch import ON_TABLE, scattered, simulate_many
from physics.trajectories import Ball, Layout, Point, Stroke

R = CONSTANTS.ball_radius
ELEVATION = math.radians(2.0)
SPEEDS = (0.9, 1.5, 2.3, 3.4)
TIPS = (
    (0.0, 0.0), (0.0, 0.35), (0.0, -0.4), (0.3, 0.0), (-0.3, 0.0), (0.3, 0.25), (-0.3, 0.25), (0.3, -0.3), (-0.3, -0.3),
)  # fmt: skip
FAN = np.linspace(-0.3, 0.3, 31)
"""Parts of a ball's width by which the aim of a pot is varied."""
TRIED, DRAWN = 6, 24
"""So many of the likeliest strokes are tried with so many draws of the spread."""

Rows = npt.NDArray[np.float64]


class Mouth(NamedTuple):
    """Where to aim in a pocket, its axis, how far beside a ball may pass (m), the widest entry (cosine)."""

    at: Point
    axis: Point
    window: float
    widest: float


def _mouths() -> tuple[Mouth, ...]:
    x, y, root = TABLE.length / 2, TABLE.width / 2, math.sqrt(0.5)
    assert TABLE.corner is not None
    assert TABLE.side is not None
    corners = [
        Mouth((a * (x - 0.02), b * (y - 0.02)), (a * root, b * root), TABLE.corner.mouth / 2 - R, 0.6)
        for a in (-1, 1)
        for b in (-1, 1)
    ]
    return (*corners, *(Mouth((0.0, b * y), (0.0, float(b)), TABLE.side.mouth / 2 - R, 0.75) for b in (-1, 1)))


MOUTHS = _mouths()


class Pot(NamedTuple):
    """A way to pot by geometry: aim of the cue ball's centre (rad), distance to go (m), tolerance of the aim (rad)."""

    aim: float
    distance: float
    tolerance: float


def _clear(start: Point, end: Point, others: list[Point]) -> bool:
    """Whether a ball can go from start to end past the others."""
    way_x, way_y = end[0] - start[0], end[1] - start[1]
    size = math.hypot(way_x, way_y)
    for x, y in others:
        along = ((x - start[0]) * way_x + (y - start[1]) * way_y) / size
        if 0.0 < along < size + R and abs((x - start[0]) * way_y - (y - start[1]) * way_x) < 2.0 * R * size:
            return False
    return True


def pots_of(balls: Mapping[Ball, Point], target: Ball) -> Iterator[Pot]:
    """The pots of one ball with a free way for both balls."""
    cue, at = balls[CUE], balls[target]
    others = [place for ball, place in balls.items() if ball not in (CUE, target)]
    for mouth in MOUTHS:
        way = (mouth.at[0] - at[0], mouth.at[1] - at[1])
        far = math.hypot(*way)
        entry = (way[0] * mouth.axis[0] + way[1] * mouth.axis[1]) / far
        ghost = (at[0] - 2.0 * R * way[0] / far, at[1] - 2.0 * R * way[1] / far)
        to_ghost = (ghost[0] - cue[0], ghost[1] - cue[1])
        distance = math.hypot(*to_ghost)
        cut = (to_ghost[0] * way[0] + to_ghost[1] * way[1]) / (distance * far) if distance > 1e-6 else 0.0
        if entry < mouth.widest or cut < 0.3 or not _clear(cue, ghost, others) or not _clear(at, mouth.at, others):
            continue
        tolerance = mouth.window * entry / far * 2.0 * R * cut / distance
        yield Pot(math.atan2(to_ghost[1], to_ghost[0]), distance, tolerance)


def easiness(balls: Mapping[Ball, Point], spread: float) -> float:
    """The chance of the easiest pot of the lowest ball, for a spread of the aim (rad); 1 where all are down."""
    left = set(balls) - {CUE}
    if not left:
        return 1.0
    best = max((pot.tolerance for pot in pots_of(balls, min(left, key=int))), default=0.0)
    return math.erf(best / (1.3 * spread * math.sqrt(2.0))) if best else 0.0


def squirt(side: float) -> float:
    """How far the cue ball turns from the cue's line for a side offset (radii), rad (TP A.31)."""
    root = math.sqrt(1.0 - side * side)
    return math.atan(2.5 * side * root / (1.0 + CONSTANTS.end_mass_ratio + 2.5 * (1.0 - side * side)))


def choose(balls: Mapping[Ball, Point], target: Ball, touch: Touch, rng: np.random.Generator) -> Stroke | None:
    """The stroke that pots the target most surely and leaves the next ball easy; None where nothing can be potted."""
    best, most = None, 0.0
    for stroke in _likely(balls, target, touch):
        worth = _worth(balls, target, touch, _drawn(stroke, touch, rng))
        if worth > most:
            best, most = stroke, worth
    return best


def _likely(balls: Mapping[Ball, Point], target: Ball, touch: Touch) -> list[Stroke]:
    """The strokes with the best product of the width of their aim and the ease of what they leave."""
    combined = [(pot, speed, tip) for pot in pots_of(balls, target) for speed in SPEEDS for tip in TIPS]
    if not combined:
        return []
    rows = np.array(
        [
            (pot.aim + squirt(tip[0]) + part * 2.0 * R / pot.distance, speed, ELEVATION, *tip)
            for pot, speed, tip in combined
            for part in FAN
        ]
    )
    layout = Layout(balls)
    good, places = _played(layout, target, rows)
    found = []
    for number, (pot, _, _) in enumerate(combined):
        first = number * len(FAN)
        middle, width = _widest_run(good[first : first + len(FAN)])
        if width == 0:
            continue
        row = rows[first + middle]
        stroke = Stroke(CUE, float(row[0]), float(row[1]), ELEVATION, (float(row[3]), float(row[4])))
        spread = SPREADS[touch].aim * difficulty(stroke)
        half = 0.5 * width * float(FAN[1] - FAN[0]) * 2.0 * R / pot.distance
        sure = math.erf(half / (spread * math.sqrt(2.0)))
        left = _left(layout, places[first + middle])
        found.append((sure * easiness(left, SPREADS[touch].aim), number, stroke))
    return [stroke for _, _, stroke in sorted(found, key=lambda one: (-one[0], one[1]))[:TRIED]]


def _widest_run(good: npt.NDArray[np.bool_]) -> tuple[int, int]:
    """Middle and length of the longest row of good aims."""
    bad = [-1, *np.flatnonzero(~good).tolist(), len(good)]
    before, behind = max(pairwise(bad), key=lambda pair: pair[1] - pair[0])
    return (before + behind) // 2, behind - before - 1


def _played(layout: Layout, target: Ball, rows: Rows) -> tuple[npt.NDArray[np.bool_], Rows]:
    """Which strokes meet the target first, pot something (the target, if it is not met in a combination) and stay."""
    outcomes = simulate_many(TABLE, CONSTANTS, layout, CUE, rows)
    at, cue = outcomes.balls.index(target), outcomes.balls.index(CUE)
    pocketed = (outcomes.fates >= 0) & (outcomes.fates < len(MOUTHS))
    good = (outcomes.first == at) & pocketed[:, at] & (outcomes.fates[:, cue] == ON_TABLE) & (outcomes.failures == 0)
    places = np.where((outcomes.fates == ON_TABLE)[:, :, None], outcomes.places, np.nan)
    return good, places


def _left(layout: Layout, places: Rows) -> dict[Ball, Point]:
    """What lies on the table after a stroke."""
    return {
        ball: (float(x), float(y)) for ball, (x, y, _) in zip(layout.positions, places, strict=True) if math.isfinite(x)
    }


def _drawn(stroke: Stroke, touch: Touch, rng: np.random.Generator) -> Rows:
    """A stroke with draws of the touch's spread."""
    spread, wide = SPREADS[touch], difficulty(stroke)
    row = np.array((stroke.aim, stroke.speed, stroke.elevation, *stroke.tip))
    tip = spread.tip * wide
    sigma = np.array((spread.aim * wide, spread.speed * stroke.speed, spread.elevation * wide, tip, tip))
    return scattered(row, sigma, DRAWN, rng)


def _worth(balls: Mapping[Ball, Point], target: Ball, touch: Touch, rows: Rows) -> float:
    """Mean over draws of: potted, times the ease of what is left."""
    layout = Layout(balls)
    good, places = _played(layout, target, rows)
    return sum(easiness(_left(layout, places[k]), SPREADS[touch].aim) for k in np.flatnonzero(good)) / len(rows)
