# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""Balls that touch are struck together: every contact is a stiff Hertz spring, all are integrated through the blow at once.

Contributions to one ball are rounded to a common quantum, so their sums are exact and do not depend on the order of balls;
mirrored positions give mirrored results bit for bit. Positions do not move during the blow: gaps close and open in the
springs only. Source: docs/physics.md#clusters.
"""

from libc.math cimport fabs, sqrt
from physics.kernels.arithmetic cimport in_quanta, inverse_fifth_root
from physics.kernels.impacts cimport KICK, ball_friction, closing, gentle, pair_slip
from physics.kernels.roots cimport STILL
from physics.kernels.world cimport MOST_BALLS, MOST_PAIRS, Body, Law

cdef enum:
    BLOW_STEPS = 28  # of one contact at the highest speed

cdef extern from *:
    """
    #define CUEHALL_STIFF 4.8e8
    """
    const double STIFF "CUEHALL_STIFF"  # N m^-1.5: two phenolic balls (modulus 5.8 GPa over 1 - 0.34^2, radius 28.6 mm)

cdef struct Pair:
    int i, j
    double n[3]       # unit from i to j
    double depth      # m, compression; negative: gap
    double stiff      # N m^-1.5
    double reduced    # kg
    double mu         # at the first touch of this squeeze
    double unload     # restitution squared
    double impulse[3] # N s on j
    double first      # micro time of the first touch, s; negative: never
    bint squeezed


cdef inline double reach_of(double speed) noexcept nogil:
    """Gap up to which a neighbour takes part in a blow at this normal speed, m: what closes while the springs act."""
    cdef double far = 5e-5 * speed
    return (far if far < 1e-4 else 1e-4) + 1e-9


cdef inline bint is_over(Pair* pair, int count, Body* body, double window) noexcept nogil:
    """Whether no spring is squeezed and none will be within the window, s."""
    cdef int k
    for k in range(count):
        if pair[k].depth > 0.0:
            return False
        if closing(&body[pair[k].i], &body[pair[k].j], pair[k].n) * window > -pair[k].depth + 1e-15:
            return False
    return True


cdef inline void squeeze(Pair* c, Body* a, Body* b, Law* law, double dt, double now, double* dj) noexcept nogil:
    """Impulse dj (3,) that pair c gives to its second ball in one step, N s."""
    cdef double u[3]
    cdef double speed = closing(a, b, c.n)
    cdef double slip, f, force
    cdef int k
    if c.depth <= 0.0:
        c.squeezed = False
        dj[0] = dj[1] = dj[2] = 0.0
        return
    slip = pair_slip(a, b, c.n, speed, u)
    if not c.squeezed:
        c.squeezed = True
        c.mu = ball_friction(law, slip)
        c.unload = gentle(law.ball_e, speed)
        c.unload *= c.unload
        if c.first < 0.0:
            c.first = now
    force = c.stiff * c.depth * sqrt(c.depth) * dt
    if speed <= 0.0:
        force *= c.unload
    f = 0.0
    if slip > 0.0:
        f = c.mu * force
        if f > (1.0 / 7.0) * c.reduced * slip:
            f = (1.0 / 7.0) * c.reduced * slip
        f /= slip
    for k in range(3):
        dj[k] = force * c.n[k] + f * u[k]
        c.impulse[k] += dj[k]


cdef inline void give(Body* b, double sign, double* n, double* dj, double* dv, double* dw) noexcept nogil:
    """Add what an impulse does to a ball's change of velocity and spin (R * rad/s), in quanta."""
    cdef double k = sign / b.mass
    cdef double s = 2.5 / b.mass
    dv[0] += in_quanta(k * dj[0])
    dv[1] += in_quanta(k * dj[1])
    dv[2] += in_quanta(k * dj[2])
    dw[0] -= in_quanta(s * (n[1] * dj[2] - n[2] * dj[1]))
    dw[1] -= in_quanta(s * (n[2] * dj[0] - n[0] * dj[2]))
    dw[2] -= in_quanta(s * (n[0] * dj[1] - n[1] * dj[0]))


cdef inline double motion_energy(Body* b) noexcept nogil:
    return in_quanta(b.mass * (
        0.5 * (b.v[0] * b.v[0] + b.v[1] * b.v[1] + b.v[2] * b.v[2])
        + 0.2 * b.radius * b.radius * (b.w[0] * b.w[0] + b.w[1] * b.w[1] + b.w[2] * b.w[2])))


cdef inline void keep_energy(Body* body, Body* was, int count, double* share) noexcept nogil:
    """Shorten all changes of a blow alike where the steps' error has made energy: momentum stays exact."""
    cdef double before = 0.0
    cdef double after = 0.0
    cdef double square = 0.0
    cdef double part
    cdef Body change
    cdef int i, k
    for i in range(count):
        if share[i] == 0.0:
            continue
        change = was[i]
        for k in range(3):
            change.v[k] = body[i].v[k] - was[i].v[k]
            change.w[k] = body[i].w[k] - was[i].w[k]
        before += motion_energy(&was[i])
        after += motion_energy(&body[i])
        square += motion_energy(&change)
    if after <= before or square <= 0.0:
        return
    # E(part) = before + line part + square part^2 with line = after - before - square
    part = (square - (after - before)) / square
    if part <= 0.0 or part >= 1.0:
        return
    for i in range(count):
        if share[i] == 0.0:
            continue
        for k in range(3):
            body[i].v[k] = was[i].v[k] + part * (body[i].v[k] - was[i].v[k])
            body[i].w[k] = was[i].w[k] + part * (body[i].w[k] - was[i].w[k])


