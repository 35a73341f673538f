"""The flow of a match: whose turn, the clock, playback, options by default, the end. `now` is told, nobody waits."""

from __future__ import annotations

import pytest

from game.actions import (
    Action,
    AskExtension,
    Choose,
    ClockExpired,
    Concede,
    PassDarts,
    Place,
    PlayLag,
    RefereeAct,
    Shot,
    SkipPlayback,
)
from game.catalog import GAMES, game_named, settled
from game.cue_play import CuePlay
from game.cue_state import CueState
from game.entries import Entry
from game.errors import IllegalAction, Refusal
from game.match import Match, ShotOrder, Step, apply, begin, deadline, expire, legal, prepare
from game.notation import parse_log
from game.setup import MatchSetup
from game.shot_facts import ShotFacts
from game.view import view
from game.vocabulary import CUE, Ball, CueBall, Foul, GameKind, Pace, Phase, Point, Seat, Touch
from physics.trajectories import Stroke

START = 100.0
STROKE = Stroke(CUE, 0.0, 3.0)
OPEN = "c|out c>1 1#L 2#R 3#F 4#F"


def setup_of(game: GameKind = GameKind.NINE_BALL, **changes: object) -> MatchSetup:
    values = {"match_id": "m", "game": game, "key": bytes(32), "shot_clock": 35.0, "touch": Touch.EXACT, **changes}
    return MatchSetup(**values)  # type: ignore[arg-type]


def state_of(match: Match) -> CueState:
    assert isinstance(match.play, CuePlay)
    return match.play.state


def do(match: Match, action: Action, now: float, log: str = "", duration: float = 4.0) -> Step:
    """Play an action of the side to act, with a log in place of the physics."""
    seat = match.play.to_act[0]
    plan = prepare(match, seat, action, now)
    if isinstance(plan, ShotOrder):
        rest = {ball: at for ball, at in plan.layout.positions.items() if f"{ball}@" not in log}
        facts = ShotFacts(plan.strokes[0].ball, parse_log(log), rest, (), duration)
        plan = Entry(now, match.turn, seat, action, plan.strokes, facts, "e")
    return apply(match, plan)


def broken(now: float = START, log: str = OPEN, **changes: object) -> Match:
    """A match right after its first break."""
    match = begin(setup_of(**changes), now)  # type: ignore[arg-type]
    match = do(match, Choose("BREAK"), now + 1.0).match
    return do(match, Shot(STROKE), now + 2.0, log).match


def refused(match: Match, seat: Seat, action: Action, now: float, credit: float = 0.0) -> Refusal:
    with pytest.raises(IllegalAction) as refusal:
        prepare(match, seat, action, now, credit)
    return refusal.value.code


def test_who_breaks_first_is_a_draw_that_both_keys_can_give() -> None:
    firsts = {begin(setup_of(key=number.to_bytes(32, "big")), START).play.to_act[0] for number in range(20)}
    assert firsts == {0, 1}


def test_a_break_starts_with_a_rack_and_the_cue_ball_behind_the_head_string() -> None:
    match = do(begin(setup_of(), START), Choose("BREAK"), START).match
    state = state_of(match)
    assert (state.phase, state.cue_ball) == (Phase.BREAK, CueBall.IN_HAND_KITCHEN)
    assert len(state.positions) == 10
    assert state.setting.cloth.is_behind_head_string(state.positions[CUE])


def test_racks_have_gaps_unless_they_are_perfect() -> None:
    def neighbours(**changes: object) -> float:
        state = state_of(do(begin(setup_of(**changes), START), Choose("BREAK"), START).match)  # type: ignore[arg-type]
        (x, y), (u, v) = state.positions[Ball("1")], state.positions[Ball("9")]
        return float(((x - u) ** 2 + (y - v) ** 2) ** 0.5)

    exact = 2 * 3**0.5 * 0.028575
    assert neighbours(perfect_rack=True) == pytest.approx(exact, abs=1e-12)
    assert 1e-7 < abs(neighbours() - exact) < 5e-3


def test_the_turn_grows_with_every_action_and_a_late_one_finds_another_turn() -> None:
    match = begin(setup_of(), START)
    after = do(match, Choose("BREAK"), START + 1.0).match
    assert (match.turn, after.turn, after.entries) == (0, 1, 1)


def test_1_11_the_clock_starts_when_the_shot_has_been_seen() -> None:
    match = broken()
    assert match.plays_until == START + 6.0
    assert match.clock.ends_at == START + 6.0 + 35.0
    assert match.clock.warn_at == START + 6.0 + 25.0


