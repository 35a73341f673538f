"""One action in a cue game: may it be done, and what follows. The same for matches and for written cases."""

from __future__ import annotations

from game.actions import Action, Choose, ClockExpired, Concede, Place, PlayLag, RefereeAct, Shot
from game.cue_flow import FLOW_OPTIONS, choose_opening, ended, lag_ruled, settle
from game.cue_referee import referee_ruled
from game.cue_rules import CueRules
from game.cue_state import CueState, PlayedShot, Ruled, is_at_table
from game.errors import IllegalAction, Refusal
from game.lag import lag_lost, not_lagged
from game.placing import check_lag_place, check_place, is_house_foul, placed, with_fault_forgotten
from game.rack_check import CHECK_RACK, checked, refuse_late_check
from game.rulings import Ruling
from game.shot_facts import Facts, LagFacts, ShotFacts
from game.values import replace
from game.vocabulary import Foul, Phase, Seat

SHOOTING = frozenset({Phase.BREAK, Phase.PLAY, Phase.EXTRA, Phase.TIE_BREAK})
"""Phases in which a shot is played."""


def check(rules: CueRules, state: CueState, action: Action) -> None:
    """Refuse what the side to act may not do now. Raises IllegalAction."""
    if state.phase is Phase.OVER:
        raise IllegalAction(Refusal.MATCH_OVER, text="the match is over")
    match action:
        case Shot():
            _check_shot(rules, state, action)
        case Place() if state.phase is Phase.LAG:
            check_lag_place(state, action)
        case Place():
            check_place(state, action)
        case Choose():
            _check_choice(rules, state, action.option)
        case PlayLag():
            if state.phase is not Phase.LAG:
                raise IllegalAction(Refusal.NOT_ALLOWED, text="no lag is played now")
        case ClockExpired() | Concede() | RefereeAct():
            pass
        case _:
            raise IllegalAction(Refusal.NOT_ALLOWED, text="this is no action of a cue game")


def check_seated(rules: CueRules, state: CueState, seat: Seat, action: Action) -> None:
    """Refuse what a side that is not at the table may not do: the other one has a few options of its own, if any."""
    if is_at_table(state, seat) or not isinstance(action, Choose) or action.option not in rules.seated_options(state):
        raise IllegalAction(Refusal.NOT_YOUR_TURN, text="it is not your turn")


def _check_shot(rules: CueRules, state: CueState, shot: Shot) -> None:
    rules.check(state, shot)
    if state.offer is not None and state.offer.blocking:
        raise IllegalAction(Refusal.CHOOSE_FIRST, text="an option has to be chosen first")
    if state.phase not in SHOOTING:
        raise IllegalAction(Refusal.NOT_ALLOWED, text="no shot is played now")
    if shot.stroke.ball not in rules.strikable(state):
        raise IllegalAction(Refusal.WRONG_BALL, "stroke.ball", f"ball {shot.stroke.ball} cannot be struck")


def _check_choice(rules: CueRules, state: CueState, option: str) -> None:
    if option == CHECK_RACK:
        refuse_late_check(state)
        return
    if rules.accepts_option(state, option):
        return
    if state.offer is None or option not in state.offer.options:
        raise IllegalAction(Refusal.NOT_OFFERED, "option", f"{option} is not offered")


def act(rules: CueRules, state: CueState, seat: Seat | None, action: Action, facts: Facts | None, at: float) -> Ruled:
    """What follows an action that was checked."""
    ruled = settle(rules, _ruled(rules, replace(state, stroke_seconds=None), seat, action, facts, at))
    ruled = replace(ruled, state=with_fault_forgotten(state, ruled.state))
    begins = isinstance(action, Shot | ClockExpired | RefereeAct) and ruled.state.phase in SHOOTING
    return replace(ruled, state=rules.at_turn(ruled.state)) if begins else ruled


def _ruled(
    rules: CueRules, state: CueState, seat: Seat | None, action: Action, facts: Facts | None, at: float
) -> Ruled:
    match action:
        case Shot():
            assert isinstance(facts, ShotFacts)
            return rules.judge(state, PlayedShot(action, facts, at))
        case Place():
            if is_house_foul(state, action):
                return rules.penalise(state, state.shooter, Foul.HOUSE, at)
            return placed(state, action)
        case Choose(option=option):
            return _chosen(rules, state, option, at)
        case PlayLag():
            return _lagged(state, seat, action, facts)
        case ClockExpired():
            return _expired(rules, state, at)
        case Concede():
            return _conceded(rules, state, seat)
        case RefereeAct():
            return referee_ruled(rules, state, action, at)
        case _:
            raise AssertionError(f"{action} cannot come here")


def _chosen(rules: CueRules, state: CueState, option: str, at: float) -> Ruled:
    if option in FLOW_OPTIONS:
        return choose_opening(rules, state, option)
    if option == CHECK_RACK:
        return checked(rules, state)
    return rules.choose(state, option, at)


def _lagged(state: CueState, seat: Seat | None, action: PlayLag, facts: Facts | None) -> Ruled:
    """A lag stroke stays hidden until all have played; then all are ruled on at once."""
    if isinstance(facts, LagFacts):
        return _lagged_alone(state, facts) if len(facts.balls) == 1 else lag_ruled(state, facts)
    assert seat is not None
    lags = {**state.lags, seat: action.stroke}
    return Ruled(replace(state, lags=lags), Ruling(rules=("3.5",), text="A lag is played."))


def _lagged_alone(state: CueState, facts: LagFacts) -> Ruled:
    """One of three has lagged; the last one decides (R48)."""
    balls = (*state.lag_balls, *facts.balls)
    if len(balls) == state.setting.seats:
        return lag_ruled(state, LagFacts(balls, facts.duration))
    return Ruled(replace(state, lag_balls=balls), Ruling(rules=("R48",), text="A lag is played."))


def _expired(rules: CueRules, state: CueState, at: float) -> Ruled:
    """Time is up: a lag not played is lost, an option takes its default, at the table it is a foul (1.11)."""
    if state.phase is Phase.LAG and state.setting.lags_alone:
        return _lagged_alone(state, not_lagged(Seat(len(state.lag_balls))))
    if state.phase is Phase.LAG:
        return lag_ruled(state, lag_lost(tuple(state.lags)))
    if state.offer is not None and state.offer.blocking:
        return _chosen(rules, state, state.offer.options[0], at)
    return rules.penalise(state, state.shooter, Foul.TIME, at)


def _conceded(rules: CueRules, state: CueState, seat: Seat | None) -> Ruled:
    """The match is lost (1.14); of several others the leading ones win."""
    assert seat is not None
    lost = state.setting.team_of(seat)
    others = [Seat(other) for other in range(state.setting.seats) if other not in lost]
    best = max(state.scores[other] for other in others)
    winners = tuple(other for other in others if state.scores[other] == best)
    over = ended(rules, state, winners, "conceded")
    return Ruled(over, Ruling(rules=("1.14",), winner=winners, text="The match is conceded."))
