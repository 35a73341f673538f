"""One stroke of carom from facts to ruling, and the options around it; games add only how a stroke scores.

Sources: T1–T37, R40–R83, carom C.0.4, C.1.1, C.1.2, C.7, C.8.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from game.actions import RefereeAct, Shot
from game.carom.reading import CaromReading, cue_fouls, direct_frozen, read
from game.carom.spots import RED, WHITE, YELLOW, jumped_back, placed_apart, primary_spot, respotted, separated
from game.carom.turns import (
    LEFT,
    RIGHT,
    CaromOwn,
    after_turn,
    at_start,
    at_target,
    has_reached_target,
    own_ball,
    roles_of,
    scored,
    turn_over,
    won_by,
)
from game.case_fields import Field, Players
from game.cue_state import (
    CueState,
    Offer,
    Own,
    PlayedShot,
    Ruled,
    Setting,
    at_rest,
    next_seat,
    set_at,
    with_positions,
)
from game.errors import BadCase, IllegalAction, Refusal
from game.findings import Finding, all_evidence, evidence_of, foul_text
from game.play import Detail
from game.rulings import Ruling
from game.shot_facts import AnyEvent, LeftTable
from game.vocabulary import Ball, CueBall, Foul, Phase, Point, Seat

THREE_BALLS = (WHITE, YELLOW, RED)
BRIKOL, OTHER_BALL, SEPARATE = "brikol", "other_ball", "separate"
PLAY_AWAY, PLACE = "play_away", "place"
CAROM_OPTIONS = (BRIKOL, OTHER_BALL, SEPARATE, PLAY_AWAY, PLACE, LEFT, RIGHT, "W", "Y")
"""Every option code of a carom game."""


@dataclass(frozen=True)
class Score:
    """What a stroke without a foul is worth: points, the rule, the contacts it rests on."""

    points: int
    rule: str
    events: tuple[AnyEvent, ...]


Scoring = Callable[[CueState, CaromReading], Score]


def judge_stroke(state: CueState, shot: PlayedShot, scoring: Scoring) -> Ruled:
    """Rule on one stroke (C.0.4): fouls first, then points, the turn, the balls that come back, the end."""
    reading = read(state, shot)
    findings = find_fouls(state, shot, reading)
    score = Score(0, "", ()) if findings else scoring(state, reading)
    fouls = tuple(finding.foul for finding in findings)
    ruling = Ruling(
        rules=tuple(dict.fromkeys(finding.rule for finding in findings)) or (score.rule,),
        fouls=fouls,
        points=score.points,
        continues=score.points > 0,
        evidence=all_evidence(findings) or evidence_of(score.events),
        text=foul_text(fouls) if fouls else _points_text(score.points),
    )
    table = at_rest(replace(state, offer=None, shots=state.shots + 1), shot.facts, state.setting.flag("wood_is_off"))
    return _after_stroke(replace(table, balls=state.balls), state, reading, ruling)


def _points_text(points: int) -> str:
    if points == 0:
        return "No point: the turn passes."
    return "One point." if points == 1 else f"{points} points."


def _after_stroke(table: CueState, before: CueState, reading: CaromReading, ruling: Ruling) -> Ruled:
    if ruling.points == 0:
        passed = turn_over(table)
        after, spotted = _balls_back(passed, reading)
        return after_turn(before, after, replace(ruling, spotted=spotted))
    after = replace(scored(table, ruling.points), phase=_going_on(before.phase))
    if has_reached_target(after):
        return at_target(after, ruling)
    after, spotted = _balls_back(after, reading)
    return Ruled(after, replace(ruling, spotted=spotted))


def _going_on(phase: Phase) -> Phase:
    return Phase.PLAY if phase is Phase.BREAK else phase


def find_fouls(state: CueState, shot: PlayedShot, reading: CaromReading) -> tuple[Finding, ...]:
    """Every foul of a stroke, the first one counts (C.0.4)."""
    found: list[Finding] = []
    if reading.struck != own_ball(state, state.shooter):
        found.append(Finding(Foul.WRONG_CUE_BALL, "T6", shot.facts.events[:1]))
    found += cue_fouls(state, shot)
    frozen = direct_frozen(state, reading)
    if frozen is not None:
        found.append(Finding(Foul.FROZEN_BALL, _by_source(state, "T27", "R79"), (frozen,)))
    if state.phase is Phase.BREAK and not _opens(state, reading):
        shown = tuple(contact.event for contact in reading.contacts[:1])
        found.append(Finding(Foul.OPENING, "R56", shown))
    off = _off_that_is_a_foul(state, reading)
    if off:
        found.append(Finding(Foul.OFF_TABLE, _off_rule(state, off), off))
    return tuple(found)


def _by_source(state: CueState, hall: str, russian: str) -> str:
    return russian if state.setting.word("frozen_options") == "ru" else hall


def _opens(state: CueState, reading: CaromReading) -> bool:
    """Whether the opening stroke met the red ball first, and directly where that is asked for."""
    if not state.setting.flag("opening_red"):
        return True
    if reading.first != RED:
        return False
    return not state.setting.flag("opening_direct") or reading.contacts[0].ball == RED


def _off_that_is_a_foul(state: CueState, reading: CaromReading) -> tuple[AnyEvent, ...]:
    """Any ball in the hall (T5, T9); in Russian carom only the cue ball, where the option says so (R74)."""
    if state.setting.word("off_table") == "tr":
        return reading.off
    if not state.setting.flag("r_cueball_jump_foul"):
        return ()
    return tuple(event for event in reading.off if event.ball == reading.struck)


def _off_rule(state: CueState, off: tuple[AnyEvent, ...]) -> str:
    if state.setting.word("off_table") == "ru":
        return "R66"
    return "T5" if any(isinstance(event, LeftTable) for event in off) else "T9"


def _balls_back(state: CueState, reading: CaromReading) -> tuple[CueState, Mapping[Ball, Point]]:
    """Balls off the table put back for the one who plays next (T34 to T37, R58, R66 to R73)."""
    gone = reading.balls_off
    if not gone:
        return state, {}
    lying = {ball: at for ball, at in state.positions.items() if ball not in gone}
    roles, cloth = roles_of(state, state.shooter), state.setting.cloth
    if state.setting.word("off_table") == "tr":
        spotted = respotted(gone, lying, roles, cloth, state.setting.word("t_offtable"))
    elif gone >= set(THREE_BALLS):
        restarted = at_start(state)
        return restarted, {ball: restarted.positions[ball] for ball in THREE_BALLS}
    else:
        spotted = jumped_back(gone, lying, reading.struck, cloth)
    return with_positions(state, {**lying, **spotted}, gone), spotted


def at_turn(state: CueState) -> CueState:
    """The options of a cue ball that is frozen to others (T26 to T29, R77, R78); none of them binds."""
    source = state.setting.word("frozen_options")
    if state.offer is not None or source == "off" or state.phase is Phase.BREAK:
        return state
    touching = state.frozen.to_ball(own_ball(state, state.shooter))
    if not touching:
        return state
    hall = (BRIKOL, SEPARATE) if len(touching) > 1 else (BRIKOL, OTHER_BALL, SEPARATE)
    options = (PLAY_AWAY, PLACE) if source == "ru" else hall
    return replace(state, offer=Offer(state.shooter, options, blocking=False))


def choose(state: CueState, option: str, at: float) -> Ruled:
    """The answer to an option of carom."""
    del at
    if option in (LEFT, RIGHT):
        after = replace(at_start(state, option), offer=None)
        return Ruled(after, Ruling(rules=("R55",), text=f"The opening is played from the {option}."))
    if option in (WHITE, YELLOW):
        return _ball_chosen(state, Ball(option))
    if option in (SEPARATE, PLACE):
        return _apart(state, option)
    rule = "R78" if option == PLAY_AWAY else "T28" if option == OTHER_BALL else "T27"
    return Ruled(replace(state, offer=None), Ruling(rules=(rule,), text="The balls stay as they lie."))


def _ball_chosen(state: CueState, ball: Ball) -> Ruled:
    """The opener keeps the ball he picks to the end (R50, R51)."""
    other = YELLOW if ball == WHITE else WHITE
    balls = set_at((other, other), Seat(0), ball) if state.shooter % 2 == 0 else (other, ball)
    own = replace(state.own_as(CaromOwn), cue_balls=balls)
    after = at_start(replace(state, own=own, phase=Phase.BREAK))
    return Ruled(after, Ruling(rules=("R50",), text=f"The opener plays with {ball}."))


def _apart(state: CueState, option: str) -> Ruled:
    """The frozen balls on their spots (T29 to T33, R77)."""
    roles, cloth = roles_of(state, state.shooter), state.setting.cloth
    frozen = state.frozen.to_ball(roles.own)
    if option == PLACE:
        spotted = placed_apart(frozen, state.positions, roles, cloth)
    elif state.setting.flag("separate_all"):
        spotted = {ball: primary_spot(ball, roles, cloth) for ball in state.balls}
    else:
        spotted = separated(frozen, state.positions, roles, cloth, state.setting.word("respot_table"))
    after = with_positions(state, {**state.positions, **spotted}, frozenset(spotted))
    rule = "R77" if option == PLACE else "T29"
    return Ruled(replace(after, offer=None), Ruling(rules=(rule,), spotted=spotted, text="The balls are separated."))


def accepts_option(state: CueState, option: str) -> bool:
    """Balls can be separated whenever the cue ball is frozen to one, even where the options are not offered."""
    if option not in (SEPARATE, PLACE) or state.phase not in (Phase.PLAY, Phase.EXTRA, Phase.TIE_BREAK):
        return False
    allowed = {"tr": SEPARATE, "ru": PLACE}.get(state.setting.word("frozen_options"))
    return option == allowed and bool(state.frozen.to_ball(own_ball(state, state.shooter)))


def check(state: CueState, shot: Shot) -> None:
    """Nothing is declared before a stroke of carom."""
    del state
    if shot.push_out:
        raise IllegalAction(Refusal.NO_PUSH_OUT, "push_out", "carom knows no push-out")


def penalise(state: CueState, offender: Seat, foul: Foul, at: float) -> Ruled:
    """A foul outside a stroke; where time-outs are automatic, one of them comes first when time runs out (C.0.7)."""
    del at
    own = state.own_as(CaromOwn)
    if foul is not Foul.TIME or own.time_outs[offender] == 0:
        return _fouled(state, offender, foul)
    left = set_at(own.time_outs, offender, own.time_outs[offender] - 1)
    text = "Time: an automatic time-out is taken."
    return Ruled(replace(state, own=replace(own, time_outs=left)), Ruling(rules=("C.0.7",), text=text))


def _fouled(state: CueState, offender: Seat, foul: Foul) -> Ruled:
    """The turn passes (T8), under UMB after time to the opening position; the other side's foul is only noted."""
    rule = "R34" if foul is Foul.TIME else "R13"
    ruling = Ruling(rules=(rule,), fouls=(foul,), text=foul_text((foul,)))
    if offender != state.shooter:
        return Ruled(state, ruling)
    after = turn_over(replace(state, offer=None))
    if foul is Foul.TIME and state.setting.flag("time_restart"):
        after = at_start(after)
    elif state.phase is Phase.BREAK:
        after = replace(after, phase=Phase.BREAK)
    return after_turn(state, after, ruling)


