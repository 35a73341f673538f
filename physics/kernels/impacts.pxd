# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""What follows when a ball meets a ball or the bed: restitution, Coulomb friction up to rolling, spin transfer.

Source: docs/physics.md#ball-ball (TP A.14 generalised to any masses, radii and directions) and #bed.
"""

from libc.math cimport fabs, sqrt
from physics.kernels.arithmetic cimport exponential
from physics.kernels.motion cimport HOP, bed_slip
from physics.kernels.world cimport AIRBORNE, REST, Body, Law

cdef extern from *:
    """
    #define CUEHALL_SOFT 2e-3
    #define CUEHALL_KICK 1e-3
    """
    const double KICK "CUEHALL_KICK"  # m/s: things pressed together part at least this fast; spins pay the energy
    const double SOFT "CUEHALL_SOFT"  # m/s: slower contacts are elastic, as measured restitution tends to 1


cdef inline double gentle(double e, double speed) noexcept nogil:
    """Restitution e at normal speeds above 2 SOFT, growing to 1 at SOFT: no endless row of ever smaller bounces."""
    if speed >= 2.0 * SOFT:
        return e
    if speed <= SOFT:
        return 1.0
    return e + (1.0 - e) * (2.0 - speed / SOFT)


cdef inline double ball_friction(Law* law, double slip) noexcept nogil:
    """Ball-ball friction at a slip speed, m/s."""
    if law.mu_swing == 0.0:
        return law.mu_floor
    return law.mu_floor + law.mu_swing * exponential(-law.mu_rate * (slip if slip < 500.0 else 500.0))


cdef inline double closing(Body* a, Body* b, double* n) noexcept nogil:
    """Normal speed of approach, m/s; n (3,) unit from a to b."""
    return (a.v[0] - b.v[0]) * n[0] + (a.v[1] - b.v[1]) * n[1] + (a.v[2] - b.v[2]) * n[2]


cdef inline double pair_slip(Body* a, Body* b, double* n, double normal, double* u) noexcept nogil:
    """Tangential velocity u (3,) of a's surface over b's at their contact, m/s, and its size."""
    cdef double sx = a.radius * a.w[0] + b.radius * b.w[0]
    cdef double sy = a.radius * a.w[1] + b.radius * b.w[1]
    cdef double sz = a.radius * a.w[2] + b.radius * b.w[2]
    u[0] = (a.v[0] - b.v[0]) - normal * n[0] + (sy * n[2] - sz * n[1])
    u[1] = (a.v[1] - b.v[1]) - normal * n[1] + (sz * n[0] - sx * n[2])
    u[2] = (a.v[2] - b.v[2]) - normal * n[2] + (sx * n[1] - sy * n[0])
    return sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2])


cdef inline void push(Body* b, double sign, double j, double* n, double f, double* t) noexcept nogil:
    """Apply sign * (j n + f t) N s at the contact in direction n of the pair; the spin change has one sign for both."""
    cdef double k = sign / b.mass
    cdef double s = 2.5 * f / (b.mass * b.radius)
    b.v[0] += k * (j * n[0] + f * t[0])
    b.v[1] += k * (j * n[1] + f * t[1])
    b.v[2] += k * (j * n[2] + f * t[2])
    b.w[0] -= s * (n[1] * t[2] - n[2] * t[1])
    b.w[1] -= s * (n[2] * t[0] - n[0] * t[2])
    b.w[2] -= s * (n[0] * t[1] - n[1] * t[0])


cdef inline double hit_pair(Body* a, Body* b, Law* law, double* n) noexcept nogil:
    """Collide two balls alone, in place; n (3,) unit from a to b. Returns the size of the impulse, N s.

    Friction is mu(slip at first touch) times the normal impulse, at most what stops the slip (2/7 of the reduced mass).
    """
    cdef double u[3]
    cdef double normal = closing(a, b, n)
    cdef double slip, j, f, reduced
    if normal <= 0.0:
        return 0.0
    reduced = a.mass * b.mass / (a.mass + b.mass)
    slip = pair_slip(a, b, n, normal, u)
    j = (1.0 + gentle(law.ball_e, normal)) * reduced * normal
    f = 0.0
    if slip > 0.0:
        f = ball_friction(law, slip) * j
        if f > (2.0 / 7.0) * reduced * slip:
            f = (2.0 / 7.0) * reduced * slip
        u[0] /= slip
        u[1] /= slip
        u[2] /= slip
    push(a, -1.0, j, n, f, u)
    push(b, 1.0, j, n, f, u)
    return sqrt(j * j + f * f)


cdef inline double bed_impulse(Body* b, Law* law) noexcept nogil:
    """Let what carries a ball answer a vertical speed: bounce or stay, with the cloth's friction. Returns N s.

    Precondition: the ball touches what carries it. A rise slower than HOP is held down.
    """
    cdef double slip[2]
    cdef double fall = -b.v[2]
    cdef double e, j, size, f
    b.p[2] = b.base + b.radius
    if fall <= 0.0:
        if -fall <= HOP:
            b.v[2] = 0.0
        return 0.0
    e = law.bed_e if law.bed_e * fall > HOP else 0.0
    j = (1.0 + e) * b.mass * fall
    b.v[2] = e * fall
    bed_slip(b, slip)
    size = sqrt(slip[0] * slip[0] + slip[1] * slip[1])
    if size > 0.0:
        f = law.sliding * j / b.mass
        if f > (2.0 / 7.0) * size:
            f = (2.0 / 7.0) * size
        slip[0] /= size
        slip[1] /= size
        b.v[0] -= f * slip[0]
        b.v[1] -= f * slip[1]
        b.w[0] -= 2.5 * f / b.radius * slip[1]
        b.w[1] += 2.5 * f / b.radius * slip[0]
    return j


cdef inline bint is_carried(Body* b) noexcept nogil:
    """Whether a ball lies on the bed or a rail top now (also before a new vertical speed is answered)."""
    return b.mode != AIRBORNE
