"""Digest of many shots, to compare builds: `python -m benchmarks.bits [--shots N] [--expect DIGEST]`.

Build the kernel with another compiler or level of optimisation, run this again, and the digests must be equal.
"""

from __future__ import annotations

import argparse
import hashlib
import sys

from benchmarks.shot_cases import CLASSES
from physics.balls import PRESETS
from physics.simulate import simulate
from physics.tables import TABLES
from physics.version import ENGINE_VERSION


def digest(shots: int) -> str:
    """SHA-256 over the traces of `shots` shots of every class."""
    found = hashlib.sha256()
    for make in CLASSES.values():
        for seed in range(shots):
            case = make(seed)
            trace = simulate(TABLES[case.table], PRESETS[case.table], case.layout, (case.stroke,))
            for name in ("ball", "mode", "t", "pos", "vel", "spin", "acc"):
                found.update(trace.segments[name].tobytes())
            for name in ("t", "at", "impulse", "kind", "ball", "other"):
                found.update(trace.contact_rows[name].tobytes())
    return found.hexdigest()


def main() -> int:
    """Print the digest; 1 if it is not the expected one."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bits", description=__doc__)
    parser.add_argument("--shots", type=int, default=500)
    parser.add_argument("--expect")
    chosen = parser.parse_args()
    made = digest(chosen.shots)
    print(f"engine {ENGINE_VERSION}, {chosen.shots} shots a class: {made}")
    return int(chosen.expect is not None and chosen.expect != made)


if __name__ == "__main__":
    sys.exit(main())
