# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""What the tip gives the ball: speed, squirt, spin, and the slip of a miscue. Source: docs/physics.md#cue (TP A.30, A.31)."""

from libc.math cimport sqrt
from physics.kernels.arithmetic cimport sine_cosine
from physics.kernels.world cimport Body, Law


cdef inline void strike(Body* b, Law* law, double aim, double speed, double elevation, double side, double up) noexcept nogil:
    """Give a resting ball its motion, in place (the bed answers later).

    aim, elevation  rad; speed m/s of the cue; side, up  tip offset in radii, side^2 + up^2 <= 1
    """
    cdef double sa, ca, se, ce, off2, root, limit, j, tangent, across, along, n_len
    cdef double c[3]
    cdef double right[3]
    cdef double above[3]
    cdef double p[3]     # contact point, in radii
    cdef double way[3]   # direction of the impulse, times its size per ball mass
    cdef double t[3]
    cdef int k
    sine_cosine(aim, &sa, &ca)
    sine_cosine(elevation, &se, &ce)
    c[0] = ca * ce
    c[1] = sa * ce
    c[2] = -se
    right[0] = sa
    right[1] = -ca
    right[2] = 0.0
    above[0] = right[1] * c[2] - right[2] * c[1]
    above[1] = right[2] * c[0] - right[0] * c[2]
    above[2] = right[0] * c[1] - right[1] * c[0]
    off2 = side * side + up * up
    root = sqrt(1.0 - off2) if off2 < 1.0 else 0.0
    for k in range(3):
        p[k] = side * right[k] + up * above[k] - root * c[k]
    limit = law.tip_mu * law.tip_mu
    if off2 <= limit * (1.0 - off2):
        # no slip: the blow goes along the cue, turned sideways by the shaft's end (TP A.31), resting on TP A.30's balance
        j = speed * (1.0 + law.tip_e) / (1.0 + b.mass / law.cue_mass + 2.5 * off2)
        tangent = 2.5 * side * root / (1.0 + law.end_ratio + 2.5 * (1.0 - off2))
        n_len = sqrt(1.0 + tangent * tangent)
        for k in range(3):
            way[k] = j * ((c[k] - tangent * right[k]) / n_len)
    else:
        # a miscue: the tip slips, the blow lies on the edge of the friction cone and is as strong as the same balance
        # makes it there, in proportion to how squarely the tip meets the surface
        across = sqrt(off2)
        n_len = sqrt(1.0 + limit)
        for k in range(3):
            t[k] = (c[k] + root * p[k]) / across
            t[k] = (law.tip_mu * t[k] - p[k]) / n_len
        along = t[0] * c[0] + t[1] * c[1] + t[2] * c[2]
        j = speed * (1.0 + law.tip_e) / (along * (1.0 + b.mass / law.cue_mass) + 2.5 * across * law.tip_mu / n_len)
        for k in range(3):
            way[k] = j * root * n_len * t[k]
    for k in range(3):
        b.v[k] = way[k]
    b.w[0] = 2.5 / b.radius * (p[1] * way[2] - p[2] * way[1])
    b.w[1] = 2.5 / b.radius * (p[2] * way[0] - p[0] * way[2])
    b.w[2] = 2.5 / b.radius * (p[0] * way[1] - p[1] * way[0])
    if b.v[2] == 0.0:
        b.v[2] = 0.0
