"""The codec: any bytes are a message or a refusal, and what it writes it reads back."""

import json
import math
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from client_protocol.codec import MAX_REQUEST_BYTES, decode_message, decode_request, encode
from client_protocol.notices import AnyMessage, Done, Refused, ShotPlayed
from client_protocol.refusals import MEANINGS, WIRE, Refusal
from client_protocol.requests import AnyRequest, Hello, Ping, TakeShot
from client_protocol.values import Stroke
from client_protocol.version import Encoding
from tests.client_protocol.messages import MESSAGES, REQUESTS

SHOT = {
    "type": "take_shot",
    "id": 7,
    "room": "room01",
    "turn": 3,
    "stroke": {"ball": "c", "aim": 0.5, "speed": 2.0},
}
ENCODINGS = st.sampled_from(list(Encoding))


def write(value: Any, encoding: Encoding = Encoding.MSGPACK) -> bytes:
    """Bytes by the independent codec of each encoding."""
    packed: bytes = msgpack.packb(value) if encoding is Encoding.MSGPACK else json.dumps(value).encode()
    return packed


def with_value(path: str, value: Any) -> dict[str, Any]:
    """The shot with one field changed."""
    shot: dict[str, Any] = json.loads(json.dumps(SHOT))
    place = shot
    *outer, last = path.split(".")
    for name in outer:
        place = place[name]
    place[last] = value
    return shot


@given(REQUESTS, ENCODINGS)
def test_a_request_is_read_as_it_was_written(request_: AnyRequest, encoding: Encoding) -> None:
    assert decode_request(encode(request_, encoding), encoding) == request_


@given(MESSAGES, ENCODINGS)
def test_a_message_is_read_as_it_was_written(message: AnyMessage, encoding: Encoding) -> None:
    assert decode_message(encode(message, encoding), encoding) == message


@given(MESSAGES)
def test_the_independent_msgpack_reads_and_writes_the_same_content(message: AnyMessage) -> None:
    content = msgpack.unpackb(encode(message))
    assert content == msgspec.msgpack.decode(encode(message))
    assert decode_message(msgpack.packb(content)) == message


@given(REQUESTS)
def test_what_the_independent_msgpack_writes_is_read(request_: AnyRequest) -> None:
    assert decode_request(msgpack.packb(msgpack.unpackb(encode(request_)))) == request_


@given(st.binary(max_size=400) | st.text(max_size=200), ENCODINGS)
def test_any_bytes_are_a_message_or_a_refusal(frame: bytes | str, encoding: Encoding) -> None:
    for answer in (decode_request(frame, encoding), decode_message(frame, encoding)):
        assert isinstance(answer, msgspec.Struct)
        if isinstance(answer, Refused) and frame not in (b"", ""):
            assert answer.code in WIRE or answer.code in MEANINGS


@given(REQUESTS, ENCODINGS, st.data())
def test_changed_bytes_are_a_message_or_a_refusal(
    request_: AnyRequest, encoding: Encoding, data: st.DataObject
) -> None:
    frame = bytearray(encode(request_, encoding))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(frame) - 1))
        change = data.draw(st.sampled_from(["set", "cut", "grow"]))
        if change == "set":
            frame[place] = data.draw(st.integers(0, 255))
        elif change == "cut" and len(frame) > 1:
            del frame[place]
        else:
            frame[place:place] = data.draw(st.binary(min_size=1, max_size=4))
    answer = decode_request(bytes(frame), encoding)
    assert isinstance(answer, msgspec.Struct)
    if isinstance(answer, Refused):
        assert answer.code in WIRE
        encode(answer, encoding)


_TREES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
)


@given(st.sampled_from(["id", "room", "turn", "stroke", "stroke.aim", "stroke.tip", "call", "safety", "type"]), _TREES)
def test_any_value_in_any_field_is_a_shot_or_a_refusal_with_its_path(path: str, value: Any) -> None:
    answer = decode_request(write(with_value(path, value)))
    if isinstance(answer, Refused):
        assert answer.code in WIRE
        assert answer.path is not None
        assert answer.path.startswith("$")
    else:
        assert isinstance(answer, msgspec.Struct)


