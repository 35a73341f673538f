"""Pyramid in a match: the time to name a ball, and the lag after a dead position."""

from __future__ import annotations

from itertools import pairwise

import pytest

from game.actions import AskExtension, Choose, ClockExpired, Place, PlayLag, RefereeAct, Shot
from game.cue_play import CuePlay
from game.cue_state import CueState
from game.entries import Entry
from game.errors import IllegalAction, Refusal
from game.match import Match, ShotOrder, apply, begin, deadline, expire, prepare
from game.notation import parse_log
from game.setup import MatchSetup
from game.shot_facts import LagBall, LagFacts, ShotFacts
from game.view import ClockView, view
from game.vocabulary import CUE, Ball, CueBall, GameKind, Pace, Phase, Seat
from physics.trajectories import Stroke


def opened(game: GameKind, **settings: object) -> Match:
    """A match whose opener has taken the opening."""
    setup = MatchSetup("m", game, bytes(32), pace=Pace.INSTANT, preset="pyramid_modern", **settings)  # type: ignore[arg-type]
    match = begin(setup, 0.0)
    return chosen(match, "start", 1.0)


def state_of(match: Match) -> CueState:
    assert isinstance(match.play, CuePlay)
    return match.play.state


def chosen(match: Match, option: str, at: float) -> Match:
    entry = prepare(match, match.play.to_act[0], Choose(option), at)
    assert isinstance(entry, Entry)
    return apply(match, entry).match


def played(match: Match, log: str, at: float) -> Match:
    """The match after a stroke with this log; every ball that stays rests where it lies."""
    state = state_of(match)
    events = parse_log(log)
    gone = {token.split("@")[0] for token in log.split() if "@" in token}
    rest = {ball: place for ball, place in state.positions.items() if ball not in gone}
    stroke = Stroke(CUE, 0.0, 2.0)
    entry = Entry(at, match.turn, state.shooter, Shot(stroke), (stroke,), ShotFacts(CUE, events, rest, (), 2.0))
    return apply(match, entry).match


@pytest.mark.parametrize(
    ("settings", "kilograms"),
    [
        ({}, 0.285),
        ({"options": {"balls": "light"}}, 0.255),
        ({"options": {"balls": "light"}, "constants": {"ball_mass": 0.27}}, 0.27),
    ],
)
def test_a_match_is_played_with_either_set_of_balls(settings: dict[str, object], kilograms: float) -> None:
    match = opened(GameKind.FREE_PYRAMID, **settings)
    if state_of(match).cue_ball is not CueBall.AS_LIES:
        in_the_house = (state_of(match).setting.cloth.head_string - 0.2, 0.0)
        entry = prepare(match, match.play.to_act[0], Place(CUE, in_the_house), 2.0)
        assert isinstance(entry, Entry)
        match = apply(match, entry).match
    order = prepare(match, match.play.to_act[0], Shot(Stroke(CUE, 0.0, 2.0)), 3.0)
    assert isinstance(order, ShotOrder)
    assert order.constants.ball_mass == kilograms


@pytest.mark.parametrize(("clock", "due"), [(None, 30.5), (60.0, 30.5), (15.0, 25.5)])
def test_mp_05_a_ball_that_is_not_named_in_twenty_seconds_is_the_default(clock: float | None, due: float) -> None:
    match = played(opened(GameKind.COMBINED_PYRAMID, shot_clock=clock), "c|out c>4 c@FL", 10.0)
    default = match.play.offered[0]
    seat = match.play.to_act[0]
    assert deadline(match) == due
    entry = expire(match, due)
    assert entry is not None
    assert isinstance(entry.action, ClockExpired)
    after = apply(match, entry).match
    assert default not in state_of(after).balls
    assert after.play.to_act == (seat,)
    assert deadline(after) == (None if clock is None else due + clock + 0.5)


