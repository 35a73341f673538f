# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The door to Python: values are packed into the kernel's world, played without the lock, and unpacked."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.math cimport fabs, sqrt
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from physics.errors import BadConstants, BadLayout, BadStroke, BrokenPhysics, BudgetSpent
from physics.trajectories import CueFact, Trace

from physics.kernels.cue cimport strike
from physics.kernels.fixtures cimport hole_under, on_nose
from physics.kernels.impacts cimport bed_impulse
from physics.kernels.packing cimport pack_law, pack_table
from physics.kernels.playing cimport begin, play, sample_path, summarise
from physics.kernels.records cimport record_touch
from physics.kernels.tip cimport TIP_FACTS, TipFact, find_tip_facts, tip_may_matter
from physics.kernels.world cimport *

_BROKEN = {F_OVERLAP: "overlap", F_ENERGY: "energy", F_OUTSIDE: "outside", F_NUMBER: "number"}
_FACTS = ("miscue", "ferrule", "scoop", "double_hit", "push")
_SPENT = {F_EVENTS: "events", F_TIME: "time", F_WALL: "wall"}


cdef class Setting


cdef class Workspace:
    """One world with its buffers; taken from a small pool while a shot runs.

    setting  what lies packed in the world, so that it is copied only when it changes
    """

    cdef World* world
    cdef Setting setting

    def __cinit__(self):
        self.world = <World*>calloc(1, sizeof(World))
        if self.world == NULL:
            raise MemoryError
        self.world.row_room = 256
        self.world.touch_room = 128
        self.world.rows = <Row*>calloc(self.world.row_room, sizeof(Row))
        self.world.touches = <Touch*>calloc(self.world.touch_room, sizeof(Touch))
        if self.world.rows == NULL or self.world.touches == NULL:
            raise MemoryError

    cdef void use(self, Setting setting):
        """Pack this setting in."""
        if self.setting is not setting:
            self.world.law = setting.law
            self.world.table = setting.table
            self.setting = setting

    def __dealloc__(self):
        if self.world != NULL:
            free(self.world.rows)
            free(self.world.touches)
            free(self.world)


cdef class Setting:
    """A table and constants in the kernel's shapes."""

    cdef Table table
    cdef Law law
    cdef double mass
    cdef double radius
    cdef object others
    cdef object of_table
    cdef object of_constants

    def __init__(self, table, constants):
        self.of_table = table
        self.of_constants = constants
        self.mass = constants.ball_mass
        self.radius = constants.ball_radius
        self.others = constants.balls
        pack_law(&self.law, constants)
        pack_table(&self.table, table, constants)


_settings = {}
_pool = []
cdef Setting _last = None


cdef Setting setting_for(table, constants):
    """The packed setting, kept for the last few pairs of values."""
    global _last
    if _last is not None and _last.of_table is table and _last.of_constants is constants:
        return _last
    key = (id(table), id(constants))
    found = _settings.get(key)
    if found is None:
        if len(_settings) > 64:
            _settings.clear()
        found = _settings[key] = Setting(table, constants)
    _last = found
    return found


cdef void place_balls(World* w, Setting setting, positions) except *:
    """Lay the balls; raises BadLayout."""
    cdef int i = 0
    cdef Body* b
    cdef double x, y
    cdef double length = setting.table.half_length
    cdef double width = setting.table.half_width
    if not 1 <= len(positions) <= MOST_BALLS:
        raise BadLayout("balls", f"between 1 and {MOST_BALLS} balls")
    w.count = len(positions)
    for name, (px, py) in positions.items():
        x = px
        y = py
        b = &w.body[i]
        memset(b, 0, sizeof(Body))
        b.mass = setting.mass
        b.radius = setting.radius
        if setting.others and name in setting.others:
            b.mass = setting.others[name].mass
            b.radius = setting.others[name].radius
        if not b.radius <= setting.table.height < 2.0 * b.radius:
            raise BadConstants("cushion_height", f"must lie between the centre and the top of ball {name}")
        if not (fabs(x) < 1e6 and fabs(y) < 1e6):
            raise BadLayout(f"balls.{name}", "not a place")
        if fabs(x) > length - b.radius + 1e-9 or fabs(y) > width - b.radius + 1e-9:
            if not in_mouth(&setting.table, b, x, y):
                raise BadLayout(f"balls.{name}", "outside the table")
        b.p[0] = x
        b.p[1] = y
        b.p[2] = b.radius
        i += 1
    check_overlaps(w, positions)


cdef bint in_mouth(Table* table, Body* b, double x, double y) noexcept:
    """Whether a ball outside the noses' rectangle still lies free in a pocket's mouth: clear of its solids and its hole."""
    cdef Pocket* pocket
    cdef double dx, dy, along, off
    cdef int k, side
    for k in range(table.pockets):
        pocket = &table.pocket[k]
        if pocket.drop == 0.0:
            continue
        dx = x - pocket.mid[0]
        dy = y - pocket.mid[1]
        if dx * dx + dy * dy > 4.0 * pocket.half * pocket.half:
            continue
        if hole_under(table, x, y) >= 0:
            return False
        for side in range(2):
            dx = x - pocket.point[side][0]
            dy = y - pocket.point[side][1]
            if sqrt(dx * dx + dy * dy) < b.radius - 1e-9:
                return False
            along = dx * pocket.along[side][0] + dy * pocket.along[side][1]
            off = dx * pocket.normal[side][0] + dy * pocket.normal[side][1]
            if along >= 0.0 and off < b.radius - 1e-9:
                return False
        for side in range(4):
            off = fabs(x) - table.half_length if side < 2 else fabs(y) - table.half_width
            if off > -b.radius + 1e-9 and on_nose(table, side, x, y):
                return False
        return True
    return False


