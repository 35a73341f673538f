"""What must hold after every step of a match of carom or pyramid, whatever its options; and options drawn by chance."""

from __future__ import annotations

import random
from itertools import combinations, islice

from game.actions import Choose, Shot
from game.carom.turns import CaromOwn
from game.catalog import CUE_GAMES
from game.cloth import distance
from game.cue_flow import FLOW_OPTIONS
from game.cue_play import CuePlay
from game.cue_state import CueState
from game.entries import Entry
from game.match import Match, apply, begin
from game.options import OptionSpec
from game.pyramid.books import Pyramid
from game.rulings import Ruling
from game.setup import MatchSetup
from game.shot_facts import Facts, ShotFacts
from game.vocabulary import CUE, Ball, Family, GameKind, OptionValue, Pace, Phase, Seat
from tests.game.random_play import RandomPlay

CLOSE = 1e-4
"""m that closing the gap of a frozen pair may move a ball."""

LONGEST = 400
"""Steps that are looked at: where every foul brings a ball back, players of chance may never come to an end."""

SETTLED = {"cue_fouls": "off"}
"""Options that stand still: facts made up by chance have no geometry that the tip could be judged by."""


def state_of(match: Match) -> CueState:
    assert isinstance(match.play, CuePlay)
    return match.play.state


def any_value(spec: OptionSpec, chance: random.Random) -> OptionValue:
    """Anything that an option may be; totals and limits such that a match of chance ends."""
    if spec.choices:
        return chance.choice(spec.choices)
    if isinstance(spec.default, bool):
        return chance.random() < 0.5
    if spec.name == "target":
        return chance.randint(1, 8 if spec.default == 8 else 12)
    if spec.name == "innings_limit":
        return chance.randint(3, 12)
    assert spec.least is not None, spec.name
    assert spec.most is not None, spec.name
    if isinstance(spec.default, int):
        return chance.randint(int(spec.least), int(spec.most))
    return chance.uniform(spec.least, spec.most)


def any_setup(game: GameKind, seed: int) -> MatchSetup:
    """A match of any preset, every option drawn, of as many sides as may be."""
    chance, rules = random.Random(seed), CUE_GAMES[game]
    options = {spec.name: any_value(spec, chance) for spec in rules.options if spec.name not in SETTLED}
    most = int(options.get("max_players", 2))
    sides = 4 if options.get("teams") is True else chance.randint(2, most)
    return MatchSetup(
        "m",
        game,
        seed.to_bytes(32, "big"),
        ("A", "B", "C", "D")[:sides],
        chance.choice(sorted(rules.presets)),
        {**options, **SETTLED},
        race_to=chance.randint(1, 2),
        pace=Pace.INSTANT,
        shot_clock=chance.choice((None, 40.0)),
    )


def check_match(game: GameKind, seed: int) -> None:
    """Play a match of chance, most often to its end, and check every step of it. Raises AssertionError."""
    play = RandomPlay(any_setup(game, seed), seed)
    again = begin(play.match.setup, play.now)
    for before, entry, after in islice(play.steps(), LONGEST):
        ruling = play.rulings[-1]
        step = apply(again, entry)
        assert (step.match, step.ruling) == (after, ruling), "a ruling is not reproducible"
        again = step.match
        check_step(before, entry, after, ruling)


def check_step(before: Match, entry: Entry, after: Match, ruling: Ruling) -> None:
    """Everything that one step may not break."""
    old, new = state_of(before), state_of(after)
    check_no_overlap(new)
    if new.game_number != old.game_number or after.result is not None or Phase.LAG in (old.phase, new.phase):
        return
    is_opening = old.shots == 0 or (old.offer is not None and old.offer.options[0] in FLOW_OPTIONS)
    if old.phase is Phase.OPTION and is_opening:
        return
    if old.setting.family is Family.CAROM:
        check_carom(old, entry, new, ruling)
    else:
        check_pyramid(old, entry, new, ruling)


def check_no_overlap(state: CueState) -> None:
    least = state.setting.cloth.diameter - 1e-9
    for (one, here), (two, there) in combinations(sorted(state.positions.items()), 2):
        assert distance(here, there) >= least, f"{one} lies in {two}"
    for ball, at in state.positions.items():
        assert state.setting.cloth.holds(at), f"{ball} lies beside the table"


