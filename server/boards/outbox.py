"""What waits to be published: the latest of each kind, so that it has a bound and nobody gets what is past."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass

from game.boards.reports import Json
from server import metrics

MOST = 20_000
"""Letters that wait at most; the oldest goes first."""


@dataclass(frozen=True)
class Letter:
    """Something to be published."""

    topic: str
    payload: bytes
    retain: bool
    qos: int


class Outbox:
    """Letters by topic and kind: a newer one takes the place of the one before. Nothing is kept without a broker."""

    def __init__(self) -> None:
        self._letters: dict[tuple[str, str], Letter] = {}
        self._news = asyncio.Event()
        self.is_open = False

    def __len__(self) -> int:
        return len(self._letters)

    def put(self, topic: str, body: Mapping[str, Json] | None, kind: str = "", *, retain: bool = False) -> None:
        """Have a JSON object published, None clears what the broker keeps. `kind`: what it replaces on its topic."""
        if not self.is_open:
            return
        payload = b"" if body is None else json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
        self._letters.pop((topic, kind), None)
        self._letters[topic, kind] = Letter(topic, payload, retain, 0 if retain else 1)
        if len(self._letters) > MOST:
            del self._letters[next(iter(self._letters))]
            metrics.MQTT_DROPPED.inc()
        self._news.set()

    def open(self) -> None:
        """From now on a broker takes letters."""
        self._letters.clear()
        self.is_open = True

    def close(self) -> None:
        """The broker is away: what waits is worth nothing when it is back."""
        self.is_open = False
        self._letters.clear()

    async def next(self) -> Letter:
        """The letter that has waited longest."""
        while not self._letters:
            self._news.clear()
            await self._news.wait()
        return self._letters.pop(next(iter(self._letters)))