def referee(state: CueState, act: RefereeAct, at: float) -> Ruled:
    """Fouls and points that a referee gives, and his warnings (C.7)."""
    del at
    match act.do:
        case "call_foul" | "award_foul":
            kinds = {foul.value: foul for foul in Foul}
            if act.kind not in kinds:
                raise IllegalAction(Refusal.BAD_VALUE, "kind", f"there is no foul {act.kind!r}")
            offender = state.shooter if act.player is None else act.player
            return _fouled(state, offender, kinds[act.kind])
        case "award_point":
            return _point_awarded(state, act)
        case "reprimand" | "warn" | "warn_slow":
            return Ruled(state, Ruling(rules=("R15",), text=f"Warning: {act.kind or act.reason or 'conduct'}."))
        case _:
            raise IllegalAction(Refusal.NOT_ALLOWED, "do", f"{act.do} is no act of this game")


def _point_awarded(state: CueState, act: RefereeAct) -> Ruled:
    """Points added to a side's total; with them it may have won."""
    if act.player is None or act.points == 0:
        raise IllegalAction(Refusal.BAD_VALUE, "points", "award_point needs a player and points")
    scores = set_at(state.scores, act.player, state.scores[act.player] + act.points)
    ruling = Ruling(rules=("C.7",), points=act.points, text="Points are awarded.")
    after = replace(state, scores=scores)
    if 0 < state.target <= scores[act.player]:
        return won_by(after, act.player, ruling)
    return Ruled(after, ruling)


