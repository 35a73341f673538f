"""Actions, strokes and facts as JSON values and back, exactly: floats by their shortest representation."""

from __future__ import annotations

from game.actions import (
    Action,
    AgreeToGoOn,
    AskExtension,
    Call,
    Choose,
    ClockExpired,
    Concede,
    ConfirmDarts,
    EndTimeOut,
    FinalStands,
    Place,
    PlayLag,
    Protest,
    RefereeAct,
    RefuseCorrection,
    Resumed,
    Shot,
    SkipPlayback,
    TakeTimeOut,
)
from game.case_fields import Field
from game.dart_record import DartAction, Json, dart_action_json, read_dart_action
from game.errors import BadCase
from game.notation import parse_log, token
from game.shot_facts import AnyEvent, Attempt, Facts, HitFacts, LagBall, LagFacts, Reach, ShotFacts, TipFact
from game.values import replace
from game.vocabulary import Ball, Pocket, Point, Seat
from physics.trajectories import Stroke

_BARE: dict[
    str,
    type[
        AskExtension
        | SkipPlayback
        | Concede
        | ClockExpired
        | TakeTimeOut
        | EndTimeOut
        | AgreeToGoOn
        | RefuseCorrection
        | ConfirmDarts
        | FinalStands
    ],
] = {
    "refuse_correction": RefuseCorrection,
    "confirm_darts": ConfirmDarts,
    "final_stands": FinalStands,
    "ask_extension": AskExtension,
    "skip_playback": SkipPlayback,
    "concede": Concede,
    "clock_expired": ClockExpired,
    "take_time_out": TakeTimeOut,
    "end_time_out": EndTimeOut,
    "agree_to_go_on": AgreeToGoOn,
}


def action_json(action: Action) -> Json:
    """An action as a JSON object."""
    if isinstance(action, DartAction):
        return dart_action_json(action)
    match action:
        case Shot():
            return _shot_json(action)
        case PlayLag(stroke=stroke):
            return {"type": "play_lag", "stroke": stroke_json(stroke)}
        case Place(ball=ball, at=at):
            return {"type": "place", "ball": ball, "at": list(at)}
        case Choose(option=option):
            return {"type": "choose", "option": option}
        case Protest(turn=turn, reason=reason):
            return {"type": "protest", "turn": turn, "reason": reason}
        case Resumed(away=away):
            return {"type": "resumed", "away": away}
        case RefereeAct():
            return _referee_json(action)
        case _:
            return {"type": next(name for name, kind in _BARE.items() if isinstance(action, kind))}


def read_action(field: Field) -> Action:
    """The action of a JSON object. Raises BadCase with the path."""
    kind = field.need("type").text()
    if kind in _BARE:
        return _BARE[kind]()
    if (at_board := read_dart_action(kind, field)) is not None:
        return at_board
    match kind:
        case "shot":
            return _read_shot(field)
        case "play_lag":
            return PlayLag(read_stroke(field.need("stroke")))
        case "place":
            return Place(Ball(field.need("ball").text()), field.need("at").point())
        case "choose":
            return Choose(field.need("option").text())
        case "protest":
            return Protest(field.need("turn").whole(), field.need("reason").text())
        case "resumed":
            return Resumed(field.need("away").number())
        case "referee":
            return _read_referee(field)
        case other:
            raise BadCase(f"{field.path}.type", f"there is no action {other}")


def _shot_json(shot: Shot) -> Json:
    call = None if shot.call is None else {"ball": shot.call.ball, "pocket": shot.call.pocket.value}
    return {
        "type": "shot",
        "stroke": stroke_json(shot.stroke),
        "call": call,
        "safety": shot.safety,
        "push_out": shot.push_out,
        "declared": list(shot.declared),
    }


def _read_shot(field: Field) -> Shot:
    call = field.need("call")
    return Shot(
        stroke=read_stroke(field.need("stroke")),
        call=None if call.value is None else Call(Ball(call.need("ball").text()), Pocket(call.need("pocket").text())),
        safety=field.need("safety").flag(),
        push_out=field.need("push_out").flag(),
        declared=tuple(Ball(item.text()) for item in field.need("declared").items()),
    )


def _referee_json(act: RefereeAct) -> Json:
    told: Json = {
        "type": "referee",
        "do": act.do,
        "player": act.player,
        "kind": act.kind,
        "ball": act.ball,
        "points": act.points,
        "positions": _points_json(act.positions),
        "reason": act.reason,
        "entry": act.entry,
        "seconds": act.seconds,
        "by": act.by,
        **({} if act.dart is None else {"dart": act.dart}),
    }
    return {**told, "person": act.person} if act.person else told


def _read_referee(field: Field) -> RefereeAct:
    player, ball, person, dart = field.need("player"), field.need("ball"), field.at("person"), field.at("dart")
    return RefereeAct(
        do=field.need("do").text(),
        player=None if player.value is None else Seat(player.whole()),
        kind=field.need("kind").text(),
        ball=None if ball.value is None else Ball(ball.text()),
        points=field.need("points").whole(),
        positions=_read_points(field.need("positions")),
        reason=field.need("reason").text(),
        entry=None if field.need("entry").value is None else field.need("entry").whole(),
        seconds=_number(field.need("seconds")),
        by=field.need("by").text(),
        person="" if person is None else person.text(),
        dart=None if dart is None else dart.whole(),
    )


