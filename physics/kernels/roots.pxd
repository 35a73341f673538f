# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""When two things touch: the first root of a quartic in an interval, safe for grazes and vanishing coefficients.

The quartic is brought to Bernstein form on the interval: where all its control points are positive there is no root, and
no coefficient is ever divided by. Source: docs/physics.md#contact-times.
"""

from libc.math cimport fabs, sqrt

cdef enum:
    DEEPEST = 46
    MOST_DEGREE = 8

cdef extern from *:
    """
    #define CUEHALL_NEVER 1e300
    #define CUEHALL_TOUCHING 1e-12
    #define CUEHALL_STILL 1e-12
    #define CUEHALL_STEADY 1e-13
    #define CUEHALL_SUNK 1e-10
    #define CUEHALL_BEHIND 2e-9
    #define CUEHALL_TOO_DEEP 1.001e-9
    static const double CUEHALL_CHOICES[3][9] = {
        {1, 6, 15, 20, 15, 6, 1}, {1, 7, 21, 35, 35, 21, 7, 1}, {1, 8, 28, 56, 70, 56, 28, 8, 1}};
    """
    const double CHOICES "CUEHALL_CHOICES"[3][9]  # binomial coefficients of 6, 7 and 8
    const double NEVER "CUEHALL_NEVER"
    const double TOUCHING "CUEHALL_TOUCHING"  # m: a smaller gap is none
    const double STILL "CUEHALL_STILL"  # m/s: touching and closing slower is staying; a minute of it is no overlap yet
    const double STEADY "CUEHALL_STEADY"  # m^2/s^2: touching, staying and pressed less is not being pressed
    const double SUNK "CUEHALL_SUNK"  # m: so deep in, what leaves a plane meets it again at its face, not at that depth
    const double BEHIND "CUEHALL_BEHIND"  # m: farther in is the other side
    const double TOO_DEEP "CUEHALL_TOO_DEEP"  # m: an overlap that fails a shot, 1e-9 and a picometre of rounding


cdef inline double polish(double* a, int degree, double lo, double hi) noexcept nogil:
    """The one root in [lo, hi] where a polynomial falls through zero: Newton's steps kept inside the bracket."""
    cdef double u = 0.5 * (lo + hi)
    cdef double f, d, step
    cdef int i, k
    for i in range(80):
        f = a[degree]
        d = 0.0
        for k in range(degree - 1, -1, -1):
            d = f + u * d
            f = a[k] + u * f
        if f > 0.0:
            lo = u
        elif f < 0.0:
            hi = u
        else:
            return u
        step = u - f / d if d < 0.0 else lo - 1.0
        if not (lo < step < hi):
            step = 0.5 * (lo + hi)
            if not (lo < step < hi):
                return lo
        if fabs(step - u) <= 1e-16 * u:
            return step
        u = step
    return u


cdef inline double first_fall(double c0, double c1, double c2, double c3, double c4, double span) noexcept nogil:
    """The first t in [0, span] where c0 + c1 t + ... + c4 t^4 falls through zero; NEVER if it does not.

    Precondition: the value at 0 is not negative. A graze counts only where the value truly becomes negative.
    """
    cdef double a[5]
    cdef double b[DEEPEST + 2][5]
    cdef double low[DEEPEST + 2]
    cdef double width[DEEPEST + 2]
    cdef double m01, m12, m23, m34, m012, m123, m234, m0123, m1234, mid
    cdef int top = 0
    cdef int changes, k
    a[0] = c0
    a[1] = c1 * span
    a[2] = c2 * span * span
    a[3] = c3 * span * span * span
    a[4] = c4 * span * span * span * span
    b[0][0] = a[0]
    b[0][1] = a[0] + 0.25 * a[1]
    b[0][2] = a[0] + 0.5 * a[1] + a[2] * (1.0 / 6.0)
    b[0][3] = a[0] + 0.75 * a[1] + 0.5 * a[2] + 0.25 * a[3]
    b[0][4] = a[0] + a[1] + a[2] + a[3] + a[4]
    if b[0][1] > 0.0 and b[0][2] > 0.0 and b[0][3] > 0.0 and b[0][4] > 0.0:
        return NEVER
    low[0] = 0.0
    width[0] = 1.0
    while top >= 0:
        changes = 0
        for k in range(4):
            if (b[top][k] >= 0.0) != (b[top][k + 1] >= 0.0):
                changes += 1
        if changes == 0:
            if b[top][0] < 0.0:
                return low[top] * span  # a piece that starts below zero: rounding at a shared end
            top -= 1
            continue
        if changes == 1 and b[top][0] >= 0.0:
            return polish(a, 4, low[top], low[top] + width[top]) * span
        if width[top] < 1e-13 or top >= DEEPEST:
            return low[top] * span
        m01 = 0.5 * (b[top][0] + b[top][1])
        m12 = 0.5 * (b[top][1] + b[top][2])
        m23 = 0.5 * (b[top][2] + b[top][3])
        m34 = 0.5 * (b[top][3] + b[top][4])
        m012 = 0.5 * (m01 + m12)
        m123 = 0.5 * (m12 + m23)
        m234 = 0.5 * (m23 + m34)
        m0123 = 0.5 * (m012 + m123)
        m1234 = 0.5 * (m123 + m234)
        mid = 0.5 * (m0123 + m1234)
        width[top] *= 0.5
        low[top + 1] = low[top]
        width[top + 1] = width[top]
        b[top + 1][0] = b[top][0]
        b[top + 1][1] = m01
        b[top + 1][2] = m012
        b[top + 1][3] = m0123
        b[top + 1][4] = mid
        low[top] += width[top]
        b[top][0] = mid
        b[top][1] = m1234
        b[top][2] = m234
        b[top][3] = m34
        top += 1
    return NEVER


