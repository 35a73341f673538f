"""What the carom player decides, and the rough model it follows."""

import math

import pytest

from client_protocol.values import Phase
from loadtest.players.carom import CaromPlayer
from loadtest.players.cue_path import Moving, follow, start
from loadtest.players.decisions import Choose, LayDown, Shoot
from loadtest.players.plane import CLOTHS
from tests.loadtest.states import a_room, a_table

CLOTH = CLOTHS["carom_10ft"]
OPENING = {"W": (-0.71, 0.1825), "Y": (-0.71, 0.0), "R": (0.71, 0.0)}


def test_the_opening_is_played_on_the_red_by_three_cushions() -> None:
    state = a_room(game="three_cushion", table="carom_10ft", cue=a_table(OPENING, strikes=("W",)), phase=Phase.BREAK)
    decision = CaromPlayer(1).decide(state, 0)
    assert isinstance(decision, Shoot)
    stroke = decision.stroke
    assert stroke.ball == "W"
    others = {"Y": OPENING["Y"], "R": OPENING["R"]}
    way = follow(CLOTH, others, start(OPENING["W"], stroke.aim, stroke.speed, stroke.tip))
    assert way.balls[0] == "R"


@pytest.mark.parametrize(("game", "rails"), [("three_cushion", 3), ("one_cushion", 1), ("libre", 0)])
def test_a_way_that_scores_in_the_model_is_found(game: str, rails: int) -> None:
    balls = {"W": (-0.3, 0.2), "Y": (0.5, -0.3), "R": (0.9, 0.4)}
    state = a_room(game=game, table="carom_10ft", cue=a_table(balls, strikes=("W",)))
    decision = CaromPlayer(2).decide(state, 0)
    assert isinstance(decision, Shoot)
    stroke = decision.stroke
    others = {"Y": balls["Y"], "R": balls["R"]}
    way = follow(CLOTH, others, start(balls["W"], stroke.aim, stroke.speed, stroke.tip))
    assert len(way.balls) == 2
    assert way.rails[1] >= rails


def test_options_missing_balls_and_refusals_have_an_answer() -> None:
    table = a_table(OPENING, strikes=("W",))
    frozen = a_room(
        game="three_cushion",
        table="carom_10ft",
        cue=table,
        options_offered=("brikol", "other_ball", "separate"),
        legal=("choose_option", "concede"),
    )
    assert CaromPlayer(1).decide(frozen, 0) == Choose("separate")
    unknown = a_room(cue=table, options_offered=("place", "play_away"), legal=("choose_option",))
    assert CaromPlayer(1).decide(unknown, 0) == Choose("place")
    off = a_room(table="carom_10ft", cue=a_table({"R": (0.0, 0.0)}, "in_hand", ("W",)))
    assert isinstance(CaromPlayer(1).decide(off, 0), LayDown)
    player = CaromPlayer(1)
    state = a_room(game="three_cushion", table="carom_10ft", cue=table)
    player.refused(player.decide(state, 0), "bad_stroke")
    plain = player.decide(state, 0)
    assert isinstance(plain, Shoot)
    assert plain.stroke.tip == (0.0, 0.0)


def test_where_no_way_is_seen_the_red_is_played() -> None:
    corner = {"W": (1.38, 0.67), "Y": (1.319, 0.67), "R": (1.38, 0.609)}
    decision = CaromPlayer(1).decide(
        a_room(game="three_cushion", table="carom_10ft", cue=a_table(corner, strikes=("W",))), 0
    )
    assert isinstance(decision, Shoot)


def test_a_rolling_ball_runs_as_far_as_rolling_friction_lets_it() -> None:
    ball = Moving((-1.3, 0.0), (0.5, 0.0), (0.5, 0.0), 0.0)
    way = follow(CLOTH, {}, ball)
    assert way.balls == ()
    assert way.length == pytest.approx(0.5**2 / (2 * 0.0065 * 9.81), rel=0.01)


def test_a_full_hit_stops_a_ball_without_spin() -> None:
    ball = Moving((0.0, 0.0), (2.0, 0.0), (0.0, 0.0), 0.0)
    way = follow(CLOTH, {"R": (0.065, 0.0)}, ball)
    assert way.balls == ("R",)


def test_side_spin_changes_the_way_after_a_cushion() -> None:
    def length_with(side: float) -> float:
        ball = start((0.0, 0.0), math.radians(45), 3.0, (side, 0.2))
        met = follow(CLOTH, {"R": (5.0, 5.0)}, ball)
        return met.length

    assert length_with(0.4) != pytest.approx(length_with(-0.4))
