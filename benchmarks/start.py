"""How long a person waits: until `cuehall --help` has answered, and until a hall that was started answers `/health`."""

import http.client
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure
from server.cli import COMMANDS

COMMAND = Path(sys.executable).with_name("cuehall")
ROUNDS = 5
HELP_LIMIT = 0.5
HEALTH_LIMIT = 2.0
GIVE_UP = 30.0


def measure() -> Iterator[Figure]:
    """Yield the median time of `--help`, of the slowest command's `--help`, and until `/health` answers, in seconds."""
    yield Figure("cuehall --help", median_help(), "s", HELP_LIMIT, "promise", must=True)
    slowest = max(COMMANDS, key=time_of_help)
    yield Figure(f"slowest: cuehall {slowest} --help", median_help(slowest), "s", HELP_LIMIT, "promise", must=True)
    starts = [time_to_health() for _ in range(ROUNDS)]
    yield Figure("cuehall serve until /health", statistics.median(starts), "s", HEALTH_LIMIT, "promise", must=True)


def median_help(*words: str) -> float:
    """Return the median of some runs of `time_of_help`, s."""
    return statistics.median(time_of_help(*words) for _ in range(ROUNDS))


def time_of_help(*words: str) -> float:
    """Return how long `cuehall … --help` takes, s. Raises CalledProcessError where it fails."""
    start = time.perf_counter()
    subprocess.run([COMMAND, *words, "--help"], check=True, capture_output=True)
    return time.perf_counter() - start


def time_to_health() -> float:
    """Start a hall with an empty data folder on a free port; return how long until `/health` answers 200, s."""
    with tempfile.TemporaryDirectory() as data:
        port = free_port()
        start = time.perf_counter()
        hall = subprocess.Popen(
            [COMMAND, "serve", "--port", str(port), "--data", data],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            while not answers(port):
                if hall.poll() is not None or time.perf_counter() - start > GIVE_UP:
                    raise RuntimeError(f"the hall did not come up (exit status {hall.poll()})")
                time.sleep(0.005)
            return time.perf_counter() - start
        finally:
            hall.terminate()
            hall.wait(GIVE_UP)


def answers(port: int) -> bool:
    """Say whether `/health` answers 200 on this port."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=GIVE_UP)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == http.client.OK
    except OSError:
        return False
    finally:
        connection.close()


def free_port() -> int:
    """Return a port on loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
