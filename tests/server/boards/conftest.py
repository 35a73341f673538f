from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.boards.brokers import BROKERS, Broker


@pytest.fixture(params=list(BROKERS))
async def broker(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Broker]:
    """A running broker of each kind."""
    folder = tmp_path / "broker"
    folder.mkdir()
    started: Broker = BROKERS[request.param](folder)
    await started.start()
    try:
        yield started
    finally:
        await started.kill()
