"""Bytes to messages and back. The only decoder: whatever the bytes are, the answer is a message or a `Refused`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Final, TypeVar

import msgpack
import msgspec

from client_protocol.notices import AnyMessage, Refused
from client_protocol.refusals import Refusal
from client_protocol.requests import AnyRequest
from client_protocol.values import RequestId
from client_protocol.version import Encoding

MAX_REQUEST_BYTES: Final = 16 * 1024
"""Longest request, in bytes of its encoding."""

MAX_MESSAGE_BYTES: Final = 256 * 1024
"""Longest message of the server, in bytes of its encoding; also the bound of an outbox."""

_Decoded = TypeVar("_Decoded")
_Decoder = msgspec.msgpack.Decoder[_Decoded] | msgspec.json.Decoder[_Decoded]


class Unreadable(Refused, frozen=True, tag="refused"):
    """Bytes of a server that are no message; never sent, unlike the `Refused` that a server sends."""


class _OnlyId(msgspec.Struct):
    """What is read of a broken request, so that its refusal can be told apart."""

    id: RequestId | None = None


_PACK = msgspec.msgpack.Encoder()
_WRITE = msgspec.json.Encoder()
_REQUESTS: Final[dict[Encoding, _Decoder[AnyRequest]]] = {
    Encoding.MSGPACK: msgspec.msgpack.Decoder(AnyRequest),
    Encoding.JSON: msgspec.json.Decoder(AnyRequest),
}
_MESSAGES: Final[dict[Encoding, _Decoder[AnyMessage]]] = {
    Encoding.MSGPACK: msgspec.msgpack.Decoder(AnyMessage),
    Encoding.JSON: msgspec.json.Decoder(AnyMessage),
}
_IDS: Final[dict[Encoding, _Decoder[_OnlyId]]] = {
    Encoding.MSGPACK: msgspec.msgpack.Decoder(_OnlyId),
    Encoding.JSON: msgspec.json.Decoder(_OnlyId),
}

_PLACE = re.compile(r" - at (?:`key` in )?`(\$[^`]*)`$")
_FIELD = re.compile(r"^Object (?:contains unknown|missing required) field `([^`]*)`")


def encode(message: AnyRequest | AnyMessage, encoding: Encoding = Encoding.MSGPACK) -> bytes:
    """The bytes of one message; for JSON they are UTF-8 and travel in a text frame."""
    if encoding is Encoding.MSGPACK:
        return _PACK.encode(message)
    return _WRITE.encode(message)


def decode_request(frame: bytes | str, encoding: Encoding = Encoding.MSGPACK) -> AnyRequest | Refused:
    """What a client said, or why it cannot be read. Never raises."""
    data = _to_bytes(frame, encoding, MAX_REQUEST_BYTES)
    if isinstance(data, Refused):
        return data
    try:
        request = _REQUESTS[encoding].decode(data)
    except (ValueError, OverflowError, RecursionError) as error:
        return _explain(error, data, encoding)
    repeated = _find_repeated_key(data, encoding)
    if repeated is None:
        return request
    return _refuse(Refusal.DUPLICATE_KEY, f"The key `{repeated}` stands twice", data, encoding, f"$..{repeated}")


def decode_message(frame: bytes | str, encoding: Encoding = Encoding.MSGPACK) -> AnyMessage | Unreadable:
    """What a server said, or why it cannot be read. Never raises."""
    data = _to_bytes(frame, encoding, MAX_MESSAGE_BYTES)
    if isinstance(data, Refused):
        return Unreadable(code=data.code, text=data.text)
    try:
        return _MESSAGES[encoding].decode(data)
    except (ValueError, OverflowError, RecursionError) as error:
        refused = _explain(error, data, encoding)
        return Unreadable(code=refused.code, text=refused.text, path=refused.path)


def _to_bytes(frame: bytes | str, encoding: Encoding, limit: int) -> bytes | Refused:
    """The frame's bytes, if it is of the right kind and not too long."""
    if len(frame) > limit:
        return Refused(code=Refusal.TOO_LARGE, text=f"A message may have {limit} bytes")
    if isinstance(frame, bytes):
        return frame
    if encoding is Encoding.MSGPACK:
        return Refused(code=Refusal.MALFORMED, text="MessagePack travels in binary frames")
    try:
        data = frame.encode()
    except UnicodeEncodeError:
        return Refused(code=Refusal.MALFORMED, text="The text is not Unicode")
    if len(data) > limit:
        return Refused(code=Refusal.TOO_LARGE, text=f"A message may have {limit} bytes")
    return data


def _explain(error: Exception, data: bytes, encoding: Encoding) -> Refused:
    """The refusal for what a decoder raised."""
    if isinstance(error, RecursionError):
        return _refuse(Refusal.TOO_DEEP, "Nested too deeply", data, encoding, path="$")
    if isinstance(error, msgspec.ValidationError):
        return _refuse_content(str(error), data, encoding)
    return _refuse(Refusal.MALFORMED, str(error), data, encoding)


def _refuse_content(text: str, data: bytes, encoding: Encoding) -> Refused:
    """Refuse well-formed bytes that are no message, with the JSON path of what is wrong."""
    place = _PLACE.search(text)
    path = place.group(1) if place else "$"
    sentence = text[: place.start()] if place else text
    code = _classify(sentence, path)
    field = _FIELD.match(sentence)
    if field:
        path = f"{path}.{field.group(1)}"
    if "matching regex" in sentence:
        sentence = "The text has not the required form"
    return _refuse(code, sentence, data, encoding, path)


def _classify(sentence: str, path: str) -> Refusal:
    """The code for one of msgspec's sentences."""
    if sentence.startswith("Object contains unknown field"):
        return Refusal.UNKNOWN_FIELD
    if sentence.startswith("Object missing required field"):
        return Refusal.MISSING_FIELD
    if sentence.startswith("Invalid value") and path == "$.type":
        return Refusal.UNKNOWN_TYPE
    if re.search(r" [<>]=? |out of range|of length", sentence):
        return Refusal.OUT_OF_RANGE
    return Refusal.WRONG_TYPE


def _refuse(code: Refusal, text: str, data: bytes, encoding: Encoding, path: str | None = None) -> Refused:
    return Refused(code=code, text=_shorten(text), id=_read_id(data, encoding), path=path and _shorten(path))


def _shorten(text: str) -> str:
    """At most 200 characters: the sentence may quote what the client sent."""
    return text if len(text) <= 200 else text[:199] + "…"


def _read_id(data: bytes, encoding: Encoding) -> int | None:
    """The request's id, where so much of it can be read."""
    try:
        return _IDS[encoding].decode(data).id
    except (ValueError, OverflowError, RecursionError):
        return None


class _RepeatedKeyError(Exception):
    """Carries the repeated key out of the parser's hook."""


def _check_keys(pairs: Iterable[tuple[object, object]]) -> None:
    seen: set[object] = set()
    for key, _ in pairs:
        if key in seen:
            raise _RepeatedKeyError(key)
        seen.add(key)


def _find_repeated_key(data: bytes, encoding: Encoding) -> str | None:
    """A key that stands twice in one object; msgspec silently takes the last one. `data` decoded well before."""
    try:
        if encoding is Encoding.MSGPACK:
            msgpack.unpackb(data, object_pairs_hook=_check_keys)
        else:
            json.loads(data, object_pairs_hook=_check_keys)
    except _RepeatedKeyError as error:
        return str(error)
    return None
