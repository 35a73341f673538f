"""A board becomes somebody's by a code and its own key, speaks for itself alone, and can be given up. Source: B.5."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import aiomqtt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from client_protocol import notices, requests
from game.boards.reports import ReportKind
from server.boards.device import Device
from tests.server.boards.brokers import Broker, Mosquitto
from tests.server.boards.tables import hear, table
from tests.server.halls import guest


async def answer_to(device: Device) -> str:
    """What the hall says to a board that asks to be paired."""
    task = asyncio.create_task(device.run())
    try:
        await device.until(lambda: bool(device.pairing))
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    return device.pairing


async def test_a_code_is_worth_one_board_and_a_wrong_one_none(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker, begin=False) as one:
        used = replace(one.device.settings, board="b2", key=Ed25519PrivateKey.generate())
        assert (await answer_to(Device(used))).startswith("refused")
        wrong = replace(used, board="b3", code="2222222222")
        assert (await answer_to(Device(wrong))).startswith("refused")


async def test_a_board_that_asks_again_before_it_has_heard_is_told_the_same(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker, begin=False) as one:
        await one.stop_board()
        assert await answer_to(Device(one.device.settings)) == "paired"


async def test_a_board_asks_until_the_hall_listens(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker, begin=False) as one:
        ask = requests.PairBoard(id=one.ada.next_id(), name="Second")
        code = (await one.ada.expect(notices.PairingCode, ask)).code
        await broker.kill()
        second = replace(one.device.settings, board="b2", key=Ed25519PrivateKey.generate(), code=code)
        told = asyncio.create_task(answer_to(Device(second)))
        await broker.start()
        assert await told == "paired"


async def test_nobody_pairs_a_board_of_somebody_else(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker, begin=False) as one:
        ask = requests.PairBoard(id=one.bob.next_id(), name="Mine now")
        code = (await one.bob.expect(notices.PairingCode, ask)).code
        thief = replace(one.device.settings, key=Ed25519PrivateKey.generate(), code=code)
        await one.stop_board()
        assert "somebody else" in await answer_to(Device(thief))


async def test_a_board_that_was_given_up_counts_for_nothing(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker) as one:
        await one.throw("T20")
        revoke = requests.RevokeBoard(id=one.ada.next_id(), board="b1")
        await one.bob.refused(requests.RevokeBoard(id=one.bob.next_id(), board="b1"), "unknown_board")
        await one.ada.expect(notices.Done, revoke)
        await one.device.until(lambda: any(command.get("type") == "revoked" for command in one.device.heard))
        await one.say(ReportKind.THROW, "T19")
        state = await one.until(lambda state: not state.boards)
        assert one.scores() == (241, 301)
        assert state.to_act == 0
        boards = await one.ada.expect(notices.Boards, requests.ListBoards(id=one.ada.next_id()))
        assert boards.boards == ()


async def test_a_seat_throws_at_a_board_of_who_sits_in_the_room_only(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker, begin=False, options={"board_seats": "all"}) as one:
        async with await guest(one.app, "Cid") as cid:
            use = requests.UseBoard(id=cid.next_id(), room=one.room, board="b1")
            await cid.refused(use, "not_a_player")
            other = await cid.create(game="x01", options={"board_seats": "0"})
            await cid.refused(requests.UseBoard(id=cid.next_id(), room=other.room, board="b1"), "unknown_board")
            plain = await cid.create(game="nine_ball")
            await cid.refused(requests.UseBoard(id=cid.next_id(), room=plain.room, board="b1"), "no_boards")
        await one.bob.join(one.invite)
        await one.bob.expect(notices.Done, requests.UseBoard(id=one.bob.next_id(), room=one.room, board="b1"))


async def test_by_the_rules_of_the_page_a_broker_lets_a_board_speak_under_its_own_id_only(tmp_path: Path) -> None:
    (tmp_path / "acl").write_text(
        "topic readwrite test/#\npattern write darts/v1/%c/event\npattern read darts/v1/%c/cmd\n"
        "topic read darts/v1/+/event\n",
        encoding="utf-8",
    )
    broker = Mosquitto(tmp_path, f"allow_anonymous true\nacl_file {tmp_path / 'acl'}")
    await broker.start()
    try:
        heard = hear(broker, "darts/v1/+/event", "test/end")
        first = asyncio.ensure_future(anext(heard))
        async with aiomqtt.Client("127.0.0.1", broker.port, identifier="b1") as client:
            while not first.done():  # until the listener has subscribed
                await client.publish("darts/v1/b1/event", b'{"own":true}', qos=1)
                await client.publish("darts/v1/b2/event", b'{"own":false}', qos=1)
            await client.publish("test/end", b"{}", qos=1)
        topics = {(await first)[0]}
        async with asyncio.timeout(15):
            async for topic, _, _ in heard:
                topics.add(topic)
                if topic == "test/end":
                    break
        await heard.aclose()  # type: ignore[attr-defined]
        assert topics == {"darts/v1/b1/event", "test/end"}
    finally:
        await broker.kill()
