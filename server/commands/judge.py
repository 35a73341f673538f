"""`cuehall judge`: rule on written cases, and compare with what they expect."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer


def judge(
    file: Annotated[str, typer.Argument(help="A file of cases (a JSON array, or one case), or - for standard input.")],
    check: Annotated[bool, typer.Option("--check", help="Compare with `expect` and print the differing keys.")] = False,
) -> None:
    """Print the answer to every case; with --check the differences as well. Exit status 1 where something is wrong."""
    from game.judge import judge_cases

    answers = judge_cases(_read(file))
    told = []
    for answer in answers:
        if answer.error is not None:
            told.append({"id": answer.id, "error": answer.error})
        else:
            told.append({"id": answer.id, "result": answer.result})
        if check and answer.differences:
            told[-1]["differs"] = {
                key: {"expected": expected, "got": got} for key, (expected, got) in answer.differences.items()
            }
    print(json.dumps(told, ensure_ascii=False, indent=1))
    wrong = [answer for answer in answers if answer.error is not None or (check and answer.differences)]
    for answer in wrong:
        print(f"{answer.id}: {answer.error or 'differs in ' + ', '.join(answer.differences)}", file=sys.stderr)
    if wrong:
        raise typer.Exit(1)


def _read(file: str) -> object:
    """The cases of a file. One line and exit status 2 where it cannot be read."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        return json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        print(f"{file}: {error}", file=sys.stderr)
        raise typer.Exit(2) from error
