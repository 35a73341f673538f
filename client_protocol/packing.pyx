# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""Traces to bytes, in the layout that `trace_layout` describes. Compiled, since every shot of the hall is packed."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.math cimport fabs, rint
from libc.stdlib cimport free, malloc

from client_protocol import trace_layout as layout

cdef enum:
    SPINNING = 1
    ROLLING = 2
    SLIDING = 3
    AIRBORNE = 4
    HEIGHT = 8
    PLANAR = 16
    VERTICAL = 32
    BRIDGE = 64
    CLOSING = 128

cdef double TICKS = 1.0 / layout.TICK
cdef double TICK = layout.TICK
cdef double UNITS = 1.0 / layout.UNIT
cdef double SPINS = 1.0 / layout.SPIN_UNIT
cdef double IMPULSES = 1.0 / layout.IMPULSE_UNIT
cdef double JUMP = 1.5e-6  # a gap between the end of one segment and the start of the next that is longer, m, is bridged
cdef double OFF_BED = 1e-6  # a ball whose centre is this far from its radius, m, is not on the bed
cdef double OWN_SPIN = 0.5  # spin that does not follow from the motion, rad/s, is written


cdef struct Rows:
    # The columns of the trace while they are being written, and how far each is filled.
    size_t rows, moving, high, planar, vertical
    unsigned char* flags
    unsigned int* time
    int* place[2]
    int* bend[2]
    int* height[2]
    short* spin[3]


cdef struct Segment:
    double t
    double pos[3]
    double vel[3]
    double spin[3]
    double acc[3]
    int mode


cdef unsigned int ticks_of(double time) except? 0xFFFFFFFF:
    cdef double ticks = rint(time * TICKS)
    if not 0 <= ticks < 4294967295.0:
        raise ValueError(f"a time of {time} s does not fit the trace")
    return <unsigned int> ticks


cdef int length_of(double units) except? -0x7FFFFFFF:
    cdef double whole = rint(units)
    if not -0x800000 <= whole < 0x800000:
        raise ValueError(f"a length of {units / UNITS} m does not fit the trace")
    return <int> whole


cdef short spin_of(double spin) except? -32768:
    """Spin in its unit, at most what 16 bits hold (2,047 rad/s)."""
    cdef double code = rint(spin * SPINS)
    if code != code:
        raise ValueError("a spin that is no number")
    return <short> max(-32767.0, min(32767.0, code))


cdef int write_row(Rows* rows, int flags, double time, const double* pos) except -1:
    rows.flags[rows.rows] = <unsigned char> flags
    rows.time[rows.rows] = ticks_of(time)
    rows.place[0][rows.rows] = length_of(pos[0] * UNITS)
    rows.place[1][rows.rows] = length_of(pos[1] * UNITS)
    rows.rows += 1
    if flags & HEIGHT:
        rows.height[0][rows.high] = length_of(pos[2] * UNITS)
        rows.height[1][rows.high] = 0
        rows.high += 1
    return 0


cdef int write_spin(Rows* rows, const Segment* own, double radius) except -1:
    """Write what of the spin does not follow from the motion; gives the flags that say so."""
    cdef double x = own.spin[0], y = own.spin[1]
    cdef int flags = 0
    cdef short vertical
    if own.mode == ROLLING:
        x += own.vel[1] / radius
        y -= own.vel[0] / radius
    if not (fabs(x) <= OWN_SPIN and fabs(y) <= OWN_SPIN):
        flags = PLANAR
        rows.spin[0][rows.planar] = spin_of(own.spin[0])
        rows.spin[1][rows.planar] = spin_of(own.spin[1])
        rows.planar += 1
    vertical = spin_of(own.spin[2])
    if vertical:
        flags |= VERTICAL
        rows.spin[2][rows.vertical] = vertical
        rows.vertical += 1
    return flags


cdef int write_bend(Rows* rows, const Segment* own, bint lifted, double end_time, const double* meets) except -1:
    """Write how far the middle of the path lies from the middle of the chord between the coded ends."""
    cdef double half = (<double> rows.time[rows.rows - 1] + <double> ticks_of(end_time)) * 0.5 * TICK - own.t
    cdef double middle, chord
    cdef int axis, bend
    for axis in range(3 if lifted else 2):
        middle = own.pos[axis] + half * (own.vel[axis] + 0.5 * half * own.acc[axis])
        chord = (<double> length_of(own.pos[axis] * UNITS) + <double> length_of(meets[axis] * UNITS)) * 0.5
        bend = length_of(middle * UNITS - chord)
        if axis == 2:
            rows.height[1][rows.high - 1] = bend
        else:
            rows.bend[axis][rows.moving] = bend
    rows.moving += 1
    return 0


