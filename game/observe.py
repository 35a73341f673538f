"""What the rules see of a trace: separated contacts in order, line crossings, ties, margins. The only reader of traces.

Contact separation and order: carom C.0.2; tie window: pool B.10. SI units.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.cloth import Cloth, Frozen, frozen_at
from game.paths import Path, paths_of
from game.shot_facts import (
    AnyEvent,
    BallHit,
    CushionHit,
    LagBall,
    LagFacts,
    LeftTable,
    LineCrossed,
    Potted,
    Reach,
    ShotFacts,
    TiedHit,
    TipFact,
    TouchedWood,
)
from game.values import replace
from game.vocabulary import CUE, Ball, Cushion, Line, Pocket, Seat
from physics.balls import Constants
from physics.tables import TableSpec
from physics.trajectories import Contact, ContactKind, Layout, Stroke, Trace

TIE_WINDOW = 2e-4
"""s: the cue ball's first contacts within it are simultaneous (pool B.10)."""

SAME_TIME = 1e-6
"""s: contacts this near stand in a fixed order, balls before cushions (carom C.0.2)."""

BALL_SEPARATION = 5e-5
"""m between surfaces that makes the next contact of a pair a new one."""

CUSHION_SEPARATION = 5e-4
"""m off the nose that makes the next contact with a cushion a new one, on tables where cushions are counted."""

LEAST_SPEED = 2e-3
"""m/s: a frozen pair has touched only where the impulse is worth this speed of a ball (carom C.0.3)."""


@dataclass(frozen=True)
class _Scene:
    """Everything about one trace that its contacts are read with."""

    cloth: Cloth
    frozen: Frozen
    paths: dict[Ball, Path]
    struck: tuple[Ball, ...]
    cushion_separation: float
    least_impulse: float


def observe(trace: Trace, table: TableSpec, constants: Constants, layout: Layout, struck: Ball) -> ShotFacts:
    """The facts of a shot with one struck ball."""
    scene = _scene(trace, table, constants, layout, (struck,))
    events = _ordered([*_contacts(trace, scene), *_lines(scene, table, struck)])
    near: tuple[AnyEvent, ...] = ()
    reach: dict[Ball, Reach] = {}
    if table.has_pockets:  # where a missing contact is a foul, and order within the window a tie
        events = _tied(events, struck)
        near = _near(scene, events, struck)
    else:  # where balls may have to leave a zone
        reach = {ball: path.reach() for ball, path in scene.paths.items() if ball != struck}
    tip = tuple(TipFact(fact.kind, None, fact.margin_mm, fact.margin_ms) for fact in trace.cue)
    rest = {ball: trace.rest[ball] for ball in trace.balls if ball in trace.rest}
    return ShotFacts(struck, _with_margins(events, struck), rest, tip, trace.duration, near, reach)


def nearest_pass(trace: Trace, struck: Ball) -> float | None:
    """How near the struck ball came to the second object ball after it had met a first one, m between the centres; of
    several others the nearest one. None where it met none."""
    hits = [touch for touch in trace.contacts if touch.kind is ContactKind.BALL and struck in (touch.ball, touch.other)]
    if not hits:
        return None
    first = hits[0].other if hits[0].ball == struck else hits[0].ball
    paths = paths_of(trace)
    passes = (
        paths[struck].nearest_to(path, ANYWHERE, hits[0].time)
        for ball, path in paths.items()
        if ball not in (struck, first)
    )
    return min((near[1] for near in passes if near is not None), default=None)


def observe_lag(
    trace: Trace,
    table: TableSpec,
    constants: Constants,
    layout: Layout,
    strokes: Sequence[Stroke],
    first: int = 0,
) -> LagFacts:
    """The facts of a lag: for each stroke, in seat order from the first one on, what its ball did and whether it
    entered the other half."""
    scene = _scene(trace, table, constants, layout, tuple(stroke.ball for stroke in strokes))
    events = _ordered(_contacts(trace, scene))
    return LagFacts(
        tuple(_lag_ball(Seat(seat), stroke.ball, scene, events, trace) for seat, stroke in enumerate(strokes, first)),
        trace.duration,
    )


def _lag_ball(seat: Seat, ball: Ball, scene: _Scene, events: tuple[AnyEvent, ...], trace: Trace) -> LagBall:
    own = tuple(event for event in events if ball in (event.ball, getattr(event, "other", None)))
    path = scene.paths[ball]
    start = path.at(0.0)[1]
    crossings = path.crossings(1, 0.0)
    hits = [event.time for event in own if isinstance(event, BallHit)]
    crossed = bool(crossings) and start != 0.0
    rest = trace.rest.get(ball)
    return LagBall(seat, ball, own, rest, crossed, min(crossings, default=None), min(hits, default=None))


