"""A pool player who knows geometry: pots, combinations, kicks, push-outs, and where to lay the ball in hand."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from client_protocol.notices import RoomState
from client_protocol.values import CueTable, Stroke
from loadtest.players.decisions import Choose, Decision, LayDown, Shoot
from loadtest.players.plane import CLOTHS, Cloth, Point, clearance, minus, mouths, plus, turn_by, unit
from loadtest.players.pots import TIP_UP, Pot, find_pots
from loadtest.players.rails import find_kicks, towards

WORTH_A_TRY = 0.0012
"""A pot whose aim may be off by less (rad) is not worth leaving the table open."""
IN_HAND = ("in_hand", "in_hand_kitchen")


class PoolPlayer:
    """Plays the lowest ball, or the ball the table names; remembers where it laid the cue ball."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = random.Random(seed)
        self._planned: Point | None = None
        self._turned_down: list[Point] = []
        self._refusals = 0

    def decide(self, state: RoomState, seat: int) -> Decision:
        """Options first, then the cue ball in hand, then the stroke."""
        del seat
        table = state.cue
        assert table is not None
        cloth = CLOTHS.get(state.table, CLOTHS["pool_9ft"])
        if state.options_offered:
            return Choose(self._choose(state.options_offered, cloth, table))
        if table.cue_ball in IN_HAND and self._refusals < 6:
            place = self._place(cloth, table, state)
            if place is not None:
                return LayDown("c", place)
        return self._shoot(cloth, table, state)

    def refused(self, decision: Decision, code: str) -> None:
        """Lay the ball elsewhere next time; after some refusals shoot from where it lies."""
        del code
        self._refusals += 1
        if isinstance(decision, LayDown):
            self._turned_down.append(decision.at)
            self._planned = None

    def _choose(self, options: tuple[str, ...], cloth: Cloth, table: CueTable) -> str:
        """Break; take the table only where there is something to pot."""
        if "BREAK" in options:
            return "BREAK"
        if "PASS_BACK" in options:
            balls, cue, first = read_table(table)
            pots = find_pots(cloth, balls, cue, first) if cue else []
            return "PLAY" if pots and pots[0].tolerance > WORTH_A_TRY else "PASS_BACK"
        return options[0]

    def _place(self, cloth: Cloth, table: CueTable, state: RoomState) -> Point | None:
        """Where to lay the cue ball down; None where it lies there already."""
        here = table.balls.get("c")
        if here is not None and self._planned is not None and math.dist(here, self._planned) < 1e-6:
            return None
        balls = {name: at for name, at in table.balls.items() if name != "c"}
        if state.phase == "break":
            side = self._chance.choice((-1.0, 1.0))
            place = (-cloth.length / 4 - 0.02, side * self._chance.uniform(0.1, 0.3) * cloth.width)
        else:
            place = self._best_place(cloth, table, balls)
        self._planned = place
        return place

    def _best_place(self, cloth: Cloth, table: CueTable, balls: dict[str, Point]) -> Point:
        """The place with the most forgiving pot, or any legal one."""
        first = ball_on(table)
        best, most = None, -1.0
        for place in self._candidates(cloth, balls, first):
            if not self._is_free(cloth, table, balls, place):
                continue
            pots = find_pots(cloth, balls, place, first)
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

    def _shoot(self, cloth: Cloth, table: CueTable, state: RoomState) -> Shoot:
        self._planned = None
        self._turned_down.clear()
        if self._refusals > 6:
            return self._plain_shot(cloth, table)
        self._refusals = 0
        balls, cue, first = read_table(table)
        if cue is None:
            return self._plain_shot(cloth, table)
        if state.phase == "break":
            aim = towards(cue, balls[first])
            return Shoot(Stroke(ball="c", aim=aim, speed=self._chance.uniform(7.0, 8.5), tip=(0.0, 0.1)))
        pots = find_pots(cloth, balls, cue, first)
        best = max(pots, key=_worth, default=None)
        if best is not None and best.tolerance > WORTH_A_TRY:
            return Shoot(best.stroke)
        others = [at for name, at in balls.items() if name != first]
        is_seen = clearance(cue, balls[first], others) > 2 * cloth.radius
        if not is_seen and table.details.get("push_out_available") is True:
            return Shoot(Stroke(ball="c", aim=towards(cue, (0.0, 0.0)), speed=0.4), push_out=True)
        if best is not None:
            return Shoot(best.stroke)
        return self._hit(cloth, balls, cue, first)

    def _hit(self, cloth: Cloth, balls: dict[str, Point], cue: Point, first: str) -> Shoot:
        """Reach the ball on, straight on either side of it or by cushions, hard enough for a cushion after it."""
        others = [at for name, at in balls.items() if name != first]
        for lean in (0.0, 0.6, -0.6, 0.85, -0.85):
            across = turn_by(unit(minus(balls[first], cue)), math.pi / 2)
            mark = plus(balls[first], across, lean * 2 * cloth.radius)
            if clearance(cue, mark, others) > 2 * cloth.radius:
                return Shoot(Stroke(ball="c", aim=towards(cue, mark), speed=2.4, tip=(0.0, TIP_UP)))
        for aim in find_kicks(cloth, balls, cue, first)[:1]:
            return Shoot(Stroke(ball="c", aim=aim, speed=3.2, tip=(0.0, 0.35)))
        return Shoot(Stroke(ball="c", aim=towards(cue, balls[first]), speed=3.0))

    def _plain_shot(self, cloth: Cloth, table: CueTable) -> Shoot:
        """Something that is always a stroke."""
        del cloth
        self._refusals = 0
        ball = table.strikes[0] if table.strikes else "c"
        return Shoot(Stroke(ball=ball, aim=self._chance.uniform(-math.pi, math.pi), speed=2.0))


def _worth(pot: Pot) -> float:
    """Forgiveness, with the nine worth more."""
    return min(pot.tolerance, 0.02) * (1.6 if pot.last == "9" else 1.0)


def read_table(table: CueTable) -> tuple[dict[str, Point], Point | None, str]:
    """The object balls, the cue ball's place, and the ball to hit first."""
    balls = {name: at for name, at in table.balls.items() if name != "c"}
    return balls, table.balls.get("c"), ball_on(table)


def ball_on(table: CueTable) -> str:
    """The ball the table names, or the lowest one."""
    named = table.details.get("ball_on")
    if isinstance(named, str) and named in table.balls:
        return named
    return min((name for name in table.balls if name.isdigit()), key=int)
