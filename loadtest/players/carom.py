"""A carom player: follows a fan of strokes through a rough model and takes the widest run of aims that scores."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from client_protocol.notices import RoomState
from client_protocol.values import CueTable, Stroke
from loadtest.players.cue_path import follow, start
from loadtest.players.decisions import Choose, Decision, LayDown, Shoot
from loadtest.players.plane import CLOTHS, Cloth, Point
from loadtest.players.rails import towards

RAILS = {"three_cushion": 3, "one_cushion": 1}
"""Cushions before the second ball, by game; none in the others."""
COARSE = 180
"""Aims of the first fan."""
FINE_STEP = math.radians(0.15)
FINE_REACH = 9
"""The second fan, around a near hit of the first: this many steps to each side."""
NEAR = 3.0
"""How many times its size the second ball counts in the first fan."""
WIDE_ENOUGH = math.radians(2.0)
"""A run of aims this wide is taken without looking further."""
STYLES = tuple(product((2.6, 3.6), ((0.0, 0.25), (0.35, 0.2), (-0.35, 0.2))))
"""Cue speeds (m/s) and tips that are tried."""
PREFERRED = ("start", "separate", "W", "left")
"""Options that are taken where they are offered."""


@dataclass(frozen=True)
class Line:
    """A way to score: the middle of a run of aims, and how wide the run is (rad)."""

    stroke: Stroke
    width: float


class CaromPlayer:
    """Looks for a way to score each time; opens on the red ball."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = random.Random(seed)
        self._refusals = 0

    def decide(self, state: RoomState, seat: int) -> Decision:
        """Options, the opening ball, then the stroke with the widest run of aims."""
        del seat
        table = state.cue
        assert table is not None
        if state.options_offered and "take_shot" not in state.legal:
            return Choose(next((word for word in PREFERRED if word in state.options_offered), state.options_offered[0]))
        cloth = CLOTHS.get(state.table, CLOTHS["carom_10ft"])
        own = table.strikes[0] if table.strikes else "W"
        if own not in table.balls:
            return LayDown(own, (-cloth.length / 4, 0.1 * cloth.width))
        if self._refusals:
            return self._plain_shot(table, own)
        line = self._find_line(cloth, table, own, state)
        return Shoot(line.stroke) if line is not None else self._towards_red(table, own)

    def refused(self, decision: Decision, code: str) -> None:
        """Something plain comes next."""
        del decision, code
        self._refusals += 1

    def _find_line(self, cloth: Cloth, table: CueTable, own: str, state: RoomState) -> Line | None:
        """The most forgiving way to score."""
        balls = {name: at for name, at in table.balls.items() if name != own}
        search = _Search(cloth, balls, table.balls[own], own, RAILS.get(state.game, 0), state.phase == "break")
        best: Line | None = None
        for speed, tip in self._chance.sample(STYLES, len(STYLES)):
            for line in search.lines(speed, tip):
                if best is None or line.width > best.width:
                    best = line
            if best is not None and best.width > WIDE_ENOUGH:
                break
        return best

    def _towards_red(self, table: CueTable, own: str) -> Shoot:
        """No way is seen: play the red full, with speed for many cushions."""
        red = table.balls.get("R", (0.0, 0.0))
        aim = towards(table.balls[own], red) + self._chance.uniform(-0.03, 0.03)
        return Shoot(Stroke(ball=own, aim=aim, speed=4.0, tip=(self._chance.uniform(-0.3, 0.3), 0.2)))

    def _plain_shot(self, table: CueTable, own: str) -> Shoot:
        self._refusals = 0
        aim = self._chance.uniform(-math.pi, math.pi)
        return Shoot(Stroke(ball=table.strikes[0] if table.strikes else own, aim=aim, speed=2.0))


@dataclass(frozen=True)
class _Search:
    """Where a way to score is looked for."""

    cloth: Cloth
    balls: Mapping[str, Point]
    cue: Point
    own: str
    rails: int
    is_opening: bool

    def lines(self, speed: float, tip: tuple[float, float]) -> Iterator[Line]:
        """Ways to score with one speed and tip: a coarse fan for near hits, and a fine one around each of them."""
        offset = 0.37 * 2 * math.pi / COARSE
        for step in range(COARSE):
            aim = offset + 2 * math.pi * step / COARSE
            if not self._scores(aim, speed, tip, NEAR):
                continue
            for low, high in self._runs(aim, speed, tip):
                stroke = Stroke(ball=self.own, aim=(low + high) / 2, speed=speed, tip=tip)
                yield Line(stroke, high - low + FINE_STEP)

    def _runs(self, aim: float, speed: float, tip: tuple[float, float]) -> Iterator[tuple[float, float]]:
        """The runs of scoring aims around one."""
        low: float | None = None
        last = 0.0
        for step in range(-FINE_REACH, FINE_REACH + 1):
            fine = aim + step * FINE_STEP
            if self._scores(fine, speed, tip):
                low = fine if low is None else low
                last = fine
            elif low is not None:
                yield low, last
                low = None
        if low is not None:
            yield low, last

    def _scores(self, aim: float, speed: float, tip: tuple[float, float], reach: float = 1.0) -> bool:
        """Whether the model says that an aim scores."""
        way = follow(self.cloth, self.balls, start(self.cue, aim, speed, tip), reach)
        if len(way.balls) < 2 or way.rails[1] < self.rails:
            return False
        return not self.is_opening or way.balls[0] == "R"
