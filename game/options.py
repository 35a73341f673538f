"""Rule options of a game: what each may be, presets over them, and the resolved set a match is played by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.errors import IllegalAction, Refusal
from game.vocabulary import OptionValue


@dataclass(frozen=True)
class OptionSpec:
    """An option: its name, default, what else it may be (a list, or a range of numbers), and what it does."""

    name: str
    default: OptionValue
    text: str
    choices: tuple[OptionValue, ...] = ()
    least: float | None = None
    most: float | None = None

    def allows(self, value: OptionValue) -> bool:
        """Whether the option may be set to this."""
        if isinstance(self.default, bool) or isinstance(value, bool):
            return isinstance(value, bool) and isinstance(self.default, bool)
        if self.choices:
            return value in self.choices
        if isinstance(value, str) or isinstance(self.default, str):
            return isinstance(value, str) and isinstance(self.default, str)
        if isinstance(self.default, int) and not isinstance(value, int):
            return False
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


def resolve_options(
    specs: tuple[OptionSpec, ...],
    preset: Mapping[str, OptionValue],
    overrides: Mapping[str, OptionValue],
) -> dict[str, OptionValue]:
    """Every option of a game with its value: override, else preset, else default. Raises IllegalAction."""
    known = {spec.name: spec for spec in specs}
    for name, value in overrides.items():
        if name not in known:
            raise IllegalAction(Refusal.UNKNOWN_OPTION, f"options.{name}", f"this game has no option {name}")
        if not known[name].allows(value):
            raise IllegalAction(Refusal.BAD_VALUE, f"options.{name}", f"{name} cannot be {value!r}")
    return {name: overrides.get(name, preset.get(name, spec.default)) for name, spec in known.items()}


def sides_of(sides: tuple[int, ...], options: Mapping[str, OptionValue]) -> tuple[int, ...]:
    """Of the numbers of sides that a game knows, those its options allow: more than two by `max_players`, four as two
    teams of two."""
    if options.get("teams") is True:
        return (4,)
    most = options.get("max_players", 2 if "teams" in options else sides[-1])
    assert isinstance(most, int)
    return tuple(number for number in sides if number <= most)


def sides_text(sides: tuple[int, ...]) -> str:
    """Numbers of sides in words: `2`, `2 or 3`, `1 to 8`."""
    if len(sides) > 2 and sides[-1] - sides[0] == len(sides) - 1:
        return f"{sides[0]} to {sides[-1]}"
    return " or ".join(map(str, sides))
