"""A carom game stroke by stroke, with facts that written cases cannot tell: times, ways, replays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game.actions import Action, Choose, Shot
from game.catalog import CUE_GAMES
from game.cloth import CAROM_10FT
from game.cue_game import act, check
from game.cue_play import blank_state
from game.cue_state import CueState, Ruled, Setting
from game.notation import parse_log
from game.options import resolve_options
from game.rulings import Ruling
from game.shot_facts import AnyEvent, ShotFacts
from game.vocabulary import Ball, Family, GameKind, Point, Seat
from physics.trajectories import Stroke


class Playing:
    """One game: its state, and the last ruling."""

    def __init__(
        self, game: str, options: dict[str, Any] | None = None, preset: str = "hall_tr", seats: int = 2, **state: Any
    ) -> None:
        self.rules = CUE_GAMES[GameKind(game)]
        resolved = resolve_options(self.rules.options, self.rules.presets[preset], options or {})
        setting = Setting(GameKind(game), Family.CAROM, CAROM_10FT, resolved, seats=seats)
        self.state: CueState = replace(blank_state(self.rules, setting), **state)
        self.ruling = Ruling()

    def shot(
        self,
        log: str | tuple[AnyEvent, ...],
        struck: str = "W",
        rest: dict[str, Point] | None = None,
        safety: bool = False,
        **facts: Any,
    ) -> Ruling:
        """A stroke with this log."""
        events = parse_log(log) if isinstance(log, str) else log
        lying = {Ball(name): at for name, at in (rest or {}).items()}
        told = ShotFacts(Ball(struck), events, lying, **facts)
        return self.do(Shot(Stroke(Ball(struck), 0.0, 1.0), safety=safety), told)

    def choose(self, option: str) -> Ruling:
        """Answer an option."""
        return self.do(Choose(option))

    def do(self, action: Action, facts: ShotFacts | None = None) -> Ruling:
        """Any action of the side at the table."""
        check(self.rules, self.state, action)
        ruled: Ruled = act(self.rules, self.state, Seat(self.state.shooter), action, facts, 0.0)
        self.state, self.ruling = ruled.state, ruled.ruling
        return ruled.ruling
