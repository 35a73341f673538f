"""A darts match behind the same door as the cue games: legs, throwing order, times of turns, who stays away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from game.actions import Action, ClockExpired, Concede, PassDarts, Throw
from game.darts.hits import hit, opens_at, ready_after
from game.darts.legs import LegPlan, begin_leg
from game.darts.notation import parse_dart
from game.darts.rulings import rule_on
from game.darts.scoreboard import board_view, side_view
from game.darts.statistics import Figures, Spread, Tally, tallied, with_open_turn
from game.darts.throwing import model_of
from game.darts.turns import Leg, Stage, pass_turn, retire, throw
from game.darts.vocabulary import Dart, Player
from game.errors import IllegalAction, Refusal
from game.play import CueTableView, DartsTableView, Judged, MatchResult, Plan, SideView, Timed
from game.setup import MatchSetup, Moment
from game.shot_facts import Facts, HitFacts
from game.vocabulary import ActionKind, OptionValue, Pace, Phase, Seat

MOST_ABSENCES = 3
"""Whole turns in a row that the clock may take before a player is skipped for good. Source: darts B.1."""

Groups = tuple[tuple[Seat, ...], ...]
"""Seats that throw one after the other and change places together: single ones, in SCRAM pairs."""

AnyPlay = TypeVar("AnyPlay", bound="DartsPlay")

_PHASES = {Stage.PLAY: Phase.PLAY, Stage.TIE_BREAK: Phase.TIE_BREAK, Stage.DONE: Phase.OVER}


@dataclass(frozen=True)
class DartsPlay(Timed):
    """The state of a darts match.

    leg       the running leg; its players are places in the throwing order
    seats     the seat at each of these places
    groups    seats in the throwing order of the first leg; the two of a pair are one group
    won       legs won, per seat
    zero      the turn's time zero, server time, s: countdowns and lights run from it
    opens     when the open dart may first be let go, server time, s
    absences  whole turns in a row lost to the clock, per seat
    gone      who gave the match up
    tally     figures of the closed turns of the leg, by place in the throwing order
    spreads   how far the darts thrown on the screen landed from their aim, per seat; of the whole match
    """

    setup: MatchSetup
    leg: Leg
    seats: tuple[Seat, ...]
    groups: Groups
    won: tuple[int, ...]
    zero: float
    opens: float
    game_number: int = 1
    absences: tuple[int, ...] = ()
    gone: frozenset[Seat] = frozenset()
    tally: Tally = ()
    spreads: tuple[Spread, ...] = ()
    result: MatchResult | None = None

    @property
    def phase(self) -> Phase:
        """Where the match stands."""
        return _PHASES[self.leg.stage]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Who throws next."""
        thrower = self.leg.thrower
        return () if thrower is None else (self.seats[thrower],)

    @property
    def offered(self) -> tuple[str, ...]:
        """Nothing is ever offered."""
        return ()

    @property
    def opens_at(self) -> float | None:
        """When the next dart may be let go; None where nobody waits."""
        return opens_at(self.setup, self.opens)

    @property
    def ends_at(self) -> float | None:
        """When the turn is over by itself: a dart let go after it cannot score."""
        limit = self.leg.game.runs_out()
        return None if limit is None or self.leg.stage is not Stage.PLAY else self.zero + limit

    def legal(self, seat: Seat) -> tuple[ActionKind, ...]:
        """Throw, or give up the darts left."""
        return (ActionKind.THROW_DART, ActionKind.PASS_DARTS) if seat in self.to_act else ()

    def plan(self, seat: Seat, action: Action, moment: Moment) -> Plan:
        """The hit of a throw. Raises IllegalAction; then nothing was drawn."""
        assert seat in self.to_act
        match action:
            case Throw():
                return hit(action, moment, self.leg.turn.dart, self.opens, self.label())
            case PassDarts():
                return None
        raise IllegalAction(Refusal.NOT_ALLOWED, text="darts are thrown here")

    def label(self) -> str:
        """The label of the open dart's draws."""
        turn = self.leg.turn
        return f"{game_id(self.setup, self.game_number)}/throw/t{turn.number}/d{turn.dart}"

    def judge(self, seat: Seat | None, action: Action, facts: Facts | None, moment: Moment) -> Judged:
        """Rule on an accepted action. The hit in the facts is final: nothing is drawn again."""
        assert seat is not None, "the referee's acts on darts concern real boards"
        absences = (*self.absences[:seat], 0, *self.absences[seat + 1 :])
        ready = moment.at
        gone, spreads = self.gone, self.spreads
        match action:
            case Throw():
                assert isinstance(facts, HitFacts)
                assert facts.impact is not None
                if facts.at is not None:
                    own = spreads[seat].noted(action.aim, facts.at)
                    spreads = (*spreads[:seat], own, *spreads[seat + 1 :])
                leg = throw(self.leg, self._dart(facts, facts.impact))
                ready = ready_after(action, moment, facts.impact)
            case PassDarts():
                leg = pass_turn(self.leg)
            case ClockExpired():
                leg, absences = self._after_absence(seat)
            case _:
                assert isinstance(action, Concede)
                leg, gone = retire(self.leg, self._player(seat)), self.gone | {seat}
        return self._judged(replace(self, leg=leg, absences=absences, gone=gone, spreads=spreads), action, ready)

    def _judged(self, after: DartsPlay, action: Action, ready: float) -> Judged:
        """The ruling on what led to another leg, and what follows from that leg; the next dart may come at `ready`."""
        ruling = rule_on(self.setup.game, self.seats, self.leg, after.leg, action)
        after = replace(after, tally=tallied(self.tally, after.leg, len(self.leg.turns)))
        return Judged(self._followed(self._timed(after, ready), ready), ruling)

    def _followed(self, after: DartsPlay, at: float) -> DartsPlay:
        """What follows from a leg: where it is over, the next one or the result."""
        return settled(after, at)

    def _dart(self, facts: HitFacts, impact: float) -> Dart:
        """The dart as the games know it: what it hit, and when it landed."""
        return replace(parse_dart(facts.segment), time=max(0, round((impact - self.zero) * 1000)))

    def _player(self, seat: Seat) -> Player:
        """The place of a seat in the throwing order of the leg."""
        return Player(self.seats.index(seat))

    def _after_absence(self, seat: Seat) -> tuple[Leg, tuple[int, ...]]:
        """The leg after the clock ran out: darts left are not thrown; who stays away too long is skipped for good."""
        missed = self.absences[seat] + 1 if self.leg.turn.dart == 1 else 0
        leg = pass_turn(self.leg)
        if missed >= MOST_ABSENCES:
            leg = retire(leg, self._player(seat))
        return leg, (*self.absences[:seat], missed, *self.absences[seat + 1 :])

    def _timed(self, after: DartsPlay, ready: float) -> DartsPlay:
        """The times of the next dart: it opens when it may be let go, a new turn after its lead-in."""
        if after.leg.turn.number == self.leg.turn.number:
            return replace(after, opens=ready)
        return turn_opened(after, ready, new_round=after.leg.turn.round != self.leg.turn.round)

    def delayed(self, by: float) -> DartsPlay:
        """The match after an outage of `by` s: what was still to come comes as much later."""
        return replace(self, zero=self.zero + by, opens=self.opens + by)

    def sides(self) -> tuple[SideView, ...]:
        """The scoreboard, in seat order."""
        players = [self._player(Seat(seat)) for seat in range(len(self.seats))]
        tally = with_open_turn(self.tally, self.leg)
        return tuple(
            _with_spread(side_view(self.leg, player, name, won, tally[player]), spread)
            for player, name, won, spread in zip(players, self.setup.sides, self.won, self.spreads, strict=True)
        )

    def cue_table(self) -> CueTableView | None:
        """No cue game is played here."""
        return None

    def darts_table(self) -> DartsTableView | None:
        """The board: the open turn, its lights and times, the sway of the open dart, a checkout hint."""
        model = model_of(self.setup.options, self.setup.touch, self.setup.pace)
        view = board_view(self.leg, model, self.setup.key, self.label())
        times: Mapping[str, OptionValue] = {"zero": self.zero, "opens": self.opens}
        return replace(view, details={**view.details, **times})


