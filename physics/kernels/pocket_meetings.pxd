# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""What happens when a ball meets a pocket: its jaws and throat, the slate's edge, the liner, the hole."""

from libc.math cimport sqrt
from physics.kernels.fixtures cimport bounce_horizontal, bounce_solid, edge_restitution, in_hole, leave_table
from physics.kernels.motion cimport HOP, settle
from physics.kernels.pockets cimport FLIES, TIPS, past_edge
from physics.kernels.records cimport record_touch
from physics.kernels.world cimport *


cdef inline void fall_in(World* w, int i, int pocket) noexcept nogil:
    cdef Body* b = &w.body[i]
    cdef double speed = sqrt(b.v[0] * b.v[0] + b.v[1] * b.v[1] + b.v[2] * b.v[2])
    record_touch(w, C_POCKET, i, pocket, b.mass * speed)
    leave_table(b)


cdef inline void answer_edge(World* w, int i) noexcept nogil:
    """Let a carried ball whose centre is past a slate's edge tip in, fly over the hole, or go on along the edge."""
    cdef Body* b = &w.body[i]
    cdef int fate
    if b.over == 0 or b.mode == AIRBORNE or b.mode == GONE:
        return
    fate = past_edge(b, &w.table.pocket[b.over - 1], w.law.gravity)
    if fate == TIPS:
        fall_in(w, i, b.over - 1)
    elif fate == FLIES:
        b.falling = True
        settle(b, &w.law)


cdef inline double height_of(World* w, Body* b) noexcept nogil:
    """Height at which an upright solid leans on a ball, m: the nose's; beside a falling ball the same way over its centre."""
    return w.table.height - b.radius + b.p[2] if b.falling else w.table.height


cdef inline double bounce_off_post(World* w, Body* b, double* place) noexcept nogil:
    """A ball meets an upright edge; returns N s."""
    cdef double x = b.p[0] - place[0]
    cdef double y = b.p[1] - place[1]
    cdef double size = sqrt(x * x + y * y)
    return bounce_horizontal(b, &w.law, x / size, y / size, height_of(w, b))


cdef inline double bounce_off_peak(World* w, Body* b, double* place) noexcept nogil:
    """A flying ball meets the upper end of an upright edge; returns N s."""
    cdef double n[3]
    cdef double size
    cdef int k
    n[0] = b.p[0] - place[0]
    n[1] = b.p[1] - place[1]
    n[2] = b.p[2] - w.table.height
    size = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
    for k in range(3):
        n[k] /= size
    return bounce_solid(b, edge_restitution(&w.law), w.law.cushion_mu, n)


cdef inline double bounce_off_rim(World* w, Body* b, double* place, double* normal) noexcept nogil:
    """A flying ball meets the upper edge of an upright face through a place; returns N s."""
    cdef double off = (b.p[0] - place[0]) * normal[0] + (b.p[1] - place[1]) * normal[1]
    cdef double n[3]
    cdef double size
    n[2] = b.p[2] - w.table.height
    size = sqrt(off * off + n[2] * n[2])
    n[0] = off * normal[0] / size
    n[1] = off * normal[1] / size
    n[2] /= size
    return bounce_solid(b, edge_restitution(&w.law), w.law.cushion_mu, n)


cdef inline bint is_by_fours(int event) noexcept nogil:
    """Whether an event tells four of a pocket's solids apart, not two."""
    return event == E_CORNER or event == E_PEAK or event == E_RIM


