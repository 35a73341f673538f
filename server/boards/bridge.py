"""The link to a broker: connects, says what waits, hears what boards say, and comes back when the broker does.

Nothing in the hall waits for it: without a broker matches go on, and when it is back the present state is published.
"""

from __future__ import annotations

import asyncio
import json
import ssl
from typing import Protocol
from urllib.parse import urlsplit

import aiomqtt
import structlog

from server import metrics
from server.boards.outbox import Outbox
from server.boards.topics import HALL_STATUS, HEARD
from server.config import Settings

log = structlog.get_logger()

FIRST_PAUSE = 0.25
"""s before the broker is tried again; it doubles up to `mqtt_retry_seconds`."""

ANSWER_SECONDS = 10.0
KEEPALIVE = 20
INCOMING = 1000
"""Messages that may wait to be read; boards are asked again for what is lost beyond."""

PORTS = {"mqtt": 1883, "mqtts": 8883}


class Desk(Protocol):
    """Who hears the boards."""

    def connected(self) -> None:
        """The broker is there: everything that should be known is published anew."""

    def heard(self, topic: str, payload: bytes, *, retained: bool) -> None:
        """A message under one of the topics that are heard."""


class Bridge:
    """`run` is its task."""

    def __init__(self, settings: Settings, desk: Desk, outbox: Outbox, version: str) -> None:
        assert settings.mqtt_url is not None
        self._settings = settings
        self._desk = desk
        self._outbox = outbox
        self._version = version
        parts = urlsplit(settings.mqtt_url)
        self._host, self._port = str(parts.hostname), parts.port or PORTS[parts.scheme]
        self._tls = tls_context(settings) if parts.scheme == "mqtts" else None

    async def run(self) -> None:
        """Be linked until cancelled. A broker that is away is tried again and again, ever more slowly."""
        pause, is_news = FIRST_PAUSE, True
        while True:
            try:
                async with self._client() as client:
                    log.info("broker found", host=self._host, port=self._port)
                    pause, is_news = FIRST_PAUSE, True
                    await self._serve(client)
            except (aiomqtt.MqttError, OSError) as error:
                if is_news:
                    log.warning("broker away: matches go on without it", host=self._host, error=str(error))
                is_news = False
            await asyncio.sleep(pause)
            pause = min(2.0 * pause, self._settings.mqtt_retry_seconds)

    def _client(self) -> aiomqtt.Client:
        password = self._settings.mqtt_password
        return aiomqtt.Client(
            self._host,
            self._port,
            identifier=self._settings.mqtt_client_id,
            username=self._settings.mqtt_username,
            password=None if password is None else password.get_secret_value(),
            tls_context=self._tls,
            will=aiomqtt.Will(HALL_STATUS, self._status("offline"), qos=1, retain=True),
            timeout=ANSWER_SECONDS,
            keepalive=KEEPALIVE,
            max_queued_incoming_messages=INCOMING,
        )

    def _status(self, state: str) -> bytes:
        return json.dumps({"v": 1, "state": state, "version": self._version}).encode()

    async def _serve(self, client: aiomqtt.Client) -> None:
        """Publish and hear until the broker goes. Raises MqttError."""
        await client.subscribe([(topic, 1) for topic in HEARD])
        await client.publish(HALL_STATUS, self._status("online"), qos=1, retain=True)
        self._outbox.open()
        metrics.MQTT_CONNECTED.set(1)
        loop = asyncio.get_running_loop()
        tasks = [loop.create_task(self._send(client)), loop.create_task(self._hear(client))]
        try:
            self._desk.connected()
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            await self._say_goodbye(client)
            raise
        finally:
            self._outbox.close()
            metrics.MQTT_CONNECTED.set(0)
            for task in tasks:
                task.cancel()
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, Exception):
                raise outcome

    async def _send(self, client: aiomqtt.Client) -> None:
        while True:
            letter = await self._outbox.next()
            await client.publish(letter.topic, letter.payload, qos=letter.qos, retain=letter.retain)
            metrics.MQTT_PUBLISHED.inc()

    async def _hear(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            self._desk.heard(str(message.topic), bytes(message.payload or b""), retained=bool(message.retain))

    async def _say_goodbye(self, client: aiomqtt.Client) -> None:
        """A hall that closes says so itself: its will is for when it cannot."""
        try:
            async with asyncio.timeout(1.0):
                await client.publish(HALL_STATUS, self._status("offline"), qos=1, retain=True)
        except (aiomqtt.MqttError, TimeoutError, OSError):
            log.info("the broker did not take the goodbye")


def tls_context(settings: Settings) -> ssl.SSLContext:
    """How the broker is known, and how the hall is. Raises OSError where a file cannot be read."""
    context = ssl.create_default_context(cafile=settings.mqtt_ca)
    if settings.mqtt_cert is not None:
        context.load_cert_chain(settings.mqtt_cert, settings.mqtt_key)
    return context
