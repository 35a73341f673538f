"""The shot log as text, read and written: tokens like `c>3 3#F 3@FL c|out`, the same in cases, replays, on screen."""

from __future__ import annotations

import re

from game.errors import BadLog
from game.shot_facts import (
    AnyEvent,
    BallHit,
    CushionHit,
    LeftTable,
    LineCrossed,
    Potted,
    TiedHit,
    TouchedWood,
)
from game.vocabulary import Ball, Cushion, Line, Pocket

_BALL = r"(?P<ball>c|[1-9]|1[0-5]|[WYRB])"
_OTHER = r"(?:c|[1-9]|1[0-5]|[WYRB])"
_TOKEN = re.compile(
    _BALL
    + r"(?:>(?P<other>"
    + _OTHER
    + r")"
    + r"|=(?P<others>"
    + _OTHER
    + r"(?:,"
    + _OTHER
    + r")+)"
    + r"|#(?P<cushion>[HFLR])(?P<own>\*?)"
    + r"|@(?P<pocket>HL|HR|SL|SR|FL|FR)"
    + r"|\^(?P<left>off|wood)"
    + r"|\|(?P<line>out|in|mid))"
)


def parse_log(text: str) -> tuple[AnyEvent, ...]:
    """The events of a written log; their time is the token's place. Raises BadLog."""
    return tuple(_parse(place, token) for place, token in enumerate(text.split()))


def _parse(place: int, token: str) -> AnyEvent:
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise BadLog(place, token, "not a token of the shot log")
    time, ball = float(place), Ball(match["ball"])
    if match["other"]:
        if match["other"] == ball:
            raise BadLog(place, token, "a ball cannot touch itself")
        return BallHit(time, ball, Ball(match["other"]))
    if match["others"]:
        others = tuple(Ball(name) for name in match["others"].split(","))
        if len({ball, *others}) != len(others) + 1:
            raise BadLog(place, token, "a ball is named twice")
        return TiedHit(time, ball, others)
    if match["cushion"]:
        return CushionHit(time, ball, Cushion(match["cushion"]), own=bool(match["own"]))
    if match["pocket"]:
        return Potted(time, ball, Pocket(match["pocket"]))
    if match["left"]:
        return LeftTable(time, ball) if match["left"] == "off" else TouchedWood(time, ball)
    return LineCrossed(time, ball, Line(match["line"]))


def token(event: AnyEvent) -> str:
    """One event as its token."""
    match event:
        case BallHit(ball=ball, other=other):
            return f"{ball}>{other}"
        case TiedHit(ball=ball, others=others):
            return f"{ball}={','.join(others)}"
        case CushionHit(ball=ball, cushion=cushion, own=own):
            return f"{ball}#{cushion.value}{'*' if own else ''}"
        case Potted(ball=ball, pocket=pocket):
            return f"{ball}@{pocket.value}"
        case LeftTable(ball=ball):
            return f"{ball}^off"
        case TouchedWood(ball=ball):
            return f"{ball}^wood"
        case LineCrossed(ball=ball, line=line):
            return f"{ball}|{line.value}"


def format_log(events: tuple[AnyEvent, ...]) -> str:
    """The whole log as text, oldest first."""
    return " ".join(token(event) for event in events)
