"""Eight-ball: groups, called shots, and the eight at last. Source: Slovak pool rules 4.1 to 4.21."""

from __future__ import annotations

from collections.abc import Mapping

from game.actions import Call, RefereeAct, Shot
from game.case_fields import Field, Players
from game.cue_rules import CueRules
from game.cue_state import CueState, Offer, Own, PlayedShot, Ruled, Setting, next_seat, pass_turn, set_of_team
from game.errors import IllegalAction, Refusal
from game.findings import Finding
from game.options import OptionSpec
from game.play import Detail
from game.pool.awards import after_penalty, awarded_foul, conduct_loses, lose_game, named_player, warned
from game.pool.breaks import ACCEPT, ACCEPT_KITCHEN, RERACK_OTHER, RERACK_SELF, accepted, racked_again
from game.pool.calls import declared_call, made_as_called, obvious_call
from game.pool.common import RULES as GENERAL_RULES
from game.pool.common import Reading, check_cue, find_fouls, no_target, nothing_owed, only_the_cue_ball, read
from game.pool.counting import noted
from game.pool.eight_ball_break import SPOT8_CONTINUE, SPOT8_KITCHEN, judge_break
from game.pool.groups import (
    BALLS,
    EIGHT,
    EightBall,
    Group,
    group_of,
    is_barren,
    is_on_eight,
    is_open,
    may_be_stalemate,
    own_balls,
)
from game.pool.options import COMMON_OPTIONS, POOL_TABLES
from game.pool.shots import after_shot, foul_ruling, shown_of
from game.pool.spotting import put_back
from game.rulings import Ruling
from game.values import replace
from game.vocabulary import Ball, CueBall, Family, Foul, GameKind, Outcome, Phase, Point, Seat
from physics.racks import triangle

RULES = {Foul.WRONG_BALL: "4.12", Foul.NO_HIT: "4.12", Foul.NO_RAIL: "4.12", Foul.BALL_OFF: "4.18", Foul.TOUCH: "4.5"}
ASK_CALL = "ASK_CALL"
DRAW_OFFER, DRAW_ACCEPT, DRAW_DECLINE = "DRAW_OFFER", "DRAW_ACCEPT", "DRAW_DECLINE"
IDLE_SHOTS = 6
"""Three shots of each side in which nobody tries to win are a sign of a stalemate (4.21)."""

OPTIONS = (
    *COMMON_OPTIONS,
    OptionSpec(
        "call_mode",
        "obvious",
        "obvious shots need no call, or every shot has to be called; the eight always (4.2)",
        ("obvious", "strict"),
    ),
)


def check(state: CueState, shot: Shot) -> None:
    """A call that was asked for is owed (4.2). There are no push-outs."""
    check_cue(state, shot)
    if shot.push_out:
        raise IllegalAction(Refusal.NO_PUSH_OUT, "push_out", "eight-ball has no push-out")
    if state.own_as(EightBall).call_owed and shot.call is None and not shot.safety:
        raise IllegalAction(Refusal.CALL_REQUIRED, "call", "the other side asked for your call")


def judge(state: CueState, shot: PlayedShot) -> Ruled:
    """Rule on one shot (4.6 to 4.20); a group that went down on an open table ends the game (4.10)."""
    ruled = judge_break(state, shot) if state.phase is Phase.BREAK else _judge_play(state, shot)
    if ruled.ruling.outcome is None and is_barren(ruled.state):
        text = f"{ruled.ruling.text} A whole group is gone from the open table: the game is played again."
        rules = (*ruled.ruling.rules, "4.10", "4.21")
        return replace(ruled, ruling=replace(ruled.ruling, rules=rules, outcome=Outcome.STALEMATE, text=text))
    return ruled


def _judge_play(state: CueState, shot: PlayedShot) -> Ruled:
    targets = _targets(state)
    reading = read(state, shot, targets)
    findings = find_fouls(state, shot, reading, targets, rules=RULES)
    table = _counted(after_shot(state, shot), shot, reading, fouls=bool(findings))
    call = declared_call(shot.action)
    if EIGHT in reading.balls_off or EIGHT in reading.balls_made:
        return _eight_is_gone(state, table, shot, reading, findings)
    if findings:
        return Ruled(pass_turn(table, CueBall.IN_HAND), foul_ruling(findings, "4.15"))
    if call is None and state.setting.word("call_mode") == "obvious":
        call = obvious_call(shot, reading, own_balls(state, state.shooter))
    return _clean(state, table, shot, reading, call)


