"""Balls that hang over a pocket and fall by themselves (`hang_model`): R18 to R23 without anybody's word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.actions import Choose, ClockExpired, RefereeAct, Shot
from game.cue_play import CuePlay
from game.entries import Entry
from game.hanging import HANG_ZONE, LONGEST, MEAN, Hanging, hanging_balls, next_to_fall
from game.match import Match, apply, begin, deadline, expire
from game.notation import parse_log
from game.record import entry_line, fold, header, last_hash
from game.setup import MatchSetup, Moment
from game.shot_facts import AnyEvent, ShotFacts
from game.view import view
from game.vocabulary import CUE, Ball, GameKind, Outcome, Pace, Phase, Pocket, Point
from physics.balls import constants_for
from physics.placement import hanging_over, pocket_holes
from physics.simulate import simulate
from physics.tables import TABLES
from physics.trajectories import Layout, Stroke
from tests.game.pyramid.test_pyramid_match import chosen, state_of

TABLE = TABLES["pyramid_12ft"]


def over_the_edge(pocket: str, by: float = 0.0005) -> Point:
    """A place on the pocket's axis so far from falling, m."""
    (x, y), radius = pocket_holes(TABLE)[pocket]
    reach = radius + by
    across = 0.0 if pocket[0] == "S" else reach / 2.0**0.5
    along = reach if pocket[0] == "S" else across
    return (x - across if x > 0 else x + across, y - along if y > 0 else y + along)


def opened(key: bytes = bytes(32), pace: Pace = Pace.INSTANT, **options: object) -> Match:
    """A match of combined pyramid in which hanging balls fall, its opener about to open."""
    setup = MatchSetup(
        "m",
        GameKind.COMBINED_PYRAMID,
        key,
        pace=pace,
        preset="pyramid_modern",
        options={"hang_model": "random", **options},  # type: ignore[dict-item]
        shot_clock=60.0,
    )
    return chosen(begin(setup, 0.0), "start", 1.0)


def shot(match: Match, log: str, at: float, rest: dict[str, Point] | None = None, lasts: float = 2.0) -> Entry:
    """A stroke with this log; balls not named rest where they lie."""
    state = state_of(match)
    gone = {token.split("@")[0] for token in log.split() if "@" in token}
    lying = {ball: place for ball, place in state.positions.items() if ball not in gone}
    lying |= {Ball(ball): place for ball, place in (rest or {}).items()}
    stroke = Stroke(CUE, 0.0, 2.0)
    facts = ShotFacts(CUE, timed(log), lying, (), lasts)
    return Entry(at, match.turn, state.shooter, Shot(stroke), (stroke,), facts)


def timed(log: str) -> tuple[AnyEvent, ...]:
    """The log with a tenth of a second between its events."""
    return tuple(replace(event, time=0.1 * (place + 1)) for place, event in enumerate(parse_log(log)))


def hung(match: Match, at: float = 10.0) -> Match:
    """The opening has left ball 5 hanging over a foot corner."""
    return apply(match, shot(match, "c|out c>4 4#F 5#F 6#F", at, {"5": over_the_edge("FL")})).match


def with_fall(match: Match, seconds: float) -> Match:
    """The match whose hanging ball is drawn to fall so many seconds after the stroke."""
    assert isinstance(match.play, CuePlay)
    hanging = tuple(replace(one, seconds=seconds) for one in state_of(match).hanging)
    return replace(match, play=replace(match.play, state=replace(state_of(match), hanging=hanging)))


@pytest.mark.parametrize("pocket", list(Pocket))
def test_a_ball_hangs_where_physics_lets_it_lie_and_its_centre_is_nearly_over_the_hole(pocket: str) -> None:
    at = over_the_edge(pocket)
    constants = constants_for(TABLE.name, {})
    trace = simulate(TABLE, constants, Layout({CUE: (0.2, 0.1), Ball("5"): at}), (Stroke(CUE, 1.7, 0.1),))
    assert trace.rest[Ball("5")] == pytest.approx(at)
    assert hanging_over(at, TABLE, HANG_ZONE) == pocket
    assert hanging_over(over_the_edge(pocket, 0.0011), TABLE, HANG_ZONE) is None


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_of_several_that_hang_the_one_with_the_least_time_falls_next(order: tuple[int, ...]) -> None:
    seconds = (0.0, 0.4, 7.0)
    hanging = [Hanging(Ball(str(k)), Pocket.FL, (0.0, 0.0), seconds[k]) for k in order]
    never = Hanging(Ball("9"), Pocket.FR, (0.0, 0.0), None)
    assert next_to_fall((never, *hanging)).ball == "0"  # type: ignore[union-attr]
    assert next_to_fall((never,)) is None


def test_a_carom_table_has_no_holes() -> None:
    assert pocket_holes(TABLES["carom_10ft"]) == {}


def test_nothing_hangs_where_the_room_does_not_want_it() -> None:
    assert state_of(hung(opened(hang_model="off"))).hanging == ()
    assert deadline(hung(opened(hang_model="off"))) == 70.5


def test_what_hangs_is_shown_and_when_it_falls_is_not() -> None:
    match = hung(opened())
    (one,) = state_of(match).hanging
    assert (one.ball, one.pocket) == ("5", Pocket.FL)
    table = view(match).cue
    assert table is not None
    assert table.details["hanging"] == "5"
    assert str(one.seconds) not in str(view(match))


