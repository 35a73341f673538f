"""Darts as text: `T20`, `OB`, `M`, `S20@1200`, and whole visits `A: T20 T20 T20 / B: S20 S5 S1`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from game.darts.vocabulary import Dart, Landing
from physics.darts.board import BULL

_DART = re.compile(
    r"(?:(?P<ring>[SDT])(?P<number>[1-9]|1\d|20)(?P<zone>(?<=\d)[io])?|(?P<other>OB|IB|M|BO|NT))"
    r"(?:@(?P<time>\d{1,9}))?"
)
_REPEAT = re.compile(r"\(([^()]*)\)\s*[×x*]\s*(\d{1,3})")
_LABEL = re.compile(r"^\s*(?P<player>[^:\s]+)\s*:")


class BadDart(ValueError):
    """A dart, or a list of darts, that cannot be read."""


@dataclass(frozen=True)
class Visit:
    """Darts written as one visit: the player named before them, if any."""

    player: str | None
    darts: tuple[Dart, ...]


def parse_dart(text: str) -> Dart:
    """The dart written as `T20`, `S6i`, `IB@300`, `NT`. Raises BadDart."""
    found = _DART.fullmatch(text)
    if found is None or (found["zone"] and found["ring"] != Landing.SINGLE):
        raise BadDart(f"no dart: {text!r}")
    time = int(found["time"] or 0)
    if found["ring"]:
        return Dart(Landing(found["ring"]), int(found["number"]), time, found["zone"] or "")
    landing = Landing(found["other"])
    return Dart(landing, BULL if landing in (Landing.OUTER_BULL, Landing.INNER_BULL) else 0, time)


def format_dart(dart: Dart) -> str:
    """The dart as `parse_dart` reads it; its time is given where it is not zero."""
    return dart.name + dart.zone + (f"@{dart.time}" if dart.time else "")


def parse_visits(text: str) -> tuple[Visit, ...]:
    """The visits of a list of darts; `/` ends one, `(…)×9` repeats. Raises BadDart.

    A visit that more than three darts were written for goes over into the next ones of the same player.
    """
    visits = tuple(_visit(part) for part in _expanded(text).split("/"))
    if any(not visit.darts for visit in visits):
        raise BadDart("a visit without darts")
    return visits


def _expanded(text: str) -> str:
    while (found := _REPEAT.search(text)) is not None:
        separator = " / " if ":" in found[1] or "/" in found[1] else " "
        repeated = separator.join([found[1]] * int(found[2]))
        text = text[: found.start()] + repeated + text[found.end() :]
        if len(text) > 100_000:
            raise BadDart("too many darts")
    return text


def _visit(text: str) -> Visit:
    label = _LABEL.match(text)
    darts = text[label.end() :] if label else text
    return Visit(label["player"] if label else None, tuple(parse_dart(word) for word in darts.split()))
