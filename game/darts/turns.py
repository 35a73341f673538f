"""The turn machine of all dart games: three darts a turn, rounds, early ends, tie-breaks, players who stop.

A leg is a value; every function returns the next one. Source: darts B.1 (turns), B.7 (tie-break).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from game.darts.dart_game import DartGame, Scored
from game.darts.vocabulary import DARTS, NOT_THROWN, Dart, Effect, Player, Thrown, Turn
from game.errors import IllegalAction, Refusal

MAX_TIE_TURNS = 3
"""Tie-break turns before the win is shared."""


class Stage(StrEnum):
    """Where a leg stands."""

    PLAY = "play"
    TIE_BREAK = "tie_break"
    DONE = "done"


class TieRule(StrEnum):
    """What decides between level players."""

    SUDDEN_DEATH = "sudden_death"
    SHARED = "shared"
    FIRST_THROWER = "first_thrower"


@dataclass(frozen=True)
class TieBreak:
    """A running tie-break: who is in it, which turn it is, and totals of those who have thrown in this turn."""

    players: tuple[Player, ...]
    number: int = 1
    totals: tuple[int, ...] = ()
    running: int = 0


@dataclass(frozen=True)
class Leg:
    """One dart game from its first dart to its winner.

    game     the state of the game itself
    rounds   number of the last round
    turn     the open turn; the last one once the leg is done
    turns    the closed turns, oldest first
    retired  who throws no more
    winners  several share the win; none in a leg that all gave up
    """

    game: DartGame
    rounds: int
    turn: Turn
    tie_rule: TieRule = TieRule.SUDDEN_DEATH
    stage: Stage = Stage.PLAY
    turns: tuple[Turn, ...] = ()
    tie: TieBreak | None = None
    retired: frozenset[Player] = frozenset()
    winners: tuple[Player, ...] = ()

    @property
    def thrower(self) -> Player | None:
        """Who throws next, None once the leg is done."""
        return None if self.stage is Stage.DONE else self.turn.player

    @property
    def last(self) -> Thrown | None:
        """The last dart and what came of it."""
        for turn in (self.turn, *reversed(self.turns)):
            if turn.thrown:
                return turn.thrown[-1]
        return None


def begin(game: DartGame, rounds: int, tie_rule: TieRule = TieRule.SUDDEN_DEATH, round_number: int = 1) -> Leg:
    """A leg before the first dart of a round, the first one if none is named."""
    leg = Leg(game, rounds, Turn(Player(0)), tie_rule)
    return _step_up(leg, _throwing(leg, game.order(round_number))[0], round_number)


def throw(leg: Leg, dart: Dart) -> Leg:
    """The leg after one dart. Raises IllegalAction once it is done."""
    if leg.stage is Stage.DONE:
        raise IllegalAction(Refusal.MATCH_OVER, text="the leg is over")
    if leg.tie is not None:
        return _throw_in_tie(leg, leg.tie, dart)
    scored = leg.game.score(leg.turn, dart)
    leg = _with_dart(leg, dart, scored)
    if scored.winners:
        return _finish(leg, scored.winners)
    return _close_turn(leg) if scored.ends_turn or leg.turn.dart > DARTS else leg


def pass_turn(leg: Leg) -> Leg:
    """The leg after the darts left in the turn were not thrown."""
    number = leg.turn.number
    leg = throw(leg, NOT_THROWN)
    while leg.stage is not Stage.DONE and leg.turn.number == number:
        leg = throw(leg, NOT_THROWN)
    return leg


def retire(leg: Leg, player: Player) -> Leg:
    """The leg without a player: he is skipped from now on, and who is left alone has won."""
    if leg.stage is Stage.DONE or player in leg.retired:
        return leg
    ended = leg.game.without(player)
    leg = replace(leg, game=ended.game, retired=leg.retired | {player})
    left = [Player(place) for place in range(leg.game.players) if Player(place) not in leg.retired]
    if ended.winners or len(left) < min(2, leg.game.players):
        return _finish(leg, ended.winners or tuple(left))
    if leg.tie is not None:
        return _leave_tie(leg, leg.tie, player)
    return _close_turn(leg) if leg.turn.player == player else leg


def places(leg: Leg) -> tuple[tuple[Player, ...], ...]:
    """The ranking, best first; level players share a place. Winners lead, who retired comes last."""

    def standing(player: Player) -> tuple[int, ...]:
        return player not in leg.retired, *leg.game.rank(player)

    others = [Player(place) for place in range(leg.game.players) if Player(place) not in leg.winners]
    ranks = sorted({standing(player) for player in others}, reverse=True)
    ranking = tuple(tuple(player for player in others if standing(player) == rank) for rank in ranks)
    return (leg.winners, *ranking) if leg.winners else ranking


def _with_dart(leg: Leg, dart: Dart, scored: Scored[DartGame]) -> Leg:
    before = leg.game.score_of(leg.turn.player)
    effect = scored.effect if dart.thrown or scored.effect is not Effect.MISSED else Effect.NOT_THROWN
    thrown = Thrown(dart, scored.points, effect, scored.marks, before)
    return replace(leg, game=scored.game, turn=leg.turn.with_dart(thrown))


def _step_up(leg: Leg, player: Player, round_number: int) -> Leg:
    """The next player's turn: the number of turns grows with each one that was begun."""
    number = leg.turns[-1].number + 1 if leg.turns else 1
    turn = Turn(player, round_number, number, tie_break=leg.tie.number if leg.tie else 0)
    return replace(leg, turn=turn, game=leg.game.turn_begun(turn))


