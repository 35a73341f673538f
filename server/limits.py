"""How fast somebody may ask for things, and when asking becomes abuse."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Bucket:
    """A token bucket: `rate` a second on average, twice that at once."""

    rate: float
    tokens: float
    filled_at: float

    def take(self, now: float) -> bool:
        """Whether one more may pass now (s, any steady clock)."""
        self.tokens = min(2.0 * self.rate, self.tokens + (now - self.filled_at) * self.rate)
        self.filled_at = now
        if self.tokens < 1.0:
            return False
        self.tokens -= 1.0
        return True


def full_bucket(rate: float, now: float) -> Bucket:
    """A bucket that nobody has taken from."""
    return Bucket(rate, 2.0 * rate, now)


FAULTS_PER_SECOND = 5.0
"""Messages a second that cannot be read or come too fast, and that are still answered."""

FAULTS_AT_ONCE = 100.0
"""So many of them at once before a connection is closed: a bug in a client, not abuse, stays below."""


@dataclass(slots=True)
class Patience:
    """How much nonsense one connection may still send."""

    left: float
    counted_at: float

    def wear(self, now: float) -> bool:
        """Count one more fault; False once patience has run out."""
        self.left = min(FAULTS_AT_ONCE, self.left + (now - self.counted_at) * FAULTS_PER_SECOND) - 1.0
        self.counted_at = now
        return self.left >= 0.0


def fresh_patience(now: float) -> Patience:
    """The patience that everybody meets at first."""
    return Patience(FAULTS_AT_ONCE, now)
