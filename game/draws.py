"""Chance by name: every draw of a match is a label under its 32-byte key, so nobody can pick a favourable one.

The key is drawn at the edge; its commitment is published before the first action and the key itself at the end.
Labels are named, never sequential: one that is added later does not shift another. Source: darts B.2, "Seeded noise".
"""

from __future__ import annotations

import hashlib
import hmac
import math
from collections.abc import Iterable, Sequence
from typing import TypeVar

KEY_BYTES = 32
_WORD = 2**64
_UNIT = 2.0**-53

Item = TypeVar("Item")


def commitment(key: bytes) -> str:
    """SHA-256 of the key in hex: what is published before the first action."""
    return hashlib.sha256(_checked(key)).hexdigest()


def block(key: bytes, label: str, counter: int) -> int:
    """The 64-bit number number `counter` of a label: first 8 bytes of HMAC-SHA256(key, label, counter), big-endian."""
    message = label.encode() + counter.to_bytes(4, "big")
    return int.from_bytes(hmac.digest(_checked(key), message, "sha256")[:8], "big")


def below(key: bytes, label: str, n: int) -> int:
    """One of 0 … n − 1, each equally likely. Raises ValueError where n < 1."""
    return numbers_below(key, label, (n,))[0]


def numbers_below(key: bytes, label: str, limits: Iterable[int]) -> tuple[int, ...]:
    """One number below each limit in turn, from one label; a number that would favour small values is drawn again."""
    counter, drawn = 0, []
    for limit in limits:
        if not 1 <= limit <= _WORD:
            raise ValueError(f"no number lies below {limit}")
        accepted = _WORD // limit * limit
        while (number := block(key, label, counter)) >= accepted:
            counter += 1
        counter += 1
        drawn.append(number % limit)
    return tuple(drawn)


def pick(key: bytes, label: str, items: Sequence[Item], count: int) -> tuple[Item, ...]:
    """`count` different ones of `items` in drawn order (partial Fisher–Yates); all of them: a shuffle."""
    if not 0 <= count <= len(items):
        raise ValueError(f"cannot pick {count} of {len(items)}")
    left = list(items)
    offsets = numbers_below(key, label, range(len(left), len(left) - count, -1))
    for place, offset in enumerate(offsets):
        left[place], left[place + offset] = left[place + offset], left[place]
    return tuple(left[:count])


def uniform(key: bytes, label: str, counter: int = 0) -> float:
    """A number in [0, 1) with 53 random bits."""
    return (block(key, label, counter) >> 11) * _UNIT


def gaussian_pair(key: bytes, label: str, pair: int = 0) -> tuple[float, float]:
    """Two independent unit normals by Box–Muller; pair `pair` of a label takes counters 2·pair and 2·pair + 1."""
    u1 = ((block(key, label, 2 * pair) >> 11) + 1) * _UNIT  # never 0: its logarithm is needed
    radius = math.sqrt(-2.0 * math.log(u1))
    angle = 2.0 * math.pi * uniform(key, label, 2 * pair + 1)
    return radius * math.cos(angle), radius * math.sin(angle)


def gaussians(key: bytes, label: str, count: int) -> tuple[float, ...]:
    """`count` independent unit normals from one label."""
    pairs = (gaussian_pair(key, label, number) for number in range((count + 1) // 2))
    return tuple(value for pair in pairs for value in pair)[:count]


def _checked(key: bytes) -> bytes:
    if len(key) != KEY_BYTES:
        raise ValueError(f"a match key has {KEY_BYTES} bytes, not {len(key)}")
    return key
