"""Nine-ball breaks as `pro` plays them: `python -m benchmarks.breaks [--breaks N]`.

Breaks at 20 to 24 mph from the break box, executed with the profile's spread on racks with the gaps of a real triangle.
Counted in 105 professional breaks: 71 % make a ball without a foul; asked of ours: 60 to 80 %.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter

from game.execution import execute, rack_gaps
from game.vocabulary import Touch
from physics import racks
from physics.balls import PRESETS
from physics.simulate import simulate
from physics.tables import TABLES
from physics.trajectories import Ball, ContactKind, Layout, Stroke, Trace

TABLE, CONSTANTS = TABLES["pool_9ft"], PRESETS["pool_9ft"]
NAMES = ("1", "2", "3", "4", "9", "5", "6", "7", "8")
CUE = Ball("c")
MPH = 0.44704


def broken(number: int, touch: Touch, speeds: tuple[float, float]) -> Trace:
    """A break as a touch executes it, the cue ball leaving at a speed between two, m/s."""
    key = number.to_bytes(32, "big")
    rack = {Ball(name): at for name, at in zip(NAMES, racks.diamond(TABLE.length / 4, 0.028575), strict=True)}
    rack = racks.jittered(rack, rack_gaps(len(NAMES), key, "rack"), Ball("1"))
    start = (-0.66, -0.45 + 0.02 * math.sin(number))
    aim = math.atan2(rack[Ball("1")][1] - start[1], rack[Ball("1")][0] - start[0])
    ball_speed = speeds[0] + (speeds[1] - speeds[0]) * (number * 0.6180339887 % 1.0)
    passed_on = (1 + CONSTANTS.tip_restitution) / (1 + CONSTANTS.ball_mass / CONSTANTS.cue_mass)
    stroke = execute(Stroke(CUE, aim, ball_speed / passed_on, math.radians(3.0)), touch, key, "stroke")
    return simulate(TABLE, CONSTANTS, Layout({CUE: start, **rack}), [stroke])


def play_break(number: int) -> Counter[str]:
    """One break and what came of it."""
    trace = broken(number, Touch.PRO, (20.0 * MPH, 24.0 * MPH))
    made = {c.ball for c in trace.contacts if c.kind is ContactKind.POCKET}
    off = [c for c in trace.contacts if c.kind is ContactKind.OFF_TABLE]
    driven = {c.ball for c in trace.contacts if c.kind is ContactKind.CUSHION} - {CUE}
    return Counter(
        {
            "breaks": 1,
            "a ball made": bool(made - {CUE}),
            "scratch": CUE in made,
            "a ball off the table": bool(off),
            "a ball made without a foul": bool(made - {CUE}) and CUE not in made and not off,
            "four balls to cushions or one made": bool(made - {CUE}) or len(driven) >= 4,
            "the nine made": Ball("9") in made,
        }
    )


def main() -> int:
    """Play, print shares, return 1 outside of 60 to 80 %."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.breaks", description=__doc__)
    parser.add_argument("--breaks", type=int, default=10_000)
    chosen = parser.parse_args()
    total: Counter[str] = Counter()
    for number in range(1, chosen.breaks + 1):
        total += play_break(number)
    for name, count in total.items():
        print(f"{name:36s} {count:6d} {100 * count / total['breaks']:6.1f} %")
    share = total["a ball made without a foul"] / total["breaks"]
    return int(not 0.6 <= share <= 0.8)


if __name__ == "__main__":
    sys.exit(main())
