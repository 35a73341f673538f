"""`python -m loadtest URL`: load scenarios against a hall on this machine."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from loadtest.run import run
from loadtest.scenarios import GAMES, SCENARIOS, Load


def main(arguments: list[str] | None = None) -> int:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(prog="python -m loadtest", description=__doc__)
    parser.add_argument("url", help="a hall on this machine, like ws://127.0.0.1:8800/ws")
    parser.add_argument("--scenario", choices=list(SCENARIOS), default="steady")
    parser.add_argument("--rooms", type=int, default=10, help="tables with two players")
    parser.add_argument("--watchers", type=int, default=1, help="at each table")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rate", type=float, default=1.0, help="shots a second at each table")
    parser.add_argument("--game", action="append", dest="games", help="may be given several times")
    parser.add_argument("--storm-every", type=float, default=5.0, metavar="SECONDS")
    parser.add_argument("--patience", type=float, default=60.0, metavar="SECONDS", help="for a hall that is away")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, dest="json_to", metavar="FILE", help="write the report as JSON too")
    parser.add_argument("--p99-ms", type=float, metavar="MS", help="fail where shots reach the last receiver later")
    parser.add_argument("--quiet", dest="show", action="store_false", help="no live display")
    given = vars(parser.parse_args(arguments))
    json_to, p99_ms, show = given.pop("json_to"), given.pop("p99_ms"), given.pop("show")
    given["games"] = tuple(given["games"] or GAMES)
    load = Load(**given)
    return run(load, json_to, p99_ms, show)


if __name__ == "__main__":
    sys.exit(main())
