"""Balkline: spaces, anchors, and what a ball does that leaves one (C.5.2)."""

from __future__ import annotations

from typing import Any

import pytest

from game.carom.zones import shared_zones, standing
from game.observe import observe
from game.shot_facts import Reach, ShotFacts
from game.vocabulary import Ball, Foul, Point
from physics.balls import constants_for
from physics.simulate import simulate
from physics.tables import TABLES
from physics.trajectories import Layout, Stroke
from tests.game.carom.playing import Playing

POINT = "W>R W>Y"
CORNER: dict[str, Point] = {"W": (1.05, 0.3), "R": (1.2, 0.5), "Y": (1.3, 0.6)}
OUTSIDE = (0.8, 0.5)


def game(positions: dict[str, Point], **options: Any) -> Playing:
    return Playing("balkline", options, positions={Ball(name): at for name, at in positions.items()})


def announced(positions: dict[str, Point], **options: Any) -> dict[str, str]:
    return dict(standing(game(positions, **options).state))


def test_bk_01_two_balls_in_one_space_have_entered_it() -> None:
    assert announced(CORNER) == {"space 3-3": "entree"}
    assert game(CORNER).rules.table_details(game(CORNER).state)["zones"] == "space 3-3: entree"


def test_bk_02_and_bk_03_the_second_stroke_must_drive_one_out() -> None:
    played = game(CORNER)
    assert played.shot(POINT, rest=CORNER).points == 1
    assert dict(standing(played.state)) == {"space 3-3": "dedans"}
    void = played.shot(POINT, rest=CORNER)
    assert (void.fouls, void.points, played.state.shooter) == ((Foul.ZONE,), 0, 1)
    assert dict(standing(played.state)) == {"space 3-3": "entree"}


def test_bk_04_a_ball_that_stays_out_leaves_both_a_cheval() -> None:
    played = game(CORNER)
    played.shot(POINT, rest=CORNER)
    assert played.shot(POINT, rest={**CORNER, "R": OUTSIDE}).points == 1
    assert dict(standing(played.state)) == {}
    assert played.rules.table_details(played.state)["zones"] == "a cheval"


@pytest.mark.parametrize(("resets", "then"), [(True, "entree"), (False, "dedans")])
def test_bk_05_and_bk_06_a_ball_that_went_out_and_came_back(resets: bool, then: str) -> None:
    played = game(CORNER, balk_return_resets=resets)
    played.shot(POINT, rest=CORNER)
    ways = {Ball("R"): Reach.around((1.2, 0.5), OUTSIDE), Ball("Y"): Reach.around((1.3, 0.6))}
    assert played.shot(POINT, rest=CORNER, reach=ways).points == 1
    assert dict(standing(played.state)) == {"space 3-3": then}


def test_bk_07_one_stroke_only_in_47_1() -> None:
    assert announced(CORNER, balk_game="47/1") == {"space 3-3": "dedans"}
    assert game(CORNER, balk_game="47/1").shot(POINT, rest=CORNER).fouls == (Foul.ZONE,)
    assert game(CORNER, balk_game="47/1").shot(POINT, rest={**CORNER, "R": OUTSIDE}).points == 1


def test_bk_08_the_centre_box_has_no_limit_in_47_and_71_has_none() -> None:
    centre: dict[str, Point] = {"W": (-0.5, 0.2), "R": (0.2, 0.1), "Y": (-0.3, 0.05)}
    assert announced(centre) == {}
    assert announced(centre, balk_game="71/2") == {"space 2-2": "entree"}


def test_bk_09_an_anchor_holds_across_its_line() -> None:
    assert announced({"W": (0.8, 0.5), "R": (0.90, 0.66), "Y": (0.99, 0.67)}) == {"anchor L2": "entree"}


@pytest.mark.parametrize(
    ("lines", "name", "at"),
    [
        ("47/2", "anchor H1", (-1.35, -0.23667)),
        ("47/2", "anchor F2", (1.35, 0.23667)),
        ("47/2", "anchor R1", (-0.94667, -0.6)),
        ("71/2", "anchor F1", (1.35, 0.0)),
        ("71/2", "anchor L1", (-0.71, 0.6)),
    ],
)
def test_c_5_2_every_anchor_reaches_from_its_cushion(lines: str, name: str, at: Point) -> None:
    x, y = at
    apart = 0.04
    along = ((x, y - apart), (x, y + apart)) if "H" in name or "F" in name else ((x - apart, y), (x + apart, y))
    assert name in announced({"R": along[0], "Y": along[1], "W": (0.0, 0.0)}, balk_game=lines)
    far = ((x, y - 0.0995), (x, y + 0.04)) if "H" in name or "F" in name else ((x - 0.0995, y), (x + 0.04, y))
    assert name not in announced({"R": far[0], "Y": far[1], "W": (0.0, 0.0)}, balk_game=lines)


