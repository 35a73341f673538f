"""A running match: the rules' value, and its record on disk. Nothing here is told before it is kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import msgspec

from client_protocol.values import OfficialAct
from game import match as matches
from game import record
from game.actions import Action, BoardEvent, BoardHit, RefereeAct, Shot, Throw
from game.attempts import attempt_of
from game.entries import Entry
from game.errors import IllegalAction, Refusal
from game.match import Match, ShotOrder
from game.officials import REMOVING, check_act
from game.rulings import Ruling
from game.setup import MatchSetup
from game.vocabulary import Seat
from lobby.codes import RoomId
from lobby.stores import MatchId, Store, StoredLine
from physics.simulate import simulate
from physics.trajectories import Trace
from server import metrics, translate
from server.aside import ASIDE, official_act
from server.translate_play import Simulated

SHOWN_ACTS = 20
"""Acts of the audit trail that a room's state holds; the record has all of them."""

REMEMBERED = 64
"""Accepted actions that are recognised when they are sent again."""


@dataclass(frozen=True)
class Played:
    """What was done and kept: the entry, what the rules say, and what the balls did where they moved."""

    entry: Entry
    ruling: Ruling
    simulated: Simulated | None = None


@dataclass(frozen=True)
class Accepted:
    """An action that was accepted: the turn it answered, who did what, and the notice that told it."""

    turn: int
    seat: Seat | None
    action: Action
    notice: int


def accepted(entry: Entry, notice: int) -> Accepted:
    """What is remembered of an entry; whom an act sent out is found by the room, and is no part of the request."""
    action = entry.action
    if isinstance(action, RefereeAct) and action.person:
        action = replace(action, person="")
    return Accepted(entry.turn, entry.seat, action, notice)


