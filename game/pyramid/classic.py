"""Classic pyramid (71): ball and pocket are called, balls count by their numbers. Source: R8, carom C.6."""

from __future__ import annotations

from game.cue_rules import CueRules
from game.options import OptionSpec
from game.pyramid import common
from game.pyramid.balls import NUMBERED, racked
from game.pyramid.books import fresh, read_own, show_own, statistics
from game.pyramid.dead_position import accepts, at_turn
from game.pyramid.options import COMMON_OPTIONS, PYRAMID_TABLES, pyramid_presets
from game.pyramid.penalties import penalise
from game.pyramid.strokes import judge
from game.vocabulary import Family, GameKind

OPTIONS = (
    *COMMON_OPTIONS,
    OptionSpec("target", 71, "points that win", least=1, most=140),
    OptionSpec(
        "classic_penalty",
        "deduct5",
        "a foul: five points off the offender, or to the opponent, or both",
        ("deduct5", "add5", "both"),
    ),
)

CLASSIC_PYRAMID = CueRules(
    kind=GameKind.CLASSIC_PYRAMID,
    family=Family.PYRAMID,
    title="Classic pyramid",
    balls=NUMBERED,
    options=OPTIONS,
    presets=pyramid_presets({}, {}),
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
