# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""When a ball alone meets noses, bed and rails, and how it bounces off any solid.

A cushion is a wall up to its nose height for a ball whose centre is not above it, then an edge; a rail top lies behind.
Source: docs/physics.md#table.
"""

from libc.math cimport fabs, sqrt
from physics.kernels.cushion cimport hit_cushion
from physics.kernels.impacts cimport KICK, bed_impulse, gentle, is_carried, push
from physics.kernels.motion cimport HOP, bed_slip, place_at, settle, stop_motion
from physics.kernels.roots cimport NEVER, STILL, TOUCHING, until_meet, until_meet_again, until_reach
from physics.kernels.world cimport (
    AIRBORNE, C_BED, C_CUSHION, C_OFF, C_POCKET, C_RAIL, E_BED, E_CUSHION, E_DROP, E_EDGE, E_FACING, E_MODE, E_NONE,
    E_OFF, E_POINT, E_RAIL, E_RETURN, E_TIP, GONE, K_RUBBER, REST, SPINNING, Body, Law, Pocket, Table, World,
)

cdef inline void offer(Body* b, double t, int event, int what, bint pressing) noexcept nogil:
    """Keep the earliest event of one ball; t counts from its segment's start, s."""
    if b.t + t < b.t_next:
        b.t_next = b.t + t
        b.event = event
        b.what = what
        b.pressing = pressing


cdef inline double wall_gap(Table* table, Body* b, int side) noexcept nogil:
    """Distance of a ball's surface from cushion H F L R, m; one rounding for both of a pair, so that they mirror."""
    if side == 0:
        return (table.half_length - b.radius) + b.p[0]
    if side == 1:
        return (table.half_length - b.radius) - b.p[0]
    if side == 2:
        return (table.half_width - b.radius) - b.p[1]
    return (table.half_width - b.radius) + b.p[1]


cdef inline bint on_nose(Table* table, int side, double x, double y) noexcept nogil:
    """Whether a place lies before the straight nose of a cushion, not before a pocket's mouth."""
    if table.pockets == 0:
        return True
    if side < 2:
        return fabs(y) <= table.half_width - table.corner_cut
    return table.side_cut <= fabs(x) <= table.half_length - table.corner_cut


cdef inline void offer_walls(Body* b, Table* table) noexcept nogil:
    """The four noses met as walls, for a centre not above them at that time."""
    cdef int side
    cdef double sign, gap, t
    cdef double at[3]
    cdef int axis
    cdef bint pressing
    for side in range(4):
        axis = 0 if side < 2 else 1
        sign = 1.0 if (side == 1 or side == 2) else -1.0
        gap = wall_gap(table, b, side)
        t = until_reach(gap, sign * b.v[axis], sign * b.a[axis], b.t_next - b.t, &pressing)
        if t >= NEVER:
            continue
        place_at(b, b.t + t, at)
        if at[2] > table.height or not on_nose(table, side, at[0], at[1]):
            continue
        offer(b, t, E_CUSHION, side, pressing)


cdef inline void offer_edges(Body* b, Table* table, double span) noexcept nogil:
    """The four noses met from above as edges, by a flying ball within span (s).

    One span for all, as roots found on different spans differ in their last bits and mirrors would show it.
    """
    cdef int side
    cdef double d[3]
    cdef double v[3]
    cdef double a[3]
    cdef double at[3]
    cdef double t, sign
    cdef int axis, _
    cdef bint pressing
    d[2] = v[2] = a[2] = 0.0
    for side in range(4):
        axis = 0 if side < 2 else 1
        sign = 1.0 if (side == 1 or side == 2) else -1.0
        d[0] = b.p[axis] - sign * (table.half_length if axis == 0 else table.half_width)
        d[1] = b.p[2] - table.height
        v[0] = b.v[axis]
        v[1] = b.v[2]
        a[0] = b.a[axis]
        a[1] = b.a[2]
        t = until_meet(d, v, a, b.radius, span, &pressing)
        for _ in range(2):
            if t >= NEVER:
                break
            place_at(b, b.t + t, at)
            if at[2] >= table.height and on_nose(table, side, at[0], at[1]):
                offer(b, t, E_EDGE, side, pressing)
                break
            t = until_meet_again(d, v, a, b.radius, t, span)


