"""A room: one task that reads its inbox and owns everything in it, so that nothing needs a lock.

The path of a shot is `_act`: the rules check it, physics simulates it, the rules rule, the record is on disk, then one
notice goes to everybody. Whatever fails inside a room ends that room and no other.
"""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from time import perf_counter

import msgspec
import structlog

from client_protocol import requests
from client_protocol.notices import Done, RoomState
from client_protocol.refusals import Refusal
from client_protocol.values import Role, RoomListing
from game import match as matches
from game.actions import AgreeToGoOn, Throw
from game.errors import IllegalAction
from game.presence import forfeits_at
from lobby.rooms import RoomSettings, match_setup
from lobby.stores import MatchId, StoredRoom, StoreFailed
from physics.errors import BadInput, BudgetSpent
from server import metrics, translate
from server.absences import next_step
from server.aims import Aims
from server.audience import Audience
from server.connection import Connection
from server.doors import Doors
from server.history import History
from server.inbox import Ask, BoardNews, CatchUp, Enter, Gone, Item, Look, Reported, Stop, is_read_only, refuse_item
from server.live_match import LiveMatch, Played
from server.officials import official_invite
from server.officiating import Officiating
from server.readiness import Readiness
from server.resume_tokens import ResumeTokens
from server.room_boards import RoomBoards
from server.room_entrance import RoomEntrance
from server.room_life import Ending, ending_at
from server.room_services import RoomServices
from server.teller import Teller

log = structlog.get_logger()


STORE_PAUSE = 1.0
"""s between attempts to go on after the store failed."""


