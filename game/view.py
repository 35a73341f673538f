"""What people see of a match: everything the wire needs, and nothing hidden (lag strokes, the key before the end)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.clock import has_extension
from game.draws import commitment
from game.match import Match, legal
from game.match_state import side_of
from game.play import CueTableView, DartsTableView, MatchResult, SideView
from game.vocabulary import OptionValue, Seat


@dataclass(frozen=True)
class ClockView:
    """The clock of the side to act, server time, s. `limit`: what the open decision has in all, extension apart."""

    limit: float
    ends_at: float | None
    warn_at: float | None
    extension_left: bool


@dataclass(frozen=True)
class MatchView:
    """A match as it is shown.

    to_act   the side whose turn it is; waiting: all that may act now (both in a lag); legal: what that side may do
    key      the match key, hex, once the match is over
    stopped  why play stands still ("" = it does not), and until when, where that is known (s)
    """

    game: str
    preset: str
    options: Mapping[str, OptionValue]
    table: str
    touch: str
    pace: str
    race_to: int
    rules_hash: str
    commitment: str
    sides: tuple[SideView, ...]
    phase: str
    turn: int
    to_act: Seat | None
    waiting: tuple[Seat, ...]
    legal: tuple[str, ...]
    options_offered: tuple[str, ...]
    clock: ClockView | None
    plays_until: float | None
    game_number: int
    cue: CueTableView | None
    darts: DartsTableView | None
    result: MatchResult | None
    key: str | None
    stopped: str = ""
    stopped_until: float | None = None


def view(match: Match) -> MatchView:
    """The match as everybody may see it."""
    setup, play = match.setup, match.play
    waiting = () if match.result is not None else play.to_act
    acting = waiting[0] if waiting else None
    return MatchView(
        game=setup.game.value,
        preset=setup.preset,
        options=dict(setup.options),
        table=setup.table,
        touch=setup.touch.value,
        pace=setup.pace.value,
        race_to=setup.race_to,
        rules_hash=setup.rules_hash,
        commitment=commitment(setup.key),
        sides=play.sides(),
        phase=play.phase.value,
        turn=match.turn,
        to_act=acting,
        waiting=waiting,
        legal=() if acting is None else legal(match, acting),
        options_offered=play.offered,
        clock=_clock(match, acting),
        plays_until=match.plays_until,
        game_number=play.game_number,
        cue=play.cue_table(),
        darts=play.darts_table(),
        result=match.result,
        key=None if match.result is None else setup.key.hex(),
        stopped=match.stops.reason.value,
        stopped_until=match.stops.until,
    )


def _clock(match: Match, acting: Seat | None) -> ClockView | None:
    """The clock that runs; one of a choice or a slow side runs in a room without a shot clock too."""
    clock = match.clock
    limit = clock.limit if clock.total is None else clock.total
    if limit is None:
        return None
    has_more = acting is not None and has_extension(clock, side_of(match, acting))
    return ClockView(limit, clock.ends_at, clock.warn_at, has_more)
