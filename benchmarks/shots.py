"""Time of a shot, beside pooltool where its environment is given: one run, interleaved, CPU time.

    python -m benchmarks.shots [--peer PYTHON] [--quick] [--json FILE]

The peer lives in its own environment (`--peer` names its Python); how to make one stands in docs/physics.md#speed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.figures import Figure
from benchmarks.shot_cases import CLASSES, Case
from physics.balls import PRESETS
from physics.batch import simulate_many
from physics.documents import write_constants
from physics.simulate import simulate
from physics.tables import TABLES
from physics.version import ENGINE_VERSION

GOALS = {"nine_ball_break": 500, "eight_ball_break": 500, "carom": 300, "one_ball": 300, "mid_game": 300}


ROUNDS = 5


def play(case: Case, repeats: int) -> tuple[float, int]:
    """CPU seconds of one of our shots, trace buffer included, and its events: `repeats` runs in a row and their mean.

    The median of some rounds of that: a shot takes microseconds, and what else the machine does is no part of it.
    """
    table, constants, strokes = TABLES[case.table], PRESETS[case.table], (case.stroke,)
    trace = simulate(table, constants, case.layout, strokes)
    rounds = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for _ in range(repeats):
            simulate(table, constants, case.layout, strokes)
        rounds.append((time.process_time() - start) / repeats)
    return statistics.median(rounds), trace.events


class Peer:
    """The peer's worker process."""

    def __init__(self, python: str) -> None:
        worker = Path(__file__).with_name("peer_pooltool.py")
        self._process = subprocess.Popen(
            [python, str(worker)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.about = self._answer()

    def play(self, case: Case) -> dict[str, Any]:
        """What the peer answers to a case."""
        stroke = case.stroke
        line = {
            "table": case.table,
            "balls": case.layout.positions,
            "ball": stroke.ball,
            "aim": stroke.aim,
            "speed": stroke.speed,
            "elevation": stroke.elevation,
            "tip": stroke.tip,
        }
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(line) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def close(self) -> None:
        """End the worker."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)


def measure_class(make: Callable[[int], Case], count: int, repeats: int, peer: Peer | None) -> dict[str, Any]:
    """One class: our and the peer's times, shot by shot in turn."""
    ours, theirs, our_events, their_events, per_event, failed = [], [], [], [], [], 0
    for seed in range(count):
        case = make(seed)
        seconds, events = play(case, repeats)
        ours.append(seconds)
        our_events.append(events)
        per_event.append(seconds / max(1, events))
        if peer is not None:
            answer = peer.play(case)
            if "error" in answer:
                failed += 1
            else:
                theirs.append(answer["cpu"])
                their_events.append(answer["events"])
    row = {
        "shots": count,
        "ours_us": 1e6 * statistics.median(ours),
        "ours_p99_us": 1e6 * float(np.percentile(ours, 99)),
        "events": statistics.median(our_events),
        "event_us": 1e6 * statistics.median(per_event),
        "event_p99_us": 1e6 * float(np.percentile(per_event, 99)),
    }
    if theirs:
        ratios = sorted(b / a for a, b in zip(ours, theirs, strict=False))
        row |= {
            "peer_ms": 1e3 * statistics.median(theirs),
            "peer_events": statistics.median(their_events),
            "peer_failed": failed,
            "ratio": statistics.median(theirs) / statistics.median(ours),
            "ratio_p10": float(np.percentile(ratios, 10)),
        }
    return row


def digest() -> str:
    """Hash of every preset that the figures were measured with."""
    text = json.dumps({name: write_constants(value) for name, value in PRESETS.items()}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def measure() -> Iterator[Figure]:
    """Figures for `dev.py bench shots`; CUEHALL_PEER names the Python of the peer's environment."""
    figures = run(os.environ.get("CUEHALL_PEER"), quick=True)
    peer = figures["about"].get("peer", "")
    for name, row in figures["classes"].items():
        theirs = 1e3 * row["peer_ms"] if "peer_ms" in row else None
        yield Figure(f"{name}, CPU a shot", row["ours_us"], "us", theirs, peer)
    yield Figure("mid-game shots in a batch", batch_rate(), "shots/s a core", 20_000, "goal", more_is_better=True)


def batch_rate() -> float:
    """Random strokes a second on mid-game positions, one core, through `simulate_many`."""
    rng = np.random.default_rng(1)
    rows = rng.uniform((0.0, 0.5, 0.0, -0.35, -0.35), (6.28, 5.0, 0.1, 0.35, 0.35), (2_000, 5))
    cases = [CLASSES["mid_game"](seed) for seed in range(10)]
    start = time.process_time()
    for case in cases:
        simulate_many(TABLES[case.table], PRESETS[case.table], case.layout, case.stroke.ball, rows)
    return len(rows) * len(cases) / (time.process_time() - start)


def main(arguments: list[str] | None = None) -> None:
    """Measure every class and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.shots", description=__doc__)
    parser.add_argument("--peer", help="Python of the peer's environment", default=os.environ.get("CUEHALL_PEER"))
    parser.add_argument("--quick", action="store_true", help="a fifth of the shots")
    parser.add_argument("--json", type=Path, help="write the figures here")
    chosen = parser.parse_args(arguments)
    figures = run(chosen.peer, quick=chosen.quick)
    print(f"batch            {batch_rate():,.0f} mid-game shots/s on one core")
    if chosen.json:
        chosen.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def run(peer_python: str | None, *, quick: bool) -> dict[str, Any]:
    """Measure every class, print a line for each, and return the figures."""
    peer = Peer(peer_python) if peer_python else None
    about = {"engine": ENGINE_VERSION, "presets": digest(), "python": sys.version.split()[0], "numpy": np.__version__}
    if peer is not None:
        about["peer"] = f"pooltool {peer.about['version']} (Python {peer.about['python']})"
        for make in CLASSES.values():
            peer.play(make(0))  # its compilers run once
    print(", ".join(f"{key} {value}" for key, value in about.items()))
    counts = {"nine_ball_break": 60, "eight_ball_break": 40, "carom": 100, "one_ball": 100, "mid_game": 150}
    figures: dict[str, Any] = {"about": about, "classes": {}}
    for name, make in CLASSES.items():
        row = measure_class(make, max(5, counts[name] // (5 if quick else 1)), 20, peer)
        figures["classes"][name] = row
        print(name.ljust(17), line(row, GOALS[name]))
    if peer is not None:
        peer.close()
    return figures


def line(row: dict[str, Any], goal: int) -> str:
    """One class as a line of text."""
    text = (
        f"ours {row['ours_us']:7.1f} us (p99 {row['ours_p99_us']:7.1f}), {row['events']:5.0f} events, "
        f"{row['event_us']:.2f} us/event (p99 {row['event_p99_us']:.2f})"
    )
    if "ratio" in row:
        text += (
            f" | peer {row['peer_ms']:7.1f} ms, {row['peer_events']:4.0f} events, {row['peer_failed']} failed"
            f" | {row['ratio']:5.0f}x (10th percentile {row['ratio_p10']:.0f}x, goal {goal}x)"
        )
    return text


if __name__ == "__main__":
    main()
