# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""When a ball meets a pocket (points, facings, throat, liner, the slate's edge) and whether it tips over that edge.

A ball whose centre has passed the edge fast enough flies over the hole, falls while it flies, rattles between the solids
and may come out again; it is down once its centre is below the slate. Source: docs/physics.md#pockets.
"""

from libc.math cimport sqrt
from physics.kernels.fixtures cimport fall_time, offer
from physics.kernels.motion cimport place_at
from physics.kernels.roots cimport (
    NEVER, STILL, TOUCHING, fall_from_below, first_fall, first_fall_of, until_meet, until_meet_again, until_reach,
)
from physics.kernels.world cimport (
    AIRBORNE, E_CLEAR, E_CORNER, E_DROP, E_FACING, E_LINER, E_LIP, E_PEAK, E_POINT, E_RIM, E_SUNK, E_THROAT, E_TIP, Body,
    Law, Pocket, Table,
)

cdef enum:  # what becomes of a ball carried past the slate's edge
    SKIMS = 0
    FLIES = 1
    TIPS = 2


cdef inline bint may_enter(Table* table, Pocket* pocket, Body* b, double span) noexcept nogil:
    """Whether the ball's path within span (s) can come near a pocket's solids."""
    cdef double lo[2]
    cdef double hi[2]
    cdef double v, a, e, x
    cdef int k
    for k in range(2):
        v = b.v[k] * span
        a = 0.5 * b.a[k] * span * span
        e = v + a
        lo[k] = e if e < 0.0 else 0.0
        hi[k] = e if e > 0.0 else 0.0
        if (v > 0.0) != (v + 2.0 * a > 0.0):
            x = -v * v / (4.0 * a)
            if x < lo[k]:
                lo[k] = x
            if x > hi[k]:
                hi[k] = x
        lo[k] += b.p[k]
        hi[k] += b.p[k]
    if pocket.is_side:
        x = table.side_cut + b.radius
        if lo[0] > x or hi[0] < -x:
            return False
        return (hi[1] if pocket.u[1] > 0.0 else -lo[1]) > table.half_width - b.radius - 1e-6
    x = table.corner_cut + b.radius
    return (
        (hi[0] if pocket.u[0] > 0.0 else -lo[0]) > table.half_length - x
        and (hi[1] if pocket.u[1] > 0.0 else -lo[1]) > table.half_width - x
    )


cdef inline void from_place(Body* b, double* place, double* d, double* v, double* a) noexcept nogil:
    """Motion of a ball's centre in the plane, as seen from a place."""
    d[0] = b.p[0] - place[0]
    d[1] = b.p[1] - place[1]
    v[0] = b.v[0]
    v[1] = b.v[1]
    a[0] = b.a[0]
    a[1] = b.a[1]
    d[2] = v[2] = a[2] = 0.0


cdef inline void offer_post(Body* b, double* place, double top, int event, int what, double span) noexcept nogil:
    """An upright edge, for a centre not above `top` (m), within span (s)."""
    cdef double d[3]
    cdef double v[3]
    cdef double a[3]
    cdef double at[3]
    cdef double t
    cdef bint pressing
    from_place(b, place, d, v, a)
    t = until_meet(d, v, a, b.radius, span, &pressing)
    if t < NEVER:
        place_at(b, b.t + t, at)
        if at[2] <= top:
            offer(b, t, event, what, pressing)


cdef inline void offer_face(
    Body* b, Table* table, double* place, double* along, double* normal, double length, int event, int what, double span
) noexcept nogil:
    """An upright face that begins at a place and runs `length` m along, within span (s)."""
    cdef double at[3]
    cdef double t, run
    cdef bint pressing
    t = until_reach(
        (b.p[0] - place[0]) * normal[0] + (b.p[1] - place[1]) * normal[1] - b.radius,
        -(b.v[0] * normal[0] + b.v[1] * normal[1]),
        -(b.a[0] * normal[0] + b.a[1] * normal[1]),
        span,
        &pressing,
    )
    if t < NEVER:
        place_at(b, b.t + t, at)
        run = (at[0] - place[0]) * along[0] + (at[1] - place[1]) * along[1]
        if 0.0 <= run <= length and at[2] <= table.height:
            offer(b, t, event, what, pressing)


cdef inline bint rises_over(Body* b, double height) noexcept nogil:
    """Whether a flying ball's centre is or comes as high as the upper edges of a pocket's solids, m."""
    cdef double top = b.p[2]
    if b.v[2] > 0.0:
        top -= 0.5 * b.v[2] * b.v[2] / b.a[2]
    return top >= height - 1e-9


cdef inline void offer_peak(Body* b, double* place, double height, int event, int what, double span) noexcept nogil:
    """The upper end of an upright edge at a height, met from above by a flying ball within span (s)."""
    cdef double d[3]
    cdef double v[3]
    cdef double a[3]
    cdef double at[3]
    cdef double t
    cdef int _
    cdef bint pressing
    from_place(b, place, d, v, a)
    d[2] = b.p[2] - height
    v[2] = b.v[2]
    a[2] = b.a[2]
    t = until_meet(d, v, a, b.radius, span, &pressing)
    for _ in range(2):
        if t >= NEVER:
            return
        place_at(b, b.t + t, at)
        if at[2] >= height:
            offer(b, t, event, what, pressing)
            return
        t = until_meet_again(d, v, a, b.radius, t, span)


