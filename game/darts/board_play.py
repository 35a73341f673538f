"""A darts match in which some seats throw on real boards: reports, corrections, confirmation, the pending end of a leg.

Source: darts B.1 (FINAL_PENDING), B.4 (reports), B.5 (confirmation), B.6 (corrections).
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from game.actions import (
    Action,
    Aside,
    BoardHit,
    ConfirmDarts,
    CorrectDart,
    DeleteDart,
    FinalStands,
    InsertDart,
    RefereeAct,
    RefuseCorrection,
    TakeoutOver,
)
from game.darts import board_changes as changes
from game.darts import correction as fixes
from game.darts.board_changes import Change
from game.darts.boards import CONFIRM, REFUSE, BoardRules, board_rules, check_thrower, hit_reported
from game.darts.correction import DartLog, Undo, corrected, follow, replay, undone
from game.darts.play import DartsPlay, Groups, begin_legs, settled, turn_opened
from game.darts.reported import reported_darts
from game.darts.statistics import Figures, tallied
from game.darts.turns import Leg, Stage, throw
from game.darts.vocabulary import Landing, Turn
from game.errors import IllegalAction, Refusal
from game.play import Correctable, DartsTableView, Detail, Judged, Plan
from game.rulings import Ruling
from game.setup import MatchSetup, Moment
from game.shot_facts import Facts, HitFacts
from game.vocabulary import ActionKind, Phase, Seat

BOARD_RULE = "darts B.4"
CONFIRM_RULE = "darts B.5"
CORRECTION_RULE = "darts B.6"


@dataclass(frozen=True)
class Refusable:
    """The last correction while opponents may refuse it: which, by whom, what takes it back, until when (s)."""

    change: Change
    seat: Seat
    undo: Undo
    until: float


@dataclass(frozen=True)
class Unconfirmed:
    """A turn thrown at a board that opponents have not accepted yet: whose, until when (s), who has accepted it."""

    seat: Seat
    until: float
    accepted: frozenset[Seat] = frozenset()


@dataclass(frozen=True)
class Recalculated:
    """The turn that was corrected last: whose, its number in the leg, its points now."""

    seat: Seat
    turn: int
    points: int


@dataclass(frozen=True)
class BoardPlay(DartsPlay, Correctable):
    """The state of a match with real boards.

    log          the running leg as it was reported, corrections applied
    refusable    the last correction, while it can be refused
    unconfirmed  the last turn at a board, while it waits to be accepted
    final_until  the leg is over, and can be corrected until then (s)
    cleared      number of the turn whose board was already said to be free of darts
    changed      corrections of the leg: their number stands in the labels of later draws, so that none is drawn twice
    recalculated the turn that was corrected last
    previous     the leg before this one, as it ended: the referee can still correct it
    """

    log: DartLog | None = None
    refusable: Refusable | None = None
    unconfirmed: Unconfirmed | None = None
    final_until: float | None = None
    cleared: int = 0
    changed: int = 0
    recalculated: Recalculated | None = None
    previous: BoardPlay | None = None

    @property
    def rules(self) -> BoardRules:
        """Who throws on boards, and their times."""
        return board_rules(self.setup)

    @property
    def dart_log(self) -> DartLog:
        """The log of the running leg."""
        assert self.log is not None, "a match with boards has a log"
        return self.log

    @property
    def phase(self) -> Phase:
        """Where the match stands; the end of a leg is pending while it may be corrected."""
        return super().phase if self.final_until is None else Phase.FINAL_PENDING

    @property
    def ends_at(self) -> float | None:
        """When the pending end stands, or the open turn is over by itself."""
        return super().ends_at if self.final_until is None else self.final_until

    def legal(self, seat: Seat) -> tuple[ActionKind, ...]:
        """Who throws on a board can only give up the darts left: the board reports the others."""
        kinds, on_board = super().legal(seat), seat in self.rules.seats
        return tuple(kind for kind in kinds if not (on_board and kind is ActionKind.THROW_DART))

    def label(self) -> str:
        """The label of the open dart's draws; after a correction they are others."""
        return super().label() + (f"/c{self.changed}" if self.changed else "")

    def delayed(self, by: float) -> BoardPlay:
        """The match after an outage of `by` s."""
        later = super().delayed(by)
        assert isinstance(later, BoardPlay)
        last, turn, final = self.refusable, self.unconfirmed, self.final_until
        return replace(
            later,
            refusable=None if last is None else replace(last, until=last.until + by),
            unconfirmed=None if turn is None else replace(turn, until=turn.until + by),
            final_until=None if final is None else final + by,
        )

    # --- checks ------------------------------------------------------------------------------------------------------

    def plan(self, seat: Seat, action: Action, moment: Moment) -> Plan:
        """The hit of a throw, or the one that a board reports. Raises IllegalAction."""
        check_thrower(self.rules, seat, action)
        if not isinstance(action, BoardHit):
            return super().plan(seat, action, moment)
        visit = action.visit
        if visit is not None and (visit.leg, visit.turn) != (self.game_number, self.leg.turn.number):
            raise IllegalAction(Refusal.TOO_LATE, "visit", "the board was armed for another turn")
        return hit_reported(action, moment.at, self.rules, self.opens, self.leg.turn.dart)

    def check_aside(self, seat: Seat, action: Aside, moment: Moment) -> None:
        """Refuse what cannot be had now. Raises IllegalAction."""
        match action:
            case CorrectDart() | DeleteDart() | InsertDart():
                self._change(changes.correction_meant(action), seat)
            case RefuseCorrection():
                self._check_refusal(seat, moment.at)
            case ConfirmDarts():
                turn = self.unconfirmed
                if turn is None or moment.at > turn.until or seat == turn.seat or seat in turn.accepted:
                    raise IllegalAction(Refusal.NOT_ALLOWED, text="nothing is to be confirmed")
            case TakeoutOver():
                is_open = seat in self.to_act and not self.leg.turn.thrown and self.cleared != self.leg.turn.number
                if seat not in self.rules.seats or not is_open:
                    raise IllegalAction(Refusal.NOT_ALLOWED, text="no turn of this seat waits for its board")

    def _check_refusal(self, seat: Seat, at: float) -> None:
        last = self.refusable
        if last is None or at > last.until:
            raise IllegalAction(Refusal.TOO_LATE, text="no correction can be refused now")
        if seat == last.seat:
            raise IllegalAction(Refusal.NOT_ALLOWED, text="that is your own correction")
        undone(self.dart_log, last.undo)

    def _change(self, correction: fixes.Correction, seat: Seat | None) -> Change:
        """The change that a player (None: the referee) asks for. Raises IllegalAction where it cannot be had."""
        change = changes.change_in(self.dart_log, self.leg, correction)
        changes.check_on_board(change, self.seats, self.rules.seats)
        if seat is not None:
            changes.check_owner(change, self.dart_log, self.seats, seat)
        corrected(self.dart_log, self.leg, correction)
        return change

    # --- what follows ------------------------------------------------------------------------------------------------

    def judge(self, seat: Seat | None, action: Action, facts: Facts | None, moment: Moment) -> Judged:
        """Rule on an accepted action. Seat None: the referee, or the end of the time for corrections."""
        match action:
            case BoardHit():
                assert isinstance(facts, HitFacts)
                assert seat is not None
                return self._hit(seat, action, facts, moment.at)
            case CorrectDart() | DeleteDart() | InsertDart():
                return self._corrected(changes.correction_meant(action), seat, moment.at)
            case RefereeAct():
                return self._corrected_by_referee(action, moment.at)
            case RefuseCorrection():
                return self._refused(moment.at)
            case ConfirmDarts():
                assert seat is not None
                return self._confirmed(seat, moment.at)
            case TakeoutOver():
                new_round = not self.leg.turns or self.leg.turns[-1].round != self.leg.turn.round
                after = turn_opened(replace(self, cleared=self.leg.turn.number), moment.at, new_round=new_round)
                return Judged(after, Ruling(rules=(BOARD_RULE,), text="The board is free."))
            case FinalStands():
                return Judged(self._end_stands(moment.at), Ruling(rules=(CORRECTION_RULE,), text="The leg stands."))
        return super().judge(seat, action, facts, moment)

    def _hit(self, seat: Seat, hit: BoardHit, facts: HitFacts, at: float) -> Judged:
        """A dart that a board reports. One that bounced out is thrown again where the option says so."""
        assert facts.impact is not None
        dart = self._dart(facts, facts.impact)
        if dart.landing is Landing.BOUNCE_OUT and self.rules.rethrow:
            text = "The dart bounced out and is thrown again."
            return Judged(replace(self, opens=at), Ruling(rules=(BOARD_RULE,), continues=True, text=text))
        absences = (*self.absences[:seat], 0, *self.absences[seat + 1 :])
        return self._judged(replace(self, leg=throw(self.leg, dart), absences=absences), hit, at)

    def _followed(self, after: DartsPlay, at: float) -> DartsPlay:
        """What follows from a leg: the log, darts to be accepted; its end is pending while it may be corrected."""
        assert isinstance(after, BoardPlay)
        thrower, leg = self.seats[self.leg.turn.player], after.leg
        is_closed = leg.stage is Stage.DONE or leg.turn.number != self.leg.turn.number
        waits = is_closed and thrower in self.rules.seats and len(self.seats) > 1
        after = replace(
            after,
            log=follow(self.dart_log, self.leg, leg),
            unconfirmed=Unconfirmed(thrower, at + CONFIRM) if waits else None,
        )
        return after._with_end(self.leg.stage, at)

    def _with_end(self, before: Stage, at: float) -> BoardPlay:
        """The end pending from when the leg was over; none where it goes on again."""
        if self.leg.stage is not Stage.DONE:
            return replace(self, final_until=None)
        until = self.final_until if before is Stage.DONE and self.final_until is not None else at + self.rules.final
        return replace(self, final_until=until)

    def _end_stands(self, at: float) -> DartsPlay:
        """The next leg or the result, now that nobody can correct this one any more but the referee."""
        ended = replace(self, final_until=None, unconfirmed=None, refusable=None, previous=None)
        after = settled(ended, at)
        return after if after.result is not None else with_boards(after, self.dart_log.next_number, ended)

    def _confirmed(self, seat: Seat, at: float) -> Judged:
        """An opponent accepts a turn; once all have, a pending end stands."""
        assert self.unconfirmed is not None
        turn = replace(self.unconfirmed, accepted=self.unconfirmed.accepted | {seat})
        present = {other for other in self.seats if other not in self.gone and other != turn.seat}
        ruling = Ruling(rules=(CONFIRM_RULE,), text="The darts are accepted.")
        if not present <= turn.accepted:
            return Judged(replace(self, unconfirmed=turn), ruling)
        after = replace(self, unconfirmed=None)
        return Judged(after if self.final_until is None else after._end_stands(at), ruling)

    def _corrected(self, correction: fixes.Correction, seat: Seat | None, at: float) -> Judged:
        """The match after a correction: the whole leg again from its log, told once for the turn."""
        if isinstance(correction, fixes.Insert) and not correction.number:
            time = max(0, round((at - self.zero) * 1000))
            correction = replace(correction, dart=replace(correction.dart, time=time))
        change = self._change(correction, seat)
        log, undo = corrected(self.dart_log, self.leg, correction)
        after = self._replayed(log, change, at)
        if seat is not None and len(self.seats) > 1:
            until = at + REFUSE
            final = None if after.final_until is None else max(after.final_until, until)
            after = replace(after, refusable=Refusable(change, seat, undo, until), final_until=final)
        return Judged(after, after._told(change.text))

    def _corrected_by_referee(self, act: RefereeAct, at: float) -> Judged:
        """The referee corrects at any time, the leg before this one too: if another won that, it goes on."""
        correction, before = changes.referee_meant(act), self.previous
        number = correction.number
        if before is None or not number or changes.has_dart(self.dart_log, number):
            return self._corrected(correction, None, at)
        change = before._change(correction, None)
        log, _ = corrected(before.dart_log, before.leg, correction)
        again = before._replayed(log, change, at)
        if again.leg.stage is Stage.DONE and again.leg.winners == before.leg.winners:
            kept = replace(self, previous=replace(again, final_until=None), recalculated=again.recalculated)
            return Judged(kept, kept._told(change.text))
        log = replace(log, next_number=self.dart_log.next_number)  # numbers are never used twice
        numbered = replace(again, log=log, changed=again.changed + self.changed)
        return Judged(numbered, numbered._told(change.text))

    def _refused(self, at: float) -> Judged:
        """The last correction is taken back: the leg again without it."""
        last = self.refusable
        assert last is not None
        after = self._replayed(undone(self.dart_log, last.undo), last.change, at)
        return Judged(after, after._told("The correction is refused."))

    def _replayed(self, log: DartLog, change: Change, at: float) -> BoardPlay:
        """The match with its leg played again from a log; the open dart keeps its time where it is still the same."""
        again = replay(log)
        leg, seat = again.leg, self.seats[change.player]
        turn = _turn_numbered(leg, again.turns.get(change.turn, 0))
        after = replace(
            self,
            log=log,
            leg=leg,
            tally=tallied((Figures(),) * len(self.seats), leg, 0),
            changed=self.changed + 1,
            recalculated=Recalculated(seat, 0 if turn is None else turn.number, 0 if turn is None else turn.points),
            refusable=None,
        )
        if (leg.thrower, leg.turn.number) != (self.leg.thrower, self.leg.turn.number):
            after = turn_opened(after, at, new_round=True)
        elif leg.turn.dart != self.leg.turn.dart:
            after = replace(after, opens=max(at, after.zero))
        return after._with_end(self.leg.stage, at)

    def _told(self, text: str) -> Ruling:
        """What is told of a correction: what was done, and what the turn is worth now."""
        turn = self.recalculated
        assert turn is not None
        over = self.leg.stage is Stage.DONE
        return Ruling(
            rules=(CORRECTION_RULE,),
            points=turn.points,
            corrected=(turn.seat, turn.turn),
            continues=not over,
            winner=tuple(sorted(self.seats[player] for player in self.leg.winners)) if over else (),
            text=f"{text} {self.setup.sides[turn.seat]}'s turn is worth {turn.points} now.",
        )

    def darts_table(self) -> DartsTableView | None:
        """The board, with the darts that were reported and what is still open about them."""
        view = super().darts_table()
        assert view is not None
        reported = reported_darts(self.dart_log, self.seats, self.rules.seats)
        return replace(view, details={**view.details, **self._open_questions()}, reported=reported)

    def _open_questions(self) -> dict[str, Detail]:
        shown: dict[str, Detail] = {}
        if self.unconfirmed is not None:
            shown |= {"confirm_seat": self.unconfirmed.seat, "confirm_by": self.unconfirmed.until}
        if self.refusable is not None:
            shown |= {"corrected_seat": self.refusable.seat, "refuse_by": self.refusable.until}
        if self.recalculated is not None:
            turn = self.recalculated
            shown |= {"recalculated_seat": turn.seat, "recalculated_turn": turn.turn, "recalculated": turn.points}
        if self.final_until is not None:
            shown["final_until"] = self.final_until
        return shown


def with_boards(play: DartsPlay, next_number: int = 1, previous: BoardPlay | None = None) -> BoardPlay:
    """A leg that was just begun, in a match with real boards; darts are numbered on from the leg before."""
    own = {field.name: getattr(play, field.name) for field in fields(DartsPlay)}
    return BoardPlay(**own, log=DartLog(play.leg, next_number=next_number), previous=previous)


def begun(setup: MatchSetup, groups: Groups, gone: frozenset[Seat], at: float) -> DartsPlay:
    """A match before the first dart of its first leg, with real boards where some seats throw on one."""
    play = begin_legs(setup, groups, gone, at)
    return with_boards(play) if board_rules(setup).seats else play


def _turn_numbered(leg: Leg, number: int) -> Turn | None:
    """The turn of this number, open or closed."""
    return next((turn for turn in (leg.turn, *reversed(leg.turns)) if turn.number == number), None)
