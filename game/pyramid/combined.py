"""Combined pyramid (Moscow), and dynamic: the coloured ball is struck, and counts where it falls. Source: carom C.6."""

from __future__ import annotations

from game.cue_rules import CueRules
from game.options import OptionSpec
from game.pyramid import common
from game.pyramid.balls import NUMBERED, racked
from game.pyramid.books import fresh, read_own, show_own, statistics
from game.pyramid.dead_position import accepts, at_turn
from game.pyramid.options import (
    COMMON_OPTIONS,
    DYNAMIC,
    EIGHT_BALLS,
    MODERN,
    PENALTY,
    PYRAMID_TABLES,
    pyramid_presets,
)
from game.pyramid.penalties import penalise
from game.pyramid.strokes import judge
from game.vocabulary import Family, GameKind

OPTIONS = (
    *COMMON_OPTIONS,
    EIGHT_BALLS,
    PENALTY,
    OptionSpec("removal", "opponent", "who names the ball that a fallen cue ball is worth", ("opponent", "scorer")),
    OptionSpec("dynamic", False, "a fallen cue ball is placed anywhere on the table (dynamic pyramid)"),
    OptionSpec("dynamic_bars_cue", False, "with the stroke after that the cue ball may not fall"),
)

PRESETS = pyramid_presets({"spotting": "cushion"}, {"penalty": "award_opponent", "removal": "scorer"})

COMBINED_PYRAMID = CueRules(
    kind=GameKind.COMBINED_PYRAMID,
    family=Family.PYRAMID,
    title="Combined pyramid",
    balls=NUMBERED,
    options=OPTIONS,
    presets={**PRESETS, DYNAMIC: {**PRESETS[MODERN], "dynamic": True}},
    option_codes=common.OPTION_CODES,
    tables=PYRAMID_TABLES,
    sides=(2,),
    scores_games=False,
    fresh=fresh,
    set_up=common.set_up,
    racked=racked,
    check=common.check,
    judge=judge,
    choose=common.choose,
    penalise=penalise,
    referee=common.referee,
    read_own=read_own,
    show_own=show_own,
    details=statistics,
    table_details=common.table_details,
    strikes=common.strikes,
    strikable=common.strikable,
    accepts_option=accepts,
    at_turn=at_turn,
    target_of=common.target_of,
)
