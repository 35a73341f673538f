"""Straight pool (14.1): each called ball a point, fourteen are racked again. Source: Slovak pool rules 6.1 to 6.13."""

from __future__ import annotations

from collections.abc import Mapping

from game.actions import RefereeAct, Shot
from game.case_fields import Field, Players
from game.cue_flow import offered_opening
from game.cue_rules import CueRules
from game.cue_state import (
    CueState,
    Offer,
    Own,
    PlayedShot,
    Ruled,
    Setting,
    credited,
    is_at_table,
    next_seat,
    opponent_of,
    pass_turn,
    set_at,
)
from game.errors import BadCase, IllegalAction, Refusal
from game.findings import Finding, foul_text
from game.options import OptionSpec
from game.placing import IN_HAND, with_cue_ball_lifted
from game.play import Detail
from game.pool.awards import AWARDED, is_break_unsettled, named_player, warned
from game.pool.breaks import ACCEPT, ACCEPT_KITCHEN, RERACK_OTHER, accepted
from game.pool.calls import declared_call, made_as_called
from game.pool.common import RULES as GENERAL_RULES
from game.pool.common import (
    Reading,
    check_cue,
    cushioned_balls,
    find_fouls,
    no_unoffered_option,
    only_the_cue_ball,
    read,
)
from game.pool.marks import FOUL, Mark, StraightPool, add_mark, as_frozen, marks_of, roll_up, with_marks
from game.pool.options import COMMON_OPTIONS, POOL_TABLES
from game.pool.shots import after_shot, foul_ruling, shown_of
from game.pool.spotting import put_back
from game.pool.straight_pool_rack import BALLS, opened_by, racked, racked_if_due
from game.rulings import Ruling
from game.shot_facts import CushionHit
from game.values import replace
from game.vocabulary import CUE, Ball, CueBall, Cushion, Family, Foul, GameKind, Outcome, Phase, Point, Seat

RULES = {
    Foul.NO_HIT: "6.7.2",
    Foul.NO_RAIL: "6.7.2",
    Foul.BALL_OFF: "6.9",
    Foul.SCRATCH: "6.10",
    Foul.CUE_BALL_OFF: "6.10",
}
DELIBERATE = 16
"""Points lost by a deliberate foul: the usual one and fifteen (6.7.5)."""

LEVEL = 0.0005
"""m: balls whose distances from the head string differ by no more are equally near (6.7.7)."""

OPTIONS = (
    *COMMON_OPTIONS,
    OptionSpec("target", 150, "points that win", least=1, most=1000),
    OptionSpec("third_foul_extra", 15, "points lost by the third foul in a row (6.12; WPA takes 16)", (15, 16)),
)


def check(state: CueState, shot: Shot) -> None:
    """There are no push-outs."""
    check_cue(state, shot)
    if shot.push_out:
        raise IllegalAction(Refusal.NO_PUSH_OUT, "push_out", "straight pool has no push-out")


def judge(state: CueState, shot: PlayedShot) -> Ruled:
    """Rule on one shot (6.6 to 6.13)."""
    is_opening = state.phase is Phase.BREAK
    reading = read(state, shot)
    judged_state, judged_shot = as_frozen(state, shot, reading.first)
    reading = read(judged_state, judged_shot)
    waived = frozenset({Foul.NO_RAIL}) if is_opening else frozenset[Foul]()
    findings = find_fouls(judged_state, judged_shot, reading, None, rules=RULES, waived=waived)
    table = after_shot(state, shot)
    if is_opening and not _opens(shot, reading):
        findings = (*findings, Finding(Foul.ILLEGAL_BREAK, "6.6", tuple(shot.facts.events[-1:])))
        return _break_violated(table, reading, foul_ruling(findings))
    if findings:
        return _foul(table, shot, reading, foul_ruling(findings, "6.11"))
    if made_as_called(declared_call(shot.action), reading) is not None:
        return _counted(table, reading)
    is_free = judged_state is not state  # what keeps 3.37 is no roll-up any more
    return _nothing_counted(table, shot, reading, None if is_free else roll_up(state, shot, reading))


def _opens(shot: PlayedShot, reading: Reading) -> bool:
    """Whether an opening break does enough: the called ball made, or the cue ball and two others to cushions (6.6)."""
    if made_as_called(declared_call(shot.action), reading) is not None:
        return True
    if reading.contact is None:
        return False
    later = shot.facts.events[shot.facts.events.index(reading.contact) + 1 :]
    cue_railed = any(isinstance(event, CushionHit) and event.ball == CUE and not event.own for event in later)
    return cue_railed and len(cushioned_balls(shot)) >= 2


