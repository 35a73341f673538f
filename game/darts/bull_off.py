"""The bull-off: one dart each at the bull, and who is nearest throws first. Source: darts B.7, `order`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.vocabulary import Seat

MOST_ROUNDS = 3
"""Rounds before level players throw in seat order."""

NO_DART = math.inf
"""Distance of a dart that was not thrown or bounced out."""


@dataclass(frozen=True)
class BullOff:
    """A running bull-off.

    distances  from the bull (mm), per seat, one for each dart
    waiting    who still throws in this round, in order
    """

    distances: tuple[tuple[float, ...], ...]
    waiting: tuple[Seat, ...]
    round: int = 1

    @property
    def done(self) -> bool:
        """Whether the order stands."""
        return not self.waiting


def begin_bull_off(players: int) -> BullOff:
    """A bull-off before its first dart."""
    return BullOff(((),) * players, tuple(Seat(seat) for seat in range(players)))


def after_dart(bull_off: BullOff, distance: float) -> BullOff:
    """The bull-off after a dart of whoever is next; those level for the first place throw again."""
    seat = bull_off.waiting[0]
    own = (*bull_off.distances[seat], distance)
    distances = (*bull_off.distances[:seat], own, *bull_off.distances[seat + 1 :])
    return _completed(replace(bull_off, distances=distances, waiting=bull_off.waiting[1:]))


def without(bull_off: BullOff, seat: Seat) -> BullOff:
    """The bull-off without a player who gave up: he is placed last."""
    distances = (*bull_off.distances[:seat], (NO_DART,), *bull_off.distances[seat + 1 :])
    waiting = tuple(other for other in bull_off.waiting if other != seat)
    return _completed(replace(bull_off, distances=distances, waiting=waiting))


def _completed(bull_off: BullOff) -> BullOff:
    if bull_off.waiting or bull_off.round == MOST_ROUNDS:
        return bull_off
    best = min(bull_off.distances)
    level = tuple(Seat(seat) for seat, own in enumerate(bull_off.distances) if own == best)
    if len(level) == 1 or best[0] == NO_DART:
        return bull_off
    return replace(bull_off, waiting=level, round=bull_off.round + 1)


def nearest_first(bull_off: BullOff, groups: Sequence[tuple[Seat, ...]]) -> tuple[tuple[Seat, ...], ...]:
    """Groups of seats (pairs in SCRAM, else single ones), the one with the nearest dart first."""
    return tuple(sorted(groups, key=lambda group: min(bull_off.distances[seat] for seat in group)))
