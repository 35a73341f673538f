"""Real brokers on free loopback ports: mosquitto as Debian has it, rumqttd as `iotcore` on PyPI brings it."""

from __future__ import annotations

import asyncio
import shutil
import socket
from abc import ABC, abstractmethod
from pathlib import Path

import iotcore


def free_port() -> int:
    """A port of the loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Broker(ABC):
    """A broker that can be killed and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"mqtt://127.0.0.1:{self.port}"

    @abstractmethod
    async def start(self) -> None:
        """Listen from now on."""

    @abstractmethod
    async def kill(self) -> None:
        """Be gone at once, with everything it has kept."""


class Mosquitto(Broker):
    """Eclipse Mosquitto; `rules`: further lines of its configuration."""

    def __init__(self, folder: Path, rules: str = "allow_anonymous true") -> None:
        super().__init__(folder)
        self.rules = rules
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Listen from now on; what it logs is read until it says that it runs."""
        program = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
        assert program is not None, "mosquitto is missing: sudo apt-get install mosquitto"
        config = self.folder / "mosquitto.conf"
        text = f"listener {self.port} 127.0.0.1\nuser root\npersistence false\nlog_dest stderr\n{self.rules}\n"
        config.write_text(text, encoding="utf-8")
        self._process = await asyncio.create_subprocess_exec(
            program, "-v", "-c", str(config), stderr=asyncio.subprocess.PIPE
        )
        assert self._process.stderr is not None
        while b"running" not in (line := await self._process.stderr.readline()):
            assert line, "mosquitto ended before it ran"
        self._log = asyncio.create_task(self._process.stderr.read())

    async def kill(self) -> None:
        """Be gone at once."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
            await self._log


class Rumqttd(Broker):
    """rumqttd in a process of its own, as iotcore starts it. Its default is to listen everywhere: not here."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._broker: iotcore.Broker | None = None

    async def start(self) -> None:
        """Listen from now on."""
        self._broker = iotcore.Broker(port=self.port, listen="127.0.0.1")
        await asyncio.to_thread(self._broker.start)

    async def kill(self) -> None:
        """Be gone at once."""
        if self._broker is not None:
            await asyncio.to_thread(self._broker.stop)
            self._broker = None


BROKERS = {"mosquitto": Mosquitto, "rumqttd": Rumqttd}
