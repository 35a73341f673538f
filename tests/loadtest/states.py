"""States of rooms as the wire shows them, for brains to think about."""

from typing import Any

from msgspec import structs

from client_protocol.notices import RoomState
from client_protocol.values import CueTable, DartsTable, Pace, Phase, SideState, Touch

SHOOTING = ("take_shot", "concede")


def a_room(**changes: Any) -> RoomState:
    """A nine-ball room in which seat 0 is to act; the changes replace its fields."""
    state = RoomState(
        room="room01",
        invite="invite01",
        game="nine_ball",
        preset="",
        options={},
        table="pool_9ft",
        touch=Touch.EXACT,
        pace=Pace.INSTANT,
        race_to=1,
        rules_hash="",
        commitment="",
        people=(),
        sides=(SideState("A"), SideState("B")),
        phase=Phase.PLAY,
        turn=5,
        to_act=0,
        legal=SHOOTING,
    )
    return structs.replace(state, **changes)


def a_table(
    balls: dict[str, tuple[float, float]], cue_ball: str = "as_lies", strikes: tuple[str, ...] = ("c",), **details: Any
) -> CueTable:
    """A cue table with these balls."""
    return CueTable(balls=balls, cue_ball=cue_ball, strikes=strikes, details=details)


def a_board(dart: int = 1, **details: Any) -> DartsTable:
    """A dart board, a steel one with little spread."""
    return DartsTable(round=1, dart=dart, details={"board": "steel", "bull": "split", "noise_mm": 9.0, **details})
