"""A match from its beginning to its result: who may act, shots and throws, the clock, playback. Pure; `now` is told."""

from __future__ import annotations

from dataclasses import dataclass

from game import clock as clocks
from game.actions import (
    Action,
    AgreeToGoOn,
    AskExtension,
    Choose,
    ClockExpired,
    Concede,
    ConfirmDarts,
    CorrectDart,
    DeleteDart,
    EndTimeOut,
    FinalStands,
    InsertDart,
    Place,
    PlayLag,
    Protest,
    RefereeAct,
    RefuseCorrection,
    Resumed,
    Shot,
    SkipPlayback,
    TakeoutOver,
    TakeTimeOut,
)
from game.catalog import begin_play, settled
from game.clock import Clock
from game.entries import Entry
from game.errors import IllegalAction, Refusal
from game.match_state import LastShot, Match, counted, falls_at, opens_at, side_of, time_started, with_full_time
from game.match_stops import apply_to_match, check_stopping, concerns_match
from game.observe import observe, observe_lag
from game.officials import check_act
from game.play import Correctable, CueFamily, Play, Simulation, Timed
from game.rulings import Ruling
from game.setup import MatchSetup, Moment
from game.shot_facts import Attempt, HitFacts, LagFacts, ShotFacts
from game.stops import Stop, after_outage, after_shot, has_time_out
from game.values import replace
from game.vocabulary import ActionKind, Pace, Phase, Seat
from physics.balls import Constants, constants_for
from physics.tables import TABLES, TableSpec
from physics.trajectories import Layout, Stroke, Trace

__all__ = [
    "Match",
    "ShotOrder",
    "Step",
    "apply",
    "begin",
    "deadline",
    "expire",
    "legal",
    "planned",
    "prepare",
    "prepare_act",
    "resumed",
    "shot_entry",
]


@dataclass(frozen=True)
class ShotOrder:
    """An accepted shot (or lag) that has to be simulated: strokes as executed, all at t = 0 in one world.

    asks_attempt  the rules want to know whether it was played to score (`game.attempts`), unless a referee sees it
    """

    seat: Seat
    action: Shot | PlayLag
    turn: int
    table: TableSpec
    constants: Constants
    layout: Layout
    strokes: tuple[Stroke, ...]
    asks_attempt: bool = False


@dataclass(frozen=True)
class Step:
    """What an entry led to."""

    match: Match
    ruling: Ruling


def begin(setup: MatchSetup, now: float) -> Match:
    """A match that starts now. Raises IllegalAction where the settings cannot be played."""
    setup = replace(settled(setup), began=now)
    play = begin_play(setup)
    limit, opens = setup.time_for_a_stroke, opens_at(play)
    clock = Clock(limit=limit, extension=setup.extension)
    match = Match(setup, play, clock, plays_until=opens, engine=setup.engine, next_limit=limit, at=now)
    return time_started(match, now)


def prepare(match: Match, seat: Seat, action: Action, now: float, credit: float = 0.0) -> Entry | ShotOrder:
    """Check an action of a side; credit: its latency, s, of which half a second counts at most. Changes nothing.

    A shot or lag comes back as an order to simulate, everything else as the entry to record. Raises IllegalAction.
    """
    _check_seat(match, seat)
    entry = Entry(now, match.turn, seat, action)
    match action:
        case Concede():
            return entry
        case SkipPlayback():
            _check_skip(match, seat, now)
            return entry
        case Protest() | TakeTimeOut() | EndTimeOut() | AgreeToGoOn():
            check_stopping(match, seat, action, now)
            return entry
        case CorrectDart() | DeleteDart() | InsertDart() | RefuseCorrection() | ConfirmDarts() | TakeoutOver():
            if not isinstance(match.play, Correctable):
                raise IllegalAction(Refusal.NOT_ALLOWED, text="nothing is reported from outside here")
            match.play.check_aside(seat, action, _moment(match, now))
            return entry
        case ClockExpired() | Resumed() | RefereeAct() | FinalStands():
            raise IllegalAction(Refusal.NOT_ALLOWED, text="no player can do that")
    if match.stops.reason is not Stop.NOTHING:
        return _while_stopped(match, entry, seat)
    is_turn = seat in match.play.to_act
    if not is_turn and not (isinstance(action, Choose) and ActionKind.CHOOSE_OPTION in match.play.legal(seat)):
        raise IllegalAction(Refusal.NOT_YOUR_TURN, text="it is not your turn")
    if match.plays_until is not None and now < match.plays_until:
        raise IllegalAction(Refusal.BALLS_MOVING, text="the balls are still moving")
    if clocks.has_expired(match.clock, now, credit):
        raise IllegalAction(Refusal.TIME_EXPIRED, text="your time is up")
    if isinstance(action, AskExtension):
        clocks.extended(match.clock, side_of(match, seat), now)
        return entry
    return planned(match, entry, seat)


