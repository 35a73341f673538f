"""Options of the dart games: those every game has, those of single games, and how they are read."""

from __future__ import annotations

from collections.abc import Mapping

from game.darts.turns import TieRule
from game.darts.vocabulary import Bull
from game.options import OptionSpec
from game.vocabulary import GameKind, OptionValue
from physics.darts.board import PROFILES, SOFT155, BoardProfile

Options = Mapping[str, OptionValue]

PRESETS: Mapping[str, Options] = {"seed": {}, "standard": {}}
"""Rule packs. They differ in how the buttons of X01 are read, not in an option's value."""

TITLES: Mapping[GameKind, str] = {
    GameKind.X01: "X01",
    GameKind.SOLO: "Solo",
    GameKind.PUB_GAME: "Pub game",
    GameKind.SUPER_100: "Super 100",
    GameKind.BASEBALL: "Baseball",
    GameKind.HIGH_SCORE: "High score",
    GameKind.LOW_SCORE: "Low score",
    GameKind.SUPER_SCORE: "Super score",
    GameKind.CRICKET: "Cricket",
    GameKind.SCRAM: "Scram",
    GameKind.SHANGHAI: "Shanghai",
    GameKind.ROULETTE: "Roulette",
}
"""Names people see."""

PLAYERS: Mapping[GameKind, tuple[int, ...]] = {GameKind.SOLO: (1,), GameKind.SCRAM: (2, 4, 6, 8)}
"""How many can play, where that is not 1 to 8."""


def _rounds(default: int, least: int, most: int, text: str = "Number of the last round.") -> OptionSpec:
    return OptionSpec("rounds", default, text, least=least, most=most)


def _switch(name: str, text: str, default: bool = False) -> OptionSpec:
    return OptionSpec(name, default, text)


def _step(least: int, most: int, text: str) -> OptionSpec:
    return OptionSpec("step_ms", 1000, text, least=least, most=most)


COMMON = (
    OptionSpec("board_profile", "steel", "Measures of the board.", choices=tuple(PROFILES)),
    OptionSpec(
        "bull_mode",
        "by_board",
        "Split: outer bull 25, inner bull 50. Fat: 50 all over. By board: fat on a soft-tip board only.",
        choices=("by_board", "split", "fat"),
    ),
    _switch("fat_outer_is_double", "The outer part of a fat bull opens and closes like a double.", True),
    OptionSpec(
        "tiebreak",
        TieRule.SUDDEN_DEATH.value,
        "What decides between level players: three darts more, a shared win, or who threw first.",
        choices=tuple(rule.value for rule in TieRule),
    ),
    OptionSpec(
        "order",
        "listed",
        "Who throws first: as seated, by a draw, or whose dart is nearest to the bull.",
        choices=("listed", "random", "bull_off"),
    ),
    OptionSpec("noise_mm", 0.0, "Spread of every dart, mm per axis; 0: as the touch says.", least=0.0, most=100.0),
    OptionSpec("sway_mm", 10.0, "How far the aim sways while a dart is held, mm.", least=0.0, most=50.0),
    OptionSpec("oche_mm", 0, "Throw line to board, mm; 0: as the board profile says.", choices=(0, 2370, 2440)),
    OptionSpec("throw_height", 1.7, "Height of the hand at the release, m.", least=1.5, most=1.95),
    OptionSpec("throw_speed", 6.5, "Nominal speed of a dart, m/s.", least=5.5, most=7.5),
    OptionSpec("bounce_p", 0.0, "Chance that a dart within 1 mm of a wire bounces out.", least=0.0, most=0.5),
    OptionSpec("window_ms", 200, "How much earlier than its arrival a dart may be let go, ms.", least=0, most=200),
    OptionSpec("board_seats", "", "Seats that throw on a real board: all, or like 0,1; the first seat is 0."),
    _switch("rethrow_unregistered", "On real boards a dart that bounced out unregistered is thrown again."),
    OptionSpec("sensor_ms", 60, "Delay of a real board's sensor, ms.", least=0, most=500),
    OptionSpec("final_s", 20, "Time to correct the last turn of a leg on a real board, s.", least=0, most=60),
)
"""Options that every dart game has."""

_ENDS = ("open", "double", "master")
_COUNT_UP = _rounds(7, 7, 10)

