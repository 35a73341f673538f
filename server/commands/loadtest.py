"""`cuehall loadtest`: load scenarios with a report, the same as `python -m loadtest`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def loadtest(  # noqa: PLR0913, PLR0917 (one parameter an option)
    url: Annotated[str, typer.Argument(help="A hall on this machine, like ws://127.0.0.1:8800/ws.")],
    scenario: Annotated[str, typer.Option(help="steady, ramp, storm, full_room or churn.")] = "steady",
    rooms: Annotated[int, typer.Option(help="Tables with two players.")] = 10,
    watchers: Annotated[int, typer.Option(help="Watchers at each table.")] = 1,
    seconds: Annotated[float, typer.Option(help="How long is played.")] = 20.0,
    rate: Annotated[float, typer.Option(help="Shots a second at each table.")] = 1.0,
    game: Annotated[list[str] | None, typer.Option(help="A game; may be given several times.")] = None,
    storm_every: Annotated[float, typer.Option(help="Seconds between two cuts of everybody.")] = 5.0,
    seed: Annotated[int, typer.Option(help="Makes the choices repeatable.")] = 1,
    json_to: Annotated[Path | None, typer.Option("--json", help="Write the report as JSON too.")] = None,
    p99_ms: Annotated[float | None, typer.Option(help="Fail where shots reach the last receiver later.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No live display.")] = False,
) -> None:
    """Play many tables at once and report latencies, counts and whatever must not happen; exit status 1 on failure."""
    from loadtest.run import run
    from loadtest.scenarios import GAMES, Load

    load = Load(
        url=url,
        scenario=scenario,
        rooms=rooms,
        watchers=watchers,
        seconds=seconds,
        rate=rate,
        storm_every=storm_every,
        seed=seed,
        games=tuple(game) if game else GAMES,
    )
    raise typer.Exit(run(load, json_to, p99_ms, not quiet))