def _while_stopped(match: Match, entry: Entry, seat: Seat) -> Entry:
    """Nothing is played in a stop; where the option says so, a shot loses the game (1.12)."""
    strict = match.setup.options.get("strict_suspend") is True and match.stops.reason is not Stop.TIME_OUT
    if isinstance(entry.action, Shot) and strict:
        act = RefereeAct("lose_game", seat, reason="A shot was played while play was stopped.")
        return replace(entry, seat=None, action=act)
    raise IllegalAction(Refusal.SUSPENDED, text="play is stopped")


def prepare_act(
    match: Match, act: RefereeAct, now: float, *, is_director: bool = False, earlier: Match | None = None
) -> Entry:
    """Check an act of the referee, or of the director; `earlier`: the match as `restore` wants it. Changes nothing.

    Raises IllegalAction where the act cannot be carried out, or is not his to do.
    """
    if match.result is not None:
        raise IllegalAction(Refusal.MATCH_OVER, text="the match is over")
    check_act(act, is_director=is_director)
    entry = Entry(now, match.turn, None, act)
    apply(match, entry, earlier)
    return entry


def planned(match: Match, entry: Entry, seat: Seat) -> Entry | ShotOrder:
    """What an action leads to, whatever the clock says: what the family of games allows and draws."""
    plan = match.play.plan(seat, entry.action, _moment(match, entry.at))
    if not isinstance(plan, Simulation):
        return replace(entry, facts=plan)
    assert isinstance(entry.action, Shot | PlayLag)
    constants = constants_for(plan.table_name, plan.overrides)
    table = TABLES[plan.table_name]
    return ShotOrder(seat, entry.action, match.turn, table, constants, plan.layout, plan.strokes, plan.asks_attempt)


def shot_entry(match: Match, order: ShotOrder, trace: Trace, now: float, attempt: Attempt | None = None) -> Entry:
    """The entry of a simulated order: what the rules can see of its trace; attempt: what its replays say."""
    if order.turn != match.turn:
        raise IllegalAction(Refusal.TOO_LATE, text="the match has gone on meanwhile")
    facts: ShotFacts | LagFacts
    if isinstance(order.action, PlayLag):
        first = 0 if len(order.strokes) > 1 else order.seat  # of three sides each lags alone
        facts = observe_lag(trace, order.table, order.constants, order.layout, order.strokes, first)
    else:
        seen = observe(trace, order.table, order.constants, order.layout, order.strokes[0].ball)
        facts = replace(seen, attempt=attempt)
    return Entry(now, match.turn, order.seat, order.action, order.strokes, facts, match.engine)


def apply(match: Match, entry: Entry, earlier: Match | None = None) -> Step:
    """The match after an entry. A pure reducer: the same entries always fold to the same match, without physics.

    earlier  the match after `entry.action.entry` entries, where a referee restores it (`record.match_at`)
    """
    step = _applied(match, entry, earlier)
    return replace(step, match=replace(step.match, at=entry.at))


