"""Spots of the carom table: start positions, and where balls come back to. Sources: T26–T37, R53–R55, R66–R79, UMB."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from game.cloth import Cloth, distance
from game.vocabulary import Ball, Point

WHITE, YELLOW, RED, BURGUNDY = Ball("W"), Ball("Y"), Ball("R"), Ball("B")

EPS_OCCUPIED = 1e-4
"""m: a spot is taken where a ball put there would come this near to another one (R68)."""


@dataclass(frozen=True)
class Roles:
    """Who is who for somebody about to play: his cue ball, the other one; the reserve spot's x in table lengths."""

    own: Ball
    other: Ball
    reserve: float = 0.125


def head(cloth: Cloth) -> Point:
    """S_H: the opening middle point, front spot."""
    return cloth.head_spot


def centre(cloth: Cloth) -> Point:
    """S_C: the centre spot."""
    del cloth
    return (0.0, 0.0)


def foot(cloth: Cloth) -> Point:
    """S_F: the red ball's spot, back spot."""
    return cloth.foot_spot


def reserve(cloth: Cloth, roles: Roles) -> Point:
    """S_Q: the burgundy ball's spot when it comes back."""
    return (cloth.length * roles.reserve, 0.0)


def start_position(cloth: Cloth, roles: Roles, side: str, offset: float, layout: str = "") -> dict[Ball, Point]:
    """Red on its spot, the other cue ball on the opening middle point, one's own beside it (T30, R53 to R55).

    layout  of four balls: `tr_open` has the burgundy on the centre, `line4` all four in a line
    """
    if layout == "line4":
        end = 0.375 * cloth.length
        return {RED: foot(cloth), BURGUNDY: head(cloth), roles.other: (end, 0.0), roles.own: (-end, 0.0)}
    y = offset if side == "left" else -offset
    places = {RED: foot(cloth), roles.other: head(cloth), roles.own: (cloth.head_string, y)}
    return {**places, BURGUNDY: centre(cloth)} if layout == "tr_open" else places


def is_free(at: Point, lying: Mapping[Ball, Point], cloth: Cloth) -> bool:
    """Whether a ball can be put on a spot without touching another one (R68)."""
    return all(distance(at, other) > cloth.diameter + EPS_OCCUPIED for other in lying.values())


def primary_spot(ball: Ball, roles: Roles, cloth: Cloth) -> Point:
    """The spot of a ball after it left the table or was separated (T30 to T32, T34 to T36)."""
    if ball == roles.own:
        return head(cloth)
    if ball == roles.other:
        return centre(cloth)
    return foot(cloth) if ball == RED else reserve(cloth, roles)


def respotted(
    missing: Iterable[Ball], lying: Mapping[Ball, Point], roles: Roles, cloth: Cloth, way: str
) -> dict[Ball, Point]:
    """Places of the balls that left the table, for the one who plays next (T34 to T37); nobody else's ball moves.

    way  `by_ball`: its own spot, else the first free one; `first_free`: the first free one; `reserved`: its own spot,
         else that of the ball in the way (UMB)
    """
    order = [ball for ball in (roles.own, roles.other, RED, BURGUNDY) if ball in set(missing)]
    placed: dict[Ball, Point] = {}
    for ball in order:
        on_table = {**lying, **placed}
        placed[ball] = _spot_for(ball, on_table, roles, cloth, way)
    return placed


def _spot_for(ball: Ball, on_table: Mapping[Ball, Point], roles: Roles, cloth: Cloth, way: str) -> Point:
    wishes = [head(cloth), centre(cloth), foot(cloth), reserve(cloth, roles)]
    if way != "first_free":
        wishes.insert(0, primary_spot(ball, roles, cloth))
    if way == "reserved":
        reach = cloth.diameter + EPS_OCCUPIED
        blocking = [name for name, at in on_table.items() if distance(wishes[0], at) <= reach]
        wishes[1:1] = [primary_spot(name, roles, cloth) for name in blocking]
    return next(spot for spot in wishes if is_free(spot, on_table, cloth))


def separated(
    frozen: frozenset[Ball], lying: Mapping[Ball, Point], roles: Roles, cloth: Cloth, table: str
) -> dict[Ball, Point]:
    """Places of the cue ball and the balls frozen to it; only these are lifted (T29 to T33).

    table  `tr`: alternatives of the hall; `umb`: the spot reserved for the ball in the way
    """
    lifted = frozen | {roles.own}
    others = {ball: at for ball, at in lying.items() if ball not in lifted}
    placed = {ball: primary_spot(ball, roles, cloth) for ball in lifted}
    blocked = [ball for ball, at in placed.items() if not is_free(at, others, cloth)]
    if not blocked:
        return placed
    if RED in lifted and roles.own in blocked and table == "tr":
        return {**placed, roles.own: foot(cloth), RED: centre(cloth)}
    taken = [at for ball, at in placed.items() if ball not in blocked]
    spots = (centre(cloth), foot(cloth), head(cloth))
    free = [spot for spot in spots if spot not in taken and is_free(spot, others, cloth)]
    return {**placed, **dict(zip(blocked, free, strict=False))}


def jumped_back(
    gone: frozenset[Ball], lying: Mapping[Ball, Point], struck: Ball, roles: Roles, cloth: Cloth
) -> dict[Ball, Point]:
    """Places of balls that jumped, by the Russian order (R66 to R72): the struck ball, those whose first spot is free,
    the rest."""
    placed: dict[Ball, Point] = {}

    def wishes(ball: Ball) -> tuple[Point, ...]:
        last = (centre(cloth), reserve(cloth, roles))
        if ball == BURGUNDY:
            return (reserve(cloth, roles), foot(cloth), head(cloth), centre(cloth))
        return (foot(cloth), head(cloth), *last) if ball == RED else (head(cloth), foot(cloth), *last)

    def place(ball: Ball) -> None:
        placed[ball] = next(spot for spot in wishes(ball) if is_free(spot, {**lying, **placed}, cloth))

    if struck in gone:
        place(struck)
    waiting = sorted(gone - {struck})
    for ball in waiting:
        if is_free(wishes(ball)[0], {**lying, **placed}, cloth):
            place(ball)
    for ball in waiting:
        if ball not in placed:
            place(ball)
    return placed


def placed_apart(
    frozen: frozenset[Ball], lying: Mapping[Ball, Point], roles: Roles, cloth: Cloth, way: str
) -> dict[Ball, Point]:
    """Places of touching balls by the Russian option (R77).

    way  `free_first`: those whose first spot is free before the others; `by_order`: own ball, red, the others
    """
    others = {ball: at for ball, at in lying.items() if ball not in frozen | {roles.own}}
    last = reserve(cloth, roles)
    lists = {
        roles.own: (head(cloth), foot(cloth), centre(cloth), last),
        RED: (foot(cloth), head(cloth), centre(cloth), last),
        roles.other: (centre(cloth), head(cloth), foot(cloth), last),
        BURGUNDY: (last, centre(cloth), head(cloth), foot(cloth)),
    }
    lifted = [ball for ball in lists if ball in frozen | {roles.own}]
    placed: dict[Ball, Point] = {}
    if way == "free_first":
        placed = {ball: lists[ball][0] for ball in lifted if is_free(lists[ball][0], others, cloth)}
    for ball in lifted:
        if ball not in placed:
            placed[ball] = next(spot for spot in lists[ball] if is_free(spot, {**others, **placed}, cloth))
    return placed
