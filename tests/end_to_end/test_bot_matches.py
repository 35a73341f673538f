"""Two `cuehall bot` processes play each game to its end, a third one watches; the record agrees with all of them."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.hall_process import ROOT, HallProcess, hall_process, record_of, run_cuehall


async def start_bot(*arguments: str) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "server", "bot", *arguments, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL, cwd=ROOT
    )


async def first_line(bot: Process) -> dict[str, Any]:
    assert bot.stdout is not None
    line: dict[str, Any] = json.loads(await bot.stdout.readline())
    return line


async def last_line(bot: Process) -> dict[str, Any]:
    out, _ = await bot.communicate()
    assert bot.returncode == 0
    line: dict[str, Any] = json.loads(out.splitlines()[-1])
    return line


async def play(hall: HallProcess, *game: str) -> list[dict[str, Any]]:
    """One match; the results that host, watcher and guest printed."""
    host = await start_bot(hall.url, *game, "--pace", "instant", "--seed", "1", "--name", "Ada")
    invite = (await first_line(host))["invite"]
    watcher = await start_bot(hall.url, "--join", invite, "--spectate", "--name", "Eve")
    assert (await first_line(watcher))["seat"] is None
    guest = await start_bot(hall.url, "--join", invite, "--seed", "2", "--name", "Bo")
    return list(await asyncio.gather(last_line(host), last_line(watcher), last_line(guest)))


def count_by_hand(record: list[dict[str, Any]]) -> dict[int, dict[str, int]]:
    """Shots, darts and points of each seat, read from the lines of a record."""
    counts = {seat: {"shots": 0, "darts": 0, "points": 0} for seat in (0, 1)}
    for line in record[1:]:
        kind, seat = line["action"]["type"], line["seat"]
        if kind in ("shot", "throw"):
            counts[seat]["shots" if kind == "shot" else "darts"] += 1
            counts[seat]["points"] += line["ruling"]["points"]
    return counts


CAROM = {"three_cushion": 2, "libre": 2, "four_ball": 5, "one_cushion": 2, "balkline": 2}
"""Points that win, by game."""

PYRAMID = {"free_pyramid": 3, "combined_pyramid": 3, "classic_pyramid": 12}
"""Points that win, by game."""

GAMES = [
    pytest.param(("--game", "nine_ball", "--race-to", "2"), id="nine_ball"),
    *(pytest.param(("--game", name, "--option", f"target={target}"), id=name) for name, target in CAROM.items()),
    *(pytest.param(("--game", name, "--option", f"target={target}"), id=name) for name, target in PYRAMID.items()),
    pytest.param(
        ("--game", "combined_pyramid", "--preset", "pyramid_modern", "--option", "target=3"), id="combined_modern"
    ),
    pytest.param(("--game", "x01", "--option", "start=301"), id="x01"),
]


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_of_bots_ends_by_the_rules_and_everybody_saw_the_same(
    tmp_path: Path, game: tuple[str, ...]
) -> None:
    async with hall_process(tmp_path / "hall") as hall:
        results = await play(hall, *game)
        assert await hall.stop() == 0
        host, watcher, guest = results
        told = ("winner", "winner_seats", "scores", "reason", "shots", "darts", "by_seat", "gaps", "commitment_holds")
        for key in told:
            assert host[key] == watcher[key] == guest[key], key
        assert host["gaps"] == 0
        assert host["commitment_holds"] is True
        assert host["winner"] in ("Ada", "Bo")
        record: list[dict[str, Any]] = record_of(hall.data, f"{host['room']}-1")
        _check_ending(host, record)
        counts = count_by_hand(record)
        for seat in (0, 1):
            for key, count in counts[seat].items():
                seen = host["by_seat"].get(str(seat), {})  # who never came to the table is not counted
                assert seen.get(key, 0) == count, (seat, key)
        status, out, err = await run_cuehall("replay", "verify", "--data", str(hall.data))
        assert (status, err) == (0, "")
        assert f"{host['room']}-1: agrees, {len(record)} lines" in out


async def play_in_company(data: Path, *game: str, others: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What the host and the other bots say at the end of a match that all agree on, and its verified record."""
    async with hall_process(data) as hall:
        host = await start_bot(hall.url, *game, "--pace", "instant", "--seed", "1", "--name", "1")
        invite = (await first_line(host))["invite"]
        seeds = [str(number + 2) for number in range(others)]
        guests = [await start_bot(hall.url, "--join", invite, "--seed", seed, "--name", seed) for seed in seeds]
        results = await asyncio.gather(last_line(host), *(last_line(bot) for bot in guests))
        assert await hall.stop() == 0
        record: list[dict[str, Any]] = record_of(hall.data, f"{results[0]['room']}-1")
        status, out, err = await run_cuehall("replay", "verify", "--data", str(hall.data))
        assert (status, err) == (0, "")
        assert f"{results[0]['room']}-1: agrees, {len(record)} lines" in out
    assert all(one["winner_seats"] == results[0]["winner_seats"] and one["gaps"] == 0 for one in results)
    return results, record


