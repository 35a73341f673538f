"""A cue does not pass through balls (pool B.8): every cue game refuses such a stroke and names the least elevation."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from game.actions import Call, Shot
from game.catalog import CUE_GAMES
from game.cue_play import CuePlay
from game.errors import IllegalAction, Refusal
from game.match import Match, ShotOrder, prepare
from game.setup import MatchSetup
from game.vocabulary import ActionKind, GameKind, Pocket, Touch
from physics.trajectories import Stroke
from tests.game.random_play import RandomPlay


def before_a_stroke(game: GameKind) -> Match:
    """A match in which a stroke may be played and another ball lies within reach of the cue."""
    play = RandomPlay(MatchSetup("m", game, bytes(32), touch=Touch.EXACT), 7)
    for _, _, after in play.steps():
        if ActionKind.TAKE_SHOT not in after.play.legal(after.play.to_act[0]):
            continue
        stroke = over_another(after)
        if stroke is not None and is_accepted(after, replace(stroke, elevation=math.pi / 2)):
            return after
    raise AssertionError("no stroke was ever due")


def over_another(match: Match) -> Stroke | None:
    """A level stroke with the cue over the nearest other ball, if one lies 0.1 to 1 m behind."""
    assert isinstance(match.play, CuePlay)
    lying, strikes = match.play.state.positions, match.play.cue_table().strikes
    if not strikes or strikes[0] not in lying:
        return None
    x, y = lying[strikes[0]]
    others = [at for ball, at in lying.items() if ball != strikes[0] and 0.1 < math.dist(at, (x, y)) < 1.0]
    if not others:
        return None
    other = min(others, key=lambda at: math.dist(at, (x, y)))
    return Stroke(strikes[0], math.atan2(y - other[1], x - other[0]), 1.0)


def ask(match: Match, stroke: Stroke) -> object:
    is_called = match.setup.game in (GameKind.EIGHT_BALL, GameKind.STRAIGHT_POOL, GameKind.CLASSIC_PYRAMID)
    assert isinstance(match.play, CuePlay)
    call = Call(min(match.play.state.balls, key=int), Pocket("HL")) if is_called else None
    return prepare(match, match.play.to_act[0], Shot(stroke, call=call), 1e6)


def is_accepted(match: Match, stroke: Stroke) -> bool:
    try:
        ask(match, stroke)
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("game", sorted(CUE_GAMES))
def test_a_cue_in_the_way_of_a_ball_is_refused_with_the_least_elevation(game: GameKind) -> None:
    match = before_a_stroke(game)
    level = over_another(match)
    assert level is not None
    with pytest.raises(IllegalAction) as refused:
        ask(match, level)
    assert (refused.value.code, refused.value.path) == (Refusal.CUE_OBSTRUCTED, "stroke.elevation")
    least = refused.value.least
    assert least is not None
    assert str(math.ceil(math.degrees(least))) in refused.value.text
    with pytest.raises(IllegalAction) as lower:
        ask(match, replace(level, elevation=least - 1e-4))
    assert lower.value.code is Refusal.CUE_OBSTRUCTED
    order = ask(match, replace(level, elevation=least))
    assert isinstance(order, ShotOrder)
    assert order.strokes[0].elevation == least
