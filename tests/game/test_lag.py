"""The lag (Slovak pool rules 3.5; carom B.6, R48)."""

from __future__ import annotations

import pytest

from tests.game.asking import ask, choose

GOOD: dict[str, object] = {"rest": [-0.9, 0.3], "events": "c#F"}


def lag(game: str, a: dict[str, object], b: dict[str, object]) -> dict[str, object]:
    return ask(game, {"type": "lag", "results": {"A": a, "B": b}})


def near(x: float, y: float = -0.3, events: str = "c#F") -> dict[str, object]:
    return {"rest": [x, y], "events": events}


BAD_FOR_A: dict[str, dict[str, object]] = {
    "3.5(1)-other-half": near(-1.2, 0.02),
    "3.5(2)-no-foot-cushion": near(-1.2, -0.3, ""),
    "3.5(3)-pocketed": {"events": "c#F c@HR"},
    "3.5(4)-off-the-table": {"events": "c#F c^off"},
    "3.5(5)-long-cushion": near(-1.2, -0.3, "c#F c#R"),
    "3.5(6)-foot-cushion-twice": near(-1.2, -0.3, "c#F c#H c#F"),
    "3.5(7)-in-the-corner-jaws": near(-1.2425, -0.62),
}


@pytest.mark.parametrize("name", BAD_FOR_A)
def test_a_bad_lag_is_lost(name: str) -> None:
    result = lag("nine_ball", BAD_FOR_A[name], GOOD)
    assert (result["next"], result["options"], result["outcome"]) == ("B", ["BREAK", "PASS"], None)


def test_the_head_cushion_may_be_touched_and_the_centre_line_is_not_the_other_half() -> None:
    assert lag("nine_ball", near(-1.2, 0.0, "c#F c#H c#H"), GOOD)["next"] == "A"


def test_two_bad_lags_are_repeated() -> None:
    result = lag("nine_ball", near(-1.2, -0.3, ""), {"events": "c#F c@SL"})
    assert (result["outcome"], result["phase"]) == ("replay", "lag")


@pytest.mark.parametrize(("difference", "outcome"), [(0.0005, "replay"), (0.0006, None)])
def test_half_a_millimetre_cannot_be_decided(difference: float, outcome: str | None) -> None:
    assert lag("nine_ball", near(-1.1), near(-1.1 + difference, 0.3))["outcome"] == outcome


@pytest.mark.parametrize(("option", "breaker"), [("BREAK", "A"), ("PASS", "B")])
def test_3_6_the_winner_breaks_or_passes(option: str, breaker: str) -> None:
    result = ask("nine_ball", {"type": "lag", "results": {"A": near(-1.2), "B": near(-1.1, 0.3)}}, choose(option))
    assert (result["next"], result["phase"], result["cue_ball"]) == (breaker, "break", "in_hand_kitchen")


W, Y = near(-1.3, -0.41, "W#F"), near(-1.25, 0.41, "Y#F")


def test_r48_carom_the_nearer_one_starts_or_hands_over() -> None:
    assert lag("three_cushion", W, Y)["next"] == "A"
    assert lag("three_cushion", near(-1.2, -0.41, "W#F"), Y)["options"] == ["start", "hand_over"]
    assert lag("three_cushion", near(-1.2, -0.41, "W#F"), Y)["next"] == "B"


def test_r48_carom_touching_the_red_loses() -> None:
    assert lag("three_cushion", near(-1.3, -0.41, "W>R W#F"), Y)["next"] == "B"


def test_r48_carom_a_ball_that_crosses_and_collides_loses() -> None:
    assert lag("three_cushion", near(-1.3, 0.2, "W#F W>Y"), near(-1.0, 0.41, "Y#F"))["next"] == "B"


def test_r48_carom_crossing_alone_is_no_fault_and_a_collision_nobody_caused_is_repeated() -> None:
    assert lag("three_cushion", near(-1.3, 0.2, "W#F"), Y)["next"] == "A"
    assert lag("three_cushion", near(-1.3, -0.1, "W#F W>Y"), near(-1.0, 0.41, "Y#F"))["outcome"] == "replay"


def test_r48_carom_one_millimetre_cannot_be_decided() -> None:
    assert lag("three_cushion", near(-1.3, -0.41, "W#F"), near(-1.299, 0.41, "Y#F"))["outcome"] == "replay"
    assert lag("three_cushion", near(-1.3, -0.41, "W#F"), near(-1.2985, 0.41, "Y#F"))["next"] == "A"


def test_r48_carom_a_ball_that_never_reached_the_foot_cushion_loses() -> None:
    assert lag("three_cushion", near(-1.3, -0.41, ""), Y)["next"] == "B"
