"""The least elevation of a cue over rails and balls."""

from __future__ import annotations

import math

import pytest

from physics.balls import PRESETS
from physics.clearance import is_free, least_elevation
from physics.tables import TABLES
from physics.trajectories import Layout, Stroke
from tests.physics.worlds import CUE, layout

TABLE, CONSTANTS = TABLES["pool_9ft"], PRESETS["pool_9ft"]
R = 0.028575


def degrees(balls: Layout, aim: float = 0.0, tip: tuple[float, float] = (0.0, 0.0)) -> float:
    found = least_elevation(TABLE, CONSTANTS, balls, Stroke(CUE, aim, 2.0, 0.0, tip))
    assert found is not None
    return math.degrees(found)


def test_from_mid_table_a_cue_is_raised_a_little_over_the_rail() -> None:
    assert 0.3 < degrees(layout(c=(0.0, 0.0))) < 2.0


def test_the_nearer_the_rail_behind_the_higher() -> None:
    needed = [degrees(layout(c=(x, 0.0))) for x in (-0.4, -1.0, -1.2, -1.27 + R)]
    assert needed == sorted(needed)
    assert needed[-1] > 10.0


@pytest.mark.parametrize("name", list(TABLES))
@pytest.mark.parametrize("tip", [(0.0, 0.0), (0.3, 0.0), (-0.2, 0.4), (0.1, -0.3)])
@pytest.mark.parametrize("gap", [0.0, 0.005, 0.1, 0.4])
def test_over_the_nose_the_least_elevation_solves_the_geometry(name: str, tip: tuple[float, float], gap: float) -> None:
    """docs/physics.md#clearance: the lower side of the cue at the nose is as high as the nose."""
    table, constants = TABLES[name], PRESETS[name]
    radius, (side, up) = constants.ball_radius, tip
    e = least_elevation(
        table, constants, layout(c=(radius + gap - table.length / 2, 0.0)), Stroke(CUE, 0.0, 2.0, 0.0, tip)
    )
    assert e is not None
    root = math.sqrt(1.0 - side * side - up * up)
    to_nose = radius + gap - radius * (root * math.cos(e) - up * math.sin(e))
    height = radius + radius * (up * math.cos(e) + root * math.sin(e)) + to_nose * math.tan(e)
    thick = 0.0065 + (0.0148 - 0.0065) * to_nose / math.cos(e) / 1.47
    assert height - thick / math.cos(e) == pytest.approx(constants.cushion_height, abs=1e-7)


@pytest.mark.parametrize(
    ("place", "up", "least"),
    [(0.0, 0.0, 1.0), (-0.841, 0.0, 2.2), (-1.141, 0.0, 6.6), (R - 1.27, 0.0, 27.8), (R - 1.27, 0.4, 5.6)],
)
def test_the_elevations_that_are_told(place: float, up: float, least: float) -> None:
    assert degrees(layout(c=(place, 0.0)), tip=(0.0, up)) == pytest.approx(least, abs=0.05)


def test_a_high_tip_needs_less_and_a_low_tip_more() -> None:
    low, middle, high = (degrees(layout(c=(-1.2, 0.0)), tip=(0.0, up)) for up in (-0.4, 0.0, 0.4))
    assert high < middle < low


@pytest.mark.parametrize("gap", [0.001, 0.03, 0.1])
def test_a_ball_behind_must_be_cleared(gap: float) -> None:
    behind = layout(c=(0.0, 0.0), b1=(-2 * R - gap, 0.0))
    needed = degrees(behind)
    assert needed > 10.0
    assert needed > degrees(layout(c=(0.0, 0.0), b1=(-2 * R - gap - 0.05, 0.0)))


def test_balls_ahead_and_aside_are_in_nobodys_way() -> None:
    free = degrees(layout(c=(0.0, 0.0)))
    assert degrees(layout(c=(0.0, 0.0), b1=(2 * R, 0.0), b2=(-0.2, 0.08))) == free


def test_the_answer_is_free_and_a_little_less_is_not() -> None:
    balls = layout(c=(0.3, 0.2), b1=(0.2, 0.21))
    stroke = Stroke(CUE, 0.1, 2.0)
    found = least_elevation(TABLE, CONSTANTS, balls, stroke)
    assert found is not None
    assert is_free(TABLE, CONSTANTS, balls, stroke, found)
    assert not is_free(TABLE, CONSTANTS, balls, stroke, found - 1e-4)


def test_an_upright_cue_clears_what_lies_around() -> None:
    balls = layout(c=(0.0, 0.0), b1=(-2 * R, 0.0), b2=(2 * R, 0.0))
    assert is_free(TABLE, CONSTANTS, balls, Stroke(CUE, 0.0, 2.0), math.pi / 2)


def test_where_no_cue_fits_there_is_no_answer() -> None:
    balls = layout(c=(0.0, 0.0), b1=(-2 * R, 0.0))
    assert least_elevation(TABLE, CONSTANTS, balls, Stroke(CUE, 0.0, 2.0, 0.0, (0.0, -0.95))) is None
