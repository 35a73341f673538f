"""What pyramid games share beside their strokes: set-up, options, referee, what is shown. Source: carom C.6, C.7."""

from __future__ import annotations

from collections.abc import Mapping

from game.actions import RefereeAct, Shot
from game.cue_state import CueState, LastShot, Ruled, Setting, needs_bridge, next_seat
from game.errors import IllegalAction, Refusal
from game.placing import is_temporary_house
from game.play import Detail
from game.pyramid import dead_position
from game.pyramid.balls import NUMBERED, WITH_COLOURED, in_order, is_classic, is_free, value
from game.pyramid.books import book_of, own_of, shelved, with_book, with_points
from game.pyramid.dead_position import DEAD_POSITION, PLAY_ON, is_in_hand
from game.pyramid.fouls import RULES
from game.pyramid.penalties import has_won, is_unsettled, penalise, taken, won_by
from game.pyramid.strokes import ACCEPT, RERACK_OTHER, RERACK_SELF, opening_answered, racked_for, ruled_on
from game.rulings import Ruling
from game.shot_facts import Potted
from game.values import replace
from game.vocabulary import CUE, Ball, Foul, Phase, Pocket, Seat

OPTION_CODES = (ACCEPT, RERACK_SELF, RERACK_OTHER, PLAY_ON, DEAD_POSITION, *NUMBERED)
OPTION_CODES_FREE = (*OPTION_CODES, *WITH_COLOURED[-1:])


def set_up(state: CueState) -> CueState:
    """The full rack with the coloured ball in hand; after a dead position the shortened one (R26)."""
    if own_of(state).opener is not None:
        return dead_position.set_up_again(state)
    return racked_for(state, state.breaker)


def check(state: CueState, shot: Shot) -> None:
    """No push-outs; in the classic game ball and pocket are called, but for the opening and safeties (C.6.7)."""
    if shot.push_out:
        raise IllegalAction(Refusal.NO_PUSH_OUT, "push_out", "pyramid knows no push-out")
    if not is_classic(state) or state.phase is Phase.BREAK:
        return
    if shot.call is None and not shot.safety:
        raise IllegalAction(Refusal.CALL_REQUIRED, "call", "ball and pocket have to be called")
    if shot.call is not None and shot.call.ball not in state.balls:
        raise IllegalAction(Refusal.BAD_VALUE, "call.ball", f"ball {shot.call.ball} is not on the table")


def strikes(state: CueState) -> tuple[Ball, ...]:
    """The balls to be struck: any in free pyramid, but from hand the one that is in hand."""
    if not is_free(state):
        return (CUE,)
    return (state.hand_ball,) if is_in_hand(state) else in_order(state.balls)


def strikable(state: CueState) -> tuple[Ball, ...]:
    """Where there is a cue ball, another one can be struck too: a foul (R7)."""
    return strikes(state) if is_free(state) else (CUE, *in_order(state.balls))


def choose(state: CueState, option: str, at: float) -> Ruled:
    """Answer the opening, a proposal, or name a ball."""
    del at
    if option in (DEAD_POSITION, PLAY_ON):
        return dead_position.answered(state, option)
    state = replace(state, own=replace(own_of(state), last=None))
    if option in (ACCEPT, RERACK_SELF, RERACK_OTHER):
        return opening_answered(state, option)
    return taken(state, Ball(option))


def referee(state: CueState, act: RefereeAct, at: float) -> Ruled:
    """What a referee does in pyramid (R13 to R18, R21, R24, R33, C.7)."""
    match act.do:
        case "dead_position":
            if state.phase is not Phase.PLAY:
                raise IllegalAction(Refusal.NOT_ALLOWED, "do", "no dead position can be declared now")
            return dead_position.declared(state)
        case "award_ball":
            return _ball_awarded(_between_strokes(state), act)
        case "ball_dropped":
            return _dropped(state if state.hanging else _between_strokes(state), act)
        case "cancel_foul":
            last = _last_shot(_between_strokes(state))
            return ruled_on(last.before, last.shot, is_foul_cancelled=True)
        case "call_foul" | "award_foul":
            return penalise(state, state.shooter if act.player is None else act.player, _foul_named(act), at)
        case "award_point":
            return _points_awarded(state, act)
        case "reprimand" | "warn":
            return Ruled(state, Ruling(rules=("R15",), text=f"Warning: {act.kind or act.reason or 'conduct'}."))
        case _:
            raise IllegalAction(Refusal.NOT_ALLOWED, "do", f"{act.do} is no act of this game")


def _between_strokes(state: CueState) -> CueState:
    """The state, refused before the opening stroke and while it is being decided who plays."""
    if state.phase in (Phase.BREAK, Phase.LAG) or is_unsettled(state):
        raise IllegalAction(Refusal.NOT_ALLOWED, "do", "nobody is at the table yet")
    return state


def _foul_named(act: RefereeAct) -> Foul:
    named = next((foul for foul in RULES if foul.value == act.kind), None)
    if named is None:
        raise IllegalAction(Refusal.BAD_VALUE, "kind", f"there is no foul {act.kind!r} in pyramid")
    return named


