# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""What the tip did besides a clean hit: miscue, scoop, ferrule, double hit, push; each with its margin.

After the blow the cue goes on with the speed that the momentum it gave leaves it. Where another ball close by slows
the ball it struck, the tip may reach that again: docs/physics.md#double-hit (Slovak pool rules 3.22, 3.23; T3, R3).
"""

from libc.math cimport fabs, sqrt
from physics.kernels.arithmetic cimport sine_cosine
from physics.kernels.world cimport *

cdef extern from *:
    """
    #define CUEHALL_CLOSE 0.022
    #define CUEHALL_FOLLOW_THROUGH 0.010
    #define CUEHALL_FROZEN_GAP 5e-5
    #define CUEHALL_GRAZE 0.98480775301220805936
    #define CUEHALL_PUSH_CONE 0.70710678118654752440
    #define CUEHALL_LEVEL 0.34906585039886591538
    #define CUEHALL_FERRULE 0.8
    """
    const double CLOSE "CUEHALL_CLOSE"  # m: a ball farther off than a cube of chalk cannot bring the tip back (2.20)
    const double FOLLOW_THROUGH "CUEHALL_FOLLOW_THROUGH"  # m: how far a tip goes on after the blow
    const double FROZEN_GAP "CUEHALL_FROZEN_GAP"  # m, as in physics.placement
    const double GRAZE "CUEHALL_GRAZE"  # sine of 80 degrees: thinner hits hardly slow the struck ball, always clean
    const double PUSH_CONE "CUEHALL_PUSH_CONE"  # cosine of 45 degrees: a frozen ball within it is pushed
    const double LEVEL "CUEHALL_LEVEL"  # rad, 20 degrees: a cue raised less is not raised for a jump (3.25)
    const double FERRULE "CUEHALL_FERRULE"  # radii: a slipping tip this far out meets the ball with its side

cdef enum:  # facts of a stroke, in the order in which they are told
    T_MISCUE = 0
    T_FERRULE = 1
    T_SCOOP = 2
    T_DOUBLE_HIT = 3
    T_PUSH = 4
    TIP_FACTS = 5

cdef struct TipFact:
    bint found
    bint timed     # whether `ms` is known
    double mm
    double ms


cdef inline void find(TipFact* fact, double mm) noexcept nogil:
    fact.found = True
    fact.mm = mm


cdef inline void find_hit(TipFact* fact, double mm, double ms) noexcept nogil:
    find(fact, mm)
    fact.timed = True
    fact.ms = ms


cdef inline bint tip_may_matter(World* w, int i, double off2) noexcept nogil:
    """Whether a stroke slips or a ball lies so close that the tip's facts must be looked at; before the balls move."""
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


cdef inline void find_slips(World* w, int i, double elevation, double side, double up, TipFact* facts) noexcept nogil:
    """Miscue, ferrule and scoop: the tip beyond its friction cone. Margins: how far beyond, mm on the ball."""
    cdef double offset = sqrt(side * side + up * up)
    cdef double limit = w.law.tip_mu / sqrt(1.0 + w.law.tip_mu * w.law.tip_mu)
    cdef double scale = 1000.0 * w.body[i].radius
    cdef int k
    if offset <= limit:
        return
    find(&facts[T_MISCUE], (offset - limit) * scale)
    if offset > FERRULE:
        find(&facts[T_FERRULE], (offset - FERRULE) * scale)
    if up >= 0.0 or elevation >= LEVEL or w.rows[i].mode != AIRBORNE:
        return
    for k in range(w.touch_count):
        if w.touches[k].kind == C_BED and w.touches[k].t == 0.0 and w.touches[k].ball == i:
            return
    find(&facts[T_SCOOP], -up * scale)


