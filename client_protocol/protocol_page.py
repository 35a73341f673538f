"""The page docs/protocol.md, from the structs: every message with its fields, bounds and units, codes and examples."""

from __future__ import annotations

import inspect
import json
from typing import Final

from client_protocol import close_codes, refusals, trace_layout
from client_protocol.codec import MAX_MESSAGE_BYTES, MAX_REQUEST_BYTES
from client_protocol.protocol_examples import write_examples
from client_protocol.schema import Schema, build_schema
from client_protocol.version import OLDEST_ACCEPTED, PROTOCOL, SUBPROTOCOLS

_INTRO: Final = f"""\
# The wire

Generated from the structs in `client_protocol/` by `cuehall schema --write`; not for editing. The same content for
machines: `cuehall schema` prints a JSON Schema, `cuehall schema --typescript` the types of the page.

One WebSocket at `/ws` carries everything, as `{SUBPROTOCOLS[0]}` (binary frames, MessagePack) or
`{SUBPROTOCOLS[1]}` (text frames, JSON); the client asks for one of them in the handshake. Both hold the same
messages, one a frame: an object whose `type` names the message. In JSON, bytes are base64. Requests may have
{MAX_REQUEST_BYTES:,} bytes, messages of the server {MAX_MESSAGE_BYTES:,}. Version {PROTOCOL}; a server accepts
clients down to version {OLDEST_ACCEPTED}.

- **Strict.** Unknown fields, unknown types, keys that stand twice, NaN, infinities and numbers outside the bounds
  below are refused with a code and the path of the field. A field that holds its default may be left out, and the
  server leaves it out.
- **Requests and replies.** A client numbers its requests (`id`), growing within its session; each gets exactly one
  reply with that `id`: the one named below, `ok`, or `refused`. A client that lost the connection before the reply
  sends the same request with the same `id` again after `hello`; only `show_aim` is never answered. A program that
  takes up a session by its token goes on above the numbers used before, for instance from the time in milliseconds.
  What was done already is not done again: `create_room` sent twice opens one room, and an action counts once, even
  where the server has been restarted in between. Only a room whose opening was never answered may then be opened a
  second time; the first stays empty and closes by itself. `invite_bot` is the exception: each one that is
  answered `ok` sends a bot, as long as more seats are free than bots are on their way.
- **Notices.** What happens in a room is told to everybody in it, numbered `n` without gaps. A `snapshot` holds the
  whole state, the others what changed. Each field of a `delta` replaces the field of the state whole; a field that
  is missing stays. Following the deltas gives the same state as the next snapshot, bit for bit.
- **Coming back.** `hello` with the token of the last `welcome`, then `resume_room` with the last `n` seen: the
  missed notices follow, or a snapshot where the server no longer keeps them. A gap in `n` is closed the same way.
- **Turns.** An action names the `turn` it answers. The turn grows by one with every accepted action, so a late,
  repeated or resent action is refused (`stale_turn`) and never counts twice.
- **Time.** Times are the server's, in seconds. A shot is shown until `plays_until`; the clock, the options and the
  next stroke start then, or as soon as every seated player has sent `skip_playback`.
- **Chance.** `commitment` is the SHA-256 of the match's 32-byte key, in hexadecimal, known before the first action;
  the `key` itself is in the state once the match is over. Every draw is made under it, by name.
- **Slow readers.** A client that does not read its frames first loses live aims, then is closed with a code and may
  resume.

Lengths are in metres in the frame of the table: origin in its centre, x to the foot cushion, y to the breaker's left;
angles in radians counter-clockwise from +x. Points of the dart board are in millimetres from its centre, y up.
"""