def _close_turn(leg: Leg) -> Leg:
    ended = leg.game.turn_ended(leg.turn)
    leg = replace(leg, game=ended.game, turns=(*leg.turns, leg.turn))
    if ended.winners:
        return _finish(leg, ended.winners)
    order = leg.game.order(leg.turn.round)
    later = _throwing(leg, order[order.index(leg.turn.player) + 1 :])
    if later:
        return _step_up(leg, later[0], leg.turn.round)
    if leg.turn.round >= leg.rounds or leg.game.round_settles():
        return _decide(leg)
    leg = replace(leg, game=leg.game.round_ended())
    following = _throwing(leg, leg.game.order(leg.turn.round + 1))
    return _step_up(leg, following[0], leg.turn.round + 1) if following else _decide(leg)


def _throwing(leg: Leg, players: Iterable[Player]) -> list[Player]:
    return [player for player in players if player not in leg.retired and leg.game.plays(player)]


def _decide(leg: Leg) -> Leg:
    """The end of the last round: the best wins, level ones break the tie in the order of the list."""
    candidates = [Player(place) for place in range(leg.game.players) if Player(place) not in leg.retired]
    best = max(leg.game.rank(player) for player in candidates)
    leaders = tuple(player for player in candidates if leg.game.rank(player) == best)
    if len(leaders) == 1 or leg.tie_rule is TieRule.SHARED:
        return _finish(leg, leaders)
    if leg.tie_rule is TieRule.FIRST_THROWER:
        return _finish(leg, leaders[:1])
    return _open_tie(leg, TieBreak(leaders))


def _open_tie(leg: Leg, tie: TieBreak) -> Leg:
    return _step_up(replace(leg, stage=Stage.TIE_BREAK, tie=tie), tie.players[len(tie.totals)], leg.turn.round)


def _throw_in_tie(leg: Leg, tie: TieBreak, dart: Dart) -> Leg:
    game, value = leg.game.tie_dart(leg.turn.player, dart)
    leg = _with_dart(leg, dart, Scored(game, effect=Effect.TIE_BREAK))
    tie = replace(tie, running=tie.running + value)
    if leg.turn.dart <= DARTS:
        return replace(leg, tie=tie)
    leg = replace(leg, turns=(*leg.turns, leg.turn))
    return _next_in_tie(leg, replace(tie, totals=(*tie.totals, tie.running), running=0))


def _next_in_tie(leg: Leg, tie: TieBreak) -> Leg:
    if len(tie.totals) < len(tie.players):
        return _open_tie(leg, tie)
    best = max(tie.totals)
    level = tuple(player for player, total in zip(tie.players, tie.totals, strict=True) if total == best)
    if len(level) == 1 or tie.number == MAX_TIE_TURNS:
        return _finish(leg, level)
    return _open_tie(leg, TieBreak(level, tie.number + 1))


def _leave_tie(leg: Leg, tie: TieBreak, player: Player) -> Leg:
    """A player of the tie-break retires: his total goes with him."""
    if player not in tie.players:
        return leg
    place = tie.players.index(player)
    others = tie.players[:place] + tie.players[place + 1 :]
    if len(others) == 1:
        return _finish(leg, others)
    left = replace(tie, players=others, totals=tie.totals[:place] + tie.totals[place + 1 :])
    if leg.turn.player != player:
        return replace(leg, tie=left)
    return _next_in_tie(replace(leg, turns=(*leg.turns, leg.turn)), replace(left, running=0))


def _finish(leg: Leg, winners: tuple[Player, ...]) -> Leg:
    turns = leg.turns if leg.turns and leg.turns[-1].number == leg.turn.number else (*leg.turns, leg.turn)
    game = leg.game.settled(winners)
    return replace(leg, game=game, stage=Stage.DONE, turns=turns, tie=None, winners=winners)
