"""Five classes of shots for benchmarks: made from seeds, in our frame; the peer's worker turns them into its own."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from physics import racks
from physics.tables import TABLES
from physics.trajectories import Ball, Layout, Point, Stroke

POOL_RADIUS, CAROM_RADIUS = 0.028575, 0.03075


@dataclass(frozen=True)
class Case:
    """One shot: table by name, balls, stroke."""

    kind: str
    table: str
    layout: Layout
    stroke: Stroke


def _rack(places: tuple[Point, ...], names: list[str], rng: random.Random) -> dict[Ball, Point]:
    """A rack of balls with gaps of up to 0.02 mm, as a real triangle leaves them."""
    rack = {Ball(name): place for name, place in zip(names, places, strict=True)}
    gaps = []
    for _ in rack:
        reach, way = rng.random() * 5e-6, rng.random() * 2 * math.pi
        gaps.append((reach * math.cos(way), reach * math.sin(way)))
    return racks.jittered(rack, gaps, Ball(names[0]))


def _break(kind: str, rack: dict[Ball, Point], start: Point, speed: float) -> Case:
    apex = next(iter(rack.values()))
    aim = math.atan2(apex[1] - start[1], apex[0] - start[0])
    cue = Ball("c")
    return Case(kind, "pool_9ft", Layout({**rack, cue: start}), Stroke(cue, aim, speed, 0.0, (0.0, 0.1)))


def nine_ball_break(seed: int) -> Case:
    """A nine-ball break from beside the head spot at 8 m/s."""
    rng = random.Random(f"nine {seed}")
    rack = _rack(racks.diamond(0.635, POOL_RADIUS), ["1", "2", "3", "4", "9", "5", "6", "7", "8"], rng)
    return _break("nine_ball_break", rack, (-0.635, -0.1524), 8.0)


def eight_ball_break(seed: int) -> Case:
    """An eight-ball break from near the head spot at 7 m/s."""
    rng = random.Random(f"eight {seed}")
    names = ["1", "9", "2", "10", "8", "3", "11", "4", "12", "5", "13", "6", "14", "15", "7"]
    return _break("eight_ball_break", _rack(racks.triangle(0.635, POOL_RADIUS), names, rng), (-0.635, -0.03), 7.0)


def _scattered(rng: random.Random, names: list[str], table: str, radius: float, margin: float) -> dict[Ball, Point]:
    spec = TABLES[table]
    half_x, half_y = spec.length / 2 - margin, spec.width / 2 - margin
    places: list[Point] = []
    while len(places) < len(names):
        place = (rng.uniform(-half_x, half_x), rng.uniform(-half_y, half_y))
        if all(math.dist(place, other) > 2 * radius + 1e-3 for other in places):
            places.append(place)
    return {Ball(name): place for name, place in zip(names, places, strict=True)}


def carom(seed: int) -> Case:
    """A random three-ball carom shot that meets its first ball."""
    rng = random.Random(f"carom {seed}")
    balls = _scattered(rng, ["W", "Y", "R"], "carom_10ft", CAROM_RADIUS, 1.5 * CAROM_RADIUS)
    (x, y), (tx, ty) = balls[Ball("W")], balls[Ball("Y")]
    far = math.hypot(tx - x, ty - y)
    aim = math.atan2(ty - y, tx - x) + math.asin(rng.uniform(-0.9, 0.9) * 2 * CAROM_RADIUS / far)
    tip = (rng.uniform(-0.4, 0.4), rng.uniform(-0.25, 0.3))
    return Case("carom", "carom_10ft", Layout(balls), Stroke(Ball("W"), aim, rng.uniform(2.0, 5.0), 0.0, tip))


def one_ball(seed: int) -> Case:
    """One ball round several cushions."""
    rng = random.Random(f"one {seed}")
    white = Ball("W")
    stroke = Stroke(white, math.radians(27.0 + rng.uniform(-1.0, 1.0)), 2.0, 0.0, (0.0, 0.2))
    return Case("one_ball", "carom_10ft", Layout({white: (-0.92, 0.31)}), stroke)


def mid_game(seed: int) -> Case:
    """A random position of eight pool balls and a random stroke."""
    rng = random.Random(f"mid {seed}")
    balls = _scattered(rng, ["c", "1", "2", "3", "4", "5", "6", "7"], "pool_9ft", POOL_RADIUS, 0.05)
    tip = (rng.uniform(-0.35, 0.35), rng.uniform(-0.35, 0.35))
    elevation = math.radians(rng.choice([0.0, 3.0, 8.0]))
    stroke = Stroke(Ball("c"), rng.uniform(0, 2 * math.pi), rng.uniform(0.5, 5.0), elevation, tip)
    return Case("mid_game", "pool_9ft", Layout(balls), stroke)


CLASSES = {
    "nine_ball_break": nine_ball_break,
    "eight_ball_break": eight_ball_break,
    "carom": carom,
    "one_ball": one_ball,
    "mid_game": mid_game,
}
"""Every class by name: a seed gives a case."""