def _targets(state: CueState) -> frozenset[Ball] | None:
    """The balls that may be hit first: any on an open table, else one's own, at last the eight (4.10, 4.12, 4.16)."""
    if is_open(state):
        return None
    return own_balls(state, state.shooter) or frozenset({EIGHT})


def _counted(table: CueState, shot: PlayedShot, reading: Reading, *, fouls: bool) -> CueState:
    """Fouls in a row, and shots in a row in which nobody tried to make a ball: only signs of a stalemate (4.21)."""
    own = table.own_as(EightBall)
    tried = bool(reading.made) or declared_call(shot.action) is not None
    seen = replace(own, call_owed=False, refused=False, idle=0 if tried else own.idle + 1)
    return noted(replace(table, own=seen), fouls=fouls)


def _eight_is_gone(
    state: CueState, table: CueState, shot: PlayedShot, reading: Reading, findings: tuple[Finding, ...]
) -> Ruled:
    """The eight ends the game: won only by whoever was on it, in the called pocket, without a foul (4.1, 4.20)."""
    shooter = state.shooter
    loss = _loss(state, shot, reading, findings)
    if not loss:
        shown, text = shown_of(reading, EIGHT), "The eight is made as called: the game is won."
        won = Ruling(rules=("4.1",), outcome=Outcome.WIN, winner=(shooter,), evidence=shown, text=text)
        return Ruled(table, won)
    ruling = foul_ruling(findings, loss) if findings else Ruling(rules=(loss,), evidence=shown_of(reading, EIGHT))
    return lose_game(table, shooter, replace(ruling, text=_LOSSES[loss]))


_LOSSES = {
    "4.20.1": "The eight is made with a foul: the game is lost.",
    "4.20.2": "The eight is made with the last ball of the group: the game is lost.",
    "4.20.3": "The eight has left the table: the game is lost.",
    "4.20.4": "The eight is not made in a called pocket: the game is lost.",
    "4.20.5": "The eight is made before its time: the game is lost.",
    "4.20.6": "The eight is made on a safety: the game is lost.",
}


def _loss(state: CueState, shot: PlayedShot, reading: Reading, findings: tuple[Finding, ...]) -> str:
    """The rule by which the eight that is gone loses the game; "" where it wins."""
    if EIGHT in reading.balls_off:
        return "4.20.3"
    if not is_on_eight(state, state.shooter):
        last = own_balls(state, state.shooter) <= set(reading.balls_made) and not is_open(state)
        return "4.20.2" if last else "4.20.5"
    if findings:
        return "4.20.1"
    if shot.action.safety:
        return "4.20.6"
    call = declared_call(shot.action)
    as_called = call is not None and call.ball == EIGHT and made_as_called(call, reading) is not None
    return "" if as_called else "4.20.4"


def _clean(state: CueState, table: CueState, shot: PlayedShot, reading: Reading, call: Call | None) -> Ruled:
    """A shot without a foul: a called ball of one's own goes on, on an open table it sets the groups (4.11, 4.14)."""
    made = made_as_called(call, reading)
    group = None if made is None else group_of(made.ball)
    own = state.own_as(EightBall).groups[state.shooter]
    if made is not None and is_open(state) and reading.first != EIGHT:
        assert group is not None
        text = f"Ball {made.ball} is made as called: play goes on with the {group.value}."
        ruling = Ruling(rules=("4.11",), continues=True, evidence=shown_of(reading, made.ball), text=text)
        return Ruled(_with_groups(table, state.shooter, group), ruling)
    if made is not None and own is not None and group is own:
        text = f"Ball {made.ball} is made as called: play goes on."
        ruling = Ruling(rules=("4.14",), continues=True, evidence=shown_of(reading, made.ball), text=text)
        return Ruled(table, ruling)
    rule, text = _why_it_passes(state, shot, reading)
    return Ruled(pass_turn(table), Ruling(rules=(rule,), evidence=shown_of(reading), text=text))


def _why_it_passes(state: CueState, shot: PlayedShot, reading: Reading) -> tuple[str, str]:
    if shot.action.safety:
        return "4.13", "A safety: the turn passes."
    if not reading.made:
        return "3.4", "Nothing is made: the turn passes."
    if is_open(state) and reading.first == EIGHT:
        return "4.10", "The eight was hit first: the turn passes, the table stays open."
    return "4.17", "No ball is made as called: what went down stays down, the turn passes."


def _with_groups(state: CueState, seat: Seat, group: Group) -> CueState:
    groups = set_of_team(state, (group.other,) * state.setting.seats, seat, group)
    return replace(state, own=replace(state.own_as(EightBall), groups=groups))


