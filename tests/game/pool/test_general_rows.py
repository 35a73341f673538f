"""The rows G.. of the rule page that no written case can tell, by their ids: what physics shows, the rules rule on."""

from __future__ import annotations

from math import radians

import pytest

from game.actions import Choose, Shot
from game.errors import IllegalAction
from game.match import prepare
from game.observe import observe
from game.shot_facts import ShotFacts
from game.vocabulary import CUE, Ball, GameKind, Pace
from physics.balls import constants_for
from physics.simulate import simulate
from physics.tables import TABLES
from physics.trajectories import Layout, Point, Stroke
from tests.game.asking import referee, shot
from tests.game.pool.clauses import clause, hold
from tests.game.test_officials import Hall

TABLE, CONSTANTS = TABLES["pool_9ft"], constants_for("pool_9ft", {})
RADIUS = CONSTANTS.ball_radius


def struck(gap: float, speed: float, tip: Point = (0.0, 0.0), elevation: float = 0.0) -> ShotFacts:
    """What is seen of a stroke along the table at a ball this far (m) in front of the cue ball."""
    layout = Layout({CUE: (0.0, 0.1), Ball("1"): (2 * RADIUS + gap, 0.1)})
    stroke = Stroke(CUE, 0.0, speed, elevation, tip)
    return observe(simulate(TABLE, CONSTANTS, layout, (stroke,)), TABLE, CONSTANTS, layout, CUE)


def tip_facts(facts: ShotFacts) -> list[str]:
    return sorted({fact.kind for fact in facts.tip})


def test_g25_following_through_a_ball_eight_millimetres_away_is_a_double_hit() -> None:
    assert tip_facts(struck(0.008, 2.0, (0.0, 0.3))) == ["double_hit"]
    hold("nine_ball", clause(shot("c>1 1#F", cue=["double_hit"]), expect={"fouls": ["double_hit"], "next": "B"}))


def test_g24_with_room_for_the_tip_it_is_none() -> None:
    assert tip_facts(struck(0.06, 3.0, (0.0, 0.3))) == []


def test_g33_a_level_stroke_far_below_the_centre_is_a_scoop() -> None:
    assert tip_facts(struck(0.3, 3.0, (0.0, -0.8), radians(2.0))) == ["miscue", "scoop"]


def test_g34_a_clean_jump_is_legal() -> None:
    assert tip_facts(struck(0.3, 2.0, (0.0, 0.0), radians(45.0))) == []
    hold("nine_ball", clause(shot("c>1 1#F", elevation=45), expect={"fouls": [], "next": "B"}))


def test_g35_a_tip_that_slips_on_a_jump_is_a_foul() -> None:
    assert tip_facts(struck(0.3, 4.0, (0.0, -0.75), radians(45.0))) == ["miscue"]
    slipped = shot("c>1 1#F", elevation=45, cue=["miscue"])
    hold("nine_ball", clause(slipped, expect={"fouls": ["miscue_jump"], "next": "B"}))


def test_g29_a_ball_that_comes_back_out_of_a_pocket_was_not_made() -> None:
    told = clause(shot("c>1 1#F", rest={"1": [1.2, 0.55]}), expect={"balls": [str(ball) for ball in range(1, 10)]})
    hold("nine_ball", told)


def test_g37_a_shot_while_a_ball_still_spins_is_refused_and_no_foul() -> None:
    hall = Hall(GameKind.EIGHT_BALL, pace=Pace.NORMAL)
    hall.do(Choose("BREAK"))
    hall.shoot("c|out c>1 1#L 2#R 3#F 4#F")
    with pytest.raises(IllegalAction, match="still moving"):
        prepare(hall.match, hall.match.play.to_act[0], Shot(Stroke(CUE, 0.0, 1.0)), hall.now + 1.0)
    assert hall.state.fouls_in_row == (0, 0)


def test_g38_a_ball_that_fell_by_itself_is_put_back() -> None:
    put_back = referee("restore", positions={"3": [1.2, 0.55]})
    told = clause(put_back, expect={"balls": ["3", "9"], "positions": {"3": [1.2, 0.55]}, "next": "A"}, balls=["9"])
    hold("nine_ball", told)


def test_g39_a_shot_spoilt_by_a_falling_ball_is_replayed() -> None:
    told = clause(
        *(shot("c#F"), referee("replay_shot")),
        expect={"outcome": "replay", "next": "A", "consecutive_fouls": {"A": 0}},
    )
    hold("nine_ball", told)
