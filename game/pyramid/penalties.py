"""What a foul costs: a ball comes back, the opponent takes one, or points. Source: carom C.6.5; taking balls: C.6.7."""

from __future__ import annotations

from math import inf

from game.cloth import distance
from game.cue_flow import FLOW_OPTIONS, offered_opening
from game.cue_state import CueState, Offer, Ruled, next_seat, pass_turn
from game.errors import IllegalAction, Refusal
from game.findings import foul_text
from game.placing import IN_HAND
from game.pyramid.balls import in_order, is_classic
from game.pyramid.books import (
    Pending,
    book_of,
    noted_fouls,
    own_of,
    shelved,
    with_ball_returned,
    with_book,
    with_points,
)
from game.pyramid.fouls import RULES
from game.pyramid.spotting import put_back
from game.rulings import Ruling
from game.values import replace
from game.vocabulary import Ball, CueBall, Foul, Outcome, Phase, Point, Seat

CLASSIC_POINTS = 5
CHOICE_SECONDS = 20.0
"""s to name a ball before the default is taken (C.8)."""


def fouled(table: CueState, lost: tuple[Ball, ...], ruling: Ruling, cue_ball: CueBall) -> Ruled:
    """A foul of the side at the table: what was lost comes back, one penalty is paid, the turn passes.

    table     at rest; lost: object balls that fell or jumped; cue_ball: where the next stroke comes from
    """
    offender = table.shooter
    noted = noted_fouls(_with_safeties(table, 0), offender, ruling.fouls)
    paid, returned = _paid(noted, offender)
    back, spotted = put_back(paid, (*lost, *returned))
    after = pass_turn(back, cue_ball)
    return _settled(after, offender, replace(ruling, rules=(*ruling.rules, "C.6.5"), spotted=spotted))


def _with_safeties(state: CueState, count: int) -> CueState:
    return replace(state, own=replace(own_of(state), safeties=count))


def _paid(state: CueState, offender: Seat) -> tuple[CueState, tuple[Ball, ...]]:
    """The part of the penalty that is paid at once: points, or a ball that comes back."""
    if is_classic(state):
        kind, other = state.setting.word("classic_penalty"), next_seat(state, offender)
        after = with_points(state, offender, 0 if kind == "add5" else -CLASSIC_POINTS)
        after = with_points(after, other, 0 if kind == "deduct5" else CLASSIC_POINTS)
        return _gained(_given(after, offender), other) if kind != "deduct5" else _given(after, offender), ()
    if state.setting.word("penalty") == "return_own":
        return with_ball_returned(state, offender)
    return _given(state, offender), ()


def _given(state: CueState, seat: Seat) -> CueState:
    book = book_of(state, seat)
    return with_book(state, seat, replace(book, given=book.given + 1))


def _gained(state: CueState, seat: Seat) -> CueState:
    book = book_of(state, seat)
    return with_book(state, seat, replace(book, received=book.received + 1))


def _settled(after: CueState, offender: Seat, ruling: Ruling) -> Ruled:
    """The opponent has won by the points added, or takes the ball that is his."""
    other = next_seat(after, offender)
    if is_classic(after):
        return won_by(after, other, ruling) if has_won(after, other) else Ruled(after, ruling)
    if after.setting.word("penalty") == "return_own":
        return Ruled(after, ruling)
    return Ruled(to_take(after, other, other, is_penalty=True), ruling)


def has_won(state: CueState, seat: Seat) -> bool:
    """Whether a side has what wins."""
    return 0 < state.target <= state.scores[seat]


def won_by(state: CueState, winner: Seat, ruling: Ruling) -> Ruled:
    """The game is over."""
    outcome = Outcome.WIN if winner == state.shooter else Outcome.LOSS
    text = f"{ruling.text} Side {winner + 1} has won.".strip()
    return Ruled(state, replace(ruling, continues=False, outcome=outcome, winner=(winner,), text=text))


