"""A match from its beginning to its result: who may act, shots and throws, the clock, playback. Pure; `now` is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from game import clock as clocks
from game.actions import (
    Action,
    AskExtension,
    Choose,
    ClockExpired,
    Concede,
    Place,
    PlayLag,
    RefereeAct,
    Resumed,
    Shot,
    SkipPlayback,
)
from game.catalog import begin_play, settled
from game.clock import Clock
from game.entries import Entry
from game.errors import IllegalAction, Refusal
from game.observe import observe, observe_lag
from game.play import MatchResult, Play, Simulation, Timed
from game.rulings import Ruling
from game.setup import MatchSetup, Moment
from game.shot_facts import LagFacts, ShotFacts
from game.vocabulary import ActionKind, Pace, Seat
from physics.balls import Constants, constants_for
from physics.tables import TABLES, TableSpec
from physics.trajectories import Layout, Stroke, Trace


@dataclass(frozen=True)
class Match:
    """A match as it stands.

    turn         number that the next action answers; grows by one with every accepted action, except `SkipPlayback`
                 `Resumed` and a lag stroke that waits for the others: none of them may make somebody else's action late
    entries      how many entries were applied
    plays_until  when everybody has seen the last shot, s; None where nobody waits
    skipped      who has already seen it
    engine       version of the physics now behind the shots
    """

    setup: MatchSetup
    play: Play
    clock: Clock
    turn: int = 0
    entries: int = 0
    plays_until: float | None = None
    skipped: frozenset[Seat] = frozenset()
    engine: str = ""

    @property
    def result(self) -> MatchResult | None:
        """How it ended, once it has."""
        return self.play.result


@dataclass(frozen=True)
class ShotOrder:
    """An accepted shot (or lag) that has to be simulated: strokes as executed, all at t = 0 in one world."""

    seat: Seat
    action: Shot | PlayLag
    turn: int
    table: TableSpec
    constants: Constants
    layout: Layout
    strokes: tuple[Stroke, ...]


@dataclass(frozen=True)
class Step:
    """What an entry led to."""

    match: Match
    ruling: Ruling


def begin(setup: MatchSetup, now: float) -> Match:
    """A match that starts now. Raises IllegalAction where the settings cannot be played."""
    setup = replace(settled(setup), began=now)
    play = begin_play(setup)
    opens = _opens_at(play)
    clock = clocks.started(Clock(limit=setup.shot_clock, extension=setup.extension), now if opens is None else opens)
    return Match(setup, play, clock, plays_until=opens, engine=setup.engine)


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
        case ClockExpired() | Resumed() | RefereeAct():
            raise IllegalAction(Refusal.NOT_ALLOWED, text="no player can do that")
    is_turn = seat in match.play.to_act
    if not is_turn and not (isinstance(action, Choose) and ActionKind.CHOOSE_OPTION in match.play.legal(seat)):
        raise IllegalAction(Refusal.NOT_YOUR_TURN, text="it is not your turn")
    if match.plays_until is not None and now < match.plays_until:
        raise IllegalAction(Refusal.BALLS_MOVING, text="the balls are still moving")
    if clocks.has_expired(match.clock, now, credit):
        raise IllegalAction(Refusal.TIME_EXPIRED, text="your time is up")
    if isinstance(action, AskExtension):
        clocks.extended(match.clock, seat, now)
        return entry
    return planned(match, entry, seat)


def planned(match: Match, entry: Entry, seat: Seat) -> Entry | ShotOrder:
    """What an action leads to, whatever the clock says: what the family of games allows and draws."""
    plan = match.play.plan(seat, entry.action, _moment(match, entry.at))
    if not isinstance(plan, Simulation):
        return replace(entry, facts=plan)
    assert isinstance(entry.action, Shot | PlayLag)
    constants = constants_for(plan.table_name, plan.overrides)
    table = TABLES[plan.table_name]
    return ShotOrder(seat, entry.action, match.turn, table, constants, plan.layout, plan.strokes)


def shot_entry(match: Match, order: ShotOrder, trace: Trace, now: float) -> Entry:
    """The entry of a simulated order: what the rules can see of its trace."""
    if order.turn != match.turn:
        raise IllegalAction(Refusal.TOO_LATE, text="the match has gone on meanwhile")
    facts: ShotFacts | LagFacts
    if isinstance(order.action, PlayLag):
        facts = observe_lag(trace, order.table, order.constants, order.layout, order.strokes)
    else:
        facts = observe(trace, order.table, order.constants, order.layout, order.strokes[0].ball)
    return Entry(now, match.turn, order.seat, order.action, order.strokes, facts, match.engine)


def apply(match: Match, entry: Entry) -> Step:
    """The match after an entry. A pure reducer: the same entries always fold to the same match, without physics."""
    assert match.result is None, "no entry after the end"
    if isinstance(entry.action, SkipPlayback):
        return Step(_after_skip(match, entry), Ruling(text="seen"))
    if isinstance(entry.action, Resumed):
        return Step(_after_outage(match, entry, entry.action.away), Ruling(text="The hall is back; play goes on."))
    if isinstance(entry.action, AskExtension):
        assert entry.seat is not None
        clock = clocks.extended(match.clock, entry.seat, entry.at)
        return Step(_counted(replace(match, clock=clock)), Ruling(rules=("1.11",), text="More time is granted."))
    judged = match.play.judge(entry.seat, entry.action, entry.facts, _moment(match, entry.at))
    waiting = isinstance(entry.action, PlayLag) and entry.facts is None
    after = _counted(replace(match, play=judged.play, engine=entry.engine or match.engine), 0 if waiting else 1)
    return Step(_with_time(match, after, entry), judged.ruling)


def deadline(match: Match) -> float | None:
    """When `expire` will have something to say, s; None while no time runs."""
    if match.result is not None:
        return None
    own = match.play.ends_at if isinstance(match.play, Timed) else None
    return min((due for due in (match.clock.deadline, own) if due is not None), default=None)


def expire(match: Match, now: float) -> Entry | None:
    """The entry of a clock that has run out by now, credit included."""
    due = deadline(match)
    if due is None or now < due:
        return None
    return Entry(now, match.turn, match.play.to_act[0], ClockExpired())


def resumed(match: Match, away: float, now: float, engine: str) -> Entry:
    """The entry of a match that goes on after an outage of `away` s, from now on with this version of the physics."""
    return Entry(now, match.turn, None, Resumed(away), engine=engine)


def legal(match: Match, seat: Seat) -> tuple[str, ...]:
    """What a side may do now, by the words of the wire."""
    if match.result is not None:
        return ()
    kinds = [kind.value for kind in match.play.legal(seat)]
    if match.clock.extension > 0.0 and match.clock.ends_at is not None and seat == match.play.to_act[0]:
        kinds += ["ask_extension"] if seat not in match.clock.extended else []
    return (*kinds, "concede")


def _opens_at(play: Play) -> float | None:
    return play.opens_at if isinstance(play, Timed) else None


def _check_seat(match: Match, seat: Seat) -> None:
    if match.result is not None:
        raise IllegalAction(Refusal.MATCH_OVER, text="the match is over")
    if not 0 <= seat < len(match.setup.sides):
        raise IllegalAction(Refusal.NOT_SEATED, text="you play no side of this match")


def _check_skip(match: Match, seat: Seat, now: float) -> None:
    timed = isinstance(match.play, Timed)  # its times are part of the game: nobody can skip a countdown
    if timed or match.plays_until is None or now >= match.plays_until or seat in match.skipped:
        raise IllegalAction(Refusal.NOT_ALLOWED, text="nothing is left to be skipped")


def _moment(match: Match, at: float) -> Moment:
    return Moment(match.setup, match.turn, at)


def _counted(match: Match, turns: int = 1) -> Match:
    return replace(match, turn=match.turn + turns, entries=match.entries + 1)


def _after_skip(match: Match, entry: Entry) -> Match:
    assert entry.seat is not None
    skipped = match.skipped | {entry.seat}
    match = replace(match, skipped=skipped, entries=match.entries + 1)
    if len(skipped) < len(match.setup.sides):
        return match
    return replace(match, plays_until=entry.at, clock=clocks.started(match.clock, entry.at))


def _after_outage(match: Match, entry: Entry, away: float) -> Match:
    """What was still to come at the outage comes as much later: playback, and the end of the clock."""
    down = entry.at - away
    playback = None if match.plays_until is None else match.plays_until + away * (match.plays_until > down)
    clock = match.clock if match.clock.ends_at is None else replace(match.clock, ends_at=match.clock.ends_at + away)
    play = match.play.delayed(away) if isinstance(match.play, Timed) else match.play
    engine = entry.engine or match.engine
    return replace(match, play=play, clock=clock, plays_until=playback, engine=engine, entries=match.entries + 1)


def _with_time(before: Match, after: Match, entry: Entry) -> Match:
    """Playback and the clock after an entry: a new decision has its full time, from when the shot has been seen."""
    if after.result is not None:
        return replace(after, clock=clocks.stopped(after.clock), plays_until=None)
    is_aside = isinstance(entry.action, Choose) and entry.seat not in before.play.to_act
    if after.turn == before.turn or isinstance(entry.action, Place) or is_aside:
        return after
    if isinstance(entry.facts, ShotFacts | LagFacts) and entry.facts.duration > 0.0:
        waits = after.setup.pace is Pace.NORMAL
        after = replace(after, plays_until=entry.at + entry.facts.duration if waits else None, skipped=frozenset())
    if isinstance(after.play, Timed):
        after = replace(after, plays_until=_opens_at(after.play), skipped=frozenset())
    clock = after.clock
    if after.play.game_number != before.play.game_number:
        clock = clocks.in_new_game(clock, after.setup.shot_clock)
    starts = entry.at if after.plays_until is None else max(entry.at, after.plays_until)
    return replace(after, clock=clocks.started(clock, starts))


def scores_by_name(match: Match) -> Mapping[str, int]:
    """Score of every side by its shown name."""
    return {view.name: view.score for view in match.play.sides()}
