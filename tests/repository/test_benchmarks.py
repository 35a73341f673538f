"""Every measurement can be run by the one command that is named for it."""

from benchmarks.__main__ import HERE, names


def test_dev_py_bench_runs_every_module_that_measures_figures() -> None:
    figures = {
        path.stem
        for path in HERE.glob("*.py")
        if "import Figure" in path.read_text(encoding="utf-8") and path.stem != "__main__"
    }
    assert figures >= {"rooms", "shots", "start"}
    assert set(names()) == figures