def test_r21_a_ball_that_falls_soon_was_potted_by_the_stroke() -> None:
    match = with_fall(hung(opened()), 3.0)
    opener = 1 - state_of(match).shooter
    assert deadline(match) == 13.0
    entry = expire(match, 13.0)
    assert entry is not None
    assert entry.action == RefereeAct("ball_dropped", None, "FL", Ball("5"), seconds=3.0)
    step = apply(match, entry)
    assert step.ruling.rules[0] == "R21"
    assert (state_of(step.match).scores[opener], state_of(step.match).shooter) == (1, opener)
    assert state_of(step.match).hanging == ()


def test_r18_r19_a_ball_that_falls_late_is_put_back_and_the_time_runs_on() -> None:
    match = with_fall(hung(opened()), 5.0)
    entry = expire(match, 15.0)
    assert entry is not None
    step = apply(match, entry)
    assert step.ruling.rules == ("R18", "R19")
    before, after = state_of(match), state_of(step.match)
    assert (after.positions, after.shooter, after.scores) == (before.positions, before.shooter, before.scores)
    assert deadline(step.match) == 70.5
    over = expire(step.match, 70.5)
    assert over is not None
    assert isinstance(over.action, ClockExpired)


def test_r22_r23_a_stroke_in_which_it_falls_by_itself_is_played_again() -> None:
    match = with_fall(hung(opened()), 4.0)
    shooter = state_of(match).shooter
    step = apply(match, shot(match, "c>6 6#H 6#L 6>7", 13.5))
    assert (step.ruling.outcome, step.ruling.fouls, step.ruling.rules) == (Outcome.REPLAY, (), ("R22", "R23"))
    before, after = state_of(match), state_of(step.match)
    assert (after.positions, after.scores, after.shooter) == (before.positions, before.scores, shooter)
    assert (after.phase, after.hanging) == (Phase.PLAY, ())


@pytest.mark.parametrize(
    ("at", "log"),
    [(10.1, "c>6 6#H 6#L"), (13.5, "c>5 5@FL")],
    ids=["it falls after the stroke", "the cue ball reached it first"],
)
def test_gp_05_a_stroke_that_comes_first_counts(at: float, log: str) -> None:
    match = with_fall(hung(opened()), 4.0)
    assert apply(match, shot(match, log, at)).ruling.outcome is None


def test_a_ball_that_was_due_before_the_stroke_has_fallen_before_anything_reached_it() -> None:
    match = with_fall(hung(opened()), 4.0)
    assert apply(match, shot(match, "c>5 5@FL", 14.2)).ruling.outcome is Outcome.REPLAY


def test_a_ball_that_hangs_on_gets_a_new_draw_after_the_next_stroke() -> None:
    match = with_fall(hung(opened()), 30.0)
    after = apply(match, shot(match, "c>6 6#H 6#L", 11.0)).match
    (one,) = state_of(after).hanging
    assert one.seconds != 30.0


def test_a_ball_that_falls_while_a_choice_is_open_after_it_was_made_is_put_back() -> None:
    match = hung(opened())
    fouled = apply(match, shot(match, "", 20.0)).match
    assert state_of(fouled).phase is Phase.OPTION
    taken = with_fall(chosen(fouled, "9", 21.0), 2.0)
    entry = expire(taken, 23.0)
    assert entry is not None
    assert apply(taken, entry).ruling.rules == ("R18", "R19")


def test_the_time_that_play_stands_still_is_not_time_that_a_ball_hangs() -> None:
    match = with_fall(hung(opened()), 3.0)
    for act, at in (("pause", 11.0), ("resume", 111.0)):
        match = apply(match, Entry(at, match.turn, None, RefereeAct(act))).match
    assert deadline(match) == 113.0


def test_draws_are_under_the_key_and_spread_as_they_should() -> None:
    match = hung(opened())
    places = {Ball(str(number)): over_the_edge("FL") for number in range(1, 16)}
    draws = []
    for turn in range(400):
        moment = Moment(match.setup, turn, 0.0)
        drawn = hanging_balls(places, moment, 1)
        assert drawn == hanging_balls(places, moment, 1)
        draws += [one.seconds for one in drawn]
    told = [seconds for seconds in draws if seconds is not None]
    assert len(set(told)) == len(told)
    assert sum(told) / len(told) == pytest.approx(MEAN, rel=0.05)
    assert max(told) <= LONGEST
    soon = sum(seconds < 5.0 for seconds in told) / len(told)
    assert soon == pytest.approx(0.632, abs=0.02)


def test_the_record_of_a_fall_folds_to_the_same_match() -> None:
    kinds = set()
    for number in range(40):
        match = begin(opened(bytes([number]) * 32).setup, 0.0)
        lines = [header(match.setup, 0.0).text]
        entry: Entry | None = Entry(1.0, match.turn, match.play.to_act[0], Choose("start"))
        for place in range(3):
            assert entry is not None
            step = apply(match, entry)
            lines.append(entry_line(last_hash(lines), entry, step.ruling).text)
            match = step.match
            if place == 0:
                entry = shot(match, "c|out c>4 4#F 5#F 6#F", 10.0, {"5": over_the_edge("FL")})
            elif place == 1:
                entry = expire(match, 10.0 + LONGEST)
        kinds.add(step.ruling.rules[0])
        assert fold(lines) == match
        assert state_of(match).hanging == ()
    assert {"R21", "R18"} <= kinds
