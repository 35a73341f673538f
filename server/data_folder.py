"""The data folder: one hall at a time, and when it was last alive."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server.config import BadSettings


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """Hold the folder for this process; made if it is missing. Raises BadSettings where that cannot be."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(data / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise BadSettings(f"data: cannot use {data}: {error.strerror}") from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise BadSettings(f"data: another hall runs on {data}") from error
        yield
    finally:
        os.close(handle)


END_OF_TIME = 1e11
"""The latest time that the wire can tell, s."""


class SignOfLife:
    """A number in a file: server time when the hall last ran. Not synced: it only says how long an outage was."""

    def __init__(self, data: Path) -> None:
        self._path = data / "alive"
        self.last = self._read()

    def forget(self) -> None:
        """Leave nothing known of when the hall last ran."""
        self._path.unlink(missing_ok=True)

    def write(self, now: float) -> None:
        """Note that the hall runs at this time, s. Whole or not at all: a kill leaves the number before."""
        fresh = self._path.with_suffix(".new")
        fresh.write_text(f"{now:.3f}\n", encoding="ascii")
        fresh.replace(self._path)

    def _read(self) -> float:
        try:
            last = float(self._path.read_text(encoding="ascii"))
        except (OSError, ValueError):
            return 0.0
        return last if 0.0 <= last < END_OF_TIME else 0.0