cdef int write_segment(Rows* rows, const Segment* own, const Segment* after, double radius, double duration) except -1:
    """One segment, and the bridge or closing row after it; `after` is the ball's next segment, or NULL at its last."""
    cdef bint moves = own.mode == ROLLING or own.mode == SLIDING or own.mode == AIRBORNE
    cdef double end_time = after.t if after != NULL else max(duration, own.t)
    cdef double length = end_time - own.t, half = 0.5 * (end_time - own.t)
    cdef double end[3]
    cdef const double* meets = end
    cdef bint jumps = False, lifted
    cdef int axis, flags
    for axis in range(3):
        end[axis] = own.pos[axis]
        if moves:
            end[axis] += length * (own.vel[axis] + half * own.acc[axis])
        if after != NULL and not -JUMP < end[axis] - after.pos[axis] < JUMP:
            jumps = True
    lifted = own.mode == AIRBORNE or fabs(own.pos[2] - radius) > OFF_BED or fabs(end[2] - radius) > OFF_BED
    flags = own.mode | write_spin(rows, own, radius) | (HEIGHT if lifted else 0)
    write_row(rows, flags, own.t, own.pos)
    if moves:
        if after != NULL and not jumps:
            meets = after.pos
        write_bend(rows, own, lifted, end_time, meets)
    if jumps or (moves and after == NULL):
        flags = (BRIDGE if jumps else CLOSING) | (HEIGHT if fabs(end[2] - radius) > OFF_BED else 0)
        write_row(rows, flags, end_time, end)
    return 0


cdef char* put(char* at, unsigned int number, int size) noexcept:
    """The low `size` bytes of a number, little-endian; gives the place after them."""
    cdef int k
    for k in range(size):
        at[k] = <char> (number >> (8 * k) & 0xFF)
    return at + size


cdef char* put_planes(char* at, const int* numbers, size_t count) noexcept:
    """Three bytes each, as three planes."""
    cdef size_t k
    for k in range(count):
        at[k] = <char> (numbers[k] & 0xFF)
        at[count + k] = <char> (numbers[k] >> 8 & 0xFF)
        at[2 * count + k] = <char> (numbers[k] >> 16 & 0xFF)
    return at + 3 * count


cdef bytes join(Rows* rows):
    """All columns of the rows, one after another."""
    cdef size_t planes = 2 * (rows.rows + rows.moving + rows.high)
    cdef bytes made = PyBytes_FromStringAndSize(
        NULL, 5 * rows.rows + 3 * planes + 4 * rows.planar + 2 * rows.vertical
    )
    cdef char* at = PyBytes_AS_STRING(made)
    cdef size_t k
    cdef int axis
    for k in range(rows.rows):
        at[k] = <char> rows.flags[k]
    at += rows.rows
    for k in range(rows.rows):
        at = put(at, rows.time[k], 4)
    for axis in range(2):
        at = put_planes(at, rows.place[axis], rows.rows)
    for axis in range(2):
        at = put_planes(at, rows.bend[axis], rows.moving)
    for axis in range(2):
        at = put_planes(at, rows.height[axis], rows.high)
    for axis in range(3):
        for k in range(rows.vertical if axis == 2 else rows.planar):
            at = put(at, <unsigned short> rows.spin[axis][k], 2)
    return made


cdef void* claim(char** free_space, size_t size) noexcept:
    """The next part of one block, aligned to 8 bytes."""
    cdef void* part = free_space[0]
    free_space[0] += (size + 7) & ~(<size_t> 7)
    return part


cdef class _Columns:
    """The segments of a trace as they came, seen without a copy."""

    cdef const unsigned char[:] ball
    cdef const unsigned char[:] mode
    cdef const double[:] t
    cdef const double[:, :] pos
    cdef const double[:, :] vel
    cdef const double[:, :] spin
    cdef const double[:, :] acc

    def __init__(self, segments):
        self.ball, self.mode, self.t, self.pos, self.vel, self.spin, self.acc = segments

    cdef void read(self, size_t k, Segment* into) noexcept:
        cdef int axis
        into.t = self.t[k]
        into.mode = self.mode[k]
        for axis in range(3):
            into.pos[axis] = self.pos[k, axis]
            into.vel[axis] = self.vel[k, axis]
            into.spin[axis] = self.spin[k, axis]
            into.acc[axis] = self.acc[k, axis]


