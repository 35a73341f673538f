"""A cue game as a match plays it: draws of chance, places of the balls, what is shown. The rules stand elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, degrees, hypot, isfinite

from game.actions import Action, Place, PlayLag, RefereeAct, Shot
from game.cloth import EPS_FROZEN, Cloth, distance
from game.cue_flow import offered_opening
from game.cue_game import SHOOTING, act, check, check_seated
from game.cue_referee import SLOW_LIMIT
from game.cue_rules import CueRules
from game.cue_state import CueState, Setting, is_at_table, timed, with_positions
from game.draws import below, pick
from game.errors import IllegalAction, Refusal
from game.execution import UNASKED, execute, over_cushions, rack_gaps
from game.hanging import Hanging, hanging_balls, next_to_fall, spoils, still_hanging
from game.lag import lag_places
from game.placing import IN_HAND, lies_on_a_ball, with_cue_ball_down
from game.play import CueFamily, CueTableView, DartsTableView, Detail, Judged, MatchResult, Plan, SideView, Simulation
from game.rack_check import may_check
from game.rulings import Ruling
from game.setup import MatchSetup, Moment
from game.shot_facts import Facts, ShotFacts
from game.stops import InSets
from game.values import replace
from game.vocabulary import ActionKind, Ball, Family, Outcome, Pace, Phase, Point, Seat
from physics.balls import constants_for
from physics.clearance import is_free, least_elevation
from physics.conditions import BALL_SETS
from physics.racks import jittered
from physics.tables import TABLES
from physics.trajectories import Layout, Stroke

WARN_LEAD = 3.0
"""s that a warning must be heard before the stroke (pool B.11); none where nobody watches (pace `instant`)."""

LAG_BALLS = {
    Family.POOL: (Ball("c"), Ball("1")),
    Family.PYRAMID: (Ball("c"), Ball("1")),
    Family.CAROM: (Ball("W"), Ball("Y")),
}
"""The balls of a lag, in seat order; the second one of pool is any other ball of the set."""


@dataclass(frozen=True)
class CuePlay(CueFamily, InSets):
    """A cue match: its rules, the state they work on, and the names on the scoreboard."""

    rules: CueRules
    state: CueState
    names: tuple[str, ...]

    @property
    def phase(self) -> Phase:
        """Where the match stands."""
        return self.state.phase

    @property
    def game_number(self) -> int:
        """Number of the running game, from 1."""
        return self.state.game_number

    @property
    def racks(self) -> int:
        """Racks of this match, where a game is played for points over many."""
        return 0 if self.rules.scores_games else self.state.racks

    @property
    def result(self) -> MatchResult | None:
        """How it ended."""
        return self.state.result

    @property
    def family(self) -> Family:
        """What it is played on."""
        return self.rules.family

    @property
    def time_limit(self) -> float | None:
        """What the open decision may take by the rules, s: a choice, or the stroke of a side warned for delay."""
        state = self.state
        if state.phase not in SHOOTING:
            return None if state.offer is None else state.offer.seconds
        slow = SLOW_LIMIT if state.slow[state.shooter] > 0 else None
        return min((limit for limit in (slow, state.stroke_seconds) if limit is not None), default=None)

    @property
    def fall(self) -> Hanging | None:
        """The hanging ball that falls next by itself."""
        return next_to_fall(self.state.hanging)

    @property
    def allows_time_out(self) -> bool:
        """Time-outs that players ask for are a rule of pool (1.13)."""
        return self.rules.family is Family.POOL

    def side_of(self, seat: Seat) -> Seat:
        """Partners share what a side has once: time-outs and extensions."""
        return self.state.setting.team_of(seat)[0]

    @property
    def is_between_sets(self) -> bool:
        """Whether the next set is about to be opened."""
        state = self.state
        return state.phase is Phase.OPTION and sum(state.sets) > 0 and sum(state.games) == 0 and state.result is None

    @property
    def is_deciding_set(self) -> bool:
        """Whether every set but the last one has been played."""
        return self.state.setting.sets > 1 and sum(self.state.sets) == self.state.setting.sets - 1

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Who may act: in a lag of two all that have not played, of three one after another, else the side playing."""
        if self.state.phase is Phase.OVER:
            return ()
        if self.state.phase is Phase.LAG and self.state.setting.lags_alone:
            return (Seat(len(self.state.lag_balls)),)
        if self.state.phase is Phase.LAG:
            return tuple(seat for seat in (Seat(0), Seat(1)) if seat not in self.state.lags)
        return (self.state.shooter,)

    @property
    def offered(self) -> tuple[str, ...]:
        """Options that wait for an answer, default first."""
        return () if self.state.offer is None else self.state.offer.options

    @property
    def gone(self) -> frozenset[Seat]:
        """Nobody: whoever gives up at the table ends the match."""
        return frozenset()

    def legal(self, seat: Seat) -> tuple[ActionKind, ...]:
        """What the side may do now."""
        state = self.state
        if seat not in self.to_act:
            is_free = not is_at_table(state, seat) and self.rules.seated_options(state)
            return (ActionKind.CHOOSE_OPTION,) if is_free else ()
        if state.phase is Phase.LAG:
            lays = (ActionKind.PLACE_BALL,) if self.rules.family is Family.POOL else ()
            return (ActionKind.PLAY_LAG, *lays)
        has_options = state.offer is not None or self.rules.free_options(state) or may_check(state)
        kinds = [ActionKind.CHOOSE_OPTION] if has_options else []
        if state.offer is None or not state.offer.blocking:
            kinds += [ActionKind.TAKE_SHOT]
            kinds += [ActionKind.PLACE_BALL] if state.cue_ball in IN_HAND else []
        return tuple(kinds)

    def plan(self, seat: Seat, action: Action, moment: Moment) -> Plan:
        """Check an action; a shot, and the last lag stroke, come back as what has to be simulated."""
        _check_numbers(action)
        if seat not in self.to_act:
            check_seated(self.rules, self.state, seat, action)
            return None
        if isinstance(action, Place) and self.phase is Phase.LAG and action.ball != LAG_BALLS[self.rules.family][seat]:
            raise IllegalAction(Refusal.WRONG_BALL, "ball", "in the lag everybody lays down his own ball")
        check(self.rules, self.state, action)
        if isinstance(action, Shot) and lies_on_a_ball(self.state):
            # only in strict rooms: the foul is the placing (3.21), and nothing can be played from inside a ball
            return ShotFacts(action.stroke.ball, (), dict(self.state.positions))
        if isinstance(action, Shot):
            _check_cue(action.stroke, self._simulation((action.stroke,), moment))
            asks = self.rules.asks_attempt(self.state, action)
            return replace(self._executed({f"stroke/{moment.turn}": action.stroke}, moment), asks_attempt=asks)
        if isinstance(action, PlayLag):
            return self._lag_plan(seat, action, moment)
        return None

    def _lag_plan(self, seat: Seat, action: PlayLag, moment: Moment) -> Plan:
        alone = self.state.setting.lags_alone
        if action.stroke.ball != LAG_BALLS[self.rules.family][0 if alone else seat]:
            raise IllegalAction(Refusal.WRONG_BALL, "stroke.ball", "the lag is played with your own ball")
        lags = {seat: action.stroke} if alone else {**self.state.lags, seat: action.stroke}
        if len(lags) < 2 and not alone:
            return None
        return self._executed({f"lag/{moment.turn}/{place}": lags[place] for place in sorted(lags)}, moment)

    def _executed(self, intents: Mapping[str, Stroke], moment: Moment) -> Simulation:
        """Strokes as they are struck at once, by the label of their draws."""
        plan = self._simulation((), moment)
        table, constants = TABLES[plan.table_name], constants_for(plan.table_name, plan.overrides)
        strokes = (
            execute(intent, moment.setup.touch, moment.setup.key, moment.label(self.game_number, draw))
            for draw, intent in intents.items()
        )
        return replace(plan, strokes=tuple(over_cushions(one, table, constants, plan.layout) for one in strokes))

    def _simulation(self, strokes: tuple[Stroke, ...], moment: Moment) -> Simulation:
        layout = Layout(dict(self.state.positions))
        balls = BALL_SETS[str(self.state.setting.options.get("balls", "standard"))]
        return Simulation(moment.setup.table, {**balls, **moment.setup.constants}, layout, strokes)

    def judge(self, seat: Seat | None, action: Action, facts: Facts | None, moment: Moment) -> Judged:
        """Rule, then lay out what is due: a drawn rack, the balls of a lag, a cue ball in hand."""
        if isinstance(facts, ShotFacts) and self.fall is not None and spoils(self.fall, facts, moment):
            return self._spoilt(self.fall)
        is_shot = isinstance(action, Shot)
        state = timed(self.state, moment.at - moment.opened) if is_shot else self.state
        ruled = act(self.rules, state, seat, action, facts, moment.at)
        after = laid_out(self.rules, ruled.state, moment)
        hanging = self._hanging(after, moment) if is_shot else still_hanging(self.state.hanging, after.positions)
        if isinstance(action, RefereeAct) and action.do == "ball_dropped":
            hanging = tuple(one for one in hanging if one.ball != action.ball)
        return Judged(replace(self, state=replace(after, hanging=hanging)), ruled.ruling)

    def _hanging(self, state: CueState, moment: Moment) -> tuple[Hanging, ...]:
        """The balls that hang at the end of a stroke, where such balls fall by themselves."""
        if state.setting.options.get("hang_model") != "random" or state.phase not in (*SHOOTING, Phase.OPTION):
            return ()
        lying = {
            ball: at for ball, at in state.positions.items() if state.cue_ball not in IN_HAND or ball != state.hand_ball
        }
        return hanging_balls(lying, moment, state.game_number)

    def _spoilt(self, fall: Hanging) -> Judged:
        """A hanging ball fell before the stroke reached it: it is put back and the stroke repeated (R22, R23)."""
        hanging = tuple(one for one in self.state.hanging if one.ball != fall.ball)
        text = f"Ball {fall.ball} fell by itself: it is put back and the stroke is played again."
        ruling = Ruling(rules=("R22", "R23"), outcome=Outcome.REPLAY, continues=True, text=text)
        return Judged(replace(self, state=replace(self.state, hanging=hanging)), ruling)

    def sides(self) -> tuple[SideView, ...]:
        """The scoreboard."""
        state = self.state
        points = state.games if self.rules.scores_games else state.scores
        return tuple(
            SideView(name, state.games[seat], points[seat], self.rules.details(state, Seat(seat)))
            for seat, name in enumerate(self.names)
        )

    def cue_table(self) -> CueTableView:
        """The table as it lies."""
        state = self.state
        pairs = sorted((min(pair), max(pair)) for pair in state.frozen.balls)
        touching = sorted((ball, "#" + cushion.value) for ball, cushion in state.frozen.cushions)
        strikes = self.rules.strikes(state) if state.phase in SHOOTING or state.offer is not None else ()
        details: dict[str, Detail] = dict(self.rules.table_details(state)) if state.phase in SHOOTING else {}
        if may_check(state):
            details["rack_check_possible"] = True
        return CueTableView(state.positions, state.cue_ball.value, strikes, (*pairs, *touching), details)

    def darts_table(self) -> DartsTableView | None:
        """There is no dart board."""
        return None


