"""`cuehall replay`: stored matches listed, verified, exported and shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, NoReturn, TypeVar

import typer

if TYPE_CHECKING:
    from lobby.stores import Store, StoredMatch

Answer = TypeVar("Answer")


class Place(NamedTuple):
    """Where a hall is kept."""

    data: Path
    database: str | None

    @property
    def name(self) -> str:
        """What it is called in messages, without a password."""
        from server.storage.database import open_database

        return str(self.data) if self.database is None else open_database(self.data, self.database).name


app = typer.Typer(
    help="List, verify, export or show stored matches.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

Data = Annotated[Path, typer.Option("--data", help="Folder of the hall's database.")]
Database = Annotated[
    str | None,
    typer.Option("--database", envvar="CUEHALL_DATABASE", help="PostgreSQL by URL, for a hall that is kept there."),
]
What = Annotated[str | None, typer.Argument(help="A match by its id, or an exported file; without it every match.")]


@app.command("list")
def list_matches(data: Data = Path("hall-data"), database: Database = None) -> None:
    """List every stored match: id, when it began, lines of its record, how it ended."""
    from datetime import UTC, datetime

    for match in _stored_matches(Place(data, database)):
        began = datetime.fromtimestamp(match.began, UTC).strftime("%Y-%m-%d %H:%M:%S")
        typer.echo(f"{match.id}  {began}  {match.lines:5d} lines  {match.result or 'goes on'}")


@app.command()
def verify(what: What = None, data: Data = Path("hall-data"), database: Database = None) -> None:
    """Play records again and compare bit for bit. Exit status 1 on any difference.

    Shots of another engine version are named and not simulated; that alone is no difference.
    """
    from server.verification import play_again

    failed = False
    for name, lines, has_ended in _records(what, Place(data, database)):
        found = play_again(lines, has_ended)
        for difference in found:
            typer.echo(f"{name}: line {difference.line}: {difference.kind.value}: {difference.text}")
        faults = sum(difference.is_fault for difference in found)
        skipped = len(found) - faults
        failed = failed or faults > 0
        verdict = f"{faults} differences found" if faults else "agrees"
        typer.echo(f"{name}: {verdict}, {len(lines)} lines" + (f", {skipped} not simulated" if skipped else ""))
    raise typer.Exit(int(failed))


@app.command()
def export(
    what: Annotated[str, typer.Argument(help="A match by its id.")],
    data: Data = Path("hall-data"),
    database: Database = None,
    out: Annotated[Path | None, typer.Option(help="File to write; standard output without it.")] = None,
) -> None:
    """Write the record of a match as JSON lines."""
    for _, lines, _ in _records(what, Place(data, database)):
        text = "".join(f"{line}\n" for line in lines)
        if out is None:
            typer.echo(text, nl=False)
            continue
        try:
            out.write_text(text, encoding="utf-8")
        except OSError as error:
            _stop(f"{out} cannot be written: {error.strerror}", 2)


@app.command()
def show(what: What = None, data: Data = Path("hall-data"), database: Database = None) -> None:
    """Tell matches in plain lines: who did what, what the balls or darts did, what the rules said."""
    from game.record import BrokenRecord
    from server.story import tell_match

    for name, lines, _ in _records(what, Place(data, database)):
        typer.echo(f"{name}:")
        try:
            for line in tell_match(lines):
                typer.echo(f"  {line}")
        except BrokenRecord as error:
            _stop(f"{name}: {error}", 1)


def _records(what: str | None, place: Place) -> Iterator[tuple[str, list[str], bool]]:
    """Name and lines of every record asked for, and whether its match is known to have ended by its rules."""
    if what is not None and Path(what).is_file():
        yield what, _exported_lines(Path(what)), False
        return
    known = {str(match.id): (match.result or "").startswith("{") for match in _stored_matches(place)}
    if what is not None and what not in known:
        _stop(f"{what} is neither a file nor a match of {place.name}", 2)
    for match in known if what is None else [what]:
        yield match, _stored_lines(place, match), known[match]


def _exported_lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        _stop(f"{file} cannot be read: {error}", 2)


def _stored_matches(place: Place) -> list[StoredMatch]:
    async def read(store: Store) -> list[StoredMatch]:
        return list(await store.matches())

    _check_data(place)
    return _ask(place, read)


def _stored_lines(place: Place, match: str) -> list[str]:
    async def read(store: Store) -> list[str]:
        return [line.text for line in await store.lines(MatchId(match))]

    from lobby.stores import MatchId

    return _ask(place, read)


def _ask(place: Place, read: Callable[[Store], Awaitable[Answer]]) -> Answer:
    """What is asked of the database, which may be no database at all."""
    import asyncio

    from lobby.stores import StoreFailed
    from server.storage.reading import reader

    async def ask() -> Answer:
        async with reader(place.data, place.database) as store:
            return await read(store)

    try:
        return asyncio.run(ask())
    except StoreFailed as error:
        _stop(f"the database in {place.name} cannot be read: {error}", 1)


def _check_data(place: Place) -> None:
    from server.storage.sqlite import DATABASE_NAME

    if place.database is None and not (place.data / DATABASE_NAME).is_file():
        _stop(f"no database in {place.data}: name the folder with --data", 2)


def _stop(text: str, status: int) -> NoReturn:
    typer.echo(f"cuehall replay: {text}", err=True)
    raise typer.Exit(status)
