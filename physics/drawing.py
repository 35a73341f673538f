"""A shot as a picture: an SVG of the table, the exact paths, the balls before and after. Millimetres on paper."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from xml.sax.saxutils import escape

from physics.balls import Constants
from physics.tables import PocketSpec, TableSpec
from physics.trajectories import Ball, Mode, Trace

COLOURS = {
    "c": "#f8f6ee", "W": "#f8f6ee", "Y": "#f2c230", "R": "#cc2f2f", "B": "#7d1f3c",
    "1": "#f2c230", "2": "#2456b8", "3": "#d8342c", "4": "#5a2d83", "5": "#f07f23", "6": "#1d7a46", "7": "#7d1f2b",
    "8": "#1c1c1c", "9": "#f2c230", "10": "#2456b8", "11": "#d8342c", "12": "#5a2d83", "13": "#f07f23", "14": "#1d7a46",
    "15": "#7d1f2b",
}  # fmt: skip
CLOTH, WOOD, CUSHION, HOLE = "#1f6e8c", "#5a3a22", "#17566e", "#111111"


def draw(trace: Trace, table: TableSpec, constants: Constants) -> str:
    """The SVG text of a trace: foot cushion to the right, breaker's left up; rings where balls started."""
    return "\n".join((*_frame(table), *_paths(trace), *_balls(trace, constants), "</svg>", ""))


def _mm(value: float) -> str:
    return f"{1000.0 * value:.2f}"


def _point(x: float, y: float) -> str:
    return f"{_mm(x)},{_mm(-y)}"


def _frame(table: TableSpec) -> Iterator[str]:
    half_x, half_y, rail = table.length / 2, table.width / 2, table.rail_width
    left, top = -half_x - rail, -half_y - rail
    width, height = table.length + 2 * rail, table.width + 2 * rail
    box = f"{_mm(left)} {_mm(top)} {_mm(width)} {_mm(height)}"
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{1000 * width / 2:.0f}" '
        f'height="{1000 * height / 2:.0f}" font-family="sans-serif">'
    )
    yield _rect(left, top, width, height, WOOD, 0.02)
    nose = 0.05
    yield _rect(-half_x - nose, -half_y - nose, table.length + 2 * nose, table.width + 2 * nose, CUSHION, 0.0)
    yield _rect(-half_x, -half_y, table.length, table.width, CLOTH, 0.0)
    for sx in (-1, 0, 1):
        for sy in (1, -1):
            spec = table.side if sx == 0 else table.corner
            if spec is not None:
                yield from _hole(table, spec, sx, sy)


def _rect(x: float, y: float, width: float, height: float, fill: str, round_by: float) -> str:
    box = f'x="{_mm(x)}" y="{_mm(y)}" width="{_mm(width)}" height="{_mm(height)}"'
    return f'<rect {box} rx="{_mm(round_by)}" fill="{fill}"/>'


def _hole(table: TableSpec, spec: PocketSpec, sx: int, sy: int) -> Iterator[str]:
    """A pocket: mouth, facings and hole, in the geometry that the kernel uses."""
    root = math.sqrt(0.5)
    ux, uy = (sx * root, sy * root) if sx else (0.0, float(sy))
    ax, ay = (-sx * root, sy * root) if sx else (1.0, 0.0)
    cut = 0.5 * spec.mouth * root if sx else 0.0
    mx, my = sx * (table.length / 2 - cut), sy * (table.width / 2 - cut)
    deep = (spec.mouth - spec.throat) / (2 * math.tan(spec.facing_angle)) if spec.facing_angle > 0 else spec.depth
    corners = [
        (mx + side * ax * half + ux * along, my + side * ay * half + uy * along)
        for side, half, along in (
            (1, spec.mouth / 2, 0.0),
            (1, spec.throat / 2, deep),
            (-1, spec.throat / 2, deep),
            (-1, spec.mouth / 2, 0.0),
        )
    ]
    yield f'<polygon points="{" ".join(_point(x, y) for x, y in corners)}" fill="{CLOTH}"/>'
    reach = spec.shelf + spec.drop_radius
    x, y = mx + ux * reach, my + uy * reach
    yield f'<circle cx="{_mm(x)}" cy="{_mm(-y)}" r="{_mm(spec.drop_radius)}" fill="{HOLE}"/>'


def _paths(trace: Trace) -> Iterator[str]:
    for ball in trace.balls:
        steps = list(_curves(trace, ball))
        if len(steps) > 1:
            colour = COLOURS.get(ball, "#dddddd")
            yield f'<path d="{" ".join(steps)}" fill="none" stroke="{colour}" stroke-width="4" stroke-opacity="0.85"/>'


def _curves(trace: Trace, ball: Ball) -> Iterator[str]:
    """A quadratic in time is a quadratic curve on paper: exact."""
    rows = trace.rows_of(ball)
    yield f"M{_point(rows[0]['pos'][0], rows[0]['pos'][1])}"
    for row, after in pairwise(rows):
        dt = float(after["t"] - row["t"])
        x, y = row["pos"][0] + 0.5 * dt * row["vel"][0], row["pos"][1] + 0.5 * dt * row["vel"][1]
        if row["mode"] not in (Mode.REST, Mode.SPINNING):
            yield f"Q{_point(x, y)} {_point(after['pos'][0], after['pos'][1])}"


def _balls(trace: Trace, constants: Constants) -> Iterator[str]:
    for ball in trace.balls:
        radius = constants.ball(ball).radius
        colour = COLOURS.get(ball, "#dddddd")
        start = trace.rows_of(ball)[0]["pos"]
        yield (
            f'<circle cx="{_mm(start[0])}" cy="{_mm(-start[1])}" r="{_mm(radius)}" fill="none" stroke="{colour}" '
            f'stroke-width="3" stroke-dasharray="9 6"/>'
        )
        if ball not in trace.rest:
            continue
        x, y = trace.rest[ball]
        stripe = ball.isdigit() and int(ball) > 8
        yield f'<circle cx="{_mm(x)}" cy="{_mm(-y)}" r="{_mm(radius)}" fill="{"#f8f6ee" if stripe else colour}"/>'
        if stripe:
            yield (
                f'<rect x="{_mm(x - radius * 0.87)}" y="{_mm(-y - radius * 0.5)}" width="{_mm(radius * 1.74)}" '
                f'height="{_mm(radius)}" fill="{colour}"/>'
            )
        if ball.isdigit():
            yield (
                f'<text x="{_mm(x)}" y="{_mm(-y + 0.3 * radius)}" font-size="{_mm(0.9 * radius)}" text-anchor="middle" '
                f'fill="#ffffff" stroke="#000000" stroke-width="0.6">{escape(ball)}</text>'
            )