cdef inline void pay(Body* body, int count, double* share, double need) noexcept nogil:
    """Lower the spins of a cluster alike by an energy, J, and its speeds by what the spins do not have.

    Where the spins do not have it the cluster is all but at rest: half of what is left goes too, so that it ends.
    """
    cdef double spin = 0.0
    cdef double speed = 0.0
    cdef double keep_spin, keep_speed
    cdef int i, k
    for i in range(count):
        if share[i] != 0.0:
            spin += in_quanta(0.2 * body[i].mass * body[i].radius * body[i].radius * (
                body[i].w[0] * body[i].w[0] + body[i].w[1] * body[i].w[1] + body[i].w[2] * body[i].w[2]))
            speed += in_quanta(0.5 * body[i].mass * (
                body[i].v[0] * body[i].v[0] + body[i].v[1] * body[i].v[1] + body[i].v[2] * body[i].v[2]))
    keep_spin = sqrt(1.0 - need / spin) if need < spin else 0.0
    keep_speed = 1.0
    if need > spin and speed > 0.0:
        keep_speed = sqrt(0.5 * (1.0 - (need - spin) / speed)) if need - spin < speed else 0.0
    for i in range(count):
        if share[i] != 0.0:
            for k in range(3):
                body[i].w[k] *= keep_spin
                body[i].v[k] *= keep_speed


cdef inline void part_cluster(Body* body, int count, Pair* pair, int pairs, Law* law) noexcept nogil:
    """Balls pressed together with hardly any speed: part every touching pair at KICK, in place, all at once.

    A press is a row of such small bounces, with the friction of their impulses; spins, then speeds, pay what energy they make.
    """
    cdef double dv[MOST_BALLS][3]
    cdef double dw[MOST_BALLS][3]
    cdef double share[MOST_BALLS]
    cdef double dj[3]
    cdef double u[3]
    cdef double speed, slip, j, f, before, after
    cdef int i, k, m
    cdef Pair* c
    for i in range(count):
        share[i] = 0.0
    for m in range(pairs):
        share[pair[m].i] = share[pair[m].j] = 1.0
    before = 0.0
    for i in range(count):
        if share[i] != 0.0:
            before += motion_energy(&body[i])
            for k in range(3):
                dv[i][k] = dw[i][k] = 0.0
    for m in range(pairs):
        c = &pair[m]
        speed = closing(&body[c.i], &body[c.j], c.n)
        if speed < -STILL:
            continue
        j = c.reduced * (speed + (speed if speed > KICK else KICK))
        slip = pair_slip(&body[c.i], &body[c.j], c.n, speed, u)
        f = 0.0
        if slip > 0.0:
            f = ball_friction(law, slip) * j
            if f > (1.0 / 7.0) * c.reduced * slip:
                f = (1.0 / 7.0) * c.reduced * slip
            f /= slip
        for k in range(3):
            dj[k] = j * c.n[k] + f * u[k]
            c.impulse[k] = dj[k]
        c.first = 0.0
        give(&body[c.i], -1.0, c.n, dj, dv[c.i], dw[c.i])
        give(&body[c.j], 1.0, c.n, dj, dv[c.j], dw[c.j])
    after = 0.0
    for i in range(count):
        if share[i] != 0.0:
            for k in range(3):
                body[i].v[k] += dv[i][k]
                body[i].w[k] += dw[i][k] / body[i].radius
            after += motion_energy(&body[i])
    if after > before:
        pay(body, count, share, after - before)


cdef inline void strike_cluster(Body* body, int count, Pair* pair, int pairs, Law* law) noexcept nogil:
    """Integrate one blow through a cluster, in place.

    body   all balls at one time; those in no pair are left alone
    pair   contacts with normals and gaps; on return with their impulses
    """
    cdef Body was[MOST_BALLS]
    cdef double dv[MOST_BALLS][3]
    cdef double dw[MOST_BALLS][3]
    cdef double share[MOST_BALLS]
    cdef double dj[3]
    cdef double speed, fastest, dt, now, scale
    cdef int i, k, step
    cdef Pair* c
    for i in range(count):
        share[i] = 0.0
    fastest = 1e-3
    scale = 1e300
    for k in range(pairs):
        c = &pair[k]
        share[c.i] = share[c.j] = 1.0
        speed = closing(&body[c.i], &body[c.j], c.n)
        if speed > fastest:
            fastest = speed
        dt = c.reduced * c.reduced / (c.stiff * c.stiff)
        if dt < scale:
            scale = dt
    for i in range(count):
        if share[i] != 0.0:
            was[i] = body[i]
            for k in range(3):
                dv[i][k] = dw[i][k] = 0.0
    dt = 3.218 / (inverse_fifth_root(scale / fastest) * BLOW_STEPS)
    now = 0.0
    for k in range(pairs):
        pair[k].depth += 0.5 * dt * closing(&body[pair[k].i], &body[pair[k].j], pair[k].n)
    for step in range(4000):
        for k in range(pairs):
            c = &pair[k]
            squeeze(c, &body[c.i], &body[c.j], law, dt, now, dj)
            if c.squeezed:
                give(&body[c.i], -1.0, c.n, dj, dv[c.i], dw[c.i])
                give(&body[c.j], 1.0, c.n, dj, dv[c.j], dw[c.j])
        for i in range(count):
            if share[i] != 0.0:
                for k in range(3):
                    body[i].v[k] = was[i].v[k] + dv[i][k]
                    body[i].w[k] = was[i].w[k] + dw[i][k] / body[i].radius
        now += dt
        for k in range(pairs):
            pair[k].depth += dt * closing(&body[pair[k].i], &body[pair[k].j], pair[k].n)
        if is_over(pair, pairs, body, BLOW_STEPS * dt):
            break
    keep_energy(body, was, count, share)
