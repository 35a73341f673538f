"""Pool of two teams of two: partners take turns, and what belongs to a side belongs to both (6.2, 1.6, pool B.18)."""

from __future__ import annotations

import pytest

from game.actions import AskExtension, Choose, Shot, TakeTimeOut
from game.catalog import CUE_GAMES
from game.cue_play import CuePlay
from game.entries import Entry
from game.errors import IllegalAction, Refusal
from game.match import Match, apply, begin, legal, prepare
from game.notation import parse_log
from game.presence import time_out_left
from game.setup import MatchSetup
from game.shot_facts import ShotFacts
from game.view import view
from game.vocabulary import Ball, Family, GameKind, Pace, Seat
from physics.trajectories import Stroke

POOL = sorted(kind for kind, rules in CUE_GAMES.items() if rules.family is Family.POOL)
STROKE = Stroke(Ball("c"), 0.1, 2.0)


def setup_of(game: str, **changes: object) -> MatchSetup:
    values = {"sides": ("Ada", "Bo", "Cy", "Di"), "pace": Pace.INSTANT, "options": {"teams": True}, "race_to": 2}
    return MatchSetup("m", GameKind(game), bytes(32), **{**values, **changes})  # type: ignore[arg-type]


def started(game: str, **changes: object) -> Match:
    match = begin(setup_of(game, **changes), 0.0)
    return chosen(match, "BREAK", 1.0)


def chosen(match: Match, option: str, now: float) -> Match:
    entry = prepare(match, match.play.to_act[0], Choose(option), now)
    assert isinstance(entry, Entry)
    return apply(match, entry).match


def shot(match: Match, log: str, now: float) -> Match:
    rest = dict(cue_play(match).state.positions)
    facts = ShotFacts(Ball("c"), parse_log(log), {ball: at for ball, at in rest.items() if f"{ball}@" not in log})
    seat = match.play.to_act[0]
    return apply(match, Entry(now, match.turn, seat, Shot(STROKE), (STROKE,), facts)).match


def cue_play(match: Match) -> CuePlay:
    assert isinstance(match.play, CuePlay)
    return match.play


@pytest.mark.parametrize("game", POOL)
def test_four_sides_play_only_as_two_teams(game: str) -> None:
    with pytest.raises(IllegalAction) as four:
        begin(setup_of(game, options={}), 0.0)
    with pytest.raises(IllegalAction) as two:
        begin(setup_of(game, sides=("Ada", "Bo")), 0.0)
    assert (four.value.path, two.value.path) == ("sides", "sides")


def test_partners_take_turns_and_share_everything_of_their_side() -> None:
    match = started("nine_ball")
    first = match.play.to_act[0]
    order = []
    for now in range(3):
        order.append(match.play.to_act[0])
        match = shot(match, "c|out c>2 2#F", 10.0 + now)
    order.append(match.play.to_act[0])
    assert order == [Seat((first + step) % 4) for step in range(4)]
    fouls = [side.details["consecutive_fouls"] for side in view(match).sides]
    assert fouls == [2 if seat % 2 == first % 2 else 1 for seat in range(4)]


def test_a_third_foul_of_either_partner_loses_the_game_for_both() -> None:
    match = started("nine_ball")
    first = match.play.to_act[0]
    for now in range(5):
        match = shot(match, "c|out c>2 2#F", 10.0 + now)
    assert [side.games for side in view(match).sides] == [int(seat % 2 != first % 2) for seat in range(4)]


def test_a_match_is_won_by_both_partners() -> None:
    match = started("nine_ball")
    first = match.play.to_act[0]
    match = shot(match, "c|out c>1 1>9 9@FL", 10.0)
    match = chosen(match, "BREAK", 11.0)
    match = shot(match, "c|out c>1 1>9 9@FL", 12.0)
    assert match.result is not None
    assert match.result.winners == (first % 2, first % 2 + 2)
    assert match.result.scores == tuple(2 * int(seat % 2 == first % 2) for seat in range(4))


def test_only_the_other_team_may_ask_for_a_call() -> None:
    match = started("eight_ball")
    match = shot(match, "c|out c>1 1>3 3@HL", 10.0)
    shooter = match.play.to_act[0]
    partner, others = Seat((shooter + 2) % 4), [Seat((shooter + step) % 4) for step in (1, 3)]
    assert "choose_option" not in legal(match, partner)
    with pytest.raises(IllegalAction) as refused:
        prepare(match, partner, Choose("ASK_CALL"), 20.0)
    assert refused.value.code is Refusal.NOT_YOUR_TURN
    for other in others:
        assert "choose_option" in legal(match, other)
        assert isinstance(prepare(match, other, Choose("ASK_CALL"), 20.0), Entry)


def test_a_team_has_one_time_out_and_one_extension_in_all() -> None:
    match = started("nine_ball", shot_clock=35.0)
    first = match.play.to_act[0]
    partner = Seat((first + 2) % 4)
    entry = prepare(match, first, AskExtension(), 30.0)
    assert isinstance(entry, Entry)
    match = apply(match, entry).match
    for now in (31.0, 32.0):
        match = shot(match, "c|out c>1 1#F", now)
    assert match.play.to_act == (partner,)
    assert "ask_extension" not in legal(match, partner)
    shown = view(match).clock
    assert shown is not None
    assert not shown.extension_left
    assert time_out_left(match, first) == time_out_left(match, partner) == 300.0
    entry = prepare(match, partner, TakeTimeOut(), 33.0)
    assert isinstance(entry, Entry)
    match = apply(match, entry).match
    assert time_out_left(match, first) == time_out_left(match, partner) == 0.0
    assert time_out_left(match, Seat((first + 1) % 4)) == 300.0
