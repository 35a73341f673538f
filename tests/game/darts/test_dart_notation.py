"""Darts in writing: every dart goes there and back, and what is none is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.darts.notation import BadDart, format_dart, parse_dart, parse_visits
from game.darts.vocabulary import dart_in
from physics.darts.board import SECTORS, STEEL, segment_at
from tests.game.darts.strategies import any_dart


@given(any_dart)
def test_a_dart_goes_there_and_back(name: str) -> None:
    assert format_dart(parse_dart(name)) == name


@given(st.floats(-200, 200), st.floats(-200, 200), st.integers(0, 99_999))
def test_a_dart_in_the_board_goes_there_and_back(x: float, y: float, time: int) -> None:
    dart = dart_in(segment_at(STEEL, (x, y)), time)
    assert parse_dart(format_dart(dart)) == dart


@pytest.mark.parametrize(
    "name",
    [
        "",
        "T21",
        "D25",
        "D25x",
        "S0",
        "S020",
        "-1",
        "181",
        "t20",
        "T20i",
        "OB1",
        "IBi",
        "S20@",
        "S20@-1",
        "S20@1.5",
        "NaN",
        "T20 ",
    ],
)
def test_what_is_no_dart_is_refused(name: str) -> None:
    with pytest.raises(BadDart):
        parse_dart(name)


def test_visits_are_read_with_players_and_repeats() -> None:
    visits = parse_visits("(A: T20 M M / B: S1)×2 / A: IB")
    assert [visit.player for visit in visits] == ["A", "B", "A", "B", "A"]
    assert [len(visit.darts) for visit in visits] == [3, 1, 3, 1, 1]
    assert len(parse_visits("(T20 T20 T20)x10")[0].darts) == 30
    assert len(parse_visits("((S1)×2 / M)×2")) == 4


@pytest.mark.parametrize("text", ["", "A:", "T20 / / M", "(T20", "(T20)×999999", "A: T20 T2x", "((M)×999)×999"])
def test_what_is_no_list_of_darts_is_refused(text: str) -> None:
    with pytest.raises(BadDart):
        parse_visits(text)


def test_every_segment_has_its_name() -> None:
    names = {
        dart_in(segment_at(STEEL, (float(x), float(y)))).name for x in range(-180, 180, 3) for y in range(-180, 180, 3)
    }
    expected = {f"{ring}{number}" for ring in "SDT" for number in SECTORS} | {"OB", "IB", "M"}
    assert names == expected
