# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""What happens when an event's time has come: two balls or a cluster, a nose, an edge, a landing."""

from libc.math cimport fabs, sqrt
from physics.kernels.clusters cimport STIFF, Pair, part_cluster, reach_of, strike_cluster
from physics.kernels.fixtures cimport (
    bounce_horizontal, bounce_solid, edge_restitution, hole_under, leave_table, on_nose, over_rail, two_walls, wall_gap,
    wall_normal,
)
from physics.kernels.foresight cimport changed, foresee_all_of, still
from physics.kernels.impacts cimport KICK, bed_impulse, closing, hit_pair, is_carried
from physics.kernels.motion cimport advance, end_mode, energy_of, place_at, settle
from physics.kernels.pocket_meetings cimport answer_edge, come_clear, fall_in, meet_jaw, meet_liner, meet_lip
from physics.kernels.records cimport fail, record_touch
from physics.kernels.world cimport *


cdef inline double direction(Body* a, Body* b, double* n) noexcept nogil:
    """Unit vector from a to b and their distance, m; both at one time."""
    cdef double size
    n[0] = b.p[0] - a.p[0]
    n[1] = b.p[1] - a.p[1]
    n[2] = b.p[2] - a.p[2]
    size = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
    n[0] /= size
    n[1] /= size
    n[2] /= size
    return size


cdef inline int gather(World* w, int i, int j, double reach, int* member) noexcept nogil:
    """Mark the balls of the cluster around the meeting pair (gaps up to reach, m); all are advanced to now. Their number."""
    cdef int list_[MOST_BALLS]
    cdef int count = 2
    cdef int at = 0
    cdef int k
    cdef Body* b
    cdef double p[3]
    cdef double dx, dy, dz, far
    for k in range(w.count):
        member[k] = 0
    list_[0] = i
    list_[1] = j
    member[i] = member[j] = 1
    advance(&w.body[i], &w.law, w.now)
    advance(&w.body[j], &w.law, w.now)
    while at < count:
        b = &w.body[list_[at]]
        at += 1
        for k in range(w.count):
            if member[k] or w.body[k].mode == GONE:
                continue
            place_at(&w.body[k], w.now, p)
            far = b.radius + w.body[k].radius + reach
            dx = p[0] - b.p[0]
            if fabs(dx) > far:
                continue
            dy = p[1] - b.p[1]
            dz = p[2] - b.p[2]
            if dx * dx + dy * dy + dz * dz <= far * far:
                member[k] = 1
                list_[count] = k
                count += 1
                advance(&w.body[k], &w.law, w.now)
    return count


cdef inline int touching_pairs(World* w, int* member, double reach, Pair* pair) noexcept nogil:
    """List the contacts inside a cluster, with gaps up to reach (m), ready to be solved. Their number."""
    cdef int count = 0
    cdef int i, j
    cdef Pair* c
    for i in range(w.count):
        if not member[i]:
            continue
        for j in range(i + 1, w.count):
            if not member[j] or count == MOST_PAIRS:
                continue
            c = &pair[count]
            c.depth = w.body[i].radius + w.body[j].radius - direction(&w.body[i], &w.body[j], c.n)
            if c.depth < -reach:
                continue
            if c.depth > 0.0:
                c.depth = 0.0
            c.i = i
            c.j = j
            c.reduced = w.body[i].mass * w.body[j].mass / (w.body[i].mass + w.body[j].mass)
            c.stiff = STIFF
            c.impulse[0] = c.impulse[1] = c.impulse[2] = 0.0
            c.first = -1.0
            c.squeezed = False
            count += 1
    return count


cdef inline void record_pairs(World* w, Pair* pair, int count) noexcept nogil:
    """Write a cluster's contacts down, in the order of their first touch."""
    cdef bint done[MOST_PAIRS]
    cdef int k, best
    cdef Pair* c
    for k in range(count):
        done[k] = pair[k].first < 0.0
    while True:
        best = -1
        for k in range(count):
            if not done[k] and (best < 0 or pair[k].first < pair[best].first):
                best = k
        if best < 0:
            return
        done[best] = True
        c = &pair[best]
        record_touch(w, C_BALL, c.i, c.j, sqrt(
            c.impulse[0] * c.impulse[0] + c.impulse[1] * c.impulse[1] + c.impulse[2] * c.impulse[2]))


