"""What visits leave behind: guests who never sat down, words of the house's bots; and seats promised to bots."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import uvicorn
from starlette.applications import Starlette

from client_protocol import notices, requests
from client_protocol.version import PROTOCOL, Encoding
from lobby.people import PersonId
from server import bot_log
from server.bot_log import BotLog
from server.guest_sweep import sweep_guests
from server.listener import Listener, listening
from tests.server.halls import dial, guest, open_hall

LATER = 1e11


async def test_guests_who_never_sat_are_forgotten_and_nobody_else(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app) as here, await guest(app) as sat, await guest(app) as idle:
        await sat.create()
        await sat.close()
        await idle.close()
        store = app.hall._store
        assert await sweep_guests(store, 0.0, app.hall.present()) == 0, "nobody is that old"
        assert await sweep_guests(store, LATER, {PersonId(here.person)}) == 1
        async with await dial(app) as again:
            hello = requests.Hello(id=again.next_id(), protocol=PROTOCOL, token=idle.token)
            await again.refused(hello, "unknown_token")
            assert (await again.hello(token=sat.token)).person == sat.person
        async with await dial(app) as again:
            assert (await again.hello(token=here.token)).person == here.person


async def test_the_hall_knows_who_is_here(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app) as one, await guest(app) as other:
        assert app.hall.present() == {one.person, other.person}


async def test_a_seat_is_promised_to_one_bot(tmp_path: Path) -> None:
    async with open_hall(tmp_path, max_bots=5) as app, await guest(app) as ada:
        joined = await ada.create(game="x01", sides=3)
        asks = [requests.InviteBot(id=ada.next_id(), room=joined.room, seat=seat) for seat in (1, 1, None, None)]
        await asyncio.gather(*(ada.send(ask) for ask in asks))
        answers = [await ada.reply(ask.id) for ask in asks]
        told = [answer.code if isinstance(answer, notices.Refused) else "ok" for answer in answers]
        assert told == ["ok", "seat_taken", "ok", "no_free_seat"]
        await ada.notice(notices.RoomChanged, cause="begun")


def test_what_bots_say_is_kept_with_its_room_and_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_log, "LIMIT", 200)
    log = BotLog(tmp_path)
    for number in range(40):
        log.add("room", f"line {number}\n".encode())
    kept = (tmp_path / "bots.log").read_text()
    assert kept.endswith("room line 39\n")
    assert len(kept) <= 200
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bots.log", "bots.log.1"]


def test_a_bots_words_that_cannot_be_kept_are_no_fault(tmp_path: Path) -> None:
    BotLog(tmp_path / "gone").add("room", b"hello\n")
    assert not (tmp_path / "gone").exists()


async def test_a_text_frame_on_messagepack_is_refused_with_a_reason(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app, await guest(app) as wire:
        await wire.socket.send("{}", text=True)
        refused = await wire.notice(notices.Refused, code="malformed")
        assert "binary" in refused.text
        await wire.expect(notices.Pong, requests.Ping(id=wire.next_id()))
        async with await guest(app, encoding=Encoding.JSON) as other:
            await other.expect(notices.Pong, requests.Ping(id=other.next_id()))


async def test_a_listener_that_fails_before_it_listens_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def break_down(listener: uvicorn.Server, sockets: object = None) -> None:
        raise RuntimeError("no loop for this")

    monkeypatch.setattr(Listener, "startup", break_down)
    async with asyncio.timeout(10):
        with pytest.raises(RuntimeError, match="no loop for this"):
            async with listening(Starlette(), "127.0.0.1", 0):
                raise AssertionError("it does not listen")
