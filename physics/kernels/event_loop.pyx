# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The event loop: earliest event, advance, resolve, foresee, record. Exact between events; the lock is released.

Order rules (docs/physics.md#order): at one time ball-ball contacts come before the table's; balls joined by touching
contacts are one cluster and are solved at once; disjoint events of one time do not influence each other. So neither the
order of the balls nor a mirror changes any result.
"""

from libc.math cimport fabs, sqrt
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset
from libc.time cimport CLOCKS_PER_SEC, clock
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize

from physics.balls import FrictionLaw, PlainRestitution, RestitutionLaw
from physics.errors import BadConstants, BadLayout, BadStroke, BrokenPhysics, BudgetSpent
from physics.tip_facts import CLOSE as _CLOSE, tip_facts
from physics.trajectories import Trace

from physics.kernels.arithmetic cimport sine_cosine
from physics.kernels.clusters cimport STIFF, Pair, part_cluster, reach_of, strike_cluster
from physics.kernels.cue cimport strike
from physics.kernels.fixtures cimport (
    bounce_horizontal, bounce_solid, foresee, hole_under, leave_table, on_nose, over_rail, two_walls, wall_gap,
    wall_normal,
)
from physics.kernels.impacts cimport KICK, bed_impulse, closing, hit_pair, is_carried, push
from physics.kernels.motion cimport HOP, advance, end_mode, energy_of, place_at, settle
from physics.kernels.roots cimport NEVER, TOUCHING, until_meet
from physics.kernels.world cimport *


# --- records -----------------------------------------------------------------------------------------------------------


cdef inline void fail(World* w, int why) noexcept nogil:
    if w.failure == F_NONE:
        w.failure = why


cdef void record_row(World* w, int i) noexcept nogil:
    """Write the segment that starts at ball i's own time; a row of the same time is replaced."""
    cdef Body* b = &w.body[i]
    cdef Row* row
    cdef Row* bigger
    cdef int k
    if w.quiet:
        return
    if w.last_row[i] >= 0 and w.rows[w.last_row[i]].t == b.t:
        row = &w.rows[w.last_row[i]]
    else:
        if w.row_count == w.row_room:
            bigger = <Row*>realloc(w.rows, 2 * w.row_room * sizeof(Row))
            if bigger == NULL:
                fail(w, F_MEMORY)
                return
            w.rows = bigger
            w.row_room *= 2
        w.last_row[i] = w.row_count
        row = &w.rows[w.row_count]
        w.row_count += 1
    row.ball = <unsigned char>i
    row.mode = <unsigned char>b.mode
    row.t = b.t
    for k in range(3):
        row.p[k] = b.p[k]
        row.v[k] = b.v[k]
        row.w[k] = b.w[k]
        row.a[k] = b.a[k]


cdef void record_touch(World* w, int kind, int i, int other, double impulse) noexcept nogil:
    """Write one contact of ball i at its present place."""
    cdef Touch* touch
    cdef Touch* bigger
    cdef int k
    if w.touch_count == w.touch_room:
        bigger = <Touch*>realloc(w.touches, 2 * w.touch_room * sizeof(Touch))
        if bigger == NULL:
            fail(w, F_MEMORY)
            return
        w.touches = bigger
        w.touch_room *= 2
    touch = &w.touches[w.touch_count]
    w.touch_count += 1
    touch.t = w.now
    touch.impulse = impulse
    touch.kind = <unsigned char>kind
    touch.ball = <unsigned char>i
    touch.other = <unsigned char>other
    for k in range(3):
        touch.at[k] = w.body[i].p[k]


# --- foreseeing --------------------------------------------------------------------------------------------------------


cdef inline bint still(Body* b) noexcept nogil:
    return b.mode == REST or b.mode == SPINNING


cdef void foresee_pair(World* w, int i, int j) noexcept nogil:
    """When balls i and j meet next, from now; i < j is put in order here. Checks their overlap too."""
    cdef Body* a = &w.body[i]
    cdef Body* b = &w.body[j]
    cdef double pa[3]
    cdef double d[3]
    cdef double v[3]
    cdef double acc[3]
    cdef double reach = a.radius + b.radius
    cdef double span, gap, ta, tb
    cdef int k
    cdef bint pressing = False
    cdef int low = i if i < j else j
    cdef int high = j if i < j else i
    w.meet[low][high] = NEVER
    if a.mode == GONE or b.mode == GONE or (still(a) and still(b)):
        return
    span = (a.t_next if a.t_next < b.t_next else b.t_next) - w.now
    place_at(a, w.now, pa)
    place_at(b, w.now, d)
    ta = w.now - a.t
    tb = w.now - b.t
    for k in range(2):
        d[k] -= pa[k]
        v[k] = (b.v[k] + b.a[k] * tb) - (a.v[k] + a.a[k] * ta)
        acc[k] = b.a[k] - a.a[k]
        if fabs(d[k]) - reach > span * (fabs(v[k]) + 0.5 * span * fabs(acc[k])):
            return
    d[2] -= pa[2]
    v[2] = (b.v[2] + b.a[2] * tb) - (a.v[2] + a.a[2] * ta)
    acc[2] = b.a[2] - a.a[2]
    gap = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - reach * reach
    if gap < 0.0:
        gap = -gap / (2.0 * reach)
        if gap > w.deepest:
            w.deepest = gap
            if gap > 2e-9:
                fail(w, F_OVERLAP)
    span = until_meet(d, v, acc, reach, span, &pressing)
    if span < NEVER:
        w.meet[low][high] = w.now + span
        w.press[low][high] = pressing


cdef void changed(World* w, int i) noexcept nogil:
    """Ball i has a new motion at its own time now: check it, write it down and foresee all that can happen to it."""
    cdef Body* b = &w.body[i]
    cdef int side
    cdef double gap
    if not (fabs(b.p[0]) < 1e6 and fabs(b.v[0]) < 1e6 and fabs(b.p[1]) < 1e6 and fabs(b.v[1]) < 1e6):
        fail(w, F_NUMBER)
    record_row(w, i)
    foresee(b, &w.table, &w.law)
    if b.base == 0.0 and b.mode != GONE and b.p[2] <= w.table.height:
        for side in range(4):
            gap = wall_gap(&w.table, b, side)
            if gap < 0.0 and on_nose(&w.table, side, b.p[0], b.p[1]):
                if -gap > w.deepest:
                    w.deepest = -gap
                if gap < -2e-9:
                    fail(w, F_OUTSIDE)


cdef void foresee_all_of(World* w, int i) noexcept nogil:
    cdef int j
    for j in range(w.count):
        if j != i:
            foresee_pair(w, i, j)


# --- resolving ---------------------------------------------------------------------------------------------------------


cdef double direction(Body* a, Body* b, double* n) noexcept nogil:
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


cdef int gather(World* w, int i, int j, double reach, int* member) noexcept nogil:
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


cdef int touching_pairs(World* w, int* member, double reach, Pair* pair) noexcept nogil:
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


cdef void record_pairs(World* w, Pair* pair, int count) noexcept nogil:
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


cdef double answer_bed(World* w, int i, bint carried) noexcept nogil:
    """Let the bed answer what a blow did vertically to a carried ball."""
    if carried and w.body[i].v[2] != 0.0:
        return bed_impulse(&w.body[i], &w.law)
    return 0.0


cdef void meet_balls(World* w, int i, int j) noexcept nogil:
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
            changed(w, k)
    for k in range(w.count):
        if member[k]:
            foresee_all_of(w, k)


cdef int other_wall(World* w, int i, int first) noexcept nogil:
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


cdef void meet_wall(World* w, int i, int side) noexcept nogil:
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


cdef void meet_jaw(World* w, int i, int event, int what) noexcept nogil:
    """Ball i meets a point, tip or facing of a pocket; it belongs to the cushion it ends."""
    cdef Body* b = &w.body[i]
    cdef Pocket* pocket = &w.table.pocket[what // 2]
    cdef double n[3]
    cdef double size, j
    if event == E_FACING:
        j = bounce_horizontal(b, &w.law, pocket.normal[what % 2][0], pocket.normal[what % 2][1], w.table.height)
    else:
        n[0] = b.p[0] - pocket.point[what % 2][0]
        n[1] = b.p[1] - pocket.point[what % 2][1]
        n[2] = b.p[2] - w.table.height if event == E_TIP else 0.0
        size = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
        n[0] /= size
        n[1] /= size
        n[2] /= size
        if event == E_TIP:
            j = bounce_solid(b, &w.law, n)
        else:
            j = bounce_horizontal(b, &w.law, n[0], n[1], w.table.height)
    if j > 0.0:
        record_touch(w, C_CUSHION, i, pocket.cushion[what % 2], j)


cdef void meet_edge(World* w, int i, int side) noexcept nogil:
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
    j = bounce_solid(b, &w.law, n)
    if j > 0.0:
        record_touch(w, C_CUSHION, i, side, j)


cdef void fall_in(World* w, int i, int pocket) noexcept nogil:
    cdef Body* b = &w.body[i]
    cdef double speed = sqrt(b.v[0] * b.v[0] + b.v[1] * b.v[1] + b.v[2] * b.v[2])
    record_touch(w, C_POCKET, i, pocket, b.mass * speed)
    leave_table(b)


cdef void fall_off(World* w, int i) noexcept nogil:
    cdef Body* b = &w.body[i]
    cdef double speed = sqrt(b.v[0] * b.v[0] + b.v[1] * b.v[1] + b.v[2] * b.v[2])
    record_touch(w, C_OFF, i, 0, b.mass * speed)
    leave_table(b)


cdef void land(World* w, int i, double base) noexcept nogil:
    """A flying ball comes down on the bed (base 0) or a rail top."""
    cdef Body* b = &w.body[i]
    cdef int pocket = hole_under(&w.table, b.p[0], b.p[1])
    if pocket >= 0:
        fall_in(w, i, pocket)
        return
    if base == 0.0 and over_rail(&w.table, b.p[0], b.p[1]) and w.table.pockets == 0:
        fail(w, F_OUTSIDE)
    b.base = base
    record_touch(w, C_BED if base == 0.0 else C_RAIL, i, 0, bed_impulse(b, &w.law))
    if b.v[2] != 0.0:
        b.base = 0.0


cdef void meet_table(World* w, int i) noexcept nogil:
    """The event of ball i alone happens now."""
    cdef Body* b = &w.body[i]
    cdef int event = b.event
    cdef int what = b.what
    cdef double before, after
    advance(b, &w.law, w.now)
    before = energy_of(b, &w.law)
    if event == E_MODE:
        end_mode(b, &w.law)
        changed(w, i)
        foresee_all_of(w, i)
        return
    if event == E_CUSHION:
        meet_wall(w, i, what)
    elif event == E_EDGE:
        meet_edge(w, i, what)
    elif event == E_POINT or event == E_TIP or event == E_FACING:
        meet_jaw(w, i, event, what)
    elif event == E_DROP:
        fall_in(w, i, what)
    elif event == E_BED:
        land(w, i, 0.0)
    elif event == E_RAIL:
        land(w, i, w.table.height)
    elif event == E_RETURN:
        if not over_rail(&w.table, b.p[0], b.p[1]):
            b.base = 0.0
    elif event == E_OFF:
        fall_off(w, i)
    if b.mode != GONE:
        settle(b, &w.law)
        after = energy_of(b, &w.law)
        if after > before * (1.0 + 1e-9) + (1e-6 if b.pressing else 1e-9):
            fail(w, F_ENERGY)
    changed(w, i)
    foresee_all_of(w, i)


# --- the loop ----------------------------------------------------------------------------------------------------------


cdef void begin(World* w) noexcept nogil:
    """Write the start down and foresee everything."""
    cdef int i, j
    w.now = 0.0
    w.energy_start = 0.0
    for i in range(w.count):
        settle(&w.body[i], &w.law)
        w.energy_start += energy_of(&w.body[i], &w.law)
        w.last_row[i] = -1
    for i in range(w.count):
        changed(w, i)
    for i in range(w.count):
        for j in range(i + 1, w.count):
            foresee_pair(w, i, j)


cdef void fastest_of(World* w, double t, int* first, int* second) noexcept nogil:
    """Of all pairs that meet at t, the one that closes fastest: a choice that no order of balls changes.

    Equal speeds are left in their order: they are mirror images, in one cluster or in two that share no ball.
    """
    cdef Body* a
    cdef Body* b
    cdef double d[3]
    cdef double pa[3]
    cdef double speed, best
    cdef int i, j, k
    best = -1e300
    for i in range(w.count):
        for j in range(i + 1, w.count):
            if w.meet[i][j] != t:
                continue
            a = &w.body[i]
            b = &w.body[j]
            place_at(a, t, pa)
            place_at(b, t, d)
            speed = 0.0
            for k in range(3):
                speed += (d[k] - pa[k]) * (
                    (a.v[k] + a.a[k] * (t - a.t)) - (b.v[k] + b.a[k] * (t - b.t)))
            if speed > best:
                best = speed
                first[0] = i
                second[0] = j


cdef bint may_stop(World* w) noexcept nogil:
    """Whether what was asked for is known."""
    cdef int k
    if w.stop == S_DECIDED:
        return w.body[w.watched].mode == GONE
    for k in range(w.touch_count):
        if w.touches[k].kind == C_BALL and (w.touches[k].ball == w.watched or w.touches[k].other == w.watched):
            return True
    return False


cdef void play(World* w, long events, double time_limit, double wall) noexcept nogil:
    """Run a begun world until nothing moves or a budget is spent."""
    cdef double t, m
    cdef int i, j, bi, bj, ties
    cdef double ends = clock() + wall * CLOCKS_PER_SEC
    w.events = 0
    while w.failure == F_NONE:
        t = NEVER
        bi = bj = -1
        ties = 0
        for i in range(w.count):
            if w.body[i].t_next < t:
                t = w.body[i].t_next
                bi = i
        for i in range(w.count):
            for j in range(i + 1, w.count):
                m = w.meet[i][j]
                if m <= t and m < NEVER:
                    if m == t and bj >= 0:
                        ties += 1
                        continue
                    t = m
                    bi = i
                    bj = j
                    ties = 0
        if bi < 0:
            break
        if w.events == events:
            fail(w, F_EVENTS)
            break
        if t > time_limit:
            fail(w, F_TIME)
            break
        if wall > 0.0 and (w.events & 63) == 0 and clock() > ends:
            fail(w, F_WALL)
            break
        w.events += 1
        w.now = t
        if bj >= 0:
            if ties:
                fastest_of(w, t, &bi, &bj)
            meet_balls(w, bi, bj)
        else:
            meet_table(w, bi)
        if w.stop != S_REST and may_stop(w):
            break
    w.energy_end = 0.0
    for i in range(w.count):
        if w.body[i].mode != GONE:
            w.energy_end += energy_of(&w.body[i], &w.law)


cdef double CLOSE = _CLOSE

# --- packing -----------------------------------------------------------------------------------------------------------

_BROKEN = {F_OVERLAP: "overlap", F_ENERGY: "energy", F_OUTSIDE: "outside", F_NUMBER: "number"}
_SPENT = {F_EVENTS: "events", F_TIME: "time", F_WALL: "wall"}


cdef class Workspace:
    """One world with its buffers; taken from a small pool while a shot runs."""

    cdef World* world

    def __cinit__(self):
        self.world = <World*>calloc(1, sizeof(World))
        if self.world == NULL:
            raise MemoryError
        self.world.row_room = 256
        self.world.touch_room = 128
        self.world.rows = <Row*>malloc(self.world.row_room * sizeof(Row))
        self.world.touches = <Touch*>malloc(self.world.touch_room * sizeof(Touch))
        if self.world.rows == NULL or self.world.touches == NULL:
            raise MemoryError

    def __dealloc__(self):
        if self.world != NULL:
            free(self.world.rows)
            free(self.world.touches)
            free(self.world)


cdef class Setting:
    """A table and constants in the kernel's shapes."""

    cdef Table table
    cdef Law law
    cdef double mass
    cdef double radius
    cdef object others
    cdef object keep

    def __init__(self, table, constants):
        self.keep = (table, constants)
        self.mass = constants.ball_mass
        self.radius = constants.ball_radius
        self.others = constants.balls
        pack_law(&self.law, constants)
        pack_table(&self.table, table, constants)


cdef void pack_law(Law* law, constants) except *:
    friction = constants.ball_ball_friction
    bounce = constants.cushion_restitution
    law.gravity = constants.gravity
    law.sliding = constants.sliding_friction
    law.rolling = constants.rolling_friction
    law.spin_loss = constants.spin_deceleration
    law.ball_e = constants.ball_ball_restitution
    if isinstance(friction, FrictionLaw):
        law.mu_floor = friction.floor
        law.mu_swing = friction.swing
        law.mu_rate = friction.rate
    else:
        law.mu_floor = friction
        law.mu_swing = law.mu_rate = 0.0
    law.cushion_slope = law.cushion_low = law.compliance = 0.0
    if isinstance(bounce, PlainRestitution):
        law.core = K_PLAIN
        law.cushion_high = bounce.value
    elif not isinstance(bounce, RestitutionLaw):
        law.core = K_RIGID
        law.cushion_high = bounce
    else:
        law.core = K_RUBBER
        law.cushion_high = bounce.high
        law.cushion_slope = bounce.slope
        law.cushion_low = bounce.low
        law.compliance = bounce.compliance
    law.cushion_mu = constants.cushion_friction
    law.bed_e = constants.bed_restitution
    law.cue_mass = constants.cue_mass
    law.tip_e = constants.tip_restitution
    law.tip_mu = constants.tip_friction
    law.end_ratio = constants.end_mass_ratio


cdef void pack_pocket(Pocket* pocket, spec, double half_length, double half_width, double sx, double sy, double cut) except *:
    """One pocket; sx, sy in -1 0 1 say where (sx 0 = side). Mirrored pockets have mirrored numbers bit for bit."""
    cdef double root = sqrt(0.5)
    cdef double across[2]
    cdef double deep, sign, sine, cosine
    cdef int side, k
    sine_cosine(spec.facing_angle, &sine, &cosine)
    pocket.is_side = sx == 0.0
    if pocket.is_side:
        pocket.u[0] = 0.0
        pocket.u[1] = sy
        pocket.point[0][0] = cut
        pocket.point[1][0] = -cut
        pocket.point[0][1] = pocket.point[1][1] = sy * half_width
        across[0] = 1.0
        across[1] = 0.0
        pocket.cushion[0] = pocket.cushion[1] = 2 if sy > 0 else 3
        pocket.mid[0] = 0.0
        pocket.mid[1] = sy * half_width
    else:
        pocket.u[0] = sx * root
        pocket.u[1] = sy * root
        pocket.point[0][0] = sx * (half_length - cut)  # the end of the long cushion
        pocket.point[0][1] = sy * half_width
        pocket.point[1][0] = sx * half_length          # the end of the short one
        pocket.point[1][1] = sy * (half_width - cut)
        across[0] = -sx * root
        across[1] = sy * root
        pocket.cushion[0] = 2 if sy > 0 else 3
        pocket.cushion[1] = 1 if sx > 0 else 0
        pocket.mid[0] = sx * (half_length - 0.5 * cut)
        pocket.mid[1] = sy * (half_width - 0.5 * cut)
    deep = (spec.mouth - spec.throat) * cosine / (2.0 * sine) if spec.facing_angle > 0.0 else spec.depth
    pocket.length = deep / cosine
    for side in range(2):
        sign = 1.0 if side == 0 else -1.0
        for k in range(2):
            pocket.along[side][k] = pocket.u[k] * cosine - sign * across[k] * sine
            pocket.normal[side][k] = -sign * across[k] * cosine - pocket.u[k] * sine
    for k in range(2):
        pocket.hole[k] = pocket.mid[k] + pocket.u[k] * (spec.shelf + spec.drop_radius)
    pocket.drop = spec.drop_radius
    pocket.half = 0.5 * spec.mouth
    pocket.depth = spec.depth


cdef void pack_table(Table* table, spec, constants) except *:
    cdef double sx, sy
    cdef int k = 0
    table.half_length = spec.length / 2
    table.half_width = spec.width / 2
    table.height = constants.cushion_height
    table.rail = spec.rail_width
    table.corner_cut = spec.corner.mouth * sqrt(0.5) if spec.corner is not None else 0.0
    table.side_cut = spec.side.mouth / 2 if spec.side is not None else 0.0
    table.pockets = 0
    for sx in (-1.0, 0.0, 1.0):  # HL HR SL SR FL FR
        for sy in (1.0, -1.0):
            pocket = spec.side if sx == 0.0 else spec.corner
            if pocket is not None:
                cut = table.side_cut if sx == 0.0 else table.corner_cut
                pack_pocket(&table.pocket[k], pocket, table.half_length, table.half_width, sx, sy, cut)
            else:
                memset(&table.pocket[k], 0, sizeof(Pocket))
                table.pocket[k].is_side = sx == 0.0
            k += 1
    if spec.has_pockets:
        table.pockets = 6


_settings = {}
_pool = []


cdef Setting setting_for(table, constants):
    """The packed setting, kept for the last few pairs of values."""
    key = (id(table), id(constants))
    found = _settings.get(key)
    if found is None:
        if len(_settings) > 64:
            _settings.clear()
        found = _settings[key] = Setting(table, constants)
    return found


cdef void place_balls(World* w, Setting setting, positions) except *:
    """Lay the balls; raises BadLayout."""
    cdef int i = 0
    cdef Body* b
    cdef double x, y
    cdef double length = setting.table.half_length
    cdef double width = setting.table.half_width
    if not 1 <= len(positions) <= MOST_BALLS:
        raise BadLayout("balls", f"between 1 and {MOST_BALLS} balls")
    w.count = len(positions)
    for name, (px, py) in positions.items():
        x = px
        y = py
        b = &w.body[i]
        memset(b, 0, sizeof(Body))
        b.mass = setting.mass
        b.radius = setting.radius
        if setting.others and name in setting.others:
            b.mass = setting.others[name].mass
            b.radius = setting.others[name].radius
        if not (fabs(x) < 1e6 and fabs(y) < 1e6):
            raise BadLayout(f"balls.{name}", "not a place")
        if fabs(x) > length - b.radius + 1e-9 or fabs(y) > width - b.radius + 1e-9:
            if not in_mouth(&setting.table, b, x, y):
                raise BadLayout(f"balls.{name}", "outside the table")
        b.p[0] = x
        b.p[1] = y
        b.p[2] = b.radius
        i += 1
    check_overlaps(w, positions)


cdef bint in_mouth(Table* table, Body* b, double x, double y) noexcept:
    """Whether a ball outside the noses' rectangle still lies free in a pocket's mouth: clear of its solids and its hole."""
    cdef Pocket* pocket
    cdef double dx, dy, along, off
    cdef int k, side
    for k in range(table.pockets):
        pocket = &table.pocket[k]
        if pocket.drop == 0.0:
            continue
        dx = x - pocket.mid[0]
        dy = y - pocket.mid[1]
        if dx * dx + dy * dy > 4.0 * pocket.half * pocket.half:
            continue
        if hole_under(table, x, y) >= 0:
            return False
        for side in range(2):
            dx = x - pocket.point[side][0]
            dy = y - pocket.point[side][1]
            if sqrt(dx * dx + dy * dy) < b.radius - 1e-9:
                return False
            along = dx * pocket.along[side][0] + dy * pocket.along[side][1]
            off = dx * pocket.normal[side][0] + dy * pocket.normal[side][1]
            if along >= 0.0 and off < b.radius - 1e-9:
                return False
        for side in range(4):
            off = fabs(x) - table.half_length if side < 2 else fabs(y) - table.half_width
            if off > -b.radius + 1e-9 and on_nose(table, side, x, y):
                return False
        return True
    return False


cdef void check_overlaps(World* w, positions) except *:
    cdef int i, j
    cdef double dx, dy, dz, reach
    for i in range(w.count):
        for j in range(i):
            dx = w.body[i].p[0] - w.body[j].p[0]
            dy = w.body[i].p[1] - w.body[j].p[1]
            dz = w.body[i].p[2] - w.body[j].p[2]
            reach = w.body[i].radius + w.body[j].radius - 1.000001e-9
            if dx * dx + dy * dy + dz * dz < reach * reach:
                names = list(positions)
                raise BadLayout(f"balls.{names[i]}", f"overlaps ball {names[j]}")


cdef void give_stroke(World* w, Setting setting, positions, stroke) except *:
    """Strike one ball; raises BadStroke."""
    cdef double aim = stroke.aim
    cdef double speed = stroke.speed
    cdef double elevation = stroke.elevation
    cdef double side = stroke.tip[0]
    cdef double up = stroke.tip[1]
    cdef int i = index_of(positions, stroke.ball, "stroke.ball")
    if not fabs(aim) < 1e5:
        raise BadStroke("stroke.aim", "must be a direction")
    if not 0.0 <= speed <= 1e3:
        raise BadStroke("stroke.speed", "must be 0 or more and at most 1000 m/s")
    if not 0.0 <= elevation <= 1.5707963267948966:
        raise BadStroke("stroke.elevation", "must be between level and upright")
    if not side * side + up * up <= 1.0:
        raise BadStroke("stroke.tip", "lies beyond the edge of the ball")
    strike(&w.body[i], &w.law, aim, speed, elevation, side, up)
    start_on_bed(w, i)
    w.tip_matters = w.tip_matters or tip_may_matter(w, i, side * side + up * up)


cdef bint tip_may_matter(World* w, int i, double off2) noexcept:
    """Whether a stroke slips or a ball lies so close that the tip's facts must be looked at."""
    cdef double limit = w.law.tip_mu * w.law.tip_mu
    cdef double dx, dy, reach
    cdef int k
    if off2 > limit * (1.0 - off2):
        return True
    for k in range(w.count):
        dx = w.body[k].p[0] - w.body[i].p[0]
        dy = w.body[k].p[1] - w.body[i].p[1]
        reach = w.body[k].radius + w.body[i].radius + CLOSE
        if k != i and dx * dx + dy * dy < reach * reach:
            return True
    return False


cdef void start_on_bed(World* w, int i) noexcept nogil:
    """The bed answers a blow that presses a lying ball down."""
    cdef Body* b = &w.body[i]
    cdef double fall = -b.v[2]
    cdef double impulse
    b.mode = SLIDING
    if b.v[2] != 0.0:
        impulse = bed_impulse(b, &w.law)
        if fall > 0.0 and b.v[2] > 0.0:
            record_touch(w, C_BED, i, 0, impulse)


cdef int index_of(positions, ball, field) except -1:
    cdef int i = 0
    for name in positions:
        if name == ball:
            return i
        i += 1
    raise BadStroke(field, f"no ball {ball!r} on the table")


cdef void give_motion(World* w, positions, ball, motion) except *:
    """Start one ball with a given motion; raises BadStroke."""
    cdef int i = index_of(positions, ball, f"motion.{ball}")
    cdef Body* b = &w.body[i]
    cdef int k
    if len(motion.velocity) != 3 or len(motion.spin) != 3:
        raise BadStroke(f"motion.{ball}", "needs three numbers for each of v and w")
    for k in range(3):
        b.v[k] = motion.velocity[k]
        b.w[k] = motion.spin[k]
        if not (fabs(b.v[k]) <= 2e3 and fabs(b.w[k]) <= 1e6):
            raise BadStroke(f"motion.{ball}", "must be numbers of at most 2000 m/s and 1e6 rad/s")
    start_on_bed(w, i)


cdef bytes sorted_rows(World* w):
    """The segments as bytes, by ball, then time."""
    cdef int first[MOST_BALLS + 1]
    cdef int i
    cdef bytes rows = PyBytes_FromStringAndSize(NULL, w.row_count * sizeof(Row))
    cdef Row* out = <Row*>PyBytes_AS_STRING(rows)
    for i in range(w.count + 1):
        first[i] = 0
    for i in range(w.row_count):
        first[w.rows[i].ball + 1] += 1
    for i in range(w.count):
        first[i + 1] += first[i]
    for i in range(w.row_count):
        out[first[w.rows[i].ball]] = w.rows[i]
        first[w.rows[i].ball] += 1
    return rows


cdef double last_change(World* w) noexcept:
    """Start of the last segment, s."""
    cdef double t = 0.0
    cdef int i
    for i in range(w.row_count):
        if w.rows[i].t > t:
            t = w.rows[i].t
    return t


cdef void raise_failure(World* w) except *:
    if w.failure in _SPENT:
        raise BudgetSpent(_SPENT[w.failure])
    if w.failure == F_MEMORY:
        raise MemoryError
    raise BrokenPhysics(_BROKEN[w.failure], w.now)


def run_shot(table, constants, layout, strokes, motions, budget):
    """Simulate one shot: physics.simulate.simulate says what goes in and comes out."""
    cdef Setting setting = setting_for(table, constants)
    cdef Workspace space = _pool.pop() if _pool else Workspace()
    cdef World* w = space.world
    cdef long events = budget.events
    cdef double time_limit = budget.time
    cdef double wall = budget.wall
    positions = layout.positions
    w.law = setting.law
    w.table = setting.table
    w.failure = F_NONE
    w.deepest = 0.0
    w.now = 0.0
    w.row_count = w.touch_count = 0
    w.tip_matters = w.quiet = False
    w.stop = S_REST
    place_balls(w, setting, positions)
    for stroke in strokes:
        give_stroke(w, setting, positions, stroke)
    if motions:
        for ball, motion in motions.items():
            give_motion(w, positions, ball, motion)
    with nogil:
        begin(w)
        play(w, events, time_limit, wall)
    if w.failure != F_NONE:
        raise_failure(w)
    trace = Trace(
        tuple(positions),
        sorted_rows(w),
        PyBytes_FromStringAndSize(<char*>w.touches, w.touch_count * sizeof(Touch)),
        last_change(w),
        (w.energy_start, w.energy_end),
        w.deepest,
        w.events,
    )
    matters = w.tip_matters
    _pool.append(space)
    if matters:
        trace.cue = tip_facts(trace, table, constants, layout, strokes)
    return trace


def run_batch(table, constants, layout, int struck, const double[:, ::1] strokes, int stop, int watched, budget,
              double[:, :, ::1] places, signed char[:, ::1] fates, double[:, ::1] facts):
    """Simulate many strokes on one layout without the lock; physics.batch.simulate_many says what goes in and out.

    strokes  (n, 5)         aim, speed, elevation, side, up, checked by the caller
    places   (n, balls, 3)  where every ball is at the end, m
    fates    (n, balls)     -1 on the table, 0 to 5 in that pocket, 6 off the table
    facts    (n, 4)         end s, events, first ball met by the struck ball or -1, failure code
    """
    cdef Setting setting = setting_for(table, constants)
    cdef Workspace space = _pool.pop() if _pool else Workspace()
    cdef World* w = space.world
    cdef Body start[MOST_BALLS]
    cdef long events = budget.events
    cdef double time_limit = budget.time
    cdef int shot, k
    w.law = setting.law
    w.table = setting.table
    w.failure = F_NONE
    w.deepest = 0.0
    place_balls(w, setting, layout.positions)
    w.quiet = True
    w.stop = stop
    w.watched = watched
    memcpy(start, w.body, w.count * sizeof(Body))
    with nogil:
        for shot in range(strokes.shape[0]):
            memcpy(w.body, start, w.count * sizeof(Body))
            w.failure = F_NONE
            w.now = 0.0
            w.row_count = w.touch_count = 0
            strike(&w.body[struck], &w.law, strokes[shot, 0], strokes[shot, 1], strokes[shot, 2], strokes[shot, 3],
                   strokes[shot, 4])
            start_on_bed(w, struck)
            begin(w)
            play(w, events, time_limit, 0.0)
            summarise(w, struck, &places[shot, 0, 0], &fates[shot, 0], &facts[shot, 0])
    _pool.append(space)


cdef void summarise(World* w, int struck, double* places, signed char* fates, double* facts) noexcept nogil:
    """Write down where one shot of a batch ended."""
    cdef int i, k
    cdef double p[3]
    for i in range(w.count):
        place_at(&w.body[i], w.now if w.body[i].mode != REST and w.body[i].mode != GONE else w.body[i].t, p)
        for k in range(3):
            places[3 * i + k] = p[k]
        fates[i] = -1
    facts[0] = w.now
    facts[1] = <double>w.events
    facts[2] = -1.0
    facts[3] = <double>w.failure
    for k in range(w.touch_count):
        if w.touches[k].kind == C_POCKET:
            fates[w.touches[k].ball] = <signed char>w.touches[k].other
        elif w.touches[k].kind == C_OFF:
            fates[w.touches[k].ball] = 6
        elif w.touches[k].kind == C_BALL and facts[2] < 0.0:
            if w.touches[k].ball == struck:
                facts[2] = <double>w.touches[k].other
            elif w.touches[k].other == struck:
                facts[2] = <double>w.touches[k].ball


def run_sampled(table, constants, layout, int struck, const double[:, ::1] strokes, budget, const double[::1] times,
                double[:, :, ::1] paths):
    """Where the struck ball is at given times (s, rising), for many strokes: paths (n, times, 2), m; NaN where it failed."""
    cdef Setting setting = setting_for(table, constants)
    cdef Workspace space = _pool.pop() if _pool else Workspace()
    cdef World* w = space.world
    cdef Body start[MOST_BALLS]
    cdef long events = budget.events
    cdef double time_limit = budget.time
    cdef int shot
    w.law = setting.law
    w.table = setting.table
    w.failure = F_NONE
    w.deepest = 0.0
    place_balls(w, setting, layout.positions)
    w.quiet = False
    w.stop = S_REST
    memcpy(start, w.body, w.count * sizeof(Body))
    with nogil:
        for shot in range(strokes.shape[0]):
            memcpy(w.body, start, w.count * sizeof(Body))
            w.failure = F_NONE
            w.now = 0.0
            w.row_count = w.touch_count = 0
            strike(&w.body[struck], &w.law, strokes[shot, 0], strokes[shot, 1], strokes[shot, 2], strokes[shot, 3],
                   strokes[shot, 4])
            start_on_bed(w, struck)
            begin(w)
            play(w, events, time_limit, 0.0)
            sample_path(w, struck, &times[0], times.shape[0], &paths[shot, 0, 0])
    _pool.append(space)


cdef void sample_path(World* w, int ball, const double* times, long count, double* path) noexcept nogil:
    """Places of one ball at rising times, from the rows of its shot."""
    cdef long k
    cdef int row = 0
    cdef int at = -1
    cdef double dt
    for k in range(count):
        while row < w.row_count and w.rows[row].t <= times[k]:
            if w.rows[row].ball == ball:
                at = row
            row += 1
        dt = times[k] - w.rows[at].t
        path[2 * k] = w.rows[at].p[0] + dt * (w.rows[at].v[0] + 0.5 * dt * w.rows[at].a[0])
        path[2 * k + 1] = w.rows[at].p[1] + dt * (w.rows[at].v[1] + 0.5 * dt * w.rows[at].a[1])
