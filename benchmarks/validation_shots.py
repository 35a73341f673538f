"""The shots behind the validation's figures, each through the public entry. SI units, angles in degrees."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

from physics.balls import Constants, PlainRestitution, RestitutionLaw, constants_for
from physics.simulate import simulate
from physics.tables import TABLES, PocketSpec, TableSpec
from physics.trajectories import Ball, ContactKind, Layout, Mode, Motion, Stroke, Trace

R, M, G, INCH = 0.028575, 0.170097, 9.81, 0.0254
CUTS = (5, 10, 15, 20, 25, 30, 35, 40, 45, 60, 80)
W, Y = Ball("W"), Ball("Y")
HALL = TableSpec("hall", 20.0, 20.0, 0.04)
"""So wide that no cushion is met."""


def _state(trace: Trace, ball: Ball, time: float = 0.0) -> tuple[list[float], list[float]]:
    rows = trace.rows_of(ball)
    row = rows[int(rows["t"].searchsorted(time, side="right")) - 1]
    return row["vel"].tolist(), row["spin"].tolist()


def _rolling(trace: Trace, ball: Ball) -> tuple[float, list[float]]:
    for row in trace.rows_of(ball):
        if row["mode"] == Mode.ROLLING:
            return float(row["t"]), row["vel"].tolist()
    raise AssertionError("it never rolls")


def _pool(**options: float) -> Constants:
    return constants_for("pool_9ft", {"ball_radius": R, "ball_mass": M, "gravity": G, **options})


def _alone(
    motion: Motion, constants: Constants, table: TableSpec = HALL, at: tuple[float, float] = (0.0, 0.0)
) -> Trace:
    return simulate(table, constants, Layout({W: at}), [], motions={W: motion})


def slide(speed: float, spin: float = 0.0) -> tuple[float, float, float]:
    """Time, way and speed at which a ball started with (speed, R omega) rolls; sliding friction 0.2."""
    trace = _alone(Motion((speed, 0.0, 0.0), (0.0, spin / R, 0.0)), _pool(sliding_friction=0.2))
    time, v = _rolling(trace, W)
    return time, trace.position_at(W, time)[0], v[0]


def rolling_distance(friction: float) -> float:
    """Way of a ball rolling at 1 m/s."""
    trace = _alone(Motion((1.0, 0.0, 0.0), (0.0, 1.0 / R, 0.0)), _pool(rolling_friction=friction), at=(-9.0, 0.0))
    return trace.rest[W][0] + 9.0


def spin_down(loss: float) -> float:
    """Time that 100 rad/s of spin in place last."""
    return _alone(Motion((0.0, 0.0, 0.0), (0.0, 0.0, 100.0)), _pool(spin_deceleration=loss)).duration


def flight(up: float) -> tuple[float, float]:
    """Time in the air and height of a ball thrown straight up."""
    trace = _alone(Motion((0.0, 0.0, up), (0.0, 0.0, 0.0)), _pool())
    landing = next(contact for contact in trace.contacts if contact.kind is ContactKind.BED)
    return landing.time, trace.position_at(W, up / G)[2] - R


def _meet(speed: float, cut: float, spin: tuple[float, float, float] | str, constants: Constants) -> Trace:
    """White meets yellow at once, line of centres along +x, coming in at `cut` to it; spin as R omega."""
    c = math.radians(cut)
    v = (speed * math.cos(c), speed * math.sin(c), 0.0)
    w = {"stun": (0.0, 0.0, 0.0), "roll": (-v[1], v[0], 0.0)}[spin] if isinstance(spin, str) else spin
    r = constants.ball_radius
    motion = Motion(v, (w[0] / r, w[1] / r, w[2] / r))
    return simulate(HALL, constants, Layout({W: (-2 * r, 0.0), Y: (0.0, 0.0)}), [], motions={W: motion})


def _angle(v: list[float]) -> float:
    return math.degrees(math.atan2(v[1], v[0]))


def throw(way: str, speed: float, cut: float) -> float:
    """Throw of the object ball."""
    return _angle(_state(_meet(speed, cut, way, _pool(ball_ball_restitution=1.0)), Y)[0])


def spin_throw(speed: float, factor: float) -> float:
    """Throw of a straight shot with side spin."""
    trace = _meet(speed, 0.0, (0.0, 0.0, factor * speed), _pool(ball_ball_restitution=1.0))
    return abs(_angle(_state(trace, Y)[0]))


def spin_passed_on() -> float:
    """Share of a little side spin that the object ball takes."""
    trace = _meet(1.0, 0.0, (0.0, 0.0, 1e-3), _pool(ball_ball_restitution=1.0))
    return abs(_state(trace, Y)[1][2]) * R / 1e-3


def ninety_degrees(e: float, mu: float) -> float:
    """Angle between the balls after a stun shot at a 30 degree cut."""
    trace = _meet(1.0, 30.0, "stun", _pool(ball_ball_restitution=e, ball_ball_friction=mu))
    return _angle(_state(trace, W)[0]) - _angle(_state(trace, Y)[0])


def thirty_degrees(e: float, fraction: float) -> float:
    """Deflection of a rolling cue ball once it rolls again, by ball-hit fraction."""
    cut = math.degrees(math.asin(1.0 - fraction))
    constants = _pool(ball_ball_restitution=e, ball_ball_friction=0.0)
    trace = _meet(1.0, cut, "roll", constants)
    rows = [row for row in trace.rows_of(W) if row["t"] > 0.0 and row["mode"] == Mode.ROLLING]
    return _angle(rows[0]["vel"].tolist()) - cut


def _measured(row: tuple[float, ...]) -> dict[Ball, list[float]]:
    speed, spin, cut, *_ = row
    c, r = math.radians(cut), 0.02625
    constants = constants_for(
        "carom_10ft",
        {
            "ball_radius": r,
            "ball_mass": 0.1406,
            "ball_ball_restitution": 0.89,
            "ball_ball_friction": 0.05,
            "sliding_friction": 0.21,
        },
    )
    trace = _meet(speed, cut, (-spin * r * math.sin(c), spin * r * math.cos(c), 0.0), constants)
    found = {}
    for ball in (W, Y):
        rows = [part for part in trace.rows_of(ball) if part["t"] > 0.0 and part["mode"] == Mode.ROLLING]
        found[ball] = rows[0]["vel"].tolist()
    return found


def first_speeds(row: tuple[float, ...]) -> tuple[float, float]:
    """Speeds of cue and object ball when they roll, for a measured row."""
    found = _measured(row)
    return math.hypot(*found[W][:2]), math.hypot(*found[Y][:2])


def mathavan_2014(row: tuple[float, ...]) -> tuple[float, float]:
    """Ways of cue and object ball when they roll, from the incoming way, for a measured row."""
    found = _measured(row)
    return abs(_angle(found[W]) - row[2]), abs(_angle(found[Y]) - row[2])


def _struck(stroke: Stroke, constants: Constants) -> Trace:
    return simulate(HALL, constants, Layout({W: (0.0, 0.0)}), [stroke])


def ball_speed(offset: float, *, plain: bool = False) -> float:
    """Ball speed over cue speed, tip above centre; `plain`: with the default tip and cue."""
    options = {} if plain else {"cue_mass": M * 19 / 6, "tip_restitution": 1.0, "end_mass_ratio": 1e9}
    return _state(_struck(Stroke(W, 0.0, 1.0, 0.0, (0.0, offset)), _pool(**options)), W)[0][0]


def squirt(side: float, ratio: float) -> float:
    """Squirt by tip offset and end mass ratio."""
    return _angle(_state(_struck(Stroke(W, 0.0, 1.0, 0.0, (side, 0.0)), _pool(end_mass_ratio=ratio)), W)[0])


def jump() -> tuple[float, float, float, float]:
    """Height and length of a jump at 45 degrees, each beside its closed form."""
    constants = _pool(bed_restitution=0.5)
    trace = _struck(Stroke(W, 0.0, 4.0, math.radians(45.0)), constants)
    blow = 4.0 * (1 + constants.tip_restitution) / (1 + constants.ball_mass / constants.cue_mass) * math.sqrt(0.5)
    up, along = 0.5 * blow, blow - min(constants.sliding_friction * 1.5 * blow, 2 / 7 * blow)
    landing = [contact for contact in trace.contacts if contact.kind is ContactKind.BED][1]
    height = trace.position_at(W, up / G)[2] - R
    return height, up * up / (2 * G), landing.at[0], along * 2 * up / G


def mathavan_2010(angle: float, side: float = 0.0, *, core: str = "rigid") -> tuple[float, float]:
    """Speed ratio and angle of a rolling snooker ball after a cushion; side = R omega / V, + running."""
    r = 0.02625
    values = {"ball_radius": r, "ball_mass": 0.1406, "cushion_friction": 0.14, "sliding_friction": 0.212}
    constants = constants_for("carom_10ft", {**values, "cushion_restitution": 0.98, "cushion_height": 1.4 * r})
    if core == "rubber":
        constants = replace(constants, cushion_restitution=RestitutionLaw(0.98, 0.0, 0.98, 1.8))
    a = math.radians(angle)
    v = (math.cos(a), math.sin(a), 0.0)
    motion = Motion(v, (-v[1] / r, v[0] / r, side / r))
    out = _state(_alone(motion, constants, at=(0.0, HALL.width / 2 - r)), W)[0]
    return math.hypot(out[0], out[1]), math.degrees(math.atan2(-out[1], out[0]))


def plain_rebound(spin: float) -> float:
    """Spin (rad/s, as it was before) after a straight hit at 5 ft/s on TP 7.3's cushion."""
    constants = _pool(cushion_friction=0.17, cushion_height=1.08 * R)
    constants = replace(constants, cushion_restitution=PlainRestitution(0.7))
    motion = Motion((1.524, 0.0, 0.0), (0.0, spin, 0.0))
    return _state(_alone(motion, constants, at=(HALL.length / 2 - R, 0.0)), W)[1][1]


