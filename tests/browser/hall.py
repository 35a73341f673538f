"""A hall of its own for browser tests: `cuehall serve` on a free port of the loopback address."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

START_SECONDS = 90.0
STOP_SECONDS = 20.0
ROOT = Path(__file__).parents[2]


@contextmanager
def serving(
    data: Path, port: int | None = None, ending: signal.Signals = signal.SIGTERM, broker: str | None = None
) -> Iterator[str]:
    """Address of a hall that serves until the block ends, by that signal. Raises RuntimeError if it does not start."""
    port = free_port() if port is None else port
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **({} if broker is None else {"CUEHALL_MQTT_URL": broker})}
    log = data / "server.log"
    with log.open("ab") as out:
        command = [sys.executable, "-m", "server", "serve", "--port", str(port), "--data", str(data / "hall")]
        process = subprocess.Popen(command, cwd=data, env=environment, stdout=out, stderr=subprocess.STDOUT)
        try:
            _wait_until_healthy(process, f"http://127.0.0.1:{port}/health", log)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.send_signal(ending)
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def free_port() -> int:
    """A port of the loopback address that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_healthy(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    pause = threading.Event()
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=2.0) as answer:
                if answer.status == 200:
                    return
        except OSError:
            pause.wait(0.05)
    raise RuntimeError(f"the hall did not start:\n{log.read_text(errors='replace')}")
