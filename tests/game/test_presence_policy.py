"""From when the match of an absent player may be claimed, in each family of games."""

from __future__ import annotations

import pytest

from game import match as matches
from game.actions import Action, AgreeToGoOn, Concede, EndTimeOut, Protest, RefereeAct, SkipPlayback, TakeTimeOut
from game.errors import IllegalAction, Refusal
from game.match import Match
from game.presence import CASUAL_DART, DARTS_LOST, Graces, claimable_at, time_out_left, uses_time_out
from game.setup import MatchSetup
from game.stops import TIME_OUT, Stop
from game.vocabulary import GameKind, Seat

GRACES = Graces(cue=120.0, darts=60.0)


def begun(game: GameKind, shot_clock: float | None = None, **changes: object) -> Match:
    return matches.begin(MatchSetup("m", game, bytes(32), shot_clock=shot_clock, **changes), 0.0)  # type: ignore[arg-type]


def entered(match: Match, seat: Seat, action: Action, now: float) -> Match:
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


@pytest.mark.parametrize(("kind", "claim_at"), [("", None), ("referee_left", 120.0)])
def test_nobody_is_in_default_while_an_official_stops_play_but_where_he_left(kind: str, claim_at: float | None) -> None:
    match = begun(GameKind.THREE_CUSHION)
    stop = matches.prepare_act(match, RefereeAct("suspend", kind=kind), 10.0)
    assert claimable_at(matches.apply(match, stop).match, Seat(0), 0.0, GRACES) == claim_at


def test_nobody_is_in_default_once_the_match_is_over() -> None:
    match = begun(GameKind.THREE_CUSHION)
    lost = matches.prepare_act(match, RefereeAct("forfeit", Seat(1)), 10.0, is_director=True)
    over = matches.apply(match, lost).match
    assert over.result is not None
    assert claimable_at(over, Seat(0), 0.0, GRACES) is None


@pytest.mark.parametrize("bull_off", [False, True])
def test_who_gave_a_dart_match_up_is_out_of_it_whatever_he_does_or_does_not(bull_off: bool) -> None:
    options = {"order": "bull_off"} if bull_off else {}
    match = begun(GameKind.X01, sides=("A", "B", "C"), options=options)
    leaver = Seat(1)
    match = entered(match, leaver, Concede(), 10.0)
    assert match.result is None
    assert (match.play.gone, match.playing) == (frozenset({leaver}), (Seat(0), Seat(2)))
    assert claimable_at(match, leaver, 0.0, GRACES) is None
    assert claimable_at(match, Seat(2), 0.0, GRACES) is not None
    assert matches.legal(match, leaver) == ()
    for action in (Concede(), Protest(0), SkipPlayback(), AgreeToGoOn()):
        with pytest.raises(IllegalAction) as refusal:
            matches.prepare(match, leaver, action, 11.0)
        assert refusal.value.code is Refusal.NOT_SEATED
    act = RefereeAct("forfeit", leaver)
    with pytest.raises(IllegalAction) as refusal:
        matches.prepare_act(match, act, 12.0, is_director=True)
    assert (refusal.value.code, refusal.value.path) == (Refusal.NOT_SEATED, "player")


def test_play_waits_for_nobody_who_gave_up() -> None:
    match = entered(begun(GameKind.X01, sides=("A", "B", "C")), Seat(1), Concede(), 10.0)
    left = matches.prepare_act(match, RefereeAct("suspend", kind="referee_left"), 11.0)
    match = matches.apply(match, left).match
    for seat in (Seat(0), Seat(2)):
        assert match.stops.reason is Stop.REFEREE_LEFT
        match = entered(match, seat, AgreeToGoOn(), 12.0)
    assert match.stops.reason is Stop.NOTHING
