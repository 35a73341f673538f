"""The record of a match: exact, chained, verified against the physics."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.actions import (
    Action,
    AskExtension,
    Call,
    Choose,
    ClockExpired,
    Concede,
    PassDarts,
    Place,
    PlayLag,
    RefereeAct,
    Resumed,
    Shot,
    SkipPlayback,
    Throw,
)
from game.case_fields import Field
from game.entries import Entry
from game.errors import BadCase
from game.match import Match, ShotOrder, apply, begin, prepare, resumed, shot_entry
from game.notation import parse_log
from game.record import BrokenRecord, DifferenceKind, entry_line, fold, header, last_hash, verify
from game.record_values import action_json, facts_json, read_action, read_facts
from game.setup import MatchSetup
from game.shot_facts import Facts, HitFacts, LagBall, LagFacts, ShotFacts, TipFact
from game.vocabulary import CUE, Ball, GameKind, Pace, Pocket, Seat, Touch
from physics.simulate import simulate
from physics.trajectories import Stroke, Trace

ENGINE = "engine-1"
STROKE = Stroke(CUE, 0.1 + 0.2, 1.0 / 3.0, 1e-17, (0.1, -0.3))

ACTIONS: list[Action] = [
    Shot(STROKE),
    Shot(STROKE, Call(Ball("8"), Pocket.SL), safety=True, push_out=True, declared=(Ball("3"),)),
    PlayLag(STROKE),
    Place(CUE, (0.1, -0.2)),
    Choose("PICK_BALL(6)"),
    Throw(2, (-31.8, 98.0), 0.53, "9f3c", 183.422),
    Throw(1, (0.0, 0.0)),
    PassDarts(),
    AskExtension(),
    SkipPlayback(),
    Concede(),
    ClockExpired(),
    Resumed(12.5),
    RefereeAct("restore", None, "x", Ball("3"), 2, {Ball("3"): (0.1, 0.2)}, "why"),
    RefereeAct("lose_game", Seat(1)),
]
FACTS: list[Facts | None] = [
    None,
    ShotFacts(
        CUE,
        parse_log("c>1 1#L* c=2,3 3@FL 4^off 5^wood c|out"),
        {CUE: (0.1, 0.2)},
        (TipFact("touch", Ball("5"), 0.1, None), TipFact("miscue")),
        4.25,
        parse_log("1#L"),
    ),
    LagFacts(
        (LagBall(Seat(0), CUE, parse_log("c#F"), (0.1, 0.2), True, 1.5, None), LagBall(Seat(1), CUE, (), None)), 3.0
    ),
    HitFacts("T20", (0.1, 98.7), 12.25),
    HitFacts("NT"),
]


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
def test_actions_come_back_exactly(action: Action) -> None:
    text = json.dumps(action_json(action))
    assert read_action(Field(json.loads(text))) == action


@pytest.mark.parametrize("facts", FACTS, ids=lambda facts: type(facts).__name__)
def test_facts_come_back_exactly(facts: Facts | None) -> None:
    text = json.dumps(facts_json(facts))
    assert read_facts(Field(json.loads(text))) == facts


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=6, max_size=6))
def test_every_number_of_a_stroke_comes_back_exactly(numbers: list[float]) -> None:
    shot = Shot(Stroke(CUE, numbers[0], numbers[1], numbers[2], (numbers[3], numbers[4])))
    facts = ShotFacts(CUE, (), {CUE: (numbers[4], numbers[5])})
    assert read_action(Field(json.loads(json.dumps(action_json(shot))))) == shot
    assert read_facts(Field(json.loads(json.dumps(facts_json(facts))))) == facts


@pytest.mark.parametrize(
    "value", [{"type": "dance"}, {}, [], {"type": "shot"}, {"type": "place", "ball": "c", "at": [1]}]
)
def test_what_is_no_action_is_refused_with_its_path(value: object) -> None:
    with pytest.raises(BadCase):
        read_action(Field(value, "action"))


def run(order: ShotOrder) -> Trace:
    return simulate(order.table, order.constants, order.layout, order.strokes)


def played(game: GameKind, shots: int) -> tuple[list[str], Match]:
    """A match played straight at the ball on, through the physics, with its record."""
    setup = MatchSetup("m", game, bytes(range(32)), touch=Touch.PRO, pace=Pace.INSTANT, engine=ENGINE)
    match, now = begin(setup, 10.0), 10.0
    lines = [header(match.setup, 10.0).text]
    while match.result is None and len(lines) < shots:
        now += 7.0
        seat, table = match.play.to_act[0], match.play.cue_table()
        assert table is not None
        action: Action
        if match.play.offered and not table.strikes:
            action = Choose(match.play.offered[0])
        elif match.play.offered:
            action = Choose(match.play.offered[-1])
        else:
            ball = table.strikes[0]
            target = Ball(str(table.details.get("ball_on", "R")))
            (x, y), (u, v) = table.balls[ball], table.balls[target]
            action = Shot(Stroke(ball, math.atan2(v - y, u - x) + 0.01, 4.0, tip=(0.0, 0.3)))  # over any cushion
        plan = prepare(match, seat, action, now)
        entry = plan if isinstance(plan, Entry) else shot_entry(match, plan, run(plan), now + 0.001)
        step = apply(match, entry)
        lines.append(entry_line(last_hash(lines), entry, step.ruling).text)
        match = step.match
    return lines, match


@pytest.mark.parametrize("game", [GameKind.NINE_BALL, GameKind.THREE_CUSHION])
def test_a_played_match_folds_and_verifies_bit_for_bit(game: GameKind) -> None:
    lines, match = played(game, 12)
    assert fold(lines) == match
    assert verify(lines, run, ENGINE) == []
    assert all(json.loads(line)["hash"] for line in lines)


def test_every_byte_of_a_record_is_held_by_the_chain() -> None:
    lines, match = played(GameKind.NINE_BALL, 5)
    for number, line in enumerate(lines):
        changed = line.replace('"turn":', '"turn": ', 1) if number else line
        assert fold([*lines[:number], changed, *lines[number + 1 :]]) == match
        broken = line[:40] + ("1" if line[40] != "1" else "2") + line[41:]
        with pytest.raises(BrokenRecord) as error:
            fold([*lines[:number], broken, *lines[number + 1 :]])
        assert error.value.line == number + 1
    with pytest.raises(BrokenRecord, match="chain"):
        fold([lines[0], *lines[2:]])


def test_a_record_cut_at_any_line_folds_to_the_match_as_it_was() -> None:
    lines, match = played(GameKind.NINE_BALL, 8)
    assert [fold(lines[: number + 1]).entries for number in range(len(lines))] == list(range(len(lines)))
    assert fold(lines).play == match.play
    with pytest.raises(BrokenRecord):
        fold([])


def rechained(lines: list[str], number: int, change: object) -> list[str]:
    """The record with one line changed and every hash made to fit again: what a forger would hand in."""
    from game.record import START, _chained

    previous, forged = START, []
    for place, line in enumerate(lines):
        members = json.loads(line)
        members.pop("hash")
        if place == number:
            assert callable(change)
            change(members)
        told = _chained(previous, members)
        previous = told.hash
        forged.append(told.text)
    return forged


def first_shot(lines: list[str]) -> int:
    return next(number for number, line in enumerate(lines) if number and json.loads(line)["strokes"])


def test_verification_finds_another_stroke_other_facts_and_another_ruling() -> None:
    lines, _ = played(GameKind.NINE_BALL, 4)
    shot = first_shot(lines)

    def stroke(members: dict[str, dict[str, list[dict[str, float]]]]) -> None:
        members["strokes"][0]["aim"] += 1e-9  # type: ignore[index,call-overload]

    def rest(members: dict[str, dict[str, dict[str, list[float]]]]) -> None:
        members["facts"]["rest"]["9"][0] += 1e-12

    def ruling(members: dict[str, dict[str, object]]) -> None:
        members["ruling"]["text"] = "Well played."

    kinds = {
        kind: {difference.kind for difference in verify(rechained(lines, shot, change), run, ENGINE)}
        for kind, change in (("stroke", stroke), ("rest", rest), ("ruling", ruling))
    }
    assert DifferenceKind.STROKE in kinds["stroke"]
    assert DifferenceKind.FACTS in kinds["rest"]
    assert kinds["ruling"] == {DifferenceKind.RULING}


def test_a_shot_of_another_engine_is_named_and_not_simulated() -> None:
    lines, _ = played(GameKind.NINE_BALL, 4)

    def never(order: ShotOrder) -> Trace:
        raise AssertionError(order)

    found = verify(lines, never, "engine-2")
    assert {difference.kind for difference in found} == {DifferenceKind.NOT_SIMULATED}
    assert not any(difference.is_fault for difference in found)
    assert ENGINE in found[0].text


def test_an_upgrade_in_the_middle_stands_in_the_record() -> None:
    lines, match = played(GameKind.NINE_BALL, 4)
    entry = resumed(match, 100.0, 500.0, "engine-2")
    step = apply(match, entry)
    lines.append(entry_line(last_hash(lines), entry, step.ruling).text)
    assert step.match.engine == "engine-2"
    assert fold(lines) == step.match
    assert verify(lines, run, ENGINE) == []


def test_a_record_that_does_not_fit_its_settings_is_broken() -> None:
    lines, _ = played(GameKind.NINE_BALL, 3)

    def race(members: dict[str, dict[str, int]]) -> None:
        members["setup"]["race_to"] = 5

    def format_two(members: dict[str, int]) -> None:
        members["format"] = 2

    def turn(members: dict[str, int]) -> None:
        members["turn"] = 7

    for number, change in ((0, race), (0, format_two), (1, turn)):
        found = verify(rechained(lines, number, change), run, ENGINE)
        assert [(difference.line, difference.kind) for difference in found] == [(number + 1, DifferenceKind.BROKEN)]
