# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""What a shot writes down: segments and contacts in flat buffers, and why it failed."""

from libc.stdlib cimport realloc
from libc.string cimport memset
from physics.kernels.world cimport *


cdef inline void fail(World* w, int why) noexcept nogil:
    if w.failure == F_NONE:
        w.failure = why


cdef inline void record_row(World* w, int i) noexcept nogil:
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
            memset(&bigger[w.row_room], 0, w.row_room * sizeof(Row))
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


cdef inline void record_touch(World* w, int kind, int i, int other, double impulse) noexcept nogil:
    """Write one contact of ball i at its present place."""
    cdef Touch* touch
    cdef Touch* bigger
    cdef int k
    if w.touch_count == w.touch_room:
        bigger = <Touch*>realloc(w.touches, 2 * w.touch_room * sizeof(Touch))
        if bigger == NULL:
            fail(w, F_MEMORY)
            return
        memset(&bigger[w.touch_room], 0, w.touch_room * sizeof(Touch))
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
