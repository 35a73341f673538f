"""Seven-ball, clause by clause; the ids name the clause, S.. the rows of the rule page's table."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from game.actions import Choose
from game.catalog import CUE_GAMES
from game.match import apply, begin, legal, prepare
from game.pool.seven_ball import WARN_OPPONENT, Side, side_of
from game.setup import MatchSetup
from game.vocabulary import Ball, GameKind, Pace, Pocket, Seat, Touch
from tests.game.asking import choose, referee, shot
from tests.game.pool.clauses import Clause, clause, hold

BREAK: dict[str, Any] = {"phase": "break"}
SIDES: dict[str, Any] = {"sides": {"A": "left", "B": "right"}}
ON_SEVEN: dict[str, Any] = {"balls": ["7"], **SIDES}
MIDDLE: dict[str, Any] = {"balls": ["4", "5", "6", "7"], **SIDES}
BOTH_SIDES = ["SIDE_LEFT", "SIDE_RIGHT"]
OTHERS = ["1", "2", "3", "4", "5", "6"]


def lost(*fouls: str) -> dict[str, object]:
    return {"fouls": list(fouls), "winner": "B", "outcome": "loss", "next": None}


CLAUSES: dict[str, Clause] = {
    "7.1-ball-on-the-break-side-before-the-next-shot": clause(
        shot("c|out c>1 1@HL"), shot("c>2 2#F"), expect={"refused": "side_not_chosen", "next": "A"}, **BREAK
    ),
    "7.1-ball-on-the-break-side-then-shot": clause(
        *(shot("c|out c>1 1@HL"), choose("SIDE_RIGHT"), shot("c>2 2>7 7@FR")),
        expect={"winner": "A", "outcome": "win"},
        **BREAK,
    ),
    "7.1-the-break-needs-no-side": clause(
        shot("c|out c>1 1#F"), expect={"fouls": [], "next": "B", "options": BOTH_SIDES}, **BREAK
    ),
    "7.3-any-ball-anywhere-goes-on": clause(
        shot("c>4 4>5 5@HR"), expect={"fouls": [], "next": "A", "continues": True, "options": []}, **MIDDLE
    ),
    "7.3-nothing-made-passes": clause(
        shot("c>4 c#F"), expect={"fouls": [], "next": "B", "continues": False, "cue_ball": "as_lies"}, **MIDDLE
    ),
    "7.4-S22-a-side-is-fixed": clause(
        choose("SIDE_LEFT"), choose("SIDE_RIGHT"), expect={"refused": "side_fixed", "sides": {"A": "left"}}
    ),
    "7.4-S26-independent-sides-may-be-the-same": clause(
        choose("SIDE_LEFT"),
        expect={"sides": {"A": "left", "B": "left"}, "next": "B"},
        shooter="B",
        sides={"A": "left"},
    ),
    "7.4-S26-opposite-sides-are-settled-by-the-first": clause(
        choose("SIDE_LEFT"),
        expect={"sides": {"A": "left", "B": "right"}},
        options={"side_mode": "opposite"},
    ),
    "7.4-S26-opposite-the-other-has-no-choice": clause(
        choose("SIDE_LEFT"),
        expect={"refused": "side_fixed", "sides": {"A": "left", "B": "right"}},
        options={"side_mode": "opposite"},
        shooter="B",
        sides={"A": "left"},
    ),
    "7.4-S26-opposite-the-other-plays-at-once": clause(
        shot("c>1 1>7 7@SR"),
        expect={"winner": "B", "outcome": "win"},
        options={"side_mode": "opposite"},
        shooter="B",
        sides={"A": "left"},
    ),
    "7.4-no-side-on-the-break": clause(choose("SIDE_LEFT"), expect={"refused": "not_offered"}, **BREAK),
    "7.4-the-side-chooser-may-not-be-the-other": clause(
        choose("SIDE_LEFT", by="B"), expect={"refused": "not_your_turn"}
    ),
    "7.2-no-push-out": clause(shot("c>4 4#F", push_out=True), expect={"refused": "no_push_out"}, **MIDDLE),
    "7.5-own-side-by-carom": clause(
        shot("c>4 c>7 7@HL"), expect={"fouls": [], "winner": "A", "outcome": "win"}, **MIDDLE
    ),
    "7.5-seven-straight-in": clause(shot("c>7 7@FL"), expect={"winner": "A", "outcome": "win"}, **ON_SEVEN),
    "7.5-combination-and-scratch-spots-the-seven": clause(
        shot("c>4 4>7 7@SL c@HL"),
        expect={"fouls": ["scratch"], "next": "B", "cue_ball": "in_hand", "spotted": {"7": [0.635, 0.0]}},
        **MIDDLE,
    ),
    "7.5-S14-combination-with-another-foul-is-treated-alike": clause(
        shot("c>5 5>7 7@SL"),
        expect={"fouls": ["wrong_ball"], "next": "B", "spotted": {"7": [0.635, 0.0]}, "winner": None},
        **MIDDLE,
    ),
    "7.5-S05-seven-on-a-foul-break-comes-back": clause(
        shot("c|out c>1 1>7 7@SR c@HL"),
        expect={"fouls": ["scratch"], "next": "B", "cue_ball": "in_hand", "spotted": {"7": [0.635, 0.0]}},
        **BREAK,
    ),
    "7.6-break-without-a-cushion": clause(
        shot("c|out c>1"), expect={"fouls": ["no_rail"], "next": "B", "cue_ball": "in_hand"}, **BREAK
    ),
    "7.6-foul-counts-one": clause(
        shot("c>5 5^off c@HL"),
        expect={"fouls": ["wrong_ball", "no_rail", "ball_off", "scratch"], "consecutive_fouls": {"A": 1}, "next": "B"},
        **MIDDLE,
    ),
    "7.6-legal-shot-clears-the-row": clause(
        shot("c>4 4#F"), expect={"consecutive_fouls": {"A": 0}}, consecutive_fouls={"A": 2}, **MIDDLE
    ),
    "7.L1-S11-wrong-side-with-a-foul-by-combination": clause(
        shot("c>4 4>7 7@SR c@HL"), expect=lost("scratch"), **MIDDLE
    ),
    "7.L2-S13-seven-first-and-made": clause(shot("c>7 7@SL"), expect=lost("wrong_ball"), **MIDDLE),
    "7.L2-S16-on-the-seven-made-with-a-scratch": clause(shot("c>7 7@SL c@HL"), expect=lost("scratch"), **ON_SEVEN),
    "7.L3-S17-on-the-seven-a-clean-miss-passes": clause(
        shot("c>7 7#F"), expect={"fouls": [], "next": "B", "cue_ball": "as_lies", "winner": None}, **ON_SEVEN
    ),
    "7.L3-on-the-seven-off-the-table": clause(shot("c>7 7^off c#F"), expect=lost("ball_off"), **ON_SEVEN),
    "7.L3-on-the-seven-time-runs-out": clause({"type": "clock_expired"}, expect=lost("time"), **ON_SEVEN),
    "7.L3-only-the-one-who-plays-at-it": clause(
        referee("award_foul", player="B", kind="disturb"),
        expect={"fouls": ["disturb"], "next": "A", "cue_ball": "in_hand", "winner": None},
        **ON_SEVEN,
    ),
    "7.L4-S20-without-warning-the-third-is-the-second": clause(
        shot("c>5 5#F"),
        expect={"fouls": ["wrong_ball"], "winner": None, "next": "B", "consecutive_fouls": {"A": 2}},
        consecutive_fouls={"A": 2},
        warned={"A": False},
        **MIDDLE,
    ),
    "7.L4-the-hall-warns-by-itself": clause(
        *(shot("c>5 5#F"), shot("c>4 4#F"), shot("c>5 5#F")),
        expect=lost("wrong_ball"),
        consecutive_fouls={"A": 1},
        warned={"A": False},
        **MIDDLE,
    ),
    "7.L4-by-hand-nobody-warned": clause(
        *(shot("c>5 5#F"), shot("c>4 4#F"), shot("c>5 5#F")),
        expect={"winner": None, "consecutive_fouls": {"A": 2}},
        options={"auto_warn": False},
        consecutive_fouls={"A": 1},
        **MIDDLE,
    ),
    "7.L4-by-hand-the-opponent-warned": clause(
        *(shot("c>5 5#F"), shot("c>4 4#F"), choose(WARN_OPPONENT, by="B"), shot("c>5 5#F")),
        expect=lost("wrong_ball"),
        options={"auto_warn": False},
        consecutive_fouls={"A": 1},
        **MIDDLE,
    ),
    "7.L4-nobody-warns-himself": clause(
        choose(WARN_OPPONENT),
        expect={"refused": "not_offered"},
        options={"auto_warn": False},
        consecutive_fouls={"A": 2},
        warned={"A": False},
        **MIDDLE,
    ),
    "7.L4-no-warning-before-two-fouls": clause(
        choose(WARN_OPPONENT, by="B"),
        expect={"refused": "not_your_turn"},
        options={"auto_warn": False},
        consecutive_fouls={"A": 1},
        **MIDDLE,
    ),
    "3.27-S24-seven-off-while-not-on-it-comes-back": clause(
        shot("c>4 4>7 7^off c#F"),
        expect={"fouls": ["ball_off"], "next": "B", "spotted": {"7": [0.635, 0.0]}, "balls": ["4", "5", "6", "7"]},
        **MIDDLE,
    ),
    "3.31-jumped-balls-come-back-in-order": clause(
        shot("c>4 6^off 5^off c#F"),
        expect={"spotted": {"5": [0.635, 0.0], "6": [0.69265, 0.0]}},
        **MIDDLE,
    ),
    "bca-open-break-a-ball-made": clause(
        shot("c|out c>1 3@HL"), expect={"fouls": [], "next": "A"}, options={"bca_open_break": True}, **BREAK
    ),
    "bca-open-break-four-cushions": clause(
        shot("c|out c>1 1#F 2#F 3#L 4#R"), expect={"fouls": [], "next": "B"}, options={"bca_open_break": True}, **BREAK
    ),
    "bca-break-not-open": clause(
        shot("c|out c>1 1#F 2#F 3#L"),
        expect={"fouls": ["illegal_break"], "next": "B", "options": ["ACCEPT_KITCHEN", "RERACK_SELF"]},
        options={"bca_open_break": True},
        **BREAK,
    ),
    "bca-break-not-open-taken-from-the-kitchen": clause(
        *(shot("c|out c>1 1#F"), choose("ACCEPT_KITCHEN")),
        expect={"next": "B", "cue_ball": "in_hand_kitchen", "options": BOTH_SIDES},
        options={"bca_open_break": True},
        **BREAK,
    ),
    "bca-break-not-open-racked-again": clause(
        *(shot("c|out c>1 1#F"), choose("RERACK_SELF")),
        expect={
            "next": "B",
            "phase": "break",
            "outcome": "rerack",
            "cue_ball": "in_hand_kitchen",
            "balls": [*OTHERS, "7"],
        },
        options={"bca_open_break": True},
        **BREAK,
    ),
    "bca-break-not-open-and-a-scratch-is-ball-in-hand": clause(
        shot("c|out c>1 1#F c@HL"),
        expect={"fouls": ["illegal_break", "scratch"], "next": "B", "cue_ball": "in_hand", "options": BOTH_SIDES},
        options={"bca_open_break": True},
        **BREAK,
    ),
    "bca-break-is-not-asked-for-by-default": clause(shot("c|out c>1 1#F"), expect={"fouls": [], "next": "B"}, **BREAK),
    "1.11-before-the-break-the-break-changes-hands": clause(
        {"type": "clock_expired"},
        expect={"fouls": ["time"], "next": "B", "phase": "break", "cue_ball": "in_hand_kitchen"},
        **BREAK,
    ),
    "1.11-time-gives-ball-in-hand": clause(
        {"type": "clock_expired"}, expect={"fouls": ["time"], "next": "B", "cue_ball": "in_hand"}, **MIDDLE
    ),
    "2.16-warning-by-the-referee": clause(
        *(referee("warn", player="A", kind="two_fouls"), shot("c>5 5#F")),
        expect=lost("wrong_ball"),
        consecutive_fouls={"A": 2},
        warned={"A": False},
        **MIDDLE,
    ),
    "2.28-strong-warning-loses-the-game": clause(
        referee("strong_warn", player="B"), expect={"winner": "A", "fouls": ["conduct"]}, **MIDDLE
    ),
    "2.28-and-the-next-one-on-the-seven": clause(
        referee("strong_warn", player="A"), expect={"games": {"B": 2}}, options={"race_to": 5}, **ON_SEVEN
    ),
    "2.28-unknown-act": clause(referee("deal_cards", player="A"), expect={"refused": "not_allowed"}, **MIDDLE),
}


@pytest.mark.parametrize("name", CLAUSES)
def test_clause(name: str) -> None:
    hold("seven_ball", CLAUSES[name])


def test_s01_the_ring_has_the_one_in_front_and_the_seven_in_its_middle() -> None:
    play = begin(MatchSetup("m", GameKind.SEVEN_BALL, bytes(32), perfect_rack=True, touch=Touch.EXACT), 0.0)
    broken = apply(play, prepare(play, play.play.to_act[0], Choose("BREAK"), 1.0)).match  # type: ignore[arg-type]
    table = broken.play.cue_table()
    assert table is not None
    radius, foot = 0.028575, 0.635
    assert table.balls[Ball("1")] == (foot, 0.0)
    assert table.balls[Ball("7")] == pytest.approx((foot + 2 * radius, 0.0))
    step = sqrt(3.0) * radius
    near, far = foot + radius, foot + 3 * radius
    ring = {"2": (near, step), "3": (far, step), "4": (foot + 4 * radius, 0.0), "5": (far, -step), "6": (near, -step)}
    assert {ball: table.balls[Ball(ball)] for ball in ring} == {ball: pytest.approx(at) for ball, at in ring.items()}
    assert table.balls[Ball("c")][0] < -foot


@pytest.mark.parametrize("pocket", list(Pocket))
def test_each_side_has_its_three_pockets(pocket: Pocket) -> None:
    assert side_of(pocket) is (Side.LEFT if pocket in (Pocket.HL, Pocket.SL, Pocket.FL) else Side.RIGHT)


def test_the_scoreboard_shows_sides_fouls_and_the_ball_on() -> None:
    rules = CUE_GAMES[GameKind.SEVEN_BALL]
    setup = MatchSetup("m", GameKind.SEVEN_BALL, bytes(32), pace=Pace.INSTANT)
    match = begin(setup, 0.0)
    state = match.play.state  # type: ignore[attr-defined]
    assert rules.table_details(state) == {"ball_on": "1", "warning_possible": False}
    assert rules.details(state, Seat(0)) == {"side": None, "consecutive_fouls": 0}
    assert legal(match, match.play.to_act[0])[0] == "choose_option"
