"""Fouls outside a stroke and what a referee of carom does. Sources: T8, R13–R15, R34, R64, carom C.0.7, C.7."""

from __future__ import annotations

from collections.abc import Callable

from game.actions import RefereeAct
from game.carom.safeties import called_safety, undeclared_safety
from game.carom.turns import CaromOwn, after_turn, at_start, turn_over, with_figures, won_by
from game.cue_state import CueState, PlayedShot, Ruled, credited, set_at
from game.errors import IllegalAction, Refusal
from game.findings import foul_text
from game.rulings import Ruling
from game.values import replace
from game.vocabulary import Foul, Phase, Seat

TIME_OUT_SECONDS = 30.0
"""s that an automatic time-out adds: with UMB's 30 s for a stroke a minute in all (C.0.7)."""


def penalise(state: CueState, offender: Seat, foul: Foul, at: float) -> Ruled:
    """A foul outside a stroke; where time-outs are automatic, one of them comes first when time runs out, and gives
    half a minute more (C.0.7)."""
    del at
    own = state.own_as(CaromOwn)
    if foul is not Foul.TIME or own.time_outs[offender] == 0:
        return _fouled(state, offender, foul)
    left = set_at(own.time_outs, offender, own.time_outs[offender] - 1)
    text = "Time: an automatic time-out is taken."
    after = replace(state, own=replace(own, time_outs=left), stroke_seconds=TIME_OUT_SECONDS)
    return Ruled(after, Ruling(rules=("C.0.7",), text=text))


def _fouled(state: CueState, offender: Seat, foul: Foul) -> Ruled:
    """The turn passes (T8), under UMB after time to the opening position; the other side's foul is only noted."""
    rule = "R34" if foul is Foul.TIME else "R13"
    points = foul_points(state)
    ruling = Ruling(rules=(rule,), fouls=(foul,), points=points, text=foul_text((foul,)))
    fined = with_figures(charged(state, offender), offender, (foul,))
    if offender != state.shooter:
        return Ruled(fined, ruling)
    after = turn_over(replace(fined, offer=None))
    if foul is Foul.TIME and state.setting.flag("time_restart"):
        after = at_start(after)
    elif state.phase is Phase.BREAK:
        after = replace(after, phase=Phase.BREAK)
    return after_turn(state, after, ruling)


Judging = Callable[[CueState, PlayedShot], Ruled]


def referee(state: CueState, act: RefereeAct, at: float, *, judge: Judging) -> Ruled:
    """Fouls and points that a referee gives or takes back, and his warnings (C.7). `judge`: the game's own rules."""
    del at
    match act.do:
        case "cancel_foul":
            return _foul_cancelled(state, judge)
        case "call_foul" | "award_foul":
            kinds = {foul.value: foul for foul in Foul}
            if act.kind not in kinds:
                raise IllegalAction(Refusal.BAD_VALUE, "kind", f"there is no foul {act.kind!r}")
            offender = state.shooter if act.player is None else act.player
            return _fouled(state, offender, kinds[act.kind])
        case "award_point":
            return _point_awarded(state, act)
        case "undeclared_safety":
            return _safety_called(state, act)
        case "reprimand" | "warn":
            return Ruled(state, Ruling(rules=("R15",), text=f"Warning: {act.kind or act.reason or 'conduct'}."))
        case _:
            raise IllegalAction(Refusal.NOT_ALLOWED, "do", f"{act.do} is no act of this game")


def foul_points(state: CueState) -> int:
    """What a foul costs the one who made it (C.2.4)."""
    return state.setting.number("r_foul_points")


def charged(state: CueState, offender: Seat) -> CueState:
    """The foul paid for; a tie-break has no points to pay with."""
    if state.phase is Phase.TIE_BREAK:
        return state
    return replace(state, scores=credited(state, offender, foul_points(state)))


def _foul_cancelled(state: CueState, judge: Judging) -> Ruled:
    """The last stroke ruled on again, as if it had been no foul."""
    last = state.own_as(CaromOwn).last
    if last is None:
        raise IllegalAction(Refusal.NOT_ALLOWED, "do", "there is no stroke to rule on again")
    return judge(last.before, replace(last.shot, is_cleared=True))


def _safety_called(state: CueState, act: RefereeAct) -> Ruled:
    """The last stroke was a safety, says the referee (R64); of one that has not played yet the turn passes."""
    seat, findings = undeclared_safety(state, act)
    if seat == state.shooter and state.own_as(CaromOwn).last_stroke is None:
        return _fouled(state, seat, findings[0].foul)
    ruled = called_safety(state, seat, findings)
    if not findings:
        return ruled
    noted = with_figures(charged(ruled.state, seat), seat, ruled.ruling.fouls)
    return Ruled(noted, replace(ruled.ruling, points=foul_points(state)))


def _point_awarded(state: CueState, act: RefereeAct) -> Ruled:
    """Points added to a side's total; with them it may have won."""
    if act.player is None or act.points == 0:
        raise IllegalAction(Refusal.BAD_VALUE, "points", "award_point needs a player and points")
    scores = credited(state, act.player, act.points)
    ruling = Ruling(rules=("C.7",), points=act.points, text="Points are awarded.")
    after = replace(state, scores=scores)
    if 0 < state.target <= scores[act.player]:
        return won_by(after, act.player, ruling)
    return Ruled(after, ruling)