def write_page() -> str:
    """The whole page."""
    parts: Schema = build_schema()["$defs"]
    requests, messages = _names(parts["AnyRequest"]), _names(parts["AnyMessage"])
    values = [name for name in parts if name not in {"AnyRequest", "AnyMessage", *requests, *messages}]
    sections = [
        _INTRO,
        "## A session, step by step\n\n" + write_examples(),
        "## Requests\n\n" + "\n".join(_write_struct(name, parts[name]) for name in requests),
        "## Messages of the server\n\n" + "\n".join(_write_struct(name, parts[name]) for name in messages),
        "## Values\n\n" + "\n".join(_write_struct(name, parts[name]) for name in values),
        _write_refusals(),
        "## Close codes\n\n"
        + "\n".join(f"- `{int(code)}`: {text}" for code, text in close_codes.MEANINGS.items())
        + "\n",
        "## The trace of a shot\n\n" + (inspect.getdoc(trace_layout) or "") + "\n",
    ]
    return "\n".join(sections)


def _names(union: Schema) -> list[str]:
    return [str(one["$ref"]).rpartition("/")[2] for one in union["anyOf"]]


def _write_struct(name: str, part: Schema) -> str:
    """One struct or enum: heading, sentence, table of its fields."""
    fields = part.get("properties", {})
    kind = fields.get("type", {}).get("enum", [None])[0]
    title = f"### `{kind}`" if kind else f"### {name}"
    lines = [title, "", part.get("description", ""), ""]
    if "enum" in part:
        return "\n".join([*lines[:3], "", "One of " + ", ".join(f"`{value}`" for value in part["enum"]) + ".", ""])
    rows = [_write_field(key, field, key in part["required"]) for key, field in fields.items() if key != "type"]
    if rows:
        lines += ["| field | type | default | meaning |", "|---|---|---|---|", *rows, ""]
    return "\n".join(lines)


def _write_field(name: str, field: Schema, is_required: bool) -> str:
    default = "required" if is_required else f"`{_show(field['default'])}`" if "default" in field else "unchanged"
    meaning = dict.fromkeys(_meanings(field))
    return f"| `{name}` | {_type_of(field)} | {default} | {'; '.join(meaning)} |"


def _show(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _meanings(part: Schema) -> list[str]:
    """Descriptions of a field and of what it is made of."""
    found = [part["description"]] if "description" in part else []
    for key in ("anyOf", "prefixItems"):
        for one in part.get(key, []):
            found += _meanings(one)
    for key in ("items", "additionalProperties"):
        if isinstance(part.get(key), dict):
            found += _meanings(part[key])
    return found


def _type_of(part: Schema) -> str:
    """A type in words, with its bounds."""
    if "$ref" in part:
        name = str(part["$ref"]).rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in part:
        return " or ".join(_type_of(one) for one in part["anyOf"])
    match part["type"]:
        case "object":
            return f"object of {_type_of(part['additionalProperties'])}"
        case "array" if "prefixItems" in part:
            return "[" + ", ".join(_type_of(one) for one in part["prefixItems"]) + "]"
        case "array":
            return f"list of {_type_of(part['items'])}"
        case "integer" | "number" as kind:
            least = part["minimum"]
            most = part["exclusiveMaximum"] - 1 if "exclusiveMaximum" in part else part["maximum"]
            return f"{kind} {_number(least)} … {_number(most)}"
        case "string" if "contentEncoding" in part:
            return "bytes"
        case "string":
            lengths = f" of {part.get('minLength', 0)}–{part['maxLength']} characters" if "maxLength" in part else ""
            pattern = f" `{_plain(part['pattern'])}`" if "pattern" in part else ""
            return f"text{lengths}{pattern}"
        case kind:
            return str(kind)


def _plain(pattern: str) -> str:
    """A pattern for people: without the guard against a line end, and safe in a table."""
    return pattern.replace("(?!\\n)", "").replace("|", "\\|")


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"


def _write_refusals() -> str:
    groups = {
        "The message could not be read": refusals.WIRE,
        "The connection": refusals.CONNECTION,
        "Rooms, seats and settings": refusals.ROOMS,
        "The table": refusals.TABLE,
    }
    lines = ["## Refusal codes", ""]
    for title, codes in groups.items():
        lines += [f"### {title}", "", "| code | meaning |", "|---|---|"]
        lines += [f"| `{code}` | {text} |" for code, text in codes.items()]
        lines.append("")
    return "\n".join(lines)
