"""JSON Schema of the wire, both directions, from the structs."""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec

from client_protocol.notices import AnyMessage
from client_protocol.requests import AnyRequest
from client_protocol.version import PROTOCOL

Schema = dict[str, Any]
"""A JSON Schema, or a part of one."""

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def build_schema() -> Schema:
    """The whole wire: `$defs` holds every struct, and `AnyRequest` and `AnyMessage`, the two unions.

    It describes the JSON encoding; in MessagePack the fields with `contentEncoding` are byte strings.
    """
    (requests, messages), parts = msgspec.json.schema_components(
        [AnyRequest, AnyMessage], ref_template="#/$defs/{name}"
    )
    requests["description"] = "What a client may say."
    messages["description"] = "What the server says."
    return {
        "$schema": DIALECT,
        "title": f"Cuehall protocol {PROTOCOL}",
        "anyOf": [{"$ref": "#/$defs/AnyRequest"}, {"$ref": "#/$defs/AnyMessage"}],
        "$defs": {"AnyRequest": requests, "AnyMessage": messages, **parts},
    }


def write_schema() -> str:
    """The schema as text, the same for the same structs."""
    return json.dumps(build_schema(), indent=2, ensure_ascii=False) + "\n"
