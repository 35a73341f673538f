"""Load runs on a real hall, what they measure, and what they refuse to do."""

import asyncio
import io
import json
import sys
from pathlib import Path

import pytest
from rich.console import Console

from client_protocol.client_room import Room
from client_protocol.notices import RoomChanged, RoomDelta, Snapshot
from loadtest import display
from loadtest.__main__ import main
from loadtest.crowd import Crowd
from loadtest.display import picture, summary_line
from loadtest.measures import KEPT, Latencies, Measures
from loadtest.report import has_passed, summarize, write_text
from loadtest.run import run
from loadtest.scenarios import SCENARIOS, Load, run_load
from tests.loadtest.states import a_room
from tests.server.halls import open_hall

ROOT = Path(__file__).parents[2]


def small(port: int, scenario: str) -> Load:
    """A run of a second or so."""
    return Load(
        url=f"ws://127.0.0.1:{port}/ws",
        scenario=scenario,
        rooms=3,
        watchers=2,
        seconds=1.5,
        rate=8.0,
        storm_every=0.5,
    )


@pytest.mark.parametrize("scenario", list(SCENARIOS))
async def test_each_scenario_runs_without_a_violation(tmp_path: Path, scenario: str) -> None:
    measures = Measures()
    async with open_hall(tmp_path) as app:
        load = small(app.port, scenario)
        await run_load(load, measures)
    assert measures.violations == []
    counts = measures.counts
    if scenario == "churn":
        assert counts["rooms opened and left"] > 0
        return
    assert counts["shots sent"] > 0
    assert counts["states compared"] == counts["clients"]
    assert has_passed(measures, 60_000.0)
    assert measures.latencies["shot to last receiver"].count > 0
    if scenario == "storm":
        assert counts["storms"] >= 1
        assert counts["reconnects"] == counts["storms"] * counts["clients"]


async def test_the_command_reports_as_text_and_json(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    async with open_hall(tmp_path / "hall") as app:
        address = f"127.0.0.1:{app.port}"
        arguments = ["--rooms", "1", "--seconds", "1", "--rate", "10", "--game", "x01", "--json", str(report)]
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "server", "loadtest", address, *arguments),
            cwd=ROOT,
            stdout=asyncio.subprocess.PIPE,
        )
        output, _ = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 0
    assert b"violations: 0" in output
    read = json.loads(report.read_text())
    assert read["load"]["games"] == ["x01"]
    assert read["counts"]["shots sent"] > 0
    assert read["violations"] == {"count": 0, "first": []}


