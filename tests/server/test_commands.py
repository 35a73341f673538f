"""The command line: every command named, quick help, plain words for what is wrong."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from client_protocol import notices, requests
from server.cli import COMMANDS, app, load
from tests.server.halls import begin_match, open_hall

RUNNER = CliRunner()


def test_help_lists_every_command_and_loads_none() -> None:
    code = (
        "import sys; sys.argv = ['cuehall', '--help']\n"
        "from server.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(sorted(name for name in sys.modules if name.split('.')[0] in "
        "('sqlalchemy', 'numpy', 'pydantic', 'uvicorn', 'msgspec', 'physics', 'game', 'rich')))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30).stdout
    assert all(name in told for name in COMMANDS)
    assert told.rstrip().endswith("[]")


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help_of_its_own(name: str) -> None:
    result = RUNNER.invoke(app, [name, "--help"])
    assert result.exit_code == 0, result.output
    assert "--help" in result.output
    assert load(name).name == name


def test_an_unknown_command_is_said_to_be_none() -> None:
    result = RUNNER.invoke(app, ["dance"])
    assert result.exit_code == 2
    assert "dance" in result.output


def test_serve_says_what_is_wrong_with_its_settings(tmp_path: Path) -> None:
    file = tmp_path / "hall.toml"
    file.write_text("max_rooms = 0\nfoo = 1\n")
    result = RUNNER.invoke(app, ["serve", "--config", str(file), "--data", str(tmp_path / "data")])
    assert result.exit_code == 2
    assert "cuehall serve: max_rooms: " in result.output
    assert "cuehall serve: foo: " in result.output
    assert not (tmp_path / "data").exists()


def store_a_match(data: Path) -> str:
    """A data folder with one short match in it; its id."""

    async def play() -> str:
        async with open_hall(data) as hall:
            match = await begin_match(hall)
            await match.to_act.expect(notices.Done, match.shot(match.to_act))
            await match.refresh()
            concede = requests.Concede(id=match.to_act.next_id(), room=match.room, turn=match.state.turn)
            await match.to_act.expect(notices.Done, concede)
        return f"{match.room}-1"

    return asyncio.run(play())


def test_replays_are_listed_shown_exported_and_verified(tmp_path: Path) -> None:
    match, data = store_a_match(tmp_path / "hall"), str(tmp_path / "hall")
    listed = RUNNER.invoke(app, ["replay", "list", "--data", data])
    assert match in listed.output
    assert '"reason":"conceded"' in listed.output
    shown = RUNNER.invoke(app, ["replay", "show", match, "--data", data])
    assert "shoots c" in shown.output
    assert "over (conceded)" in shown.output
    out = tmp_path / "match.jsonl"
    assert RUNNER.invoke(app, ["replay", "export", match, "--data", data, "--out", str(out)]).exit_code == 0
    lines = out.read_text().splitlines()
    assert json.loads(lines[0])["setup"]["game"] == "nine_ball"
    for what in ([match, "--data", data], ["--data", data], [str(out)]):
        verified = RUNNER.invoke(app, ["replay", "verify", *what])
        assert verified.exit_code == 0, verified.output
        assert f"agrees, {len(lines)} lines" in verified.output


def test_a_record_that_was_changed_does_not_verify(tmp_path: Path) -> None:
    match, data = store_a_match(tmp_path / "hall"), str(tmp_path / "hall")
    whole = RUNNER.invoke(app, ["replay", "export", match, "--data", data]).output.splitlines()
    shot = next(number for number, line in enumerate(whole) if '"type":"shot"' in line)
    changed = tmp_path / "changed.jsonl"
    for lines in (
        [*whole[:shot], whole[shot].replace('"speed":', '"speed":1'), *whole[shot + 1 :]],
        [*whole[:shot], *whole[shot + 1 :]],
        [*whole[:shot], whole[shot], *whole[shot:]],
        ["{", *whole[1:]],
    ):
        changed.write_text("\n".join(lines))
        result = RUNNER.invoke(app, ["replay", "verify", str(changed)])
        assert result.exit_code == 1, result.output
        assert "broken" in result.output


def test_a_record_that_has_lost_its_end_or_everything_does_not_verify(tmp_path: Path) -> None:
    match, data = store_a_match(tmp_path / "hall"), str(tmp_path / "hall")
    for lost, told in (("number >= 3", "not in its record"), ("number >= 0", "an empty record")):
        with closing(sqlite3.connect(tmp_path / "hall" / "hall.db")) as database, database:
            database.execute(f"DELETE FROM lines WHERE match = '{match}' AND {lost}")
        result = RUNNER.invoke(app, ["replay", "verify", "--data", data])
        assert result.exit_code == 1, result.output
        assert told in result.output


@pytest.mark.parametrize("content", [b"no database" * 1000, b""])
@pytest.mark.parametrize("command", [["list"], ["verify"], ["show"], ["export", "m"]])
def test_a_database_that_is_none_is_named_in_one_line(tmp_path: Path, command: list[str], content: bytes) -> None:
    (tmp_path / "hall.db").write_bytes(content)
    result = RUNNER.invoke(app, ["replay", *command, "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert f"the database in {tmp_path} cannot be read: " in result.stderr


def test_serve_names_a_database_that_is_none_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "hall.db").write_bytes(b"no database" * 1000)
    result = RUNNER.invoke(app, ["serve", "--data", str(tmp_path), "--port", "0"])
    assert result.exit_code == 1
    assert result.stderr == "cuehall serve: the database cannot be used: file is not a database\n"


def test_a_forged_shot_with_a_fresh_chain_is_found_by_simulating_it(tmp_path: Path) -> None:
    from game.record import START, _chained

    match, data = store_a_match(tmp_path / "hall"), str(tmp_path / "hall")
    lines = RUNNER.invoke(app, ["replay", "export", match, "--data", data]).output.splitlines()
    forged, previous = [], START
    for text in lines:
        members = json.loads(text)
        members.pop("hash")
        if members.get("action", {}).get("type") == "shot":
            ball = next(iter(members["facts"]["rest"]))
            members["facts"]["rest"][ball][0] += 1e-9
        line = _chained(previous, members)
        forged.append(line.text)
        previous = line.hash
    file = tmp_path / "forged.jsonl"
    file.write_text("\n".join(forged))
    result = RUNNER.invoke(app, ["replay", "verify", str(file)])
    assert result.exit_code == 1
    assert "facts" in result.output


def test_shots_of_another_engine_are_named_and_not_simulated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, data = store_a_match(tmp_path / "hall"), str(tmp_path / "hall")
    monkeypatch.setattr("server.verification.ENGINE_VERSION", "another")
    result = RUNNER.invoke(app, ["replay", "verify", match, "--data", data])
    assert result.exit_code == 0
    assert "not_simulated" in result.output
    assert "1 not simulated" in result.output


@pytest.mark.parametrize("command", ["list", "verify", "show"])
def test_a_folder_without_a_database_is_named(tmp_path: Path, command: str) -> None:
    result = RUNNER.invoke(app, ["replay", command, "--data", str(tmp_path)])
    assert result.exit_code == 2
    assert f"no database in {tmp_path}" in result.output


def test_a_match_that_is_not_there_is_named(tmp_path: Path) -> None:
    store_a_match(tmp_path / "hall")
    result = RUNNER.invoke(app, ["replay", "verify", "nope", "--data", str(tmp_path / "hall")])
    assert result.exit_code == 2
    assert "nope is neither a file nor a match" in result.output


def test_a_file_that_cannot_be_written_or_read_is_named_in_one_line(tmp_path: Path) -> None:
    match, data = store_a_match(tmp_path / "hall"), str(tmp_path / "hall")
    nowhere, bytes_only = tmp_path / "missing" / "file", tmp_path / "bytes"
    bytes_only.write_bytes(b"\xff\xfe")
    shot = tmp_path / "shot.json"
    balls, stroke = {"c": [0.0, 0.0]}, {"ball": "c", "aim": 0.0, "speed": 1.0}
    shot.write_text(json.dumps({"table": "pool_9ft", "game": "nine_ball", "balls": balls, "stroke": stroke}))
    for words, file in (
        (["simulate", str(shot), "--svg", str(nowhere)], nowhere),
        (["simulate", str(shot), "--png", str(nowhere)], nowhere),
        (["replay", "export", match, "--data", data, "--out", str(nowhere)], nowhere),
        (["replay", "verify", str(bytes_only)], bytes_only),
        (["replay", "show", str(bytes_only)], bytes_only),
    ):
        result = RUNNER.invoke(app, words)
        assert result.exit_code == 2, result.output
        assert len(result.stderr.splitlines()) == 1
        assert f"{file} cannot be" in result.stderr
