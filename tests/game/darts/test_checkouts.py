"""Checkouts against the enumerated facts of darts E.1."""

from __future__ import annotations

import itertools

import pytest

from game.darts.checkouts import can_close, checkout, scoring_darts
from game.darts.vocabulary import Bull
from game.darts.x01 import Condition

SPLIT, FAT = Bull(), Bull(fat=True)
IMPOSSIBLE = {
    (Condition.DOUBLE, 3): (170, {169, 168, 166, 165, 163, 162, 159, 1}),
    (Condition.DOUBLE, 2): (110, {109, 108, 106, 105, 103, 102, 99, 1}),
    (Condition.MASTER, 3): (180, {179, 178, 176, 175, 173, 172, 169, 166, 163, 1}),
    (Condition.MASTER, 2): (120, {119, 118, 116, 115, 113, 112, 109, 106, 103, 1}),
    (Condition.OPEN, 3): (180, {179, 178, 176, 175, 173, 172, 169, 166, 163}),
    (Condition.OPEN, 2): (120, {119, 118, 116, 115, 113, 112, 109, 106, 103}),
}


@pytest.mark.parametrize("bull", [SPLIT, FAT], ids=["split", "fat"])
@pytest.mark.parametrize(("closing", "darts"), list(IMPOSSIBLE), ids=str)
def test_exactly_the_known_checkouts_exist(closing: Condition, darts: int, bull: Bull) -> None:
    highest, impossible = IMPOSSIBLE[closing, darts]
    found = {left for left in range(1, 200) if checkout(left, darts, closing, bull) is not None}
    assert found == set(range(1, highest + 1)) - impossible


@pytest.mark.parametrize(("closing", "count"), [(Condition.DOUBLE, 21), (Condition.MASTER, 35), (Condition.OPEN, 43)])
def test_as_many_finishes_with_one_dart_exist(closing: Condition, count: int) -> None:
    assert sum(can_close(left, closing, SPLIT) for left in range(1, 200)) == count


@pytest.mark.parametrize(
    ("left", "darts", "closing", "route"),
    [
        (170, 3, Condition.DOUBLE, "T20 T20 IB"),
        (167, 3, Condition.DOUBLE, "T20 T19 IB"),
        (164, 3, Condition.DOUBLE, "T20 T18 IB"),
        (161, 3, Condition.DOUBLE, "T20 T17 IB"),
        (160, 3, Condition.DOUBLE, "T20 T20 D20"),
        (100, 3, Condition.DOUBLE, "T20 D20"),
        (40, 3, Condition.DOUBLE, "D20"),
        (60, 3, Condition.MASTER, "T20"),
        (57, 3, Condition.MASTER, "T19"),
        (101, 2, Condition.DOUBLE, "T17 IB"),
        (20, 3, Condition.OPEN, "S20"),
        (101, 1, Condition.DOUBLE, None),
        (169, 3, Condition.MASTER, None),
        (180, 3, Condition.OPEN, "T20 T20 T20"),
    ],
)
def test_the_best_way_is_named(left: int, darts: int, closing: Condition, route: str | None) -> None:
    found = checkout(left, darts, closing, SPLIT)
    assert (None if found is None else " ".join(dart.name for dart in found)) == route


@pytest.mark.parametrize("bull", [SPLIT, FAT], ids=["split", "fat"])
@pytest.mark.parametrize("closing", list(Condition))
def test_every_way_adds_up_and_closes(closing: Condition, bull: Bull) -> None:
    for left, darts in itertools.product(range(1, 181), (1, 2, 3)):
        route = checkout(left, darts, closing, bull)
        if route is not None:
            assert sum(bull.value(dart) for dart in route) == left
            assert len(route) <= darts
            assert closing.met_by(route[-1], bull)


def test_totals_that_no_darts_make_are_the_known_ones() -> None:
    values = {0, *(SPLIT.value(dart) for dart in scoring_darts())}
    two = {a + b for a in values for b in values}
    three = {a + b for a in two for b in values}
    assert sorted(set(range(120)) - two) == [103, 106, 109, 112, 113, 115, 116, 118, 119]
    assert sorted(set(range(180)) - three) == [163, 166, 169, 172, 173, 175, 176, 178, 179]
