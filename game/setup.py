"""What is settled before a match begins and never changes during it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from game.vocabulary import GameKind, OptionValue, Pace, Touch


@dataclass(frozen=True)
class MatchSetup:
    """The settings of a match.

    match_id      stands in every draw's label
    options       overrides of the preset
    sides         shown names, in seat order
    table         name of a physics table; "" for darts
    race_to       games (legs) to win a set; sets: best of so many
    shot_clock    s for a stroke or dart, None: no clock; extension: s added once per game, 0: none
    key           32 bytes, secret until the end: every draw is a label under it
    engine        version of the physics the match was begun with
    began         when it began, server time, s; set by `begin`
    perfect_rack  no gaps in the rack, practice only
    constants     overrides of physical constants by name
    accepted      seats that accepted the rules by their hash
    """

    match_id: str
    game: GameKind
    key: bytes
    sides: tuple[str, ...] = ("A", "B")
    preset: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    table: str = ""
    race_to: int = 1
    sets: int = 1
    shot_clock: float | None = None
    extension: float = 25.0
    touch: Touch = Touch.CLUB
    pace: Pace = Pace.NORMAL
    engine: str = ""
    began: float = 0.0
    perfect_rack: bool = False
    constants: Mapping[str, float] = field(default_factory=dict)
    accepted: tuple[int, ...] = ()

    @property
    def time_for_a_stroke(self) -> float | None:
        """s for a stroke: the room's clock, else the one of the rules (carom C.0.7); None: there is no clock."""
        of_the_rules = self.options.get("shot_clock", 0.0)
        assert isinstance(of_the_rules, int | float)
        return self.shot_clock or float(of_the_rules) or None

    @cached_property
    def rules_hash(self) -> str:
        """SHA-256 (hex) over what the players accept: game, preset, options, table, race, clock, touch."""
        accepted = {
            "constants": dict(self.constants),
            "extension": self.extension,
            "game": self.game,
            "options": dict(self.options),
            "perfect_rack": self.perfect_rack,
            "preset": self.preset,
            "race_to": self.race_to,
            "sets": self.sets,
            "shot_clock": self.shot_clock,
            "table": self.table,
            "touch": self.touch,
        }
        return hashlib.sha256(json.dumps(accepted, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class Moment:
    """The circumstances of an action: the match's settings, the turn it answers, the server's time, s, and when the
    decision that it answers was open, s."""

    setup: MatchSetup
    turn: int
    at: float
    opened: float = 0.0

    def label(self, game_number: int, name: str) -> str:
        """The label of a draw in a game (leg) of this match: `<match>/g<number>/<name>`."""
        return f"{self.setup.match_id}/g{game_number}/{name}"
