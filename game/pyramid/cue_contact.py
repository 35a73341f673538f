"""What the tip did wrong: double hit, push and press by geometry, by the model of the cue, or never. carom C.0.6."""

from __future__ import annotations

from math import atan2, pi

from game.cloth import EPS_FROZEN, distance
from game.cue_state import CueState, PlayedShot
from game.findings import Finding
from game.pyramid.reading import Reading
from game.shot_facts import TipFact
from game.vocabulary import Cushion, Foul, Point

WIDE = pi / 4.0
"""rad: played away at such an angle a ball close by is no double hit."""

PRESSED = pi / 6.0
"""rad: aimed this near to along a cushion, or into it, a ball frozen to it is pressed."""

PRESS_GAP = 0.001
"""m between cue ball and the ball at the cushion."""

FOULS = {
    "double_hit": (Foul.DOUBLE_HIT, "R4"),
    "push": (Foul.PUSH, "R3"),
    "press": (Foul.PRESS, "R5"),
    "touch": (Foul.TOUCH, "C.6.4"),
    "scoop": (Foul.STROKE, "R2"),
    "ferrule": (Foul.STROKE, "R2"),
}
MODELLED = ("double_hit", "push", "press")
"""What the option `cue_fouls` decides; the rest is always told by the cue."""


def cue_fouls(state: CueState, shot: PlayedShot, reading: Reading) -> list[Finding]:
    """Every foul of the tip, each once."""
    found: dict[Foul, Finding] = {}
    for fact in _facts(state, shot, reading):
        if fact.kind in FOULS:
            foul, rule = FOULS[fact.kind]
            found.setdefault(foul, Finding(foul, rule, tip=fact))
    return list(found.values())


def _facts(state: CueState, shot: PlayedShot, reading: Reading) -> tuple[TipFact, ...]:
    """The facts of the cue as the room wants them; a written case, which lasts no time, tells them itself."""
    level = state.setting.word("cue_fouls")
    told = shot.facts.tip
    if level == "model" or (level == "geometric" and shot.facts.duration == 0.0):
        return told
    other = tuple(fact for fact in told if fact.kind not in MODELLED)
    return other if level == "off" else (*other, *geometric_facts(state, shot.action.stroke.aim, reading))


def geometric_facts(state: CueState, aim: float, reading: Reading) -> tuple[TipFact, ...]:
    """Double hit, push and press by the half-radius and 45 degree rule for a stroke at the ball met first."""
    cue = state.positions.get(reading.struck)
    at = state.positions.get(reading.met[0]) if reading.met else None
    if cue is None or at is None:
        return ()
    cloth, ball = state.setting.cloth, reading.met[0]
    gap = distance(cue, at) - cloth.diameter
    if _is_pressed(state.frozen.to_cushion(ball), aim, gap):
        return (TipFact("press", ball, 1000.0 * (PRESS_GAP - gap)),)
    if gap > cloth.radius / 2.0 or _angle(aim, cue, at) >= WIDE:
        return ()
    kind = "push" if gap <= EPS_FROZEN else "double_hit"
    return (TipFact(kind, ball, 1000.0 * (cloth.radius / 2.0 - gap)),)


def _angle(aim: float, cue: Point, at: Point) -> float:
    """Between the aim and the line of the two balls, rad."""
    way = atan2(at[1] - cue[1], at[0] - cue[0])
    return abs((aim - way + pi) % (2.0 * pi) - pi)


_INTO = {Cushion.FOOT: 0.0, Cushion.LEFT: pi / 2.0, Cushion.HEAD: pi, Cushion.RIGHT: -pi / 2.0}


def _is_pressed(cushions: frozenset[Cushion], aim: float, gap: float) -> bool:
    if gap > PRESS_GAP:
        return False
    return any(abs((aim - _INTO[cushion] + pi) % (2.0 * pi) - pi) <= pi / 2.0 + PRESSED for cushion in cushions)
