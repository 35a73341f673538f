"""Version of the wire, and the WebSocket subprotocols that carry it."""

from __future__ import annotations

from enum import StrEnum

PROTOCOL = 1
"""Version spoken by this code; `hello` names the client's, `welcome` the server's."""

OLDEST_ACCEPTED = 1
"""Oldest version a client may still speak. Fields added since then have defaults."""


class Encoding(StrEnum):
    """How messages become bytes. The value is the name of the WebSocket subprotocol."""

    MSGPACK = "cuehall.v1.msgpack"
    JSON = "cuehall.v1.json"


SUBPROTOCOLS: tuple[str, ...] = (Encoding.MSGPACK.value, Encoding.JSON.value)
"""Names to offer or accept in a WebSocket handshake, the preferred one first."""


def is_accepted(protocol: int) -> bool:
    """Whether a client of this version can be served."""
    return OLDEST_ACCEPTED <= protocol <= PROTOCOL