def bank_travel(mph: float) -> float:
    """Whole way, ft, of a rolling ball up and down a table 100 inches long."""
    constants = _pool(sliding_friction=0.2, rolling_friction=0.01, cushion_friction=2.0, cushion_height=R)
    constants = replace(constants, cushion_restitution=PlainRestitution(0.7))
    speed = mph * 0.44704
    table = TableSpec("bank", 2.54 + 2 * R, 1.27, R)
    trace = _alone(Motion((speed, 0.0, 0.0), (0.0, speed / R, 0.0)), constants, table, (-1.27, 0.0))
    places = [float(row["pos"][0]) for row in trace.rows_of(W)]
    return sum(abs(b - a) for a, b in pairwise(places)) / 0.3048


def bank(speed: float) -> float:
    """Rebound over incident speed of a rolling ball on the default pool cushion."""
    motion = Motion((speed, 0.0, 0.0), (0.0, speed / R, 0.0))
    return -_state(_alone(motion, _pool(), at=(HALL.length / 2 - R, 0.0)), W)[0][0] / speed


def _pockets() -> TableSpec:
    """A nine-foot table with the pockets of TP 3.5 to 3.8."""

    def pocket(mouth: float, degrees: float, deep: float, shelf: float, radius: float) -> PocketSpec:
        a = math.radians(degrees)
        return PocketSpec(mouth, mouth - 2 * deep * math.tan(a), a, shelf, radius, shelf + 2 * radius)

    corner = pocket(4.5875 * INCH, 7.0, 0.062, 1.125 * INCH, 2.75 * INCH)
    side = pocket(5.0625 * INCH, 14.0, 0.045, 0.1875 * INCH, 3.0 * INCH)
    return replace(TABLES["pool_9ft"], corner=corner, side=side)


