# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""Tables and constants into the kernel's shapes. Mirrored pockets get mirrored numbers bit for bit."""

from libc.math cimport sqrt
from libc.string cimport memset
from physics.kernels.arithmetic cimport sine_cosine
from physics.kernels.world cimport *


cdef inline void pack_law(Law* law, constants) except *:
    """Constants as the kernel's law; a law of speed is known by its fields."""
    friction = constants.ball_ball_friction
    bounce = constants.cushion_restitution
    law.gravity = constants.gravity
    law.sliding = constants.sliding_friction
    law.rolling = constants.rolling_friction
    law.spin_loss = constants.spin_deceleration
    law.ball_e = constants.ball_ball_restitution
    if hasattr(friction, "rate"):
        law.mu_floor = friction.floor
        law.mu_swing = friction.swing
        law.mu_rate = friction.rate
    else:
        law.mu_floor = friction
        law.mu_swing = law.mu_rate = 0.0
    law.cushion_slope = law.cushion_low = law.compliance = 0.0
    if hasattr(bounce, "value"):
        law.core = K_PLAIN
        law.cushion_high = bounce.value
    elif not hasattr(bounce, "compliance"):
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


cdef inline void pack_pocket(Pocket* pocket, spec, double half_length, double half_width, double sx, double sy, double cut,
                             double largest) except *:
    """One pocket; sx, sy in -1 0 1 say where (sx 0 = side). Mirrored pockets have mirrored numbers bit for bit."""
    cdef double root = sqrt(0.5)
    cdef double across[2]
    cdef double deep, rim, sign, sine, cosine
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
    rim = spec.shelf + spec.drop_radius
    deep = (spec.mouth - spec.throat) * cosine / (2.0 * sine) if spec.facing_angle > 0.0 else rim
    pocket.length = deep / cosine
    pocket.throat_length = rim - deep if rim > deep else 0.0
    pocket.long_shelf = deep < spec.shelf + largest
    for side in range(2):
        sign = 1.0 if side == 0 else -1.0
        for k in range(2):
            pocket.along[side][k] = pocket.u[k] * cosine - sign * across[k] * sine
            pocket.normal[side][k] = -sign * across[k] * cosine - pocket.u[k] * sine
            pocket.wall[side][k] = -sign * across[k]
            pocket.corner[side][k] = pocket.point[side][k] + pocket.along[side][k] * pocket.length
            pocket.corner[2 + side][k] = pocket.corner[side][k] + pocket.u[k] * pocket.throat_length
    for k in range(2):
        pocket.hole[k] = pocket.mid[k] + pocket.u[k] * rim
    pocket.drop = spec.drop_radius
    pocket.half = 0.5 * spec.mouth
    pocket.back = spec.depth - rim if spec.depth - rim < spec.drop_radius else spec.drop_radius
    pocket.liner_e = spec.liner_restitution


cdef inline void pack_table(Table* table, spec, constants) except *:
    cdef double sx, sy
    cdef double largest = constants.ball_radius
    cdef int k = 0
    for ball in constants.balls.values():
        largest = max(largest, ball.radius)
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
                pack_pocket(&table.pocket[k], pocket, table.half_length, table.half_width, sx, sy, cut, largest)
            else:
                memset(&table.pocket[k], 0, sizeof(Pocket))
                table.pocket[k].is_side = sx == 0.0
            k += 1
    if spec.has_pockets:
        table.pockets = 6
