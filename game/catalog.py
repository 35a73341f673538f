"""The only list of games: what can be played here, with its options, presets, tables and number of sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from game.carom.balkline import BALKLINE
from game.carom.four_ball import FOUR_BALL
from game.carom.libre import LIBRE
from game.carom.one_cushion import ONE_CUSHION
from game.carom.three_cushion import THREE_CUSHION
from game.cue_play import begin_cue_play
from game.cue_rules import CueRules
from game.darts.matches import begin as begin_darts
from game.darts.options import OWN, PRESETS, TITLES, players_of, specs_of
from game.errors import IllegalAction, Refusal
from game.options import OptionSpec, resolve_options, sides_of, sides_text
from game.play import Play
from game.pool.eight_ball import EIGHT_BALL
from game.pool.nine_ball import NINE_BALL
from game.pool.seven_ball import SEVEN_BALL
from game.pool.straight_pool import STRAIGHT_POOL
from game.pyramid.classic import CLASSIC_PYRAMID
from game.pyramid.combined import COMBINED_PYRAMID
from game.pyramid.free import FREE_PYRAMID
from game.setup import MatchSetup
from game.values import replace
from game.vocabulary import Family, GameKind, OptionValue


@dataclass(frozen=True)
class Game:
    """A game of the house.

    presets  named rule sets, the default first: name to the options that differ from the defaults
    tables   names of physics tables it is played on, the default first; none for darts
    sides    how many sides can play, in rising order
    begin    the state of a new match; its setup has every option resolved
    """

    kind: GameKind
    family: Family
    title: str
    presets: Mapping[str, Mapping[str, OptionValue]]
    tables: tuple[str, ...]
    sides: tuple[int, ...]
    options: tuple[OptionSpec, ...]
    begin: Callable[[MatchSetup], Play]


def _cue_game(rules: CueRules) -> Game:
    return Game(
        kind=rules.kind,
        family=rules.family,
        title=rules.title,
        presets=rules.presets,
        tables=rules.tables,
        sides=rules.sides,
        options=rules.options,
        begin=partial(begin_cue_play, rules),
    )


CUE_GAMES: Mapping[GameKind, CueRules] = {
    rules.kind: rules
    for rules in (
        *(SEVEN_BALL, EIGHT_BALL, NINE_BALL, STRAIGHT_POOL),
        *(LIBRE, THREE_CUSHION, FOUR_BALL, ONE_CUSHION, BALKLINE),
        *(FREE_PYRAMID, COMBINED_PYRAMID, CLASSIC_PYRAMID),
    )
}
"""The cue games, by kind."""


def _dart_game(kind: GameKind) -> Game:
    return Game(
        kind=kind,
        family=Family.DARTS,
        title=TITLES[kind],
        presets=PRESETS,
        tables=(),
        sides=players_of(kind),
        options=specs_of(kind),
        begin=begin_darts,
    )


DART_GAMES: Mapping[GameKind, Game] = {kind: _dart_game(kind) for kind in OWN}
"""The dart games, by kind."""

GAMES: Mapping[GameKind, Game] = {**{kind: _cue_game(rules) for kind, rules in CUE_GAMES.items()}, **DART_GAMES}
"""Every game of the house, by kind."""


def game_named(name: str) -> Game:
    """The game of this name. Raises IllegalAction."""
    if name not in GAMES:
        raise IllegalAction(Refusal.UNKNOWN_GAME, "game", f"{name} cannot be played here")
    return GAMES[GameKind(name)]


def settled(setup: MatchSetup) -> MatchSetup:
    """The setup with preset, table and every option filled in and checked. Raises IllegalAction with the path."""
    game = game_named(setup.game)
    preset = setup.preset or next(iter(game.presets))
    if preset not in game.presets:
        raise IllegalAction(Refusal.BAD_VALUE, "preset", f"{game.title} has no preset {preset}")
    table = setup.table or next(iter(game.tables), "")
    if table != "" and table not in game.tables:
        raise IllegalAction(Refusal.BAD_VALUE, "table", f"{game.title} is not played on {table}")
    options = resolve_options(game.options, game.presets[preset], setup.options)
    sides = sides_of(game.sides, options)
    if len(setup.sides) not in sides:
        raise IllegalAction(Refusal.BAD_VALUE, "sides", f"{game.title} is played by {sides_text(sides)} sides here")
    return replace(setup, preset=preset, table=table, options=options)


def begin_play(setup: MatchSetup) -> Play:
    """The state of a new match whose setup is settled."""
    return game_named(setup.game).begin(setup)