def _scene(trace: Trace, table: TableSpec, constants: Constants, layout: Layout, struck: tuple[Ball, ...]) -> _Scene:
    cloth = Cloth(table.length, table.width, constants.ball_radius)
    return _Scene(
        cloth,
        frozen_at(cloth, layout.positions),
        paths_of(trace),
        struck,
        BALL_SEPARATION if table.has_pockets else CUSHION_SEPARATION,
        constants.ball_mass * LEAST_SPEED,
    )


def _contacts(trace: Trace, scene: _Scene) -> list[AnyEvent]:
    """Every contact that counts as one of its own."""
    seen: list[AnyEvent] = []
    pairs: dict[frozenset[str], float] = {}
    gone: dict[Ball, AnyEvent] = {}
    for contact in trace.contacts:
        event = _event(contact, scene, pairs)
        if isinstance(event, Potted | LeftTable):
            gone[event.ball] = event  # a ball that came back and went again: the last time is the true one
        elif event is not None:
            seen.append(event)
    missing = (ball for ball in trace.balls if ball not in trace.rest)
    return seen + [gone.get(ball, LeftTable(trace.duration, ball)) for ball in missing]


def _event(contact: Contact, scene: _Scene, pairs: dict[frozenset[str], float]) -> AnyEvent | None:
    time, ball = contact.time, contact.ball
    match contact.kind:
        case ContactKind.BALL:
            return _ball_hit(contact, scene, pairs)
        case ContactKind.CUSHION:
            return _cushion_hit(contact, scene, pairs)
        case ContactKind.POCKET:
            return Potted(time, ball, Pocket(contact.other))
        case ContactKind.OFF_TABLE:
            return LeftTable(time, ball)
        case ContactKind.RAIL:
            return TouchedWood(time, ball)
        case _:
            return None


def _ball_hit(contact: Contact, scene: _Scene, pairs: dict[frozenset[str], float]) -> BallHit | None:
    """A contact of two balls, unless they have not parted since the last one or only leaned on each other."""
    one, two = contact.ball, Ball(contact.other)
    pair = frozenset((one, two))
    since = pairs.get(pair)
    a, b = scene.paths[one], scene.paths[two]
    apart = scene.cloth.diameter + BALL_SEPARATION
    if since is None and pair in scene.frozen.balls:
        if contact.impulse < scene.least_impulse and not a.parts_from(b, 0.0, contact.time, apart):
            return None
    elif since is not None and not a.parts_from(b, since, contact.time, apart):
        pairs[pair] = contact.time
        return None
    pairs[pair] = contact.time
    if contact.time == 0.0:  # a ball frozen to the struck one: nothing else can move yet
        return BallHit(0.0, one, two) if one in scene.struck else BallHit(0.0, two, one)
    mover, other = (one, two) if a.speed_before(contact.time) >= b.speed_before(contact.time) else (two, one)
    thickness = scene.paths[mover].overlap_at(scene.paths[other], contact.time, scene.cloth.diameter)
    return BallHit(contact.time, mover, other, margin_mm=1000.0 * thickness)


def _cushion_hit(contact: Contact, scene: _Scene, pairs: dict[frozenset[str], float]) -> CushionHit | None:
    """A contact with a cushion, unless the ball has not left it since the last one."""
    ball, cushion = contact.ball, Cushion(contact.other)
    key = frozenset((ball, "#" + cushion.value))
    path = scene.paths[ball]
    own = False
    if cushion in scene.frozen.to_cushion(ball):
        own = not path.leaves(cushion, scene.cloth, 0.0, contact.time, scene.cushion_separation)
    since = pairs.get(key)
    pairs[key] = contact.time
    if since is not None and not path.leaves(cushion, scene.cloth, since, contact.time, scene.cushion_separation):
        return None
    return CushionHit(contact.time, ball, cushion, own)


def _lines(scene: _Scene, table: TableSpec, struck: Ball) -> Iterable[AnyEvent]:
    """Crossings that the rules of this kind of table ask for: the kitchen's line, on pyramid tables the centre line."""
    if not table.has_pockets:
        return
    path = scene.paths[struck]
    outside = path.at(0.0)[0] >= scene.cloth.head_string
    for time in path.crossings(0, scene.cloth.head_string):
        outside = not outside
        yield LineCrossed(time, struck, Line.OUT if outside else Line.IN)
    if table.name.startswith("pyramid"):
        for ball, track in scene.paths.items():
            for time in track.crossings(0, 0.0):
                yield LineCrossed(time, ball, Line.MID)


