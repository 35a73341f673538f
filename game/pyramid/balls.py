"""The balls of pyramid: order, values, racks. Source: carom B.5, C.6.7, C.6.8."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.cloth import Cloth
from game.cue_state import CueState
from game.vocabulary import CUE, Ball, GameKind, Point
from physics.racks import triangle

NUMBERED = tuple(Ball(str(number)) for number in range(1, 16))
WITH_COLOURED = (*NUMBERED, CUE)
"""In free pyramid the coloured ball is a ball like the others."""

CLASSIC_RACK = tuple(
    Ball(str(number)) for number in (*(4,), *(5, 6), *(7, 15, 8), *(9, 14, 13, 10), *(2, 1, 12, 11, 3))
)
"""Row by row from the apex, each from +y to −y."""

ACE, LAST = 11, 10
"""The one counts eleven, the last ball on the table ten more than its number."""

_ROWS = (1, 2, 3, 4, 5)


def is_free(state: CueState) -> bool:
    """Whether any ball may be struck, and the coloured one counts like the others."""
    return state.setting.game is GameKind.FREE_PYRAMID


def is_classic(state: CueState) -> bool:
    """Whether balls are called and count by their numbers."""
    return state.setting.game is GameKind.CLASSIC_PYRAMID


def in_order(balls: Iterable[Ball]) -> tuple[Ball, ...]:
    """By number, the coloured ball last."""
    return tuple(sorted(balls, key=lambda ball: (ball == CUE, int(ball) if ball != CUE else 0)))


def value(ball: Ball) -> int:
    """Points of a ball in the classic game."""
    return ACE if ball == "1" else int(ball)


def rack_places(cloth: Cloth) -> tuple[tuple[Point, ...], ...]:
    """The rows of the rack from the apex on the back spot, each from +y to −y."""
    places = triangle(cloth.foot_string, cloth.radius)
    rows = []
    taken = 0
    for count in _ROWS:
        rows.append(tuple(reversed(places[taken : taken + count])))
        taken += count
    return tuple(rows)


def racked(state: CueState, order: tuple[Ball, ...]) -> Mapping[Ball, Point]:
    """The full rack: numbers in their places in the classic game, as drawn in the others."""
    balls = CLASSIC_RACK if is_classic(state) else tuple(ball for ball in order if ball != CUE)
    return dict(zip(balls, (at for row in rack_places(state.setting.cloth) for at in row), strict=True))


def shortened(balls: Iterable[Ball], cloth: Cloth) -> dict[Ball, Point]:
    """A pyramid of fewer balls, filled from the apex; an incomplete last row stands as near the middle as it can."""
    left = list(in_order(balls))
    places: dict[Ball, Point] = {}
    for row in rack_places(cloth):
        here, left = left[: len(row)], left[len(row) :]
        first = (len(row) - len(here)) // 2
        places.update(zip(here, row[first:], strict=False))
    return places
