"""`cuehall serve`: the whole hall on one port."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on (default 127.0.0.1).")] = None,
    port: Annotated[int | None, typer.Option(help="Port (default 8800; 0 takes a free one).")] = None,
    data: Annotated[Path | None, typer.Option(help="Folder of the database (default hall-data).")] = None,
    database: Annotated[str | None, typer.Option(help="PostgreSQL by URL instead (postgresql://…).")] = None,
    config: Annotated[Path | None, typer.Option(help="TOML file with any setting.")] = None,
    log_level: Annotated[str | None, typer.Option(help="debug, info, warning or error.")] = None,
) -> None:
    """Run the whole hall on one port: page, sockets, health, metrics.

    Every setting can also stand in the TOML file or in the environment as CUEHALL_NAME (docs/operations.md lists them).
    """
    from lobby.stores import StoreFailed
    from server.config import BadSettings, read_settings

    try:
        settings = read_settings(config, host=host, port=port, data=data, database=database, log_level=log_level)
        _run(settings)
    except BadSettings as error:
        for line in str(error).splitlines():
            typer.echo(f"cuehall serve: {line}", err=True)
        raise typer.Exit(2) from error
    except StoreFailed as error:
        typer.echo(f"cuehall serve: the database cannot be used: {error}", err=True)
        raise typer.Exit(1) from error
    except OSError as error:
        typer.echo(f"cuehall serve: {error}", err=True)
        raise typer.Exit(1) from error


def _run(settings: object) -> None:
    import asyncio

    from server.app import serve_until_stopped
    from server.config import Settings
    from server.data_folder import locked
    from server.event_loop import keep_garbage_cheap, new_event_loop
    from server.logs import set_up_logs

    assert isinstance(settings, Settings)
    set_up_logs(settings.log_level, settings.log_json)
    keep_garbage_cheap()
    with locked(settings.data), asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(serve_until_stopped(settings))