def test_c_5_2_there_are_as_many_zones_as_the_games_have() -> None:
    from game.carom.zones import zones_of

    def count(lines: str) -> tuple[int, int]:
        zones = zones_of(game(CORNER, balk_game=lines).state.setting)
        return sum(z.name.startswith("space") for z in zones), sum(z.name.startswith("anchor") for z in zones)

    assert count("47/2") == count("47/1") == (8, 8)
    assert count("71/2") == (6, 6)


def test_bk_11_a_ball_on_a_line_lies_in_both_spaces() -> None:
    on_line: dict[str, Point] = {"W": (0.0, 0.0), "R": (0.9467, 0.4), "Y": (1.2, 0.5)}
    assert announced(on_line) == {"space 3-3": "entree"}
    assert announced({**on_line, "Y": (0.5, 0.5)}) == {"space 2-3": "entree"}
    assert announced({**on_line, "R": (0.9460, 0.4)}) == {}
    assert announced({**on_line, "R": (0.9466, 0.4)}, balk_line=0.0) == {}
    both: dict[str, Point] = {"W": (0.0, 0.0), "R": (0.9467, 0.4), "Y": (0.9466, 0.5)}
    assert announced(both) == {"space 2-3": "entree", "space 3-3": "entree"}


def test_c_5_2_a_miss_or_an_unknown_place_shares_no_zone() -> None:
    assert announced({"W": (0.0, 0.0), "R": (1.2, 0.5)}) == {}
    played = game(CORNER)
    played.shot(POINT, rest=CORNER)
    played.shot("W>R", rest={**CORNER, "W": OUTSIDE})
    assert shared_zones(played.state) == {}


def test_c_5_2_a_stroke_that_moves_nothing_has_left_nothing() -> None:
    played = game(CORNER)
    played.shot(POINT)
    assert dict(standing(played.state)) == {"space 3-3": "dedans"}


def test_separating_or_restoring_starts_the_zones_afresh() -> None:
    touching: dict[str, Point] = {"W": (1.2, 0.5), "R": (1.2615, 0.5), "Y": (1.3, 0.65)}
    played = game(CORNER)
    played.shot(POINT, rest=touching)
    assert dict(standing(played.state)) == {"space 3-3": "dedans"}
    played.choose("separate")
    assert dict(standing(played.state)) == {}


def test_c_5_2_a_ball_that_jumped_has_left_its_zone() -> None:
    played = game(CORNER, off_table="ru")
    played.shot(POINT, rest=CORNER)
    jumped = played.shot("W>R W>Y R^off", rest={"W": (0.0, 0.0), "Y": (1.3, 0.6)})
    assert (jumped.points, jumped.spotted) == (1, {"R": (0.71, 0.0)})


def test_a_real_ball_that_leaves_a_space_and_comes_back_is_seen() -> None:
    spec, constants = TABLES["carom_10ft"], constants_for("carom_10ft", {})
    layout = Layout({Ball("W"): (0.0, 0.5), Ball("R"): (0.4, 0.5), Ball("Y"): (-0.5, -0.5)})
    facts: ShotFacts = observe(
        simulate(spec, constants, layout, [Stroke(Ball("W"), 0.0, 2.5)]), spec, constants, layout, Ball("W")
    )
    assert set(facts.reach) == {"R", "Y"}
    red, rest = facts.reach[Ball("R")], facts.rest[Ball("R")]
    assert red.x[1] == pytest.approx(1.42 - constants.ball_radius, abs=1e-3)
    assert rest[0] < red.x[1] - 0.1
    assert facts.reach[Ball("Y")] == Reach.around((-0.5, -0.5))
    for bound, value in zip(red.bounds, (rest[0], rest[1], rest[0] + 2 * rest[1], rest[0] - 2 * rest[1]), strict=True):
        assert bound[0] - 1e-9 <= value <= bound[1] + 1e-9
