"""A corpus of pool matches played by bots of chance, and how often each foul and option code comes up in it.

    python -m benchmarks.corpus --matches 170 --least 100

plays so many matches of each game, of two sides and of teams, under options drawn by chance. The bots play by the
rules and against them: legal and illegal shots, slow ones, wrong placings, every answer that is offered, and a referee
who gives fouls. Everything goes through `prepare` and `apply` as in a room; the logs of the shots are drawn instead of
simulated, so that rare codes come up in minutes. Prints a table, and exits with 1 where a code stays under the least.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import replace
from itertools import islice
from math import pi

from game.actions import Action, Choose, Place, RefereeAct, Shot
from game.cue_play import CuePlay
from game.cue_state import CueState
from game.entries import Entry
from game.errors import IllegalAction
from game.match import ShotOrder, deadline, expire, prepare_act
from game.notation import parse_log
from game.placing import IN_HAND
from game.pool.eight_ball import ASK_CALL, DRAW_OFFER, EIGHT_BALL
from game.pool.nine_ball import NINE_BALL
from game.pool.seven_ball import SEVEN_BALL, WARN_OPPONENT
from game.pool.straight_pool import STRAIGHT_POOL
from game.rack_check import CHECK_RACK, may_check
from game.shot_facts import Facts, ShotFacts, TipFact
from game.vocabulary import CUE, Ball, Foul, GameKind, Phase, Point, Seat
from tests.game.pool.invariants import any_pool_setup
from tests.game.random_play import RandomPlay

GAMES = (SEVEN_BALL, EIGHT_BALL, *(NINE_BALL,) * 3, STRAIGHT_POOL)
"""Nine-ball three times: its push-out comes up at most once in a game."""

FOULS = (
    *(Foul.NO_HIT, Foul.WRONG_BALL, Foul.NO_RAIL, Foul.SCRATCH, Foul.CUE_BALL_OFF, Foul.BALL_OFF, Foul.DOUBLE_HIT),
    *(Foul.PUSH, Foul.SCOOP, Foul.MISCUE_JUMP, Foul.TOUCH, Foul.FERRULE, Foul.PLACEMENT, Foul.KITCHEN, Foul.TIME),
    *(Foul.ILLEGAL_BREAK, Foul.DISTURB, Foul.CATCH, Foul.CONDUCT),
)
"""Every foul code that pool has."""

TIPS = ("double_hit", "push", "scoop", "miscue", "ferrule", "touch")
AWARDS = ("disturb", "conduct", "catch", "touch")
PICK_BALL = "PICK_BALL"
LONGEST = 600
"""Entries of a match after which the next one is begun."""


def option_codes() -> tuple[str, ...]:
    """Every option code that pool has; the balls that can be picked count as one."""
    own = {code.split("(")[0] for rules in GAMES for code in rules.option_codes}
    return (*sorted(own | {DRAW_OFFER, ASK_CALL, WARN_OPPONENT}), "BREAK", "PASS", CHECK_RACK)


class CorpusPlay(RandomPlay):
    """A match of chance in which the rare things happen too."""

    def _entry(self) -> Entry | None:
        match = self.match
        due = deadline(match)
        if due is not None and self.chance.random() < 0.05:
            self.now = max(self.now, due)
            return expire(match, self.now)
        if self.chance.random() < 0.03:
            return self._award()
        return super()._entry()

    def _award(self) -> Entry | None:
        seat = Seat(self.chance.randrange(len(self.setup.sides)))
        act = RefereeAct("award_foul", seat, kind=self.chance.choice(AWARDS))
        try:
            return prepare_act(self.match, act, self.now)
        except IllegalAction:
            return None

    def _action(self, seat: Seat) -> Action:
        play = self.match.play
        assert isinstance(play, CuePlay)
        state = play.state
        if seat in play.to_act and may_check(state) and self.chance.random() < 0.3:
            return Choose(CHECK_RACK)
        if state.cue_ball in IN_HAND and state.phase is Phase.PLAY and self.chance.random() < 0.1:
            return Place(CUE, (0.3, self.chance.uniform(-0.5, 0.5)))
        if play.rules is EIGHT_BALL and state.offer is None and len(state.balls) <= 3 and self.chance.random() < 0.4:
            return Choose(DRAW_OFFER)
        action = super()._action(seat)
        if isinstance(action, Shot):
            stroke = replace(action.stroke, elevation=self.chance.choice((0.0, pi / 4.0)))
            may_push = play.rules is NINE_BALL and play.rules.table_details(state)["push_out_available"] is True
            return replace(action, stroke=stroke, push_out=may_push and self.chance.random() < 0.8)
        return action

    def _seat(self) -> Seat:
        """Who may warn does so more often than not (7.L4)."""
        play = self.match.play
        assert isinstance(play, CuePlay)
        if WARN_OPPONENT in play.rules.seated_options(play.state) and self.chance.random() < 0.6:
            return next(Seat(seat) for seat in range(len(self.setup.sides)) if self._may_warn(play, Seat(seat)))
        return super()._seat()

    def _may_warn(self, play: CuePlay, seat: Seat) -> bool:
        return seat not in play.to_act and bool(play.legal(seat))

    def _facts(self, order: ShotOrder) -> Facts:
        facts = super()._facts(order)
        play = self.match.play
        assert isinstance(play, CuePlay)
        if not isinstance(facts, ShotFacts):
            return facts
        tip = tuple(TipFact(kind) for kind in TIPS if self.chance.random() < 0.02)
        facts = replace(facts, tip=tip)
        if isinstance(order.action, Shot) and order.action.push_out and self.chance.random() < 0.7:
            at_rest = self._rest(play.state.setting.cloth, list(order.layout.positions))
            return ShotFacts(CUE, parse_log("c#F"), at_rest, (), facts.duration)
        is_break = play.state.phase is Phase.BREAK
        if self.chance.random() < (0.8 if is_break else 0.1):
            facts = self._rare(play.state, order, facts)
        return facts

    def _rare(self, state: CueState, order: ShotOrder, facts: ShotFacts) -> ShotFacts:
        """A shot of a kind that chance alone seldom plays."""
        others = sorted((ball for ball in order.layout.positions if ball != CUE), key=int)
        first, gone = others[0], set[Ball]()
        lies: dict[Ball, Point] | None = None
        if state.setting.game == GameKind.EIGHT_BALL and state.phase is Phase.BREAK:
            foul = self.chance.choice(("", " c@HL", f" {first}^off"))
            log, gone = f"c|out c>{first} 8@SL{foul}", {Ball("8"), *((first,) if "off" in foul else ())}
            gone |= {CUE} if "c@" in foul else set()
        elif state.setting.game == GameKind.STRAIGHT_POOL and len(others) <= 9:
            log, gone = f"c|out c>{first} {first}#H c@HL", {CUE}
            places = (-0.7, -0.7, *(-0.8 - 0.06 * place for place in range(9)))
            lies = {
                ball: (x, -0.55 + 0.12 * place) for place, (ball, x) in enumerate(zip(others, places, strict=False))
            }
        elif state.setting.game == GameKind.EIGHT_BALL and len(others) > 3:
            taken = [ball for ball in others if ball not in (first, "8")]
            kept = self.chance.choice(taken) if taken else first
            gone = {ball for ball in taken if ball != kept}
            log = f"c|out c>{first} {first}#F " + " ".join(f"{ball}@HL" for ball in sorted(gone))
        elif state.phase is Phase.BREAK and self.chance.random() < 0.7:
            log = f"c|out c>{first} {first}#F " + " ".join(f"{ball}#L" for ball in others[1:5])
        else:
            log = self.chance.choice((f"c#L c|out c>{first}", "c|out c#F c^off", "c|out c#F", f"c|out c>{first}"))
            gone = {CUE} if "^off" in log else set()
        if lies is None:
            lies = self._rest(state.setting.cloth, [ball for ball in order.layout.positions if ball not in gone])
        return replace(facts, events=parse_log(log), rest=lies)


def counted(kinds: tuple[GameKind, ...], matches: int, seed: int) -> tuple[Counter[str], Counter[str], int]:
    """How often each foul and each option came up, and in how many matches played to their end."""
    fouls: Counter[str] = Counter()
    options: Counter[str] = Counter()
    ended = 0
    for number, kind in enumerate(kind for kind in kinds for _ in range(matches)):
        play = CorpusPlay(any_pool_setup(kind, seed + number), seed + number)
        for _, entry, _ in islice(play.steps(), LONGEST):
            fouls.update(foul.value for foul in play.rulings[-1].fouls)
            if isinstance(entry.action, Choose):
                options[entry.action.option.split("(")[0]] += 1
        ended += play.match.result is not None
    return fouls, options, ended


def main() -> int:
    """Play, print the table, and say by the status whether every code came up often enough."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--matches", type=int, default=170, help="matches of each game, of nine-ball three times as many"
    )
    parser.add_argument("--least", type=int, default=100, help="times that every code has to come up")
    parser.add_argument("--seed", type=int, default=1)
    ask = parser.parse_args()
    kinds = tuple(rules.kind for rules in GAMES)
    fouls, options, ended = counted(kinds, ask.matches, ask.seed)
    rows = [(foul.value, fouls[foul.value]) for foul in FOULS] + [(code, options[code]) for code in option_codes()]
    for code, times in rows:
        sys.stdout.write(f"{code:16} {times:7}\n")
    few = [code for code, times in rows if times < ask.least]
    total = ask.matches * len(kinds)
    sys.stdout.write(f"{total} matches, {ended} to their end; {len(rows)} codes, {len(few)} under {ask.least}")
    sys.stdout.write(f": {', '.join(few)}\n" if few else "\n")
    return 1 if few else 0


if __name__ == "__main__":
    sys.exit(main())
