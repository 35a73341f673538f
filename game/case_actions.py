"""Actions of written cue cases: shots with their log, choices, placings, lags, what a referee does."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, radians

from game.actions import (
    Action,
    AskExtension,
    Call,
    Choose,
    ClockExpired,
    Concede,
    EndTimeOut,
    Place,
    PlayLag,
    Protest,
    RefereeAct,
    Shot,
    TakeTimeOut,
)
from game.case_fields import Field, Players
from game.cue_rules import CueRules
from game.cue_state import CueState
from game.errors import BadCase, BadLog
from game.notation import parse_log
from game.shot_facts import AnyEvent, BallHit, Facts, LagBall, LagFacts, ShotFacts, TiedHit, TipFact
from game.vocabulary import CUE, Ball, Family, Pocket, Point, Seat
from physics.trajectories import Stroke

TIP_FACTS = ("double_hit", "push", "scoop", "miscue", "ferrule", "press")
SEPARATE = "separate"


@dataclass(frozen=True)
class Told:
    """An action of a case: what was done, by whom (None: whose turn it is), and what came of it."""

    action: Action
    by: Seat | None = None
    facts: Facts | None = None


_BARE: dict[str, Action] = {
    "separate": Choose(SEPARATE),
    "concede": Concede(),
    "extension": AskExtension(),
    "ask_extension": AskExtension(),
    "time_out": TakeTimeOut(),
    "take_time_out": TakeTimeOut(),
    "end_time_out": EndTimeOut(),
}


def read_action(rules: CueRules, state: CueState, players: Players, field: Field) -> Told:
    """The action that a case tells. Raises BadCase."""
    by_field = field.at("by")
    by = None if by_field is None else players.seat(by_field)
    kind = field.need("type").text()
    if kind in _BARE:
        return Told(_BARE[kind], by)
    match kind:
        case "shot":
            return _shot(rules, state, field, by)
        case "choose":
            return Told(Choose(field.need("option").text()), by)
        case "place":
            return Told(Place(Ball(field.need("ball").text()), field.need("at").point()), by)
        case "clock_expired":
            return Told(ClockExpired())
        case "lag":
            return Told(_LAG, None, _lag(rules, players, field.need("results")))
        case "protest":
            return Told(_protest(field), by)
        case "referee":
            return Told(_referee(players, field))
        case other:
            raise BadCase(f"{field.path}.type", f"there is no action {other}")


_LAG = PlayLag(Stroke(CUE, 0.0, 1.0))


def _shot(rules: CueRules, state: CueState, field: Field, by: Seat | None) -> Told:
    log = field.need("events")
    events = _events(rules, log)
    strike = field.at("strike")
    struck = _struck(rules, state, events) if strike is None else Ball(strike.text())
    if struck not in rules.balls and struck != CUE:
        raise BadCase(f"{field.path}.strike", f"this game has no ball {struck}")
    tip = tuple(_tip(item) for item in _items(field.at("cue")))
    rest = {Ball(name): at.point() for name, at in _members(field.at("rest"))}
    stroke = Stroke(struck, 0.0, 1.0, _elevation(field.at("elevation"), tip))
    shot = Shot(
        stroke=stroke,
        call=_call(field.at("call")),
        safety=_flag(field.at("safety")),
        push_out=_flag(field.at("push_out")),
        declared=_declared(field.at("declared")),
    )
    return Told(shot, by, ShotFacts(struck, events, rest, tip))


def _events(rules: CueRules, log: Field) -> tuple[AnyEvent, ...]:
    try:
        events = parse_log(log.text())
    except BadLog as error:
        raise BadCase(log.path, str(error)) from error
    known = {*rules.balls, CUE} if rules.family is not Family.CAROM else set(rules.balls)
    for event in events:
        others = event.others if isinstance(event, TiedHit) else (event.other,) if isinstance(event, BallHit) else ()
        wrong = [ball for ball in (event.ball, *others) if ball not in known]
        if wrong:
            raise BadCase(log.path, f"this game has no ball {wrong[0]}")
    return events


def _struck(rules: CueRules, state: CueState, events: tuple[AnyEvent, ...]) -> Ball:
    """The ball struck where the case does not say: the only one there is, or the one that moves first."""
    strikes = rules.strikes(state)
    if len(strikes) == 1 or not events:
        return strikes[0]
    return events[0].ball


def _elevation(field: Field | None, tip: tuple[TipFact, ...]) -> float:
    """Degrees in a case. A miscue that is told is one on a jump: no other one is anything to the rules (3.26)."""
    if field is not None:
        return radians(field.number())
    return pi / 4.0 if any(fact.kind == "miscue" for fact in tip) else 0.0


def _tip(field: Field) -> TipFact:
    kind, _, ball = field.text().partition(":")
    if kind == "touch":
        return TipFact(kind, Ball(ball) if ball else None)
    return TipFact(field.word_of(TIP_FACTS))


def _call(field: Field | None) -> Call | None:
    if field is None or field.value is None:
        return None
    pocket = field.need("pocket").word_of(tuple(pocket.value for pocket in Pocket))
    return Call(Ball(field.need("ball").text()), Pocket(pocket))


def _declared(field: Field | None) -> tuple[Ball, ...]:
    """Balls called frozen: named alone, or each with what it touches."""
    names = (item.items()[0] if isinstance(item.value, list) and item.value else item for item in _items(field))
    return tuple(Ball(name.text()) for name in names)


def _flag(field: Field | None) -> bool:
    return field is not None and field.flag()


def _items(field: Field | None) -> tuple[Field, ...]:
    return () if field is None else field.items()


def _members(field: Field | None) -> tuple[tuple[str, Field], ...]:
    return () if field is None else tuple(field.members())


def _lag(rules: CueRules, players: Players, results: Field) -> LagFacts:
    told = players.values(results)
    if len(told) != len(players.names):
        raise BadCase(results.path, "every player has a lag")
    names = {seat: Ball("WY"[seat % 2]) if rules.family is Family.CAROM else CUE for seat in told}
    return LagFacts(tuple(_lag_ball(rules, seat, names[seat], told[seat]) for seat in sorted(told)))


def _lag_ball(rules: CueRules, seat: Seat, ball: Ball, field: Field) -> LagBall:
    rest_field = field.at("rest")
    rest: Point | None = None if rest_field is None or rest_field.value is None else rest_field.point()
    log = field.at("events")
    return LagBall(seat, ball, () if log is None else _events(rules, log), rest)


def _protest(field: Field) -> Protest:
    """A protest, against the last shot where the case does not say after how many actions another one came."""
    about, reason = field.at("about"), field.at("reason")
    return Protest(-1 if about is None else about.whole(), "" if reason is None else reason.text())


def _referee(players: Players, field: Field) -> RefereeAct:
    player, ball, kind, reason = (field.at(name) for name in ("player", "ball", "kind", "reason"))
    points = field.at("points") or field.at("n")
    return RefereeAct(
        do=field.need("do").text(),
        player=None if player is None or player.value is None else players.seat(player),
        kind="" if kind is None else kind.text(),
        ball=None if ball is None else Ball(ball.text()),
        points=0 if points is None else points.whole(),
        positions={Ball(name): at.point() for name, at in _members(field.at("positions"))},
        reason="" if reason is None else reason.text(),
        seconds=_seconds(field),
    )


def _seconds(field: Field) -> float | None:
    """The limit of a clock, by any of the words that cases may have for it."""
    told = (field.at(name) for name in ("seconds", "limit", "T", "value"))
    return next((value.number() for value in told if value is not None), None)
