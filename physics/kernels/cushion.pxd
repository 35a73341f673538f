# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""What follows when a ball meets a cushion: two cores, both with the nose above the centre, friction there and at the bed.

Rigid core: Mathavan 2010's impulse equations with energetic restitution and an explicit end of slip.
Rubber core: the same geometry with a give along the cushion (Stronge) and restitution that falls with speed.
Plain core: the reference mode of TP 7.3. Local axes: n (horizontal, out of the cushion), s = z x n, z. Source: docs/physics.md#cushions.
"""

from libc.math cimport fabs, sqrt
from physics.kernels.impacts cimport gentle
from physics.kernels.world cimport Body, K_PLAIN, K_RIGID, Law

cdef enum:
    RIGID_STEPS = 64   # of each phase; a reference, so not hurried
    RUBBER_STEPS = 20  # of half a normal oscillation, second order

cdef struct Local:
    double va, vb, vz   # m/s
    double wa, wb, wz   # R * rad/s
    double c, s         # cosine and sine of the nose's height over the centre
    bint carried


cdef inline double into(Local* q) noexcept nogil:
    """Normal speed into the nose, m/s."""
    return q.vz * q.s - q.va * q.c


cdef inline void answer(Local* q, double mu, double mu_bed, double h, Local* d) noexcept nogil:
    """Change of q for each unit of normal impulse per mass; h is the step, for the ends of slip."""
    cdef double u1 = q.vb - (q.wz * q.c + q.wa * q.s)
    cdef double u2 = q.va * q.s + q.vz * q.c + q.wb
    cdef double size = sqrt(u1 * u1 + u2 * u2)
    cdef double f = mu
    cdef double f1 = 0.0
    cdef double f2 = 0.0
    cdef double bed, sa, sb
    if size > 0.0:
        if f * h > (2.0 / 7.0) * size:
            f = (2.0 / 7.0) * size / h
        f1 = -f * (u1 / size)
        f2 = -f * (u2 / size)
    d.va = q.c + f2 * q.s
    d.vb = f1
    d.vz = f2 * q.c - q.s
    d.wa = -2.5 * f1 * q.s
    d.wb = 2.5 * f2
    d.wz = -2.5 * f1 * q.c
    if q.carried and q.vz <= 0.0 and d.vz < 0.0:
        bed = -d.vz
        d.vz = 0.0
        sa = q.va - q.wb
        sb = q.vb + q.wa
        size = sqrt(sa * sa + sb * sb)
        if size > 0.0:
            f = mu_bed * bed
            if f * h > (2.0 / 7.0) * size:
                f = (2.0 / 7.0) * size / h
            sa = f * (sa / size)
            sb = f * (sb / size)
            d.va -= sa
            d.vb -= sb
            d.wa -= 2.5 * sb
            d.wb += 2.5 * sa


cdef inline void moved(Local* q, Local* d, double h, Local* out) noexcept nogil:
    """out = q + h d."""
    out.va = q.va + h * d.va
    out.vb = q.vb + h * d.vb
    out.vz = q.vz + h * d.vz
    out.wa = q.wa + h * d.wa
    out.wb = q.wb + h * d.wb
    out.wz = q.wz + h * d.wz
    out.c = q.c
    out.s = q.s
    out.carried = q.carried
    if q.carried and out.vz < 0.0:
        out.vz = 0.0


cdef inline void midpoint(Local* q, double mu, double mu_bed, double h, Local* out) noexcept nogil:
    """One step of second order."""
    cdef Local d, half
    answer(q, mu, mu_bed, h, &d)
    moved(q, &d, 0.5 * h, &half)
    answer(&half, mu, mu_bed, h, &d)
    moved(q, &d, h, out)


cdef inline double rigid_core(Local* q, double e, double mu, double mu_bed) noexcept nogil:
    """Bounce off a rigid nose with energetic restitution e; returns the normal impulse per mass, m/s."""
    cdef double speed = into(q)
    cdef double give = q.c * q.c if q.carried else 1.0
    cdef double h = speed / (give * RIGID_STEPS)
    cdef double total = 0.0
    cdef double work = 0.0
    cdef double after, part, rise, want
    cdef Local next
    cdef int step
    for step in range(40 * RIGID_STEPS):
        midpoint(q, mu, mu_bed, h, &next)
        after = into(&next)
        if after <= 0.0:
            part = h * (speed / (speed - after))
            midpoint(q, mu, mu_bed, part, &next)
            work += 0.5 * speed * part
            total += part
            q[0] = next
            break
        work += 0.5 * (speed + after) * h
        total += h
        speed = after
        q[0] = next
    want = e * e * work
    speed = 0.0
    for step in range(40 * RIGID_STEPS):
        if want <= 0.0:
            break
        midpoint(q, mu, mu_bed, h, &next)
        after = -into(&next)
        if 0.5 * (speed + after) * h >= want:
            rise = (after - speed) / h
            part = 2.0 * want / (speed + sqrt(speed * speed + 2.0 * rise * want))
            midpoint(q, mu, mu_bed, part, &next)
            total += part
            q[0] = next
            break
        want -= 0.5 * (speed + after) * h
        total += h
        speed = after
        q[0] = next
    return total


cdef inline double rubber_core(Local* q, double e, double mu, double mu_bed, double compliance) noexcept nogil:
    """Bounce off a nose that gives: unit normal stiffness per mass, a spring along it; returns the impulse per mass, m/s."""
    cdef double give = q.c * q.c if q.carried else 1.0
    cdef double dt = 3.14159265358979312 / (sqrt(give) * RUBBER_STEPS)
    cdef double side = (2.0 / 7.0) * compliance * compliance
    cdef double depth = 0.5 * dt * into(q)
    cdef double s1 = 0.5 * dt * (q.vb - (q.wz * q.c + q.wa * q.s))
    cdef double s2 = 0.5 * dt * (q.va * q.s + q.vz * q.c + q.wb)
    cdef double total = 0.0
    cdef double force, size, most, f1, f2, rise, bed, sa, sb, speed
    cdef int step
    for step in range(40 * RUBBER_STEPS):
        speed = into(q)
        if depth <= 0.0 and speed <= 0.0:
            break
        force = depth if speed > 0.0 else e * e * depth
        if force < 0.0:
            force = 0.0
        size = side * sqrt(s1 * s1 + s2 * s2)
        most = mu * force
        if size > most:
            s1 *= most / size
            s2 *= most / size
        f1 = -side * s1 * dt
        f2 = -side * s2 * dt
        force *= dt
        total += force
        q.va += force * q.c + f2 * q.s
        q.vb += f1
        q.wa -= 2.5 * f1 * q.s
        q.wb += 2.5 * f2
        q.wz -= 2.5 * f1 * q.c
        rise = f2 * q.c - force * q.s
        if q.carried and q.vz + rise < 0.0:
            bed = -(q.vz + rise)
            q.vz = 0.0
            sa = q.va - q.wb
            sb = q.vb + q.wa
            size = sqrt(sa * sa + sb * sb)
            if size > 0.0:
                most = mu_bed * bed
                if most > (2.0 / 7.0) * size:
                    most = (2.0 / 7.0) * size
                sa = most * (sa / size)
                sb = most * (sb / size)
                q.va -= sa
                q.vb -= sb
                q.wa -= 2.5 * sb
                q.wb += 2.5 * sa
        else:
            q.vz += rise
        depth += dt * into(q)
        s1 += dt * (q.vb - (q.wz * q.c + q.wa * q.s))
        s2 += dt * (q.va * q.s + q.vz * q.c + q.wb)
    return total


cdef inline double plain_core(Local* q, double e, double mu, double lever) noexcept nogil:
    """Turn the normal speed round; a level push `lever` radii over the centre, friction at the nose, nothing else."""
    cdef double j = -(1.0 + e) * q.va
    cdef double u1 = q.vb - q.wz
    cdef double u2 = q.wb
    cdef double size = sqrt(u1 * u1 + u2 * u2)
    cdef double f
    q.va = -e * q.va
    q.wb += 2.5 * lever * j
    if size > 0.0:
        f = mu * j / size
        f = f if f < 2.0 / 7.0 else 2.0 / 7.0
        q.vb -= f * u1
        q.wz += 2.5 * f * u1
        f = mu * j / size
        f = f if f < 0.4 else 0.4
        q.wb -= 2.5 * f * u2
    return j


cdef inline double size_of(Local* q) noexcept nogil:
    """Twice the kinetic energy per mass, (m/s)^2."""
    return q.va * q.va + q.vb * q.vb + q.vz * q.vz + 0.4 * (q.wa * q.wa + q.wb * q.wb + q.wz * q.wz)


cdef inline void never_gain(Local* q, Local* was) noexcept nogil:
    """Shorten the change from `was` to q where the steps' error, or the plain core's level push, has made energy.

    Where no shorter change would do, spin and speed along the nose stay: the normal speed alone makes none.
    """
    cdef Local d
    cdef double line, square, part
    if size_of(q) <= size_of(was):
        return
    d.va = q.va - was.va
    d.vb = q.vb - was.vb
    d.vz = q.vz - was.vz
    d.wa = q.wa - was.wa
    d.wb = q.wb - was.wb
    d.wz = q.wz - was.wz
    square = size_of(&d)
    line = 2.0 * (was.va * d.va + was.vb * d.vb + was.vz * d.vz + 0.4 * (was.wa * d.wa + was.wb * d.wb + was.wz * d.wz))
    if line >= 0.0:
        part = q.va
        q[0] = was[0]
        q.va = part
        return
    part = -line / square
    if part < 1.0:
        moved(was, &d, part, q)


cdef inline double hit_cushion(Body* b, Law* law, double* n, double height, bint carried) noexcept nogil:
    """Bounce a ball off a nose at `height` (m over the bed), in place; n (2,) unit, horizontal, out of the cushion.

    Returns the normal impulse, N s. A nose below the centre is met at the height of the centre (edges: see fixtures).
    """
    cdef Local q, was
    cdef double r = b.radius
    cdef double e, total
    q.s = (height - b.p[2]) / r
    if q.s > 0.95:
        q.s = 0.95
    if q.s < -0.95:
        q.s = -0.95
    q.c = sqrt(1.0 - q.s * q.s)
    q.va = b.v[0] * n[0] + b.v[1] * n[1]
    q.vb = b.v[1] * n[0] - b.v[0] * n[1]
    q.vz = b.v[2]
    q.wa = r * (b.w[0] * n[0] + b.w[1] * n[1])
    q.wb = r * (b.w[1] * n[0] - b.w[0] * n[1])
    q.wz = r * b.w[2]
    q.carried = carried
    if into(&q) <= 0.0:
        return 0.0
    was = q
    e = law.cushion_high
    if law.core == K_PLAIN:
        total = plain_core(&q, gentle(e, -q.va), law.cushion_mu, q.s) if q.va < 0.0 else 0.0
    elif law.core == K_RIGID:
        total = rigid_core(&q, gentle(e, into(&q)), law.cushion_mu, law.sliding)
    else:
        e -= law.cushion_slope * into(&q)
        if e < law.cushion_low:
            e = law.cushion_low
        total = rubber_core(&q, gentle(e, into(&q)), law.cushion_mu, law.sliding, law.compliance)
    never_gain(&q, &was)
    b.v[0] = q.va * n[0] - q.vb * n[1]
    b.v[1] = q.va * n[1] + q.vb * n[0]
    b.v[2] = q.vz
    b.w[0] = (q.wa * n[0] - q.wb * n[1]) / r
    b.w[1] = (q.wa * n[1] + q.wb * n[0]) / r
    b.w[2] = q.wz / r
    return b.mass * total
