"""What can go wrong for a client."""

from __future__ import annotations

from client_protocol.notices import Refused


class ClientError(Exception):
    """Anything a client library may raise besides TimeoutError."""


class RefusedError(ClientError):
    """The server did not accept a request; `refused` is its answer."""

    def __init__(self, refused: Refused) -> None:
        place = f" at {refused.path}" if refused.path else ""
        super().__init__(f"{refused.code}{place}: {refused.text}")
        self.refused = refused


class ConnectionLostError(ClientError):
    """The server could not be reached again in time, does not know the session any more, or speaks nonsense."""


class RoomClosedError(ClientError):
    """The room is gone."""


class BrokenCommitmentError(ClientError):
    """The key revealed at the end is not the one that was committed to before the first action."""
