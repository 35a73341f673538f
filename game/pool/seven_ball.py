"""Seven-ball: a ring rack, lowest ball first, the seven on one's own side. Source: Slovak rules of seven-ball.

The source leaves most of these rules without numbers: 7.1 to 7.6 and the losses L1 to L4 count its sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

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
    is_at_table,
    next_seat,
    pass_turn,
    set_of_team,
)
from game.errors import BadCase, IllegalAction, Refusal
from game.findings import Finding
from game.options import OptionSpec
from game.play import Detail
from game.pool.awards import awarded_foul, conduct_loses, lose_game, named_player, penalise_in_hand, warned
from game.pool.breaks import ACCEPT_KITCHEN, RERACK_SELF, accepted, is_open_break, racked_again
from game.pool.common import Reading, check_cue, find_fouls, no_target, only_the_cue_ball, read
from game.pool.counting import clear_fouls, count_foul, warn
from game.pool.options import COMMON_OPTIONS, POOL_TABLES
from game.pool.shots import after_shot, foul_ruling, shown_of
from game.pool.spotting import put_back
from game.rulings import Ruling
from game.values import replace
from game.vocabulary import Ball, CueBall, Family, Foul, GameKind, Outcome, Phase, Pocket, Point, Seat
from physics.racks import ring

SEVEN = Ball("7")
BALLS = tuple(Ball(str(number)) for number in range(1, 8))
RULES = {Foul.WRONG_BALL: "7.2"}


class Side(StrEnum):
    """A long side of the table, with its three pockets."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def other(self) -> Side:
        """The side opposite."""
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


SIDE_OPTIONS = {"SIDE_LEFT": Side.LEFT, "SIDE_RIGHT": Side.RIGHT}
WARN_OPPONENT = "WARN_OPPONENT"
OPTIONS = (
    *COMMON_OPTIONS,
    OptionSpec(
        "side_mode",
        "independent",
        "each side chooses where it makes the seven, or the first choice settles both (7.4)",
        ("independent", "opposite"),
    ),
    OptionSpec("bca_open_break", False, "a break must make a ball or drive four to cushions (BCA)"),
    OptionSpec("auto_warn", True, "the hall warns of the third foul; else the opponent has to (7.L4)"),
)


@dataclass(frozen=True)
class SevenBall(Own):
    """The side on which each player makes the seven; None: not chosen yet."""

    sides: tuple[Side | None, ...] = (None, None)


def side_of(pocket: Pocket) -> Side:
    """The side a pocket belongs to."""
    return Side.LEFT if pocket.value[1] == "L" else Side.RIGHT


def lowest(balls: frozenset[Ball]) -> Ball:
    """The ball on: the lowest number on the table."""
    return min(balls, key=int)


def _chosen(state: CueState, seat: Seat) -> Side | None:
    """The side of a player; in mode `opposite` the other one's choice settles it too."""
    sides = state.own_as(SevenBall).sides
    other = sides[next_seat(state, seat)]
    if sides[seat] is None and other is not None and state.setting.word("side_mode") == "opposite":
        return other.other
    return sides[seat]


def at_turn(state: CueState) -> CueState:
    """Before his first shot of the game, the break excepted, a player names his side (7.1, 7.4)."""
    if state.phase is not Phase.PLAY or _chosen(state, state.shooter) is not None:
        return state
    return replace(state, offer=Offer(state.shooter, tuple(SIDE_OPTIONS), blocking=False))


def accepts_option(state: CueState, option: str) -> bool:
    """A side is chosen once for the whole game (7.4)."""
    if option in SIDE_OPTIONS and state.phase is Phase.PLAY and _chosen(state, state.shooter) is not None:
        raise IllegalAction(Refusal.SIDE_FIXED, "option", "the side stands for the whole game")
    return False


def seated_options(state: CueState) -> tuple[str, ...]:
    """Without `auto_warn` the other player warns of the third foul himself (7.L4)."""
    owed = state.fouls_in_row[state.shooter] == 2 and state.warned_at[state.shooter] is None
    by_hand = not state.setting.flag("auto_warn")
    return (WARN_OPPONENT,) if owed and by_hand and state.phase is Phase.PLAY else ()


def check(state: CueState, shot: Shot) -> None:
    """No shot before the side is chosen (7.4); there are no push-outs."""
    check_cue(state, shot)
    if state.phase is Phase.PLAY and _chosen(state, state.shooter) is None:
        raise IllegalAction(Refusal.SIDE_NOT_CHOSEN, "option", "choose your side first")
    if shot.push_out:
        raise IllegalAction(Refusal.NO_PUSH_OUT, "push_out", "seven-ball has no push-out")


