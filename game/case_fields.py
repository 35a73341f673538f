"""Fields of a written case, read with their path, so that what is wrong can be named. Reads JSON values only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.errors import BadCase
from game.vocabulary import OptionValue, Point, Seat

LARGEST = 1.7976931348623157e308
"""No number of a case or a record is larger."""


@dataclass(frozen=True)
class Field:
    """A JSON value and where it stands in its case."""

    value: object
    path: str = ""

    def at(self, key: str) -> Field | None:
        """A member of an object, None where it is missing."""
        members = self._members()
        if key not in members:
            return None
        return Field(members[key], f"{self.path}.{key}" if self.path else key)

    def need(self, key: str) -> Field:
        """A member that must be there."""
        found = self.at(key)
        if found is None:
            raise BadCase(f"{self.path}.{key}" if self.path else key, "is missing")
        return found

    def _members(self) -> dict[str, object]:
        if not isinstance(self.value, dict):
            raise BadCase(self.path or "case", "must be an object")
        return self.value

    def members(self) -> Iterator[tuple[str, Field]]:
        """The members of an object."""
        for key in self._members():
            yield str(key), self.need(key)

    def items(self) -> tuple[Field, ...]:
        """The items of a list."""
        if not isinstance(self.value, list):
            raise BadCase(self.path, "must be a list")
        return tuple(Field(item, f"{self.path}[{place}]") for place, item in enumerate(self.value))

    def text(self) -> str:
        """A string."""
        if not isinstance(self.value, str):
            raise BadCase(self.path, "must be a string")
        return self.value

    def word_of(self, words: tuple[str, ...]) -> str:
        """One of several words."""
        word = self.text()
        if word not in words:
            raise BadCase(self.path, f"must be one of {', '.join(words)}")
        return word

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise BadCase(self.path, "must be true or false")
        return self.value

    def number(self) -> float:
        """A finite number, not so large that it could be none of ours."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int | float) or not -LARGEST <= value <= LARGEST:
            raise BadCase(self.path, "must be a number")
        return float(value)

    def whole(self) -> int:
        """A whole number."""
        number = self.number()
        if number != int(number):
            raise BadCase(self.path, "must be a whole number")
        return int(number)

    def point(self) -> Point:
        """A place on the table, m."""
        items = self.items()
        if len(items) != 2:
            raise BadCase(self.path, "must be two numbers")
        return (items[0].number(), items[1].number())

    def option(self) -> OptionValue:
        """A value of a rule option."""
        if not isinstance(self.value, bool | int | float | str):
            raise BadCase(self.path, "cannot be the value of an option")
        return self.value


@dataclass(frozen=True)
class Players:
    """The players of a case by name; in teams every second one is of the same."""

    names: tuple[str, ...]
    has_teams: bool = False

    def seat(self, field: Field) -> Seat:
        """The seat of a named player."""
        name = field.text()
        if name not in self.names:
            raise BadCase(field.path, f"no player is called {name}")
        return Seat(self.names.index(name))

    def values(self, field: Field | None) -> dict[Seat, Field]:
        """What an object says of each player it names."""
        if field is None:
            return {}
        return {self.seat(Field(name, value.path)): value for name, value in field.members()}

    def values_of_teams(self, field: Field | None) -> dict[Seat, Field]:
        """What an object says of each player it names, and so of his partner where it does not name him."""
        told = self.values(field)
        if not self.has_teams:
            return told
        return {**{Seat((seat + 2) % 4): value for seat, value in told.items()}, **told}

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, in order."""
        return tuple(Seat(seat) for seat in range(len(self.names)))

    def wholes(self, field: Field | None, default: int = 0) -> tuple[int, ...]:
        """A whole number for each player."""
        given = self.values(field)
        return tuple(given[seat].whole() if seat in given else default for seat in self.seats)

    def wholes_of_teams(self, field: Field | None) -> tuple[int, ...]:
        """A whole number for each player, that of his partner where none is told of him."""
        given = self.values_of_teams(field)
        return tuple(given[seat].whole() if seat in given else 0 for seat in self.seats)

    def name(self, seat: Seat) -> str:
        """The name of a seat."""
        return self.names[seat]

    def by_name(self, values: tuple[object, ...]) -> dict[str, object]:
        """One value for each player, by name."""
        return dict(zip(self.names, values, strict=True))