@pytest.mark.parametrize(
    "load",
    [
        Load("ws://example.com/ws"),
        Load("ws://192.168.1.5:8800/ws"),
        Load("ws://10.0.0.1/ws"),
        Load("127.0.0.1", scenario="tsunami"),
        Load("127.0.0.1", rooms=0),
        Load("127.0.0.1", rooms=5_000, watchers=10),
        Load("127.0.0.1", seconds=1e9),
        Load("127.0.0.1", rate=0.0),
        Load("127.0.0.1", games=()),
    ],
)
def test_other_machines_and_unbounded_runs_are_refused(load: Load, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(load) == 2
    assert "loadtest:" in capsys.readouterr().err


@pytest.mark.parametrize("url", ["ws://127.0.0.1:8800/ws", "localhost:8800", "http://[::1]:8800"])
def test_this_machine_is_a_target(url: str) -> None:
    Load(url).check()


def test_a_hall_that_is_not_there_fails_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ws://127.0.0.1:1/ws", "--rooms", "1", "--seconds", "0.1", "--patience", "0.05", "--quiet"]) == 1
    assert "broke off" in capsys.readouterr().out


def test_percentiles() -> None:
    latencies = Latencies()
    for k in range(1, 101):
        latencies.add(k / 1000)
    assert latencies.summary() == {
        "count": 100,
        "p50": 51.0,
        "p90": 91.0,
        "p99": 100.0,
        "p99.9": 100.0,
        "max": 100.0,
    }
    assert Latencies().percentile(0.5) == 0.0


def test_of_very_many_latencies_a_fair_sample_is_kept() -> None:
    latencies = Latencies()
    for k in range(KEPT * 2):
        latencies.add(float(k))
    assert len(latencies.kept) == KEPT
    assert latencies.count == KEPT * 2
    assert latencies.percentile(0.5) == pytest.approx(KEPT, rel=0.03)


def test_a_shot_seen_by_all_has_a_latency_and_one_that_is_not_is_a_violation() -> None:
    measures = Measures()
    measures.sent("room01", 3, 10.0, frozenset({1, 2}))
    measures.seen("room01", 3, 1, 10.1)
    assert "shot to last receiver" not in measures.latencies
    measures.seen("room01", 3, 2, 10.3)
    assert measures.latencies["shot to last receiver"].worst == pytest.approx(0.3)
    measures.sent("room01", 4, 11.0, frozenset({1, 2}))
    measures.seen("room01", 4, 1, 11.1)
    measures.sent("room01", 5, 12.0, frozenset({1, 2}))
    measures.withdrawn("room01", 5)
    measures.finish()
    assert measures.violations == ["room01: shot of turn 4 was not seen by 1 members"]
    assert not has_passed(measures, None)


def test_a_shot_told_twice_is_a_violation_and_one_known_from_a_snapshot_is_not_missed() -> None:
    measures = Measures()
    measures.sent("room01", 3, 10.0, frozenset({1, 2}))
    measures.skipped("room01", 2)
    measures.seen("room01", 3, 1, 10.1)
    measures.seen("room01", 3, 1, 10.2)
    measures.finish()
    assert measures.violations == ["room01: shot of turn 3 came twice to one member"]
    measures.left("room01")
    measures.seen("room01", 3, 1, 11.0)
    assert measures.violation_count == 1


def test_only_the_first_violations_are_told_in_words() -> None:
    measures = Measures()
    for k in range(100):
        measures.violate(f"fault {k}")
    assert measures.violation_count == 100
    assert len(measures.violations) == 20


def test_a_slow_run_fails_its_threshold() -> None:
    measures = Measures()
    assert has_passed(measures, None)
    assert not has_passed(measures, 100.0)
    measures.time("shot to last receiver", 0.2)
    assert not has_passed(measures, 100.0)
    assert has_passed(measures, 300.0)


def test_report_and_display_show_what_was_measured() -> None:
    measures = Measures()
    measures.time("shot to last receiver", 0.2)
    measures.counts["shots sent"] = 40
    measures.refusals["busy"] = 3
    measures.violate("something")
    load = Load("127.0.0.1")
    text = write_text(load, measures, 10.0, 1.0)
    for part in ("4.0 shots/s", "200.0", "refused busy: 3", "violations: 1", "  something"):
        assert part in text
    assert summarize(load, measures, 10.0, 1.0)["refusals"] == {"busy": 3}
    crowd = Crowd("127.0.0.1", measures, 1)
    assert "violations 1" in summary_line(crowd, 12.0)
    console = Console(file=io.StringIO(), width=80, record=True)
    console.print(picture(crowd, 12.0))
    assert "notices/s" in console.export_text()


async def test_progress_is_told_line_by_line_where_no_terminal_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(display, "LINE_EVERY", 0.01)
    showing = asyncio.create_task(display.show_progress(Crowd("127.0.0.1", Measures(), 1)))
    text = ""
    async with asyncio.timeout(5):
        while "violations 0" not in text:
            await asyncio.sleep(0)
            text += capsys.readouterr().err
    showing.cancel()
    await asyncio.gather(showing, return_exceptions=True)


async def test_a_state_that_differs_from_the_snapshot_is_noticed() -> None:
    room = Room(Crowd("127.0.0.1", Measures(), 1), "room01")  # type: ignore[arg-type]
    state = a_room()
    assert room.take(Snapshot("room01", 7, state, 0.0))
    assert room.take(RoomChanged("room01", 8, "x", RoomDelta(turn=9), 0.0))
    assert room.take(Snapshot("room01", 8, room.state, 0.0))
    assert room.differences == 0
    assert room.take(Snapshot("room01", 8, state, 0.0))
    assert room.differences == 1
    assert room.snapshots == 3