cdef inline double answer_bed(World* w, int i, bint carried) noexcept nogil:
    """Let the bed answer what a blow did vertically to a carried ball."""
    if carried and w.body[i].v[2] != 0.0:
        return bed_impulse(&w.body[i], &w.law)
    return 0.0


cdef inline void meet_balls(World* w, int i, int j) noexcept nogil:
    """Balls i and j touch now: solve them, or the cluster they belong to."""
    cdef int member[MOST_BALLS]
    cdef bint carried[MOST_BALLS]
    cdef Pair pair[MOST_PAIRS]
    cdef double n[3]
    cdef double speed, before, after, j_n, reach
    cdef int count, k
    advance(&w.body[i], &w.law, w.now)
    advance(&w.body[j], &w.law, w.now)
    direction(&w.body[i], &w.body[j], n)
    speed = closing(&w.body[i], &w.body[j], n)
    reach = reach_of(speed if speed > 0.0 else 0.0)
    count = gather(w, i, j, reach, member)
    before = 0.0
    for k in range(w.count):
        if member[k]:
            carried[k] = is_carried(&w.body[k])
            before += energy_of(&w.body[k], &w.law)
    if speed < KICK:
        count = touching_pairs(w, member, reach, pair)
        part_cluster(w.body, w.count, pair, count, &w.law)
        record_pairs(w, pair, count)
    elif count == 2:
        j_n = hit_pair(&w.body[i], &w.body[j], &w.law, n)
        if still(&w.body[i]):
            record_touch(w, C_BALL, j, i, j_n)
        else:
            record_touch(w, C_BALL, i, j, j_n)
    else:
        count = touching_pairs(w, member, reach, pair)
        strike_cluster(w.body, w.count, pair, count, &w.law)
        record_pairs(w, pair, count)
    after = 0.0
    for k in range(w.count):
        if member[k]:
            answer_bed(w, k, carried[k])
            settle(&w.body[k], &w.law)
            after += energy_of(&w.body[k], &w.law)
    if after > before * (1.0 + 1e-9) + 1e-9:
        fail(w, F_ENERGY)
    for k in range(w.count):
        if member[k]:
            answer_edge(w, k)
            changed(w, k)
    for k in range(w.count):
        if member[k]:
            foresee_all_of(w, k)


cdef inline int other_wall(World* w, int i, int first) noexcept nogil:
    """A second cushion that ball i touches and moves into now, or -1."""
    cdef Body* b = &w.body[i]
    cdef double n[2]
    cdef int side
    for side in range(4):
        if side == first or wall_gap(&w.table, b, side) > 1e-9 or wall_gap(&w.table, b, side) < -2e-9:
            continue
        if not on_nose(&w.table, side, b.p[0], b.p[1]):
            continue
        wall_normal(side, n)
        if b.v[0] * n[0] + b.v[1] * n[1] < 0.0:
            return side
    return -1


cdef inline void meet_wall(World* w, int i, int side) noexcept nogil:
    """Ball i meets a nose as a wall, or two of them in a corner."""
    cdef Body* b = &w.body[i]
    cdef double n[2]
    cdef double j1 = 0.0
    cdef double j2 = 0.0
    cdef int second = -1 if b.pressing else other_wall(w, i, side)
    if second >= 0:
        two_walls(b, &w.law, side, second, w.table.height, &j1, &j2)
        record_touch(w, C_CUSHION, i, side, j1)
        record_touch(w, C_CUSHION, i, second, j2)
        return
    wall_normal(side, n)
    j1 = bounce_horizontal(b, &w.law, n[0], n[1], w.table.height)
    if j1 > 0.0:
        record_touch(w, C_CUSHION, i, side, j1)


cdef inline void meet_edge(World* w, int i, int side) noexcept nogil:
    """A flying ball meets a nose from above."""
    cdef Body* b = &w.body[i]
    cdef double n[3]
    cdef double m[2]
    cdef double size, j, over
    wall_normal(side, m)
    over = wall_gap(&w.table, b, side) + b.radius
    n[0] = m[0] * over
    n[1] = m[1] * over
    n[2] = b.p[2] - w.table.height
    size = sqrt(over * over + n[2] * n[2])
    n[0] /= size
    n[1] /= size
    n[2] /= size
    j = bounce_solid(b, edge_restitution(&w.law), w.law.cushion_mu, n)
    if j > 0.0:
        record_touch(w, C_CUSHION, i, side, j)