cdef void check_overlaps(World* w, positions) except *:
    cdef int i, j
    cdef double dx, dy, dz, reach
    for i in range(w.count):
        for j in range(i):
            dx = w.body[i].p[0] - w.body[j].p[0]
            dy = w.body[i].p[1] - w.body[j].p[1]
            dz = w.body[i].p[2] - w.body[j].p[2]
            reach = w.body[i].radius + w.body[j].radius - 1.000001e-9
            if dx * dx + dy * dy + dz * dz < reach * reach:
                names = list(positions)
                raise BadLayout(f"balls.{names[i]}", f"overlaps ball {names[j]}")


cdef void give_stroke(World* w, Setting setting, positions, stroke) except *:
    """Strike one ball; raises BadStroke."""
    cdef double aim = stroke.aim
    cdef double speed = stroke.speed
    cdef double elevation = stroke.elevation
    cdef double side = stroke.tip[0]
    cdef double up = stroke.tip[1]
    cdef int i = index_of(positions, stroke.ball, "stroke.ball")
    if not fabs(aim) < 1e5:
        raise BadStroke("stroke.aim", "must be a direction")
    if not 0.0 <= speed <= 1e3:
        raise BadStroke("stroke.speed", "must be 0 or more and at most 1000 m/s")
    if not 0.0 <= elevation <= 1.5707963267948966:
        raise BadStroke("stroke.elevation", "must be between level and upright")
    if not side * side + up * up <= 1.0:
        raise BadStroke("stroke.tip", "lies beyond the edge of the ball")
    strike(&w.body[i], &w.law, aim, speed, elevation, side, up)
    start_on_bed(w, i)
    w.tip_matters = w.tip_matters or tip_may_matter(w, i, side * side + up * up)


cdef void start_on_bed(World* w, int i) noexcept nogil:
    """The bed answers a blow that presses a lying ball down."""
    cdef Body* b = &w.body[i]
    cdef double fall = -b.v[2]
    cdef double impulse
    b.mode = SLIDING
    if b.v[2] != 0.0:
        impulse = bed_impulse(b, &w.law)
        if fall > 0.0 and b.v[2] > 0.0:
            record_touch(w, C_BED, i, 0, impulse)


cdef int index_of(positions, ball, field) except -1:
    cdef int i = 0
    for name in positions:
        if name == ball:
            return i
        i += 1
    raise BadStroke(field, f"no ball {ball!r} on the table")


cdef void give_motion(World* w, positions, ball, motion) except *:
    """Start one ball with a given motion; raises BadStroke."""
    cdef int i = index_of(positions, ball, f"motion.{ball}")
    cdef Body* b = &w.body[i]
    cdef int k
    if len(motion.velocity) != 3 or len(motion.spin) != 3:
        raise BadStroke(f"motion.{ball}", "needs three numbers for each of v and w")
    for k in range(3):
        b.v[k] = motion.velocity[k]
        b.w[k] = motion.spin[k]
        if not (fabs(b.v[k]) <= 2e3 and fabs(b.w[k]) <= 1e6):
            raise BadStroke(f"motion.{ball}", "must be numbers of at most 2000 m/s and 1e6 rad/s")
    start_on_bed(w, i)


cdef tuple cue_facts(World* w, positions, strokes):
    """What the tip did besides clean hits, in the order of the strokes."""
    cdef TipFact facts[TIP_FACTS]
    cdef int k
    told = []
    for stroke in strokes:
        find_tip_facts(w, index_of(positions, stroke.ball, "stroke.ball"), stroke.aim, stroke.speed, stroke.elevation,
                       stroke.tip[0], stroke.tip[1], facts)
        for k in range(TIP_FACTS):
            if facts[k].found:
                told.append(CueFact(_FACTS[k], facts[k].mm, facts[k].ms if facts[k].timed else None))
    return tuple(told)


cdef bytes sorted_rows(World* w):
    """The segments as bytes, by ball, then time."""
    cdef int first[MOST_BALLS + 1]
    cdef int i
    cdef bytes rows = PyBytes_FromStringAndSize(NULL, w.row_count * sizeof(Row))
    cdef Row* out = <Row*>PyBytes_AS_STRING(rows)
    for i in range(w.count + 1):
        first[i] = 0
    for i in range(w.row_count):
        first[w.rows[i].ball + 1] += 1
    for i in range(w.count):
        first[i + 1] += first[i]
    for i in range(w.row_count):
        out[first[w.rows[i].ball]] = w.rows[i]
        first[w.rows[i].ball] += 1
    return rows


