"""The clear attempt: whether a stroke was played to score, found out by replays with small changes.

Source: R64, carom C.2.4. The changes are draws under the match's key: the same stroke always gets the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from math import radians

from game.draws import uniform
from game.execution import FASTEST, inside_ball
from game.match import Match, ShotOrder, apply, shot_entry
from game.observe import nearest_pass
from game.setup import Moment
from game.shot_facts import Attempt
from game.values import replace
from physics.errors import PhysicsError
from physics.trajectories import Stroke, Trace

REPLAYS = 64
AIM = radians(3.0)
"""rad: the aim of a replay differs by at most this."""
SPEED = 0.2
"""Part of the speed by which a replay differs at most."""
TIP = 0.2
"""Ball radii by which the tip of a replay lies off at most, to the side and up."""


def changed(stroke: Stroke, key: bytes, label: str) -> tuple[Stroke, ...]:
    """The strokes of the replays, in order."""
    return tuple(_changed(stroke, key, label, number) for number in range(REPLAYS))


def _changed(stroke: Stroke, key: bytes, label: str, number: int) -> Stroke:
    aim, speed, side, up = (2.0 * uniform(key, label, 4 * number + part) - 1.0 for part in range(4))
    return replace(
        stroke,
        aim=stroke.aim + aim * AIM,
        speed=min(FASTEST, stroke.speed * (1.0 + speed * SPEED)),
        tip=inside_ball((stroke.tip[0] + side * TIP, stroke.tip[1] + up * TIP)),
    )


def attempt_of(match: Match, order: ShotOrder, trace: Trace, simulate: Callable[[ShotOrder], Trace]) -> Attempt | None:
    """What the replays say of a stroke whose trace is known; None where nobody asks: it scored, or no rule asks for it.

    Once one replay has scored no more are made, and none where the cue ball itself came near enough.
    """
    if not order.asks_attempt or _scores(match, order, trace):
        return None
    came = Attempt(0, nearest_pass(trace, order.strokes[0].ball))
    if came.is_clear:
        return came
    label = Moment(match.setup, match.turn, match.setup.began).label(match.play.game_number, f"attempt/{match.turn}")
    for stroke in changed(order.strokes[0], match.setup.key, label):
        if _replay_scores(match, replace(order, strokes=(stroke,)), simulate):
            return replace(came, scored=1)
    return came


def _replay_scores(match: Match, order: ShotOrder, simulate: Callable[[ShotOrder], Trace]) -> bool:
    try:
        trace = simulate(order)
    except PhysicsError:  # a replay that cannot be played to its end scores nothing
        return False
    return _scores(match, order, trace)


def _scores(match: Match, order: ShotOrder, trace: Trace) -> bool:
    entry = shot_entry(match, order, trace, match.setup.began)
    return apply(match, entry).ruling.points > 0
