"""What a ruling rests on, and who may play: the same in every pool game."""

from __future__ import annotations

import pytest

from game.actions import Call, Shot
from game.case_fields import Field, Players
from game.catalog import CUE_GAMES
from game.cue_cases import read_state
from game.cue_play import CuePlay, begin_cue_play
from game.cue_state import PlayedShot
from game.errors import IllegalAction
from game.judge import judge_case
from game.match import begin
from game.notation import parse_log
from game.observe import _tied, _with_margins
from game.rulings import Evidence
from game.setup import MatchSetup
from game.shot_facts import BallHit, CushionHit, ShotFacts, TiedHit
from game.vocabulary import CUE, Ball, Cushion, Foul, GameKind, Pocket
from physics.trajectories import Stroke

POOL = (GameKind.SEVEN_BALL, GameKind.EIGHT_BALL, GameKind.NINE_BALL, GameKind.STRAIGHT_POOL)
GROUPS = {"groups": {"A": "solids", "B": "stripes"}, "sides": {"A": "left", "B": "right"}}
SHOWN = {
    "made-all-of-them": ("seven_ball", "c>1 1@SL 2@SR", None, ["1@SL", "2@SR"]),
    "made-as-called": ("eight_ball", "c>1 1@SL 2@SR", ("1", "SL"), ["1@SL"]),
    "nothing-made": ("eight_ball", "c>1 1#F c#L", None, ["c>1", "1#F"]),
    "points": ("straight_pool", "c>1 1@SL 2@SR", ("1", "SL"), ["1@SL", "2@SR"]),
    "a-foul": ("straight_pool", "c>1 4^off 1#F", None, ["4^off"]),
    "two-fouls": ("eight_ball", "c>9 c@HL", None, ["c>9", "c@HL"]),
}


@pytest.mark.parametrize("name", SHOWN)
def test_a_ruling_shows_the_contacts_it_rests_on(name: str) -> None:
    game, log, called, tokens = SHOWN[name]
    rules = CUE_GAMES[GameKind(game)]
    play = begin_cue_play(rules, begin(MatchSetup("m", GameKind(game), bytes(32)), 0.0).setup)
    state = read_state(rules, play.state.setting, Field(GROUPS), Players(("A", "B")))
    call = None if called is None else Call(Ball(called[0]), Pocket(called[1]))
    shot = PlayedShot(Shot(Stroke(CUE, 0.0, 1.0), call=call), ShotFacts(CUE, parse_log(log)))
    assert [item.token for item in rules.judge(state, shot).ruling.evidence] == tokens


@pytest.mark.parametrize(
    ("margin", "is_close"),
    [({"margin_mm": mm}, abs(mm) <= 0.1) for mm in (0.0, 0.0999, 0.1, -0.1, 0.1001, -0.1001, 2.0)]
    + [({"margin_ms": ms}, ms <= 0.2) for ms in (0.0, 0.1999, 0.2, 0.2001, 40.0)]
    + [({"margin_mm": 5.0, "margin_ms": 0.1}, True), ({"margin_mm": 0.05, "margin_ms": 9.0}, True), ({}, False)],
)
def test_a_call_is_near_inside_its_margin_and_on_it(margin: dict[str, float], is_close: bool) -> None:
    assert Evidence("c>1", 0.5, **margin).close is is_close


@pytest.mark.parametrize(
    ("apart", "is_tie"), [(0.0, True), (0.000199, True), (0.0002, True), (0.000201, False), (0.001, False)]
)
def test_2_10_two_contacts_within_the_window_are_a_tie_and_a_near_call(apart: float, is_tie: bool) -> None:
    first, second = (BallHit(at, CUE, Ball(ball)) for at, ball in ((1.0, "2"), (1.0 + apart, "1")))
    events = _tied((first, second), CUE)
    assert [type(event) for event in events] == ([TiedHit] if is_tie else [BallHit, BallHit])
    rules = CUE_GAMES[GameKind.NINE_BALL]
    play = begin_cue_play(rules, begin(MatchSetup("m", GameKind.NINE_BALL, bytes(32)), 0.0).setup)
    state = read_state(rules, play.state.setting, Field({}), Players(("A", "B")))
    railed = CushionHit(1.5, Ball("1"), Cushion.FOOT)
    facts = ShotFacts(CUE, _with_margins((*events, railed), CUE))
    ruling = rules.judge(state, PlayedShot(Shot(Stroke(CUE, 0.0, 1.0)), facts)).ruling
    assert ruling.fouls == (() if is_tie else (Foul.WRONG_BALL,))  # the lowest ball was met at the same time or later
    assert any(item.close for item in ruling.evidence) is is_tie


@pytest.mark.parametrize("game", POOL)
def test_pool_is_played_by_two_sides(game: GameKind) -> None:
    assert isinstance(begin(MatchSetup("m", game, bytes(32)), 0.0).play, CuePlay)
    for names in (("A",), ("A", "B", "C")):
        with pytest.raises(IllegalAction, match="played by 2 sides"):
            begin(MatchSetup("m", game, bytes(32), sides=names), 0.0)
        case = {"game": game.value, "players": list(names), "action": {"type": "concede"}}
        assert judge_case(case).error is not None
