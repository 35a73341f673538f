"""Where a ball may be laid is where the engine takes it."""

from __future__ import annotations

import math
import random

import pytest

from physics.balls import constants_for
from physics.errors import BadLayout
from physics.placement import lies_in_mouth, on_table, pocket_holes
from physics.simulate import simulate
from physics.tables import TABLES
from physics.trajectories import Ball, Layout, Point, Stroke

CUE = Ball("c")


def is_taken(table: str, place: Point) -> bool:
    """Whether the engine lets a ball lie here."""
    try:
        simulate(
            TABLES[table],
            constants_for(table, {}),
            Layout({CUE: (0.0, 0.0), Ball("1"): place}),
            (Stroke(CUE, 1.0, 0.01),),
        )
    except BadLayout:
        return False
    return True


@pytest.mark.parametrize("table", [name for name, spec in TABLES.items() if spec.has_pockets])
def test_a_ball_lies_in_a_mouth_where_the_engine_takes_it(table: str) -> None:
    spec, radius, chance = TABLES[table], constants_for(table, {}).ball_radius, random.Random(3)
    taken = 0
    for (x, y), size in pocket_holes(spec).values():
        for _ in range(700):
            angle, far = chance.uniform(0.0, 2.0 * math.pi), chance.uniform(0.3, 2.5) * size
            place = (x + far * math.cos(angle), y + far * math.sin(angle))
            free = on_table(place, spec, radius) or lies_in_mouth(place, spec, radius)
            assert free == is_taken(table, place), place
            taken += lies_in_mouth(place, spec, radius) and not on_table(place, spec, radius)
    assert taken > 20


def test_a_table_without_pockets_has_no_mouths() -> None:
    assert not lies_in_mouth((1.42, 0.71), TABLES["carom_10ft"], 0.03075)
