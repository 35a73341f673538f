"""What must hold after every step of a match of pool, whatever its options; and pool matches with options drawn by
chance."""

from __future__ import annotations

import random
from itertools import islice
from math import dist

import pytest

from game.actions import Choose, ClockExpired, Concede, Place, Shot
from game.catalog import CUE_GAMES
from game.cue_flow import FLOW_OPTIONS
from game.cue_state import CueState
from game.entries import Entry
from game.errors import IllegalAction
from game.match import Match, apply, begin, legal, prepare
from game.pool.eight_ball import EIGHT_BALL
from game.pool.marks import marks_of
from game.record import entry_line, fold, header, last_hash
from game.rulings import Ruling
from game.setup import MatchSetup
from game.shot_facts import LeftTable, Potted, ShotFacts
from game.vocabulary import CUE, Ball, CueBall, Family, Foul, GameKind, Outcome, Pace, Phase, Seat
from physics.trajectories import Stroke
from tests.game.invariants import any_value, check_no_overlap, state_of
from tests.game.random_play import RandomPlay

POOL = sorted(kind for kind, rules in CUE_GAMES.items() if rules.family is Family.POOL)
LONGEST = 400
BREAK_COST, DELIBERATE = -2, -16
DECIDING = {GameKind.SEVEN_BALL: Ball("7"), GameKind.EIGHT_BALL: Ball("8"), GameKind.NINE_BALL: Ball("9")}
SIDES = ("Ada", "Bo", "Cy", "Di")
OFF_THE_BED = {Foul.SCRATCH, Foul.CUE_BALL_OFF}
STROKE = Stroke(CUE, 0.0, 1.0)


def any_pool_setup(game: GameKind, seed: int) -> MatchSetup:
    """A match of pool, every option drawn, of two sides or of two teams."""
    chance = random.Random(seed)
    options = {spec.name: any_value(spec, chance) for spec in CUE_GAMES[game].options}
    sides = SIDES if options["teams"] is True else SIDES[:2]
    clock = chance.choice((None, 40.0))
    race = 1 if game == GameKind.STRAIGHT_POOL else chance.randint(1, 2)
    pace = chance.choice((Pace.INSTANT, Pace.NORMAL))
    key = seed.to_bytes(32, "big")
    return MatchSetup("m", game, key, sides, "", options, race_to=race, pace=pace, shot_clock=clock)


def check_pool_match(game: GameKind, seed: int) -> None:
    """Play a match of chance, most often to its end, and check every step of it. Raises AssertionError."""
    play = RandomPlay(any_pool_setup(game, seed), seed)
    again = begin(play.match.setup, play.now)
    lines = [header(play.match.setup, play.now).text]
    for before, entry, after in islice(play.steps(), LONGEST):
        ruling = play.rulings[-1]
        step = apply(again, entry)
        assert (step.match, step.ruling) == (after, ruling), "a ruling is not reproducible"
        again = step.match
        lines.append(entry_line(last_hash(lines), entry, ruling).text)
        check_pool_step(before, entry, after, ruling)
    assert fold(lines) == play.match, "the record folds to another match"
    if play.match.result is not None:
        check_the_end(play.match, play.now)


def check_pool_step(before: Match, entry: Entry, after: Match, ruling: Ruling) -> None:
    """Everything that one step may not break."""
    old, new = state_of(before), state_of(after)
    # In strict rooms a cue ball may be laid down on another one: the stroke is the foul, and where it loses, the end.
    if not new.misplaced and new.phase is not Phase.OVER:
        check_no_overlap(new)
    check_next(after)
    if after.result is None:
        check_last_ball(new)
    goes_on = new.game_number == old.game_number and after.result is None
    assert goes_on or ruling.outcome in (Outcome.WIN, Outcome.LOSS, Outcome.STALEMATE), "a game ends without a reason"
    if ruling.outcome in (Outcome.WIN, Outcome.LOSS):
        check_won(old, new, ruling)
    if not goes_on or Phase.LAG in (old.phase, new.phase):
        return
    if isinstance(entry.action, Shot):
        assert isinstance(entry.facts, ShotFacts)
        check_balls(old, entry.facts, new, ruling)
        check_turn(old, new, ruling)
        check_one_foul(old, new, ruling)
    if isinstance(entry.action, Shot | ClockExpired):
        check_points(old, new, ruling)


