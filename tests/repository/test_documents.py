"""What a reader finds: links lead somewhere, the two commands exist, news has its form."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from game.catalog import CUE_GAMES, DART_GAMES
from tests.repository.files import ROOT, texts, tracked

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*$", re.MULTILINE)
NEWS = re.compile(r"^[a-z0-9-]+\.(added|changed|fixed|removed|security)\.md$")


def anchors(text: str) -> set[str]:
    """Return the anchors that headings of a Markdown page get."""
    plain = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    names = (re.sub(r"[^\w\- ]", "", re.sub(r"[`*]", "", heading)).lower() for heading in HEADING.findall(plain))
    return {name.replace(" ", "-") for name in names}


def broken_links(page: Path, text: str) -> list[str]:
    """Return the links of a page that lead to no file or heading of the project."""
    broken = []
    for target in LINK.findall(re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (ROOT / page.parent / name).resolve() if name else ROOT / page
        if not file.exists() or (anchor and anchor not in anchors(file.read_text(encoding="utf-8"))):
            broken.append(f"{page}: {target}")
    return broken


def test_every_link_in_the_documents_leads_somewhere() -> None:
    pages = texts(".md")
    assert pages
    assert [link for page, text in pages for link in broken_links(page, text)] == []


def test_the_readme_shows_a_picture_and_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.search(r"!\[[^\]]+\]\(docs/pictures/", readme)
    assert "python3 dev.py serve" in readme
    assert "python3 dev.py test" in readme


def test_the_readme_names_every_game_that_can_be_played() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    told = re.sub(r"[\s-]+", " ", readme[readme.index("Playable now:") : readme.index("## Two commands")])
    words = set(re.findall(r"\w+", told.lower()))
    assert [kind.value for kind in CUE_GAMES if not words >= set(kind.value.split("_"))] == []
    assert f" {len(DART_GAMES)} games of the dart machine" in told


@pytest.mark.parametrize("words", [["--help"], []])
def test_dev_py_names_its_commands(words: list[str]) -> None:
    done = subprocess.run([sys.executable, ROOT / "dev.py", *words], capture_output=True, text=True, check=False)
    assert done.returncode == (0 if words else 2)
    for command in ("serve", "test", "check", "lock", "build", "bench"):
        assert command in done.stdout + done.stderr


def test_news_fragments_say_in_their_name_what_kind_they_are() -> None:
    names = [path.name for path in tracked() if path.parts[0] == "changes" and path.name != "README.md"]
    assert [name for name in names if not NEWS.match(name)] == []


def test_the_changelog_has_a_section_for_what_comes_next_and_one_for_this_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "## Unreleased" in changelog
    assert version == "0.1.0" or f"## {version}" in changelog
