"""Random strokes over all tables: `python -m benchmarks.soak [--shots N] [--seed N] [--cores N]`.

Counts crashes, failed self-checks, spent budgets, energy gains, numbers that are none; a sample is played mirrored and
relabelled and must agree bit for bit. Exit status 1 if anything is found. A million shots take some minutes a core.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from physics import racks
from physics.balls import PRESETS
from physics.errors import PhysicsError
from physics.simulate import simulate
from physics.tables import TABLES, TableSpec
from physics.trajectories import Ball, Layout, Motion, Point, Stroke

SAMPLE = 50
"""One shot in so many is also played mirrored and relabelled."""

FLIGHTS = 8
"""On tables with pockets one in so many is a ball sent at a pocket, rolling or through the air."""

CUE = Ball("c")


def layout(rng: random.Random, table: TableSpec, radius: float) -> dict[Ball, Point]:
    """Balls anywhere, often touching cushions and each other, sometimes a whole rack."""
    balls: dict[Ball, Point] = {}
    kind = rng.random()
    if kind < 0.2:
        rack = racks.diamond if rng.random() < 0.5 else racks.triangle
        balls |= {Ball(str(k + 1)): place for k, place in enumerate(rack(table.length / 4, radius))}
    names = [CUE, *(Ball(str(k)) for k in range(20, 20 + (rng.randint(0, 10) if kind >= 0.2 else 0)))]
    for name in names:
        for _ in range(100):
            place = spot(rng, table, radius, balls)
            if place is not None and all(math.dist(place, other) > 2 * radius - 5e-10 for other in balls.values()):
                balls[name] = place
                break
    return balls


def spot(rng: random.Random, table: TableSpec, radius: float, balls: dict[Ball, Point]) -> Point | None:
    """A place to try: anywhere, on a cushion, in a corner, or touching another ball."""
    half_x, half_y = table.length / 2 - radius, table.width / 2 - radius
    x, y = rng.uniform(-half_x, half_x), rng.uniform(-half_y, half_y)
    draw = rng.random()
    if draw < 0.1 or 0.2 <= draw < 0.25:
        x = math.copysign(half_x, x)
    if 0.1 <= draw < 0.25:
        y = math.copysign(half_y, y)
    if 0.25 <= draw < 0.45 and balls:
        near = rng.choice(list(balls.values()))
        way = rng.uniform(0, 2 * math.pi)
        x, y = near[0] + 2 * radius * math.cos(way), near[1] + 2 * radius * math.sin(way)
        if abs(x) > half_x or abs(y) > half_y:
            return None
    return x, y


def stroke(rng: random.Random, balls: dict[Ball, Point]) -> Stroke:
    """Any stroke, most of them at a ball."""
    aim = rng.uniform(-math.pi, math.pi)
    others = [place for ball, place in balls.items() if ball != CUE]
    if others and rng.random() < 0.7:
        x, y = rng.choice(others)
        aim = math.atan2(y - balls[CUE][1], x - balls[CUE][0]) + rng.gauss(0, 0.01)
    if rng.random() < 0.1:
        aim = rng.choice([0.0, math.pi / 2, math.pi, -math.pi / 2, math.pi / 4])
    elevation = math.radians(rng.choice([0.0, 0.0, 0.0, rng.uniform(0, 10), rng.uniform(0, 85)]))
    reach, way = math.sqrt(rng.random()) * 0.8, rng.uniform(0, 2 * math.pi)
    tip = (reach * math.cos(way), reach * math.sin(way))
    return Stroke(CUE, aim, 10 ** rng.uniform(-1.5, 1.2), elevation, tip)


def flight(rng: random.Random, table: TableSpec, radius: float) -> tuple[Point, Motion]:
    """A ball that rolls or jumps at a pocket, or at the noses beside it, often from close by."""
    x, y = table.length / 2 - radius, table.width / 2 - radius
    pocket = rng.choice(((0.0, table.width / 2), (table.length / 2, table.width / 2)))
    mark = (pocket[0] + rng.gauss(0.0, 0.08), pocket[1] + rng.gauss(0.03, 0.06))
    start = (rng.uniform(-x, x), rng.uniform(-y, y))
    if rng.random() < 0.6:
        far, way = rng.uniform(0.02, 0.4), rng.uniform(-math.pi, 0.0)
        start = (
            max(-x, min(x, mark[0] + far * math.cos(way))),
            max(-y, min(y, mark[1] + far * math.sin(way))),
        )
    seconds = rng.uniform(0.02, 0.4)
    velocity = (
        (mark[0] - start[0]) / seconds,
        (mark[1] - start[1]) / seconds,
        rng.choice((0.0, rng.uniform(0.0, 2.5))),
    )
    return start, Motion(velocity, (rng.gauss(0.0, 60.0), rng.gauss(0.0, 60.0), rng.gauss(0.0, 60.0)))


def mirrored_differs(rng: random.Random, table: TableSpec, balls: dict[Ball, Point]) -> bool:
    """Whether a motion's result changes with a mirror and another order of the balls."""
    constants = PRESETS[table.name]
    v = (rng.gauss(0, 3), rng.gauss(0, 3), rng.choice([0.0, 0.0, 1.5]))
    w = (rng.gauss(0, 60), rng.gauss(0, 60), rng.gauss(0, 60))
    fx, fy = rng.choice([(1, -1), (-1, 1), (-1, -1), (1, 1)])
    order = list(balls)
    rng.shuffle(order)
    turned = Layout({ball: (fx * balls[ball][0], fy * balls[ball][1]) for ball in order})
    there = Motion((fx * v[0], fy * v[1], v[2]), (fy * w[0], fx * w[1], fx * fy * w[2]))
    one = simulate(table, constants, Layout(balls), [], motions={CUE: Motion(v, w)})
    two = simulate(table, constants, turned, [], motions={CUE: there})
    return one.duration != two.duration or {b: (fx * x, fy * y) for b, (x, y) in one.rest.items()} != dict(two.rest)


