"""Dead positions: who may propose one, and the shortened pyramid that follows. Source: R24 to R28, carom C.6.8."""

from __future__ import annotations

from itertools import product

from game.cloth import distance
from game.cue_state import CueState, Offer, Ruled, next_seat, with_positions
from game.placing import IN_HAND
from game.pyramid.balls import in_order, is_free, shortened
from game.pyramid.books import own_of
from game.rulings import Ruling
from game.values import replace
from game.vocabulary import CUE, Ball, CueBall, Phase, Point

DEAD_POSITION, PLAY_ON = "dead_position", "play_on"
MASSED = 3
"""Balls whose edge is within two diameters of a pocket and that can block it (C.6.8)."""


def accepts(state: CueState, option: str) -> bool:
    """Whether a dead position can be proposed though it is not offered: once in a turn, between strokes."""
    return option == DEAD_POSITION and state.phase is Phase.PLAY and not own_of(state).asked


def at_turn(state: CueState) -> CueState:
    """The side at the table is asked where safeties drag on or a pocket is blocked; it need not answer (R24, R27)."""
    own = own_of(state)
    is_due = own.safeties >= state.setting.number("dead_safeties") or bool(blocked_pockets(state))
    if state.phase is not Phase.PLAY or state.offer is not None or own.asked or not is_due:
        return state
    return replace(state, offer=Offer(state.shooter, (PLAY_ON, DEAD_POSITION), blocking=False))


def blocked_pockets(state: CueState) -> tuple[Point, ...]:
    """The pockets with three balls or more massed at them of which none has a free way in."""
    cloth = state.setting.cloth
    corners = product((-cloth.length / 2.0, 0.0, cloth.length / 2.0), (-cloth.width / 2.0, cloth.width / 2.0))
    return tuple(pocket for pocket in corners if _is_blocked(state, pocket))


def _is_blocked(state: CueState, pocket: Point) -> bool:
    reach = state.setting.cloth.diameter
    places = [at for ball, at in state.positions.items() if ball in state.balls]
    massed = [at for at in places if distance(at, pocket) <= 2.5 * reach]
    return len(massed) >= MASSED and not any(_has_way(at, pocket, massed, reach) for at in massed)


def _has_way(at: Point, pocket: Point, others: list[Point], reach: float) -> bool:
    """Whether no other ball stands in the way from here to the pocket."""
    dx, dy = pocket[0] - at[0], pocket[1] - at[1]
    square = dx * dx + dy * dy
    for other in others:
        if other == at:
            continue
        part = min(1.0, max(0.0, ((other[0] - at[0]) * dx + (other[1] - at[1]) * dy) / square))
        if part > 0.0 and distance(other, (at[0] + part * dx, at[1] + part * dy)) < reach:
            return False
    return True


def answered(state: CueState, option: str) -> Ruled:
    """A proposal, its refusal, or the agreement of both."""
    own = own_of(state)
    if own.proposer is None and option == PLAY_ON:
        after = replace(state, own=replace(own, asked=True), offer=None)
        return Ruled(after, Ruling(rules=("R27",), text="Play goes on."))
    if own.proposer is None:
        other = next_seat(state, state.shooter)
        asked = replace(own, asked=True, proposer=state.shooter)
        offer = Offer(other, (PLAY_ON, DEAD_POSITION))
        after = replace(state, own=asked, phase=Phase.OPTION, shooter=other, offer=offer)
        return Ruled(after, Ruling(rules=("R24",), text="A dead position is proposed."))
    if option == PLAY_ON:
        back = replace(own, proposer=None)
        after = replace(state, own=back, phase=Phase.PLAY, shooter=own.proposer, offer=None)
        return Ruled(after, Ruling(rules=("R24",), text="The other side wants to play on."))
    return declared(state)


def declared(state: CueState) -> Ruled:
    """The object balls stand as a shortened pyramid; a lag decides who plays on, from hand (R24 to R26, R28)."""
    own = own_of(state)
    cleared = replace(own, safeties=0, asked=False, proposer=None, last=None, pending=None, opener=state.breaker)
    after = laid(replace(state, own=cleared))
    after = replace(after, phase=Phase.LAG, offer=None, lags={}, resumed=True, run=0)
    text = "A dead position: the balls are racked again, a lag decides who plays."
    return Ruled(after, Ruling(rules=("R24", "R25", "R26"), text=text))


def laid(state: CueState) -> CueState:
    """The shortened pyramid, and the cue ball in hand in the house; without the coloured ball the lowest number."""
    balls = in_order(state.balls)
    hand = CUE if not is_free(state) or CUE in balls else balls[0]
    places = shortened((ball for ball in balls if ball != hand), state.setting.cloth)
    after = replace(state, cue_ball=CueBall.IN_HAND_KITCHEN, hand_ball=hand)
    moved: frozenset[Ball] = frozenset({*balls, *state.positions, CUE})
    return with_positions(after, places, moved)


def set_up_again(state: CueState) -> CueState:
    """The winner of the lag, or whom he sends, plays on; the opener of the game stays the same."""
    opener = own_of(state).opener
    assert opener is not None
    after = laid(replace(state, own=replace(own_of(state), opener=None)))
    return replace(after, phase=Phase.PLAY, breaker=opener)


def is_in_hand(state: CueState) -> bool:
    """Whether the next stroke is played from hand."""
    return state.cue_ball in IN_HAND
