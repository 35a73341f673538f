"""The page while the hall is away: it says so, comes back by itself, and loses nothing that was done meanwhile."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import windows
from tests.browser.hall import free_port, serving
from tests.browser.players import actor_of, assert_same_balls, by_seat, settle, towards

pytestmark = [pytest.mark.browser, pytest.mark.timeout(200)]


def test_a_stroke_played_while_the_hall_is_away_is_played_when_it_is_back(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    with windows(browser, f"http://127.0.0.1:{port}") as enter:
        with serving(tmp_path, port, ending=signal.SIGKILL):
            ana = enter("Ana")
            bo = enter("Bo", at=ana.open_room("three_cushion"))
            seats = by_seat(ana, bo)
            actor, other = actor_of(seats)
            while actor.see().options:
                actor.choose_first()
            settle(actor, other)
            before = actor.see()
            actor.aim(towards(before, "W" if before.seat == 0 else "Y", "R"), tenths=4)
        for visitor in (ana, bo):
            expect(visitor.page.get_by_test_id("away")).to_be_visible()
        actor.page.get_by_test_id("shoot").click()
        expect(actor.page.get_by_test_id("away")).to_contain_text("kept")
        with serving(tmp_path, port):
            for visitor in (ana, bo):
                visitor.wait_for(turn=before.turn + 1)
                expect(visitor.page.get_by_test_id("away")).to_be_hidden()
            settle(actor, other)
            assert_same_balls(ana, bo)
            assert actor.see().balls != before.balls
