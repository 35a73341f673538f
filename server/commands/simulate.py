"""`cuehall simulate`: one shot, JSON in, JSON out; draws it with --svg or --png."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from physics.documents import ShotDocument
    from physics.trajectories import Trace


def simulate(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE|-", help="The shot as JSON; - for standard input.")
    ] = None,
    *,
    svg: Annotated[Path | None, typer.Option(help="Draw the paths as SVG.")] = None,
    png: Annotated[Path | None, typer.Option(help="Draw the paths as PNG.")] = None,
    clearance: Annotated[bool, typer.Option("--clearance", help="Print how high the cue must be.")] = False,
    constants: Annotated[str | None, typer.Option(metavar="TABLE", help="Print a table with its constants.")] = None,
) -> None:
    """Play one shot: JSON in, JSON out. Exit status 2 and one line naming the field for bad input."""
    from physics.errors import BadInput, PhysicsError

    try:
        if constants is not None:
            _print_constants(constants)
            return
        if file is None:
            raise BadInput("FILE", "name a file, or - for standard input")
        if clearance:
            _print_clearance(file)
        else:
            _play(file, svg, png)
    except BadInput as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    except PhysicsError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error


def _print_constants(name: str) -> None:
    from physics.balls import constants_for
    from physics.documents import read_table, write_constants, write_table

    table, preset = read_table(name)
    values = {"table": write_table(table), "options": write_constants(constants_for(preset, {}))}
    typer.echo(json.dumps(values, indent=2))


def _print_clearance(file: str) -> None:
    from physics.documents import read_shot, write_clearance

    typer.echo(json.dumps(write_clearance(read_shot(_read(file))), allow_nan=False))


def _play(file: str, svg: Path | None, png: Path | None) -> None:
    from physics.documents import read_shot, write_trace
    from physics.simulate import simulate as run

    shot = read_shot(_read(file))
    trace = run(shot.table, shot.constants, shot.layout, shot.strokes, motions=shot.motions or None, budget=shot.budget)
    typer.echo(json.dumps(write_trace(trace, _log(shot, trace)), allow_nan=False))
    if svg is not None or png is not None:
        _draw(shot, trace, svg, png)


def _read(file: str) -> object:
    from physics.errors import BadInput

    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        return json.loads(text)
    except OSError as error:
        raise BadInput("FILE", f"cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise BadInput("document", f"is not JSON: {error}") from error


def _log(shot: ShotDocument, trace: Trace) -> str:
    from game.notation import format_log
    from game.observe import observe

    moving = [stroke.ball for stroke in shot.strokes] or list(shot.motions) or list(trace.balls)
    return format_log(observe(trace, shot.table, shot.constants, shot.layout, moving[0]).events)


def _draw(shot: ShotDocument, trace: Trace, svg: Path | None, png: Path | None) -> None:
    from physics.drawing import draw

    picture = draw(trace, shot.table, shot.constants)
    if svg is not None:
        _write("--svg", svg, picture.encode())
    if png is not None:
        import resvg_py

        _write("--png", png, bytes(resvg_py.svg_to_bytes(svg_string=picture)))


def _write(option: str, path: Path, content: bytes) -> None:
    from physics.errors import BadInput

    try:
        path.write_bytes(content)
    except OSError as error:
        raise BadInput(option, f"{path} cannot be written: {error.strerror}") from error