async def test_three_bots_lag_and_play_russian_libre_to_its_end(tmp_path: Path) -> None:
    game = ("--game", "libre", "--preset", "carom_ru", "--sides", "3", "--option", "first_shot=lag")
    _, record = await play_in_company(tmp_path / "hall", *game, "--option", "target=2", others=2)
    lags = [line["seat"] for line in record[1:] if line["action"]["type"] == "play_lag"]
    assert lags[:3] == [0, 1, 2]
    struck: dict[int, list[str]] = {}
    turns: list[int] = []
    for line in record[1:]:
        if line["action"]["type"] != "shot":
            continue
        if not turns or turns[-1] != line["seat"]:
            turns.append(line["seat"])
        struck.setdefault(len(turns) - 1, []).append(line["action"]["stroke"]["ball"])
    assert all(len(set(balls)) == 1 for balls in struck.values())  # a run keeps its ball
    assert all(struck[turn][0] != struck[turn + 1][0] for turn in range(len(turns) - 1))  # the next turn has the other
    assert all(turns[turn] == turns[turn + 3] for turn in range(len(turns) - 3))


async def test_four_bots_play_libre_as_two_teams_to_the_end(tmp_path: Path) -> None:
    game = ("--game", "libre", "--sides", "4", "--option", "teams=true", "--option", "target=2")
    results, record = await play_in_company(tmp_path / "hall", *game, others=3)
    assert results[0]["winner_seats"] in ([0, 2], [1, 3])
    shots = [line for line in record[1:] if line["action"]["type"] == "shot"]
    opener = shots[0]["seat"] % 2
    struck = {(line["seat"] % 2 == opener, line["action"]["stroke"]["ball"]) for line in shots}
    assert struck <= {(True, "W"), (False, "Y")}


def _check_ending(result: dict[str, Any], record: list[dict[str, Any]]) -> None:
    """The match ended by the winning rule of its game, and the record shows it."""
    last, winner = record[-1], result["winner_seats"][0]
    assert result["reason"] == "won"
    if result["game"] == "nine_ball":
        ends = [line for line in record[1:] if line["ruling"]["winner"]]
        for end in ends:  # by the nine, or by three fouls of the other side (5.12)
            ruling, by_nine = end["ruling"], end["ruling"]["outcome"] == "win"
            assert ruling["winner"] == [end["seat"] if by_nine else 1 - end["seat"]]
            assert by_nine or "5.12" in ruling["rules"]
        assert last["ruling"]["winner"] == [winner]
        assert [end["ruling"]["winner"] for end in ends].count([winner]) == 2
        return
    assert last["seat"] == winner or result["game"] in PYRAMID  # a foul of the other can win by its penalty
    if result["game"] in CAROM:
        rulings = [line["ruling"] for line in record[1:] if line["seat"] == winner]
        score, points = result["scores"][result["winner"]], sum(ruling["points"] for ruling in rulings)
        assert score >= CAROM[result["game"]]
        assert score == points or (score < points and any(ruling["erased"] for ruling in rulings))
        assert result["game"] == "four_ball" or score == CAROM[result["game"]]
    elif result["game"] in PYRAMID:
        assert last["ruling"]["winner"] == [winner]
        assert result["scores"][result["winner"]] >= PYRAMID[result["game"]]
    else:
        points = [line["ruling"]["points"] for line in record[1:] if line["seat"] == winner]
        assert sum(points) == 301
        assert result["scores"][result["winner"]] == 0