@pytest.mark.parametrize("encoding", list(Encoding))
@pytest.mark.parametrize(
    ("content", "code", "path", "read_id"),
    [
        ({}, Refusal.MISSING_FIELD, "$.type", None),
        ([], Refusal.WRONG_TYPE, "$", None),
        (None, Refusal.WRONG_TYPE, "$", None),
        ({"type": "nonsense", "id": 4}, Refusal.UNKNOWN_TYPE, "$.type", 4),
        ({"type": "welcome", "id": 4}, Refusal.UNKNOWN_TYPE, "$.type", 4),
        ({"type": "ping"}, Refusal.MISSING_FIELD, "$.id", None),
        ({"type": "ping", "id": -1}, Refusal.OUT_OF_RANGE, "$.id", None),
        ({"type": "ping", "id": 2**63}, Refusal.OUT_OF_RANGE, "$.id", None),
        ({"type": "ping", "id": "1"}, Refusal.WRONG_TYPE, "$.id", None),
        ({"type": "ping", "id": 1, "x": 0}, Refusal.UNKNOWN_FIELD, "$.x", 1),
        ({"type": "hello", "id": 1, "protocol": 1, "name": ""}, Refusal.OUT_OF_RANGE, "$.name", 1),
        ({"type": "hello", "id": 1, "protocol": 1, "name": "a\n"}, Refusal.WRONG_TYPE, "$.name", 1),
        ({"type": "hello", "id": 1, "protocol": 1, "name": "a\u202eb"}, Refusal.WRONG_TYPE, "$.name", 1),
        ({"type": "create_room", "id": 1, "game": "x01", "options": {"a": [1]}}, Refusal.WRONG_TYPE, None, 1),
        (with_value("stroke.aim", 7.5), Refusal.OUT_OF_RANGE, "$.stroke.aim", 7),
        (with_value("stroke.aim", "0"), Refusal.WRONG_TYPE, "$.stroke.aim", 7),
        (with_value("stroke.aim", True), Refusal.WRONG_TYPE, "$.stroke.aim", 7),
        (with_value("stroke.tip", [0, 2]), Refusal.OUT_OF_RANGE, "$.stroke.tip[1]", 7),
        (with_value("stroke.tip", [0]), Refusal.OUT_OF_RANGE, "$.stroke.tip", 7),
        (with_value("stroke.ball", "c\n"), Refusal.WRONG_TYPE, "$.stroke.ball", 7),
        (with_value("stroke.spin", 1), Refusal.UNKNOWN_FIELD, "$.stroke.spin", 7),
        (with_value("stroke", {"ball": "c", "speed": 1}), Refusal.MISSING_FIELD, "$.stroke.aim", 7),
        (with_value("turn", 1.5), Refusal.WRONG_TYPE, "$.turn", 7),
        (with_value("room", "no room!"), Refusal.WRONG_TYPE, "$.room", 7),
    ],
)
def test_a_refusal_names_code_path_and_id(
    encoding: Encoding, content: Any, code: Refusal, path: str | None, read_id: int | None
) -> None:
    answer = decode_request(write(content, encoding), encoding)
    assert isinstance(answer, Refused)
    assert (answer.code, answer.id) == (code, read_id)
    assert path is None or answer.path == path
    assert answer.text


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, 1e308, -1e308])
@pytest.mark.parametrize("field", ["aim", "speed", "elevation"])
def test_no_number_that_is_not_one_comes_in(field: str, number: float) -> None:
    answer = decode_request(write(with_value(f"stroke.{field}", number)))
    assert isinstance(answer, Refused)
    assert (answer.code, answer.path) == (Refusal.OUT_OF_RANGE, f"$.stroke.{field}")


@pytest.mark.parametrize("literal", ["NaN", "Infinity", "1e999", "9" * 5000, "-" + "9" * 400])
def test_json_numbers_out_of_all_bounds_are_refused(literal: str) -> None:
    answer = decode_request(json.dumps(with_value("stroke.aim", 0.0)).replace("0.0", literal), Encoding.JSON)
    assert isinstance(answer, Refused)
    assert answer.code in (Refusal.MALFORMED, Refusal.OUT_OF_RANGE)