def stroke_json(stroke: Stroke) -> Json:
    """A stroke as a JSON object."""
    return {
        "ball": stroke.ball,
        "aim": stroke.aim,
        "speed": stroke.speed,
        "elevation": stroke.elevation,
        "tip": list(stroke.tip),
    }


def read_stroke(field: Field) -> Stroke:
    """The stroke of a JSON object."""
    return Stroke(
        Ball(field.need("ball").text()),
        field.need("aim").number(),
        field.need("speed").number(),
        field.need("elevation").number(),
        field.need("tip").point(),
    )


def facts_json(facts: Facts | None) -> Json | None:
    """Facts as a JSON object; events as their tokens with time and margins."""
    match facts:
        case None:
            return None
        case ShotFacts():
            return {
                "type": "shot",
                "struck": facts.struck,
                "events": [_event_json(event) for event in facts.events],
                "rest": _points_json(facts.rest),
                "tip": [[fact.kind, fact.ball, fact.margin_mm, fact.margin_ms] for fact in facts.tip],
                "duration": facts.duration,
                "near": [_event_json(event) for event in facts.near],
                **_more_json(facts),
            }
        case LagFacts():
            return {"type": "lag", "balls": [_lag_json(ball) for ball in facts.balls], "duration": facts.duration}
        case HitFacts():
            at = None if facts.at is None else list(facts.at)
            dart = {} if facts.dart is None else {"dart": facts.dart}
            return {"type": "hit", "segment": facts.segment, "at": at, "impact": facts.impact, **dart}


def read_facts(field: Field) -> Facts | None:
    """The facts of a JSON object. Raises BadCase with the path."""
    if field.value is None:
        return None
    match field.need("type").text():
        case "shot":
            return ShotFacts(
                struck=Ball(field.need("struck").text()),
                events=tuple(_read_event(item) for item in field.need("events").items()),
                rest=_read_points(field.need("rest")),
                tip=tuple(_read_tip(item) for item in field.need("tip").items()),
                duration=field.need("duration").number(),
                near=tuple(_read_event(item) for item in field.need("near").items()),
                reach=_read_reach(field.at("reach")),
                attempt=_read_attempt(field.at("attempt")),
            )
        case "lag":
            balls = tuple(_read_lag(item) for item in field.need("balls").items())
            return LagFacts(balls, field.need("duration").number())
        case "hit":
            at = field.need("at")
            place = None if at.value is None else at.point()
            told = field.at("dart")
            dart = None if told is None else told.whole()
            return HitFacts(field.need("segment").text(), place, _number(field.need("impact")), dart)
        case other:
            raise BadCase(f"{field.path}.type", f"there are no facts of kind {other}")


def _more_json(facts: ShotFacts) -> Json:
    """What only some shots have."""
    more: Json = {}
    if facts.reach:
        more["reach"] = {ball: [list(bound) for bound in reach.bounds] for ball, reach in facts.reach.items()}
    if facts.attempt is not None:
        more["attempt"] = [facts.attempt.scored, facts.attempt.nearest]
    return more


def _read_reach(field: Field | None) -> dict[Ball, Reach]:
    if field is None:
        return {}
    return {Ball(name): Reach(*(bound.point() for bound in bounds.items())) for name, bounds in field.members()}


def _read_attempt(field: Field | None) -> Attempt | None:
    if field is None:
        return None
    scored, nearest = field.items()
    return Attempt(scored.whole(), _number(nearest))


def _event_json(event: AnyEvent) -> list[object]:
    return [token(event), event.time, event.margin_mm, event.margin_ms]


def _read_event(field: Field) -> AnyEvent:
    written, time, margin_mm, margin_ms = field.items()
    (event,) = parse_log(written.text())
    return replace(event, time=time.number(), margin_mm=_number(margin_mm), margin_ms=_number(margin_ms))


def _read_tip(field: Field) -> TipFact:
    kind, ball, margin_mm, margin_ms = field.items()
    touched = None if ball.value is None else Ball(ball.text())
    return TipFact(kind.text(), touched, _number(margin_mm), _number(margin_ms))


def _lag_json(ball: LagBall) -> Json:
    return {
        "seat": ball.seat,
        "ball": ball.ball,
        "events": [_event_json(event) for event in ball.events],
        "rest": None if ball.rest is None else list(ball.rest),
        "crossed": ball.crossed,
        "crossed_at": ball.crossed_at,
        "met_at": ball.met_at,
    }


def _read_lag(field: Field) -> LagBall:
    rest = field.need("rest")
    return LagBall(
        seat=Seat(field.need("seat").whole()),
        ball=Ball(field.need("ball").text()),
        events=tuple(_read_event(item) for item in field.need("events").items()),
        rest=None if rest.value is None else rest.point(),
        crossed=field.need("crossed").flag(),
        crossed_at=_number(field.need("crossed_at")),
        met_at=_number(field.need("met_at")),
    )


def _points_json(points: object) -> Json:
    assert isinstance(points, dict)
    return {ball: list(at) for ball, at in points.items()}


def _read_points(field: Field) -> dict[Ball, Point]:
    return {Ball(name): at.point() for name, at in field.members()}


def _number(field: Field) -> float | None:
    return None if field.value is None else field.number()
