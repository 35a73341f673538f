"""How the server closes a connection, and what a client does then."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final


class CloseCode(IntEnum):
    """Close codes of the WebSocket. Those of the protocol itself (RFC 6455) below 4000, ours above."""

    GOODBYE = 1000
    TOO_BIG = 1009
    MISTAKE = 1011
    RESTART = 1012
    REPLACED = 4001
    TOO_SLOW = 4002
    ABUSE = 4003
    NO_HELLO = 4004


MEANINGS: Final[Mapping[CloseCode, str]] = {
    CloseCode.GOODBYE: "Goodbye.",
    CloseCode.TOO_BIG: "A frame over 256 KiB.",
    CloseCode.MISTAKE: "The server made a mistake.",
    CloseCode.RESTART: "The server restarts; come back in a moment and resume.",
    CloseCode.REPLACED: "Another connection of this person took a room over; do not come back by yourself.",
    CloseCode.TOO_SLOW: "Too slow: too many bytes wait for this client. Resume from the last `n`.",
    CloseCode.ABUSE: "Abuse: too many messages that cannot be read or come too fast.",
    CloseCode.NO_HELLO: "No `hello` in time.",
}
"""What each code says."""

STAY_AWAY: Final = frozenset({CloseCode.REPLACED, CloseCode.ABUSE})
"""Codes after which a client does not connect again by itself: it would only be closed again, or close another."""
