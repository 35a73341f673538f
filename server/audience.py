"""Everybody in a room: players and spectators, connected or away, and how each of them is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from client_protocol.notices import Snapshot
from client_protocol.values import PersonInRoom, Role
from lobby.people import Person, PersonId
from server import metrics
from server.connection import Connection, Cut
from server.frames import Outgoing
from server.history import History

SHOWN_SPECTATORS = 30
"""Spectators that are named to everybody; a crowd is only counted."""


@dataclass(slots=True)
class Member:
    """Somebody in the room. `behind`: a spectator who gets the whole state once the network has caught up;
    `shown`: the name he has here, which nobody else in the room has."""

    person: Person
    role: Role
    seat: int | None = None
    connection: Connection | None = None
    behind: bool = False
    away_since: float | None = None
    shown: str = ""


class Audience:
    """The members of one room. Only the room's task changes it."""

    def __init__(self, history: History, owner: str = "") -> None:
        self.history = history
        self.is_delayed = False
        self._owner = owner
        self._members: dict[PersonId, Member] = {}
        self._shown: dict[str, PersonId] = {}

    def __len__(self) -> int:
        return len(self._members)

    def find(self, person: PersonId) -> Member | None:
        """The member that this person is."""
        return self._members.get(person)

    def of(self, connection: Connection) -> Member | None:
        """The member that is told over this connection just now."""
        member = None if connection.person is None else self._members.get(connection.person.id)
        return member if member is not None and member.connection is connection else None

    def add(self, member: Member) -> None:
        """Let somebody in, or change the role of who is in."""
        known = self._members.get(member.person.id)
        member.shown = self._free_name(member.person.name) if known is None else known.shown
        self._shown[member.shown] = member.person.id
        self._members[member.person.id] = member

    def _free_name(self, name: str) -> str:
        """The name, with a number where somebody here has it already: acts of officials go by it."""
        shown, number = name, 1
        while shown in self._shown:
            number += 1
            shown = f"{name} ({number})"
        return shown

    def remove(self, member: Member) -> None:
        """Let somebody go."""
        if self._members.pop(member.person.id, None) is not None:
            self._shown.pop(member.shown, None)

    def players(self) -> Iterator[Member]:
        """Who sits, away or not."""
        return (member for member in self._members.values() if member.role is Role.PLAYER)

    def officials(self) -> Iterator[Member]:
        """Referee and director, away or not."""
        return (member for member in self._members.values() if member.role in (Role.REFEREE, Role.DIRECTOR))

    def owner(self) -> Member | None:
        """Who opened the room and stands in for a referee, where that was agreed and he is here."""
        member = self._members.get(PersonId(self._owner))
        return member if member is not None and member.connection is not None else None

    def spectator(self, name: str) -> Member | None:
        """The spectator who is shown by this name."""
        person = self._shown.get(name)
        member = None if person is None else self._members[person]
        return member if member is not None and member.role is Role.SPECTATOR else None

    def connected(self) -> Iterator[Connection]:
        """Every open connection into the room."""
        return (member.connection for member in self._members.values() if member.connection is not None)

    @property
    def watchers(self) -> int:
        """Spectators who are here."""
        return sum(member.role is Role.SPECTATOR for member in self._members.values())

    def people(self) -> tuple[PersonInRoom, ...]:
        """Who is shown: everybody seated in seat order, the officials, then the first spectators."""
        seated = sorted(self.players(), key=lambda member: member.seat or 0)
        watching = [member for member in self._members.values() if member.role is Role.SPECTATOR]
        return tuple(
            PersonInRoom(
                name=member.shown,
                role=member.role,
                seat=member.seat,
                connected=member.connection is not None,
                bot=member.person.bot,
                owner=member.person.id == self._owner,
            )
            for member in [*seated, *self.officials(), *watching[:SHOWN_SPECTATORS]]
        )

    def tell(self, outgoing: Outgoing, but: Connection | None = None, *, is_delayed: bool = False) -> None:
        """Tell everybody a notice. Nobody is waited for: who does not keep up is cut, or skips to the latest state.

        is_delayed  spectators hear of it later, by `tell_spectators`
        """
        self.history.add(outgoing)
        metrics.NOTICES.inc()
        members = (one for one in self._members.values() if not (is_delayed and one.role is Role.SPECTATOR))
        self._push(members, outgoing, but)

    def tell_spectators(self, outgoing: Outgoing) -> None:
        """Tell spectators what everybody else heard before."""
        self._push((one for one in self._members.values() if one.role is Role.SPECTATOR), outgoing, None)

    def _push(self, members: Iterable[Member], outgoing: Outgoing, but: Connection | None) -> None:
        for member in members:
            connection = member.connection
            if connection is None or member.behind or connection is but:
                continue
            if not connection.push(outgoing.frame(connection.encoding)):
                if member.role is Role.PLAYER:
                    connection.cut(Cut.TOO_SLOW)
                else:
                    member.behind = True

    def show(self, outgoing: Outgoing, but: Connection) -> None:
        """Show something that may be lost to everybody else; to no spectators where they see everything later."""
        for member in self._members.values():
            connection, is_late = member.connection, self.is_delayed and member.role is Role.SPECTATOR
            if connection is not None and connection is not but and not is_late:
                connection.push_if_idle(outgoing)

    def tell_missed(self, member: Member, seen: int | None, snapshot: Snapshot) -> None:
        """What somebody missed after notice `seen`; the whole state where that is gone or he saw nothing yet."""
        connection = member.connection
        assert connection is not None
        is_late = self.is_delayed and member.role is Role.SPECTATOR
        missed = None if seen is None or is_late else self.history.since(seen, connection.encoding)
        if missed is None:
            connection.reply(snapshot)
            return
        for frame in missed:
            if not connection.push(frame):
                connection.cut(Cut.TOO_SLOW)
                return
