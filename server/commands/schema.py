"""`cuehall schema`: the wire's schema, its page, its TypeScript types, and whether the files on disk agree."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def schema(
    docs: Annotated[bool, typer.Option("--docs", help="Print docs/protocol.md instead.")] = False,
    typescript: Annotated[bool, typer.Option("--typescript", help="Print the page's types instead.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Compare with the files on disk; exit status 1.")] = False,
    write: Annotated[bool, typer.Option("--write", help="Write the files anew.")] = False,
) -> None:
    """Print the JSON Schema of the wire; or check or write everything that is generated from it."""
    from client_protocol.protocol_page import write_page
    from client_protocol.schema import write_schema
    from client_protocol.typescript import write_typescript

    if check or write:
        files = {
            "tests/golden/protocol.schema.json": write_schema(),
            "docs/protocol.md": write_page(),
            "webclient/src/protocol.gen.ts": write_typescript(),
        }
        raise typer.Exit(settle_files(Path(__file__).parents[2], files, write))
    typer.echo(write_page() if docs else write_typescript() if typescript else write_schema(), nl=False)


def settle_files(root: Path, files: dict[str, str], write: bool) -> int:
    """Write the files, or name those that differ; gives the exit status."""
    status = 0
    for name, text in files.items():
        path = root / name
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        if write:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            typer.echo(f"{name}: written")
        else:
            typer.echo(f"{name}: differs from the structs; run `cuehall schema --write`", err=True)
            status = 1
    return status
