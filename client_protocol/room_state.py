"""The state of a room as a client holds it: what a delta makes of it, and the delta between two states."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Final

import msgspec
from msgspec import UNSET

from client_protocol.notices import (
    DartThrown,
    LagPlayed,
    RoomChanged,
    RoomClosed,
    RoomDelta,
    RoomState,
    ShotPlayed,
    Snapshot,
    TurnRecalculated,
)

AnyNotice = Snapshot | ShotPlayed | LagPlayed | DartThrown | TurnRecalculated | RoomChanged | RoomClosed
"""Notices of a room, which carry its sequence number `n`."""


_CHANGING: Final = RoomDelta.__struct_fields__
_CONSTANT: Final = tuple(name for name in RoomState.__struct_fields__ if name not in _CHANGING)
_read_changing: Final = attrgetter(*_CHANGING)
_read_constant: Final = attrgetter(*_CONSTANT)


def apply_delta(state: RoomState, delta: RoomDelta) -> RoomState:
    """The state after a change: each field that the delta holds replaces the old one whole."""
    changed: dict[str, Any] = {
        name: value for name, value in zip(_CHANGING, _read_changing(delta), strict=True) if value is not UNSET
    }
    return msgspec.structs.replace(state, **changed)


def find_delta(before: RoomState, after: RoomState) -> RoomDelta:
    """What changed between two states of one room: `apply_delta(before, find_delta(before, after)) == after`.

    Raises ValueError where a field differs that no delta carries, such as the game of the room.
    """
    if _read_constant(before) != _read_constant(after):
        name = next(name for name in _CONSTANT if getattr(before, name) != getattr(after, name))
        raise ValueError(f"{name} of a room never changes")
    old, new = _read_changing(before), _read_changing(after)
    changed: dict[str, Any] = {
        name: value for name, was, value in zip(_CHANGING, old, new, strict=True) if value is not was and value != was
    }
    return RoomDelta(**changed)


def follow(state: RoomState | None, notice: AnyNotice) -> RoomState | None:
    """The state of the room after a notice; `None` only before the first snapshot."""
    match notice:
        case Snapshot():
            return notice.state
        case RoomClosed():
            return state
        case ShotPlayed() | LagPlayed() | DartThrown() | TurnRecalculated() | RoomChanged():
            return None if state is None else apply_delta(state, notice.delta)