cdef inline double first_fall_of(double* c, int degree, double span) noexcept nogil:
    """As first_fall, for c[0] + ... + c[degree] t^degree with a degree of 6 to MOST_DEGREE.

    Precondition: the value at 0 is not negative.
    """
    cdef double a[MOST_DEGREE + 1]
    cdef double b[DEEPEST + 2][MOST_DEGREE + 1]
    cdef double low[DEEPEST + 2]
    cdef double width[DEEPEST + 2]
    cdef double power = 1.0
    cdef int top = 0
    cdef int changes, j, k
    for k in range(degree + 1):
        a[k] = c[k] * power
        power *= span
    # Bernstein form: b[k] = sum of a[j] C(k, j) / C(degree, j), by rows of differences
    for k in range(degree + 1):
        b[0][k] = a[k] / CHOICES[degree - 6][k]
    for j in range(degree):
        for k in range(degree, j, -1):
            b[0][k] += b[0][k - 1]
    changes = 0
    for k in range(1, degree + 1):
        if b[0][k] <= 0.0:
            changes = 1
    if changes == 0:
        return NEVER
    low[0] = 0.0
    width[0] = 1.0
    while top >= 0:
        changes = 0
        for k in range(degree):
            if (b[top][k] >= 0.0) != (b[top][k + 1] >= 0.0):
                changes += 1
        if changes == 0:
            if b[top][0] < 0.0:
                return low[top] * span
            top -= 1
            continue
        if changes == 1 and b[top][0] >= 0.0:
            return polish(a, degree, low[top], low[top] + width[top]) * span
        if width[top] < 1e-13 or top >= DEEPEST:
            return low[top] * span
        for k in range(degree + 1):
            b[top + 1][k] = b[top][0]
            for j in range(degree - k):
                b[top][j] = 0.5 * (b[top][j] + b[top][j + 1])
        # what is left of the triangle are the right half's control points, in order of the row they ended in
        width[top] *= 0.5
        low[top + 1] = low[top]
        width[top + 1] = width[top]
        low[top] += width[top]
        top += 1
    return NEVER


cdef inline double until_reach(double gap, double speed, double acc, double span, bint* pressing) noexcept nogil:
    """Time until speed t + acc t^2/2 = gap (m, towards a plane), within span (s); NEVER otherwise.

    Touching is gap <= TOUCHING: then 0 if it moves in; `pressing` if it neither leaves nor moves in but is pushed in.
    A place behind the plane (a pocket's mouth) counts from when it has come out again.
    """
    cdef double disc, t
    pressing[0] = False
    if gap < -BEHIND:
        disc = speed * speed + 2.0 * acc * gap
        if acc <= 0.0 or speed >= 0.0 or disc <= 0.0:
            return NEVER
        t = (sqrt(disc) - speed) / acc
        return t if t <= span else NEVER
    if gap <= TOUCHING:
        if speed > STILL:
            return 0.0
        if acc <= 0.0:
            return NEVER
        if speed > -STILL:
            pressing[0] = True
            return 0.0
        disc = speed * speed + 2.0 * acc * gap
        t = (sqrt(disc) - speed) / acc if gap < -SUNK and disc > 0.0 else -2.0 * speed / acc
        return t if t <= span else NEVER
    disc = speed * speed + 2.0 * acc * gap
    if disc < 0.0:
        return NEVER
    disc = sqrt(disc)
    if speed + disc <= 0.0:
        return NEVER
    if speed >= 0.0:
        t = 2.0 * gap / (speed + disc)
    else:
        if acc <= 0.0:
            return NEVER
        t = (disc - speed) / acc
    return t if 0.0 <= t <= span else NEVER


