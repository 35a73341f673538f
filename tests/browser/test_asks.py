"""What a game lets one ask for at the page: a look at the rack, the call of a shot, a correction of a call."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, Enter
from tests.browser.players import actor_of, by_seat, settle, towards
from tests.browser.visitor import Visitor, close_sheet, open_sheet

pytestmark = [pytest.mark.browser, pytest.mark.timeout(200)]


def ask(visitor: Visitor, code: str) -> None:
    open_sheet(visitor)
    visitor.page.get_by_test_id(f"ask-{code}").click()
    expect(visitor.page.get_by_test_id(f"ask-{code}")).to_be_hidden()
    close_sheet(visitor)


def past_options(seats: dict[int, Visitor], *watching: Visitor) -> tuple[Visitor, Visitor]:
    """Answer all that is offered; who may shoot then, and the other one."""
    actor, other = actor_of(seats)
    while actor.see().options:
        actor.choose_first()
        settle(actor, other, *watching)
        actor, other = actor_of(seats)
    return actor, other


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_breaker_has_the_rack_looked_at_once_and_all_are_told(enter: Enter, size: tuple[int, int]) -> None:
    ana = enter("Ana", size)
    seats = by_seat(ana, enter("Bo", size, at=ana.open_room("nine_ball")))
    breaker, other = past_options(seats)
    assert other.page.get_by_test_id("ask-CHECK_RACK").count() == 0
    ask(breaker, "CHECK_RACK")
    for visitor in seats.values():
        expect(visitor.page.get_by_test_id("ruling")).to_contain_text("The rack is checked")
    assert breaker.see().phase == "break"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_is_called_with_lies_over_no_ball_and_no_pocket(enter: Enter, size: tuple[int, int]) -> None:
    ana = enter("Ana", size)
    seats = by_seat(ana, enter("Bo", size, at=ana.open_room("eight_ball")))
    breaker, other = past_options(seats)
    table, bar = (breaker.page.get_by_test_id(name).bounding_box() for name in ("table", "call-ball"))
    assert table is not None
    assert bar is not None
    assert bar["y"] + bar["height"] <= table["y"]
    watched = other.page.get_by_test_id("table").bounding_box()
    assert watched is not None
    assert abs(watched["height"] - table["height"]) < 1.0  # the table does not jump with the turn


def test_a_call_is_asked_for_and_owed_and_a_slip_is_put_right_by_the_referee(enter: Enter) -> None:
    ana = enter("Ana")
    link = ana.open_room("eight_ball", referee=True, call_mode="obvious")
    referee = enter("Ref", at=ana.page.get_by_test_id("link-referee").input_value())
    seats = by_seat(ana, enter("Bo", at=link))
    breaker, other = past_options(seats, referee)
    breaker.aim(towards(breaker.see(), "c", "1"), tenths=9)
    breaker.shoot()
    settle(breaker, other, referee)
    actor, other = past_options(seats, referee)
    ask(other, "ASK_CALL")
    expect(actor.page.get_by_test_id("call-owed")).to_be_visible()
    actor.page.get_by_test_id("shoot").click()
    expect(actor.page.get_by_test_id("message")).to_contain_text("Call a ball and a pocket first")
    ball = next(name for name in actor.see().balls if name not in ("c", "8"))
    actor.page.get_by_test_id("call-ball").select_option(ball)
    actor.page.get_by_test_id("call-pocket").select_option("FL")
    actor.aim(towards(actor.see(), "c", ball), tenths=2)
    actor.shoot()
    settle(actor, other, referee)
    open_sheet(referee)
    referee.page.get_by_test_id("act-correct_call").click()
    confirm = referee.page.get_by_test_id("act-confirm")
    referee.page.get_by_test_id("field-ball").select_option(ball)
    expect(confirm).to_be_disabled()
    referee.page.get_by_test_id("field-pocket").select_option("HL")
    confirm.click()
    for visitor in (referee, *seats.values()):
        expect(visitor.page.get_by_test_id("audit")).to_contain_text("Ref (referee) corrects a call")