def judge(state: CueState, shot: PlayedShot) -> Ruled:
    """Rule on one shot (7.1 to 7.6, L1 to L4)."""
    ball_on = lowest(state.balls)
    targets = frozenset({ball_on})
    reading = read(state, shot, targets)
    findings = find_fouls(state, shot, reading, targets, rules=RULES)
    is_closed = state.phase is Phase.BREAK and state.setting.flag("bca_open_break") and not is_open_break(reading, shot)
    if is_closed:
        findings = (*findings, Finding(Foul.ILLEGAL_BREAK, "BCA", tuple(shot.facts.events[-1:])))
    table = after_shot(state, shot)
    if not findings:
        return _legal(clear_fouls(table, state.shooter), state, reading)
    ruling = foul_ruling(findings, "7.6")
    loss = _loss(state, reading)
    if loss:
        text = f"{ruling.text} {_LOSSES[loss]}"
        return lose_game(table, state.shooter, replace(ruling, rules=(*ruling.rules, loss), text=text))
    return _foul(table, shot, reading, ruling)


_LOSSES = {
    "7.L1": "The seven is made on the wrong side: the game is lost.",
    "7.L2": "The seven is made with a foul: the game is lost.",
    "7.L3": "A foul on the seven loses the game.",
}


def _loss(state: CueState, reading: Reading) -> str:
    """The rule by which a foul loses the game at once, "" if none; on the break no side exists and none is lost."""
    if state.phase is Phase.BREAK:
        return ""
    pocket = _pocket_of_seven(reading)
    if pocket is not None and side_of(pocket) is not _chosen(state, state.shooter):
        return "7.L1"
    if pocket is not None and reading.first == SEVEN:
        return "7.L2"
    return "7.L3" if lowest(state.balls) == SEVEN else ""


def _pocket_of_seven(reading: Reading) -> Pocket | None:
    return next((event.pocket for event in reading.made if event.ball == SEVEN), None)


def _foul(table: CueState, shot: PlayedShot, reading: Reading, ruling: Ruling) -> Ruled:
    """Ball in hand for the other side; jumped balls and the seven come back, the others stay down (7.5, 7.6, 3.27)."""
    counted, is_third = count_foul(table, table.shooter, shot.at)
    if is_third:
        text = f"{ruling.text} The third in a row loses the game."
        return lose_game(counted, table.shooter, replace(ruling, rules=(*ruling.rules, "7.L4"), text=text))
    back, spotted = put_back(counted, {*reading.balls_off, *({SEVEN} - counted.balls)}, cue_stays=False)
    ruling = replace(ruling, spotted=spotted)
    if set(ruling.fouls) == {Foul.ILLEGAL_BREAK}:
        passed = replace(pass_turn(back), phase=Phase.OPTION)
        return Ruled(replace(passed, offer=Offer(passed.shooter, (ACCEPT_KITCHEN, RERACK_SELF))), ruling)
    return Ruled(pass_turn(back, CueBall.IN_HAND), ruling)


def _legal(table: CueState, before: CueState, reading: Reading) -> Ruled:
    """A shot without a foul: the seven decides, a ball made goes on, else the turn passes (7.3 to 7.5, L1)."""
    shooter = table.shooter
    pocket = _pocket_of_seven(reading)
    if pocket is not None:
        shown = shown_of(reading, SEVEN)
        if before.phase is Phase.BREAK or side_of(pocket) is _chosen(before, shooter):
            text = "The seven is made: the game is won."
            won = Ruling(rules=("7.5",), outcome=Outcome.WIN, winner=(shooter,), evidence=shown, text=text)
            return Ruled(table, won)
        return lose_game(table, shooter, Ruling(rules=("7.L1",), evidence=shown, text=_LOSSES["7.L1"]))
    shown = shown_of(reading)
    if reading.made:
        text = "A ball is made: play goes on."
        return Ruled(table, Ruling(rules=("7.3",), continues=True, evidence=shown, text=text))
    return Ruled(pass_turn(table), Ruling(rules=("7.3",), evidence=shown, text="Nothing is made: the turn passes."))


