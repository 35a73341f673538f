"""What is generated from the structs: the schema, the page about the protocol, the types of the web page."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from typer.testing import CliRunner

from client_protocol.codec import encode
from client_protocol.notices import AnyMessage
from client_protocol.protocol_page import write_page
from client_protocol.refusals import MEANINGS
from client_protocol.requests import AnyRequest
from client_protocol.schema import build_schema, write_schema
from client_protocol.typescript import write_typescript
from client_protocol.version import Encoding
from server.cli import app
from tests.client_protocol.messages import MESSAGES, REQUESTS

ROOT = Path(__file__).parents[2]
SCHEMA = build_schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("tests/golden/protocol.schema.json", write_schema()),
        ("docs/protocol.md", write_page()),
        ("webclient/src/protocol.gen.ts", write_typescript()),
    ],
)
def test_the_generated_files_agree_with_the_structs(name: str, text: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == text, "run `cuehall schema --write`"


def walk(part: Any, path: str = "$") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every part of the schema with its path."""
    if isinstance(part, dict):
        yield path, part
        for key, value in part.items():
            yield from walk(value, f"{path}.{key}")
    elif isinstance(part, list):
        for index, value in enumerate(part):
            yield from walk(value, f"{path}[{index}]")


def test_every_number_on_the_wire_is_bounded() -> None:
    for path, part in walk(SCHEMA):
        if part.get("type") in ("integer", "number"):
            assert "minimum" in part, path
            assert "maximum" in part or "exclusiveMaximum" in part, path


def test_every_text_on_the_wire_is_bounded() -> None:
    for path, part in walk(SCHEMA):
        if part.get("type") == "string":
            assert "maxLength" in part or "pattern" in part, path


def test_every_object_of_the_wire_is_closed_and_described() -> None:
    for name, part in SCHEMA["$defs"].items():
        assert part.get("description"), name
        if part.get("type") == "object":
            assert part["additionalProperties"] is False, name


@given(REQUESTS)
def test_requests_as_json_fit_the_schema(request_: AnyRequest) -> None:
    VALIDATOR.validate(json.loads(encode(request_, Encoding.JSON)))


@given(MESSAGES)
def test_messages_as_json_fit_the_schema(message: AnyMessage) -> None:
    VALIDATOR.validate(json.loads(encode(message, Encoding.JSON)))


def test_the_page_names_every_message_and_every_refusal() -> None:
    page = write_page()
    for part in SCHEMA["$defs"].values():
        kind = part.get("properties", {}).get("type", {}).get("enum", [None])[0]
        assert kind is None or f"### `{kind}`" in page
    for code in MEANINGS:
        assert f"| `{code}` |" in page


def test_the_command_prints_all_three() -> None:
    runner = CliRunner()
    assert runner.invoke(app, ["schema"]).output == write_schema()
    assert runner.invoke(app, ["schema", "--docs"]).output == write_page()
    assert runner.invoke(app, ["schema", "--typescript"]).output == write_typescript()
    assert runner.invoke(app, ["schema", "--check"]).exit_code == 0


def test_a_file_that_differs_is_named_and_written_anew(tmp_path: Path) -> None:
    from server.commands.schema import settle_files

    (tmp_path / "old.md").write_text("old")
    files = {"old.md": "new", "deep/er.md": "x"}
    assert settle_files(tmp_path, files, write=False) == 1
    assert (tmp_path / "old.md").read_text() == "old"
    assert settle_files(tmp_path, files, write=True) == 0
    assert settle_files(tmp_path, files, write=False) == 0
    assert (tmp_path / "old.md").read_text() == "new"
