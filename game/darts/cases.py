"""Written rule cases of the dart games and the board: a state and darts in, what the rules answer out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from game.darts import legs
from game.darts.baseball import Baseball
from game.darts.count_up import HighScore
from game.darts.cricket import Cricket
from game.darts.dart_game import DartGame
from game.darts.legs import LegPlan
from game.darts.notation import BadDart, Visit, parse_visits
from game.darts.options import OWN, PRESETS, players_of, specs_of
from game.darts.pub_game import PubGame
from game.darts.roulette import Roulette
from game.darts.scram import Scram
from game.darts.shanghai import Shanghai, ShanghaiMode
from game.darts.solo import Solo
from game.darts.super_100 import Super100
from game.darts.turns import Leg, Stage, TieRule, begin, pass_turn, throw
from game.darts.vocabulary import Player
from game.darts.x01 import X01
from game.errors import BadCase, IllegalAction, Refusal
from game.options import sides_text
from game.vocabulary import GameKind, OptionValue
from physics.darts.board import PROFILES, segment_at

Result = dict[str, object]
Value = TypeVar("Value")

BOARD = "board"
"""The `game` of cases that map a point to a segment."""

_NO_KEY = bytes(32)


def judges(game: object) -> bool:
    """Whether cases of this `game` belong here."""
    return game == BOARD or game in set(OWN)


def judge_case(case: Mapping[str, object]) -> Result:
    """What the rules answer to a case. Raises BadCase."""
    actions = case["actions"] if "actions" in case else [case.get("action")]
    if not isinstance(actions, list) or not actions:
        raise BadCase("actions", "a list of actions is needed")
    if case.get("game") == BOARD:
        return _segment(_mapping(actions[-1], "action"))
    table = _Table.laid(case)
    result: Result = table.result()
    for place, action in enumerate(actions):
        path = f"actions[{place}]" if "actions" in case else "action"
        table, result = table.after(_mapping(action, path), path)
    return result


def _segment(action: Mapping[str, object]) -> Result:
    name, point = action.get("profile", "steel"), action.get("xy")
    if action.get("type") != "hit" or not isinstance(name, str) or name not in PROFILES:
        raise BadCase("action", f"a hit on one of {', '.join(PROFILES)} is needed")
    if not isinstance(point, list) or len(point) != 2 or not all(_is_number(part) for part in point):
        raise BadCase("action.xy", "two numbers are needed")
    try:
        return {"segment": segment_at(PROFILES[name], (float(point[0]), float(point[1]))).name}
    except (ValueError, OverflowError) as error:
        raise BadCase("action.xy", str(error)) from error


@dataclass(frozen=True)
class _Table:
    """A leg with the names of its players."""

    names: tuple[str, ...]
    leg: Leg

    @classmethod
    def laid(cls, case: Mapping[str, object]) -> _Table:
        """The leg that the case starts from."""
        kind = GameKind(str(case["game"]))
        names = _names(case.get("players", ["A"] if kind is GameKind.SOLO else ["A", "B"]), players_of(kind))
        pack = case.get("preset") or next(iter(PRESETS))
        if not isinstance(pack, str) or pack not in PRESETS:
            raise BadCase("preset", f"one of {', '.join(PRESETS)} is needed")
        plan = LegPlan(kind, str(pack), _options(kind, case.get("options", {})), len(names), _NO_KEY, "case")
        state = _mapping(case.get("state", {}), "state")
        try:
            fresh = legs.begin_leg(plan)
        except IllegalAction as error:
            raise BadCase(error.path or "options", error.text) from error
        game, rounds = _restated(fresh.game, _State(state, names)), fresh.rounds
        if isinstance(game, Roulette):
            rounds = min(rounds, len(game.targets))
        number = state.get("round", 1)
        if not isinstance(number, int) or not 1 <= number <= rounds:
            raise BadCase("state.round", f"a round from 1 to {rounds} is needed")
        return cls(names, begin(game, rounds, TieRule(str(plan.options["tiebreak"])), number))

    def after(self, action: Mapping[str, object], path: str) -> tuple[_Table, Result]:
        """The table after an action, and the result; a refused action changes nothing."""
        if action.get("type") != "darts":
            raise BadCase(f"{path}.type", "'darts' is needed")
        try:
            visits = parse_visits(str(action.get("darts", "")))
        except BadDart as error:
            raise BadCase(f"{path}.darts", str(error)) from error
        try:
            table = self._thrown(visits, action.get("by"))
        except IllegalAction as error:
            return self, self.result() | {"refused": error.code.value}
        return table, table.result()

    def _thrown(self, visits: tuple[Visit, ...], sender: object) -> _Table:
        leg = self.leg
        for place, visit in enumerate(visits):
            number = leg.turn.number
            for dart in visit.darts:
                self._check_thrower(leg, visit.player or sender)
                number = leg.turn.number
                leg = throw(leg, dart)
            if place + 1 < len(visits) and leg.stage is not Stage.DONE and leg.turn.number == number:
                leg = pass_turn(leg)
        return replace(self, leg=leg)

    def _check_thrower(self, leg: Leg, named: object) -> None:
        if leg.thrower is not None and named is not None and named != self.names[leg.thrower]:
            raise IllegalAction(Refusal.NOT_YOUR_TURN)

    def result(self) -> Result:
        """Everything that a case may ask for."""
        leg = self.leg
        thrower = leg.thrower
        last = leg.turn if leg.turn.thrown else leg.turns[-1] if leg.turns else None
        result: Result = {
            "round": leg.turn.round,
            "to_throw": None if thrower is None else self.names[thrower],
            "dart": None if thrower is None else leg.turn.dart,
            "phase": leg.stage.value,
            "winner": self._winner(),
            "bust": last is not None and last.bust,
        }
        return result | self._game_result(leg.game)

    def _winner(self) -> object:
        winners = [self.names[player] for player in self.leg.winners]
        return (winners[0] if len(winners) == 1 else winners) if winners else None

    def _game_result(self, game: DartGame) -> Result:
        scores = self._by_name(tuple(game.score_of(Player(place)) for place in range(game.players)))
        match game:
            case X01():
                return {"remaining": scores, "opened": self._by_name(game.opened)}
            case Solo():
                return {"handicap": game.handicap, **self._game_result(game.inner)}
            case Super100():
                out = [name for name, fall in zip(self.names, game.fell, strict=True) if fall]
                return {"scores": scores, "out": out, "pot": game.pot}
            case Cricket():
                marks = tuple(game.marks_text(Player(place)) for place in range(game.players))
                return {"scores": scores, "points": scores, "marks": self._by_name(marks)}
            case Scram():
                return {"scores": scores, **self._scram(game)}
            case Shanghai():
                steps = game.steps
                if game.mode is ShanghaiMode.ROUNDS:
                    steps = (self.leg.turn.round,) * game.players
                return {"scores": scores, "targets": self._by_name(steps)}
            case Roulette():
                return {"scores": scores, "drawn": [targets[0] for targets in game.targets]}
        return {"scores": scores}

    def _scram(self, game: Scram) -> Result:
        player, number = self.leg.turn.player, self.leg.turn.round
        playing = self.leg.stage is Stage.PLAY
        role = game.role(player, number).value if playing else None
        return {"role": role, "stopped": sorted(game.stopped[player // 2])}

    def _by_name(self, values: tuple[Value, ...]) -> dict[str, Value]:
        return dict(zip(self.names, values, strict=True))


@dataclass(frozen=True)
class _State:
    """The `state` of a case, read by player."""

    fields: Mapping[str, object]
    names: tuple[str, ...]

    def per_player(self, name: str, default: tuple[Value, ...]) -> tuple[Value, ...]:
        """A value of the default's type per player; who is not named keeps his."""
        given = _mapping(self.fields.get(name, {}), f"state.{name}")
        for player in given:
            if player not in self.names:
                raise BadCase(f"state.{name}.{player}", "no such player")
        values: list[Value] = []
        for player, kept in zip(self.names, default, strict=True):
            value = given.get(player, kept)
            if not isinstance(value, type(kept)):
                raise BadCase(f"state.{name}.{player}", f"{type(kept).__name__} is needed")
            values.append(value)
        return tuple(values)

    def numbers(self, name: str) -> tuple[int, ...] | None:
        """A list of whole numbers, None where it is not given."""
        given = self.fields.get(name)
        if given is None:
            return None
        if not isinstance(given, list) or not given or not all(isinstance(item, int) for item in given):
            raise BadCase(f"state.{name}", "a list of whole numbers is needed")
        return tuple(given)


