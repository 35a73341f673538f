"""The cue ball touched on purpose (3.28), jump shots (3.26), stalemates (4.21): what holds in every pool game."""

from __future__ import annotations

import pytest

from tests.game.asking import choose, referee, shot
from tests.game.pool.clauses import clause, hold

POOL = ("seven_ball", "eight_ball", "nine_ball", "straight_pool")
SETTLED = {"sides": {"A": "left", "B": "right"}}


@pytest.mark.parametrize("game", POOL)
def test_3_28_the_first_wilful_touch_is_a_foul(game: str) -> None:
    touched = referee("award_foul", player="A", kind="intentional_touch")
    hold(game, clause(touched, expect={"fouls": ["touch"], "next": "B", "winner": None}, **SETTLED))


@pytest.mark.parametrize("game", POOL)
@pytest.mark.parametrize("again", [("award_foul", "intentional_touch"), ("intentional_touch", "")])
def test_3_28_x25_the_second_in_the_match_loses_it(game: str, again: tuple[str, str]) -> None:
    first = referee("intentional_touch", player="A")
    second = referee(again[0], player="A", kind=again[1])
    told = clause(first, second, expect={"winner": "B", "next": None}, options={"race_to": 5}, **SETTLED)
    hold(game, told)


@pytest.mark.parametrize("game", POOL)
def test_3_28_each_side_is_counted_alone(game: str) -> None:
    told = (referee("intentional_touch", player="A"), referee("intentional_touch", player="B"))
    hold(game, clause(*told, expect={"winner": None}, **SETTLED))


def test_3_28_it_is_counted_from_game_to_game() -> None:
    touched = referee("intentional_touch", player="A")
    won = shot("c>8 8@SL", call={"ball": "8", "pocket": "SL"})
    actions = (touched, shot("c>12 12#F"), won, choose("BREAK"), touched)
    told = clause(
        *actions,
        expect={"winner": "B", "games": {"A": 1}, "next": None},
        options={"race_to": 5},
        balls=["8", "12"],
        groups={"A": "solids", "B": "stripes"},
    )
    hold("eight_ball", told)


@pytest.mark.parametrize("game", POOL)
def test_3_26_a_room_without_jump_shots_refuses_a_raised_cue(game: str) -> None:
    raised = shot("c>1 1#F", elevation=20)
    level = shot("c>1 1#F", elevation=19)
    hold(game, clause(raised, expect={"refused": "not_allowed"}, options={"jump_cue": "none"}, **SETTLED))
    hold(game, clause(level, expect={"fouls": []}, options={"jump_cue": "none"}, **SETTLED))
    hold(game, clause(raised, expect={"fouls": []}, options={"jump_cue": "full"}, **SETTLED))


@pytest.mark.parametrize("game", ["seven_ball", "eight_ball", "nine_ball"])
def test_4_21_a_declared_stalemate_is_played_again_by_the_same_breaker(game: str) -> None:
    told = clause(
        referee("declare_stalemate"), expect={"outcome": "stalemate", "next": "A", "phase": "break"}, **SETTLED
    )
    hold(game, told)


def test_4_21_in_straight_pool_scores_stay_and_the_break_is_settled_again() -> None:
    told = clause(
        referee("declare_stalemate"),
        expect={"outcome": "stalemate", "scores": {"A": 9, "B": 4}, "options": ["BREAK", "PASS"]},
        scores={"A": 9, "B": 4},
    )
    hold("straight_pool", told)


@pytest.mark.parametrize("game", POOL)
def test_an_act_that_concerns_a_player_names_him(game: str) -> None:
    hold(game, clause(referee("strong_warn"), expect={"refused": "bad_value"}, **SETTLED))
    hold(game, clause(referee("no_such_act", player="A"), expect={"refused": "not_allowed"}, **SETTLED))


def test_5_5_a_push_out_that_is_accepted_is_played_as_it_lies() -> None:
    pushed = shot("c#F", push_out=True)
    told = clause(
        pushed, choose("PLAY"), expect={"next": "A", "cue_ball": "as_lies"}, shooter="B", push_out_available=True
    )
    hold("nine_ball", told)
