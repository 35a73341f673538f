"""Double hit, push and press by the half-radius and 45 degree rule (R3 to R5); what a match shows of pyramid."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, radians, sin

import pytest

from game.actions import Choose, Shot
from game.catalog import CUE_GAMES
from game.cloth import PYRAMID_12FT, Frozen
from game.cue_play import CuePlay, blank_state
from game.cue_state import CueState, PlayedShot, Setting
from game.entries import Entry
from game.judge import judge_case
from game.match import apply, begin, prepare
from game.notation import parse_log
from game.options import resolve_options
from game.pyramid.cue_contact import geometric_facts
from game.pyramid.fouls import find_fouls
from game.pyramid.reading import read
from game.setup import MatchSetup
from game.shot_facts import ShotFacts, TipFact
from game.view import view
from game.vocabulary import CUE, Ball, Cushion, Family, Foul, GameKind
from physics.trajectories import Stroke
from tests.game.random_play import RandomPlay

D, R = 0.068, 0.034
SIX = Ball("6")


def table(gap: float, options: dict[str, object] | None = None, frozen: Frozen | None = None) -> CueState:
    """The six in the middle, the cue ball towards the head by a gap."""
    rules = CUE_GAMES[GameKind.COMBINED_PYRAMID]
    resolved = resolve_options(rules.options, {}, options or {})  # type: ignore[arg-type]
    setting = Setting(rules.kind, Family.PYRAMID, PYRAMID_12FT, resolved)
    positions = {CUE: (-(D + gap), 0.0), SIX: (0.0, 0.0)}
    return replace(blank_state(rules, setting), positions=positions, frozen=frozen or Frozen())


def fouls(state: CueState, aim: float, log: str = "c>6 6#F c#L", tip: tuple[str, ...] = ()) -> set[Foul]:
    facts = ShotFacts(CUE, parse_log(log), {}, tuple(TipFact(kind) for kind in tip), 3.0)
    shot = PlayedShot(Shot(Stroke(CUE, aim, 2.0)), facts)
    return {finding.foul for finding in find_fouls(state, shot, read(shot))}


def touching(cushion: Cushion) -> Frozen:
    return Frozen(cushions=frozenset({(SIX, cushion)}))


@pytest.mark.parametrize(
    ("gap", "degrees", "expected"),
    [
        (0.0, 0.0, {Foul.PUSH}),
        (0.0, 44.0, {Foul.PUSH}),
        (0.0, -46.0, set()),
        (0.001, 10.0, {Foul.DOUBLE_HIT}),
        (R / 2 - 1e-6, 0.0, {Foul.DOUBLE_HIT}),
        (R / 2 + 1e-6, 0.0, set()),
        (0.001, 45.1, set()),
    ],
)
def test_r4_a_ball_close_by_is_played_at_an_angle(gap: float, degrees: float, expected: set[Foul]) -> None:
    assert fouls(table(gap), radians(degrees)) == expected


@pytest.mark.parametrize(
    ("gap", "frozen", "kind", "margin"),
    [
        (0.0, Frozen(), "push", 1000.0 * R / 2),
        (0.004, Frozen(), "double_hit", 1000.0 * (R / 2 - 0.004)),
        (0.0004, Frozen(cushions=frozenset({(SIX, Cushion.FOOT)})), "press", 0.6),
    ],
)
def test_r4_r5_the_fact_tells_the_ball_and_by_how_much(gap: float, frozen: Frozen, kind: str, margin: float) -> None:
    state = table(gap, frozen=frozen)
    shot = PlayedShot(Shot(Stroke(CUE, 0.0, 2.0)), ShotFacts(CUE, parse_log("c>6"), {}, (), 3.0))
    (fact,) = geometric_facts(state, 0.0, read(shot))
    assert (fact.kind, fact.ball) == (kind, SIX)
    assert fact.margin_mm == pytest.approx(margin)


@pytest.mark.parametrize(
    ("cushion", "degrees", "expected"),
    [
        (Cushion.FOOT, 0.0, {Foul.PRESS}),
        (Cushion.FOOT, 90.0, {Foul.PRESS}),
        (Cushion.LEFT, -29.0, {Foul.PRESS}),
        (Cushion.LEFT, -31.0, {Foul.DOUBLE_HIT}),
        (Cushion.RIGHT, 50.0, set()),
        (Cushion.HEAD, 0.0, {Foul.DOUBLE_HIT}),
    ],
)
def test_r5_a_ball_is_pressed_against_its_cushion(cushion: Cushion, degrees: float, expected: set[Foul]) -> None:
    assert fouls(table(0.0005, frozen=touching(cushion)), radians(degrees)) == expected


def test_r5_not_from_further_away() -> None:
    assert fouls(table(0.0011, frozen=touching(Cushion.FOOT)), pi / 3) == set()


def test_what_the_model_says_counts_only_where_it_is_asked_for() -> None:
    assert fouls(table(0.5), 0.0, tip=("double_hit", "touch")) == {Foul.TOUCH}
    assert fouls(table(0.0, {"cue_fouls": "model"}), 0.0, tip=("double_hit",)) == {Foul.DOUBLE_HIT}
    assert fouls(table(0.0, {"cue_fouls": "model"}), 0.0) == set()
    assert fouls(table(0.0, {"cue_fouls": "off"}), 0.0, tip=("double_hit",)) == set()


def test_a_stroke_that_meets_nothing_is_no_double_hit() -> None:
    assert fouls(table(0.0), pi, "c#H") == {Foul.NO_HIT}


@pytest.mark.parametrize(
    ("way", "aim", "expected"),
    [
        (3.0, -3.2, {Foul.DOUBLE_HIT}),
        (0.7, 0.7, {Foul.DOUBLE_HIT}),
        (0.7, -0.7, set()),
        (-2.0, -2.7, {Foul.DOUBLE_HIT}),
    ],
)
def test_the_angle_is_taken_from_the_line_of_the_balls(way: float, aim: float, expected: set[Foul]) -> None:
    turned = {CUE: (-(D + 0.001) * cos(way), -(D + 0.001) * sin(way)), SIX: (0.0, 0.0)}
    assert fouls(replace(table(0.0), positions=turned), aim) == expected


@pytest.mark.parametrize("game", ["free_pyramid", "combined_pyramid", "classic_pyramid"])
def test_the_scoreboard_adds_up(game: str) -> None:
    """Balls made and gained, less those given back or owed, are what the score says (carom C.6.9)."""
    setup = MatchSetup("m", GameKind(game), bytes(32), options={"target": 8 if game != "classic_pyramid" else 71})
    play = RandomPlay(setup, 5)
    match = play.run()
    assert isinstance(match.play, CuePlay)
    for side in match.play.sides():
        own, other = side.details["own_balls"], side.details["other_balls"]
        assert isinstance(own, int)
        assert isinstance(other, int)
        assert own + other >= 0
        assert side.details["penalties_given"] == (0 if not side.details["fouls"] else side.details["penalties_given"])
        if game != "classic_pyramid":
            given, gained, debt = (side.details[name] for name in ("penalties_given", "penalties_received", "debt"))
            assert isinstance(given, int)
            assert isinstance(debt, int)
            assert side.score == own + other - given + debt
            assert gained == 0


def test_a_table_that_is_opened_says_so() -> None:
    match = begin(MatchSetup("m", GameKind.CLASSIC_PYRAMID, bytes(32)), 0.0)
    seat = match.play.to_act[0]
    entry = prepare(match, seat, Choose("start"), 1.0)
    assert isinstance(entry, Entry)
    shown = view(apply(match, entry).match)
    assert shown.sides[0].details["shelf"] == ""
    assert shown.cue is not None
    told = {"opening": True, "call_required": False, "hand_ball": "c", "temporary_house": False, "target": 71}
    assert {name: shown.cue.details[name] for name in told} == told
    assert shown.cue.strikes == ("c",)


def test_a_target_must_be_something() -> None:
    answer = judge_case(
        {"id": "x", "game": "free_pyramid", "state": {"target": 0}, "action": {"type": "clock_expired"}}
    )
    assert answer.error == "state.target: must be 1 or more"
