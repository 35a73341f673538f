"""Checkouts: what can still be closed with the darts left, and which way to go. Source: darts E.1."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from game.darts.vocabulary import Bull, Dart, Landing
from game.darts.x01 import Condition
from physics.darts.board import BULL, SECTORS

PREFERRED_LAST = (16, 20, 18, 12, 10, 8, 4, 2)
"""Doubles that are best to be left on, best first."""

Route = tuple[Dart, ...]


def scoring_darts() -> tuple[Dart, ...]:
    """Every dart that scores: singles, doubles and triples of 20 to 1, outer and inner bull."""
    rings = (Landing.TRIPLE, Landing.DOUBLE, Landing.SINGLE)
    numbers = sorted(SECTORS, reverse=True)
    sectors = tuple(Dart(ring, number) for ring in rings for number in numbers)
    return (*sectors, Dart(Landing.INNER_BULL, BULL), Dart(Landing.OUTER_BULL, BULL))


def can_close(remaining: int, closing: Condition, bull: Bull) -> bool:
    """Whether one dart can close `remaining`."""
    return checkout(remaining, 1, closing, bull) is not None


@lru_cache(maxsize=4096)
def checkout(remaining: int, darts: int, closing: Condition, bull: Bull) -> Route | None:
    """The best way to close `remaining` with at most `darts` darts, None where there is none.

    Fewest darts first, then the preferred last one, the largest first dart, the fewest different sectors.
    """
    for length in range(1, darts + 1):
        for lasts in _lasts(closing, bull):
            routes = [
                (*head, last) for last in lasts for head in _heads(remaining - bull.value(last), length - 1, bull)
            ]
            if routes:
                return min(routes, key=lambda route: _preference(route, bull))
    return None


def _heads(total: int, length: int, bull: Bull) -> list[Route]:
    """The darts before the last one, larger ones first: all ways in which the first is as large as can be."""
    if length == 0:
        return [()] if total == 0 else []
    by_value = _by_value(bull)
    if length == 1:
        return [(dart,) for dart in by_value.get(total, ())]
    for value in sorted(by_value, reverse=True):
        if value >= total - value > 0:
            seconds = by_value.get(total - value, ())
            if seconds:
                return [(first, second) for first in by_value[value] for second in seconds]
    return []


@lru_cache(maxsize=8)
def _by_value(bull: Bull) -> Mapping[int, tuple[Dart, ...]]:
    """Darts a hint may name, by their value: a fat bull has one name."""
    found: dict[int, tuple[Dart, ...]] = {}
    for dart in scoring_darts():
        if not (bull.fat and dart.landing is Landing.OUTER_BULL):
            found[bull.value(dart)] = (*found.get(bull.value(dart), ()), dart)
    return found


@lru_cache(maxsize=16)
def _lasts(closing: Condition, bull: Bull) -> tuple[tuple[Dart, ...], ...]:
    """Darts that close, in groups that are equally good to be left on, the best first."""
    closers = [dart for darts in _by_value(bull).values() for dart in darts if closing.met_by(dart, bull)]
    ranks = sorted({_last_rank(dart) for dart in closers})
    return tuple(tuple(dart for dart in closers if _last_rank(dart) == rank) for rank in ranks)


def _preference(route: Route, bull: Bull) -> tuple[int, int, int]:
    """Among ways with equally good last darts; what is still level is decided by the second dart."""
    return -bull.value(route[0]), len({dart.number for dart in route}), -bull.value(route[len(route) // 2])


def _last_rank(dart: Dart) -> int:
    """How good it is to be left on a dart: singles where they close, then doubles by preference, the bull, triples."""
    if dart.landing in (Landing.SINGLE, Landing.OUTER_BULL):
        return 0
    if dart.landing is Landing.DOUBLE and dart.number in PREFERRED_LAST:
        return 1 + PREFERRED_LAST.index(dart.number)
    if dart.landing is Landing.INNER_BULL:
        return 1 + len(PREFERRED_LAST)
    return 2 + len(PREFERRED_LAST) + (dart.landing is Landing.TRIPLE)