cdef inline double fall_time(Body* b, double floor_at, double gravity) noexcept nogil:
    """Time until a flying ball's centre comes down to a height, m; NEVER if it is below it for good."""
    cdef double rise = b.p[2] - floor_at
    cdef double disc = b.v[2] * b.v[2] + 2.0 * gravity * rise
    if disc < 0.0:
        return NEVER
    return (b.v[2] + sqrt(disc)) / gravity


cdef inline bint in_hole(Pocket* pocket, double x, double y) noexcept nogil:
    """Whether a place lies over a pocket's hole, clear of its edge."""
    cdef double dx = x - pocket.hole[0]
    cdef double dy = y - pocket.hole[1]
    return sqrt(dx * dx + dy * dy) < pocket.drop - 1e-9


cdef inline int hole_under(Table* table, double x, double y) noexcept nogil:
    """Index of the pocket whose hole lies under a place, or -1."""
    cdef int k
    for k in range(table.pockets):
        if table.pocket[k].drop > 0.0 and in_hole(&table.pocket[k], x, y):
            return k
    return -1


cdef inline bint over_rail(Table* table, double x, double y) noexcept nogil:
    return fabs(x) > table.half_length or fabs(y) > table.half_width


cdef inline void offer_landing(Body* b, Table* table, Law* law) noexcept nogil:
    """Bed, rail top and the outer edge of the rail, for a flying ball."""
    cdef double at[3]
    cdef double t, sign
    cdef bint pressing
    cdef int side, axis
    t = fall_time(b, b.radius, law.gravity)
    offer(b, t if t > 0.0 else 0.0, E_BED, 0, False)
    t = fall_time(b, table.height + b.radius, law.gravity)
    if 0.0 <= t < NEVER:
        place_at(b, b.t + t, at)
        if over_rail(table, at[0], at[1]) and t > 0.0:
            offer(b, t, E_RAIL, 0, False)
    for side in range(4):
        axis = 0 if side < 2 else 1
        sign = 1.0 if (side == 1 or side == 2) else -1.0
        t = (table.half_length if axis == 0 else table.half_width) + table.rail - sign * b.p[axis]
        t = until_reach(t, sign * b.v[axis], 0.0, b.t_next - b.t, &pressing)
        if t < NEVER and not pressing:
            offer(b, t, E_OFF, side, False)


cdef inline void offer_rail_edges(Body* b, Table* table) noexcept nogil:
    """For a ball carried by a rail top: back over the nose, or off its outer edge."""
    cdef int side, axis
    cdef double sign, half, t
    cdef bint pressing
    for side in range(4):
        axis = 0 if side < 2 else 1
        sign = 1.0 if (side == 1 or side == 2) else -1.0
        half = table.half_length if axis == 0 else table.half_width
        t = until_reach(half + table.rail - sign * b.p[axis], sign * b.v[axis], sign * b.a[axis], b.t_next - b.t, &pressing)
        if t < NEVER and not pressing:
            offer(b, t, E_OFF, side, False)
        if sign * b.p[axis] > half:
            t = until_reach(sign * b.p[axis] - half, -sign * b.v[axis], -sign * b.a[axis], b.t_next - b.t, &pressing)
            if t < NEVER and not pressing:
                offer(b, t, E_RETURN, side, False)


cdef inline void part_from(Body* b, double x, double y, double z) noexcept nogil:
    """Let a ball leave a solid along its normal (x, y, z) at KICK or faster; its spin, then its speed, pays the energy."""
    cdef double along = b.v[0] * x + b.v[1] * y + b.v[2] * z
    cdef double need = KICK * KICK - along * along
    cdef double have = 0.4 * b.radius * b.radius * (b.w[0] * b.w[0] + b.w[1] * b.w[1] + b.w[2] * b.w[2])
    cdef double part, speed
    cdef int k
    if along >= KICK:
        return
    b.v[0] += (KICK - along) * x
    b.v[1] += (KICK - along) * y
    b.v[2] += (KICK - along) * z
    if need <= 0.0:
        return
    part = sqrt(1.0 - need / have) if have > need else 0.0
    for k in range(3):
        b.w[k] *= part
    if need > have:
        speed = b.v[0] * b.v[0] + b.v[1] * b.v[1] + b.v[2] * b.v[2]
        part = sqrt(1.0 - (need - have) / speed) if need - have < speed else 0.0
        for k in range(3):
            b.v[k] *= part


