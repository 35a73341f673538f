"""A message on its way to many: encoded once for each encoding in use, the same bytes to all."""

from __future__ import annotations

from client_protocol.codec import encode
from client_protocol.notices import AnyMessage
from client_protocol.version import Encoding
from server.sockets import frame_of


class Outgoing:
    """A message and its frames, made when they are first needed."""

    __slots__ = ("_json", "_msgpack", "message")

    def __init__(self, message: AnyMessage) -> None:
        self.message = message
        self._msgpack: bytes | None = None
        self._json: bytes | None = None

    def frame(self, encoding: Encoding) -> bytes:
        """The whole WebSocket frame in this encoding."""
        if encoding is Encoding.JSON:
            if self._json is None:
                self._json = frame_of(encode(self.message, encoding), encoding)
            return self._json
        if self._msgpack is None:
            self._msgpack = frame_of(encode(self.message, encoding), encoding)
        return self._msgpack
