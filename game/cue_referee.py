"""What a referee or director can do in every cue game. Sources: Slovak pool rules 2.x, pool B.17; carom C.7."""

from __future__ import annotations

from game.actions import RefereeAct
from game.cloth import Frozen
from game.cue_flow import ended, new_game
from game.cue_rules import CueRules
from game.cue_state import CueState, Ruled, is_at_table, next_seat, set_at, set_of_team, with_positions
from game.errors import IllegalAction, Refusal
from game.options import OptionSpec
from game.placing import overlaps
from game.rulings import Ruling
from game.values import replace
from game.vocabulary import Cushion, Outcome, Phase, Seat


def referee_ruled(rules: CueRules, state: CueState, act: RefereeAct, at: float) -> Ruled:
    """The act carried out. Raises IllegalAction where it cannot be."""
    match act.do:
        case "lose_game" | "award_game":
            loser = _player(act) if act.do == "lose_game" else next_seat(state, _player(act))
            return _game_lost(state, loser, act)
        case "lose_match" | "disqualify":
            return _match_lost(rules, state, act)
        case "award_match":
            return _ended(rules, state, (_player(act),), act)
        case "end_match" | "adjudicate_interrupted":
            return _ended(rules, state, () if act.player is None else (act.player,), act)
        case "replay_game":
            fresh = new_game(rules, replace(state, game_number=state.game_number + 1), state.breaker)
            return Ruled(fresh, _ruling(act, "2.18", "The game is played again.", Outcome.REPLAY))
        case "declare_stalemate" if rules.scores_games:
            return Ruled(state, _ruling(act, "4.21", "Stalemate: the game is played again.", Outcome.STALEMATE))
        case "restore" | "restore_positions" | "set_ball" | "restore_ball":
            return _restored(rules, state, act)
        case "declare_frozen":
            return _declared(state, act)
        case _:
            return _by_the_game(rules, state, act, at)


def _by_the_game(rules: CueRules, state: CueState, act: RefereeAct, at: float) -> Ruled:
    """What the game rules; the second time that a side touches the cue ball on purpose the match is lost (3.28)."""
    if act.do == "warn_slow" and SLOW_LIMIT_TURNS.name in state.setting.options:
        return _slowed(state, act)
    if "intentional_touch" not in (act.do, act.kind):
        return rules.referee(state, act, at)
    player = _player(act)
    if state.wilful[player] > 0:
        return _match_lost(rules, state, act)
    counted = replace(state, wilful=set_of_team(state, state.wilful, player, 1))
    return rules.referee(counted, replace(act, do="award_foul", kind="intentional_touch"), at)


def _player(act: RefereeAct) -> Seat:
    if act.player is None:
        raise IllegalAction(Refusal.BAD_VALUE, "player", f"{act.do} needs a player")
    return act.player


def _ruling(act: RefereeAct, rule: str, text: str, outcome: Outcome | None = None) -> Ruling:
    return Ruling(rules=(rule,), outcome=outcome, text=f"{text} {act.reason}".strip())


def _game_lost(state: CueState, loser: Seat, act: RefereeAct) -> Ruled:
    outcome = Outcome.LOSS if is_at_table(state, loser) else Outcome.WIN
    ruling = _ruling(act, "2.28", f"Side {loser + 1} loses the game.", outcome)
    return Ruled(state, replace(ruling, winner=(next_seat(state, loser),)))


def _match_lost(rules: CueRules, state: CueState, act: RefereeAct) -> Ruled:
    """One side loses the match; without a player all are out."""
    if act.player is None:
        return _ended(rules, state, (), act)
    out = state.setting.team_of(act.player)
    others = tuple(Seat(seat) for seat in range(state.setting.seats) if seat not in out)
    return _ended(rules, state, others, act)


def _ended(rules: CueRules, state: CueState, winners: tuple[Seat, ...], act: RefereeAct) -> Ruled:
    over = ended(rules, state, winners, act.do)
    return Ruled(over, replace(_ruling(act, "2.28", "The match is over."), winner=winners))


def _restored(rules: CueRules, state: CueState, act: RefereeAct) -> Ruled:
    """Balls put where the referee says (2.17, T10); one that was gone is back on the table."""
    positions = dict(act.positions)
    if not positions:
        raise IllegalAction(Refusal.BAD_VALUE, "positions", f"{act.do} needs the places of the balls")
    cloth = state.setting.cloth
    wrong = next((ball for ball, at in positions.items() if not cloth.may_rest(at)), None)
    if wrong is not None:
        raise IllegalAction(Refusal.OUTSIDE, f"positions.{wrong}", f"ball {wrong} would not lie on the table")
    back = replace(state, balls=state.balls | (positions.keys() & set(rules.balls)))
    moved = with_positions(back, {**state.positions, **positions}, frozenset(positions))
    for ball, other in overlaps(moved):
        if ball in positions or other in positions:
            put = ball if ball in positions else other
            words = f"ball {put} would lie in ball {other if put == ball else ball}"
            raise IllegalAction(Refusal.OVERLAP, f"positions.{put}", words)
    return Ruled(moved, _ruling(act, "2.17", "The balls are put back."))


def _declared(state: CueState, act: RefereeAct) -> Ruled:
    """A ball is called frozen to a cushion (2.16, 3.37)."""
    names = {cushion.value: cushion for cushion in Cushion}
    if act.ball is None or act.kind not in names:
        raise IllegalAction(Refusal.BAD_VALUE, "ball", "declare_frozen needs a ball, and the cushion as kind")
    frozen = state.frozen.also(Frozen(cushions=frozenset({(act.ball, names[act.kind])})))
    return Ruled(replace(state, frozen=frozen), _ruling(act, "2.16", f"Ball {act.ball} is frozen to its cushion."))


SLOW_LIMIT_TURNS = OptionSpec(
    "slow_limit_turns",
    3,
    "turns of a side warned for delay in which every stroke has a minute (R34); 0: the warning alone",
    least=0,
    most=100,
)
SLOW_LIMIT = 60.0
"""s for a stroke after a warning for delay (R34)."""


def _slowed(state: CueState, act: RefereeAct) -> Ruled:
    """A warning for delay, and a minute for every stroke of the next turns of that side (R34, E-37)."""
    seat = state.shooter if act.player is None else act.player
    turns = state.setting.number("slow_limit_turns")
    text = f"Warning for delay: {SLOW_LIMIT:.0f} s a stroke for {turns} turns." if turns else "Warning for delay."
    return Ruled(replace(state, slow=set_at(state.slow, seat, turns)), _ruling(act, "R34", text))


def may_act(state: CueState) -> bool:
    """Whether a referee can still change anything."""
    return state.phase is not Phase.OVER
