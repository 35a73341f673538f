"""Eight-ball, clause by clause; the ids name the clause, E.. and X.. the rows of the rule page's tables."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from game.actions import Call, Choose, Shot
from game.catalog import CUE_GAMES
from game.cue_play import CuePlay
from game.cue_state import CueState, PlayedShot
from game.errors import IllegalAction
from game.match import apply, begin, prepare
from game.notation import parse_log
from game.pool.groups import BALLS, EightBall, Group, group_of
from game.setup import MatchSetup
from game.shot_facts import ShotFacts
from game.vocabulary import CUE, ActionKind, Ball, CueBall, GameKind, Pace, Phase, Pocket, Seat, Touch
from physics.trajectories import Stroke
from tests.game.asking import choose, referee, shot
from tests.game.pool.clauses import Clause, clause, hold

BREAK: dict[str, Any] = {"phase": "break"}
SET: dict[str, Any] = {"groups": {"A": "solids", "B": "stripes"}}
ON_EIGHT: dict[str, Any] = {"balls": ["8", "12", "13"], **SET}
BOTH_ON_EIGHT: dict[str, Any] = {"balls": ["8"], **SET}
FEW: dict[str, Any] = {"balls": ["3", "8", "12"], **SET}
ALL = [str(number) for number in range(1, 16)]
FOUR = "1#F 2#L 9#R 12#F"


def without(*balls: str) -> list[str]:
    return [ball for ball in ALL if ball not in balls]


def call(ball: str, pocket: str) -> dict[str, object]:
    return {"call": {"ball": ball, "pocket": pocket}}


def lost(*fouls: str) -> dict[str, object]:
    return {"fouls": list(fouls), "winner": "B", "outcome": "loss", "next": None}


PASSED = {"fouls": [], "next": "B", "continues": False, "cue_ball": "as_lies"}
STAYS = {"fouls": [], "next": "A", "continues": True, "cue_ball": "as_lies"}
IN_HAND = {"next": "B", "cue_ball": "in_hand"}
KITCHEN = {"next": "B", "cue_ball": "in_hand_kitchen", "options": []}
ALL_ANSWERS = ["ACCEPT", "ACCEPT_KITCHEN", "RERACK_SELF", "RERACK_OTHER"]

BREAKS: dict[str, Clause] = {
    "4.6-four-distinct-balls-not-four-contacts": clause(
        shot("c|out c>1 1#F 2#L 9#R 1#L"), expect={"fouls": ["illegal_break"]}, **BREAK
    ),
    "4.6-E04-illegal-with-a-scratch": clause(
        shot("c|out c>1 1#F c@HL"),
        expect={
            "fouls": ["illegal_break", "scratch"],
            "next": "B",
            "options": ["ACCEPT_KITCHEN", "RERACK_SELF", "RERACK_OTHER"],
        },
        **BREAK,
    ),
    "4.6-illegal-with-the-cue-ball-off-taken-from-the-kitchen": clause(
        *(shot("c|out c>1 1#F c^off"), choose("ACCEPT_KITCHEN")), expect=KITCHEN, **BREAK
    ),
    "4.6-illegal-with-a-ball-off-has-every-answer": clause(
        shot("c|out c>1 1#F 2^off"),
        expect={"fouls": ["illegal_break", "ball_off"], "options": ALL_ANSWERS, "balls": without("2")},
        **BREAK,
    ),
    "4.6-illegal-with-a-double-hit-has-every-answer": clause(
        shot("c|out c>1 1#F", cue=["double_hit"]),
        expect={"fouls": ["illegal_break", "double_hit"], "options": ALL_ANSWERS},
        **BREAK,
    ),
    "4.6-missing-the-rack-is-illegal-too": clause(
        shot("c|out c#F"),
        expect={"fouls": ["illegal_break", "no_hit"], "options": ["ACCEPT", "RERACK_SELF", "RERACK_OTHER"]},
        **BREAK,
    ),
    "4.12-the-break-needs-no-cushion-of-its-own": clause(
        shot("c|out c>1"), expect={"fouls": ["illegal_break"]}, **BREAK
    ),
    "4.6-E06-racked-again-for-the-chooser": clause(
        *(shot("c|out c>1 1#F"), choose("RERACK_SELF")),
        expect={"next": "B", "phase": "break", "outcome": "rerack", "balls": ALL, "cue_ball": "in_hand_kitchen"},
        **BREAK,
    ),
    "4.6-any-ball-may-be-hit-first": clause(shot(f"c|out c>5 {FOUR}"), expect=PASSED, **BREAK),
    "4.7-cue-ball-off-on-a-legal-break": clause(
        shot(f"c|out c>1 {FOUR} c^off"), expect={"fouls": ["cue_ball_off"], **KITCHEN, "groups": None}, **BREAK
    ),
    "4.8-E51-ball-off-and-scratch-is-only-the-kitchen": clause(
        shot(f"c|out c>1 {FOUR} 11^off c@HL"), expect={"fouls": ["ball_off", "scratch"], **KITCHEN}, **BREAK
    ),
    "4.8-taken-as-it-lies": clause(
        *(shot(f"c|out c>1 {FOUR} 11^off"), choose("ACCEPT")),
        expect={"next": "B", "cue_ball": "as_lies", "balls": without("11")},
        **BREAK,
    ),
    "4.8-taken-from-the-kitchen": clause(
        *(shot(f"c|out c>1 {FOUR} 11^off"), choose("ACCEPT_KITCHEN")), expect=KITCHEN, **BREAK
    ),
    "4.15-another-foul-on-a-legal-break-is-the-kitchen": clause(
        shot(f"c#L c|out c>1 {FOUR}"), expect={"fouls": ["kitchen"], **KITCHEN}, **BREAK
    ),
    "4.9-E13-eight-made-spotted-and-on": clause(
        *(shot("c|out c>1 8@SL"), choose("SPOT8_CONTINUE")),
        expect={"next": "A", "cue_ball": "as_lies", "spotted": {"8": [0.635, 0.0]}, "balls": ALL},
        **BREAK,
    ),
    "4.9-E13-eight-made-racked-again-by-the-breaker": clause(
        *(shot("c|out c>1 8@SL"), choose("RERACK_SELF")),
        expect={"next": "A", "phase": "break", "outcome": "rerack", "balls": ALL},
        **BREAK,
    ),
    "4.9-the-spotted-eight-does-not-touch-the-cue-ball": clause(
        *(shot("c|out c>1 8@SL", rest={"c": [0.635, 0.0]}), choose("SPOT8_CONTINUE")),
        expect={"spotted": {"8": [0.69265, 0.0]}},
        **BREAK,
    ),
    "4.9-E14-eight-made-with-a-scratch": clause(
        shot("c|out c>1 8@SL 3@HL c@HL"),
        expect={"fouls": ["scratch"], "next": "B", "options": ["SPOT8_KITCHEN", "RERACK_SELF"], "winner": None},
        **BREAK,
    ),
    "4.9-E14-and-spotted-from-the-kitchen": clause(
        *(shot("c|out c>1 8@SL 3@HL c@HL"), choose("SPOT8_KITCHEN")),
        expect={**KITCHEN, "spotted": {"8": [0.635, 0.0]}, "balls": without("3"), "groups": None},
        **BREAK,
    ),
    "4.9-E15-eight-made-with-a-scratch-racked-again": clause(
        *(shot("c|out c>1 8@SL c@HL"), choose("RERACK_SELF")),
        expect={"next": "B", "phase": "break", "outcome": "rerack"},
        **BREAK,
    ),
    "4.9-E16-eight-made-and-another-ball-off": clause(
        shot("c|out c>1 8@SL 4^off"),
        expect={
            "fouls": ["ball_off"],
            "next": "B",
            "options": ["SPOT8_CONTINUE", "SPOT8_KITCHEN", "RERACK_SELF"],
            "winner": None,
        },
        **BREAK,
    ),
    "4.18-eight-off-on-an-illegal-break": clause(
        shot("c|out c>1 8^off"), expect=lost("ball_off", "illegal_break"), **BREAK
    ),
    "4.10-a-group-gone-on-the-break-is-a-stalemate": clause(
        shot("c|out c>1 1@HL 2@HL 3@HL 4@HL 5@HL 6@HL 7@HL"),
        expect={"outcome": "stalemate", "next": "A", "phase": "break", "balls": ALL},
        **BREAK,
    ),
}

OPEN: dict[str, Clause] = {
    "4.10-E18-the-eight-may-be-a-link": clause(
        shot("c>12 12>8 8>3 3@HL", **call("3", "HL")), expect={**STAYS, "groups": {"A": "solids", "B": "stripes"}}
    ),
    "4.10-E20-eight-first-and-the-called-ball-made": clause(
        shot("c>8 8>3 3@HL", **call("3", "HL")), expect={**PASSED, "groups": None, "balls": without("3")}
    ),
    "4.11-stripes": clause(
        shot("c>12 12@HL", **call("12", "HL")), expect={**STAYS, "groups": {"A": "stripes", "B": "solids"}}
    ),
    "4.11-E22-several-made-the-called-one-decides": clause(
        shot("c>3 3@HL 12@SL", **call("12", "SL")), expect={**STAYS, "groups": {"A": "stripes", "B": "solids"}}
    ),
    "4.11-the-second-player-chooses-too": clause(
        shot("c>3 3@HL", **call("3", "HL")),
        expect={"groups": {"A": "stripes", "B": "solids"}, "next": "B"},
        shooter="B",
    ),
    "4.11-obvious-shots-set-groups": clause(
        shot("c>3 3@HL"), expect={**STAYS, "groups": {"A": "solids", "B": "stripes"}}
    ),
    "4.11-E25-a-foul-sets-none": clause(
        shot("c>3 3@HL c@HR", **call("3", "HL")), expect={"fouls": ["scratch"], **IN_HAND, "groups": None}
    ),
    "4.20.5-E26-eight-made-on-the-open-table": clause(shot("c>3 3>8 8@HL", **call("8", "HL")), expect=lost()),
    "4.10-a-group-gone-while-open": clause(
        shot("c>9 9>1 1@HL c#F", safety=True),
        expect={"outcome": "stalemate", "next": "A", "phase": "break", "groups": None, "balls": ALL},
        balls=["1", "8", "9", "10"],
    ),
    "4.10-setting-the-last-ball-of-a-group-is-no-stalemate": clause(
        shot("c>1 1@HL", **call("1", "HL")),
        expect={**STAYS, "outcome": None, "groups": {"A": "solids", "B": "stripes"}},
        balls=["1", "8", "9", "10"],
    ),
}

SETTLED: dict[str, Clause] = {
    "4.12-E30-eight-before-its-time-is-a-wrong-ball": clause(
        shot("c>8 c#F"), expect={"fouls": ["wrong_ball"], **IN_HAND}, **SET
    ),
    "4.12-on-the-eight-another-ball-is-wrong": clause(
        shot("c>12 c#F"), expect={"fouls": ["wrong_ball"], **IN_HAND}, **ON_EIGHT
    ),
    "4.14-E34-called-ball-of-the-other-side": clause(
        shot("c>3 3>12 12@HL", **call("12", "HL")), expect={**PASSED, "balls": without("12")}, **SET
    ),
    "4.14-whoever-made-them": clause(
        shot("c>8 8@SL", **call("8", "SL")), expect={"winner": "A", "outcome": "win"}, balls=["8", "9"], **SET
    ),
    "4.17-an-own-ball-that-was-not-called": clause(
        shot("c>3 3>5 5@HL", **call("3", "HL")), expect={**PASSED, "balls": without("5")}, **SET
    ),
    "4.18-E40-own-ball-off-counts-as-gone": clause(
        *(shot("c>3 3^off c#F"), shot("c>12 c#F"), shot("c>8 8@SL", **call("8", "SL"))),
        expect={"winner": "A", "outcome": "win"},
        **FEW,
    ),
    "3.16-one-foul-is-counted": clause(
        shot("c>10 c@HL"), expect={"fouls": ["wrong_ball", "no_rail", "scratch"], "consecutive_fouls": {"A": 1}}, **SET
    ),
    "4.21-fouls-in-a-row-lose-nothing": clause(
        shot("c>10 10#F"),
        expect={"fouls": ["wrong_ball"], **IN_HAND, "consecutive_fouls": {"A": 3}},
        consecutive_fouls={"A": 2},
        **SET,
    ),
    "4.21-a-clean-shot-ends-the-row": clause(
        shot("c>3 3#F"), expect={"consecutive_fouls": {"A": 0}}, consecutive_fouls={"A": 2}, **SET
    ),
    "4.2-no-push-out": clause(shot("c>3 3#F", push_out=True), expect={"refused": "no_push_out"}, **SET),
}

EIGHTS: dict[str, Clause] = {
    "4.19-E43-a-foul-without-the-eight-going-down": clause(
        shot("c>12 12@HL", **call("8", "SL")), expect={"fouls": ["wrong_ball"], **IN_HAND, "winner": None}, **ON_EIGHT
    ),
    "4.20.1-cue-ball-off": clause(shot("c>8 8@SL c^off", **call("8", "SL")), expect=lost("cue_ball_off"), **ON_EIGHT),
    "4.20.2-E47-with-the-last-ball-of-the-group": clause(
        shot("c>3 3@HL 8@SL", **call("3", "HL")), expect={**lost(), "rules": ["4.20.2"]}, **FEW
    ),
    "4.20.3-E48-off-the-table": clause(
        shot("c>8 8^off c#F", **call("8", "SL")), expect={**lost("ball_off"), "rules": ["4.18", "4.20.3"]}, **ON_EIGHT
    ),
    "4.20.4-E45-in-another-pocket": clause(
        shot("c>8 8@SR", **call("8", "SL")), expect={**lost(), "rules": ["4.20.4"]}, **ON_EIGHT
    ),
    "4.20.4-another-ball-called": clause(shot("c>8 8@SL", **call("12", "SL")), expect=lost(), **ON_EIGHT),
    "4.20.5-long-before-its-time": clause(
        shot("c>3 3>8 8@SL", **call("8", "SL")), expect={**lost(), "rules": ["4.20.5"]}, **SET
    ),
    "4.20.5-with-a-foul-too": clause(shot("c>10 8@SL"), expect=lost("wrong_ball"), **SET),
    "4.20.6-E49-on-a-safety": clause(shot("c>8 8@SL", safety=True), expect={**lost(), "rules": ["4.20.6"]}, **ON_EIGHT),
    "4.19-called-by-combination": clause(
        shot("c>8 8>12 12#F 8@SL", **call("8", "SL")), expect={"winner": "A", "outcome": "win"}, **ON_EIGHT
    ),
}

WHY: dict[str, Clause] = {
    "4.13-a-safety-says-so": clause(shot("c>3 3@HL", safety=True), expect={"rules": ["4.13"]}, **SET),
    "3.4-nothing-made": clause(shot("c>3 3#F"), expect={"rules": ["3.4"]}, **SET),
    "4.10-eight-first": clause(shot("c>8 8>3 3@HL", **call("3", "HL")), expect={"rules": ["4.10"]}),
    "4.17-not-as-called": clause(shot("c>3 3@HL", **call("3", "SL")), expect={"rules": ["4.17"]}, **SET),
    "4.17-not-as-called-on-the-open-table": clause(shot("c>3 3@HL", **call("3", "SL")), expect={"rules": ["4.17"]}),
    "4.11-groups": clause(shot("c>3 3@HL", **call("3", "HL")), expect={"rules": ["4.11"]}),
    "4.14-goes-on": clause(shot("c>3 3@HL", **call("3", "HL")), expect={"rules": ["4.14"]}, **SET),
    "4.15-foul": clause(shot("c>10 10#F"), expect={"rules": ["4.12", "4.15"]}, **SET),
}

CALLS: dict[str, Clause] = {
    "4.2-E56-a-bank-is-not-obvious": clause(shot("c>3 3#F 3@HL"), expect={**PASSED, "balls": without("3")}, **SET),
    "4.2-a-combination-is-not-obvious": clause(shot("c>3 3>5 5@HL"), expect=PASSED, **SET),
    "4.2-a-ball-that-touched-another-is-not-obvious": clause(shot("c>3 3>5 3@HL"), expect=PASSED, **SET),
    "4.2-a-kick-is-not-obvious": clause(shot("c#F c>3 3@HL"), expect=PASSED, **SET),
    "4.2-what-comes-later-does-not-matter": clause(shot("c>3 3@HL c#F c>5 5#L"), expect=STAYS, **SET),
    "4.2-another-ball-made-too": clause(shot("c>3 3@HL c>5 5@SL"), expect=STAYS, **SET),
    "4.2-two-own-balls-at-once-are-not-obvious": clause(shot("c=3,5 3@HL 5@HR"), expect=PASSED, **SET),
    "4.2-one-own-ball-of-two-at-once-is": clause(shot("c=12,3 3@HL 12@HR"), expect=STAYS, **SET),
    "4.2-nothing-hit": clause(shot("c#F"), expect={"fouls": ["no_hit"], **IN_HAND}, **SET),
    "4.2-E58-strict-nothing-called": clause(
        shot("c>3 3@HL"), expect={**PASSED, "balls": without("3")}, options={"call_mode": "strict"}, **SET
    ),
    "4.13-a-safety-beats-a-call": clause(shot("c>3 3@HL", safety=True, **call("3", "HL")), expect=PASSED, **SET),
    "4.2-E57-asked-and-called": clause(
        *(choose("ASK_CALL", by="B"), shot("c>3 3@HL", **call("3", "HL"))), expect={**STAYS, "call_owed": False}, **SET
    ),
    "4.2-E57-asked-and-not-called": clause(
        *(choose("ASK_CALL", by="B"), shot("c>3 3@HL")), expect={"refused": "call_required", "next": "A"}, **SET
    ),
    "4.2-a-safety-answers-it-too": clause(
        shot("c>3 3#F", safety=True), expect={**PASSED, "call_owed": False}, call_owed=True, **SET
    ),
    "4.2-nobody-asks-himself": clause(choose("ASK_CALL"), expect={"refused": "not_offered"}, **SET),
    "4.2-asked-once": clause(
        *(choose("ASK_CALL", by="B"), choose("ASK_CALL", by="B")), expect={"refused": "not_your_turn"}, **SET
    ),
    "4.2-nothing-to-ask-where-all-is-called": clause(
        choose("ASK_CALL", by="B"), expect={"refused": "not_your_turn"}, options={"call_mode": "strict"}, **SET
    ),
    "4.2-the-break-is-not-called": clause(choose("ASK_CALL", by="B"), expect={"refused": "not_your_turn"}, **BREAK),
}

STALEMATES: dict[str, Clause] = {
    "4.21-E53-a-draw-agreed": clause(
        *(choose("DRAW_OFFER"), choose("DRAW_ACCEPT")),
        expect={"outcome": "stalemate", "phase": "break", "next": "A", "balls": ALL, "games": {"A": 0, "B": 0}},
        **FEW,
    ),
    "4.21-the-same-breaker": clause(
        referee("declare_stalemate"), expect={"outcome": "stalemate", "next": "A"}, shooter="B", **FEW
    ),
    "4.21-a-draw-offered": clause(
        choose("DRAW_OFFER"), expect={"next": "B", "options": ["DRAW_DECLINE", "DRAW_ACCEPT"], "outcome": None}, **FEW
    ),
    "4.21-a-draw-declined": clause(
        *(choose("DRAW_OFFER"), choose("DRAW_DECLINE")),
        expect={"next": "A", "phase": "play", "cue_ball": "in_hand", "options": []},
        cue_ball="in_hand",
        **FEW,
    ),
    "4.21-not-offered-again-before-the-next-shot": clause(
        *(choose("DRAW_OFFER"), choose("DRAW_DECLINE"), choose("DRAW_OFFER")),
        expect={"refused": "draw_not_allowed", "next": "A"},
        **FEW,
    ),
    "4.21-offered-again-after-it": clause(
        *(choose("DRAW_OFFER"), choose("DRAW_DECLINE"), shot("c>3 3#F"), choose("DRAW_OFFER")),
        expect={"next": "A", "options": ["DRAW_DECLINE", "DRAW_ACCEPT"]},
        **FEW,
    ),
    "4.21-only-at-ones-turn": clause(choose("DRAW_OFFER", by="B"), expect={"refused": "not_your_turn"}, **FEW),
    "4.21-not-with-the-eight-gone": clause(
        choose("DRAW_OFFER"), expect={"refused": "draw_not_allowed"}, balls=["3", "12"], **SET
    ),
    "4.21-not-on-the-break": clause(choose("DRAW_OFFER"), expect={"refused": "not_offered"}, **BREAK),
    "4.21-an-offer-told-without-its-maker-goes-back": clause(
        choose("DRAW_DECLINE"), expect={"next": "A", "phase": "play"}, phase="option", shooter="B", **FEW
    ),
    "4.21-no-answer-declines": clause(
        *(choose("DRAW_OFFER"), {"type": "clock_expired"}), expect={"next": "A", "fouls": [], "phase": "play"}, **FEW
    ),
}

OFFICIALS: dict[str, Clause] = {
    "1.11-time": clause(
        {"type": "clock_expired"}, expect={"fouls": ["time"], **IN_HAND, "consecutive_fouls": {"A": 1}}, **SET
    ),
    "1.11-time-before-the-break": clause(
        {"type": "clock_expired"}, expect={"fouls": ["time"], "next": "B", "phase": "break"}, **BREAK
    ),
    "3.40-a-foul-of-the-seated-player": clause(
        referee("award_foul", player="B", kind="disturb"),
        expect={"fouls": ["disturb"], "next": "A", "cue_ball": "in_hand", "consecutive_fouls": {"B": 1}},
        **SET,
    ),
    "3.40-an-awarded-foul-during-the-choice-of-the-eight": clause(
        *(shot("c|out c>1 8@SL"), referee("award_foul", player="A", kind="conduct")),
        expect={"next": "B", "cue_ball": "in_hand", "spotted": {"8": [0.635, 0.0]}, "balls": ALL},
        **BREAK,
    ),
    "3.40-and-a-cue-ball-that-comes-in-hand-is-in-nobodys-way": clause(
        *(
            shot("c|out c>1 8@SL", rest={"c": [0.635, 0.0]}),
            referee("award_foul", player="A", kind="conduct"),
        ),
        expect={"next": "B", "cue_ball": "in_hand", "spotted": {"8": [0.635, 0.0]}},
        **BREAK,
    ),
    "2.16-a-warning-changes-nothing": clause(referee("warn", player="A", kind="slow"), expect={"next": "A"}, **SET),
    "2.28-unknown-kind": clause(
        referee("award_foul", player="A", kind="sneeze"), expect={"refused": "bad_value"}, **SET
    ),
    "2.28-unknown-act": clause(referee("deal_cards"), expect={"refused": "not_allowed"}, **SET),
    "2.28-strong-warning-loses-one": clause(
        referee("strong_warn", player="A"), expect={"games": {"A": 0, "B": 1}}, options={"race_to": 5}, **ON_EIGHT
    ),
    "2.28-X23-both-on-the-eight-loses-two": clause(
        referee("strong_warn", player="A"),
        expect={"games": {"A": 0, "B": 2}, "options": ["BREAK", "PASS"]},
        options={"race_to": 5},
        **BOTH_ON_EIGHT,
    ),
    "2.28-X23-but-no-more-than-the-match": clause(
        referee("strong_warn", player="A"), expect={"winner": "B", "next": None}, **BOTH_ON_EIGHT
    ),
    "3.35-X27-the-winner-may-break": clause(
        shot("c>8 8@SL", **call("8", "SL")),
        expect={"games": {"A": 1}, "next": "A", "options": ["BREAK", "PASS"]},
        options={"race_to": 5},
        **ON_EIGHT,
    ),
    "4.4-E60-and-may-pass-it": clause(
        *(shot("c>8 8@SL", **call("8", "SL")), choose("PASS")),
        expect={"next": "B", "phase": "break", "cue_ball": "in_hand_kitchen"},
        options={"race_to": 5},
        **ON_EIGHT,
    ),
    "3.35-X28-alternate": clause(
        shot("c>8 8@SL", **call("8", "SL")),
        expect={"next": "B", "options": ["BREAK", "PASS"]},
        options={"race_to": 5, "break_order": "alternate"},
        **ON_EIGHT,
    ),
}

CLAUSES = {**BREAKS, **OPEN, **SETTLED, **EIGHTS, **WHY, **CALLS, **STALEMATES, **OFFICIALS}


@pytest.mark.parametrize("name", CLAUSES)
def test_clause(name: str) -> None:
    hold("eight_ball", CLAUSES[name])


def a_match(seed: int = 0) -> CuePlay:
    play = begin(MatchSetup("m", GameKind.EIGHT_BALL, seed.to_bytes(32, "big")), 0.0)
    entry = prepare(play, play.play.to_act[0], Choose("BREAK"), 1.0)
    after = apply(play, entry).match.play  # type: ignore[arg-type]
    assert isinstance(after, CuePlay)
    return after


@pytest.mark.parametrize("seed", range(30))
def test_e01_the_rack_has_the_eight_in_the_middle_and_both_kinds_in_the_rear_corners(seed: int) -> None:
    rules, state = CUE_GAMES[GameKind.EIGHT_BALL], a_match().state
    order = list(BALLS)
    random.Random(seed).shuffle(order)
    rack = rules.racked(state, tuple(order))
    assert set(rack) == set(BALLS)
    by_place = sorted(rack, key=lambda ball: rack[ball])
    assert by_place[0] in rack
    assert rack[by_place[0]] == pytest.approx((0.635, 0.0))
    assert rack[Ball("8")] == pytest.approx((0.635 + 2 * 3**0.5 * 0.028575, 0.0))
    corners = {group_of(ball) for ball, at in rack.items() if abs(at[1]) > 0.114}
    assert corners == {Group.SOLIDS, Group.STRIPES}


def test_which_corner_is_solid_is_left_to_chance() -> None:
    rules, state = CUE_GAMES[GameKind.EIGHT_BALL], a_match().state
    found = set()
    for seed in range(20):
        order = list(BALLS)
        random.Random(seed).shuffle(order)
        rack = rules.racked(state, tuple(order))
        found.add(group_of(max(rack, key=lambda ball: rack[ball][1])))
    assert found == {Group.SOLIDS, Group.STRIPES}


def in_play(state: CueState, *balls: str) -> CueState:
    groups = EightBall((Group.SOLIDS, Group.STRIPES))
    left = frozenset(map(Ball, balls))
    return replace(state, phase=Phase.PLAY, cue_ball=CueBall.AS_LIES, own=groups, balls=left, offer=None)


def after_idle_shot(state: CueState) -> CueState:
    """After a safety of whoever is at the table."""
    ball = "3" if state.shooter == 0 else "12"
    facts = ShotFacts(CUE, parse_log(f"c>{ball} {ball}#F"))
    safety = Shot(Stroke(CUE, 0.0, 1.0), safety=True)
    return CUE_GAMES[GameKind.EIGHT_BALL].judge(state, PlayedShot(safety, facts)).state


def test_six_shots_without_a_try_are_told_as_a_sign_of_a_stalemate() -> None:
    rules, state = CUE_GAMES[GameKind.EIGHT_BALL], in_play(a_match().state, "3", "8", "12")
    tried = Shot(Stroke(CUE, 0.0, 1.0), call=Call(Ball("3"), Pocket.FL))
    for _ in range(2):
        for _ in range(6):
            assert rules.table_details(state)["stalemate_near"] is False
            state = after_idle_shot(state)
        assert rules.table_details(state)["stalemate_near"] is True
        assert rules.table_details(state)["draw_possible"] is True
        state = rules.judge(state, PlayedShot(tried, ShotFacts(CUE, parse_log("c>3 3#F c>12 12#F")))).state


def test_asking_for_a_call_leaves_the_clock_of_the_shooter_as_it_runs() -> None:
    setup = MatchSetup("m", GameKind.EIGHT_BALL, bytes(32), pace=Pace.INSTANT, touch=Touch.EXACT, shot_clock=35.0)
    match = begin(setup, 0.0)
    match = apply(match, prepare(match, match.play.to_act[0], Choose("BREAK"), 1.0)).match  # type: ignore[arg-type]
    play = match.play
    assert isinstance(play, CuePlay)
    shooter = play.to_act[0]
    other = Seat(1 - shooter)
    with pytest.raises(IllegalAction, match="not your turn"):
        prepare(match, other, Choose("ASK_CALL"), 2.0)
    match = replace(match, play=replace(play, state=in_play(play.state, *BALLS)))
    assert match.play.legal(other) == (ActionKind.CHOOSE_OPTION,)
    with pytest.raises(IllegalAction, match="not your turn"):
        prepare(match, other, Shot(Stroke(CUE, 0.0, 1.0)), 2.0)
    with pytest.raises(IllegalAction, match="not your turn"):
        prepare(match, other, Choose("DRAW_OFFER"), 2.0)
    asked = apply(match, prepare(match, other, Choose("ASK_CALL"), 9.0)).match  # type: ignore[arg-type]
    assert (asked.turn, asked.clock, asked.play.to_act) == (match.turn + 1, match.clock, (shooter,))
    with pytest.raises(IllegalAction, match="asked for your call"):
        prepare(asked, shooter, Shot(Stroke(CUE, 0.0, 1.0)), 10.0)


@pytest.mark.parametrize(("balls", "may"), [(("3", "8", "12"), True), (("3", "5", "8", "12"), False)])
def test_an_option_may_be_chosen_where_a_draw_may_be_offered(balls: tuple[str, ...], may: bool) -> None:
    play = a_match()
    play = replace(play, state=in_play(play.state, *balls))
    assert (ActionKind.CHOOSE_OPTION in play.legal(play.state.shooter)) is may
    assert ActionKind.TAKE_SHOT in play.legal(play.state.shooter)


def test_the_scoreboard_shows_groups() -> None:
    rules, state = CUE_GAMES[GameKind.EIGHT_BALL], a_match().state
    assert rules.details(state, Seat(0)) == {"group": None, "on_eight": False}
    assert rules.table_details(state)["table_open"] is True
