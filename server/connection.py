"""One client: its socket, who it is, what waits for it, and how much it may ask."""

from __future__ import annotations

import asyncio
from enum import Enum
from typing import Protocol

import structlog

from client_protocol.close_codes import CloseCode
from client_protocol.codec import encode
from client_protocol.notices import AnyMessage, Refused
from client_protocol.refusals import Refusal
from client_protocol.requests import ShowAim
from client_protocol.values import RoomId
from lobby.people import Person
from server import metrics
from server.config import Settings
from server.frames import Outgoing
from server.limits import fresh_patience, full_bucket
from server.sockets import Link, frame_of

log = structlog.get_logger()


class Cut(Enum):
    """Why the server closes a connection: close code and reason."""

    REPLACED = (CloseCode.REPLACED, "another connection of yours took over")
    TOO_SLOW = (CloseCode.TOO_SLOW, "you do not keep up with the room")
    ABUSE = (CloseCode.ABUSE, "too many messages that cannot be read or come too fast")
    NO_HELLO = (CloseCode.NO_HELLO, "no hello in time")


class Kind(Enum):
    """What a rate limit is counted for; the value names its setting."""

    ACTION = "action_rate"
    LOBBY = "lobby_rate"
    CREATE = "create_rate"
    AIM = "aim_rate"
    OFFICIATE = "officiate_rate"


class Joined(Protocol):
    """A room as the connections of its members know it."""

    def lost(self, connection: Connection) -> None:
        """The connection is gone."""

    def drained(self, connection: Connection) -> None:
        """The network has taken what waited."""

    def show_aim(self, ask: ShowAim, connection: Connection) -> None:
        """Show where somebody aims."""


class Connection:
    """What the hall and its rooms know of one socket. All methods return at once; nothing here waits for a network."""

    def __init__(self, link: Link, settings: Settings) -> None:
        now = asyncio.get_running_loop().time()
        self.link = link
        self.encoding = link.encoding
        self.person: Person | None = None
        self.rooms: dict[RoomId, Joined] = {}
        self._outbox = settings.outbox
        self._buckets = {kind: full_bucket(getattr(settings, kind.value), now) for kind in Kind}
        self._patience = fresh_patience(now)
        self._closing: asyncio.Task[None] | None = None
        link.on_drained = self._tell_drained

    @property
    def is_open(self) -> bool:
        """Whether anything can still be told here."""
        return self._closing is None and self.link.is_open

    def allows(self, kind: Kind) -> bool:
        """Whether one more request of this kind may pass now."""
        return self._buckets[kind].take(asyncio.get_running_loop().time())

    def reply(self, message: AnyMessage) -> None:
        """Tell this client alone. A reply is never dropped: where it does not fit, the connection is cut."""
        if not self.push(frame_of(encode(message, self.encoding), self.encoding)):
            self.cut(Cut.TOO_SLOW)

    def refuse(self, request: int | None, code: Refusal, text: str, path: str | None = None) -> None:
        """Answer that a request was not accepted."""
        self.refuse_as(Refused(code=code.value, text=text, id=request, path=path))

    def refuse_as(self, refused: Refused) -> None:
        """Answer with a refusal that is made already."""
        metrics.REFUSALS.labels(refused.code).inc()
        self.reply(refused)

    def fault(self, refused: Refused) -> None:
        """Answer a message that could not be read or came too fast; cut who does not stop."""
        metrics.REFUSALS.labels(refused.code).inc()
        if self._patience.wear(asyncio.get_running_loop().time()):
            self.reply(refused)
        else:
            self.cut(Cut.ABUSE)

    def push(self, frame: bytes) -> bool:
        """Hand a frame to the network; False where it would exceed what may wait. A closed one swallows everything."""
        if not self.is_open:
            return True
        if self.link.buffered + len(frame) > self._outbox:
            return False
        self.link.send_frame(frame)
        return True

    def push_if_idle(self, outgoing: Outgoing) -> None:
        """Tell something that may be lost: only where nothing waits."""
        if self.is_open and self.link.buffered == 0:
            self.link.send_frame(outgoing.frame(self.encoding))

    def cut(self, why: Cut) -> None:
        """Close with a reason. The close frame follows what waits; who does not read it is dropped soon after."""
        if self._closing is not None:
            return
        metrics.CUTS.labels(why.name.lower()).inc()
        log.info("connection cut", reason=why.name.lower(), address=self.link.address, person=self.person_id)
        code, reason = why.value
        self._closing = asyncio.get_running_loop().create_task(self.link.close(code, reason))

    def _tell_drained(self) -> None:
        for room in tuple(self.rooms.values()):
            room.drained(self)

    @property
    def person_id(self) -> str | None:
        """Who this is, for logs."""
        return self.person.id if self.person is not None else None
