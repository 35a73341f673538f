"""Who sits where in a room: a value, changed by taking and freeing seats."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lobby.errors import LobbyError
from lobby.people import PersonId


@dataclass(frozen=True)
class Seating:
    """The seats of a room in order; None is free."""

    seats: tuple[PersonId | None, ...]

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return None not in self.seats

    def seat_of(self, person: PersonId) -> int | None:
        """The seat somebody sits on."""
        return self.seats.index(person) if person in self.seats else None


def empty_seating(sides: int) -> Seating:
    """A room in which nobody sits yet."""
    return Seating((None,) * sides)


def take_seat(seating: Seating, person: PersonId, wish: int | None) -> tuple[Seating, int]:
    """Sit down on the seat wished for, or on the first free one; who sits already keeps the seat.

    Raises LobbyError: `no_such_seat`, `seat_taken`, `no_free_seat`, `already_in_room` (only one seat a person).
    """
    held = seating.seat_of(person)
    if wish is not None and wish >= len(seating.seats):
        raise LobbyError("no_such_seat", f"this room has {len(seating.seats)} seats", "seat")
    if held is not None:
        if wish not in (None, held):
            raise LobbyError("already_in_room", f"you sit on seat {held}", "seat")
        return seating, held
    if wish is None:
        if seating.full:
            raise LobbyError("no_free_seat", "every seat is taken; you may watch", "role")
        wish = seating.seats.index(None)
    if seating.seats[wish] is not None:
        raise LobbyError("seat_taken", f"seat {wish} is taken", "seat")
    seats = (*seating.seats[:wish], person, *seating.seats[wish + 1 :])
    return replace(seating, seats=seats), wish


def free_seat(seating: Seating, person: PersonId) -> Seating:
    """Stand up; nothing changes for who does not sit."""
    return replace(seating, seats=tuple(None if who == person else who for who in seating.seats))
