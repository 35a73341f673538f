"""The wheel and the source archive: built, and tried as a stranger would use them."""

import json
import os
import shutil
import tempfile
from pathlib import Path

from devtools import compiler
from devtools.console import ROOT, StepError, output, run, say, step
from devtools.environment import COMPILED, Environment

DIST = ROOT / "dist"
LOCKED = ("--require-hashes", "-b", ROOT / "requirements/build.txt", "-b", ROOT / "requirements/zig.txt")
SHOT = {
    "table": "pool_9ft",
    "game": "nine_ball",
    "balls": {"c": [-0.635, 0.01], "1": [0.635, 0.0], "2": [0.685, 0.03], "9": [0.735, 0.0]},
    "stroke": {"ball": "c", "aim": 0.4, "speed": 7.5, "elevation": 3.0, "tip": [0.2, 0.3]},
}


def build(env: Environment) -> None:
    """Write the source archive to dist/, and the wheel built from that archive."""
    shutil.rmtree(DIST, ignore_errors=True)
    with step("Building the source archive and, from it, the wheel"):
        run(env.uv, "build", "-q", *LOCKED, "--python", env.python, "--out-dir", DIST, ROOT, quiet=True)
    for path in sorted(DIST.glob("cuehall*")):
        say(f"  {path.relative_to(ROOT)}  {path.stat().st_size / 1e6:.1f} MB")


def try_wheel(env: Environment) -> None:
    """Install the wheel into a new environment, away from the sources, and use it. Raises StepError."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        new = fresh(env, folder)
        with step("Installing the wheel offline and running it"):
            new.install("--no-index", "--no-deps", only_wheel(DIST))
            run(new.program("cuehall"), "--help", folder=folder, quiet=True)
            output(new.program("cuehall"), "simulate", "-", folder=folder, stdin=json.dumps(SHOT))
            page = "import pathlib, server; print((pathlib.Path(server.__file__).parent / 'static/index.html').stat())"
            output(new.python, "-c", page, folder=folder)


def fresh(env: Environment, folder: Path) -> Environment:
    """Make an environment with the locked runtime dependencies and nothing else."""
    with step("Making a new environment with the runtime dependencies"):
        run(env.uv, "venv", "-q", "--python", env.python, folder / "venv")
        new = Environment(folder / "venv")
        new.install("--require-hashes", "-r", ROOT / "requirements/runtime.txt")
    return new


def only_wheel(folder: Path) -> Path:
    """Return the one wheel in a folder. Raises StepError where there is none or more."""
    wheels = list(folder.glob("*.whl"))
    if len(wheels) != 1:
        raise StepError(f"expected one wheel in {folder}, found {len(wheels)}")
    return wheels[0]


def check_zig(env: Environment) -> None:
    """Build a wheel while no C compiler is to be found, and compare one shot with the usual build's, bit for bit."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = {"PATH": str(hide_compilers(folder / "bin", env)), "CC": "", "CUEHALL_SKIP_WEB": "1"}
        with step("Building with zig, every C compiler hidden"):
            where = ("--python", env.python, "--out-dir", folder)
            run(env.uv, "build", "-q", "--wheel", *LOCKED, *where, ROOT, env=settings)
        new = fresh(env, folder)
        new.install("--no-index", "--no-deps", only_wheel(folder))
        modules = [path for part in COMPILED for path in new.folder.glob(f"lib/*/site-packages/{part}/*.so")]
        if not modules or not all(b"GCC: (" not in path.read_bytes() for path in modules):
            raise StepError("the kernels of this wheel were not compiled by zig")
        if shot_by(new) != shot_by(env):
            raise StepError("a shot by the kernels from zig differs from one by those of this machine's compiler")
    say(f"✓ zig compiled {len(modules)} kernels; the shot is the same bit for bit")


def shot_by(env: Environment) -> str:
    """Return what `cuehall simulate` of an environment prints for the shot."""
    return output(env.program("cuehall"), "simulate", "-", stdin=json.dumps(SHOT))


def hide_compilers(folder: Path, env: Environment) -> Path:
    """Return a folder for PATH with every program of this machine's PATH but compilers."""
    folder.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        for program in Path(place).glob("*"):
            link = folder / program.name
            if not link.exists() and not is_compiler(program.name):
                link.symlink_to(program)
    seen = output("env", f"PATH={folder}", "CC=", env.python, "-m", "devtools.compiler").split()
    if "ziglang" not in seen:
        raise StepError(f"a C compiler is still found: {compiler.own_compiler()}")
    return folder


def is_compiler(name: str) -> bool:
    """Say whether a program's name is that of a C compiler."""
    return any(part in {"cc", "gcc", "clang", "c99", "c89", "tcc", "icx"} for part in name.replace(".", "-").split("-"))