def _break_violated(table: CueState, reading: Reading, ruling: Ruling) -> Ruled:
    """Two points, and the other side takes the table or has the break repeated; no mark, without limit (6.6)."""
    back, spotted = put_back(with_cue_ball_lifted(table), _wrongly_gone(reading), cue_stays=True)
    back = _with_points(back, table.shooter, -2)
    cue_ball, take = (CueBall.AS_LIES, ACCEPT)
    if reading.cue_is_gone or (CUE in table.positions and CUE not in back.positions):
        cue_ball, take = CueBall.IN_HAND_KITCHEN, ACCEPT_KITCHEN
    after = pass_turn(back, cue_ball)
    after = replace(after, phase=Phase.OPTION, offer=Offer(after.shooter, (take, RERACK_OTHER)))
    return Ruled(after, replace(ruling, points=-2, spotted=spotted))


def _wrongly_gone(reading: Reading) -> frozenset[Ball]:
    return frozenset({*reading.balls_made, *reading.balls_off})


def _with_points(state: CueState, seat: Seat, points: int) -> CueState:
    """Points won or lost; a score may fall below zero (6.13)."""
    return replace(state, scores=credited(state, seat, points))


def _foul(table: CueState, shot: PlayedShot, reading: Reading, ruling: Ruling) -> Ruled:
    """A point less, and a mark; what was made or jumped comes back, the cue ball stays if it is there (6.9 to 6.13)."""
    offender = table.shooter
    marked, is_third = add_mark(table, offender, FOUL, shot.at)
    if is_third:
        return _third(marked, offender, ruling)
    back, spotted = put_back(with_cue_ball_lifted(marked), _wrongly_gone(reading), cue_stays=True)
    back = _with_points(back, offender, -1)
    is_in_hand = reading.cue_is_gone or (CUE in marked.positions and CUE not in back.positions)
    after = pass_turn(back, CueBall.IN_HAND_KITCHEN if is_in_hand else CueBall.AS_LIES)
    after, pulled = with_playable_ball(after)
    return Ruled(after, replace(ruling, points=-1, spotted={**spotted, **pulled}))


def _third(state: CueState, offender: Seat, ruling: Ruling) -> Ruled:
    """The third mark in a row: fifteen points, a full rack, and the offender opens it (6.12)."""
    lost = state.setting.number("third_foul_extra")
    innings = state.innings
    if is_at_table(state, offender):
        innings = set_at(innings, state.shooter, innings[state.shooter] + 1)
    after = opened_by(replace(_with_points(state, offender, -lost), innings=innings), offender)
    text = f"{ruling.text} The third in a row costs {lost} points and a new break.".strip()
    return Ruled(after, replace(ruling, rules=(*ruling.rules, "6.12"), points=-lost, text=text))


def _counted(table: CueState, reading: Reading) -> Ruled:
    """The called ball and all others made count; when one is left the others are racked (6.5, 6.7.1, 6.7.3)."""
    shooter, points = table.shooter, len(reading.made)
    scored = _with_points(with_marks(table, shooter, ()), shooter, points)
    scored = replace(scored, run=table.run + points)
    text = f"{points} to the shooter: play goes on." if points > 1 else "The called ball is made: play goes on."
    ruling = Ruling(rules=("6.7.1",), points=points, continues=True, evidence=shown_of(reading), text=text)
    if scored.scores[shooter] >= scored.target:
        text = f"{scored.scores[shooter]} points: the game is won."
        won = replace(ruling, rules=("6.1",), continues=False, outcome=Outcome.WIN, winner=(shooter,), text=text)
        return Ruled(scored, won)
    after, rule = racked_if_due(scored)
    return Ruled(after, replace(ruling, rules=(*ruling.rules, rule)) if rule else ruling)


def _nothing_counted(table: CueState, shot: PlayedShot, reading: Reading, roll: Mark | None) -> Ruled:
    """A safety or a miss: what went down comes back without a point, and the turn passes (6.7.4, 6.8, 6.7.2)."""
    shooter = table.shooter
    rule, text = ("6.7.4", "A safety: the turn passes.") if shot.action.safety else ("6.8", "The turn passes.")
    ruling = Ruling(rules=(rule,), evidence=shown_of(reading), text=text)
    back, spotted = put_back(table, frozenset(reading.balls_made), cue_stays=True)
    if roll is None:
        return Ruled(pass_turn(with_marks(back, shooter, ())), replace(ruling, spotted=spotted))
    ruling = replace(ruling, rules=(rule, "6.7.2"), text="A roll-up: it counts towards three, but is no foul.")
    marked, is_third = add_mark(back, shooter, roll, shot.at)
    return _third(marked, shooter, ruling) if is_third else Ruled(pass_turn(marked), ruling)


