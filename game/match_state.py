"""A match as it stands between two entries, and how its time runs."""

from __future__ import annotations

from dataclasses import dataclass

from game import clock as clocks
from game.clock import Clock
from game.entries import Entry
from game.play import CueFamily, MatchResult, Play, Timed
from game.setup import MatchSetup
from game.stops import InSets, Stop, Stops
from game.values import replace
from game.vocabulary import Seat

PLAYING = Stops()


@dataclass(frozen=True)
class Position:
    """A play as it stood, and since when (s)."""

    play: Play
    since: float


@dataclass(frozen=True)
class LastShot:
    """The entry of the last shot, and since when its decision was open (s)."""

    entry: Entry
    opened: float


@dataclass(frozen=True)
class Match:
    """A match as it stands.

    turn         number that the next action answers; grows by one with every accepted action, except `SkipPlayback`,
                 `Resumed` and a lag stroke that waits for the others: none of them may make somebody else's action late
    entries      how many entries were applied
    plays_until  when everybody has seen the last shot, s; None where nobody waits
    skipped      who has already seen it
    stops        whether it stands still, and why
    before_shot  the position before the last shot or dart; last_shot: the last shot itself
    next_limit   s of the shot clock from the next game on
    engine       version of the physics now behind the shots
    at           when the last entry was made, s
    opened       since when the decision at hand is open, s: later by as much as play stood still
    """

    setup: MatchSetup
    play: Play
    clock: Clock
    turn: int = 0
    entries: int = 0
    plays_until: float | None = None
    skipped: frozenset[Seat] = frozenset()
    engine: str = ""
    opened: float = 0.0
    stops: Stops = PLAYING
    before_shot: Position | None = None
    last_shot: LastShot | None = None
    next_limit: float | None = None
    at: float = 0.0

    @property
    def result(self) -> MatchResult | None:
        """How it ended, once it has."""
        return self.play.result

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The sides that are still in it."""
        gone = self.play.gone
        return tuple(Seat(seat) for seat in range(len(self.setup.sides)) if seat not in gone)

    @property
    def position(self) -> Position:
        """The play as it stands."""
        return Position(self.play, self.at)


def side_of(match: Match, seat: Seat) -> Seat:
    """The seat by which a side is counted: of a team, that of its first player."""
    return match.play.side_of(seat) if isinstance(match.play, InSets) else seat


def counted(match: Match, turns: int = 1) -> Match:
    """One entry more, and so many turns."""
    return replace(match, turn=match.turn + turns, entries=match.entries + 1)


def opens_at(play: Play) -> float | None:
    """When the next decision can be taken, where the play has times of its own."""
    return play.opens_at if isinstance(play, Timed) else None


def falls_at(match: Match) -> float | None:
    """When a hanging ball falls by itself, s; None: none does."""
    fall = match.play.fall if isinstance(match.play, CueFamily) else None
    return None if fall is None or fall.seconds is None else match.opened + fall.seconds


def time_started(match: Match, at: float) -> Match:
    """The full time for a new decision, once the last shot has been seen."""
    starts = at if match.plays_until is None else max(at, match.plays_until)
    most = match.play.time_limit if isinstance(match.play, CueFamily) else None
    return replace(match, clock=clocks.started(match.clock, starts, most), opened=starts)


def held(match: Match, stops: Stops, now: float) -> Match:
    """The match standing still: the clock keeps what is left."""
    return replace(match, stops=stops, clock=clocks.held(match.clock, now))


def released(match: Match, stops: Stops, now: float) -> Match:
    """The match going on: the clock runs again, and what was still to come comes as much later.

    A time-out that was broken into has its rest first.
    """
    if stops.reason is not Stop.NOTHING:
        return replace(match, stops=stops)
    down = match.stops.since
    playback = match.plays_until
    if playback is not None and playback > down:
        playback += now - down
    play = match.play.delayed(now - down) if isinstance(match.play, Timed) else match.play
    return replace(
        match,
        stops=stops,
        play=play,
        plays_until=playback,
        clock=clocks.released(match.clock, now),
        opened=match.opened + now - down,
    )


def put_back(match: Match, position: Position, now: float) -> Match:
    """The match in an earlier position, with the full time; what was still to come then is as far ahead as it was.

    Where play is stopped, all of it counts from when play goes on.
    """
    at = now if match.stops.reason is Stop.NOTHING else match.stops.since
    play = position.play
    if isinstance(play, Timed):
        play = play.delayed(at - position.since)
    after = replace(match, play=play, plays_until=opens_at(play), skipped=frozenset())
    return with_full_time(after, now)


def with_full_time(match: Match, now: float) -> Match:
    """The full time for the decision; where play is stopped it starts when play goes on."""
    if match.stops.reason is Stop.NOTHING:
        return time_started(match, now)
    down = match.stops.since
    return held(time_started(match, down), match.stops, down)
