"""The traces that the page's decoder is tested with are what Python writes and reads today."""

from tests.browser.golden_traces import GOLDEN, build


def test_the_golden_traces_are_up_to_date() -> None:
    assert GOLDEN.read_text(encoding="utf-8") == build(), "run: python -m tests.browser.golden_traces"
