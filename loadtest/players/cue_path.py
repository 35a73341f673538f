"""The way of a carom cue ball in a plane: sliding, rolling, cushions, object balls. A player's rough model of the game.

Every ball but the cue ball stands still; kisses are not foreseen. Velocities in m/s; `roll` is the velocity at which
the ball would roll with its spin, `side` the speed of its equator by vertical spin (both spin times radius).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from loadtest.players.plane import Cloth, Point, dot, minus, plus, unit

SLIDING: Final = 0.17 * 9.81
"""Deceleration of a sliding ball, m/s²."""
ROLLING: Final = 0.0065 * 9.81
"""Deceleration of a rolling ball, m/s²."""
SIDE_LOSS: Final = 8.0
"""Loss of vertical spin, rad/s²."""
BALL_BALL: Final = 0.96
"""Restitution of two balls."""
CUSHION: Final = 0.98
"""Restitution of the cushion for a slow ball, and what it loses by speed, s/m."""
CUSHION_LOSS: Final = 0.02
CUSHION_FRICTION: Final = 0.17
CUSHION_GRIP: Final = 2.5
"""Slip over the change of speed that ends it; 3.5 for a rigid cushion, less for rubber that gives and springs back."""
CUSHION_HEIGHT: Final = 0.037
"""Of the cushion's nose, m."""
SQUIRT: Final = 0.07
"""By how much side throws the cue ball off the aim, rad per ball radius of offset."""
SLOWEST: Final = 0.05
"""A slower ball is not followed, m/s."""
MOST_RAILS: Final = 7
LONGEST: Final = 18
"""Legs of a way that are followed."""


@dataclass(frozen=True)
class Moving:
    """A ball on its way."""

    at: Point
    velocity: Point
    roll: Point
    side: float


@dataclass(frozen=True)
class Way:
    """What a cue ball met: the balls in order, each with the cushions before it, and how long its way was (m)."""

    balls: tuple[str, ...]
    rails: tuple[int, ...]
    length: float


def start(at: Point, aim: float, speed: float, tip: tuple[float, float]) -> Moving:
    """A ball just struck: speed, spin and squirt by tip offset, as tried with the cue of the house."""
    side, up = tip
    ball = speed * 1.259 / (1.0 + 1.75 * (side * side + up * up))
    way = (math.cos(aim + SQUIRT * side), math.sin(aim + SQUIRT * side))
    roll = 2.5 * up * ball
    return Moving(at, (ball * way[0], ball * way[1]), (roll * way[0], roll * way[1]), 2.35 * side * ball)


def follow(cloth: Cloth, balls: Mapping[str, Point], ball: Moving, second_reach: float = 1.0) -> Way:
    """The way of a cue ball until it has met two balls, has stopped, or has met too many cushions.

    second_reach  how many times its size the second ball counts, to find ways that come near it
    """
    met: list[str] = []
    before: list[int] = []
    rails, length = 0, 0.0
    for _ in range(LONGEST):
        if math.hypot(*ball.velocity) < SLOWEST and math.hypot(*ball.roll) < SLOWEST:
            break
        left = {name: at for name, at in balls.items() if name not in met}
        ball, event, went = _next_event(cloth, left, ball, 2 * cloth.radius * (second_reach if met else 1.0))
        length += went
        if event is None:
            continue
        if isinstance(event, int):
            rails += 1
            if rails > MOST_RAILS:
                break
            ball = _off_cushion(cloth, ball, event)
        elif event in balls:
            met.append(event)
            before.append(rails)
            if len(met) == 2:
                break
            ball = _off_ball(ball, balls[event])
        else:
            break
    return Way(tuple(met), tuple(before), length)


def _next_event(
    cloth: Cloth, balls: Mapping[str, Point], ball: Moving, size: float
) -> tuple[Moving, int | str | None, float]:
    """Move on to the next cushion (its axis), ball (its name), end of sliding (None), or end (`rest`)."""
    slip = minus(ball.velocity, ball.roll)
    slipping = math.hypot(*slip)
    if slipping > 1e-3:
        time = 2 * slipping / (7 * SLIDING)
        away = unit(slip)
        acceleration = (-SLIDING * away[0], -SLIDING * away[1])
        # A sliding way is nearly straight at these speeds: two chords follow it to a millimetre.
        return _step((cloth, balls, size), ball, acceleration, time / 2 if slipping > 0.5 else time)
    speed = math.hypot(*ball.velocity)
    way = unit(ball.velocity)
    return _step((cloth, balls, size), ball, (-ROLLING * way[0], -ROLLING * way[1]), speed / ROLLING)