def choose(state: CueState, option: str, at: float) -> Ruled:
    """A side (7.1, 7.4), the answer to a break that was not open (BCA), or a warning by the other player (7.L4)."""
    if option == WARN_OPPONENT:
        text = "Warned: a third foul in a row loses the game."
        return Ruled(warn(state, state.shooter, at), Ruling(rules=("7.L4", "2.16"), text=text))
    if option == ACCEPT_KITCHEN:
        ruled = accepted(state, CueBall.IN_HAND_KITCHEN, "7.6")
        return replace(ruled, state=at_turn(ruled.state))
    if option == RERACK_SELF:
        return racked_again(set_up, state, state.shooter, "7.6")
    side, own = SIDE_OPTIONS[option], state.own_as(SevenBall)
    after = replace(state, own=replace(own, sides=set_of_team(state, own.sides, state.shooter, side)), offer=None)
    return Ruled(after, Ruling(rules=("7.1", "7.4"), text=f"The seven is to be made on the {side.value}."))


def penalise(state: CueState, offender: Seat, foul: Foul, at: float) -> Ruled:
    """A foul outside a shot: ball in hand, counted towards three; on the seven it loses the game (L3, L4)."""
    if state.phase is not Phase.BREAK and is_at_table(state, offender) and lowest(state.balls) == SEVEN:
        return lose_game(state, offender, Ruling(rules=("7.L3",), fouls=(foul,), text=_LOSSES["7.L3"]))
    return penalise_in_hand(state, offender, foul, at, "7.L4")


def referee(state: CueState, act: RefereeAct, at: float) -> Ruled:
    """Warnings and awards (2.16, 2.28, 3.40)."""
    match act.do:
        case "warn":
            return warned(state, act, at)
        case "award_foul":
            return penalise(state, named_player(act), awarded_foul(act), at)
        case "strong_warn" | "deliberate_foul":
            return conduct_loses(state, act, both_on_last=state.balls == {SEVEN})
        case _:
            raise IllegalAction(Refusal.NOT_ALLOWED, "do", f"{act.do} is no act of this game")


def fresh(setting: Setting) -> Own:
    """No side is chosen before the break."""
    return SevenBall((None,) * setting.seats)


def set_up(state: CueState) -> CueState:
    """The ring that is due, the cue ball in hand behind the head string (3.7)."""
    return replace(
        state,
        own=fresh(state.setting),
        balls=frozenset(BALLS),
        positions={},
        phase=Phase.BREAK,
        shooter=state.breaker,
        cue_ball=CueBall.IN_HAND_KITCHEN,
        rack_due="ring",
    )


def racked(state: CueState, order: tuple[Ball, ...]) -> Mapping[Ball, Point]:
    """The ring: 1 on the foot spot, 2 to 6 following clockwise, 7 in the middle; nothing is left to chance."""
    del order
    cloth = state.setting.cloth
    return dict(zip(BALLS, ring(cloth.foot_string, cloth.radius), strict=True))


def read_own(state: CueState, field: Field, players: Players) -> Own:
    """The sides chosen, as a case tells them."""
    if SEVEN not in state.balls:
        raise BadCase("state.balls", "the 7 is on the table until it wins")
    told = players.values_of_teams(field.at("sides"))
    words = tuple(side.value for side in Side)
    seats = (Seat(seat) for seat in range(len(players.names)))
    return SevenBall(tuple(Side(told[seat].word_of(words)) if seat in told else None for seat in seats))


def show_own(state: CueState, players: Players) -> Mapping[str, object]:
    """The sides that are settled, by player."""
    sides = {players.name(Seat(seat)): _chosen(state, Seat(seat)) for seat in range(state.setting.seats)}
    return {"sides": {name: side.value for name, side in sides.items() if side is not None}}


def table_details(state: CueState) -> Mapping[str, Detail]:
    """The ball on, and whether the other player may warn of the third foul."""
    return {"ball_on": lowest(state.balls), "warning_possible": WARN_OPPONENT in seated_options(state)}


def details(state: CueState, seat: Seat) -> Mapping[str, Detail]:
    """The side for the seven, and consecutive fouls, of which three lose the game."""
    side = _chosen(state, seat)
    return {"side": None if side is None else side.value, "consecutive_fouls": state.fouls_in_row[seat]}


SEVEN_BALL = CueRules(
    kind=GameKind.SEVEN_BALL,
    family=Family.POOL,
    title="Seven-ball",
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
    option_codes=(*SIDE_OPTIONS, ACCEPT_KITCHEN, RERACK_SELF),
    penalise=penalise,
    referee=referee,
    read_own=read_own,
    show_own=show_own,
    at_turn=at_turn,
    details=details,
    table_details=table_details,
    strikes=only_the_cue_ball,
    strikable=only_the_cue_ball,
    accepts_option=accepts_option,
    seated_options=seated_options,
    target_of=no_target,
    scores_games=True,
)
