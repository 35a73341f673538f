"""Coming and going: who is let in, who sits where, who takes over whose connection, who has left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from client_protocol.notices import Joined
from client_protocol.values import Role
from lobby.codes import InviteCode, RoomId
from lobby.errors import LobbyError
from lobby.people import Person, PersonId
from lobby.seating import empty_seating, free_seat, take_seat
from server.audience import Audience, Member
from server.connection import Connection, Cut
from server.officials import OFFICIAL_SEATS
from server.resume_tokens import ResumeTokens
from server.room_services import RoomServices
from server.teller import Teller

MANY_WATCHERS = 30
"""Above so many spectators their coming and going is told once a second, not one by one."""


class Doors:
    """The membership of one room. Only the room's task calls it."""

    def __init__(
        self,
        room: RoomId,
        invite: InviteCode,
        sides: int,
        audience: Audience,
        services: RoomServices,
        is_quiet: Callable[[], bool],
        tokens: ResumeTokens,
    ) -> None:
        """`is_quiet`: spectators come and go unannounced just now."""
        self._tokens = tokens
        self._is_quiet = is_quiet
        self.room = room
        self._invite = invite
        self._audience = audience
        self._store = services.store
        self._clock = services.clock
        self._whereabouts = services.whereabouts
        self._admitted: set[PersonId] = set()
        self._barred: set[PersonId] = set()
        self.seating = empty_seating(sides)
        self.names = [""] * sides
        self.empty_since: float | None = services.clock.now()
        self.crowd_due: float | None = None

    def restore(self, people: tuple[Person | None, ...]) -> None:
        """Seat everybody as it was before a restart; all of them are away."""
        for seat, person in enumerate(people):
            if person is not None and seat >= len(self.seating.seats):
                self._admitted.add(person.id)
                role = next(role for role, number in OFFICIAL_SEATS.items() if number == seat)
                self._audience.add(Member(person, role, away_since=self._clock.now()))
                self._whereabouts.enter(person.id, self.room)
            elif person is not None:
                self.seating, _ = take_seat(self.seating, person.id, seat)
                self.names[seat] = person.name
                self._admitted.add(person.id)
                self._audience.add(Member(person, Role.PLAYER, seat, away_since=self._clock.now()))
                self._whereabouts.enter(person.id, self.room)

    async def admit(self, person: Person, role: Role, wish: int | None) -> Member:
        """The member that somebody becomes, or is already. A seat is on disk before it is anybody's.

        Raises LobbyError, StoreFailed.
        """
        known = self._audience.find(person.id)
        held = self.seating.seat_of(person.id)
        if person.id in self._barred:
            raise LobbyError("not_in_room", "the referee has sent you out", "room")
        if role in OFFICIAL_SEATS:
            return await self._admit_official(person, role, known)
        if known is not None and known.role in OFFICIAL_SEATS:
            raise LobbyError("already_in_room", f"you are the {known.role.value} here", "role")
        if role is Role.SPECTATOR:
            if held is not None:
                raise LobbyError("already_in_room", f"you sit on seat {held}", "role")
            return known or Member(person, role)
        seating, seat = take_seat(self.seating, person.id, wish)
        if seating is not self.seating:
            await self._store.seat(self.room, seat, person.id)
            self.seating = seating
            self.names[seat] = person.name
        if known is not None and known.role is Role.PLAYER:
            return known
        return Member(person, Role.PLAYER, seat, None if known is None else known.connection)

    async def _admit_official(self, person: Person, role: Role, known: Member | None) -> Member:
        """A seat of an official; nobody who plays is an official of his own match (2.5)."""
        if self.seating.seat_of(person.id) is not None:
            raise LobbyError("already_in_room", "you play here", "role")
        if known is not None and known.role in OFFICIAL_SEATS and known.role is not role:
            raise LobbyError("already_in_room", f"you are the {known.role.value} here", "role")
        holder = next((member for member in self._audience.officials() if member.role is role), None)
        if holder is not None and holder is not known:
            raise LobbyError("seat_taken", f"this room has a {role.value}", "role")
        if holder is None:
            await self._store.seat(self.room, OFFICIAL_SEATS[role], person.id)
            return Member(person, role, None, None if known is None else known.connection)
        return holder

    async def give_up_office(self, member: Member) -> None:
        """Free the seat of an official who leaves for good. Raises StoreFailed."""
        await self._store.free_seat(self.room, OFFICIAL_SEATS[member.role], member.person.id)

    def bar(self, member: Member, teller: Teller) -> None:
        """Somebody is sent out, and not let in again."""
        self._barred.add(member.person.id)
        self.dismiss(member, teller)

    def bar_again(self, people: Iterable[str]) -> None:
        """Who was sent out before a restart stays out."""
        self._barred.update(map(PersonId, people))

    def welcome_back(self, person: Person, token: str | None) -> Member | None:
        """The member that somebody was; None for who was never let in.

        Raises LobbyError where he names a token that is not his newest.
        """
        if person.id not in self._admitted:
            return None
        if token is not None and not self._tokens.accept(person.id, token):
            raise LobbyError("unknown_token", "this is not the token that you were given last", "token")
        return self._audience.find(person.id) or Member(person, Role.SPECTATOR)

    def attach(
        self,
        member: Member,
        connection: Connection,
        teller: Teller,
        request: int,
        seen: int | None,
        invites: Mapping[Role, InviteCode] = MappingProxyType({}),
    ) -> None:
        """Tell the others that somebody is here and him what he missed; from now on he hears every notice.

        invites  those of the officials, for who opens the room
        """
        before = self._audience.find(member.person.id)
        is_new = before is None or before.role is not member.role
        was_here = not is_new and member.connection is connection
        if member.connection is not None and member.connection is not connection:
            member.connection.cut(Cut.REPLACED)
        member.connection, member.away_since, member.behind = connection, None, False
        self._audience.add(member)
        self._admitted.add(member.person.id)
        self._whereabouts.enter(member.person.id, self.room)
        self.empty_since = None
        if not was_here:
            self._announce("joined" if is_new else "returned", member, teller)
        joined = Joined(
            id=request,
            room=self.room,
            invite=self._invite,
            role=member.role,
            seat=member.seat,
            referee_invite=invites.get(Role.REFEREE),
            director_invite=invites.get(Role.DIRECTOR),
            resume=self._tokens.give(member.person.id),
        )
        connection.reply(joined)
        self._audience.tell_missed(member, seen, teller.snapshot(member.role))

    def detach(self, member: Member, teller: Teller) -> None:
        """A connection is gone: a player is away and keeps the seat, a spectator has left."""
        member.connection = None
        if member.role is Role.SPECTATOR:
            self._audience.remove(member)
            self._whereabouts.leave(member.person.id, self.room)
        else:
            member.away_since = self._clock.now()
        self._note_emptiness()
        self._announce("left" if member.role is Role.SPECTATOR else "away", member, teller)

    async def stand_up(self, member: Member) -> None:
        """Free the seat of who leaves before the match. Raises StoreFailed."""
        assert member.seat is not None
        await self._store.free_seat(self.room, member.seat, member.person.id)
        self.seating = free_seat(self.seating, member.person.id)
        self.names[member.seat] = ""

    def vacate(self, member: Member, teller: Teller) -> None:
        """Somebody was waited for in vain and has stood up; who is here may watch."""
        seat = member.seat
        member.role, member.seat, member.away_since = Role.SPECTATOR, None, None
        if member.connection is None:
            self._audience.remove(member)
            self._whereabouts.leave(member.person.id, self.room)
        teller.tell_change("seat_freed", seat)

    def dismiss(self, member: Member, teller: Teller) -> None:
        """Somebody has left for good, and needs the invitation to come in again."""
        self._audience.remove(member)
        self._admitted.discard(member.person.id)
        self._tokens.forget(member.person.id)
        self._whereabouts.leave(member.person.id, self.room)
        self._note_emptiness()
        self._announce("left", member, teller)

    def tell_crowd(self, teller: Teller) -> None:
        """Tell how many watch now."""
        self.crowd_due = None
        teller.tell_change("watchers", None)

    def _note_emptiness(self) -> None:
        if self.empty_since is None and next(self._audience.connected(), None) is None:
            self.empty_since = self._clock.now()

    def _announce(self, cause: str, member: Member, teller: Teller) -> None:
        """Tell that somebody came or went; in a quiet room it shows with the next stroke who watches."""
        if member.role is Role.SPECTATOR and self._is_quiet():
            return
        if member.role is Role.SPECTATOR and self._audience.watchers > MANY_WATCHERS:
            if self.crowd_due is None:
                self.crowd_due = self._clock.now() + 1.0
        else:
            teller.tell_change(cause, member.seat, but=member.connection)
