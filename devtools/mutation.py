"""Mutation tests of the rules: mutmut changes the code in many small ways, and the fast tests have to see each change.

    python -m devtools.mutation --only "game/carom/*" "game/pyramid/*" --tests tests/game/carom tests/game/pyramid \
        --leave "planted or very_many" --share 0.25

works in a scratch folder with copies, and ends with how many were seen and the names of those that were not. It needs
`pip install mutmut==3.8.1`, which is no dependency of the project. `mutmut show NAME` in the folder shows a change.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("game", "physics", "lobby", "client_protocol", "server", "loadtest", "devtools", "docs", "tests")
NOT_COPIED = shutil.ignore_patterns("__pycache__", "static", "*.pyc", ".hypothesis")
SETTINGS = """\
[mutmut]
source_paths=game
only_mutate=
{only}
also_copy=
{also}
pytest_add_cli_args=
    -p
    no:cacheprovider
    -x
    -q
pytest_add_cli_args_test_selection=
{tests}
process_isolation=forkserver
mutate_only_covered_lines=true
track_dependencies=false
use_git_change_detection=false
timeout_multiplier=10
timeout_constant=2
"""
KILLED = {1, 3, 24, 36, -24, 152, 255}
"""Exit codes of a change that a test saw, or that ran into its time limit."""


def lines(words: list[str]) -> str:
    """A list as the settings have it."""
    return "\n".join(f"    {word}" for word in words)


def prepare(folder: Path, only: list[str], tests: list[str], leave: str) -> None:
    """Copy what is needed and write the settings."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=NOT_COPIED)
    shutil.copy(ROOT / "pyproject.toml", folder)
    chosen = [*tests, "-k", f"not ({leave})"] if leave else tests
    also = [name for name in COPIED if name not in ("game", "tests")]
    (folder / "setup.cfg").write_text(SETTINGS.format(only=lines(only), also=lines(also), tests=lines(chosen)))


def mutmut(folder: Path, *words: str) -> None:
    """Run mutmut in the folder; its own status only says whether something survived."""
    subprocess.run([Path(sys.executable).parent / "mutmut", "run", *words], cwd=folder, check=False)


def codes(folder: Path) -> dict[str, int | None]:
    """Exit code of the tests for each change; None: not tried."""
    found: dict[str, int | None] = {}
    for meta in sorted((folder / "mutants").rglob("*.meta")):
        found.update(json.loads(meta.read_text())["exit_code_by_key"])
    return found


def main() -> int:
    """Run, and print the count of what was seen and the names of what was not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", required=True, help="patterns of the modules that are changed")
    parser.add_argument("--tests", nargs="+", required=True, help="tests that have to see it")
    parser.add_argument("--leave", default="", help="tests that are left out, as pytest -k has it")
    parser.add_argument("--share", type=float, default=1.0, help="the part of all changes that is tried")
    parser.add_argument("--seed", type=int, default=1, help="which part")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "mutation")
    ask = parser.parse_args()
    prepare(ask.folder, ask.only, ask.tests, ask.leave)
    mutmut(ask.folder, "no.such.change", "--max-children", "2")
    names = sorted(codes(ask.folder))
    chosen = sorted(random.Random(ask.seed).sample(names, round(len(names) * ask.share)))
    mutmut(ask.folder, *chosen, "--max-children", "2")
    tried = {name: code for name, code in codes(ask.folder).items() if name in set(chosen)}
    counts = Counter(code in KILLED for code in tried.values())
    for name, code in tried.items():
        if code not in KILLED:
            sys.stdout.write(f"not seen ({code}): {name}\n")
    part = counts[True] / len(tried)
    sys.stdout.write(f"{len(names)} changes, {len(tried)} tried, {counts[True]} seen: {part:.1%}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
