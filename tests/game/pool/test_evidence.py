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
from game.setup import MatchSetup
from game.shot_facts import ShotFacts
from game.vocabulary import CUE, Ball, GameKind, Pocket
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


@pytest.mark.parametrize("game", POOL)
def test_pool_is_played_by_two_sides(game: GameKind) -> None:
    assert isinstance(begin(MatchSetup("m", game, bytes(32)), 0.0).play, CuePlay)
    for names in (("A",), ("A", "B", "C")):
        with pytest.raises(IllegalAction, match="played by 2 sides"):
            begin(MatchSetup("m", game, bytes(32), sides=names), 0.0)
        case = {"game": game.value, "players": list(names), "action": {"type": "concede"}}
        assert judge_case(case).error is not None
