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
    return remaining in _closing(closing, bull)


@lru_cache(maxsize=4096)
def checkout(remaining: int, darts: int, closing: Condition, bull: Bull) -> Route | None:
    """The best way to close `remaining` with at most `darts` darts, None where there is none.

    Fewest darts first, then the preferred last one, the largest first dart, the fewest different sectors.
    """
    for length in range(1, darts + 1):
        routes = _routes(remaining, length, closing, bull)
        if routes:
            return min(routes, key=lambda route: _preference(route, bull))
    return None


def _routes(remaining: int, length: int, closing: Condition, bull: Bull) -> list[Route]:
    """Every way with exactly `length` darts; the order of the darts before the last does not matter."""
    if length == 1:
        return [(dart,) for dart in _closing(closing, bull).get(remaining, ())]
    routes: list[Route] = []
    for dart, value in _valued(bull):
        if value < remaining:
            routes += [
                (dart, *route)
                for route in _routes(remaining - value, length - 1, closing, bull)
                if length == 2 or bull.value(route[0]) <= value
            ]
    return routes


@lru_cache(maxsize=8)
def _valued(bull: Bull) -> tuple[tuple[Dart, int], ...]:
    """Darts a hint may name with their values: a fat bull has one name."""
    named = (dart for dart in scoring_darts() if not (bull.fat and dart.landing is Landing.OUTER_BULL))
    return tuple((dart, bull.value(dart)) for dart in named)


@lru_cache(maxsize=16)
def _closing(closing: Condition, bull: Bull) -> Mapping[int, tuple[Dart, ...]]:
    """Darts that close, by their value."""
    found: dict[int, tuple[Dart, ...]] = {}
    for dart, value in _valued(bull):
        if closing.met_by(dart, bull):
            found[value] = (*found.get(value, ()), dart)
    return found


def _preference(route: Route, bull: Bull) -> tuple[int, int, int]:
    return _last_rank(route[-1]), -bull.value(route[0]), len({dart.number for dart in route})


def _last_rank(dart: Dart) -> int:
    """How good it is to be left on a dart: singles where they close, then doubles by preference, the bull, triples."""
    if dart.landing in (Landing.SINGLE, Landing.OUTER_BULL):
        return 0
    if dart.landing is Landing.DOUBLE and dart.number in PREFERRED_LAST:
        return 1 + PREFERRED_LAST.index(dart.number)
    if dart.landing is Landing.INNER_BULL:
        return 1 + len(PREFERRED_LAST)
    return 2 + len(PREFERRED_LAST) + (dart.landing is Landing.TRIPLE)
