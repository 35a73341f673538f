"""Balls, cloth, cushions and cue as numbers: the constants of a shot, their presets and overrides. SI units."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType

from physics.errors import BadConstants
from physics.trajectories import Ball


@dataclass(frozen=True)
class FrictionLaw:
    """Ball-ball friction against slip speed v (m/s): mu = floor + swing * exp(-v / scale).

    Source: TP A.14's fit to Marlow's measurements: 9.951e-3 + 0.108 exp(-1.088 v).
    """

    floor: float
    swing: float
    rate: float

    def at(self, speed: float) -> float:
        """Coefficient of friction at a slip speed, m/s."""
        return self.floor + self.swing * math.exp(-self.rate * speed)


@dataclass(frozen=True)
class RestitutionLaw:
    """Energetic cushion restitution against normal speed v (m/s): high - slope * v, never below `low`; and how far the
    rubber gives along the cushion: `compliance` = ratio of tangential to normal natural frequency (Stronge)."""

    high: float
    slope: float
    low: float
    compliance: float

    def at(self, speed: float) -> float:
        """Coefficient of restitution at a normal speed, m/s."""
        return max(self.low, self.high - self.slope * speed)


@dataclass(frozen=True)
class PlainRestitution:
    """Reference mode, not a default: a cushion that turns the normal speed round with one restitution, pushes level at
    its height and rubs with Coulomb friction; the cloth takes no part. Source: TP 7.3, as TP B.6 uses it."""

    value: float


@dataclass(frozen=True)
class BallSpec:
    """A ball that differs from the set: mass (kg), radius (m)."""

    mass: float
    radius: float


MARLOW = FrictionLaw(9.951e-3, 0.108, 1.088)


@dataclass(frozen=True)
class Constants:
    """Everything physical about a shot but the table's plan and the balls' places.

    ball_mass kg, ball_radius m, gravity m/s^2, sliding_friction and rolling_friction (cloth) without unit,
    spin_deceleration rad/s^2 (spin about the vertical), ball_ball_restitution,
    ball_ball_friction: a number, or the law of its speed dependence,
    cushion_restitution: a number (rigid cushion of that energetic restitution), the rubber's law, or the plain mode,
    cushion_friction, cushion_height m, bed_restitution, cue_mass kg, tip_restitution, tip_friction,
    end_mass_ratio = ball mass / end mass of the shaft, balls: those that differ from the set.
    """

    ball_mass: float
    ball_radius: float
    gravity: float
    sliding_friction: float
    rolling_friction: float
    spin_deceleration: float
    ball_ball_restitution: float
    ball_ball_friction: float | FrictionLaw
    cushion_restitution: float | RestitutionLaw | PlainRestitution
    cushion_friction: float
    cushion_height: float
    bed_restitution: float
    cue_mass: float
    tip_restitution: float
    tip_friction: float
    end_mass_ratio: float
    balls: Mapping[Ball, BallSpec] = field(default_factory=dict)

    def ball(self, name: Ball) -> BallSpec:
        """Mass and radius of one ball."""
        return self.balls.get(name) or BallSpec(self.ball_mass, self.ball_radius)


CONSTANT_NAMES: tuple[str, ...] = tuple(part.name for part in fields(Constants) if part.name != "balls")
"""The sixteen constants that can be overridden by name."""

_UPPER = {
    "ball_mass": 5.0,
    "ball_radius": 0.2,
    "gravity": 100.0,
    "sliding_friction": 2.0,
    "rolling_friction": 1.0,
    "spin_deceleration": 1e4,
    "ball_ball_restitution": 1.0,
    "ball_ball_friction": 2.0,
    "cushion_restitution": 1.0,
    "cushion_friction": 2.0,
    "cushion_height": 0.4,
    "bed_restitution": 1.0,
    "cue_mass": 1e12,
    "tip_restitution": 1.0,
    "tip_friction": 1e6,
    "end_mass_ratio": 1e12,
}
_MAY_BE_ZERO = frozenset(
    {
        "ball_ball_restitution",
        "ball_ball_friction",
        "cushion_restitution",
        "cushion_friction",
        "bed_restitution",
        "tip_restitution",
        "tip_friction",
        "end_mass_ratio",
    }
)

POOL = Constants(
    ball_mass=0.170097,
    ball_radius=0.028575,
    gravity=9.81,
    sliding_friction=0.2,
    rolling_friction=0.01,
    spin_deceleration=10.0,
    ball_ball_restitution=0.95,
    ball_ball_friction=MARLOW,
    cushion_restitution=RestitutionLaw(0.92, 0.03, 0.6, 1.8),
    cushion_friction=0.17,
    cushion_height=0.635 * 0.05715,
    bed_restitution=0.5,
    cue_mass=0.5386,
    tip_restitution=0.75,
    tip_friction=0.6,
    end_mass_ratio=25.0,
)
CAROM_HEATED = replace(
    POOL,
    ball_mass=0.210,
    ball_radius=0.03075,
    sliding_friction=0.19,
    rolling_friction=0.0051,
    spin_deceleration=4.5,
    ball_ball_restitution=0.97,
    cushion_restitution=RestitutionLaw(0.92, 0.038, 0.6, 1.8),
    cushion_friction=0.20,
    cushion_height=0.037,
    end_mass_ratio=30.0,
)
"""Fitted to 121 recorded three-cushion shots on a heated table: docs/physics.md#fit."""

CAROM = replace(
    CAROM_HEATED,
    rolling_friction=0.0075,
    spin_deceleration=7.0,
    cushion_restitution=RestitutionLaw(0.90, 0.038, 0.6, 1.8),
)
"""The same balls on a table without heating."""

PYRAMID = replace(
    POOL,
    ball_mass=0.285,
    ball_radius=0.034,
    rolling_friction=0.008,
    cushion_height=0.0425,
    cue_mass=0.650,
    end_mass_ratio=42.0,
)

PRESETS: Mapping[str, Constants] = MappingProxyType(
    {
        "pool_9ft": POOL,
        "pool_8ft": POOL,
        "pool_7ft": POOL,
        "carom_10ft": CAROM_HEATED,
        "carom_9ft": CAROM,
        "carom_8ft": CAROM,
        "pyramid_12ft": PYRAMID,
        "pyramid_9ft": PYRAMID,
    }
)
"""Default constants of every table."""


def constants_for(table_name: str, overrides: Mapping[str, float]) -> Constants:
    """The preset of a table with single constants replaced; raises `BadConstants` naming the field."""
    if table_name not in PRESETS:
        raise BadConstants("table", f"unknown table {table_name!r}")
    return overridden(PRESETS[table_name], overrides)


def overridden(constants: Constants, overrides: Mapping[str, float]) -> Constants:
    """Constants with single ones replaced; raises `BadConstants` naming the field."""
    for name, value in overrides.items():
        constants = replace(constants, **{name: _checked(name, value)})  # type: ignore[arg-type]
    return constants


def _checked(name: str, value: float) -> float:
    if name not in _UPPER:
        raise BadConstants(name, "no such constant")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadConstants(name, "must be a number")
    if not math.isfinite(value) or value < 0.0 or (value == 0.0 and name not in _MAY_BE_ZERO) or value > _UPPER[name]:
        low = "0 or more" if name in _MAY_BE_ZERO else "more than 0"
        raise BadConstants(name, f"must be {low} and at most {_UPPER[name]:g}")
    return float(value)