cdef inline double shifted(double* c, double t) noexcept nogil:
    """Move a quartic's origin to t, in place; returns the value there."""
    cdef double c0 = c[0] + t * (c[1] + t * (c[2] + t * (c[3] + t * c[4])))
    cdef double c1 = c[1] + t * (2.0 * c[2] + t * (3.0 * c[3] + t * 4.0 * c[4]))
    cdef double c2 = c[2] + t * (3.0 * c[3] + t * 6.0 * c[4])
    c[3] += 4.0 * t * c[4]
    c[2] = c2
    c[1] = c1
    c[0] = c0
    return c0


cdef inline double next_fall(double* c, double start, double span) noexcept nogil:
    """The first fall of a quartic (in place) through zero after it has risen above it again from `start`; NEVER if none."""
    cdef double up, down
    cdef double below = shifted(c, start)
    up = first_fall(-below if below < 0.0 else 0.0, -c[1], -c[2], -c[3], -c[4], span - start)
    if up >= NEVER:
        return NEVER
    shifted(c, up)
    down = first_fall(c[1] if c[1] > 0.0 else 0.0, c[2], c[3], c[4], 0.0, span - start - up)
    return start + up + down if down < NEVER else NEVER


cdef inline double fall_from_below(double c0, double c1, double c2, double c3, double c4, double span) noexcept nogil:
    """The first fall through zero within span of a quartic that is below zero now, so that it must rise first."""
    cdef double c[5]
    c[0] = c0
    c[1] = c1
    c[2] = c2
    c[3] = c3
    c[4] = c4
    return next_fall(c, 0.0, span)


cdef inline double until_meet(double* d, double* v, double* a, double reach, double span, bint* pressing) noexcept nogil:
    """Time until |d + v t + a t^2/2| falls to `reach` (m) within span (s); NEVER otherwise.

    Touching as in until_reach; from inside (an edge that ends before the mouth the ball is in) it must come out first.
    """
    cdef double c0 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - reach * reach
    cdef double c1 = 2.0 * (d[0] * v[0] + d[1] * v[1] + d[2] * v[2])
    cdef double c2 = v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + d[0] * a[0] + d[1] * a[1] + d[2] * a[2]
    cdef double c3 = v[0] * a[0] + v[1] * a[1] + v[2] * a[2]
    cdef double c4 = 0.25 * (a[0] * a[0] + a[1] * a[1] + a[2] * a[2])
    cdef double still
    pressing[0] = False
    if c0 < -2.0 * reach * BEHIND:
        return fall_from_below(c0, c1, c2, c3, c4, span)
    if c0 <= 2.0 * reach * TOUCHING:
        still = 2.0 * reach * STILL
        if c1 < -still:
            return 0.0
        if c1 < still:
            if c2 < -STEADY:
                pressing[0] = True
                return 0.0
            c1 = 0.0
            c2 = c2 if c2 > 0.0 else 0.0
        # they touch and part: divide the root at 0 out
        return first_fall(c1, c2, c3, c4, 0.0, span)
    return first_fall(c0, c1, c2, c3, c4, span)


cdef inline double until_meet_again(double* d, double* v, double* a, double reach, double first, double span) noexcept nogil:
    """As until_meet, for the fall after the one at `first` (s): it must have risen in between."""
    cdef double c[5]
    c[0] = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - reach * reach
    c[1] = 2.0 * (d[0] * v[0] + d[1] * v[1] + d[2] * v[2])
    c[2] = v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + d[0] * a[0] + d[1] * a[1] + d[2] * a[2]
    c[3] = v[0] * a[0] + v[1] * a[1] + v[2] * a[2]
    c[4] = 0.25 * (a[0] * a[0] + a[1] * a[1] + a[2] * a[2])
    return next_fall(c, first, span)
