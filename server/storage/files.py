"""Database files that are whole or not there: copied while they are in use, put in place, synced."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

AT_ONCE = 2000
"""Pages copied between two words about progress."""


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """A file beside the target that takes its place when the block ends well, synced; nobody else may read it."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield part
        sync(part)
        part.replace(target)
        sync(target.parent)
    finally:
        part.unlink(missing_ok=True)


def _say_nothing(done: int, total: int) -> None:
    """Where nobody watches."""


def copy_file(source: Path, target: Path, tell: Callable[[int, int], None] = _say_nothing) -> None:
    """A consistent copy of a database, which may be in use; synced, and whole or not there. Raises OSError.

    `tell` is told the pages done and all of them.
    """
    with new_file(target) as part:
        try:
            with (
                closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as there,
                closing(sqlite3.connect(part)) as here,
            ):
                # A reader that holds on to its moment: otherwise every commit of the hall would start the copy anew.
                there.execute("BEGIN")
                there.execute("SELECT count(*) FROM sqlite_master")
                there.backup(here, pages=AT_ONCE, sleep=0, progress=lambda _, left, total: tell(total - left, total))
                here.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        except sqlite3.Error as error:
            raise OSError(f"{source} cannot be copied: {error}") from error


def sync(path: Path) -> None:
    """Let the disk keep a file, or the names in a folder."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