def _with_spread(side: SideView, spread: Spread) -> SideView:
    """The side with the spread of the darts it threw on the screen, once there are some."""
    return replace(side, details={**side.details, "spread_mm": spread.millimetres}) if spread.darts else side


def begin_legs(setup: MatchSetup, groups: Groups, gone: frozenset[Seat], at: float) -> DartsPlay:
    """A match before the first dart of its first leg, at `at`. Raises IllegalAction where its options do not fit."""
    nobody = (0,) * len(setup.sides)
    return _leg_begun(setup, groups, 1, nobody, nobody, gone, at)


def game_id(setup: MatchSetup, game_number: int) -> str:
    """What stands first in every label of a leg's draws."""
    return f"{setup.match_id}/g{game_number}"


def _leg_begun(
    setup: MatchSetup,
    groups: Groups,
    game_number: int,
    won: tuple[int, ...],
    absences: tuple[int, ...],
    gone: frozenset[Seat],
    at: float,
) -> DartsPlay:
    first = (game_number - 1) % len(groups)
    seats = tuple(seat for group in groups[first:] + groups[:first] for seat in group)
    options = dict(setup.options) | _handicaps_in_order(setup, seats)
    plan = LegPlan(setup.game, setup.preset, options, len(seats), setup.key, game_id(setup, game_number))
    leg = begin_leg(plan)
    for seat in sorted(gone):
        leg = retire(leg, Player(seats.index(seat)))
    tally = (Figures(),) * len(seats)
    play = DartsPlay(
        setup, leg, seats, groups, won, at, at, game_number, absences, gone, tally, (Spread(),) * len(seats)
    )
    return turn_opened(play, at, new_round=True)


