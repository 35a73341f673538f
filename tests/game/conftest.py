"""What every test of the rules starts from."""

from __future__ import annotations

import pytest

from game.carom import zones


@pytest.fixture(autouse=True)
def _zones_worked_out_anew() -> None:
    """Zones are kept once they are worked out; a test sees those of the code it runs."""
    zones._balk.cache_clear()
    zones._corners.cache_clear()
