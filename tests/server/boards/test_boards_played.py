"""Darts of a real board through real brokers: the score is never wrong, and why something counts for nothing is shown.

Sources: darts B.4, B.5, D.13 (MQT-01 to MQT-05).
"""

from __future__ import annotations

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from game.boards.reports import ReportKind
from server.boards.topics import BoardTopic, board_topic
from tests.server.boards.brokers import Broker
from tests.server.boards.tables import publish, table

EVENT = board_topic("b1", BoardTopic.EVENT)


async def test_a_board_and_a_screen_play_a_turn_each(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker) as one:
        await one.throw("T20", "S20", "M")
        await one.throw_on_screen("T20", "T20", "T20")
        assert one.scores() == (301 - 80, 301 - 180)
        assert one.darts() == [(0, "T20"), (0, "S20"), (0, "M"), (1, "T20"), (1, "T20"), (1, "T20")]
        await one.take_out()
        await one.until_armed()


async def test_mqt_01_a_retained_throw_that_arrives_on_subscribe_is_dropped_and_shown(
    tmp_path: Path, broker: Broker
) -> None:
    async with table(tmp_path, broker) as one:
        (report,) = await one.throw("S1")
        await one.close_hall()
        own = one.device.settings.key  # it is as good as the next throw could be, but for the broker's flag
        await publish(broker, EVENT, one.forged(report, own, seq=report.seq + 1, segment="T20"), retain=True)
        await one.open_hall()
        await one.until_ignored("retained")
        await one.until_armed()
        await one.throw("T19")
        assert one.scores() == (301 - 1 - 57, 301)


async def test_a_hall_that_restarts_in_a_turn_loses_no_dart_that_flew_meanwhile(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker) as one:
        await one.throw("T20")
        await one.close_hall()
        await one.say(ReportKind.THROW, "T19")
        await one.open_hall()
        await one.until(lambda state: state.sides[0].score == 301 - 117)
        await one.throw("S1")
        assert one.scores() == (301 - 118, 301)


async def test_mqt_02_a_report_delivered_twice_is_one_dart(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker) as one:
        (report,) = await one.throw("T20")
        await one.device.publish(one.device.signed(report))
        await one.until_ignored("repeated")
        await one.throw("T19")
        assert one.scores() == (301 - 117, 301)


async def test_mqt_03_darts_behind_a_gap_wait_for_the_missing_one_and_count_in_order(
    tmp_path: Path, broker: Broker
) -> None:
    async with table(tmp_path, broker) as one:
        await one.throw("S1")
        link, one.device.client = one.device.client, None  # the second dart gets lost on its way
        await one.say(ReportKind.THROW, "S2")
        one.device.client = link
        await one.say(ReportKind.THROW, "S3")
        await one.until(lambda _: len(one.darts()) == 3)
        assert one.darts() == [(0, "S1"), (0, "S2"), (0, "S3")]
        assert "board" in [state.stopped for state in one.states]
        assert one.state.stopped == ""


async def test_mqt_04_a_fourth_hit_is_not_charged_to_the_next_player(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker, options={"board_seats": "all"}) as one:
        await one.throw("S1", "S1", "S1")
        await one.say(ReportKind.THROW, "T20")
        await one.until_ignored("takeout")
        assert one.scores() == (298, 301)
        assert one.state.darts is not None
        assert (one.state.to_act, one.state.darts.dart) == (1, 1)


async def test_mqt_05_a_hit_of_the_previous_turn_is_ignored(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker) as one:
        old = one.device.armed
        await one.throw("S1", "S1", "S1")
        await one.take_out()
        await one.throw_on_screen("S1", "S1", "S1")
        await one.until_armed()
        one.device.armed, fresh = old, one.device.armed
        await one.say(ReportKind.THROW, "T20")
        await one.until_ignored("other_turn")
        one.device.armed = fresh
        await one.throw("S5")
        assert one.scores() == (293, 298)


async def test_a_hit_in_the_other_players_turn_is_ignored(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker) as one:
        await one.throw("S1", "S1", "S1")
        await one.take_out()
        await one.say(ReportKind.THROW, "T20")
        await one.until_ignored("not_armed")
        await one.throw_on_screen("S1")
        assert one.scores() == (298, 300)