cdef inline void offer_rim(
    Body* b, double height, double* place, double* along, double* normal, double length, int what, double span
) noexcept nogil:
    """The upper edge of an upright face (as in offer_face), met from above by a flying ball within span (s)."""
    cdef double d[3]
    cdef double v[3]
    cdef double a[3]
    cdef double at[3]
    cdef double t, run
    cdef int _
    cdef bint pressing
    d[0] = (b.p[0] - place[0]) * normal[0] + (b.p[1] - place[1]) * normal[1]
    d[1] = b.p[2] - height
    v[0] = b.v[0] * normal[0] + b.v[1] * normal[1]
    v[1] = b.v[2]
    a[0] = b.a[0] * normal[0] + b.a[1] * normal[1]
    a[1] = b.a[2]
    d[2] = v[2] = a[2] = 0.0
    t = until_meet(d, v, a, b.radius, span, &pressing)
    for _ in range(2):
        if t >= NEVER:
            return
        place_at(b, b.t + t, at)
        run = (at[0] - place[0]) * along[0] + (at[1] - place[1]) * along[1]
        if 0.0 <= run <= length and at[2] >= height:
            offer(b, t, E_RIM, what, pressing)
            return
        t = until_meet_again(d, v, a, b.radius, t, span)


cdef inline void offer_jaws(Body* b, Table* table, int index, double span) noexcept nogil:
    """Points and facings of one pocket, within span (s)."""
    cdef Pocket* pocket = &table.pocket[index]
    cdef bint high = b.mode == AIRBORNE and rises_over(b, table.height)
    cdef int side
    for side in range(2):
        offer_post(b, pocket.point[side], table.height, E_POINT, 2 * index + side, span)
        offer_face(b, table, pocket.point[side], pocket.along[side], pocket.normal[side], pocket.length, E_FACING,
                   2 * index + side, span)
        if high:
            offer_peak(b, pocket.point[side], table.height, E_TIP, 2 * index + side, span)
            offer_rim(b, table.height, pocket.point[side], pocket.along[side], pocket.normal[side], pocket.length,
                      4 * index + side, span)


cdef inline void offer_throat(Body* b, Table* table, int index, double span) noexcept nogil:
    """What lies behind the facings of one pocket, within span (s): the throat's edges and walls, and the liner."""
    cdef Pocket* pocket = &table.pocket[index]
    cdef double d[3]
    cdef double v[3]
    cdef double a[3]
    cdef double at[3]
    cdef double reach = pocket.back - b.radius
    cdef bint high = b.mode == AIRBORNE and rises_over(b, table.height)
    cdef double t
    cdef int k
    for k in range(4):
        offer_post(b, pocket.corner[k], table.height, E_CORNER, 4 * index + k, span)
        if high:
            offer_peak(b, pocket.corner[k], table.height, E_PEAK, 4 * index + k, span)
    for k in range(2):
        offer_face(b, table, pocket.corner[k], pocket.u, pocket.wall[k], pocket.throat_length, E_THROAT,
                   2 * index + k, span)
        if high:
            offer_rim(b, table.height, pocket.corner[k], pocket.u, pocket.wall[k], pocket.throat_length,
                      4 * index + 2 + k, span)
    if reach <= 0.0:
        return
    from_place(b, pocket.hole, d, v, a)
    t = until_leave(d, v, a, reach, span)
    if t < NEVER:
        place_at(b, b.t + t, at)
        if (at[0] - pocket.hole[0]) * pocket.u[0] + (at[1] - pocket.hole[1]) * pocket.u[1] > 0.0:
            if at[2] - b.radius < table.height:
                offer(b, t, E_LINER, index, False)


cdef inline double until_leave(double* d, double* v, double* a, double reach, double span) noexcept nogil:
    """Time until |d + v t + a t^2/2| rises to `reach` (m) from inside within span (s); NEVER otherwise.

    From outside it must come in first.
    """
    cdef double c0 = reach * reach - (d[0] * d[0] + d[1] * d[1])
    cdef double c1 = -2.0 * (d[0] * v[0] + d[1] * v[1])
    cdef double c2 = -(v[0] * v[0] + v[1] * v[1] + d[0] * a[0] + d[1] * a[1])
    cdef double c3 = -(v[0] * a[0] + v[1] * a[1])
    cdef double c4 = -0.25 * (a[0] * a[0] + a[1] * a[1])
    if c0 < -2e-9 * reach:
        return fall_from_below(c0, c1, c2, c3, c4, span)
    if c0 <= 2.0 * reach * TOUCHING:
        if c1 <= 0.0:
            return 0.0
        return first_fall(c1, c2, c3, c4, 0.0, span)
    return first_fall(c0, c1, c2, c3, c4, span)


