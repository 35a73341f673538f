"""The acts that the page offers to officials are acts of the game, each of their kinds too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game.actions import RefereeAct
from game.catalog import GAMES
from game.errors import IllegalAction, Refusal
from game.match import Match, begin, prepare_act
from game.setup import MatchSetup
from game.vocabulary import Ball, Family, GameKind, Seat

ACTS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "webclient" / "src" / "referee" / "acts.json").read_text(encoding="utf-8")
)


def acts_of(game: GameKind) -> list[RefereeAct]:
    """Every act that the page offers in this game, once with each of its kinds."""
    family = GAMES[game].family.value
    found = []
    for act in ACTS:
        if family not in act.get("families", [family]) or game.value not in act.get("games", [game.value]):
            continue
        kinds = [*act.get("kinds", []), *act.get("more", {}).get(game.value, [])]
        if "cushion" in act["fields"]:
            kinds = ["H", "F", "L", "R"]
        if "segment" in act["fields"]:
            kinds = ["T20"]
        player = Seat(0) if {"player", "winner"} & set(act["fields"]) else None
        ball = Ball("R" if family == "carom" else "1") if "ball" in act["fields"] else None
        points, seconds = (2 if "points" in act["fields"] else 0), (30.0 if "seconds" in act["fields"] else None)
        dart = 1 if "dart" in act["fields"] else None
        found += [
            RefereeAct(act["do"], player, kind, ball, points, seconds=seconds, dart=dart) for kind in kinds or [""]
        ]
    return found


def refused(match: Match, act: RefereeAct, *, is_director: bool) -> IllegalAction | None:
    """Why an act cannot be carried out, if it cannot."""
    try:
        prepare_act(match, act, 101.0, is_director=is_director)
    except IllegalAction as error:
        return error
    return None


@pytest.mark.parametrize("game", list(GAMES), ids=str)
def test_no_act_of_the_page_is_unknown_to_the_game_or_lacks_what_it_needs(game: GameKind) -> None:
    sides = tuple("AB"[: min(2, max(GAMES[game].sides))])
    options = {"board_seats": "all"} if GAMES[game].family is Family.DARTS else {}
    match = begin(MatchSetup(match_id="m", game=game, key=bytes(32), sides=sides, options=options), 100.0)
    offered = acts_of(game)
    assert offered
    for act in offered:
        why = refused(match, act, is_director=True)
        # No shot was played and no dart was thrown so far: that may be said, and nothing else.
        nothing_yet = Refusal.NOT_ALLOWED if act.dart is None else Refusal.WRONG_DART
        assert why is None or why.code is nothing_yet, (act, why)
        assert why is None or "no act of this game" not in why.text, act


def test_acts_for_the_director_are_his_alone_at_the_page_too() -> None:
    match = begin(MatchSetup(match_id="m", game=GameKind.NINE_BALL, key=bytes(32)), 100.0)
    his = {act["do"] for act in ACTS if act.get("director", False)}
    offered = acts_of(GameKind.NINE_BALL)
    why = {act.do: refused(match, act, is_director=False) for act in offered}
    assert {do for do, error in why.items() if error is not None and "for the director" in error.text} == his
