"""Every game of carom and pyramid can be played at the page: balls to strike, calls, safeties, the lag, the figures."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Enter
from tests.browser.players import actor_of, by_seat, settle, towards
from tests.browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

CAROM = ("libre", "three_cushion", "four_ball", "one_cushion", "balkline")
PYRAMID = ("free_pyramid", "combined_pyramid", "classic_pyramid")


def set_up(visitor: Visitor, game: str, **options: str) -> str:
    """A table with these rule options, by what its settings say; the link."""
    visitor.page.get_by_test_id(f"game-{game}").click()
    visitor.page.get_by_text("Settings", exact=True).click()
    visitor.page.get_by_test_id("touch").select_option("exact")
    visitor.page.locator("details.more summary").click()
    for name, value in options.items():
        field = visitor.page.get_by_test_id("preset" if name == "preset" else f"option-{name}")
        field.select_option(value)
    visitor.page.get_by_test_id("create").click()
    return visitor.page.get_by_test_id("invite-link").input_value()


def struck_by(visitor: Visitor) -> str:
    return visitor.page.get_by_test_id("balls").get_attribute("data-strikes") or ""


def choose_through(seats: dict[int, Visitor]) -> tuple[Visitor, Visitor]:
    """Answer what blocks play with the first option; who is at the table then, and the other one."""
    actor, other = actor_of(seats)
    while "take_shot" not in actor.see().legal and "play_lag" not in actor.see().legal:
        actor.choose_first()
        settle(actor, other)
        actor, other = actor_of(seats)
    return actor, other


@pytest.mark.parametrize("game", CAROM)
def test_a_game_of_carom_is_played_with_ones_own_ball(enter: Enter, game: str) -> None:
    ana = enter("Ana")
    bo = enter("Bo", at=ana.open_room(game))
    seats = by_seat(ana, bo)
    for _ in range(3):
        actor, other = choose_through(seats)
        own = struck_by(actor)
        chip = actor.page.get_by_test_id(f"cue-ball-{actor.see().seat}")
        assert own in ("W", "Y")
        assert chip.get_attribute("data-ball") == own
        actor.aim(towards(actor.see(), own, "R"), tenths=5)
        actor.shoot()
        settle(actor, other)
    if game == "balkline":
        assert ana.page.locator("polyline.zone").count() == 12
        expect(ana.page.get_by_test_id("zones")).to_be_visible()
    ana.page.get_by_test_id("figures").click()
    expect(ana.page.get_by_test_id("figure-runs-0")).to_have_text(re.compile(r"\d"))  # somebody may have scored


@pytest.mark.parametrize("game", PYRAMID)
def test_a_game_of_pyramid_is_opened_and_played_on(enter: Enter, game: str) -> None:
    ana = enter("Ana")
    bo = enter("Bo", at=ana.open_room(game))
    seats = by_seat(ana, bo)
    actor, other = choose_through(seats)
    assert actor.see().cue_ball == "in_hand_kitchen"
    assert struck_by(actor) == "c"
    actor.lay((-1.2, 0.2))
    actor.aim(towards(actor.see(), "c", max(actor.see().balls, key=lambda ball: ball != "c")), tenths=9)
    actor.shoot()
    settle(actor, other)
    actor, other = choose_through(seats)
    if game == "classic_pyramid":
        actor.page.get_by_test_id("shoot").click()
        expect(actor.page.get_by_text("Call a ball and a pocket first")).to_be_visible()
        ball = next(name for name in actor.see().balls if name != "c")
        actor.page.get_by_test_id("call-ball").select_option(ball)
        actor.page.get_by_test_id("call-pocket").select_option("FL")
    if game == "free_pyramid":
        picked = [name for name in actor.see().balls if name != "c"][1]
        actor.page.get_by_test_id("strike").select_option(picked)
        assert struck_by(actor) == picked
    actor.aim(10.0, tenths=3)
    actor.shoot()
    settle(actor, other)
    ana.page.get_by_test_id("figures").click()
    expect(ana.page.get_by_test_id("figure-other_balls-0")).to_be_visible()


def test_any_ball_of_free_pyramid_is_picked_by_a_tap(enter: Enter) -> None:
    ana = enter("Ana", PHONE)
    bo = enter("Bo", PHONE, at=ana.open_room("free_pyramid"))
    seats = by_seat(ana, bo)
    actor, other = choose_through(seats)
    actor.aim(2.0, tenths=9)
    actor.shoot()
    settle(actor, other)
    actor, other = choose_through(seats)
    seen = actor.see()
    alone = max(
        (name for name in seen.balls if name != struck_by(actor)),
        key=lambda name: min(abs(x - seen.balls[name][0]) for ball, (x, _) in seen.balls.items() if ball != name),
    )
    actor.page.get_by_test_id("pick-on-table").tap()
    actor.tap_table(seen.balls[alone])
    assert struck_by(actor) == alone
    actor.shoot()
    settle(actor, other)


@pytest.mark.parametrize(("game", "balls"), [("three_cushion", ("W", "Y")), ("combined_pyramid", ("c", "1"))])
def test_the_lag_is_played_at_the_page(enter: Enter, game: str, balls: tuple[str, str]) -> None:
    ana = enter("Ana")
    bo = enter("Bo", at=set_up(ana, game, first_shot="lag"))
    seats = by_seat(ana, bo)
    for seat in (1, 0):  # the second side may play before the first
        seats[seat].wait_for(my_turn=True)
        assert struck_by(seats[seat]) == balls[seat]
        seats[seat].aim(0.0, tenths=3 + seat)
        turn = seats[seat].see().n
        seats[seat].page.get_by_test_id("shoot").click()
        seats[seat].wait_past_notice(turn)
    for visitor in (ana, bo):
        visitor.wait_for(playing=True)
        visitor.skip()
    actor, _ = actor_of(seats)
    assert actor.see().options or "play_lag" in actor.see().legal


def test_a_safety_of_russian_libre_is_declared_at_the_page_and_not_twice(enter: Enter) -> None:
    ana = enter("Ana")
    bo = enter("Bo", at=set_up(ana, "libre", preset="carom_ru"))
    seats = by_seat(ana, bo)
    actor, other = choose_through(seats)
    own = struck_by(actor)
    actor.page.get_by_test_id("safety").check()
    actor.aim(towards(actor.see(), own, "R"), tenths=4)
    actor.shoot()
    settle(actor, other)
    first = actor.see().seat
    second, waits = choose_through(seats)
    if second.see().seat != first:  # the safety did not happen to score
        second.aim(90.0, tenths=1)
        second.shoot()
        settle(second, waits)
        actor, _ = choose_through(seats)
        assert actor.see().seat == first
        expect(actor.page.get_by_text("after a safety").first).to_be_visible()
        expect(actor.page.get_by_test_id("safety")).to_be_hidden()


def test_a_penalty_ball_is_named_with_the_table_in_sight(enter: Enter) -> None:
    ana = enter("Ana")
    bo = enter("Bo", at=set_up(ana, "free_pyramid", preset="pyramid_modern"))
    seats = by_seat(ana, bo)
    actor, other = choose_through(seats)
    actor.aim(180.0, tenths=2)  # away from the rack: no ball is hit
    actor.shoot()
    settle(actor, other)
    actor, other = actor_of(seats)
    assert actor.page.locator('[data-testid^="choose-"]').count() == 16
    assert actor.page.locator(".veil").count() == 0
    actor.page.get_by_test_id("choose-12").click()
    actor.wait_for(phase="play")
    assert "12" not in actor.see().balls
    side = actor.page.get_by_test_id(f"side-{actor.see().seat}")
    assert side.get_attribute("data-score") == "1"
