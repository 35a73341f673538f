"""What the pool player decides on tables that are easy to read."""

import math

import pytest
from msgspec import structs

from client_protocol.notices import RoomState
from client_protocol.values import Call, Phase, SideState
from loadtest.players.decisions import Choose, LayDown, Shoot
from loadtest.players.plane import CLOTHS, Point, clearance, mouths, plus, unit
from loadtest.players.pool import PoolPlayer
from loadtest.players.pool_task import ball_on, playable, pots_for, task_of
from loadtest.players.pots import find_pots
from loadtest.players.rails import find_kicks, first_hit, rebound
from tests.loadtest.states import a_room, a_table

CLOTH = CLOTHS["pool_9ft"]
IN_HAND_LEGAL = ("place_ball", "take_shot", "concede")


def shot(state_balls: dict[str, Point], **details: object) -> Shoot:
    """What a fresh player shoots at these balls."""
    decision = PoolPlayer(1).decide(a_room(cue=a_table(state_balls, **details)), 0)  # type: ignore[arg-type]
    assert isinstance(decision, Shoot)
    return decision


def test_a_straight_ball_is_played_straight_into_its_pocket() -> None:
    pocket = next(mouth for mouth in mouths(CLOTH) if mouth.name == "FL")
    ball = (0.8, 0.3)
    way = unit((pocket.at[0] - ball[0], pocket.at[1] - ball[1]))
    cue = plus(ball, way, -0.5)
    stroke = shot({"c": cue, "1": ball, "9": (-1.0, -0.4)}).stroke
    assert stroke.aim == pytest.approx(math.atan2(way[1], way[0]), abs=0.01)
    pots = find_pots(CLOTH, {"1": ball, "9": (-1.0, -0.4)}, cue, "1")
    assert (pots[0].first, pots[0].last, pots[0].pocket) == ("1", "1", "FL")


def test_a_cut_is_aimed_at_the_ghost_ball_less_the_throw() -> None:
    ball, cue = (0.6, 0.3), (0.0, 0.0)
    pot = next(pot for pot in find_pots(CLOTH, {"1": ball}, cue, "1") if pot.pocket == "FL")
    mark = next(mouth for mouth in mouths(CLOTH) if mouth.name == "FL").at
    way = unit((mark[0] - ball[0], mark[1] - ball[1]))
    ghost = plus(ball, way, -2 * CLOTH.radius)
    assert pot.stroke.aim == pytest.approx(math.atan2(ghost[1], ghost[0]), abs=0.02)
    assert pot.tolerance > 0


def test_no_pot_is_seen_through_other_balls() -> None:
    balls = {"1": (0.5, 0.0), "2": (0.25, 0.0), "3": (0.25, 0.05), "4": (0.25, -0.05)}
    assert find_pots(CLOTH, balls, (0.0, 0.0), "1") == []


def test_a_combination_is_seen() -> None:
    pocket = next(mouth for mouth in mouths(CLOTH) if mouth.name == "FL")
    way = pocket.inward
    nine = plus(pocket.at, way, -0.25)
    one = plus(nine, way, -0.15)
    pots = find_pots(CLOTH, {"1": one, "9": nine}, plus(one, way, -0.4), "1")
    assert any(pot.last == "9" and pot.pocket == "FL" for pot in pots)


def test_the_break_hits_the_ball_on_hard_from_behind_the_line() -> None:
    player = PoolPlayer(3)
    rack = {"1": (0.635, 0.0), "9": (0.734, 0.0)}
    placed = player.decide(a_room(cue=a_table(rack, "in_hand_kitchen"), phase=Phase.BREAK, legal=IN_HAND_LEGAL), 0)
    assert isinstance(placed, LayDown)
    assert placed.at[0] < -CLOTH.length / 4
    table = a_table({**rack, "c": placed.at}, "in_hand_kitchen")
    stroke = player.decide(a_room(cue=table, phase=Phase.BREAK, legal=IN_HAND_LEGAL, turn=6), 0)
    assert isinstance(stroke, Shoot)
    assert stroke.stroke.speed > 6
    assert stroke.stroke.aim == pytest.approx(math.atan2(-placed.at[1], 0.635 - placed.at[0]), abs=1e-6)


def test_the_ball_in_hand_is_laid_where_a_pot_is_easy_and_then_potted() -> None:
    player = PoolPlayer(3)
    balls = {"3": (0.4, -0.2), "7": (-0.3, 0.3), "9": (0.9, 0.5)}
    placed = player.decide(a_room(cue=a_table(balls, "in_hand"), legal=IN_HAND_LEGAL), 0)
    assert isinstance(placed, LayDown)
    assert all(math.dist(placed.at, at) > 2 * CLOTH.radius for at in balls.values())
    pots = find_pots(CLOTH, balls, placed.at, "3")
    assert pots[0].tolerance > 0.01
    stroke = player.decide(a_room(cue=a_table({**balls, "c": placed.at}, "in_hand"), legal=IN_HAND_LEGAL), 0)
    assert isinstance(stroke, Shoot)