cdef inline void rest_on(Body* b) noexcept nogil:
    """Hold a carried ball down unless it leaves faster than HOP."""
    if b.v[2] <= HOP:
        b.v[2] = 0.0


cdef inline double bounce_horizontal(Body* b, Law* law, double nx, double ny, double height) noexcept nogil:
    """A nose, point or facing met as a wall: horizontal unit normal (nx, ny) away from it. Returns N s."""
    cdef double n[2]
    cdef bint carried = is_carried(b)
    cdef double j
    n[0] = nx
    n[1] = ny
    j = hit_cushion(b, law, n, height, carried)
    part_from(b, nx, ny, 0.0)
    if carried:
        rest_on(b)
    return j


cdef inline double edge_restitution(Law* law) noexcept nogil:
    """Restitution of a nose's edge met from above."""
    return law.cushion_low if law.core == K_RUBBER else law.cushion_high


cdef inline double bounce_solid(Body* b, double e, double mu, double* n) noexcept nogil:
    """An edge, tip or liner: n (3,) unit from it to the centre. Plain restitution e and friction mu. Returns N s."""
    cdef double speed = -(b.v[0] * n[0] + b.v[1] * n[1] + b.v[2] * n[2])
    cdef double u[3]
    cdef double out[3]
    cdef double size, j, f
    cdef int k
    if speed <= 0.0:
        part_from(b, n[0], n[1], n[2])
        return 0.0
    j = (1.0 + gentle(e, speed)) * speed
    u[0] = b.v[0] + speed * n[0] - b.radius * (b.w[1] * n[2] - b.w[2] * n[1])
    u[1] = b.v[1] + speed * n[1] - b.radius * (b.w[2] * n[0] - b.w[0] * n[2])
    u[2] = b.v[2] + speed * n[2] - b.radius * (b.w[0] * n[1] - b.w[1] * n[0])
    size = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2])
    f = 0.0
    if size > 0.0:
        f = mu * j
        if f > (2.0 / 7.0) * size:
            f = (2.0 / 7.0) * size
        for k in range(3):
            u[k] /= size
    for k in range(3):
        out[k] = -n[k]
    push(b, -1.0, b.mass * j, out, b.mass * f, u)
    return b.mass * j


cdef inline void leave_table(Body* b) noexcept nogil:
    stop_motion(b)
    b.w[0] = b.w[1] = b.w[2] = 0.0
    b.mode = GONE
    b.falling = False
    b.t_end = NEVER


cdef inline void two_walls(Body* b, Law* law, int first, int second, double height, double* j1, double* j2) noexcept nogil:
    """A corner: two noses at once. The mean of both orders, so that neither is preferred; energy cannot grow by it."""
    cdef Body one = b[0]
    cdef Body two = b[0]
    cdef double n[2]
    cdef double m[2]
    cdef bint carried = is_carried(b)
    cdef int k
    wall_normal(first, n)
    wall_normal(second, m)
    j1[0] = hit_cushion(&one, law, n, height, carried)
    j2[0] = hit_cushion(&one, law, m, height, carried)
    j2[0] = 0.5 * (j2[0] + hit_cushion(&two, law, m, height, carried))
    j1[0] = 0.5 * (j1[0] + hit_cushion(&two, law, n, height, carried))
    for k in range(3):
        b.v[k] = 0.5 * (one.v[k] + two.v[k])
        b.w[k] = 0.5 * (one.w[k] + two.w[k])
    if carried:
        rest_on(b)


cdef inline void wall_normal(int side, double* n) noexcept nogil:
    """Unit normal out of cushion H F L R."""
    n[0] = 1.0 if side == 0 else (-1.0 if side == 1 else 0.0)
    n[1] = -1.0 if side == 2 else (1.0 if side == 3 else 0.0)
