"""A room as a client sees it: its state, its notices, and what can be done in it."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Final, Protocol

from msgspec.structs import replace

from client_protocol.client_errors import BrokenCommitmentError, RefusedError, RoomClosedError
from client_protocol.notices import (
    AimShown,
    Boards,
    Done,
    Games,
    Joined,
    Notice,
    PairingCode,
    Pong,
    Positions,
    RoomClosed,
    Rooms,
    RoomState,
    Snapshot,
    Welcome,
)
from client_protocol.requests import (
    AgreeToGoOn,
    AnyRequest,
    AskExtension,
    ChooseOption,
    Concede,
    ConfirmDarts,
    CorrectDart,
    DeleteDart,
    EndTimeOut,
    InsertDart,
    InviteBot,
    LeaveRoom,
    ListPositions,
    Officiate,
    PassDarts,
    PlaceBall,
    PlayLag,
    Protest,
    RefuseCorrection,
    ShowAim,
    SkipPlayback,
    TakeShot,
    TakeTimeOut,
    ThrowDart,
    UseBoard,
)
from client_protocol.room_state import AnyNotice, follow
from client_protocol.values import Call, Phase, Role, Stroke

Reply = Welcome | Pong | Games | Rooms | PairingCode | Boards | Positions | Joined | Done
"""What answers a request that was accepted."""

KEPT_NOTICES: Final = 256
"""Notices kept for a reader who is behind; older ones are dropped, the state stays right."""


class Session(Protocol):
    """What a room needs of the connection it came from."""

    def check(self) -> None:
        """Raise what ended the session, if it has ended."""

    def now(self) -> float:
        """The server's time in s."""

    def next_id(self) -> int:
        """A fresh number for a request."""

    async def ask(self, request: AnyRequest, deadline: float | None = None) -> Reply:
        """The reply to a request."""

    async def send(self, aim: ShowAim) -> None:
        """Show where one aims."""

    async def resume(self, room: Room, *, whole: bool = False) -> None:
        """Ask for the notices missed, or for a whole snapshot."""


