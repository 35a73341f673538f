"""Dart games at the page, from the lobby to the final score: one player at a desk, the other with a phone."""

from __future__ import annotations

import math
import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Enter
from tests.browser.players import CLOCKWISE, actor_of, by_seat, settle
from tests.browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

RADII = {"T": 103.0, "D": 166.0, "S": 134.5}
OUTSIDE = (0.0, -200.0)
SHOTS = os.environ.get("CUEHALL_SCREENSHOTS")
"""Folder for pictures of the pages, where somebody wants to look at them."""


def place_of(segment: str) -> tuple[float, float]:
    """The middle of a segment, mm."""
    if segment in ("IB", "OB"):
        return (0.0, 0.0 if segment == "IB" else 11.0)
    if segment == "M":
        return OUTSIDE
    angle = math.pi / 10.0 * CLOCKWISE.index(int(segment[1:]))
    return RADII[segment[0]] * math.sin(angle), RADII[segment[0]] * math.cos(angle)


def start(enter: Enter, game: str, **options: str) -> dict[int, Visitor]:
    """Ana at a desk and Bo with a phone, by seat, with these options."""
    ana = enter("Ana")
    ana.page.get_by_test_id(f"game-{game}").click()
    ana.page.get_by_text("Settings", exact=True).click()
    ana.page.get_by_test_id("touch").select_option("exact")
    if options:
        ana.page.locator("details.more summary").click()
    for name, value in options.items():
        ana.page.get_by_test_id(f"option-{name}").select_option(value)
    ana.page.get_by_test_id("create").click()
    return by_seat(ana, enter("Bo", size=PHONE, at=ana.page.get_by_test_id("invite-link").input_value()))


def picture(seats: dict[int, Visitor], name: str) -> None:
    """Keep pictures of both pages, where they are wanted."""
    for seat, size in ((0, "desk"), (1, "phone")) if SHOTS else ():
        seats[seat].page.screenshot(path=Path(SHOTS or ".") / f"{name}-{size}.png")


def throw(seats: dict[int, Visitor], darts: str) -> None:
    """Let whoever is to throw aim at these segments, one after the other; `-` gives up the darts left of a visit."""
    for segment in darts.split():
        actor, other = actor_of(seats)
        if segment == "-":
            actor.pass_darts()
        else:
            actor.throw(place_of(segment))
        settle(actor, other)


def score(visitor: Visitor, seat: int) -> str:
    return visitor.page.get_by_test_id(f"side-{seat}").get_attribute("data-score") or ""


def no_scrolling_sideways(visitor: Visitor) -> None:
    width = visitor.page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert width[0] <= width[1]


def finish(seats: dict[int, Visitor], name: str) -> None:
    """Both see the same end, and nothing runs out of their pages."""
    for visitor in seats.values():
        visitor.wait_for(phase="over")
        visitor.expect_result()
        no_scrolling_sideways(visitor)
    picture(seats, name)
    assert [score(seats[0], seat) for seat in (0, 1)] == [score(seats[1], seat) for seat in (0, 1)]


def test_cricket_is_played_to_its_end_with_its_marks_shown(enter: Enter) -> None:
    seats = start(enter, "cricket")
    throw(seats, "T20 S20 S20 T19 S18 -")
    for visitor in seats.values():
        cells = visitor.page.get_by_test_id("marks").locator("tbody tr").first.locator("td")
        assert [cell.get_attribute("data-marks") for cell in cells.all()] == ["3", "0"]
        expect(visitor.page.get_by_test_id("board")).to_have_attribute("data-lit", "20")
    picture(seats, "cricket")
    throw(seats, "T19 T18 T17 - T16 T15 IB - OB")
    finish(seats, "cricket-end")
    assert [score(seats[0], seat) for seat in (0, 1)] == ["40", "0"]


def test_shanghai_is_won_by_its_own_rule_with_its_lamps_on(enter: Enter) -> None:
    seats = start(enter, "shanghai")
    throw(seats, "S1 D2")
    board = seats[0].page.get_by_test_id("board")
    assert board.get_attribute("data-lit") == "3"
    assert seats[1].page.locator(".kind.on").all_inner_texts() == ["S", "D"]
    picture(seats, "shanghai")
    throw(seats, "T3")
    finish(seats, "shanghai-end")
    assert [score(seats[0], seat) for seat in (0, 1)] == ["14", "0"]


