"""Throws, what real boards report, and corrections of it, as JSON values and back."""

from __future__ import annotations

from game.actions import (
    LONGEST_WINDOW,
    Action,
    BoardEvent,
    BoardHit,
    CorrectDart,
    DeleteDart,
    InsertDart,
    PassDarts,
    TakeoutOver,
    Throw,
    Visit,
)
from game.case_fields import Field

Json = dict[str, object]

DartAction = Throw | BoardHit | TakeoutOver | PassDarts | CorrectDart | DeleteDart | InsertDart


def dart_action_json(action: DartAction) -> Json:
    """An action at the dart board as a JSON object."""
    if isinstance(action, Throw):
        return _throw_json(action)
    source = {} if action.source is None else {"source": _source_json(action.source)}
    match action:
        case BoardHit():
            visit = action.visit
            return {
                "type": "board_hit",
                "segment": action.segment,
                "zone": action.zone,
                "at": None if action.at is None else list(action.at),
                "received": action.received,
                "visit": None if visit is None else [visit.leg, visit.turn],
                **source,
            }
        case TakeoutOver():
            return {"type": "takeout_over", **source}
        case PassDarts():
            return {"type": "pass_darts", **source}
        case CorrectDart(number=number, segment=segment):
            return {"type": "correct_dart", "number": number, "segment": segment, **source}
        case DeleteDart(number=number):
            return {"type": "delete_dart", "number": number, **source}
        case InsertDart(number=number, segment=segment, before=before):
            return {"type": "insert_dart", "number": number, "segment": segment, "before": before, **source}


def read_dart_action(kind: str, field: Field) -> Action | None:
    """The action of a JSON object, None where its kind is none at the dart board. Raises BadCase with the path."""
    told = field.at("source")
    source = None if told is None else _read_source(told)
    match kind:
        case "throw":
            return _read_throw(field)
        case "board_hit":
            return _read_hit(field)
        case "takeout_over":
            return TakeoutOver(_read_source(field.need("source")))
        case "pass_darts":
            return PassDarts(source)
        case "correct_dart":
            return CorrectDart(field.need("number").whole(), field.need("segment").text(), source)
        case "delete_dart":
            return DeleteDart(field.need("number").whole(), source)
        case "insert_dart":
            number, segment = field.need("number").whole(), field.need("segment").text()
            return InsertDart(number, segment, field.need("before").flag(), source)
    return None


def _throw_json(throw: Throw) -> Json:
    return {
        "type": "throw",
        "dart": throw.dart,
        "aim": list(throw.aim),
        "power": throw.power,
        "nonce": throw.nonce,
        "released": throw.released,
        "window": throw.window,
    }


def _read_throw(field: Field) -> Throw:
    released, window = field.need("released"), field.at("window")  # earlier halls had the longest window only
    return Throw(
        dart=field.need("dart").whole(),
        aim=field.need("aim").point(),
        power=field.need("power").number(),
        nonce=field.need("nonce").text(),
        released=None if released.value is None else released.number(),
        window=LONGEST_WINDOW if window is None else window.number(),
    )


def _read_hit(field: Field) -> BoardHit:
    at, visit = field.need("at"), field.need("visit")
    return BoardHit(
        source=_read_source(field.need("source")),
        segment=field.need("segment").text(),
        received=field.need("received").number(),
        at=None if at.value is None else at.point(),
        zone=field.need("zone").text(),
        visit=None if visit.value is None else Visit(*(item.whole() for item in visit.items())),
    )


def _source_json(source: BoardEvent) -> Json:
    return {"board": source.board, "boot": source.boot, "seq": source.seq}


def _read_source(field: Field) -> BoardEvent:
    return BoardEvent(field.need("board").text(), field.need("boot").text(), field.need("seq").whole())
