"""`cuehall judge`: answers, errors with their path, comparison."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from game.cue_cases import differing
from game.judge import judge_case, judge_cases

GOOD = {"id": "a", "game": "nine_ball", "action": {"type": "shot", "events": "c>1 1#F"}}

UNREADABLE: dict[str, tuple[object, str]] = {
    "no-case": (7, "case: must be an object"),
    "no-game": ({"id": "a"}, "game: is missing"),
    "unknown-game": ({**GOOD, "game": "croquet"}, "game: croquet cannot be judged here"),
    "game-is-no-text": ({**GOOD, "game": 3}, "game: must be a string"),
    "no-action": ({"id": "a", "game": "nine_ball"}, "action: is missing"),
    "no-actions": ({"id": "a", "game": "nine_ball", "actions": []}, "actions: at least one action is needed"),
    "no-type": ({**GOOD, "action": {}}, "action.type: is missing"),
    "unknown-type": ({**GOOD, "action": {"type": "dance"}}, "action.type: there is no action dance"),
    "no-events": ({**GOOD, "action": {"type": "shot"}}, "action.events: is missing"),
    "bad-token": (
        {**GOOD, "action": {"type": "shot", "events": "c>1 x"}},
        "action.events: token 2 ('x'): not a token of the shot log",
    ),
    "self-touch": (
        {**GOOD, "action": {"type": "shot", "events": "c>c"}},
        "action.events: token 1 ('c>c'): a ball cannot touch itself",
    ),
    "named-twice": (
        {**GOOD, "action": {"type": "shot", "events": "c=2,2"}},
        "action.events: token 1 ('c=2,2'): a ball is named twice",
    ),
    "foreign-ball": (
        {**GOOD, "action": {"type": "shot", "events": "c>12"}},
        "action.events: this game has no ball 12",
    ),
    "foreign-strike": (
        {**GOOD, "action": {"type": "shot", "events": "", "strike": "W"}},
        "action.strike: this game has no ball W",
    ),
    "second-of-actions": (
        {"id": "a", "game": "nine_ball", "actions": [GOOD["action"], {"type": "place", "ball": "c"}]},
        "actions[1].at: is missing",
    ),
    "place-of-one-number": (
        {**GOOD, "action": {"type": "place", "ball": "c", "at": [1]}},
        "action.at: must be two numbers",
    ),
    "place-of-text": (
        {**GOOD, "action": {"type": "place", "ball": "c", "at": ["x", 1]}},
        "action.at[0]: must be a number",
    ),
    "phase": ({**GOOD, "state": {"phase": "dance"}}, "state.phase: must be one of lag, break,"),
    "state-is-a-list": ({**GOOD, "state": []}, "state: must be an object"),
    "shooter": ({**GOOD, "state": {"shooter": "Z"}}, "state.shooter: no player is called Z"),
    "balls": ({**GOOD, "state": {"balls": ["1", "12"]}}, "state.balls: this game has no ball 12"),
    "no-nine": ({**GOOD, "state": {"balls": ["1"]}}, "state.balls: the 9 is on the table"),
    "no-ball": ({**GOOD, "state": {"balls": []}}, "state.balls: no ball is on the table"),
    "no-seven": ({**GOOD, "game": "seven_ball", "state": {"balls": ["2"]}}, "state.balls: the 7 is on the table"),
    "endless-rounds": (
        {"id": "a", "game": "super_100", "options": {"rounds": 10**30}, "action": {"type": "darts", "darts": "20"}},
        "options.rounds: cannot be",
    ),
    "positions": ({**GOOD, "state": {"positions": {"W": [0, 0]}}}, "state.positions.W: this game has no ball W"),
    "positions-nan": (
        {**GOOD, "state": {"positions": {"1": [float("nan"), 0]}}},
        "state.positions.1[0]: must be a number",
    ),
    "frozen": ({**GOOD, "state": {"frozen": [["1", "Q"]]}}, "state.frozen[0][1]: there is no ball or cushion Q"),
    "frozen-alone": ({**GOOD, "state": {"frozen": [["1"]]}}, "state.frozen[0]: must be a ball"),
    "cue-ball": ({**GOOD, "state": {"cue_ball": "lost"}}, "state.cue_ball: must be one of"),
    "scores": ({**GOOD, "state": {"scores": {"A": 1.5}}}, "state.scores.A: must be a whole number"),
    "warned": ({**GOOD, "state": {"warned": {"A": 1}}}, "state.warned.A: must be true or false"),
    "option": ({**GOOD, "options": {"speed": 1}}, "options.speed: this game has no option speed"),
    "option-value": ({**GOOD, "options": {"break_order": "x"}}, "options.break_order: break_order cannot be 'x'"),
    "option-object": ({**GOOD, "options": {"break_order": {}}}, "options.break_order: cannot be the value"),
    "preset": ({**GOOD, "preset": "umb"}, "preset: must be one of sbiz"),
    "players": ({**GOOD, "players": ["A", "A"]}, "players: two players have the same name"),
    "too-many-players": ({**GOOD, "players": ["A", "B", "C"]}, "players: this game has 2 players"),
    "by": ({**GOOD, "action": {**GOOD["action"], "by": "Z"}}, "action.by: no player is called Z"),  # type: ignore[dict-item]
    "cue": ({**GOOD, "action": {"type": "shot", "events": "", "cue": ["kick"]}}, "action.cue[0]: must be one of"),
    "call": (
        {**GOOD, "action": {"type": "shot", "events": "", "call": {"ball": "8", "pocket": "XX"}}},
        "action.call.pocket: must be one of",
    ),
    "lag": (
        {**GOOD, "action": {"type": "lag", "results": {"A": {"rest": [0, 0]}}}},
        "action.results: every player has a lag",
    ),
    "referee": ({**GOOD, "action": {"type": "referee"}}, "action.do: is missing"),
    "push-out-flag": (
        {**GOOD, "action": {"type": "shot", "events": "", "push_out": 1}},
        "action.push_out: must be true",
    ),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_case_that_cannot_be_read_names_the_field(name: str) -> None:
    case, error = UNREADABLE[name]
    answer = judge_case(case)
    assert answer.result is None
    assert answer.error is not None
    assert answer.error.startswith(error)


def test_unknown_keys_are_ignored_and_expectations_do_not_change_the_answer() -> None:
    plain = judge_case(GOOD)
    told = judge_case({**GOOD, "comment": "x", "expect": {"next": "A"}, "rule": "5.1"})
    assert plain.result == told.result
    assert told.differences == {"next": ("A", "B")}


def test_one_case_alone_is_a_list_of_one() -> None:
    assert [answer.id for answer in judge_cases(GOOD)] == ["a"]


def test_a_refused_action_leaves_the_state_and_later_actions_go_on() -> None:
    actions = [{"type": "shot", "events": "c#F", "push_out": True}, {"type": "shot", "events": "c>1 1#F"}]
    refused = judge_case({"id": "a", "game": "nine_ball", "action": actions[0]}).result
    assert refused is not None
    assert (refused["refused"], refused["next"], refused["fouls"]) == ("no_push_out", "A", [])
    after = judge_case({"id": "a", "game": "nine_ball", "actions": actions}).result
    assert after is not None
    assert (after.get("refused"), after["next"]) == (None, "B")


@pytest.mark.parametrize(
    ("expect", "result", "different"),
    [
        ({"fouls": ["a", "b"]}, {"fouls": ["b", "a"]}, []),
        ({"fouls": ["a"]}, {"fouls": ["a", "b"]}, ["fouls"]),
        ({"spotted": {"9": [0.1, 0.2]}}, {"spotted": {"9": [0.10009, 0.2]}}, []),
        ({"spotted": {"9": [0.1, 0.2]}}, {"spotted": {"9": [0.1002, 0.2]}}, ["spotted"]),
        ({"scores": {"A": 1}}, {"scores": {"A": 1, "B": 2}}, []),
        ({"scores": {"A": 1}}, {"scores": {"B": 1}}, ["scores"]),
        ({"winner": None}, {"winner": None}, []),
        ({"winner": None}, {}, ["winner"]),
        ({"continues": True}, {"continues": 1}, ["continues"]),
        ({"marks": {"A": ["foul", "roll:8:F"]}}, {"marks": {"A": ["roll:8:F", "foul"]}}, ["marks"]),
        ({"points": 1}, {"points": "1"}, ["points"]),
        ({"balls": ["1"]}, {"balls": None}, ["balls"]),
    ],
)
def test_comparison(expect: dict[str, object], result: dict[str, object], different: list[str]) -> None:
    assert differing(expect, result) == different


@pytest.mark.parametrize(("state", "winner"), [({"games": {"A": 2}}, None), ({}, "A")])
def test_a_case_that_speaks_of_games_goes_on_after_one(state: dict[str, object], winner: str | None) -> None:
    win = {"type": "shot", "events": "c>1 1>9 9@FL"}
    result = judge_case({"id": "a", "game": "nine_ball", "state": state, "action": win}).result
    assert result is not None
    assert result["winner"] == winner


def last(*actions: object, **state: object) -> dict[str, object]:
    options = state.pop("options", {})
    case = {"id": "a", "game": "nine_ball", "state": state, "options": options, "actions": list(actions)}
    result = judge_case(case).result
    assert result is not None
    return result


SHOT = {"type": "shot", "events": "c>1 1#F"}
STOP, GO = {"type": "referee", "do": "suspend"}, {"type": "referee", "do": "resume"}


def test_suspended_play_refuses_shots_until_it_is_resumed() -> None:
    assert last(STOP, SHOT)["refused"] == "suspended"
    assert last(SHOT, suspended=True)["refused"] == "suspended"
    assert last(STOP, GO, SHOT)["next"] == "B"
    assert last(STOP, SHOT, options={"strict_suspend": True})["winner"] == "B"


def test_shots_while_balls_move_are_refused() -> None:
    assert last(SHOT, moving=True)["refused"] == "balls_moving"


def test_a_protest_suspends_until_it_is_ruled_on_and_comes_before_the_next_stroke() -> None:
    protest = {"type": "protest", "by": "B"}
    assert last(SHOT, protest, SHOT)["refused"] == "suspended"
    ruled = {"type": "referee", "do": "rule_protest", "kind": "rejected"}
    assert last(SHOT, protest, ruled, SHOT)["next"] == "A"
    assert last(SHOT, SHOT, {**protest, "about": 0})["refused"] == "too_late"
    assert "refused" not in last(SHOT, SHOT, {**protest, "about": 1})


def test_time_outs_and_extensions_are_to_be_had_once() -> None:
    take, back = {"type": "time_out"}, {"type": "end_time_out"}
    assert last({"type": "time_out", "by": "B"})["refused"] == "no_time_out"
    assert last(take, SHOT)["refused"] == "suspended"
    assert last(take, back, SHOT)["next"] == "B"
    assert last(take, back, take)["refused"] == "no_time_out"
    more = {"type": "extension"}
    assert "refused" not in last(more)
    assert last(more, more)["refused"] == "no_extension"
    assert last(more, extension_used={"A": True})["refused"] == "no_extension"
    assert last({"type": "extension", "by": "B"})["refused"] == "no_extension"


def test_the_limit_of_the_clock_is_45_s() -> None:
    assert last({"type": "referee", "do": "set_clock", "seconds": 50})["refused"] == "limit_too_long"
    assert "refused" not in last({"type": "referee", "do": "set_clock", "T": 45})


def test_a_replayed_shot_is_as_if_it_had_not_been() -> None:
    foul = {"type": "shot", "events": "c#F"}
    replayed = last(foul, {"type": "referee", "do": "replay_shot"})
    assert (replayed["outcome"], replayed["next"], replayed["consecutive_fouls"]) == ("replay", "A", {"A": 0, "B": 0})
    assert last({"type": "referee", "do": "replay_shot"})["refused"] == "not_allowed"


def test_conceding_and_notes() -> None:
    assert last({"type": "concede"}, games={"A": 3, "B": 6})["winner"] == "B"
    assert last({"type": "concede", "by": "B"})["winner"] == "A"
    assert last({"type": "referee", "do": "mute", "kind": "spectator"})["next"] == "A"
    assert last({"type": "referee", "do": "lose_match", "player": "A"})["winner"] == "B"


def test_the_lag_ball_is_placed_behind_the_head_string() -> None:
    assert last({"type": "place", "ball": "c", "at": [-0.635, -0.3]}, phase="lag")["refused"] == (
        "not_behind_head_string"
    )


def command(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "server", "judge", *arguments], input=text, capture_output=True, text=True, check=False
    )


def test_the_command_answers_and_its_status_tells(tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    file.write_text(json.dumps([GOOD, {"id": "b", "game": "croquet"}]), encoding="utf-8")
    mixed = command(str(file))
    told = json.loads(mixed.stdout)
    assert mixed.returncode == 1
    assert told[0]["result"]["next"] == "B"
    assert told[1] == {"id": "b", "error": "game: croquet cannot be judged here"}
    fine = command("-", text=json.dumps(GOOD))
    assert (fine.returncode, json.loads(fine.stdout)[0]["id"]) == (0, "a")
    wrong = command("--check", "-", text=json.dumps({**GOOD, "expect": {"next": "A"}}))
    assert wrong.returncode == 1
    assert json.loads(wrong.stdout)[0]["differs"] == {"next": {"expected": "A", "got": "B"}}
    right = command("--check", "-", text=json.dumps({**GOOD, "expect": {"next": "B"}}))
    assert right.returncode == 0


@pytest.mark.parametrize("text", ["{", "[" * 100_000, ""])
def test_what_is_no_json_ends_with_one_line(text: str) -> None:
    done = command("-", text=text)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
