"""The list of games as people choose from it: every number of sides it names can be played, every preset begins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.catalog import GAMES, begin_play, settled
from game.errors import IllegalAction
from game.options import sides_text
from game.setup import MatchSetup
from game.vocabulary import GameKind, OptionValue
from server.translate import game_entries

NAMES = tuple("ABCDEFGH")


def wanted_for(game: GameKind, sides: int) -> dict[str, OptionValue]:
    """The options without which so many do not play."""
    known = {spec.name for spec in GAMES[game].options}
    wanted: dict[str, OptionValue] = {"teams": True} if "teams" in known and sides == 4 else {}
    return {**wanted, "max_players": 3} if "max_players" in known and sides == 3 else wanted


@pytest.mark.parametrize("game", list(GAMES))
def test_a_game_is_played_by_the_numbers_of_sides_it_names_and_by_no_others(game: GameKind) -> None:
    for sides in range(1, 9):
        setup = MatchSetup("m", game, bytes(32), NAMES[:sides], options=wanted_for(game, sides))
        if sides in GAMES[game].sides:
            assert len(begin_play(settled(setup)).sides()) == sides
        else:
            with pytest.raises(IllegalAction) as refused:
                begin_play(settled(setup))
            assert refused.value.path == "sides"


@pytest.mark.parametrize("game", list(GAMES))
def test_a_preset_is_what_the_list_of_games_says_it_is(game: GameKind) -> None:
    (entry,) = [one for one in game_entries() if one.game == game.value]
    defaults = {spec.name: spec.default for spec in GAMES[game].options}
    assert {option.name: option.default for option in entry.options} == defaults
    assert entry.sides == GAMES[game].sides
    for preset in entry.presets:
        named = defaults | entry.preset_options.get(preset, {})
        setup = MatchSetup("m", game, bytes(32), NAMES[: entry.sides[0]], preset=preset)
        assert settled(setup).options == named
        assert settled(replace(setup, options=named)).rules_hash == settled(setup).rules_hash


@pytest.mark.parametrize(
    ("sides", "text"),
    [((2,), "2"), ((2, 4), "2 or 4"), ((2, 3), "2 or 3"), ((2, 3, 4), "2 to 4"), ((1, 2, 4), "1 or 2 or 4")],
)
def test_numbers_of_sides_are_told_in_words(sides: tuple[int, ...], text: str) -> None:
    assert sides_text(sides) == text
