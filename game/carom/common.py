"""What all carom games share besides their strokes: setting up, the balls to strike, cases, what the table shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from game.actions import Shot
from game.carom.choices import CAROM_OPTIONS, accepts_option, at_turn, choose
from game.carom.options import CAROM_TABLES
from game.carom.penalties import penalise, referee
from game.carom.safeties import asks_attempt
from game.carom.spots import RED, WHITE, YELLOW
from game.carom.turns import CaromOwn, at_start, following, game_average, general_average, own_ball, statistics
from game.carom.zones import standing, zones_of
from game.case_fields import Field, Players
from game.cue_rules import CueRules
from game.cue_state import CueState, Offer, Own, PlayedShot, Ruled, Setting, needs_bridge
from game.errors import BadCase, IllegalAction, Refusal
from game.options import OptionSpec
from game.play import Detail
from game.values import replace
from game.vocabulary import Ball, CueBall, Family, GameKind, OptionValue, Phase, Point

THREE_BALLS = (WHITE, YELLOW, RED)


def carom_rules(
    kind: GameKind,
    title: str,
    judge: Callable[[CueState, PlayedShot], Ruled],
    options: tuple[OptionSpec, ...],
    presets: Mapping[str, Mapping[str, OptionValue]],
    *,
    balls: tuple[Ball, ...] = THREE_BALLS,
    sides: tuple[int, ...] = (2, 4),
) -> CueRules:
    """A carom game: how it judges a stroke, its options and presets; the rest is the same in all of them."""
    return CueRules(
        kind=kind,
        family=Family.CAROM,
        title=title,
        balls=balls,
        sides=sides,
        tables=CAROM_TABLES,
        options=options,
        presets=presets,
        option_codes=CAROM_OPTIONS,
        scores_games=False,
        fresh=fresh,
        set_up=set_up,
        racked=racked,
        check=check,
        judge=judge,
        choose=choose,
        penalise=penalise,
        referee=partial(referee, judge=judge),
        read_own=read_own,
        show_own=show_own,
        details=statistics,
        table_details=table_details,
        strikes=strikes,
        strikable=strikable,
        accepts_option=accepts_option,
        at_turn=at_turn,
        target_of=target_of,
        asks_attempt=asks_attempt,
        game_figure=game_average,
    )


def check(state: CueState, shot: Shot) -> None:
    """A safety may be declared, nothing else."""
    del state
    if shot.push_out:
        raise IllegalAction(Refusal.NO_PUSH_OUT, "push_out", "carom knows no push-out")


def fresh(setting: Setting) -> Own:
    """No runs yet."""
    seats = setting.seats
    return CaromOwn(
        runs=((),) * seats,
        time_outs=(time_outs_of(setting),) * seats,
        last_was_safety=(False,) * seats,
        fouls=((),) * seats,
        safeties=(0,) * seats,
    )


def time_outs_of(setting: Setting) -> int:
    """Automatic time-outs of each player: the option, or what UMB has for the distance (C.0.7)."""
    told = setting.number("time_outs")
    return told if told >= 0 else 3 if setting.number("target") < 40 else 4


def set_up(state: CueState) -> CueState:
    """The start position; the opener has white, or picks his ball, and picks the side he plays from."""
    own = state.own_as(CaromOwn)
    has_white = state.setting.passes_balls_on or state.breaker % 2 == 0  # the first turn of three has the first ball
    balls = (WHITE, YELLOW) if has_white else (YELLOW, WHITE)
    opened = replace(
        state,
        own=replace(own, cue_balls=balls),
        positions={},
        phase=Phase.BREAK,
        cue_ball=CueBall.AS_LIES,
        rack_due="",
    )
    if state.setting.flag("choose_ball"):
        return replace(opened, phase=Phase.OPTION, offer=Offer(state.shooter, (WHITE, YELLOW)))
    return at_start(opened)


def racked(state: CueState, order: tuple[Ball, ...]) -> Mapping[Ball, Point]:
    """Carom has no rack."""
    raise AssertionError(f"no rack of {len(order)} balls is ever due in {state.setting.game}")


def strikes(state: CueState) -> tuple[Ball, ...]:
    """The cue ball of the side at the table."""
    return (own_ball(state, state.shooter),)


def strikable(state: CueState) -> tuple[Ball, ...]:
    """Any ball can be struck; every one but one's own is a foul (T6)."""
    return tuple(sorted(state.balls))


def read_own(state: CueState, field: Field, players: Players) -> Own:
    """The cue balls as cases have them: A white, B yellow, three by turns; time-outs left, none where not told."""
    own = state.own_as(CaromOwn)
    after_safety = players.values(field.at("last_was_safety"))
    own = replace(
        own,
        time_outs=players.wholes(field.at("time_outs")),
        last_was_safety=tuple(seat in after_safety and after_safety[seat].flag() for seat in players.seats),
    )
    if state.setting.passes_balls_on and field.at("innings") is None:
        own = replace(own, first_turn=_first_turn(state, field.at("inning")))
    if state.target < 1:
        raise BadCase("state.target", "must be 1 or more")
    return own


def _first_turn(state: CueState, inning: Field | None) -> int:
    """How many turns came before those that the innings count: `inning` is the number of the turn, from 0 (R52).

    One that cannot be the number of a turn of the side at the table is that of its inning, from 1.
    """
    turn = None if inning is None else inning.whole()
    if turn is None or turn % state.setting.seats != state.shooter:
        return int(state.shooter)
    return turn - sum(state.innings)


def show_own(state: CueState, players: Players) -> Mapping[str, object]:
    """The runs of each player, who is after a safety, and the zones that both object balls share."""
    own = state.own_as(CaromOwn)
    return {
        "runs": players.by_name(tuple(list(runs) for runs in own.runs)),
        "last_was_safety": players.by_name(own.last_was_safety),
        "zones": dict(standing(state)),
    }


def table_details(state: CueState) -> Mapping[str, Detail]:
    """What the table shows besides its balls."""
    return {
        "cue_ball": own_ball(state, state.shooter),
        "opening": state.phase is Phase.BREAK,
        "target": state.target,
        "next_seat": following(state, state.shooter),
        "general_average": general_average(state),
        "bridge": needs_bridge(state, own_ball(state, state.shooter)),
        **_zones(state),
    }


def _zones(state: CueState) -> Mapping[str, Detail]:
    """What is announced before a stroke where balls may not stay in a zone."""
    if not zones_of(state.setting):
        return {}
    return {"zones": ", ".join(f"{name}: {word}" for name, word in standing(state).items()) or "a cheval"}


def target_of(setting: Setting) -> int:
    """The option."""
    return setting.number("target")
