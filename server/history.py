"""The last notices of a room, for clients that come back: bounded by bytes, never by hope."""

from __future__ import annotations

from collections import deque

from client_protocol.codec import decode_message, encode
from client_protocol.notices import Notice
from client_protocol.version import Encoding
from server.frames import Outgoing
from server.sockets import frame_of


class History:
    """Notices in order without gaps; the oldest go when there are too many bytes of them."""

    def __init__(self, limit: int, last: int) -> None:
        self._limit = limit
        self._frames: deque[bytes] = deque()
        self._bytes = 0
        self._last = last

    @property
    def last(self) -> int:
        """Number of the newest notice."""
        return self._last

    def add(self, outgoing: Outgoing) -> None:
        """Keep a notice that was just told."""
        assert isinstance(outgoing.message, Notice)
        assert outgoing.message.n == self._last + 1
        frame = outgoing.frame(Encoding.MSGPACK)
        self._last += 1
        self._frames.append(frame)
        self._bytes += len(frame)
        while self._bytes > self._limit:
            self._bytes -= len(self._frames.popleft())

    def since(self, seen: int, encoding: Encoding) -> list[bytes] | None:
        """Frames of every notice after `seen`; None where some are gone or `seen` was never told."""
        missed = self._last - seen
        if missed < 0 or missed > len(self._frames):
            return None
        frames = list(self._frames)[len(self._frames) - missed :]
        return frames if encoding is Encoding.MSGPACK else [_as_json(frame) for frame in frames]


def _as_json(frame: bytes) -> bytes:
    header = 2 if frame[1] < 126 else 4 if frame[1] == 126 else 10
    return frame_of(encode(decode_message(frame[header:]), Encoding.JSON), Encoding.JSON)