class LiveMatch:
    """One match as its room plays it. Only the room's task calls it, one action at a time.

    heard  the last number that counted of each board and start of it: what comes again after a restart is known
    """

    def __init__(self, match: Match, store: Store, lines: int, last_hash: str) -> None:
        self.match = match
        self._id = MatchId(match.setup.match_id)
        self._store = store
        self._lines = lines
        self._hash = last_hash
        self.last_at = 0.0
        self._played: set[Seat] = set()
        self.audit: tuple[OfficialAct, ...] = ()
        self.heard: dict[tuple[str, str], int] = {}
        self.removed: set[str] = set()
        self._accepted: deque[Accepted] = deque(maxlen=REMEMBERED)

    @classmethod
    async def begin(cls, setup: MatchSetup, room: RoomId, store: Store, now: float, notice: int) -> LiveMatch:
        """A match that begins now, its header on disk. Raises StoreFailed."""
        match = matches.begin(setup, now)
        header = record.header(match.setup, now)
        await store.begin_match(room, MatchId(setup.match_id), StoredLine(0, notice, header.text), now)
        return cls(match, store, 1, header.hash)

    @classmethod
    def restore(cls, lines: Sequence[StoredLine], store: Store) -> LiveMatch:
        """The match as its record tells it. Raises BrokenRecord."""
        texts = [line.text for line in lines]
        told = list(record.steps(texts))
        if not told:
            raise record.BrokenRecord(1, "an empty record")
        live = cls(told[-1].after, store, len(texts), record.last_hash(texts))
        for step, line in zip(told, lines, strict=True):
            if step.recorded is not None:
                live.last_at = step.recorded.entry.at
                live._note_played(step.recorded.entry)
                live._accepted.append(accepted(step.recorded.entry, line.notice))
                live._note(step.after, step.recorded.entry, step.ruling)
        return live

    def notice_of(self, seat: Seat | None, turn: int, action: Action) -> int | None:
        """The notice that told this very action, if it was accepted before: it is not done twice."""
        for known in reversed(self._accepted):
            if known.turn == turn and known.seat == seat and known.action == action:
                return known.notice
        return None

    async def act(
        self, seat: Seat, action: Action, now: float, credit: float, notice: int, *, is_refereed: bool = False
    ) -> Played:
        """Do what a player wants: checked, simulated, ruled on and kept. `is_refereed`: a human referee sees it.

        Raises IllegalAction, BadInput, BudgetSpent or StoreFailed; then nothing has changed.
        """
        prepared = matches.prepare(self.match, seat, action, now, credit)
        if not isinstance(prepared, ShotOrder):
            return await self._keep(prepared, None, notice)
        trace = run_shot(prepared)
        attempt = None if is_refereed else attempt_of(self.match, prepared, trace, run_shot)
        entry = matches.shot_entry(self.match, prepared, trace, now, attempt)
        return await self._keep(entry, Simulated(trace, prepared.constants), notice)

    async def expire(self, now: float, notice: int) -> Played | None:
        """What follows from a clock that has run out. Raises StoreFailed."""
        entry = matches.expire(self.match, now)
        return None if entry is None else await self._keep(entry, None, notice)

    async def direct(self, act: RefereeAct, now: float, notice: int) -> Played:
        """Do what the house decides in the director's place. Raises IllegalAction, StoreFailed."""
        return await self._keep(matches.prepare_act(self.match, act, now, is_director=True), None, notice)

    @property
    def all_have_played(self) -> bool:
        """Whether each side has had its first shot or dart: before that a match can be broken off without a result."""
        return self._played.issuperset(self.match.playing)

    async def resume(self, away: float, now: float, engine: str, notice: int) -> Played:
        """Give the time of an outage back. Raises StoreFailed."""
        return await self._keep(matches.resumed(self.match, away, now, engine), None, notice)

    async def officiate(
        self, act: RefereeAct, now: float, notice: int, *, is_director: bool, asked: int | None = None
    ) -> Played:
        """Carry out an act of the referee. Raises IllegalAction or StoreFailed; then nothing has changed.

        asked  the turn that the request answered, by which it is known again; None for what nobody asked for
        """
        check_act(act, is_director=is_director)
        earlier = None if act.entry is None else await self._earlier(act.entry)
        entry = matches.prepare_act(self.match, act, now, is_director=is_director, earlier=earlier)
        played = await self._keep(entry, None, notice, earlier)
        if asked is not None:
            self._accepted[-1] = replace(self._accepted[-1], turn=asked)
        return played

    async def _earlier(self, entries: int) -> Match:
        """The match as it stood after so many entries, out of its record."""
        if not 0 <= entries < self._lines:
            raise IllegalAction(Refusal.BAD_VALUE, "entry", "there is no such earlier position")
        return record.match_at(await self.lines(), entries)

    async def lines(self) -> list[str]:
        """The record as it is on disk. Raises StoreFailed."""
        return [line.text for line in await self._store.lines(self._id)]

    async def _keep(
        self, entry: Entry, simulated: Simulated | None, notice: int, earlier: Match | None = None
    ) -> Played:
        step = matches.apply(self.match, entry, earlier)
        text = record.entry_line(self._hash, entry, step.ruling)
        line = StoredLine(self._lines, notice, text.text)
        if step.match.result is None:
            await self._store.append(self._id, line)
        else:
            result = translate.result_of(step.match.result, step.match.setup.sides)
            await self._store.append_last(self._id, line, msgspec.json.encode(result).decode(), entry.at)
        self.match, self._lines, self._hash = step.match, self._lines + 1, text.hash
        self._note_played(entry)
        self._accepted.append(accepted(entry, notice))
        self._note(step.match, entry, step.ruling)
        return Played(entry, step.ruling, simulated)

    def _note_played(self, entry: Entry) -> None:
        source = getattr(entry.action, "source", None)
        if isinstance(source, BoardEvent):
            self.heard[source.board, source.boot] = max(source.seq, self.heard.get((source.board, source.boot), 0))
        if entry.seat is not None and isinstance(entry.action, Shot | Throw | BoardHit):
            self._played.add(entry.seat)

    def _note(self, after: Match, entry: Entry, ruling: Ruling) -> None:
        """Keep what was done beside the play for the audit trail, and who was sent out for the doors."""
        if isinstance(entry.action, RefereeAct) and entry.action.do in REMOVING and entry.action.person:
            self.removed.add(entry.action.person)
        if isinstance(entry.action, ASIDE):
            act = official_act(after.entries, entry, ruling, after.setup.sides)
            self.audit = (*self.audit, act)[-SHOWN_ACTS:]


def run_shot(order: ShotOrder) -> Trace:
    """Simulate a shot here and now: it takes less time than handing it to a thread. Raises BadInput, BudgetSpent."""
    began = perf_counter()
    trace = simulate(order.table, order.constants, order.layout, order.strokes)
    metrics.SIMULATE_SECONDS.observe(perf_counter() - began)
    return trace
