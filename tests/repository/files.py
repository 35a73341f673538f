"""The files of the project as a clone has them."""

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = {".png", ".jpg", ".webp", ".ico", ".woff2", ".gz", ".db"}


@cache
def tracked() -> tuple[Path, ...]:
    """Return every file that git knows, or would take with the next `git add`, relative to the root."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = {Path(name) for name in listed.stdout.split("\0") if name}
    return tuple(sorted(path for path in paths if (ROOT / path).is_file()))


def texts(*suffixes: str) -> list[tuple[Path, str]]:
    """Return the text files with one of these suffixes (all where none is given) with their contents."""
    chosen = [path for path in tracked() if path.suffix not in BINARY and (not suffixes or path.suffix in suffixes)]
    return [(path, (ROOT / path).read_text(encoding="utf-8")) for path in chosen]
