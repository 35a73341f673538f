"""A load run as a command: scenario, display, report, exit status."""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from client_protocol.client_errors import ClientError
from loadtest.display import show_progress
from loadtest.measures import Measures
from loadtest.report import has_passed, summarize, write_text
from loadtest.scenarios import Load, run_load


def run(load: Load, json_to: Path | None = None, p99_ms: float | None = None, show: bool = True) -> int:
    """Run, print the report, write it as JSON where asked; 0 passed, 1 failed, 2 must not be run."""
    try:
        load.check()
    except ValueError as error:
        print(f"loadtest: {error}", file=sys.stderr)
        return 2
    load = replace(load, rooms=1) if load.scenario == "full_room" else load
    allow_many_files()
    measures = Measures()
    start, cpu = time.monotonic(), time.process_time()
    failure: BaseException | None = None
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(run_load(load, measures, show_progress if show else None))
    except* (ClientError, TimeoutError) as group:
        failure = group
    seconds, cpu_seconds = time.monotonic() - start, time.process_time() - cpu
    if failure is not None:
        measures.violate(f"the run broke off: {_root(failure)}")
    print(write_text(load, measures, seconds, cpu_seconds), end="")
    if json_to is not None:
        text = json.dumps(summarize(load, measures, seconds, cpu_seconds), indent=2)
        try:
            json_to.write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            print(f"loadtest: {json_to} cannot be written: {error.strerror}", file=sys.stderr)
            return 2
    return 0 if has_passed(measures, p99_ms) else 1


def _root(error: BaseException) -> BaseException:
    """The first exception inside groups."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where it is installed: the load should not be what is slow."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def allow_many_files() -> None:
    """Let this process open as many sockets as the system lets it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
