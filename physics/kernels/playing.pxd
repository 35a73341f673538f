# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""The loop: earliest event, move, resolve, foresee, until nothing moves; and what is read off a finished world.

Order rules (docs/physics.md#order): at one time ball-ball contacts come before the table's; balls joined by touching
contacts are one cluster and are solved at once; disjoint events of one time do not influence each other. So neither the
order of the balls nor a mirror changes any result.
"""

from libc.time cimport CLOCKS_PER_SEC, clock
from physics.kernels.foresight cimport changed, foresee_pair
from physics.kernels.meetings cimport meet_balls, meet_table
from physics.kernels.motion cimport energy_of, place_at, settle
from physics.kernels.records cimport fail
from physics.kernels.roots cimport NEVER
from physics.kernels.world cimport *


cdef inline void begin(World* w) noexcept nogil:
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


cdef inline void fastest_of(World* w, double t, int* first, int* second) noexcept nogil:
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


cdef inline bint may_stop(World* w) noexcept nogil:
    """Whether what was asked for is known."""
    cdef int k
    if w.stop == S_DECIDED:
        return w.body[w.watched].mode == GONE
    for k in range(w.touch_count):
        if w.touches[k].kind == C_BALL and (w.touches[k].ball == w.watched or w.touches[k].other == w.watched):
            return True
    return False


cdef inline void play(World* w, long events, double time_limit, double wall) noexcept nogil:
    """Run a begun world until nothing moves or a budget is spent."""
    cdef double t, m
    cdef int i, j, bi, bj, ties
    cdef double ends = clock() + wall * CLOCKS_PER_SEC if wall > 0.0 else 0.0
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
        if w.body[i].mode != GONE and w.body[i].base == 0.0:
            w.energy_end += energy_of(&w.body[i], &w.law)


cdef inline void summarise(World* w, int struck, double* places, signed char* fates, double* facts) noexcept nogil:
    """Write down where one shot of a batch ended."""
    cdef int i, k
    cdef double p[3]
    for i in range(w.count):
        place_at(&w.body[i], w.now if w.body[i].mode != REST and w.body[i].mode != GONE else w.body[i].t, p)
        for k in range(3):
            places[3 * i + k] = p[k]
        fates[i] = 6 if w.body[i].base > 0.0 else -1  # a rail top is off the table
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


cdef inline void sample_path(World* w, int ball, const double* times, long count, double* path) noexcept nogil:
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
