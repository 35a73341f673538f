"""Who is at the table: readiness and accepted rules before a match, absence and claims in it. A part of a room,
beside its play (`server/room.py`) and its doors (`server/room_entrance.py`).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace

import structlog

from client_protocol import requests
from client_protocol.notices import Done
from client_protocol.refusals import Refusal
from client_protocol.values import Absence
from game.actions import Action, EndTimeOut, RefereeAct, TakeTimeOut
from game.presence import uses_time_out
from game.stops import Stop as PlayStop
from game.vocabulary import Seat
from lobby.codes import RoomId
from lobby.errors import LobbyError
from lobby.people import PersonId
from lobby.rooms import RoomSettings, distinct_names, match_setup
from lobby.stores import MatchId
from server import metrics
from server.absences import absences, graces_of, in_default
from server.aside import HALL
from server.audience import Audience, Member
from server.connection import Connection
from server.doors import Doors
from server.inbox import Enter, Item, Look
from server.live_match import LiveMatch, Played
from server.readiness import Readiness
from server.room_life import Ending, Presence
from server.room_services import RoomServices
from server.teller import Teller
from server.translate import RoomFacts

log = structlog.get_logger()

ABSENT = "nobody"
"""The name of a side that never came."""


class RoomPeople(ABC):
    """The people of one room. Only the room's task calls it."""

    id: RoomId
    settings: RoomSettings
    match_id: MatchId
    _services: RoomServices
    _facts: RoomFacts
    _audience: Audience
    _doors: Doors
    _teller: Teller
    _readiness: Readiness
    _live: LiveMatch | None
    _over_since: float | None
    _rests: int | None
    _forfeits_at: float
    _key: bytes

    @abstractmethod
    def post(self, item: Item) -> None:
        """Hand something in that must not be lost."""

    @abstractmethod
    def _tell_played(self, played: Played) -> None:
        """Tell everybody what was done and kept."""

    @abstractmethod
    async def _close(self, why: Ending) -> None:
        """End the room."""

    @property
    def rules_hash(self) -> str:
        """SHA-256 over the rules of the room."""
        return self._facts.setup.rules_hash

    def holds(self, person: PersonId) -> bool:
        """Whether this person sits here or watches."""
        return self.seat_of(person) is not None or self._audience.find(person) is not None

    def seat_of(self, person: PersonId) -> int | None:
        """Where somebody sits."""
        return self._doors.seating.seat_of(person)

    def free_seats(self) -> tuple[int, ...]:
        """Seats that nobody has taken."""
        return tuple(seat for seat, person in enumerate(self._doors.seating.seats) if person is None)

    def house_bots(self) -> tuple[PersonId, ...]:
        """Bots of the house that sit here, while there is something to play."""
        if self._over_since is not None:
            return ()
        return tuple(player.person.id for player in self._audience.players() if player.person.house)

    def _is_quiet(self) -> bool:
        """Whether nothing but the play is told while somebody plays (T48)."""
        live = self._live
        return live is not None and live.match.result is None and live.match.setup.options.get("silence") is True

    @property
    def _may_begin(self) -> bool:
        is_ready = self._readiness.is_complete(self.settings.sides)
        return self._live is None and self._doors.seating.full and is_ready

    async def _begin(self, sides: Sequence[str]) -> None:
        """The match begins between sides of these names. Raises StoreFailed."""
        names, store = distinct_names(sides), self._services.store
        setup = match_setup(self.settings, self.match_id, self._key, names, self._services.engine)
        setup = replace(setup, accepted=self._readiness.accepted)
        now = self._services.clock.now()
        self._live = await LiveMatch.begin(setup, self.id, store, now, self._teller.next_notice)
        metrics.MATCHES.inc()
        log.info("match begun", match=self.match_id, game=setup.game.value, sides=names)
        self._teller.tell_change("begun", None)

    async def _begin_late(self, now: float) -> None:
        """Whoever is not ready by the latest time has lost without play (1.7); where nobody is, the room closes."""
        players = [one for one in self._audience.players() if one.away_since is None]
        ready = {one.seat for one in players if not self._readiness.asked or one.seat in self._readiness.ready}
        if not ready:
            await self._close(Ending.NO_RESULT)
            return
        await self._begin([name or ABSENT for name in self._doors.names])
        for seat in range(self.settings.sides):
            assert self._live is not None
            if seat not in ready and self._live.match.result is None:
                act = RefereeAct("forfeit", Seat(seat), reason="not ready fifteen minutes after the start", by=HALL)
                self._tell_played(await self._live.direct(act, now, self._teller.next_notice))

    def _note_seated(self, seat: int, item: Enter) -> None:
        """Somebody sits: bots are ready at once, and who named the hash of the rules has accepted them (T58)."""
        person = item.connection.person
        assert person is not None
        self._readiness.seated(seat, bot=person.bot)
        if item.rules is not None:
            self._readiness.accept(item.rules, seat, "rules")
        self._readiness.note_seats(self._services.clock.now(), full=self._doors.seating.full)

    def _plays(self, member: Member) -> bool:
        """Whether somebody sits here who is still in the running match."""
        return self._live is not None and member.seat in self._live.match.playing and self._over_since is None

    def _note_return(self, member: Member) -> None:
        """Who comes back ends the time-out that was taken for him."""
        if member.seat is not None and member.seat == self._rests:
            self.post(Look())

    async def _look_for_absent(self, now: float) -> None:
        """Free the seats of those who do not come before the match; in it, the time-out of the absent, and the loss."""
        if self._live is None:
            for member in [one for one in self._audience.players() if now >= self._seat_due(one)]:
                assert member.seat is not None
                await self._doors.stand_up(member)
                self._stood_up(member.seat)
                self._doors.vacate(member, self._teller)
            return
        if self._over_since is not None:
            return
        match, found = self._live.match, self._absences()
        stops = match.stops
        if self._rests is not None and self._rests not in self._presence().away:
            resting, self._rests = Seat(self._rests), None
            if stops.reason is PlayStop.TIME_OUT and stops.by == resting:
                await self._do(resting, EndTimeOut())
        for one in found:
            if now >= one.lost_at:
                await self._lose(one)
                return
            if uses_time_out(match, Seat(one.seat), one.since, now, graces_of(self._services.settings)):
                self._rests = one.seat
                await self._do(Seat(one.seat), TakeTimeOut())
                return

    def _seat_due(self, member: Member) -> float:
        """When a seat is free again if nothing changes before the match begins, s."""
        settings = self._services.settings
        if self._forfeits_at < math.inf:
            return math.inf  # a start that is scheduled keeps every seat until it is lost
        due = [] if member.away_since is None else [member.away_since + settings.reservation_seconds]
        by = self._readiness.due(settings.ready_seconds)
        if by is not None and member.seat not in self._readiness.ready:
            due.append(by)
        return min(due, default=math.inf)

    def _stood_up(self, seat: int) -> None:
        self._readiness.stood_up(seat)
        self._readiness.note_seats(self._services.clock.now(), full=False)

    def _absences(self) -> tuple[Absence, ...]:
        if self._live is None:
            return ()
        return absences(self._live.match, self._presence(), self._services.settings)

    @property
    def _empty_since(self) -> float | None:
        """Since when nobody is here; a room with a scheduled start is kept for it."""
        since = self._doors.empty_since
        is_awaited = since is not None and self._live is None and self._forfeits_at < math.inf
        return max(since, self._forfeits_at) if since is not None and is_awaited else since

    def _in_default(self) -> frozenset[Seat]:
        return in_default(self._absences(), self._services.clock.now())

    def _seat_asking(self, connection: Connection, ask: requests.Request) -> Seat | None:
        """Where somebody sits who asks for what only players may; None where the refusal is told already."""
        member = self._audience.of(connection)
        if member is None or member.seat is None:
            code = Refusal.NOT_IN_ROOM if member is None else Refusal.NOT_A_PLAYER
            connection.refuse(ask.id, code, "only who sits in this room may do that", "$.room")
            return None
        return Seat(member.seat)

    def _answer_ready(self, connection: Connection, ask: requests.Ready) -> None:
        seat = self._seat_asking(connection, ask)
        if seat is None:
            return
        if self._live is not None:
            connection.refuse(ask.id, Refusal.NOT_NOW, "the match has begun")
        else:
            try:
                self._readiness.answer(ask, seat)
            except LobbyError as error:
                connection.refuse(ask.id, Refusal(error.code), error.text, f"$.{error.path}")
                return
            notice = self._teller.next_notice
            self._teller.tell_change("ready", seat)
            connection.reply(Done(id=ask.id, n=notice))

    async def _claim(self, connection: Connection, ask: requests.ClaimForfeit) -> None:
        """Somebody claims the match of who stays away: not before the policy allows it."""
        if self._seat_asking(connection, ask) is None:
            return
        found = next((one for one in self._absences() if one.seat == ask.seat), None)
        now, notice = self._services.clock.now(), self._teller.next_notice
        if found is None:
            connection.refuse(ask.id, Refusal.NOT_ABSENT, "this player is not away", "$.seat")
        elif now < found.claim_at:
            text = f"the match may be claimed in {found.claim_at - now:.0f} s"
            connection.refuse(ask.id, Refusal.NOT_ABSENT, text, "$.seat")
        else:
            await self._lose(found)
            connection.reply(Done(id=ask.id, n=notice))

    async def _lose(self, absent: Absence) -> None:
        """Somebody stayed away too long: the match is lost, or broken off where it had hardly begun."""
        assert self._live is not None
        log.info("lost by absence", match=self.match_id, seat=absent.seat)
        if await self._broken_off(absent.seat):
            return
        now, notice = self._services.clock.now(), self._teller.next_notice
        act = RefereeAct("forfeit", Seat(absent.seat), reason=f"away for {now - absent.since:.0f} s", by=HALL)
        self._tell_played(await self._live.direct(act, now, notice))

    async def _broken_off(self, seat: int) -> bool:
        """Break the match off, where a side goes before each had its first shot: that is no result, but counts."""
        assert self._live is not None
        others = [player for player in self._audience.players() if player.seat != seat]
        if self._live.all_have_played or not others:
            return False
        person = self._doors.seating.seats[seat]
        if person is not None and not all(player.person.bot for player in others):
            self._services.leavings.note(person, self._services.clock.now())
        await self._close(Ending.NO_RESULT)
        return True

    async def _do(self, seat: Seat, action: Action) -> None:
        """Something that a side does by leaving, staying away or coming back."""
        assert self._live is not None
        now, notice = self._services.clock.now(), self._teller.next_notice
        self._tell_played(await self._live.act(seat, action, now, 0.0, notice))

    def _presence(self) -> Presence:
        away = {
            player.seat: player.away_since
            for player in self._audience.players()
            if player.seat is not None and player.away_since is not None
        }
        return Presence(
            begun=self._live is not None,
            over_since=self._over_since,
            empty_since=self._empty_since,
            away=away,
            here=frozenset(
                player.seat
                for player in self._audience.players()
                if player.seat is not None and player.away_since is None
            ),
            members=len(self._audience),
        )