def with_playable_ball(state: CueState) -> tuple[CueState, dict[Ball, Point]]:
    """In hand behind the head string with all balls there: the nearest to it goes to the foot spot, and where (6.7.7).

    Of several equally near the player picks one.
    """
    places = {ball: state.positions.get(ball) for ball in state.balls}
    known = {ball: at for ball, at in places.items() if at is not None}
    cloth = state.setting.cloth
    all_behind = len(known) == len(places) and all(cloth.is_behind_head_string(at) for at in known.values())
    if state.cue_ball is not CueBall.IN_HAND_KITCHEN or state.phase is not Phase.PLAY or not all_behind:
        return state, {}
    front = max(x for x, _ in known.values())
    nearest = sorted((ball for ball, (x, _) in known.items() if front - x <= LEVEL), key=int)
    if len(nearest) == 1:
        return _pulled(state, nearest[0])
    options = tuple(f"PICK_BALL({ball})" for ball in nearest)
    return replace(state, phase=Phase.OPTION, offer=Offer(state.shooter, options)), {}


def _pulled(state: CueState, ball: Ball) -> tuple[CueState, dict[Ball, Point]]:
    """A ball of the kitchen on the foot spot."""
    lying = {name: at for name, at in state.positions.items() if name != ball}
    return put_back(replace(state, balls=state.balls - {ball}, positions=lying), {ball}, cue_stays=False)


def at_turn(state: CueState) -> CueState:
    """A ball that can be played at from the kitchen (6.7.7)."""
    return with_playable_ball(state)[0]


def choose(state: CueState, option: str, at: float) -> Ruled:
    """Take the table, have the offender break again (6.6, 6.7.5), or pick the ball for the foot spot (6.7.7)."""
    del at
    if option == RERACK_OTHER:
        text = "The balls are racked again: the offender breaks."
        ruling = Ruling(rules=("6.6", "6.7.5"), outcome=Outcome.RERACK, text=text)
        return Ruled(opened_by(state, next_seat(state, state.shooter)), ruling)
    if option in (ACCEPT, ACCEPT_KITCHEN):
        ruled = accepted(state, CueBall.IN_HAND_KITCHEN if option == ACCEPT_KITCHEN else CueBall.AS_LIES, "6.6")
        after, spotted = with_playable_ball(ruled.state)
        return Ruled(after, replace(ruled.ruling, spotted=spotted))
    ball = Ball(option.removeprefix("PICK_BALL(").removesuffix(")"))
    after, spotted = _pulled(replace(state, phase=Phase.PLAY, offer=None), ball)
    text = f"Ball {ball} goes to the foot spot."
    return Ruled(after, Ruling(rules=("6.7.7",), spotted=spotted, text=text))


def penalise(state: CueState, offender: Seat, foul: Foul, at: float) -> Ruled:
    """A foul outside a shot: a point less, the table as it lies (1.11, 3.40, 6.11)."""
    return _penalised(state, offender, foul, at, points=1)


def _penalised(state: CueState, offender: Seat, foul: Foul, at: float, points: int) -> Ruled:
    ruling = Ruling(rules=(GENERAL_RULES.get(foul, "6.7.5"), "6.11"), fouls=(foul,), text=foul_text((foul,)))
    other = opponent_of(state, offender)
    if is_break_unsettled(state):
        return Ruled(offered_opening(state, next_seat(state, offender)), ruling)
    marked, is_third = add_mark(state, offender, FOUL, at)
    if is_third:
        return _third(marked, offender, ruling)
    after, ruling = _with_points(marked, offender, -points), replace(ruling, points=-points)
    if state.phase is Phase.BREAK:
        return Ruled(replace(after, breaker=other, shooter=other, cue_ball=CueBall.IN_HAND_KITCHEN), ruling)
    if is_at_table(state, offender):
        after = pass_turn(after, state.cue_ball if state.cue_ball in IN_HAND else CueBall.AS_LIES)
    if points == DELIBERATE:
        after = replace(after, phase=Phase.OPTION, offer=Offer(other, (ACCEPT_KITCHEN, RERACK_OTHER)))
    return Ruled(after, ruling)


