"""What the hall needs kept: values and the protocol of a store. The server fulfils it; tests may too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NewType, Protocol

from lobby.boards import BoardStore
from lobby.codes import InviteCode, RoomId
from lobby.people import Person, PersonId

MatchId = NewType("MatchId", str)


class StoreFailed(Exception):
    """The store could not keep something: nothing of it happened, and nobody may be told that it did."""


@dataclass(frozen=True)
class StoredLine:
    """One line of a match record: its number (0 = the header), the notice that told it, and its text."""

    number: int
    notice: int
    text: str


@dataclass(frozen=True)
class StoredRoom:
    """A room as it is kept: enough to open it again as it was after a restart.

    `settings` is the JSON text of the room's settings; `key` the 32 secret bytes of its match; `notice_base` a number
    that no notice before the last restart reached; `people` in the order of the seats.
    """

    id: RoomId
    invite: InviteCode
    settings: str
    key: bytes
    created: float
    notice_base: int = 0
    people: tuple[Person | None, ...] = ()
    match: MatchId | None = None
    lines: tuple[StoredLine, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class StoredMatch:
    """A match as lists show it: times in s since 1970, `result` the text of how it ended (None = it goes on)."""

    id: MatchId
    room: RoomId
    began: float
    ended: float | None
    result: str | None
    lines: int


class Store(Protocol):
    """Keeps the hall. Every method returns only when what it was given is on disk, or raises StoreFailed."""

    @property
    def boards(self) -> BoardStore:
        """Real boards, and which seats throw at them."""

    async def add_person(self, person: Person, token: bytes, now: float) -> None:
        """Keep a guest under the hash of a session token."""

    async def replace_token(self, person: PersonId, token: bytes) -> None:
        """Give a person another token; the one before is worth nothing from now on."""

    async def person_by_token(self, token: bytes) -> Person | None:
        """The person whose session token has this hash."""

    async def idle_people(self, before: float, most: int) -> Sequence[PersonId]:
        """People who came before a time and never sat anywhere, the oldest first, so many at most."""

    async def forget_people(self, people: Sequence[PersonId]) -> None:
        """Forget people and their sessions; who sits somewhere by now is kept."""

    async def open_room(self, room: StoredRoom) -> None:
        """Keep a new room, with nobody in it."""

    async def seat(self, room: RoomId, seat: int, person: PersonId) -> None:
        """Keep who sits on a seat that was free."""

    async def free_seat(self, room: RoomId, seat: int, person: PersonId) -> None:
        """Keep that somebody does not sit on a seat any more."""

    async def begin_match(self, room: RoomId, match: MatchId, header: StoredLine, now: float) -> None:
        """Keep the header of a match."""

    async def append(self, match: MatchId, line: StoredLine) -> None:
        """Keep one more line of a match. Refuses a number that is already there."""

    async def append_last(self, match: MatchId, line: StoredLine, result: str, now: float) -> None:
        """Keep the line that ends a match, and how it ended."""

    async def break_off(self, match: MatchId, reason: str, now: float) -> None:
        """Keep that a match ended without a result; its record stays."""

    async def raise_notices(self, room: RoomId, base: int) -> None:
        """Keep a number that every later notice of a room is above."""

    async def close_room(self, room: RoomId, reason: str, now: float) -> None:
        """Keep that a room is gone; it is not opened again after a restart."""

    async def open_rooms(self) -> Sequence[StoredRoom]:
        """Every room that was not closed, with its people and the lines of its match."""

    async def matches(self) -> Sequence[StoredMatch]:
        """Every match ever begun, oldest first."""

    async def lines(self, match: MatchId) -> Sequence[StoredLine]:
        """The record of a match."""
