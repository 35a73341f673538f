"""From intent to executed stroke: a spread by a named draw, as wide as the room's touch; and the gaps of a real rack.

The spread grows with speed, tip offset and elevation. `exact` has none and is for friendly rooms and practice. A cue
lies over a cushion: whatever the touch, the butt of an executed stroke is as high as the cushion behind it asks for.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, pi, radians, sin

from game.draws import gaussians
from game.values import replace
from game.vocabulary import Point, Touch
from physics.balls import Constants
from physics.clearance import least_elevation
from physics.tables import TableSpec
from physics.trajectories import Layout, Stroke


@dataclass(frozen=True)
class Spread:
    """Standard deviations of an easy stroke: aim (rad), speed (part of it), elevation (rad), tip (ball radii)."""

    aim: float
    speed: float
    elevation: float
    tip: float


SPREADS = {
    Touch.EXACT: Spread(0.0, 0.0, 0.0, 0.0),
    Touch.PRO: Spread(0.0006, 0.012, 0.0025, 0.008),
    Touch.CLUB: Spread(0.0016, 0.035, 0.007, 0.021),
}
"""Set so that nine-ball racks are broken and run out as often as people were counted to (benchmarks.runouts)."""

EDGE = 0.999
"""Ball radii: no executed tip meets the ball beyond its edge."""

UNASKED = radians(10.0)
"""rad: so far a cushion raises a cue without a word, as nobody's cue is ever level; more has to be asked for."""

FASTEST = 16.0
"""m/s of a cue, the most that may be asked for."""

RACK_GAP = 1.5e-5
"""m: standard deviation of a racked ball's place, cut at three of them; `pro` breaks come out as counted with it
(benchmarks.breaks)."""


def difficulty(stroke: Stroke) -> float:
    """By how much a stroke spreads more than an easy one: 1 for slow, level and centred."""
    off_centre = hypot(*stroke.tip)
    return 1.0 + (stroke.speed / 7.0) ** 2 + 2.0 * off_centre * off_centre + 3.0 * sin(stroke.elevation)


def execute(intent: Stroke, touch: Touch, key: bytes, label: str) -> Stroke:
    """The stroke that is really struck: the intent with the draw of this label added."""
    spread = SPREADS[touch]
    if touch is Touch.EXACT:
        return intent
    wide = difficulty(intent)
    aim, speed, elevation, side, up = gaussians(key, label, 5)
    tip = (intent.tip[0] + side * spread.tip * wide, intent.tip[1] + up * spread.tip * wide)
    return Stroke(
        intent.ball,
        intent.aim + aim * spread.aim * wide,
        min(FASTEST, max(0.1 * intent.speed, intent.speed * (1.0 + speed * spread.speed))),
        min(pi / 2.0, max(0.0, intent.elevation + elevation * spread.elevation * wide)),
        inside_ball(tip),
    )


def over_cushions(stroke: Stroke, table: TableSpec, constants: Constants, layout: Layout) -> Stroke:
    """The stroke with the butt as high as the cushion behind the ball asks for; as it is where no cue gets over it."""
    if stroke.ball not in layout.positions:
        return stroke
    alone = Layout({stroke.ball: layout.positions[stroke.ball]})
    least = least_elevation(table, constants, alone, stroke)
    return stroke if least is None or least <= stroke.elevation else replace(stroke, elevation=least)


def inside_ball(tip: tuple[float, float]) -> tuple[float, float]:
    """Where a tip meets the ball, in radii: brought in where it would miss it."""
    off_centre = hypot(*tip)
    return tip if off_centre <= EDGE else (tip[0] * EDGE / off_centre, tip[1] * EDGE / off_centre)


def rack_gaps(count: int, key: bytes, label: str) -> tuple[Point, ...]:
    """How far each ball of a rack lies from its exact place, m."""
    drawn = [max(-3.0, min(3.0, value)) * RACK_GAP for value in gaussians(key, label, 2 * count)]
    return tuple(zip(drawn[::2], drawn[1::2], strict=True))