def _applied(match: Match, entry: Entry, earlier: Match | None) -> Step:
    assert match.result is None, "no entry after the end"
    if concerns_match(match, entry):
        return Step(*apply_to_match(match, entry, earlier))
    if isinstance(entry.action, SkipPlayback):
        return Step(_after_skip(match, entry), Ruling(text="seen"))
    if isinstance(entry.action, Resumed):
        return Step(_after_outage(match, entry, entry.action.away), Ruling(text="The hall is back; play goes on."))
    if isinstance(entry.action, AskExtension):
        assert entry.seat is not None
        clock = clocks.extended(match.clock, side_of(match, entry.seat), entry.at)
        return Step(counted(replace(match, clock=clock)), Ruling(rules=("1.11",), text="More time is granted."))
    judged = match.play.judge(entry.seat, entry.action, entry.facts, _moment(match, entry.at))
    is_aside = isinstance(entry.action, ConfirmDarts) and judged.play.phase is match.play.phase
    in_a_lag = isinstance(entry.action, PlayLag | Place) and match.play.phase is Phase.LAG
    waiting = (in_a_lag and entry.facts is None) or is_aside
    after = counted(replace(match, play=judged.play, engine=entry.engine or match.engine), 0 if waiting else 1)
    if isinstance(entry.facts, ShotFacts | HitFacts):
        shot = LastShot(entry, match.opened) if isinstance(entry.facts, ShotFacts) else None
        after = replace(after, before_shot=match.position, last_shot=shot, stops=after_shot(match.stops, entry.turn))
    return Step(_with_time(match, after, entry), judged.ruling)


def deadline(match: Match) -> float | None:
    """When `expire` will have something to say, s; None while no time runs."""
    if match.result is not None:
        return None
    if match.stops.reason is not Stop.NOTHING:
        return match.stops.until
    own = match.play.ends_at if isinstance(match.play, Timed) else None
    return min((due for due in (match.clock.deadline, own, falls_at(match)) if due is not None), default=None)


def expire(match: Match, now: float) -> Entry | None:
    """The entry of a clock that has run out by now, credit included."""
    due = deadline(match)
    if due is None or now < due:
        return None
    if match.stops.reason is Stop.TIME_OUT:
        return Entry(now, match.turn, match.stops.by, EndTimeOut())
    if due == falls_at(match) and isinstance(match.play, CueFamily) and match.play.fall is not None:
        fall = match.play.fall
        return Entry(
            now, match.turn, None, RefereeAct("ball_dropped", None, fall.pocket, fall.ball, seconds=fall.seconds)
        )
    if not match.play.to_act:
        return Entry(now, match.turn, None, FinalStands())
    return Entry(now, match.turn, match.play.to_act[0], ClockExpired())


def resumed(match: Match, away: float, now: float, engine: str) -> Entry:
    """The entry of a match that goes on after an outage of `away` s, from now on with this version of the physics."""
    return Entry(now, match.turn, None, Resumed(away), engine=engine)


def legal(match: Match, seat: Seat) -> tuple[str, ...]:
    """What a side may do now, by the words of the wire."""
    if match.result is not None or seat in match.play.gone:
        return ()
    if match.stops.reason is not Stop.NOTHING:
        return _legal_in_a_stop(match, seat)
    kinds = [kind.value for kind in match.play.legal(seat)]
    is_timed = match.clock.ends_at is not None and seat == match.play.to_act[0]
    kinds += ["ask_extension"] if is_timed and clocks.has_extension(match.clock, side_of(match, seat)) else []
    if seat in match.play.to_act and has_time_out(match.stops, match.play, seat):
        kinds.append("take_time_out")
    return (*kinds, "concede")


def _legal_in_a_stop(match: Match, seat: Seat) -> tuple[str, ...]:
    if match.stops.reason is Stop.TIME_OUT and match.stops.by == seat:
        return ("end_time_out", "concede")
    if match.stops.reason is Stop.REFEREE_LEFT and seat not in match.stops.agreed:
        return ("agree_to_go_on", "concede")
    return ("concede",)


def _check_seat(match: Match, seat: Seat) -> None:
    if match.result is not None:
        raise IllegalAction(Refusal.MATCH_OVER, text="the match is over")
    if not 0 <= seat < len(match.setup.sides):
        raise IllegalAction(Refusal.NOT_SEATED, text="you play no side of this match")
    if seat in match.play.gone:
        raise IllegalAction(Refusal.NOT_SEATED, text="you are out of this match")


