"""`cuehall bot`: a bot of the house that plays one match through the public protocol."""

from __future__ import annotations

from typing import Annotated

import typer


def bot(  # noqa: PLR0913, PLR0917 (one parameter an option)
    url: Annotated[str, typer.Argument(help="Where the hall is, like ws://127.0.0.1:8800/ws.")],
    game: Annotated[str, typer.Option(help="The game of the room it opens.")] = "nine_ball",
    join: Annotated[str | None, typer.Option(metavar="CODE", help="Join a room by its invitation.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="A rule option.")] = None,
    preset: Annotated[str | None, typer.Option(help="The rule preset.")] = None,
    table: Annotated[str | None, typer.Option(help="The table, by name.")] = None,
    sides: Annotated[int, typer.Option(help="Number of sides.")] = 2,
    race_to: Annotated[int, typer.Option(help="Games to win.")] = 1,
    touch: Annotated[str, typer.Option(help="exact, club or pro.")] = "club",
    pace: Annotated[str, typer.Option(help="normal, or instant for load.")] = "normal",
    shot_clock: Annotated[float | None, typer.Option(help="Seconds for a stroke.")] = None,
    name: Annotated[str, typer.Option(help="Its shown name.")] = "Bot",
    seat: Annotated[int | None, typer.Option(help="The seat it takes.")] = None,
    seed: Annotated[int | None, typer.Option(help="Makes its choices repeatable.")] = None,
    spectate: Annotated[bool, typer.Option("--spectate", help="Watch and count only.")] = False,
    officiated: Annotated[bool, typer.Option("--officiated", help="The room it opens has a referee's seat.")] = False,
    referee: Annotated[bool, typer.Option("--referee", help="With --join: be the referee.")] = False,
    restore_at: Annotated[int | None, typer.Option(metavar="TURN", help="As referee: restore a position.")] = None,
    protest_at: Annotated[int | None, typer.Option(metavar="TURN", help="Protest once, from this turn on.")] = None,
    unlisted: Annotated[bool, typer.Option("--unlisted", help="The room is entered by invitation only.")] = False,
    level: Annotated[
        str | None, typer.Option(help="Of a dart player: elite, professional, very_good, league, pub, beginner, …")
    ] = None,
    patience: Annotated[float, typer.Option(help="Seconds it tries to reach a hall that is away.")] = 60.0,
) -> None:
    """Open a room, or join one, and play to the end.

    The first line of the output is JSON with the room's invitation, the last one JSON with winner and scores.
    """
    from client_protocol.values import Pace, Touch
    from loadtest.bot import BotOptions, play, read_option

    try:
        options = dict(read_option(text) for text in option or [])
        ask = BotOptions(
            url=url,
            game=game,
            join=join,
            options=options,
            preset=preset,
            table=table,
            sides=sides,
            race_to=race_to,
            touch=Touch(touch),
            pace=Pace(pace),
            shot_clock=shot_clock,
            name=name,
            seat=seat,
            seed=seed,
            spectate=spectate,
            officiated=officiated,
            referee=referee,
            restore_at=restore_at,
            protest_at=protest_at,
            listed=not unlisted,
            patience=patience,
            level=level,
        )
    except ValueError as error:
        typer.echo(f"bot: {error}", err=True)
        raise typer.Exit(2) from error
    raise typer.Exit(play(ask))
