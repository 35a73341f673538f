"""How a leg of each dart game begins: its options turned into a game, a number of rounds and a tie rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from game.darts import baseball, count_up, cricket, pub_game, roulette, scram, shanghai, solo, super_100, x01
from game.darts.dart_game import DartGame
from game.darts.handicap import HIGHEST, suggested_starts
from game.darts.options import Options, bull_of, number
from game.darts.turns import Leg, TieRule, begin
from game.darts.vocabulary import Bull
from game.errors import IllegalAction, Refusal
from game.vocabulary import GameKind

LEGACY_SCRAM_ROUNDS = 7
CLASSIC_SCRAM_LIMIT = 60
"""Rounds after which a classic SCRAM that nobody closes is counted as it stands."""


@dataclass(frozen=True)
class LegPlan:
    """What a leg is begun with.

    pack     rule pack, `seed` or `standard`
    options  every option of the game, resolved
    key      match key; game_id: what stands first in every label of its draws
    """

    kind: GameKind
    pack: str
    options: Options
    players: int
    key: bytes
    game_id: str

    @property
    def bull(self) -> Bull:
        """What the bull is worth."""
        return bull_of(self.options)


def begin_leg(plan: LegPlan) -> Leg:
    """A leg before its first dart. Raises IllegalAction where the options do not fit the players."""
    game, rounds = _BUILDERS[plan.kind](plan)
    return begin(game, rounds, TieRule(str(plan.options["tiebreak"])))


Built = tuple[DartGame, int]


def _x01(plan: LegPlan) -> Built:
    start = number(plan.options, "start")
    ends = x01.conditions(plan.pack, plan.options)
    starts = _starts(plan, start)
    game = x01.fresh(plan.players, plan.bull, starts, ends, bool(plan.options["equal"]))
    return game, number(plan.options, "rounds") or x01.ROUNDS[start]


def _starts(plan: LegPlan, start: int) -> tuple[int, ...]:
    text = str(plan.options["handicaps"])
    if not text:
        return (start,) * plan.players
    words = [word.strip() for word in text.split(",")]
    fits = all(word.isascii() and word.isdigit() and int(word) <= HIGHEST for word in words)
    if not fits or len(words) != plan.players:
        raise IllegalAction(Refusal.BAD_VALUE, "options.handicaps", f"one number from 0 to 99 per player, not {text!r}")
    return suggested_starts(start, [int(word) for word in words])


def _solo(plan: LegPlan) -> Built:
    return solo.fresh(plan.bull, solo.SoloMode(str(plan.options["mode"]))), solo.ROUNDS


def _pub_game(plan: LegPlan) -> Built:
    target = pub_game.PubTarget(str(plan.options["target"]))
    return pub_game.fresh(plan.players, plan.bull, number(plan.options, "step_ms"), target), 1


def _super_100(plan: LegPlan) -> Built:
    rounds = number(plan.options, "rounds")
    starts = super_100.light_starts(plan.key, plan.game_id, rounds, plan.players)
    light = super_100.Light(number(plan.options, "step_ms"), number(plan.options, "lit_width"))
    return super_100.fresh(plan.players, plan.bull, starts, light), rounds


def _baseball(plan: LegPlan) -> Built:
    return baseball.fresh(plan.players, plan.bull), number(plan.options, "rounds")


def _high_score(plan: LegPlan) -> Built:
    return count_up.fresh(count_up.HighScore, plan.players, plan.bull), number(plan.options, "rounds")


def _low_score(plan: LegPlan) -> Built:
    penalty = number(plan.options, "low_miss")
    return count_up.LowScore(plan.players, plan.bull, (0,) * plan.players, penalty), number(plan.options, "rounds")


def _super_score(plan: LegPlan) -> Built:
    return count_up.fresh(count_up.SuperScore, plan.players, plan.bull), number(plan.options, "rounds")


def _cricket(plan: LegPlan) -> Built:
    options = plan.options
    variant = cricket.Variant(bool(options["cut_throat"]), bool(options["no_score"]), number(options, "spread_cap"))
    return cricket.fresh(plan.players, plan.bull, variant), number(options, "rounds")


def _scram(plan: LegPlan) -> Built:
    if plan.players % scram.PAIR:
        raise IllegalAction(Refusal.BAD_VALUE, "sides", "SCRAM is played in pairs: 2, 4, 6 or 8 players")
    classic = bool(plan.options["classic"])
    rounds = LEGACY_SCRAM_ROUNDS if plan.options["legacy7"] else number(plan.options, "rounds")
    return scram.fresh(plan.players, plan.bull, classic), CLASSIC_SCRAM_LIMIT if classic else rounds


def _shanghai(plan: LegPlan) -> Built:
    mode = shanghai.ShanghaiMode(str(plan.options["mode"]))
    ladder = len(shanghai.LADDER)
    rounds = number(plan.options, "rounds") or (7 if mode is shanghai.ShanghaiMode.PROGRESS else ladder)
    limit = rounds if mode is shanghai.ShanghaiMode.PROGRESS else min(rounds, ladder)
    return shanghai.fresh(plan.players, plan.bull, mode), limit


def _roulette(plan: LegPlan) -> Built:
    rounds = number(plan.options, "rounds")
    if plan.options["spin_each_turn"]:
        targets = roulette.spun_targets(plan.key, plan.game_id, rounds, plan.players)
    else:
        drawn = roulette.drawn_targets(plan.key, plan.game_id, rounds)
        targets = tuple((target,) * plan.players for target in drawn)
    return roulette.fresh(plan.players, plan.bull, targets, bool(plan.options["spin_each_turn"])), rounds


_BUILDERS: Mapping[GameKind, Callable[[LegPlan], Built]] = {
    GameKind.X01: _x01,
    GameKind.SOLO: _solo,
    GameKind.PUB_GAME: _pub_game,
    GameKind.SUPER_100: _super_100,
    GameKind.BASEBALL: _baseball,
    GameKind.HIGH_SCORE: _high_score,
    GameKind.LOW_SCORE: _low_score,
    GameKind.SUPER_SCORE: _super_score,
    GameKind.CRICKET: _cricket,
    GameKind.SCRAM: _scram,
    GameKind.SHANGHAI: _shanghai,
    GameKind.ROULETTE: _roulette,
}
