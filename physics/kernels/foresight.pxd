# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""When two balls meet next, and everything that follows from a ball's new motion: checks, record, foresight."""

from libc.math cimport fabs
from physics.kernels.fixtures cimport offer_edges, offer_landing, offer_rail_edges, offer_walls, on_nose, wall_gap
from physics.kernels.motion cimport place_at
from physics.kernels.pockets cimport may_enter, offer_drop, offer_fall, offer_jaws, offer_throat
from physics.kernels.records cimport fail, record_row
from physics.kernels.roots cimport NEVER, TOO_DEEP, until_meet
from physics.kernels.world cimport *


cdef inline bint still(Body* b) noexcept nogil:
    return b.mode == REST or b.mode == SPINNING


cdef inline void foresee_pair(World* w, int i, int j) noexcept nogil:
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
            if gap > TOO_DEEP:
                fail(w, F_OVERLAP)
    span = until_meet(d, v, acc, reach, span, &pressing)
    if span < NEVER:
        w.meet[low][high] = w.now + span
        w.press[low][high] = pressing


cdef inline void foresee(Body* b, Table* table, Law* law) noexcept nogil:
    """Find the next event of one ball alone, from the start of its segment."""
    cdef int k
    cdef double span
    cdef bint flies = b.mode == AIRBORNE
    b.t_next = b.t_end
    b.event = E_MODE if b.t_end < NEVER else E_NONE
    b.what = 0
    b.pressing = False
    if b.mode == REST or b.mode == GONE or b.mode == SPINNING:
        return
    if b.falling:
        offer_fall(b, table, law)
        return
    if flies:
        offer_landing(b, table, law)
        offer_edges(b, table, b.t_next - b.t)
    elif b.base > 0.0:
        offer_rail_edges(b, table)
        return
    offer_walls(b, table)
    span = b.t_next - b.t
    for k in range(table.pockets):
        if may_enter(table, &table.pocket[k], b, span):
            offer_jaws(b, table, k, span)
            if flies or b.over or table.pocket[k].long_shelf:
                offer_throat(b, table, k, span)
            if not flies:
                offer_drop(b, table, k, span)


cdef inline void changed(World* w, int i) noexcept nogil:
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
                if gap < -TOO_DEEP:
                    fail(w, F_OUTSIDE)


cdef inline void foresee_all_of(World* w, int i) noexcept nogil:
    cdef int j
    for j in range(w.count):
        if j != i:
            foresee_pair(w, i, j)
