"""Nine-ball racks broken and run out as a touch plays them: `python -m benchmarks.runouts [--racks N] [--cores N]`.

Beside what was counted: of 105 professional racks 28 % were broken and run; a good league player (Fargo 500) runs out
at the first visit to the table in about 10 % of the games (billiards.colostate.edu, FargoRate). The shots are chosen by
benchmarks.runout_player, which knows the physics and its own spread, plays pots alone and no safeties.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import numpy as np

from benchmarks.breaks import CONSTANTS, CUE, MPH, TABLE, broken
from benchmarks.runout_player import choose
from game.execution import execute
from game.vocabulary import Touch
from physics.simulate import simulate
from physics.trajectories import Ball, ContactKind, Layout, Point, Trace

NINE = Ball("9")
KITCHEN = (-0.85, 0.0)


class Counted(NamedTuple):
    """A share that people counted, and how far ours may lie from it."""

    what: str
    share: float
    within: float


COUNTED = {
    Touch.PRO: Counted("broken and run", 0.28, 0.05),
    Touch.CLUB: Counted("run out at the first visit", 0.10, 0.04),
}


def after(trace: Trace) -> tuple[dict[Ball, Point], set[Ball], bool]:
    """What lies on the table, what was potted, and whether the cue ball stayed and nothing left the table."""
    potted = {contact.ball for contact in trace.contacts if contact.kind is ContactKind.POCKET}
    lying = dict(trace.rest)
    return lying, potted, CUE in lying and len(lying) + len(potted) == len(trace.balls)


def runs_out(balls: dict[Ball, Point], touch: Touch, key: bytes, rng: np.random.Generator) -> bool:
    """Whether a player with this touch pots what lies, lowest ball first, to the nine."""
    for shot in range(12):
        lowest = min(set(balls) - {CUE}, key=int)
        stroke = choose(balls, lowest, touch, rng)
        if stroke is None:
            return False
        trace = simulate(TABLE, CONSTANTS, Layout(balls), [execute(stroke, touch, key, f"shot {shot}")])
        first = next((c for c in trace.contacts if c.kind is ContactKind.BALL), None)
        balls, potted, stayed = after(trace)
        if first is None or lowest not in (first.ball, first.other) or not potted or not stayed:
            return False
        if NINE in potted:
            return True
    return False


def play_rack(touch: Touch, number: int) -> Counter[str]:
    """One rack: the break, and where the touch's figure asks for it the run-out."""
    key = number.to_bytes(32, "big")
    speeds = (20.0, 24.0) if touch is Touch.PRO else (15.0, 20.0)
    balls, potted, stayed = after(broken(number, touch, (speeds[0] * MPH, speeds[1] * MPH)))
    made = stayed and bool(potted)
    seen = Counter({"racks": 1, "a ball made without a foul": int(made)})
    if touch is Touch.PRO and not made:
        return seen
    if CUE not in balls:
        balls[CUE] = KITCHEN  # in hand: a place like any other
    if NINE in potted:
        seen[COUNTED[touch].what] += int(made)
    elif all(math.dist(at, balls[CUE]) > 0.06 for ball, at in balls.items() if ball != CUE):
        seen[COUNTED[touch].what] += int(runs_out(balls, touch, key, np.random.default_rng(number)))
    return seen


def main(arguments: list[str] | None = None) -> int:
    """Play, print each share beside what was counted, return 1 where one lies farther off than it may."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.runouts", description=__doc__)
    parser.add_argument("--racks", type=int, default=1000)
    parser.add_argument("--cores", type=int, default=1)
    chosen = parser.parse_args(arguments)
    missed = False
    with ProcessPoolExecutor(chosen.cores) as pool:
        for touch, counted in COUNTED.items():
            total: Counter[str] = Counter()
            for seen in pool.map(play_rack, [touch] * chosen.racks, range(1, chosen.racks + 1), chunksize=10):
                total += seen
            share = total[counted.what] / total["racks"]
            error = math.sqrt(share * (1 - share) / total["racks"])
            print(
                f"{touch.value:5s} {counted.what:28s} {100 * share:5.1f} % (± {100 * error:.1f}), "
                f"counted {100 * counted.share:.0f} %; a ball made at the break "
                f"{100 * total['a ball made without a foul'] / total['racks']:.1f} %"
            )
            missed |= abs(share - counted.share) > counted.within
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
