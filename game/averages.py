"""Averages as scoreboards of carom and pyramid show them. Source: carom C.0.5."""

from __future__ import annotations


def average(points: int, turns: int) -> float:
    """Points per turn, cut (not rounded) to three decimals; 0 before the first turn."""
    if turns <= 0:
        return 0.0
    thousandths = abs(points) * 1000 // turns
    return thousandths / 1000 if points >= 0 else -thousandths / 1000
