"""Who belongs to which rooms: an index both ways, so that a greeting need not look through the whole hall."""

from __future__ import annotations

from lobby.codes import RoomId
from lobby.people import PersonId


class Whereabouts:
    """The rooms of each person, seated or watching, in the order in which they were entered."""

    def __init__(self) -> None:
        self._rooms: dict[PersonId, dict[RoomId, None]] = {}
        self._people: dict[RoomId, set[PersonId]] = {}

    def enter(self, person: PersonId, room: RoomId) -> None:
        """Somebody belongs to a room from now on."""
        self._rooms.setdefault(person, {})[room] = None
        self._people.setdefault(room, set()).add(person)

    def leave(self, person: PersonId, room: RoomId) -> None:
        """Somebody belongs to a room no more; nothing happens to who did not."""
        rooms, people = self._rooms.get(person, {}), self._people.get(room, set())
        rooms.pop(room, None)
        people.discard(person)
        if not rooms:
            self._rooms.pop(person, None)
        if not people:
            self._people.pop(room, None)

    def close(self, room: RoomId) -> None:
        """A room is gone."""
        for person in tuple(self._people.get(room, ())):
            self.leave(person, room)

    def rooms_of(self, person: PersonId) -> tuple[RoomId, ...]:
        """The rooms somebody belongs to."""
        return tuple(self._rooms.get(person, ()))