def _check_numbers(action: Action) -> None:
    """Refuse what is no stroke or place at all: numbers that are not finite, no speed, a tip beyond the ball."""
    if isinstance(action, Place) and not all(map(isfinite, action.at)):
        raise IllegalAction(Refusal.BAD_VALUE, "at", "a place is two numbers")
    if not isinstance(action, Shot | PlayLag):
        return
    stroke = action.stroke
    if not all(map(isfinite, (stroke.aim, stroke.speed, stroke.elevation, *stroke.tip))):
        raise IllegalAction(Refusal.BAD_VALUE, "stroke", "a stroke is made of numbers")
    if not 0.0 < stroke.speed <= 16.0:
        raise IllegalAction(Refusal.BAD_VALUE, "stroke.speed", "a stroke needs some speed, up to 16 m/s")
    if hypot(*stroke.tip) > 1.0:
        raise IllegalAction(Refusal.BAD_VALUE, "stroke.tip", "the tip would miss the ball")


def _check_cue(stroke: Stroke, shot: Simulation) -> None:
    """Refuse a stroke whose cue would pass through a ball (pool B.8), or a cushion that asks for a steep one."""
    if stroke.ball not in shot.layout.positions:
        return
    constants = constants_for(shot.table_name, shot.overrides)
    alone = Layout({stroke.ball: shot.layout.positions[stroke.ball]})
    is_over = is_free(TABLES[shot.table_name], constants, alone, stroke, max(stroke.elevation, UNASKED))
    if is_over and is_free(None, constants, shot.layout, stroke, stroke.elevation):
        return
    what, table = ("a ball", None) if is_over else ("the cushion", TABLES[shot.table_name])
    least = least_elevation(table, constants, shot.layout, stroke)
    if least is None:
        raise IllegalAction(Refusal.CUE_OBSTRUCTED, "stroke.tip", f"{what} is in the way of the cue at every elevation")
    words = f"{what} is in the way of the cue: raise it to {ceil(degrees(least))} degrees or more"
    raise IllegalAction(Refusal.CUE_OBSTRUCTED, "stroke.elevation", words, least)