def test_1_11_placing_the_ball_does_not_stop_the_clock() -> None:
    match = broken(log=OPEN + " c@HL")
    before = match.clock.ends_at
    placed = do(match, Place(CUE, (0.1, 0.5)), START + 10.0).match
    assert placed.clock.ends_at == before
    assert state_of(placed).positions[CUE] == (0.1, 0.5)


def test_nothing_can_be_done_while_the_balls_move_and_both_can_skip_ahead() -> None:
    match = broken()
    shooter, other = match.play.to_act[0], Seat(1 - match.play.to_act[0])
    assert refused(match, shooter, Shot(STROKE), START + 5.0) is Refusal.BALLS_MOVING
    assert refused(match, other, Shot(STROKE), START + 5.0) is Refusal.NOT_YOUR_TURN
    turn = match.turn
    for seat in (other, shooter):
        entry = prepare(match, seat, SkipPlayback(), START + 3.0)
        assert isinstance(entry, Entry)
        match = apply(match, entry).match
        if seat == other:
            assert refused(match, seat, SkipPlayback(), START + 3.1) is Refusal.NOT_ALLOWED
            assert match.plays_until == START + 6.0
    assert (match.turn, match.plays_until, match.clock.ends_at) == (turn, START + 3.0, START + 38.0)
    assert refused(match, other, SkipPlayback(), START + 4.0) is Refusal.NOT_ALLOWED
    assert isinstance(prepare(match, shooter, Shot(STROKE), START + 3.5), ShotOrder)


def test_pace_instant_waits_for_nobody() -> None:
    match = broken(pace=Pace.INSTANT)
    assert match.plays_until is None
    assert match.clock.ends_at == START + 2.0 + 35.0


def test_1_11_expiry_is_a_foul_once_the_latency_credit_is_over() -> None:
    match = broken()
    ends = START + 41.0
    shooter = match.play.to_act[0]
    assert deadline(match) == ends + 0.5
    assert expire(match, ends + 0.4) is None
    assert isinstance(prepare(match, shooter, Shot(STROKE), ends - 0.2), ShotOrder)
    assert isinstance(prepare(match, shooter, Shot(STROKE), ends + 0.3, credit=0.3), ShotOrder)
    assert refused(match, shooter, Shot(STROKE), ends + 0.3) is Refusal.TIME_EXPIRED
    assert refused(match, shooter, Shot(STROKE), ends + 0.8, credit=5.0) is Refusal.TIME_EXPIRED
    entry = expire(match, ends + 0.5)
    assert entry is not None
    assert entry.action == ClockExpired()
    step = apply(match, entry)
    assert step.ruling.fouls == (Foul.TIME,)
    assert step.match.play.to_act == (1 - shooter,)
    assert step.match.clock.ends_at == ends + 0.5 + 35.0


def test_1_11_an_extension_after_time_was_called_once_in_a_game() -> None:
    match = broken()
    shooter = match.play.to_act[0]
    assert refused(match, shooter, AskExtension(), START + 6.0 + 24.9) is Refusal.NO_EXTENSION
    after = do(match, AskExtension(), START + 6.0 + 28.0).match
    assert after.clock.ends_at == START + 6.0 + 60.0
    assert refused(after, shooter, AskExtension(), START + 6.0 + 55.0) is Refusal.NO_EXTENSION
    assert "ask_extension" not in legal(after, shooter)
    assert "ask_extension" in legal(match, shooter)


def test_1_11_the_extension_comes_back_with_the_next_game() -> None:
    match = broken(log="c|out c>1 1@SL", race_to=3)
    shooter = match.play.to_act[0]
    match = do(match, AskExtension(), START + 6.0 + 30.0).match
    match = do(match, Shot(STROKE), START + 6.0 + 40.0, "c>2 2>9 9@FL").match
    assert match.play.game_number == 2
    match = do(match, Choose("BREAK"), START + 60.0).match
    assert shooter not in match.clock.extended


def test_without_a_clock_no_time_runs() -> None:
    match = broken(shot_clock=None)
    assert deadline(match) is None
    assert expire(match, START + 10_000.0) is None
    assert view(match).clock is None
    assert refused(match, match.play.to_act[0], AskExtension(), START + 50.0) is Refusal.NO_EXTENSION


def test_an_option_that_nobody_answers_takes_its_default() -> None:
    match = begin(setup_of(), START)
    chooser = match.play.to_act[0]
    entry = expire(match, START + 36.0)
    assert entry is not None
    after = apply(match, entry).match
    assert (after.play.phase, after.play.to_act) == (Phase.BREAK, (chooser,))


