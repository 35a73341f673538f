"""How a cue game plugs in: a value of functions over the shared state, one for each game, written in its own module."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from game.actions import RefereeAct, Shot
from game.case_fields import Field, Players
from game.cue_state import CueState, Own, PlayedShot, Ruled, Setting
from game.options import OptionSpec
from game.play import Detail
from game.vocabulary import Ball, Family, Foul, GameKind, OptionValue, Point, Seat


def no_options(state: CueState) -> tuple[str, ...]:
    """There is nothing to choose unasked."""
    del state
    return ()


def never(state: CueState, shot: Shot) -> bool:
    """No stroke of this game has to be an attempt to score."""
    del state, shot
    return False


@dataclass(frozen=True)
class CueRules:
    """One cue game.

    kind, family, title, balls (object balls of a full table; carom: all), sides (how many can play), tables
    options, presets (named sets of options, the default first), option_codes (every code the game itself can offer)
    scores_games    the score is games won, not points; target_of: points that win, 0 where points do not decide

    fresh           its own part of the state at the start of a game
    set_up          the table laid out for `state.breaker` to open: start position, or `rack_due`
    racked          the balls of the rack that is due (`state.rack_due`) at their exact places; order: all as drawn
    at_turn         what the side at the table is offered or owes as its turn begins
    strikes         the balls the shooter has to strike; strikable: those he can (a wrong one may be a foul)
    free_options    what the side at the table may choose unasked (offer a draw)
    seated_options  what the side that is not at the table may choose at any time (ask for a call)
    game_figure     how well a side has played the game that has ended, where such a figure is kept (C.0.5)
    asks_attempt    whether replays of a stroke shall tell if it was played to score
    accepts_option  whether an option can be chosen though it is not offered; refuses what never can be
    check           refuse a shot that may not be played (IllegalAction)
    judge           rule on a shot
    choose          answer one of the game's own options
    penalise        a foul outside a shot: time, or one that the referee gives
    referee         what a referee does beyond what all cue games share
    read_own        its own part as a written case tells it; show_own: what a case answers about it
    details         what the scoreboard shows of a side; table_details: of the table
    """

    kind: GameKind
    family: Family
    title: str
    balls: tuple[Ball, ...]
    sides: tuple[int, ...]
    tables: tuple[str, ...]
    options: tuple[OptionSpec, ...]
    presets: Mapping[str, Mapping[str, OptionValue]]
    option_codes: tuple[str, ...]
    scores_games: bool
    fresh: Callable[[Setting], Own]
    set_up: Callable[[CueState], CueState]
    racked: Callable[[CueState, tuple[Ball, ...]], Mapping[Ball, Point]]
    check: Callable[[CueState, Shot], None]
    judge: Callable[[CueState, PlayedShot], Ruled]
    choose: Callable[[CueState, str, float], Ruled]
    penalise: Callable[[CueState, Seat, Foul, float], Ruled]
    referee: Callable[[CueState, RefereeAct, float], Ruled]
    read_own: Callable[[CueState, Field, Players], Own]
    show_own: Callable[[CueState, Players], Mapping[str, object]]
    details: Callable[[CueState, Seat], Mapping[str, Detail]]
    table_details: Callable[[CueState], Mapping[str, Detail]]
    strikes: Callable[[CueState], tuple[Ball, ...]]
    strikable: Callable[[CueState], tuple[Ball, ...]]
    accepts_option: Callable[[CueState, str], bool]
    at_turn: Callable[[CueState], CueState]
    target_of: Callable[[Setting], int]
    free_options: Callable[[CueState], tuple[str, ...]] = no_options
    seated_options: Callable[[CueState], tuple[str, ...]] = no_options
    asks_attempt: Callable[[CueState, Shot], bool] = never
    game_figure: Callable[[CueState, Seat], float] | None = None