def pocket_limit(kind: str) -> float:
    """Greatest angle to a pocket's axis at which some line still pots a ball: side slow, corner fast."""
    table = _pockets()
    speed = 0.35 if kind == "side" else 3.0
    taken = _side_takes if kind == "side" else _corner_takes
    best = 0.0
    for step in range(100, 150):
        angle = step / 2
        if any(taken(table, angle, offset * 5e-4, speed) for offset in range(-120, 121)):
            best = angle
    return best


def _potted(table: TableSpec, at: tuple[float, float], way: tuple[float, float], speed: float, pocket: str) -> bool:
    """Whether a rolling ball goes into a pocket at once, off its own jaws at most."""
    motion = Motion((speed * way[0], speed * way[1], 0.0), (-speed * way[1] / R, speed * way[0] / R, 0.0))
    trace = simulate(table, _pool(rolling_friction=0.002), Layout({W: at}), [], motions={W: motion})
    last = trace.contacts[-1] if trace.contacts else None
    if last is None or last.kind is not ContactKind.POCKET or last.other != pocket:
        return False
    return all(math.dist(contact.at[:2], last.at[:2]) < 0.13 for contact in trace.contacts)


def _side_takes(table: TableSpec, angle: float, offset: float, speed: float) -> bool:
    a = math.radians(angle)
    way = (math.sin(a), math.cos(a))
    back = (R + 1e-4) / way[1]
    at = (offset - way[0] * back, table.width / 2 - way[1] * back)
    assert table.side is not None
    half = table.side.mouth / 2
    if min(math.dist(at, (half, table.width / 2)), math.dist(at, (-half, table.width / 2))) < R:
        return False
    return _potted(table, at, way, speed, "SL")