def test_a_lag_that_is_not_played_in_time_is_lost() -> None:
    match = begin(setup_of(options={"first_shot": "lag"}), START)
    entry = prepare(match, Seat(1), PlayLag(Stroke(Ball("1"), 0.0, 2.6)), START + 1.0)
    assert isinstance(entry, Entry)
    match = apply(match, entry).match
    assert refused(match, Seat(1), PlayLag(Stroke(Ball("1"), 0.0, 2.6)), START + 2.0) is Refusal.NOT_YOUR_TURN
    expired = expire(match, START + 60.0)
    assert expired is not None
    after = apply(match, expired).match
    assert (after.play.to_act, after.play.offered) == ((1,), ("BREAK", "PASS"))


def test_a_lag_that_nobody_plays_is_played_again() -> None:
    match = begin(setup_of(options={"first_shot": "lag"}), START)
    expired = expire(match, START + 60.0)
    assert expired is not None
    assert apply(match, expired).match.play.phase is Phase.LAG


def test_a_lag_is_played_with_ones_own_ball_and_hidden() -> None:
    match = begin(setup_of(options={"first_shot": "lag"}), START)
    assert refused(match, Seat(0), PlayLag(Stroke(Ball("1"), 0.0, 2.6)), START) is Refusal.WRONG_BALL
    assert refused(match, Seat(0), Shot(STROKE), START) is Refusal.NOT_ALLOWED
    shown = view(match)
    may = ("play_lag", "place_ball", "ask_extension", "take_time_out", "concede")
    assert (shown.phase, shown.waiting, shown.legal) == ("lag", (0, 1), may)
    assert shown.cue is not None
    assert set(shown.cue.balls) == {"c", "1"}
    later = broken()
    assert refused(later, later.play.to_act[0], PlayLag(STROKE), START + 10.0) is Refusal.NOT_ALLOWED


@pytest.mark.parametrize("seat", [Seat(0), Seat(1)])
def test_1_14_conceding_loses_the_match_at_any_time(seat: Seat) -> None:
    entry = prepare(broken(), seat, Concede(), START + 3.0)
    assert isinstance(entry, Entry)
    step = apply(broken(), entry)
    assert step.match.result is not None
    assert (step.match.result.winners, step.match.result.reason) == ((1 - seat,), "conceded")
    assert step.match.plays_until is None
    assert deadline(step.match) is None
    assert legal(step.match, seat) == ()
    assert refused(step.match, seat, Concede(), START + 4.0) is Refusal.MATCH_OVER


def test_the_key_is_shown_at_the_end_only() -> None:
    match = broken()
    assert view(match).key is None
    entry = prepare(match, Seat(0), Concede(), START + 3.0)
    assert isinstance(entry, Entry)
    over = view(apply(match, entry).match)
    assert (over.key, over.to_act, over.legal) == ("00" * 32, None, ())


BAD_STROKES: dict[str, tuple[Action, Refusal, str | None]] = {
    "aim": (Shot(Stroke(CUE, float("nan"), 1.0)), Refusal.BAD_VALUE, "stroke"),
    "speed": (Shot(Stroke(CUE, 0.0, 0.0)), Refusal.BAD_VALUE, "stroke.speed"),
    "fast": (Shot(Stroke(CUE, 0.0, 17.0)), Refusal.BAD_VALUE, "stroke.speed"),
    "tip": (Shot(Stroke(CUE, 0.0, 1.0, 0.0, (0.8, 0.8))), Refusal.BAD_VALUE, "stroke.tip"),
    "ball": (Shot(Stroke(Ball("3"), 0.0, 1.0)), Refusal.WRONG_BALL, "stroke.ball"),
    "darts": (PassDarts(), Refusal.NOT_ALLOWED, None),
    "clock": (ClockExpired(), Refusal.NOT_ALLOWED, None),
    "referee": (RefereeAct("lose_match", Seat(0)), Refusal.NOT_ALLOWED, None),
    "place": (Place(CUE, (float("inf"), 0.0)), Refusal.BAD_VALUE, "at"),
    "not in hand": (Place(CUE, (0.0, 0.0)), Refusal.NOT_IN_HAND, "ball"),
    "option": (Choose("PLAY"), Refusal.NOT_OFFERED, "option"),
}


@pytest.mark.parametrize("name", BAD_STROKES)
def test_what_no_player_can_do_is_refused_with_its_path(name: str) -> None:
    action, code, path = BAD_STROKES[name]
    match = broken()
    with pytest.raises(IllegalAction) as refusal:
        prepare(match, match.play.to_act[0], action, START + 10.0)
    assert (refusal.value.code, refusal.value.path) == (code, path)


