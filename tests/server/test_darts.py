"""Darts through the server: throws on the wire (darts D.13, NET rows), and matches with real boards."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgpack
import pytest

from client_protocol import notices, requests
from client_protocol.values import Pace, Touch
from game import record
from game.actions import BoardEvent, BoardHit
from game.draws import commitment
from game.errors import IllegalAction
from game.match import ShotOrder
from game.vocabulary import Seat
from lobby.stores import MatchId
from physics.trajectories import Trace
from server.app import App
from server.inbox import Reported
from server.round_trips import RoundTrips
from tests.server.halls import Wire, dial, guest, let_pass, open_hall

T20 = (0.0, 103.0)


class Board:
    """A darts room with its players; each throw answers the state that the first of them knows."""

    def __init__(self, app: App, room: str, invite: str, players: tuple[Wire, ...]) -> None:
        self.app, self.room, self.invite, self.players = app, room, invite, players
        self.seq = 0

    async def state(self) -> notices.RoomState:
        """The state as a fresh snapshot tells it."""
        wire = self.players[0]
        joined = await wire.resume(self.room)
        return (await wire.notice(notices.Snapshot, wire.heard.index(joined))).state

    async def dart(self, wire: Wire, **changes: object) -> requests.ThrowDart:
        """The next dart, or one with something wrong in it."""
        state = await self.state()
        assert state.darts is not None
        fields = {"room": self.room, "turn": state.turn, "dart": state.darts.dart, "aim": T20, **changes}
        return requests.ThrowDart(id=wire.next_id(), **fields)  # type: ignore[arg-type]

    async def thrown(self, wire: Wire, **changes: object) -> notices.DartThrown:
        """A dart that is let go, as everybody is told of it."""
        start = len(wire.heard)
        await wire.expect(notices.Done, await self.dart(wire, **changes))
        return await wire.notice(notices.DartThrown, start)

    async def report(self, seat: int, segment: str) -> IllegalAction | None:
        """A hit that the board of a seat reports; None where it counts."""
        (room,) = self.app.hall.rooms()
        answer: asyncio.Future[IllegalAction | None] = asyncio.get_running_loop().create_future()
        self.seq += 1
        hit = BoardHit(BoardEvent("b1", "c0ffee", self.seq), segment, self.app.hall._clock.now())
        room.post(Reported(Seat(seat), hit, answer.set_result))
        return await answer

    async def lines(self) -> list[str]:
        """The record of the match."""
        return [line.text for line in await self.app.hall._store.lines(MatchId(f"{self.room}-1"))]


@asynccontextmanager
async def darts(data: Path, players: int = 2, **settings: object) -> AsyncIterator[Board]:
    """A hall with a darts room whose match has begun."""
    async with open_hall(data) as app:
        wires = tuple([await guest(app) for _ in range(players)])
        joined = await wires[0].create(**{"game": "x01", "sides": players, **settings})
        for wire in wires[1:]:
            await wire.join(joined.invite)
        board = Board(app, joined.room, joined.invite, wires)
        await wires[0].notice(notices.RoomChanged, cause="begun")
        yield board


def nothing_is_simulated(order: ShotOrder) -> Trace:
    raise AssertionError(order)


async def test_net_01_a_throw_that_says_what_it_hits_is_refused(tmp_path: Path) -> None:
    async with darts(tmp_path) as board:
        first = board.players[0]
        throw = {"type": "throw_dart", "id": 77, "room": board.room, "turn": 0, "dart": 1, "aim": T20}
        for lie in ({"segment": "T20"}, {"score": 60}, {"hit": [0.0, 103.0]}, {"value": 60}):
            start = len(first.heard)
            await first.send_raw(msgpack.packb({**throw, **lie}))
            answer = await first.reply(77, start)
            assert isinstance(answer, notices.Refused)
            assert (answer.code, answer.path) == ("unknown_field", f"$.{next(iter(lie))}")
        state = await board.state()
        assert (state.entries, state.turn) == (0, 0)


async def test_net_02_a_dart_that_is_not_the_open_one_is_refused(tmp_path: Path) -> None:
    async with darts(tmp_path) as board:
        first, second = board.players
        refused = await first.refused(await board.dart(first, dart=2), "wrong_dart")
        assert refused.path == "$.dart"
        await second.refused(await board.dart(second), "not_your_turn")
        await first.refused(await board.dart(first, turn=5), "stale_turn")
        assert (await board.state()).entries == 0


async def test_net_03_a_throw_sent_again_is_answered_with_the_first_result(tmp_path: Path) -> None:
    async with darts(tmp_path) as board:
        first = board.players[0]
        dart = await board.dart(first, nonce="ab12", released=board.app.hall._clock.now())
        told = await first.expect(notices.Done, dart)
        again = await first.expect(notices.Done, dart)
        assert told.n == again.n
        state = await board.state()
        assert (state.entries, state.darts and state.darts.dart) == (1, 2)


@pytest.mark.parametrize("lie", [-900.0, -0.9, 0.05, 900.0])
async def test_a_false_clock_gains_at_most_the_window_of_its_connection(tmp_path: Path, lie: float) -> None:
    async with darts(tmp_path, 1, pace=Pace.NORMAL, touch=Touch.EXACT) as board:
        (player,) = board.players
        let_pass(board.app, 5.0)
        claim = max(0.0, board.app.hall._clock.now() + lie)
        await board.thrown(player, released=claim)
        entry = json.loads((await board.lines())[-1])
        window, flight = entry["action"]["window"], 0.327
        released = entry["facts"]["impact"] - flight
        assert 0.0 <= window <= 0.2
        assert entry["at"] - window - 0.002 <= released <= entry["at"] + 0.002


@pytest.mark.parametrize(
    ("trips", "allowed"),
    [([], 0.02), ([0.1] * 8, 0.07), ([0.1, 0.12, 0.1, 0.12], 0.055 + 0.03 + 0.02), ([3.0] * 8, 0.2)],
)
def test_the_window_is_measured_by_the_hall(trips: list[float], allowed: float) -> None:
    measured = RoundTrips()
    for trip in trips:
        measured.note(trip)
    assert measured.release_window == pytest.approx(allowed)


def test_old_round_trips_are_forgotten() -> None:
    measured = RoundTrips()
    for trip in [0.4] * 20 + [0.0] * 8:
        measured.note(trip)
    assert measured.release_window == pytest.approx(0.02)


async def test_net_11_who_drops_in_mid_turn_comes_back_to_the_same_dart(tmp_path: Path) -> None:
    async with darts(tmp_path) as board:
        first = board.players[0]
        await board.thrown(first)
        await first.cut()
        let_pass(board.app, 40.0)
        async with await dial(board.app) as again:
            await again.hello(token=first.token)
            joined = await again.resume(board.room)
            state = (await again.notice(notices.Snapshot, again.heard.index(joined))).state
            assert (state.to_act, state.darts and state.darts.dart) == (0, 2)
            dart = requests.ThrowDart(id=again.next_id(), room=board.room, turn=state.turn, dart=2, aim=T20)
            await again.expect(notices.Done, dart)


async def test_net_12_the_record_replays_and_the_key_is_the_one_committed_to(tmp_path: Path) -> None:
    async with darts(tmp_path, game="pub_game", touch=Touch.PRO) as board:
        for wire in board.players:
            for nonce in ("01", "02", "03"):
                await board.thrown(wire, aim=(0.0, 0.0), nonce=nonce)
        while (state := await board.state()).result is None:
            assert state.to_act is not None
            await board.thrown(board.players[state.to_act], aim=(0.0, 0.0))
        assert state.key is not None
        assert state.commitment == commitment(bytes.fromhex(state.key))
        assert record.verify(await board.lines(), nothing_is_simulated, "") == []


async def test_a_board_and_a_screen_play_a_match_that_is_corrected_refused_and_verified(tmp_path: Path) -> None:
    options = {"board_seats": "0", "start": 180, "rounds": 2}
    async with darts(tmp_path, options=options, touch=Touch.EXACT) as board:
        caster, thrower = board.players
        for segment in ("T20", "T20", "S19"):
            assert await board.report(0, segment) is None
        told = await thrower.notice(notices.DartThrown)
        assert (told.board, told.aim, told.hit, told.segment, told.dart) == ("b1", None, None, "T20", 1)
        assert (await board.report(0, "S1")) is not None, "a fourth hit is nobody's"
        state = await board.state()
        assert state.darts is not None
        assert [(dart.number, dart.segment, dart.is_open) for dart in state.darts.reported][-1] == (3, "S19", True)
        fix = requests.CorrectDart(id=caster.next_id(), room=board.room, turn=state.turn, number=3, segment="S20")
        await caster.expect(notices.Done, fix)
        change = await thrower.notice(notices.TurnRecalculated)
        assert (change.change, change.seat, change.visit, change.points, change.by) == ("corrected", 0, 1, 140, 0)
        assert sum(isinstance(message, notices.TurnRecalculated) for message in thrower.heard) == 1
        refuse = requests.RefuseCorrection(id=thrower.next_id(), room=board.room, turn=(await board.state()).turn)
        await thrower.expect(notices.Done, refuse)
        state = await board.state()
        assert state.sides[0].score == 180 - 139
        assert [act.act for act in state.audit] == ["corrected", "refused"]
        await thrower.expect(
            notices.Done, requests.ConfirmDarts(id=thrower.next_id(), room=board.room, turn=state.turn)
        )
        for _ in range(3):
            await board.thrown(thrower)
        state = await board.state()
        assert state.phase == "final_pending"
        late = requests.CorrectDart(id=caster.next_id(), room=board.room, turn=state.turn, number=3, segment="S20")
        await caster.refused(late, "too_late")
        let_pass(board.app, 21.0)
        over = await caster.until(
            lambda message: isinstance(message, notices.RoomChanged) and message.cause == "final_stands"
        )
        assert isinstance(over, notices.RoomChanged)
        state = await board.state()
        assert state.result is not None
        assert state.result.winners == (1,)
        assert record.verify(await board.lines(), nothing_is_simulated, "") == []


async def test_a_protest_without_a_referee_is_ruled_by_what_the_board_reported_and_can_be_put_right(
    tmp_path: Path,
) -> None:
    async with darts(tmp_path, options={"board_seats": "all"}) as board:
        caster, other = board.players
        for segment in ("T20", "T20", "T20"):
            assert await board.report(0, segment) is None
        state = await board.state()
        protest = requests.Protest(
            id=other.next_id(), room=board.room, turn=state.turn, against=state.turn - 1, reason="That was a single."
        )
        await other.expect(notices.Done, protest)
        ruled = await other.notice(notices.RoomChanged, cause="referee")
        assert ruled.ruling is not None
        assert "what the board reported" in ruled.ruling.text
        state = await board.state()
        assert (state.stopped, state.sides[0].score) == ("", 121)
        fix = requests.CorrectDart(id=caster.next_id(), room=board.room, turn=state.turn, number=3, segment="S20")
        await caster.expect(notices.Done, fix)
        assert (await board.state()).sides[0].score == 161
        assert record.verify(await board.lines(), nothing_is_simulated, "") == []
