"""A pool player who knows geometry: pots, calls, kicks, safeties, options, and where to lay the ball in hand."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from client_protocol.notices import RoomState
from client_protocol.values import Call, CueTable, Stroke
from loadtest.players.decisions import Choose, Decision, LayDown, Shoot
from loadtest.players.plane import CLOTHS, Cloth, Point, clearance, minus, mouths, plus, turn_by, unit
from loadtest.players.pool_task import Balls, Task, playable, pots_for, task_of
from loadtest.players.pots import TIP_UP, Pot
from loadtest.players.rails import find_kicks, towards

WORTH_A_TRY = 0.0012
"""A pot whose aim may be off by less (rad) is not worth leaving the table open."""
IN_HAND = ("in_hand", "in_hand_kitchen")
DRAW_OFFER = "DRAW_OFFER"
MOST_TRIED = 4
"""Balls for which a place of the ball in hand is looked for."""


class PoolPlayer:
    """Plays whatever ball its game asks for; remembers where it laid the cue ball, and when it last offered a draw."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = random.Random(seed)
        self._planned: Point | None = None
        self._turned_down: list[Point] = []
        self._refusals = 0
        self._offered_at = -1

    def decide(self, state: RoomState, seat: int) -> Decision:
        """Options first, then the cue ball in hand, then the stroke."""
        table = state.cue
        assert table is not None
        cloth = CLOTHS.get(state.table, CLOTHS["pool_9ft"])
        task = task_of(state, table, seat)
        if state.options_offered:
            return Choose(self._choose(state.options_offered, task, cloth, table))
        if self._wants_a_draw(state, table):
            return Choose(DRAW_OFFER)
        if table.cue_ball in IN_HAND and self._refusals < 6:
            place = self._place(task, cloth, table, state)
            if place is not None:
                return LayDown("c", place)
        return self._shoot(task, cloth, table, state)

    def refused(self, decision: Decision, code: str) -> None:
        """Lay the ball elsewhere next time; after some refusals shoot from where it lies."""
        del code
        self._refusals += 1
        if isinstance(decision, LayDown):
            self._turned_down.append(decision.at)
            self._planned = None

    def _wants_a_draw(self, state: RoomState, table: CueTable) -> bool:
        """Where nobody tries to win any more, offer a draw, once before each shot (4.21)."""
        near = table.details.get("stalemate_near") is True and table.details.get("draw_possible") is True
        if not near or self._offered_at == state.turn or self._refusals:
            return False
        self._offered_at = state.turn
        return True

    def _choose(self, options: tuple[str, ...], task: Task, cloth: Cloth, table: CueTable) -> str:
        """Break; take the table where there is something to pot, or with nothing to tell by mostly the first option."""
        if "BREAK" in options:
            return "BREAK"
        if "PASS_BACK" in options:
            return "PLAY" if self._can_pot(task, cloth, table) else "PASS_BACK"
        if "SIDE_LEFT" in options:
            seven = table.balls.get("7", (0.0, 0.0))
            return "SIDE_LEFT" if seven[1] >= 0.0 else "SIDE_RIGHT"
        if "ACCEPT" in options and self._can_pot(task, cloth, table):
            return "ACCEPT"
        return self._chance.choice((options[0], self._chance.choice(options)))

    def _can_pot(self, task: Task, cloth: Cloth, table: CueTable) -> bool:
        balls, cue = read_table(table)
        pots = pots_for(task, playable(task, cloth, table), cloth, balls, cue) if cue else []
        return bool(pots) and pots[0].tolerance > WORTH_A_TRY

    def _place(self, task: Task, cloth: Cloth, table: CueTable, state: RoomState) -> Point | None:
        """Where to lay the cue ball down; None where it lies there already."""
        here = table.balls.get("c")
        if here is not None and self._planned is not None and math.dist(here, self._planned) < 1e-6:
            return None
        balls = {name: at for name, at in table.balls.items() if name != "c"}
        if state.phase == "break":
            side = self._chance.choice((-1.0, 1.0))
            place = (-cloth.length / 4 - 0.02, side * self._chance.uniform(0.1, 0.3) * cloth.width)
        else:
            place = self._best_place(task, cloth, table, balls)
        self._planned = place
        return place

    def _best_place(self, task: Task, cloth: Cloth, table: CueTable, balls: dict[str, Point]) -> Point:
        """The place with the most forgiving pot of a ball or a few, or any legal one."""
        best, most = None, -1.0
        firsts = playable(task, cloth, table)
        for first in self._chance.sample(firsts, min(MOST_TRIED, len(firsts))):
            for place in self._candidates(cloth, balls, first):
                if not self._is_free(cloth, table, balls, place):
                    continue
                pots = pots_for(task, (first,), cloth, balls, place)
                worth = pots[0].tolerance if pots else 0.0
                if worth > most:
                    best, most = place, worth
        return best or self._any_place(cloth, table, balls)

    def _candidates(self, cloth: Cloth, balls: dict[str, Point], first: str) -> Iterator[Point]:
        """Places behind the ball on, in line with each pocket, and some others."""
        for mouth in mouths(cloth):
            way = unit(minus(mouth.at, balls[first]))
            for distance in (0.2, 0.4, 0.7):
                for turn in (0.0, 0.25, -0.25):
                    yield plus(balls[first], turn_by(way, turn), -2 * cloth.radius - distance)
        for _ in range(12):
            yield self._somewhere(cloth)

    def _any_place(self, cloth: Cloth, table: CueTable, balls: dict[str, Point]) -> Point:
        for _ in range(200):
            place = self._somewhere(cloth)
            if self._is_free(cloth, table, balls, place):
                return place
        return (-cloth.length / 4 - 0.1, 0.0)

    def _somewhere(self, cloth: Cloth) -> Point:
        x, y = cloth.half
        return (self._chance.uniform(-x, x), self._chance.uniform(-y, y))

    def _is_free(self, cloth: Cloth, table: CueTable, balls: dict[str, Point], place: Point) -> bool:
        """Whether the cue ball may lie there: on the bed, not at a pocket, nothing in the way, and behind the line."""
        x, y = cloth.half
        if abs(place[0]) > x - 0.005 or abs(place[1]) > y - 0.005:
            return False
        if table.cue_ball == "in_hand_kitchen" and place[0] > -cloth.length / 4 - 0.002:
            return False
        if any(math.dist(place, at) < 2 * cloth.radius + 0.002 for at in balls.values()):
            return False
        if any(math.dist(place, mouth.at) < mouth.half_width + cloth.radius for mouth in mouths(cloth)):
            return False
        return all(math.dist(place, refused) > 0.02 for refused in self._turned_down)

    def _shoot(self, task: Task, cloth: Cloth, table: CueTable, state: RoomState) -> Shoot:
        self._planned = None
        self._turned_down.clear()
        if self._refusals > 6:
            return self._plain_shot(cloth, table)
        self._refusals = 0
        balls, cue = read_table(table)
        if cue is None:
            return self._plain_shot(cloth, table)
        if state.phase == "break":
            aim = towards(cue, min(balls.values()))
            stroke = Stroke(ball="c", aim=aim, speed=self._chance.uniform(7.0, 8.5), tip=(0.0, 0.1))
            return Shoot(stroke, safety=state.game == "straight_pool")
        firsts = playable(task, cloth, table)
        best = max(pots_for(task, firsts, cloth, balls, cue), key=_worth, default=None)
        if best is not None and best.tolerance > WORTH_A_TRY:
            return _potting(task, best)
        is_seen = any(_sees(cloth, balls, cue, first) for first in firsts)
        if not is_seen and table.details.get("push_out_available") is True:
            return Shoot(Stroke(ball="c", aim=towards(cue, (0.0, 0.0)), speed=0.4), push_out=True)
        if best is not None:
            return _potting(task, best)
        nearest = min(firsts, key=lambda name: (not _sees(cloth, balls, cue, name), math.dist(cue, balls[name])))
        return Shoot(self._hit(cloth, balls, cue, nearest), safety=task.calls)

    def _hit(self, cloth: Cloth, balls: dict[str, Point], cue: Point, first: str) -> Stroke:
        """Reach a ball, straight on either side of it or by cushions, hard enough for a cushion after it."""
        others = [at for name, at in balls.items() if name != first]
        for lean in (0.0, 0.6, -0.6, 0.85, -0.85):
            across = turn_by(unit(minus(balls[first], cue)), math.pi / 2)
            mark = plus(balls[first], across, lean * 2 * cloth.radius)
            if clearance(cue, mark, others) > 2 * cloth.radius:
                return Stroke(ball="c", aim=towards(cue, mark), speed=2.4, tip=(0.0, TIP_UP))
        for aim in find_kicks(cloth, balls, cue, first)[:1]:
            return Stroke(ball="c", aim=aim, speed=3.2, tip=(0.0, 0.35))
        return Stroke(ball="c", aim=towards(cue, balls[first]), speed=3.0)

    def _plain_shot(self, cloth: Cloth, table: CueTable) -> Shoot:
        """Something that is always a stroke."""
        del cloth
        self._refusals = 0
        ball = table.strikes[0] if table.strikes else "c"
        return Shoot(Stroke(ball=ball, aim=self._chance.uniform(-math.pi, math.pi), speed=2.0))


def _worth(pot: Pot) -> float:
    """Forgiveness, with the nine worth more."""
    return min(pot.tolerance, 0.02) * (1.6 if pot.last == "9" else 1.0)


def _potting(task: Task, pot: Pot) -> Shoot:
    """The shot of a pot, called where the game has calls."""
    return Shoot(pot.stroke, call=Call(ball=pot.last, pocket=pot.pocket) if task.calls else None)


def _sees(cloth: Cloth, balls: Balls, cue: Point, first: str) -> bool:
    """Whether the straight way to a ball is free."""
    others = [at for name, at in balls.items() if name != first]
    return clearance(cue, balls[first], others) > 2 * cloth.radius


def read_table(table: CueTable) -> tuple[dict[str, Point], Point | None]:
    """The object balls, and the cue ball's place."""
    return {name: at for name, at in table.balls.items() if name != "c"}, table.balls.get("c")
