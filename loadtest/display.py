"""The live display of a load run on the error output: a table on a terminal, else a line every five seconds."""

from __future__ import annotations

import asyncio
import sys

from rich.console import Console
from rich.live import Live
from rich.table import Table

from loadtest.crowd import Crowd
from loadtest.report import LAST_RECEIVER

REFRESH = 0.5
LINE_EVERY = 5.0


async def show_progress(crowd: Crowd) -> None:
    """Show how a run goes until cancelled."""
    console = Console(file=sys.stderr)
    if console.is_terminal:
        with Live(picture(crowd, 0.0), console=console, auto_refresh=False) as live:
            await _repeat(crowd, REFRESH, lambda rate: live.update(picture(crowd, rate), refresh=True))
    else:
        await _repeat(crowd, LINE_EVERY, lambda rate: print(summary_line(crowd, rate), file=sys.stderr))


async def _repeat(crowd: Crowd, every: float, show: object) -> None:
    """Call `show` with the notices a second since the last time."""
    assert callable(show)
    loop = asyncio.get_running_loop()
    before, since = crowd.measures.counts["notices"], loop.time()
    while True:
        await asyncio.sleep(every)
        now, count = loop.time(), crowd.measures.counts["notices"]
        show((count - before) / (now - since))
        before, since = count, now


def _facts(crowd: Crowd, rate: float) -> dict[str, str]:
    """What is shown, by name."""
    measures = crowd.measures
    found = measures.latencies.get(LAST_RECEIVER)
    p50, p99 = (1000 * found.percentile(share) if found else 0.0 for share in (0.5, 0.99))
    return {
        "clients": f"{crowd.connected}/{len(crowd.members)}",
        "tables": str(len(crowd.tables)),
        "shots": str(measures.counts["shots sent"]),
        "notices/s": f"{rate:.0f}",
        "last receiver p50/p99 ms": f"{p50:.1f}/{p99:.1f}",
        "reconnects": str(crowd.reconnects),
        "refused": str(measures.refusals.total()),
        "violations": str(measures.violation_count),
    }


def picture(crowd: Crowd, rate: float) -> Table:
    """The display as a table."""
    table = Table("what", "now", title="cuehall loadtest")
    for name, text in _facts(crowd, rate).items():
        table.add_row(name, text)
    return table


def summary_line(crowd: Crowd, rate: float) -> str:
    """The display as one line."""
    return " · ".join(f"{name} {text}" for name, text in _facts(crowd, rate).items())
