"""A board as a program: its key, its numbers, its memory of what it said, its link to a broker.

`cuehall board-sim` plays with it, and whoever builds a real board can read here what one has to do.
"""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

import aiomqtt
import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from game.boards.reports import Json, Report, ReportKind, report_body
from game.boards.sightings import Sighting
from game.boards.signing import pairing_proof, signed
from server.boards.topics import BoardTopic, board_topic

log = structlog.get_logger()

REMEMBERED = 256
"""Reports that a board can say again."""

PAUSE = 0.25
"""s before the broker is tried again."""

CLAIM_PAUSE = 2.0
"""s between two claims that nobody has answered."""


@dataclass(frozen=True)
class DeviceSettings:
    """Where the broker is (`mqtt://host:port`), which board this is, and how it names itself there."""

    url: str
    board: str
    key: Ed25519PrivateKey
    username: str | None = None
    password: str | None = None
    code: str | None = None


@dataclass
class Device:
    """One start of a board. `run` is its task; `say` may be called from any other.

    clock    the board's clock, s
    heard    every command since the start; `armed`: nonce of the open turn, "" = none
    """

    settings: DeviceSettings
    clock: Callable[[], float] = time.time
    boot: str = field(default_factory=lambda: secrets.token_hex(4))
    last: int = 0
    armed: str = ""
    pairing: str = ""
    heard: list[dict[str, Json]] = field(default_factory=list)
    news: asyncio.Condition = field(default_factory=asyncio.Condition)
    said: deque[Report] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    client: aiomqtt.Client | None = None

    async def run(self) -> None:
        """Be linked until cancelled; a broker that is away is tried again."""
        while True:
            asking: asyncio.Task[None] | None = None
            try:
                async with self._client() as client:
                    await client.subscribe(self._topic(BoardTopic.COMMAND), qos=1)
                    self.client = client
                    asking = asyncio.create_task(self._ask_for_pairing(client))
                    await self._status(client)
                    async for message in client.messages:
                        await self._heed(client, json.loads(bytes(message.payload or b"{}")))
            except (aiomqtt.MqttError, OSError) as error:
                log.info("broker away", error=str(error))
            finally:
                self.client = None
                if asking is not None:
                    asking.cancel()
                    await asyncio.gather(asking, return_exceptions=True)
            await asyncio.sleep(PAUSE)

    def _client(self) -> aiomqtt.Client:
        parts = urlsplit(self.settings.url)
        gone = replace(self._report(Sighting(ReportKind.STATUS)), online=False)
        will = aiomqtt.Will(self._topic(BoardTopic.STATUS), self._signed(gone), qos=1, retain=True)
        return aiomqtt.Client(
            str(parts.hostname),
            parts.port or 1883,
            identifier=f"board-{self.settings.board}",
            username=self.settings.username,
            password=self.settings.password,
            tls_params=aiomqtt.TLSParameters() if parts.scheme == "mqtts" else None,
            will=will,
        )

    # --- what it says --------------------------------------------------------------------------------------------

    async def say(self, sighting: Sighting) -> Report:
        """Number, remember and publish what happened. Without a broker it is said when the hall asks for it."""
        self.last += 1
        report = self._report(sighting)
        self.said.append(report)
        await self.publish(self._signed(report))
        return report

    async def publish(self, payload: bytes, *, retain: bool = False) -> None:
        """Publish bytes under the board's events, if the broker is there."""
        if self.client is not None:
            try:
                await self.client.publish(self._topic(BoardTopic.EVENT), payload, qos=1, retain=retain)
            except aiomqtt.MqttError as error:
                log.info("not said", error=str(error))

    def signed(self, report: Report) -> bytes:
        """A report as this board sends it."""
        return self._signed(report)

    def _report(self, sighting: Sighting) -> Report:
        return Report(
            board=self.settings.board,
            boot=self.boot,
            seq=self.last,
            ts=round(self.clock() * 1000),
            kind=sighting.kind,
            arm=self.armed,
            segment=sighting.segment,
            zone=sighting.zone,
            at=sighting.at,
            ref=sighting.ref,
        )

    def _signed(self, report: Report) -> bytes:
        return signed(report_body(report), self.settings.key)

    async def _status(self, client: aiomqtt.Client) -> None:
        payload = self._signed(self._report(Sighting(ReportKind.STATUS)))
        await client.publish(self._topic(BoardTopic.STATUS), payload, qos=1, retain=True)

    async def _ask_for_pairing(self, client: aiomqtt.Client) -> None:
        """Ask until the hall answers: it may not listen yet, and a broker keeps no claim for it."""
        while self.settings.code is not None and not self.pairing:
            await self._claim(client, self.settings.code)
            await asyncio.sleep(CLAIM_PAUSE)

    async def _claim(self, client: aiomqtt.Client, code: str) -> None:
        """Ask to be paired: the key goes out, the code stays here."""
        key = base64.b64encode(self.settings.key.public_key().public_bytes_raw()).decode()
        body: dict[str, Json] = {"v": 1, "type": "pair", "board": self.settings.board, "key": key}
        body["proof"] = pairing_proof(code, body)
        await client.publish(self._topic(BoardTopic.PAIR), signed(body, self.settings.key), qos=1)

    # --- what it is told -----------------------------------------------------------------------------------------

    async def _heed(self, client: aiomqtt.Client, command: dict[str, Json]) -> None:
        match command.get("type"):
            case "arm":
                self.armed = str(command.get("nonce", ""))
                await self._status(client)  # its answer shows the hall that it is there, and its clock
            case "disarm":
                self.armed = ""
            case "hello":
                await self._status(client)
            case "send_again" if command.get("boot") == self.boot:
                first = command.get("from")
                for report in list(self.said):
                    if isinstance(first, int) and report.seq >= first:
                        await client.publish(self._topic(BoardTopic.EVENT), self._signed(report), qos=1)
            case "paired":
                self.pairing = "paired"
                await self._status(client)
            case "refused" if self.pairing != "paired":
                self.pairing = f"refused: {command.get('reason')}"
        async with self.news:
            self.heard.append(command)
            del self.heard[:-REMEMBERED]
            self.news.notify_all()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for commands until something holds."""
        async with self.news:
            await self.news.wait_for(holds)

    def _topic(self, leaf: BoardTopic) -> str:
        return board_topic(self.settings.board, leaf)
