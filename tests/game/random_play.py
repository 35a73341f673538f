"""Matches of cue games played by chance: shot logs that could be, choices, placings, clocks. No physics needed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import hypot

from game.actions import Action, Call, Choose, Place, PlayLag, Shot
from game.cloth import Cloth
from game.cue_play import CuePlay
from game.entries import Entry
from game.errors import IllegalAction
from game.match import Match, ShotOrder, apply, begin, deadline, expire, prepare
from game.notation import parse_log
from game.pool.eight_ball import DRAW_OFFER
from game.pyramid.dead_position import DEAD_POSITION
from game.rulings import Ruling
from game.setup import MatchSetup
from game.shot_facts import Facts, LagBall, LagFacts, ShotFacts, TipFact
from game.vocabulary import Ball, CueBall, Family, GameKind, Phase, Pocket, Point, Seat
from physics.trajectories import Stroke

CUSHIONS = "HFLR"
POCKETS = ("HL", "HR", "SL", "SR", "FL", "FR")
NO_LIMIT = 4000
"""Entries after which a match that does not end is a fault."""


@dataclass
class RandomPlay:
    """Plays a match to its end by chance and keeps every entry and ruling."""

    setup: MatchSetup
    seed: int
    now: float = 1000.0
    entries: list[Entry] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    refused: int = 0

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.match = begin(self.setup, self.now)

    def run(self) -> Match:
        """The match at its end."""
        for _ in self.steps():
            pass
        return self.match

    def steps(self) -> Iterator[tuple[Match, Entry, Match]]:
        """Before, entry, after: until the match is over."""
        while self.match.result is None:
            assert len(self.entries) < NO_LIMIT, "the match does not end"
            before = self.match
            entry = self._entry()
            if entry is None:
                self.refused += 1
                continue
            step = apply(before, entry)
            self.entries.append(entry)
            self.rulings.append(step.ruling)
            self.match = step.match
            yield before, entry, step.match

    def _entry(self) -> Entry | None:
        self.now += self.chance.uniform(5.0, 20.0)
        if self.match.plays_until is not None:
            self.now = max(self.now, self.match.plays_until)
        due = deadline(self.match)
        if due is not None and self.now >= due:
            return expire(self.match, self.now)
        seat = self._seat()
        try:
            plan = prepare(self.match, seat, self._action(seat), self.now)
        except IllegalAction:
            return None
        if isinstance(plan, Entry):
            return plan
        return Entry(self.now, self.match.turn, seat, plan.action, plan.strokes, self._facts(plan), "test")

    def _seat(self) -> Seat:
        """Mostly somebody who is to act; now and then one who is not and has options all the same."""
        others = [Seat(seat) for seat in range(len(self.setup.sides)) if seat not in self.match.play.to_act]
        free = [seat for seat in others if self.match.play.legal(seat)]
        if free and self.chance.random() < 0.1:
            return self.chance.choice(free)
        return self.chance.choice(self.match.play.to_act)

    def _action(self, seat: Seat) -> Action:
        play = self.match.play
        assert isinstance(play, CuePlay)
        state = play.state
        if seat not in play.to_act:
            return Choose(self.chance.choice(play.rules.seated_options(state)))
        if play.rules.kind is GameKind.EIGHT_BALL and self.chance.random() < 0.05:
            return Choose(DRAW_OFFER)
        if state.phase is Phase.LAG:
            ball = ("c", "1") if play.rules.family is not Family.CAROM else ("W", "Y")
            alone = len(self.setup.sides) == 3  # of three each lags with the first ball
            return PlayLag(self._stroke(Ball(ball[0 if alone else seat])))
        if play.rules.accepts_option(state, DEAD_POSITION) and self.chance.random() < 0.02:
            return Choose(DEAD_POSITION)
        if state.offer is not None and (state.offer.blocking or self.chance.random() < 0.5):
            return Choose(self.chance.choice(state.offer.options))
        if state.cue_ball in (CueBall.IN_HAND, CueBall.IN_HAND_KITCHEN) and self.chance.random() < 0.3:
            return Place(state.hand_ball, self._place(state.setting.cloth))
        balls = play.rules.strikable(state) if self.chance.random() < 0.05 else play.rules.strikes(state)
        stroke = self._stroke(self.chance.choice(balls))
        is_called = play.rules.family is Family.POOL or play.rules.kind is GameKind.CLASSIC_PYRAMID
        if not is_called or self.chance.random() < 0.15:
            return Shot(stroke, push_out=self.chance.random() < 0.1, safety=self.chance.random() < 0.15)
        lowest = min(state.balls, key=int)
        called = lowest if self.chance.random() < 0.5 else self.chance.choice(sorted(state.balls))
        call = Call(called, Pocket(self.chance.choice(POCKETS)))
        return Shot(stroke, call=call, safety=self.chance.random() < 0.15)

    def _stroke(self, ball: Ball) -> Stroke:
        return Stroke(ball, self.chance.uniform(-3.0, 3.0), self.chance.uniform(0.5, 6.0))

    def _place(self, cloth: Cloth) -> Point:
        return (self.chance.uniform(-0.49, 0.49) * cloth.length, self.chance.uniform(-0.49, 0.49) * cloth.width)

    def _facts(self, order: ShotOrder) -> Facts:
        play = self.match.play
        assert isinstance(play, CuePlay)
        if isinstance(order.action, PlayLag):
            return self._lag_facts(order)
        state = play.state
        log, gone = random_log(self.chance, sorted(order.layout.positions), order.strokes[0].ball, play.rules.family)
        as_called = 0.8 if play.rules.kind is GameKind.STRAIGHT_POOL else 0.4
        if order.action.call is not None and self.chance.random() < as_called:
            call = order.action.call
            log, gone = f"c|out c>{call.ball} {call.ball}@{call.pocket} c#F", {call.ball}
        rest = self._rest(state.setting.cloth, [ball for ball in order.layout.positions if ball not in gone])
        tip = tuple(TipFact(kind) for kind in ("double_hit", "miscue", "scoop") if self.chance.random() < 0.02)
        return ShotFacts(order.strokes[0].ball, parse_log(log), rest, tip, self.chance.uniform(1.0, 9.0))

    def _lag_facts(self, order: ShotOrder) -> LagFacts:
        balls = []
        first = 0 if len(order.strokes) > 1 else order.seat
        for place, stroke in enumerate(order.strokes, first):
            events = parse_log(self.chance.choice([f"{stroke.ball}#F", f"{stroke.ball}#F {stroke.ball}#H", ""]))
            y = self.chance.uniform(-0.4, 0.1) if place == 0 else self.chance.uniform(-0.1, 0.4)
            balls.append(LagBall(Seat(place), stroke.ball, events, (self.chance.uniform(-1.2, 0.9), y)))
        return LagFacts(tuple(balls), 5.0)

    def _rest(self, cloth: Cloth, balls: list[Ball]) -> dict[Ball, Point]:
        rest: dict[Ball, Point] = {}
        for ball in balls:
            at = self._free(cloth, rest)
            rest[ball] = at
        return rest

    def _free(self, cloth: Cloth, rest: dict[Ball, Point]) -> Point:
        while True:
            x = self.chance.uniform(-1.0, 1.0) * (cloth.length / 2.0 - cloth.radius)
            y = self.chance.uniform(-1.0, 1.0) * (cloth.width / 2.0 - cloth.radius)
            if all(hypot(x - other[0], y - other[1]) > cloth.diameter for other in rest.values()):
                return (x, y)


def random_log(chance: random.Random, balls: list[Ball], struck: Ball, family: Family) -> tuple[str, set[Ball]]:
    """A log that could be, often one that scores, and the balls that are gone after it."""
    others = [ball for ball in balls if ball != struck]
    tokens: list[str] = []
    gone: set[Ball] = set()
    has_pockets = family is not Family.CAROM
    if has_pockets and chance.random() < 0.9:
        tokens.append(f"{struck}|out")
    numbered = sorted(others, key=lambda ball: int(ball) if ball.isdigit() else 0)
    for step in range(chance.randint(0, 9 if has_pockets else 14)):
        live = [ball for ball in balls if ball not in gone]
        if struck in gone or len(live) < 2:
            break
        kind = chance.random()
        if step == 0 or kind < 0.35:
            other = numbered[0] if step == 0 and chance.random() < 0.8 else chance.choice(others)
            if other in live:
                tokens.append(f"{struck}>{other}")
        elif kind < 0.85:
            ball = chance.choice(live)
            own = "*" if chance.random() < 0.2 else ""
            tokens.append(f"{ball if has_pockets else struck}#{chance.choice(CUSHIONS)}{own}")
        elif has_pockets and kind < 0.97:
            ball = chance.choice(live)
            gone.add(ball)
            tokens.append(f"{ball}@{chance.choice(POCKETS)}")
        elif kind > 0.985:
            ball = chance.choice(live)
            gone.add(ball)
            tokens.append(f"{ball}^off")
    return " ".join(tokens), gone
