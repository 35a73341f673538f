"""People at the page, against a real hall: matches from the invite link to the final score."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, Enter
from tests.browser.players import act_pool, actor_of, aim_for, assert_same_balls, by_seat, settle, towards

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]
LONGEST_RACK = 150
LONGEST_LEG = 30


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_two_windows_play_a_rack_of_nine_ball_to_its_end(enter: Enter, size: tuple[int, int]) -> None:
    ana = enter("Ana", size)
    link = ana.open_room("nine_ball")
    bo = enter("Bo", size, at=link)
    seats = by_seat(ana, bo)
    seen = ana.see()
    for _ in range(LONGEST_RACK):
        if seen.phase == "over":
            break
        actor, other = actor_of(seats)
        act_pool(actor)
        seen = settle(actor, other)
        assert_same_balls(ana, bo)
    winners = {visitor.expect_result().get_attribute("data-winners") for visitor in (ana, bo)}
    assert winners in ({"0"}, {"1"})
    assert "9" not in seen.balls
    champion = seats[int(winners.pop() or "")]
    expect(champion.page.get_by_role("heading", name="You win!")).to_be_visible()
    scores = [champion.page.get_by_test_id(f"side-{seat}").get_attribute("data-games") for seat in (0, 1)]
    assert sorted(scores, key=str) == ["0", "1"]


def test_a_window_that_is_loaded_anew_in_the_middle_of_a_shot_goes_on_watching_it(enter: Enter) -> None:
    ana = enter("Ana")
    bo = enter("Bo", at=ana.open_room("nine_ball"))
    seats = by_seat(ana, bo)
    chooser, other = actor_of(seats)
    chooser.choose_first()
    settle(chooser, other)
    breaker, watcher = actor_of(seats)
    breaker.aim(towards(breaker.see(), "c", "1"), tenths=6)
    breaker.shoot()
    turn = breaker.see().turn
    watcher.wait_for(turn=turn, playing=True)
    watcher.page.reload()
    watcher.wait_for(turn=turn, playing=True)
    watcher.wait_for(turn=turn, playing=False)
    breaker.wait_for(turn=turn, playing=False)
    assert_same_balls(ana, bo)
    assert watcher.see().seat is not None


def test_a_spectator_who_comes_late_sees_the_same_balls(enter: Enter) -> None:
    ana = enter("Ana")
    link = ana.open_room("three_cushion")
    bo = enter("Bo", at=link)
    seats = by_seat(ana, bo)
    for _ in range(4):
        actor, other = actor_of(seats)
        if actor.see().options:
            actor.choose_first()
        else:
            own = "W" if actor.see().seat == 0 else "Y"
            actor.aim(towards(actor.see(), own, "R"), tenths=5)
            actor.shoot()
        settle(actor, other)
    cid = enter("Cid", at=link)
    cid.wait_for(turn=ana.see().turn, playing=False)
    assert cid.see().seat is None
    assert cid.page.get_by_test_id("shoot").is_disabled()
    assert_same_balls(ana, bo, cid)


def test_two_windows_play_301_to_its_end(enter: Enter) -> None:
    ana = enter("Ana", PHONE)
    bo = enter("Bo", at=ana.open_room("x01"))
    seats = by_seat(ana, bo)
    seen = ana.see()
    for _ in range(LONGEST_LEG):
        if seen.phase == "over":
            break
        actor, other = actor_of(seats)
        left = int(actor.page.get_by_test_id(f"side-{seen.to_act}").get_attribute("data-score") or 0)
        actor.throw(aim_for(left))
        seen = settle(actor, other)
    winners = {visitor.expect_result().get_attribute("data-winners") for visitor in (ana, bo)}
    assert winners in ({"0"}, {"1"})
    scores = [bo.page.get_by_test_id(f"side-{seat}").get_attribute("data-score") for seat in (0, 1)]
    assert "0" in scores
    assert scores == [ana.page.get_by_test_id(f"side-{seat}").get_attribute("data-score") for seat in (0, 1)]


def test_one_click_starts_a_match_against_a_bot(enter: Enter) -> None:
    ana = enter("Ana")
    ana.page.get_by_test_id("game-nine_ball").click()
    ana.page.get_by_test_id("play-bot").click()
    seats = by_seat(ana)
    assert seats == {0: ana}
    shots = 0
    seen = ana.wait_for_turn_or_end()
    while seen.phase != "over" and (not ana.page.locator('[data-testid="shots"]').is_visible() or shots < 2):
        act_pool(ana)
        ana.skip()
        shots += 1
        seen = ana.wait_for_turn_or_end()
    # The bot may have won by then; else it is her turn, and nothing but her own act ends the match.
    if seen.phase != "over":
        ana.page.get_by_test_id("concede").click()
        ana.page.get_by_test_id("concede-yes").click()
    ana.expect_result()
    ana.page.get_by_test_id("play-again").click()
    ana.wait_for_start()


def test_a_slip_sends_no_stroke(enter: Enter) -> None:
    ana = enter("Ana", PHONE)
    bo = enter("Bo", at=ana.open_room("three_cushion"))
    seats = by_seat(ana, bo)
    actor, _ = actor_of(seats)
    while actor.see().options:
        actor.choose_first()
    seen = actor.see()
    assert "take_shot" in seen.legal
    for control in ("table", "dial", "power"):
        box = actor.page.get_by_test_id(control).bounding_box()
        assert box is not None
        actor.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        actor.page.mouse.down()
        actor.page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] * 0.8, steps=5)
        actor.page.mouse.up()
    assert float(actor.page.get_by_test_id("power").get_attribute("aria-valuenow") or 0) > 60
    actor.page.keyboard.press("Enter")
    assert actor.see() == seen
    assert bo.see().n == ana.see().n == seen.n