def _named_ball(state: CueState, act: RefereeAct) -> Ball:
    """The ball that an act is about. Raises IllegalAction where it is not on the table."""
    if act.ball is None or act.ball not in state.balls:
        raise IllegalAction(Refusal.BAD_VALUE, "ball", f"{act.do} needs a ball that is on the table")
    return act.ball


def _last_shot(state: CueState) -> LastShot:
    last = own_of(state).last
    if last is None:
        raise IllegalAction(Refusal.NOT_ALLOWED, "do", "there is no stroke to rule on again")
    return last


def _ruled_with(state: CueState, last: LastShot, ball: Ball, pocket: Pocket) -> Ruled:
    """The last stroke ruled on again, as if this ball had fallen at its end."""
    facts = last.shot.facts
    end = max((event.time for event in facts.events), default=0.0)
    rest = {**{name: at for name, at in state.positions.items() if name in facts.rest}, **facts.rest}
    events = (*facts.events, Potted(end, ball, pocket))
    added = replace(facts, events=events, rest={name: at for name, at in rest.items() if name != ball})
    return ruled_on(last.before, replace(last.shot, facts=added), is_foul_cancelled=False)


def _pocket_named(act: RefereeAct, last: LastShot | None) -> Pocket:
    """The pocket that an act names; without one the called one."""
    if act.kind in tuple(pocket.value for pocket in Pocket):
        return Pocket(act.kind)
    call = None if last is None else last.shot.call
    return Pocket.FL if call is None else call.pocket


def _ball_awarded(state: CueState, act: RefereeAct) -> Ruled:
    """A ball that was stopped on its way to a pocket counts as potted, and the shooter stays (R33).

    A foul voids it like every ball of its stroke, unless the option says otherwise.
    """
    ball, last = _named_ball(state, act), own_of(state).last
    if last is None:
        return _ball_given(state, ball)
    ruled = _ruled_with(state, last, ball, _pocket_named(act, last))
    if ruled.ruling.fouls and state.setting.flag("award_on_foul"):
        return _ball_given(ruled.state, ball, last.before.shooter)
    return replace(ruled, ruling=replace(ruled.ruling, rules=("R33", *ruled.ruling.rules)))


def _ball_given(state: CueState, ball: Ball, seat: Seat | None = None) -> Ruled:
    """A ball of the table on the shelf of a side, with its point or points."""
    taker = state.shooter if seat is None else seat
    lying = {name: at for name, at in state.positions.items() if name != ball}
    after = replace(state, balls=state.balls - {ball}, positions=lying, frozen=state.frozen.without(frozenset({ball})))
    after = with_book(after, taker, shelved(book_of(after, taker), (ball,)))
    points = value(ball) if is_classic(state) else 1
    after = with_points(after, taker, points)
    text = f"Ball {ball} is awarded to side {taker + 1}."
    ruling = Ruling(rules=("R33",), points=points, continues=taker == state.shooter, text=text)
    return won_by(after, taker, ruling) if has_won(after, taker) else Ruled(after, ruling)


def _dropped(state: CueState, act: RefereeAct) -> Ruled:
    """A hanging ball that fell after the stroke: soon enough it was potted by it, later it is put back (R18 to R21).

    So it is where a choice was made meanwhile: the stroke cannot be ruled on again then.
    """
    ball = _named_ball(state, act)
    hangs = any(one.ball == ball for one in state.hanging)
    last = own_of(state).last if hangs else _last_shot(state)
    if act.seconds is None:
        raise IllegalAction(Refusal.BAD_VALUE, "seconds", "ball_dropped needs the time after the stroke")
    if last is None or act.seconds >= state.setting.real("hang_limit"):
        return Ruled(state, Ruling(rules=("R18", "R19"), text=f"Ball {ball} is put back where it hung."))
    ruled = _ruled_with(state, last, ball, _pocket_named(act, last))
    return replace(ruled, ruling=replace(ruled.ruling, rules=("R21", *ruled.ruling.rules)))


def _points_awarded(state: CueState, act: RefereeAct) -> Ruled:
    """Points added to a side's total; with them it may have won."""
    if act.player is None or act.points == 0:
        raise IllegalAction(Refusal.BAD_VALUE, "points", "award_point needs a player and points")
    after = with_points(state, act.player, act.points)
    ruling = Ruling(rules=("C.7",), points=act.points, text="Points are awarded.")
    return won_by(after, act.player, ruling) if has_won(after, act.player) else Ruled(after, ruling)


def table_details(state: CueState) -> Mapping[str, Detail]:
    """What the table shows besides its balls."""
    return {
        "target": state.target,
        "run": state.run,
        "opening": state.phase is Phase.BREAK,
        "call_required": is_classic(state) and state.phase is not Phase.BREAK,
        "hand_ball": state.hand_ball if is_in_hand(state) else None,
        "temporary_house": is_in_hand(state) and is_temporary_house(state),
        "next_seat": next_seat(state, state.shooter),
        "bridge": not is_free(state) and needs_bridge(state, CUE),
        "hanging": " ".join(one.ball for one in state.hanging),
    }


def target_of(setting: Setting) -> int:
    """Balls, in the classic game points, that win."""
    return setting.number("target")