def check_next(match: Match) -> None:
    """Exactly one side is next, and what is offered is for it alone."""
    state, acting = state_of(match), match.play.to_act
    if match.result is not None:
        assert acting == (), "somebody is to act after the end"
        return
    if state.phase is Phase.LAG:
        return
    assert acting == (state.shooter,), "not exactly one side is next"
    assert legal(match, acting[0]), "nobody can do anything"
    assert (state.phase is Phase.OPTION) == (state.offer is not None and state.offer.blocking)
    if state.offer is None:
        return
    assert state.offer.to == state.shooter, "an option is offered to somebody else"
    for seat in range(len(match.setup.sides)):
        if seat not in acting:
            with pytest.raises(IllegalAction):
                prepare(match, Seat(seat), Choose(state.offer.options[0]), match.clock.ends_at or 0.0)


def check_won(old: CueState, new: CueState, ruling: Ruling) -> None:
    """Where games count, exactly the side that has won, and its partner, has one more."""
    assert len(ruling.winner) == 1
    team = old.setting.team_of(ruling.winner[0])
    assert (ruling.outcome is Outcome.WIN) == (old.shooter in team), "the outcome is not the shooter's"
    if new.phase is Phase.OVER:
        assert new.result is not None
        assert new.result.winners == tuple(sorted(team)), "another side has won the match"
    elif sum(new.games) > 0:
        gains = [now - then for now, then in zip(new.games, old.games, strict=True)]
        assert gains == [int(seat in team) for seat in range(old.setting.seats)], "another side has the game"


def check_balls(old: CueState, facts: ShotFacts, new: CueState, ruling: Ruling) -> None:
    """What was on the table is there, pocketed or off; what comes back was gone, and lies where it was spotted."""
    gone = {event.ball for event in facts.events if isinstance(event, Potted | LeftTable)} - {CUE}
    every = frozenset(CUE_GAMES[old.setting.game].balls)
    assert set(new.positions) - {CUE} == set(new.balls), "a ball has no place, or a place no ball"
    if new.racks > old.racks or new.balls == every:
        assert new.balls == every or old.setting.game == GameKind.STRAIGHT_POOL
        return
    assert new.balls == (old.balls - gone) | set(ruling.spotted), "a ball is lost, or made twice"
    assert set(ruling.spotted) <= gone | (every - old.balls) | pulled(new, ruling), (
        "a ball is spotted that was not gone"
    )
    for ball, at in ruling.spotted.items():
        assert new.positions[ball] == at, f"{ball} lies elsewhere than it was spotted"
    moved = set(ruling.spotted) | {CUE}
    assert all(
        new.positions[ball] == at or ball in moved or near(new.positions[ball], at) for ball, at in facts.rest.items()
    )


def check_last_ball(new: CueState) -> None:
    """The ball that decides is there while its game is on; the eight made on the break waits for the choice (4.9)."""
    last = DECIDING.get(new.setting.game)
    is_between = new.offer is not None and new.offer.options[0] in FLOW_OPTIONS
    waits = is_between or (new.setting.game == GameKind.EIGHT_BALL and new.phase is Phase.OPTION)
    assert last is None or last in new.balls or waits, "the ball that decides is gone and nothing is decided"


def pulled(new: CueState, ruling: Ruling) -> set[Ball]:
    """The ball of the kitchen that goes to the foot spot when all lie there (6.7.7)."""
    is_kitchen = new.setting.game == GameKind.STRAIGHT_POOL and new.cue_ball is CueBall.IN_HAND_KITCHEN
    return set(ruling.spotted) if is_kitchen else set()


def near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) < 1e-4 and abs(one[1] - other[1]) < 1e-4