def begin_cue_play(rules: CueRules, setup: MatchSetup) -> CuePlay:
    """A match that starts: the lag is played, or a draw says who may open."""
    table = TABLES[setup.table]
    radius = constants_for(setup.table, setup.constants).ball_radius
    cloth = Cloth(table.length, table.width, radius, table.name)
    seats = len(setup.sides)
    setting = Setting(
        game=rules.kind,
        family=rules.family,
        cloth=cloth,
        options=setup.options,
        preset=setup.preset,
        seats=seats,
        race_to=setup.race_to,
        sets=setup.sets,
        warn_lead=WARN_LEAD if setup.pace is Pace.NORMAL else 0.0,
    )
    state = blank_state(rules, setting)
    moment = Moment(setup, 0, 0.0)
    first = setting.word("first_shot")
    if first == "lag":
        state = replace(state, phase=Phase.LAG)
    elif first == "fixed":
        state = offered_opening(state, Seat(0))
    else:
        state = offered_opening(state, Seat(below(setup.key, moment.label(1, "first_shot"), seats)))
    return CuePlay(rules, laid_out(rules, state, moment), setup.sides)


def blank_state(rules: CueRules, setting: Setting) -> CueState:
    """A state in which nothing has happened yet; it has no places of balls."""
    seats = setting.seats
    return CueState(
        setting=setting,
        own=rules.fresh(setting),
        balls=frozenset(rules.balls),
        scores=(0,) * seats,
        target=rules.target_of(setting),
        fouls_in_row=(0,) * seats,
        wilful=(0,) * seats,
        slow=(0,) * seats,
        strokes=(0,) * seats,
        used=(0.0,) * seats,
        best_games=(None,) * seats,
        warned_at=(None,) * seats,
        innings=(0,) * seats,
        games=(0,) * seats,
        sets=(0,) * seats,
    )


