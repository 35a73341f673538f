"""A PostgreSQL server of the tests' own, on a free port of the loopback address, that can be stopped and started."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_INSTALLED = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
_ON_PATH = shutil.which("postgres")
PROGRAMS = _INSTALLED[-1] if _INSTALLED else Path(_ON_PATH).parent if _ON_PATH else None
"""Where the server's programs are; None where it is not installed."""


class PostgresServer:
    """One cluster. Commits are synced as they are anywhere; only making the cluster is not."""

    def __init__(self, folder: Path) -> None:
        self.port = _free_port()
        self.is_running = False
        self._log = folder / "log"
        # The server refuses to run as root.
        self._user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        shutil.chown(folder, self._user)
        self._data = str(folder / "data")
        self._run("initdb", "-D", self._data, "-U", "cuehall", "-A", "trust", "-N", "-E", "UTF8", "--locale=C")

    def url(self, database: str) -> str:
        """The URL of one of its databases."""
        return f"postgresql://cuehall@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The URL of a new, empty database."""
        name = f"hall_{uuid.uuid4().hex}"
        self.do(f"CREATE DATABASE {name}")
        return self.url(name)

    def do(self, statement: str, url: str | None = None) -> str:
        """Run a statement as an administrator would; what it gives, one row a line."""
        return self._run("psql", "-X", "-A", "-t", "-q", "-d", url or self.url("postgres"), "-c", statement)

    def start(self, *settings: str) -> None:
        """Start, and return when it takes connections; `settings` like "fsync=off"."""
        options = [f"-p {self.port}", "-k ''", "-c listen_addresses=127.0.0.1", *(f"-c {one}" for one in settings)]
        self._run("pg_ctl", "-D", self._data, "-l", str(self._log), "-o", " ".join(options), "-w", "start")
        self.is_running = True

    def stop(self, how: str = "fast") -> None:
        """End every connection and stop; `immediate` does so as a crash would."""
        self._run("pg_ctl", "-D", self._data, "-m", how, "-w", "stop")
        self.is_running = False

    def _run(self, program: str, *words: str) -> str:
        assert PROGRAMS is not None
        user = self._user if os.geteuid() == 0 else None
        # Output into a file: a server that pg_ctl starts would hold a pipe open for ever.
        with tempfile.TemporaryFile() as output:
            status = subprocess.run(
                [PROGRAMS / program, *words], user=user, cwd="/", stdout=output, stderr=output, check=False, timeout=60
            ).returncode
            output.seek(0)
            told = output.read().decode()
        assert status == 0, told
        return told.strip()


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """A server that runs until the block ends."""
    with tempfile.TemporaryDirectory(prefix="cuehall-postgres-") as folder:
        server = PostgresServer(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")