def _step(
    around: tuple[Cloth, Mapping[str, Point], float], ball: Moving, acceleration: Point, time: float
) -> tuple[Moving, int | str | None, float]:
    """One chord of at most `time` s, cut short at the first thing met."""
    cloth, balls, size = around
    is_rolling = math.hypot(*minus(ball.velocity, ball.roll)) <= 1e-3
    end = plus(plus(ball.at, ball.velocity, time), acceleration, 0.5 * time * time)
    chord = minus(end, ball.at)
    whole = math.hypot(*chord)
    if whole < 1e-9:
        return _after(ball, acceleration, time, ball.at, is_rolling), None, 0.0
    way = (chord[0] / whole, chord[1] / whole)
    event: int | str | None = "rest" if is_rolling else None
    reach = whole
    for axis in (0, 1):
        if way[axis] != 0:
            room = (math.copysign(cloth.half[axis], way[axis]) - ball.at[axis]) / way[axis]
            if -1e-9 <= room < reach:
                event, reach = axis, max(0.0, room)
    for name, at in balls.items():
        gap = minus(at, ball.at)
        along = dot(gap, way)
        inside = size * size - (dot(gap, gap) - along * along)
        if along > 0 and inside > 0 and (hit := along - math.sqrt(inside)) < reach:
            event, reach = name, max(0.0, hit)
    part = _time_for(math.hypot(*ball.velocity), dot(acceleration, way), reach, time)
    return _after(ball, acceleration, part, plus(ball.at, way, reach), is_rolling), event, reach


def _time_for(speed: float, acceleration: float, distance: float, most: float) -> float:
    """Time for a distance along a chord, s."""
    if abs(acceleration) < 1e-9:
        return min(most, distance / max(speed, 1e-9))
    inside = speed * speed + 2 * acceleration * distance
    return most if inside <= 0 else min(most, abs(math.sqrt(inside) - speed) / abs(acceleration))


def _after(ball: Moving, acceleration: Point, time: float, at: Point, is_rolling: bool) -> Moving:
    """The ball after a chord."""
    velocity = plus(ball.velocity, acceleration, time)
    roll = velocity if is_rolling else plus(ball.roll, acceleration, -2.5 * time)
    if not is_rolling and math.hypot(*minus(velocity, roll)) < 1e-3:
        roll = velocity
    loss = SIDE_LOSS * 0.03 * time
    side = math.copysign(max(0.0, abs(ball.side) - loss), ball.side)
    return Moving(at, velocity, roll, side)


def _off_ball(ball: Moving, other: Point) -> Moving:
    """The cue ball after a ball of its own mass that stood still; its spin stays."""
    normal = unit(minus(other, ball.at))
    into = max(0.0, dot(ball.velocity, normal))
    return replace(ball, velocity=plus(ball.velocity, normal, -0.5 * (1 + BALL_BALL) * into))


def _off_cushion(cloth: Cloth, ball: Moving, axis: int) -> Moving:
    """The ball after a cushion: one impulse at the nose's height with friction. Source: Han 2005, fitted by trial."""
    sign = math.copysign(1.0, ball.velocity[axis])
    # Frame of the cushion: n into it, t along it so that (n, t, up) is right-handed.
    turn = sign if axis == 0 else -sign
    speed_n, speed_t = sign * ball.velocity[axis], turn * ball.velocity[1 - axis]
    spin_t, spin_n = sign * ball.roll[axis], -turn * ball.roll[1 - axis]
    lift = (CUSHION_HEIGHT - cloth.radius) / cloth.radius
    level = math.sqrt(1 - lift * lift)
    slip_n = speed_n * lift + spin_t
    slip_t = -speed_t - ball.side * level + spin_n * lift
    push = (1 + CUSHION - CUSHION_LOSS * speed_n) * speed_n * level
    grip = math.hypot(slip_n, slip_t) / CUSHION_GRIP
    rub = min(grip, CUSHION_FRICTION * push)
    angle = math.atan2(slip_t, slip_n)
    rub_n, rub_t = rub * math.cos(angle), rub * math.sin(angle)
    by_n, by_t, by_z = -rub_n * lift - push * level, rub_t, rub_n * level - push * lift
    speed_n, speed_t = speed_n + by_n, speed_t + by_t
    spin_n -= 2.5 * by_t * lift
    spin_t += 2.5 * (by_n * lift - by_z * level)
    side = ball.side + 2.5 * by_t * level
    velocity = (sign * speed_n, turn * speed_t) if axis == 0 else (turn * speed_t, sign * speed_n)
    roll = (sign * spin_t, -turn * spin_n) if axis == 0 else (-turn * spin_n, sign * spin_t)
    return Moving(ball.at, velocity, roll, side)
