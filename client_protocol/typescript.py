"""TypeScript types of the wire, from its JSON Schema."""

from __future__ import annotations

import json
from typing import Final

from client_protocol import trace_layout as layout
from client_protocol.codec import MAX_MESSAGE_BYTES, MAX_REQUEST_BYTES
from client_protocol.refusals import Refusal
from client_protocol.schema import Schema, build_schema
from client_protocol.version import PROTOCOL, SUBPROTOCOLS

_HEAD: Final = """\
// Generated from the protocol's schema by `cuehall schema --write`. Not for editing.
// A field that holds its default is left out on the wire: spread the record of `defaults` first.
"""


def write_typescript() -> str:
    """The module `protocol.gen.ts`: types of every message, defaults, refusal codes, and constants."""
    parts: Schema = build_schema()["$defs"]
    blocks = [_HEAD.rstrip(), _constants()]
    blocks += [_write_part(name, part) for name, part in parts.items()]
    blocks.append("export type RefusalCode =\n" + "\n".join(f'  | "{code}"' for code in Refusal) + ";")
    blocks.append(_defaults(parts))
    return "\n\n".join(blocks) + "\n"


def _constants() -> str:
    values = {
        "PROTOCOL": PROTOCOL,
        "SUBPROTOCOLS": list(SUBPROTOCOLS),
        "MAX_REQUEST_BYTES": MAX_REQUEST_BYTES,
        "MAX_MESSAGE_BYTES": MAX_MESSAGE_BYTES,
        "TRACE_FORMAT": layout.FORMAT,
        "TRACE_CUSHIONS": list(layout.CUSHIONS),
        "TRACE_POCKETS": list(layout.POCKETS),
    }
    return "\n".join(f"export const {name} = {json.dumps(value)} as const;" for name, value in values.items())


def _write_part(name: str, part: Schema) -> str:
    """One named type with its description."""
    lines = [f"/** {part['description']} */"] if "description" in part else []
    if part.get("type") == "object":
        lines += [f"export interface {name} {{", *_write_fields(part), "}"]
    else:
        lines.append(f"export type {name} = {_type_of(part)};")
    return "\n".join(lines)


def _write_fields(part: Schema) -> list[str]:
    required = set(part.get("required", []))
    lines = []
    for name, field in part["properties"].items():
        notes = [field["description"]] if "description" in field else []
        notes += [f"default {json.dumps(field['default'], ensure_ascii=False)}"] if "default" in field else []
        if notes:
            lines.append(f"  /** {'; '.join(notes)} */")
        lines.append(f"  readonly {name}{'' if name in required else '?'}: {_type_of(field)};")
    return lines


def _type_of(part: Schema) -> str:
    """The TypeScript type for a part of the schema."""
    if "$ref" in part:
        return str(part["$ref"]).rpartition("/")[2]
    if "enum" in part:
        return " | ".join(json.dumps(value) for value in part["enum"])
    if "anyOf" in part:
        return " | ".join(dict.fromkeys(_type_of(one) for one in part["anyOf"]))
    match part["type"]:
        case "object":
            return f"Readonly<Record<string, {_type_of(part['additionalProperties'])}>>"
        case "array" if "prefixItems" in part:
            return f"readonly [{', '.join(_type_of(one) for one in part['prefixItems'])}]"
        case "array":
            item = _type_of(part["items"])
            return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"
        case "integer" | "number":
            return "number"
        case "string" if "contentEncoding" in part:
            return "Uint8Array"
        case kind:
            return str(kind)


def _defaults(parts: Schema) -> str:
    """What the fields hold that are left out, by struct."""
    records = []
    for name, part in parts.items():
        fields = {key: field["default"] for key, field in part.get("properties", {}).items() if "default" in field}
        if fields:
            inner = ", ".join(f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items())
            records.append(f"  {name}: {{ {inner} }},")
    return (
        "/** What the fields hold that are left out, by struct. */\nexport const defaults = {\n"
        + "\n".join(records)
        + "\n} as const;"
    )
