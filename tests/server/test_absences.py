"""Who is waited for: only sides that still play, only while somebody is here who does; and when a referee is not."""

from __future__ import annotations

from itertools import combinations

import pytest

from game import match as matches
from game.actions import AgreeToGoOn, Concede, RefereeAct
from game.match import Match
from game.setup import MatchSetup
from game.vocabulary import GameKind, Seat
from server.absences import absences, in_default, next_step
from server.config import Settings
from server.officials import Chair, act_of_the_hall, may_go_on
from server.room_life import Presence

SETTINGS = Settings.model_validate({})
SEATS = range(3)


def begun(game: GameKind = GameKind.X01, sides: int = 3) -> Match:
    return matches.begin(MatchSetup("m", game, bytes(32), sides=("A", "B", "C")[:sides]), 0.0)


def entered(match: Match, seat: int, action: Concede | AgreeToGoOn) -> Match:
    entry = matches.prepare(match, Seat(seat), action, 1.0)
    assert not isinstance(entry, matches.ShotOrder)
    return matches.apply(match, entry).match


def presence(here: set[int], away: set[int]) -> Presence:
    return Presence(True, None, None, dict.fromkeys(away, 0.0), frozenset(here), 3)


@pytest.mark.parametrize("here", [set(some) for size in range(4) for some in combinations(SEATS, size)])
@pytest.mark.parametrize("left", [set(some) for size in range(3) for some in combinations(SEATS, size)])
@pytest.mark.parametrize("conceded", [None, 0, 1, 2])
def test_somebody_is_waited_for_exactly_where_somebody_else_still_plays(
    here: set[int], left: set[int], conceded: int | None
) -> None:
    match = begun()
    out = left | ({conceded} if conceded is not None else set())
    for seat in sorted(out):
        if match.result is None:
            match = entered(match, seat, Concede())
    there = here - left
    away = set(SEATS) - there - left
    waited = {one.seat for one in absences(match, presence(there, away), SETTINGS)}
    expected = away - out if there - out and match.result is None else set()
    assert waited == expected


def test_who_lost_by_staying_away_does_not_lose_again() -> None:
    match, at = begun(), 1e6
    found = absences(match, presence({0, 2}, {1}), SETTINGS)
    assert [one.seat for one in found] == [1]
    lost = matches.prepare_act(match, RefereeAct("forfeit", Seat(1)), at, is_director=True)
    after = matches.apply(match, lost).match
    assert after.result is None
    assert absences(after, presence({0, 2}, {1}), SETTINGS) == ()
    assert next_step((), after, at, SETTINGS) is None


def without_referee() -> Match:
    match = begun(GameKind.THREE_CUSHION, 2)
    return matches.apply(match, matches.prepare_act(match, RefereeAct("suspend", kind="referee_left"), 1.0)).match


def test_an_absent_side_is_asked_for_no_agreement_once_it_is_in_default() -> None:
    match, now = entered(without_referee(), 0, AgreeToGoOn()), 5.0
    found = absences(match, presence({0}, {1}), SETTINGS)
    assert in_default(found, SETTINGS.grace_seconds - 0.1) == frozenset()
    late = in_default(found, SETTINGS.grace_seconds)
    assert late == {1}
    assert not may_go_on(match, frozenset(), now, 900.0)
    assert may_go_on(match, late, now, 900.0)
    assert not may_go_on(without_referee(), late, now, 900.0), "nobody agreed"
    act = act_of_the_hall(match, Chair.AWAY, goes_on=True)
    assert act is not None
    assert act.do == "resume"


def test_no_substitute_in_time_leaves_it_to_one_side_and_not_to_nobody() -> None:
    match = entered(without_referee(), 1, AgreeToGoOn())
    assert not may_go_on(match, frozenset(), 900.9, 900.0)
    assert may_go_on(match, frozenset(), 901.0, 900.0)
    assert not may_go_on(without_referee(), frozenset(), 1e6, 900.0)
    assert not may_go_on(begun(), frozenset(), 1e6, 0.0)
