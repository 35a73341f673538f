"""What a room needs of the house."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lobby.codes import RoomId
from lobby.leavings import Leavings
from lobby.stores import Store
from lobby.whereabouts import Whereabouts
from server.boards.desk import BoardDesk
from server.clock import Clock
from server.config import Settings


@dataclass(frozen=True)
class RoomServices:
    """Store, time, settings, version of the physics, who is where; `closed` is called when a room may not be found;
    who left matches early; the real boards."""

    store: Store
    clock: Clock
    settings: Settings
    engine: str
    whereabouts: Whereabouts
    closed: Callable[[RoomId], None]
    leavings: Leavings
    boards: BoardDesk