def check_stayed(facts: Facts | None, new: CueState, moved: frozenset[Ball]) -> None:
    """A ball that stayed on the table lies where it came to rest."""
    assert isinstance(facts, ShotFacts)
    for ball, at in facts.rest.items():
        if ball not in moved:
            assert distance(new.positions[ball], at) <= CLOSE, f"{ball} was moved"


def check_carom(old: CueState, entry: Entry, new: CueState, ruling: Ruling) -> None:
    assert set(new.positions) == set(new.balls) == set(CUE_GAMES[old.setting.game].balls)
    tie_break = Phase.TIE_BREAK in (old.phase, new.phase)
    if isinstance(entry.action, Shot) and not tie_break and new.phase is not Phase.EXTRA:
        off_is_all = len(ruling.spotted) == len(new.balls)
        check_stayed(entry.facts, new, frozenset(new.balls if off_is_all else ruling.spotted))
    if old.phase is not Phase.TIE_BREAK:
        gained = ruling.points
        if ruling.erased:
            gained = -(old.run if old.setting.word("fb_erase") == "run" else old.scores[old.shooter])
        assert new.scores[old.shooter] - old.scores[old.shooter] == gained, "the total is not the sum"
    check_runs(new)


def check_runs(state: CueState) -> None:
    """Each side's total is the sum of its runs, and there is one run for each inning."""
    own, options = state.own_as(CaromOwn), state.setting.options
    pays = options.get("r_foul_points") == -1 or options.get("fb_scoring") == "sagu"
    for seat, runs in enumerate(own.runs):
        team = state.setting.team_of(Seat(seat))
        played = sum(sum(own.runs[mate]) for mate in team)
        if not pays and options.get("fb_erase") != "total":
            is_open = state.shooter in team and state.phase is not Phase.TIE_BREAK and not own.closed
            assert state.scores[seat] == played + (state.run if is_open else 0), "the total is not that of the runs"
        assert state.innings[seat] == len(runs), "an inning without a run"


def check_pyramid(old: CueState, entry: Entry, new: CueState, ruling: Ruling) -> None:
    books = new.own_as(Pyramid).books
    shelves = [ball for book in books for ball in book.shelf]
    lying = set(new.positions) - ({CUE} if CUE not in CUE_GAMES[old.setting.game].balls else set())
    assert len(shelves) == len(set(shelves)), "a ball is on two shelves"
    assert not set(shelves) & set(new.balls), "a ball is on a shelf and on the table"
    assert set(shelves) | set(new.balls) == set(CUE_GAMES[old.setting.game].balls), "a ball is lost"
    assert lying == set(new.balls)
    if isinstance(entry.action, Shot):
        moved = frozenset(ruling.spotted) | {CUE if new.hand_ball == CUE else new.hand_ball}
        check_stayed(entry.facts, new, moved)
    check_score(old, entry, new, ruling)


def check_score(old: CueState, entry: Entry, new: CueState, ruling: Ruling) -> None:
    """Points go to the side at the table; a foul costs what the options say; nothing else changes a total."""
    seat, other = old.shooter, 1 - old.shooter
    change = new.scores[seat] - old.scores[seat]
    gift = new.scores[other] - old.scores[other]
    pending = old.own_as(Pyramid).pending
    if pending is not None:
        gains = [now - then for now, then in zip(new.scores, old.scores, strict=True)]
        assert gains == [int(pending.is_penalty and seat == pending.taker) for seat in (0, 1)], "no ball was taken"
        return
    if isinstance(entry.action, Choose) or not ruling.fouls:
        assert (change, gift) == (ruling.points, 0), "the total is not the sum"
        return
    costs = ruling.fouls != ("time",) or old.setting.flag("time_foul_penalty")
    if old.setting.game is GameKind.CLASSIC_PYRAMID:
        kind = old.setting.word("classic_penalty")
        expected = (-5 if kind != "add5" else 0, 5 if kind != "deduct5" else 0)
        assert (change, gift) == (expected if costs else (0, 0)), "the penalty is not five points"
        return
    returns = costs and old.setting.word("penalty") == "return_own" and old.scores[seat] > 0
    assert (change, gift) == (-1 if returns else 0, 0), "the penalty is not one ball"
    debts = [book.debt for book in new.own_as(Pyramid).books], [book.debt for book in old.own_as(Pyramid).books]
    owes = costs and old.setting.word("penalty") == "return_own" and not returns
    assert debts[0][seat] - debts[1][seat] == int(owes), "a debt is not noted"