def _restated(game: DartGame, state: _State) -> DartGame:
    """The game with the state of the case laid over it."""
    match game:
        case X01():
            remaining = state.per_player("remaining", game.remaining)
            return replace(game, remaining=remaining, opened=state.per_player("opened", game.opened))
        case Solo():
            inner = _restated(game.inner, state)
            assert isinstance(inner, HighScore | X01)
            return replace(game, inner=inner)
        case Super100():
            return _restated_super_100(game, state)
        case Cricket():
            texts = tuple(game.marks_text(Player(place)) for place in range(game.players))
            marks = tuple(_marks(text) for text in state.per_player("marks", texts))
            return replace(game, points=state.per_player("scores", game.points), marks=marks)
        case Shanghai():
            steps = state.per_player("targets", game.steps)
            return replace(game, scores=state.per_player("scores", game.scores), steps=steps)
        case Roulette():
            drawn = state.numbers("drawn")
            targets = game.targets if drawn is None else tuple((number,) * game.players for number in drawn)
            return replace(game, scores=state.per_player("scores", game.scores), targets=targets)
        case Baseball():
            return replace(game, runs=state.per_player("scores", game.runs))
    assert isinstance(game, HighScore | PubGame | Scram)
    return replace(game, scores=state.per_player("scores", game.scores))


