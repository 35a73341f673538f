"""Handicap numbers: how SOLO puts a player on a scale from 0 to 99, and what X01 starts follow. Source: darts C.2."""

from __future__ import annotations

from collections.abc import Sequence

HIGHEST = 99
POINTS_PER_STEP = 12
DARTS_ON_SCALE = 30
"""The scale is points per thirty darts."""


def handicap_scored(points: int) -> int:
    """The number for points made in thirty darts (in 301: 301 less what remains)."""
    return min(HIGHEST, points // POINTS_PER_STEP)


def handicap_finished(start: int, darts: int) -> int:
    """The number for a game down from `start` that was finished with this dart (from 1)."""
    return min(HIGHEST, start * DARTS_ON_SCALE // (POINTS_PER_STEP * darts))


def suggested_starts(start: int, handicaps: Sequence[int]) -> tuple[int, ...]:
    """X01 starts that make the game even: the strongest from `start`, each weaker one lower, in steps of ten.

    The cut is N·(H1 − H2) / (2·H1), rounded half up: nobody starts below the half.
    """
    best = max(handicaps, default=0)
    if best <= 0:
        return (start,) * len(handicaps)
    cuts = [(start * (best - handicap) + 10 * best) // (20 * best) * 10 for handicap in handicaps]
    return tuple(start - cut for cut in cuts)
