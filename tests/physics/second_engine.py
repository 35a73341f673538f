"""A second implementation of small shots in plain NumPy: own event search by polynomial roots, own impulse formulas.

Balls on the bed of a table without pockets, the plain reference cushion, no jumps. Slow and simple, to compare with.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from physics.balls import Constants, FrictionLaw, PlainRestitution
from physics.tables import TableSpec

Vector = npt.NDArray[np.float64]
UP = np.array([0.0, 0.0, 1.0])


@dataclass
class Piece:
    """A ball: place, velocity, angular velocity."""

    p: Vector
    v: Vector
    w: Vector


class SecondEngine:
    """Balls of one kind on a bare table."""

    def __init__(self, table: TableSpec, constants: Constants, balls: dict[str, Piece]) -> None:
        self.half = np.array([table.length / 2, table.width / 2]) - constants.ball_radius
        self.c = constants
        self.balls = balls
        self.hits: list[tuple[float, str, str]] = []

    def slip(self, b: Piece) -> Vector:
        """Velocity of the lowest point."""
        return np.asarray(b.v + np.cross(b.w, -self.c.ball_radius * UP))

    def motion(self, b: Piece) -> tuple[Vector, Vector, float]:
        """Acceleration, angular acceleration about level axes, and how long they last."""
        c, u = self.c, self.slip(b)
        if np.linalg.norm(u) > 1e-9:
            a = -c.sliding_friction * c.gravity * u / np.linalg.norm(u)
            turn = 2.5 / c.ball_radius**2 * np.cross(-c.ball_radius * UP, a)
            return a, turn, float(2 * np.linalg.norm(u) / (7 * c.sliding_friction * c.gravity))
        speed = np.linalg.norm(b.v)
        if speed > 1e-7:
            a = -c.rolling_friction * c.gravity * b.v / speed
            return a, np.cross(UP, a) / c.ball_radius, float(speed / (c.rolling_friction * c.gravity))
        return np.zeros(3), np.zeros(3), np.inf

    def forward(self, b: Piece, dt: float) -> None:
        """Move one ball by dt, which must not pass the end of its motion."""
        a, turn, lasts = self.motion(b)
        b.p = b.p + b.v * dt + 0.5 * a * dt * dt
        b.v = b.v + a * dt
        spin = max(0.0, abs(b.w[2]) - self.c.spin_deceleration * dt) * np.sign(b.w[2])
        b.w = np.array([*(b.w + turn * dt)[:2], spin])
        if abs(dt - lasts) < 1e-13:
            if np.linalg.norm(b.v) < 1e-7:
                b.v = np.zeros(3)
            b.w = np.array([-b.v[1] / self.c.ball_radius, b.v[0] / self.c.ball_radius, spin])

    def next_hit(self, one: Piece, two: Piece) -> float:
        """When two balls meet while both keep their motions."""
        d, v, a = two.p - one.p, two.v - one.v, self.motion(two)[0] - self.motion(one)[0]
        reach = 2 * self.c.ball_radius
        powers = [0.25 * a @ a, v @ a, v @ v + d @ a, 2 * d @ v, d @ d - reach**2]
        found = np.inf
        for root in np.roots(np.trim_zeros(np.array(powers), "f")):
            t = float(root.real)
            closing = (d + v * t + 0.5 * a * t * t) @ (v + a * t)
            if abs(root.imag) < 1e-9 and t > 1e-12 and closing < -1e-12:
                found = min(found, t)
        return found

    def next_wall(self, b: Piece) -> tuple[float, int]:
        """When a ball meets a cushion, and its axis."""
        a = self.motion(b)[0]
        best = (np.inf, 0)
        for axis in (0, 1):
            for sign in (-1.0, 1.0):
                powers = np.array([0.5 * a[axis], b.v[axis], b.p[axis] - sign * self.half[axis]])
                for root in np.roots(np.trim_zeros(powers, "f")):
                    t = float(root.real)
                    if abs(root.imag) < 1e-12 and t > 1e-12 and sign * (b.v[axis] + a[axis] * t) > 1e-12:
                        best = min(best, (t, axis))
        return best

    def collide(self, one: Piece, two: Piece) -> None:
        """Two equal balls: restitution, friction of the law, at most what stops the slip."""
        c = self.c
        n = (two.p - one.p) / np.linalg.norm(two.p - one.p)
        speed = (one.v - two.v) @ n
        u = one.v - two.v - speed * n + np.cross(one.w + two.w, c.ball_radius * n)
        slip = np.linalg.norm(u)
        j = (1 + c.ball_ball_restitution) / 2 * speed
        law = c.ball_ball_friction
        mu = law.at(float(slip)) if isinstance(law, FrictionLaw) else law
        f = min(float(mu * j), float(slip) / 7) * (u / slip if slip > 0 else u)
        one.v, two.v = one.v - j * n - f, two.v + j * n + f
        turn = 2.5 / c.ball_radius * np.cross(n, f)
        one.w, two.w = one.w - turn, two.w - turn
        for b in (one, two):
            self.press(b)

    def press(self, b: Piece) -> None:
        """The bed answers a small vertical speed without a bounce."""
        down = max(0.0, -float(b.v[2]))
        b.v[2] = 0.0
        u = self.slip(b)
        size = np.linalg.norm(u)
        if down > 0 and size > 0:
            f = min(self.c.sliding_friction * down, 2 / 7 * float(size)) * u / size
            b.v = b.v - f
            b.w = b.w + 2.5 / self.c.ball_radius * np.cross(UP, f)

    def bank(self, b: Piece, axis: int) -> None:
        """TP 7.3's cushion with its nose at centre height."""
        c = self.c
        assert isinstance(c.cushion_restitution, PlainRestitution)
        n = -np.sign(b.v[axis]) * np.eye(3)[axis]
        j = -(1 + c.cushion_restitution.value) * (b.v @ n)
        u = np.cross(b.w, -c.ball_radius * n) + b.v - (b.v @ n) * n
        size = np.linalg.norm(u)
        level, tall = u - u[2] * UP, u[2] * UP
        b.v = b.v + j * n
        if size > 0:
            share = float(c.cushion_friction * j / size)
            f, g = min(share, 2 / 7) * level, min(share, 2 / 5) * tall
            b.v = b.v - f
            b.w = b.w + 2.5 / c.ball_radius * np.cross(n, f + g)

    def play(self) -> float:
        """Run to rest; the time it takes."""
        now = 0.0
        while True:
            names = list(self.balls)
            ends = [(self.motion(b)[2], ("end", name, "")) for name, b in self.balls.items()]
            walls = [(self.next_wall(b)[0], ("wall", name, "")) for name, b in self.balls.items()]
            pairs = [
                (self.next_hit(self.balls[a], self.balls[b]), ("ball", a, b))
                for k, a in enumerate(names)
                for b in names[:k]
            ]
            dt, (kind, a, b) = min(ends + walls + pairs)
            if dt == np.inf:
                return now
            axis = self.next_wall(self.balls[a])[1]
            for ball in self.balls.values():
                self.forward(ball, dt)
            now += dt
            if kind == "ball":
                self.collide(self.balls[a], self.balls[b])
                self.hits.append((now, min(a, b), max(a, b)))
            elif kind == "wall":
                self.bank(self.balls[a], axis)
                self.hits.append((now, a, "HL"[axis]))
