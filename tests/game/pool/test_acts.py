"""What players and referees of pool do beside shots: a rack looked at, a call put right, a lag ball laid down."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.actions import Call, Choose, Place, PlayLag, Protest, Shot
from game.catalog import CUE_GAMES
from game.errors import IllegalAction, Refusal
from game.match import begin, legal, prepare
from game.rack_check import CHECK_RACK, rack_fault
from game.stops import Stop
from game.view import view
from game.vocabulary import CUE, Ball, Family, GameKind, Outcome, Pocket, Seat
from physics.trajectories import Stroke
from tests.game.test_officials import Hall

POOL = sorted(kind for kind, rules in CUE_GAMES.items() if rules.family is Family.POOL)
A, B = Seat(0), Seat(1)
STROKE = Stroke(CUE, 0.0, 3.0)
CALLED = Shot(STROKE, call=Call(Ball("3"), Pocket("HR")))


def racked(game: str, **changes: object) -> Hall:
    hall = Hall(GameKind(game), **changes)
    hall.do(Choose("BREAK"))
    return hall


def eight_ball_called_wrong() -> Hall:
    hall = racked("eight_ball")
    hall.shoot("c|out c>1 1>2 2@FL")
    hall.do(CALLED, log="c>3 3@HL")
    return hall


@pytest.mark.parametrize("game", POOL)
def test_2_7_whoever_breaks_has_the_rack_looked_at_once(game: str) -> None:
    hall = racked(game)
    lying = dict(hall.state.positions)
    breaker = hall.match.play.to_act[0]
    assert hall.match.play.cue_table().details["rack_check_possible"] is True  # type: ignore[union-attr]
    step = hall.do(Choose(CHECK_RACK))
    assert (step.ruling.rules, step.ruling.text) == (("2.7",), "The rack is checked: it stands as it must.")
    assert hall.state.positions == lying
    assert hall.match.play.to_act == (breaker,)
    assert hall.refuses(Choose(CHECK_RACK), breaker) is Refusal.NOT_OFFERED
    assert "choose_option" not in legal(hall.match, breaker)


def test_2_7_nobody_else_and_nobody_later_has_it_looked_at() -> None:
    hall = racked("nine_ball")
    breaker = hall.match.play.to_act[0]
    assert hall.refuses(Choose(CHECK_RACK), Seat(1 - breaker)) is Refusal.NOT_YOUR_TURN
    hall.shoot("c|out c>1 1@FL")
    assert hall.refuses(Choose(CHECK_RACK), breaker) is Refusal.NOT_OFFERED


@pytest.mark.parametrize("game", POOL)
@pytest.mark.parametrize("ball", ["1", "7"])
def test_2_7_a_ball_out_of_the_rack_is_seen_and_racked_again(game: str, ball: str) -> None:
    hall = racked(game)
    racks = hall.state.racks
    hall.order("set_ball", positions={Ball(ball): (0.1, 0.3)})
    step = hall.do(Choose(CHECK_RACK))
    assert f"ball {ball} is not in its place" in step.ruling.text
    assert hall.state.racks == racks + 1
    assert hall.state.positions[Ball(ball)][0] > 0.6
    assert rack_fault(CUE_GAMES[GameKind(game)], hall.state) is None
    assert hall.refuses(Choose(CHECK_RACK), hall.match.play.to_act[0]) is Refusal.NOT_OFFERED


def test_2_7_the_one_belongs_to_the_front() -> None:
    hall = racked("nine_ball")
    lying = hall.state.positions
    front, other = lying[Ball("1")], lying[Ball("5")]
    hall.order("restore", positions={Ball("1"): other, Ball("5"): front})
    assert "ball 1 is not in its place" in hall.do(Choose(CHECK_RACK)).ruling.text


def test_2_7_a_new_rack_may_be_looked_at_again() -> None:
    hall = racked("nine_ball", race_to=2)
    hall.do(Choose(CHECK_RACK))
    hall.shoot("c|out c>1 1>9 9@FL")
    hall.do(Choose("BREAK"))
    assert hall.do(Choose(CHECK_RACK)).ruling.rules == ("2.7",)


def test_2_8_a_slip_of_the_tongue_is_ruled_on_as_it_was_meant() -> None:
    hall = eight_ball_called_wrong()
    shooter = Seat(1 - hall.match.play.to_act[0])
    assert view(hall.match).sides[shooter].details["group"] is None
    step = hall.order("correct_call", ball=Ball("3"), kind="HL")
    assert step.ruling.rules[0] == "2.8"
    assert step.ruling.continues
    assert hall.match.play.to_act == (shooter,)
    assert view(hall.match).sides[shooter].details["group"] == "solids"


def test_2_8_it_is_filed_as_a_protest_and_put_right_while_play_stands() -> None:
    hall = eight_ball_called_wrong()
    shooter = Seat(1 - hall.match.play.to_act[0])
    protest = prepare(hall.match, shooter, protest_of(hall), hall.now)
    hall.take(protest)  # type: ignore[arg-type]
    assert hall.stop() is Stop.PROTEST
    hall.order("correct_call", ball=Ball("3"), kind="HL")
    assert hall.stop() is Stop.PROTEST
    assert hall.ends_at() is None
    hall.order("rule_protest")
    assert hall.match.play.to_act == (shooter,)
    assert hall.ends_at() == hall.now + 35.0


def protest_of(hall: Hall) -> Protest:
    return Protest(hall.match.stops.last_shot, "miscall: the 3 was meant for the other corner")


def test_2_8_after_the_next_stroke_it_speaks_of_that_one() -> None:
    hall = eight_ball_called_wrong()
    hall.shoot("c>5 5#F")
    hall.order("correct_call", ball=Ball("3"), kind="HL")
    assert [side.details["group"] for side in view(hall.match).sides] == [None, None]


def test_2_8_once_something_has_followed_the_shot_it_is_too_late() -> None:
    hall = eight_ball_called_wrong()
    hall.order("award_foul", player=hall.match.play.to_act[0], kind="disturb")
    assert hall.refuses_order("correct_call", ball=Ball("3"), kind="HL") is Refusal.TOO_LATE


def test_2_8_a_call_can_be_put_right_against_the_shooter_too() -> None:
    hall = racked("straight_pool")
    hall.do(CALLED, log="c|out c>3 3@HR c#F")
    assert sum(hall.state.scores) == 1
    step = hall.order("correct_call", ball=Ball("5"), kind="FL")
    assert sum(hall.state.scores) == -2
    assert step.ruling.fouls == ("illegal_break",)


def test_2_8_what_cannot_be_put_right_is_refused_by_its_field() -> None:
    hall = racked("eight_ball")
    assert hall.refuses_order("correct_call", ball=Ball("3"), kind="HL") is Refusal.NOT_ALLOWED
    hall = eight_ball_called_wrong()
    with pytest.raises(IllegalAction) as refused:
        hall.order("correct_call", ball=Ball("3"), kind="XX")
    assert (refused.value.code, refused.value.path) == (Refusal.BAD_VALUE, "kind")


def test_2_8_without_a_ball_it_only_stands_in_the_record() -> None:
    hall = eight_ball_called_wrong()
    before = hall.match.play
    assert hall.order("correct_call", reason="heard wrongly").ruling.rules == ("2.8",)
    assert hall.match.play == before


def test_2_8_a_call_put_right_may_win_the_match() -> None:
    hall = racked("straight_pool", options={"target": 1})
    hall.shoot("c|out c>1 1#L 2#R c#F")
    hall.do(CALLED, log="c>3 3@HL")
    hall.order("correct_call", ball=Ball("3"), kind="HL")
    assert hall.match.result is not None
    assert hall.match.clock.ends_at is None


@pytest.mark.parametrize(
    ("do", "rule"),
    [
        ("call_time", "1.11"),
        ("grant_leave", "2.22"),
        ("mute", "2.24"),
        ("remove_spectator", "2.24"),
        ("eject_spectator", "2.24"),
        ("rule_override", "2.4"),
        ("seat_referee", "2.1"),
    ],
)
def test_2_2_a_noted_act_names_its_rule(do: str, rule: str) -> None:
    hall = racked("nine_ball")
    assert hall.order(do, kind="somebody").ruling.rules == (rule,)


def lagging() -> Hall:
    return Hall(GameKind.NINE_BALL, options={"first_shot": "lag"})


def test_3_5_each_lays_his_lag_ball_down_in_his_own_half_of_the_kitchen() -> None:
    hall = lagging()
    turn = hall.match.turn
    hall.do(Place(CUE, (-0.9, -0.1)), A)
    hall.do(Place(Ball("1"), (-0.7, 0.5)), B)
    assert hall.state.positions == {CUE: (-0.9, -0.1), Ball("1"): (-0.7, 0.5)}
    assert hall.match.turn == turn
    plan = prepare(hall.match, A, PlayLag(STROKE), hall.now)
    hall.take(plan)  # type: ignore[arg-type]
    assert hall.state.positions[CUE] == (-0.9, -0.1)
    assert hall.refuses(Place(CUE, (-0.8, -0.1)), A) is Refusal.NOT_YOUR_TURN
    order = prepare(hall.match, B, PlayLag(replace(STROKE, ball=Ball("1"))), hall.now)
    assert order.layout.positions == {CUE: (-0.9, -0.1), Ball("1"): (-0.7, 0.5)}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("ball", "seat", "at", "code"),
    [
        ("c", A, (-0.635, -0.3), Refusal.NOT_BEHIND_HEAD_STRING),  # L12
        ("c", A, (0.2, -0.3), Refusal.NOT_BEHIND_HEAD_STRING),
        ("c", A, (-0.9, 0.1), Refusal.OUTSIDE),
        ("c", A, (-0.9, 0.0), Refusal.OUTSIDE),
        ("1", B, (-0.9, -0.1), Refusal.OUTSIDE),
        ("c", A, (-1.3, -0.1), Refusal.OUTSIDE),
        ("c", A, (-1.24, -0.6), Refusal.OUTSIDE),
        ("1", A, (-0.9, 0.1), Refusal.WRONG_BALL),
        ("c", B, (-0.9, -0.1), Refusal.WRONG_BALL),
    ],
)
def test_3_5_a_lag_ball_that_may_not_lie_there_is_refused(
    ball: str, seat: Seat, at: tuple[float, float], code: Refusal
) -> None:
    assert lagging().refuses(Place(Ball(ball), at), seat) is code


def test_3_5_lag_balls_do_not_touch() -> None:
    hall = lagging()
    hall.do(Place(CUE, (-0.9, -0.02)), A)
    assert hall.refuses(Place(Ball("1"), (-0.9, 0.03)), B) is Refusal.OVERLAP
    hall.do(Place(Ball("1"), (-0.9, 0.05)), B)


def test_3_5_lag_balls_of_carom_lie_on_their_spots() -> None:
    match = begin(
        replace(lagging().match.setup, game=GameKind.LIBRE, table="", preset="", options={"first_shot": "lag"}), 0.0
    )
    assert "place_ball" not in legal(match, A)
    with pytest.raises(IllegalAction):
        prepare(match, A, Place(Ball("W"), (-0.9, -0.1)), 1.0)


@pytest.mark.parametrize(("x", "y"), [(1.24, 0.6), (-1.24, -0.6), (1.235, 0.59), (-1.23, 0.6)])
def test_3_9_the_cue_ball_in_hand_is_not_laid_into_the_mouth_of_a_corner_pocket(x: float, y: float) -> None:
    hall = racked("nine_ball")
    hall.shoot("c|out c>1 1#F")
    assert hall.refuses(Place(CUE, (x, y)), hall.match.play.to_act[0]) is Refusal.OUTSIDE


@pytest.mark.parametrize(("x", "y"), [(1.15, 0.606), (1.241, 0.55), (0.0, 0.606)])
def test_3_9_beside_the_mouth_and_before_a_side_pocket_it_may_lie(x: float, y: float) -> None:
    hall = racked("nine_ball")
    hall.shoot("c|out c>1 1#F")
    hall.do(Place(CUE, (x, y)))
    assert hall.state.positions[CUE] == (x, y)


def test_3_9_a_strict_room_makes_the_stroke_from_the_mouth_a_foul() -> None:
    hall = racked("nine_ball", options={"strict_placement": True})
    hall.shoot("c|out c>1 1#F")
    hall.do(Place(CUE, (1.235, 0.6)))
    assert "placement" in hall.shoot("c>1 1#F").ruling.fouls
    assert hall.match.play.phase.value == "play"


def test_2_7_a_rack_of_a_game_that_is_played_again_may_be_looked_at() -> None:
    hall = racked("eight_ball")
    assert hall.order("replay_game").ruling.outcome is Outcome.REPLAY
    assert hall.do(Choose(CHECK_RACK)).ruling.rules == ("2.7",)