def _corner_takes(table: TableSpec, angle: float, offset: float, speed: float) -> bool:
    a = math.pi / 4 - math.radians(angle)
    way = (math.cos(a), math.sin(a))
    assert table.corner is not None
    cut = table.corner.mouth * math.sqrt(0.5)
    root = math.sqrt(0.5)
    x, y = table.length / 2 - cut / 2 - root * offset, table.width / 2 - cut / 2 + root * offset
    back = 0.45
    while back > 0.02:
        at = (x - way[0] * back, y - way[1] * back)
        if at[0] < table.length / 2 - R - 1e-6 and abs(at[1]) < table.width / 2 - R - 1e-6:
            return _potted(table, at, way, speed, "FL")
        back *= 0.9
    return False


CORNER_FIVE = tuple(
    (start, first)
    for start in (5.0, 4.5, 4.0, 3.5, 3.0)
    for first in (1.0, 1.5, 2.0, 2.5, 3.0, 3.5)
    if start - first >= 0.5
)
"""Departure and first cushion, diamonds: 5 is the corner, half a number a diamond along the long rail."""


def corner_five(start: float, first: float) -> float:
    """How far, in diamonds, the third cushion is met from departure minus first: heated table, running side."""
    table = TABLES["carom_10ft"]
    constants = constants_for("carom_10ft", {})
    diamond, radius = table.length / 8, constants.ball_radius
    x, y = -table.length / 2 + 2 * (5.0 - start) * diamond, -table.width / 2
    dx, dy = table.length / 2 - first * diamond - x, table.width
    back = 1.0 / math.hypot(dx, dy)
    step = max((radius + 1e-3) / (dy * back), (radius + 1e-3) / (dx * back) if start == 5.0 else 0.0) + 0.02
    at = (x + dx * back * step, y + dy * back * step)
    stroke = Stroke(W, math.atan2(dy, dx), 2.6, 0.0, (0.4, 0.1))
    trace = simulate(table, constants, Layout({W: at}), [stroke])
    rails = [contact for contact in trace.contacts if contact.kind is ContactKind.CUSHION][:3]
    assert [contact.other for contact in rails] == ["L", "F", "R"]
    return (table.length / 2 - rails[2].at[0]) / diamond - (start - first)
