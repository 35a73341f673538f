"""Nine-ball clause by clause (Slovak pool rules 5.1 to 5.13); the clause stands in the id."""

from __future__ import annotations

from typing import Any

import pytest

from game.cloth import POOL_9FT
from game.pool.nine_ball import BALLS, NINE_BALL, lowest, racked
from game.vocabulary import Ball
from tests.game.asking import ask, choose, referee, shot

BREAK = {"phase": "break"}
OPEN = "c|out c>1 1>2 1>3 2>5 1#L 2#R 3#F 5#F"
ALL = [str(number) for number in range(1, 10)]


def left(*gone: str) -> list[str]:
    return [ball for ball in ALL if ball not in gone]


CLAUSES: dict[str, tuple[dict[str, Any], dict[str, object], dict[str, Any]]] = {
    "5.1-lowest-ball-first-then-any-ball-goes-on": ({}, shot("c>1 1>6 6@SL"), {"continues": True, "balls": left("6")}),
    "5.1-nothing-made-passes-the-table-as-it-lies": (
        {},
        shot("c>1 c#F"),
        {"next": "B", "cue_ball": "as_lies", "continues": False, "fouls": []},
    ),
    "5.1-nine-by-combination-wins": ({}, shot("c>1 1>9 9@FL"), {"winner": "A", "outcome": "win", "next": None}),
    "5.1-nine-by-carom-wins": ({}, shot("c>1 c>9 9@FL"), {"winner": "A", "outcome": "win"}),
    "5.3-break-with-four-at-cushions-is-legal": (
        BREAK,
        shot(OPEN),
        {"fouls": [], "next": "B", "push_out_available": True, "phase": "play"},
    ),
    "5.3-one-ball-twice-at-a-cushion-counts-once": (
        BREAK,
        shot("c|out c>1 1#L 1#R 2#R 3#F"),
        {"fouls": ["illegal_break"], "consecutive_fouls": {"A": 1}},
    ),
    "5.3-the-cue-ball-is-none-of-the-four": (BREAK, shot("c|out c>1 1#L 2#R 3#F c#F"), {"fouls": ["illegal_break"]}),
    "5.3-break-with-nothing-driven-breaks-two-rules": (
        BREAK,
        shot("c|out c>1"),
        {"fouls": ["no_rail", "illegal_break"], "next": "B", "cue_ball": "in_hand", "consecutive_fouls": {"A": 1}},
    ),
    "5.3-break-without-contact": (
        BREAK,
        shot("c|out c#F"),
        {"fouls": ["no_hit", "illegal_break"], "consecutive_fouls": {"A": 1}},
    ),
    "5.3-scratch-on-a-legal-break": (
        BREAK,
        shot(OPEN + " c@SL"),
        {"fouls": ["scratch"], "next": "B", "cue_ball": "in_hand", "push_out_available": False},
    ),
    "5.3-cue-ball-off-on-the-break": (BREAK, shot(OPEN + " c^off"), {"fouls": ["cue_ball_off"], "cue_ball": "in_hand"}),
    "5.3-nine-off-on-the-break-comes-back": (
        BREAK,
        shot(OPEN + " 9^off"),
        {"fouls": ["ball_off"], "balls": ALL, "spotted": {"9": [0.635, 0.0]}},
    ),
    "5.3-nine-made-on-an-illegal-break-comes-back": (
        BREAK,
        shot("c|out c>2 9@FL"),
        {"fouls": ["wrong_ball"], "balls": ALL, "spotted": {"9": [0.635, 0.0]}, "winner": None},
    ),
    "5.3-other-balls-made-on-a-foul-break-stay-down": (
        BREAK,
        shot(OPEN + " 4@FL c@SL"),
        {"balls": left("4"), "spotted": {}},
    ),
    "5.3-one-ball-made-makes-the-break-legal": (
        BREAK,
        shot("c|out c>1 1>4 4@FL"),
        {"fouls": [], "continues": True, "next": "A", "push_out_available": True},
    ),
    "5.4-push-out-only-on-the-shot-after-the-break": (
        {},
        shot("c#F", push_out=True),
        {"refused": "no_push_out", "next": "A"},
    ),
    "5.4-breaker-who-made-a-ball-may-push-out": (
        {"push_out_available": True},
        shot("c#F", push_out=True),
        {"fouls": [], "next": "B", "options": ["PLAY", "PASS_BACK"], "phase": "option"},
    ),
    "5.4-a-normal-shot-ends-the-right-to-push-out": (
        {"push_out_available": True},
        shot("c>1 1#F"),
        {"push_out_available": False},
    ),
    "5.5-push-out-waives-the-ball-to-be-hit": (
        {"push_out_available": True},
        shot("c>7", push_out=True),
        {"fouls": [], "options": ["PLAY", "PASS_BACK"]},
    ),
    "5.5-nine-on-a-push-out-comes-back-and-wins-nothing": (
        {"push_out_available": True},
        shot("c>9 9@SL", push_out=True),
        {"winner": None, "balls": ALL, "spotted": {"9": [0.635, 0.0]}},
    ),
    "5.5-push-out-does-not-waive-a-double-hit": (
        {"push_out_available": True},
        shot("c>1 1#F", push_out=True, cue=["double_hit"]),
        {"fouls": ["double_hit"], "next": "B", "cue_ball": "in_hand", "options": []},
    ),
    "5.5-push-out-does-not-waive-a-ball-off": (
        {"push_out_available": True},
        shot("c>4 4^off", push_out=True),
        {"fouls": ["ball_off"], "balls": left("4"), "consecutive_fouls": {"A": 1}},
    ),
    "5.6-balls-made-on-a-foul-stay-down-but-the-nine": (
        {},
        shot("c>1 1>9 9@SL 3@FL c@FR"),
        {"fouls": ["scratch"], "balls": left("3"), "spotted": {"9": [0.635, 0.0]}, "winner": None},
    ),
    "5.6-several-fouls-count-as-one": (
        {},
        shot("c>4 c@FR 5^off"),
        {"fouls": ["wrong_ball", "no_rail", "scratch", "ball_off"], "consecutive_fouls": {"A": 1}},
    ),
    "5.7-not-the-lowest-first": ({}, shot("c>4 4#F"), {"fouls": ["wrong_ball"], "cue_ball": "in_hand", "next": "B"}),
    "5.7-lowest-of-what-is-left": ({"balls": left("1", "2")}, shot("c>3 3#F"), {"fouls": []}),
    "5.8-no-cushion-after-the-contact": ({}, shot("c#L c#F c>1"), {"fouls": ["no_rail"]}),
    "5.10-object-ball-off-stays-out": ({}, shot("c>1 1#F 4^off"), {"fouls": ["ball_off"], "balls": left("4")}),
    "5.10-nine-off-is-spotted": ({}, shot("c>1 1#F 9^off"), {"balls": ALL, "spotted": {"9": [0.635, 0.0]}}),
    "5.11-ball-touched-by-the-cue": ({}, shot("c>1 1#F", cue=["touch:4"]), {"fouls": ["touch"]}),
    "5.12-third-foul-after-a-warning-loses-the-game": (
        {"consecutive_fouls": {"A": 2}},
        shot("c#F"),
        {"winner": "B", "outcome": "loss", "next": None},
    ),
    "5.12-a-legal-shot-clears-the-row": (
        {"consecutive_fouls": {"A": 2, "B": 1}},
        shot("c>1 1#F"),
        {"consecutive_fouls": {"A": 0, "B": 1}},
    ),
    "2.16-third-foul-without-a-warning-is-the-second": (
        {"consecutive_fouls": {"A": 2}, "warned": {"A": False}},
        shot("c#F"),
        {"winner": None, "consecutive_fouls": {"A": 2}, "next": "B"},
    ),
    "5.12-the-nine-on-the-losing-foul-wins-nothing": (
        {"consecutive_fouls": {"A": 2}},
        shot("c>1 1>9 9@FL c@FR"),
        {"winner": "B", "outcome": "loss"},
    ),
    "1.11-time-is-a-foul-with-ball-in-hand": (
        {"push_out_available": True},
        {"type": "clock_expired"},
        {"fouls": ["time"], "next": "B", "cue_ball": "in_hand", "push_out_available": False},
    ),
    "1.11-time-before-the-break-hands-the-break-over": (
        BREAK,
        {"type": "clock_expired"},
        {"fouls": ["time"], "next": "B", "cue_ball": "in_hand_kitchen", "phase": "break"},
    ),
    "1.11-a-third-foul-by-time-loses-the-game": (
        {"consecutive_fouls": {"A": 2}},
        {"type": "clock_expired"},
        {"winner": "B", "outcome": "loss"},
    ),
    "3.40-a-foul-of-the-seated-one-gives-the-shooter-the-ball-in-hand": (
        {},
        referee("award_foul", player="B", kind="disturb"),
        {"fouls": ["disturb"], "next": "A", "cue_ball": "in_hand", "consecutive_fouls": {"A": 0, "B": 1}},
    ),
    "1.8-a-foul-of-the-seated-one-before-the-break-leaves-the-break": (
        BREAK,
        referee("award_foul", player="B", kind="practice"),
        {"next": "A", "phase": "break", "cue_ball": "in_hand_kitchen"},
    ),
    "3.40-a-third-foul-of-the-seated-one-loses-him-the-game": (
        {"consecutive_fouls": {"B": 2}},
        referee("award_foul", player="B", kind="disturb"),
        {"winner": "A", "outcome": "win"},
    ),
    "2.28-a-strong-warning-loses-the-game": (
        {},
        referee("strong_warn", player="A"),
        {"winner": "B", "outcome": "loss", "next": None},
    ),
    "2.28-so-does-a-deliberate-foul": ({}, referee("deliberate_foul", player="B"), {"winner": "A", "outcome": "win"}),
}


