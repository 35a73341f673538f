"""Rules that hold for every source file and that no other tool checks."""

import ast
import re
import tomllib

from tests.repository.files import ROOT, texts

PACKAGES = ("physics", "game", "lobby", "client_protocol", "server", "loadtest")
FILE_CEILING = 450
LEFTOVER = re.compile("|".join(["TO" + "DO", "FIX" + "ME", "X" + "XX"]))


def test_an_init_file_holds_one_docstring_and_nothing_else() -> None:
    files = [(path, text) for path, text in texts(".py") if path.name == "__init__.py"]
    assert {path.parts[0] for path, _ in files} >= set(PACKAGES)
    for path, text in files:
        body = ast.parse(text).body
        assert len(body) == 1, path
        assert isinstance(body[0], ast.Expr), path
        assert ast.get_docstring(ast.parse(text)), path


def test_no_leftovers() -> None:
    code = texts(".py", ".pyx", ".pxd", ".ts", ".svelte", ".css", ".html")
    assert [str(path) for path, text in code if LEFTOVER.search(text)] == []


def test_no_test_sleeps_or_is_marked_to_be_skipped() -> None:
    asleep = re.compile(r"\btime\.sleep\(|asyncio\.sleep\((?!0\))|mark\." + "skip|mark\\." + "xfail|pytest\\." + "skip")
    here = ("conftest.py", "test_sources.py")
    tests = [(path, text) for path, text in texts(".py") if path.parts[0] == "tests" and path.name not in here]
    assert [str(path) for path, text in tests if asleep.search(text)] == []


def test_build_requirements_are_the_same_in_all_places() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    hooks = (ROOT / "devtools/web.py").read_text() + (ROOT / "devtools/compiler.py").read_text()
    assert set(project["build-system"]["requires"]) < set(groups["build"])
    assert groups["zig"][0] in hooks
    assert next(name for name in groups["build"] if name.startswith("nodejs")) in hooks


def test_no_source_file_is_longer_than_the_ceiling() -> None:
    long = [
        f"{path} ({text.count(chr(10))} lines)"
        for path, text in texts(".py", ".pyx", ".pxd", ".ts", ".svelte")
        if text.count("\n") > FILE_CEILING and path.parts[0] != "tests" and ".gen." not in path.name
    ]
    assert long == []


def test_only_physics_and_measurements_import_the_compiled_modules() -> None:
    """Import-linter cannot see this arrow: a compiled module is no Python file to it."""
    allowed = {"physics", "tests", "benchmarks"}
    outside = [(path, text) for path, text in texts(".py") if path.parts[0] not in allowed]
    found = [
        f"{path}:{node.lineno}"
        for path, text in outside
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.stmt) and "physics.kernels" in ",".join(imported_names(node))
    ]
    assert found == []


def imported_names(node: ast.stmt) -> list[str]:
    """Return the full names that an import statement asks for."""
    match node:
        case ast.Import(names=names):
            return [name.name for name in names]
        case ast.ImportFrom(module=module, names=names):
            return [f"{module}.{name.name}" for name in names]
        case _:
            return []


def test_the_names_an_import_asks_for_are_found_in_all_its_forms() -> None:
    forms = ("import physics.kernels.cue", "from physics import kernels", "from physics.kernels.cue import strike")
    assert all("physics.kernels" in imported_names(ast.parse(form).body[0])[0] for form in forms)