def test_somebody_who_plays_no_side_is_refused() -> None:
    assert refused(broken(), Seat(2), Concede(), START + 10.0) is Refusal.NOT_SEATED


def test_a_blocking_option_comes_before_every_shot() -> None:
    match = begin(setup_of(), START)
    assert refused(match, match.play.to_act[0], Shot(STROKE), START + 1.0) is Refusal.CHOOSE_FIRST


def placing(log: str, at: Point, **options: object) -> CueState | Refusal:
    match = broken(log=log, options=options)
    try:
        return state_of(do(match, Place(CUE, at), START + 10.0).match)
    except IllegalAction as refusal:
        return refusal.code


def test_5_9_the_cue_ball_in_hand_lies_anywhere_but_on_a_ball_or_off_the_table() -> None:
    scratch = OPEN + " c@HL"
    state = placing(scratch, (-1.0, -0.5))
    assert isinstance(state, CueState)
    assert not state.misplaced
    assert placing(scratch, (1.3, 0.0)) is Refusal.OUTSIDE
    rack = state.positions[Ball("1")]
    assert placing(scratch, (rack[0] - 0.03, rack[1])) is Refusal.OVERLAP
    strict = placing(scratch, (rack[0] - 0.03, rack[1]), strict_placement=True)
    assert isinstance(strict, CueState)
    assert strict.misplaced


def test_3_21_a_shot_from_inside_a_ball_is_a_foul_without_any_simulation() -> None:
    match = broken(log=OPEN + " c@HL", options={"strict_placement": True})
    (x, y), seat = state_of(match).positions[Ball("1")], match.play.to_act[0]
    match = do(match, Place(CUE, (x - 0.03, y)), START + 10.0).match
    entry = prepare(match, seat, Shot(STROKE), START + 11.0)
    assert isinstance(entry, Entry)
    step = apply(match, entry)
    assert Foul.PLACEMENT in step.ruling.fouls
    assert step.match.play.to_act == (1 - seat,)
    assert not state_of(step.match).misplaced
    beside = do(match, Place(CUE, (x - 0.0572, y)), START + 12.0).match
    assert isinstance(prepare(beside, seat, Shot(STROKE), START + 13.0), ShotOrder)


def test_a_cue_ball_in_hand_always_lies_somewhere_legal() -> None:
    state = state_of(broken(log=OPEN + " c@HL"))
    assert state.cue_ball is CueBall.IN_HAND
    assert state.setting.cloth.holds(state.positions[CUE])
    assert not state.frozen.to_ball(CUE)


def test_2_16_a_warning_needs_three_seconds_unless_nobody_watches() -> None:
    assert state_of(begin(setup_of(), START)).setting.warn_lead == 3.0
    assert state_of(begin(setup_of(pace=Pace.INSTANT), START)).setting.warn_lead == 0.0


def test_settings_that_cannot_be_played_are_refused_with_their_path() -> None:
    wrong = {
        "preset": setup_of(preset="nobody"),
        "table": setup_of(table="carom_10ft"),
        "sides": setup_of(sides=("A", "B", "C")),
        "options.nothing": setup_of(options={"nothing": 1}),
        "options.break_order": setup_of(options={"break_order": "nobody"}),
        "options.strict_placement": setup_of(options={"strict_placement": 1}),
    }
    for path, setup in wrong.items():
        with pytest.raises(IllegalAction) as refusal:
            begin(setup, START)
        assert refusal.value.path == path
    with pytest.raises(IllegalAction) as unknown:
        game_named("croquet")
    assert unknown.value.code is Refusal.UNKNOWN_GAME


def test_settings_are_filled_in_and_hashed() -> None:
    setup = settled(setup_of())
    assert (setup.preset, setup.table) == ("sbiz", "pool_9ft")
    assert set(setup.options) == {option.name for option in GAMES[GameKind.NINE_BALL].options}
    assert setup.rules_hash == settled(setup_of(key=bytes([1] * 32))).rules_hash
    assert setup.rules_hash != settled(setup_of(options={"spot_mode": "extension"})).rules_hash


def test_the_view_tells_what_the_table_and_the_scoreboard_show() -> None:
    shown = view(broken())
    assert shown.cue is not None
    assert (shown.cue.cue_ball, shown.cue.strikes) == ("as_lies", ("c",))
    assert shown.cue.details == {"ball_on": "1", "push_out_available": True}
    assert [side.name for side in shown.sides] == ["A", "B"]
    assert shown.darts is None
    assert shown.clock is not None
    assert shown.clock.extension_left
