"""Two people accept the rules and say ready; one goes away, and the other sees how long that may last."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Enter

pytestmark = [pytest.mark.browser, pytest.mark.timeout(200)]


def test_a_match_begins_when_both_are_ready_and_the_absent_is_shown(enter: Enter) -> None:
    ana = enter("Ana")
    ana.page.get_by_test_id("game-three_cushion").click()
    ana.page.get_by_text("Settings", exact=True).click()
    ana.page.get_by_test_id("ready-check").check()
    ana.page.get_by_test_id("create").click()
    bo = enter("Bo", at=ana.page.get_by_test_id("invite-link").input_value())
    ana.page.get_by_test_id("ready").click()
    expect(bo.page.get_by_text("not ready yet")).to_have_count(1)
    shown = ana.page.get_by_test_id("rules-hash").text_content()
    expect(bo.page.get_by_test_id("rules-hash")).to_have_text(shown or "none")
    assert bo.see().phase == "waiting"
    bo.page.get_by_test_id("ready").click()
    for visitor in (ana, bo):
        expect(visitor.page.get_by_test_id("ready")).to_be_hidden()
    bo.page.close()
    expect(ana.page.get_by_test_id("absent")).to_contain_text("Bo is away")
    expect(ana.page.get_by_test_id("claim")).to_be_disabled()
