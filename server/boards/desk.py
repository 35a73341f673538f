"""The desk of the boards: between what they say, the rooms in which somebody throws at them, and the broker.

It owns what is known of every board, and changes it without ever waiting: what a board says goes through the ingest
rules at once, what counts into the inbox of its room like every other act. Only what must be on disk (keys, who throws
where, which report was taken last) waits, in `run` or in the request that asks for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace

import structlog

from client_protocol.notices import RoomState
from client_protocol.values import BoardInRoom, IgnoredReport
from game import actions
from game.boards import effects as told
from game.boards import ingest as rules
from game.boards.effects import Effect, Ignored, Why
from game.boards.ingest import Incoming, Ingest
from game.boards.reports import BadReport, BoardKind, Report, ReportKind
from game.boards.signing import Forged, read_signed
from game.boards.turns import DARTS
from game.errors import IllegalAction
from game.stops import Stop
from game.vocabulary import Seat
from lobby.boards import Board, BoardId, BoardStore, BoardUse
from lobby.codes import RoomId
from lobby.stores import StoreFailed
from server import metrics
from server.boards import scoreboard as boards_of_scores
from server.boards.commands import Commands
from server.boards.news import RoomNews
from server.boards.outbox import Outbox
from server.boards.seats import REMEMBERED_DARTS, BoardRoom, BoardSeat, OpenTurn, open_turn
from server.boards.topics import BoardTopic, read_board_topic, scoreboard_topic
from server.clock import Clock
from server.inbox import Reported
from server.limits import full_bucket

log = structlog.get_logger()

REPORTS_PER_SECOND = 20.0
"""What one board may say; twice that at once."""


class BoardDesk:
    """All boards of a hall, whether a broker is there or not."""

    def __init__(self, store: BoardStore, clock: Clock, outbox: Outbox, published: str) -> None:
        self._store = store
        self._clock = clock
        self._outbox = outbox
        self._published = published
        self._commands = Commands(outbox)
        self._boards: dict[BoardId, BoardSeat] = {}
        self._uses: dict[RoomId, dict[int, BoardId]] = {}
        self._rooms: dict[RoomId, BoardRoom] = {}
        self._states: dict[RoomId, tuple[RoomState, int]] = {}
        self._news = RoomNews(clock, self._rooms)
        self._timers: dict[BoardId, asyncio.TimerHandle] = {}
        self._to_note: asyncio.Queue[BoardId] = asyncio.Queue()
        self._strangers = full_bucket(1.0, clock.now())
        self.on_claim: asyncio.Queue[tuple[BoardId, bytes]] = asyncio.Queue(64)

    # --- at the start, and on disk -------------------------------------------------------------------------------

    async def open(self) -> None:
        """Know every board and every seat that throws at one. Raises StoreFailed."""
        for board in await self._store.boards():
            self.add(board)
        for use in await self._store.uses():
            self._uses.setdefault(use.room, {})[use.seat] = use.board

    async def run(self) -> None:
        """Keep on disk which report of each board was taken last, until cancelled."""
        while True:
            seat = self._boards.get(await self._to_note.get())
            if seat is None or seat.ingest.last is None:
                continue
            cursor = seat.ingest.boot, seat.ingest.last
            if cursor == seat.noted or seat.pending:
                continue
            try:
                await self._store.note_report(seat.board.id, *cursor, seat.ingest.newest)
                seat.noted = cursor
            except StoreFailed as error:
                log.error("the last report of a board could not be kept", board=seat.board.id, error=str(error))

    # --- boards --------------------------------------------------------------------------------------------------

    def add(self, board: Board) -> None:
        """From now on this board is known, with this key."""
        known = Ingest(boot=board.boot, last=board.last if board.boot else None, newest=board.newest)
        bucket = full_bucket(REPORTS_PER_SECOND, self._clock.now())
        self._boards[board.id] = BoardSeat(board, known, bucket, noted=(board.boot, board.last))

    def forget(self, board: BoardId) -> None:
        """From now on this board is a stranger."""
        if self._boards.pop(board, None) is None:
            return
        timer = self._timers.pop(board, None)
        if timer is not None:
            timer.cancel()
        self._commands.revoked(board)
        for room, seats in self._uses.items():
            gone = [seat for seat, used in seats.items() if used == board]
            for seat in gone:
                del seats[seat]
            if gone:
                self._news.tell_soon(room)

    def find(self, board: BoardId) -> BoardSeat | None:
        """What is known of a board."""
        return self._boards.get(board)

    def boards(self) -> Iterable[BoardSeat]:
        """Every paired board."""
        return self._boards.values()

    def rooms_of(self, board: BoardId) -> tuple[RoomId, ...]:
        """Rooms in which somebody throws at a board."""
        return tuple(room for room, seats in self._uses.items() if board in seats.values())

    def used_from(self, use: BoardUse) -> None:
        """A seat throws at this board from now on; it is on disk."""
        self._uses.setdefault(use.room, {})[use.seat] = use.board
        self._changed(use.room)

    def used_no_more(self, room: RoomId, seat: int) -> None:
        """A seat throws at no board any more; it is on disk."""
        board = self._uses.get(room, {}).pop(seat, None)
        if board is not None:
            self._changed(room, board)

    # --- rooms ---------------------------------------------------------------------------------------------------

    def seats_in(self, room: RoomId) -> tuple[BoardInRoom, ...]:
        """The boards that seats of a room throw at."""
        used = sorted(self._uses.get(room, {}).items())
        return tuple(self._boards[board].shown(seat) for seat, board in used if board in self._boards)

    def ignored_in(self, room: RoomId) -> tuple[IgnoredReport, ...]:
        """The last reports of a room's boards that count for nothing."""
        return self._news.ignored_in(room)

    def told(self, room: BoardRoom, state: RoomState, n: int) -> None:
        """Everybody in a room knows this state now: its boards are armed by it, its score is published."""
        self._rooms[room.id], self._states[room.id] = room, (state, n)
        self._publish(room, state, n)
        for board in dict.fromkeys(self._uses.get(room.id, {}).values()):
            self._settle(board)

    def closed(self, room: RoomId) -> None:
        """A room is gone."""
        boards = set(self._uses.pop(room, {}).values())
        self._rooms.pop(room, None)
        self._states.pop(room, None)
        self._news.closed(room)
        self._outbox.put(scoreboard_topic(room), None, retain=True)
        for board in boards:
            self._settle(board)

    # --- the broker ----------------------------------------------------------------------------------------------

    def connected(self) -> None:
        """The broker is there: say how everything stands, and ask the boards for what was lost meanwhile."""
        for number, (state, n) in self._states.items():
            self._publish(self._rooms[number], state, n)
        for seat in self._boards.values():
            seat.ingest, effects = rules.reconnected(seat.ingest, self._clock.now())
            self._run(seat, effects)

    def heard(self, topic: str, payload: bytes, *, retained: bool) -> None:
        """A message of a board. Whatever it is, nothing breaks by it."""
        found = read_board_topic(topic)
        if found is None:
            return
        board, leaf = found
        metrics.MQTT_RECEIVED.labels(leaf.value).inc()
        if leaf is BoardTopic.PAIR:
            if not retained and not self.on_claim.full():
                self.on_claim.put_nowait((board, payload))
            return
        seat = self._boards.get(board)
        if seat is None:
            self._note_stranger(board)
            return
        now = self._clock.now()
        if not seat.bucket.take(now):
            self._ignore(seat, Ignored(Why.TOO_FAST))
            return
        try:
            report, digest = read_signed(payload, board, seat.board.key)
        except BadReport as error:
            self._ignore(seat, Ignored(Why.UNREADABLE, detail=str(error)))
        except Forged as error:
            self._ignore(seat, Ignored(Why.FORGED, detail=str(error)))
        else:
            if (report.kind is ReportKind.STATUS) is (leaf is BoardTopic.STATUS):
                self._take(seat, Incoming(report, digest, retained), now)
            else:
                self._ignore(seat, Ignored(Why.UNREADABLE, report, "it belongs under another topic"))

    # --- inside --------------------------------------------------------------------------------------------------

    def _take(self, seat: BoardSeat, incoming: Incoming, now: float) -> None:
        seat.ingest, effects = rules.ingest(seat.ingest, incoming, now)
        report = incoming.report
        is_news = report.kind is ReportKind.STATUS and seat.online is not report.online
        if is_news and not any(isinstance(effect, Ignored) for effect in effects):
            seat.online = report.online
            log.info("board online" if report.online else "board offline", board=seat.board.id)
            self._news_of(seat.board.id)
        self._run(seat, effects)

    def _run(self, seat: BoardSeat, effects: tuple[Effect, ...]) -> None:
        """Do what follows from a report, or from time; then look at the clock anew."""
        self._note_hold(seat, begins=False)
        for effect in effects:
            self._do(seat, effect)
        self._note_hold(seat, begins=True)
        self._set_timer(seat)
        if seat.ingest.boot and not seat.pending and (seat.ingest.boot, seat.ingest.last) != seat.noted:
            self._to_note.put_nowait(seat.board.id)

    def _do(self, seat: BoardSeat, effect: Effect) -> None:
        board, open_now = seat.board.id, seat.open
        match effect:
            case told.Hit(report, received, bounced):
                metrics.BOARD_REPORTS.labels("hit").inc()
                self._hit(seat, report, received, bounced=bounced)
            case told.NextPlayer(report):
                self._report(seat, report, actions.PassDarts(_source(report)))
            case told.BoardFree(report):
                self._news_of(board)
                if open_now is not None and open_now.left == DARTS:
                    self._report(seat, report, actions.TakeoutOver(_source(report)))
            case told.SecondThought(report):
                self._correct(seat, report)
            case Ignored():
                self._ignore(seat, effect)
            case told.SendAgain(boot, first):
                self._commands.send_again(board, boot, first)
            case told.SayHello():
                self._commands.hello(board)
            case told.Arm(nonce) if open_now is not None:
                self._commands.arm(board, nonce, open_now.visit.turn, open_now.left, open_now.name)
                self._news_of(board)
            case told.Disarm():
                self._commands.disarm(board)

    def _hit(self, seat: BoardSeat, report: Report, received: float, *, bounced: bool) -> None:
        assert seat.open is not None, "a hit counts in an open turn only"
        segment = actions_segment(report, seat.board, bounced=bounced, rethrow=seat.ingest.rethrow)
        zone = "" if bounced else report.zone
        hit = actions.BoardHit(_source(report), segment, received, report.at, zone, seat.open.visit)
        self._report(seat, report, hit)

    def _correct(self, seat: BoardSeat, report: Report) -> None:
        number = seat.numbers.get(report.ref)
        if number is None:
            self._ignore(seat, Ignored(Why.REFUSED, report, "it is about no dart of this match"))
        elif report.kind is ReportKind.DELETE:
            self._report(seat, report, actions.DeleteDart(number, _source(report)))
        else:
            self._report(seat, report, actions.CorrectDart(number, report.segment, _source(report)))

    def _report(
        self,
        seat: BoardSeat,
        report: Report,
        action: actions.BoardHit | actions.PassDarts | actions.TakeoutOver | actions.CorrectDart | actions.DeleteDart,
    ) -> None:
        """Hand an act of the board into its room's inbox; the room answers once it is on disk, or refused."""
        turn = seat.open or seat.turn
        room = None if turn is None else self._rooms.get(turn.room)
        if turn is None or room is None:
            self._ignore(seat, Ignored(Why.NOT_ARMED, report))
            return
        seat.pending += 1

        def answer(error: IllegalAction | None) -> None:
            seat.pending -= 1
            if error is not None and not isinstance(action, actions.TakeoutOver):
                self._ignore(seat, Ignored(Why.REFUSED, report, error.text))
            if error is None and isinstance(action, actions.BoardHit):
                self._note_number(seat, report, turn.room)
            self._settle(seat.board.id)
            self._to_note.put_nowait(seat.board.id)

        room.post(Reported(Seat(turn.seat), action, answer))

    def _note_number(self, seat: BoardSeat, report: Report, room: RoomId) -> None:
        """Which dart of the match this throw became, as everybody was told."""
        state = self._states[room][0]
        if state.darts is not None and state.darts.reported:
            seat.numbers[report.seq] = state.darts.reported[-1].number
            while len(seat.numbers) > REMEMBERED_DARTS:
                del seat.numbers[next(iter(seat.numbers))]

    def _settle(self, board: BoardId) -> None:
        """Arm or disarm a board by what is open in the rooms it is used in."""
        seat = self._boards.get(board)
        if seat is None or seat.pending:
            return
        wanted, stopped = self._wanted(board)
        before = seat.ingest
        if wanted is not None and stopped:
            seat.ingest, effects = rules.resting(seat.ingest)
        elif wanted is None:
            seat.ingest, effects = rules.disarmed(seat.ingest)
            seat.turn, seat.open = seat.open or seat.turn, None
        else:
            effects = self._arm(seat, wanted)
        self._run(seat, effects)
        if effects or seat.ingest.turn != before.turn:
            self._news_of(board)

    def _arm(self, seat: BoardSeat, wanted: OpenTurn) -> tuple[Effect, ...]:
        was, room = seat.open, self._rooms[wanted.room]
        is_same = was is not None and (was.room, was.visit) == (wanted.room, wanted.visit)
        if is_same and seat.ingest.turn.nonce and seat.ingest.turn.left == wanted.left:
            seat.open = wanted
            return ()
        gone: tuple[Effect, ...] = ()
        if not is_same:
            seat.ingest, gone = rules.disarmed(seat.ingest)
            seat.ingest = _caught_up(seat.ingest, room.heard_of(seat.board.id))
        state = self._states[wanted.room][0]
        rethrow = bool(state.options.get("rethrow_unregistered", False))
        seat.open = seat.turn = wanted
        nonce = room.arm_nonce(seat.board.id, wanted.visit)
        again = is_same or (was is None and wanted.left < DARTS)
        seat.ingest, effects = rules.armed(replace(seat.ingest, rethrow=rethrow), nonce, wanted.left, again=again)
        return gone + effects

    def _wanted(self, board: BoardId) -> tuple[OpenTurn | None, bool]:
        """The turn that is open at a board, and whether its match stands still for another reason than a board."""
        for room in self.rooms_of(board):
            if room not in self._states:
                continue
            state = self._states[room][0]
            found = open_turn(state, self._uses[room], board)
            if found is not None:
                return found, state.stopped not in ("", Stop.BOARD.value)
        return None, False

    def _note_hold(self, seat: BoardSeat, *, begins: bool) -> None:
        """Tell the rooms of a board that play waits for it, or not any more: that before the hits, this after them."""
        for room in self.rooms_of(seat.board.id):
            boards = (self._boards[board] for board in self._uses[room].values() if board in self._boards)
            hold = next((one.ingest.hold.value for one in boards if one.ingest.hold is not None), "")
            self._news.note_hold(room, hold, begins=begins)

    def _set_timer(self, seat: BoardSeat) -> None:
        timer = self._timers.pop(seat.board.id, None)
        if timer is not None:
            timer.cancel()
        due = rules.due(seat.ingest)
        if due is not None:
            delay = max(0.0, due - self._clock.now()) + 0.001
            self._timers[seat.board.id] = asyncio.get_running_loop().call_later(delay, self._tick, seat)

    def _tick(self, seat: BoardSeat) -> None:
        if self._boards.get(seat.board.id) is seat:
            seat.ingest, effects = rules.tick(seat.ingest, self._clock.now())
            self._run(seat, effects)

    def _ignore(self, seat: BoardSeat, effect: Ignored) -> None:
        self._news.note_ignored(seat.board.id, effect, self.rooms_of(seat.board.id))

    def _note_stranger(self, board: BoardId) -> None:
        metrics.BOARD_REPORTS.labels(Why.UNKNOWN_BOARD.value).inc()
        if self._strangers.take(self._clock.now()):
            log.info("report ignored", board=board, why=Why.UNKNOWN_BOARD.value)

    def _news_of(self, board: BoardId) -> None:
        for room in self.rooms_of(board):
            self._news.tell_soon(room)

    def _changed(self, room: RoomId, gone: BoardId | None = None) -> None:
        for board in {*self._uses.get(room, {}).values(), *([] if gone is None else [gone])}:
            self._settle(board)
        self._news.tell_soon(room)

    def _publish(self, room: BoardRoom, state: RoomState, n: int) -> None:
        """The scoreboard of a room, and the score and lights of the boards in it."""
        if not self._outbox.is_open:
            return
        is_wanted = self._published == "all" or (self._published == "listed" and room.is_listed)
        if is_wanted and not state.delay:  # spectators who see it later are not told by the scoreboard either
            shown = boards_of_scores.scoreboard(state, n, self._clock.now())
            self._outbox.put(scoreboard_topic(room.id), shown, retain=True)
        if state.darts is None:
            return
        score, lights = boards_of_scores.darts_message(state, n), boards_of_scores.lights(state.darts)
        for board in dict.fromkeys(self._uses.get(room.id, {}).values()):
            self._commands.score(board, score)
            self._commands.lights(board, lights)


def actions_segment(report: Report, board: Board, *, bounced: bool, rethrow: bool) -> str:
    """The segment that the match is told. A camera sees a dart fall: it scores nothing and is never thrown again."""
    if not bounced:
        return report.segment
    return "M" if rethrow and board.kind == BoardKind.CAMERA else "BO"


def _source(report: Report) -> actions.BoardEvent:
    return actions.BoardEvent(report.board, report.boot, report.seq)


def _caught_up(state: Ingest, heard: dict[str, int]) -> Ingest:
    """The board, its last report at least the one that stands in the record: after a crash the record knows more."""
    recorded = heard.get(state.boot, 0)
    return state if state.last is None or state.last >= recorded else replace(state, last=recorded)