def fresh(setting: Setting) -> Own:
    """No runs yet."""
    seats = setting.seats
    return CaromOwn(runs=((),) * seats, time_outs=(setting.number("time_outs"),) * seats)


def set_up(state: CueState) -> CueState:
    """The start position; the opener has white, or picks his ball, and picks the side he plays from."""
    own = state.own_as(CaromOwn)
    balls = (WHITE, YELLOW) if state.breaker % 2 == 0 else (YELLOW, WHITE)
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
    """Either cue ball; the other side's is a foul (T6)."""
    del state
    return (WHITE, YELLOW)


def read_own(state: CueState, field: Field, players: Players) -> Own:
    """The cue balls as cases have them: A white, B yellow, three by turns; time-outs left, none where not told."""
    own = state.own_as(CaromOwn)
    own = replace(own, time_outs=players.wholes(field.at("time_outs")))
    told = field.at("innings") is not None or field.at("inning") is not None
    if state.setting.seats > 2 and not told:
        own = replace(own, first_turn=int(state.shooter))
    if state.target < 1:
        raise BadCase("state.target", "must be 1 or more")
    return own


def show_own(state: CueState, players: Players) -> Mapping[str, object]:
    """The runs of each player."""
    return {"runs": players.by_name(tuple(list(runs) for runs in state.own_as(CaromOwn).runs))}


def table_details(state: CueState) -> Mapping[str, Detail]:
    """What the table shows besides its balls."""
    return {
        "cue_ball": own_ball(state, state.shooter),
        "opening": state.phase is Phase.BREAK,
        "target": state.target,
        "next_seat": next_seat(state, state.shooter),
    }


def target_of(setting: Setting) -> int:
    """The option."""
    return setting.number("target")
