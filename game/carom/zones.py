"""Balk: zones of the cloth in which both object balls may not stay. Source: carom C.5.2, C.5.3."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from math import inf, sqrt

from game.carom.reading import CaromReading
from game.carom.turns import CaromOwn, own_ball
from game.cloth import Cloth
from game.cue_state import CueState, PlayedShot, Setting
from game.findings import Finding
from game.shot_facts import LeftTable, Reach
from game.values import replace
from game.vocabulary import Ball, Foul

ANCHOR = 0.178
"""m: side of the square around the end of a line."""

SLANTED = sqrt(5.0)
"""By how much x ± 2 y grows for a step of 1 across its line."""

EVERYWHERE = (-inf, inf)


@dataclass(frozen=True)
class Zone:
    """A part of the cloth: its name, and the octagon it is."""

    name: str
    area: Reach

    def holds(self, reach: Reach, slack: float) -> bool:
        """Whether centres never lay outside; a centre within `slack`, m, of a line lies on both sides of it."""
        pairs = zip(self.area.bounds, reach.bounds, (1.0, 1.0, SLANTED, SLANTED), strict=True)
        return all(
            area[0] - slack * steep <= way[0] and way[1] <= area[1] + slack * steep for area, way, steep in pairs
        )


def zones_of(setting: Setting) -> tuple[Zone, ...]:
    """The zones that a game is played with."""
    if setting.options.get("libre_corners") is True:
        return _corners(setting.cloth)
    game = setting.options.get("balk_game")
    return () if game is None else _balk(setting.cloth, str(game).partition("/")[0])


@lru_cache
def _corners(cloth: Cloth) -> tuple[Zone, ...]:
    """Triangles cut off a quarter of each cushion from the corner."""
    edge = 0.75 * cloth.length
    return (
        Zone("HR corner", Reach(EVERYWHERE, EVERYWHERE, (-inf, -edge), EVERYWHERE)),
        Zone("HL corner", Reach(EVERYWHERE, EVERYWHERE, EVERYWHERE, (-inf, -edge))),
        Zone("FR corner", Reach(EVERYWHERE, EVERYWHERE, EVERYWHERE, (edge, inf))),
        Zone("FL corner", Reach(EVERYWHERE, EVERYWHERE, (edge, inf), EVERYWHERE)),
    )


@lru_cache
def _balk(cloth: Cloth, lines: str) -> tuple[Zone, ...]:
    """Spaces between the balk lines, the centre box left free, and the anchors at their ends."""
    across: tuple[float, ...]
    along: tuple[float, ...]
    if lines == "71":
        across, along = (-cloth.length / 4.0, cloth.length / 4.0), (0.0,)
    else:
        across, along = (-cloth.length / 3.0, cloth.length / 3.0), (-cloth.width / 6.0, cloth.width / 6.0)
    columns = tuple(pairwise((-inf, *across, inf)))
    rows = tuple(pairwise((-inf, *along, inf)))
    spaces = tuple(
        _box(f"space {column + 1}-{row + 1}", columns[column], rows[row])
        for column, row in product(range(len(columns)), range(len(rows)))
        if lines == "71" or (column, row) != (1, 1)
    )
    return spaces + _anchors(cloth, across, along)


def _anchors(cloth: Cloth, across: tuple[float, ...], along: tuple[float, ...]) -> tuple[Zone, ...]:
    half, end, side = ANCHOR / 2.0, cloth.length / 2.0 - ANCHOR, cloth.width / 2.0 - ANCHOR
    short = [
        _box(f"anchor {name}{place + 1}", columns, (y - half, y + half))
        for name, columns in (("H", (-inf, -end)), ("F", (end, inf)))
        for place, y in enumerate(along)
    ]
    long = [
        _box(f"anchor {name}{place + 1}", (x - half, x + half), rows)
        for name, rows in (("R", (-inf, -side)), ("L", (side, inf)))
        for place, x in enumerate(across)
    ]
    return (*short, *long)


def _box(name: str, x: tuple[float, float], y: tuple[float, float]) -> Zone:
    return Zone(name, Reach(x, y, EVERYWHERE, EVERYWHERE))


def shared_zones(state: CueState) -> dict[str, Zone]:
    """The zones that both object balls of the side at the table lie in."""
    zones = zones_of(state.setting)
    lying = [state.positions.get(ball) for ball in _object_balls(state)] if zones else []
    places = [Reach.around(at) for at in lying if at is not None]
    if len(places) < 2:
        return {}
    slack = state.setting.real("balk_line")
    return {zone.name: zone for zone in zones if all(zone.holds(place, slack) for place in places)}


def _object_balls(state: CueState) -> list[Ball]:
    return sorted(state.balls - {own_ball(state, state.shooter)})


def standing(state: CueState) -> Mapping[str, str]:
    """What is announced before a stroke: each zone both balls share, `entree` or `dedans`; none: `a cheval`."""
    inside = state.own_as(CaromOwn).inside
    last = state.setting.options.get("balk_game", "47/2") == "47/1"
    return {name: "dedans" if last or name in inside else "entree" for name in shared_zones(state)}


def kept_in(state: CueState, shot: PlayedShot) -> frozenset[str]:
    """The shared zones that neither object ball left during a stroke: by its way, or where it lay before and after."""
    shared = shared_zones(state)
    if not shared:
        return frozenset()
    slack = state.setting.real("balk_line")
    ways = [_way(state, shot, ball) for ball in _object_balls(state)]
    return frozenset(name for name, zone in shared.items() if all(zone.holds(way, slack) for way in ways))


def _way(state: CueState, shot: PlayedShot, ball: Ball) -> Reach:
    if ball in shot.facts.reach:
        return shot.facts.reach[ball]
    if any(event.ball == ball for event in shot.facts.of(LeftTable)):
        return Reach(EVERYWHERE, EVERYWHERE, EVERYWHERE, EVERYWHERE)
    before = state.positions[ball]
    return Reach.around(before, shot.facts.rest.get(ball, before))


def zone_fouls(state: CueState, shot: PlayedShot, reading: CaromReading) -> list[Finding]:
    """A stroke that leaves both balls where they were the last time (C.5.2)."""
    announced = standing(state)
    if not any(announced[name] == "dedans" for name in kept_in(state, shot)):
        return []
    shown = tuple(contact.event for contact in reading.contacts if contact.ball is not None)
    return [Finding(Foul.ZONE, "C.5.2", shown[-1:])]


def after_scoring(before: CueState, after: CueState, shot: PlayedShot) -> CueState:
    """The zones that the balls are inside of for the stroke that follows a scored one."""
    shared = shared_zones(after)
    if before.setting.options.get("balk_return_resets") is False:
        stays = frozenset(shared_zones(before))
    else:
        stays = kept_in(before, shot)
    inside = frozenset(name for name in shared if name in stays)
    return replace(after, own=replace(after.own_as(CaromOwn), inside=inside))
