"""Pyramid, clause by clause; the ids name the rule (R.., C.6..) or the row of its tables (CP-, GP-, FP-, MP-)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.game.asking import choose, referee, shot
from tests.game.pyramid.clauses import CLASSIC, COMBINED, FREE, MODERN, Clause, clause, hold

HAND: dict[str, Any] = {"cue_ball": "in_hand_kitchen"}
BREAK: dict[str, Any] = {"phase": "break", **HAND}
FOUR: dict[str, Any] = {"balls": ["2", "6", "9", "14"], "scores": {"A": 5, "B": 6}}
LIE = {"2": [0.3, 0.5], "6": [0.8, 0.3], "9": [1.2, -0.3], "14": [-1.0, 0.1]}
PASSED = {"fouls": [], "points": 0, "continues": False, "next": "B", "cue_ball": "as_lies"}
FOULED: dict[str, Any] = {"cue": ["double_hit"]}


def call(ball: str, pocket: str) -> dict[str, object]:
    return {"call": {"ball": ball, "pocket": pocket}}


OPENINGS: dict[str, Clause] = {
    "C.6.2-a-far-corner-makes-all-fallen-balls-count": clause(
        FREE, shot("c|out c>1 2@SL 3@FR", strike="c"), expect={"points": 2, "continues": True, "spotted": {}}, **BREAK
    ),
    "C.6.2-a-near-pocket-counts-nothing-on-the-line": clause(
        FREE,
        shot("c|out c>1 2@SL c@HL", strike="c", rest={"1": [0, 0.3]}),
        expect={**PASSED, "spotted": {"2": [0.8875, 0], "c": [0.9555, 0]}},
        **BREAK,
    ),
    "C.6.2-an-opening-that-meets-the-rack-is-enough-in-the-sources": clause(
        FREE, shot("c|out c>1", strike="c"), expect=PASSED, **BREAK
    ),
    "C.6.2-an-opening-past-the-rack-is-a-foul": clause(
        COMBINED,
        shot("c|out c#F"),
        expect={"fouls": ["no_hit"], "next": "B", "scores": {"A": 0, "B": 0}, "debts": {"A": 1}},
        **BREAK,
    ),
    "C.6.2-today-every-ball-of-the-opening-counts": clause(
        COMBINED, shot("c|out c>1 2@SL"), preset=MODERN, expect={"points": 1, "continues": True}, **BREAK
    ),
    "C.6.2-today-three-balls-at-cushions-are-enough": clause(
        COMBINED, shot("c|out c>1 1#L 2#R c#F"), preset=MODERN, expect={**PASSED, "options": []}, **BREAK
    ),
    "C.6.2-today-two-at-cushions-and-one-over-the-middle-are-enough": clause(
        COMBINED, shot("c|out c>1 1#L 2#R 3|mid"), preset=MODERN, expect={**PASSED, "options": []}, **BREAK
    ),
    "C.6.2-today-two-at-cushions-alone-are-not": clause(
        COMBINED,
        shot("c|out c>1 1#L 2#R"),
        preset=MODERN,
        expect={"fouls": [], "next": "B", "options": ["ACCEPT", "RERACK_SELF", "RERACK_OTHER"]},
        **BREAK,
    ),
    "C.6.2-accepted-as-it-lies": clause(
        COMBINED,
        shot("c|out c>1 1#L"),
        choose("ACCEPT"),
        preset=MODERN,
        expect={"next": "B", "phase": "play", "cue_ball": "as_lies"},
        **BREAK,
    ),
    "C.6.2-racked-again-for-himself": clause(
        COMBINED,
        shot("c|out c>1 1#L"),
        choose("RERACK_SELF"),
        preset=MODERN,
        expect={"next": "B", "phase": "break", "cue_ball": "in_hand_kitchen", "outcome": "rerack"},
        **BREAK,
    ),
    "C.6.2-racked-again-for-the-offender": clause(
        FREE,
        shot("c|out c>1 1#L", strike="c"),
        choose("RERACK_OTHER"),
        preset=MODERN,
        expect={"next": "A", "phase": "break", "outcome": "rerack"},
        **BREAK,
    ),
    "C.6.2-no-demand-at-all": clause(
        COMBINED, shot("c|out c>1"), preset=MODERN, options={"opening": "free"}, expect=PASSED, **BREAK
    ),
    "C.6.7-the-opening-of-the-classic-game-needs-no-call": clause(
        CLASSIC, shot("c|out c>1 7@FL 2@HL"), expect={"points": 9, "continues": True}, **BREAK
    ),
}

STROKES: dict[str, Clause] = {
    "C.6.3-the-struck-ball-counts-off-another-one": clause(
        FREE, shot("5>11 5@FL", strike="5"), expect={"points": 1, "continues": True, "shelves": {"A": ["5"]}}
    ),
    "C.6.3-a-tie-is-a-contact": clause(FREE, shot("c=2,5 c#L 2#F", strike="c"), expect=PASSED),
    "C.6.1-a-jumped-ball-comes-back-and-the-score-stands": clause(
        FREE,
        shot("c>6 6^off 7@FL", strike="c", rest={"1": [0, 0.3]}),
        expect={"fouls": [], "points": 1, "continues": True, "spotted": {"6": [0.8875, 0]}},
    ),
    "C.6.1-a-jumped-ball-is-a-foul-as-an-option": clause(
        FREE,
        shot("c>6 6^off 7@FL", strike="c"),
        options={"jump_foul": True},
        expect={"fouls": ["ball_off"], "points": 0, "next": "B", "balls": [*map(str, range(1, 16)), "c"]},
    ),
    "C.6.1-a-jumped-cue-ball-is-a-foul-played-on-from-hand": clause(
        COMBINED,
        shot("c>6 6@FL c^off"),
        expect={"fouls": ["cue_ball_off"], "next": "B", "cue_ball": "in_hand_kitchen", "spotted": {"6": [1.741, 0]}},
    ),
    "C.6.1-free-a-jumped-struck-ball-is-spotted": clause(
        FREE,
        shot("3>6 3^off", strike="3"),
        expect={"fouls": ["cue_ball_off"], "spotted": {"3": [0.8875, 0]}, "cue_ball": "as_lies"},
    ),
    "C.6.5-several-fouls-are-one-penalty": clause(
        COMBINED,
        shot("5>6 6@FL c@FR", strike="5", cue=["push", "press", "double_hit", "touch", "scoop", "miscue"]),
        expect={
            "fouls": ["wrong_cue_ball", "push", "press", "double_hit", "touch", "stroke"],
            "scores": {"A": 2, "B": 2},
            "cue_ball": "in_hand_kitchen",
        },
        scores={"A": 3, "B": 2},
    ),
    "R2-the-ferrule-is-no-tip": clause(COMBINED, shot("c>6", cue=["ferrule"]), expect={"fouls": ["stroke"]}),
    "R3-R5-no-cue-fouls-as-an-option": clause(
        COMBINED, shot("c>6", cue=["push", "touch"]), options={"cue_fouls": "off"}, expect={"fouls": ["touch"]}
    ),
    "R6-a-ball-of-the-house-after-leaving-it": clause(
        COMBINED, shot("c|out c>7 c#F c>4"), expect={"fouls": []}, positions={"4": [-1.2, 0.1]}, **HAND
    ),
    "R6-a-ball-of-the-house-ever-as-an-option": clause(
        COMBINED,
        shot("c|out c>7 c#F c>4"),
        options={"house_touch": "any"},
        expect={"fouls": ["house_ball"]},
        positions={"4": [-1.2, 0.1]},
        **HAND,
    ),
    "R6-not-from-the-temporary-house": clause(
        COMBINED, shot("c>4"), expect={"fouls": []}, balls=["4"], positions={"4": [-1.2, 0.1]}, **HAND
    ),
    "R8-not-a-foul-in-moscow": clause(COMBINED, shot("c>6 c@FL"), expect={"fouls": [], "points": 1}),
}

SAFE: dict[str, Any] = {"positions": {"c": [-0.6, 0.3], "7": [-0.3, 0.2]}}
SAFETIES: dict[str, Clause] = {
    "R9-the-log-of-the-centre-line": clause(FREE, shot("c>7 7#F 7|mid", strike="c"), expect=PASSED),
    "R9-the-ball-that-crosses-must-be-the-one-at-the-cushion": clause(
        FREE, shot("c>7 7#F c|mid", strike="c"), expect={"fouls": ["bad_safety"]}
    ),
    "R9-the-way-to-the-contact-does-not-count": clause(
        FREE,
        shot("c|mid c>7 c#F", strike="c", rest={"c": [0.5, 0.1], "7": [0.6, 0.2]}),
        expect={"fouls": ["bad_safety"]},
        positions={"c": [-0.6, 0.3], "7": [0.3, 0.2]},
    ),
    "R9-a-cushion-before-the-contact-does-not-count": clause(
        FREE, shot("c#L c>7 7#F", strike="c"), expect={"fouls": ["bad_safety"]}
    ),
    "R9-one-rail-by-the-first-ball": clause(
        FREE, shot("c>7 7#F", strike="c"), options={"safety_test": "one_rail"}, expect=PASSED
    ),
    "R9-one-rail-not-by-another-ball": clause(
        FREE, shot("c>7 7>3 3#F", strike="c"), options={"safety_test": "one_rail"}, expect={"fouls": ["bad_safety"]}
    ),
    "R9-legacy-a-crossing-alone": clause(
        FREE, shot("c>7 7|mid", strike="c"), options={"safety_test": "legacy_fast"}, expect=PASSED
    ),
    "R9-legacy-two-cushions": clause(
        FREE, shot("c>7 7#F c#L", strike="c"), options={"safety_test": "legacy_fast"}, expect=PASSED
    ),
    "R9-legacy-neither": clause(
        FREE, shot("c>7 7#F", strike="c"), options={"safety_test": "legacy_fast"}, expect={"fouls": ["bad_safety"]}
    ),
    "R9-never-as-an-option": clause(FREE, shot("c>7", strike="c"), options={"safety_games": "off"}, expect=PASSED),
    "R9-not-tested-beside-another-foul": clause(
        FREE, shot("c>7", strike="c", **FOULED), expect={"fouls": ["double_hit"]}
    ),
}

PENALTIES: dict[str, Clause] = {
    "C.6.5-an-empty-shelf-owes-a-ball": clause(
        FREE,
        shot("c>7", strike="c"),
        shot("c>2 2#L c#F", strike="c"),
        shot("c>5 5@FL 6@FR", strike="c"),
        expect={"points": 1, "scores": {"A": 1}, "debts": {"A": 0}, "shelves": {"A": ["6"]}, "continues": True},
    ),
    "C.6.5-the-ball-that-was-owed-comes-back-and-the-turn-goes-on": clause(
        FREE,
        shot("c>5 5@FL", strike="c", rest={"1": [0, 0.3]}),
        expect={"points": 0, "continues": True, "debts": {"A": 1}, "spotted": {"5": [0.8875, 0]}},
        debts={"A": 2},
    ),
    "C.6.5-a-cue-ball-can-pay-too": clause(
        COMBINED,
        shot("c>5 c@FL"),
        preset=MODERN,
        expect={"points": 0, "next": "A", "cue_ball": "in_hand_kitchen", "debts": {"A": 0}, "options": []},
        debts={"A": 1},
    ),
    "C.6.5-the-shelf-told-by-the-case": clause(
        COMBINED,
        shot("c#L", rest={"1": [0, 0.3]}),
        expect={"scores": {"A": 1}, "shelves": {"A": ["9"]}, "spotted": {"4": [1.741, 0]}},
        scores={"A": 2},
        balls=["1", "2", "3"],
        shelves={"A": ["4", "9"]},
    ),
    "C.6.5-the-opponent-takes-a-ball-and-plays": clause(
        COMBINED,
        shot("c>6 c@FL", **FOULED),
        choose("14"),
        preset=MODERN,
        expect={"next": "B", "scores": {"A": 5, "B": 7}, "balls": ["2", "6", "9"], "cue_ball": "in_hand_kitchen"},
        **FOUR,
    ),
    "C.8-the-default-is-nearest-to-the-foot-cushion": clause(
        COMBINED,
        shot("c>6", rest=LIE, **FOULED),
        {"type": "clock_expired"},
        preset=MODERN,
        expect={"next": "B", "balls": ["2", "6", "14"], "scores": {"A": 5, "B": 7}},
        **FOUR,
    ),
    "C.6.5-free-the-coloured-ball-may-be-taken": clause(
        FREE,
        shot("2>6 6#L", strike="2", **FOULED),
        choose("c"),
        preset=MODERN,
        expect={"next": "B", "shelves": {"B": ["c"]}},
        shelves={},
    ),
    "C.6.5-add5-to-the-opponent": clause(
        CLASSIC,
        shot("c>5", **call("5", "FL"), **FOULED),
        options={"classic_penalty": "add5"},
        expect={"scores": {"A": 3, "B": 14}, "next": "B", "winner": None},
        scores={"A": 3, "B": 9},
    ),
    "C.6.5-both": clause(
        CLASSIC,
        shot("c>5", **call("5", "FL"), **FOULED),
        options={"classic_penalty": "both"},
        expect={"scores": {"A": -2, "B": 14}, "next": "B"},
        scores={"A": 3, "B": 9},
    ),
}

CLASSICS: dict[str, Clause] = {
    "CP-14-the-call-that-comes-with-the-stroke-counts": clause(
        CLASSIC, shot("c>9 9@SR", **call("9", "SR")), expect={"points": 9, "continues": True}
    ),
    "C.6.7-without-a-call-it-is-refused": clause(CLASSIC, shot("c>9 9@SR"), expect={"refused": "call_required"}),
    "C.6.7-a-declared-safety-needs-no-call": clause(CLASSIC, shot("c>9", safety=True), expect=PASSED),
    "C.6.7-a-ball-that-is-gone-cannot-be-called": clause(
        CLASSIC, shot("c>9", **call("4", "SR")), expect={"refused": "bad_value"}, balls=["9"]
    ),
    "C.6.7-no-push-out": clause(CLASSIC, shot("c>9", push_out=True), expect={"refused": "no_push_out"}),
    "C.6.3-others-count-with-the-called-ball": clause(
        CLASSIC,
        shot("c>9 2@HL 9@SR", **call("9", "SR")),
        expect={"points": 11, "balls": [*"1345678", *map(str, range(10, 16))]},
    ),
    "C.6.7-the-last-two-in-one-stroke": clause(
        CLASSIC, shot("c>9 2@HL 9@SR", **call("9", "SR")), expect={"points": 21}, balls=["2", "9"], target=100
    ),
    "C.6.7-a-cleared-table-goes-to-the-higher-score": clause(
        CLASSIC,
        shot("c>2 2@FL", **call("2", "FL")),
        expect={"scores": {"A": 52, "B": 60}, "winner": "B", "next": None},
        balls=["2"],
        scores={"A": 40, "B": 60},
    ),
    "CP-11-level-the-same-player-goes-on": clause(
        CLASSIC,
        shot("c>2 2@FL", **call("2", "FL")),
        shot("c>2 2@FL", **call("2", "FL")),
        expect={"scores": {"A": 82, "B": 70}, "winner": "A"},
        balls=["2"],
        scores={"A": 58, "B": 70},
    ),
    "C.6.7-free-a-table-without-an-object-ball-is-cleared": clause(
        FREE,
        shot("c>2 2@FL", strike="c"),
        expect={"winner": "A", "scores": {"A": 3, "B": 2}},
        balls=["2", "c"],
        scores={"A": 2, "B": 2},
    ),
    "C.6.7-combined-level-on-a-cleared-table": clause(
        COMBINED,
        shot("c>2 2@FL c@FL"),
        expect={"winner": None, "next": "A", "cue_ball": "in_hand_kitchen", "spotted": {"2": [1.741, 0]}},
        balls=["2"],
        scores={"A": 2, "B": 4},
    ),
}

PLACING: dict[str, Clause] = {
    "C.6.7-dynamic-the-cue-ball-goes-anywhere": clause(
        COMBINED,
        shot("c>6 c@SL", rest=LIE),
        choose("9"),
        {"type": "place", "ball": "c", "at": [1.0, 0.2]},
        options={"dynamic": True},
        preset=MODERN,
        expect={"next": "A", "cue_ball": "in_hand", "positions": {"c": [1.0, 0.2]}},
        **FOUR,
    ),
    "C.6.7-dynamic-but-on-no-ball": clause(
        COMBINED,
        shot("c>6 c@SL", rest=LIE),
        choose("9"),
        {"type": "place", "ball": "c", "at": [0.8, 0.31]},
        options={"dynamic": True},
        preset=MODERN,
        expect={"refused": "overlap"},
        **FOUR,
    ),
    "C.6.7-dynamic-the-next-stroke-may-not-make-the-cue-ball": clause(
        COMBINED,
        shot("c>6 c@SL", rest=LIE),
        choose("9"),
        shot("c>6 c@FL"),
        options={"dynamic": True, "dynamic_bars_cue": True},
        preset=MODERN,
        expect={"fouls": ["cue_ball_potted"], "next": "B"},
        **FOUR,
    ),
    "C.6.2-the-temporary-house": clause(
        COMBINED,
        {"type": "place", "ball": "c", "at": [0.9, 0.2]},
        expect={"positions": {"c": [0.9, 0.2]}},
        balls=["4"],
        positions={"4": [-1.2, 0.1]},
        **HAND,
    ),
    "C.6.2-the-line-does-not-belong-to-the-temporary-house": clause(
        COMBINED,
        {"type": "place", "ball": "c", "at": [0.8875, 0.2]},
        expect={"refused": "house"},
        balls=["4"],
        positions={"4": [-1.2, 0.1]},
        **HAND,
    ),
    "R10-strict-passes-the-opening-on": clause(
        COMBINED,
        {"type": "place", "ball": "c", "at": [0.2, 0.2]},
        options={"house_strict": True},
        expect={"fouls": ["house"], "next": "B", "phase": "break", "debts": {"A": 1}},
        **BREAK,
    ),
    "C.6.5-only-the-ball-in-hand-is-placed": clause(
        FREE, {"type": "place", "ball": "5", "at": [-1.2, 0.2]}, expect={"refused": "not_in_hand"}, **BREAK
    ),
    "C.6.7-the-opening-of-free-pyramid-is-played-with-the-coloured-ball": clause(
        FREE, shot("5>6 6@FL", strike="5"), expect={"refused": "wrong_ball"}, **BREAK
    ),
}

CLOCK: dict[str, Clause] = {
    "R34-time-costs-the-turn-only": clause(
        FREE, {"type": "clock_expired"}, expect={"fouls": ["time"], "next": "B", "scores": {"A": 3}}, scores={"A": 3}
    ),
    "R34-and-the-penalty-as-an-option": clause(
        FREE,
        {"type": "clock_expired"},
        options={"time_foul_penalty": True},
        expect={"fouls": ["time"], "next": "B", "scores": {"A": 2}},
        scores={"A": 3},
    ),
    "R34-time-in-hand-stays-in-hand": clause(
        COMBINED, {"type": "clock_expired"}, expect={"next": "B", "cue_ball": "in_hand_kitchen"}, **HAND
    ),
    "R34-time-at-the-opening-passes-it-on": clause(
        COMBINED, {"type": "clock_expired"}, expect={"next": "B", "phase": "break", "innings": {"A": 0}}, **BREAK
    ),
    "R48-time-before-the-opener-has-chosen": clause(
        *(
            COMBINED,
            {"type": "lag", "results": {"A": {"rest": [-1.5, -0.4], "events": "c#F"}, "B": {"rest": [1, 0.4]}}},
        ),
        referee("call_foul", player="A", kind="time"),
        expect={"next": "B", "options": ["start", "hand_over"]},
    ),
}

DEAD: dict[str, Any] = {"balls": ["1", "3", "4", "6", "9", "10", "12", "15"], "scores": {"A": 4, "B": 3}}
LAG = {
    "type": "lag",
    "results": {"A": {"rest": [-1.0, -0.4], "events": "c#F"}, "B": {"rest": [-1.5, 0.4], "events": "c#F"}},
}
QUIET = [shot("c>2 2#L c#F") for _ in range(12)]
REFEREES: dict[str, Clause] = {
    "GP-01-a-ball-that-drops-in-time-was-potted": clause(
        COMBINED,
        shot("c>6"),
        referee("ball_dropped", ball="6", kind="FL", seconds=4.9),
        expect={"points": 1, "next": "A", "scores": {"A": 1}, "rules": ["R21", "C.6.3"]},
    ),
    "GP-02-at-five-seconds-it-is-put-back": clause(
        COMBINED,
        shot("c>6"),
        referee("ball_dropped", ball="6", kind="FL", seconds=5.0),
        expect={"points": 0, "next": "B", "scores": {"A": 0}, "balls": [*map(str, range(1, 16))]},
    ),
    "GP-03-later-too": clause(
        COMBINED,
        shot("c>6"),
        referee("ball_dropped", ball="6", kind="FL", seconds=6.0),
        expect={"points": 0, "next": "B", "rules": ["R18", "R19"]},
    ),
    "GP-04-a-stroke-that-a-falling-ball-spoilt-is-played-again": clause(
        COMBINED,
        shot("6@FL c>7 7@FL"),
        referee("restore_and_replay"),
        expect={"outcome": "replay", "next": "A", "scores": {"A": 0, "B": 0}, "balls": [*map(str, range(1, 16))]},
    ),
    "GP-06-a-lag-decides-who-plays-from-hand": clause(
        COMBINED,
        referee("dead_position"),
        LAG,
        choose("hand_over"),
        expect={
            "next": "A",
            "phase": "play",
            "cue_ball": "in_hand_kitchen",
            "scores": {"A": 4, "B": 3},
            "positions": {"1": [0.8875, 0]},
        },
        **DEAD,
    ),
    "R26-without-the-coloured-ball-the-lowest-number-is-in-hand": clause(
        FREE,
        referee("dead_position"),
        LAG,
        choose("start"),
        shot("1|out 1>3 3@FL", strike="1"),
        expect={"next": "B", "points": 1, "cue_ball": "as_lies", "fouls": []},
        **DEAD,
    ),
    "R26-only-that-one": clause(
        FREE,
        referee("dead_position"),
        LAG,
        choose("start"),
        shot("3>4", strike="3"),
        expect={"refused": "wrong_ball"},
        **DEAD,
    ),
    "R26-the-coloured-ball-if-it-is-there": clause(
        FREE,
        referee("dead_position"),
        LAG,
        choose("start"),
        shot("c|out c>3 3@FL", strike="c"),
        expect={"next": "B", "points": 1},
        balls=["3", "4", "c"],
    ),
    "R24-not-before-the-opening": clause(
        COMBINED, referee("dead_position"), expect={"refused": "not_allowed"}, **BREAK
    ),
    "GP-08-twelve-safeties-propose-it": clause(
        COMBINED, *QUIET, expect={"next": "A", "options": ["play_on", "dead_position"], "cue_ball": "as_lies"}
    ),
    "GP-08-eleven-do-not": clause(COMBINED, *QUIET[1:], expect={"next": "B", "options": []}),
    "GP-08-a-ball-starts-the-count-afresh": clause(
        COMBINED, *QUIET[:6], shot("c>5 5@FL"), *QUIET[:11], expect={"options": []}
    ),
    "GP-08-both-agree": clause(
        COMBINED,
        *QUIET,
        choose("dead_position"),
        choose("dead_position"),
        expect={"phase": "lag", "positions": {"1": [0.8875, 0]}},
    ),
    "R24-the-other-side-declines": clause(
        COMBINED, choose("dead_position"), choose("play_on"), expect={"next": "A", "phase": "play", "options": []}
    ),
    "R24-once-in-a-turn": clause(
        COMBINED,
        choose("dead_position"),
        choose("play_on"),
        choose("dead_position"),
        expect={"refused": "not_offered"},
    ),
    "R27-the-shooter-plays-on": clause(COMBINED, *QUIET, choose("play_on"), expect={"next": "A", "options": []}),
    "R24-a-blocked-pocket-proposes-it": clause(
        COMBINED,
        shot("c>2", rest={"2": [1.70, 0.80], "3": [1.635, 0.815], "4": [1.715, 0.733], "5": [0, 0]}),
        expect={"options": []},
        balls=["2", "3", "4", "5"],
    ),
    "R24-balls-that-block-each-other": clause(
        COMBINED,
        shot("c>2", rest={"2": [1.69086, 0.85144], "3": [1.73894, 0.80336], "4": [1.67325, 0.78575], "5": [0, 0]}),
        expect={"options": ["play_on", "dead_position"]},
        balls=["2", "3", "4", "5"],
    ),
    "R33-an-awarded-ball-without-a-stroke": clause(
        COMBINED,
        referee("award_ball", ball="6"),
        expect={"next": "A", "scores": {"A": 3, "B": 1}},
        scores={"A": 2, "B": 1},
    ),
    "R33-it-may-win": clause(
        COMBINED, shot("c>5 5#F"), referee("award_ball", ball="6"), expect={"winner": "A"}, scores={"A": 7, "B": 1}
    ),
    "R33-an-awarded-ball-that-wins-without-a-stroke": clause(
        CLASSIC, referee("award_ball", ball="6"), expect={"winner": "A", "scores": {"A": 75}}, scores={"A": 69}
    ),
    "R33-a-foul-voids-it": clause(
        COMBINED,
        shot("c>5", **FOULED),
        referee("award_ball", ball="6"),
        expect={"next": "B", "fouls": ["double_hit"], "points": 0},
    ),
    "R33-unless-the-option-says-otherwise": clause(
        COMBINED,
        shot("c>5", **FOULED),
        referee("award_ball", ball="6"),
        options={"award_on_foul": True},
        expect={"next": "B", "scores": {"A": 2}, "shelves": {"A": ["6"]}},
        scores={"A": 2},
        shelves={},
    ),
    "R33-the-called-ball-in-the-called-pocket": clause(
        CLASSIC,
        shot("c>5 5#F", **call("6", "SR")),
        referee("award_ball", ball="6"),
        expect={"points": 6, "next": "A"},
    ),
    "R33-in-another-pocket": clause(
        CLASSIC,
        shot("c>5 5#F", **call("6", "SR")),
        referee("award_ball", ball="6", kind="HL"),
        expect={"points": 0, "next": "B"},
    ),
    "R33-a-ball-that-is-gone": clause(
        COMBINED, referee("award_ball", ball="6"), expect={"refused": "bad_value"}, balls=["5"]
    ),
    "R33-not-before-the-opening": clause(
        COMBINED, referee("award_ball", ball="6"), expect={"refused": "not_allowed"}, **BREAK
    ),
    "R18-needs-a-stroke": clause(COMBINED, referee("ball_dropped", ball="6"), expect={"refused": "not_allowed"}),
    "R18-needs-a-time": clause(
        COMBINED, shot("c>5"), referee("ball_dropped", ball="6"), expect={"refused": "bad_value"}
    ),
    "C.7-a-foul-is-taken-back": clause(
        CLASSIC,
        shot("c>5 5@FL c@FR", **call("5", "FL")),
        referee("cancel_foul"),
        expect={"fouls": [], "points": 5, "next": "A", "scores": {"A": 5}, "cue_ball": "in_hand_kitchen"},
    ),
    "C.7-a-foul-is-given": clause(
        COMBINED,
        referee("call_foul", kind="touch"),
        expect={"fouls": ["touch"], "next": "B", "scores": {"A": 1}},
        scores={"A": 2},
    ),
    "C.7-a-foul-of-the-other-side": clause(
        COMBINED,
        referee("call_foul", kind="disturb", player="B"),
        choose("9"),
        preset=MODERN,
        expect={"next": "A", "scores": {"A": 6, "B": 6}, "cue_ball": "as_lies"},
        **FOUR,
    ),
    "C.7-no-foul-while-a-ball-is-to-be-named": clause(
        COMBINED,
        shot("c>6 c@SL"),
        referee("call_foul", kind="touch"),
        preset=MODERN,
        expect={"refused": "choose_first"},
        **FOUR,
    ),
    "C.7-no-such-foul": clause(COMBINED, referee("call_foul", kind="kitchen"), expect={"refused": "bad_value"}),
    "C.7-points-are-given": clause(
        COMBINED, referee("award_point", player="B", points=2), expect={"scores": {"B": 2}, "next": "A"}
    ),
    "C.7-points-that-win": clause(COMBINED, referee("award_point", player="B", points=8), expect={"winner": "B"}),
    "C.7-points-for-nobody": clause(COMBINED, referee("award_point", points=2), expect={"refused": "bad_value"}),
    "C.7-no-such-act": clause(COMBINED, referee("new_rack14"), expect={"refused": "not_allowed"}),
    "R15-a-warning": clause(COMBINED, referee("warn", kind="noise"), expect={"next": "A", "text": "Warning: noise."}),
    "R34-a-warning-of-delay": clause(COMBINED, referee("warn_slow"), expect={"rules": ["R34"], "next": "A"}),
    "R16-the-game-is-lost": clause(COMBINED, referee("award_game", player="B"), expect={"winner": "B"}),
    "R17-disqualified": clause(COMBINED, referee("disqualify", player="A"), expect={"winner": "B"}),
    "R20-a-ball-is-put-back": clause(
        FREE,
        referee("restore_ball", positions={"c": [0.1, 0.1]}),
        expect={"balls": ["5", "c"], "positions": {"c": [0.1, 0.1]}},
        balls=["5"],
    ),
    "GP-10-R30-an-interrupted-stroke-is-played-again": clause(
        FREE,
        shot("c>5 5@FL", strike="c"),
        referee("restore_and_replay"),
        expect={"outcome": "replay", "scores": {"A": 0}, "next": "A"},
    ),
    "GP-11-R35-a-protest-stops-play": clause(
        FREE,
        shot("c>7 c#L 7#F", strike="c"),
        {"type": "protest", "by": "A"},
        shot("c>7", strike="c"),
        expect={"refused": "suspended"},
    ),
    "GP-12-R35-after-the-next-stroke-it-is-too-late": clause(
        FREE,
        shot("c>7 7@FL", strike="c"),
        shot("c>6 6@FL", strike="c"),
        {"type": "protest", "by": "B", "about": 0},
        expect={"refused": "too_late"},
    ),
}

ALL = {**OPENINGS, **STROKES, **SAFETIES, **PENALTIES, **CLASSICS, **PLACING, **CLOCK, **REFEREES}


@pytest.mark.parametrize("name", ALL)
def test_a_clause_of_pyramid(name: str) -> None:
    hold(ALL[name])
