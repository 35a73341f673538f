"""Nine-ball: lowest ball first, the nine wins, push-out after the break. Source: Slovak pool rules 5.1 to 5.13."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.actions import RefereeAct, Shot
from game.case_fields import Field, Players
from game.cue_rules import CueRules
from game.cue_state import (
    CueState,
    Offer,
    Own,
    PlayedShot,
    Ruled,
    Setting,
    at_rest,
    is_at_table,
    next_seat,
    pass_turn,
    with_positions,
)
from game.errors import BadCase, IllegalAction, Refusal
from game.findings import Finding, all_evidence, evidence_of, foul_text
from game.play import Detail
from game.pool.awards import awarded_foul, conduct_loses, lose_game, named_player, penalise_in_hand, warned
from game.pool.breaks import is_open_break
from game.pool.common import (
    Reading,
    check_cue,
    find_fouls,
    no_target,
    no_unoffered_option,
    nothing_owed,
    only_the_cue_ball,
    read,
)
from game.pool.counting import clear_fouls, count_foul
from game.pool.options import COMMON_OPTIONS, POOL_TABLES
from game.pool.spotting import spot
from game.rulings import Ruling
from game.values import replace
from game.vocabulary import CUE, Ball, CueBall, Family, Foul, GameKind, Outcome, Phase, Point, Seat
from physics.racks import diamond

NINE = Ball("9")
BALLS = tuple(Ball(str(number)) for number in range(1, 10))
RULES = {Foul.WRONG_BALL: "5.7", Foul.NO_RAIL: "5.8", Foul.BALL_OFF: "5.10", Foul.TOUCH: "5.11"}
WAIVED = frozenset({Foul.NO_HIT, Foul.WRONG_BALL, Foul.NO_RAIL})
"""What a push-out need not keep (5.5)."""

PLAY, PASS_BACK = "PLAY", "PASS_BACK"


@dataclass(frozen=True)
class NineBall(Own):
    """Whether the next shot may be a push-out (5.4)."""

    push_out: bool = False


def lowest(balls: frozenset[Ball]) -> Ball:
    """The ball on: the lowest number on the table."""
    return min(balls, key=int)


def check(state: CueState, shot: Shot) -> None:
    """A push-out can only be declared on the shot after a foul-free break (5.4)."""
    check_cue(state, shot)
    if shot.push_out and not state.own_as(NineBall).push_out:
        raise IllegalAction(Refusal.NO_PUSH_OUT, "push_out", "a push-out is possible only right after the break")


def judge(state: CueState, shot: PlayedShot) -> Ruled:
    """Rule on one shot (5.1, 5.3 to 5.12)."""
    targets = frozenset({lowest(state.balls)})
    reading = read(state, shot, targets)
    waived = WAIVED if shot.action.push_out else frozenset()
    findings = find_fouls(state, shot, reading, targets, rules=RULES, waived=waived)
    if state.phase is Phase.BREAK and not is_open_break(reading, shot):
        findings = (*findings, Finding(Foul.ILLEGAL_BREAK, "5.3", tuple(shot.facts.events[-1:])))
    table = replace(
        at_rest(state, shot.facts), shots=state.shots + 1, phase=Phase.PLAY, cue_ball=CueBall.AS_LIES, offer=None
    )
    if findings:
        return _foul(table, shot, findings)
    return _legal(clear_fouls(table, state.shooter), state, shot, reading)


def _foul(table: CueState, shot: PlayedShot, findings: tuple[Finding, ...]) -> Ruled:
    """The other side has the cue ball in hand anywhere; only the nine comes back (5.3, 5.6, 5.10, 5.12)."""
    offender = table.shooter
    fouls = tuple(finding.foul for finding in findings)
    ruling = Ruling(
        rules=tuple(dict.fromkeys((*(finding.rule for finding in findings), "5.6"))),
        fouls=fouls,
        evidence=all_evidence(findings),
        text=foul_text(fouls),
    )
    counted, is_third = count_foul(table, offender, shot.at)
    if is_third:
        text = f"{ruling.text} The third in a row loses the game."
        return lose_game(counted, offender, replace(ruling, rules=(*ruling.rules, "5.12"), text=text))
    after, spotted = _nine_back(replace(counted, own=NineBall()), cue_stays=False)
    return Ruled(pass_turn(after, CueBall.IN_HAND), replace(ruling, spotted=spotted))


def _legal(table: CueState, before: CueState, shot: PlayedShot, reading: Reading) -> Ruled:
    """A shot without a foul: push-out, a win, the run goes on, or it ends (5.1, 5.4, 5.5, 5.13)."""
    shooter = table.shooter
    shown = evidence_of(reading.made) or evidence_of(
        event for event in (reading.contact, reading.railed) if event is not None
    )
    if shot.action.push_out:
        after, spotted = _nine_back(replace(table, own=NineBall()), cue_stays=True)
        after = pass_turn(after)
        after = replace(after, phase=Phase.OPTION, offer=Offer(after.shooter, (PLAY, PASS_BACK)))
        text = "Push-out: the other side plays or passes back."
        return Ruled(after, Ruling(rules=("5.5",), spotted=spotted, evidence=shown, text=text))
    if NINE in reading.balls_made:
        text = "The nine is made: the game is won."
        won = Ruling(rules=("5.1", "5.13"), outcome=Outcome.WIN, winner=(shooter,), evidence=shown, text=text)
        return Ruled(table, won)
    after = replace(table, own=NineBall(push_out=before.phase is Phase.BREAK))
    if reading.made:
        text = "A ball is made: play goes on."
        return Ruled(after, Ruling(rules=("5.1",), continues=True, evidence=shown, text=text))
    return Ruled(pass_turn(after), Ruling(rules=("5.1",), evidence=shown, text="Nothing is made: the turn passes."))


def _nine_back(state: CueState, *, cue_stays: bool) -> tuple[CueState, Mapping[Ball, Point]]:
    """The nine on its spot where it is off the table (5.3, 5.6, 5.10); a cue ball in hand is in nobody's way."""
    if NINE in state.balls:
        return state, {}
    lying = {ball: at for ball, at in state.positions.items() if cue_stays or ball != CUE}
    spotted = spot([NINE], lying, state.setting.cloth, state.setting.word("spot_mode"))
    back = replace(state, balls=state.balls | {NINE})
    return with_positions(back, {**state.positions, **spotted}, frozenset({NINE})), spotted


