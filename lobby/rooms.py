"""Rooms as the lobby sees them: their settings, checked against the catalogue, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from game.catalog import settled
from game.setup import MatchSetup
from game.vocabulary import GameKind, OptionValue, Pace, Touch


@dataclass(frozen=True)
class RoomSettings:
    """What is agreed before anybody sits down. `shot_clock` in s; `listed`: the lobby shows the room to everybody;
    `ready_check`: all say that they want to begin; `referee`, `director`: it has a seat for that official; `owner`: id
    of who is its referee while nobody has one (T57), "" nobody; `starts_at`: when play is to begin, server time, s
    (None = when all are here); `delay`: how much later spectators see everything, s."""

    game: GameKind
    preset: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    table: str = ""
    sides: int = 2
    race_to: int = 1
    shot_clock: float | None = None
    touch: Touch = Touch.CLUB
    pace: Pace = Pace.NORMAL
    listed: bool = True
    ready_check: bool = False
    referee: bool = False
    director: bool = False
    owner: str = ""
    starts_at: float | None = None
    delay: float = 0.0


def match_setup(
    settings: RoomSettings, match_id: str, key: bytes, names: Sequence[str] | None, engine: str
) -> MatchSetup:
    """The setup of the room's match, names None while seats are free. Raises IllegalAction with the path."""
    return settled(
        MatchSetup(
            match_id=match_id,
            game=settings.game,
            key=key,
            sides=tuple(names) if names is not None else ("",) * settings.sides,
            preset=settings.preset,
            options=settings.options,
            table=settings.table,
            race_to=settings.race_to,
            shot_clock=settings.shot_clock,
            touch=settings.touch,
            pace=settings.pace,
            engine=engine,
        )
    )


def settled_settings(settings: RoomSettings) -> RoomSettings:
    """The settings with preset, table and every option filled in. Raises IllegalAction with the path."""
    setup = match_setup(settings, "", bytes(32), None, "")
    return replace(settings, preset=setup.preset, table=setup.table, options=setup.options)


def distinct_names(names: Sequence[str]) -> tuple[str, ...]:
    """The shown names, told apart by a number where two people have the same: results go by name."""
    seen: dict[str, int] = {}
    told: list[str] = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        candidate = name if seen[name] == 1 else f"{name} ({seen[name]})"
        while candidate in told:
            seen[name] += 1
            candidate = f"{name} ({seen[name]})"
        told.append(candidate)
    return tuple(told)
