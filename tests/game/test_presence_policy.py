"""From when the match of an absent player may be claimed, in each family of games."""

from __future__ import annotations

import pytest

from game import match as matches
from game.actions import EndTimeOut, RefereeAct, TakeTimeOut
from game.match import Match
from game.presence import CASUAL_DART, DARTS_LOST, Graces, claimable_at, time_out_left, uses_time_out
from game.setup import MatchSetup
from game.stops import TIME_OUT
from game.vocabulary import GameKind, Seat

GRACES = Graces(cue=120.0, darts=60.0)


def begun(game: GameKind, shot_clock: float | None = None) -> Match:
    return matches.begin(MatchSetup("m", game, bytes(32), shot_clock=shot_clock), 0.0)


def entered(match: Match, seat: Seat, action: TakeTimeOut | EndTimeOut, now: float) -> Match:
    entry = matches.prepare(match, seat, action, now)
    assert not isinstance(entry, matches.ShotOrder)
    return matches.apply(match, entry).match


@pytest.mark.parametrize(
    ("game", "clock", "waits"),
    [
        (GameKind.NINE_BALL, None, 120.0 + TIME_OUT),
        (GameKind.THREE_CUSHION, None, 120.0),
        (GameKind.X01, None, 60.0 + DARTS_LOST * CASUAL_DART),
        (GameKind.X01, 15.0, 60.0 + DARTS_LOST * 15.0),
    ],
)
def test_each_family_has_its_own_patience(game: GameKind, clock: float | None, waits: float) -> None:
    assert claimable_at(begun(game, clock), Seat(1), 1000.0, GRACES) == 1000.0 + waits


def test_the_time_out_of_the_absent_begins_after_the_grace_and_is_used_once() -> None:
    match = begun(GameKind.NINE_BALL)
    seat = match.play.to_act[0]
    assert not uses_time_out(match, seat, 0.0, 119.0, GRACES)
    assert uses_time_out(match, seat, 0.0, 120.0, GRACES)
    assert not uses_time_out(match, Seat(1 - seat), 0.0, 120.0, GRACES), "he is not at the table"
    resting = entered(match, seat, TakeTimeOut(), 130.0)
    assert claimable_at(resting, seat, 0.0, GRACES) == 130.0 + TIME_OUT
    back = entered(resting, seat, EndTimeOut(), 200.0)
    assert time_out_left(back, seat) == 0.0
    assert not uses_time_out(back, seat, 300.0, 500.0, GRACES)
    assert claimable_at(back, seat, 300.0, GRACES) == 420.0


def test_nobody_is_in_default_while_play_is_stopped_or_over() -> None:
    match = begun(GameKind.THREE_CUSHION)
    stop = matches.prepare_act(match, RefereeAct("suspend"), 10.0)
    assert claimable_at(matches.apply(match, stop).match, Seat(0), 0.0, GRACES) is None
    lost = matches.prepare_act(match, RefereeAct("forfeit", Seat(1)), 10.0, is_director=True)
    over = matches.apply(match, lost).match
    assert over.result is not None
    assert claimable_at(over, Seat(0), 0.0, GRACES) is None