@pytest.mark.parametrize("name", CLAUSES)
def test_clause(name: str) -> None:
    state, action, expected = CLAUSES[name]
    result = ask("nine_ball", action, **state)
    for key, value in expected.items():
        got = result[key]
        if isinstance(value, dict) and key != "spotted":
            assert isinstance(got, dict)
            got = {part: got[part] for part in value}
        if key in ("fouls", "options", "balls"):
            assert isinstance(got, list)
            assert isinstance(value, list)
            assert sorted(got) == sorted(value)
        else:
            assert got == value, key


def test_5_5_whoever_plays_after_a_push_out_has_a_normal_shot() -> None:
    push = shot("c#F", push_out=True)
    for option, player in (("PLAY", "B"), ("PASS_BACK", "A")):
        result = ask("nine_ball", push, choose(option), push_out_available=True)
        assert (result["next"], result["cue_ball"], result["options"]) == (player, "as_lies", [])
        again = ask("nine_ball", push, choose(option), push, push_out_available=True)
        assert again["refused"] == "no_push_out"


def test_5_5_no_option_before_a_push_out_and_no_shot_before_the_answer() -> None:
    push = shot("c#F", push_out=True)
    assert ask("nine_ball", choose("PASS_BACK"))["refused"] == "not_offered"
    assert ask("nine_ball", push, choose("BREAK"), push_out_available=True)["refused"] == "not_offered"
    assert ask("nine_ball", push, shot("c>1 1#F"), push_out_available=True)["refused"] == "choose_first"
    assert ask("nine_ball", push, choose("PLAY", by="A"), push_out_available=True)["refused"] == "not_your_turn"


