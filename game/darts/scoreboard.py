"""What scoreboards and boards show of a leg: scores, figures, lights, the sway of the open dart, checkout hints."""

from __future__ import annotations

from game.darts.baseball import Baseball
from game.darts.checkouts import checkout
from game.darts.count_up import HighScore
from game.darts.dart_game import DartGame, Detail
from game.darts.solo import Solo
from game.darts.statistics import HIGH_TURNS, Figures
from game.darts.throwing import ThrowModel, sway_phases
from game.darts.turns import Leg, Stage, places
from game.darts.vocabulary import DARTS, Player, Turn
from game.darts.x01 import X01
from game.play import DartsTableView, SideView
from physics.darts.board import BULL


def side_view(leg: Leg, player: Player, name: str, legs_won: int, done: Figures) -> SideView:
    """A player on the scoreboard: score, state in the game, figures; his place once the leg is done."""
    game = leg.game
    details: dict[str, Detail] = {**game.details_of(player), **_figures(game, done)}
    if isinstance(game, Baseball):
        details["box"] = _box_score(leg, player)
    if player in leg.retired:
        details["retired"] = True
    if leg.stage is Stage.DONE:
        details["place"] = next(number for number, place in enumerate(places(leg), 1) if player in place)
    return SideView(name, legs_won, game.score_of(player), details)


def _figures(game: DartGame, done: Figures) -> dict[str, Detail]:
    inner = game.inner if isinstance(game, Solo) else game
    shown: dict[str, Detail] = {
        "darts_thrown": done.darts,
        "points_per_dart": done.per_dart.value,
        "points_per_turn": done.per_turn.value,
        "best_turn": done.best_turn,
    }
    if isinstance(inner, X01 | HighScore):
        shown |= {f"turns_{least}": count for least, count in zip(HIGH_TURNS, done.high_turns, strict=True)}
    if isinstance(inner, X01):
        shown |= {
            "average": done.average().value,
            "average_bust_counts_three": done.average(bust_counts_three=True).value,
            "first_nine": done.first_nine.value,
            "busts": done.busts,
            "checkout_percent": done.checkouts.value,
            "best_finish": done.best_finish,
        }
    elif done.marks:
        shown |= {"marks_per_round": done.marks_per_round.value, "hits_per_dart": done.hits_per_dart.value}
    return shown


def _box_score(leg: Leg, player: Player) -> str:
    """Runs of each inning thrown so far, extra innings after a `+`."""
    turns = [turn for turn in (*leg.turns, leg.turn) if turn.player == player and turn.thrown]
    known = {turn.number: turn for turn in turns}
    return " ".join(f"{'+' if turn.tie_break else ''}{_runs(turn)}" for turn in known.values())


def _runs(turn: Turn) -> int:
    target = BULL if turn.tie_break else turn.round
    return sum(thrown.dart.multiplier for thrown in turn.thrown if thrown.dart.number == target)


def board_view(leg: Leg, model: ThrowModel, key: bytes, label: str) -> DartsTableView:
    """The board between darts. `label`: of the open dart's draws; the phases of its sway may be seen by everybody."""
    turn = leg.turn
    details: dict[str, Detail] = {
        "rounds": leg.rounds,
        "visit": turn.number,
        "points": turn.points,
        "effects": " ".join(thrown.effect.value for thrown in turn.thrown),
        "board": model.profile.name,
        "bull": "fat" if leg.game.bull.fat else "split",
        "noise_mm": model.noise,
        "sway_mm": model.sway,
        **leg.game.details(turn),
        **_hint(leg),
    }
    if leg.stage is not Stage.DONE and model.sway:
        details["sway_x"], details["sway_y"] = sway_phases(key, label)
    darts = tuple(thrown.dart.name for thrown in turn.thrown)
    return DartsTableView(turn.round, min(turn.dart, DARTS), darts, details)


def _hint(leg: Leg) -> dict[str, Detail]:
    """The way to a checkout with the darts left. A game that has no hints says so."""
    game = leg.game.inner if isinstance(leg.game, Solo) else leg.game
    if not isinstance(game, X01):
        return {"hints": False}
    if leg.stage is not Stage.PLAY or not game.opened[leg.turn.player]:
        return {"hints": True, "hint": None}
    left = DARTS + 1 - leg.turn.dart
    route = checkout(game.remaining[leg.turn.player], left, game.closing, game.bull)
    return {"hints": True, "hint": None if route is None else " ".join(dart.name for dart in route)}
