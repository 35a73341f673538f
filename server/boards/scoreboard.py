"""What a club's screen, an overlay or a home automation needs of a room: JSON, from nothing but the room's state."""

from __future__ import annotations

from collections.abc import Mapping

from client_protocol.notices import RoomState
from client_protocol.values import DartsTable, Detail, Phase, SideState
from game.boards.reports import Json
from game.catalog import GAMES
from game.vocabulary import GameKind
from server.translate_play import segment_value

VERSION = 1

_FAMILIES = {kind.value: game.family.value for kind, game in GAMES.items()}
_TITLES = {kind.value: game.title for kind, game in GAMES.items()}


def scoreboard(state: RoomState, n: int, time: float) -> dict[str, Json]:
    """The scoreboard of a room after its notice `n`, at `time` (s, server time)."""
    shown: dict[str, Json] = {
        "v": VERSION,
        "room": state.room,
        "n": n,
        "time": round(time, 3),
        "game": state.game,
        "title": _TITLES.get(state.game, state.game),
        "family": _FAMILIES.get(state.game, ""),
        "preset": state.preset,
        "phase": state.phase.value,
        "turn": state.turn,
        "game_number": state.game_number,
        "race_to": state.race_to,
        "to_act": state.to_act,
        "sides": [_side(state, seat, side) for seat, side in enumerate(state.sides)],
        "clock": _clock(state),
        "stopped": state.stopped or None,
        "watchers": state.watchers,
        "result": _result(state),
    }
    if state.cue is not None:
        balls: list[Json] = [*sorted(state.cue.balls)]
        shown["table"] = {
            "name": state.table,
            "balls": balls,
            "cue_ball": state.cue.cue_ball,
            "in_play": list(state.cue.strikes),
            "details": _plain(state.cue.details),
        }
    if state.darts is not None:
        shown["darts"] = darts_message(state, n)
    return shown


def darts_message(state: RoomState, n: int) -> dict[str, Json]:
    """The state message of a dart game. Source: darts C.13. Times in ms since 1970; `cur` counts `players` from 0."""
    table = state.darts
    assert table is not None
    details = table.details
    zero, clock = details.get("zero"), state.clock
    deadline = None if clock is None or clock.ends_at is None else round(clock.ends_at * 1000)
    return {
        "game": f"{state.room}-1/g{state.game_number}",
        "kind": state.game,
        "phase": dart_phase(state),
        "round": table.round,
        "rounds": details.get("rounds"),
        "turn": details.get("visit"),
        "dart": table.dart,
        "cur": state.to_act,
        "t0": round(zero * 1000) if isinstance(zero, int | float) else None,
        "deadline": deadline,
        "players": [_player(seat, side) for seat, side in enumerate(state.sides)],
        "pot": details.get("pot"),
        "turn_darts": _turn_darts(table),
        "turn_points": details.get("points"),
        "lights": lights(table),
        "active": _active(details),
        "hint": details.get("hint"),
        "seq": n,
    }


def dart_phase(state: RoomState) -> str:
    """Where a turn stands. Source: darts B.1."""
    if state.result is not None:
        return "FINAL"
    if state.phase is Phase.WAITING or state.darts is None:
        return "LOBBY"
    if state.phase.value == "final_pending":
        return "FINAL_PENDING"
    if state.stopped:
        return "PAUSED"
    if any(board.seat == state.to_act and board.takeout for board in state.boards):
        return "TAKEOUT"
    return "DART_OPEN"


def lights(table: DartsTable) -> dict[str, Json]:
    """What lights up: a function of the server's time, or numbers that stay lit."""
    details = table.details
    match details.get("lights"):
        case "s100":
            index, width = details.get("light_index"), details.get("lit_width")
            return {"fn": "s100", "idx": index, "step": details.get("step_ms"), "width": width}
        case "pub":
            return {"fn": "pub", "step": details.get("step_ms")}
        case "spin":
            return {"fn": "spin", "target": details.get("target")}
    target = details.get("target")
    return {"fn": "static", "lit": [] if target is None else [target]}


def _side(state: RoomState, seat: int, side: SideState) -> Json:
    person = next((one for one in state.people if one.seat == seat), None)
    return {
        "name": side.name,
        "games": side.games,
        "score": side.score,
        "to_act": state.to_act == seat,
        "connected": person is not None and person.connected,
        "bot": person is not None and person.bot,
        "board": next((board.board for board in state.boards if board.seat == seat), None),
        "details": _plain(side.details),
    }


def _clock(state: RoomState) -> Json:
    if state.clock is None:
        return None
    return {"limit": state.clock.limit, "ends_at": state.clock.ends_at}


def _result(state: RoomState) -> Json:
    if state.result is None:
        return None
    scores: dict[str, Json] = dict(state.result.scores)
    return {"winners": list(state.result.winners), "reason": state.result.reason, "scores": scores}


def _player(seat: int, side: SideState) -> Json:
    status = side.details.get("status") or ("retired" if side.details.get("retired") else "in")
    return {"id": side.name, "seat": seat, "score": side.score, "legs": side.games, "status": status}


def _turn_darts(table: DartsTable) -> list[Json]:
    """The darts of the open turn; the face value of each, whatever the game made of it."""
    return [{"seg": name, "value": segment_value(name)} for name in table.darts]


def _active(details: Mapping[str, Detail]) -> list[Json]:
    """What counts now, by name: `lit` numbers in SUPER 100, else the target where there is one."""
    if details.get("lights") == "s100":
        return ["lit"]
    target = details.get("target")
    return [] if target is None else [str(target)]


def _plain(details: Mapping[str, Detail]) -> dict[str, Json]:
    return dict(details)


assert set(_FAMILIES) == {kind.value for kind in GameKind}, "a game without a family"