def test_a_refused_place_is_not_tried_again_and_at_last_the_ball_is_shot_from_where_it_lies() -> None:
    player = PoolPlayer(3)
    state = a_room(cue=a_table({"c": (-0.9, 0.0), "3": (0.4, -0.2)}, "in_hand"), legal=IN_HAND_LEGAL)
    tried: list[Point] = []
    for _ in range(20):
        decision = player.decide(state, 0)
        if isinstance(decision, Shoot):
            break
        assert isinstance(decision, LayDown)
        assert all(math.dist(decision.at, before) > 0.02 for before in tried)
        tried.append(decision.at)
        player.refused(decision, "overlap")
    assert isinstance(decision, Shoot)
    assert tried


def test_a_hidden_ball_is_kicked_or_pushed_out() -> None:
    wall = {str(k): (0.0, -0.12 + 0.04 * k) for k in range(2, 8)}
    balls = {"c": (-0.3, 0.04), "1": (0.3, 0.04), **wall}
    pushed = shot(balls, push_out_available=True)
    assert pushed.push_out
    kicked = shot(balls, push_out_available=False)
    others = {name: at for name, at in balls.items() if name != "c"}
    assert not kicked.push_out
    assert first_hit(CLOTH, others, balls["c"], kicked.stroke.aim, 3) == ("1", True)
    assert find_kicks(CLOTH, others, balls["c"], "1")


def test_a_ball_that_cannot_be_reached_is_still_shot_at() -> None:
    ring = {str(k + 2): (0.3 + 0.075 * math.cos(k * math.pi / 4), 0.075 * math.sin(k * math.pi / 4)) for k in range(8)}
    decision = shot({"c": (-0.3, 0.0), "1": (0.3, 0.0), **ring})
    assert decision.stroke.speed > 0


@pytest.mark.parametrize(("options", "expected"), [(("BREAK", "PASS"), "BREAK"), (("ACCEPT", "RERACK_SELF"), "ACCEPT")])
def test_options_are_answered(options: tuple[str, ...], expected: str) -> None:
    state = a_room(cue=a_table({"1": (0.6, 0.0), "c": (-0.6, 0.0)}), options_offered=options, phase=Phase.OPTION)
    assert PoolPlayer(1).decide(state, 0) == Choose(expected)


def test_a_push_out_is_taken_where_a_ball_can_be_made_and_passed_back_where_not() -> None:
    pocket = next(mouth for mouth in mouths(CLOTH) if mouth.name == "FL")
    one = plus(pocket.at, pocket.inward, -0.2)
    easy = a_table({"1": one, "c": plus(one, pocket.inward, -0.3)})
    hard = a_table({"1": (1.2, 0.0), "2": (1.1, 0.0), "3": (1.1, 0.06), "4": (1.1, -0.06), "c": (0.9, 0.0)})
    offered = ("PLAY", "PASS_BACK")
    assert PoolPlayer(1).decide(a_room(cue=easy, options_offered=offered), 0) == Choose("PLAY")
    assert PoolPlayer(1).decide(a_room(cue=hard, options_offered=offered), 0) == Choose("PASS_BACK")


def test_the_ball_on_is_the_one_named_or_the_lowest() -> None:
    balls = {"c": (0.0, 0.0), "10": (0.1, 0.1), "4": (0.2, 0.2)}
    assert ball_on(a_table(balls)) == "4"
    assert ball_on(a_table(balls, ball_on="10")) == "10"
    assert ball_on(a_table(balls, ball_on="5")) == "4"


def test_plane_geometry() -> None:
    assert clearance((0, 0), (1, 0), [(0.5, 0.2), (2.0, 0.0)]) == pytest.approx(0.2)
    assert clearance((0, 0), (0, 0), [(0.3, 0.4)]) == pytest.approx(0.5)
    assert clearance((0, 0), (1, 0), []) == math.inf
    assert unit((0.0, 0.0)) == (1.0, 0.0)
    assert mouths(CLOTHS["carom_10ft"]) == ()
    assert rebound(math.pi / 2) == pytest.approx(math.pi / 2)
    assert rebound(0.0) == 0.0


def eight_ball(balls: dict[str, Point], group: str | None, **changes: object) -> RoomState:
    sides = (SideState("A", details={"group": group}), SideState("B"))
    return a_room(game="eight_ball", cue=a_table(balls), sides=sides, **changes)


FOOT_LEFT = next(mouth for mouth in mouths(CLOTH) if mouth.name == "FL")
EASY = plus(FOOT_LEFT.at, FOOT_LEFT.inward, -0.25)
BEHIND = plus(EASY, FOOT_LEFT.inward, -0.4)


