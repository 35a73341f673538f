"""The state of a cue game: one frozen value for pool, carom and pyramid, with a part of its own for each game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from game.actions import Call, Shot
from game.cloth import Cloth, Frozen, frozen_at, with_gaps_closed
from game.hanging import Hanging
from game.options import OptionSpec
from game.play import MatchResult
from game.rulings import Ruling
from game.shot_facts import BallHit, CushionHit, LagBall, LeftTable, Potted, ShotFacts, TiedHit, TouchedWood
from game.values import replace
from game.vocabulary import CUE, Ball, CueBall, Family, GameKind, OptionValue, Phase, Point, Seat
from physics.trajectories import Stroke


@dataclass(frozen=True)
class Setting:
    """What never changes during a match of a cue game. warn_lead: s that a warning needs to be valid (pool 2.16)."""

    game: GameKind
    family: Family
    cloth: Cloth
    options: Mapping[str, OptionValue]
    preset: str = ""
    seats: int = 2
    race_to: int = 1
    sets: int = 1
    warn_lead: float = 0.0

    def flag(self, name: str) -> bool:
        """An option that is yes or no."""
        value = self.options[name]
        assert isinstance(value, bool), name
        return value

    @property
    def has_teams(self) -> bool:
        """Whether two teams of two play, their players by turns: every second side is of the same team."""
        return self.options.get("teams") is True

    @property
    def totals(self) -> int:
        """How many totals are kept: one of each side, or of each team."""
        return 2 if self.has_teams else self.seats

    @property
    def passes_balls_on(self) -> bool:
        """Whether three sides share two cue balls, which pass on from turn to turn (R52)."""
        return self.seats == 3

    @property
    def lags_alone(self) -> bool:
        """Whether the sides lag one after another: three do, of teams the first players lag at once."""
        return self.seats == 3

    def team_of(self, seat: Seat) -> tuple[Seat, ...]:
        """The sides whose points are one total: a side alone, or a team."""
        return (Seat(seat % 2), Seat(seat % 2 + 2)) if self.has_teams else (seat,)

    def number(self, name: str) -> int:
        """An option that is a whole number."""
        value = self.options[name]
        assert isinstance(value, int), name
        return value

    def real(self, name: str) -> float:
        """An option that is a number."""
        value = self.options[name]
        assert isinstance(value, int | float), name
        return float(value)

    def word(self, name: str) -> str:
        """An option that is one of several words."""
        value = self.options[name]
        assert isinstance(value, str), name
        return value


@dataclass(frozen=True)
class Offer:
    """Options offered to a side, the default first.

    blocking  nothing else can be done before one is chosen; seconds: after which the default is taken, clock or not
    """

    to: Seat
    options: tuple[str, ...]
    blocking: bool = True
    seconds: float | None = None


@dataclass(frozen=True)
class Own:
    """What one game keeps besides; every game has its own kind."""


OwnKind = TypeVar("OwnKind", bound=Own)
OwnValue = TypeVar("OwnValue")

FIRST = Seat(0)
NOTHING_FROZEN = Frozen()


@dataclass(frozen=True)
class CueState:
    """A match of a cue game between two actions.

    shooter     the side at the table; the one that an offer or the break is for
    hand_ball   the ball that `cue_ball` speaks of: in free pyramid without the coloured ball another one
    balls       object balls on the table (carom: all balls); positions: centres known, m, the cue ball's included
    offer       options that wait for an answer
    scores, run points of each side, and of the turn that is running; target: 0 where points do not decide
    fouls_in_row, warned_at  consecutive fouls, and when a side was warned of the third (s; None: not)
    innings     finished turns; shots: of this game
    games, sets games won in the running set, sets won
    breaker     who broke (opened) this game
    misplaced   the cue ball was laid down against the rules in strict mode: the next stroke is a foul
    racks       racked so far in the match; checked_rack: which of them the breaker had checked (pool 2.7)
    rack_due    the layout that has to be drawn before play goes on ("" = none)
    lags        hidden lag strokes, by seat; lag_balls: of three sides, who lag alone one after another, what came of it
    order       in which three sides play, where a lag has settled it; empty: by seat
    wilful      times in the match that each side touched the cue ball on purpose (pool 3.28)
    slow        turns of each side that still have a limit for every stroke after a warning for delay (R34)
    stroke_seconds  s that the stroke at hand has by an automatic time-out (C.0.7); None: as many as any other
    strokes, used   strokes of each side in this game, and the s it took for them (C.0.5)
    hanging     balls that may yet fall by themselves (R18), where the room wants that
    best_games  of each side: the figure of its best finished game of the match (C.0.5); None: none yet
    resumed     the opening that is being settled goes on with the running game: scores and marks stay (pool 3.34)
    result      how the match ended
    """

    setting: Setting
    own: Own
    balls: frozenset[Ball]
    phase: Phase = Phase.PLAY
    shooter: Seat = FIRST
    breaker: Seat = FIRST
    cue_ball: CueBall = CueBall.AS_LIES
    hand_ball: Ball = CUE
    positions: Mapping[Ball, Point] = field(default_factory=dict)
    frozen: Frozen = NOTHING_FROZEN
    offer: Offer | None = None
    scores: tuple[int, ...] = (0, 0)
    run: int = 0
    target: int = 0
    fouls_in_row: tuple[int, ...] = (0, 0)
    warned_at: tuple[float | None, ...] = (None, None)
    innings: tuple[int, ...] = (0, 0)
    shots: int = 0
    games: tuple[int, ...] = (0, 0)
    sets: tuple[int, ...] = (0, 0)
    game_number: int = 1
    misplaced: bool = False
    racks: int = 0
    checked_rack: int = 0
    rack_due: str = ""
    lags: Mapping[Seat, Stroke] = field(default_factory=dict)
    lag_balls: tuple[LagBall, ...] = ()
    order: tuple[Seat, ...] = ()
    wilful: tuple[int, ...] = (0, 0)
    slow: tuple[int, ...] = (0, 0)
    stroke_seconds: float | None = None
    strokes: tuple[int, ...] = (0, 0)
    used: tuple[float, ...] = (0.0, 0.0)
    hanging: tuple[Hanging, ...] = ()
    best_games: tuple[float | None, ...] = (None, None)
    resumed: bool = False
    result: MatchResult | None = None

    def own_as(self, kind: type[OwnKind]) -> OwnKind:
        """The game's own part."""
        assert isinstance(self.own, kind)
        return self.own