cdef double last_change(World* w) noexcept:
    """Start of the last segment, s."""
    cdef double t = 0.0
    cdef int i
    for i in range(w.row_count):
        if w.rows[i].t > t:
            t = w.rows[i].t
    return t


cdef void raise_failure(World* w) except *:
    if w.failure in _SPENT:
        raise BudgetSpent(_SPENT[w.failure])
    if w.failure == F_MEMORY:
        raise MemoryError
    raise BrokenPhysics(_BROKEN[w.failure], w.now)


def run_shot(table, constants, layout, strokes, motions, budget):
    """Simulate one shot: physics.simulate.simulate says what goes in and comes out."""
    cdef Setting setting = setting_for(table, constants)
    cdef Workspace space = _pool.pop() if _pool else Workspace()
    cdef World* w = space.world
    cdef long events = budget.events
    cdef double time_limit = budget.time
    cdef double wall = budget.wall
    positions = layout.positions
    space.use(setting)
    w.failure = F_NONE
    w.deepest = 0.0
    w.now = 0.0
    w.row_count = w.touch_count = 0
    w.tip_matters = w.quiet = False
    w.stop = S_REST
    place_balls(w, setting, positions)
    for stroke in strokes:
        give_stroke(w, setting, positions, stroke)
    if motions:
        for ball, motion in motions.items():
            give_motion(w, positions, ball, motion)
    with nogil:
        begin(w)
        play(w, events, time_limit, wall)
    if w.failure != F_NONE:
        raise_failure(w)
    trace = Trace(
        tuple(positions),
        sorted_rows(w),
        PyBytes_FromStringAndSize(<char*>w.touches, w.touch_count * sizeof(Touch)),
        last_change(w),
        (w.energy_start, w.energy_end),
        w.deepest,
        w.events,
        cue_facts(w, positions, strokes) if w.tip_matters else (),
    )
    _pool.append(space)
    return trace


def run_batch(table, constants, layout, int struck, const double[:, ::1] strokes, int stop, int watched, budget,
              double[:, :, ::1] places, signed char[:, ::1] fates, double[:, ::1] facts):
    """Simulate many strokes on one layout without the lock; physics.batch.simulate_many says what goes in and out.

    strokes  (n, 5)         aim, speed, elevation, side, up, checked by the caller
    places   (n, balls, 3)  where every ball is at the end, m
    fates    (n, balls)     -1 on the table, 0 to 5 in that pocket, 6 off the table
    facts    (n, 4)         end s, events, first ball met by the struck ball or -1, failure code
    """
    cdef Setting setting = setting_for(table, constants)
    cdef Workspace space = _pool.pop() if _pool else Workspace()
    cdef World* w = space.world
    cdef Body start[MOST_BALLS]
    cdef long events = budget.events
    cdef double time_limit = budget.time
    cdef int shot, k
    space.use(setting)
    w.failure = F_NONE
    w.deepest = 0.0
    place_balls(w, setting, layout.positions)
    w.quiet = True
    w.stop = stop
    w.watched = watched
    memcpy(start, w.body, w.count * sizeof(Body))
    with nogil:
        for shot in range(strokes.shape[0]):
            memcpy(w.body, start, w.count * sizeof(Body))
            w.failure = F_NONE
            w.now = 0.0
            w.row_count = w.touch_count = 0
            strike(&w.body[struck], &w.law, strokes[shot, 0], strokes[shot, 1], strokes[shot, 2], strokes[shot, 3],
                   strokes[shot, 4])
            start_on_bed(w, struck)
            begin(w)
            play(w, events, time_limit, 0.0)
            summarise(w, struck, &places[shot, 0, 0], &fates[shot, 0], &facts[shot, 0])
    _pool.append(space)


def run_sampled(table, constants, layout, int struck, const double[:, ::1] strokes, budget, const double[::1] times,
                double[:, :, ::1] paths):
    """Where the struck ball is at given times (s, rising), for many strokes: paths (n, times, 2), m; NaN where it failed."""
    cdef Setting setting = setting_for(table, constants)
    cdef Workspace space = _pool.pop() if _pool else Workspace()
    cdef World* w = space.world
    cdef Body start[MOST_BALLS]
    cdef long events = budget.events
    cdef double time_limit = budget.time
    cdef int shot
    space.use(setting)
    w.failure = F_NONE
    w.deepest = 0.0
    place_balls(w, setting, layout.positions)
    w.quiet = False
    w.stop = S_REST
    memcpy(start, w.body, w.count * sizeof(Body))
    with nogil:
        for shot in range(strokes.shape[0]):
            memcpy(w.body, start, w.count * sizeof(Body))
            w.failure = F_NONE
            w.now = 0.0
            w.row_count = w.touch_count = 0
            strike(&w.body[struck], &w.law, strokes[shot, 0], strokes[shot, 1], strokes[shot, 2], strokes[shot, 3],
                   strokes[shot, 4])
            start_on_bed(w, struck)
            begin(w)
            play(w, events, time_limit, 0.0)
            sample_path(w, struck, &times[0], times.shape[0], &paths[shot, 0, 0])
    _pool.append(space)
