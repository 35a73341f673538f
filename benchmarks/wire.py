"""What a shot weighs on the wire, and how exactly a client draws it: `python -m benchmarks.wire`.

Random shots of every class through the engine and the server's packing: bytes of the whole notice (MessagePack), and
the greatest distance between a ball as a client draws it and as the engine has it, at many moments of a shot.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator

from benchmarks.figures import Figure
from benchmarks.shot_cases import CLASSES, Case
from client_protocol.codec import encode
from client_protocol.notices import RoomDelta, ShotPlayed
from client_protocol.traces import unpack
from client_protocol.values import CueTable, Ruling, Stroke
from game.notation import format_log
from game.observe import observe
from physics.balls import PRESETS
from physics.simulate import simulate
from physics.tables import TABLES
from physics.trajectories import Trace
from server.translate_play import Simulated, trace_bytes

SHOTS = 100
MOMENTS = 200
EXACT = 1e-5
LIMITS = {"eight_ball_break": 10_000, "mid_game": 2_000, "carom": 2_000}
"""Bytes that the median of a class may have."""


def notice_bytes(case: Case, trace: Trace, packed: bytes) -> int:
    """Bytes of the notice of a shot, with all that changes at the table by it."""
    stroke = Stroke(str(case.stroke.ball), case.stroke.aim, case.stroke.speed, case.stroke.elevation, case.stroke.tip)
    facts = observe(trace, TABLES[case.table], PRESETS[case.table], case.layout, case.stroke.ball)
    rest = {str(ball): at for ball, at in trace.rest.items()}
    table = CueTable(rest, "as_lies", ("c",), (), {"ball_on": "1", "consecutive_fouls": 0})
    notice = ShotPlayed(
        room="abcdefghjkmn",
        n=120,
        seat=0,
        intent=stroke,
        stroke=stroke,
        trace=packed,
        rest=rest,
        log=format_log(facts.events),
        ruling=Ruling(rules=("3.18",), text="The shot was fair and the turn passes to the other side."),
        delta=RoomDelta(turn=31, to_act=1, legal=("take_shot", "concede"), cue=table, entries=60),
        time=1790000031.5,
        duration=facts.duration,
    )
    return len(encode(notice))


def drawing_error(trace: Trace, packed: bytes) -> float:
    """The greatest distance between a drawn ball and the true one, m."""
    drawn, worst = unpack(packed), 0.0
    for ball, shown in zip(trace.balls, drawn.balls, strict=True):
        for k in range(MOMENTS + 1):
            t = trace.duration * k / MOMENTS
            worst = max(worst, math.dist(shown.position_at(t), trace.position_at(ball, t)))
    return worst


def measure() -> Iterator[Figure]:
    """Median bytes of a notice by class, the greatest too, and the worst drawing error."""
    worst = 0.0
    for name, make in CLASSES.items():
        sizes = []
        for seed in range(SHOTS):
            case = make(seed)
            trace = simulate(TABLES[case.table], PRESETS[case.table], case.layout, (case.stroke,))
            packed = trace_bytes(Simulated(trace, PRESETS[case.table]))
            sizes.append(notice_bytes(case, trace, packed))
            if seed % 10 == 0:
                worst = max(worst, drawing_error(trace, packed))
        limit, median = LIMITS.get(name), statistics.median(sizes)
        yield Figure(f"{name}, notice, median", median, "bytes", limit, "promise", must=limit is not None)
        yield Figure(f"{name}, notice, greatest", max(sizes), "bytes")
    yield Figure("drawing error, greatest", worst, "m", EXACT, "promise", must=True)


if __name__ == "__main__":
    for figure in measure():
        beside = f", at most {figure.against:g}" if figure.against else ""
        print(f"{figure.name:36s} {figure.value:12.6g} {figure.unit}{beside}")
