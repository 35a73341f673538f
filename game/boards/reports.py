"""What a real board says: one kind of report, whatever the machine or camera behind it. Source: darts B.4."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from game.darts.notation import BadDart, parse_dart
from game.darts.vocabulary import Landing

VERSION = 1
LONGEST = 4096
"""Bytes of the longest report that is read."""

BOARD_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
_HEX = re.compile(r"[0-9a-f]{1,32}")
_WORD = re.compile(r"[A-Za-z0-9_-]{1,64}")
HIGHEST = 2**53
WIDEST = 1000.0
"""mm from the centre that a board may report."""

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


class ReportKind(StrEnum):
    """What happened at the board. `correct` and `delete` are a board that changes its mind about an earlier throw."""

    THROW = "throw"
    BOUNCE_OUT = "bounceout"
    TAKEOUT_START = "takeout_start"
    TAKEOUT_END = "takeout_end"
    BUTTON_NEXT = "button_next"
    STUCK_SEGMENT = "stuck_segment"
    CORRECT = "correct"
    DELETE = "delete"
    STATUS = "status"


WITH_SEGMENT = (ReportKind.THROW, ReportKind.CORRECT)
WITH_REFERENCE = (ReportKind.CORRECT, ReportKind.DELETE)


class BoardKind(StrEnum):
    """What sees the darts: switches behind the segments, or cameras."""

    MACHINE = "machine"
    CAMERA = "camera"


class BadReport(ValueError):
    """Bytes that are no report: the field and what is wrong with it."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


@dataclass(frozen=True)
class Report:
    """One thing that a board says.

    boot     the board's name for its present start; `seq` counts its reports since then, from 1. In a status it is the
             number of the last report
    ts       the board's clock, ms
    arm      nonce of the turn the board was armed for ("" = none)
    segment  of a throw or correction, as `T20`, `OB`, `M`; `zone` of a single, `at` its point (mm), where known
    ref      number of the throw that a correction is about
    online   in a status: whether the board is there
    """

    board: str
    boot: str
    seq: int
    ts: int
    kind: ReportKind
    arm: str = ""
    segment: str = ""
    zone: str = ""
    at: tuple[float, float] | None = None
    ref: int = 0
    online: bool = True


def read_object(data: bytes) -> dict[str, Json]:
    """The JSON object in some bytes. Raises BadReport."""
    if len(data) > LONGEST:
        raise BadReport("$", f"longer than {LONGEST} bytes")
    try:
        found: Json = json.loads(data, parse_constant=_refuse_constant, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        if isinstance(error, BadReport):
            raise
        raise BadReport("$", "no JSON") from error
    if not isinstance(found, dict):
        raise BadReport("$", "an object is needed")
    return found


def read_report(body: Mapping[str, Json]) -> Report:
    """The report in a JSON object, its signature apart. Raises BadReport."""
    unknown = body.keys() - _FIELDS
    if unknown:
        raise BadReport(min(unknown), "no such field")
    if body.get("v") != VERSION or isinstance(body.get("v"), bool):
        raise BadReport("v", f"version {VERSION} is spoken here")
    kind = _kind(body)
    segment, zone = _segment(body, kind)
    state = body.get("state", "online")
    if state not in ("online", "offline"):
        raise BadReport("state", "online or offline")
    return Report(
        board=_text(body, "board", BOARD_ID),
        boot=_text(body, "boot", _HEX),
        seq=_number(body, "seq", least=0 if kind is ReportKind.STATUS else 1),
        ts=_number(body, "ts"),
        kind=kind,
        arm="" if body.get("arm") is None else _text(body, "arm", _WORD),
        segment=segment,
        zone=zone,
        at=_point(body),
        ref=_number(body, "ref", least=1) if kind in WITH_REFERENCE else 0,
        online=state == "online",
    )


def report_body(report: Report) -> dict[str, Json]:
    """The JSON object of a report, without its signature: the opposite of `read_report`."""
    body: dict[str, Json] = {
        "v": VERSION,
        "board": report.board,
        "boot": report.boot,
        "seq": report.seq,
        "ts": report.ts,
        "type": report.kind.value,
    }
    if report.arm:
        body["arm"] = report.arm
    if report.kind in WITH_SEGMENT:
        body |= {"seg": report.segment, "zone": report.zone or None}
    if report.at is not None:
        body["xy"] = list(report.at)
    if report.kind in WITH_REFERENCE:
        body["ref"] = report.ref
    if report.kind is ReportKind.STATUS:
        body["state"] = "online" if report.online else "offline"
    return body


_FIELDS = frozenset({"v", "board", "boot", "seq", "ts", "type", "arm", "seg", "zone", "xy", "conf", "ref", "state"})


def _kind(body: Mapping[str, Json]) -> ReportKind:
    kind = body.get("type")
    if not isinstance(kind, str) or kind not in set(ReportKind):
        raise BadReport("type", f"one of {', '.join(ReportKind)}")
    return ReportKind(kind)


def _text(body: Mapping[str, Json], field: str, form: re.Pattern[str]) -> str:
    found = body.get(field)
    if not isinstance(found, str) or form.fullmatch(found) is None:
        raise BadReport(field, f"a text of the form {form.pattern} is needed")
    return found


def _number(body: Mapping[str, Json], field: str, least: int = 0) -> int:
    found = body.get(field)
    if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= HIGHEST:
        raise BadReport(field, f"a whole number from {least} is needed")
    return found


def _segment(body: Mapping[str, Json], kind: ReportKind) -> tuple[str, str]:
    found, zone = body.get("seg"), body.get("zone")
    if kind not in WITH_SEGMENT:
        return "", ""
    if zone not in (None, "i", "o"):
        raise BadReport("zone", "i or o, where the board knows it")
    try:
        dart = parse_dart(found if isinstance(found, str) else "")
    except BadDart as error:
        raise BadReport("seg", "a segment as T20, S5, OB, IB or M is needed") from error
    if dart.landing is Landing.NOT_THROWN or dart.name != found:
        raise BadReport("seg", "a segment as T20, S5, OB, IB or M is needed")
    if zone is not None and dart.landing is not Landing.SINGLE:
        raise BadReport("zone", "only a single has one")
    return dart.name, str(zone or "")


def _point(body: Mapping[str, Json]) -> tuple[float, float] | None:
    found = body.get("xy")
    if found is None:
        return None
    if not isinstance(found, list) or len(found) != 2:
        raise BadReport("xy", "two numbers are needed, mm")
    x, y = (_coordinate(value) for value in found)
    return x, y


def _coordinate(value: Json) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -WIDEST <= value <= WIDEST:
        raise BadReport("xy", f"numbers from {-WIDEST} to {WIDEST} are needed, mm")
    return round(float(value), 1)


def _refuse_constant(name: str) -> Json:
    raise BadReport("$", f"{name} is no number")


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadReport("$", "a key stands twice")
    return found
