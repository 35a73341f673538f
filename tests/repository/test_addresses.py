"""The project speaks for itself: no file names a package registry or the place where it was written."""

import json
import re

from tests.repository.files import ROOT, texts

# Put together from parts, so that this file does not hold what it forbids.
REGISTRIES = ["registry" + r"\.npmjs\.", "pypi" + r"\.org", "python" + r"hosted\.org", r"index-url\s*=?\s*http"]
HOSTS = re.compile("|".join(REGISTRIES), re.IGNORECASE)
PLACE = re.compile("|".join([r"\.\./" + "shared", "/work" + "/", r"\." + "library", "sub" + "agent"]), re.IGNORECASE)


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    """Return where a pattern stands in any file."""
    return [
        f"{path}:{number}: {line.strip()[:120]}"
        for path, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_file_names_the_host_of_a_registry() -> None:
    assert lines_with(HOSTS) == []


def test_no_file_names_the_place_where_it_was_written() -> None:
    assert lines_with(PLACE) == []


def test_python_locks_hold_hashes_and_no_addresses() -> None:
    locks = sorted((ROOT / "requirements").glob("*.txt"))
    assert {lock.stem for lock in locks} == {"runtime", "dev", "build", "zig", "installer"}
    for lock in locks:
        text = lock.read_text(encoding="utf-8")
        assert "://" not in text
        assert "index-url" not in text
        entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
        assert entries
        assert [entry for entry in entries if "==" not in entry or "--hash=sha256:" not in entry] == []


def test_locks_of_one_package_agree() -> None:
    versions: dict[tuple[str, str], set[str]] = {}
    for lock in ("runtime", "dev", "build"):
        text = (ROOT / f"requirements/{lock}.txt").read_text(encoding="utf-8")
        for name, version, marker in re.findall(r"^([\w.-]+)(?:\[[\w,]+\])?==(\S+)(.*?)\\?$", text, flags=re.MULTILINE):
            versions.setdefault((name, marker.strip()), set()).add(version)
    assert {key: found for key, found in versions.items() if len(found) > 1} == {}


def test_the_lock_of_the_page_holds_hashes_and_no_addresses() -> None:
    packages = json.loads((ROOT / "webclient/package-lock.json").read_text(encoding="utf-8"))["packages"]
    installed = {name: entry for name, entry in packages.items() if name and not entry.get("link")}
    assert installed
    assert [name for name, entry in installed.items() if "resolved" in entry or "integrity" not in entry] == []