OWN: Mapping[GameKind, tuple[OptionSpec, ...]] = {
    GameKind.X01: (
        OptionSpec("start", 301, "Points to start from.", choices=(301, 180, 501, 701, 901)),
        OptionSpec("in", "open", "What opens: any dart, a double, a double or triple.", choices=_ENDS),
        OptionSpec("out", "open", "What may bring zero: any dart, a double, a double or triple.", choices=_ENDS),
        _switch("double_in", "Button DOUBLE IN: opens with D or T (seed), with D (standard)."),
        _switch("double_out", "Button DOUBLE OUT: ends with D or T (seed), with D (standard)."),
        _switch("master_out", "Button MASTER OUT: opens and ends with D or T (seed), ends with D or T (standard)."),
        _switch("equal", "The round is completed after a finish; fewest darts in it win."),
        _rounds(
            0, 0, 50, "Number of the last round; 0: as the start says (180: 5, 301: 10, 501: 15, 701: 20, 901: 25)."
        ),
        OptionSpec("handicaps", "", "Handicap numbers in seat order, like 50,38: weaker players start lower."),
    ),
    GameKind.SOLO: (OptionSpec("mode", "hi_score", "What is played for the number.", choices=("hi_score", "301")),),
    GameKind.PUB_GAME: (
        _step(500, 3000, "Time between two counts, ms."),
        OptionSpec("target", "bull", "What counts: the bull alone, or every segment.", choices=("bull", "any")),
    ),
    GameKind.SUPER_100: (
        _rounds(7, 1, 20),
        OptionSpec("lit_width", 3, "Numbers lit at a time.", least=1, most=5),
        _step(500, 2000, "Time between two steps of the light, ms."),
    ),
    GameKind.BASEBALL: (_rounds(9, 7, 20, "Innings."),),
    GameKind.HIGH_SCORE: (_COUNT_UP,),
    GameKind.LOW_SCORE: (
        _COUNT_UP,
        OptionSpec("low_miss", 60, "What a dart outside, bounced or not thrown costs.", least=0, most=180),
    ),
    GameKind.SUPER_SCORE: (_COUNT_UP,),
    GameKind.CRICKET: (
        _rounds(20, 1, 50),
        _switch("cut_throat", "Points go to those who have the number open, and few are good."),
        _switch("no_score", "Closing alone decides."),
        OptionSpec("spread_cap", 0, "Lead beyond which no points are added; 0: none.", choices=(0, 200)),
    ),
    GameKind.SCRAM: (
        OptionSpec("rounds", 8, "Number of the last round, even.", choices=(8, 2, 4, 6, 10, 12, 14, 16, 18, 20)),
        _switch("legacy7", "Seven rounds as on the machine: the first of each pair stops once more than he scores."),
        _switch("classic", "Stops stay until all are closed, then the pair swaps once; the higher total wins."),
    ),
    GameKind.SHANGHAI: (
        OptionSpec(
            "mode", "progress", "Everybody climbs at his own pace, or round by round.", choices=("progress", "rounds")
        ),
        _rounds(0, 0, 30, "Number of the last round; 0: 7 in progress, 21 in rounds."),
    ),
    GameKind.ROULETTE: (_rounds(7, 1, 21), _switch("spin_each_turn", "A new number for each player.")),
}
"""Options of single games, by game: all the dart games there are."""


def specs_of(kind: GameKind) -> tuple[OptionSpec, ...]:
    """Every option of a dart game, its own first."""
    return OWN[kind] + COMMON


def players_of(kind: GameKind) -> tuple[int, ...]:
    """How many can play a dart game, in rising order. Source: darts C, "Common"."""
    return PLAYERS.get(kind, tuple(range(1, 9)))


def number(options: Options, name: str) -> int:
    """A whole number among the options."""
    value = options[name]
    assert isinstance(value, int)
    return value


def measure(options: Options, name: str) -> float:
    """A measure among the options."""
    value = options[name]
    assert isinstance(value, int | float)
    return float(value)


def profile_of(options: Options) -> BoardProfile:
    """The board that is played on."""
    return PROFILES[str(options["board_profile"])]


def bull_of(options: Options) -> Bull:
    """What the bull is worth on this board with these options. Source: darts A.4."""
    mode = options["bull_mode"]
    fat = mode == "fat" or (mode == "by_board" and profile_of(options) == SOFT155)
    return Bull(fat, bool(options["fat_outer_is_double"]))