def choose(state: CueState, option: str, at: float) -> Ruled:
    """The answer to a push-out: play as it lies, or have the other side play; either shot is a normal one (5.5)."""
    del at
    if option == PASS_BACK:
        after = replace(state, shooter=next_seat(state, state.shooter), phase=Phase.PLAY, offer=None)
        return Ruled(after, Ruling(rules=("5.5",), text="The shot is passed back."))
    after = replace(state, phase=Phase.PLAY, offer=None)
    return Ruled(after, Ruling(rules=("5.5",), text="The table is taken as it lies."))


def penalise(state: CueState, offender: Seat, foul: Foul, at: float) -> Ruled:
    """A foul outside a shot gives ball in hand and counts towards three (1.11, 3.40, 5.12)."""
    own = NineBall() if is_at_table(state, offender) else state.own
    return penalise_in_hand(replace(state, own=own), offender, foul, at, "5.12")


def referee(state: CueState, act: RefereeAct, at: float) -> Ruled:
    """Warnings and awards (2.16, 2.28, 3.40)."""
    match act.do:
        case "warn":
            return warned(state, act, at)
        case "award_foul":
            return penalise(state, named_player(act), awarded_foul(act), at)
        case "strong_warn" | "deliberate_foul":
            return conduct_loses(state, act, both_on_last=state.balls == {NINE})
        case _:
            raise IllegalAction(Refusal.NOT_ALLOWED, "do", f"{act.do} is no act of this game")


def fresh(setting: Setting) -> Own:
    """No push-out before the break."""
    del setting
    return NineBall()


def set_up(state: CueState) -> CueState:
    """A full rack that is due, the cue ball in hand behind the head string (5.2)."""
    return replace(
        state,
        own=NineBall(),
        balls=frozenset(BALLS),
        positions={},
        phase=Phase.BREAK,
        shooter=state.breaker,
        cue_ball=CueBall.IN_HAND_KITCHEN,
        rack_due="nine",
    )


def racked(state: CueState, order: tuple[Ball, ...]) -> Mapping[Ball, Point]:
    """The diamond: 1 on the foot spot, 9 in the middle, the others in drawn order (5.2)."""
    cloth = state.setting.cloth
    places = diamond(cloth.foot_string, cloth.radius)
    free = iter(ball for ball in order if ball not in (BALLS[0], NINE))
    return {BALLS[0] if place == 0 else NINE if place == 4 else next(free): at for place, at in enumerate(places)}


def read_own(state: CueState, field: Field, players: Players) -> Own:
    """Whether a push-out is possible, as a case tells it."""
    del players
    if NINE not in state.balls:
        raise BadCase("state.balls", "the 9 is on the table until it wins")
    available = field.at("push_out_available")
    return NineBall(push_out=available is not None and available.flag())


def show_own(state: CueState, players: Players) -> Mapping[str, object]:
    """Whether a push-out is possible."""
    del players
    return {"push_out_available": state.own_as(NineBall).push_out}


def table_details(state: CueState) -> Mapping[str, Detail]:
    """The ball on, and whether a push-out is possible."""
    return {"ball_on": lowest(state.balls), "push_out_available": state.own_as(NineBall).push_out}


def details(state: CueState, seat: Seat) -> Mapping[str, Detail]:
    """Consecutive fouls, of which three lose the game."""
    return {"consecutive_fouls": state.fouls_in_row[seat]}


NINE_BALL = CueRules(
    kind=GameKind.NINE_BALL,
    family=Family.POOL,
    title="Nine-ball",
    balls=BALLS,
    options=COMMON_OPTIONS,
    presets={"sbiz": {}},
    tables=POOL_TABLES,
    sides=(2, 4),
    fresh=fresh,
    set_up=set_up,
    racked=racked,
    check=check,
    judge=judge,
    choose=choose,
    option_codes=(PLAY, PASS_BACK),
    penalise=penalise,
    referee=referee,
    read_own=read_own,
    show_own=show_own,
    at_turn=nothing_owed,
    details=details,
    table_details=table_details,
    strikes=only_the_cue_ball,
    strikable=only_the_cue_ball,
    accepts_option=no_unoffered_option,
    target_of=no_target,
    scores_games=True,
)
