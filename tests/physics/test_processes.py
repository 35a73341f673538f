"""The same bits in every process, and a first shot that waits for no compiler."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from benchmarks.bits import digest

ROOT = Path(__file__).parents[2]
FIRST_SHOT = """
from time import process_time
from benchmarks.shot_cases import CLASSES
from physics.balls import PRESETS
from physics.simulate import simulate
from physics.tables import TABLES
case = CLASSES["nine_ball_break"](0)
start = process_time()
simulate(TABLES[case.table], PRESETS[case.table], case.layout, (case.stroke,))
print(process_time() - start)
"""


def run(*words: str, **settings: str) -> str:
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ, **settings}
    )
    return done.stdout


def test_processes_with_other_hash_seeds_give_the_same_bits() -> None:
    here = digest(3)
    for seed in ("1", "4711"):
        assert run("-m", "benchmarks.bits", "--shots", "3", PYTHONHASHSEED=seed).split()[-1] == here


def test_the_first_break_of_a_process_takes_milliseconds() -> None:
    assert float(run("-c", FIRST_SHOT)) < 0.05