def referee(state: CueState, act: RefereeAct, at: float) -> Ruled:
    """Warnings, awards, deliberate fouls, and a rack that cannot be restored (2.16, 2.28, 3.34, 3.40, 6.7.5)."""
    match act.do:
        case "warn":
            return warned(state, act, at)
        case "award_foul":
            return _awarded(state, act, at)
        case "strong_warn" | "deliberate_foul":
            return _penalised(state, named_player(act), Foul.CONDUCT, at, DELIBERATE)
        case "new_rack14":
            return _new_rack(state, Outcome.RERACK)
        case "declare_stalemate":
            return _new_rack(state, Outcome.STALEMATE)
        case _:
            raise IllegalAction(Refusal.NOT_ALLOWED, "do", f"{act.do} is no act of this game")


def _awarded(state: CueState, act: RefereeAct, at: float) -> Ruled:
    """A foul that the referee gives; catching a ball and unsporting conduct are deliberate ones (6.7.5, 2.28)."""
    kinds = {**AWARDED, "catch": Foul.CATCH}
    if act.kind not in kinds:
        raise IllegalAction(Refusal.BAD_VALUE, "kind", f"no foul of the kind {act.kind!r} can be given here")
    points = DELIBERATE if act.kind in ("catch", "conduct") else 1
    return _penalised(state, named_player(act), kinds[act.kind], at, points)


def _new_rack(state: CueState, outcome: Outcome) -> Ruled:
    """The rack is void: a full one follows, and it is settled again who opens it; scores and marks stay (3.34)."""
    kept = replace(state, resumed=True, offer=None, balls=frozenset(BALLS), positions={}, run=0)
    by_lag = state.setting.word("first_shot") == "lag"
    after = replace(kept, phase=Phase.LAG, lags={}) if by_lag else offered_opening(kept, state.breaker)
    text = "The rack is void: a full rack follows, scores stay."
    return Ruled(after, Ruling(rules=("3.34",), outcome=outcome, text=text))


def fresh(setting: Setting) -> Own:
    """No marks."""
    return StraightPool(((),) * setting.seats)


def set_up(state: CueState) -> CueState:
    """The opening rack that is due (6.4), the cue ball in hand behind the head string."""
    return opened_by(state, state.breaker)


def read_own(state: CueState, field: Field, players: Players) -> Own:
    """The marks of each player, as a case tells them; fouls in a row are marks too."""
    told = players.values_of_teams(field.at("marks"))
    seats = tuple(Seat(seat) for seat in range(len(players.names)))
    rows = {seat: tuple(_mark(item) for item in told[seat].items()) for seat in told}
    return StraightPool(tuple(rows.get(seat, (FOUL,) * state.fouls_in_row[seat]) for seat in seats))


def _mark(field: Field) -> Mark:
    """`foul`, or `roll:8:F`. Raises BadCase."""
    match field.text().split(":"):
        case ["foul"]:
            return FOUL
        case ["roll", ball, cushion] if ball in BALLS and cushion in {item.value for item in Cushion}:
            return Mark((Ball(ball), Cushion(cushion)))
        case _:
            raise BadCase(field.path, "must be foul or roll:<ball>:<cushion>")


def show_own(state: CueState, players: Players) -> Mapping[str, object]:
    """The marks by player, and the points that win."""
    rows = tuple([str(mark) for mark in marks_of(state, Seat(seat))] for seat in range(state.setting.seats))
    return {"marks": players.by_name(rows), "target": state.target}


def table_details(state: CueState) -> Mapping[str, Detail]:
    """Points that win, the run, and whether the next shot opens the rack."""
    return {"target": state.target, "run": state.run, "opening": state.phase is Phase.BREAK}


def details(state: CueState, seat: Seat) -> Mapping[str, Detail]:
    """Marks towards the third, which costs fifteen."""
    return {"marks": " ".join(str(mark) for mark in marks_of(state, seat))}


def target_of(setting: Setting) -> int:
    """Points that win."""
    return setting.number("target")


STRAIGHT_POOL = CueRules(
    kind=GameKind.STRAIGHT_POOL,
    family=Family.POOL,
    title="Straight pool",
    balls=BALLS,
    options=OPTIONS,
    presets={"sbiz": {}},
    tables=POOL_TABLES,
    sides=(2, 4),
    fresh=fresh,
    set_up=set_up,
    racked=racked,
    check=check,
    judge=judge,
    choose=choose,
    option_codes=(ACCEPT, ACCEPT_KITCHEN, RERACK_OTHER, *(f"PICK_BALL({ball})" for ball in BALLS)),
    penalise=penalise,
    referee=referee,
    read_own=read_own,
    show_own=show_own,
    at_turn=at_turn,
    details=details,
    table_details=table_details,
    strikes=only_the_cue_ball,
    strikable=only_the_cue_ball,
    accepts_option=no_unoffered_option,
    target_of=target_of,
    scores_games=False,
)
