"""Who may open a socket: the path, the page it comes from, and how many come from one address."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

SOCKET_PATH = "/ws"

Header = Callable[[str], str | None]


@dataclass
class Refusal(Exception):
    """Not let in: an HTTP status and a sentence."""

    status: int
    text: str


class Admission:
    """Counts who is in, and decides who comes in."""

    def __init__(
        self, total: int, per_address: int, origins: tuple[str, ...], trusted_proxies: tuple[str, ...]
    ) -> None:
        self._total = total
        self._per_address = per_address
        self._origins = frozenset(origin.rstrip("/").lower() for origin in origins)
        self._trusted = frozenset(trusted_proxies)
        self._inside: Counter[str] = Counter()
        self._count = 0

    def enter(self, path: str, peer: str, header: Header) -> str:
        """The address of who may come in, now counted. Raises Refusal."""
        if path.partition("?")[0] != SOCKET_PATH:
            raise Refusal(404, f"sockets are served at {SOCKET_PATH}")
        behind_proxy = peer in self._trusted
        if not self._knows_origin(header, behind_proxy):
            raise Refusal(403, "pages of this origin may not connect")
        address = client_address(peer, header("X-Forwarded-For") if behind_proxy else None, self._trusted)
        if self._count >= self._total:
            raise Refusal(503, "the hall is full")
        if self._inside[address] >= self._per_address and not _is_loopback(address):
            raise Refusal(429, "too many connections from this address")
        self._inside[address] += 1
        self._count += 1
        return address

    def leave(self, address: str) -> None:
        """Count out who came in; "" was never let in."""
        if not address:
            return
        self._count -= 1
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]

    def _knows_origin(self, header: Header, behind_proxy: bool) -> bool:
        """A page of our own, a page of an origin in the settings, or no page at all (a program sends none)."""
        origin = header("Origin")
        if origin is None:
            return True
        if origin.lower() in self._origins:
            return True
        host = (header("X-Forwarded-Host") if behind_proxy else None) or header("Host") or ""
        return _host_of(origin) == host.lower() and bool(host)


def client_address(peer: str, forwarded: str | None, trusted: frozenset[str]) -> str:
    """The nearest address that is no proxy of ours, reading X-Forwarded-For from its trusted end."""
    if forwarded is None:
        return peer
    for hop in reversed([part.strip() for part in forwarded.split(",")]):
        if hop and hop not in trusted:
            return hop
    return peer


def _host_of(origin: str) -> str:
    """Host and port of an origin; "" where it is no URL."""
    try:
        return urlsplit(origin.lower()).netloc
    except ValueError:
        return ""


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
