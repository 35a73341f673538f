"""Entries that concern a match as a whole: protests, time-outs, suspension, the referee's and director's acts."""

from __future__ import annotations

from game import clock as clocks
from game import stops as standing
from game.actions import AgreeToGoOn, Call, Concede, EndTimeOut, Protest, RefereeAct, Shot, TakeTimeOut
from game.entries import Entry
from game.errors import IllegalAction, Refusal
from game.match_state import Match, Position, counted, held, put_back, released, with_full_time
from game.officials import (
    CLOCK,
    DART_ACTS,
    DECIDING,
    MATCH_ACTS,
    MOST_NOTED,
    NOTED,
    REPLAYING,
    RESUMING,
    STOPPING,
    checked_limit,
    note,
    rule_of,
)
from game.play import Correctable, CueFamily
from game.rulings import Ruling
from game.setup import Moment
from game.stops import Stop
from game.values import replace
from game.vocabulary import Family, Outcome, Phase, Pocket, Seat

LOSING = frozenset({"forfeit", "lose_match", "disqualify"})
"""Acts by which a side loses the match; in cue games the rules answer all but the first."""

Stopping = Protest | TakeTimeOut | EndTimeOut | AgreeToGoOn


def concerns_match(match: Match, entry: Entry) -> bool:
    """Whether an entry is answered here and not by the game; dart games leave every act to the match."""
    action = entry.action
    if isinstance(action, RefereeAct):
        if action.do in DART_ACTS and isinstance(match.play, Correctable):
            return False
        return action.do in MATCH_ACTS or action.entry is not None or not isinstance(match.play, CueFamily)
    return isinstance(action, Protest | TakeTimeOut | EndTimeOut | AgreeToGoOn)


def check_stopping(match: Match, seat: Seat, action: Stopping, now: float) -> None:
    """Refuse a protest, time-out or agreement that is not to be had now."""
    match action:
        case Protest(turn=turn, reason=reason):
            standing.check_protest(match.stops, turn, reason)
        case TakeTimeOut():
            if match.stops.reason is not Stop.NOTHING:
                raise IllegalAction(Refusal.SUSPENDED, text="play is stopped")
            if match.plays_until is not None and now < match.plays_until:
                raise IllegalAction(Refusal.BALLS_MOVING, text="the balls are still moving")
            standing.check_time_out(match.stops, match.play, seat, is_at_table=seat in match.play.to_act)
        case EndTimeOut():
            if match.stops.reason is not Stop.TIME_OUT or match.stops.by != seat:
                raise IllegalAction(Refusal.NO_TIME_OUT, text="you have no time-out to end")
        case AgreeToGoOn():
            if match.stops.reason is not Stop.REFEREE_LEFT or seat in match.stops.agreed:
                raise IllegalAction(Refusal.NOT_ALLOWED, text="there is nothing to agree to")


def apply_to_match(match: Match, entry: Entry, earlier: Match | None) -> tuple[Match, Ruling]:
    """The match after such an entry. Raises IllegalAction where a referee's act cannot be carried out."""
    seat = entry.seat
    match entry.action:
        case Protest(reason=reason):
            stops = standing.stopped(match.stops, Stop.PROTEST, entry.at, seat)
            text = f"A protest stops play. {reason}".strip()
            return counted(held(match, stops, entry.at)), Ruling(rules=("2.26",), text=text)
        case TakeTimeOut():
            assert seat is not None
            stops = standing.with_time_out(match.stops, match.play, seat, entry.at)
            return counted(held(match, stops, entry.at)), Ruling(rules=("1.13",), text="A time-out is taken.")
        case EndTimeOut():
            after = released(match, standing.going_on(match.stops, entry.at), entry.at)
            return counted(after), Ruling(rules=("1.13",), text="The time-out is over.")
        case AgreeToGoOn():
            assert seat is not None
            return _agreed(match, seat, entry.at)
        case RefereeAct():
            return _acted(match, entry, entry.action, earlier)
        case _:
            raise AssertionError(f"{entry.action} does not come here")