cdef inline bint find_frozen(World* w, int i, double ca, double sa, TipFact* facts) noexcept nogil:
    """A shot into frozen balls: in pool only two at once are a double hit, elsewhere one within the cone is pushed.

    Whether any ball that lies ahead is frozen to the struck one.
    """
    cdef double x, y, far, ahead
    cdef double most = -1.0
    cdef int count = 0
    cdef int k
    for k in range(w.count):
        if k == i:
            continue
        x = w.rows[k].p[0] - w.rows[i].p[0]
        y = w.rows[k].p[1] - w.rows[i].p[1]
        far = sqrt(x * x + y * y)
        ahead = ca * x + sa * y
        if far > w.body[i].radius + w.body[k].radius + FROZEN_GAP or ahead <= 0.0:
            continue
        count += 1
        if ahead / far > most:
            most = ahead / far
    if w.table.pockets > 0 and count > 1:
        find_hit(&facts[T_DOUBLE_HIT], 0.0, 0.0)
    elif w.table.pockets == 0 and most > PUSH_CONE:
        find_hit(&facts[T_PUSH], 0.0, 0.0)
    return count > 0


cdef inline Touch* first_ball_met(World* w, int i) noexcept nogil:
    """The first contact of ball i with another within a second and before a cushion, or NULL."""
    cdef Touch* touch
    cdef int k
    for k in range(w.touch_count):
        touch = &w.touches[k]
        if touch.t > 1.0:
            return NULL
        if touch.kind == C_BALL and (touch.ball == i or touch.other == i):
            return touch
        if touch.kind == C_CUSHION and touch.ball == i:
            return NULL
    return NULL


cdef inline Row* row_at(World* w, int i, double t) noexcept nogil:
    """The segment of ball i that holds at time t, s."""
    cdef Row* row = &w.rows[i]
    cdef int k
    for k in range(w.row_count):
        if w.rows[k].t > t:
            break
        if w.rows[k].ball == i:
            row = &w.rows[k]
    return row


cdef inline void find_reached(World* w, int i, double speed, double ca, double sa, TipFact* facts) noexcept nogil:
    """Whether the tip catches up with the ball that another one has slowed, within its follow-through."""
    cdef Touch* first = first_ball_met(w, i)
    cdef Row* here
    cdef Row* there
    cdef double* start = w.rows[i].v
    cdef double at[2]
    cdef double line[2]
    cdef double dt, gap, size, leaving, tip, forward, catching, travel
    cdef int k
    if first == NULL:
        return
    here = row_at(w, i, first.t)
    there = row_at(w, first.other if first.ball == i else first.ball, first.t)
    for k in range(2):
        dt = first.t - here.t
        at[k] = here.p[k] + dt * (here.v[k] + 0.5 * dt * here.a[k])
        dt = first.t - there.t
        line[k] = there.p[k] + dt * (there.v[k] + 0.5 * dt * there.a[k]) - at[k]
        at[k] -= w.rows[i].p[k]
    gap = sqrt(at[0] * at[0] + at[1] * at[1])
    size = sqrt(line[0] * line[0] + line[1] * line[1])
    if gap >= CLOSE or gap == 0.0 or fabs(ca * line[1] - sa * line[0]) >= GRAZE * size:
        return
    leaving = sqrt(start[0] * start[0] + start[1] * start[1] + start[2] * start[2])
    tip = speed - leaving * w.body[i].mass / w.law.cue_mass
    forward = here.v[0] * ca + here.v[1] * sa
    if tip <= forward:
        return
    catching = gap * (1.0 - tip / leaving) / (tip - forward)
    travel = tip * (gap / leaving + catching)
    if travel <= FOLLOW_THROUGH:
        find_hit(&facts[T_DOUBLE_HIT], 1000.0 * (FOLLOW_THROUGH - travel), 1000.0 * catching)


cdef inline void find_tip_facts(
    World* w, int i, double aim, double speed, double elevation, double side, double up, TipFact* facts
) noexcept nogil:
    """All that the tip did to ball i in a played world; facts (TIP_FACTS,). The first rows are the balls in their order."""
    cdef double sa, ca
    cdef int k
    for k in range(TIP_FACTS):
        facts[k].found = facts[k].timed = False
    if speed == 0.0:
        return
    sine_cosine(aim, &sa, &ca)
    find_slips(w, i, elevation, side, up, facts)
    if not find_frozen(w, i, ca, sa, facts):
        find_reached(w, i, speed, ca, sa, facts)