def test_the_pub_game_counts_down_on_the_time_of_the_hall(enter: Enter) -> None:
    seats = start(enter, "pub_game")
    throw(seats, "IB")
    expect(seats[1].page.get_by_test_id("counter")).to_be_visible()
    picture(seats, "pub")
    throw(seats, "M M OB")
    shown = int(seats[0].page.get_by_test_id("counter").inner_text())
    assert 0 <= shown <= 10
    throw(seats, "M M")
    finish(seats, "pub-end")
    assert int(score(seats[0], 0)) % 50 == 0 < int(score(seats[0], 0))
    assert int(score(seats[0], 1)) % 25 == 0


def test_super_100_shows_its_running_light_and_who_is_out(enter: Enter) -> None:
    seats = start(enter, "super_100")
    board = seats[0].page.get_by_test_id("board")
    first = board.get_attribute("data-lit") or ""
    assert len(first.split()) == 3
    expect(board).not_to_have_attribute("data-lit", first)  # it runs on
    throw(seats, "M M")
    expect(seats[0].page.get_by_test_id("danger")).to_be_visible()
    picture(seats, "super-100")
    throw(seats, "M")
    finish(seats, "super-100-end")
    assert [score(seats[0], seat) for seat in (0, 1)] == ["100", "200"]


def test_a_player_whose_board_is_away_corrects_by_hand_and_the_other_confirms(enter: Enter) -> None:
    ana = enter("Ana")
    ana.page.get_by_test_id("game-high_score").click()
    ana.page.get_by_text("Settings", exact=True).click()
    ana.page.locator("details.more summary").click()
    ana.page.get_by_test_id("option-board_seats").select_option("all")
    ana.page.get_by_test_id("create").click()
    seats = by_seat(ana, enter("Bo", size=PHONE, at=ana.page.get_by_test_id("invite-link").input_value()))
    for count, segment in enumerate(("T20", "S5", "IB"), 1):
        seats[0].page.get_by_test_id("correct-to").fill(segment)
        seats[0].page.get_by_test_id("correct").click()
        seats[1].wait_for(turn=count)
    picture(seats, "corrected")
    assert score(seats[1], 0) == "115"
    refuse = seats[1].page.get_by_test_id("refuse-correction")
    refuse.click()
    expect(seats[1].page.get_by_test_id("side-0")).to_have_attribute("data-score", "65")
    expect(seats[0].page.get_by_test_id("side-0")).to_have_attribute("data-score", "65")


def test_a_referee_corrects_a_dart_that_was_reported(enter: Enter) -> None:
    ana = enter("Ana")
    link = ana.open_room("high_score", referee=True, board_seats="all")
    referee = enter("Ref", at=ana.page.get_by_test_id("link-referee").input_value())
    by_seat(ana, enter("Bo", at=link))
    assert referee.page.get_by_test_id("act-correct_dart").count() == 0  # nothing was reported
    ana.page.get_by_test_id("correct-to").fill("T20")
    ana.page.get_by_test_id("correct").click()
    referee.page.get_by_test_id("act-correct_dart").click()
    referee.page.get_by_test_id("field-dart").select_option("1")
    referee.page.get_by_test_id("field-segment").fill("t21")
    expect(referee.page.get_by_test_id("act-confirm")).to_be_disabled()
    referee.page.get_by_test_id("field-segment").fill("s5")
    referee.page.get_by_test_id("act-confirm").click()
    for visitor in (ana, referee):
        expect(visitor.page.get_by_test_id("side-0")).to_have_attribute("data-score", "5")
        expect(visitor.page.get_by_test_id("audit")).to_contain_text("corrects a dart")


def test_the_hand_sways_and_has_its_power_where_the_touch_is_human(enter: Enter) -> None:
    ana = enter("Ana")
    bo = enter("Bo", size=PHONE, at=ana.open_room("high_score", touch="club"))
    seats = by_seat(ana, bo)
    actor, other = actor_of(seats)
    bar, cross = actor.page.get_by_test_id("power-bar"), actor.page.get_by_test_id("aim-cross")
    before = bar.get_attribute("aria-valuenow"), cross.get_attribute("data-x")
    expect(bar).not_to_have_attribute("aria-valuenow", before[0] or "")
    expect(cross).not_to_have_attribute("data-x", before[1] or "")
    assert other.page.get_by_test_id("power-bar").count() == 0
    picture(seats, "sway")
    actor.throw((0.0, 103.0))
    settle(actor, other)
    assert other.page.locator('[data-testid="board"] [data-dart="1"]').count() == 1
