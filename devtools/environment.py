"""The virtual environment of a clone: locked dependencies with hashes, the package in place, the page built."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from devtools import machine, web
from devtools.console import ROOT, StepError, output, run, say, step

LOCKS = ROOT / "requirements"
# What is installed for which purpose: the lock `dev` holds everything of `runtime` and `build`, at the same versions.
PURPOSES = {"runtime": ("runtime", "build"), "dev": ("dev",)}
PACKAGE_SOURCES = ("pyproject.toml", "setup.py", "devtools/backend.py", "devtools/compiler.py")
PACKAGES = ("physics", "game", "lobby", "client_protocol", "server", "loadtest")
COMPILED = ("physics/kernels", "client_protocol")
WINDOWS = os.name == "nt"
OLDEST_UV = (0, 8)


class Environment(NamedTuple):
    """A virtual environment."""

    folder: Path

    def program(self, name: str) -> Path:
        """Return the path of a program that is installed here."""
        return self.folder / ("Scripts" if WINDOWS else "bin") / (f"{name}.exe" if WINDOWS else name)

    @property
    def python(self) -> Path:
        """Return the Python of this environment."""
        return self.program("python")

    @property
    def uv(self) -> Path:
        """Return the uv that fills this environment; it is looked for only where something is to be installed."""
        return find_uv(self)

    def install(self, *arguments: str | Path) -> None:
        """Install packages here, with their bytecode: else the first starts would compile what they import."""
        run(self.uv, "pip", "install", "-q", "--compile-bytecode", "--python", self.python, *arguments)


def prepare(purpose: str) -> Environment:
    """Bring the environment up to date for `runtime` or `dev` and return it; quick where nothing has changed."""
    folder = ROOT / os.environ.get("CUEHALL_VENV", ".venv")
    if not is_usable(folder):
        create(folder)
    environment = Environment(folder)
    stamps = Stamps(folder / "cuehall-stamps.json")
    install_locked(environment, purpose, stamps)
    install_package(environment, stamps)
    if web.is_stale():
        with step("Building the page"):
            run(environment.python, "-m", "devtools.web", "build", quiet=True)
    return environment


class Stamps:
    """What was installed last, by the hash of what it was installed from."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: dict[str, str] = json.loads(path.read_text()) if path.is_file() else {}

    def match(self, name: str, value: str) -> bool:
        """Say whether `name` was last set to this value."""
        return self.known.get(name) == value

    def set(self, name: str, value: str) -> None:
        """Remember a value, on disk."""
        self.known[name] = value
        self.path.write_text(json.dumps(self.known, indent=1))


def is_usable(folder: Path) -> bool:
    """Say whether a virtual environment with Python 3.11 or newer lies here, with its Python still in place."""
    try:
        text = (folder / "pyvenv.cfg").read_text()
    except OSError:
        return False
    version = re.search(r"^version(?:_info)? = (\d+)\.(\d+)", text, re.MULTILINE)
    found = version is not None and (int(version[1]), int(version[2])) >= (3, 11)
    return found and (folder / ("Scripts/python.exe" if WINDOWS else "bin/python")).exists()


def create(folder: Path) -> None:
    """Make the virtual environment with the Python that runs this."""
    with step(f"Making a virtual environment in {folder.name} with Python {machine.VERSION}"):
        if folder.exists():
            shutil.rmtree(folder)
        uv = own_uv()
        machine.require_parts_of_python(for_venv=uv is None)
        # A new process: where the part for venv was only just installed, this one does not see it.
        maker = (uv, "venv", "-q", "--python", sys.executable) if uv else (sys.executable, "-m", "venv")
        run(*maker, folder, quiet=True)


@cache
def find_uv(environment: Environment) -> Path:
    """Return uv: the machine's own if it is new enough, or the locked one, put into the environment by pip."""
    own = own_uv()
    if own:
        return own
    inside = environment.program("uv")
    if not inside.exists():
        with step("Fetching uv, which installs the rest"):
            lock = LOCKS / "installer.txt"
            quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
            run(environment.python, "-m", "pip", "install", *quiet, "--require-hashes", "-r", lock)
    return inside


@cache
def own_uv() -> Path | None:
    """Return the machine's own uv, unless it is too old to know what is asked of it here."""
    found = shutil.which("uv")
    if found is None:
        return None
    version = re.search(r"(\d+)\.(\d+)", output(found, "--version"))
    return Path(found) if version and (int(version[1]), int(version[2])) >= OLDEST_UV else None


def install_locked(environment: Environment, purpose: str, stamps: Stamps) -> None:
    """Install the locked dependencies, every file checked against its hash."""
    dev = digest([LOCKS / "dev.txt"])
    wanted = dev if purpose == "dev" else digest(LOCKS / f"{name}.txt" for name in PURPOSES[purpose])
    if stamps.match("dev", dev) or stamps.match(purpose, wanted):
        return
    files = [word for name in PURPOSES[purpose] for word in ("-r", f"requirements/{name}.txt")]
    with step("Installing locked dependencies"):
        environment.install("--require-hashes", *files)
    stamps.set(purpose, wanted)


def install_package(environment: Environment, stamps: Stamps) -> None:
    """Compile the kernels and install the hall in place, where sources of the build have changed."""
    sources = [ROOT / name for name in PACKAGE_SOURCES] + kernel_sources()
    wanted = digest(sources)
    if stamps.match("package", wanted) and kernels_are_built(environment):
        return
    check_build(environment)
    with step("Compiling the kernels and installing the hall"):
        # The page is built in a step of its own, so that a change in it compiles no kernel again.
        os.environ[web.SKIP] = "1"
        try:
            environment.install("--no-build-isolation", "--no-deps", "-e", ROOT)
        finally:
            del os.environ[web.SKIP]
        run(environment.python, "-m", "compileall", "-q", *PACKAGES)
    stamps.set("package", wanted)


def kernel_sources() -> list[Path]:
    """Return all files that the compiled modules are made from."""
    kinds = {".pyx", ".pxd", ".pxi"}
    return sorted(path for folder in COMPILED for path in (ROOT / folder).iterdir() if path.suffix in kinds)


def kernels_are_built(environment: Environment) -> bool:
    """Say whether each kernel has a module compiled for the Python of this environment."""
    tag = output(environment.python, "-c", "import sysconfig; print(sysconfig.get_config_var('EXT_SUFFIX'))").strip()
    wanted = [path for path in kernel_sources() if path.suffix == ".pyx"]
    return all(path.with_name(path.stem + tag).exists() for path in wanted)


def check_build(environment: Environment) -> None:
    """Make sure that C can be compiled: the headers of Python, and a compiler or else zig from the lock."""
    for package in output(environment.python, "-m", "devtools.compiler").split():
        if package == "ziglang":
            with step("No C compiler on this machine: fetching zig as one"):
                environment.install("--require-hashes", "-r", "requirements/zig.txt")
        else:
            machine.require([package], f"{environment.python} lacks its headers (Python.h), and compiling needs them")


def digest(paths: Iterable[Path]) -> str:
    """Return one hash over the names and contents of files."""
    total = hashlib.sha256()
    for path in paths:
        total.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def become(environment: Environment, name: str, *arguments: str) -> int:
    """Run a program of the environment in place of this one, so that signals reach it; return its status elsewhere."""
    program = str(environment.program(name))
    say(f"→ {name} {' '.join(arguments)}")
    if WINDOWS:
        return subprocess.run([program, *arguments], check=False).returncode
    try:
        os.execv(program, [program, *arguments])
    except OSError as error:
        raise StepError(f"{program}: {error}") from error