@dataclass(frozen=True)
class PlayedShot:
    """A shot with what came of it: the action, the facts, the server's time, s; and whether a referee has taken back
    every foul of it."""

    action: Shot
    facts: ShotFacts
    at: float = 0.0
    is_cleared: bool = False

    @property
    def call(self) -> Call | None:
        """What was called."""
        return self.action.call


@dataclass(frozen=True)
class LastShot:
    """The last shot and the state it was played in: it can be ruled on again (R21, R33, C.7)."""

    before: CueState
    shot: PlayedShot


@dataclass(frozen=True)
class Ruled:
    """The next state, and the ruling that everybody is told."""

    state: CueState
    ruling: Ruling


def next_seat(state: CueState, seat: Seat) -> Seat:
    """Who plays after this side."""
    if state.order:
        return state.order[(state.order.index(seat) + 1) % len(state.order)]
    return Seat((seat + 1) % state.setting.seats)


def pass_turn(state: CueState, cue_ball: CueBall = CueBall.AS_LIES) -> CueState:
    """The next side comes to the table; the turn that ends is one inning."""
    seat = state.shooter
    return replace(
        state,
        shooter=next_seat(state, seat),
        phase=Phase.PLAY,
        cue_ball=cue_ball,
        offer=None,
        run=0,
        innings=set_at(state.innings, seat, state.innings[seat] + 1),
        slow=set_at(state.slow, seat, max(0, state.slow[seat] - 1)),
    )


def set_at(values: tuple[OwnValue, ...], seat: Seat, value: OwnValue) -> tuple[OwnValue, ...]:
    """The tuple with one side's value changed."""
    return (*values[:seat], value, *values[seat + 1 :])


