"""Plain line charts as SVG, for reports: curves with dots beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

COLOURS = ("#1f5fa8", "#c0392b", "#2d8a4e", "#8e44ad", "#d68910", "#16808a", "#555555")
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 640, 400, 56, 48, 36, 170

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Curve:
    """A line and its dots, by name."""

    name: str
    line: Points
    dots: Points


def plot(title: str, x_name: str, y_name: str, curves: Sequence[Curve]) -> str:
    """One chart; both axes start at zero."""
    points = [point for curve in curves for point in (*curve.line, *curve.dots)]
    scale_x = (WIDTH - LEFT - RIGHT) / max(x for x, _ in points)
    scale_y = (HEIGHT - TOP - BOTTOM) / (1.05 * max(y for _, y in points))

    def at(x: float, y: float) -> str:
        return f"{LEFT + x * scale_x:.1f},{HEIGHT - BOTTOM - y * scale_y:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif"',
        'font-size="11">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="20" font-size="13">{escape(title)}</text>',
        f'<text x="{(WIDTH - RIGHT + LEFT) / 2}" y="{HEIGHT - 12}" text-anchor="middle">{escape(x_name)}</text>',
        f'<g transform="translate(14 {HEIGHT / 2}) rotate(-90)"><text text-anchor="middle">{escape(y_name)}</text></g>',
        *_axes(max(x for x, _ in points), 1.05 * max(y for _, y in points), scale_x, scale_y),
    ]
    for index, curve in enumerate(curves):
        colour = COLOURS[index % len(COLOURS)]
        line = " ".join(at(x, y) for x, y in curve.line)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        for x, y in curve.dots:
            cx, cy = at(x, y).split(",")
            parts.append(f'<circle cx="{cx}" cy="{cy}" r="3" fill="{colour}"/>')
        y_name_at = TOP + 16 * index
        parts.append(f'<text x="{WIDTH - RIGHT + 12}" y="{y_name_at}" fill="{colour}">{escape(curve.name)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _axes(most_x: float, most_y: float, scale_x: float, scale_y: float) -> Iterator[str]:
    for value in _ticks(most_x):
        x = LEFT + value * scale_x
        yield f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{HEIGHT - BOTTOM}" stroke="#e0e0e0"/>'
        yield f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{value:g}</text>'
    for value in _ticks(most_y):
        y = HEIGHT - BOTTOM - value * scale_y
        yield f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="#e0e0e0"/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>'


def _ticks(most: float) -> Iterator[float]:
    step = next(step for step in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50) if most / step <= 10)
    for k in range(int(most / step) + 1):
        yield k * step
