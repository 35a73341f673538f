"""What `dev.py` prints while it works, and how it runs other programs."""

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class StepError(Exception):
    """A step did not work; its text tells a person what to do, `status` is the exit status of the whole run."""

    def __init__(self, text: str, status: int = 1) -> None:
        super().__init__(text)
        self.status = status


def say(text: str) -> None:
    """Print a line at once, in order with what other programs print."""
    print(text, file=sys.stderr, flush=True)


@contextmanager
def step(what: str) -> Iterator[None]:
    """Announce a step that takes a while, and say how long it took."""
    say(f"→ {what} …")
    start = time.monotonic()
    yield
    say(f"  done in {time.monotonic() - start:.1f} s")


def run(*command: str | Path, folder: Path = ROOT, env: Mapping[str, str] | None = None, quiet: bool = False) -> None:
    """Run a program to its end. Raises StepError, with its output where that was kept quiet."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words,
        cwd=folder,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
        text=True,
        check=False,
    )
    if done.returncode:
        raise StepError(f"{done.stdout or ''}failed ({done.returncode}): {shlex.join(words)}", done.returncode)


def output(*command: str | Path, folder: Path = ROOT, stdin: str = "") -> str:
    """Return what a program prints. Raises StepError where it ends with another status than 0."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, input=stdin, capture_output=True, text=True, check=False)
    if done.returncode:
        raise StepError(f"{done.stdout}{done.stderr}failed ({done.returncode}): {shlex.join(words)}", done.returncode)
    return done.stdout


def run_all(checks: Sequence[tuple[str, Sequence[str | Path]]]) -> None:
    """Run every check, also after one has failed, then raise StepError naming those that did."""
    broken = []
    for name, command in checks:
        try:
            with step(name):
                run(*command)
        except StepError as failure:
            say(f"✗ {name}: {failure}")
            broken.append(name)
    if broken:
        raise StepError(f"not clean: {', '.join(broken)}")
