"""Ids, invitation codes and session tokens. The random bytes they are made of are arguments."""

from __future__ import annotations

import base64
import hashlib
from typing import NewType

RoomId = NewType("RoomId", str)
InviteCode = NewType("InviteCode", str)

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that nobody mixes up when reading a code aloud: 31 of them."""

ID_BYTES, INVITE_BYTES, TOKEN_BYTES = 16, 16, 24


def readable_code(random: bytes, length: int) -> str:
    """A code of `length` characters from `ALPHABET`; 8 bytes or more of randomness beyond its length keep it even."""
    number, letters = int.from_bytes(random, "big"), []
    for _ in range(length):
        number, digit = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[digit])
    return "".join(letters)


def room_id(random: bytes) -> RoomId:
    """An id of twelve characters: 59 bits."""
    return RoomId(readable_code(random, 12))


def invite_code(random: bytes) -> InviteCode:
    """An invitation of ten characters: 49 bits, short enough to read over the telephone."""
    return InviteCode(readable_code(random, 10))


def session_token(random: bytes) -> str:
    """The secret that proves a session, as text for a header or a message."""
    return base64.urlsafe_b64encode(random).decode().rstrip("=")


def token_hash(token: str) -> bytes:
    """What is stored of a token: its SHA-256. Tokens are random, so no salt is needed."""
    return hashlib.sha256(token.encode()).digest()
