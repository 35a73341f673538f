"""A cue passes through neither balls (pool B.8) nor cushions.

Every cue game refuses a stroke through a ball, or one that the cushion behind asks a steep cue for, and names the least
elevation; a few degrees over a cushion the cue is raised without a word.
"""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from game.actions import Call, PlayLag, Shot
from game.catalog import CUE_GAMES
from game.cue_play import CuePlay
from game.errors import IllegalAction, Refusal
from game.execution import UNASKED
from game.match import Match, ShotOrder, apply, begin, prepare
from game.setup import MatchSetup
from game.vocabulary import ActionKind, GameKind, Pocket, Touch
from physics.clearance import is_free, least_elevation
from physics.trajectories import Ball, Layout, Point, Stroke
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


def lying_at(place: Point, touch: Touch = Touch.EXACT) -> Match:
    """Three-cushion, the white ball to be struck from a place."""
    play = RandomPlay(MatchSetup("m", GameKind.THREE_CUSHION, bytes(32), touch=touch), 7)
    match = next(
        after for _, _, after in play.steps() if ActionKind.TAKE_SHOT in after.play.legal(after.play.to_act[0])
    )
    assert isinstance(match.play, CuePlay)
    ball = match.play.cue_table().strikes[0]
    positions = {ball: place, **dict(zip({Ball("W"), Ball("Y"), Ball("R")} - {ball}, FAR, strict=True))}
    return replace(match, play=replace(match.play, state=replace(match.play.state, positions=positions)))


FAR = ((1.0, 0.5), (1.0, -0.5))
RADIUS, HALF = 0.03075, 1.42
FROZEN = (RADIUS - HALF, 0.0)


def level(match: Match, up: float = 0.0) -> Stroke:
    """A level stroke along the table, the cue over the head cushion."""
    assert isinstance(match.play, CuePlay)
    return Stroke(match.play.cue_table().strikes[0], 0.0, 2.0, 0.0, (0.0, up))


def struck(match: Match, stroke: Stroke) -> tuple[ShotOrder, float]:
    """The accepted order, and the least elevation over the cushion for the tip it is executed with."""
    order = ask(match, stroke)
    assert isinstance(order, ShotOrder)
    executed = order.strokes[0]
    least = least_elevation(
        order.table, order.constants, Layout({stroke.ball: order.layout.positions[stroke.ball]}), executed
    )
    assert least is not None
    return order, least


@pytest.mark.parametrize("touch", list(Touch))
def test_a_cushion_that_asks_for_a_steep_cue_refuses_a_level_one(touch: Touch) -> None:
    match = lying_at(FROZEN, touch)
    with pytest.raises(IllegalAction) as refused:
        ask(match, level(match))
    assert (refused.value.code, refused.value.path) == (Refusal.CUE_OBSTRUCTED, "stroke.elevation")
    assert refused.value.text == "the cushion is in the way of the cue: raise it to 24 degrees or more"
    least = refused.value.least
    assert least is not None
    assert least == pytest.approx(math.radians(23.47), abs=1e-3)
    order, needed = struck(match, replace(level(match), elevation=least))
    assert order.strokes[0].elevation >= needed - 1e-6


def test_a_high_tip_comes_over_the_cushion_where_a_central_one_does_not() -> None:
    match = lying_at(FROZEN)
    order, least = struck(match, level(match, up=0.4))
    assert order.strokes[0].elevation == least < UNASKED


@pytest.mark.parametrize("touch", list(Touch))
@pytest.mark.parametrize("distance", [0.08, 0.2, 1.0])
def test_a_few_degrees_over_a_cushion_are_given_without_a_word(distance: float, touch: Touch) -> None:
    match = lying_at((distance - HALF, 0.0), touch)
    order, least = struck(match, level(match))
    assert 0.0 < least < UNASKED
    assert order.strokes[0].elevation >= least - 1e-6
    assert is_free(order.table, order.constants, order.layout, order.strokes[0], order.strokes[0].elevation)


def test_who_raises_the_cue_higher_keeps_it_there() -> None:
    match = lying_at((0.0, 0.0))
    order, least = struck(match, replace(level(match), elevation=0.4))
    assert order.strokes[0].elevation == 0.4 > least


def test_lag_strokes_come_over_the_cushion_too() -> None:
    options = {"first_shot": "lag"}
    match = begin(MatchSetup("m", GameKind.NINE_BALL, bytes(32), options=options, touch=Touch.EXACT), 0.0)
    strokes = [Stroke(ball, 0.0, 2.6) for ball in (Ball("c"), Ball("1"))]
    first = prepare(match, match.play.to_act[0], PlayLag(strokes[0]), 1.0)
    assert not isinstance(first, ShotOrder)
    match = apply(match, first).match
    order = prepare(match, match.play.to_act[0], PlayLag(strokes[1]), 2.0)
    assert isinstance(order, ShotOrder)
    assert all(is_free(order.table, order.constants, order.layout, one, one.elevation) for one in order.strokes)
    assert all(one.elevation > 0.0 for one in order.strokes)
