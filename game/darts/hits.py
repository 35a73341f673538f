"""From an accepted throw to the facts that are recorded: checks, the time of the release, the point, the impact."""

from __future__ import annotations

import math

from game.actions import Throw
from game.darts.options import number
from game.darts.release import BETWEEN_DARTS, release_time
from game.darts.throwing import AIM_RADIUS, land, model_of
from game.errors import IllegalAction, Refusal
from game.setup import MatchSetup, Moment
from game.shot_facts import HitFacts
from game.vocabulary import Pace

LONGEST_NONCE = 64


def opens_at(setup: MatchSetup, opens: float) -> float | None:
    """When a dart may be let go; None where nobody waits."""
    return None if setup.pace is Pace.INSTANT else opens


def hit(action: Throw, moment: Moment, dart: int, opens: float, label: str) -> HitFacts:
    """The hit of a throw of dart number `dart`, opened at `opens` (s). Raises IllegalAction; then nothing was drawn."""
    _check(action, dart)
    setup, released = moment.setup, _released(action, moment)
    if setup.pace is not Pace.INSTANT and released < opens:
        raise IllegalAction(Refusal.TOO_EARLY, "released", "the dart is not to be thrown yet")
    model = model_of(setup.options, setup.touch, setup.pace)
    landed = land(model, setup.key, label, action, released - opens)
    return HitFacts(landed.dart.name, landed.point, round(released + landed.flight, 3))


def ready_after(action: Throw, moment: Moment, impact: float) -> float:
    """When the next dart may be let go, s: this one has landed, and some time has passed since its release."""
    return max(impact, _released(action, moment) + BETWEEN_DARTS)


def _released(action: Throw, moment: Moment) -> float:
    allowed = min(action.window, number(moment.setup.options, "window_ms") / 1000.0)
    return release_time(action.released, moment.at, allowed)


def _check(action: Throw, dart: int) -> None:
    if action.dart != dart:
        raise IllegalAction(Refusal.WRONG_DART, "dart", f"dart {dart} is to be thrown")
    if not math.hypot(*action.aim) <= AIM_RADIUS:
        raise IllegalAction(Refusal.BAD_VALUE, "aim", "the aim is beyond the board")
    if not 0.0 <= action.power <= 1.0:
        raise IllegalAction(Refusal.BAD_VALUE, "power", "power goes from 0 to 1")
    if len(action.nonce) > LONGEST_NONCE or not set(action.nonce) <= set("0123456789abcdef"):
        raise IllegalAction(Refusal.BAD_VALUE, "nonce", f"at most {LONGEST_NONCE} digits from 0 to f")
    if action.released is not None and not math.isfinite(action.released):
        raise IllegalAction(Refusal.BAD_VALUE, "released", "a time is needed")
