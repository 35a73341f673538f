"""Pockets: what drops, hangs, rattles and comes out again (docs/physics.md#table)."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from physics.balls import PRESETS
from physics.simulate import simulate
from physics.tables import TABLES
from physics.trajectories import ContactKind, Layout, Mode, Motion, Trace
from tests.physics.worlds import CUE, contacts, layout, play

R = 0.028575
ROOT = math.sqrt(0.5)
CORNER = TABLES["pool_9ft"].corner
assert CORNER is not None
REACH = CORNER.shelf + CORNER.drop_radius - CORNER.mouth / 2
HOLE = (1.27 + ROOT * REACH, 0.635 + ROOT * REACH)
"""Centre of the hole FL."""


def towards_corner(speed: float, degrees: float, offset: float) -> Trace:
    """A ball that rolls to the corner FL at an angle to its axis, aimed `offset` m beside the middle of the mouth."""
    way = math.radians(45.0 + degrees)
    x, y = math.cos(way), math.sin(way)
    middle = (1.27 - ROOT * 0.058 - offset * ROOT, 0.635 - ROOT * 0.058 + offset * ROOT)
    at = (middle[0] - 0.25 * x, middle[1] - 0.25 * y)
    motion = Motion((speed * x, speed * y, 0.0), (-speed * y / R, speed * x / R, 0.0))
    return play(Layout({CUE: at}), motions={CUE: motion})


def dipped(trace: Trace) -> bool:
    """Whether the ball flew below the height of a ball on the slate."""
    return any(row["mode"] == Mode.AIRBORNE and row["pos"][2] < R - 1e-4 for row in trace.rows_of(CUE))


def test_a_slow_ball_that_passes_the_edge_stays_down() -> None:
    for offset in (-0.01, 0.0, 0.01):
        trace = towards_corner(0.45, 0.0, offset)
        assert CUE not in trace.rest
        assert contacts(trace, ContactKind.POCKET)[0].other == "FL"


def test_a_fast_ball_meets_the_back_of_the_pocket_and_drops() -> None:
    trace = towards_corner(2.0, 0.0, 0.0)
    assert dipped(trace)
    assert CUE not in trace.rest


def test_some_fast_balls_rattle_in_the_hole_and_come_out_again() -> None:
    shots = [
        towards_corner(speed, degrees, 0.001 * k)
        for speed in (6.0, 8.0)
        for degrees in (-8.0, 0.0, 8.0)
        for k in range(-20, 21)
    ]
    assert any(dipped(trace) and CUE in trace.rest for trace in shots)
    assert any(dipped(trace) and CUE not in trace.rest for trace in shots)
    assert all(trace.max_overlap < 1e-9 for trace in shots)


def slate_gaps(trace: Trace) -> list[float]:
    """Distances of the ball's surface from the edge of the hole FL while it flies over it, m, closely sampled."""
    assert CORNER is not None
    rows, gaps = trace.rows_of(CUE), []
    for row, following in pairwise(rows):
        if row["mode"] != Mode.AIRBORNE or math.dist(row["pos"][:2], HOLE) > CORNER.drop_radius + 1e-9:
            continue
        for k in range(60):
            x, y, z = trace.position_at(CUE, row["t"] + (following["t"] - row["t"]) * k / 60)
            gaps.append(math.hypot(CORNER.drop_radius - math.hypot(x - HOLE[0], y - HOLE[1]), z) - R)
    return gaps


@pytest.mark.parametrize("speed", [0.55, 0.7, 1.0, 1.6, 2.5, 4.0, 8.0])
def test_a_falling_ball_never_sinks_into_the_slates_edge(speed: float) -> None:
    met = 0
    for degrees in (-9.0, -3.0, 0.0, 5.0):
        for offset in (-0.03, -0.012, 0.0, 0.02):
            trace = towards_corner(speed, degrees, offset)
            gaps = slate_gaps(trace)
            assert min(gaps, default=0.0) > -1e-9
            met += any(dipped(trace) and contact.kind is ContactKind.BED for contact in trace.contacts)
    assert met or speed < 6.0


def test_a_ball_that_meets_a_jaw_may_still_drop() -> None:
    shots = [towards_corner(1.0, 0.0, 0.001 * k) for k in range(-30, 31)]
    dropped = [trace for trace in shots if CUE not in trace.rest]
    assert any(contacts(trace, ContactKind.CUSHION) for trace in dropped)


@pytest.mark.parametrize("short", [1e-3, 1e-6, 1e-9])
def test_a_ball_hangs_over_the_edge_until_it_is_moved(short: float) -> None:
    assert CORNER is not None
    reach = CORNER.drop_radius + short
    at = (HOLE[0] - ROOT * reach, HOLE[1] - ROOT * reach)
    balls = layout(c=at)
    assert play(balls).rest[CUE] == at
    moved = play(balls, motions={CUE: Motion((0.1, 0.1, 0.0), (-0.1 / R, 0.1 / R, 0.0))})
    assert CUE not in moved.rest


def test_faster_balls_need_a_truer_aim_at_the_corner() -> None:
    def width(speed: float) -> int:
        return sum(CUE not in towards_corner(speed, 0.0, 0.001 * k).rest for k in range(-40, 41))

    assert width(0.6) >= width(8.0)


def test_a_ball_that_comes_down_behind_a_facing_is_in_the_pocket() -> None:
    """It jumps off the slate's edge over the throat's wall and comes down inside the rail, where no ball can roll."""
    trace = simulate(
        TABLES["pool_8ft"],
        PRESETS["pool_8ft"],
        Layout({CUE: (0.7829734073051227, -0.1143)}),
        [],
        motions={
            CUE: Motion(
                (3.475420470471363, -4.0917493887677665, 0.0),
                (0.0007872091864380786, 6.377587313703706e-05, -14.080199968982491),
            )
        },
    )
    assert max(row["pos"][2] for row in trace.rows_of(CUE)) > 0.035
    assert CUE not in trace.rest
    assert contacts(trace, ContactKind.POCKET)[0].other == "FR"
