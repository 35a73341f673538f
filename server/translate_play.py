"""What happened at the table, as notices: the half of `server/translate.py` that tells entries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from client_protocol import notices, values
from client_protocol.packing import pack
from client_protocol.trace_layout import Columns, ContactColumns
from game import actions
from game.entries import Entry
from game.notation import format_log
from game.rulings import Ruling
from game.shot_facts import HitFacts, LagFacts, ShotFacts
from physics.balls import Constants
from physics.trajectories import Stroke, Trace
from server.aside import CAUSES


@dataclass(frozen=True)
class Happening:
    """An entry that was just recorded: what it is, what the rules said, what changed, and which notice tells it."""

    room: str
    n: int
    entry: Entry
    ruling: Ruling
    delta: notices.RoomDelta


@dataclass(frozen=True)
class Simulated:
    """What the balls did in a shot, and the constants they did it under."""

    trace: Trace
    constants: Constants


def notice_of(
    what: Happening, simulated: Simulated | None
) -> notices.ShotPlayed | notices.LagPlayed | notices.DartThrown | notices.TurnRecalculated | notices.RoomChanged:
    """The notice that tells an entry."""
    if isinstance(what.entry.action, actions.Shot) and simulated is not None:
        return _shot_played(what, simulated)
    if isinstance(what.entry.action, actions.PlayLag) and simulated is not None:
        return _lag_played(what, simulated)
    if isinstance(what.entry.action, actions.Throw | actions.BoardHit):
        return _dart_thrown(what)
    if what.ruling.corrected is not None:
        return _turn_recalculated(what)
    return _room_changed(what)


def _shot_played(what: Happening, simulated: Simulated) -> notices.ShotPlayed:
    shot, facts = what.entry.action, what.entry.facts
    assert isinstance(shot, actions.Shot)
    assert isinstance(facts, ShotFacts)
    assert what.entry.seat is not None
    return notices.ShotPlayed(
        room=what.room,
        n=what.n,
        seat=what.entry.seat,
        intent=_wire_stroke(shot.stroke),
        stroke=_wire_stroke(what.entry.strokes[0]),
        trace=trace_bytes(simulated),
        rest={str(ball): at for ball, at in simulated.trace.rest.items()},
        log=format_log(facts.events),
        ruling=ruling_of(what.ruling),
        delta=what.delta,
        time=what.entry.at,
        duration=facts.duration,
    )


def _lag_played(what: Happening, simulated: Simulated) -> notices.LagPlayed:
    facts = what.entry.facts
    assert isinstance(facts, LagFacts)
    return notices.LagPlayed(
        room=what.room,
        n=what.n,
        strokes=tuple(map(_wire_stroke, what.entry.strokes)),
        trace=trace_bytes(simulated),
        rest={str(ball): at for ball, at in simulated.trace.rest.items()},
        logs=tuple(format_log(ball.events) for ball in facts.balls),
        ruling=ruling_of(what.ruling),
        delta=what.delta,
        time=what.entry.at,
        duration=facts.duration,
    )


def trace_bytes(simulated: Simulated) -> bytes:
    """A trace as clients draw it."""
    trace, constants = simulated.trace, simulated.constants
    rows, hits = trace.segments, trace.contact_rows
    columns = Columns(*(rows[name] for name in ("ball", "mode", "t", "pos", "vel", "spin", "acc")))
    contacts = ContactColumns(*(hits[name] for name in ("t", "kind", "ball", "other", "impulse")))
    balls = [(ball, constants.ball(ball).radius) for ball in trace.balls]
    return pack(balls, columns, trace.duration, contacts, constants.spin_deceleration)


def _wire_stroke(stroke: Stroke) -> values.Stroke:
    return values.Stroke(stroke.ball, stroke.aim, stroke.speed, stroke.elevation, stroke.tip)


def _dart_thrown(what: Happening) -> notices.DartThrown:
    throw, hit = what.entry.action, what.entry.facts
    assert isinstance(throw, actions.Throw | actions.BoardHit)
    assert isinstance(hit, HitFacts)
    assert what.entry.seat is not None
    if isinstance(throw, actions.Throw):
        dart, aim, board = throw.dart, throw.aim, ""
    else:
        assert hit.dart is not None
        dart, aim, board = hit.dart, None, throw.source.board
    return notices.DartThrown(
        room=what.room,
        n=what.n,
        seat=what.entry.seat,
        dart=dart,
        aim=aim,
        hit=hit.at,
        segment=hit.segment,
        value=segment_value(hit.segment),
        ruling=ruling_of(what.ruling),
        delta=what.delta,
        time=what.entry.at,
        board=board,
    )


def _turn_recalculated(what: Happening) -> notices.TurnRecalculated:
    action, ruling = what.entry.action, what.ruling
    assert ruling.corrected is not None
    seat, visit = ruling.corrected
    match action:
        case actions.RefereeAct(do=do, dart=dart):
            change, number = _REFEREE_CHANGES[do], dart
        case actions.CorrectDart(number=dart) | actions.DeleteDart(number=dart) | actions.InsertDart(number=dart):
            change, number = CAUSES[type(action)], dart
        case _:
            change, number = CAUSES[type(action)], None
    return notices.TurnRecalculated(
        room=what.room,
        n=what.n,
        change=change,
        seat=seat,
        visit=visit,
        points=ruling.points,
        ruling=ruling_of(ruling),
        delta=what.delta,
        time=what.entry.at,
        number=number,
        by=what.entry.seat,
    )


_REFEREE_CHANGES: Mapping[str, str] = {
    "correct_dart": "corrected",
    "delete_dart": "deleted",
    "insert_dart": "inserted",
    "insert_dart_before": "inserted",
}


def segment_value(segment: str) -> int:
    """Face value of a segment by its name (`T20` 60, `S6i` 6, `OB` 25, `IB` 50); what is none counts 0."""
    factor = {"S": 1, "D": 2, "T": 3}.get(segment[:1], 0)
    number = segment[1:].rstrip("io")
    return factor * int(number) if factor and number.isdigit() else {"OB": 25, "IB": 50}.get(segment, 0)


def cause_of(action: actions.Action) -> str:
    """What an entry is called, as notices and lists of entries say it."""
    return _CAUSES[type(action)]


_CAUSES: Mapping[type[actions.Action], str] = {
    actions.Shot: "shot_played",
    actions.Throw: "dart_thrown",
    actions.PlayLag: "lag_played",
    actions.Place: "ball_placed",
    actions.Choose: "option_chosen",
    actions.PassDarts: "darts_passed",
    actions.AskExtension: "extension",
    actions.SkipPlayback: "seen",
    actions.Concede: "conceded",
    actions.ClockExpired: "clock_expired",
    actions.Resumed: "resumed",
    actions.ConfirmDarts: "darts_confirmed",
    actions.TakeoutOver: "takeout_over",
    actions.FinalStands: "final_stands",
    **CAUSES,
}


def _room_changed(what: Happening) -> notices.RoomChanged:
    return notices.RoomChanged(
        room=what.room,
        n=what.n,
        cause=cause_of(what.entry.action),
        delta=what.delta,
        time=what.entry.at,
        ruling=ruling_of(what.ruling),
        seat=what.entry.seat,
    )


def ruling_of(ruling: Ruling) -> values.Ruling:
    """A ruling with its evidence."""
    return values.Ruling(
        rules=ruling.rules,
        fouls=tuple(foul.value for foul in ruling.fouls),
        points=ruling.points,
        continues=ruling.continues,
        outcome=None if ruling.outcome is None else ruling.outcome.value,
        winner=tuple(ruling.winner),
        spotted={str(ball): at for ball, at in ruling.spotted.items()},
        evidence=tuple(
            values.Evidence(item.token, item.time, item.margin_mm, item.margin_ms) for item in ruling.evidence
        ),
        close=ruling.close,
        text=ruling.text,
        bust=ruling.bust,
    )
