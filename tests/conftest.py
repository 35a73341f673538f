"""What every test may rely on: strictness about skips, Hypothesis profiles, where Chromium is, and a PostgreSQL."""

import os
import shutil
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.postgres import PROGRAMS, PostgresServer, postgres_server

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in CHROMIUM_NAMES if (path := shutil.which(name))), None)

# A shared machine stalls now and then: time is judged by the timeout of the whole test, not per example.
settings.register_profile("usual", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("nightly", settings.get_profile("usual"), max_examples=5_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip, and say so, what needs a browser where there is none."""
    if CHROMIUM is None:
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.skip(reason="Chromium is not installed"))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the whole run for one skipped test where nothing may be skipped (CUEHALL_NO_SKIPS)."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CUEHALL_NO_SKIPS") and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of the browser that tests marked `browser` drive."""
    assert CHROMIUM is not None
    return CHROMIUM


@pytest.fixture(scope="session")
def postgres_of_this_run() -> Iterator[PostgresServer]:
    """Return a PostgreSQL server of this run's own."""
    if PROGRAMS is None:
        pytest.skip("PostgreSQL is not installed")
    with postgres_server() as server:
        yield server


@pytest.fixture
def postgres(postgres_of_this_run: PostgresServer) -> Iterator[PostgresServer]:
    """Return that server; a test that fails while it is stopped does not fail the others."""
    yield postgres_of_this_run
    if not postgres_of_this_run.is_running:
        postgres_of_this_run.start()
