"""Fouls outside a shot, and what a pool referee does. Source: Slovak pool rules 1.8, 1.11, 2.16, 2.28, 3.28, 3.40."""

from __future__ import annotations

from game.actions import RefereeAct
from game.cue_flow import FLOW_OPTIONS, offered_opening
from game.cue_state import CueState, Ruled, is_at_table, next_seat, opponent_of, pass_turn
from game.errors import IllegalAction, Refusal
from game.findings import foul_text
from game.pool.common import RULES
from game.pool.counting import count_foul, warn
from game.rulings import Ruling
from game.values import replace
from game.vocabulary import CueBall, Foul, Outcome, Phase, Seat

AWARDED = {
    "disturb": Foul.DISTURB,
    "conduct": Foul.CONDUCT,
    "touch": Foul.TOUCH,
    "intentional_touch": Foul.TOUCH,
    "time": Foul.TIME,
    "placement": Foul.PLACEMENT,
    "double_hit": Foul.DOUBLE_HIT,
    "push": Foul.PUSH,
    "scoop": Foul.SCOOP,
    "ferrule": Foul.FERRULE,
    "practice": Foul.CONDUCT,
}
"""The kinds of foul that a referee can give."""


def lose_game(state: CueState, loser: Seat, ruling: Ruling) -> Ruled:
    """The game goes to the other side."""
    outcome = Outcome.LOSS if is_at_table(state, loser) else Outcome.WIN
    return Ruled(state, replace(ruling, winner=(next_seat(state, loser),), outcome=outcome))


def penalise_in_hand(state: CueState, offender: Seat, foul: Foul, at: float, three_rule: str = "") -> Ruled:
    """A foul outside a shot where fouls give ball in hand.

    three_rule  number of the rule by which three in a row lose the game; "" where they do not
    """
    counted, is_third = count_foul(state, offender, at)
    ruling = Ruling(rules=(RULES.get(foul, "2.28"),), fouls=(foul,), text=foul_text((foul,)))
    if is_third and three_rule:
        return lose_game(counted, offender, replace(ruling, rules=(*ruling.rules, three_rule)))
    return Ruled(after_penalty(counted, offender), ruling)


def after_penalty(state: CueState, offender: Seat) -> CueState:
    """The one at the table loses it; a foul of the other one gives him the cue ball in hand (3.40).

    Before the break stroke the break changes hands, from the kitchen (pool B.14); before it is settled who breaks,
    the other side chooses (1.8).
    """
    if is_break_unsettled(state):
        return offered_opening(state, next_seat(state, offender))
    if state.phase is Phase.BREAK:
        breaker = opponent_of(state, offender)
        return replace(state, breaker=breaker, shooter=breaker, cue_ball=CueBall.IN_HAND_KITCHEN)
    if not is_at_table(state, offender):
        return replace(state, phase=Phase.PLAY, cue_ball=CueBall.IN_HAND, offer=None)
    return pass_turn(state, CueBall.IN_HAND)


def is_break_unsettled(state: CueState) -> bool:
    """Whether it is still open who breaks: the lag is on, or its winner has not chosen."""
    return state.phase is Phase.LAG or (state.offer is not None and state.offer.options[0] in FLOW_OPTIONS)


def conduct_loses(state: CueState, act: RefereeAct, *, both_on_last: bool) -> Ruled:
    """Unsporting conduct after a warning loses the game, and the next one too if both were on the last ball (2.28)."""
    text = "The game is lost for unsporting conduct."
    ruling = Ruling(rules=("2.28",), fouls=(Foul.CONDUCT,), games=2 if both_on_last else 1, text=text)
    return lose_game(state, named_player(act), ruling)


def awarded_foul(act: RefereeAct) -> Foul:
    """The foul that an award names. Raises IllegalAction."""
    if act.kind not in AWARDED:
        raise IllegalAction(Refusal.BAD_VALUE, "kind", f"no foul of the kind {act.kind!r} can be given here")
    return AWARDED[act.kind]


def named_player(act: RefereeAct) -> Seat:
    """Whom an act concerns. Raises IllegalAction."""
    if act.player is None:
        raise IllegalAction(Refusal.BAD_VALUE, "player", f"{act.do} needs a player")
    return act.player


def warned(state: CueState, act: RefereeAct, at: float) -> Ruled:
    """A warning of the third foul makes it valid; any other one is only noted (2.15, 2.16)."""
    player = named_player(act)
    if act.kind == "two_fouls":
        return Ruled(warn(state, player, at), Ruling(rules=("2.16",), text="Two fouls in a row: the next one counts."))
    return Ruled(state, Ruling(rules=("2.15",), text=f"Warning: {act.kind or act.reason or 'conduct'}."))
