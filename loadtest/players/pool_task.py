"""What a pool game asks of the next shot: balls to hit first, balls worth making, and whether they are called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from client_protocol.notices import RoomState
from client_protocol.values import CueTable
from loadtest.players.plane import Cloth, Point
from loadtest.players.pots import Pot, find_pots

Balls = Mapping[str, Point]
EIGHT, SEVEN, NINE = "8", "7", "9"
ENOUGH = 0.004
"""Tolerance of a direct pot, rad, with which no combination is looked for among many balls."""


@dataclass(frozen=True)
class Task:
    """The next shot of a game.

    firsts  balls that may be hit first; wanted: balls worth making
    calls   ball and pocket are named, a shot that makes none is called a safety
    side    where the seven has to go, `L` or `R`; "" anywhere
    """

    firsts: tuple[str, ...]
    wanted: frozenset[str]
    calls: bool = False
    side: str = ""

    def takes(self, pot: Pot) -> bool:
        """Whether a pot helps."""
        return pot.last in self.wanted and (pot.last != SEVEN or not self.side or pot.pocket[1] == self.side)


def task_of(state: RoomState, table: CueTable, seat: int) -> Task:
    """What the game asks of this seat; a game that names no ball on asks for the lowest one."""
    balls = frozenset(name for name in table.balls if name != "c")
    match state.game:
        case "eight_ball":
            return _eight_ball(state, balls, seat)
        case "straight_pool":
            return Task(tuple(sorted(balls)), balls, calls=True)
        case "free_pyramid" | "combined_pyramid" | "classic_pyramid":
            return Task(tuple(sorted(balls)), balls, calls=state.game == "classic_pyramid")
        case "seven_ball":
            side = state.sides[seat].details.get("side")
            return Task(_on(table, balls), balls, side=side[0].upper() if isinstance(side, str) else "")
        case _:
            return Task(_on(table, balls), balls)


def _on(table: CueTable, balls: frozenset[str]) -> tuple[str, ...]:
    """The one ball to hit first; none before the balls are racked."""
    return (ball_on(table),) if balls else ()


def _eight_ball(state: RoomState, balls: frozenset[str], seat: int) -> Task:
    group = state.sides[seat].details.get("group")
    others = balls - {EIGHT}
    if group is not None:
        others = frozenset(ball for ball in others if (int(ball) < 8) == (group == "solids"))
    own = others or balls & {EIGHT}
    return Task(tuple(sorted(own)), own, calls=True)


def ball_on(table: CueTable) -> str:
    """The ball the table names, or the lowest one."""
    named = table.details.get("ball_on")
    if isinstance(named, str) and named in table.balls:
        return named
    return min((name for name in table.balls if name.isdigit()), key=int)


def playable(task: Task, cloth: Cloth, table: CueTable) -> tuple[str, ...]:
    """The balls that may be hit first from where the cue ball comes: from the kitchen only those outside it."""
    if table.cue_ball != "in_hand_kitchen":
        return task.firsts
    outside = tuple(ball for ball in task.firsts if table.balls[ball][0] >= -cloth.length / 4)
    return outside or task.firsts


def pots_for(task: Task, firsts: tuple[str, ...], cloth: Cloth, balls: Balls, cue: Point) -> list[Pot]:
    """The pots that help, the most forgiving one first; among many balls combinations only where nothing else goes."""
    direct = [pot for first in firsts for pot in _helping(task, cloth, balls, cue, first, combinations=False)]
    best = max((pot.tolerance for pot in direct), default=0.0)
    if len(firsts) > 1 and best > ENOUGH:
        return sorted(direct, key=lambda pot: -pot.tolerance)
    both = [pot for first in firsts for pot in _helping(task, cloth, balls, cue, first, combinations=True)]
    return sorted(both, key=lambda pot: -pot.tolerance)


def _helping(task: Task, cloth: Cloth, balls: Balls, cue: Point, first: str, *, combinations: bool) -> Iterator[Pot]:
    return (pot for pot in find_pots(cloth, balls, cue, first, combinations=combinations) if task.takes(pot))
