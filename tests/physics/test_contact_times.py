"""Contact times against exact arithmetic: between two recorded events no ball touches another, by Sturm's theorem."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import pairwise

import pytest

from physics.tables import TableSpec
from physics.trajectories import ContactKind, Layout, Motion, Trace
from tests.physics.worlds import CUE, ONE, contacts, play

R = 0.03075
HALL = TableSpec("hall", 15.0, 15.0, 0.037)
Polynomial = list[Fraction]


def remainder(a: Polynomial, b: Polynomial) -> Polynomial:
    """What is left of a over b; highest power last."""
    a = list(a)
    while len(a) >= len(b):
        part = a[-1] / b[-1]
        for k in range(len(b)):
            a[len(a) - len(b) + k] -= part * b[k]
        a.pop()
    while a and a[-1] == 0:
        a.pop()
    return a


def roots_between(p: Polynomial, low: Fraction, high: Fraction) -> int:
    """Number of different real roots in (low, high], exactly (Sturm)."""
    while p and p[-1] == 0:
        p = p[:-1]
    chain = [p, [k * p[k] for k in range(1, len(p))]]
    while len(chain[-1]) > 1:
        rest = remainder(chain[-2], chain[-1])
        if not rest:
            break
        chain.append([-value for value in rest])

    def changes(at: Fraction) -> int:
        values = [sum(c * at**k for k, c in enumerate(q)) for q in chain if q]
        signs = [value > 0 for value in values if value]
        return sum(a != b for a, b in pairwise(signs))

    return changes(low) - changes(high)


def gap_squared(trace: Trace, start: float, depth: float) -> Polynomial:
    """Distance of the two balls squared, less (2R - depth)^2, as an exact polynomial of the time from `start`."""
    total = [Fraction(0)] * 5
    for axis in range(2):
        ways = []
        for ball in (CUE, ONE):
            rows = trace.rows_of(ball)
            row = rows[max(0, int(rows["t"].searchsorted(start, side="right")) - 1)]
            ago = Fraction(start) - Fraction(float(row["t"]))
            p, v, a = (Fraction(float(row[name][axis])) for name in ("pos", "vel", "acc"))
            ways.append((p + v * ago + a * ago * ago / 2, v + a * ago, a / 2))
        way = [one - other for one, other in zip(*ways, strict=True)]
        for i, x in enumerate(way):
            for j, y in enumerate(way):
                total[i + j] += x * y
    total[0] -= (2 * Fraction(R) - Fraction(depth)) ** 2
    return total


def meets(trace: Trace, low: float, high: float) -> int:
    """How often the balls sink more than a tenth of a nanometre into each other between two events, exactly."""
    return roots_between(gap_squared(trace, low, 1e-10), Fraction(0), Fraction(high) - Fraction(low))


def grazing(rng: random.Random) -> Trace:
    """Two sliding or rolling balls that pass, overtake or just miss each other; many by less than a micrometre."""
    miss = rng.choice((-1.0, 1.0)) * 10 ** rng.uniform(-9.5, -3.0)
    away, way = rng.uniform(0.06, 0.3), rng.uniform(-math.pi, math.pi)
    speed = rng.uniform(0.05, 2.0)
    drift = rng.choice((0.0, 1e-6, 1e-3, rng.uniform(0.0, 1.0)))
    along, across = (math.cos(way), math.sin(way)), (-math.sin(way), math.cos(way))
    side = (2 * R + miss) * rng.choice((-1.0, 1.0, rng.uniform(-1.0, 1.0)))
    place = (away * along[0] + side * across[0], away * along[1] + side * across[1])
    motions = {}
    for ball, pace in ((CUE, speed + drift), (ONE, rng.choice((0.0, speed)))):
        v = (pace * along[0], pace * along[1], 0.0)
        roll = rng.choice((0.0, 1.0, rng.uniform(-1.0, 2.0)))
        motions[ball] = Motion(v, (-roll * v[1] / R, roll * v[0] / R, rng.choice((0.0, 20.0))))
    return play(Layout({CUE: (0.0, 0.0), ONE: place}), table=HALL, motions=motions, options={"rolling_friction": 0.1})


@pytest.mark.parametrize("seed", range(6))
def test_no_contact_is_missed_by_exact_arithmetic(seed: int) -> None:
    rng = random.Random(seed)
    met = missed = 0
    for _ in range(60):
        trace = grazing(rng)
        hits = {contact.time for contact in contacts(trace, ContactKind.BALL)}
        for time in hits:
            assert math.dist(trace.position_at(CUE, time), trace.position_at(ONE, time)) == pytest.approx(
                2 * R, abs=1e-9
            )
        times = sorted({float(t) for t in trace.segments["t"]} | {trace.duration})
        for low, high in pairwise(times):
            if low not in hits:
                assert meets(trace, low, high) == 0
        met, missed = met + bool(hits), missed + (not hits)
    assert min(met, missed) > 5


def test_the_theorem_counts_clustered_roots() -> None:
    """Four roots within three thousandths, which closed forms lose."""
    p = [Fraction(1)]
    for root in ("2", "2.001", "2.002", "2.003"):
        p = [a - Fraction(root) * b for a, b in zip([Fraction(0), *p], [*p, Fraction(0)], strict=True)]
    assert roots_between(p, Fraction(0), Fraction(3)) == 4
    assert roots_between(p, Fraction("2.0005"), Fraction("2.0015")) == 1
