"""Turns and ends of carom: runs, innings, equalizing, limits, ties, statistics. Source: carom C.0.5, C.0.8."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from game.averages import average
from game.carom.spots import WHITE, YELLOW, Roles, start_position
from game.cue_state import (
    CueState,
    LastShot,
    Offer,
    Own,
    Ruled,
    credited,
    next_seat,
    pass_turn,
    seconds_a_stroke,
    set_at,
    with_positions,
)
from game.findings import Finding
from game.play import Detail
from game.rulings import Ruling
from game.values import replace
from game.vocabulary import Ball, Foul, Outcome, Phase, Seat

LEFT, RIGHT = "left", "right"
LONGEST_LINE = 200
"""Characters of one field of the scoreboard."""


@dataclass(frozen=True)
class LastStroke:
    """A stroke that did not score: whose, whether it came after a safety, and what it lacks as a safety."""

    seat: Seat
    was_after_safety: bool
    lacks: tuple[Finding, ...]


@dataclass(frozen=True)
class CaromOwn(Own):
    """What carom games keep.

    cue_balls   of each side; three sides pass the two balls on from turn to turn (R52)
    runs        finished runs of each side; tie_runs: of a tie-break, by seat
    time_outs   automatic ones left
    first_turn  number of the first turn counted, where a case starts in the middle
    inside      balk zones that both object balls have entered and may not stay in again (C.5.2)
    last_was_safety  of each side: its last stroke was a declared safety (R63)
    last_stroke      the last one that did not score, which a referee may still call a safety
    last        the last shot, which can be ruled on again until something else is done
    ranked      sides that have reached the target where play goes on for the places, in order
    closed      the end of the game has closed the turn at the table
    fouls       of each side, in order; safeties: how many it has declared
    """

    cue_balls: tuple[Ball, ...] = (WHITE, YELLOW)
    runs: tuple[tuple[int, ...], ...] = ((), ())
    tie_runs: tuple[int, ...] = ()
    time_outs: tuple[int, ...] = (0, 0)
    first_turn: int = 0
    inside: frozenset[str] = frozenset()
    last_was_safety: tuple[bool, ...] = (False, False)
    last_stroke: LastStroke | None = None
    ranked: tuple[Seat, ...] = ()
    closed: bool = False
    fouls: tuple[tuple[Foul, ...], ...] = ((), ())
    safeties: tuple[int, ...] = (0, 0)
    last: LastShot | None = None


def own_ball(state: CueState, seat: Seat) -> Ball:
    """The cue ball of a side (of the one at the table, where balls are passed on)."""
    own = state.own_as(CaromOwn)
    if not state.setting.passes_balls_on:
        return own.cue_balls[seat % 2]
    return own.cue_balls[(own.first_turn + sum(state.innings)) % 2]


def roles_of(state: CueState, seat: Seat) -> Roles:
    """Who is who for a side about to play."""
    own = own_ball(state, seat)
    reserve = state.setting.options.get("s_q", 0.125)
    assert isinstance(reserve, float)
    return Roles(own, YELLOW if own == WHITE else WHITE, reserve)


def at_start(state: CueState, side: str = LEFT) -> CueState:
    """The start position for the side at the table, who may still change the side (R55)."""
    offset = state.setting.real("start_offset")
    layout = str(state.setting.options.get("fb_layout", ""))
    places = start_position(state.setting.cloth, roles_of(state, state.shooter), side, offset, layout)
    laid = with_positions(state, {**state.positions, **places}, frozenset(state.balls))
    sides = None if layout == "line4" else Offer(state.shooter, (LEFT, RIGHT), blocking=False)
    return replace(laid, own=replace(state.own_as(CaromOwn), inside=frozenset()), offer=sides)


def scored(state: CueState, points: int) -> CueState:
    """Points added to the total and, where won, to the run; in a tie-break only to the run."""
    after = replace(state, run=state.run + max(points, 0))
    if state.phase is Phase.TIE_BREAK:
        return after
    return replace(after, scores=credited(state, state.shooter, points))


def with_figures(state: CueState, seat: Seat, fouls: tuple[Foul, ...], *, is_safety: bool = False) -> CueState:
    """The fouls of a side, and the safeties it has declared, in its figures (C.0.5)."""
    own = state.own_as(CaromOwn)
    all_fouls = set_at(own.fouls, seat, (*own.fouls[seat], *fouls))
    safeties = set_at(own.safeties, seat, own.safeties[seat] + is_safety)
    return replace(state, own=replace(own, fouls=all_fouls, safeties=safeties))


def turn_over(state: CueState) -> CueState:
    """The run is noted and the next side comes to the table."""
    own = replace(state.own_as(CaromOwn), inside=frozenset())
    seat = state.shooter
    if state.phase is Phase.TIE_BREAK:  # its turns are no innings, but the cue balls pass on with them
        noted = replace(own, tie_runs=(*own.tie_runs, state.run), first_turn=own.first_turn + 1)
    else:
        noted = replace(own, runs=set_at(own.runs, seat, (*own.runs[seat], state.run)))
    after = pass_turn(replace(state, own=noted))
    innings = state.innings if state.phase is Phase.TIE_BREAK else after.innings
    after = replace(after, shooter=following(after, seat), innings=innings)
    return replace(after, phase=state.phase if state.phase in (Phase.TIE_BREAK, Phase.EXTRA) else Phase.PLAY)


def following(state: CueState, seat: Seat) -> Seat:
    """Who plays after this side: one that has its place already plays no more (carom C.2.6)."""
    ranked = state.own_as(CaromOwn).ranked
    after = next_seat(state, seat)
    while after in ranked:
        after = next_seat(state, after)
    return after


def has_reached_target(state: CueState) -> bool:
    """Whether the side at the table has the points that end a game."""
    return state.phase is not Phase.TIE_BREAK and 0 < state.target <= state.scores[state.shooter]


def at_target(state: CueState, ruling: Ruling) -> Ruled:
    """The side at the table has reached the target: it wins, or the other one has his last turn (C.0.8)."""
    if state.phase is Phase.EXTRA:
        return _decided(_closed(state), ruling)
    is_opener = state.breaker in state.setting.team_of(state.shooter)
    if state.setting.flag("equalizing") and state.setting.totals == 2 and is_opener:
        after = replace(turn_over(state), phase=Phase.EXTRA)
        text = f"{ruling.text} The other side has one turn more."
        return Ruled(at_start(after), replace(ruling, continues=False, text=text))
    if state.setting.totals > 2 and state.setting.options.get("ranking") == "all":
        return _ranked(state, ruling)
    return won_by(state, state.shooter, ruling)


def _ranked(state: CueState, ruling: Ruling) -> Ruled:
    """The side has its place and the others play on for theirs; with one left the game is over (C.2.6)."""
    own = state.own_as(CaromOwn)
    ranked = (*own.ranked, state.shooter)
    placed = replace(state, own=replace(own, ranked=ranked))
    if len(ranked) == state.setting.seats - 1:
        return won_by(placed, ranked[0], ruling)
    text = f"{ruling.text} Side {state.shooter + 1} has reached the target; the others play on."
    return Ruled(turn_over(placed), replace(ruling, continues=False, text=text))


def won_by(state: CueState, winner: Seat, ruling: Ruling) -> Ruled:
    """The game is over; the run at the table is noted."""
    return Ruled(_closed(state), _won(ruling, winner, state.shooter))


def _closed(state: CueState) -> CueState:
    """The turn that the end of the game has cut short is a whole inning (C.0.5)."""
    own, seat = state.own_as(CaromOwn), state.shooter
    noted = replace(own, runs=set_at(own.runs, seat, (*own.runs[seat], state.run)), closed=True)
    return replace(state, own=noted, innings=set_at(state.innings, seat, state.innings[seat] + 1))


def after_turn(before: CueState, after: CueState, ruling: Ruling) -> Ruled:
    """What a finished turn leads to: the end of the game, or the next turn. `after`: the turn has passed."""
    if before.phase is Phase.EXTRA:
        return _decided(replace(after, shooter=before.shooter), ruling)
    if before.phase is Phase.TIE_BREAK:
        return _tie_break(before, after, ruling)
    limit = after.setting.number("innings_limit")
    ranked = after.own_as(CaromOwn).ranked
    seats = (Seat(seat) for seat in range(after.setting.seats))
    if limit and all(innings_of(after, seat) >= limit for seat in seats if seat not in ranked):
        return _decided(replace(after, shooter=before.shooter), ruling)
    return Ruled(after, ruling)


def innings_of(state: CueState, seat: Seat) -> int:
    """Finished turns of a side, or of its team."""
    return sum(state.innings[mate] for mate in state.setting.team_of(seat))


def _won(ruling: Ruling, winner: Seat, shooter: Seat) -> Ruling:
    outcome = Outcome.WIN if winner == shooter else Outcome.LOSS
    text = f"{ruling.text} Side {winner + 1} has won."
    return replace(ruling, continues=False, outcome=outcome, winner=(winner,), text=text)


def _decided(state: CueState, ruling: Ruling) -> Ruled:
    """All have had their turns: the higher total wins, a tie is a draw or is played out (C.0.8)."""
    ranked = state.own_as(CaromOwn).ranked
    if ranked:
        return Ruled(state, _won(ruling, ranked[0], state.shooter))
    best = max(state.scores)
    leaders = tuple(Seat(seat) for seat, score in enumerate(state.scores) if score == best)
    if leaders == state.setting.team_of(leaders[0]):
        return Ruled(state, _won(ruling, leaders[0], state.shooter))
    if state.setting.word("tie") == "tie_break":
        own = replace(state.own_as(CaromOwn), tie_runs=())
        first = replace(state, own=own, shooter=state.breaker, phase=Phase.TIE_BREAK, run=0)
        return Ruled(at_start(first), replace(ruling, continues=False, text=f"{ruling.text} A tie: it is played out."))
    text = f"{ruling.text} A draw."
    return Ruled(state, replace(ruling, continues=False, outcome=Outcome.DRAW, winner=leaders, text=text))


def _tie_break(before: CueState, after: CueState, ruling: Ruling) -> Ruled:
    """One turn each from the start position, until the runs differ."""
    runs = after.own_as(CaromOwn).tie_runs
    turns = after.setting.totals
    if len(runs) < turns:
        return Ruled(at_start(after), ruling)
    best = max(runs)
    players = [Seat((before.shooter - 1) % after.setting.seats) if after.setting.has_teams else after.breaker]
    while len(players) < turns:
        players.append(next_seat(after, players[-1]))
    leaders = [seat for seat, run in zip(players, runs, strict=True) if run == best]
    if len(leaders) == 1:
        return Ruled(replace(after, shooter=before.shooter), _won(ruling, leaders[0], before.shooter))
    again = replace(after, own=replace(after.own_as(CaromOwn), tie_runs=()))
    return Ruled(at_start(again), ruling)


def game_average(state: CueState, seat: Seat) -> float:
    """The average of a side in a game that has ended (C.0.5)."""
    return average(state.scores[seat], innings_of(state, seat))


def listed(runs: tuple[int, ...]) -> str:
    """Finished runs in a line that fits a field of the scoreboard: of very many the latest ones."""
    latest = runs[-LONGEST_LINE:]  # each takes a digit at least
    line = " ".join(map(str, latest))
    if len(latest) == len(runs) and len(line) <= LONGEST_LINE:
        return line
    start = max(0, len(line) + 2 - LONGEST_LINE)
    # What is cut in the middle is left out.
    if start and line[start - 1] != " ":
        start = line.index(" ", start) + 1
    return "… " + line[start:]


def is_running(state: CueState) -> bool:
    """Whether the turn at the table already counts as an inning: it has points, and is none of a tie-break."""
    return state.run > 0 and state.phase is not Phase.TIE_BREAK and not state.own_as(CaromOwn).closed


def general_average(state: CueState) -> float:
    """Points per inning of all sides together (C.0.5)."""
    points = sum(state.scores) // (2 if state.setting.has_teams else 1)
    return average(points, sum(state.innings) + is_running(state))


def statistics(state: CueState, seat: Seat) -> Mapping[str, Detail]:
    """Points, innings, average (cut to three decimals), high run, runs and the cue ball of a side (C.0.5)."""
    own = state.own_as(CaromOwn)
    runs = own.runs[seat]
    running = state.run if seat == state.shooter and is_running(state) else 0
    innings = innings_of(state, seat) + (is_running(state) and state.shooter in state.setting.team_of(seat))
    return {
        "innings": state.innings[seat],
        "average": average(state.scores[seat], innings),
        "high_run": max((*runs, running)),
        "cue_ball": own_ball(state, seat),
        "runs": listed(runs),
        "run": running,
        "next": following(state, state.shooter) == seat,
        "after_safety": own.last_was_safety[seat],
        "fouls": " ".join(f"{foul.value}:{count}" for foul, count in Counter(own.fouls[seat]).items()),
        "safeties": own.safeties[seat],
        "stroke_seconds": seconds_a_stroke(state, seat),
        "best_game": state.best_games[seat],
        "slow_turns": state.slow[seat],
        "time_outs": own.time_outs[seat],
    }