@pytest.mark.parametrize(
    ("group", "balls", "called"),
    [
        ("solids", {"3": EASY, "11": (-1.0, -0.4), "8": (-1.0, 0.4)}, "3"),
        ("stripes", {"11": EASY, "3": (-1.0, -0.4), "8": (-1.0, 0.4)}, "11"),
        (None, {"11": EASY, "3": (-1.0, -0.4), "8": (-1.0, 0.4)}, "11"),
        ("solids", {"8": EASY, "11": (-1.0, -0.4)}, "8"),
    ],
)
def test_eight_ball_calls_a_ball_of_its_own_and_the_eight_last(
    group: str | None, balls: dict[str, Point], called: str
) -> None:
    decision = PoolPlayer(1).decide(eight_ball({"c": BEHIND, **balls}, group), 0)
    assert isinstance(decision, Shoot)
    assert decision.call == Call(ball=called, pocket="FL")
    assert not decision.safety


def test_with_nothing_to_make_a_called_game_is_played_safe() -> None:
    walled = {"c": (-0.9, 0.0), "3": (0.0, 0.0), "9": (0.0, 0.06), "10": (0.0, -0.06), "11": (0.05, 0.03)}
    more = {"12": (0.05, -0.03), "13": (-0.05, 0.05), "14": (-0.05, -0.05), "8": (1.0, 0.5)}
    decision = PoolPlayer(1).decide(eight_ball({**walled, **more}, "solids"), 0)
    assert isinstance(decision, Shoot)
    assert decision.safety
    assert decision.call is None


def test_straight_pool_breaks_safe_and_calls_any_ball() -> None:
    rack = {"1": (0.635, 0.0), "2": (0.7, 0.03)}
    room = a_room(game="straight_pool", cue=a_table({"c": (-0.9, 0.1), **rack}), phase=Phase.BREAK)
    opening = PoolPlayer(1).decide(room, 0)
    assert isinstance(opening, Shoot)
    assert opening.safety
    shown = a_room(game="straight_pool", cue=a_table({"c": BEHIND, "14": EASY, "2": (-1.0, 0.4)}))
    decision = PoolPlayer(1).decide(shown, 0)
    assert isinstance(decision, Shoot)
    assert decision.call == Call(ball="14", pocket="FL")


def test_from_the_kitchen_only_balls_outside_it_are_hit_first() -> None:
    table = a_table({"4": (-0.9, 0.3), "9": (0.5, 0.2)}, "in_hand_kitchen")
    task = task_of(a_room(game="straight_pool", cue=table), table, 0)
    assert playable(task, CLOTH, table) == ("9",)
    behind = a_table({"4": (-0.9, 0.3)}, "in_hand_kitchen")
    assert playable(task_of(a_room(game="straight_pool", cue=behind), behind, 0), CLOTH, behind) == ("4",)


@pytest.mark.parametrize(("side", "pocket"), [("left", "FL"), ("right", None), (None, "FL")])
def test_the_seven_is_only_made_on_its_side(side: str | None, pocket: str | None) -> None:
    sides = (SideState("A", details={"side": side}), SideState("B"))
    table = a_table({"c": BEHIND, "7": EASY}, ball_on="7")
    task = task_of(a_room(game="seven_ball", cue=table, sides=sides), table, 0)
    pots = pots_for(task, task.firsts, CLOTH, {"7": EASY}, BEHIND)
    assert next((pot.pocket for pot in pots), None) == pocket


@pytest.mark.parametrize(("y", "option"), [(0.2, "SIDE_LEFT"), (-0.2, "SIDE_RIGHT")])
def test_the_side_nearer_to_the_seven_is_chosen(y: float, option: str) -> None:
    cue = a_table({"c": (0.0, 0.0), "7": (0.5, y)})
    room = a_room(game="seven_ball", cue=cue, options_offered=("SIDE_LEFT", "SIDE_RIGHT"))
    assert PoolPlayer(1).decide(room, 0) == Choose(option)


def test_a_draw_is_offered_once_where_nobody_tries_to_win() -> None:
    room = eight_ball({"c": BEHIND, "3": EASY, "8": (-1.0, 0.4)}, "solids")
    assert room.cue is not None
    details = {"stalemate_near": True, "draw_possible": True}
    room = structs.replace(room, cue=structs.replace(room.cue, details=details))
    player = PoolPlayer(1)
    assert player.decide(room, 0) == Choose("DRAW_OFFER")
    assert isinstance(player.decide(room, 0), Shoot)


def test_before_the_balls_are_racked_options_are_answered() -> None:
    room = a_room(cue=a_table({}), options_offered=("BREAK", "PASS"), phase=Phase.OPTION)
    assert PoolPlayer(1).decide(room, 0) == Choose("BREAK")


def test_every_answer_to_a_break_is_taken_at_times() -> None:
    answers = ("ACCEPT_KITCHEN", "RERACK_SELF", "RERACK_OTHER")
    room = eight_ball({"c": BEHIND, "3": EASY}, None, options_offered=answers, phase=Phase.OPTION)
    chosen = {PoolPlayer(seed).decide(room, 0) for seed in range(40)}
    assert chosen == {Choose(answer) for answer in answers}
