"""A referee at the page, against a real hall: protests, restored positions, balls laid by hand, departures."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import DESKTOP, PHONE, Enter
from tests.browser.players import act_pool, actor_of, assert_same_balls, by_seat, settle
from tests.browser.visitor import Point, Seen, Visitor, close_sheet, open_sheet

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
TARGET = 44.0
"""Height of whatever is pressed, px."""
SAME = 1e-9
LAID = 0.01
"""How near to the pointer a dragged ball comes to lie, m."""


@dataclass
class Refereed:
    """A match of two players with a referee, each in a window of their own."""

    players: dict[int, Visitor]
    referee: Visitor
    link: str

    @property
    def everybody(self) -> tuple[Visitor, ...]:
        return (*self.players.values(), self.referee)

    def play(self, acts: int) -> list[tuple[int, Seen]]:
        """So many acts of whoever is at the table; after each the number of entries, and what all pages show."""
        seen = []
        for _ in range(acts):
            actor, other = actor_of(self.players)
            act_pool(actor)
            shown = settle(actor, other, self.referee)
            assert_same_balls(*self.everybody)
            seen.append((entries(self.referee), shown))
        return seen

    def protest(self, reason: str) -> Visitor:
        """The side that waits protests; who that is."""
        _, waiting = actor_of(self.players)
        open_sheet(waiting)
        waiting.page.get_by_test_id("protest").click()
        waiting.page.get_by_test_id("protest-reason").fill(reason)
        waiting.page.get_by_test_id("protest-send").click()
        waiting.page.get_by_test_id("stopped").wait_for()
        close_sheet(waiting)
        return waiting

    def rule(self, verdict: str) -> None:
        """Two presses."""
        open_sheet(self.referee)
        self.referee.page.get_by_test_id(f"verdict-{verdict}").click()
        self.referee.page.get_by_test_id("verdict-confirm").click()


@pytest.fixture
def refereed(enter: Enter, request: pytest.FixtureRequest) -> Refereed:
    """A nine-ball room of Ana and Bo with Ref in the referee's seat, on windows of the test's size."""
    size: tuple[int, int] = request.node.callspec.params["size"]
    ana = enter("Ana", size)
    link = ana.open_room("nine_ball", race=5, referee=True)
    code = ana.page.get_by_test_id("link-referee").input_value()
    referee = enter("Ref", size, at=code)
    bo = enter("Bo", size, at=link)
    players = by_seat(ana, bo)
    referee.wait_for_start()
    return Refereed(players, referee, link)


def entries(visitor: Visitor) -> int:
    return int(visitor.room.get_attribute("data-entries") or 0)


def expect_stop(reason: str, *visitors: Visitor) -> None:
    for visitor in visitors:
        expect(visitor.page.locator(f'[data-testid="stopped"][data-reason="{reason}"]')).to_be_visible()


def expect_play(*visitors: Visitor) -> None:
    for visitor in visitors:
        expect(visitor.page.get_by_test_id("stopped")).to_be_hidden()


def position_of(referee: Visitor, entry: int) -> Locator:
    """The listed position as it stood at that entry: the last one that led there."""
    listed = referee.page.locator('[data-testid^="position-"]')
    expect(listed).not_to_have_count(0)
    known = [int((button.get_attribute("data-testid") or "").removeprefix("position-")) for button in listed.all()]
    return referee.page.get_by_test_id(f"position-{max(number for number in known if number <= entry)}")


def balls_in(picture: Locator) -> dict[str, Point]:
    """The balls of a preview."""
    found = picture.locator("[data-preview]").evaluate_all(
        "balls => balls.map(({dataset: d}) => [d.preview, Number(d.x), Number(d.y)])"
    )
    return {ball: (x, y) for ball, x, y in found}


def assert_lie(balls: dict[str, Point], wanted: dict[str, Point], within: float = SAME) -> None:
    assert balls.keys() == wanted.keys()
    for ball, at in balls.items():
        assert math.dist(at, wanted[ball]) <= within, ball


@SIZES
def test_a_protest_stops_play_for_all_and_a_restored_position_lets_it_go_on(
    refereed: Refereed, size: tuple[int, int]
) -> None:
    del size
    told = refereed.play(4)
    entry, wanted = told[1]
    protester = refereed.protest("He moved the nine.")
    expect_stop("protest", *refereed.everybody)
    for visitor in refereed.everybody:
        expect(visitor.page.get_by_test_id("stopped-why")).to_have_text(f"{protester.name}: He moved the nine.")
        expect(visitor.page.get_by_test_id("shoot")).to_be_disabled()
    referee = refereed.referee
    open_sheet(referee)
    panel = referee.page.get_by_test_id("protest-open")
    expect(panel).to_contain_text(f"{protester.name} protests")
    expect(panel).to_contain_text("He moved the nine.")

    referee.page.get_by_test_id("verdict-earlier").click()
    position_of(referee, entry).click()
    assert_lie(balls_in(referee.page.get_by_test_id("preview")), wanted.balls)
    referee.page.get_by_test_id("restore").click()
    expect(referee.page.get_by_test_id("preview")).to_be_hidden()
    expect_stop("protest", *refereed.everybody)
    refereed.rule("stands")
    expect_play(*refereed.everybody)
    turn = referee.see().turn
    for visitor in refereed.everybody:
        visitor.wait_for(turn=turn)
        assert_lie(visitor.see().balls, wanted.balls)
        assert visitor.see().to_act == wanted.to_act
    refereed.play(1)


@SIZES
def test_a_referee_who_leaves_stops_play_until_all_agree_to_go_on(refereed: Refereed, size: tuple[int, int]) -> None:
    del size
    refereed.play(1)
    refereed.referee.page.get_by_test_id("leave").click()
    refereed.referee.page.get_by_role("button", name="Leave the seat").click()
    players = tuple(refereed.players.values())
    expect_stop("referee_left", *players)
    players[0].page.get_by_test_id("agree").click()
    for visitor in players:
        expect(visitor.page.get_by_test_id("stopped")).to_contain_text(f"Agreed: {players[0].name}")
    expect(players[0].page.get_by_test_id("agree")).to_be_hidden()
    players[1].page.get_by_test_id("agree").click()
    expect_play(*players)
    actor, other = actor_of(refereed.players)
    act_pool(actor)
    settle(actor, other)
    assert_same_balls(*players)


@SIZES
def test_what_was_decided_is_told_to_all_in_the_room(refereed: Refereed, enter: Enter, size: tuple[int, int]) -> None:
    refereed.play(2)
    watcher = enter("Eve", size, at=refereed.link)
    watcher.wait_for_start()
    protester = refereed.protest("That was a foul.")
    refereed.rule("stands")
    expect_play(*refereed.everybody, watcher)
    for visitor in (*refereed.everybody, watcher):
        open_sheet(visitor)
        trail = visitor.page.get_by_test_id("audit")
        expect(trail.locator("li")).to_have_count(2)
        expect(trail.locator("li").nth(1)).to_contain_text(f"{protester.name} protests")
        expect(trail.locator("li").first).to_contain_text("Ref (referee) rules on the protest")
        expect(trail.locator("li").first).to_contain_text("2.26")
    close_sheet(protester)
    open_sheet(protester)
    expect(protester.page.get_by_test_id("protest")).to_be_hidden()


@SIZES
def test_a_warning_and_a_stop_reach_the_players_with_their_reasons(refereed: Refereed, size: tuple[int, int]) -> None:
    del size
    page = refereed.referee.page
    open_sheet(refereed.referee)
    page.get_by_test_id("group-warn").click()
    page.get_by_test_id("act-warn").click()
    confirm = page.get_by_test_id("act-confirm")
    expect(confirm).to_be_disabled()
    page.get_by_test_id("field-player").select_option(label="Bo")
    page.get_by_test_id("field-kind").select_option(label="slow play")
    page.get_by_test_id("field-reason").fill("Two minutes of chalk.")
    confirm.click()
    expect(page.get_by_test_id("act-form")).to_be_hidden()
    page.get_by_test_id("stop-reason").fill("A lamp fell.")
    page.get_by_test_id("suspend").click()
    expect_stop("suspended", *refereed.everybody)
    for player in refereed.players.values():
        expect(player.page.get_by_test_id("stopped-why")).to_have_text("Ref (referee): A lamp fell.")
        open_sheet(player)
        warning = player.page.get_by_test_id("audit").locator("li").nth(1)
        expect(warning).to_contain_text("Ref (referee) warns · Bo")
        expect(warning).to_contain_text("Two minutes of chalk.")
        close_sheet(player)
    page.get_by_test_id("resume").click()
    expect_play(*refereed.everybody)
    refereed.play(1)


@pytest.mark.parametrize("size", [DESKTOP], ids=["desktop"])
def test_a_ball_laid_by_hand_lies_there_on_all_pages(refereed: Refereed, size: tuple[int, int]) -> None:
    del size
    refereed.play(2)
    referee, page = refereed.referee, refereed.referee.page
    before = referee.see()
    ball = next(name for name in before.balls if name != "c")
    page.get_by_test_id("group-table").click()
    page.get_by_test_id("lay-balls").click()
    table = page.get_by_test_id("place-table")
    wanted = next(at for at in ((x / 10, 0.3) for x in range(-10, 10)) if clear(at, before.balls))
    page.mouse.move(*on_screen(table, before.balls[ball]))
    page.mouse.down()
    page.mouse.move(*on_screen(table, wanted), steps=5)
    page.mouse.up()
    page.get_by_test_id("place-confirm").click()
    expect(page.get_by_test_id("place-balls")).to_be_hidden()
    for visitor in refereed.everybody:
        visitor.wait_past_notice(before.n)
        assert_lie(visitor.see().balls, {**before.balls, ball: wanted}, LAID)
    assert_same_balls(*refereed.everybody)


@pytest.mark.parametrize("size", [DESKTOP], ids=["desktop"])
def test_a_spectator_who_is_sent_out_is_out(refereed: Refereed, enter: Enter, size: tuple[int, int]) -> None:
    eve = enter("Eve", size, at=refereed.link)
    eve.wait_for_start()
    page = refereed.referee.page
    page.get_by_test_id("group-people").click()
    page.get_by_test_id("act-remove_spectator").click()
    page.get_by_test_id("field-spectator").select_option(label="Eve")
    page.get_by_test_id("act-confirm").click()
    expect(eve.page.get_by_test_id("message")).to_contain_text("The referee has sent you out")
    expect(page.get_by_test_id("group-people")).to_be_hidden()


@SIZES
def test_what_a_referee_presses_is_large_enough_and_named(refereed: Refereed, size: tuple[int, int]) -> None:
    del size
    refereed.play(2)
    open_sheet(refereed.referee)
    assert_pressable(refereed.referee.page.get_by_test_id("referee-panel"))
    for group in ("warn", "award", "again", "table", "play", "earlier", "near"):
        refereed.referee.page.get_by_test_id(f"group-{group}").click()
        assert_pressable(refereed.referee.page.get_by_test_id("referee-panel"))
    refereed.protest("A foul.")
    panel = refereed.referee.page.get_by_test_id("protest-open")
    panel.get_by_test_id("verdict-foul").click()
    assert_pressable(panel)


@pytest.mark.parametrize("size", [DESKTOP], ids=["desktop"])
def test_a_protest_is_ruled_by_the_keyboard_alone(refereed: Refereed, size: tuple[int, int]) -> None:
    del size
    refereed.play(2)
    refereed.protest("A foul.")
    page = refereed.referee.page
    page.get_by_test_id("leave").focus()
    for test_id in ("verdict-stands", "verdict-confirm"):
        for _ in range(20):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.testid") == test_id:
                break
        page.keyboard.press("Enter")
    expect_play(*refereed.everybody)


def assert_pressable(place: Locator) -> None:
    """Every control has a name, is as high as a finger, and lies inside the window's width."""
    found = place.locator("button, input, select").evaluate_all(
        """controls => controls.filter(one => one.checkVisibility()).map(one => {
            const box = one.getBoundingClientRect();
            const name = one.ariaLabel || one.innerText || [...(one.labels ?? [])].map(one => one.innerText).join(" ");
            return [one.outerHTML.slice(0, 80), name.trim(), box.height, box.left, box.right, innerWidth];
        })"""
    )
    assert found
    for shown, name, height, left, right, width in found:
        assert name, shown
        assert height >= TARGET, (shown, height)
        assert 0 <= left < right <= width, shown


def clear(at: Point, balls: dict[str, Point]) -> bool:
    return all(math.dist(at, other) > 0.08 for other in balls.values())


def on_screen(table: Locator, at: Point) -> Point:
    """Where a place of a table that lies lengthwise is in the window, px."""
    box = table.bounding_box()
    assert box is not None
    scale = float(table.get_attribute("data-scale") or 0)
    return box["x"] + box["width"] / 2 + at[0] * scale, box["y"] + box["height"] / 2 - at[1] * scale