def test_1_11_an_unanswered_push_out_is_played_as_it_lies() -> None:
    result = ask("nine_ball", shot("c#F", push_out=True), {"type": "clock_expired"}, push_out_available=True)
    assert (result["next"], result["cue_ball"], result["fouls"]) == ("B", "as_lies", [])


def test_5_12_the_warning_of_the_second_foul_makes_the_third_one_count() -> None:
    foul, legal = shot("c#F"), shot("c>1 1#F")
    after_two = ask("nine_ball", foul, legal, foul, legal, warned={"A": False})
    assert after_two["consecutive_fouls"] == {"A": 2, "B": 0}
    assert ask("nine_ball", foul, legal, foul, legal, foul, warned={"A": False})["winner"] == "B"


def test_5_12_a_new_game_counts_afresh() -> None:
    foul, legal = shot("c#F"), shot("c>1 1#F")
    win = shot("c>1 1>9 9@FL")
    opening = shot("c|out c>2 2#F")
    won = ask(
        "nine_ball", foul, legal, foul, win, choose("BREAK"), shot(OPEN), foul, options={"race_to": 3}, shooter="A"
    )
    assert won["games"] == {"A": 0, "B": 1}
    assert won["consecutive_fouls"] == {"A": 1, "B": 0}
    assert ask("nine_ball", foul, win, choose("PASS"), opening, options={"race_to": 3})["consecutive_fouls"]["A"] == 1


