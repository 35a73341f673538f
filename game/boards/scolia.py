"""Adapter for streams of the Scolia kind: one message for every throw, takeout, correction and deletion."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from game.boards.reports import BadReport, Json, ReportKind
from game.boards.sightings import Sighting

_SECTOR = re.compile(r"(?P<ring>[SsDT])(?P<number>[1-9]|1\d|20)")
_OTHERS = {"25": "OB", "Bull": "IB", "None": "M"}


@dataclass(frozen=True)
class ScoliaStream:
    """What the stream has told so far: numbers of the sightings of the darts in the board, oldest first."""

    darts: tuple[int, ...] = ()
    made: int = 0


Read = tuple[ScoliaStream, tuple[Sighting, ...]]


def read_message(stream: ScoliaStream, message: Mapping[str, Json]) -> Read:
    """The stream after one message, and what happened by it. Raises BadReport; then nothing did."""
    payload = message.get("payload")
    body = payload if isinstance(payload, dict) else {}
    match message.get("type"):
        case "THROW_DETECTED":
            after = replace(stream, darts=(*stream.darts, stream.made + 1), made=stream.made + 1)
            return after, (_throw(body),)
        case "TAKEOUT_STARTED":
            return replace(stream, made=stream.made + 1), (Sighting(ReportKind.TAKEOUT_START),)
        case "TAKEOUT_FINISHED":
            # A false takeout ends the wait as well: the darts are still there, and the turn goes on.
            darts = stream.darts if body.get("falseTakeout") is True else ()
            return replace(stream, darts=darts, made=stream.made + 1), (Sighting(ReportKind.TAKEOUT_END),)
        case "THROW_CORRECTED":
            return _changed(stream, body, ReportKind.CORRECT)
        case "DELETE_THROW":
            return _changed(stream, body, ReportKind.DELETE)
    return stream, ()


def _throw(body: Mapping[str, Json]) -> Sighting:
    if body.get("bounceout") is True:
        return Sighting(ReportKind.BOUNCE_OUT, at=_at(body.get("coordinates")))
    segment, zone = _segment(body.get("sector"))
    return Sighting(ReportKind.THROW, segment, zone, _at(body.get("coordinates")))


def _changed(stream: ScoliaStream, body: Mapping[str, Json], kind: ReportKind) -> Read:
    """A dart of this turn was another one, or none; without its index it is the last one."""
    index = body.get("throwIndex", len(stream.darts) - 1)
    if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < len(stream.darts):
        raise BadReport("throwIndex", "no such dart in this turn")
    ref = stream.darts[index]
    segment, zone = ("", "") if kind is ReportKind.DELETE else _segment(body.get("sector"))
    darts = stream.darts
    if kind is ReportKind.DELETE:
        darts = (*darts[:index], *darts[index + 1 :])
    return replace(stream, darts=darts, made=stream.made + 1), (Sighting(kind, segment, zone, ref=ref),)


def _segment(sector: Json) -> tuple[str, str]:
    """`S20` is the outer single, `s20` the inner one."""
    if isinstance(sector, str) and sector in _OTHERS:
        return _OTHERS[sector], ""
    found = _SECTOR.fullmatch(sector) if isinstance(sector, str) else None
    if found is None:
        raise BadReport("sector", f"no sector: {sector!r}")
    zone = {"S": "o", "s": "i"}.get(found["ring"], "")
    return found["ring"].upper() + found["number"], zone


def _at(value: Json) -> tuple[float, float] | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    x, y = value
    if isinstance(x, bool) or isinstance(y, bool) or not isinstance(x, int | float) or not isinstance(y, int | float):
        return None
    return round(float(x), 1), round(float(y), 1)