def _restated_super_100(game: Super100, state: _State) -> Super100:
    points = state.per_player("scores", game.points)
    out = state.fields.get("out", [])
    if not isinstance(out, list) or not all(name in state.names for name in out):
        raise BadCase("state.out", "a list of players is needed")
    index = state.fields.get("light_index")
    if index is not None and not (isinstance(index, int) and 0 <= index < 20):
        raise BadCase("state.light_index", "a place from 0 to 19 is needed")
    starts = game.starts if index is None else tuple((index,) * game.players for _ in game.starts)
    fell = tuple(out.index(name) + 1 if name in out else 0 for name in state.names)
    frozen = tuple(own if name in out else 0 for name, own in zip(state.names, points, strict=True))
    return replace(game, points=points, starts=starts, fell=fell, frozen=frozen)


def _marks(text: str) -> tuple[int, ...]:
    if len(text) != 7 or not set(text) <= set("0123"):
        raise BadCase("state.marks", f"seven digits from 0 to 3 are needed, not {text!r}")
    return tuple(int(digit) for digit in text)


def _names(players: object, numbers: tuple[int, ...]) -> tuple[str, ...]:
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise BadCase("players", "a list of names is needed")
    if len(players) not in numbers or len(set(players)) < len(players):
        raise BadCase("players", f"{sides_text(numbers)} different names are needed")
    return tuple(players)


def _options(kind: GameKind, given: object) -> Mapping[str, OptionValue]:
    """Every option of the game; cases may cut rounds shorter than a match may be."""
    known = {spec.name: spec for spec in specs_of(kind)}
    options: dict[str, OptionValue] = {name: spec.default for name, spec in known.items()}
    for name, value in _mapping(given, "options").items():
        if name not in known:
            raise BadCase(f"options.{name}", "this game has no such option")
        if not isinstance(value, bool | int | float | str):
            raise BadCase(f"options.{name}", "a plain value is needed")
        short = name == "rounds" and isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 100
        if not short and not known[name].allows(value):
            raise BadCase(f"options.{name}", f"cannot be {value!r}")
        options[name] = value
    return options


def _mapping(value: object, path: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise BadCase(path, "an object is needed")
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
