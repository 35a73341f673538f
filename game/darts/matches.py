"""How a darts match begins: the throwing order as listed, drawn, or thrown for at the bull. Source: darts B.7."""

from __future__ import annotations

from game import draws
from game.darts.board_play import begun
from game.darts.bull_off import begin_bull_off
from game.darts.bull_off_play import BullOffPlay
from game.darts.play import DartsPlay, Groups
from game.darts.scram import PAIR
from game.errors import IllegalAction, Refusal
from game.setup import MatchSetup
from game.vocabulary import GameKind, Seat


def begin(setup: MatchSetup) -> DartsPlay | BullOffPlay:
    """A darts match before its first dart. Raises IllegalAction where its settings do not fit the game."""
    if setup.sets != 1:
        raise IllegalAction(Refusal.BAD_VALUE, "sets", "darts are played in legs, not in sets")
    groups, order = _listed(setup), setup.options["order"]
    play = begun(setup, _drawn(setup, groups) if order == "random" else groups, frozenset(), setup.began)
    if order == "bull_off" and len(groups) > 1:
        return BullOffPlay(setup, begin_bull_off(len(setup.sides)), groups, setup.began)
    return play


def _listed(setup: MatchSetup) -> Groups:
    """Seats as they are listed, pairs of SCRAM together."""
    size, sides = PAIR if setup.game is GameKind.SCRAM else 1, len(setup.sides)
    starts = range(0, sides, size)
    return tuple(tuple(Seat(seat) for seat in range(first, min(first + size, sides))) for first in starts)


def _drawn(setup: MatchSetup, groups: Groups) -> Groups:
    return draws.pick(setup.key, f"{setup.match_id}/order", groups, len(groups))
