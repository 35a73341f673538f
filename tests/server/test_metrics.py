"""What the hall counts: each number is scraped before and after a deed that is known to change it by so much."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from client_protocol import notices, requests
from server import live_match, metrics
from server.app import App
from tests.server.halls import begin_match, dial, guest, open_hall
from tests.server.test_http import TOKEN, get

Numbers = dict[str, float]


class Counted:
    """A hall and what it has counted; `more` is what came to it since the last look."""

    def __init__(self, app: App, data: Path, patch: pytest.MonkeyPatch) -> None:
        self.app = app
        self.data = data
        self.patch = patch
        self._before: Numbers = {}

    async def more(self) -> Numbers:
        """How much each number, with its labels, has changed since this was asked last; without those that have not."""
        status, _, body = await get(self.app.port, "/metrics", Authorization=f"Bearer {TOKEN}")
        assert status == 200
        families = text_string_to_metric_families(body.decode())
        samples = (sample for family in families for sample in family.samples)
        now = {" ".join((sample.name, *sample.labels.values())): sample.value for sample in samples}
        grown = {name: value - self._before.get(name, 0.0) for name, value in now.items()}
        self._before = now
        return {name: by for name, by in grown.items() if by}


async def people(counted: Counted) -> None:
    """Sockets, rooms, matches, requests by type, notices."""
    async with await guest(counted.app) as ada, await guest(counted.app) as bo:
        assert (await counted.more())["cuehall_connections"] == 2.0
        joined = await ada.create()
        grown = await counted.more()
        assert (grown["cuehall_rooms"], grown["cuehall_requests_total create_room"]) == (1.0, 1.0)
        assert "cuehall_matches_total" not in grown
        await bo.join(joined.invite)
        begun = await bo.notice(notices.RoomChanged, cause="begun")
        grown = await counted.more()
        assert (grown["cuehall_matches_total"], grown["cuehall_requests_total join_room"]) == (1.0, 1.0)
        assert 1.0 <= grown["cuehall_notices_total"] <= begun.n


async def refusal(counted: Counted) -> None:
    """Refusals by code."""
    async with await guest(counted.app) as ada:
        await counted.more()
        await ada.refused(requests.ResumeRoom(id=ada.next_id(), room="abcdef"), "unknown_room")
        grown = await counted.more()
        assert {name: by for name, by in grown.items() if "refusals_total" in name} == {
            "cuehall_refusals_total unknown_room": 1.0
        }


async def cut(counted: Counted) -> None:
    """Connections that the server closed, by reason."""
    async with await dial(counted.app) as silent:
        assert (await silent.until_closed())[0] == 4004
    assert (await counted.more())["cuehall_cuts_total no_hello"] == 1.0


async def shot(counted: Counted) -> None:
    """Time to simulate and to tell a shot; commits, and what is in them."""
    match = await begin_match(counted.app)
    await counted.more()
    await match.to_act.expect(notices.Done, match.shot(match.to_act))
    grown = await counted.more()
    for name in ("simulate", "shot", "commit"):
        assert grown[f"cuehall_{name}_seconds_count"] == 1.0, name
        assert 0.0 < grown[f"cuehall_{name}_seconds_sum"] < 60.0, name
    assert grown["cuehall_commit_rows_count"] == 1.0
    assert grown["cuehall_commit_rows_sum"] >= 1.0


async def fault(counted: Counted) -> None:
    """A room that was ended by a fault in it."""
    match = await begin_match(counted.app)
    await counted.more()
    counted.patch.setattr(live_match, "run_shot", lambda _: 1 / 0)
    await match.to_act.send(match.shot(match.to_act))
    assert (await match.waiting.notice(notices.RoomClosed)).reason == "fault"
    grown = await counted.more()
    assert (grown["cuehall_room_faults_total"], grown["cuehall_rooms"]) == (1.0, -1.0)


async def lost_disk(counted: Counted) -> None:
    """Commits that failed."""
    async with await guest(counted.app) as ada:
        await counted.more()
        database, aside = counted.data / "hall.db", counted.data / "aside.db"
        database.rename(aside)
        await ada.refused(requests.CreateRoom(id=ada.next_id(), game="nine_ball"), "storage_away")
        grown = await counted.more()
        assert grown["cuehall_failed_commits_total"] >= 1.0
        assert grown["cuehall_refusals_total storage_away"] == 1.0
        aside.rename(database)


DEEDS: dict[Callable[[Counted], Awaitable[None]], set[str]] = {
    people: {"connections", "rooms", "matches", "requests", "notices"},
    refusal: {"refusals"},
    cut: {"cuts"},
    shot: {"simulate_seconds", "shot_seconds", "commit_seconds", "commit_rows"},
    fault: {"room_faults"},
    lost_disk: {"failed_commits"},
}
"""What each deed shows."""


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
async def test_a_known_deed_is_counted_for_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: Callable[[Counted], Awaitable[None]]
) -> None:
    async with open_hall(tmp_path, metrics_token=TOKEN, hello_seconds=0.2 if deed is cut else 10.0) as app:
        counted = Counted(app, tmp_path, monkeypatch)
        await counted.more()
        await deed(counted)


async def test_a_new_hall_counts_its_own_rooms_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_hall(tmp_path / "one") as app, await guest(app) as ada:
        await ada.create()
    async with open_hall(tmp_path / "two", metrics_token=TOKEN) as app:
        assert "cuehall_rooms" not in await Counted(app, tmp_path, monkeypatch).more()


def test_every_number_has_a_deed() -> None:
    names = {family.name.removeprefix("cuehall_") for family in metrics.REGISTRY.collect()}
    of_boards = {name for name in names if name.startswith(("mqtt_", "board_"))}  # these need a broker
    assert set().union(*DEEDS.values()) == names - of_boards


def test_the_operators_page_names_only_numbers_that_there_are() -> None:
    page = (Path(__file__).parents[2] / "docs" / "operations.md").read_text()
    names = {family.name for family in metrics.REGISTRY.collect()}
    counters = {f"{family.name}_total" for family in metrics.REGISTRY.collect() if family.type == "counter"}
    told = set(re.findall(r"cuehall_[a-z_]+", page))
    assert told
    assert told <= names | counters