async def test_forged_and_replayed_reports_are_ignored_and_told_as_alarms(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker) as one:
        (report,) = await one.throw("T20")
        thief = Ed25519PrivateKey.generate()
        await publish(broker, EVENT, one.forged(report, thief, seq=2, segment="T19"))
        await one.until_ignored("forged")
        await publish(broker, EVENT, one.device.signed(report))
        await one.until_ignored("repeated")
        own = one.device.settings.key
        await publish(broker, EVENT, one.forged(report, own, segment="T19"))
        state = await one.until_ignored("number_reused")
        assert one.scores() == (241, 301)
        assert {shown.why for shown in state.ignored if shown.alarm} == {"forged", "number_reused"}


async def test_a_board_cannot_speak_for_another_one(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker) as one:
        report = await one.say(ReportKind.STUCK_SEGMENT)
        payload = one.forged(report, one.device.settings.key, board="b2", kind=ReportKind.THROW, segment="T20", seq=2)
        await publish(broker, EVENT, payload)
        await one.until_ignored("forged")
        assert one.scores() == (301, 301)


async def test_messages_of_every_broken_kind_change_nothing(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker) as one:
        for payload in (b"", b"{", b"\xff", b"[]", b'{"v":1}', b"x" * 6000):
            await publish(broker, EVENT, payload)
        await publish(broker, "darts/v1/stranger/event", b"{}")
        await publish(broker, "darts/v1/b1/event/deeper", b"{}")
        await one.until_ignored("unreadable")
        await one.throw("T20")
        assert one.scores() == (241, 301)


async def test_a_board_that_reboots_in_a_turn_goes_on_with_it(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker) as one:
        await one.throw("T20")
        await one.restart_board()
        await one.device.until(lambda: bool(one.device.armed))
        await one.throw("T19", "S1")
        assert one.scores() == (301 - 118, 301)
        assert one.state.to_act == 1


async def test_a_broker_that_is_killed_in_a_leg_loses_no_dart(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker) as one:
        await one.throw("T20")
        await broker.kill()
        await one.say(ReportKind.THROW, "T19")
        await broker.start()
        await one.until(lambda _: len(one.darts()) == 2)
        await one.throw("S1")
        assert one.scores() == (301 - 118, 301)


async def test_without_a_broker_the_screen_plays_on(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker) as one:
        await one.throw("S1", "S1", "S1")
        await broker.kill()
        await one.throw_on_screen("T20", "T20", "T20")
        assert one.scores() == (298, 121)
        await broker.start()
        await one.take_out()
        await one.until_armed()
        await one.throw("S5")
        assert one.scores() == (293, 121)


async def test_the_button_for_the_next_player_gives_the_darts_left_up(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker) as one:
        await one.throw("S20", "S20")
        await one.say(ReportKind.BUTTON_NEXT)
        await one.until(lambda state: state.to_act == 1)
        assert one.scores() == (261, 301)


async def test_a_bust_ends_the_turn_and_a_further_hit_counts_for_nothing(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker, options={"start": 180, "rounds": 10}) as one:
        await one.throw("T20", "T20", "S20")
        await one.take_out()
        await one.throw_on_screen("S1", "S1", "S1")
        await one.until_armed()
        await one.throw("T20")  # 40 left: bust
        assert one.state.to_act == 1
        await one.say(ReportKind.THROW, "D20")
        await one.until(lambda state: bool(state.ignored))
        assert one.scores() == (40, 177)


async def test_a_stuck_segment_holds_play_up_until_it_is_quiet(tmp_path: Path, broker: Broker) -> None:
    async with table(tmp_path, broker) as one:
        await one.throw("T20")
        for _ in range(3):
            one.clock.ahead -= 0.25
            await one.say(ReportKind.THROW, "T20")
        await one.until(lambda state: state.stopped == "board")
        await one.until(lambda state: state.stopped == "")
        await one.throw("S1")
        assert one.scores() == (240, 301)
        assert {shown.why for shown in one.state.ignored} == {"stuck"}
