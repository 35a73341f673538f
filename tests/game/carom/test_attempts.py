"""The clear attempt told by replays of the real stroke, and the record that holds what they said (R64, C.2.4)."""

from __future__ import annotations

import json
from dataclasses import replace
from math import atan2, hypot

from game.actions import Action, Choose, Shot
from game.attempts import AIM, REPLAYS, SPEED, TIP, attempt_of, changed
from game.cue_play import CuePlay
from game.execution import EDGE
from game.match import ShotOrder, apply, begin, prepare, shot_entry
from game.record import DifferenceKind, entry_line, fold, header, last_hash, verify
from game.rulings import Ruling
from game.setup import MatchSetup
from game.vocabulary import Ball, Foul, GameKind, OptionValue, Pace, Touch
from physics.errors import BudgetSpent
from physics.simulate import simulate
from physics.trajectories import Stroke, Trace
from tests.game.test_record import rechained


class Table:
    """A match of Russian libre played with real strokes, and its record."""

    def __init__(self, **options: OptionValue) -> None:
        setup = MatchSetup(
            "m",
            GameKind.LIBRE,
            bytes(32),
            preset="carom_ru",
            options={"first_shot": "fixed", **options},
            touch=Touch.EXACT,
            pace=Pace.INSTANT,
        )
        self.match = begin(setup, 0.0)
        self.lines = [header(self.match.setup, 0.0).text]
        self.simulated = 0
        for option in ("start", "W", "left"):
            self.do(Choose(option))

    def run(self, order: ShotOrder) -> Trace:
        self.simulated += 1
        return simulate(order.table, order.constants, order.layout, order.strokes)

    def order(self, stroke: Stroke, *, safety: bool = False) -> ShotOrder:
        order = prepare(self.match, self.match.play.to_act[0], Shot(stroke, safety=safety), 1.0)
        assert isinstance(order, ShotOrder)
        return order

    def at(self, ball: str, speed: float, aside: float = 0.0) -> Stroke:
        """A stroke of whoever is to act straight at a ball, or so many rad beside it."""
        play = self.match.play
        assert isinstance(play, CuePlay)
        own = play.rules.strikes(play.state)[0]
        (x, y), (tx, ty) = play.state.positions[own], play.state.positions[Ball(ball)]
        return Stroke(own, atan2(ty - y, tx - x) + aside, speed)

    def do(self, action: Action) -> Ruling:
        entry = prepare(self.match, self.match.play.to_act[0], action, 1.0)
        if isinstance(entry, ShotOrder):
            order, before = entry, self.match
            trace = self.run(order)
            entry = shot_entry(before, order, trace, 1.0, attempt_of(before, order, trace, self.run))
        step = apply(self.match, entry)
        self.lines.append(entry_line(last_hash(self.lines), entry, step.ruling).text)
        self.match = step.match
        return step.ruling

    def shoot(self, stroke: Stroke, *, safety: bool = False) -> Ruling:
        return self.do(Shot(stroke, safety=safety))

    def attempt(self) -> list[float]:
        """What the record says of the replays of the last stroke."""
        told: list[float] = json.loads(self.lines[-1])["facts"]["attempt"]
        return told


def after_a_safety(**options: OptionValue) -> Table:
    """The first side has played a safety, the other one has missed."""
    table = Table(**options)
    assert table.shoot(table.at("R", 2.0), safety=True).fouls == ()
    assert table.shoot(table.at("R", 1.0)).points == 0
    table.simulated = 0
    return table


def test_rl_26_a_soft_stroke_of_which_no_replay_scores_is_a_second_safety() -> None:
    table = after_a_safety()
    assert table.shoot(table.at("R", 0.6)).fouls == (Foul.SAFETY_TWICE,)
    assert table.simulated == 1 + REPLAYS
    scored, nearest = table.attempt()
    assert (scored, nearest > 1.0) == (0, True)