cdef inline void offer_drop(Body* b, Table* table, int index, double span) noexcept nogil:
    """The slate's edge of one pocket, within span (s), for a carried ball: into the hole, or out of it again."""
    cdef Pocket* pocket = &table.pocket[index]
    cdef double d[3]
    cdef double v[3]
    cdef double a[3]
    cdef double t
    cdef bint pressing
    if pocket.drop == 0.0:
        return
    from_place(b, pocket.hole, d, v, a)
    if b.over == index + 1:
        t = until_leave(d, v, a, pocket.drop, span)
        if t < NEVER:
            offer(b, t, E_CLEAR, index, False)
        return
    t = until_meet(d, v, a, pocket.drop, span, &pressing)
    if t < NEVER and not pressing:
        offer(b, t, E_DROP, index, False)


cdef inline double until_lip(Body* b, Pocket* pocket, double gravity, double span) noexcept nogil:
    """Time until a ball falling into the hole touches the slate's edge from above it, within span (s); NEVER otherwise.

    The edge is a circle of radius D about the hole's centre: a centre rho from its axis and z over it touches when
    rho^2 + z^2 + D^2 - R^2 = 2 D rho. Both sides are positive (D > R), so their squares meet where they do, and the
    difference of those is a polynomial of degree eight in time.
    """
    cdef double d[3]
    cdef double v[3]
    cdef double a[3]
    cdef double q[3]    # rho^2 by powers of time
    cdef double s[5]    # rho^2 + z^2 + D^2 - R^2
    cdef double c[9]
    cdef double ring = 2.0 * pocket.drop
    cdef double far, off, still, closing
    cdef int i, j
    from_place(b, pocket.hole, d, v, a)
    q[0] = d[0] * d[0] + d[1] * d[1]
    q[1] = 2.0 * (d[0] * v[0] + d[1] * v[1])
    q[2] = v[0] * v[0] + v[1] * v[1]
    far = sqrt(q[0])
    off = pocket.drop - far
    s[0] = q[0] + b.p[2] * b.p[2] + (pocket.drop * pocket.drop - b.radius * b.radius)
    s[1] = q[1] + 2.0 * b.p[2] * b.v[2]
    s[2] = q[2] + (b.v[2] * b.v[2] - gravity * b.p[2])
    s[3] = -gravity * b.v[2]
    s[4] = 0.25 * gravity * gravity
    for i in range(9):
        c[i] = 0.0
    for i in range(5):
        for j in range(5):
            c[i + j] += s[i] * s[j]
    for i in range(3):
        c[i] -= ring * ring * q[i]
    if off * off + b.p[2] * b.p[2] > b.radius * b.radius + 2.0 * b.radius * TOUCHING:
        return first_fall_of(c, 8, span)
    closing = b.p[2] * b.v[2] - off * (0.5 * q[1] / far)
    still = b.radius * STILL
    if closing < -still:
        return 0.0
    if closing < still:  # it leans on the edge: the root at 0 is a double one
        if c[2] <= 0.0:
            c[2] = 0.0
        return first_fall_of(&c[2], 6, span)
    return first_fall_of(&c[1], 7, span)


cdef inline void offer_fall(Body* b, Table* table, Law* law) noexcept nogil:
    """All that a ball can meet that flies over the hole of its pocket: until it is down, or clear of the hole again."""
    cdef int index = b.over - 1
    cdef Pocket* pocket = &table.pocket[index]
    cdef double d[3]
    cdef double v[3]
    cdef double a[3]
    cdef double t
    cdef double span = fall_time(b, 0.0, law.gravity)
    if span >= NEVER or span < 0.0:
        span = 0.0
    offer(b, span, E_SUNK, index, False)
    offer_jaws(b, table, index, span)
    offer_throat(b, table, index, span)
    from_place(b, pocket.hole, d, v, a)
    t = until_leave(d, v, a, pocket.drop, span)
    if t < NEVER:
        offer(b, t, E_CLEAR, index, False)
        span = t
    t = until_lip(b, pocket, law.gravity, span)
    if t < NEVER:
        offer(b, t, E_LIP, index, False)


cdef inline int past_edge(Body* b, Pocket* pocket, double gravity) noexcept nogil:
    """What becomes of a carried ball whose centre is at the slate's edge or past it: SKIMS, FLIES or TIPS.

    Faster outward than sqrt(g R) it leaves the edge and flies. Else it leans on the edge and its centre's way past it, d,
    follows d'' = k^2 d - c (k^2 = 5g/7R, c: the edge curves back under its speed along it): it tips if that grows.
    """
    cdef double x = b.p[0] - pocket.hole[0]
    cdef double y = b.p[1] - pocket.hole[1]
    cdef double far = sqrt(x * x + y * y)
    cdef double inward, speed2, rate, back
    if far < 1e-6:
        return TIPS
    inward = -(b.v[0] * x + b.v[1] * y) / far
    if inward > 0.0 and inward * inward > gravity * b.radius:
        return FLIES
    speed2 = b.v[0] * b.v[0] + b.v[1] * b.v[1]
    rate = sqrt(5.0 * gravity / (7.0 * b.radius))
    back = (speed2 - inward * inward) / (pocket.drop * rate)
    return TIPS if inward + rate * (pocket.drop - far) > back else SKIMS