def _check_skip(match: Match, seat: Seat, now: float) -> None:
    timed = isinstance(match.play, Timed)  # its times are part of the game: nobody can skip a countdown
    if timed or match.plays_until is None or now >= match.plays_until or seat in match.skipped:
        raise IllegalAction(Refusal.NOT_ALLOWED, text="nothing is left to be skipped")


def _moment(match: Match, at: float) -> Moment:
    return Moment(match.setup, match.turn, at, match.opened)


def _after_skip(match: Match, entry: Entry) -> Match:
    assert entry.seat is not None
    skipped = match.skipped | {entry.seat}
    match = replace(match, skipped=skipped, entries=match.entries + 1)
    if not skipped.issuperset(match.playing):
        return match
    return time_started(replace(match, plays_until=entry.at), entry.at)


def _after_outage(match: Match, entry: Entry, away: float) -> Match:
    """What was still to come at the outage comes as much later: playback, the end of the clock, and of a time-out.

    While play stands still its times do, too; they are moved once, when it goes on.
    """
    engine, entries = entry.engine or match.engine, match.entries + 1
    if match.stops.reason is not Stop.NOTHING:
        return replace(match, stops=after_outage(match.stops, away), engine=engine, entries=entries)
    down = entry.at - away
    playback = None if match.plays_until is None else match.plays_until + away * (match.plays_until > down)
    clock = match.clock if match.clock.ends_at is None else replace(match.clock, ends_at=match.clock.ends_at + away)
    play = match.play.delayed(away) if isinstance(match.play, Timed) else match.play
    return replace(
        match,
        play=play,
        clock=clock,
        plays_until=playback,
        engine=engine,
        entries=entries,
        opened=match.opened + away,
    )


def _with_time(before: Match, after: Match, entry: Entry) -> Match:
    """Playback and the clock after an entry: a new decision has its full time, from when the shot has been seen."""
    if after.result is not None:
        return replace(after, clock=clocks.stopped(after.clock), plays_until=None)
    is_aside = isinstance(entry.action, Choose) and entry.seat not in before.play.to_act
    is_aside = is_aside or _is_idle_fall(before, after, entry)
    if after.turn == before.turn or isinstance(entry.action, Place) or is_aside:
        return after
    if isinstance(entry.facts, ShotFacts | LagFacts) and entry.facts.duration > 0.0:
        waits = after.setup.pace is Pace.NORMAL
        after = replace(after, plays_until=entry.at + entry.facts.duration if waits else None, skipped=frozenset())
    if isinstance(after.play, Timed):
        after = replace(after, plays_until=opens_at(after.play), skipped=frozenset())
    if _stretch(after.play) != _stretch(before.play):
        after = replace(after, clock=clocks.in_new_game(after.clock, after.next_limit))
    if isinstance(after.play, Correctable) and _is_same_dart(before, after, entry):
        return after
    if not after.play.to_act:
        return replace(after, clock=clocks.stopped(after.clock))
    return with_full_time(after, entry.at)


def _is_same_dart(before: Match, after: Match, entry: Entry) -> bool:
    """Whether a correction left the dart open that was open before it: its time runs on."""
    is_correction = isinstance(entry.action, CorrectDart | DeleteDart | InsertDart | RefuseCorrection | RefereeAct)
    same = before.play.to_act == after.play.to_act and opens_at(before.play) == opens_at(after.play)
    return is_correction and same


def _is_idle_fall(before: Match, after: Match, entry: Entry) -> bool:
    """Whether a hanging ball fell and was put back: nothing has changed, and the time runs on."""
    is_fall = isinstance(entry.action, RefereeAct) and entry.action.do == "ball_dropped"
    return is_fall and before.play.sides() == after.play.sides() and before.play.to_act == after.play.to_act


def _stretch(play: Play) -> tuple[int, int]:
    """What a limit of the clock and its extension are for: a game, in straight pool a rack (1.11)."""
    return play.game_number, play.racks if isinstance(play, CueFamily) else 0
