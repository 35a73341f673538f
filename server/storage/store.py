"""The hall's store on SQLAlchemy: reads by themselves, writes through the one writer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from sqlalchemy import and_, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from lobby.codes import InviteCode, RoomId
from lobby.people import Person, PersonId
from lobby.stores import MatchId, StoredLine, StoredMatch, StoredRoom
from server.storage.boards import SqlBoards
from server.storage.failures import told_as_failure
from server.storage.tables import BOARDS, LINES, MATCHES, PEOPLE, ROOMS, SEATS
from server.storage.writer import Part, Writer

_PERSON = (PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.bot, PEOPLE.c.house)
_ADD_PERSON = insert(PEOPLE)
_REPLACE_TOKEN = update(PEOPLE).where(PEOPLE.c.id == bindparam("who")).values(token=bindparam("new_token"))
_NEVER_SAT = and_(
    ~exists().where(SEATS.c.person == PEOPLE.c.id),
    ~exists().where(BOARDS.c.owner == PEOPLE.c.id),
)
_FORGET_PERSON = delete(PEOPLE).where(PEOPLE.c.id == bindparam("who"), _NEVER_SAT)
_OPEN_ROOM = insert(ROOMS)
_UNDO_ROOM = delete(ROOMS).where(ROOMS.c.id == bindparam("which"))
_FREE_SEAT = delete(SEATS).where(SEATS.c.room == bindparam("which"), SEATS.c.seat == bindparam("number"))
_SEAT = insert(SEATS)
_BEGIN_MATCH = insert(MATCHES)
_UNDO_MATCH = delete(MATCHES).where(MATCHES.c.id == bindparam("which"))
_APPEND = insert(LINES)
_UNDO_LINE = delete(LINES).where(LINES.c.match == bindparam("which"), LINES.c.number == bindparam("line"))
_END_MATCH = (
    update(MATCHES).where(MATCHES.c.id == bindparam("which")).values(ended=bindparam("at"), result=bindparam("how"))
)
_RAISE_NOTICES = update(ROOMS).where(ROOMS.c.id == bindparam("which")).values(notice_base=bindparam("base"))
_CLOSE_ROOM = (
    update(ROOMS)
    .where(ROOMS.c.id == bindparam("which"))
    .values(closed=bindparam("at"), close_reason=bindparam("reason"))
)


class SqlStore:
    """Fulfils `lobby.stores.Store` on one database."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._write = writer.write
        self.boards = SqlBoards(self._reading, writer.write)

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        with told_as_failure():
            async with self._engine.connect() as connection:
                yield connection

    async def add_person(self, person: Person, token: bytes, now: float) -> None:
        """Keep a guest under the hash of a session token."""
        shown = {"id": person.id, "name": person.name, "bot": person.bot, "house": person.house}
        undo = [(_FORGET_PERSON, {"who": person.id})]
        await self._write((_ADD_PERSON, {**shown, "token": token, "created": now}), undo=undo)

    async def replace_token(self, person: PersonId, token: bytes) -> None:
        """Give a person another token."""
        await self._write((_REPLACE_TOKEN, {"who": person, "new_token": token}))

    async def person_by_token(self, token: bytes) -> Person | None:
        """The person whose session token has this hash."""
        query = select(*_PERSON).where(PEOPLE.c.token == token)
        async with self._reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Person(PersonId(row.id), row.name, row.bot, row.house)

    async def idle_people(self, before: float, most: int) -> Sequence[PersonId]:
        """People who came before a time and never sat anywhere, the oldest first, so many at most."""
        idle = select(PEOPLE.c.id).where(PEOPLE.c.created < before, _NEVER_SAT)
        async with self._reading() as connection:
            rows = await connection.execute(idle.order_by(PEOPLE.c.created).limit(most))
            return [PersonId(row.id) for row in rows]

    async def forget_people(self, people: Sequence[PersonId]) -> None:
        """Forget people and their sessions; who sits somewhere by now is kept."""
        await self._write(*((_FORGET_PERSON, {"who": person}) for person in people))

    async def open_room(self, room: StoredRoom) -> None:
        """Keep a new room, with nobody in it."""
        row = {
            "id": room.id,
            "invite": room.invite,
            "settings": room.settings,
            "match_key": room.key,
            "created": room.created,
            "notice_base": room.notice_base,
        }
        await self._write((_OPEN_ROOM, row), undo=[(_UNDO_ROOM, {"which": room.id})])

    async def seat(self, room: RoomId, seat: int, person: PersonId) -> None:
        """Keep who sits on a seat that was free."""
        taken, freed = (_SEAT, {"room": room, "seat": seat, "person": person}), (_FREE_SEAT, _seat_key(room, seat))
        await self._write(freed, taken, undo=[freed])

    async def free_seat(self, room: RoomId, seat: int, person: PersonId) -> None:
        """Keep that somebody does not sit on a seat any more."""
        taken, freed = (_SEAT, {"room": room, "seat": seat, "person": person}), (_FREE_SEAT, _seat_key(room, seat))
        await self._write(freed, undo=[taken, freed])

    async def begin_match(self, room: RoomId, match: MatchId, header: StoredLine, now: float) -> None:
        """Keep a new match and its header."""
        begun = {"id": match, "room": room, "began": now}
        undo = [(_UNDO_MATCH, {"which": match}), _undo_line(match, header)]
        await self._write((_BEGIN_MATCH, begun), (_APPEND, _line_row(match, header)), undo=undo)

    async def append(self, match: MatchId, line: StoredLine) -> None:
        """Keep one more line of a match."""
        await self._write((_APPEND, _line_row(match, line)), undo=[_undo_line(match, line)])

    async def append_last(self, match: MatchId, line: StoredLine, result: str, now: float) -> None:
        """Keep the line that ends a match, and how it ended."""
        end, goes_on = ({"which": match, "at": at, "how": how} for at, how in ((now, result), (None, None)))
        undo = [(_END_MATCH, goes_on), _undo_line(match, line)]
        await self._write((_APPEND, _line_row(match, line)), (_END_MATCH, end), undo=undo)

    async def break_off(self, match: MatchId, reason: str, now: float) -> None:
        """Keep that a match ended without a result."""
        await self._write((_END_MATCH, {"which": match, "at": now, "how": reason}))

    async def raise_notices(self, room: RoomId, base: int) -> None:
        """Keep a number that every later notice of a room is above."""
        await self._write((_RAISE_NOTICES, {"which": room, "base": base}))

    async def close_room(self, room: RoomId, reason: str, now: float) -> None:
        """Keep that a room is gone."""
        await self._write((_CLOSE_ROOM, {"which": room, "at": now, "reason": reason}))

    async def open_rooms(self) -> Sequence[StoredRoom]:
        """Every room that was not closed, with its people and the lines of its match."""
        rooms = select(ROOMS).where(ROOMS.c.closed.is_(None)).order_by(ROOMS.c.created)
        seats = (
            select(SEATS.c.room, SEATS.c.seat, *_PERSON)
            .join_from(SEATS, PEOPLE, SEATS.c.person == PEOPLE.c.id)
            .join(ROOMS, ROOMS.c.id == SEATS.c.room)
            .where(ROOMS.c.closed.is_(None))
        )
        lines = (
            select(MATCHES.c.room, MATCHES.c.id, LINES.c.number, LINES.c.notice, LINES.c.text)
            .join_from(MATCHES, LINES, MATCHES.c.id == LINES.c.match)
            .join(ROOMS, ROOMS.c.id == MATCHES.c.room)
            .where(ROOMS.c.closed.is_(None))
            .order_by(LINES.c.match, LINES.c.number)
        )
        people: dict[str, dict[int, Person]] = defaultdict(dict)
        records: dict[str, list[StoredLine]] = defaultdict(list)
        match_of: dict[str, MatchId] = {}
        async with self._reading() as connection:
            for seated in await connection.execute(seats):
                person = Person(PersonId(seated.id), seated.name, seated.bot, seated.house)
                people[seated.room][seated.seat] = person
            for line in await connection.execute(lines):
                match_of[line.room] = MatchId(line.id)
                records[line.room].append(StoredLine(line.number, line.notice, line.text))
            return [
                StoredRoom(
                    id=RoomId(row.id),
                    invite=InviteCode(row.invite),
                    settings=row.settings,
                    key=row.match_key,
                    created=row.created,
                    notice_base=row.notice_base,
                    people=_in_seat_order(people[row.id]),
                    match=match_of.get(row.id),
                    lines=tuple(records[row.id]),
                )
                for row in await connection.execute(rooms)
            ]

    async def matches(self) -> Sequence[StoredMatch]:
        """Every match ever begun, oldest first."""
        count = select(func.count()).where(LINES.c.match == MATCHES.c.id).scalar_subquery()
        query = select(MATCHES, count.label("lines")).order_by(MATCHES.c.began, MATCHES.c.id)
        async with self._reading() as connection:
            return [
                StoredMatch(MatchId(row.id), RoomId(row.room), row.began, row.ended, row.result, row.lines)
                for row in await connection.execute(query)
            ]

    async def lines(self, match: MatchId) -> Sequence[StoredLine]:
        """The record of a match."""
        query = select(LINES).where(LINES.c.match == match).order_by(LINES.c.number)
        async with self._reading() as connection:
            return [StoredLine(row.number, row.notice, row.text) for row in await connection.execute(query)]


def _line_row(match: MatchId, line: StoredLine) -> dict[str, object]:
    return {"match": match, "number": line.number, "notice": line.notice, "text": line.text}


def _undo_line(match: MatchId, line: StoredLine) -> Part:
    return _UNDO_LINE, {"which": match, "line": line.number}


def _seat_key(room: RoomId, seat: int) -> dict[str, object]:
    return {"which": room, "number": seat}


def _in_seat_order(people: dict[int, Person]) -> tuple[Person | None, ...]:
    return tuple(people.get(seat) for seat in range(max(people) + 1)) if people else ()
