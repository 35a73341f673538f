"""Tables and balls have the sizes that the rules of the games give (docs/physics.md#tables)."""

from __future__ import annotations

import math

import pytest

from physics.balls import PRESETS
from physics.conditions import BALL_SETS
from physics.tables import TABLES, PocketSpec


@pytest.mark.parametrize(
    ("table", "length", "width", "within"),
    [
        ("pool_9ft", 2.54, 1.27, 0.0032),
        ("pool_8ft", 2.34, 1.17, 0.0032),
        ("pool_7ft", 1.98, 0.99, 0.0032),
        ("carom_10ft", 2.84, 1.42, 0.005),
        ("pyramid_12ft", 3.55, 1.775, 0.005),
    ],
)
def test_fields_from_nose_to_nose(table: str, length: float, width: float, within: float) -> None:
    spec = TABLES[table]
    assert (spec.length, spec.width) == pytest.approx((length, width), abs=within)


@pytest.mark.parametrize("table", list(TABLES))
def test_every_field_is_twice_as_long_as_wide(table: str) -> None:
    assert TABLES[table].length / TABLES[table].width == pytest.approx(2.0, abs=0.03)


@pytest.mark.parametrize(
    ("tables", "diameter", "lightest", "heaviest"),
    [
        ("pool", (57.15, 57.28), 156.0, 170.5),
        ("carom", (61.0, 61.5), 205.0, 220.0),
        ("pyramid", (68.0, 68.5), 280.0, 290.0),
    ],
)
def test_balls(tables: str, diameter: tuple[float, float], lightest: float, heaviest: float) -> None:
    for name, constants in PRESETS.items():
        if name.startswith(tables):
            assert diameter[0] <= 2000.0 * constants.ball_radius + 1e-9 <= diameter[1] + 1e-6
            assert lightest <= 1000.0 * constants.ball_mass <= heaviest
    assert BALL_SETS["light"] == {"ball_mass": 0.255}


@pytest.mark.parametrize("table", list(TABLES))
def test_noses(table: str) -> None:
    """WPA: 62.5 to 64.5 % of the ball; UMB: 37 mm to a millimetre."""
    height, ball = TABLES[table].cushion_height, 2.0 * PRESETS[table].ball_radius
    assert PRESETS[table].cushion_height == height
    if table.startswith("carom"):
        assert height == pytest.approx(0.037, abs=0.001)
    else:
        assert 0.615 <= height / ball <= 0.645


@pytest.mark.parametrize(
    ("kind", "mouth", "cut", "shelf"),
    [
        ("corner", (0.1143, 0.1175), (141.0, 143.0), (0.0254, 0.0572)),
        ("side", (0.1270, 0.1302), (103.0, 105.0), (0.0, 0.0095)),
    ],
)
def test_pool_pockets(
    kind: str, mouth: tuple[float, float], cut: tuple[float, float], shelf: tuple[float, float]
) -> None:
    for name in ("pool_9ft", "pool_8ft", "pool_7ft"):
        pocket = TABLES[name].corner if kind == "corner" else TABLES[name].side
        assert isinstance(pocket, PocketSpec)
        square = 135.0 if kind == "corner" else 90.0
        assert mouth[0] <= pocket.mouth <= mouth[1]
        assert cut[0] <= square + math.degrees(pocket.facing_angle) <= cut[1]
        assert shelf[0] <= pocket.shelf <= shelf[1]


def test_pyramid_pockets_are_hardly_wider_than_the_ball() -> None:
    for name in ("pyramid_12ft", "pyramid_9ft"):
        corner, side = TABLES[name].corner, TABLES[name].side
        assert corner is not None
        assert side is not None
        assert 0.072 <= corner.mouth <= 0.073
        assert 0.082 <= side.mouth <= 0.083
