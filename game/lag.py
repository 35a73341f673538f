"""The lag: who plays first. Sources: Slovak pool rules 3.5; carom B.6 (UMB and pyramid readings)."""

from __future__ import annotations

from dataclasses import dataclass

from game.cloth import Cloth
from game.cue_state import Setting
from game.shot_facts import BallHit, CushionHit, LagBall, LagFacts, Potted
from game.vocabulary import Ball, Cushion, Family, Seat

TIE = {Family.POOL: 0.0005, Family.CAROM: 0.001, Family.PYRAMID: 0.001}
"""m: a difference up to this cannot be decided and the lag is repeated."""

RED = "R"


@dataclass(frozen=True)
class LagVerdict:
    """Who won (None: it is repeated), why each bad ball is bad, the difference of the best two, m, and all by
    distance, bad balls last."""

    winner: Seat | None
    faults: dict[Seat, str]
    difference: float | None = None
    order: tuple[Seat, ...] = ()


def judge_lag(setting: Setting, facts: LagFacts) -> LagVerdict:
    """Decide a lag: the nearest to the head cushion among those without a fault."""
    faults = {ball.seat: fault for ball in facts.balls if (fault := _fault(setting, ball, facts)) is not None}
    if setting.family is Family.CAROM and not faults and _collided(facts):
        return LagVerdict(None, {})
    clean = [(ball.rest[0], ball.seat) for ball in facts.balls if ball.seat not in faults and ball.rest is not None]
    clean.sort()
    if not clean:
        return LagVerdict(None, faults)
    if len(clean) > 1 and clean[1][0] - clean[0][0] <= TIE[setting.family] + 1e-9:
        return LagVerdict(None, faults, clean[1][0] - clean[0][0])
    difference = clean[1][0] - clean[0][0] if len(clean) > 1 else None
    return LagVerdict(clean[0][1], faults, difference, (*(seat for _, seat in clean), *sorted(faults)))


def lag_lost(played: tuple[Seat, ...]) -> LagFacts:
    """A lag whose time ran out: whoever has not played has lost it; without simulation the others' balls lie level."""
    foot = CushionHit(0.0, Ball("c"), Cushion.FOOT)
    return LagFacts(
        tuple(
            LagBall(seat, Ball("c"), (foot,) if seat in played else (), (0.0, 0.0) if seat in played else None)
            for seat in (Seat(0), Seat(1))
        )
    )


def not_lagged(seat: Seat) -> LagFacts:
    """The lag of one of three who has not played in time."""
    return LagFacts((LagBall(seat, Ball("W"), (), None),))


def _fault(setting: Setting, ball: LagBall, facts: LagFacts) -> str | None:
    """What makes a lag bad; None for a good one."""
    if any(isinstance(event, Potted) and event.ball == ball.ball for event in ball.events):
        return "its ball was pocketed"
    if ball.rest is None:
        return "its ball left the table" if ball.events else "it has not played in time"
    if _touches(ball, Cushion.FOOT) == 0:
        return "its ball did not reach the foot cushion"
    if setting.family is Family.CAROM:
        return _carom_fault(setting, ball, facts)
    if _entered_other_half(setting, ball, facts):
        return "its ball entered the other half"
    return _pool_fault(setting, ball, ball.rest[0]) if setting.family is Family.POOL else None


def _pool_fault(setting: Setting, ball: LagBall, x: float) -> str | None:
    if _touches(ball, Cushion.LEFT) + _touches(ball, Cushion.RIGHT) > 0:
        return "its ball touched a long cushion"
    if _touches(ball, Cushion.FOOT) > 1:
        return "its ball touched the foot cushion more than once"
    if x < -setting.cloth.length / 2.0 + setting.cloth.radius - 1e-6:
        return "its ball rests in the jaws of a corner pocket"
    return None


def _carom_fault(setting: Setting, ball: LagBall, facts: LagFacts) -> str | None:
    if any(isinstance(event, BallHit) and RED in (event.ball, event.other) for event in ball.events):
        return "its ball touched the red ball"
    if _collided(facts) and _entered_other_half(setting, ball, facts):
        entered = [other.seat for other in facts.balls if _entered_other_half(setting, other, facts)]
        if entered == [ball.seat]:
            return "its ball entered the other half and touched the other ball"
    return None


def _entered_other_half(setting: Setting, ball: LagBall, facts: LagFacts) -> bool:
    """Whether a ball crossed y = 0 by itself: one that was knocked over after a collision is not to blame."""
    if setting.lags_alone or ball.rest is None:
        return False
    if ball.crossed_at is not None and ball.met_at is not None and ball.crossed_at > ball.met_at:
        return not any(other.crossed and _crossed_first(other) for other in facts.balls if other.seat != ball.seat)
    beyond = ball.rest[1] > 0.0 if ball.seat == 0 else ball.rest[1] < 0.0
    return ball.crossed or beyond


def _crossed_first(ball: LagBall) -> bool:
    return ball.crossed_at is not None and (ball.met_at is None or ball.crossed_at <= ball.met_at)


def _collided(facts: LagFacts) -> bool:
    names = {ball.ball for ball in facts.balls}
    return any(
        isinstance(event, BallHit) and {event.ball, event.other} <= names
        for ball in facts.balls
        for event in ball.events
    )


def _touches(ball: LagBall, cushion: Cushion) -> int:
    hits = (event for event in ball.events if isinstance(event, CushionHit) and event.ball == ball.ball)
    return sum(1 for event in hits if event.cushion is cushion)


def lag_places(family: Family, cloth: Cloth) -> tuple[tuple[float, float], ...]:
    """Where the balls of the first two sides start, in seat order: the first plays in y < 0."""
    if family is Family.CAROM:
        y = cloth.width / 2.0 - 0.300
        return ((cloth.head_string, -y), (cloth.head_string, y))
    x = cloth.head_string - cloth.diameter
    return ((x, -cloth.width / 4.0), (x, cloth.width / 4.0))
