"""`cuehall fit`: one set of constants for recorded shots, and a stroke for each, with the errors they leave."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from physics.fitting import Fit, Recording


def fit(
    file: Annotated[Path, typer.Argument(help="Recorded shots: [{id, balls: {name: {t, x, y}}}].")],
    *,
    table: Annotated[str, typer.Option(help="The table they were played on.")] = "carom_10ft",
    scale: Annotated[float, typer.Option(help="Metres for one unit of the file.")] = 1.0,
    rounds: Annotated[int, typer.Option(help="Steps of the search for constants; 0 keeps the preset's.")] = 90,
    seed: Annotated[int, typer.Option(help="Seed of the draws.")] = 1,
) -> None:
    """Fit constants to recorded shots and report as JSON."""
    import numpy as np

    from physics.balls import constants_for
    from physics.documents import read_table
    from physics.errors import BadInput
    from physics.fitting import fit_all, read_recordings

    try:
        document = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        typer.echo(f"FILE: cannot be read as JSON: {error}", err=True)
        raise typer.Exit(2) from error
    try:
        spec, preset = read_table(table)
        constants = constants_for(preset, {})
        shots = read_recordings(document, scale, spec, constants.ball_radius)
        found = fit_all(spec, constants, shots, rounds, np.random.default_rng(seed))
    except BadInput as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    typer.echo(json.dumps(_report(found, shots), indent=1))


def _report(found: Fit, shots: list[Recording]) -> dict[str, object]:
    from physics.documents import write_constants

    return {
        "constants": write_constants(found.constants),
        "path_error_m": {str(share): found.quantile(share) for share in (0.25, 0.5, 0.75, 0.9)},
        "shots": [
            {"id": shot.name, "stroke": stroke.tolist(), "path_error_m": float(error)}
            for shot, stroke, error in zip(shots, found.strokes, found.errors, strict=True)
        ],
    }
