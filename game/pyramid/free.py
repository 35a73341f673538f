"""Free pyramid (Amerikanka): any ball is struck, each ball made is a point, eight win. Source: R1 to R9, carom C.6."""

from __future__ import annotations

from game.cue_rules import CueRules
from game.pyramid import common
from game.pyramid.balls import WITH_COLOURED, racked
from game.pyramid.books import fresh, read_own, show_own, statistics
from game.pyramid.dead_position import accepts, at_turn
from game.pyramid.options import COMMON_OPTIONS, EIGHT_BALLS, PENALTY, PYRAMID_TABLES, pyramid_presets
from game.pyramid.penalties import penalise
from game.pyramid.strokes import judge
from game.vocabulary import Family, GameKind

FREE_PYRAMID = CueRules(
    kind=GameKind.FREE_PYRAMID,
    family=Family.PYRAMID,
    title="Free pyramid",
    balls=WITH_COLOURED,
    options=(*COMMON_OPTIONS, EIGHT_BALLS, PENALTY),
    presets=pyramid_presets({}, {"penalty": "award_opponent"}),
    option_codes=common.OPTION_CODES_FREE,
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
