"""Whatever somebody sends: a refusal with code and path, the room unharmed, the connection kept unless it is abuse."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from client_protocol import notices, requests
from client_protocol.values import Role
from client_protocol.version import Encoding
from tests.server.halls import Match, Wire, begin_match, dial, guest, open_hall

VALID: dict[str, dict[str, Any]] = {
    "hello": {"protocol": 1, "name": "Ada"},
    "ping": {},
    "list_games": {},
    "list_rooms": {},
    "create_room": {"game": "nine_ball"},
    "join_room": {"invite": "abcdef"},
    "resume_room": {"room": "abcdef"},
    "leave_room": {"room": "abcdef"},
    "invite_bot": {"room": "abcdef"},
    "pair_board": {"name": "Cellar"},
    "list_boards": {},
    "revoke_board": {"board": "b1"},
    "use_board": {"room": "abcdef", "board": "b1"},
    "take_shot": {"room": "abcdef", "turn": 0, "stroke": {"ball": "c", "aim": 0.0, "speed": 1.0}},
    "play_lag": {"room": "abcdef", "turn": 0, "stroke": {"ball": "c", "aim": 0.0, "speed": 1.0}},
    "place_ball": {"room": "abcdef", "turn": 0, "ball": "c", "at": [0.0, 0.0]},
    "choose_option": {"room": "abcdef", "turn": 0, "option": "BREAK"},
    "throw_dart": {"room": "abcdef", "turn": 0, "dart": 1, "aim": [0.0, 0.0]},
    "pass_darts": {"room": "abcdef", "turn": 0},
    "correct_dart": {"room": "abcdef", "turn": 0, "number": 1, "segment": "T20"},
    "delete_dart": {"room": "abcdef", "turn": 0, "number": 1},
    "insert_dart": {"room": "abcdef", "turn": 0, "number": 0, "segment": "OB"},
    "refuse_correction": {"room": "abcdef", "turn": 0},
    "confirm_darts": {"room": "abcdef", "turn": 0},
    "ask_extension": {"room": "abcdef", "turn": 0},
    "concede": {"room": "abcdef", "turn": 0},
    "skip_playback": {"room": "abcdef", "turn": 0},
    "ready": {"room": "abcdef", "rules": "ab12"},
    "list_positions": {"room": "abcdef"},
    "claim_forfeit": {"room": "abcdef", "seat": 0},
    "protest": {"room": "abcdef", "turn": 0, "against": 0},
    "take_time_out": {"room": "abcdef", "turn": 0},
    "end_time_out": {"room": "abcdef", "turn": 0},
    "agree_to_go_on": {"room": "abcdef", "turn": 0},
    "officiate": {"room": "abcdef", "turn": 0, "do": "suspend"},
    "show_aim": {"room": "abcdef", "turn": 0, "ball": "c", "aim": 0.0},
}
WRONG_TYPES: tuple[Any, ...] = (None, [], {}, [[]], b"\x00", "\U0001f600" * 50, {"a": 1}, True, -1, 2**63, 1e308)
UNREADABLE = {
    "malformed", "too_large", "too_deep", "duplicate_key", "unknown_type", "unknown_field", "missing_field",
    "wrong_type", "out_of_range",
}  # fmt: skip


def test_every_request_has_an_example() -> None:
    union: Any = requests.AnyRequest
    assert set(VALID) == {kind.__struct_config__.tag for kind in union.__args__}


async def refused_raw(wire: Wire, data: bytes) -> notices.Refused:
    """What the server answers to some bytes; it must be a refusal."""
    start = len(wire.heard)
    await wire.send_raw(data)
    answer = await wire.until(lambda told: isinstance(told, notices.Refused), start)
    assert isinstance(answer, notices.Refused)
    return answer


async def stays_unharmed(match: Match) -> None:
    """Everybody in the room still plays on."""
    before = match.state
    after = await match.refresh()
    assert (after.turn, after.cue, after.sides) == (before.turn, before.cue, before.sides)


async def test_every_field_of_every_message_refuses_every_wrong_type(tmp_path: Path) -> None:
    async with open_hall(tmp_path, lobby_rate=1e5, action_rate=1e5, create_rate=1e5) as app:
        match = await begin_match(app)
        for tag, fields in VALID.items():
            async with await guest(app) as wire:
                for name in ["id", *fields] if tag != "show_aim" else list(fields):
                    for number, wrong in enumerate(_wrong_for(tag, name, fields.get(name))):
                        message = {"type": tag, **({} if tag == "show_aim" else {"id": number}), **fields, name: wrong}
                        if number % 20 == 19:
                            await _regain_patience(wire)
                        answer = await refused_raw(wire, msgpack.packb(message))
                        assert answer.code in UNREADABLE, (message, answer)
                        assert answer.path is not None
                        assert answer.path.startswith("$."), (message, answer)
                        if name != "id" and tag != "show_aim":
                            assert answer.id == number
        await stays_unharmed(match)


async def _regain_patience(wire: Wire) -> None:
    assert isinstance(await wire.ask(requests.Ping(id=wire.next_id())), notices.Pong)


def _wrong_for(tag: str, name: str, right: Any) -> list[Any]:
    """Values that this field cannot have."""
    wrong = [value for value in WRONG_TYPES if type(value) is not type(right) or isinstance(right, str | int)]
    if name == "name":
        wrong = [value for value in wrong if value is not None]
    if name in ("invite", "preset", "table") or (name, tag) == ("board", "use_board"):
        wrong = [value for value in wrong if value is not None]
    if isinstance(right, float):
        wrong = [math.nan, math.inf, -math.inf, 1e308, -1e308, "1", None, [1.0], True]
    if isinstance(right, list):
        wrong = [[], [0.0], [0.0, 0.0, 0.0], [math.nan, 0.0], [math.inf, 0.0], ["a", 0.0], {}, None]
    if name == "id":
        wrong = [None, -1, 2**53 + 1, 1.5, "1", [], True]
    if name == "turn":
        wrong = [None, -1, 2**53 + 1, 1.5, math.nan, "1", [], True]
    if name == "protocol":
        wrong = [None, 0, -1, 1001, 1.5, "1", True]
    return wrong


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, 1e300])
@pytest.mark.parametrize("path", ["aim", "speed", "elevation", "tip"])
async def test_a_stroke_of_impossible_numbers_is_refused_with_its_path(
    tmp_path: Path, path: str, number: float
) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        wire = match.to_act
        stroke: dict[str, Any] = {"ball": "c", "aim": 0.0, "speed": 1.0, path: number if path != "tip" else [0, number]}
        message = {"type": "take_shot", "id": 77, "room": match.room, "turn": match.state.turn, "stroke": stroke}
        answer = await refused_raw(wire, msgpack.packb(message))
        assert answer.code == "out_of_range"
        assert answer.path is not None
        assert answer.path.startswith(f"$.stroke.{path}")
        assert answer.id == 77
        await stays_unharmed(match)


async def test_what_is_no_message_at_all_is_refused_and_the_connection_kept(tmp_path: Path) -> None:
    nested_lists, nested_maps = b"\x91" * 100_000, b"\x81\xa1a" * 40_000
    for encoding in Encoding:
        async with open_hall(tmp_path) as app:
            match = await begin_match(app)
            async with await dial(app, encoding) as wire:
                await wire.hello("Eve")
                for data in (
                    b"",
                    b"\xc1",
                    b"{",
                    b"null" if encoding is Encoding.JSON else b"\xc0",
                    nested_lists if encoding is Encoding.MSGPACK else b"[" * 100_000,
                    nested_lists[:15_000] if encoding is Encoding.MSGPACK else b"[" * 15_000,
                    nested_maps[:15_000] if encoding is Encoding.MSGPACK else b'{"a":' * 3_000,
                    b"x" * 200_000,
                    msgpack.packb({"type": "no_such_thing", "id": 3}),
                    json.dumps({"type": "no_such_thing", "id": 3}).encode(),
                    msgpack.packb({"type": "ping", "id": 3, "more": 1}),
                    msgpack.packb({"id": 3}),
                    msgpack.packb([1, 2, 3]),
                    "\ud800".encode("utf-8", "surrogatepass"),
                ):
                    if encoding is Encoding.JSON:
                        start = len(wire.heard)
                        try:
                            await wire.socket.send(data.decode("utf-8", "replace"))
                        except UnicodeError:
                            continue
                        answer = await wire.until(lambda told: isinstance(told, notices.Refused), start)
                    else:
                        answer = await refused_raw(wire, data)
                    assert isinstance(answer, notices.Refused)
                    assert answer.code in UNREADABLE
                assert isinstance(await wire.ask(requests.Ping(id=wire.next_id())), notices.Pong)
            await stays_unharmed(match)


async def test_a_message_beyond_the_frame_limit_closes_that_connection_only(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        async with await guest(app) as wire:
            await wire.send_raw(b"x" * 300_000)
            assert (await wire.until_closed())[0] == 1009
        await stays_unharmed(match)


async def test_who_sends_nonsense_without_end_is_cut_off_with_a_reason(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        async with await guest(app) as wire:
            for _ in range(150):
                await wire.send_raw(b"\xc1")
            code, reason = await wire.until_closed()
            assert (code, reason) == (4003, "too many messages that cannot be read or come too fast")
            refusals = [told for told in wire.heard if isinstance(told, notices.Refused)]
            assert 90 <= len(refusals) <= 110
        await stays_unharmed(match)


async def test_asking_too_fast_is_answered_each_time(tmp_path: Path) -> None:
    async with open_hall(tmp_path, lobby_rate=5) as app, await guest(app) as wire:
        numbers = [wire.next_id() for _ in range(40)]
        for number in numbers:
            await wire.send(requests.Ping(id=number))
        answers = [await wire.reply(number) for number in numbers]
        passed = [answer for answer in answers if isinstance(answer, notices.Pong)]
        slowed = [answer for answer in answers if isinstance(answer, notices.Refused)]
        assert len(passed) + len(slowed) == 40
        assert 10 <= len(passed) < 20
        assert {answer.code for answer in slowed} == {"too_fast"}


async def test_before_hello_nothing_is_answered_but_hello(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        async with await dial(app) as wire:
            number = 1000
            for tag, fields in VALID.items():
                if tag in ("hello", "show_aim"):
                    continue
                number += 1
                message = {"type": tag, "id": number, **fields, **({"room": match.room} if "room" in fields else {})}
                assert (await refused_raw(wire, msgpack.packb(message))).code == "hello_first"
            await wire.send_raw(msgpack.packb({"type": "show_aim", **VALID["show_aim"], "room": match.room}))
            await match.to_act.expect(notices.Done, match.shot(match.to_act))
            await match.waiting.notice(notices.ShotPlayed)
            await wire.hello("Late")
            assert not any(isinstance(told, notices.Notice | notices.AimShown) for told in wire.heard)


async def test_who_does_not_say_hello_is_cut(tmp_path: Path) -> None:
    async with open_hall(tmp_path, hello_seconds=0.05) as app, await dial(app) as wire:
        assert await wire.until_closed() == (4004, "no hello in time")


@pytest.mark.parametrize(
    ("hello", "code", "path"),
    [
        ({"protocol": 999, "name": "Ada"}, "unsupported_protocol", "$.protocol"),
        ({"protocol": 1}, "bad_name", "$.name"),
        ({"protocol": 1, "name": "A\u00adB"}, "bad_name", "$.name"),
        ({"protocol": 1, "token": "x" * 32}, "unknown_token", "$.token"),
    ],
)
async def test_a_hello_that_is_not_accepted_may_be_said_again(
    tmp_path: Path, hello: dict[str, Any], code: str, path: str
) -> None:
    async with open_hall(tmp_path) as app, await dial(app) as wire:
        answer = await wire.ask(requests.Hello(id=wire.next_id(), **hello))
        assert isinstance(answer, notices.Refused)
        assert (answer.code, answer.path) == (code, path)
        await wire.hello("Ada")
        await wire.refused(requests.Hello(id=wire.next_id(), protocol=1, name="Ada"), "hello_twice")


async def test_a_wrong_token_takes_nothing_from_its_owner(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        owner = match.to_act
        await owner.cut()
        async with await dial(app) as thief:
            for guess in (owner.token[1:] + owner.token[0], "A" * 32, owner.person * 2):
                ask = requests.Hello(id=thief.next_id(), protocol=1, token=guess)
                await thief.refused(ask, "unknown_token")
            await thief.hello("Eve")
            await thief.refused(requests.ResumeRoom(id=thief.next_id(), room=match.room), "not_in_room")
            async with await dial(app) as back:
                await back.hello(token=owner.token)
                await back.resume(match.room)
                await back.expect(notices.Done, match.shot(back))


@pytest.mark.parametrize(
    ("settings_given", "code", "path"),
    [
        ({"game": "ludo"}, "unknown_game", "$.game"),
        ({"preset": "pub"}, "unknown_preset", "$.preset"),
        ({"table": "carom_10ft"}, "unknown_table", "$.table"),
        ({"sides": 3}, "bad_sides", "$.sides"),
        ({"options": {"no_such": 1}}, "unknown_option", "$.options.no_such"),
        ({"options": {"break_order": "sometimes"}}, "bad_option", "$.options.break_order"),
        ({"seat": 2}, "no_such_seat", "$.seat"),
    ],
)
async def test_a_room_that_cannot_be_is_refused_with_the_field(
    tmp_path: Path, settings_given: dict[str, Any], code: str, path: str
) -> None:
    async with open_hall(tmp_path) as app, await guest(app) as wire:
        ask = requests.CreateRoom(id=wire.next_id(), **{"game": "nine_ball", **settings_given})
        assert (await wire.refused(ask, code)).path == path
        assert len(app.hall) == 0


async def test_every_verb_with_another_ones_room_is_refused(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        async with await guest(app) as stranger, await guest(app) as watcher:
            await watcher.join(match.invite, role=Role.SPECTATOR)
            for tag, fields in VALID.items():
                if "room" not in fields or tag == "show_aim":
                    continue
                message = {"type": tag, **fields, "room": match.room}
                if "turn" in fields:
                    message["turn"] = match.state.turn
                answer = await refused_raw(stranger, msgpack.packb({**message, "id": stranger.next_id()}))
                assert answer.code in ("not_in_room", "not_a_player"), (tag, answer)
                if tag not in ("leave_room", "resume_room"):
                    answer = await refused_raw(watcher, msgpack.packb({**message, "id": watcher.next_id()}))
                    officials = tag in ("officiate", "list_positions")
                    assert answer.code == ("not_referee" if officials else "not_a_player"), (tag, answer)
        await stays_unharmed(match)


_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=20)
    | st.binary(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=20,
)


@st.composite
def _mutated(draw: st.DrawFn) -> bytes:
    """A valid message with something changed: a field replaced, added or dropped, or bytes flipped or cut."""
    tag = draw(st.sampled_from(sorted(VALID)))
    message: dict[str, Any] = {"type": tag, "id": draw(st.integers(0, 1000)), **VALID[tag]}
    for name in draw(st.lists(st.sampled_from([*message, "more", "stroke", "room"]), max_size=3)):
        if draw(st.booleans()):
            message[name] = draw(_json)
        else:
            message.pop(name, None)
    data = bytearray(msgpack.packb(message))
    for _ in range(draw(st.integers(0, 3))):
        if data:
            data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    return bytes(data[: draw(st.integers(0, len(data)))] if draw(st.booleans()) else data)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(frames=st.lists(_mutated() | st.binary(max_size=200), min_size=1, max_size=40))
async def test_whatever_is_sent_the_hall_lives_and_others_play_on(
    tmp_path_factory: pytest.TempPathFactory, frames: list[bytes]
) -> None:
    async with open_hall(tmp_path_factory.mktemp("hall"), lobby_rate=1e5, action_rate=1e5, create_rate=1e5) as app:
        match = await begin_match(app)
        async with await guest(app) as wire:
            for frame in frames:
                await wire.send_raw(frame)
            last = requests.Ping(id=2**53)
            await wire.send(last)
            assert isinstance(await wire.reply(2**53), notices.Pong)
        await stays_unharmed(match)


def test_the_examples_are_valid() -> None:
    decoder = msgspec.msgpack.Decoder(requests.AnyRequest)
    for tag, fields in VALID.items():
        decoder.decode(msgpack.packb({"type": tag, **({} if tag == "show_aim" else {"id": 1}), **fields}))