def check_turn(old: CueState, new: CueState, ruling: Ruling) -> None:
    """Who goes on: after a foul never the same side, except a third one of straight pool; else as the ruling says."""
    team = old.setting.team_of(old.shooter)
    if ruling.continues:
        assert new.shooter == old.shooter, "who goes on is another one"
        assert not ruling.fouls, "a foul goes on"
    elif "6.12" in ruling.rules:
        assert (new.shooter, new.phase) == (old.shooter, Phase.BREAK), "the offender does not open"
    else:
        assert new.shooter not in team, "the turn does not pass"
    if not ruling.fouls:
        assert new.cue_ball is CueBall.AS_LIES or new.setting.game == GameKind.STRAIGHT_POOL
        return
    if new.phase is not Phase.PLAY or (new.offer is not None and new.offer.blocking):
        return
    assert new.cue_ball is hand_after_foul(old, ruling), "the cue ball is not where a foul leaves it"


def hand_after_foul(old: CueState, ruling: Ruling) -> CueBall:
    match old.setting.game:
        case GameKind.STRAIGHT_POOL:
            lifted = OFF_THE_BED & set(ruling.fouls) or lies_inside_another(old)
            return CueBall.IN_HAND_KITCHEN if lifted else CueBall.AS_LIES
        case GameKind.EIGHT_BALL:
            return CueBall.IN_HAND_KITCHEN if old.phase is Phase.BREAK else CueBall.IN_HAND
        case _:
            return CueBall.IN_HAND


def lies_inside_another(state: CueState) -> bool:
    """Whether the stroke was played from inside a ball: nothing moves then, and the cue ball cannot stay (3.21)."""
    others = dict(state.positions)
    at = others.pop(CUE, None)
    return at is not None and any(dist(at, other) < state.setting.cloth.diameter - 1e-6 for other in others.values())


def check_one_foul(old: CueState, new: CueState, ruling: Ruling) -> None:
    """One foul is counted for a shot, for the side that played it; without one its row is over."""
    team = old.setting.team_of(old.shooter)
    rows = tuple(zip(old.fouls_in_row, new.fouls_in_row, strict=True))
    assert all(then == now for seat, (then, now) in enumerate(rows) if seat not in team), "a row of the others changed"
    assert len({new.fouls_in_row[seat] for seat in team}) == 1, "partners have different rows"
    then, now = rows[old.shooter]
    if old.setting.game == GameKind.STRAIGHT_POOL:
        assert now == len(marks_of(new, old.shooter)), "a row is not that of the marks"
        assert now <= 2
        is_plain = bool(ruling.fouls) and Foul.ILLEGAL_BREAK not in ruling.fouls and "6.12" not in ruling.rules
        assert not is_plain or now in (then + 1, 2), "a foul is no mark"
        return
    if not ruling.fouls:
        assert now == 0, "a shot without a foul leaves a row"
        return
    unwarned = old.setting.game != EIGHT_BALL.kind and then == 2 and now == 2
    assert now == then + 1 or unwarned, "not one foul is counted"


def check_points(old: CueState, new: CueState, ruling: Ruling) -> None:
    """Points are those of the ruling, for the shooter's side; a foul costs, and nothing else does."""
    if old.setting.game != GameKind.STRAIGHT_POOL:
        assert new.scores == old.scores
        return
    team = old.setting.team_of(old.shooter)
    gains = [now - then for now, then in zip(new.scores, old.scores, strict=True)]
    assert gains == [ruling.points if seat in team else 0 for seat in range(old.setting.seats)], (
        "not the ruling's points"
    )
    third = -old.setting.number("third_foul_extra")
    costs = {BREAK_COST} if Foul.ILLEGAL_BREAK in ruling.fouls else {third} if "6.12" in ruling.rules else {-1, 0}
    assert ruling.points in costs if ruling.fouls or "6.12" in ruling.rules else ruling.points >= 0, "a wrong price"


def check_the_end(match: Match, now: float) -> None:
    """Nothing is accepted after the end, from nobody."""
    for seat in range(len(match.setup.sides)):
        for action in (Shot(STROKE), Choose("BREAK"), Place(CUE, (0.0, 0.0)), Concede()):
            with pytest.raises(IllegalAction, match="over"):
                prepare(match, Seat(seat), action, now)
