"""Run benchmarks by name and print one table: `python -m benchmarks [NAME …] [--list] [--json FILE]`.

A benchmark is a module of this package with a function `measure()` that yields figures.
"""

import argparse
import json
import platform
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.figures import Figure

HERE = Path(__file__).parent


def names() -> list[str]:
    """Return the names of all benchmarks: the modules here that define `measure`."""
    return sorted(path.stem for path in HERE.glob("*.py") if "\ndef measure(" in path.read_text(encoding="utf-8"))


def table(figures: Iterable[tuple[str, Figure]]) -> Table:
    """Lay figures out, one a row."""
    shown = Table(title=f"Python {platform.python_version()}, {platform.machine()}")
    for heading in ("benchmark", "what", "measured", "beside", "whose", "times better"):
        shown.add_column(heading, justify="right" if heading in {"measured", "beside", "times better"} else "left")
    for benchmark, figure in figures:
        beside = "" if figure.against is None else f"{figure.against:,.4g} {figure.unit}"
        ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
        shown.add_row(benchmark, figure.name, f"{figure.value:,.4g} {figure.unit}", beside, figure.peer, ratio)
    return shown


def main() -> int:
    """Measure, print, and return 1 where a promised limit was missed."""
    parser = argparse.ArgumentParser(prog="dev.py bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--list", action="store_true", help="name the benchmarks")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    asked = parser.parse_args()
    known = names()
    if asked.list:
        print(*known, sep="\n")
        return 0
    if unknown := set(asked.names) - set(known):
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}; there are: {', '.join(known)}")
    measured: list[tuple[str, Figure]] = []
    for name in asked.names or known:
        print(f"→ {name} …", file=sys.stderr, flush=True)
        measured += [(name, figure) for figure in import_module(f"benchmarks.{name}").measure()]
    Console().print(table(measured))
    if asked.json:
        asked.json.write_text(
            json.dumps([{"benchmark": name, **figure._asdict()} for name, figure in measured], indent=1)
        )
    missed = [figure.name for _, figure in measured if figure.must and (figure.ratio or 0.0) < 1.0]
    if missed:
        print(f"missed: {', '.join(missed)}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
