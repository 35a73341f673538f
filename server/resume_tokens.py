"""Tokens to come back to a room with: each return gives a new one, and the use of a newer one ends every older.

A token is its number under the secret key of the room, so nothing of it is stored. The one that was used last is taken
again until its successor is used: the answer that carried the successor may have been lost.
"""

from __future__ import annotations

import base64
import hmac

from lobby.people import PersonId

MAC_BYTES = 16


class ResumeTokens:
    """The tokens of one room. Only the room's task calls it.

    start  a number above that of every token given out before a restart
    """

    def __init__(self, key: bytes, start: int) -> None:
        self._key = key
        self._next = start
        self._used: dict[PersonId, int] = {}

    def give(self, person: PersonId) -> str:
        """A token newer than every other one of this room."""
        self._next += 1
        return self._token(person, self._next)

    def accept(self, person: PersonId, token: str) -> bool:
        """Whether somebody may come back with this token; if so, every older one of his is worth nothing."""
        digits, _, _ = token.partition("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 18):
            return False
        number = int(digits)
        is_right = hmac.compare_digest(token.encode(), self._token(person, number).encode())
        if not is_right or number < self._used.get(person, 0):
            return False
        self._used[person] = number
        return True

    def forget(self, person: PersonId) -> None:
        """Somebody has left for good."""
        self._used.pop(person, None)

    def _token(self, person: PersonId, number: int) -> str:
        digest = hmac.digest(self._key, f"resume {person} {number}".encode(), "sha256")[:MAC_BYTES]
        return f"{number}-{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"
