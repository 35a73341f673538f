"""The validation report: every published figure holds, and the report in docs is the one the engine makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import runouts, validation

DOCS = Path(__file__).parents[2] / "docs"


def test_every_published_figure_holds() -> None:
    assert [row for rows in validation.CHAPTERS.values() for row in rows() if not row.holds] == []


def test_the_report_in_docs_is_current(tmp_path: Path) -> None:
    assert validation.main(["--write", str(tmp_path)]) == 0
    for made in tmp_path.iterdir():
        assert made.read_text(encoding="utf-8") == (DOCS / made.name).read_text(encoding="utf-8"), made.name


@pytest.mark.slow
def test_racks_are_run_out_as_often_as_people_were_counted_to() -> None:
    assert runouts.main(["--racks", "300", "--cores", "2"]) == 0