class Room:
    """A room one is in. `state` is always the latest; `seat` is one's own, None for a spectator.

    listener     told of every notice as soon as the state follows it; where there is one, `notices` gives nothing
    differences  snapshots that did not equal the state which the deltas had led to: 0 with a right server
    is_away      the connection is new and the room not resumed on it: nothing is sent to it before
    dropped      notices that nobody took in time
    """

    def __init__(self, hall: Session, room: str) -> None:
        self.hall = hall
        self.room = room
        self.seat: int | None = None
        self.role = Role.SPECTATOR
        self.official_invites: dict[Role, str] = {}
        self.seen: int | None = None
        self.closed: str | None = None
        self.is_away = False
        self.aim: AimShown | None = None
        self.resume_id: int | None = None
        self.resume_token: str | None = None
        self.dropped = 0
        self.differences = 0
        self.snapshots = 0
        self.listener: Callable[[AnyNotice], None] | None = None
        self._skipped: float | None = None
        self._state: RoomState | None = None
        self._notices: deque[AnyNotice] = deque()
        self._waiters: set[asyncio.Future[None]] = set()

    @property
    def is_known(self) -> bool:
        """Whether the first snapshot has come."""
        return self._state is not None

    @property
    def state(self) -> RoomState:
        """The room's latest state."""
        if self._state is None:
            raise RoomClosedError(f"nothing is known of {self.room}: {self.closed}")
        return self._state

    @property
    def is_watching(self) -> bool:
        """Whether one has no seat here, neither a side's nor an official's."""
        return self.seat is None and self.role not in (Role.REFEREE, Role.DIRECTOR)

    @property
    def invite(self) -> str:
        """The code that lets others in."""
        return self.state.invite

    @property
    def is_over(self) -> bool:
        """Whether the match has ended or the room is gone."""
        return self.closed is not None or (self._state is not None and self._state.phase is Phase.OVER)

    @property
    def is_my_turn(self) -> bool:
        """Whether the match waits for this seat; it waits for nobody while play is stopped."""
        if self._state is None or self.seat is None or self._state.stopped:
            return False
        return self._state.to_act == self.seat or self.seat in self._state.waiting

    def commitment_holds(self) -> bool | None:
        """Whether the revealed key is the one committed to; None before it is revealed."""
        if self.state.key is None:
            return None
        return hashlib.sha256(bytes.fromhex(self.state.key)).hexdigest() == self.state.commitment

    def take(self, notice: Notice) -> bool:
        """Follow a notice from the server; false where one before it is missing. The end is taken whatever is."""
        assert isinstance(notice, AnyNotice)
        if not isinstance(notice, Snapshot | RoomClosed):
            if self.seen is not None and notice.n <= self.seen:
                return True
            if self._state is None or self.seen is None or notice.n != self.seen + 1:
                return False
        self.snapshots += isinstance(notice, Snapshot)
        if isinstance(notice, Snapshot) and notice.n == self.seen and notice.state != self._state:
            self.differences += 1
        self._state = follow(self._state, notice)
        self.seen = notice.n
        if isinstance(notice, RoomClosed):
            self.closed = notice.reason
        self._pass_on(notice)
        self.wake()
        return True

    def _pass_on(self, notice: AnyNotice) -> None:
        """Tell the listener, or keep the notice for who reads `notices`."""
        if self.listener is not None:
            self.listener(notice)
            return
        if len(self._notices) == KEPT_NOTICES:
            self._notices.popleft()
            self.dropped += 1
        self._notices.append(notice)

    def close(self, reason: str) -> None:
        """Nothing more comes from this room."""
        self.closed = reason
        self.wake()

    def wake(self) -> None:
        """Let everybody who waits look again."""
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def wait_until(self, holds: Callable[[], bool], deadline: float | None = None) -> None:
        """Wait until something holds, looking after every notice. Raises TimeoutError, or what ended the session."""
        async with asyncio.timeout(deadline):
            while not holds():
                self.hall.check()
                waiter = asyncio.get_running_loop().create_future()
                self._waiters.add(waiter)
                try:
                    await waiter
                finally:
                    self._waiters.discard(waiter)

    async def notices(self) -> AsyncIterator[AnyNotice]:
        """Every notice in order, each once, until the room closes; `state` may be ahead of them."""
        while True:
            await self.wait_until(lambda: bool(self._notices) or self.closed is not None)
            if not self._notices:
                return
            yield self._notices.popleft()

    async def turns(self) -> AsyncIterator[RoomState]:
        """The state, each time this seat is to act, until the match is over.

        A turn that was not answered is offered again. Playback is skipped, the other side's shots included. Raises
        BrokenCommitmentError where the key revealed at the end is not the one committed to.
        """
        while True:
            await self.wait_until(lambda: self.is_over or self.is_my_turn or self._may_skip)
            if self.is_over:
                break
            if self._may_skip:
                await self._skip()
            elif await self._wait_for_rest():
                yield self.state
        if self.commitment_holds() is False:
            raise BrokenCommitmentError(f"{self.room}: the key does not match {self.state.commitment}")

    @property
    def _may_skip(self) -> bool:
        """Whether a shot is being shown that this seat has not said to have seen."""
        until = None if self._state is None else self._state.plays_until
        return self.seat is not None and until is not None and until != self._skipped and until > self.hall.now()

    async def _skip(self) -> None:
        """Say once that the shot now shown was seen; it may have ended meanwhile."""
        self._skipped = self.state.plays_until
        with contextlib.suppress(RefusedError):
            await self.skip_playback()

    async def _wait_for_rest(self) -> bool:
        """Wait until the last shot was shown; whether it is still this seat's turn then."""
        until, turn = self.state.plays_until, self.state.turn
        if until is None or until <= self.hall.now():
            return True
        try:
            await self.wait_until(
                lambda: self.is_over or self.state.turn != turn or self.state.plays_until != until,
                until - self.hall.now(),
            )
        except TimeoutError:
            return self.is_my_turn
        return False

    async def shoot(
        self, stroke: Stroke, call: Call | None = None, *, safety: bool = False, push_out: bool = False
    ) -> None:
        """Strike a ball, the cue raised as far as a ball in its way asks for; returns with the shot's notice."""
        ask = TakeShot(
            id=self.hall.next_id(),
            room=self.room,
            turn=self.state.turn,
            stroke=stroke,
            call=call,
            safety=safety,
            push_out=push_out,
        )
        try:
            await self.act(ask)
        except RefusedError as error:
            if error.refused.least is None:
                raise
            raised = replace(stroke, elevation=error.refused.least)
            await self.act(replace(ask, id=self.hall.next_id(), stroke=raised))

    async def play_lag(self, stroke: Stroke) -> None:
        """Lag for the break; returns when the stroke is kept, which the others do not see before they have played."""
        await self.act(PlayLag(id=self.hall.next_id(), room=self.room, turn=self.state.turn, stroke=stroke))

    async def place(self, ball: str, at: tuple[float, float]) -> None:
        """Lay the ball in hand down."""
        await self.act(PlaceBall(id=self.hall.next_id(), room=self.room, turn=self.state.turn, ball=ball, at=at))

    async def choose(self, option: str) -> None:
        """Answer the options that the rules offer."""
        await self.act(ChooseOption(id=self.hall.next_id(), room=self.room, turn=self.state.turn, option=option))

    async def throw(self, aim: tuple[float, float], power: float = 0.5, nonce: str | None = None) -> None:
        """Let the next dart go now; `aim` in mm from the centre of the board.

        Without a nonce of one's own a random one stands in the label of its draw.
        """
        assert self.state.darts is not None
        await self.act(
            ThrowDart(
                id=self.hall.next_id(),
                room=self.room,
                turn=self.state.turn,
                dart=self.state.darts.dart,
                aim=aim,
                power=power,
                nonce=secrets.token_hex(8) if nonce is None else nonce,
                released=self.hall.now(),
            )
        )

    async def pass_darts(self) -> None:
        """Give up the darts left in this visit."""
        await self.act(PassDarts(id=self.hall.next_id(), room=self.room, turn=self.state.turn))

    async def correct_dart(self, number: int, segment: str) -> None:
        """Correct a dart of one's own that a real board reported."""
        await self.act(
            CorrectDart(id=self.hall.next_id(), room=self.room, turn=self.state.turn, number=number, segment=segment)
        )

    async def delete_dart(self, number: int) -> None:
        """Take a reported dart out that nobody threw."""
        await self.act(DeleteDart(id=self.hall.next_id(), room=self.room, turn=self.state.turn, number=number))

    async def insert_dart(self, number: int, segment: str, *, before: bool = False) -> None:
        """Add a dart that was not reported, after (or before) that number; 0: last in one's open turn."""
        request = InsertDart(
            id=self.hall.next_id(),
            room=self.room,
            turn=self.state.turn,
            number=number,
            segment=segment,
            before=before,
        )
        await self.act(request)

    async def refuse_correction(self) -> None:
        """Refuse an opponent's last correction."""
        await self.act(RefuseCorrection(id=self.hall.next_id(), room=self.room, turn=self.state.turn))

    async def confirm_darts(self) -> None:
        """Accept the last turn that an opponent threw at a real board."""
        await self.act(ConfirmDarts(id=self.hall.next_id(), room=self.room, turn=self.state.turn))

    async def ask_extension(self) -> None:
        """Take the extension of the shot clock."""
        await self.act(AskExtension(id=self.hall.next_id(), room=self.room, turn=self.state.turn))

    async def concede(self) -> None:
        """Give the match up."""
        await self.act(Concede(id=self.hall.next_id(), room=self.room, turn=self.state.turn))

    async def protest(self, against: int, reason: str = "") -> None:
        """Protest against what followed the action of a turn."""
        request = Protest(id=self.hall.next_id(), room=self.room, turn=self.state.turn, against=against, reason=reason)
        await self.act(request)

    async def take_time_out(self) -> None:
        """Take a time-out."""
        await self.act(TakeTimeOut(id=self.hall.next_id(), room=self.room, turn=self.state.turn))

    async def end_time_out(self) -> None:
        """Be ready before the time-out is over."""
        await self.act(EndTimeOut(id=self.hall.next_id(), room=self.room, turn=self.state.turn))

    async def agree_to_go_on(self) -> None:
        """Agree to go on without the referee who left."""
        await self.act(AgreeToGoOn(id=self.hall.next_id(), room=self.room, turn=self.state.turn))

    async def officiate(self, do: str, **fields: object) -> None:
        """Act as the referee or director; further fields are those of `Officiate`."""
        request = Officiate(
            id=self.hall.next_id(),
            room=self.room,
            turn=self.state.turn,
            do=do,
            **fields,  # type: ignore[arg-type]
        )
        await self.act(request)

    async def earlier_positions(self, before: int | None = None) -> Positions:
        """The last positions before that entry, for an official. Raises RefusedError."""
        reply = await self.hall.ask(ListPositions(id=self.hall.next_id(), room=self.room, before=before))
        assert isinstance(reply, Positions)
        return reply

    async def skip_playback(self) -> None:
        """Say that the last shot has been seen."""
        await self.act(SkipPlayback(id=self.hall.next_id(), room=self.room, turn=self.state.turn))

    async def show_aim(self, stroke: Stroke) -> None:
        """Show the others where one aims."""
        await self.hall.send(
            ShowAim(
                room=self.room,
                turn=self.state.turn,
                ball=stroke.ball,
                aim=stroke.aim,
                speed=stroke.speed,
                elevation=stroke.elevation,
                tip=stroke.tip,
            )
        )

    async def invite_bot(self, seat: int | None = None) -> None:
        """Put a bot of the house on a free seat."""
        await self.act(InviteBot(id=self.hall.next_id(), room=self.room, seat=seat))

    async def compare(self) -> None:
        """Ask for a snapshot and wait for it; `differences` tells whether it was a surprise."""
        before = self.snapshots
        await self.hall.resume(self, whole=True)
        await self.wait_until(lambda: self.snapshots > before or self.closed is not None, 15.0)

    async def use_board(self, board: str | None) -> None:
        """Throw at a real board from now on; None: at none."""
        await self.hall.ask(UseBoard(id=self.hall.next_id(), room=self.room, board=board))

    async def leave(self) -> None:
        """Leave the room for good."""
        await self.hall.ask(LeaveRoom(id=self.hall.next_id(), room=self.room))
        self.close("left")

    async def act(self, request: AnyRequest) -> None:
        """Do something; returns when the notice that tells what came of it is here. Raises RefusedError."""
        reply = await self.hall.ask(request)
        if isinstance(reply, Done) and reply.n is not None:
            n = reply.n
            await self.wait_until(lambda: self.closed is not None or (self.seen is not None and self.seen >= n), 15.0)
