"""The playing surface as the rules need it: lengths, lines, spots and what touches what. m, table frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot, sqrt

from game.vocabulary import Ball, Cushion, Point
from physics.placement import lies_in_mouth
from physics.tables import TABLES

EPS_LINE = 1e-6
"""A centre this near to a line lies on it (pool B.1)."""

EPS_FROZEN = 5e-5
"""Two things with a gap up to this are frozen to each other (pool B.1, carom B.2)."""


@dataclass(frozen=True)
class Cloth:
    """Length and width between the cushion noses, the radius of the balls, and the name of the table, by which its
    pockets are known (empty: there are none)."""

    length: float
    width: float
    radius: float
    table: str = ""

    @property
    def diameter(self) -> float:
        """Of a ball."""
        return 2.0 * self.radius

    @property
    def head_string(self) -> float:
        """x of the head string, the start line of carom, the house line of pyramid."""
        return -self.length / 4.0

    @property
    def foot_string(self) -> float:
        """x of the line through the foot spot."""
        return self.length / 4.0

    @property
    def head_spot(self) -> Point:
        """Middle of the head string."""
        return (self.head_string, 0.0)

    @property
    def foot_spot(self) -> Point:
        """Middle of the foot string."""
        return (self.foot_string, 0.0)

    def holds(self, at: Point) -> bool:
        """Whether a ball can lie here without touching into a cushion."""
        x, y = at
        return (
            abs(x) <= self.length / 2.0 - self.radius + EPS_LINE and abs(y) <= self.width / 2.0 - self.radius + EPS_LINE
        )

    def may_rest(self, at: Point) -> bool:
        """Whether a ball can be at rest here: between the noses, or in the mouth of a pocket, where it hangs (R18)."""
        return self.holds(at) or (self.table != "" and lies_in_mouth(at, TABLES[self.table], self.radius))

    def is_in_mouth(self, at: Point) -> bool:
        """Whether a centre lies beyond the line between the two nose ends of a corner pocket (pool B.3).

        A centre that a ball can have on the bed never lies beyond that line of a side pocket.
        """
        corner = TABLES[self.table].corner if self.table else None
        across = (self.length / 2.0 - abs(at[0])) + (self.width / 2.0 - abs(at[1]))
        return corner is not None and across < corner.mouth / sqrt(2.0) - EPS_LINE

    def is_behind_head_string(self, at: Point) -> bool:
        """Whether a centre lies in the kitchen; the line itself does not belong to it (pool 3.15)."""
        return at[0] < self.head_string - EPS_LINE

    def gap_to(self, cushion: Cushion, at: Point) -> float:
        """How far the surface of a ball lying here is from a cushion's nose."""
        x, y = at
        match cushion:
            case Cushion.HEAD:
                gap = x + self.length / 2.0
            case Cushion.FOOT:
                gap = self.length / 2.0 - x
            case Cushion.RIGHT:
                gap = y + self.width / 2.0
            case Cushion.LEFT:
                gap = self.width / 2.0 - y
        return gap - self.radius

    def gaps(self, at: Point) -> dict[Cushion, float]:
        """Distance of a ball's surface from each nose line, m; negative in the mouth of a pocket."""
        x, y = at
        half_length, half_width = self.length / 2.0 - self.radius, self.width / 2.0 - self.radius
        return {
            Cushion.HEAD: x + half_length,
            Cushion.FOOT: half_length - x,
            Cushion.RIGHT: y + half_width,
            Cushion.LEFT: half_width - y,
        }

    def cushions_at(self, at: Point) -> frozenset[Cushion]:
        """The cushions that a ball lying here is frozen to; in the mouth of a pocket there is none."""
        return frozenset(cushion for cushion, gap in self.gaps(at).items() if abs(gap) <= EPS_FROZEN)


POOL_9FT = Cloth(2.54, 1.27, 0.028575, "pool_9ft")
CAROM_10FT = Cloth(2.84, 1.42, 0.03075, "carom_10ft")
PYRAMID_12FT = Cloth(3.55, 1.775, 0.034, "pyramid_12ft")


def distance(a: Point, b: Point) -> float:
    """Between two centres."""
    return hypot(a[0] - b[0], a[1] - b[1])


@dataclass(frozen=True)
class Frozen:
    """What touches what at the start of a shot: pairs of balls, and balls with a cushion."""

    balls: frozenset[frozenset[Ball]] = frozenset()
    cushions: frozenset[tuple[Ball, Cushion]] = frozenset()

    def to_ball(self, ball: Ball) -> frozenset[Ball]:
        """The balls that touch this one."""
        return frozenset(other for pair in self.balls if ball in pair for other in pair if other != ball)

    def to_cushion(self, ball: Ball) -> frozenset[Cushion]:
        """The cushions that this ball touches."""
        return frozenset(cushion for name, cushion in self.cushions if name == ball)

    def without(self, moved: frozenset[Ball]) -> Frozen:
        """What is left when these balls have gone elsewhere."""
        return Frozen(
            frozenset(pair for pair in self.balls if not pair & moved),
            frozenset((ball, cushion) for ball, cushion in self.cushions if ball not in moved),
        )

    def also(self, other: Frozen) -> Frozen:
        """Both together."""
        return Frozen(self.balls | other.balls, self.cushions | other.cushions)


def frozen_at(cloth: Cloth, positions: Mapping[Ball, Point]) -> Frozen:
    """What touches what where the balls lie like this."""
    names = sorted(positions)
    reach = cloth.diameter + EPS_FROZEN
    pairs = frozenset(
        frozenset((a, b))
        for place, a in enumerate(names)
        for b in names[place + 1 :]
        if distance(positions[a], positions[b]) <= reach
    )
    touching = frozenset((ball, cushion) for ball in names for cushion in cloth.cushions_at(positions[ball]))
    return Frozen(pairs, touching)


def with_gaps_closed(cloth: Cloth, positions: Mapping[Ball, Point], moved: frozenset[Ball]) -> dict[Ball, Point]:
    """The balls with frozen pairs in exact contact (pool B.1): only balls that moved are shifted, by 0.05 mm at most.

    Where a ball is frozen to several things nothing is closed: one gap could only be closed by opening another.
    """
    places = dict(positions)
    for ball in sorted(moved & set(places)):
        shifts = _shifts(cloth, places, ball)
        if len(shifts) == 1:
            x, y = places[ball]
            places[ball] = (x + shifts[0][0], y + shifts[0][1])
    return places


def _shifts(cloth: Cloth, places: Mapping[Ball, Point], ball: Ball) -> list[Point]:
    """How a ball would have to move to touch each thing it is frozen to."""
    at = places[ball]
    ways = {Cushion.HEAD: (-1.0, 0.0), Cushion.FOOT: (1.0, 0.0), Cushion.RIGHT: (0.0, -1.0), Cushion.LEFT: (0.0, 1.0)}
    found = [
        (ways[cushion][0] * gap, ways[cushion][1] * gap)
        for cushion, gap in cloth.gaps(at).items()
        if abs(gap) <= EPS_FROZEN
    ]
    for other, there in places.items():
        apart = distance(at, there)
        gap = apart - cloth.diameter
        if other != ball and abs(gap) <= EPS_FROZEN:
            found.append(((there[0] - at[0]) / apart * gap, (there[1] - at[1]) / apart * gap))
    return found
