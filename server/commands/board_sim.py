"""`cuehall board-sim`: a dart board that is a program, to try real boards with a broker on the same machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from game.darts.aim import LEVELS


def board_sim(
    broker: Annotated[str, typer.Argument(help="Where the broker is, like mqtt://127.0.0.1:1883.")],
    board: Annotated[str, typer.Option(help="The board's id.")] = "sim1",
    key: Annotated[Path, typer.Option(help="File of its key; made where there is none.")] = Path("board.key"),
    code: Annotated[str | None, typer.Option(help="Pairing code, where a player has asked for one.")] = None,
    hall: Annotated[str | None, typer.Option(help="Open a room in this hall and pair the board by itself.")] = None,
    game: Annotated[str, typer.Option(help="The game of that room.")] = "x01",
    script: Annotated[Path | None, typer.Option(help="File with a visit a line, like `T20 S5 M`.")] = None,
    level: Annotated[str, typer.Option(help=f"Without a script: {', '.join(LEVELS)}.")] = "pub_regular",
    seconds: Annotated[float, typer.Option(help="Between two darts; at least 0.35.", min=0.35)] = 1.0,
) -> None:
    """Be a board: answer when armed, throw by a script or a level, take the darts out, and do it again."""
    import asyncio

    from game.boards.reports import BadReport
    from server.boards.simulator import BadScript, SimSettings, read_script, simulate_board
    from server.logs import set_up_logs

    set_up_logs("info", False)
    try:
        visits = None if script is None else read_script(script.read_text(encoding="utf-8"))
        if level not in LEVELS:
            raise BadScript(f"level: one of {', '.join(LEVELS)}")
        asyncio.run(simulate_board(SimSettings(broker, board, key, code, hall, game, visits, LEVELS[level], seconds)))
    except (BadScript, BadReport, OSError) as error:
        typer.echo(f"cuehall board-sim: {error}", err=True)
        raise typer.Exit(2) from error
    except KeyboardInterrupt:
        raise typer.Exit(0) from None
