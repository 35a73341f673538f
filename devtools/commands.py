"""The subcommands of `dev.py`."""

import argparse
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from devtools import environment, machine, packages
from devtools.console import ROOT, StepError, run, run_all, say, step

LOCKS = {
    "runtime": ("pyproject.toml",),
    "dev": ("pyproject.toml", "--group", "dev", "--group", "build", "-c", "requirements/runtime.txt"),
    "build": ("--group", "build", "-c", "requirements/dev.txt"),
    "zig": ("--group", "zig"),
    "installer": ("--group", "installer"),
}


# The whole run waits more than it computes. A file stays with one worker: what its tests share is made once.
SIDE_BY_SIDE = ["--numprocesses", "auto", "--maxprocesses", "4", "--dist", "loadfile"]


def serve(words: list[str]) -> int:
    """Set up, build, and serve the hall on port 8800; further words go to `cuehall serve`."""
    return environment.become(environment.prepare("runtime"), "cuehall", "serve", *words)


def test(words: list[str]) -> int:
    """Set up, build, and run all tests of the page and of Python; --slow runs the slow ones; others go to pytest."""
    env = environment.prepare("dev")
    machine.provide_for_tests()
    if not words:
        with step("Tests of the page"):
            run(env.python, "-m", "devtools.web", "run", "test")
    if "--slow" in words:
        words = [*(word for word in words if word != "--slow"), "-m", "slow", "--timeout", "3600"]
    elif not words:
        words = SIDE_BY_SIDE
    if os.environ.get("CI"):
        os.environ["CUEHALL_NO_SKIPS"] = "1"
    return environment.become(env, "pytest", *words)


def lint(_: list[str]) -> int:
    """Check style, layout and import arrows of Python, and the style of the page."""
    env = environment.prepare("dev")
    run_all(lint_checks(env))
    return 0


def lint_checks(env: environment.Environment) -> list[tuple[str, list[str | Path]]]:
    """Return the checks of `lint`."""
    return [
        ("ruff check", [env.program("ruff"), "check", "."]),
        ("ruff format", [env.program("ruff"), "format", "--check", "."]),
        ("import arrows", [env.program("lint-imports"), "--no-logo"]),
        ("lint of the page", [env.python, "-m", "devtools.web", "run", "lint"]),
    ]


def types(_: list[str]) -> int:
    """Check the types of Python (mypy --strict) and of the page."""
    env = environment.prepare("dev")
    run_all(type_checks(env))
    return 0


def type_checks(env: environment.Environment) -> list[tuple[str, list[str | Path]]]:
    """Return the checks of `types`."""
    return [
        ("mypy --strict", [env.program("mypy")]),
        ("types of the page", [env.python, "-m", "devtools.web", "run", "check"]),
    ]


def check(_: list[str]) -> int:
    """Run every check that is not a test: lint, types, and whether generated files are up to date."""
    env = environment.prepare("dev")
    schema: tuple[str, list[str | Path]] = ("wire schema and its pages", [env.program("cuehall"), "schema", "--check"])
    run_all([*lint_checks(env), *type_checks(env), schema])
    return 0


def fix(_: list[str]) -> int:
    """Format Python and repair what ruff can repair."""
    env = environment.prepare("dev")
    run(env.program("ruff"), "check", "--fix", "--exit-zero", ".")
    run(env.program("ruff"), "format", ".")
    return 0


def bench(words: list[str]) -> int:
    """Run the benchmarks, or those named, and print each figure beside its peer or limit; --list names them."""
    return environment.become(environment.prepare("dev"), "python", "-m", "benchmarks", *words)


def lock(words: list[str]) -> int:
    """Write requirements/*.txt anew from pyproject.toml: versions and hashes, no addresses; --upgrade takes newer."""
    env = environment.prepare("runtime")
    options = ("-q", "--universal", "--generate-hashes", "--python-version", "3.11", "--no-header")
    for name, sources in LOCKS.items():
        with step(f"Locking {name}"):
            target = ROOT / f"requirements/{name}.txt"
            run(env.uv, "pip", "compile", *options, *sources, *words, "-o", target.relative_to(ROOT), quiet=True)
            addressed = [line for line in target.read_text().splitlines() if "://" in line or "index-url" in line]
            if addressed:
                raise StepError(f"{target}: an address got into the lock: {addressed[0]}")
    return 0


def build(_: list[str]) -> int:
    """Build the source archive and the wheel into dist/, and try the wheel in a new environment."""
    env = environment.prepare("runtime")
    packages.build(env)
    packages.try_wheel(env)
    return 0


def check_zig(_: list[str]) -> int:
    """Build with every C compiler hidden, so that zig must do it, and compare a shot bit for bit. Takes minutes."""
    packages.check_zig(environment.prepare("dev"))
    return 0


def clean(_: list[str]) -> int:
    """Remove all that was built or installed here; a hall's data stay."""
    folders = ["build", "dist", "server/static", "webclient/node_modules", "cuehall.egg-info", ".hypothesis"]
    caches = [".mypy_cache", ".ruff_cache", ".pytest_cache", ".import_linter_cache"]
    for path in [*(ROOT / name for name in folders + caches), *ROOT.glob(".venv*")]:
        shutil.rmtree(path, ignore_errors=True)
    for folder in environment.COMPILED:
        for path in [*(ROOT / folder).glob("*.so"), *(ROOT / folder).glob("*.pyd")]:
            path.unlink()
    return 0


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "serve": serve, "test": test, "check": check, "lint": lint, "types": types, "fix": fix, "bench": bench,
    "lock": lock, "build": build, "check-zig": check_zig, "clean": clean,
}  # fmt: skip


def main(text: str, words: list[str]) -> int:
    """Run one subcommand and return the exit status of the whole."""
    parser = argparse.ArgumentParser(prog="dev.py", description=text, formatter_class=argparse.RawTextHelpFormatter)
    names = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, command in COMMANDS.items():
        names.add_parser(name, help=command.__doc__, add_help=False)
    chosen, rest = parser.parse_known_args(words)
    if chosen.command is None:
        parser.print_help()
        return 2
    os.chdir(ROOT)
    try:
        return COMMANDS[chosen.command](rest)
    except StepError as failure:
        say(f"✗ {failure}")
        return failure.status
    except KeyboardInterrupt:
        return 130
