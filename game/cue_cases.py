"""Written cases of the cue games: a state and actions in, what the rules answer out. Only values, no match around."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

from game.actions import (
    Action,
    AskExtension,
    Call,
    Choose,
    Concede,
    EndTimeOut,
    Place,
    PlayLag,
    Protest,
    RefereeAct,
    Shot,
    TakeTimeOut,
)
from game.case_actions import Told, read_action
from game.case_fields import Field, Players
from game.case_options import read_options
from game.cloth import CAROM_10FT, POOL_9FT, PYRAMID_12FT, Frozen, frozen_at
from game.cue_flow import opening_options
from game.cue_game import act, check, check_seated
from game.cue_play import CuePlay, blank_state
from game.cue_rules import CueRules
from game.cue_state import CueState, Offer, Setting
from game.errors import BadCase, IllegalAction, Refusal
from game.officials import CLOCK, DECIDING, MATCH_ACTS, NOTED, REPLAYING, RESUMING, STOPPING, checked_limit, note
from game.options import resolve_options, sides_of, sides_text
from game.rulings import Ruling
from game.stops import (
    Stop,
    Stops,
    after_shot,
    check_protest,
    check_time_out,
    going_on,
    stopped,
    with_time_out,
)
from game.values import replace
from game.vocabulary import Ball, CueBall, Cushion, Family, Outcome, Phase, Pocket, Seat

PLAYING = Stops()
CLOTHS = {Family.POOL: POOL_9FT, Family.CAROM: CAROM_10FT, Family.PYRAMID: PYRAMID_12FT}
ENDLESS = 1_000_000
"""The race of a case that speaks of games won without saying how many win."""


@dataclass(frozen=True)
class CueCase:
    """A cue case while its actions run: the state, and what a match would keep around it.

    moving       the balls of the last shot are told to move still
    before_shot  the state before the last shot; last_shot: that shot; done: how many actions came before
    """

    rules: CueRules
    players: Players
    state: CueState
    stops: Stops = PLAYING
    moving: bool = False
    extended: frozenset[Seat] = frozenset()
    before_shot: CueState | None = None
    last_shot: Told | None = None
    done: int = 0

    def after(self, told: Told) -> tuple[CueCase, Ruling]:
        """The case after an action. Raises IllegalAction where it is refused."""
        action = told.action
        seat = self.state.shooter if told.by is None else told.by
        around = self._around(action, seat)
        if around is not None:
            return replace(around[0], done=self.done + 1), around[1]
        if isinstance(action, Shot | Place | Choose | AskExtension) and self.stops.reason is not Stop.NOTHING:
            if isinstance(action, Shot) and self.state.setting.options.get("strict_suspend") is True:
                return self.after(Told(RefereeAct("lose_game", seat)))
            raise IllegalAction(Refusal.SUSPENDED)
        if isinstance(action, Shot | Place) and self.moving:
            raise IllegalAction(Refusal.BALLS_MOVING)
        return self._ruled(action, seat, told)

    def _ruled(self, action: Action, seat: Seat, told: Told) -> tuple[CueCase, Ruling]:
        state = replace(self.state, phase=Phase.LAG) if isinstance(action, PlayLag) else self.state
        is_seated = seat != state.shooter and not isinstance(action, PlayLag | Concede)
        if is_seated:
            check_seated(self.rules, state, seat, action)
        else:
            check(self.rules, state, action)
        ruled = act(self.rules, state, seat, action, told.facts, 0.0)
        after = replace(self, state=replace(ruled.state, rack_due=""), done=self.done + 1)
        if isinstance(action, Shot):
            stops = after_shot(self.stops, self.done)
            after = replace(after, before_shot=self.state, last_shot=replace(told, by=seat), stops=stops)
        return after, ruled.ruling

    def _around(self, action: Action, seat: Seat) -> tuple[CueCase, Ruling] | None:
        """What a match answers before any game is asked; None for everything else."""
        match action:
            case AskExtension() if self.stops.reason is Stop.NOTHING:
                if seat != self.state.shooter or seat in self.extended:
                    raise IllegalAction(Refusal.NO_EXTENSION)
                return replace(self, extended=self.extended | {*self.state.setting.team_of(seat)}), Ruling(
                    rules=("1.11",)
                )
            case TakeTimeOut():
                return self._time_out(seat), Ruling(rules=("1.13",))
            case EndTimeOut():
                return replace(self, stops=going_on(self.stops)), Ruling(rules=("1.13",))
            case Protest(turn=turn, reason=reason):
                check_protest(self.stops, self.stops.last_shot if turn < 0 else turn, reason)
                return replace(self, stops=stopped(self.stops, Stop.PROTEST, 0.0, seat)), Ruling(rules=("2.26",))
            case RefereeAct() if action.do in MATCH_ACTS:
                return self._official(action)
            case _:
                return None

    def _time_out(self, seat: Seat) -> CueCase:
        play = CuePlay(self.rules, self.state, self.players.names)
        check_time_out(self.stops, play, seat, is_at_table=seat == self.state.shooter)
        return replace(self, stops=with_time_out(self.stops, play, seat, 0.0))

    def _call_corrected(self, deed: RefereeAct) -> tuple[CueCase, Ruling]:
        """The last shot as it was meant (2.8)."""
        before, told = self.before_shot, self.last_shot
        if before is None or told is None or not isinstance(told.action, Shot):
            raise IllegalAction(Refusal.NOT_ALLOWED, "do", "no shot has been played")
        if deed.ball is None or deed.kind not in {pocket.value for pocket in Pocket}:
            raise IllegalAction(Refusal.BAD_VALUE, "kind", "correct_call needs the ball, and the pocket as kind")
        as_called = act(self.rules, before, told.by, told.action, told.facts, 0.0)
        if replace(as_called.state, rack_due="") != self.state:
            raise IllegalAction(Refusal.TOO_LATE, "do", "something has followed the shot")
        meant = replace(told.action, call=Call(deed.ball, Pocket(deed.kind)), safety=False)
        ruled = act(self.rules, before, told.by, meant, told.facts, 0.0)
        after = replace(self, state=replace(ruled.state, rack_due=""), last_shot=replace(told, action=meant))
        return after, ruled.ruling

    def _official(self, deed: RefereeAct) -> tuple[CueCase, Ruling] | None:
        """Stops, a shot that is played again, and the limit of the clock."""
        if deed.do in STOPPING:
            return replace(self, stops=stopped(self.stops, Stop.SUSPENDED, 0.0)), Ruling(rules=("2.27",))
        if deed.do in RESUMING or deed.do in DECIDING:
            stops = going_on(self.stops, is_final=deed.do in DECIDING)
            return replace(self, stops=stops), Ruling(rules=("2.26",))
        if deed.do in REPLAYING and self.before_shot is not None:
            ruling = Ruling(rules=("2.18",), outcome=Outcome.REPLAY)
            return replace(self, state=self.before_shot, before_shot=None), ruling
        if deed.do == "correct_call" and deed.ball is not None:
            return self._call_corrected(deed)
        if deed.do in CLOCK:
            checked_limit(deed, self.rules.family)
            return self, Ruling(rules=("1.11",))
        if deed.do in NOTED:
            return self, Ruling(text=note(deed))
        raise IllegalAction(Refusal.NOT_ALLOWED, "do")


def judge_cue_case(rules: CueRules, case: Field) -> dict[str, object]:
    """What the rules answer after the last action. Raises BadCase."""
    running = _opened(rules, case)
    many = case.at("actions")
    actions = (case.need("action"),) if many is None else many.items()
    if not actions:
        raise BadCase("actions", "at least one action is needed")
    result: dict[str, object] = {}
    for field in actions:
        told = read_action(rules, running.state, running.players, field)
        try:
            running, ruling = running.after(told)
            result = shown(running, ruling)
        except IllegalAction as refusal:
            result = {**shown(running, Ruling()), "refused": refusal.code.value}
    return result


def _opened(rules: CueRules, case: Field) -> CueCase:
    names = case.at("players")
    players = Players(("A", "B") if names is None else tuple(name.text() for name in names.items()))
    if len(set(players.names)) != len(players.names):
        raise BadCase("players", "two players have the same name")
    state_field = case.at("state") or Field({}, "state")
    setting = _setting(rules, case, state_field, players)
    players = replace(players, has_teams=setting.has_teams)
    sides = sides_of(rules.sides, setting.options)
    if len(players.names) not in sides:
        raise BadCase("players", f"this game has {sides_text(sides)} players")
    state = read_state(rules, setting, state_field, players)
    moving, suspended = state_field.at("moving"), state_field.at("suspended")
    is_suspended = suspended is not None and suspended.flag()
    return CueCase(
        rules,
        players,
        state,
        stops=stopped(PLAYING, Stop.SUSPENDED, 0.0) if is_suspended else PLAYING,
        moving=moving is not None and moving.flag(),
        extended=_seats_told(players, state_field.at("extension_used")),
    )


def _seats_told(players: Players, field: Field | None) -> frozenset[Seat]:
    return frozenset(seat for seat, told in players.values(field).items() if told.flag())


def _setting(rules: CueRules, case: Field, state: Field, players: Players) -> Setting:
    preset_field = case.at("preset")
    preset = next(iter(rules.presets)) if preset_field is None else preset_field.word_of(tuple(rules.presets))
    told: dict[str, Field] = {}
    of_match = {"race_to": 1, "sets": 1}
    options = case.at("options")
    for name, value in options.members() if options is not None else ():
        if name in of_match:
            of_match[name] = value.whole()
        else:
            told[name] = value
    given = read_options(rules.kind, rules.options, told)
    if rules.family is Family.POOL and len(players.names) == 4:
        given["teams"] = True
    speaks_of_games = state.at("games") is not None or "break_order" in given
    if speaks_of_games and (options is None or options.at("race_to") is None):
        of_match["race_to"] = ENDLESS
    try:
        resolved = resolve_options(rules.options, rules.presets[preset], given)
    except IllegalAction as error:
        raise BadCase(error.path or "options", error.text) from error
    return Setting(
        game=rules.kind,
        family=rules.family,
        cloth=CLOTHS[rules.family],
        options=resolved,
        preset=preset,
        seats=len(players.names),
        race_to=of_match["race_to"],
        sets=of_match["sets"],
    )


def read_state(rules: CueRules, setting: Setting, field: Field, players: Players) -> CueState:
    """The state that a case tells: what it does not name is as at the start of a game."""
    state = blank_state(rules, setting)
    phase_field, shooter = field.at("phase"), field.at("shooter")
    phase = Phase.PLAY if phase_field is None else Phase(phase_field.word_of(tuple(phase.value for phase in Phase)))
    seat = state.shooter if shooter is None else players.seat(shooter)
    target = field.at("target")
    state = replace(
        state,
        phase=phase,
        shooter=seat,
        breaker=seat if phase is Phase.BREAK else state.breaker,
        balls=_balls(rules, field.at("balls")),
        cue_ball=_cue_ball(setting, phase, field.at("cue_ball")),
        positions={Ball(name): at.point() for name, at in _members(field.at("positions"))},
        scores=players.wholes_of_teams(field.at("scores")),
        run=_whole(field.at("run")),
        target=state.target if target is None else target.whole(),
        fouls_in_row=players.wholes_of_teams(field.at("consecutive_fouls")),
        warned_at=_warned(players, field.at("warned")),
        innings=_innings(players, field),
        games=players.wholes_of_teams(field.at("games")),
    )
    _check_balls(rules, state, field)
    frozen = _frozen(rules, field.at("frozen")).also(frozen_at(setting.cloth, state.positions))
    state = replace(state, frozen=frozen, own=rules.read_own(state, field, players))
    if phase is Phase.OPTION:
        state = replace(state, offer=Offer(seat, (*rules.option_codes, *opening_options(rules.family))))
    return rules.at_turn(state) if phase in (Phase.PLAY, Phase.BREAK) else state


def _members(field: Field | None) -> tuple[tuple[str, Field], ...]:
    return () if field is None else tuple(field.members())


def _whole(field: Field | None) -> int:
    return 0 if field is None else field.whole()


def _balls(rules: CueRules, field: Field | None) -> frozenset[Ball]:
    if field is None:
        return frozenset(rules.balls)
    balls = frozenset(Ball(item.text()) for item in field.items())
    wrong = sorted(balls - set(rules.balls))
    if wrong:
        raise BadCase(field.path, f"this game has no ball {wrong[0]}")
    if not balls:
        raise BadCase(field.path, "no ball is on the table")
    return balls


def _check_balls(rules: CueRules, state: CueState, field: Field) -> None:
    for ball in state.positions:
        if ball not in rules.balls and ball != "c":
            raise BadCase(f"{field.path}.positions.{ball}", f"this game has no ball {ball}")


def _cue_ball(setting: Setting, phase: Phase, field: Field | None) -> CueBall:
    if field is not None:
        return CueBall(field.word_of(tuple(place.value for place in CueBall)))
    opens = phase in (Phase.BREAK, Phase.LAG) and setting.family is not Family.CAROM
    return CueBall.IN_HAND_KITCHEN if opens else CueBall.AS_LIES


def _warned(players: Players, field: Field | None) -> tuple[float | None, ...]:
    """Absent means that a valid warning was given."""
    told = players.values_of_teams(field)
    seats = (Seat(seat) for seat in range(len(players.names)))
    return tuple(-inf if seat not in told or told[seat].flag() else None for seat in seats)


def _innings(players: Players, field: Field) -> tuple[int, ...]:
    """Finished turns: told, or as many as the number of the running inning says."""
    innings, inning = field.at("innings"), field.at("inning")
    if innings is None and inning is not None:
        return (max(0, inning.whole() - 1),) * len(players.names)
    if innings is not None and not isinstance(innings.value, dict):
        return (innings.whole(),) * len(players.names)
    return players.wholes(innings)


def _frozen(rules: CueRules, field: Field | None) -> Frozen:
    pairs, touching = set(), set()
    names = {*rules.balls, "c"}
    for item in () if field is None else field.items():
        parts = item.items()
        if len(parts) != 2 or parts[0].text() not in names:
            raise BadCase(item.path, "must be a ball, and a ball or a cushion")
        one, two = Ball(parts[0].text()), parts[1].text()
        if two in names and one != two:
            pairs.add(frozenset((one, Ball(two))))
        elif two.removeprefix("#") in {cushion.value for cushion in Cushion}:
            touching.add((one, Cushion(two.removeprefix("#"))))
        else:
            raise BadCase(parts[1].path, f"there is no ball or cushion {two}")
    return Frozen(frozenset(pairs), frozenset(touching))


def shown(case: CueCase, ruling: Ruling) -> dict[str, object]:
    """The answer of a case: the ruling and the state after it, by the names that cases use."""
    state, players = case.state, case.players
    over = state.phase is Phase.OVER
    result: dict[str, object] = {
        "fouls": [foul.value for foul in ruling.fouls],
        "points": ruling.points,
        "continues": ruling.continues,
        "outcome": None if ruling.outcome is None else ruling.outcome.value,
        "erased": ruling.erased,
        "spotted": {ball: list(at) for ball, at in ruling.spotted.items()},
        "rules": list(ruling.rules),
        "text": ruling.text,
        "evidence": [item.token for item in ruling.evidence],
        "next": None if over else players.name(state.shooter),
        "options": [] if state.offer is None else list(state.offer.options),
        "scores": players.by_name(state.scores),
        "run": state.run,
        "winner": _winner(state, players),
        "positions": {ball: list(at) for ball, at in state.positions.items()},
        "balls": sorted(state.balls, key=lambda ball: (len(ball), ball)),
        "consecutive_fouls": players.by_name(state.fouls_in_row),
        "games": players.by_name(state.games),
        "innings": players.by_name(state.innings),
        "phase": state.phase.value,
        **case.rules.show_own(state, players),
    }
    if not over and (state.offer is None or not state.offer.blocking):
        result["cue_ball"] = state.cue_ball.value
    return result


def _winner(state: CueState, players: Players) -> object:
    if state.result is None:
        return None
    names = [players.name(seat) for seat in state.result.winners]
    return names[0] if len(names) == 1 else names or None


def differing(expect: Mapping[str, object], result: Mapping[str, object]) -> list[str]:
    """The keys of what is expected that the result does not meet."""
    return [key for key in expect if not _equal(key, expect[key], result.get(key, _MISSING))]


_MISSING = object()
TOLERANCE = 1e-4 + 1e-12
"""Numbers of a case compare within a tenth of a millimetre (a point, a second)."""

LARGEST_SHOWN = 1e12
"""Numbers beyond it compare exactly: no float can take them."""

_AS_SETS = frozenset({"fouls", "options", "balls", "winner", "stopped", "out"})


def _equal(key: str, expected: object, got: object) -> bool:
    if isinstance(expected, dict):
        return isinstance(got, dict) and all(
            name in got and _equal(name, value, got[name]) for name, value in expected.items()
        )
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, int | float) and isinstance(got, int | float):
        is_ours = max(abs(expected), abs(got)) < LARGEST_SHOWN
        return abs(expected - got) <= TOLERANCE if is_ours else expected == got
    if isinstance(expected, list) and isinstance(got, list):
        if key in _AS_SETS:
            return sorted(map(str, expected)) == sorted(map(str, got))
        return len(expected) == len(got) and all(_equal(key, one, two) for one, two in zip(expected, got, strict=True))
    return expected == got