@pytest.mark.parametrize(("clock", "limit"), [(None, 20.0), (60.0, 20.0), (15.0, 15.0)])
def test_the_time_to_name_a_ball_is_shown_and_cannot_be_extended(clock: float | None, limit: float) -> None:
    match = played(opened(GameKind.COMBINED_PYRAMID, shot_clock=clock), "c|out c>4 c@FL", 10.0)
    seat = match.play.to_act[0]
    shown = view(match)
    assert shown.clock == ClockView(limit, 10.0 + limit, limit, extension_left=False)
    assert "ask_extension" not in shown.legal
    with pytest.raises(IllegalAction) as refused:
        prepare(match, seat, AskExtension(), 9.5 + limit)
    assert refused.value.code is Refusal.NO_EXTENSION
    named = view(chosen(match, "7", 12.0))
    assert named.clock == (None if clock is None else ClockView(clock, 12.0 + clock, 2.0 + clock, extension_left=True))


def test_naming_a_ball_stops_its_time() -> None:
    match = played(opened(GameKind.COMBINED_PYRAMID), "c|out c>4 c@FL", 10.0)
    assert deadline(chosen(match, "7", 12.0)) is None


@pytest.mark.parametrize("game", [GameKind.FREE_PYRAMID, GameKind.COMBINED_PYRAMID])
def test_gp_06_a_dead_position_is_lagged_for_and_the_opener_stays_the_opener(game: GameKind) -> None:
    match = played(opened(game), "c|out c>4 4@FL", 10.0)
    opener = state_of(match).breaker
    entry = Entry(12.0, match.turn, None, RefereeAct("dead_position"))
    match = apply(match, entry).match
    assert match.play.phase is Phase.LAG
    assert set(state_of(match).positions) == {"c", "1"}
    for seat, ball in ((Seat(0), CUE), (Seat(1), Ball("1"))):
        plan = prepare(match, seat, PlayLag(Stroke(ball, 0.0, 1.4)), 13.0)
        if isinstance(plan, Entry):
            match = apply(match, plan).match
        else:
            foot = parse_log(f"{ball}#F")
            facts = LagFacts(
                (LagBall(Seat(0), CUE, foot, (-1.2, -0.4)), LagBall(Seat(1), Ball("1"), foot, (-1.5, 0.4)))
            )
            match = apply(match, Entry(14.0, match.turn, seat, plan.action, plan.strokes, facts)).match
    assert match.play.to_act == (Seat(1),)
    state = state_of(chosen(match, "start", 15.0))
    assert (state.shooter, state.breaker, state.phase) == (Seat(1), opener, Phase.PLAY)
    assert state.cue_ball is CueBall.IN_HAND_KITCHEN
    assert set(state.positions) == {CUE, *state.balls}
    assert state.positions[Ball("1")] == pytest.approx((0.8875, 0.0))
    assert state.positions[CUE][0] < -0.8875
    assert state.scores[opener] == 1


def rows(state: CueState) -> list[list[Ball]]:
    """The racked balls row by row from the apex, each row from the left."""
    balls = sorted((ball for ball in state.balls if ball != CUE), key=lambda ball: state.positions[ball][0])
    starts = [0, 1, 3, 6, 10, 15]
    found = [balls[first:last] for first, last in pairwise(starts)]
    return [sorted(row, key=lambda ball: -state.positions[ball][1]) for row in found]


def test_the_classic_game_racks_its_numbers_in_their_places() -> None:
    racked = rows(state_of(opened(GameKind.CLASSIC_PYRAMID, perfect_rack=True)))
    assert racked == [["4"], ["5", "6"], ["7", "15", "8"], ["9", "14", "13", "10"], ["2", "1", "12", "11", "3"]]


def test_the_other_games_rack_as_drawn_under_the_key() -> None:
    racks = [rows(state_of(opened(game))) for game in (GameKind.FREE_PYRAMID, GameKind.COMBINED_PYRAMID)]
    for rack in racks:
        assert sorted(int(ball) for row in rack for ball in row) == list(range(1, 16))
        assert rack != [["4"], ["5", "6"], ["7", "15", "8"], ["9", "14", "13", "10"], ["2", "1", "12", "11", "3"]]
