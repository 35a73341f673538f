"""The long matches with a referee, a protest, a restored position and a `kill -9`: eight-ball race to 5, 14.1 to 100.

`python -m tests.end_to_end.long_officiated` plays both, verifies the records and prints what they hold; two minutes.
"""

import asyncio
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.end_to_end.test_officiated import officiated_match


async def main() -> None:
    """Play one after the other."""
    with TemporaryDirectory() as folder:
        for game, options, race_to in (("eight_ball", {}, 5), ("straight_pool", {"target": 100}, 1)):
            acts = await officiated_match(Path(folder) / game, game, dict(options), race_to)
            print(game, dict(Counter(acts)), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
