"""From a player's throw to the point in the board: sway, power, flight, a named draw. Source: darts B.2."""

from __future__ import annotations

import math
from dataclasses import dataclass

from game import draws
from game.actions import Throw
from game.darts.options import Options, measure, number, profile_of
from game.darts.vocabulary import Dart, Landing, dart_in
from game.vocabulary import Pace, Touch
from physics.darts.board import BoardProfile, Point, near_wire, rounded, segment_at
from physics.darts.flight import Thrower, fly

SWAY_PERIODS = (1.7, 2.3)
"""s, sideways and up and down."""

POWER_SPREAD = 0.05
"""Share of the nominal speed between an empty and a full power bar."""

AIM_RADIUS = 250.0
"""mm: aims outside this circle are refused."""

NOISE = {Touch.EXACT: 0.0, Touch.PRO: 9.0, Touch.CLUB: 12.0}
"""Spread per axis that nobody can be better than, mm. Nine is the floor of rated games."""

WIRE = 1.0
"""mm from a wire within which a dart may bounce."""


@dataclass(frozen=True)
class ThrowModel:
    """What turns a throw into a hit.

    noise   spread of the draw per axis, mm
    sway    amplitude of the sway, mm
    bounce  chance that a dart close to a wire bounces out
    """

    profile: BoardProfile
    thrower: Thrower
    noise: float
    sway: float
    bounce: float


@dataclass(frozen=True)
class Landed:
    """A dart that arrived: the point as it is stored (mm), what it hit, and how long it flew, s."""

    point: Point
    dart: Dart
    flight: float


def model_of(options: Options, touch: Touch, pace: Pace) -> ThrowModel:
    """The throw model of a match. An exact touch has no spread; where nobody waits, nothing sways."""
    profile = profile_of(options)
    oche = number(options, "oche_mm") / 1000.0 or profile.oche
    thrower = Thrower(oche, height=measure(options, "throw_height"), speed=measure(options, "throw_speed"))
    still = touch is Touch.EXACT or pace is Pace.INSTANT
    noise = 0.0 if touch is Touch.EXACT else measure(options, "noise_mm") or NOISE[touch]
    return ThrowModel(
        profile, thrower, noise, 0.0 if still else measure(options, "sway_mm"), measure(options, "bounce_p")
    )


def sway_phases(key: bytes, label: str) -> tuple[float, float]:
    """The phases (rad) of the sway while the dart with this label is held; everybody may see them."""
    first, second = (2.0 * math.pi * draws.uniform(key, f"{label}/sway", counter) for counter in range(2))
    return first, second


def sway_at(amplitude: float, phases: tuple[float, float], held: float) -> Point:
    """Where the aim has swayed to (mm) after a dart was held for `held` s."""
    across, up = (
        amplitude * math.sin(2.0 * math.pi * held / period + phase)
        for period, phase in zip(SWAY_PERIODS, phases, strict=True)
    )
    return across, up


def land(model: ThrowModel, key: bytes, label: str, throw: Throw, held: float) -> Landed:
    """Where a throw ends: aim and sway, speed by power, flight, noise, rounding to 0.1 mm, and the segment read off it.

    label  of this dart: `<game>/throw/t<turn>/d<dart>`; the client's nonce is added to that of the noise, so that the
           server cannot choose a key afterwards
    held   s from the opening of the dart to its release
    """
    sway = sway_at(model.sway, sway_phases(key, label), held) if model.sway else (0.0, 0.0)
    target = (throw.aim[0] + sway[0], throw.aim[1] + sway[1])
    flight = fly(model.thrower, target, speed_factor=1.0 + POWER_SPREAD * (throw.power - 0.5))
    chance = f"{label}/n{throw.nonce}" if throw.nonce else label
    noise = draws.gaussian_pair(key, chance)
    point = rounded((flight.impact[0] + model.noise * noise[0], flight.impact[1] + model.noise * noise[1]))
    dart = dart_in(segment_at(model.profile, point))
    if model.bounce and near_wire(model.profile, point, WIRE) and draws.uniform(key, f"{chance}/bounce") < model.bounce:
        dart = Dart(Landing.BOUNCE_OUT)
    return Landed(point, dart, flight.duration)