cdef inline void fall_off(World* w, int i) noexcept nogil:
    cdef Body* b = &w.body[i]
    cdef double speed = sqrt(b.v[0] * b.v[0] + b.v[1] * b.v[1] + b.v[2] * b.v[2])
    record_touch(w, C_OFF, i, 0, b.mass * speed)
    leave_table(b)


cdef inline bint in_casting(World* w, Body* b) noexcept nogil:
    """Whether a ball that comes down on the slate's height is behind a nose: it has come through a pocket's casting."""
    cdef int side
    for side in range(4):
        if wall_gap(&w.table, b, side) < -2e-9 and on_nose(&w.table, side, b.p[0], b.p[1]):
            return True
    return False


cdef inline int nearest_pocket(World* w, Body* b) noexcept nogil:
    """The pocket whose hole is nearest to a ball."""
    cdef int k
    cdef int best = 0
    cdef double x, y, far
    cdef double least = 1e300
    for k in range(w.table.pockets):
        x = b.p[0] - w.table.pocket[k].hole[0]
        y = b.p[1] - w.table.pocket[k].hole[1]
        far = x * x + y * y
        if w.table.pocket[k].drop > 0.0 and far < least:
            least = far
            best = k
    return best


cdef inline void land(World* w, int i, double base) noexcept nogil:
    """A flying ball comes down on the bed (base 0) or a rail top."""
    cdef Body* b = &w.body[i]
    cdef int pocket = hole_under(&w.table, b.p[0], b.p[1])
    if pocket >= 0 and (base > 0.0 or in_casting(w, b)):
        fall_in(w, i, pocket)  # from above the rails it comes down between the pocket's solids, or in them
        return
    if pocket >= 0:
        b.over = pocket + 1
        b.falling = True
        return
    if base == 0.0 and w.table.pockets > 0 and in_casting(w, b):
        fall_in(w, i, nearest_pocket(w, b))
        return
    if base == 0.0 and over_rail(&w.table, b.p[0], b.p[1]) and w.table.pockets == 0:
        fail(w, F_OUTSIDE)
    b.base = base
    record_touch(w, C_BED if base == 0.0 else C_RAIL, i, 0, bed_impulse(b, &w.law))
    if b.v[2] != 0.0:
        b.base = 0.0


cdef inline void meet_table(World* w, int i) noexcept nogil:
    """The event of ball i alone happens now."""
    cdef Body* b = &w.body[i]
    cdef int event = b.event
    cdef int what = b.what
    cdef double before, after, half
    cdef int axis
    advance(b, &w.law, w.now)
    before = energy_of(b, &w.law)
    if event == E_MODE:
        end_mode(b, &w.law)
        answer_edge(w, i)
        changed(w, i)
        foresee_all_of(w, i)
        return
    if event == E_CUSHION:
        meet_wall(w, i, what)
    elif event == E_EDGE:
        meet_edge(w, i, what)
    elif (event == E_POINT or event == E_TIP or event == E_FACING or event == E_THROAT or event == E_CORNER
          or event == E_RIM or event == E_PEAK):
        meet_jaw(w, i, event, what)
    elif event == E_DROP:
        b.over = what + 1
    elif event == E_LINER:
        meet_liner(w, i, what)
    elif event == E_LIP:
        meet_lip(w, i, what)
    elif event == E_CLEAR:
        come_clear(w, i)
    elif event == E_SUNK:
        fall_in(w, i, what)
    elif event == E_BED:
        land(w, i, 0.0)
    elif event == E_RAIL:
        land(w, i, w.table.height)
    elif event == E_RETURN:
        axis = 0 if what < 2 else 1
        half = w.table.half_length if axis == 0 else w.table.half_width
        b.p[axis] = half if b.p[axis] > 0.0 else -half  # free of rounding: a corner of the rail has two noses
        if not over_rail(&w.table, b.p[0], b.p[1]):
            b.base = 0.0
    elif event == E_OFF:
        fall_off(w, i)
    if b.mode != GONE:
        settle(b, &w.law)
        after = energy_of(b, &w.law)
        if after > before * (1.0 + 1e-9) + (1e-6 if b.pressing else 1e-9):
            fail(w, F_ENERGY)
    answer_edge(w, i)
    changed(w, i)
    foresee_all_of(w, i)
