"""A real dart board at the page: paired by a code, thrown at in a room, its ignored reports shown, and given up."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import PHONE, windows
from tests.browser.hall import ROOT, free_port, serving
from tests.browser.players import by_seat
from tests.browser.visitor import SLOWEST

pytestmark = [pytest.mark.browser, pytest.mark.timeout(200)]

PUBLISH = """
import sys
import paho.mqtt.publish as publish
publish.single(sys.argv[2], sys.argv[3], qos=1, port=int(sys.argv[1]), hostname="127.0.0.1")
"""
FORGED = '{"v":1,"board":"den1","boot":"c0ffee01","seq":1,"ts":1,"arm":"x","type":"throw","seg":"T20","sig":"AAAA"}'


@contextmanager
def broker_on(port: int, folder: Path) -> Iterator[None]:
    """Mosquitto on a port of the loopback, until the block ends."""
    program = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
    assert program is not None, "mosquitto is missing: sudo apt-get install mosquitto"
    config = folder / "mosquitto.conf"
    lines = (f"listener {port} 127.0.0.1", "user root", "persistence false", "log_dest stderr", "allow_anonymous true")
    config.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with ended(subprocess.Popen([program, "-v", "-c", str(config)], stderr=subprocess.PIPE)) as process:
        assert process.stderr is not None
        while b"running" not in (line := process.stderr.readline()):
            assert line, "mosquitto ended before it ran"
        yield


@contextmanager
def board_with(code: str, port: int, folder: Path) -> Iterator[None]:
    """A board that is a program and pairs itself with that code, until the block ends; it throws one visit."""
    script = folder / "visit.txt"
    script.write_text("T20 S5 M\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "server",
        "board-sim",
        f"mqtt://127.0.0.1:{port}",
        "--board",
        "den1",
        "--code",
        code,
    ]
    command += ["--key", str(folder / "board.key"), "--script", str(script), "--seconds", "0.35"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with ended(subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE)):
        yield


@contextmanager
def ended(process: subprocess.Popen[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    """A process that ends with the block, its pipes too."""
    with process:
        try:
            yield process
        finally:
            process.kill()


def test_a_board_is_paired_thrown_at_and_given_up(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    address = f"mqtt://127.0.0.1:{port}"
    with (
        broker_on(port, tmp_path),
        serving(tmp_path, broker=address) as hall,
        windows(browser, hall) as enter,
    ):
        ana = enter("Ana", PHONE)
        page = ana.page
        page.get_by_test_id("my-boards").click()
        page.get_by_test_id("board-name").fill("Den")
        page.get_by_test_id("pair").click()
        with board_with(page.get_by_test_id("pairing-code").inner_text(), port, tmp_path):
            listed = page.get_by_test_id("board-den1")
            expect(listed).to_contain_text("Den", timeout=SLOWEST)
            expect(listed).to_contain_text("online", timeout=SLOWEST)
            expect(page.get_by_test_id("pairing-code")).to_be_hidden()
            page.get_by_test_id("to-lobby").click()
            link = ana.open_room("x01", board_seats="0")
            page.get_by_test_id("use-board").select_option("den1")
            bo = enter("Bo", at=link)
            by_seat(ana, bo)
            assert bo.page.get_by_test_id("use-board").count() == 0
            expect(bo.page.get_by_test_id("side-0")).to_have_attribute("data-score", str(301 - 65), timeout=SLOWEST)
            topic = "darts/v1/den1/event"
            subprocess.run([sys.executable, "-c", PUBLISH, str(port), topic, FORGED], check=True, timeout=30)
            for visitor in (ana, bo):
                shown = visitor.page.get_by_test_id("ignored").locator('[data-why="forged"]')
                expect(shown).to_contain_text("not signed with the key of this board")
        expect(bo.page.get_by_test_id("board-of-0")).to_contain_text("away", timeout=SLOWEST)
        page.get_by_test_id("use-board").select_option("")
        expect(bo.page.get_by_test_id("board-states")).to_be_hidden()
        page.goto(f"{hall}/#/boards")
        expect(listed).to_contain_text("away")
        page.get_by_test_id("remove-den1").click()
        page.get_by_test_id("remove-yes-den1").click()
        expect(listed).to_be_hidden()


def test_a_hall_without_a_broker_says_that_it_takes_no_boards(browser: Browser, hall: str) -> None:
    with windows(browser, hall) as enter:
        ana = enter("Ana")
        ana.page.get_by_test_id("my-boards").click()
        ana.page.get_by_test_id("board-name").fill("Den")
        ana.page.get_by_test_id("pair").click()
        expect(ana.page.get_by_test_id("pair-refused")).to_contain_text("takes no real boards")
