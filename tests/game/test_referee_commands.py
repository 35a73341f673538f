"""Every command that a referee of carom and pyramid has (carom C.7) is an act that does what its name says."""

from __future__ import annotations

import pytest

from tests.game.asking import ask, referee, shot

CAROM = {"W": [0.0, 0.0], "Y": [0.3, 0.3], "R": [0.5, -0.3]}
PYRAMID = {"c": [0.0, 0.0], "3": [0.3, 0.3], "4": [0.5, -0.3]}
MISS = {"libre": shot("W>R"), "free_pyramid": shot("c>3 3#H 3#L", strike="c")}
FOUL = {"libre": shot("W>R W>Y R^off"), "free_pyramid": shot("c>3 3@FL c^off", strike="c")}

EVERYWHERE: dict[str, tuple[dict[str, object], dict[str, object]]] = {
    "pause": ({}, {"next": "B"}),
    "restore_and_replay": ({}, {"outcome": "replay", "next": "A"}),
    "reprimand": ({"player": "A"}, {"next": "B"}),
    "warn": ({"player": "A"}, {"next": "B"}),
    "warn_slow": ({"player": "A"}, {"next": "B", "rules": ["R34"]}),
    "set_shot_clock": ({"seconds": 60}, {"next": "B"}),
    "award_point": ({"player": "A", "points": 2}, {"points": 2}),
    "award_game": ({"player": "A"}, {"winner": "A"}),
    "award_match": ({"player": "A"}, {"winner": "A", "phase": "over"}),
    "disqualify": ({"player": "A"}, {"winner": "B", "phase": "over"}),
    "end_match": ({"reason": "conduct"}, {"winner": None, "phase": "over"}),
    "mute": ({"player": "A"}, {"next": "B"}),
    "eject_spectator": ({"kind": "Bo"}, {"next": "B"}),
    "rule_override": ({"reason": "the hall's own rule"}, {"next": "B"}),
}
"""Commands of every game: what they need, and what follows after a stroke of A that changed the turn."""


@pytest.mark.parametrize("game", MISS)
@pytest.mark.parametrize("do", EVERYWHERE)
def test_a_command_of_every_game_is_carried_out(game: str, do: str) -> None:
    needs, follows = EVERYWHERE[do]
    positions = CAROM if game == "libre" else PYRAMID
    result = ask(game, MISS[game], referee(do, **needs), positions=positions)
    assert "refused" not in result, result
    assert {key: result[key] for key in follows} == follows


@pytest.mark.parametrize("game", MISS)
@pytest.mark.parametrize("do", ["restore_positions", "restore_ball", "set_ball"])
def test_balls_are_put_where_the_referee_says(game: str, do: str) -> None:
    result = ask(game, MISS[game], referee(do, positions={"R" if game == "libre" else "3": [0.7, 0.1]}))
    assert result["positions"]["R" if game == "libre" else "3"] == [0.7, 0.1]


@pytest.mark.parametrize("game", MISS)
@pytest.mark.parametrize(("after", "do"), [("pause", "resume"), ("protest", "decide_protest")])
def test_a_stop_is_ended(game: str, after: str, do: str) -> None:
    stop = referee("pause") if after == "pause" else {"type": "protest", "by": "A"}
    going_on = ask(game, MISS[game], stop, referee(do), {**MISS[game], "strike": "Y" if game == "libre" else "c"})
    stopped = ask(game, MISS[game], stop, {**MISS[game], "strike": "Y" if game == "libre" else "c"})
    assert ("refused" in stopped, "refused" in going_on) == (True, False)


@pytest.mark.parametrize("game", MISS)
def test_a_foul_is_called_and_taken_back(game: str) -> None:
    called = ask(game, referee("call_foul", kind="touch" if game != "libre" else "conduct"))
    assert called["fouls"] in (["touch"], ["conduct"])
    positions = CAROM if game == "libre" else PYRAMID
    fouled = ask(game, FOUL[game], positions=positions)
    assert (len(fouled["fouls"]), fouled["scores"]) == (1, {"A": 0, "B": 0})
    assert fouled["next"] == "B"
    back = ask(game, FOUL[game], referee("cancel_foul"), positions=positions)
    assert (back["fouls"], back["points"], back["scores"]["A"], back["next"]) == ([], 1, 1, "A")


@pytest.mark.parametrize("game", ["libre", "three_cushion", "one_cushion", "balkline", "four_ball"])
def test_in_carom_a_foul_that_is_taken_back_leaves_the_stroke_what_it_was(game: str) -> None:
    cushions = shot("W#F W#L W#H W>R W>Y Y^off")
    back = ask(game, cushions, referee("cancel_foul"), positions=CAROM)
    assert (back["fouls"], back["points"], back["next"]) == ([], 1, "A")
    assert back["positions"]["Y"] == [0.0, 0.0] or back["positions"]["Y"] == [-0.71, 0.0]
    blank = ask(game, shot("W^off"), referee("cancel_foul"), positions=CAROM)
    assert (blank["fouls"], blank["points"], blank["next"]) == ([], 0, "B")


def test_in_carom_a_foul_is_taken_back_only_from_the_last_stroke() -> None:
    for before in ((), (shot("W>R", cue=["double_hit"]), shot("Y>R"), referee("cancel_foul"))):
        result = ask("libre", *before, referee("cancel_foul"))
        assert result.get("refused") == ("not_allowed" if not before else None)
    frozen = {"W": [0.0, 0.0], "R": [0.0615, 0.0], "Y": [0.5, 0.5]}
    separated = (shot("Y>R", cue=["push"]), {"type": "separate"}, referee("cancel_foul"))
    assert ask("libre", *separated, positions=frozen, shooter="B")["refused"] == "not_allowed"


def test_in_russian_carom_a_cancelled_safety_foul_is_a_safety_no_more() -> None:
    declared = shot("W>R", safety=True)
    back = ask("libre", declared, referee("cancel_foul"), preset="carom_ru")
    assert (back["fouls"], back["last_was_safety"]["A"], back["next"]) == ([], True, "B")
    assert ask("libre", declared, preset="carom_ru")["last_was_safety"]["A"] is False


def test_what_only_one_family_has() -> None:
    assert ask("free_pyramid", MISS["free_pyramid"], referee("award_ball", ball="5"))["scores"]["A"] == 1
    assert ask("free_pyramid", referee("dead_position"))["phase"] == "lag"
    called = ask("libre", shot("W>R W#L"), referee("undeclared_safety"), preset="carom_ru")
    assert called["last_was_safety"]["A"] is True
    for game, do in (("libre", "award_ball"), ("libre", "dead_position"), ("free_pyramid", "undeclared_safety")):
        assert ask(game, MISS[game], referee(do, ball="5" if game != "libre" else "R"))["refused"] == "not_allowed"
