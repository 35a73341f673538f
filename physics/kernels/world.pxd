# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""Shapes of the kernel: balls, table, constants, records; and the codes of motions, events and contacts."""

cdef enum:
    MOST_BALLS = 32
    MOST_POCKETS = 6
    MOST_PAIRS = 96  # contacts of one cluster: 32 balls in a plane touch in fewer

cdef enum:  # modes, as in physics.trajectories.Mode
    REST = 0
    SPINNING = 1
    ROLLING = 2
    SLIDING = 3
    AIRBORNE = 4
    GONE = 5

cdef enum:  # kinds of contact, as in physics.trajectories.ContactKind
    C_BALL = 0
    C_CUSHION = 1
    C_POCKET = 2
    C_BED = 3
    C_RAIL = 4
    C_OFF = 5

cdef enum:  # what comes next for one ball alone
    E_NONE = 0
    E_MODE = 1       # its mode ends
    E_CUSHION = 2    # nose of cushion `what`, as a wall below its height
    E_EDGE = 3       # nose of cushion `what`, as an edge, for a ball whose centre is above it
    E_POINT = 4      # the point where a nose ends at pocket `what` // 2
    E_TIP = 5        # the same point from above its height
    E_FACING = 6     # facing `what` % 2 of pocket `what` // 2
    E_DROP = 7       # carried over the slate's edge of pocket `what`
    E_BED = 8        # lands on the bed
    E_RAIL = 9       # lands on a rail top
    E_RETURN = 10    # rolls from a rail top back over the nose
    E_OFF = 11       # over the outer edge of the rail
    E_THROAT = 12    # wall `what` % 2 of the throat of pocket `what` // 2
    E_CORNER = 13    # upright edge `what` % 4 of the throat of pocket `what` // 4
    E_LINER = 14     # the round back of pocket `what`
    E_LIP = 15       # the slate's edge of pocket `what`, by a ball that falls into it
    E_CLEAR = 16     # the centre is out of the hole of pocket `what` again
    E_SUNK = 17      # the centre is below the slate in pocket `what`
    E_RIM = 18       # upper edge of facing (`what` % 4 under 2) or throat wall of pocket `what` // 4, from above it
    E_PEAK = 19      # upper end of the throat's edge `what` % 4 of pocket `what` // 4, from above it

cdef enum:  # why a shot stopped before its end
    F_NONE = 0
    F_EVENTS = 1
    F_TIME = 2
    F_WALL = 3
    F_OVERLAP = 4
    F_ENERGY = 5
    F_OUTSIDE = 6
    F_NUMBER = 7
    F_MEMORY = 8


cdef enum:  # cores of the cushion
    K_RUBBER = 0
    K_RIGID = 1
    K_PLAIN = 2


cdef enum:  # what ends a shot early, as in physics.batch.Until
    S_REST = 0
    S_FIRST_BALL = 1
    S_DECIDED = 2


cdef struct Body:  # one ball
    double t          # s, start of its segment
    double p[3]       # m, there
    double v[3]       # m/s
    double w[3]       # rad/s
    double a[3]       # m/s^2, constant in the segment
    double turn[3]    # rad/s^2, constant in the segment (the vertical part is the cloth's, see motion.spin_at)
    double mass
    double radius
    double base       # m, height of what carries it: 0 the bed, the nose height on a rail top
    double t_end      # s, its mode ends
    double t_next     # s, next event of its own
    int mode
    int event         # E_*
    int what
    bint pressing     # the event is a push without speed
    int over          # 1 + the pocket whose slate's edge the centre has passed, or 0
    bint falling      # flies over that hole


cdef struct Pocket:
    double u[2]       # axis, outwards
    double mid[2]     # m, middle of the mouth
    double point[2][2]    # m, where the noses end
    double along[2][2]    # direction of each facing, inwards to the hole
    double normal[2][2]   # of each facing, into the pocket
    double length     # m, of the facings
    double corner[4][2]   # m, upright edges of the throat: where the facings end, then where its walls end
    double wall[2][2]     # normal of each wall of the throat, into the pocket; the walls run along the axis
    double throat_length  # m, of those walls
    double back       # m, radius of the liner round the hole's centre
    double liner_e    # its restitution
    double hole[2]    # m, centre of the hole
    double drop       # m, its radius
    double half       # m, half the mouth
    int cushion[2]    # the cushions that the noses belong to
    bint is_side
    bint long_shelf   # a ball on the slate can reach the throat


cdef struct Table:
    double half_length
    double half_width
    double height     # m, of the noses
    double rail       # m, width of the rail tops
    double corner_cut # m, how much of each nose a corner pocket takes
    double side_cut   # m, half the mouth of a side pocket
    int pockets       # 0 or 6; a missing kind has drop 0
    Pocket pocket[MOST_POCKETS]


cdef struct Law:
    double gravity, sliding, rolling, spin_loss
    double ball_e, mu_floor, mu_swing, mu_rate
    double cushion_high, cushion_slope, cushion_low, compliance, cushion_mu
    double bed_e
    double cue_mass, tip_e, tip_mu, end_ratio
    int core          # K_*: which cushion


cdef struct Row:  # one segment, the layout of physics.trajectories.SEGMENT_FIELDS, aligned
    unsigned char ball
    unsigned char mode
    unsigned char padding[6]   # 0, so that the same shot gives the same bytes
    double t
    double p[3]
    double v[3]
    double w[3]
    double a[3]


cdef struct Touch:  # one contact, the layout of physics.trajectories.CONTACT_FIELDS, aligned
    double t
    double at[3]
    double impulse
    unsigned char kind
    unsigned char ball
    unsigned char other
    unsigned char padding[5]   # 0


cdef struct World:
    Law law
    Table table
    int count
    Body body[MOST_BALLS]
    double meet[MOST_BALLS][MOST_BALLS]   # s, when i < j touch
    bint press[MOST_BALLS][MOST_BALLS]
    double now
    double deepest        # m, deepest overlap seen
    double energy_start
    double energy_end
    int failure
    bint quiet        # no segments are written
    int stop          # S_*: what ends the shot early
    int watched       # the ball that decides it
    bint tip_matters  # a stroke slipped or a ball lies close ahead
    long events
    Row* rows
    int row_count
    int row_room
    Touch* touches
    int touch_count
    int touch_room
    int last_kind[MOST_BALLS]   # whether a later row of the same time may replace this ball's last row
    int last_row[MOST_BALLS]
