"""`cuehall backup` and `cuehall restore`: the whole hall in one file, and back out of it."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, TypeVar

import typer

if TYPE_CHECKING:
    from server.storage.copying import Contents, Tell
    from server.storage.database import Database

Result = TypeVar("Result")

Copy = Annotated[Path, typer.Argument(help="The copy: one SQLite file, whatever database the hall has.")]
Data = Annotated[Path, typer.Option("--data", help="Folder of the hall.")]
Url = Annotated[
    str | None,
    typer.Option("--database", envvar="CUEHALL_DATABASE", help="PostgreSQL by URL, for a hall that is kept there."),
]
Quick = Annotated[bool, typer.Option("--quick", help="Check the chain of each record; play no shot again.")]


def backup(copy: Copy, data: Data = Path("hall-data"), database: Url = None, quick: Quick = False) -> None:
    """Copy a hall, running or not, into one new file, and check every record of the copy.

    The copy is the hall as it was at one moment, with its keys: keep it as safe as the hall. A file that is there
    already is not touched (exit status 2). Exit status 1 where the copy could not be made, or a match of it does not
    verify.
    """
    from server.data_folder import SignOfLife
    from server.storage.copying import note_alive

    if copy.exists():
        _stop("backup", f"{copy} is there already", 2)
    alive = SignOfLife(data).last

    async def copy_out(place: Database, tell: Tell) -> None:
        await place.copy_out(copy, tell)

    with _told("backup"), _progress() as tell:
        _use_database(data, database, lambda place: copy_out(place, tell))
        note_alive(copy, alive)
    contents = _read("backup", copy, quick)
    typer.echo(f"{copy} holds {_inventory(contents)}")
    if contents.broken:
        _stop("backup", f"{len(contents.broken)} matches of the copy do not verify", 1)


def restore(
    copy: Copy,
    data: Data = Path("hall-data"),
    database: Url = None,
    quick: Quick = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Put the copy in the place of a hall; what was there is kept aside.")
    ] = False,
    accept_broken: Annotated[
        bool, typer.Option("--accept-broken", help="Restore although matches of the copy do not verify.")
    ] = False,
) -> None:
    """Make a hall out of a copy, in an empty folder or database; it goes on from the moment of the copy.

    The copy is checked first, and refused when it is damaged, of a newer version, or a match of it does not verify. No
    hall may run on the folder or database meanwhile. Exit status 1 where nothing was restored, 2 where the place is
    wrong.
    """
    contents = _read("restore", copy, quick)
    if contents.broken and not accept_broken:
        _stop(
            "restore", f"{len(contents.broken)} matches of {copy} do not verify (--accept-broken takes it as it is)", 1
        )
    aside = _put_in_place(copy, data, database, contents.alive, replace)
    if aside is not None:
        typer.echo(f"what was there is kept in {aside}")
    typer.echo(f"restored {_inventory(contents)}")


def _put_in_place(copy: Path, data: Path, database: str | None, alive: float, replace: bool) -> Path | None:
    """Where the hall that was there is now."""
    from datetime import UTC, datetime

    from server.config import BadSettings
    from server.data_folder import SignOfLife, locked

    mark = f"replaced-{datetime.now(UTC):%Y%m%dT%H%M%S.%f}" if replace else None

    async def copy_in(place: Database, tell: Tell) -> Path | None:
        return await place.copy_in(copy, mark, tell)

    try:
        with locked(data), _told("restore"), _progress() as tell:
            aside = _use_database(data, database, lambda place: copy_in(place, tell))
            # Clocks get the time since the copied hall last ran; where that is not known, since the last action.
            sign = SignOfLife(data)
            sign.write(alive) if alive else sign.forget()
            return aside
    except BadSettings as error:
        _stop("restore", str(error), 2)


def _use_database(data: Path, url: str | None, use: Callable[[Database], Awaitable[Result]]) -> Result:
    import asyncio

    from server.storage.database import open_database
    from server.storage.failures import told_as_failure

    async def run() -> Result:
        database = open_database(data, url)
        try:
            with told_as_failure():
                return await use(database)
        finally:
            await database.engine.dispose()

    return asyncio.run(run())


def _read(command: str, copy: Path, quick: bool) -> Contents:
    """What a copy holds; every difference of its records is told."""
    from server.storage.copying import read_contents
    from server.verification import check_chain, play_again

    if not copy.is_file():
        _stop(command, f"there is no copy {copy}", 2)
    with _told(command), _progress() as tell:
        contents = read_contents(copy, check_chain if quick else play_again, tell)
    for match, found in contents.differences.items():
        for difference in found:
            if difference.is_fault:
                typer.echo(f"{match}: line {difference.line}: {difference.kind.value}: {difference.text}", err=True)
    return contents


def _inventory(contents: Contents) -> str:
    rows = ", ".join(f"{number} {name}" for name, number in contents.rows.items())
    skipped = sum(not one.is_fault for found in contents.differences.values() for one in found)
    whole = len(contents.differences) - len(contents.broken)
    not_simulated = f", {skipped} shots of another engine version not simulated" if skipped else ""
    return f"{rows}; {whole} of {len(contents.differences)} matches verify{not_simulated}; tables {contents.revision}"


@contextmanager
def _told(command: str) -> Iterator[None]:
    from lobby.stores import StoreFailed
    from server.storage.postgres import BadUrl

    try:
        yield
    except BadUrl as error:
        _stop(command, f"--database: {error}", 2)
    except (StoreFailed, OSError) as error:
        _stop(command, str(error), 1)


@contextmanager
def _progress() -> Iterator[Tell]:
    """A bar on the error output, where that is a terminal."""
    from rich.console import Console
    from rich.progress import Progress, TaskID

    console = Console(file=sys.stderr)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bars:
        tasks: dict[str, TaskID] = {}

        def tell(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what)
            bars.update(tasks[what], completed=done, total=total)

        yield tell


def _stop(command: str, text: str, status: int) -> NoReturn:
    typer.echo(f"cuehall {command}: {text}", err=True)
    raise typer.Exit(status)