def seated_options(state: CueState) -> tuple[str, ...]:
    """The other side may ask for the call of a shot that would need none (4.2)."""
    asks = state.setting.word("call_mode") == "obvious" and not state.own_as(EightBall).call_owed
    return (ASK_CALL,) if asks and state.phase is Phase.PLAY else ()


def free_options(state: CueState) -> tuple[str, ...]:
    """A draw may be offered where a stalemate is possible (4.21)."""
    return (DRAW_OFFER,) if state.phase is Phase.PLAY and _may_offer_draw(state) else ()


def accepts_option(state: CueState, option: str) -> bool:
    """A draw can be offered at one's turn where a stalemate is possible, once before each shot (4.21)."""
    if option != DRAW_OFFER or state.phase is not Phase.PLAY:
        return False
    if not _may_offer_draw(state):
        text = "a draw may be offered when at most two balls and the eight are left, once before each shot"
        raise IllegalAction(Refusal.DRAW_NOT_ALLOWED, "option", text)
    return True


def _may_offer_draw(state: CueState) -> bool:
    return may_be_stalemate(state) and not state.own_as(EightBall).refused


def choose(state: CueState, option: str, at: float) -> Ruled:
    """The answers to a break (4.6, 4.8, 4.9), a call that is asked for (4.2), a draw (4.21)."""
    del at
    chooser, own = state.shooter, state.own_as(EightBall)
    match option:
        case "RERACK_SELF":
            return racked_again(set_up, state, chooser, "4.6")
        case "RERACK_OTHER":
            return racked_again(set_up, state, next_seat(state, chooser), "4.6")
        case "SPOT8_CONTINUE" | "SPOT8_KITCHEN":
            return _eight_spotted(state, CueBall.AS_LIES if option == SPOT8_CONTINUE else CueBall.IN_HAND_KITCHEN)
        case "ASK_CALL":
            asked = replace(state, own=replace(own, call_owed=True))
            return Ruled(asked, Ruling(rules=("4.2",), text="The call of the next shot is asked for."))
        case "DRAW_OFFER" | "DRAW_ACCEPT" | "DRAW_DECLINE":
            return _draw(state, option)
        case _:
            return accepted(state, CueBall.IN_HAND_KITCHEN if option == ACCEPT_KITCHEN else CueBall.AS_LIES, "4.6")


def _eight_spotted(state: CueState, cue_ball: CueBall) -> Ruled:
    """The eight comes back to its spot, and play goes on (4.9)."""
    back, spotted = put_back(state, {EIGHT} - state.balls, cue_stays=cue_ball is CueBall.AS_LIES)
    ruled = accepted(back, cue_ball, "4.9")
    return replace(ruled, ruling=replace(ruled.ruling, spotted=spotted))


def _draw(state: CueState, option: str) -> Ruled:
    """A draw that both agree on has the game played again by the same breaker (4.21)."""
    own = state.own_as(EightBall)
    if option == DRAW_OFFER:
        other = next_seat(state, state.shooter)
        offer = Offer(other, (DRAW_DECLINE, DRAW_ACCEPT))
        offered = replace(own, offered_by=state.shooter)
        asked = replace(state, own=offered, phase=Phase.OPTION, shooter=other, offer=offer)
        return Ruled(asked, Ruling(rules=("4.21",), text="A draw is offered."))
    if option == DRAW_ACCEPT:
        text = "Both agree on a draw: the game is played again."
        return Ruled(state, Ruling(rules=("4.21",), outcome=Outcome.STALEMATE, text=text))
    shooter = next_seat(state, state.shooter) if own.offered_by is None else own.offered_by
    back = replace(
        state, own=replace(own, offered_by=None, refused=True), phase=Phase.PLAY, shooter=shooter, offer=None
    )
    return Ruled(back, Ruling(rules=("4.21",), text="The draw is declined."))


def penalise(state: CueState, offender: Seat, foul: Foul, at: float) -> Ruled:
    """A foul outside a shot gives ball in hand; three in a row lose nothing (4.15, 4.21)."""
    del at
    row = set_of_team(state, state.fouls_in_row, offender, state.fouls_in_row[offender] + 1)
    own = replace(state.own_as(EightBall), call_owed=False, offered_by=None)
    back, spotted = put_back(replace(state, own=own, fouls_in_row=row), _owed_eight(state), cue_stays=False)
    ruling = Ruling(rules=(GENERAL_RULES.get(foul, "2.28"), "4.15"), fouls=(foul,), spotted=spotted)
    text = "Foul outside a shot: the other side goes on."
    return Ruled(after_penalty(back, offender), replace(ruling, text=text))