cdef list write_rows(Rows* rows, balls, _Columns segments, double duration):
    """Write the rows of all balls; gives how many each ball has."""
    cdef Segment both[2]
    cdef size_t k = 0, count = segments.t.shape[0], before
    cdef int index, now = 0
    cdef double radius
    counts = []
    for index, (_, radius) in enumerate(balls):
        before = rows.rows
        if k < count:
            segments.read(k, &both[now])
        while k < count and segments.ball[k] == index:
            k += 1
            if k < count:
                segments.read(k, &both[1 - now])
            if k < count and segments.ball[k] == index:
                write_segment(rows, &both[now], &both[1 - now], radius, duration)
            else:
                write_segment(rows, &both[now], NULL, radius, duration)
            now = 1 - now
        counts.append(rows.rows - before)
    if k != count:
        raise ValueError("segments are not in order of the balls")
    return counts


def _whole(name, number, most):
    """A number of the header. Raises ValueError."""
    if not 0 <= number <= most:
        raise ValueError(f"{name} of {number} does not fit the trace")
    return round(number)


cdef bytes pack_contacts(contacts):
    """The four columns of the contacts."""
    cdef const double[:] time
    cdef const unsigned char[:] kind
    cdef const unsigned char[:] ball
    cdef const unsigned char[:] other
    cdef const double[:] impulse
    time, kind, ball, other, impulse = contacts
    cdef size_t count = time.shape[0], k
    cdef bytes made = PyBytes_FromStringAndSize(NULL, 8 * count)
    cdef char* at = PyBytes_AS_STRING(made)
    cdef double strength
    for k in range(count):
        at = put(at, ticks_of(time[k]), 4)
    for k in range(count):
        at = put(at, ball[k] | kind[k] << 5, 1)
    for k in range(count):
        at = put(at, other[k], 1)
    for k in range(count):
        strength = rint(impulse[k] * IMPULSES)
        if not strength >= 0:
            raise ValueError(f"an impulse of {impulse[k]} N s")
        at = put(at, <unsigned int> min(65535.0, strength), 2)
    return made


def pack(balls, segments, double duration, contacts, double spin_deceleration=10.0):
    """The bytes of a trace. `balls` are (name, radius in m) by index; every ball has a segment at time 0.

    Raises ValueError for what the layout cannot hold: more than 32 balls, 512 s, 32 m, or numbers that are none.
    """
    if len(balls) > layout.MAX_BALLS:
        raise ValueError(f"{len(balls)} balls in one trace")
    cdef _Columns columns = _Columns(segments)
    cdef size_t room = 2 * columns.t.shape[0] + 1  # a segment makes at most two rows
    cdef char* block = <char*> malloc(room * (1 + 4 + 6 * 4 + 3 * 2) + 12 * 8)
    cdef char* unused = block
    cdef Rows rows
    cdef int axis
    if block == NULL:
        raise MemoryError
    try:
        rows.rows = rows.moving = rows.high = rows.planar = rows.vertical = 0
        rows.time = <unsigned int*> claim(&unused, 4 * room)
        for axis in range(2):
            rows.place[axis] = <int*> claim(&unused, 4 * room)
            rows.bend[axis] = <int*> claim(&unused, 4 * room)
            rows.height[axis] = <int*> claim(&unused, 4 * room)
        for axis in range(3):
            rows.spin[axis] = <short*> claim(&unused, 2 * room)
        rows.flags = <unsigned char*> claim(&unused, room)
        counts = write_rows(&rows, balls, columns, duration)
        touched = pack_contacts(contacts)
        head = layout.HEADER.pack(
            layout.FORMAT,
            len(balls),
            ticks_of(duration),
            _whole("a spin deceleration", spin_deceleration * 256, 0xFFFF),
            _whole("a count of contacts", len(touched) // 8, 0xFFFF),
        )
        names = b"".join([
            layout.BALL.pack(_whole("a radius", radius * 1e6, 0xFFFF), count, len(name)) + name.encode("ascii")
            for (name, radius), count in zip(balls, counts)
        ])
        return head + names + join(&rows) + touched
    finally:
        free(block)
