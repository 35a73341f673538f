"""What the tip did besides a clean hit: miscue, scoop, ferrule, double hit, push; each with its margin.

After the blow the cue goes on with the speed that the momentum it gave leaves it. Where another ball close by slows
the ball it struck, the tip may reach that again: docs/physics.md#double-hit (Slovak pool rules 3.22, 3.23; T3, R3).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from physics.balls import Constants
from physics.placement import FROZEN_GAP
from physics.tables import TableSpec
from physics.trajectories import Ball, Contact, ContactKind, CueFact, Layout, Mode, Stroke, Trace

CLOSE = 0.022
"""m: a ball farther off than a cube of chalk cannot bring the tip back (Slovak pool rules 2.20)."""

FOLLOW_THROUGH = 0.010
"""m: how far a tip goes on after the blow."""

GRAZE = math.radians(80.0)
"""Thinner hits hardly slow the struck ball: always clean."""

PUSH_CONE = math.radians(45.0)
"""A ball frozen to the struck ball within this of the aim is pushed."""

LEVEL = math.radians(20.0)
"""A cue raised less than this is not raised for a jump (Slovak pool rules 3.25)."""

FERRULE = 0.8
"""Radii: a slipping tip this far out meets the ball with its side."""


def tip_facts(
    trace: Trace, table: TableSpec, constants: Constants, layout: Layout, strokes: Sequence[Stroke]
) -> tuple[CueFact, ...]:
    """The facts of every stroke of a shot."""
    facts: list[CueFact] = []
    for stroke in strokes:
        facts += _slips(trace, constants, stroke)
        if len(layout.positions) > 1 and stroke.speed > 0.0:
            facts += _second_hits(trace, table, constants, layout, stroke)
    return tuple(facts)


def _slips(trace: Trace, constants: Constants, stroke: Stroke) -> list[CueFact]:
    """Miscue, ferrule and scoop: the tip beyond its friction cone. Margins: how far beyond, mm on the ball."""
    offset = math.hypot(*stroke.tip)
    limit = constants.tip_friction / math.sqrt(1.0 + constants.tip_friction**2)
    if offset <= limit or stroke.speed == 0.0:
        return []
    scale = 1000.0 * constants.ball(stroke.ball).radius
    facts = [CueFact("miscue", margin_mm=(offset - limit) * scale)]
    if offset > FERRULE:
        facts.append(CueFact("ferrule", margin_mm=(offset - FERRULE) * scale))
    lifted = int(trace.rows_of(stroke.ball)[0]["mode"]) == Mode.AIRBORNE
    bounced = any(c.kind is ContactKind.BED and c.time == 0.0 and c.ball == stroke.ball for c in trace.contacts)
    if stroke.tip[1] < 0.0 and stroke.elevation < LEVEL and lifted and not bounced:
        facts.append(CueFact("scoop", margin_mm=-stroke.tip[1] * scale))
    return facts


def _second_hits(trace: Trace, table: TableSpec, constants: Constants, layout: Layout, stroke: Stroke) -> list[CueFact]:
    frozen = _frozen_ahead(constants, layout, stroke)
    if frozen:
        return _frozen_facts(table, frozen)
    first = _first_contact(trace, stroke.ball)
    if first is None or first.time > 1.0:
        return []
    return _reached_again(trace, constants, layout, stroke, first)


def _frozen_ahead(constants: Constants, layout: Layout, stroke: Stroke) -> list[float]:
    """The angles, rad, between aim and each ball frozen to the struck ball that lies ahead."""
    x, y = layout.positions[stroke.ball]
    radius = constants.ball(stroke.ball).radius
    angles = []
    for ball, (bx, by) in layout.positions.items():
        reach = radius + constants.ball(ball).radius + FROZEN_GAP
        if ball == stroke.ball or abs(bx - x) > reach or math.hypot(bx - x, by - y) > reach:
            continue
        ahead = math.cos(stroke.aim) * (bx - x) + math.sin(stroke.aim) * (by - y)
        angle = math.acos(max(-1.0, min(1.0, ahead / math.hypot(bx - x, by - y))))
        if angle < math.pi / 2:
            angles.append(angle)
    return angles


def _frozen_facts(table: TableSpec, angles: list[float]) -> list[CueFact]:
    """Shot into frozen balls: in pool only two at once are a double hit, elsewhere one within the cone is pushed."""
    if table.has_pockets:
        return [CueFact("double_hit", margin_mm=0.0, margin_ms=0.0)] if len(angles) > 1 else []
    return [CueFact("push", margin_mm=0.0, margin_ms=0.0)] if min(angles) < PUSH_CONE else []


def _first_contact(trace: Trace, ball: Ball) -> Contact | None:
    for contact in trace.contacts:
        if contact.kind is ContactKind.BALL and ball in (contact.ball, contact.other):
            return contact
        if contact.kind is ContactKind.CUSHION and contact.ball == ball:
            return None
    return None


def _reached_again(trace: Trace, constants: Constants, layout: Layout, stroke: Stroke, first: Contact) -> list[CueFact]:
    """Whether the tip catches up with the ball that another one has slowed, within its follow-through."""
    other = Ball(first.other) if first.ball == stroke.ball else first.ball
    x, y = layout.positions[stroke.ball]
    here = trace.position_at(stroke.ball, first.time)
    there = trace.position_at(other, first.time)
    gap = math.hypot(here[0] - x, here[1] - y)
    way = (math.cos(stroke.aim), math.sin(stroke.aim))
    line = (there[0] - here[0], there[1] - here[1])
    across = abs(way[0] * line[1] - way[1] * line[0]) / math.hypot(*line)
    if gap >= CLOSE or gap == 0.0 or math.asin(min(1.0, across)) >= GRAZE:
        return []
    start = trace.rows_of(stroke.ball)[0]["vel"]
    leaving = math.hypot(*start.tolist())
    tip = stroke.speed - leaving * constants.ball(stroke.ball).mass / constants.cue_mass
    rows = trace.rows_of(stroke.ball)
    after = rows[int(rows["t"].searchsorted(first.time, side="right")) - 1]["vel"]
    forward = float(after[0]) * way[0] + float(after[1]) * way[1]
    if tip <= forward:
        return []
    catching = gap * (1.0 - tip / leaving) / (tip - forward)
    travel = tip * (gap / leaving + catching)
    if travel > FOLLOW_THROUGH:
        return []
    return [CueFact("double_hit", margin_mm=1000.0 * (FOLLOW_THROUGH - travel), margin_ms=1000.0 * catching)]
