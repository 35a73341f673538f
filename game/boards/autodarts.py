"""Adapter for streams of the Autodarts kind: the whole list of darts in the board, told again after every change.

The list is compared with the one before, never summed up (darts B.4, rule 8): one more is a throw, another value at its
place a correction, one less a dart taken back, none a takeout.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from game.boards.reports import BadReport, Json, ReportKind
from game.boards.sightings import Sighting
from physics.darts.board import BULL, SECTORS

RADIUS = 170.0
"""mm: these boards give points in units of the double ring's outer edge."""

SPACING = 0.5
"""s put between darts that come in one message."""


@dataclass(frozen=True)
class Spot:
    """A dart as the list tells it."""

    segment: str
    zone: str = ""
    at: tuple[float, float] | None = None


@dataclass(frozen=True)
class AutodartsStream:
    """What the stream has told so far: the darts in the board with the number of the sighting of each."""

    darts: tuple[tuple[Spot, int], ...] = ()
    made: int = 0
    takeout: bool = False


Read = tuple[AutodartsStream, tuple[Sighting, ...]]


def read_state(stream: AutodartsStream, message: Mapping[str, Json]) -> Read:
    """The stream after one state message, and what is new in it. Raises BadReport; then nothing is."""
    spots = tuple(_spot(item) for item in _list(message.get("throws", [])))
    status = str(message.get("status", "")).lower()
    is_takeout = "takeout" in status and "finished" not in status
    found: list[Sighting] = []
    if is_takeout and not stream.takeout:
        found.append(Sighting(ReportKind.TAKEOUT_START))
    if not spots and (stream.darts or stream.takeout) and not is_takeout:
        found.append(Sighting(ReportKind.TAKEOUT_END))
    stream = replace(stream, takeout=is_takeout, made=stream.made + len(found))
    if not spots:
        return replace(stream, darts=()), tuple(found)
    if is_takeout:  # hands are at the board: what vanishes now is being taken out
        return stream, tuple(found)
    stream, changes = _compared(stream, spots)
    return stream, (*found, *changes)


def _compared(stream: AutodartsStream, spots: tuple[Spot, ...]) -> Read:
    old = list(stream.darts)
    if len(spots) < len(old):
        return _fewer(stream, spots)
    found: list[Sighting] = []
    made = stream.made
    for place, spot in enumerate(spots[: len(old)]):
        if spot.segment != old[place][0].segment:
            found.append(_sighting(ReportKind.CORRECT, spot, ref=old[place][1]))
        old[place] = (spot, old[place][1])
    made += len(found)
    fresh = spots[len(old) :]
    for place, spot in enumerate(fresh):
        made += 1
        found.append(_sighting(ReportKind.THROW, spot, before=SPACING * (len(fresh) - 1 - place)))
        old.append((spot, made))
    return replace(stream, darts=tuple(old), made=made), tuple(found)


def _fewer(stream: AutodartsStream, spots: tuple[Spot, ...]) -> Read:
    """Darts that were taken back at the board: those that are left keep their place and order."""
    left, kept = list(spots), list[tuple[Spot, int]]()
    gone = list[int]()
    spare = len(stream.darts) - len(spots)
    for spot, number in stream.darts:
        if len(gone) < spare and (not left or spot.segment != left[0].segment):
            gone.append(number)
        else:
            kept.append((left.pop(0), number))
    deleted = tuple(Sighting(ReportKind.DELETE, ref=number) for number in gone)
    changed = tuple(
        _sighting(ReportKind.CORRECT, new, ref=number)
        for (new, number), (old, _) in zip(kept, (dart for dart in stream.darts if dart[1] not in gone), strict=True)
        if new.segment != old.segment
    )
    return replace(stream, darts=tuple(kept), made=stream.made + len(deleted) + len(changed)), deleted + changed


def _sighting(kind: ReportKind, spot: Spot, ref: int = 0, before: float = 0.0) -> Sighting:
    return Sighting(kind, spot.segment, spot.zone, spot.at, ref, before)


def _list(value: Json) -> Sequence[Json]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise BadReport("throws", "a list is needed")
    return value


def _spot(item: Json) -> Spot:
    segment = item.get("segment") if isinstance(item, dict) else None
    if not isinstance(item, dict) or not isinstance(segment, dict):
        raise BadReport("throws", "every dart needs a segment")
    number, multiplier, bed = segment.get("number"), segment.get("multiplier"), str(segment.get("bed", "")).lower()
    return Spot(_name(number, multiplier), _zone(multiplier, number, bed), _at(item.get("coords")))


def _name(number: Json, multiplier: Json) -> str:
    if multiplier == 0:  # beside the board: the number is only the nearest one
        return "M"
    if number == BULL and multiplier in (1, 2):
        return "OB" if multiplier == 1 else "IB"
    if number not in SECTORS or multiplier not in (1, 2, 3):
        raise BadReport("throws.segment", f"no segment: number {number}, multiplier {multiplier}")
    return f"{'SDT'[int(multiplier) - 1]}{number}"


def _zone(multiplier: Json, number: Json, bed: str) -> str:
    if multiplier != 1 or number == BULL:
        return ""
    return "i" if "inner" in bed else "o" if "outer" in bed else ""


def _at(coords: Json) -> tuple[float, float] | None:
    if not isinstance(coords, dict):
        return None
    x, y = coords.get("x"), coords.get("y")
    if isinstance(x, bool) or isinstance(y, bool) or not isinstance(x, int | float) or not isinstance(y, int | float):
        return None
    return round(RADIUS * x, 1), round(RADIUS * y, 1)
