"""Straight pool, clause by clause; the ids name the clause, F.. and X.. the rows of the rule page's tables."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import Any

import pytest

from game.actions import Call, Choose, Shot
from game.catalog import CUE_GAMES
from game.cue_play import CuePlay, blank_state, laid_out
from game.cue_state import PlayedShot
from game.judge import judge_case
from game.match import apply, begin, prepare
from game.notation import parse_log
from game.pool.straight_pool_rack import FIFTEEN, FOURTEEN
from game.setup import MatchSetup, Moment
from game.shot_facts import ShotFacts
from game.vocabulary import CUE, Ball, CueBall, GameKind, Phase, Pocket, Seat
from physics.trajectories import Stroke
from tests.game.asking import choose, referee, shot
from tests.game.pool.clauses import Clause, clause, hold

BREAK: dict[str, Any] = {"phase": "break"}
ALL = [str(number) for number in range(1, 16)]
THREE: dict[str, Any] = {"balls": ["4", "6", "11"], "scores": {"A": 20, "B": 0}}
LYING = {"6": [-0.3, 0.2], "11": [0.2, -0.4], "c": [0.1, 0.1]}
MET = "c|out c>3 3>2 3>7 2#L 7#R c#F"
NEAR = {"8": [1.21285, 0.2]}
SOFT = {"rest": {"8": [1.221425, 0.2]}, "safety": True}
ROLLS = ["roll:8:F", "roll:8:F"]


def call(ball: str, pocket: str) -> dict[str, object]:
    return {"call": {"ball": ball, "pocket": pocket}}


PASSED = {"fouls": [], "points": 0, "next": "B", "continues": False, "cue_ball": "as_lies"}
OPENS_AGAIN = {"phase": "break", "next": "A", "cue_ball": "in_hand_kitchen", "balls": ALL, "marks": {"A": []}}

OPENINGS: dict[str, Clause] = {
    "6.6-a-called-ball-needs-no-cushions-and-extras-count": clause(
        shot("c|out c>3 9@FL 4@HL", **call("9", "FL")), expect={"points": 2, "next": "A", "continues": True}, **BREAK
    ),
    "6.6-F05-accepted-as-it-lies": clause(
        *(shot("c|out c>3 3#F", safety=True), choose("ACCEPT")),
        expect={"next": "B", "phase": "play", "cue_ball": "as_lies", "scores": {"A": -2}, "marks": {"A": []}},
        **BREAK,
    ),
    "6.6-F04-the-offender-breaks-again": clause(
        *(shot("c|out c>3 3#F", safety=True), choose("RERACK_OTHER")),
        expect={**OPENS_AGAIN, "outcome": "rerack", "scores": {"A": -2}},
        **BREAK,
    ),
    "3.21-6.6-a-cue-ball-laid-on-another-ball-cannot-be-taken-as-it-lies": clause(
        *({"type": "place", "ball": "c", "at": [0.65, 0.0]}, shot("", rest={"c": [0.65, 0.0], "8": [0.635, 0.0]})),
        expect={
            "fouls": ["placement", "no_hit", "illegal_break"],
            "options": ["ACCEPT_KITCHEN", "RERACK_OTHER"],
        },
        options={"strict_placement": True},
        **BREAK,
    ),
    "3.21-6.11-a-cue-ball-laid-on-another-ball-comes-in-hand": clause(
        *(
            {"type": "place", "ball": "c", "at": [-0.301, 0.2]},
            shot("", rest={"c": [-0.301, 0.2], **{b: LYING[b] for b in ("6", "11")}}),
        ),
        expect={"fouls": ["placement", "no_hit"], "points": -1, "cue_ball": "in_hand_kitchen"},
        options={"strict_placement": True},
        positions=LYING,
        cue_ball="in_hand_kitchen",
    ),
    "6.6-one-ball-twice-is-not-two": clause(
        shot("c|out c>3 3#L 3#R c#F"), expect={"fouls": ["illegal_break"], "points": -2}, **BREAK
    ),
    "6.6-the-cue-ball-at-a-cushion-before-the-contact-is-nothing": clause(
        shot("c|out c#F c>3 3#L 2#R"), expect={"fouls": ["illegal_break"]}, **BREAK
    ),
    "6.6-a-ball-in-another-pocket-than-called-is-nothing": clause(
        shot("c|out c>9 9@FR", **call("9", "FL")),
        expect={"fouls": ["illegal_break"], "points": -2, "balls": ALL, "spotted": {"9": [0.635, 0.0]}},
        **BREAK,
    ),
    "6.6-F08-violation-and-scratch-cost-two": clause(
        shot("c|out c>3 3#F c@HL"),
        expect={
            "fouls": ["illegal_break", "scratch"],
            "scores": {"A": -2},
            "marks": {"A": []},
            "next": "B",
            "options": ["ACCEPT_KITCHEN", "RERACK_OTHER"],
        },
        **BREAK,
    ),
    "6.6-F08-accepted-from-the-kitchen": clause(
        *(shot("c|out c>3 3#F c@HL"), choose("ACCEPT_KITCHEN")),
        expect={"next": "B", "cue_ball": "in_hand_kitchen"},
        **BREAK,
    ),
    "6.6-missing-all-balls": clause(
        shot("c|out c#F"), expect={"fouls": ["no_hit", "illegal_break"], "scores": {"A": -2}}, **BREAK
    ),
    "6.6-F11-ball-off-on-a-legal-break": clause(
        shot(f"{MET} 5^off"),
        expect={
            "fouls": ["ball_off"],
            "scores": {"A": -1},
            "marks": {"A": ["foul"]},
            "next": "B",
            "cue_ball": "as_lies",
            "spotted": {"5": [0.635, 0.0]},
            "balls": ALL,
        },
        **BREAK,
    ),
    "6.6-called-ball-made-and-scratch-is-a-plain-foul": clause(
        shot("c|out c>9 9@FL c@HL", **call("9", "FL")),
        expect={
            "fouls": ["scratch"],
            "scores": {"A": -1},
            "marks": {"A": ["foul"]},
            "cue_ball": "in_hand_kitchen",
            "balls": ALL,
        },
        **BREAK,
    ),
    "6.6-kitchen-foul-on-a-legal-break-leaves-the-cue-ball": clause(
        shot(f"c#L {MET}"),
        expect={"fouls": ["kitchen"], "scores": {"A": -1}, "next": "B", "cue_ball": "as_lies"},
        **BREAK,
    ),
    "6.6-a-violation-clears-no-marks": clause(
        shot("c|out c>3 3#F"), expect={"marks": {"A": ["foul"]}, "scores": {"A": -2}}, marks={"A": ["foul"]}, **BREAK
    ),
}

SHOTS: dict[str, Clause] = {
    "6.7.1-nothing-called-is-nothing-made": clause(
        shot("c>4 4@SL", rest=LYING), expect={**PASSED, "spotted": {"4": [0.635, 0.0]}, "scores": {"A": 20}}, **THREE
    ),
    "6.7.1-F17-the-call-is-made-by-combination": clause(
        shot("c>6 6>4 4@SL", **call("4", "SL")), expect={"points": 1, "run": 4, "next": "A"}, run=3, **THREE
    ),
    "6.7.3-two-balls-are-no-reason-to-rack": clause(
        shot("c>4 4@SL", **call("4", "SL")), expect={"points": 1, "balls": ["6", "11"], "rules": ["6.7.1"]}, **THREE
    ),
    "6.7.4-a-safety-beats-a-call": clause(
        shot("c>4 4@SL", safety=True, rest=LYING, **call("4", "SL")),
        expect={**PASSED, "spotted": {"4": [0.635, 0.0]}, "balls": ["4", "6", "11"]},
        **THREE,
    ),
    "6.7.4-the-turn-ends-the-run": clause(shot("c>4 c#F"), expect={"run": 0, "innings": {"A": 1}}, run=7, **THREE),
    "6.8-balls-come-back-in-order-clear-of-the-cue-ball": clause(
        shot("c>4 11@SL 4@SR", rest={"6": [-0.3, 0.2], "c": [0.635, 0.0]}),
        expect={"spotted": {"4": [0.69265, 0.0], "11": [0.7503, 0.0]}},
        **THREE,
    ),
    "6.9-what-was-made-on-a-foul-comes-back-too": clause(
        shot("c>4 4@SL 6^off", rest={"11": [0.2, -0.4], "c": [0.1, 0.1]}, **call("4", "SL")),
        expect={"fouls": ["ball_off"], "points": -1, "spotted": {"4": [0.635, 0.0], "6": [0.69265, 0.0]}},
        **THREE,
    ),
    "6.10-scratch-is-the-kitchen": clause(
        shot("c>4 4#F c@HL"), expect={"fouls": ["scratch"], "scores": {"A": 19}, "cue_ball": "in_hand_kitchen"}, **THREE
    ),
    "6.10-a-cue-ball-in-the-kitchen-blocks-no-spot": clause(
        shot("c>4 4@SL c@HL", rest={"6": [-0.3, 0.2], "11": [0.2, -0.4]}),
        expect={"spotted": {"4": [0.635, 0.0]}},
        **THREE,
    ),
    "6.11-one-foul-one-point": clause(
        shot("c>4 c@HL 6^off"), expect={"fouls": ["no_rail", "scratch", "ball_off"], "points": -1}, **THREE
    ),
    "6.11-a-kitchen-foul-is-played-from-where-it-lies": clause(
        shot("c#L c|out c>4 4#F"),
        expect={"fouls": ["kitchen"], "next": "B", "cue_ball": "as_lies", "scores": {"A": 19}},
        cue_ball="in_hand_kitchen",
        **THREE,
    ),
    "6.11-F54-no-ball-in-hand": clause(
        {"type": "place", "ball": "c", "at": [-0.9, 0.1]}, expect={"refused": "not_in_hand"}, shooter="B"
    ),
    "6.12-F23-unwarned-the-third-is-the-second": clause(
        shot("c>4"),
        expect={"fouls": ["no_rail"], "scores": {"A": 19}, "marks": {"A": ["foul", "foul"]}, "next": "B"},
        marks={"A": ["foul", "foul"]},
        warned={"A": False},
        **THREE,
    ),
    "6.12-WPA-takes-sixteen": clause(
        shot("c>4"),
        expect={**OPENS_AGAIN, "scores": {"A": 4}, "points": -16},
        options={"third_foul_extra": 16},
        marks={"A": ["foul", "foul"]},
        **THREE,
    ),
    "6.12-three-fouls-cost-seventeen": clause(
        *(shot("c>4"), shot("c>6 6#F"), shot("c>4"), shot("c>6 6#F"), shot("c>4")),
        expect={**OPENS_AGAIN, "scores": {"A": 3, "B": 0}},
        **THREE,
    ),
    "6.12-F26-marks-of-the-other-side-stay": clause(
        shot("c>4"),
        expect={"marks": {"A": [], "B": ["foul"]}},
        marks={"A": ["foul", "foul"], "B": ["foul"]},
        **THREE,
    ),
    "6.12-counts-told-as-fouls-in-a-row": clause(
        shot("c>4"), expect={**OPENS_AGAIN, "scores": {"A": 5}}, consecutive_fouls={"A": 2}, **THREE
    ),
    "6.12-a-counted-shot-clears": clause(
        shot("c>4 4@SL", **call("4", "SL")),
        expect={"marks": {"A": []}, "scores": {"A": 21}},
        marks={"A": ["foul", "foul"]},
        **THREE,
    ),
    "6.1-F50-beyond-the-target": clause(
        shot("c>4 4@SL 6@HL", **call("4", "SL")),
        expect={"scores": {"A": 22}, "winner": "A", "outcome": "win", "points": 2},
        target=21,
        **THREE,
    ),
    "6.1-the-last-balls-win-without-a-rack": clause(
        shot("c>4 4@SL", **call("4", "SL")), expect={"winner": "A", "balls": ["9"]}, balls=["4", "9"], target=1
    ),
    "6.1-no-push-out": clause(shot("c>4 4#F", push_out=True), expect={"refused": "no_push_out"}, **THREE),
    "6.7.7-F47-the-nearest-goes-to-the-foot-spot": clause(
        shot("c>6 6#H c@HR", rest={"6": [-0.7, 0.1], "9": [-0.8, -0.2], "12": [-1.1, 0.3]}),
        expect={"next": "B", "cue_ball": "in_hand_kitchen", "spotted": {"6": [0.635, 0.0]}, "options": []},
        balls=["6", "9", "12"],
    ),
    "6.7.7-F48-picked": clause(
        *(
            shot("c>6 6#H c@HR", rest={"6": [-0.7, 0.1], "9": [-0.7, -0.2], "12": [-1.1, 0.3]}),
            choose("PICK_BALL(9)"),
        ),
        expect={"next": "B", "cue_ball": "in_hand_kitchen", "positions": {"9": [0.635, 0.0], "6": [-0.7, 0.1]}},
        balls=["6", "9", "12"],
    ),
    "6.7.7-another-ball-is-not-offered": clause(
        *(
            shot("c>6 6#H c@HR", rest={"6": [-0.7, 0.1], "9": [-0.7, -0.2], "12": [-1.1, 0.3]}),
            choose("PICK_BALL(12)"),
        ),
        expect={"refused": "not_offered", "next": "B"},
        balls=["6", "9", "12"],
    ),
    "6.7.7-a-ball-on-the-line-is-playable": clause(
        shot("c>6 6#H c@HR", rest={"6": [-0.635, 0.1], "9": [-0.8, -0.2]}),
        expect={"spotted": {}, "cue_ball": "in_hand_kitchen"},
        balls=["6", "9"],
    ),
    "6.7.7-a-respotted-ball-is-playable": clause(
        shot("c>6 9@HL c@HR", rest={"6": [-0.8, 0.1]}),
        expect={"spotted": {"9": [0.635, 0.0]}},
        balls=["6", "9"],
    ),
    "6.7.7-only-from-the-kitchen": clause(
        shot("c>6 6#H", rest={"6": [-0.8, 0.1], "c": [0.0, 0.0]}),
        expect={"spotted": {}, "cue_ball": "as_lies"},
        balls=["6"],
    ),
    "6.7.7-on-taking-the-table-after-a-deliberate-foul": clause(
        *(referee("deliberate_foul", player="A"), choose("ACCEPT_KITCHEN")),
        expect={"next": "B", "spotted": {"6": [0.635, 0.0]}, "cue_ball": "in_hand_kitchen"},
        balls=["6", "9"],
        positions={"6": [-0.8, 0.1], "9": [-0.9, 0.1]},
    ),
}

ROLL_UPS: dict[str, Clause] = {
    "6.7.2-F30-the-third-in-a-row-costs-fifteen": clause(
        shot("c>8 8#F", **SOFT),
        expect={**OPENS_AGAIN, "fouls": ["no_rail"], "scores": {"A": 5}},
        positions=NEAR,
        marks={"A": ROLLS},
        scores={"A": 20},
    ),
    "6.7.2-F32-after-two-another-cushion-for-the-ball": clause(
        shot("c>8 8#F 8#L", **SOFT),
        expect={"fouls": [], "marks": {"A": []}, "next": "B"},
        positions=NEAR,
        marks={"A": ROLLS},
        scores={"A": 20},
    ),
    "6.7.2-after-two-the-ball-driven-back-by-another-counts": clause(
        shot("c>8 8>5 8#F", **SOFT),
        expect={"fouls": [], "next": "B"},
        positions=NEAR,
        marks={"A": ROLLS},
        scores={"A": 20},
    ),
    "6.7.2-after-two-a-first-hit-on-another-ball-is-free": clause(
        shot("c>5 5>8 8#F", rest={"8": [1.0, 0.2], "5": [0.9, 0.2]}),
        expect={"fouls": [], "marks": {"A": []}},
        positions={**NEAR, "5": [0.5, 0.2]},
        marks={"A": ROLLS},
    ),
    "6.7.2-after-two-a-ball-that-has-left-the-band-is-free": clause(
        shot("c>8 8#F", rest={"8": [1.0, 0.2]}),
        expect={"fouls": [], "marks": {"A": []}},
        positions={"8": [1.0, 0.2]},
        marks={"A": ROLLS},
    ),
    "6.7.2-F33-foul-roll-roll": clause(
        shot("c>8 8#F", **SOFT),
        expect={**OPENS_AGAIN, "fouls": [], "scores": {"A": 5}, "points": -15},
        positions=NEAR,
        marks={"A": ["foul", "roll:8:F"]},
        scores={"A": 20},
    ),
    "6.7.2-roll-roll-foul": clause(
        shot("c#F"),
        expect={**OPENS_AGAIN, "fouls": ["no_hit"], "scores": {"A": 5}},
        positions=NEAR,
        marks={"A": ROLLS},
        scores={"A": 20},
    ),
    "6.7.2-foul-foul-roll": clause(
        shot("c>8 8#F", **SOFT),
        expect={**OPENS_AGAIN, "fouls": [], "scores": {"A": 5}},
        positions=NEAR,
        marks={"A": ["foul", "foul"]},
        scores={"A": 20},
    ),
    "6.7.2-F35-another-ball-starts-a-new-row": clause(
        shot("c>8 8#F", **SOFT),
        expect={"marks": {"A": ["foul", "roll:8:F"]}, "fouls": []},
        positions=NEAR,
        marks={"A": ["foul", "roll:5:F"]},
    ),
    "6.7.2-another-cushion-starts-a-new-row": clause(
        shot("c>8 8#F", **SOFT), expect={"marks": {"A": ["roll:8:F"]}}, positions=NEAR, marks={"A": ["roll:8:L"]}
    ),
    "6.7.2-without-a-called-safety-all-the-same": clause(
        shot("c>8 8#F", rest=SOFT["rest"], **call("8", "FL")), expect={"marks": {"A": ["roll:8:F"]}}, positions=NEAR
    ),
    "6.7.2-a-cushion-for-the-cue-ball-is-none": clause(
        shot("c>8 8#F c#L", **SOFT), expect={"marks": {"A": []}, "fouls": []}, positions=NEAR
    ),
    "6.7.2-another-ball-to-a-cushion-is-none": clause(
        shot("c>8 8>5 5#L 8#F", **SOFT), expect={"marks": {"A": []}, "fouls": []}, positions=NEAR
    ),
    "6.7.2-another-ball-at-its-own-cushion-changes-nothing": clause(
        shot("c>8 8>5 5#L* 8#F", **SOFT), expect={"marks": {"A": ["roll:8:F"]}}, positions=NEAR, frozen=[["5", "L"]]
    ),
    "6.7.2-two-cushions-are-none": clause(
        shot("c>8 8#F 8#L", **SOFT), expect={"marks": {"A": []}, "fouls": []}, positions=NEAR
    ),
    "6.7.2-a-ball-a-diameter-away-is-none": clause(
        shot("c>8 8#F", **SOFT), expect={"marks": {"A": []}}, positions={"8": [1.27 - 0.028575 - 0.0572, 0.2]}
    ),
    "6.7.2-rebounding-a-diameter-still-is-one": clause(
        shot("c>8 8#F", rest={"8": [1.27 - 0.028575 - 0.0571, 0.2]}),
        expect={"marks": {"A": ["roll:8:F"]}},
        positions=NEAR,
    ),
    "6.7.2-a-ball-made-is-none": clause(
        shot("c>8 8#F 5@FL", **SOFT), expect={"marks": {"A": []}, "spotted": {"5": [0.635, 0.0]}}, positions=NEAR
    ),
    "6.7.2-where-the-ball-came-to-rest-is-not-told": clause(
        shot("c>8 8#F", safety=True), expect={"marks": {"A": []}}, positions=NEAR
    ),
    "6.7.2-where-the-ball-lay-is-not-told": clause(shot("c>8 8#F", **SOFT), expect={"marks": {"A": []}, "fouls": []}),
    "6.7.2-the-warning-declares-the-ball-frozen": clause(
        shot("c>8 8#F", **SOFT),
        expect={**OPENS_AGAIN, "fouls": ["no_rail"]},
        options={"manual_frozen_call": True},
        positions=NEAR,
        marks={"A": ROLLS},
    ),
}

REFEREES: dict[str, Clause] = {
    "1.11-time": clause(
        {"type": "clock_expired"},
        expect={"fouls": ["time"], "scores": {"A": 19}, "marks": {"A": ["foul"]}, "next": "B", "cue_ball": "as_lies"},
        **THREE,
    ),
    "1.11-time-with-the-cue-ball-in-hand": clause(
        {"type": "clock_expired"},
        expect={"next": "B", "cue_ball": "in_hand_kitchen", "scores": {"A": 19}},
        cue_ball="in_hand_kitchen",
        **THREE,
    ),
    "1.11-time-before-the-break": clause(
        {"type": "clock_expired"},
        expect={"fouls": ["time"], "next": "B", "phase": "break", "cue_ball": "in_hand_kitchen", "scores": {"A": -1}},
        **BREAK,
    ),
    "1.11-time-as-the-third": clause(
        {"type": "clock_expired"}, expect={**OPENS_AGAIN, "scores": {"A": 5}}, marks={"A": ["foul", "foul"]}, **THREE
    ),
    "3.40-the-seated-player": clause(
        referee("award_foul", player="B", kind="disturb"),
        expect={"fouls": ["disturb"], "next": "A", "scores": {"A": 20, "B": -1}, "marks": {"B": ["foul"]}, "run": 3},
        run=3,
        **THREE,
    ),
    "3.40-the-seated-players-third": clause(
        referee("award_foul", player="B", kind="disturb"),
        expect={"next": "B", "phase": "break", "scores": {"B": -15}, "balls": ALL, "innings": {"A": 0, "B": 0}},
        marks={"B": ["foul", "foul"]},
        **THREE,
    ),
    "6.7.5-F27-taken-from-the-kitchen": clause(
        *(referee("award_foul", player="A", kind="catch"), choose("ACCEPT_KITCHEN")),
        expect={"next": "B", "cue_ball": "in_hand_kitchen", "phase": "play", "scores": {"A": 4}},
        **THREE,
    ),
    "6.7.5-F27-the-offender-opens": clause(
        *(referee("award_foul", player="A", kind="catch"), choose("RERACK_OTHER")),
        expect={"next": "A", "phase": "break", "outcome": "rerack", "balls": ALL},
        **THREE,
    ),
    "6.7.5-as-the-third-it-costs-fifteen": clause(
        referee("award_foul", player="A", kind="catch"),
        expect={**OPENS_AGAIN, "scores": {"A": 5}},
        marks={"A": ["foul", "foul"]},
        **THREE,
    ),
    "6.7.5-before-the-break-it-changes-hands": clause(
        referee("deliberate_foul", player="A"),
        expect={"next": "B", "phase": "break", "scores": {"A": -16}, "options": []},
        **BREAK,
    ),
    "6.7.5-of-the-seated-player": clause(
        referee("deliberate_foul", player="B"),
        expect={"next": "A", "options": ["ACCEPT_KITCHEN", "RERACK_OTHER"], "scores": {"B": -16}},
        **THREE,
    ),
    "2.28-conduct-is-deliberate": clause(
        referee("award_foul", player="A", kind="conduct"), expect={"scores": {"A": 4}, "fouls": ["conduct"]}, **THREE
    ),
    "2.16-a-warning-makes-the-third-count": clause(
        *(referee("warn", player="A", kind="two_fouls"), shot("c>4")),
        expect={**OPENS_AGAIN, "scores": {"A": 5}},
        marks={"A": ["foul", "foul"]},
        warned={"A": False},
        **THREE,
    ),
    "3.34-X22-a-void-rack-keeps-scores-and-marks": clause(
        *(referee("new_rack14"), choose("BREAK")),
        expect={
            "scores": {"A": 41, "B": 37},
            "phase": "break",
            "balls": ALL,
            "marks": {"A": ["foul"]},
            "cue_ball": "in_hand_kitchen",
        },
        scores={"A": 41, "B": 37},
        marks={"A": ["foul"]},
    ),
    "3.34-X22-by-a-lag": clause(
        referee("new_rack14"),
        expect={"scores": {"A": 41, "B": 37}, "phase": "lag", "outcome": "rerack", "balls": ALL},
        balls=["4", "6"],
        options={"first_shot": "lag"},
        scores={"A": 41, "B": 37},
    ),
    "2.28-while-the-break-is-unsettled-the-other-side-chooses": clause(
        *(referee("new_rack14"), referee("award_foul", player="A", kind="practice")),
        expect={"next": "B", "options": ["BREAK", "PASS"], "scores": {"A": 20}},
        **THREE,
    ),
    "2.28-unknown-kind": clause(
        referee("award_foul", player="A", kind="sneeze"), expect={"refused": "bad_value"}, **THREE
    ),
    "2.28-unknown-act": clause(referee("deal_cards"), expect={"refused": "not_allowed"}, **THREE),
    "6.13-F57-a-result-may-be-negative": clause(
        shot("c>4 4@SL", **call("4", "SL")),
        expect={"winner": "A", "scores": {"A": 21, "B": -2}},
        balls=["4", "6"],
        scores={"A": 20, "B": -2},
        target=21,
    ),
    "6.2-F60-marks-belong-to-the-side": clause(
        *(shot("c>4"), shot("c>6 6#F"), shot("c>4"), shot("c>6 6#F"), shot("c>4")),
        expect={"marks": {"A1/A2": []}, "phase": "break", "next": "A1/A2"},
        balls=["4", "6", "11"],
    ),
}

CLAUSES = {**OPENINGS, **SHOTS, **ROLL_UPS, **REFEREES}


@pytest.mark.parametrize("name", [name for name in CLAUSES if "F60" not in name])
def test_clause(name: str) -> None:
    hold("straight_pool", CLAUSES[name])


def test_f60_marks_belong_to_the_side_whoever_of_it_shoots() -> None:
    told = CLAUSES["6.2-F60-marks-belong-to-the-side"]
    players = ["A1/A2", "B1/B2"]
    case = {"game": "straight_pool", "players": players, "state": told.state, "actions": list(told.actions)}
    answer = judge_case({**case, "expect": told.expect})
    assert (answer.error, answer.differences) == (None, {})


@pytest.mark.parametrize("mark", ["fowl", "roll:8", "roll:16:F", "roll:8:X"])
def test_a_mark_that_cannot_be_read_is_an_error_with_its_path(mark: str) -> None:
    case = {"game": "straight_pool", "state": {"marks": {"A": [mark]}}, "action": shot("c>4 4#F")}
    error = judge_case(case).error
    assert error is not None
    assert "marks.A[0]" in error


TABLE: dict[str, tuple[tuple[float, float] | None, tuple[float, float], dict[str, object]]] = {
    "6.7.3-both-clear": ((-0.3, 0.2), (0.0, -0.3), {"cue_ball": "as_lies", "positions": {"9": [-0.3, 0.2]}}),
    "6.7.6-1-made-with-the-fourteenth": (None, (0.0, -0.3), {"cue_ball": "as_lies", "positions": {"c": [0.0, -0.3]}}),
    "6.7.6-F39-1b-and-the-cue-ball-in-the-way": (None, (0.7, 0.0), {"cue_ball": "in_hand_kitchen"}),
    "6.7.6-F42-4-both-in-the-way": ((0.75, 0.05), (0.7, 0.0), {"cue_ball": "in_hand_kitchen"}),
    "6.7.6-F41-3-cue-ball-on-the-head-spot": (
        (0.7, 0.0),
        (-0.6, 0.0),
        {"cue_ball": "as_lies", "positions": {"9": [0.0, 0.0], "c": [-0.6, 0.0]}},
    ),
    "6.7.6-2-cue-ball-anywhere-else": (
        (0.7, 0.0),
        (-0.577, 0.0),
        {"cue_ball": "as_lies", "positions": {"9": [-0.635, 0.0], "c": [-0.577, 0.0]}},
    ),
    "6.7.6-F45-7-the-fifteenth-blocks-the-head-spot": (
        (-0.66, 0.02),
        (0.7, 0.0),
        {"cue_ball": "centre_spot", "positions": {"9": [-0.66, 0.02], "c": [0.0, 0.0]}},
    ),
    "6.7.6-6-the-fifteenth-in-the-kitchen": (
        (-0.7, 0.0),
        (0.7, 0.0),
        {"cue_ball": "head_spot", "positions": {"9": [-0.7, 0.0], "c": [-0.635, 0.0]}},
    ),
    "6.7.6-5-the-fifteenth-on-the-line-is-not-in-the-kitchen": (
        (-0.635, 0.2),
        (0.7, 0.0),
        {"cue_ball": "in_hand_kitchen", "positions": {"9": [-0.635, 0.2]}},
    ),
    "6.7.6-5-the-fifteenth-elsewhere": (
        (1.2, 0.55),
        (0.7, 0.0),
        {"cue_ball": "in_hand_kitchen", "positions": {"9": [1.2, 0.55]}},
    ),
}


@pytest.mark.parametrize("name", TABLE)
def test_the_table_of_interference(name: str) -> None:
    ball, cue, expect = TABLE[name]
    rest: dict[str, object] = {"c": list(cue)} if ball is None else {"c": list(cue), "9": list(ball)}
    log = "c>3 3@SL" if ball is not None else "c>3 3>9 3@SL 9@FL"
    made = shot(log, rest=rest, **call("3", "SL"))
    points = 1 if ball is not None else 2
    always = {"points": points, "next": "A", "continues": True, "balls": ALL, "phase": "play"}
    hold("straight_pool", clause(made, expect={**always, **expect}, balls=["3", "9"]))


@pytest.mark.parametrize("name", TABLE)
def test_6_7_6_fifteen_are_racked_only_where_the_last_ball_is_down_or_goes_into_the_rack(name: str) -> None:
    ball, cue, _ = TABLE[name]
    play, moment = a_play()
    lying = {Ball("3"): (0.3, 0.3), CUE: cue} if ball is None else {Ball("3"): (0.3, 0.3), CUE: cue, Ball("9"): ball}
    before = replace(
        play.state,
        phase=Phase.PLAY,
        cue_ball=CueBall.AS_LIES,
        balls=frozenset({Ball("3"), Ball("9")}),
        positions=lying,
    )
    log = "c>3 3@SL" if ball is not None else "c>3 3>9 3@SL 9@FL"
    action = Shot(Stroke(CUE, 0.0, 1.0), call=Call(Ball("3"), Pocket.SL))
    after = play.rules.judge(before, PlayedShot(action, ShotFacts(CUE, parse_log(log)))).state
    is_full = any(row in name for row in ("6.7.6-1-", "-1b-", "-4-"))
    assert after.rack_due == (FIFTEEN if is_full else FOURTEEN)
    at = laid_out(play.rules, after, moment).positions
    assert set(at) == {CUE, *after.balls}
    apart = min(hypot(at[a][0] - at[b][0], at[a][1] - at[b][1]) for a in at for b in at if a < b)
    assert apart >= 2 * 0.028575 - 1e-9


NEAR_THE_RACK: dict[str, tuple[tuple[float, float], bool]] = {
    "inside": ((0.75, 0.0), True),
    "at-the-apex": ((0.635, 0.0), True),
    "before-the-apex": ((0.635 - 0.0571, 0.0), True),
    "a-diameter-before-the-apex": ((0.635 - 0.0572, 0.0), False),
    "beside-the-left-flank": ((0.7, 0.09), True),
    "off-the-left-flank": ((0.7, 0.12), False),
    "beside-the-right-flank": ((0.7, -0.09), True),
    "behind": ((0.635 + 0.198 + 0.05, 0.0), True),
    "a-diameter-behind": ((0.635 + 0.1980 + 0.0573, 0.0), False),
    "off-the-corner": ((0.635 + 0.198 + 0.045, 0.1143 + 0.045), False),
    "near-the-corner": ((0.635 + 0.198 + 0.03, 0.1143 + 0.03), True),
}


@pytest.mark.parametrize("name", NEAR_THE_RACK)
def test_what_is_in_the_way_of_the_rack(name: str) -> None:
    at, interferes = NEAR_THE_RACK[name]
    made = shot("c>3 3@SL", rest={"9": list(at), "c": [0.0, -0.3]}, **call("3", "SL"))
    place = [-0.635, 0.0] if interferes else list(at)
    hold("straight_pool", clause(made, expect={"positions": {"9": place}}, balls=["3", "9"]))


def a_play() -> tuple[CuePlay, Moment]:
    setup = MatchSetup("m", GameKind.STRAIGHT_POOL, bytes(32))
    match = begin(setup, 0.0)
    match = apply(match, prepare(match, match.play.to_act[0], Choose("BREAK"), 1.0)).match  # type: ignore[arg-type]
    assert isinstance(match.play, CuePlay)
    return match.play, Moment(match.setup, 7, 9.0)


def test_f01_the_first_rack_has_the_one_and_the_five_in_its_rear_corners() -> None:
    play, _ = a_play()
    at = play.state.positions
    assert at[Ball("1")] == pytest.approx((0.635 + 4 * 3**0.5 * 0.028575, 4 * 0.028575), abs=2e-3)
    assert at[Ball("5")] == pytest.approx((0.635 + 4 * 3**0.5 * 0.028575, -4 * 0.028575), abs=2e-3)
    assert len({ball for ball in at if ball != "c"}) == 15


def test_6_7_3_fourteen_are_racked_without_the_apex_and_the_last_one_stays() -> None:
    play, moment = a_play()
    lying = {Ball("9"): (0.0, 0.3), Ball("c"): (0.0, -0.3)}
    due = replace(play.state, phase=Phase.PLAY, cue_ball=CueBall.AS_LIES, positions=lying, rack_due=FOURTEEN)
    at = laid_out(play.rules, due, moment).positions
    assert len(at) == 16
    assert {ball: at[ball] for ball in lying} == lying
    assert all(place[0] > 0.635 + 0.04 for ball, place in at.items() if ball not in lying)


def test_6_7_6_a_full_rack_has_no_fixed_corners() -> None:
    play, moment = a_play()
    due = replace(play.state, phase=Phase.PLAY, positions={Ball("c"): (0.0, 0.0)}, rack_due=FIFTEEN)
    corners = set()
    for turn in range(12):
        at = laid_out(play.rules, due, replace(moment, turn=turn)).positions
        corners.add(max((ball for ball in at), key=lambda ball: at[ball][1]))
        assert len(at) == 16
    assert len(corners) > 3


def test_a_rack_beside_a_ball_is_tight() -> None:
    play, moment = a_play()
    reach = 2 * 0.028575
    left_of_corner = (0.635 + 4 * 3**0.5 * 0.028575 + reach + 1e-6, 4 * 0.028575)
    lying = {Ball("9"): left_of_corner, Ball("c"): (0.0, -0.3)}
    due = replace(play.state, phase=Phase.PLAY, cue_ball=CueBall.AS_LIES, positions=lying, rack_due=FOURTEEN)
    at = laid_out(play.rules, due, moment).positions
    apart = min(((at[a][0] - at[b][0]) ** 2 + (at[a][1] - at[b][1]) ** 2) ** 0.5 for a in at for b in at if a < b)
    assert apart >= reach - 1e-9


def test_the_scoreboard_shows_marks_and_target() -> None:
    play, _ = a_play()
    rules = CUE_GAMES[GameKind.STRAIGHT_POOL]
    assert rules.details(play.state, Seat(0)) == {"marks": ""}
    assert rules.table_details(play.state) == {"target": 150, "run": 0, "opening": True}
    assert blank_state(rules, play.state.setting).target == 150