@pytest.mark.parametrize(
    ("frame", "encoding"),
    [
        (b"\x91" * 100_000, Encoding.MSGPACK),
        (b"\x91" * 16_000, Encoding.MSGPACK),
        (b"\x81\xa1z" + b"\x91" * 16_000, Encoding.MSGPACK),
        (b"[" * 100_000, Encoding.JSON),
        (b'{"z":' + b"[" * 16_000, Encoding.JSON),
        ('{"z":' * 3_000, Encoding.JSON),
    ],
)
def test_deep_nesting_is_refused(frame: bytes | str, encoding: Encoding) -> None:
    for answer in (decode_request(frame, encoding), decode_message(frame, encoding)):
        assert isinstance(answer, Refused)
        # Newer Pythons carry deeper nesting: they come to the end of a truncated frame before they give up.
        allowed = {Refusal.TOO_DEEP, Refusal.TOO_LARGE, Refusal.WRONG_TYPE, Refusal.UNKNOWN_FIELD, Refusal.MALFORMED}
        assert answer.code in allowed


def test_deep_nesting_that_is_read_first_is_named_so() -> None:
    assert decode_request(b'{"z":' + b"[" * 16_000, Encoding.JSON) == Refused(
        code=Refusal.TOO_DEEP, text="Nested too deeply", path="$"
    )


def test_a_frame_over_the_limit_is_refused_unread() -> None:
    answer = decode_request(b" " * (MAX_REQUEST_BYTES + 1), Encoding.JSON)
    assert isinstance(answer, Refused)
    assert answer.code == Refusal.TOO_LARGE
    wide = decode_request("é" * (MAX_REQUEST_BYTES // 2 + 1), Encoding.JSON)
    assert isinstance(wide, Refused)
    assert wide.code == Refusal.TOO_LARGE


@pytest.mark.parametrize(
    ("frame", "encoding"),
    [
        (write({"type": "ping", "id": 1}) + b"\x00", Encoding.MSGPACK),
        (b'{"type":"ping","id":1} x', Encoding.JSON),
        (b"", Encoding.MSGPACK),
        (b"\xc1", Encoding.MSGPACK),
        (b"\xdf\xff\xff\xff\xff", Encoding.MSGPACK),
        (b"\x81\xa4type\xa4p\xffng", Encoding.MSGPACK),
        (b'{"type":"\xff"}', Encoding.JSON),
        ("\ud800", Encoding.JSON),
        ('{"type":"ping","id":1}', Encoding.MSGPACK),
    ],
)
def test_broken_bytes_are_malformed(frame: bytes | str, encoding: Encoding) -> None:
    answer = decode_request(frame, encoding)
    assert isinstance(answer, Refused)
    assert answer.code == Refusal.MALFORMED


@pytest.mark.parametrize(
    ("frame", "encoding", "path"),
    [
        (b"\x83\xa4type\xa4ping\xa2id\x01\xa2id\x02", Encoding.MSGPACK, "$..id"),
        (b'{"type":"ping","id":1,"type":"ping"}', Encoding.JSON, "$..type"),
        (json.dumps(SHOT).replace('"aim": 0.5', '"aim": 0.5, "aim": 0.6'), Encoding.JSON, "$..aim"),
    ],
)
def test_a_key_that_stands_twice_is_refused(frame: bytes | str, encoding: Encoding, path: str) -> None:
    answer = decode_request(frame, encoding)
    assert isinstance(answer, Refused)
    assert (answer.code, answer.path) == (Refusal.DUPLICATE_KEY, path)


def test_json_frames_may_be_text_or_bytes() -> None:
    assert decode_request('{"type":"ping","id":1}', Encoding.JSON) == Ping(id=1)
    assert decode_request(b'{"type":"ping","id":1}', Encoding.JSON) == Ping(id=1)


def test_a_field_that_is_left_out_has_its_default() -> None:
    assert decode_request(write(SHOT)) == TakeShot(id=7, room="room01", turn=3, stroke=Stroke("c", 0.5, 2.0))


def test_a_message_the_wrong_way_is_refused() -> None:
    assert isinstance(decode_message(encode(Hello(id=1, protocol=1))), Refused)
    assert isinstance(decode_request(encode(Done(id=1))), Refused)


def test_every_refusal_has_a_meaning() -> None:
    assert set(MEANINGS) == set(Refusal)
    assert all(text.endswith(".") for text in MEANINGS.values())


def test_the_trace_travels_as_bytes() -> None:
    kind = msgspec.inspect.type_info(ShotPlayed)
    assert isinstance(kind, msgspec.inspect.StructType)
    trace = next(field for field in kind.fields if field.name == "trace")
    assert isinstance(trace.type, msgspec.inspect.Metadata | msgspec.inspect.BytesType)