def timed(state: CueState, seconds: float) -> CueState:
    """The state with a stroke of the side at the table more, for which it took so many s."""
    seat = state.shooter
    used = set_at(state.used, seat, state.used[seat] + max(0.0, seconds))
    return replace(state, strokes=set_at(state.strokes, seat, state.strokes[seat] + 1), used=used)


def seconds_a_stroke(state: CueState, seat: Seat) -> float:
    """How long a side took for a stroke, s, to a tenth; 0 before the first one."""
    strokes = state.strokes[seat]
    return round(state.used[seat] / strokes, 1) if strokes else 0.0


def set_of_team(state: CueState, values: tuple[OwnValue, ...], seat: Seat, value: OwnValue) -> tuple[OwnValue, ...]:
    """The tuple with the value of a side changed, and so that of its whole team."""
    team = state.setting.team_of(seat)
    return tuple(value if place in team else kept for place, kept in enumerate(values))


def is_at_table(state: CueState, seat: Seat) -> bool:
    """Whether the turn is this side's, or its partner's."""
    return seat in state.setting.team_of(state.shooter)


def opponent_of(state: CueState, seat: Seat) -> Seat:
    """Who plays against a side now: the one at the table, or else whoever plays after that one."""
    return next_seat(state, state.shooter) if is_at_table(state, seat) else state.shooter


def credited(state: CueState, seat: Seat, points: int) -> tuple[int, ...]:
    """The totals with points won or lost by a side, and so by its whole team."""
    team = state.setting.team_of(seat)
    return tuple(score + (points if place in team else 0) for place, score in enumerate(state.scores))


def touched_balls(facts: ShotFacts) -> frozenset[Ball]:
    """Every ball that the log names, and the struck one: the others cannot have moved."""
    names = {facts.struck}
    for event in facts.events:
        names.add(event.ball)
        if isinstance(event, BallHit):
            names.add(event.other)
        if isinstance(event, TiedHit):
            names.update(event.others)
    return frozenset(names)


def at_rest(state: CueState, facts: ShotFacts, wood_is_off: bool = False) -> CueState:
    """The table when the balls have stopped: potted and jumped ones are gone, frozen pairs are found anew."""
    gone = {event.ball for event in facts.of(Potted)} | {event.ball for event in facts.of(LeftTable)}
    if wood_is_off:
        gone |= {event.ball for event in facts.of(TouchedWood)}
    lying = {ball: at for ball, at in {**state.positions, **facts.rest}.items() if ball not in gone}
    positions = with_gaps_closed(state.setting.cloth, lying, touched_balls(facts) & frozenset(facts.rest))
    return with_positions(
        replace(state, balls=state.balls - gone, misplaced=False), positions, touched_balls(facts) | set(facts.rest)
    )


def with_positions(state: CueState, positions: Mapping[Ball, Point], moved: frozenset[Ball]) -> CueState:
    """The state with the balls lying like this; what was known as frozen stays so among balls that did not move."""
    frozen = state.frozen.without(moved).also(frozen_at(state.setting.cloth, positions))
    return replace(state, positions=positions, frozen=frozen)


REACH = 0.95
"""m from the outer edge of a rail that a player can reach over with the cue in the hand (house value)."""

RAIL = 0.125
"""m: width of a rail."""

REACH_MODEL = OptionSpec(
    "reach_model",
    "off",
    "balls can be reached everywhere, or one too far from the rails is told to be played with the mechanical bridge"
    " (T1, R1, E-28); it never is a foul",
    ("off", "bridge"),
)


def needs_bridge(state: CueState, ball: Ball) -> bool:
    """Whether a ball is to be struck with the mechanical bridge, where the room wants to be told (E-28)."""
    at = state.positions.get(ball)
    if at is None or state.setting.options.get(REACH_MODEL.name) != "bridge":
        return False
    cloth = state.setting.cloth
    return min(cloth.length / 2.0 - abs(at[0]), cloth.width / 2.0 - abs(at[1])) + RAIL > REACH


def cushion_hits(facts: ShotFacts, ball: Ball) -> tuple[CushionHit, ...]:
    """The cushion contacts of one ball, oldest first."""
    return tuple(event for event in facts.of(CushionHit) if event.ball == ball)
