"""The flight of a dart from the hand to the board: a projectile without drag. Source: darts B.2, "Projectile"."""

from __future__ import annotations

import math
from dataclasses import dataclass

from physics.darts.board import Point

GRAVITY = 9.80665
"""m/s², standard."""

BULL_HEIGHT = 1.73
"""Height of the board's centre above the floor, m."""


@dataclass(frozen=True)
class Thrower:
    """Where and how fast a dart leaves the hand: oche to board (m), hand in front of the oche (m), hand above the
    floor (m), nominal speed (m/s)."""

    oche: float
    reach: float = 0.35
    height: float = 1.70
    speed: float = 6.5

    @property
    def distance(self) -> float:
        """Flight distance along the floor, m."""
        return self.oche - self.reach


@dataclass(frozen=True)
class Flight:
    """A dart's way to the board: launch angle (rad above level), duration (s), where it arrives (mm, board frame)."""

    angle: float
    duration: float
    impact: Point


def launch_angle(distance: float, speed: float, rise: float) -> float:
    """The flatter of the two angles (rad) at which a dart of `speed` (m/s) passes `rise` (m) at `distance` (m).

    Raises ValueError where the dart is too slow to get there.
    """
    drop = GRAVITY * distance**2 / (2.0 * speed**2)
    reachable = distance**2 - 4.0 * drop * (drop + rise)
    if reachable < 0.0:
        raise ValueError(f"a dart of {speed} m/s does not rise {rise} m in {distance} m")
    # the conjugate of (d - sqrt(…)) / 2k, which does not lose digits when the dart is fast
    return math.atan(2.0 * (drop + rise) / (distance + math.sqrt(reachable)))


def fly(thrower: Thrower, target: Point, *, speed_factor: float = 1.0) -> Flight:
    """The flight of a dart launched so that it would meet `target` (mm) at nominal speed, let go at another speed.

    A faster dart arrives higher and sooner; speed changes nothing sideways.
    """
    rise = BULL_HEIGHT + target[1] / 1000.0 - thrower.height
    angle = launch_angle(thrower.distance, thrower.speed, rise)
    speed = thrower.speed * speed_factor
    duration = thrower.distance / (speed * math.cos(angle))
    height = thrower.distance * math.tan(angle) - GRAVITY * duration**2 / 2.0
    return Flight(angle, duration, (target[0], target[1] + (height - rise) * 1000.0))
