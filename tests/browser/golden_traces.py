"""Writes `tests/golden/traces.json`, which the page's decoder is held to: bytes, and what Python reads from them.

Run `python -m tests.browser.golden_traces` after the layout of traces has changed, and look at the difference.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from client_protocol.trace_layout import DrawnTrace, Motion, Touched, TracedContact
from client_protocol.traces import unpack
from tests.packed_traces import packed

GOLDEN = Path(__file__).parents[1] / "golden" / "traces.json"
RADIUS = 0.028575
MOMENTS = 20
Row = tuple[int, Motion, float, tuple[float, ...], tuple[float, ...], tuple[float, ...], tuple[float, ...]]


def cases() -> dict[str, bytes]:
    """Traces with every kind of motion, flag and contact that the layout has, by name."""
    return {
        "stun and pot": packed([("c", RADIUS), ("9", RADIUS)], _columns(_stun_and_pot()), 2.5, _contacts(), 10.9),
        "jump": packed([("c", RADIUS)], _columns(_jump()), 1.0),
        "still moving, spinning in place": packed([("W", 0.03075), ("R", 0.03075)], _columns(_unfinished()), 0.75),
    }


def build() -> str:
    """The text of the golden file."""
    made = [_case(name, data) for name, data in cases().items()]
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def _columns(rows: list[Row]) -> list[list[Any]]:
    return [[row[k] for row in rows] for k in range(7)]


def _stun_and_pot() -> list[Row]:
    still = (0.0, 0.0, 0.0)
    return [
        (0, Motion.SLIDING, 0.0, (-0.6, 0.1, RADIUS), (3.0, -0.4, 0.0), (1.0, -40.0, 12.5), (-1.95, 0.26, 0.0)),
        (0, Motion.ROLLING, 0.31, (0.2363, -0.0115, RADIUS), (0.4, 0.2, 0.0), (-7.0, 14.0, 9.0), (-0.09, -0.045, 0.0)),
        (0, Motion.SPINNING, 2.0, (0.78384, 0.26227, RADIUS), still, (0.0, 0.0, 4.0), still),
        (0, Motion.REST, 2.4, (0.78384, 0.26227, RADIUS), still, still, still),
        (1, Motion.REST, 0.0, (0.29, -0.03, RADIUS), still, still, still),
        (1, Motion.ROLLING, 0.31, (0.29, -0.03, RADIUS), (2.0, 1.1, 0.0), (-38.5, 70.0, 0.0), (-0.08, -0.05, 0.0)),
        (1, Motion.AIRBORNE, 0.9, (1.25608, 0.610298, RADIUS), (1.2, 0.9, 0.0), (-30.0, 40.0, 0.0), (0.0, 0.0, -9.8)),
        (1, Motion.GONE, 1.05, (1.3, 0.66, -0.12), still, still, still),
    ]


def _contacts() -> list[TracedContact]:
    return [
        TracedContact(0.31, Touched.BALL, "c", "9", 0.71),
        TracedContact(0.95, Touched.POCKET, "9", "FL", 0.05),
        TracedContact(1.4, Touched.CUSHION, "c", "L", 0.0123),
    ]


def _jump() -> list[Row]:
    up = (1.5, 0.0, 1.2)
    return [
        (0, Motion.AIRBORNE, 0.0, (0.0, 0.0, RADIUS), up, (3.0, 5.0, -2.0), (0.0, 0.0, -9.80665)),
        (0, Motion.SLIDING, 0.2447, (0.36705, 0.0, RADIUS), (1.5, 0.0, 0.0), (3.0, 5.0, -2.0), (-1.9, 0.3, 0.0)),
        (0, Motion.ROLLING, 0.7, (0.8531, 0.0311, RADIUS), (0.6, 0.1, 0.0), (-3.5, 21.0, 0.0), (-0.1, 0.0, 0.0)),
    ]


def _unfinished() -> list[Row]:
    still = (0.0, 0.0, 0.0)
    return [
        (0, Motion.ROLLING, 0.0, (-1.1, -0.5, 0.03075), (4.0, 1.5, 0.0), (-48.8, 130.0, -31.0), (-0.1, -0.04, 0.0)),
        (1, Motion.SPINNING, 0.0, (0.71, 0.0, 0.03075), still, (0.0, 0.0, -6.5), still),
    ]


def _case(name: str, data: bytes) -> dict[str, Any]:
    drawn = unpack(data)
    return {
        "name": name,
        "bytes": base64.b64encode(data).decode(),
        "balls": [ball.name for ball in drawn.balls],
        "duration": drawn.duration,
        "spin_deceleration": drawn.spin_deceleration,
        "contacts": [[c.time, int(c.kind), c.ball, c.other, c.impulse] for c in drawn.contacts],
        "segments": [
            [ball.name, s.time, int(s.motion), *s.pos, *s.vel, *s.spin, *s.acc]
            for ball in drawn.balls
            for s in ball.segments
        ],
        "positions": _positions(drawn),
    }


def _positions(drawn: DrawnTrace) -> list[list[Any]]:
    moments = [drawn.duration * k / (MOMENTS - 1) for k in range(MOMENTS)]
    return [[ball.name, time, *ball.position_at(time)] for ball in drawn.balls for time in moments]


if __name__ == "__main__":
    GOLDEN.write_text(build(), encoding="utf-8")
