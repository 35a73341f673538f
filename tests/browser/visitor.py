"""One browser window and its person, driven by the page's own controls and read by what the page shows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

PATIENCE = 30_000.0
"""ms that a state may take to come."""
SLOWEST = 60_000.0
"""ms in which the longest shot has come to rest."""
TAP_REACH = 0.11
"""How far from the cue ball a tap aims, m: clear of the ball itself, and on the table or its rail from anywhere."""
DIAL_DEGREES = 0.02
"""What a pixel of the fine dial turns."""
DIAL_DRAGS = 12
BOARD_WIDTH = 464.0
"""mm across that the picture of the board shows."""
Point = tuple[float, float]


@dataclass(frozen=True)
class Seen:
    """What the page shows of a room: notice, turn, seat of this person, and the balls at rest."""

    n: int
    turn: int
    phase: str
    seat: int | None
    to_act: int | None
    legal: tuple[str, ...]
    options: tuple[str, ...]
    cue_ball: str
    balls: dict[str, Point]


class Visitor:
    """A person at the page. Every wait is for a state of the page."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.name = name
        self.faults: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.room = page.get_by_test_id("room")

    def come_in(self, url: str) -> None:
        """Open the page and give the name."""
        self.page.goto(url)
        self.page.get_by_test_id("name").fill(self.name)
        self.page.get_by_test_id("enter").click()

    def open_room(
        self, game: str, touch: str = "exact", *, race: int = 1, referee: bool = False, **options: str
    ) -> str:
        """Open a room from the lobby, with the seat of a referee or without, by these rule options; its link."""
        self.page.get_by_test_id(f"game-{game}").click()
        self.page.get_by_text("Settings", exact=True).click()
        self.page.get_by_test_id("touch").select_option(touch)
        self.page.get_by_test_id("race").fill(str(race))
        if referee:
            self.page.get_by_test_id("referee").select_option(index=1)
        if options:
            self.page.locator("details.more summary").click()
        for name, value in options.items():
            self.page.get_by_test_id(f"option-{name}").select_option(value)
        self.page.get_by_test_id("create").click()
        return self.page.get_by_test_id("invite-link").input_value()

    def wait_for(self, **data: object) -> None:
        """Wait until the room shows these values, by the names of its data attributes."""
        wanted = "".join(f'[data-{key.replace("_", "-")}="{_text(value)}"]' for key, value in data.items())
        self.page.locator(f'[data-testid="room"]{wanted}').wait_for(timeout=SLOWEST)

    def see(self) -> Seen:
        """What the page shows now."""
        shown: dict[str, Any] = self.page.evaluate(
            """() => ({...document.querySelector('[data-testid=room]').dataset,
                balls: [...document.querySelectorAll('[data-ball]')].map(
                    ({dataset: d}) => [d.ball, Number(d.x), Number(d.y)])})"""
        )
        return Seen(
            n=int(shown["n"]),
            turn=int(shown["turn"]),
            phase=shown["phase"],
            seat=int(shown["seat"]) if shown["seat"] else None,
            to_act=int(shown["toAct"]) if shown["toAct"] else None,
            legal=tuple(shown["legal"].split()),
            options=tuple(shown["options"].split()),
            cue_ball=shown["cueBall"],
            balls={ball: (x, y) for ball, x, y in shown["balls"]},
        )

    def wait_for_start(self) -> None:
        """Wait until the match has begun."""
        self.page.locator('[data-testid="room"]:not([data-phase="waiting"])').wait_for()

    def wait_for_turn_or_end(self) -> Seen:
        """Wait until this person may act, or nobody may any more; shots of others are skipped."""
        while True:
            mine, over = '[data-testid="room"][data-my-turn="true"]', '[data-testid="room"][data-phase="over"]'
            rolling = '[data-testid="room"][data-playing="true"]'
            self.page.locator(f"{mine}, {over}, {rolling}").wait_for(timeout=SLOWEST)
            self.skip()
            if self.page.locator(f"{mine}, {over}").count():
                return self.see()

    def choose_first(self) -> None:
        """Press the first of the options that are offered."""
        turn = self.see().turn
        self.page.locator('[data-testid^="choose-"]').first.click()
        self._wait_past(turn)

    def lay(self, target: Point) -> None:
        """Drag the ball in hand to a place on the table."""
        turn = self.see().turn
        start = self._on_screen(self.see().balls["c"])
        end = self._on_screen(target)
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=4)
        self.page.mouse.up()
        self._wait_past(turn)

    def aim(self, degrees: float, tenths: int) -> None:
        """Set direction and power (0 to 10): the direction typed, or by tap and fine dial where there is no field."""
        field = self.page.get_by_test_id("aim")
        if field.is_visible():
            field.fill(f"{degrees:.4f}")
            field.press("Tab")
        else:
            self._aim_by_touch(degrees)
        power = self.page.get_by_test_id("power")
        power.press("Home")
        for _ in range(tenths):
            power.press("PageDown")

    def shoot(self) -> None:
        """Press the button; again where the page had to raise the cue over a ball; then the shot is in the room."""
        turn = self.see().turn
        told = self.page.get_by_test_id("message")
        told.get_by_role("button").evaluate_all("buttons => buttons.forEach((button) => button.click())")
        self.page.get_by_test_id("shoot").click()
        past = self.page.locator(f'[data-testid="room"]:not([data-turn="{turn}"])')
        past.or_(told).first.wait_for()
        if self.see().turn == turn:
            expect(told).to_contain_text("in the way of the cue")
            self.page.get_by_test_id("shoot").click()
        self._wait_past(turn)

    def throw(self, at: Point) -> None:
        """Click on the board at a place in its frame, mm, and let the dart go."""
        box = self.page.get_by_test_id("board").bounding_box()
        assert box is not None
        scale = min(box["width"], box["height"]) / BOARD_WIDTH
        x, y = box["x"] + box["width"] / 2 + at[0] * scale, box["y"] + box["height"] / 2 - at[1] * scale
        self.page.mouse.click(x, y)
        turn = self.see().turn
        self.page.get_by_test_id("throw").click()
        self._wait_past(turn)

    def pass_darts(self) -> None:
        """Give up the darts that are left of this visit."""
        turn = self.see().turn
        self.page.get_by_test_id("pass-darts").click()
        self._wait_past(turn)

    def tap_table(self, at: Point) -> None:
        """Tap on a place of the table."""
        self.page.touchscreen.tap(*self._on_screen(at))

    def wait_past_notice(self, n: int) -> None:
        """Wait until the room shows more than this notice."""
        self.page.locator(f'[data-testid="room"]:not([data-n="{n}"])').wait_for()

    def skip(self) -> None:
        """Say that the shot has been seen, and the next one too where somebody was quick, until nothing rolls."""
        skips = self.page.get_by_test_id("skip")
        rests = self.page.locator('[data-testid="room"][data-playing="false"]')
        while self.room.get_attribute("data-playing") == "true":
            skips.or_(rests).first.wait_for(timeout=SLOWEST)
            skips.evaluate_all("buttons => buttons.forEach((button) => button.click())")

    def expect_result(self) -> Locator:
        """The panel that tells how it ended."""
        result = self.page.get_by_test_id("result")
        expect(result).to_be_visible(timeout=SLOWEST)
        return result

    def _aim_by_touch(self, degrees: float) -> None:
        seen = self.see()
        x, y = seen.balls["c"]
        dx, dy = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        self.page.touchscreen.tap(*self._on_screen((x + TAP_REACH * dx, y + TAP_REACH * dy)))
        dial = self.page.get_by_test_id("dial")
        box = dial.bounding_box()
        assert box is not None
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for _ in range(DIAL_DRAGS):
            off = (degrees - float(dial.get_attribute("aria-valuenow") or 0) + 180) % 360 - 180
            if abs(off) < DIAL_DEGREES:
                return
            pixels = max(-box["width"] / 2.2, min(box["width"] / 2.2, -off / DIAL_DEGREES))
            self.page.mouse.move(*middle)
            self.page.mouse.down()
            self.page.mouse.move(middle[0] + pixels, middle[1])
            self.page.mouse.up()
        raise AssertionError(f"the dial did not come to {degrees} degrees")

    def _wait_past(self, turn: int) -> None:
        self.page.locator(f'[data-testid="room"]:not([data-turn="{turn}"])').wait_for()

    def _on_screen(self, at: Point) -> Point:
        table = self.page.get_by_test_id("table")
        box = table.bounding_box()
        assert box is not None
        scale = float(table.get_attribute("data-scale") or 0)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if table.get_attribute("data-upright") == "true":
            return x - at[1] * scale, y - at[0] * scale
        return x + at[0] * scale, y - at[1] * scale


def open_sheet(visitor: Visitor) -> None:
    """On a phone the panel is a sheet."""
    button = visitor.page.locator("header .details")
    if button.is_visible() and button.get_attribute("aria-expanded") == "false":
        button.click()


def close_sheet(visitor: Visitor) -> None:
    """The table is to be seen again."""
    button = visitor.page.locator("aside .close")
    if button.is_visible():
        button.click()


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
