"""The console command `cuehall`: names every command, loads only the one that runs."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

import typer
from typer._click import Command, Context
from typer.core import TyperGroup


class Entry(NamedTuple):
    """Where a command lives (`module:function`, or `module:app` for one with subcommands) and what it does."""

    where: str
    text: str


COMMANDS: dict[str, Entry] = {
    "serve": Entry("server.commands.serve:serve", "Run the whole hall on one port: page, sockets, health, metrics."),
    "simulate": Entry("server.commands.simulate:simulate", "Play one shot: JSON in, JSON out; --svg draws it."),
    "fit": Entry("server.commands.fit:fit", "Fit a table's constants to recorded shots, with a report."),
    "judge": Entry("server.commands.judge:judge", "Rule on cases; --check compares with what they expect."),
    "bot": Entry("server.commands.bot:bot", "Let a bot open or join a room and play to the end."),
    "board-sim": Entry("server.commands.board_sim:board_sim", "Be a real dart board at a broker: by script or level."),
    "replay": Entry("server.commands.replay:app", "List, verify, export or show stored matches."),
    "backup": Entry("server.commands.backup:backup", "Copy a hall, running or not, into one file, and check the copy."),
    "restore": Entry("server.commands.backup:restore", "Make a hall out of a copy, in an empty folder or database."),
    "loadtest": Entry("server.commands.loadtest:loadtest", "Run a load scenario against a hall and report."),
    "schema": Entry("server.commands.schema:schema", "Print the schema of the wire."),
}


def load(name: str) -> Command:
    """The real command behind a name; imports its module."""
    module, _, attribute = COMMANDS[name].where.partition(":")
    target: typer.Typer | Callable[..., object] = getattr(import_module(module), attribute)
    if isinstance(target, typer.Typer):
        group = typer.main.get_command(target)
        group.name = name
        return group
    alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    alone.command(name)(target)
    return typer.main.get_command(alone)


class LazyCommands(TyperGroup):
    """A group that lists commands by their one line and imports one only when it is called."""

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command | None, list[str]]:
        """Put the real command in place of its one line just before it runs."""
        if args and args[0] in COMMANDS:
            self.add_command(load(args[0]), args[0])
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=LazyCommands,
    help="Cuehall: an online billiard and darts hall.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback()
def hall() -> None:
    """Cuehall: an online billiard and darts hall."""


def _announce(name: str, entry: Entry) -> None:
    def placeholder() -> None:
        raise AssertionError(f"{name} was not loaded")

    app.command(name, help=entry.text)(placeholder)


for _name, _entry in COMMANDS.items():
    _announce(_name, _entry)


def main() -> None:
    """Entry point of the console command."""
    app()


if __name__ == "__main__":
    main()