class Room(RoomEntrance, RoomBoards):
    """One room and its match. `run` is its task; everything else only reads, or puts something into its inbox."""

    def __init__(self, stored: StoredRoom, settings: RoomSettings, services: RoomServices) -> None:
        self.id, self.invite, self.settings = stored.id, stored.invite, settings
        self.match_id = MatchId(f"{stored.id}-1")
        self.closed = False
        self._services = services
        self._key = stored.key
        setup = match_setup(settings, self.match_id, stored.key, None, services.engine)
        wanted = {Role.REFEREE: settings.referee, Role.DIRECTOR: settings.director}
        self.official_invites = {role: official_invite(stored.key, role) for role, wish in wanted.items() if wish}
        self._facts = translate.RoomFacts(self.id, self.invite, setup, tuple(self.official_invites))
        self._audience = Audience(History(services.settings.history, stored.notice_base), settings.owner)
        tokens = ResumeTokens(stored.key, stored.notice_base)
        self._doors = Doors(self.id, self.invite, settings.sides, self._audience, services, self._is_quiet, tokens)
        self._live: LiveMatch | None = None
        self._over_since: float | None = None
        self._readiness = Readiness(asked=settings.ready_check, rules_hash=setup.rules_hash)
        self._forfeits_at = math.inf if settings.starts_at is None else forfeits_at(settings.starts_at, stored.created)
        self._away_since: float | None = None
        self._teller = Teller(self.id, self._audience, services.clock, self._read_state, self.tell_boards)
        self._teller.delay_spectators(settings.delay)
        self._officiating = Officiating(
            self._audience, self._doors, services, self._teller, self._tell_played, self._in_default
        )
        self._aims = Aims(self._audience)
        self._inbox: asyncio.Queue[Item] = asyncio.Queue()
        self._timer: asyncio.TimerHandle | None = None
        self._rests: int | None = None

    # --- what others may see, and hand in ------------------------------------------------------------------------

    def listing(self) -> RoomListing:
        """The room as the lobby lists it."""
        sides = [name or None for name in self._doors.names]
        return translate.listing_of(self._facts, sides, self._audience.watchers, self._teller.state)

    @property
    def is_shown(self) -> bool:
        """Whether the lobby lists it: it is meant to be seen, goes on, and somebody is here."""
        here = self._doors.empty_since is None
        return self.settings.listed and here and not self.closed and self._over_since is None

    def post(self, item: Item) -> None:
        """Hand something in that must not be lost; there is only so much of it for each connection."""
        self._inbox.put_nowait(item)

    def post_request(self, item: Enter | Ask) -> bool:
        """Hand a request in; False where too many wait already."""
        if self._inbox.qsize() >= self._services.settings.inbox:
            return False
        self._inbox.put_nowait(item)
        return True

    def show_aim(self, ask: requests.ShowAim, connection: Connection) -> None:
        """Show where somebody aims, if it is his turn. Never answered."""
        member = self._audience.of(connection)
        if member is None or member.seat is None or self._live is None:
            return
        if ask.turn == self._live.match.turn and member.seat in self._live.match.play.to_act:
            self._aims.show(ask, member.seat, connection)

    # --- the task ------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Live until closed or stopped. The guard around a room: a fault in it closes it, with everybody told."""
        structlog.contextvars.bind_contextvars(room=self.id)
        item: Item | None = None
        try:
            while not self.closed:
                item = None
                self._set_timer()
                item = await self._inbox.get()
                if isinstance(item, Stop):
                    return
                await self._handle(item)
        except Exception:
            log.exception("room failed")
            metrics.ROOM_FAULTS.inc()
            refuse_item(item, Refusal.INTERNAL, "the hall made a mistake; the room is closed")
            await self._close(Ending.FAULT)
        finally:
            self._aims.stop()
            if self._timer is not None:
                self._timer.cancel()
            self._answer_left_over()

    async def _handle(self, item: Enter | Ask | Reported | Gone | CatchUp | Look | BoardNews) -> None:
        began = self._services.clock.now()
        try:
            if self._away_since is not None and not is_read_only(item):
                await self._go_on(self._away_since)
            await self._do_item(item)
        except StoreFailed as error:
            log.error("the store failed", error=str(error))
            refuse_item(item, Refusal.STORAGE_AWAY, "the records cannot be written just now")
            if self._away_since is None:
                self._away_since = began
                self._teller.tell_change("storage_away", None)

    async def _go_on(self, away_since: float) -> None:
        """After the store failed: the clocks get the time back, as the first thing that is kept. Raises StoreFailed."""
        now, notice = self._services.clock.now(), self._teller.next_notice
        if self._live is None or self._over_since is not None:
            await self._services.store.raise_notices(self.id, notice)
            self._away_since = None
            self._teller.tell_change("storage_back", None)
            return
        played = await self._live.resume(now - away_since, now, self._services.engine, notice)
        self._away_since = None
        self._tell_played(played)

    async def _do_item(self, item: Enter | Ask | Reported | Gone | CatchUp | Look | BoardNews) -> None:
        match item:
            case Enter():
                await self._enter(item)
            case Ask(connection, ask):
                await self._answer(connection, ask)
            case Reported():
                await self._report(item)
            case Gone(connection):
                member = self._audience.of(connection)
                if member is not None:
                    self._doors.detach(member, self._teller)
            case CatchUp(connection):
                self._catch_up(connection)
            case Look():
                await self._look()
            case BoardNews(hold):
                await self._heed_boards(hold)

    async def _answer(self, connection: Connection, ask: requests.Request) -> None:
        """A request of somebody who is in the room, or says so."""
        match ask:
            case requests.ResumeRoom():
                self._resume(connection, ask)
            case requests.LeaveRoom():
                await self._leave(connection, ask)
            case requests.Ready():
                self._answer_ready(connection, ask)
            case requests.ClaimForfeit():
                await self._claim(connection, ask)
            case requests.ListPositions():
                await self._officiating.list_positions(self._live, connection, ask)
            case requests.Officiate():
                await self._officiating.answer(self._live, connection, ask)
            case requests.Action():
                await self._act(connection, ask)

    def _answer_left_over(self) -> None:
        """Whoever asked while the room closed is told so."""
        while not self._inbox.empty():
            refuse_item(self._inbox.get_nowait(), Refusal.ROOM_CLOSED, "the room is closed")

    # --- play ----------------------------------------------------------------------------------------------------

    async def _act(self, connection: Connection, ask: requests.Action) -> None:
        """An action at the table, from the request to the notice."""
        arrived = perf_counter()
        seat = self._seat_asking(connection, ask)
        if seat is None:
            return
        if self._live is None:
            connection.refuse(ask.id, Refusal.NOT_STARTED, "the match has not begun: seats are free")
            return
        action = translate.action_of(ask)
        told = self._live.notice_of(seat, ask.turn, action)
        if told is not None:
            connection.reply(Done(id=ask.id, n=told))
            return
        if ask.turn != self._live.match.turn:
            self._teller.refuse_stale(connection, ask, self._live.match.turn)
            return
        now, notice = self._services.clock.now(), self._teller.next_notice
        if isinstance(action, Throw):
            action = replace(action, window=connection.link.round_trips.release_window)
        try:
            latency, is_refereed = connection.link.latency, self._officiating.is_refereed
            played = await self._live.act(seat, action, now, latency, notice, is_refereed=is_refereed)
        except IllegalAction as error:
            connection.refuse_as(translate.refused(ask, error))
        except BadInput as error:
            connection.refuse_as(translate.refused_stroke(ask, error))
        except BudgetSpent:
            connection.refuse(ask.id, Refusal.BAD_STROKE, "this stroke takes too long to simulate", "$.stroke")
        else:
            self._tell_played(played)
            if isinstance(action, AgreeToGoOn):
                await self._officiating.after_agreement(self._live)
            connection.reply(Done(id=ask.id, n=notice))
            metrics.SHOT_SECONDS.observe(perf_counter() - arrived)

    def _tell_played(self, played: Played) -> None:
        assert self._live is not None
        self._aims.forget()
        self._teller.tell_played(played)
        if self._live.match.result is not None:
            self._over_since = self._services.clock.now()
            log.info("match over", match=self.match_id, reason=self._live.match.result.reason)

    def _read_state(self) -> RoomState:
        people, watchers = self._audience.people(), self._audience.watchers
        if self._live is None:
            state = translate.waiting_state(self._facts, people, watchers, self._doors.names)
            by = self._readiness.due(self._services.settings.ready_seconds)
            state = msgspec.structs.replace(state, ready=tuple(self._readiness.ready), ready_by=by)
        else:
            state = translate.room_state(self._facts, people, watchers, self._live.match, self._live.audit)
            state = msgspec.structs.replace(state, absences=self._absences())
        if self._away_since is not None:
            state = msgspec.structs.replace(state, stopped="storage_away", stopped_by=None, stopped_until=None)
        late = None if math.isinf(self._forfeits_at) else self._forfeits_at
        asked, delay = self.settings.ready_check, self.settings.delay
        state = msgspec.structs.replace(state, ready_check=asked, forfeits_at=late, delay=delay)
        return self._with_boards(state)

    # --- time ----------------------------------------------------------------------------------------------------

    async def _look(self) -> None:
        """Do what is due: the beginning, a clock that ran out, a crowd to count, a player lost by absence, the end."""
        if self._may_begin:
            await self._begin(self._doors.names)
        now = self._services.clock.now()
        if self._live is None and now >= self._forfeits_at:
            await self._begin_late(now)
        if self._live is not None and self._over_since is None:
            played = await self._live.expire(now, self._teller.next_notice)
            if played is not None:
                self._tell_played(played)
            await self._officiating.keep_order(self._live)
        self._teller.tell_due(now)
        if self._doors.crowd_due is not None and self._doors.crowd_due <= now:
            self._doors.tell_crowd(self._teller)
        await self._look_for_absent(now)
        if self.closed:
            return
        ending = ending_at(self._presence(), self._services.settings)
        if ending is not None and ending[0] <= now:
            await self._close(ending[1])

    def _set_timer(self) -> None:
        """The one timer of the room: for whatever is due first."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        presence, settings, now = self._presence(), self._services.settings, self._services.clock.now()
        match = None if self._live is None else self._live.match
        playing = self._live if self._over_since is None else None
        due = [self._doors.crowd_due, None if self._live is None else matches.deadline(self._live.match)]
        ending = ending_at(presence, settings)
        due += [None if ending is None else ending[0], next_step(self._absences(), match, now, settings)]
        due.append(self._officiating.due(playing))
        due.append(None if self._teller.delay is None else self._teller.delay.due)
        if self._live is None:
            due.append(self._forfeits_at)
            due += [at for player in self._audience.players() if (at := self._seat_due(player)) < math.inf]
        due += [now] if self._may_begin or self._away_since is not None else []
        times = [at for at in due if at is not None and at < math.inf]
        if times and not self.closed:
            delay = max(0.0 if self._away_since is None else STORE_PAUSE, min(times) - now)
            self._timer = asyncio.get_running_loop().call_later(delay, self.post, Look())

    async def _close(self, why: Ending) -> None:
        """End the room: nobody finds it any more, the record says why, everybody is told."""
        self.closed = True
        self._services.closed(self.id)
        now = self._services.clock.now()
        try:
            if self._live is not None and self._over_since is None:
                await self._services.store.break_off(self.match_id, why.value, now)
            await self._services.store.close_room(self.id, why.value, now)
        except StoreFailed as error:
            log.error("the end of a room could not be kept", error=str(error))
        self._teller.tell_end(why.value)
        for connection in self._audience.connected():
            connection.rooms.pop(self.id, None)
        log.info("room closed", reason=why.value)

    # --- after a restart -----------------------------------------------------------------------------------------

    async def restore(self, stored: StoredRoom, down_since: float) -> None:
        """Take up what was going on; the clocks get back the time since `down_since`. Call it before `run`."""
        self._doors.restore(stored.people)
        for seat, person in enumerate(stored.people):
            if person is not None and seat < self.settings.sides:
                self._readiness.seated(seat, bot=person.bot)
        self._readiness.note_seats(self._services.clock.now(), full=self._doors.seating.full)
        self._teller.state = self._read_state()
        self._teller.delay_spectators(self.settings.delay)
        if stored.lines:
            self._live = LiveMatch.restore(stored.lines, self._services.store)
            self._doors.bar_again(self._live.removed)
            self._teller.state = self._read_state()
            now = self._services.clock.now()
            self._teller.delay_spectators(self.settings.delay)
            if self._live.match.result is not None:
                self._over_since = now
                return
            away = max(0.0, now - max(down_since, stored.created, self._live.last_at))
            self._tell_played(await self._live.resume(away, now, self._services.engine, self._teller.next_notice))
            self.post(BoardNews(""))
