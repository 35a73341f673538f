"""Figures of players: the rows of darts D.14 and E.2."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.darts.count_up import HighScore, fresh
from game.darts.legs import begin_leg
from game.darts.statistics import Figures, Ratio, Spread, figures
from game.darts.turns import Leg, begin
from game.darts.vocabulary import Bull, Player
from game.darts.x01 import X01
from game.vocabulary import GameKind
from tests.game.darts.strategies import plan_for
from tests.game.darts.test_turns import played

A, B = Player(0), Player(1)


def x01_leg(*remaining: int, **options: str) -> Leg:
    leg = begin_leg(plan_for(GameKind.X01, len(remaining), bytes(32), "seed", **options))
    assert isinstance(leg.game, X01)
    return begin(replace(leg.game, remaining=remaining), 10)


def test_sta_01_a_leg_of_301_won_with_dart_twelve() -> None:
    leg = played(x01_leg(301, 301), "T20 S20 S20 / S20 S20 S20 / S20 S20 S20 / T20 S20 S1")
    done = figures(leg, A)
    assert (leg.winners, done.points, done.darts) == ((A,), 301, 12)
    assert (done.per_dart.text, done.average().text) == ("25.08", "75.25")


def test_sta_02_a_bust_scores_nothing_and_its_darts_count() -> None:
    done = figures(played(x01_leg(240, 240), "T20 T20 T20 / S1 T20"), A)
    assert (done.points, done.darts, done.busts) == (180, 5, 1)
    assert (done.per_dart.text, done.average().text) == ("36.00", "108.00")
    booked = done.average(bust_counts_three=True)
    assert (booked.text, Ratio(done.points, done.slots).text) == ("90.00", "30.00")


def test_sta_03_marks_per_round() -> None:
    assert Figures(marks=59, darts=46).marks_per_round.text == "3.85"


@pytest.mark.parametrize(
    ("others", "dart", "marks", "points"),
    [("T20", "T20", 1, 0), ("T20", "D20", 1, 0), ("M", "T20", 3, 40)],
    ids=["STA-04", "STA-04 with a double", "STA-05"],
)
def test_marks_count_that_close_or_score(others: str, dart: str, marks: int, points: int) -> None:
    leg = played(begin_leg(plan_for(GameKind.CRICKET, 2)), f"D20 / {others} /")
    before = figures(leg, A).marks
    after = played(leg, dart)
    assert figures(after, A).marks - before == marks
    assert after.game.score_of(A) == points


def test_sta_06_every_dart_that_could_finish_is_a_dart_at_a_finish() -> None:
    done = figures(played(x01_leg(40, 301, out="double"), "M M D20"), A)
    assert (done.attempts, done.finishes, done.checkouts.text, done.best_finish) == (3, 1, "33.33", 40)


def test_sta_07_fifty_left_is_set_up_before_the_last_dart() -> None:
    done = figures(played(x01_leg(50, 301, out="double"), "S10 D20"), A)
    assert (done.attempts, done.finishes, done.checkouts.text) == (1, 1, "100.00")


@pytest.mark.parametrize(
    ("darts", "attempts"),
    [("M M M", 1), ("OB", 1), ("IB", 1), ("NT NT NT", 0), ("M M NT", 0)],
    ids=["last dart", "outer bull", "inner bull", "not thrown", "last not thrown"],
)
def test_fifty_left_counts_with_the_last_dart_or_at_the_bull(darts: str, attempts: int) -> None:
    assert figures(played(x01_leg(50, 301, out="double"), darts), A).attempts == attempts


def test_nobody_is_at_a_finish_before_he_has_opened() -> None:
    closed = {"in": "double", "out": "double"}
    leg = begin_leg(plan_for(GameKind.X01, 1, bytes(32), "seed", **closed))
    assert isinstance(leg.game, X01)
    leg = begin(replace(leg.game, remaining=(40,), opened=(False,)), 10)
    assert figures(played(leg, "M S20 D10"), A).attempts == 0
    assert figures(played(leg, "D10 D10"), A).attempts == 1
    # the bust takes the opening back
    assert figures(played(leg, "D10 T20 M"), A).attempts == 1


def test_sta_08_first_nine() -> None:
    leg = played(x01_leg(501, 501), "T20 T20 S20 / T20 S20 S20 / S20 S20 S20 / T20 T20 T20")
    assert figures(leg, A).first_nine.text == "100.00"
    short = played(x01_leg(501, 501), "T20 NT NT / T20")
    assert figures(short, A).first == (120, 2)


def test_turns_of_a_hundred_and_more_are_counted() -> None:
    leg = played(begin(fresh(HighScore, 1, Bull()), 7), "T20 S20 S20 T20 T20 S20 T20 T20 T20 S20 S20 S20")
    done = figures(leg, A)
    assert (done.high_turns, done.best_turn, done.turns, done.per_turn.text) == ((3, 2, 1), 180, 4, "120.00")


def test_darts_on_the_target_are_hits() -> None:
    leg = played(begin_leg(plan_for(GameKind.BASEBALL, 2)), "T1 S20 D1")
    done = figures(leg, A)
    assert (done.hits, done.marks, done.hits_per_dart.text) == (2, 5, "0.67")
    assert figures(leg, B) == Figures()


def test_darts_of_a_tie_break_are_left_out() -> None:
    leg = begin(fresh(HighScore, 2, Bull()), 1)
    leg = played(leg, "S1 / S1 / T20 T20")
    assert (figures(leg, A).points, figures(leg, A).darts) == (1, 1)


def test_a_dart_that_was_not_thrown_is_none_and_a_bounce_out_is_one() -> None:
    done = figures(played(begin(fresh(HighScore, 2, Bull()), 1), "BO M NT"), A)
    assert (done.darts, done.slots) == (2, 2)


@pytest.mark.parametrize(
    ("ratio", "text"),
    [
        (Ratio(0, 0), "0.00"),
        (Ratio(1, 3), "0.33"),
        (Ratio(2, 3), "0.67"),
        (Ratio(1, 200), "0.01"),
        (Ratio(301, 12), "25.08"),
    ],
)
def test_figures_are_rounded_half_up_in_one_place(ratio: Ratio, text: str) -> None:
    assert ratio.text == text
    assert f"{ratio.value:.2f}" == text


def test_the_spread_is_estimated_about_the_aim() -> None:
    assert Spread().millimetres is None
    spread = Spread().noted((0.0, 0.0), (3.0, 4.0)).noted((0.0, 100.0), (0.0, 105.0))
    assert spread.millimetres == round((50 / 4) ** 0.5, 2)