def _handicaps_in_order(setup: MatchSetup, seats: tuple[Seat, ...]) -> dict[str, OptionValue]:
    """The handicap numbers, given by seat, in throwing order; a wrong number of them is refused later."""
    words = str(setup.options.get("handicaps", "")).split(",")
    return {"handicaps": ",".join(words[seat] for seat in seats)} if len(words) == len(seats) else {}


def turn_opened(play: AnyPlay, at: float, *, new_round: bool) -> AnyPlay:
    """The match with the time of its open turn starting at `at`: after the game's own lead-in, where people wait."""
    waits = play.setup.pace is not Pace.INSTANT and not play.leg.turn.tie_break
    zero = round(at + (play.leg.game.lead_in(play.leg.turn, new_round) if waits else 0.0), 3)
    return replace(play, zero=zero, opens=max(at, zero))


def settled(play: DartsPlay, at: float) -> DartsPlay:
    """The match after a leg that ended: the next one, or its result."""
    leg = play.leg
    if leg.stage is not Stage.DONE:
        return play
    winners = tuple(sorted(play.seats[player] for player in leg.winners))
    won = tuple(legs + (seat in winners) for seat, legs in enumerate(play.won))
    play = replace(play, won=won)
    present = [Seat(seat) for seat in range(len(won)) if seat not in play.gone]
    if not present or not winners:
        return replace(play, result=_result(play, (), "given up"))
    if len(present) == 1 and len(won) > 1:
        return replace(play, result=_result(play, (present[0],), "the others gave up"))
    if max(won) >= play.setup.race_to:
        champions = tuple(Seat(seat) for seat, legs in enumerate(won) if legs == max(won))
        return replace(play, result=_result(play, champions, "shared" if len(champions) > 1 else "won"))
    return next_leg(play, won, at)


def next_leg(play: DartsPlay, won: tuple[int, ...], at: float) -> DartsPlay:
    """The leg after this one."""
    following = _leg_begun(play.setup, play.groups, play.game_number + 1, won, play.absences, play.gone, at)
    return replace(following, spreads=play.spreads)


def _result(play: DartsPlay, winners: tuple[Seat, ...], reason: str) -> MatchResult:
    scores = play.won
    if play.setup.race_to == 1:
        scores = tuple(play.leg.game.score_of(Player(play.seats.index(Seat(seat)))) for seat in range(len(scores)))
    return MatchResult(winners, reason, scores)