def _ordered(events: Iterable[AnyEvent]) -> tuple[AnyEvent, ...]:
    """By time; at the same time balls before everything else, the cue ball before the others, then by number."""

    def rank(event: AnyEvent) -> tuple[bool, bool, int, str]:
        return (not isinstance(event, BallHit), event.ball != CUE, len(event.ball), event.ball)

    by_time = sorted(events, key=lambda event: event.time)
    ordered: list[AnyEvent] = []
    group: list[AnyEvent] = []
    for event in by_time:
        if group and event.time - group[0].time > SAME_TIME:
            ordered += sorted(group, key=rank)
            group = []
        group.append(event)
    return (*ordered, *sorted(group, key=rank))


def _tied(events: tuple[AnyEvent, ...], struck: Ball) -> tuple[AnyEvent, ...]:
    """The struck ball's first contacts within the tie window made one event."""
    hits = [event for event in events if isinstance(event, BallHit) and struck in (event.ball, event.other)]
    if not hits:
        return events
    met = {hit: hit.other if hit.ball == struck else hit.ball for hit in hits if hit.time - hits[0].time <= TIE_WINDOW}
    others = tuple(dict.fromkeys(met.values()))
    if len(others) < 2:
        return events
    margin = 1000.0 * max(hit.time - hits[0].time for hit in met)
    tie = TiedHit(hits[0].time, struck, others, margin_ms=margin)
    return tuple(tie if event is hits[0] else event for event in events if event is hits[0] or event not in met)


def _with_margins(events: tuple[AnyEvent, ...], struck: Ball) -> tuple[AnyEvent, ...]:
    """Every event of the struck ball with the time to its nearest other one, ms: how clear their order was."""
    own = [
        place
        for place, event in enumerate(events)
        if isinstance(event, BallHit | CushionHit) and struck in (event.ball, getattr(event, "other", None))
    ]
    times = [events[place].time for place in own]
    found = list(events)
    for index, place in enumerate(own):
        near = [abs(times[index] - times[k]) for k in (index - 1, index + 1) if 0 <= k < len(own)]
        if near:
            found[place] = replace(events[place], margin_ms=1000.0 * min(near))
    return tuple(found)


ANYWHERE = 100.0
"""m: no two balls are farther apart."""

NEAR = 0.002
"""m: a contact missed by more than this was no near one."""


def _near(scene: _Scene, events: tuple[AnyEvent, ...], struck: Ball) -> tuple[AnyEvent, ...]:
    """The nearest miss where a contact was wanting: of a ball where the struck one met none, of a cushion where nothing
    reached one after the first contact and no ball fell."""
    first = next((event for event in events if isinstance(event, BallHit | TiedHit)), None)
    if first is None:
        return _near_ball(scene, struck)
    followed = (event for event in events if event.time >= first.time and isinstance(event, CushionHit | Potted))
    if any(not isinstance(event, CushionHit) or not event.own for event in followed):
        return ()
    misses: list[tuple[float, AnyEvent]] = []
    for ball in sorted(_touched(events)):
        for cushion in set(Cushion) - scene.frozen.to_cushion(ball):
            time, gap = scene.paths[ball].nearest_to_nose(cushion, scene.cloth, first.time)
            misses.append((gap, CushionHit(time, ball, cushion, margin_mm=1000.0 * gap)))
    return _nearest(misses)


def _touched(events: tuple[AnyEvent, ...]) -> set[Ball]:
    touched = {event.ball for event in events}
    touched |= {event.other for event in events if isinstance(event, BallHit)}
    return touched | {other for event in events if isinstance(event, TiedHit) for other in event.others}


def _near_ball(scene: _Scene, struck: Ball) -> tuple[AnyEvent, ...]:
    misses: list[tuple[float, AnyEvent]] = []
    for other in sorted(set(scene.paths) - {struck}):
        nearest = scene.paths[struck].nearest_to(scene.paths[other], scene.cloth.diameter + NEAR)
        if nearest is not None:
            gap = nearest[1] - scene.cloth.diameter
            misses.append((gap, BallHit(nearest[0], struck, other, margin_mm=1000.0 * gap)))
    return _nearest(misses)


def _nearest(misses: list[tuple[float, AnyEvent]]) -> tuple[AnyEvent, ...]:
    near = sorted((miss for miss in misses if 0.0 <= miss[0] <= NEAR), key=lambda miss: miss[0])
    return tuple(event for _, event in near[:1])
