"""What the machine itself must give: packages of the operating system, taken where that is allowed, named where not."""

import importlib.util
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from devtools.compiler import headers_package
from devtools.console import StepError, run, say, step

VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"


class Need(NamedTuple):
    """A program that some tests need: any one of `programs` (on the path, or below /usr), or Debian's `package`."""

    programs: tuple[str, ...]
    package: str
    tests: str


TEST_NEEDS = (
    Need(("chromium", "chromium-browser", "google-chrome"), "chromium", "browser tests (tests/browser)"),
    Need(("postgres", "lib/postgresql/*/bin/postgres"), "postgresql", "tests of the store on PostgreSQL"),
    Need(("mosquitto", "sbin/mosquitto"), "mosquitto", "tests with real boards (tests/server/boards)"),
)


def may_install() -> bool:
    """Say whether packages can be installed without asking: root, on a system with apt."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(*packages: str) -> None:
    """Install Debian packages."""
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    with step(f"Installing {', '.join(packages)} with apt-get"):
        run("apt-get", "update", "-qq", env=quiet, quiet=True)
        run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages, env=quiet, quiet=True)


def require(packages: Sequence[str], reason: str) -> None:
    """Install what nothing works without. Raises StepError, saying what to type, where that is not allowed."""
    if not may_install():
        raise StepError(f"{reason}. On Debian and Ubuntu: sudo apt-get install {' '.join(packages)}")
    install(*packages)


def require_parts_of_python(*, for_venv: bool) -> None:
    """Make sure that this Python has its headers and, where asked, can make environments: Debian ships both apart."""
    lacking = {}
    if for_venv and importlib.util.find_spec("ensurepip") is None:
        lacking[f"python{VERSION}-venv"] = "ensurepip, without which no virtual environment can be made"
    if headers := headers_package():
        lacking[headers] = "its headers (Python.h), without which nothing can be compiled"
    if lacking:
        require(list(lacking), f"Python {VERSION} at {sys.executable} lacks {', and '.join(lacking.values())}")


def provide_for_tests() -> None:
    """Install what tests need beyond Python where that is allowed; name the tests that will be skipped where not."""
    for need in TEST_NEEDS:
        if any(shutil.which(program) or any(Path("/usr").glob(program)) for program in need.programs):
            continue
        if may_install():
            install(need.package)
        else:
            say(f"! {need.tests} will be skipped: {need.programs[0]} is missing (sudo apt-get install {need.package})")
