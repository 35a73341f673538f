"""A darts match while its throwing order is thrown for: the same door as the legs that follow."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from game.actions import Action, BoardHit, ClockExpired, Concede, PassDarts, Throw
from game.darts.board_play import begun
from game.darts.boards import board_rules, check_thrower, hit_reported
from game.darts.bull_off import NO_DART, BullOff, after_dart, nearest_first, without
from game.darts.hits import hit, opens_at, ready_after
from game.darts.notation import parse_dart
from game.darts.options import profile_of
from game.darts.play import Groups
from game.darts.rulings import TIE_RULE
from game.darts.throwing import model_of
from game.darts.vocabulary import Landing
from game.errors import IllegalAction, Refusal
from game.play import CueTableView, DartsTableView, Judged, MatchResult, Plan, SideView, Timed
from game.rulings import Ruling
from game.setup import MatchSetup, Moment
from game.shot_facts import Facts, HitFacts
from game.vocabulary import ActionKind, Phase, Seat
from physics.darts.board import BoardProfile


@dataclass(frozen=True)
class BullOffPlay(Timed):
    """The state of a match before its first leg.

    groups  seats as listed; the two of a pair stay together and count by their nearer dart
    opens   when the open dart may be let go, server time, s
    gone    who gave the match up
    """

    setup: MatchSetup
    bull_off: BullOff
    groups: Groups
    opens: float
    gone: frozenset[Seat] = frozenset()
    result: MatchResult | None = None

    @property
    def phase(self) -> Phase:
        """Lagging, as at the table."""
        return Phase.LAG if self.result is None else Phase.OVER

    @property
    def game_number(self) -> int:
        """The first leg is to come."""
        return 1

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Who throws next."""
        return self.bull_off.waiting[:1] if self.result is None else ()

    @property
    def offered(self) -> tuple[str, ...]:
        """Nothing is offered: the nearest throws first."""
        return ()

    @property
    def opens_at(self) -> float | None:
        """When the next dart may be let go; None where nobody waits."""
        return opens_at(self.setup, self.opens)

    @property
    def ends_at(self) -> float | None:
        """No turn ends by itself."""
        return None

    def legal(self, seat: Seat) -> tuple[ActionKind, ...]:
        """Throw, or leave it to the others; who throws on a board lets it report."""
        if seat not in self.to_act:
            return ()
        on_board = seat in board_rules(self.setup).seats
        return (ActionKind.PASS_DARTS,) if on_board else (ActionKind.THROW_DART, ActionKind.PASS_DARTS)

    def plan(self, seat: Seat, action: Action, moment: Moment) -> Plan:
        """The hit of a throw. Raises IllegalAction; then nothing was drawn."""
        check_thrower(board_rules(self.setup), seat, action)
        match action:
            case BoardHit():
                return hit_reported(action, moment.at, board_rules(self.setup), self.opens, 1)
            case Throw():
                label = f"{self.setup.match_id}/bull_off/r{self.bull_off.round}/s{seat}"
                return hit(action, moment, 1, self.opens, label)
            case PassDarts():
                return None
        raise IllegalAction(Refusal.NOT_ALLOWED, text="darts are thrown here")

    def judge(self, seat: Seat | None, action: Action, facts: Facts | None, moment: Moment) -> Judged:
        """The bull-off after a dart, or the first leg once the order stands."""
        assert seat is not None, "the referee's acts on darts concern legs"
        match action:
            case Throw() | BoardHit():
                assert isinstance(facts, HitFacts)
                assert facts.impact is not None
                distance = distance_from_bull(facts, profile_of(self.setup.options))
                text = f"{distance:.1f} mm from the bull." if distance < NO_DART else "The dart bounced out."
                ready = ready_after(action, moment, facts.impact) if isinstance(action, Throw) else moment.at
                return self._judged(after_dart(self.bull_off, distance), ready, text)
            case Concede():
                return self._without(seat, moment.at)
        assert isinstance(action, PassDarts | ClockExpired)
        return self._judged(after_dart(self.bull_off, NO_DART), moment.at, "The dart was not thrown.")

    def _judged(self, bull_off: BullOff, ready: float, text: str) -> Judged:
        ruling = Ruling(rules=(TIE_RULE,), text=text)
        if not bull_off.done:
            return Judged(replace(self, bull_off=bull_off, opens=ready), ruling)
        return Judged(begun(self.setup, nearest_first(bull_off, self.groups), self.gone, ready), ruling)

    def _without(self, seat: Seat, at: float) -> Judged:
        gone = self.gone | {seat}
        left = tuple(Seat(other) for other in range(len(self.setup.sides)) if other not in gone)
        text = "A player gives up."
        if len(left) > 1:
            return replace(self, gone=gone)._judged(without(self.bull_off, seat), max(at, self.opens), text)
        reason = "the others gave up" if left else "given up"
        result = MatchResult(left, reason, (0,) * len(self.setup.sides))
        return Judged(replace(self, gone=gone, result=result), Ruling(rules=(TIE_RULE,), winner=left, text=text))

    def delayed(self, by: float) -> BullOffPlay:
        """The bull-off after an outage of `by` s."""
        return replace(self, opens=self.opens + by)

    def sides(self) -> tuple[SideView, ...]:
        """The scoreboard: each player's nearest dart so far."""
        return tuple(
            SideView(name, 0, 0, {"bull_off_mm": own[-1] if own and own[-1] < NO_DART else None})
            for name, own in zip(self.setup.sides, self.bull_off.distances, strict=True)
        )

    def cue_table(self) -> CueTableView | None:
        """No cue game is played here."""
        return None

    def darts_table(self) -> DartsTableView | None:
        """The board: one dart each."""
        model = model_of(self.setup.options, self.setup.touch, self.setup.pace)
        return DartsTableView(
            self.bull_off.round,
            1,
            (),
            {
                "rounds": 1,
                "board": model.profile.name,
                "noise_mm": model.noise,
                "sway_mm": model.sway,
                "target": 25,
                "opens": self.opens,
                "zero": self.opens,
                "hints": False,
            },
        )


def distance_from_bull(facts: HitFacts, profile: BoardProfile) -> float:
    """From the centre of the board, mm; where a board does not know the point, the middle of the ring that was hit.

    Two darts in the same ring are then level, and thrown again.
    """
    if facts.segment == Landing.BOUNCE_OUT:
        return NO_DART
    if facts.at is not None:
        return math.hypot(*facts.at)
    dart = parse_dart(facts.segment)
    inner, outer = profile.triple[1], profile.double[0]
    rings = {
        Landing.INNER_BULL: 0.0,
        Landing.OUTER_BULL: (profile.inner_bull + profile.outer_bull) / 2.0,
        Landing.TRIPLE: sum(profile.triple) / 2.0,
        Landing.DOUBLE: sum(profile.double) / 2.0,
        Landing.SINGLE: (profile.outer_bull + profile.triple[0]) / 2.0 if dart.zone == "i" else (inner + outer) / 2.0,
    }
    distance: float = rings.get(dart.landing, profile.double[1])
    return distance