def _owed_eight(state: CueState) -> frozenset[Ball]:
    """The eight, where it went down on the break and the choice what becomes of it is cut off by a foul."""
    return frozenset({EIGHT}) - state.balls


def referee(state: CueState, act: RefereeAct, at: float) -> Ruled:
    """Warnings and awards (2.16, 2.28, 3.40)."""
    match act.do:
        case "warn":
            return warned(state, act, at)
        case "award_foul":
            return penalise(state, named_player(act), awarded_foul(act), at)
        case "strong_warn" | "deliberate_foul":
            both = all(is_on_eight(state, Seat(seat)) for seat in range(state.setting.seats))
            return conduct_loses(state, act, both_on_last=both)
        case _:
            raise IllegalAction(Refusal.NOT_ALLOWED, "do", f"{act.do} is no act of this game")


def fresh(setting: Setting) -> Own:
    """An open table (4.10)."""
    return EightBall((None,) * setting.seats)


def set_up(state: CueState) -> CueState:
    """A full rack that is due, the cue ball in hand behind the head string (4.3, 3.7)."""
    return replace(
        state,
        own=fresh(state.setting),
        balls=frozenset(BALLS),
        positions={},
        phase=Phase.BREAK,
        shooter=state.breaker,
        cue_ball=CueBall.IN_HAND_KITCHEN,
        rack_due="fifteen",
    )


def racked(state: CueState, order: tuple[Ball, ...]) -> Mapping[Ball, Point]:
    """The triangle: the eight in its middle, a solid and a stripe in the rear corners, the rest as drawn (4.3)."""
    cloth = state.setting.cloth
    places = triangle(cloth.foot_string, cloth.radius)
    drawn = [ball for ball in order if ball != EIGHT]
    right = drawn.pop(0)
    group = group_of(right)
    left = next(ball for ball in drawn if group_of(ball) is not group)
    drawn.remove(left)
    fixed = {4: EIGHT, 10: right, 14: left}
    free = iter(drawn)
    return {fixed[place] if place in fixed else next(free): at for place, at in enumerate(places)}


def read_own(state: CueState, field: Field, players: Players) -> Own:
    """Groups, and a call that is owed, as a case tells them."""
    own = EightBall((None,) * state.setting.seats)
    owed, groups = field.at("call_owed"), field.at("groups")
    if owed is not None:
        own = replace(own, call_owed=owed.flag())
    if groups is None or groups.value is None:
        return own
    words = tuple(group.value for group in Group)
    for seat, told in players.values(groups).items():
        group = Group(told.word_of(words))
        own = replace(own, groups=set_of_team(state, (group.other,) * state.setting.seats, seat, group))
    return own


def show_own(state: CueState, players: Players) -> Mapping[str, object]:
    """Groups by player, None while the table is open; whether a call is owed."""
    own = state.own_as(EightBall)
    names = players.by_name(tuple(None if group is None else group.value for group in own.groups))
    return {"groups": None if is_open(state) else names, "call_owed": own.call_owed}


def table_details(state: CueState) -> Mapping[str, Detail]:
    """Whether the table is open, a call is owed or may be asked for, a draw may be offered, a stalemate is near."""
    own = state.own_as(EightBall)
    return {
        "table_open": is_open(state),
        "call_owed": own.call_owed,
        "call_may_be_asked": ASK_CALL in seated_options(state),
        "draw_possible": _may_offer_draw(state),
        "stalemate_near": may_be_stalemate(state) and own.idle >= IDLE_SHOTS,
    }


def details(state: CueState, seat: Seat) -> Mapping[str, Detail]:
    """The group of a side, and whether it is on the eight."""
    group = state.own_as(EightBall).groups[seat]
    return {"group": None if group is None else group.value, "on_eight": is_on_eight(state, seat)}


EIGHT_BALL = CueRules(
    kind=GameKind.EIGHT_BALL,
    family=Family.POOL,
    title="Eight-ball",
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
    option_codes=(
        *(ACCEPT, ACCEPT_KITCHEN, RERACK_SELF, RERACK_OTHER),
        *(SPOT8_CONTINUE, SPOT8_KITCHEN, DRAW_DECLINE, DRAW_ACCEPT),
    ),
    penalise=penalise,
    referee=referee,
    read_own=read_own,
    show_own=show_own,
    at_turn=nothing_owed,
    details=details,
    table_details=table_details,
    strikes=only_the_cue_ball,
    strikable=only_the_cue_ball,
    accepts_option=accepts_option,
    free_options=free_options,
    seated_options=seated_options,
    target_of=no_target,
    scores_games=True,
)