def test_5_13_the_race_goes_on_until_it_is_won() -> None:
    win = shot("c>1 1>9 9@FL")
    first = ask("nine_ball", win, options={"race_to": 2})
    assert (first["next"], first["options"], first["winner"], first["outcome"]) == ("A", ["BREAK", "PASS"], None, "win")
    assert "cue_ball" not in first
    broken = ask("nine_ball", win, choose("BREAK"), options={"race_to": 2})
    assert (broken["phase"], broken["cue_ball"], broken["balls"]) == ("break", "in_hand_kitchen", ALL)
    second = ask("nine_ball", win, choose("PASS"), shot("c|out c>1 9@FL"), options={"race_to": 2})
    assert second["games"] == {"A": 1, "B": 1}
    third = ask("nine_ball", win, options={"race_to": 2}, games={"A": 1, "B": 1})
    assert (third["winner"], third["games"], third["next"]) == ("A", {"A": 2, "B": 1}, None)


@pytest.mark.parametrize(
    ("order", "games", "breaker"),
    [
        ("winner", {"A": 0, "B": 0}, "A"),
        ("loser", {"A": 0, "B": 0}, "B"),
        ("alternate", {"A": 0, "B": 0}, "B"),
        ("leader", {"A": 1, "B": 3}, "B"),
        ("leader", {"A": 3, "B": 1}, "A"),
        ("leader", {"A": 1, "B": 2}, "A"),
        ("trailer", {"A": 1, "B": 3}, "A"),
        ("trailer", {"A": 3, "B": 1}, "B"),
        ("trailer", {"A": 1, "B": 2}, "A"),
    ],
)
def test_3_35_who_may_break_the_next_game(order: str, games: dict[str, int], breaker: str) -> None:
    win = shot("c>1 1>9 9@FL")
    result = ask("nine_ball", win, options={"break_order": order, "race_to": 9}, games=games)
    assert (result["next"], result["options"]) == (breaker, ["BREAK", "PASS"])


def test_5_2_the_rack_has_the_one_in_front_and_the_nine_in_the_middle() -> None:
    from game.cue_play import blank_state
    from game.cue_state import Setting
    from game.vocabulary import Family, GameKind

    state = blank_state(NINE_BALL, Setting(GameKind.NINE_BALL, Family.POOL, POOL_9FT, {}))
    order = tuple(reversed(BALLS))
    places = racked(state, order)
    assert sorted(places) == ALL
    assert places[Ball("1")] == pytest.approx((0.635, 0.0))
    assert places[Ball("9")] == pytest.approx((0.635 + 2 * 3**0.5 * 0.028575, 0.0))
    assert len(set(places.values())) == 9


def test_the_ball_on_is_the_lowest_number() -> None:
    assert lowest(frozenset({Ball("9"), Ball("4"), Ball("7")})) == "4"
