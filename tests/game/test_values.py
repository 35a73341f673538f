"""A changed copy: the same as the standard library's, and nothing of the old value goes along by mistake."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from functools import cached_property

import pytest

from game.values import replace


@dataclass(frozen=True)
class Rack:
    balls: int
    name: str = "nine"
    marks: frozenset[int] = frozenset()

    @cached_property
    def title(self) -> str:
        return f"{self.name} of {self.balls}"


@dataclass(frozen=True)
class Checked:
    balls: int

    def __post_init__(self) -> None:
        assert self.balls > 0


@dataclass(frozen=True, slots=True)
class Slotted:
    balls: int


@dataclass(frozen=True)
class Counted:
    balls: int
    twice: int = field(init=False, default=0)


def test_a_changed_copy_is_the_one_that_the_standard_library_makes() -> None:
    rack = Rack(9)
    for changes in ({}, {"balls": 10}, {"balls": 8, "name": "eight", "marks": frozenset({1})}):
        changed, wanted = replace(rack, **changes), dataclasses.replace(rack, **changes)
        assert (changed, hash(changed), repr(changed), vars(changed)) == (
            wanted,
            hash(wanted),
            repr(wanted),
            vars(wanted),
        )
        assert type(changed) is Rack
    assert rack == Rack(9)


def test_what_the_old_value_had_worked_out_is_worked_out_anew() -> None:
    rack = Rack(9)
    assert rack.title == "nine of 9"
    changed = replace(rack, balls=10)
    assert changed.title == "nine of 10"
    assert replace(changed, name="ten").title == "ten of 10"


def test_a_copy_is_as_frozen_as_the_value() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        replace(Rack(9), balls=10).balls = 3  # type: ignore[misc]


def test_a_name_that_is_no_field_is_refused() -> None:
    with pytest.raises(TypeError, match="Rack has no colour"):
        replace(Rack(9), colour=1)  # type: ignore[call-arg]


@pytest.mark.parametrize("value", [Checked(1), Slotted(1), Counted(1)])
def test_a_class_that_does_more_than_set_its_fields_is_refused(value: Checked | Slotted | Counted) -> None:
    with pytest.raises(TypeError, match="cannot be copied field by field"):
        replace(value, balls=2)