def soak(seed: int, shots: int) -> Counter[str]:
    """Play shots from one seed and count what happened."""
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    for number in range(shots):
        table = TABLES[rng.choice(list(TABLES))]
        constants = PRESETS[table.name]
        balls = layout(rng, table, constants.ball_radius)
        if CUE not in balls:
            continue
        seen["shots"] += 1
        motions: dict[Ball, Motion] = {}
        if table.has_pockets and number % FLIGHTS == 0:
            start, motions[CUE] = flight(rng, table, constants.ball_radius)
            balls = {CUE: start}
            seen["sent at a pocket"] += 1
        strokes = [] if motions else [stroke(rng, balls)]
        try:
            trace = simulate(table, constants, Layout(balls), strokes, motions=motions)
            seen["events"] += trace.events
            seen["longest"] = max(seen["longest"], trace.events)
            seen["FAULT energy gained"] += trace.energy[1] > trace.energy[0] * (1 + 1e-9) + 1e-9
            seen["FAULT overlap"] += trace.max_overlap > 1e-9
            if number % SAMPLE == 0:
                seen["mirrored"] += 1
                seen["FAULT order or mirror shows"] += mirrored_differs(rng, table, balls)
        except PhysicsError as error:
            seen[f"FAULT {type(error).__name__} {getattr(error, 'what', '')}"] += 1
    return seen


def main() -> int:
    """Share the shots out over processes, add up, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--shots", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=1)
    chosen = parser.parse_args()
    start = time.perf_counter()
    parts = 10 * chosen.cores
    total: Counter[str] = Counter()
    with ProcessPoolExecutor(chosen.cores) as pool:
        for seen in pool.map(soak, range(chosen.seed, chosen.seed + parts), [chosen.shots // parts] * parts):
            longest = max(total["longest"], seen.pop("longest", 0))
            total += seen
            total["longest"] = longest
    for name, count in sorted(total.items()):
        print(f"{name:40s} {count}")
    print(f"{time.perf_counter() - start:.0f} s")
    return int(any(name.startswith("FAULT") and count for name, count in total.items()))


if __name__ == "__main__":
    sys.exit(main())