def _agreed(match: Match, seat: Seat, now: float) -> tuple[Match, Ruling]:
    """Once all agree, the engine is the referee and play goes on (1.16)."""
    agreed = match.stops.agreed | {seat}
    if not agreed.issuperset(match.playing):
        waiting = replace(match, stops=replace(match.stops, agreed=agreed))
        return counted(waiting), Ruling(rules=("1.16",), text="One side agrees to go on.")
    after = released(match, standing.going_on(match.stops, now), now)
    return counted(after), Ruling(rules=("1.16",), text="Play goes on with the engine as the referee.")


def _acted(match: Match, entry: Entry, act: RefereeAct, earlier: Match | None) -> tuple[Match, Ruling]:
    now = entry.at
    if act.entry is not None:
        return _back_to(match, act, earlier, now)
    if act.do in STOPPING:
        if match.stops.reason not in (Stop.NOTHING, Stop.TIME_OUT):
            raise IllegalAction(Refusal.SUSPENDED, text="play is already stopped")
        own = act.kind in (Stop.REFEREE_LEFT, Stop.BOARD)
        reason = Stop(act.kind) if own else Stop.SUSPENDED
        after = held(match, standing.stopped(match.stops, reason, now), now)
        return counted(after), Ruling(rules=("2.27",), text=note(act))
    if act.do in RESUMING:
        if match.stops.reason is Stop.NOTHING:
            raise IllegalAction(Refusal.NOT_ALLOWED, "do", "play is not stopped")
        after = released(match, standing.going_on(match.stops, now), now)
        return counted(after), Ruling(rules=("2.27",), text=note(act))
    if act.do in DECIDING:
        return _decided(match, act, now)
    if act.do in REPLAYING:
        return _replayed(match, act, now)
    if act.do in CLOCK:
        return _clock_set(match, act, now)
    if act.do == "correct_call" and act.ball is not None:
        return _call_corrected(match, act, now)
    if act.do in NOTED or act.do in ("warn", "reprimand"):
        return _noted(match, act)
    if act.do in LOSING:
        return _lost(match, entry, act)
    raise IllegalAction(Refusal.NOT_ALLOWED, "do", f"{act.do} is no act of this game")


def _decided(match: Match, act: RefereeAct, now: float) -> tuple[Match, Ruling]:
    """A protest is ruled on; the ruling is final and play goes on (2.26, R36, R37). No other stop ends by it."""
    ruling = Ruling(rules=("2.26",), text=note(act))
    if match.stops.reason is Stop.PROTEST:
        return counted(released(match, standing.going_on(match.stops, now, is_final=True), now)), ruling
    if act.do != "overrule":
        raise IllegalAction(Refusal.NOT_ALLOWED, "do", "no protest is open")
    return counted(replace(match, stops=replace(match.stops, is_final=True))), ruling


def _noted(match: Match, act: RefereeAct) -> tuple[Match, Ruling]:
    """An act that only stands in the record: what it orders is done elsewhere (B.17)."""
    if match.stops.noted >= MOST_NOTED:
        raise IllegalAction(Refusal.NOT_ALLOWED, "do", f"{MOST_NOTED} such acts were noted since the last shot")
    after = replace(match, stops=replace(match.stops, noted=match.stops.noted + 1))
    family = match.play.family if isinstance(match.play, CueFamily) else Family.DARTS
    return counted(after), Ruling(rules=(rule_of(act, family),), text=note(act))