def laid_out(rules: CueRules, state: CueState, moment: Moment) -> CueState:
    """The state with every ball in its place."""
    if state.phase is Phase.LAG:
        return _lag_laid_out(rules, state)
    if state.rack_due:
        state = _with_rack(rules, state, moment)
    return with_cue_ball_down(state) if state.phase in SHOOTING else state


def _lag_laid_out(rules: CueRules, state: CueState) -> CueState:
    cloth = state.setting.cloth
    at_once = 1 if state.setting.lags_alone else 2
    balls, spots = LAG_BALLS[rules.family][:at_once], lag_places(rules.family, cloth)[:at_once]
    places: dict[Ball, Point] = dict(zip(balls, spots, strict=True))
    if rules.family is Family.CAROM:
        places[Ball("R")] = cloth.foot_spot
    if rules.family is Family.POOL and state.positions.keys() == places.keys():
        return state  # laid down by hand (3.5)
    return with_positions(state, places, frozenset(state.positions))


def _with_rack(rules: CueRules, state: CueState, moment: Moment) -> CueState:
    """The rack that is due, in drawn order, with the gaps of a real triangle; a tight one where a ball lies close."""
    setup = moment.setup
    name = moment.label(state.game_number, f"rack/{moment.turn}")
    order = pick(setup.key, f"{name}/order", rules.balls, len(rules.balls))
    exact: Mapping[Ball, Point] = rules.racked(state, order)
    if not setup.perfect_rack:
        apex = min(exact, key=lambda ball: exact[ball])
        real = jittered(exact, rack_gaps(len(exact), setup.key, f"{name}/gaps"), apex)
        close = state.setting.cloth.diameter + EPS_FROZEN
        is_clear = all(distance(at, lying) > close for at in real.values() for lying in state.positions.values())
        exact = real if is_clear else exact
    racked = replace(state, rack_due="", racks=state.racks + 1)
    return with_positions(racked, {**state.positions, **exact}, frozenset(exact))