cdef inline void meet_jaw(World* w, int i, int event, int what) noexcept nogil:
    """Ball i meets a point, facing or the throat of a pocket, or an upper edge of them: they belong to a cushion."""
    cdef Body* b = &w.body[i]
    cdef int side = what % 2
    cdef int index = what // 4 if is_by_fours(event) else what // 2
    cdef Pocket* pocket = &w.table.pocket[index]
    cdef double j
    if event != E_POINT and event != E_TIP and b.mode == AIRBORNE and not b.falling:
        if in_hole(pocket, b.p[0], b.p[1]):
            fall_in(w, i, index)  # high over the hole it has nowhere to come back to
            return
    if event == E_FACING:
        j = bounce_horizontal(b, &w.law, pocket.normal[side][0], pocket.normal[side][1], height_of(w, b))
    elif event == E_THROAT:
        j = bounce_horizontal(b, &w.law, pocket.wall[side][0], pocket.wall[side][1], height_of(w, b))
    elif event == E_POINT:
        j = bounce_off_post(w, b, pocket.point[side])
    elif event == E_CORNER:
        j = bounce_off_post(w, b, pocket.corner[what % 4])
    elif event == E_RIM and what % 4 < 2:
        j = bounce_off_rim(w, b, pocket.point[side], pocket.normal[side])
    elif event == E_RIM:
        j = bounce_off_rim(w, b, pocket.corner[side], pocket.wall[side])
    elif event == E_PEAK:
        j = bounce_off_peak(w, b, pocket.corner[what % 4])
    else:
        j = bounce_off_peak(w, b, pocket.point[side])
    if j > 0.0:
        record_touch(w, C_CUSHION, i, pocket.cushion[side], j)


cdef inline void meet_liner(World* w, int i, int what) noexcept nogil:
    """Ball i meets the round back of a pocket: no cushion, so no contact is written down."""
    cdef Body* b = &w.body[i]
    cdef Pocket* pocket = &w.table.pocket[what]
    cdef double n[3]
    cdef double size
    if not b.falling:
        fall_in(w, i, what)
        return
    n[0] = pocket.hole[0] - b.p[0]
    n[1] = pocket.hole[1] - b.p[1]
    n[2] = 0.0
    size = sqrt(n[0] * n[0] + n[1] * n[1])
    n[0] /= size
    n[1] /= size
    bounce_solid(b, pocket.liner_e, w.law.cushion_mu, n)


cdef inline void meet_lip(World* w, int i, int what) noexcept nogil:
    """Ball i, falling into a hole, meets the slate's edge: over it again, back, or down if it has no speed left to climb."""
    cdef Body* b = &w.body[i]
    cdef Pocket* pocket = &w.table.pocket[what]
    cdef double n[3]
    cdef double x = b.p[0] - pocket.hole[0]
    cdef double y = b.p[1] - pocket.hole[1]
    cdef double far = sqrt(x * x + y * y)
    cdef double out, size, speed
    if far < 1e-9:
        fall_in(w, i, what)
        return
    n[0] = x / far * (far - pocket.drop)
    n[1] = y / far * (far - pocket.drop)
    n[2] = b.p[2]
    size = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
    n[0] /= size
    n[1] /= size
    n[2] /= size
    speed = -(b.v[0] * n[0] + b.v[1] * n[1] + b.v[2] * n[2])
    out = (b.v[0] * x + b.v[1] * y) / far
    if speed < HOP and (out <= 0.0 or 0.5 * (out * out + b.v[2] * b.v[2]) < w.law.gravity * (b.radius - b.p[2])):
        fall_in(w, i, what)
        return
    record_touch(w, C_BED, i, 0, bounce_solid(b, w.law.bed_e, w.law.sliding, n))


cdef inline bint behind_pocket(Pocket* pocket, Body* b) noexcept nogil:
    """Whether a centre is past a facing, in the body of the rail, or beyond the hole, in the casting."""
    cdef int side
    cdef double x, y
    for side in range(2):
        x = b.p[0] - pocket.point[side][0]
        y = b.p[1] - pocket.point[side][1]
        if x * pocket.normal[side][0] + y * pocket.normal[side][1] < 0.0:
            return True
    return (b.p[0] - pocket.hole[0]) * pocket.u[0] + (b.p[1] - pocket.hole[1]) * pocket.u[1] > 0.0


cdef inline void come_clear(World* w, int i) noexcept nogil:
    """The centre of ball i is out of the hole again: over the slate, high over a rail, or in the casting, so down."""
    cdef Body* b = &w.body[i]
    if b.p[2] - b.radius < w.table.height and behind_pocket(&w.table.pocket[b.over - 1], b):
        fall_in(w, i, b.over - 1)
        return
    b.over = 0
    b.falling = False
    if b.p[2] < b.radius:
        b.p[2] = b.radius  # rounding: over the edge itself a ball cannot be lower
