# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""Slide, roll, spin, fly, rest: the state of a ball after a time, which mode a state is, and when the mode ends.

Source: docs/physics.md#cloth (Coulomb friction of the cloth, constant rolling resistance and spin loss).
"""

from libc.math cimport copysign, fabs, sqrt
from physics.kernels.roots cimport NEVER
from physics.kernels.world cimport AIRBORNE, GONE, REST, ROLLING, SLIDING, SPINNING, Body, Law

cdef extern from *:
    """
    #define CUEHALL_HOP 0.05
    #define CUEHALL_SLIP_END 1e-9
    #define CUEHALL_CRAWL 1e-7
    #define CUEHALL_TWIRL 1e-6
    """
    const double HOP "CUEHALL_HOP"  # m/s: a ball that would leave its bed slower than this stays on it
    const double SLIP_END "CUEHALL_SLIP_END"  # m/s
    const double CRAWL "CUEHALL_CRAWL"  # m/s: slower is at rest
    const double TWIRL "CUEHALL_TWIRL"  # rad/s: slower is at rest


cdef inline double after_loss(double value, double loss) noexcept nogil:
    """A speed lowered by a loss towards zero, never past it."""
    cdef double left = fabs(value) - loss
    return copysign(left, value) if left > 0.0 else 0.0


cdef inline void place_at(Body* b, double t, double* p) noexcept nogil:
    """Centre of a ball at time t of its segment, m."""
    cdef double dt = t - b.t
    cdef double h = 0.5 * dt * dt
    p[0] = b.p[0] + b.v[0] * dt + b.a[0] * h
    p[1] = b.p[1] + b.v[1] * dt + b.a[1] * h
    p[2] = b.p[2] + b.v[2] * dt + b.a[2] * h


cdef inline void advance(Body* b, Law* law, double t) noexcept nogil:
    """Move a ball to time t inside its segment, in place: the segment then starts at t."""
    cdef double dt = t - b.t
    if dt == 0.0 or b.mode == REST or b.mode == GONE:
        b.t = t
        return
    place_at(b, t, b.p)
    b.v[0] += b.a[0] * dt
    b.v[1] += b.a[1] * dt
    b.v[2] += b.a[2] * dt
    b.t = t
    if b.mode == AIRBORNE:
        return
    b.w[2] = after_loss(b.w[2], law.spin_loss * dt)
    if b.mode == SLIDING:
        b.w[0] += b.turn[0] * dt
        b.w[1] += b.turn[1] * dt
    elif b.mode == ROLLING:
        b.w[0] = -b.v[1] / b.radius
        b.w[1] = b.v[0] / b.radius


cdef inline void bed_slip(Body* b, double* slip) noexcept nogil:
    """Velocity of the ball's lowest point over what carries it, m/s (2)."""
    slip[0] = b.v[0] - b.radius * b.w[1]
    slip[1] = b.v[1] + b.radius * b.w[0]


cdef inline void stop_motion(Body* b) noexcept nogil:
    b.v[0] = b.v[1] = b.v[2] = 0.0
    b.a[0] = b.a[1] = b.a[2] = 0.0
    b.turn[0] = b.turn[1] = b.turn[2] = 0.0


cdef inline void settle(Body* b, Law* law) noexcept nogil:
    """Give a ball the mode, acceleration and end of mode that follow from its state.

    Precondition: p[2] and v[2] say whether it flies: it is carried exactly when v[2] == 0 and p[2] == base + radius.
    """
    cdef double slip[2]
    cdef double size, speed, k
    b.turn[0] = b.turn[1] = b.turn[2] = 0.0
    if b.falling or b.v[2] != 0.0 or b.p[2] != b.base + b.radius:
        b.mode = AIRBORNE
        b.a[0] = b.a[1] = 0.0
        b.a[2] = -law.gravity
        b.t_end = NEVER
        return
    b.a[2] = 0.0
    bed_slip(b, slip)
    size = sqrt(slip[0] * slip[0] + slip[1] * slip[1])
    speed = sqrt(b.v[0] * b.v[0] + b.v[1] * b.v[1])
    if size > SLIP_END:
        b.mode = SLIDING
        k = law.sliding * law.gravity
        b.a[0] = -k * (slip[0] / size)
        b.a[1] = -k * (slip[1] / size)
        b.turn[0] = 2.5 / b.radius * b.a[1]
        b.turn[1] = -2.5 / b.radius * b.a[0]
        b.t_end = b.t + 2.0 * size / (7.0 * k)
    elif speed > CRAWL:
        b.mode = ROLLING
        k = law.rolling * law.gravity
        b.w[0] = -b.v[1] / b.radius
        b.w[1] = b.v[0] / b.radius
        b.a[0] = -k * (b.v[0] / speed)
        b.a[1] = -k * (b.v[1] / speed)
        b.t_end = b.t + speed / k
    else:
        stop_motion(b)
        b.w[0] = b.w[1] = 0.0
        if fabs(b.w[2]) > TWIRL:
            b.mode = SPINNING
            b.t_end = b.t + fabs(b.w[2]) / law.spin_loss
        else:
            b.w[2] = 0.0
            b.mode = REST
            b.t_end = NEVER


cdef inline void end_mode(Body* b, Law* law) noexcept nogil:
    """Turn a ball that has been advanced to the end of its mode into what comes next, free of rounding."""
    if b.mode == SLIDING:
        b.w[0] = -b.v[1] / b.radius
        b.w[1] = b.v[0] / b.radius
    elif b.mode == ROLLING:
        b.v[0] = b.v[1] = 0.0
        b.w[0] = b.w[1] = 0.0
    elif b.mode == SPINNING:
        b.w[2] = 0.0
    settle(b, law)


cdef inline double energy_of(Body* b, Law* law) noexcept nogil:
    """Kinetic and potential energy over the bed, J."""
    if b.mode == GONE:
        return 0.0
    return b.mass * (
        0.5 * (b.v[0] * b.v[0] + b.v[1] * b.v[1] + b.v[2] * b.v[2])
        + 0.2 * b.radius * b.radius * (b.w[0] * b.w[0] + b.w[1] * b.w[1] + b.w[2] * b.w[2])
        + law.gravity * (b.p[2] - b.radius)
    )