def test_r_64_a_miss_of_which_a_replay_scores_is_an_attempt() -> None:
    table = after_a_safety()
    assert table.shoot(table.at("R", 3.0, aside=0.01)).fouls == ()
    assert 2 < table.simulated <= 1 + REPLAYS
    assert table.attempt()[0] == 1


def test_rl_25_a_miss_that_came_near_the_second_ball_needs_no_replay() -> None:
    table = after_a_safety()
    for aside in range(-60, 60):
        near = table.at("R", 3.0, aside=aside / 1000.0)
        order = table.order(near)
        attempt = attempt_of(table.match, order, table.run(order), table.run)
        if attempt is not None and attempt.nearest is not None and attempt.nearest <= 0.25:
            break
    assert aside < 59
    table.simulated = 0
    assert table.shoot(near).fouls == ()
    assert table.simulated == 1


def test_replays_are_made_only_after_a_safety_and_where_they_decide() -> None:
    tables = (Table(), after_a_safety(), after_a_safety(r_clear_attempt="referee"))
    asked = [table.order(table.at("R", 0.6)).asks_attempt for table in tables]
    declared = after_a_safety()
    asked.append(declared.order(declared.at("R", 0.6), safety=True).asks_attempt)
    assert asked == [False, True, False, False]


def test_who_scores_is_asked_nothing() -> None:
    table = after_a_safety()
    for aside in range(-300, 300):
        order = table.order(table.at("R", 4.0, aside=aside / 5000.0))
        trace = table.run(order)
        if apply(table.match, shot_entry(table.match, order, trace, 1.0)).ruling.points:
            break
    assert aside < 299
    assert attempt_of(table.match, order, trace, table.run) is None


def test_a_replay_that_physics_cannot_play_to_its_end_scores_nothing() -> None:
    table = after_a_safety()
    order = table.order(table.at("R", 3.0, aside=0.01))
    trace = table.run(order)

    def spent(replayed: ShotOrder) -> Trace:
        raise BudgetSpent("events")

    attempt = attempt_of(table.match, order, trace, spent)
    assert attempt is not None
    assert attempt.scored == 0


def test_replays_lie_within_their_bounds_on_every_side_and_are_drawn_under_the_key() -> None:
    stroke = Stroke(Ball("W"), 1.0, 4.0, 0.1, (0.3, -0.2))
    drawn = changed(stroke, bytes(32), "a")
    assert drawn == changed(stroke, bytes(32), "a")
    assert drawn != changed(stroke, bytes(32), "b")
    assert drawn != changed(stroke, bytes(31) + b"x", "a")
    assert len(set(drawn)) == REPLAYS == 64
    for offsets, most in (
        ([one.aim - 1.0 for one in drawn], AIM),
        ([one.speed / 4.0 - 1.0 for one in drawn], SPEED),
        ([one.tip[0] - 0.3 for one in drawn], TIP),
        ([one.tip[1] + 0.2 for one in drawn], TIP),
    ):
        assert max(offsets) <= most
        assert min(offsets) >= -most
        assert max(offsets) > 0.8 * most
        assert min(offsets) < -0.8 * most
    assert {(one.ball, one.elevation) for one in drawn} == {("W", 0.1)}
    at_the_edge = changed(replace(stroke, tip=(0.99, 0.0), speed=16.0), bytes(32), "a")
    assert all(hypot(*one.tip) <= EDGE + 1e-12 and one.speed <= 16.0 for one in at_the_edge)


def test_the_record_folds_and_verifies_and_another_answer_of_the_replays_does_not() -> None:
    table = after_a_safety()
    table.shoot(table.at("R", 0.6))
    assert fold(table.lines) == table.match
    assert verify(table.lines, table.run, table.match.setup.engine) == []

    def change(line: dict[str, object]) -> None:
        line["facts"]["attempt"] = [1, 0.3]  # type: ignore[index]

    forged = rechained(table.lines, len(table.lines) - 1, change)
    kinds = {difference.kind for difference in verify(forged, table.run, table.match.setup.engine)}
    assert DifferenceKind.FACTS in kinds