def _call_corrected(match: Match, act: RefereeAct, now: float) -> tuple[Match, Ruling]:
    """After a slip of the tongue the last shot is ruled on as it was meant, until anything follows it (2.8)."""
    last, before = match.last_shot, match.before_shot
    if last is None or before is None or not isinstance(last.entry.action, Shot):
        raise IllegalAction(Refusal.NOT_ALLOWED, "do", "no shot has been played")
    shot = last.entry
    if act.kind not in {pocket.value for pocket in Pocket}:
        raise IllegalAction(Refusal.BAD_VALUE, "kind", "correct_call needs the ball, and the pocket as kind")
    assert act.ball is not None
    moment = Moment(match.setup, shot.turn, shot.at, last.opened)
    if before.play.judge(shot.seat, shot.action, shot.facts, moment).play != match.play:
        raise IllegalAction(Refusal.TOO_LATE, "do", "something has followed the shot")
    meant = replace(last.entry.action, call=Call(act.ball, Pocket(act.kind)), safety=False)
    judged = before.play.judge(shot.seat, meant, shot.facts, moment)
    after = put_back(
        replace(match, last_shot=replace(last, entry=replace(shot, action=meant))), Position(judged.play, now), now
    )
    if judged.play.result is not None:
        after = replace(after, clock=clocks.stopped(after.clock), plays_until=None)
    rules = tuple(dict.fromkeys(("2.8", *judged.ruling.rules)))
    return counted(after), replace(judged.ruling, rules=rules, text=f"{note(act)} {judged.ruling.text}")


def _replayed(match: Match, act: RefereeAct, now: float) -> tuple[Match, Ruling]:
    """Everything as it was before the last shot, which is played again with the full time (2.18, R30)."""
    if match.before_shot is None:
        raise IllegalAction(Refusal.NOT_ALLOWED, "do", "no shot has been played")
    after = put_back(replace(match, before_shot=None, last_shot=None), match.before_shot, now)
    return counted(after), Ruling(rules=("2.18",), outcome=Outcome.REPLAY, text=note(act))


def _back_to(match: Match, act: RefereeAct, earlier: Match | None, now: float) -> tuple[Match, Ruling]:
    """Everything as it stood after an earlier entry (2.17); the record keeps what happened since."""
    if act.do != "restore" or earlier is None or earlier.entries != act.entry:
        raise IllegalAction(Refusal.BAD_VALUE, "entry", "there is no such earlier position")
    after = put_back(
        replace(match, before_shot=earlier.before_shot, last_shot=earlier.last_shot), earlier.position, now
    )
    return counted(after), Ruling(rules=("2.17",), text=note(act))


def _clock_set(match: Match, act: RefereeAct, now: float) -> tuple[Match, Ruling]:
    """In pool a new limit holds from the next game on, or at once before the break (1.11); elsewhere at once (R34)."""
    family = match.play.family if isinstance(match.play, CueFamily) else Family.DARTS
    limit = checked_limit(act, family)
    after = replace(match, next_limit=limit)
    if family is not Family.POOL or match.play.phase in (Phase.LAG, Phase.BREAK):
        after = with_full_time(replace(after, clock=replace(after.clock, limit=limit)), now)
    return counted(after), Ruling(rules=("1.11",), text=f"The limit is {limit:g} s.")


def _lost(match: Match, entry: Entry, act: RefereeAct) -> tuple[Match, Ruling]:
    """A side that is not there, or that the director puts out, loses the match as if it conceded (1.7, 2.28)."""
    if act.player is None:
        raise IllegalAction(Refusal.BAD_VALUE, "player", f"{act.do} needs a player")
    moment = Moment(match.setup, match.turn, entry.at)
    if act.player in match.play.gone:
        raise IllegalAction(Refusal.NOT_SEATED, "player", "this side is out of the match")
    judged = match.play.judge(act.player, Concede(), None, moment)
    after = counted(replace(match, play=judged.play))
    if judged.play.result is not None:
        after = replace(after, clock=replace(after.clock, ends_at=None, left=None), plays_until=None)
    rule = "1.7" if act.do == "forfeit" else "2.28"
    return after, replace(judged.ruling, rules=(rule,), text=note(act))
