"""The build hooks and `dev.py` decide rightly what a machine lacks and what is stale."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.figures import Figure
from devtools import backend, environment, packages, web
from tests.repository.files import ROOT


def test_without_a_compiler_zig_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    assert [need for need in backend.get_requires_for_build_wheel() if need.startswith("ziglang")]
    assert [need for need in backend.get_requires_for_build_editable() if need.startswith("ziglang")]


def test_with_a_compiler_zig_is_not_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = tmp_path / "cc"
    compiler.write_text("#!/bin/sh\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert [need for need in backend.get_requires_for_build_wheel() if need.startswith("ziglang")] == []


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("cc", True),
        ("gcc", True),
        ("x86_64-linux-gnu-gcc-12", True),
        ("clang-14", True),
        ("ccache", False),
        ("uv", False),
    ],
)
def test_names_of_compilers_are_known(name: str, verdict: bool) -> None:
    assert packages.is_compiler(name) is verdict


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of page sources that has just been built."""
    sources = tmp_path / "webclient"
    (sources / "src").mkdir(parents=True)
    (sources / "package.json").write_text("{}")
    (sources / "src/main.ts").write_text("1")
    (tmp_path / "static").mkdir()
    (tmp_path / "static/index.html").write_text("page")
    monkeypatch.delenv(web.SKIP, raising=False)
    monkeypatch.setattr(web, "SOURCES", sources)
    monkeypatch.setattr(web, "ASSETS", tmp_path / "static")
    monkeypatch.setattr(web, "PAGE_STAMP", tmp_path / "stamp")
    (tmp_path / "stamp").write_text(web.source_hash())
    return sources


def test_a_page_just_built_is_fresh(page: Path) -> None:
    assert not web.is_stale()
    (page / "node_modules").mkdir()
    (page / "node_modules/new.js").write_text("installed, not a source")
    assert not web.is_stale()


@pytest.mark.parametrize("change", ["src/main.ts", "src/new.ts", "vite.config.ts"])
def test_a_page_is_stale_when_a_source_changes(page: Path, change: str) -> None:
    (page / change).write_text("2")
    assert web.is_stale()
    os.environ[web.SKIP] = "1"
    try:
        assert not web.is_stale()
    finally:
        del os.environ[web.SKIP]


def test_a_page_is_stale_when_its_assets_are_gone(page: Path) -> None:
    (page.parent / "static/index.html").unlink()
    assert web.is_stale()


@pytest.mark.parametrize(
    ("line", "verdict"),
    [("version = 3.11.2", True), ("version_info = 3.13.0", True), ("version = 3.10.9", False), ("home = here", False)],
)
def test_an_environment_of_an_old_python_is_not_used(tmp_path: Path, line: str, verdict: bool) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python").symlink_to(sys.executable)
    (tmp_path / "pyvenv.cfg").write_text(line)
    assert environment.is_usable(tmp_path) is verdict


def test_an_environment_whose_python_is_gone_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "pyvenv.cfg").write_text("version = 3.11.2")
    assert not environment.is_usable(tmp_path)


@pytest.mark.parametrize(
    ("figure", "ratio"),
    [
        (Figure("time", 2.0, "s", 4.0), 2.0),
        (Figure("rate", 2.0, "1/s", 4.0, more_is_better=True), 0.5),
        (Figure("alone", 2.0, "s"), None),
    ],
)
def test_a_ratio_above_one_is_better(figure: Figure, ratio: float | None) -> None:
    assert figure.ratio == ratio


@pytest.mark.slow
def test_zig_builds_what_gives_the_same_bits() -> None:
    done = subprocess.run([sys.executable, ROOT / "dev.py", "check-zig"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
