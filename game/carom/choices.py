"""What carom offers before a stroke: side and ball of the opening, frozen balls.

Sources: T26–T33, R50–R55, R77, carom C.1.1, C.2.5, C.8.
"""

from __future__ import annotations

from game.carom.spots import BURGUNDY, WHITE, YELLOW, placed_apart, primary_spot, respotted, separated
from game.carom.turns import LEFT, RIGHT, CaromOwn, at_start, own_ball, roles_of
from game.cue_state import CueState, Offer, Ruled, with_positions
from game.rulings import Ruling
from game.values import replace
from game.vocabulary import Ball, Phase

BRIKOL, OTHER_BALL, SEPARATE = "brikol", "other_ball", "separate"
PLAY_AWAY, PLACE = "play_away", "place"
CAROM_OPTIONS = (BRIKOL, OTHER_BALL, SEPARATE, PLAY_AWAY, PLACE, LEFT, RIGHT, "W", "Y")
"""Every option code of a carom game."""


def at_turn(state: CueState) -> CueState:
    """The options of a cue ball that is frozen to others (T26 to T29, R77, R78); none of them binds."""
    source = state.setting.word("frozen_options")
    if state.offer is not None or source == "off" or state.phase is Phase.BREAK:
        return state
    touching = state.frozen.to_ball(own_ball(state, state.shooter))
    if not touching:
        return state
    has_free = len(touching) < len(state.balls) - 1
    hall = (BRIKOL, OTHER_BALL, SEPARATE) if has_free else (BRIKOL, SEPARATE)
    options = (PLAY_AWAY, PLACE) if source == "ru" else hall
    return replace(state, offer=Offer(state.shooter, options, blocking=False))


def choose(state: CueState, option: str, at: float) -> Ruled:
    """The answer to an option of carom."""
    del at
    state = replace(state, own=replace(state.own_as(CaromOwn), last=None))
    if option in (LEFT, RIGHT):
        after = replace(at_start(state, option), offer=None)
        return Ruled(after, Ruling(rules=("R55",), text=f"The opening is played from the {option}."))
    if option in (WHITE, YELLOW):
        return _ball_chosen(state, Ball(option))
    if option in (SEPARATE, PLACE):
        return _apart(state)
    rule = "R78" if option == PLAY_AWAY else "T28" if option == OTHER_BALL else "T27"
    return Ruled(replace(state, offer=None), Ruling(rules=(rule,), text="The balls stay as they lie."))


def _ball_chosen(state: CueState, ball: Ball) -> Ruled:
    """The opener keeps the ball he picks to the end (R50, R51)."""
    other = YELLOW if ball == WHITE else WHITE
    is_first = state.setting.passes_balls_on or state.shooter % 2 == 0
    balls = (ball, other) if is_first else (other, ball)
    own = replace(state.own_as(CaromOwn), cue_balls=balls)
    after = at_start(replace(state, own=own, phase=Phase.BREAK))
    return Ruled(after, Ruling(rules=("R50",), text=f"The opener plays with {ball}."))


def _apart(state: CueState) -> Ruled:
    """The frozen balls on their spots (T29 to T33, R77)."""
    roles, cloth = roles_of(state, state.shooter), state.setting.cloth
    frozen = state.frozen.to_ball(roles.own)
    others = {ball: at for ball, at in state.positions.items() if ball not in frozen | {roles.own}}
    if state.setting.options.get("restart") is True:
        after = at_start(state)
        spotted = {ball: after.positions[ball] for ball in sorted(state.balls)}
        return Ruled(after, Ruling(rules=("C.1.1",), spotted=spotted, text="The opening position is restored."))
    is_russian = state.setting.word("frozen_options") == "ru"
    if is_russian:
        spotted = placed_apart(frozen, state.positions, roles, cloth, state.setting.word("r11_alt"))
    elif state.setting.flag("separate_all"):
        spotted = {ball: primary_spot(ball, roles, cloth) for ball in state.balls}
    elif BURGUNDY in state.balls:
        spotted = respotted(frozen | {roles.own}, others, roles, cloth, "by_ball")
    else:
        spotted = separated(frozen, state.positions, roles, cloth, state.setting.word("respot_table"))
    after = with_positions(state, {**state.positions, **spotted}, frozenset(spotted))
    after = replace(after, own=replace(after.own_as(CaromOwn), inside=frozenset()))
    rule = "R77" if is_russian else "T29"
    return Ruled(replace(after, offer=None), Ruling(rules=(rule,), spotted=spotted, text="The balls are separated."))


def accepts_option(state: CueState, option: str) -> bool:
    """Balls can be separated whenever the cue ball is frozen to one, even where the options are not offered."""
    if option not in (SEPARATE, PLACE) or state.phase not in (Phase.PLAY, Phase.EXTRA, Phase.TIE_BREAK):
        return False
    allowed = {"tr": (SEPARATE,), "ru": (PLACE, SEPARATE)}.get(state.setting.word("frozen_options"), ())
    return option in allowed and bool(state.frozen.to_ball(own_ball(state, state.shooter)))
