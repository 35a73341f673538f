# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""Own elementary functions: the same bits with every compiler and C library. Only exact operations of C are used.

Accuracy about 1 ulp on the ranges stated. Sources: fdlibm's reductions and minimax coefficients (Sun, public).
"""

from libc.math cimport fabs, floor, sqrt
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy

cdef inline double kernel_sine(double x, double tail) noexcept nogil:
    """sin(x + tail) for |x| <= pi/4."""
    cdef double z = x * x
    cdef double v = z * x
    cdef double r = 8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04 + z * (
        2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))
    return x - ((z * (0.5 * tail - v * r) - tail) - v * -1.66666666666666324348e-01)


cdef inline double kernel_cosine(double x, double tail) noexcept nogil:
    """cos(x + tail) for |x| <= pi/4."""
    cdef double z = x * x
    cdef double r = z * (4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * (
        2.48015872894767294178e-05 + z * (-2.75573143513906633035e-07 + z * (
            2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))))
    cdef double half = 0.5 * z
    cdef double w = 1.0 - half
    return w + (((1.0 - w) - half) + (z * r - x * tail))


cdef inline void sine_cosine(double angle, double* sine, double* cosine) noexcept nogil:
    """Sine and cosine of an angle, rad, |angle| < 1e5; odd and even in it bit for bit."""
    cdef double turns = floor(fabs(angle) * 6.36619772367581382433e-01 + 0.5)
    cdef double r = fabs(angle) - turns * 1.57079632673412561417e+00
    cdef double w = turns * 6.07710050630396597660e-11
    cdef double before = r
    r = before - w
    w = turns * 2.02226624879595063154e-21 - ((before - r) - w)
    cdef double x = r - w
    cdef double tail = (r - x) - w
    cdef double s = kernel_sine(x, tail)
    cdef double c = kernel_cosine(x, tail)
    cdef int quadrant = (<int64_t>turns) & 3
    if quadrant == 0:
        sine[0] = s
        cosine[0] = c
    elif quadrant == 1:
        sine[0] = c
        cosine[0] = -s
    elif quadrant == 2:
        sine[0] = -s
        cosine[0] = -c
    else:
        sine[0] = -c
        cosine[0] = s
    if angle < 0.0:
        sine[0] = -sine[0]


cdef inline double exponential(double x) noexcept nogil:
    """e^x for -700 < x < 700."""
    cdef double k = floor(x * 1.44269504088896338700e+00 + 0.5)
    cdef double hi = x - k * 6.93147180369123816490e-01
    cdef double lo = k * 1.90821492927058770002e-10
    cdef double r = hi - lo
    cdef double z = r * r
    cdef double c = r - z * (1.66666666666666019037e-01 + z * (-2.77777777770155933842e-03 + z * (
        6.61375632143793436117e-05 + z * (-1.65339022054652515390e-06 + z * 4.13813679705723846039e-08))))
    cdef double y = 1.0 - ((lo - (r * c) / (2.0 - c)) - hi)
    cdef uint64_t bits = (<uint64_t>(<int64_t>k + 1023)) << 52
    cdef double scale
    memcpy(&scale, &bits, 8)
    return y * scale


cdef inline double inverse_fifth_root(double x) noexcept nogil:
    """x^(-1/5) for normal positive x: a guess from the exponent, then Newton's steps."""
    cdef uint64_t bits
    cdef double y
    cdef int step
    memcpy(&bits, &x, 8)
    bits = <uint64_t>0x4CB9999999999999U - bits // 5
    memcpy(&y, &bits, 8)
    for step in range(6):
        y = y * (1.2 - 0.2 * x * y * y * y * y * y)
    return y


cdef inline double in_quanta(double x) noexcept nogil:
    """x rounded to a multiple of 2^-44 (for |x| < 128): sums of such numbers are exact, so they do not depend on order."""
    return (x + 384.0) - 384.0
