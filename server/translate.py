"""Between the house and the wire: here values become messages, and requests actions; entries in `translate_play.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from client_protocol import notices, requests, values
from client_protocol.refusals import Refusal
from game import actions
from game.catalog import GAMES, Game
from game.draws import commitment
from game.errors import IllegalAction
from game.errors import Refusal as GameRefusal
from game.match import Match
from game.play import CueTableView, DartsTableView, MatchResult, SideView
from game.setup import MatchSetup
from game.view import ClockView, MatchView, view
from game.vocabulary import GameKind, Pace, Pocket, Touch
from lobby.rooms import RoomSettings
from physics.errors import BadInput
from physics.trajectories import Ball, Stroke


@dataclass(frozen=True)
class RoomFacts:
    """What a room is, whoever is in it: its id, its invitation, the setup of its match, its officials."""

    room: str
    invite: str
    setup: MatchSetup
    officials: tuple[values.Role, ...] = ()


# --- from the wire -------------------------------------------------------------------------------------------------


def settings_of(ask: requests.CreateRoom) -> RoomSettings:
    """The settings somebody asks for, not yet checked. Raises IllegalAction where the game is unknown."""
    if ask.game not in {kind.value for kind in GAMES}:
        raise IllegalAction(GameRefusal.UNKNOWN_GAME, "game", f"{ask.game} cannot be played here")
    return RoomSettings(
        game=GameKind(ask.game),
        preset=ask.preset or "",
        options=ask.options,
        table=ask.table or "",
        sides=ask.sides,
        race_to=ask.race_to,
        shot_clock=ask.shot_clock,
        touch=Touch(ask.touch.value),
        pace=Pace(ask.pace.value),
        listed=ask.listed,
        ready_check=ask.ready_check,
        referee=ask.referee,
        director=ask.director,
        starts_at=ask.starts_at,
        delay=ask.delay,
    )


_BARE: Mapping[type[requests.Action], Callable[[], actions.Action]] = {
    requests.PassDarts: actions.PassDarts,
    requests.AskExtension: actions.AskExtension,
    requests.SkipPlayback: actions.SkipPlayback,
    requests.TakeTimeOut: actions.TakeTimeOut,
    requests.EndTimeOut: actions.EndTimeOut,
    requests.AgreeToGoOn: actions.AgreeToGoOn,
    requests.RefuseCorrection: actions.RefuseCorrection,
    requests.ConfirmDarts: actions.ConfirmDarts,
    requests.Concede: actions.Concede,
}
"""Requests that say no more than what they are."""


def action_of(ask: requests.Action) -> actions.Action:
    """What a player wants to do at the table."""
    if type(ask) in _BARE:
        return _BARE[type(ask)]()
    match ask:
        case requests.TakeShot():
            call = None if ask.call is None else actions.Call(Ball(ask.call.ball), Pocket(ask.call.pocket))
            declared = tuple(map(Ball, ask.declared))
            return actions.Shot(_stroke_of(ask.stroke), call, ask.safety, ask.push_out, declared)
        case requests.PlayLag():
            return actions.PlayLag(_stroke_of(ask.stroke))
        case requests.PlaceBall():
            return actions.Place(Ball(ask.ball), ask.at)
        case requests.ChooseOption():
            return actions.Choose(ask.option)
        case requests.ThrowDart():
            return actions.Throw(ask.dart, ask.aim, ask.power, ask.nonce, ask.released)
        case requests.CorrectDart() | requests.DeleteDart() | requests.InsertDart():
            return _correction_of(ask)
        case requests.Protest():
            return actions.Protest(ask.against, ask.reason)
    raise AssertionError(f"no action for {type(ask).__name__}")


def _correction_of(ask: requests.CorrectDart | requests.DeleteDart | requests.InsertDart) -> actions.Correction:
    match ask:
        case requests.CorrectDart():
            return actions.CorrectDart(ask.number, ask.segment)
        case requests.DeleteDart():
            return actions.DeleteDart(ask.number)
        case requests.InsertDart():
            return actions.InsertDart(ask.number, ask.segment, ask.before)


def _stroke_of(stroke: values.Stroke) -> Stroke:
    return Stroke(Ball(stroke.ball), stroke.aim, stroke.speed, stroke.elevation, stroke.tip)


# --- refusals ------------------------------------------------------------------------------------------------------

_CODES: Mapping[GameRefusal, Refusal] = {
    GameRefusal.NOT_SEATED: Refusal.NOT_A_PLAYER,
    GameRefusal.NOT_ALLOWED: Refusal.NOT_NOW,
    GameRefusal.NOT_OFFERED: Refusal.OPTION_NOT_OFFERED,
    GameRefusal.CHOOSE_FIRST: Refusal.NOT_NOW,
    GameRefusal.TIME_EXPIRED: Refusal.NOT_NOW,
    GameRefusal.TOO_EARLY: Refusal.NOT_NOW,
    GameRefusal.OUTSIDE: Refusal.OFF_TABLE,
    GameRefusal.WRONG_BALL: Refusal.WRONG_CUE_BALL,
    GameRefusal.BAD_VALUE: Refusal.OUT_OF_RANGE,
}
"""Codes of the rules that have another name on the wire; all others are the same word."""

_SETTINGS: Mapping[str, Refusal] = {
    "preset": Refusal.UNKNOWN_PRESET,
    "table": Refusal.UNKNOWN_TABLE,
    "sides": Refusal.BAD_SIDES,
    "options": Refusal.BAD_OPTION,
}
"""A bad value in the settings of a room, by the field it is in."""


def code_of(refusal: GameRefusal) -> Refusal:
    """The word of the wire for a refusal of the rules."""
    return _CODES.get(refusal) or Refusal(refusal.value)


def refused(ask: requests.Request, error: IllegalAction, turn: int | None = None) -> notices.Refused:
    """The rules do not accept an action."""
    code = code_of(error.code)
    if code is Refusal.OUT_OF_RANGE and error.path is not None:
        code = _SETTINGS.get(error.path.partition(".")[0], code)
    path = _path(error.path)
    return notices.Refused(code=code.value, text=error.text, id=ask.id, path=path, turn=turn, least=error.least)


def refused_stroke(ask: requests.Request, error: BadInput) -> notices.Refused:
    """Physics cannot play a stroke."""
    return notices.Refused(
        code=Refusal.BAD_STROKE.value, text=f"{error.field}: {error.reason}", id=ask.id, path=_path(error.field)
    )


def _path(path: str | None) -> str | None:
    return None if path is None else f"$.{path}"


# --- the state of a room -------------------------------------------------------------------------------------------


def waiting_state(
    facts: RoomFacts, people: tuple[values.PersonInRoom, ...], watchers: int, seated: Sequence[str]
) -> notices.RoomState:
    """A room whose match has not begun; `seated` are the shown names in seat order, "" where a seat is free."""
    setup = facts.setup
    return notices.RoomState(
        room=facts.room,
        invite=facts.invite,
        game=setup.game.value,
        preset=setup.preset,
        options=dict(setup.options),
        table=setup.table,
        touch=values.Touch(setup.touch.value),
        pace=values.Pace(setup.pace.value),
        race_to=setup.race_to,
        rules_hash=setup.rules_hash,
        commitment=commitment(setup.key),
        people=people,
        sides=tuple(values.SideState(name=name) for name in seated),
        phase=values.Phase.WAITING,
        turn=0,
        watchers=watchers,
        officials=facts.officials,
    )


def room_state(
    facts: RoomFacts,
    people: tuple[values.PersonInRoom, ...],
    watchers: int,
    match: Match,
    audit: tuple[values.OfficialAct, ...] = (),
) -> notices.RoomState:
    """A room with its match, and what was done beside the play."""
    seen: MatchView = view(match)
    return notices.RoomState(
        room=facts.room,
        invite=facts.invite,
        game=seen.game,
        preset=seen.preset,
        options=dict(seen.options),
        table=seen.table,
        touch=values.Touch(seen.touch),
        pace=values.Pace(seen.pace),
        race_to=seen.race_to,
        rules_hash=seen.rules_hash,
        commitment=seen.commitment,
        people=people,
        sides=tuple(map(_side, seen.sides)),
        phase=values.Phase(seen.phase),
        turn=seen.turn,
        to_act=seen.to_act,
        waiting=seen.waiting,
        legal=seen.legal,
        options_offered=seen.options_offered,
        clock=_clock(seen.clock),
        plays_until=seen.plays_until,
        game_number=seen.game_number,
        cue=_cue_table(seen.cue),
        darts=_darts_table(seen.darts),
        result=result_of(seen.result, match.setup.sides),
        key=seen.key,
        watchers=watchers,
        entries=match.entries,
        stopped=seen.stopped,
        stopped_by=match.stops.by,
        stopped_until=seen.stopped_until,
        agreed=tuple(sorted(match.stops.agreed)),
        officials=facts.officials,
        audit=audit,
    )


def _side(side: SideView) -> values.SideState:
    return values.SideState(name=side.name, games=side.games, score=side.score, details=dict(side.details))


def _clock(clock: ClockView | None) -> values.ClockState | None:
    if clock is None:
        return None
    return values.ClockState(clock.limit, clock.ends_at, clock.warn_at, clock.extension_left)


def _cue_table(table: CueTableView | None) -> values.CueTable | None:
    if table is None:
        return None
    return values.CueTable(
        balls={str(ball): at for ball, at in table.balls.items()},
        cue_ball=table.cue_ball,
        strikes=tuple(table.strikes),
        frozen=table.frozen,
        details=dict(table.details),
    )


def _darts_table(table: DartsTableView | None) -> values.DartsTable | None:
    if table is None:
        return None
    reported = tuple(
        values.ReportedDart(dart.number, dart.seat, dart.turn, dart.segment, dart.is_void, dart.is_open)
        for dart in table.reported
    )
    return values.DartsTable(table.round, table.dart, table.darts, dict(table.details), reported)


def result_of(result: MatchResult | None, names: Sequence[str]) -> values.MatchResult | None:
    """How a match ended, with the scores by shown name."""
    if result is None:
        return None
    return values.MatchResult(tuple(result.winners), result.reason, dict(zip(names, result.scores, strict=True)))


# --- the lobby -----------------------------------------------------------------------------------------------------


def game_entries() -> tuple[values.GameEntry, ...]:
    """Every game of the house with its options."""
    return tuple(map(_game_entry, GAMES.values()))


def _game_entry(game: Game) -> values.GameEntry:
    return values.GameEntry(
        game=game.kind.value,
        title=game.title,
        family=game.family.value,
        presets=tuple(game.presets),
        tables=game.tables,
        sides=game.sides,
        options=tuple(values.GameOption(spec.name, spec.default, spec.choices, spec.text) for spec in game.options),
        preset_options={name: dict(preset) for name, preset in game.presets.items() if preset},
    )


def listing_of(
    facts: RoomFacts, sides: Sequence[str | None], watchers: int, state: notices.RoomState
) -> values.RoomListing:
    """A room as the lobby lists it."""
    held = {person.role for person in state.people}
    return values.RoomListing(
        room=facts.room,
        game=state.game,
        preset=state.preset,
        touch=state.touch,
        pace=state.pace,
        sides=tuple(sides),
        watchers=watchers,
        phase=state.phase,
        officials=tuple(role for role in state.officials if role not in held),
    )