def to_take(state: CueState, taker: Seat, chooser: Seat, *, is_penalty: bool, near: Point | None = None) -> CueState:
    """The state in which a side names an object ball for a shelf, the default first; one in hand is not on the table.

    near  the place whose nearest ball is the default; None: the foot cushion (C.8)
    """
    in_hand = frozenset({state.hand_ball} if state.cue_ball in IN_HAND else ())
    balls = in_order(state.balls - in_hand) or in_order(state.balls)
    foot = state.setting.cloth.length / 2.0

    def away(ball: Ball) -> float:
        at = state.positions.get(ball)
        if at is None:
            return inf
        return foot - at[0] if near is None else distance(at, near)

    nearest = min(balls, key=away)
    options = (nearest, *(ball for ball in balls if ball != nearest))
    own = replace(own_of(state), pending=Pending(taker, is_penalty, state.phase))
    return replace(
        state, own=own, phase=Phase.OPTION, shooter=chooser, offer=Offer(chooser, options, seconds=CHOICE_SECONDS)
    )


def taken(state: CueState, ball: Ball) -> Ruled:
    """The ball goes to the shelf; as a penalty it counts. Then the taker plays on."""
    pending = own_of(state).pending
    assert pending is not None
    seat = pending.taker
    lying = {name: at for name, at in state.positions.items() if name != ball}
    after = replace(
        state,
        own=replace(own_of(state), pending=None),
        balls=state.balls - {ball},
        positions=lying,
        frozen=state.frozen.without(frozenset({ball})),
        phase=pending.phase,
        shooter=seat,
        offer=None,
    )
    after = with_book(after, seat, shelved(book_of(after, seat), (ball,)))
    text = f"Ball {ball} is taken off the table."
    if not pending.is_penalty:
        return Ruled(after, Ruling(rules=("C.6.7",), continues=True, text=text))
    after = with_points(_gained(after, seat), seat, 1)
    ruling = Ruling(rules=("C.6.5",), text=text)
    return won_by(after, seat, ruling) if has_won(after, seat) else Ruled(after, ruling)


def penalise(state: CueState, offender: Seat, foul: Foul, at: float) -> Ruled:
    """A foul outside a stroke. Time costs the turn, its penalty is an option (R34); others cost both."""
    del at
    ruling = Ruling(rules=(RULES[foul],), fouls=(foul,), text=foul_text((foul,)))
    other = next_seat(state, offender)
    if is_unsettled(state):
        return Ruled(offered_opening(state, other), ruling)
    if state.phase is Phase.OPTION:
        raise IllegalAction(Refusal.CHOOSE_FIRST, "do", "an option has to be chosen first")
    kept = replace(own_of(state), last=None)
    noted = noted_fouls(replace(state, own=kept, offer=None), offender, (foul,))
    is_free_of_charge = foul is Foul.TIME and not state.setting.flag("time_foul_penalty")
    paid, returned = (noted, ()) if is_free_of_charge else _paid(noted, offender)
    back, spotted = put_back(paid, returned)
    after = _turn_lost(back, other) if offender == state.shooter else back
    ruling = replace(ruling, spotted=spotted)
    return Ruled(after, ruling) if is_free_of_charge else _settled(after, offender, ruling)


def _turn_lost(state: CueState, other: Seat) -> CueState:
    """The other side plays: from hand where the ball is in hand; an opening stroke is his to play then."""
    after = pass_turn(state, state.cue_ball if state.cue_ball in IN_HAND else CueBall.AS_LIES)
    if state.phase is Phase.BREAK:
        return replace(after, phase=Phase.BREAK, breaker=other, innings=state.innings)
    return after


def is_unsettled(state: CueState) -> bool:
    """Whether it is still open who opens, or who plays on after a dead position."""
    return state.phase is Phase.LAG or (state.offer is not None and state.offer.options[0] in FLOW_OPTIONS)
