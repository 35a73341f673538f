"""Cloth and cues as people know them, as changes of a table's constants; multipliers keep each table's own cloth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from physics.balls import Constants, RestitutionLaw


@dataclass(frozen=True)
class Cloth:
    """What the state of cloth and rubber multiplies: sliding, rolling and spin resistance, cushion restitution."""

    sliding: float
    rolling: float
    spin: float
    cushion: float


@dataclass(frozen=True)
class Cue:
    """A kind of cue: mass kg, tip restitution and friction, ball mass / end mass of the shaft for a pool ball."""

    mass: float
    tip_restitution: float
    tip_friction: float
    end_mass_ratio: float


CLOTHS: Mapping[str, Cloth] = MappingProxyType(
    {
        "average": Cloth(1.0, 1.0, 1.0, 1.0),
        "clean": Cloth(0.85, 0.85, 0.85, 1.02),
        "damp": Cloth(1.25, 1.4, 1.4, 0.94),
    }
)
"""New or just ironed cloth slides and rolls easily; damp cloth drags and deadens. All within measured ranges."""

CUES: Mapping[str, Cue] = MappingProxyType(
    {
        "playing": Cue(0.5386, 0.75, 0.6, 25.0),
        "low_deflection": Cue(0.5386, 0.75, 0.6, 40.0),
        "break": Cue(0.5386, 0.84, 0.55, 12.0),
        "jump": Cue(0.255, 0.87, 0.55, 15.0),
    }
)
"""Leather tips give back 0.71 to 0.75, phenolic ones 0.81 to 0.87; end masses from measured shafts (TP B.1)."""

BALL_SETS: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {"standard": MappingProxyType({}), "light": MappingProxyType({"ball_mass": 0.255})}
)
"""Overrides by the set of balls: the table's own, or the newer set of Russian pyramid, 255 g instead of 285 g."""


def with_cloth(constants: Constants, cloth: Cloth) -> Constants:
    """The constants of a table with its cloth in another state."""
    bounce = constants.cushion_restitution
    if isinstance(bounce, RestitutionLaw):
        bounce = replace(bounce, high=min(1.0, bounce.high * cloth.cushion), low=bounce.low * cloth.cushion)
    return replace(
        constants,
        sliding_friction=constants.sliding_friction * cloth.sliding,
        rolling_friction=constants.rolling_friction * cloth.rolling,
        spin_deceleration=constants.spin_deceleration * cloth.spin,
        cushion_restitution=bounce,
    )


def with_cue(constants: Constants, cue: Cue) -> Constants:
    """The constants of a table with another cue in hand."""
    return replace(
        constants,
        cue_mass=cue.mass,
        tip_restitution=cue.tip_restitution,
        tip_friction=cue.tip_friction,
        end_mass_ratio=cue.end_mass_ratio,
    )
